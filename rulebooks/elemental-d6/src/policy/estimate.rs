//! What a fighter expects of an attack: chances by the book's pools, in parts of a million.

use skirmish_kernel::Id;

use crate::catalogue::HitRead;
use crate::model::{Act, Fighter, Flight, Kind, MOST_DICE, Pool, Setup, Sight, State, Target, What};
use crate::rules::lines;

/// Certainty.
pub(super) const SURE: i64 = 1_000_000;

const SIZE: usize = MOST_DICE as usize + 1;

/// `LAW[n][k]`: the chance, in parts of a million, that k of n fair coins show heads.
static LAW: [[i64; SIZE]; SIZE] = law();

const fn law() -> [[i64; SIZE]; SIZE] {
    let mut law = [[0; SIZE]; SIZE];
    law[0][0] = SURE;
    let mut n = 1;
    while n < SIZE {
        let mut k = 0;
        while k <= n {
            let below = if k > 0 { law[n - 1][k - 1] } else { 0 };
            law[n][k] = (law[n - 1][k] + below) / 2;
            k += 1;
        }
        n += 1;
    }
    law
}

/// The chance that the attack's score reaches the defence's.
pub(super) fn hits(g: &Setup, attack: Pool, defence: Pool) -> i64 {
    if g.rules.hit_read == HitRead::Sum {
        // Sums: a straight line through the middle is good enough to choose by.
        let ahead = (attack.dice - defence.dice) * 7 + 2 * (attack.flat - defence.flat);
        return (SURE / 2 + i64::from(ahead) * SURE / 40).clamp(SURE / 50, SURE);
    }
    let size = |pool: Pool| pool.dice.clamp(0, MOST_DICE) as usize;
    let (n, m) = (size(attack), size(defence));
    let ahead = i64::from(attack.flat) - i64::from(defence.flat);
    let mut chance = 0;
    let mut below = 0; // chance that the defence scores at most `counted - 1`
    let mut counted = 0usize;
    for (score, part) in LAW[n].iter().enumerate().take(n + 1) {
        // The defence must not be above `score + ahead`.
        while (counted as i64) <= score as i64 + ahead && counted <= m {
            below += LAW[m][counted];
            counted += 1;
        }
        chance += part * below / SURE;
    }
    chance
}

/// Twice the mean of a damage roll.
fn mean_doubled(pool: Pool) -> i64 {
    i64::from(pool.dice.max(0)) * 7 + 2 * i64::from(pool.flat)
}

/// What an action at a creature is worth: expected damage times a million, against its Reaction.
pub(super) fn worth(g: &Setup, s: &State, who: Id, act: &Act) -> i64 {
    let What::Ability(index) = act.what else { return 0 };
    let target = match act.target {
        Target::Creature(target) => target,
        Target::Hex(hex) => match s.standing_in(hex) {
            Some(target) => target,
            None => return 0,
        },
        _ => return 0,
    };
    let Some(attack) = g.attack(who, index) else { return 0 };
    let figures = attack.figures(act.cost);
    let (fighter, foe) = (g.fighter(s, who), g.fighter(s, target));
    let (from, to) = (fighter.now.at, foe.now.at);
    let seen = lines::sight(g, s, who, from, to);
    let swifts = i32::from(act.swifts);
    let mut offence = figures.offensive.unwrap_or_default();
    offence.dice += figures.swift.offensive.dice * swifts + edge(g, &fighter, seen);
    offence.flat -= range_penalty(g, index, from, to);
    let reaction = Pool { dice: 0, flat: foe.sheet.reaction() };
    let mut damage = figures.damage.unwrap_or_default();
    damage.dice += figures.swift.damage.dice * swifts;
    let dealt = (mean_doubled(damage) - 2 * i64::from(foe.sheet.soak)).max(2);
    // What is left of it counts no further than to the target's end; a fallen foe is worth half as much again.
    let left = 2 * i64::from(foe.now.hp.max(1));
    let kill = if dealt >= left { 3 } else { 2 };
    let clear = i64::from(6 - seen.concealment.min(3)) * SURE / 6;
    let extra = i64::from(figures.pushback / 5) + 2 * g.ability(index).inflicts.len() as i64;
    hits(g, offence, reaction) * clear / SURE * (dealt.min(left) * kill + extra)
}

fn edge(g: &Setup, fighter: &Fighter, seen: Sight) -> i32 {
    let against = seen.cover || fighter.has(Kind::Exhausted);
    if against { -g.rules.advantage_size } else { 0 }
}

fn range_penalty(g: &Setup, index: u8, from: skirmish_grid::Hex, to: skirmish_grid::Hex) -> i32 {
    let ability = g.ability(index);
    let excess = i32::from(lines::hexes(from, to)) * 5 - ability.range;
    if ability.delivery.has_increments() && excess > 0 {
        (excess + g.rules.range_step - 1) / g.rules.range_step
    } else {
        0
    }
}

/// What an incoming attack is expected to cost, against a defence; `spoiled` by a Dodge or not.
pub(super) fn threat(g: &Setup, s: &State, flight: &Flight, target: Id, defence: Pool, spoiled: bool) -> i64 {
    let What::Ability(index) = flight.act.what else { return 0 };
    let Some(attack) = g.attack(flight.owner, index) else { return 0 };
    let figures = attack.figures(flight.act.cost);
    let mut offence = figures.offensive.unwrap_or_default();
    let defender = g.fighter(s, target);
    let cover = lines::has_cover(g, s, flight.origin, defender.now.at);
    if spoiled || cover {
        offence.dice -= g.rules.advantage_size;
    }
    let damage = figures.damage.unwrap_or_default();
    let dealt = (mean_doubled(damage) - 2 * i64::from(defender.sheet.soak)).max(2);
    let deadly = if dealt >= 2 * i64::from(defender.now.hp) { 2 } else { 1 };
    hits(g, offence, defence) * dealt * deadly
}
