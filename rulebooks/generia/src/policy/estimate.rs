//! What a fighter expects: chances of one die with a score, and what an attack is worth. In parts of a thousand.

use skirmish_kernel::Id;

use crate::model::{Attribute, Defend, Incoming, Setup, State, Twist, Zone, mean_doubled};
use crate::rules::attack::Blow;
use crate::rules::{defence, lines, magic};

/// Certainty.
pub(super) const SURE: i64 = 1_000;

/// Sides of the die of every defence.
const SIDES: usize = 12;

/// More than so many dice on top of the first make no difference.
const MOST_DICE: usize = 6;

/// The chance that as many dice as its place says, and one more, all show one of so many faces.
static ALL_SHOW: [[i64; SIDES + 1]; MOST_DICE + 1] = {
    let mut all = [[0; SIDES + 1]; MOST_DICE + 1];
    let mut faces = 0;
    while faces <= SIDES {
        let (mut dice, mut chance) = (0, SURE);
        while dice <= MOST_DICE {
            chance = chance * faces as i64 / SIDES as i64;
            all[dice][faces] = chance;
            dice += 1;
        }
        faces += 1;
    }
    all
};

/// The chance that the die of a defence, with an advantage score, shows at least `face`.
pub(super) fn reaches(score: i32, face: i64) -> i64 {
    let below = (face - 1).clamp(0, SIDES as i64) as usize;
    let all_show = &ALL_SHOW[(score.unsigned_abs() as usize).min(MOST_DICE)];
    // The highest of several stays below only if all do; the lowest reaches it only if all do.
    if score >= 0 { SURE - all_show[below] } else { all_show[SIDES - below] }
}

/// The chance that a defence succeeds, roughly: what hinders it is counted, rarer things are not.
pub(super) fn defends(g: &Setup, s: &State, who: Id, how: Defend, total: i32) -> i64 {
    let creature = s.creature(who);
    let (value, score) = match how {
        Defend::No | Defend::MountParry(_) | Defend::MountBlock(_) => return 0,
        Defend::Dodge => (g.sheet(who).dodge, g.sheet(who).dodge_score),
        Defend::Parry(arm) => {
            let arm = g.arm(who, arm).0;
            (arm.parry, arm.parry_score)
        }
        Defend::Block(arm) => {
            let arm = g.arm(who, arm).0;
            (arm.block, arm.block_score)
        }
        Defend::Spell(index, _) => match g.ability(index).check {
            crate::model::CastCheck::Defence(first, second) => {
                let more = second.map_or(0, |of| magic::quality(g, s, who, of));
                (magic::quality(g, s, who, first).saturating_add(more), 0)
            }
            _ => return 0,
        },
    };
    let hindered = creature.conditions.iter().map(|condition| match condition.kind {
        crate::model::Kind::OffBalance | crate::model::Kind::Stunned => 1,
        crate::model::Kind::Prone | crate::model::Kind::Grappled | crate::model::Kind::Restrained => 2,
        _ => 0,
    });
    let score = score - hindered.sum::<i32>();
    reaches(score, i64::from(total) - i64::from(value) + i64::from(creature.penalty))
}

/// What is left of an attack of so much damage when it is met so: less is better.
pub(super) fn suffers(g: &Setup, s: &State, who: Id, incoming: &Incoming, damage: i64, how: Defend) -> i64 {
    // A mount that defends itself is ridden by whoever is asked.
    let (who, how) = match how {
        Defend::MountParry(_) | Defend::MountBlock(_) => defence::answered(s, incoming, how),
        _ => (who, how),
    };
    let total = incoming.total.unwrap_or(15);
    let holds = defends(g, s, who, how, total);
    let fails = (SURE - holds) * damage;
    let succeeds = match how {
        Defend::No | Defend::Dodge | Defend::MountParry(_) | Defend::MountBlock(_) => 0,
        Defend::Parry(arm) => {
            // Perfect from a face of 10; else the second die saves about half.
            let perfect = reaches(g.arm(who, arm).0.parry_score, i64::from(g.rules.parry_perfect_face)).min(holds);
            (holds - perfect) * damage * 2 / 5
        }
        Defend::Block(arm) => holds * (damage - i64::from(g.arm(who, arm).0.strength)).max(0),
        Defend::Spell(index, level) => {
            let taken = mean_doubled(magic::protection(g, index, level)) / 2;
            // Mana is worth something too.
            let price = i64::from(g.ability(index).mana_at(level)) * SURE / 2;
            holds * (damage - taken).max(0) + price
        }
    };
    // A good parry is worth more than it saves: something may follow.
    let bonus = if matches!(how, Defend::Parry(_)) { holds } else { 0 };
    fails + succeeds - bonus
}

/// The usual damage of somebody's best weapon.
pub(super) fn mean_damage(g: &Setup, s: &State, by: Id) -> i64 {
    g.armed(by, &s.creature(by).hands).damage
}

/// What makes somebody a good or a bad target of whoever attacks, whatever it is attacked with.
pub(super) struct Mark {
    /// Whoever lies there is left alone.
    is_out: bool,
    /// What an attack from behind gains.
    behind: i64,
    /// The better of dodge and parry.
    guard: i64,
    /// What a wound takes.
    threshold: i64,
    /// Wounds until it is down.
    left: i64,
}

impl Mark {
    /// Somebody as another sees it.
    pub(super) fn of(g: &Setup, s: &State, by: Id, on: Id) -> Self {
        let (target, wounds) = (g.sheet(on), s.creature(on).wounds);
        Self {
            is_out: wounds.is_out,
            behind: i64::from(lines::is_backstab(g, s, by, on)) * 3,
            guard: i64::from(target.dodge.max(best_parry(g, s, on))),
            threshold: i64::from(target.wound_threshold + target.armour(Zone::Torso)).max(1),
            left: i64::from((target.wound_limit - wounds.total()).max(1)),
        }
    }
}

/// What a blow is worth: the chance that it gets through a fair defence, times the wounds it would deal.
pub(super) fn blow(g: &Setup, s: &State, blow: &Blow, mark: &Mark) -> i64 {
    let (value, dice, flat) = match (blow.arm, blow.cast) {
        (Some(arm), _) => {
            let arm = g.arm(blow.by, arm).0;
            let (dice, flat) = g.thrown(arm.weapon);
            (arm.attack, dice, flat.saturating_add(arm.damage))
        }
        (None, Some((index, level))) => {
            let harming = magic::harming(g, s, blow.by, blow.on, index, level, Some(Zone::Torso));
            let value = crate::rules::attack::roll::spell_quality(g.ability(index).check);
            (value.map_or(0, |of| magic::quality(g, s, blow.by, of)), harming.dice, harming.flat)
        }
        (None, None) => return 0,
    };
    let careful = if blow.change.is(Twist::Careful) { g.sheet(blow.by).modifier(Attribute::Per) } else { 0 };
    let ahead = i64::from(value) + i64::from(careful) + mark.behind - mark.guard;
    // A d20 against a d12: about one in twenty for each point.
    let through = (SURE * 65 / 100 + ahead * SURE / 20).clamp(SURE / 20, SURE * 95 / 100);
    let damage = (mean_doubled(dice[0]) + mean_doubled(dice[1])) / 2 + i64::from(flat);
    let wounds = damage * 2 / mark.threshold;
    // Whoever is nearly down goes first.
    if mark.is_out { 0 } else { through * (damage + wounds * 10 + 20 / mark.left) }
}

fn best_parry(g: &Setup, s: &State, who: Id) -> i32 {
    g.armed(who, &s.creature(who).hands).parry
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::{SURE, reaches};

    pub fn one_die_with_a_score() {
        assert_eq!(reaches(0, 1), SURE);
        assert_eq!(reaches(0, 13), 0);
        assert_eq!(reaches(0, 7), 500);
        assert_eq!(reaches(1, 7), 750);
        assert_eq!(reaches(-1, 7), 250);
    }

    pub fn each_die_more_takes_its_part() {
        for (score, face) in (-9..=9).flat_map(|score| (-3..=20).map(move |face| (score, face))) {
            let below = (face - 1_i64).clamp(0, 12);
            let all = |faces: i64| (0..=i32::abs(score).min(6)).fold(SURE, |chance, _| chance * faces / 12);
            let wanted = if score >= 0 { SURE - all(below) } else { all(12 - below) };
            assert_eq!(reaches(score, face), wanted, "{score} {face}");
        }
    }
}
