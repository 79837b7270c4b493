//! What a fighter expects of an attack: chances by the book's pools, in parts of a million.

use skirmish_grid::Hex;
use skirmish_kernel::Id;

use crate::catalogue::HitRead;
use crate::model::{Act, Fighter, Figures, Flight, Kind, MOST_DICE, Pool, Setup, Sight, State, Target, What};
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
    let mut offence = offence(g, index, figures, act.swifts, (from, to));
    offence.dice += edge(g, &fighter, seen);
    let clear = i64::from(6 - seen.concealment.min(3)) * SURE / 6;
    hits(g, offence, reaction(&foe)) * clear / SURE * hit(g, index, figures, act.swifts.into(), &foe)
}

/// Is the same action worth no more than that, whatever stands between the two? Nothing is known of what is no ability, or aims at no
/// creature.
pub(super) fn is_no_more(g: &Setup, s: &State, who: Id, act: &Act, share: impl Fn(i64) -> i64, than: i64) -> bool {
    let (What::Ability(index), Target::Creature(target)) = (act.what, act.target) else { return false };
    let Some(attack) = g.attack(who, index) else { return false };
    let (figures, foe) = (attack.figures(act.cost), g.fighter(s, target));
    let hit = hit(g, index, figures, act.swifts.into(), &foe).max(0);
    let open = || {
        let offence = offence(g, index, figures, act.swifts, (s.creature(who).at, foe.now.at));
        hits(g, offence, reaction(&foe)).saturating_add(ROUNDED).min(SURE)
    };
    share(SURE * hit) <= than || share(open() * hit) <= than
}

/// More than all that is lost by rounding in a chance: with fewer dice less is rounded.
const ROUNDED: i64 = SURE / 1_000;

/// What is thrown to hit, where nothing stands between.
fn offence(g: &Setup, index: u8, figures: &Figures, swifts: u8, (from, to): (Hex, Hex)) -> Pool {
    let mut offence = figures.offensive.unwrap_or_default();
    offence.dice += figures.swift.offensive.dice * i32::from(swifts);
    offence.flat -= range_penalty(g, index, from, to);
    offence
}

fn reaction(foe: &Fighter) -> Pool {
    Pool { dice: 0, flat: foe.sheet.reaction() }
}

/// What a hit is worth: its expected damage, twice, and what else it does.
fn hit(g: &Setup, index: u8, figures: &Figures, swifts: i32, foe: &Fighter) -> i64 {
    let mut damage = figures.damage.unwrap_or_default();
    damage.dice += figures.swift.damage.dice * swifts;
    let dealt = (mean_doubled(damage) - 2 * i64::from(foe.sheet.soak)).max(2);
    // What is left of it counts no further than to the target's end; a fallen foe is worth half as much again.
    let left = 2 * i64::from(foe.now.hp.max(1));
    let kill = if dealt >= left { 3 } else { 2 };
    let extra = i64::from(figures.pushback / 5) + 2 * g.ability(index).inflicts.len() as i64;
    dealt.min(left) * kill + extra
}

fn edge(g: &Setup, fighter: &Fighter, seen: Sight) -> i32 {
    let against = seen.cover || fighter.has(Kind::Exhausted);
    if against { -g.rules.advantage_size } else { 0 }
}

fn range_penalty(g: &Setup, index: u8, from: Hex, to: Hex) -> i32 {
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
