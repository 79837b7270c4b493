//! What a spell, or a skill that is no blow, promises.

use std::cell::OnceCell;

use skirmish_kernel::{Id, Ids};

use super::estimate::{self, Mark};
use super::look;
use crate::model::{Ability, Act, CastCheck, Effect, Kind, Range, Setup, Slot, State, Target, Timing, Use};
use crate::rules::attack::Blow;
use crate::rules::lines;
use crate::rules::magic::{self, cast};

/// Calls `offer` with every such act that promises something, and what it promises.
pub(super) fn uses(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act, i64)) {
    let spent = s.creature(who).spent;
    if spent.attack && spent.utility {
        return;
    }
    let shooting = OnceCell::new();
    let shooting = || *shooting.get_or_init(|| shooters(g, s, who));
    let foes = g.foes(who).and(s.able);
    let friends = || -> Ids { g.ids().filter(|id| !g.foes(who).has(*id) && s.is_here(*id)).collect() };
    for Use { ability, for_foes, for_friends } in g.repertoire_of(who).uses.iter().copied() {
        let known = g.ability(ability);
        // Only what there is an action left for.
        let slots = [
            (known.is(Timing::Attack) && !spent.attack, Slot::Attack),
            (known.is(Timing::Utility) && !spent.utility, Slot::Utility),
        ];
        if slots.iter().all(|(yes, _)| !yes) {
            continue;
        }
        // What is kept up is worth more than what would replace it.
        if known.concentration && s.creature(who).concentration.len() >= magic::concentration::limit(g) {
            continue;
        }
        let on = match (for_foes, for_friends) {
            (true, true) => foes.or(friends()),
            (true, false) => foes,
            (false, _) => friends(),
        };
        let range = cast::range(g, s, who, known);
        // What is out of range is not weighed: it would be refused.
        let reaches = |target| !matches!(target, Target::Creature(on) if lines::between(g, s, who, on) > range);
        for slot in slots.into_iter().filter(|(yes, _)| *yes).map(|(_, slot)| slot) {
            for level in (1..=known.levels()).filter(|level| magic::can_pay(s, who, known, *level)) {
                for on in on.iter() {
                    let target = aim(g, s, who, known, on);
                    if reaches(target) {
                        let worth = worth(g, s, who, (ability, level), on, target, &shooting);
                        offer(Act::Use { ability, level, target, slot }, worth);
                    }
                }
            }
        }
    }
}

/// At the creature, at its cell, or around oneself.
fn aim(g: &Setup, s: &State, who: Id, known: &Ability, on: Id) -> Target {
    if known.range == Range::Own {
        Target::Nothing
    } else if known.area.is_some() || known.radius > 0 {
        Target::Cell(s.creature(on).at)
    } else if known.intercepts() && !g.opposed(on, who) {
        Target::Creature(who)
    } else {
        Target::Creature(on)
    }
}

/// What an ability at a level does on somebody; `shooting` says how many enemies shoot, which takes long to find.
fn worth(
    g: &Setup,
    s: &State,
    who: Id,
    (ability, level): (u8, u8),
    on: Id,
    target: Target,
    shooting: &dyn Fn() -> i32,
) -> i64 {
    let known = g.ability(ability);
    let foe = g.opposed(on, who);
    let mut sum = 0;
    for effect in &known.effects {
        sum += match effect {
            Effect::Damage { .. } if foe && s.is_able(on) => {
                let mark = Mark::of(g, s, who, on);
                estimate::blow(g, s, &Blow::cast(g, who, (ability, level), on), &mark)
            }
            Effect::Condition { kind, .. } if foe && s.is_able(on) => hinders(g, s, who, known, *kind, on),
            Effect::Heal(_) | Effect::HealAt(_) if !foe => {
                let wounds = s.creature(on).wounds;
                i64::from(wounds.light) * i64::from(level) * 3 * estimate::SURE
            }
            // Worth it before the blow that the penalty is for.
            Effect::Penalty if foe && s.is_able(on) && s.creature(on).penalty == 0 && !s.creature(who).spent.attack => {
                5 * estimate::SURE
            }
            Effect::Intercept { .. } if !foe => i64::from(shooting()) * 6 * estimate::SURE,
            _ => 0,
        };
    }
    let everybody = if known.radius > 0 { balance(g, s, who, known, target) } else { 1 };
    let price = i64::from(known.mana_at(level)) + i64::from(known.energy) * 2;
    sum * everybody - price * estimate::SURE
}

/// What a condition does to somebody who has not got it yet.
fn hinders(g: &Setup, s: &State, who: Id, known: &Ability, kind: Kind, on: Id) -> i64 {
    let foe = s.creature(on);
    let heavier = kind == Kind::Frightened && foe.has(Kind::Panicked);
    if foe.has(kind) || heavier {
        return 0;
    }
    let full = match kind {
        // It hinders shots, and what is thrown against them.
        Kind::Blinded if !look::keeps_away(g, s, on) => 1,
        Kind::Prone | Kind::Restrained | Kind::Stunned | Kind::Panicked => 7,
        Kind::OffBalance if foe.has(Kind::Prone) => 0,
        // The harm of one turn and of some that follow, a tier at a time.
        Kind::Bleeding | Kind::Burning | Kind::Poisoned => 6,
        _ => 4,
    };
    let fails = match known.check.save() {
        Some(save) => SAVE_MIDDLE - i64::from(g.sheet(on).modifier(save)) + i64::from(bonus(g, s, who, known)),
        None => 20,
    };
    full * estimate::SURE * fails.clamp(1, 19) / 20
}

/// Of twenty faces, those that fail a save against 10 when neither side has a bonus.
const SAVE_MIDDLE: i64 = 9;

fn bonus(g: &Setup, s: &State, who: Id, known: &Ability) -> i32 {
    match known.check {
        CastCheck::Attack(of, _) | CastCheck::Determined(of, _) | CastCheck::DeterminedPlus(of, _) => {
            magic::quality(g, s, who, of)
        }
        CastCheck::Fixed(dc, _) => dc.saturating_sub(10),
        CastCheck::Sure | CastCheck::Projectile(_) | CastCheck::Defence(..) => 0,
    }
}

/// Enemies less twice the friends that a radius would meet.
fn balance(g: &Setup, s: &State, who: Id, known: &Ability, target: Target) -> i64 {
    let met = cast::targets(g, s, who, known, target);
    let able = met.iter().filter(|id| s.is_able(**id));
    able.map(|id| if !g.opposed(*id, who) { -2 } else { 1 }).sum::<i64>().max(0)
}

/// Enemies whose projectiles may come.
fn shooters(g: &Setup, s: &State, who: Id) -> i32 {
    let able = g.foes(who).iter().filter(|foe| s.is_able(*foe) && lines::has_line_to(g, s, *foe, who));
    able.filter(|foe| look::keeps_away(g, s, *foe)).count() as i32
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::{aim, shooters, uses, worth};
    use crate::Generia;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Ability, Act, Slot, Spent};
    use crate::rules::judge::judge_act;

    /// Of everybody's abilities, on everybody, at every level.
    pub fn what_is_not_offered_promises_nothing_or_is_refused() {
        let (mut left_out, mut refused) = (0, 0);
        skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
            for who in g.ids().filter(|who| s.is_able(*who)) {
                let s = &mut s.clone();
                let creature = s.creature_mut(who);
                (creature.energy, creature.mana) = (g.sheet(who).energy, g.sheet(who).mana);
                creature.spent = Spent { in_turn: true, ..Spent::default() };
                let s = &*s;
                let mut offered = Vec::new();
                uses(g, s, who, &mut |act, _| offered.push(act));
                for ability in g.sheet(who).abilities.iter().copied() {
                    let known: &Ability = g.ability(ability);
                    let slots = [Slot::Attack, Slot::Utility].into_iter();
                    let ways = slots.flat_map(|slot| (1..=known.levels()).map(move |level| (slot, level)));
                    for ((slot, level), on) in ways.flat_map(|way| g.ids().map(move |on| (way, on))) {
                        let target = aim(g, s, who, known, on);
                        let act = Act::Use { ability, level, target, slot };
                        let is_kept = known.concentration && !s.creature(who).concentration.is_empty();
                        if offered.contains(&act) || is_kept {
                            continue;
                        }
                        let promises = worth(g, s, who, (ability, level), on, target, &|| shooters(g, s, who)) > 0;
                        let is_legal = judge_act(g, s, who, &act).is_ok();
                        assert!(!promises || !is_legal, "{who:?} on {on:?}: {}", known.name);
                        left_out += 1;
                        refused += u32::from(promises);
                    }
                }
            }
        });
        assert!(left_out > 1_000 && refused > 100, "{left_out} {refused}");
    }
}
