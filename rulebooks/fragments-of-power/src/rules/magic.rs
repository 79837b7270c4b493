//! Spells and powers. (`cast`, `cast.*`, `control`, `attack.spell`, `spell.*`, `focus`)

use arrayvec::ArrayVec;
use skirmish_grid::Square;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms};

use crate::catalogue::{CritSpells, rule};
use crate::model::{
    Aim, Attribute, Defense, Effect, Event, Lasting, Plight, Power, Running, Setup, Shape, Spell, State, Trigger,
};
use crate::rules::area::{self, Region};
use crate::rules::attack::{self, Outcome};
use crate::rules::edge::Edges;
use crate::rules::ground::ice;
use crate::rules::{OrHalt, Table, conditions, damage, edge, judge, lines, ready, sight};

/// A spell that somebody casts, or goes on with.
#[derive(Clone, Copy, Debug)]
pub struct Casting {
    /// Who.
    pub by: Id,
    /// Which spell.
    pub spell: u8,
    /// Energy for effect, duration, range and area.
    pub power: Power,
}

/// The Energy that a spell costs. (`cast.components`)
pub fn cost(spell: &Spell, power: Power) -> i32 {
    if spell.fixed.is_some() { 0 } else { power.iter().map(|part| i32::from(*part)).sum() }
}

/// How strong its effect is.
pub fn strength(spell: &Spell, power: Power) -> u8 {
    spell.fixed.unwrap_or(power[0])
}

/// Feet that it reaches. (`cast.components`)
pub fn range(g: &Setup, by: Id, spell: &Spell, power: Power) -> i32 {
    match power[2] {
        0 => g.sheet(by).reach.into(),
        energy => spell.ranges.get(usize::from(energy) - 1).copied().unwrap_or(0).into(),
    }
}

/// Where it works, if it works in an area.
pub fn region(by: Id, spell: &Spell, power: Power, at: Aim) -> Option<Region> {
    match (spell.shape, at) {
        (Shape::Cone(feet), Aim::Way(way)) => Some(Region::Cone(by, way, feet)),
        (Shape::Line(feet), Aim::Way(way)) => Some(Region::Line(by, way, feet)),
        (Shape::Ball, Aim::Cell(cell)) => {
            let feet = spell.areas.get(usize::from(power[3].checked_sub(1)?))?;
            Some(Region::Blast(cell, *feet))
        }
        _ => None,
    }
}

/// Casts a spell: Energy is spent, hit or miss. (`cast`, `cast.item`)
pub fn cast<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Casting, item: Option<u8>, at: Aim) -> OrHalt<T> {
    let Casting { by, spell, power } = what;
    let kind = g.spell(spell);
    let energy = if item.is_some() { 0 } else { cost(kind, power) };
    let creature = s.creature_mut(by);
    creature.energy = creature.energy.saturating_sub(i16::try_from(energy).unwrap_or(i16::MAX));
    if kind.once
        && let Some(nth) = g.sheet(by).spells.iter().position(|known| *known == spell)
    {
        creature.powers |= 1 << (nth as u32 % 32);
    }
    t.tell(|| Event::Cast { who: by, spell, power, energy, item: item.is_some(), aim: at });
    // What is readied may put the target out of reach, or the caster. (`ruling.interrupted-move`)
    let still = |s: &State| judge::aimed(g, s, by, kind, power, at).is_ok() && judge::can_still_act(s, by).is_ok();
    ready::around(g, s, t, (Trigger::Casts, by), still, |s, t| {
        let until = conditions::after_rounds(s, by, power[1]).filter(|_| kind.control && power[1] > 0);
        if let Some(until) = until.filter(|_| !s.running.is_full()) {
            let number = s.number();
            s.running.push(Running { number, spell, caster: by, power, until, used: true, controlled: false });
        }
        work(g, s, t, what, at)
    })
}

/// A spell that goes on does what it does, once more. (`control`)
pub fn control<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, number: u8, at: Aim) -> OrHalt<T> {
    let Some(running) = s.running.iter_mut().find(|running| running.number == number && running.caster == by) else {
        return Ok(());
    };
    (running.used, running.controlled) = (true, true);
    let what = Casting { by, spell: running.spell, power: running.power };
    t.tell(|| Event::Controlled { who: by, spell: what.spell });
    work(g, s, t, what, at)
}

/// What a spell does where it is aimed.
fn work<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Casting, at: Aim) -> OrHalt<T> {
    let by = what.by;
    t.scope(s, |s, t| match region(by, g.spell(what.spell), what.power, at) {
        Some(region) => in_area(g, s, t, what, region),
        None => match at {
            Aim::Creature(on) => on_one(g, s, t, what, on),
            Aim::Cell(cell) => {
                t.tell(|| Event::Guessed { who: by, at: cell });
                if let Some(on) = sight::hidden_in(g, s, by, cell) {
                    return on_one(g, s, t, what, on);
                }
                t.throw([check(g, rule::DICE_ATTACK, by, edge::dice(-1))], |_| ())?;
                t.tell(|| Event::StruckNothing { by, at: cell });
                Ok(())
            }
            Aim::Way(_) | Aim::Them => Ok(()),
        },
    })
}

/// The throw of a spell attack. (`attack.spell`)
fn check<M: Terms>(g: &Setup, why: RuleId, by: Id, dice: Dice) -> Check<M> {
    let check = attack::rolled(g, why, by, dice, (Attribute::Ess, rule::ATTACK_SPELL));
    check.noting(rule::ATTACK_SPELL_EQUAL, 0, Bearing::Idle)
}

/// What it must reach.
pub fn goal(g: &Setup, s: &State, on: Id, defense: Defense) -> i32 {
    match defense {
        Defense::Physical => attack::physical(g, s, on),
        Defense::Mental => g.sheet(on).mental_defense.into(),
    }
}

fn on_one<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Casting, on: Id) -> OrHalt<T> {
    let (by, kind) = (what.by, g.spell(what.spell));
    let Some(defense) = kind.attack else {
        return effect(g, s, t, what, &[(on, Outcome { hit: true, critical: false })], None).map(|_| ());
    };
    let goal = goal(g, s, on, defense);
    let edges = edge::of_spell(g, s, by, on, lines::cover_for::<T::Terms>(g, s, by, on), false);
    let aimed = if defense == Defense::Physical { rule::SHEET_PHYSICAL_DEFENSE } else { rule::SHEET_MENTAL_DEFENSE };
    let critical = if doubles(g, kind) { rule::ATTACK_CRITICAL } else { rule::RULING_SPELL_CRITICAL };
    let throw = edges
        .note(g, check(g, rule::DICE_ATTACK, by, edges.dice(g)))
        .noting(aimed, goal, Bearing::Goal)
        .noting(critical, 0, Bearing::Idle);
    let out = t.throw([throw], |[d]| of_spell(g, kind, attack::outcome_of_spell(&g.rules, d, goal)))?;
    out.tell(t, by, on);
    attack::count(s, by);
    attack::after(g, s, t, by, on, out.hit);
    if out.hit { effect(g, s, t, what, &[(on, out)], None).map(|_| ()) } else { Ok(()) }
}

/// What a throw means for a spell, which not every critical success doubles.
fn of_spell(g: &Setup, spell: &Spell, out: Outcome) -> Outcome {
    Outcome { critical: out.critical && doubles(g, spell), ..out }
}

/// Does a critical success double what a spell does? (`ruling.spell-critical`)
fn doubles(g: &Setup, spell: &Spell) -> bool {
    spell.doubles || g.rules.crit_spells == CritSpells::Always
}

fn in_area<T: Table>(g: &Setup, s: &mut State, t: &mut T, what: Casting, region: Region) -> OrHalt<T> {
    let (by, kind) = (what.by, g.spell(what.spell));
    let caught = area::targets(g, s, region, kind.attack.is_some(), |s, on| match kind.attack {
        Some(defense) => {
            (edge::of_spell(g, s, by, on, region.cover::<T::Terms>(g, s, on), true), goal(g, s, on, defense))
        }
        None => (Edges::default(), i32::MIN),
    });
    let met: area::Met = if kind.attack.is_none() {
        caught.iter().map(|(on, ..)| (*on, Outcome { hit: true, critical: false })).collect()
    } else if caught.is_empty() {
        area::Met::new()
    } else {
        let plain = || check(g, rule::DICE_AREA, by, Dice::D20);
        let met = area::attack(g, s, t, by, plain, &caught, attack::outcome_of_spell)?;
        attack::count(s, by);
        met.into_iter().map(|(on, out)| (on, of_spell(g, kind, out))).collect()
    };
    let rolled = effect(g, s, t, what, &met, Some(region))?;
    strike_ice(g, s, t, kind, region, rolled)
}

/// Squares of ice in an area; those of the first hundred feet or so.
fn icy(g: &Setup, s: &State, region: Region) -> ArrayVec<Square, 128> {
    let some = if g.ground.brittle == 0 { 0 } else { 128 };
    let icy = g.ground.board.cells().filter(|cell| g.ground.at(*cell).ice > 0 && region.covers(g, s, *cell));
    icy.take(some).collect()
}

/// What it does to ice in the area. (`ice.object`)
fn strike_ice<T: Table>(g: &Setup, s: &mut State, t: &mut T, spell: &Spell, region: Region, rolled: i32) -> OrHalt<T> {
    let Effect::Harm { harm, .. } = spell.effect else { return Ok(()) };
    for cell in icy(g, s, region) {
        ice::strike(g, s, t, cell, rolled, harm)?;
    }
    Ok(())
}

/// What a spell does to everybody whom it has met; its dice are thrown once. Gives what they have shown. (`spell.evoke-fire`, `spell.freeze`, `spell.mend`)
fn effect<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    what: Casting,
    met: &[(Id, Outcome)],
    area: Option<Region>,
) -> OrHalt<T, i32> {
    let Casting { by, spell, power } = what;
    if met.is_empty() && area.is_none_or(|region| icy(g, s, region).is_empty()) {
        return Ok(0);
    }
    let mut shown = 0;
    let kind = g.spell(spell);
    let strength = strength(kind, power);
    let count = |dice: u8| i32::from(dice) * i32::from(strength);
    match &kind.effect {
        Effect::Harm { dice: each, sides, harm, burns } => {
            let check = |dice, _| Check::new(rule::DICE_DAMAGE, by, dice);
            let rolled = damage::throw(t, count(*each), (*sides).into(), check)?;
            shown = rolled;
            for (on, out) in met {
                damage::deal(g, s, t, *on, out.of(&g.rules, rolled), *harm, why(kind));
                if burns.is_some_and(|from| strength >= from) && s.creature(*on).is_here() {
                    conditions::set(s, t, *on, Plight::OnFire, true, rule::SPELL_EVOKE_FIRE);
                }
            }
        }
        Effect::Afflict(levels) => {
            let worst = levels.iter().filter(|(from, _)| *from <= strength).map(|(_, kind)| *kind).next_back();
            for (on, _) in met {
                let rounds = power[1].max(1);
                let until = conditions::after_rounds(s, by, rounds);
                if let Some(worst) = worst {
                    let new = Lasting { kind: worst, toward: None, until };
                    conditions::afflict(g, s, t, *on, new, rounds, why(kind));
                }
            }
        }
        Effect::Heal { dice: each, sides } => {
            let check = |dice, _| Check::new(rule::DICE_HEAL, by, dice);
            let rolled = damage::throw(t, count(*each), (*sides).into(), check)?;
            for (on, _) in met {
                damage::heal(g, s, t, *on, rolled, rule::SPELL_MEND);
            }
        }
    }
    Ok(shown)
}

/// The rule of a spell.
fn why(spell: &Spell) -> RuleId {
    match &spell.effect {
        Effect::Harm { .. } if spell.fixed.is_some() => rule::BREATH_FIRE,
        Effect::Harm { .. } => rule::SPELL_EVOKE_FIRE,
        Effect::Afflict(_) => rule::SPELL_FREEZE,
        Effect::Heal { .. } => rule::SPELL_MEND,
    }
}

/// Gathers Energy. (`focus`)
pub fn focus<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let sheet = g.sheet(who);
    let points = sheet.bonus(Attribute::Ess) / g.rules.focus_divisor.max(1);
    let creature = s.creature_mut(who);
    let room = i32::from(sheet.max_energy) - i32::from(creature.energy);
    let points = points.min(room.max(0));
    creature.energy = creature.energy.saturating_add(i16::try_from(points).unwrap_or(0));
    t.tell(|| Event::Gathered { who, points });
}
