//! Spells that are worth listing: each at everybody in range, with as much Energy as there is, and with the least.

use skirmish_grid::Facing;
use skirmish_kernel::Id;

use crate::model::{Act, Aim, Effect, Power, Setup, Shape, Spell, State};
use crate::rules::{bodies, sight};

pub(super) fn spells(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    for spell in &g.sheet(who).spells {
        one(g, s, who, *spell, offer);
    }
    for (item, charm) in s.held(who).filter_map(|(at, item)| Some((at, g.weapon(item.weapon).charm?))) {
        aims(g, s, who, g.spell(charm.spell), |at| {
            offer(Act::Cast { spell: charm.spell, power: charm.power, item: Some(item), at });
        });
    }
    for running in s.running.iter().filter(|running| running.caster == who) {
        aims(g, s, who, g.spell(running.spell), |at| offer(Act::Control { number: running.number, at }));
    }
}

fn one(g: &Setup, s: &State, who: Id, spell: u8, offer: &mut dyn FnMut(Act)) {
    let kind = g.spell(spell);
    aims(g, s, who, kind, |at| {
        for power in powers(g, s, who, kind, at).into_iter().flatten() {
            offer(Act::Cast { spell, power, item: None, at });
        }
    });
}

/// At whom, or whither, a spell may be aimed.
fn aims(g: &Setup, s: &State, who: Id, kind: &Spell, mut offer: impl FnMut(Aim)) {
    if kind.shape != Shape::Ball {
        Facing::ALL.map(Aim::Way).into_iter().for_each(offer);
        return;
    }
    let heals = matches!(kind.effect, Effect::Heal { .. });
    for on in s.everybody() {
        let known = sight::knows(g, s, who, on) <= sight::Knowledge::Concealed;
        let hurt = s.creature(on).hp < g.sheet(on).max_hp;
        if !known || heals == g.opposed(who, on) || heals && !hurt || !heals && on == who {
            continue;
        }
        offer(Aim::Creature(on));
        // Two in one space are one place.
        let first = s.everybody().find(|other| s.creature(*other).at == s.creature(on).at) == Some(on);
        if !heals && !kind.areas.is_empty() && first {
            offer(Aim::Cell(s.creature(on).at));
        }
    }
}

/// Energy for effect, duration, range and area: the least that reaches so far, with the strongest effect and the weakest.
fn powers(g: &Setup, s: &State, who: Id, kind: &Spell, at: Aim) -> [Option<Power>; 2] {
    if kind.fixed.is_some() {
        return [Some([0; 4]), None];
    }
    let feet = match at {
        Aim::Creature(on) => bodies::distance(g, s, who, on),
        Aim::Cell(cell) => bodies::distance_to(g, s, who, cell),
        _ => 0,
    };
    let near = feet <= g.sheet(who).reach.into();
    let step = kind.ranges.iter().position(|range| feet <= (*range).into());
    let range = match (near, step) {
        (true, _) => 0,
        (false, Some(step)) => step as u8 + 1,
        (false, None) => return [None, None],
    };
    let area = u8::from(matches!(at, Aim::Cell(_)));
    let duration = u8::from(kind.lasts && matches!(kind.effect, Effect::Afflict(_)));
    let rest = range + area + duration;
    let most = u8::try_from(g.sheet(who).spell_level).unwrap_or(0);
    let left = u8::try_from(s.creature(who).energy).unwrap_or(0).saturating_sub(rest).min(most);
    let with = |effect: u8| [effect, duration, range, area];
    [(left >= 1).then_some(with(left)), (left > 1).then_some(with(1))]
}
