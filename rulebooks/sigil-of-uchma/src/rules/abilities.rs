//! What somebody can do with what is in hand, and what it takes. (`ruling.basic-attack`, `transform.abilities`, `action.special`)

use skirmish_kernel::Id;

use crate::model::{Ability, Hands, Kind, Requirement, Setup, State, Weapon};
use crate::rules::bodies::{self, Party};

/// What is in somebody's hands now; a two-handed weapon, and the first natural one of somebody without hands, is in the main hand.
#[inline]
pub fn hands(g: &Setup, s: &State, who: Id) -> Hands {
    of(&Party::of(g, s, who))
}

/// What is in the hands of somebody who has been looked up.
#[inline]
pub fn of(who: &Party<'_>) -> Hands {
    let sets = &who.figures.sets;
    let set = if who.now.worn.is_empty() { usize::from(who.now.set) } else { 0 };
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
    match hands(g, s, who).main {
        Some(weapon) => g.weapon(weapon).abilities.first().copied(),
        None if bodies::figures(g, s, who).unarmed => g.weapon(0).abilities.first().copied(),
        None => None,
    }
}

/// Calls `visit` with everything that somebody can do: with what is in hand, of its own, and what everybody may.
pub fn each(g: &Setup, s: &State, who: Id, mut visit: impl FnMut(u8)) {
    let figures = bodies::figures(g, s, who);
    let weapons = held(g, s, who);
    let mut is_armed = false;
    for weapon in weapons {
        is_armed |= weapon.main;
        weapon.abilities.iter().copied().for_each(&mut visit);
    }
    if !is_armed && figures.unarmed && hands(g, s, who).main.is_none() {
        g.weapon(0).abilities.iter().copied().for_each(&mut visit);
    }
    figures.abilities.iter().copied().for_each(&mut visit);
    if is_human(g, s, who) {
        g.special.iter().copied().filter(|at| !figures.abilities.contains(at)).for_each(visit);
    }
}

/// Special actions are for player characters in their own form. (`action.special`)
fn is_human(g: &Setup, s: &State, who: Id) -> bool {
    g.sheet(who).kind == Kind::Pc && s.creature(who).worn.is_empty()
}

/// Can somebody do that at all?
#[inline]
pub fn can(g: &Setup, s: &State, who: Id, ability: u8) -> bool {
    let figures = bodies::figures(g, s, who);
    let hands = hands(g, s, who);
    let has = |abilities: &[u8]| abilities.contains(&ability);
    let of = |weapon: Option<u8>| weapon.is_some_and(|at| has(&g.weapon(at).abilities));
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
