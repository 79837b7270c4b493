//! What somebody can do with what is in hand, and what it takes. (`ruling.basic-attack`, `transform.abilities`, `action.special`)

use skirmish_kernel::Id;

use crate::model::{Ability, Figures, Hands, Kind, MOST_SETS, Repertoire, Requirement, Setup, State, Weapon};
use crate::rules::bodies::{self, Party};

/// What is in somebody's hands now; a two-handed weapon, and the first natural one of somebody without hands, is in the main hand.
#[inline]
pub fn hands(g: &Setup, s: &State, who: Id) -> Hands {
    of(&Party::of(g, s, who))
}

/// What is in the hands of somebody who has been looked up.
#[inline]
pub fn of(who: &Party<'_>) -> Hands {
    let own = who.now.worn.is_empty() || who.figures.keeps;
    in_set(who.figures, if own { usize::from(who.now.set) } else { 0 })
}

/// What is in the hands of somebody with those figures by one of its sets; the first where there is no such set.
#[inline]
fn in_set(figures: &Figures, set: usize) -> Hands {
    let sets = &figures.sets;
    sets.get(set).or_else(|| sets.first()).copied().unwrap_or_default()
}

/// Weapons in both hands.
pub fn held<'g>(g: &'g Setup, s: &State, who: Id) -> impl Iterator<Item = &'g Weapon> {
    let Hands { main, off } = hands(g, s, who);
    main.into_iter().chain(off).map(|at| g.weapon(at))
}

/// Does it wield a melee weapon? (`flank`)
pub fn wields_melee(g: &Setup, s: &State, who: Id) -> bool {
    held(g, s, who).any(|weapon| weapon.melee)
}

/// The basic weapon attack. (`ruling.basic-attack`)
pub fn basic(g: &Setup, s: &State, who: Id) -> Option<u8> {
    let figures = bodies::figures(g, s, who);
    match hands(g, s, who).main {
        _ if figures.keeps => None,
        Some(weapon) => g.weapon(weapon).abilities.first().copied(),
        None if figures.unarmed => g.weapon(0).abilities.first().copied(),
        None => None,
    }
}

/// Calls `visit` with everything that somebody can do: with what is in hand, of its own, and what everybody may.
pub fn each(g: &Setup, s: &State, who: Id, visit: impl FnMut(u8)) {
    each_with(g, bodies::figures(g, s, who), hands(g, s, who), is_human(g, s, who), visit);
}

fn each_with(g: &Setup, figures: &Figures, hands: Hands, is_human: bool, mut visit: impl FnMut(u8)) {
    let mut is_armed = false;
    for at in hands.main.into_iter().chain(hands.off).filter(|_| !figures.keeps) {
        let weapon = g.weapon(at);
        is_armed |= weapon.main;
        weapon.abilities.iter().copied().for_each(&mut visit);
    }
    if !is_armed && figures.unarmed && hands.main.is_none() {
        g.weapon(0).abilities.iter().copied().for_each(&mut visit);
    }
    figures.abilities.iter().copied().for_each(&mut visit);
    if is_human {
        g.special.iter().copied().filter(|at| !figures.abilities.contains(at)).for_each(visit);
    }
}

/// The same, each once, listed by what it is for.
#[inline]
pub fn repertoire<'g>(g: &'g Setup, s: &State, who: Id) -> &'g Repertoire {
    let now = s.creature(who);
    let way = match now.worn.last() {
        Some(worn) => MOST_SETS + usize::from(worn.form),
        // A set that there is not is the first.
        None => Some(usize::from(now.set)).filter(|set| *set < MOST_SETS).unwrap_or(0),
    };
    g.repertoire(who, way)
}

/// Works out what follows from sheets, forms and abilities.
pub fn derive(g: &mut Setup) {
    g.derive();
    let listed = |figures: &Figures, set: usize, is_human: bool| {
        let mut listed = Repertoire::default();
        let visit = |what: u8| listed.learn(what, g.ability(what));
        each_with(g, figures, in_set(figures, set), is_human, visit);
        listed
    };
    let mut all = Vec::new();
    for who in g.ids() {
        let sheet = g.sheet(who);
        all.extend((0..MOST_SETS).map(|set| listed(&sheet.own, set, sheet.kind == Kind::Pc)));
        all.extend((0u8..).take(g.forms.len()).map(|form| listed(g.shaped(who, form), 0, false)));
    }
    g.repertoires = all;
}

/// Special actions are for player characters in their own form. (`action.special`)
fn is_human(g: &Setup, s: &State, who: Id) -> bool {
    g.sheet(who).kind == Kind::Pc && s.creature(who).worn.is_empty()
}

/// Can somebody do that at all?
#[inline]
pub fn can(g: &Setup, s: &State, who: Id, ability: u8) -> bool {
    // Whatever is listed can be done; what is not may be done with bare hands all the same.
    repertoire(g, s, who).knows(ability) || can_besides(g, s, who, ability)
}

/// The same, asked of all that somebody has.
#[inline(never)]
fn can_besides(g: &Setup, s: &State, who: Id, ability: u8) -> bool {
    let figures = bodies::figures(g, s, who);
    let hands = hands(g, s, who);
    let has = |abilities: &[u8]| abilities.contains(&ability);
    let of = |weapon: Option<u8>| !figures.keeps && weapon.is_some_and(|at| has(&g.weapon(at).abilities));
    of(hands.main)
        || of(hands.off)
        || has(&figures.abilities)
        || hands.main.is_none() && figures.unarmed && has(&g.weapon(0).abilities)
        || g.ability(ability).special && is_human(g, s, who)
}

/// What an ability asks for that somebody does not have.
pub fn lacks(g: &Setup, s: &State, who: Id, ability: &Ability) -> Option<Requirement> {
    if ability.requires.is_empty() {
        return None;
    }
    let Hands { main, off } = hands(g, s, who);
    let two = main.is_some_and(|at| g.weapon(at).hands >= 2);
    ability.requires.iter().find(|requirement| match requirement {
        Requirement::MeleeWeapon => !wields_melee(g, s, who),
        Requirement::Shield => off.is_none_or(|at| g.weapon(at).parry <= 0),
        Requirement::FreeHand => main.is_some() && (off.is_some() || two),
    })
}

/// What it costs; nothing for a minion, unless the ability says so. (`ruling.energy`, `summon.no-energy`)
pub fn energy(g: &Setup, who: Id, ability: &Ability) -> i16 {
    if g.minions.has(who) && !ability.minions_pay { 0 } else { ability.energy }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Sigil;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::Worn;
    use crate::rules::tests::MENAGERIE;

    pub fn a_repertoire_lists_what_each_ability_is_for() {
        let encounters = [ENCOUNTERS, &[MENAGERIE]].concat();
        skirmish_kernel::conformance::moments::<Sigil>(&encounters, |g, s| {
            let ways = (0u8..6).map(|set| (set, None)).chain((0u8..).take(g.forms.len()).map(|form| (0, Some(form))));
            for (who, (set, form)) in g.ids().flat_map(|who| ways.clone().map(move |way| (who, way))) {
                let mut s = s.clone();
                let creature = s.creature_mut(who);
                creature.set = set;
                creature.worn = form.map(|form| Worn { form, kept: 1 }).into_iter().collect();
                is_listed(g, &s, who);
            }
        });
    }

    fn is_listed(g: &Setup, s: &State, who: Id) {
        let (can, mut all) = (repertoire(g, s, who), Vec::new());
        each(g, s, who, |what| {
            if !all.contains(&what) {
                all.push(what);
            }
        });
        assert_eq!(can.all, all, "{who:?}");
        let those = |fits: fn(&Ability) -> bool| -> Vec<u8> {
            all.iter().copied().filter(|what| fits(g.ability(*what))).collect()
        };
        assert_eq!(can.attacks, those(Ability::is_attack));
        assert_eq!(can.harms, those(Ability::harms));
        assert_eq!(can.mends, those(Ability::mends));
        assert_eq!(can.calls, those(|ability| ability.summons().is_some() || ability.shapes()));
        assert_eq!(can.bolsters, those(Ability::bolsters));
        assert_eq!(can.waits, those(Ability::waits));
        for what in (0u8..).take(g.abilities.len()) {
            assert_eq!(super::can(g, s, who, what), can_besides(g, s, who, what), "{who:?} {what}");
        }
    }
}
