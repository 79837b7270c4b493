//! Spells: who may cast them, how strong, and at what.

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_bookkit::refusals;
use skirmish_kernel::Id;

use super::deeds::{covered, effect, guess, target};
use crate::catalogue::{ControlLimit, rule};
use crate::model::{Aim, Effect, Power, Setup, Shape, Spell, State};
use crate::rules::{bodies, grapple, magic};

/// Is a spell known, and can that Energy be put into it? (`cast.components`, `cast.item`)
pub(super) fn known(g: &Setup, s: &State, by: Id, spell: u8, power: Power, item: Option<u8>) -> Verdict {
    if let Some(at) = item {
        let own = s.item(at).filter(|item| item.owner == Some(by));
        let charm = own.and_then(|item| g.weapon(item.weapon).charm);
        let same = charm.is_some_and(|charm| charm.spell == spell && charm.power == power);
        return refusals![
            ACTION_MUNDANE: "that is not in hand: drawing it takes an action" if own.is_some_and(|item| !item.held),
            CAST_ITEM: "the item fixes the spell and the Energy in each part of it" if !same,
        ];
    }
    let (sheet, kind) = (g.sheet(by), g.spell(spell));
    let Some(nth) = sheet.spells.iter().position(|known| *known == spell) else {
        return no(rule::CAST, "this spell is not known");
    };
    let used = kind.once && s.creature(by).powers >> (nth % 32) & 1 == 1;
    if used || kind.fixed.is_some() {
        return refusals![
            BREATH_FIRE: "this is done once in a turn" if used,
            CAST_COMPONENTS: "this takes no Energy: leave the numbers out" if power != [0; 4],
        ];
    }
    let [strength, duration, range, area] = power;
    let most = i32::from(power.into_iter().max().unwrap_or(0));
    let least = match &kind.effect {
        Effect::Afflict(levels) => levels.first().map(|(from, _)| *from),
        _ => None,
    };
    let (cost, has) = (magic::cost(kind, power), i32::from(s.creature(by).energy));
    refusals![
        CAST_COMPONENTS: "the arms are bound, and a spell takes one that moves"
            if sheet.hands > 0 && grapple::free_limbs(g, s, by).0 == 0,
        CAST_COMPONENTS: "the effect takes Energy, at least 1" if strength == 0,
        CAST_COMPONENTS: ("{} is more than spell level {} allows in one part", most, sheet.spell_level.into())
            if most > sheet.spell_level.into(),
        CAST_COMPONENTS: "this spell does not last: leave `duration` out" if duration > 0 && !kind.lasts,
        CAST_COMPONENTS: "no Energy makes this spell reach so far" if usize::from(range) > kind.ranges.len(),
        CAST_COMPONENTS: "no Energy makes the area of this spell so large" if usize::from(area) > kind.areas.len(),
        CAST_COMPONENTS: "this spell needs more Energy to have any effect" if least.is_some_and(|least| strength < least),
        CAST_COMPONENTS: "a condition takes Energy for `duration`, at least 1"
            if least.is_some() && duration == 0 && kind.lasts,
        CAST: ("this costs {} Energy, and {} is left", cost, has) if cost > has,
    ]
}

/// May somebody cast it so, at that?
pub(super) fn cast(g: &Setup, s: &State, by: Id, (spell, power): (u8, Power), item: Option<u8>, at: Aim) -> Verdict {
    known(g, s, by, spell, power, item)?;
    aimed(g, s, by, g.spell(spell), power, at)
}

const TOO_FAR: &str = "the target is {} feet away, and the range is {}";
const TOO_FAR_SO: &str =
    "the target is {} feet away, and the range is {}: `range 1`, or more, behind the Energy makes it longer";

/// Is it aimed as it must be, and not too far? (`cast`)
pub fn aimed(g: &Setup, s: &State, by: Id, kind: &Spell, power: Power, at: Aim) -> Verdict {
    let range = magic::range(g, by, kind, power);
    let more = usize::from(power[2]) < kind.ranges.len() && kind.fixed.is_none();
    let near =
        |feet: i32| refusals![CAST_COMPONENTS: (if more { TOO_FAR_SO } else { TOO_FAR }, feet, range) if feet > range];
    match (kind.shape, power[3], at) {
        (Shape::Cone(_) | Shape::Line(_), _, Aim::Way(_)) => Ok(()),
        (Shape::Cone(_) | Shape::Line(_), ..) => {
            no(rule::RULING_AREAS, "this goes in a direction: `toward north`, for example")
        }
        (Shape::Ball, 0, Aim::Creature(on)) if on == by && kind.attack.is_none() => Ok(()),
        (Shape::Ball, 0, Aim::Creature(_)) => {
            let on = target(g, s, by, at)?;
            near(bodies::distance(g, s, by, on))?;
            covered(g, s, by, on, kind.attack.is_some())
        }
        (Shape::Ball, 0, Aim::Cell(cell)) if kind.attack.is_some() => {
            guess(g, s, by, cell)?;
            near(bodies::distance_over(g, s, by, cell))
        }
        (Shape::Ball, 1.., Aim::Cell(cell)) => refusals![
            CAST: "that square is not on the map" if !g.ground.board.contains(cell),
            ..near(bodies::distance_over(g, s, by, cell)),
            ..effect(g, s, by, cell),
        ],
        (Shape::Ball, 0, _) => no(rule::CAST, "without Energy for `area` this meets one creature: `at NAME`"),
        (Shape::Ball, ..) => no(rule::CAST, "an area is aimed at a square: `in D7`, for example"),
    }
}

/// (`control`, `ruling.control`)
pub(super) fn control(g: &Setup, s: &State, by: Id, number: u8, at: Aim) -> Verdict {
    let Some(running) = s.running.iter().find(|running| running.number == number && running.caster == by) else {
        return no(rule::CONTROL, "no spell of that kind goes on");
    };
    let limit = g.rules.control_limit == ControlLimit::One;
    let used = running.used || limit && s.running.iter().any(|other| other.caster == by && other.controlled);
    must(!used, rule::RULING_CONTROL, "a spell is controlled on a later turn, and once in each")?;
    aimed(g, s, by, g.spell(running.spell), running.power, at)
}

/// (`focus`)
pub(super) fn focus(g: &Setup, s: &State, who: Id) -> Verdict {
    must(s.creature(who).energy < g.sheet(who).max_energy, rule::FOCUS, "no Energy is missing: all of it is there")
}
