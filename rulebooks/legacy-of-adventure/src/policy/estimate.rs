//! What a blow promises: twentieths of a chance times tenths of a hit.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Id, Sum, Terms};

use crate::model::{Attack, Defend, Incoming, Occasion, Row, Setup, Spot, State};
use crate::rules::judge::{judge_row, judge_spot, usual_spot};
use crate::rules::{damage, defence, score, zones};

/// Tenths of a hit that a blow costs on average, where it lands, after a leap of so many yards.
pub(super) fn harm(g: &Setup, s: &State, attack: Attack, row: &Row, leap: u8) -> i32 {
    let over =
        i32::from(row.flat) + i32::from(leap) - damage::rating(g, s, attack.on, damage::harm_through(row, attack.spot));
    let [first, second] = row.dice;
    match (first.count(), second.is_empty()) {
        (1, true) => {
            let sides = i32::from(first.sides()).max(1);
            let sum: i32 = (1..=sides).map(|face| (face + over).max(0)).sum();
            sum * 10 / sides
        }
        _ => (mean(first) + mean(second) + 10 * over).max(0),
    }
}

/// Ten times the mean of some dice.
fn mean(dice: Dice) -> i32 {
    if dice.is_empty() { 0 } else { i32::from(dice.count()) * (i32::from(dice.sides()) + 1) * 5 }
}

/// What an attack promises, for each action that it takes; what fells its target counts for more.
pub(super) fn worth(g: &Setup, s: &State, who: Id, attack: Attack) -> i32 {
    let Some(row) = g.row(who, attack.row) else { return 0 };
    let harm = harm(g, s, attack, row, 0);
    let check = score::attack::<Sum>(g, s, who, attack, row);
    // A weapon that leaves the hand is missed afterwards, if there is no other.
    let last = row.thrown && s.creature(who).held().all(|arm| Some(arm) == row.arm || g.arm(who, arm).shield);
    let harm = if last { harm / 3 } else { harm };
    let fells = harm >= i32::from(s.creature(attack.on).hits) * 10;
    let worth = score::faces(g, check.terms.score(), false) * harm / i32::from(row.usage.max(1));
    if fells { worth * 3 / 2 } else { worth }
}

/// The best allowed attack on somebody, with what is in hand.
pub(super) fn best_on(g: &Setup, s: &State, who: Id, on: Id, occasion: Occasion) -> Option<(Attack, i32)> {
    let mut best: Option<(Attack, i32)> = None;
    for (row, kind) in (0..).zip(g.rows(who)).filter(|(_, kind)| !kind.leaps) {
        if judge_row(g, s, who, kind, on, occasion).is_err() {
            continue;
        }
        let usual = usual_spot(g, kind);
        let gap = Spot::Vulnerability;
        for spot in [Some(usual), (usual != gap).then_some(gap)].into_iter().flatten() {
            let attack = Attack { row, on, spot };
            if judge_spot(g, s, who, kind, attack).is_err() {
                continue;
            }
            let worth = worth(g, s, who, attack);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((attack, worth));
            }
        }
    }
    best
}

/// What the best blow of a foe would promise against somebody, wherever both stand and whatever the segment.
pub(super) fn threat(g: &Setup, s: &State, foe: Id, on: Id) -> i32 {
    let rows = (0..).zip(g.rows(foe)).filter(|(_, row)| !row.leaps && zones::is_in_hand(g, s, foe, row));
    rows.map(|(at, row)| worth(g, s, foe, Attack { row: at, on, spot: usual_spot(g, row) })).max().unwrap_or(0)
}

/// The best way of meeting an attack, and how many faces of the die it holds on.
pub(super) fn best_defence(g: &Setup, s: &State, incoming: &Incoming) -> Option<(Defend, i32)> {
    let mut best: Option<(Defend, i32)> = None;
    let row = g.row(incoming.by, incoming.row)?;
    defence::options(g, s, incoming, |how| {
        let (ability, arm, guard) = match (how, s.creature(incoming.on).guard) {
            (Defend::Guard { arm }, Some(held)) => (held.skill, arm, true),
            (Defend::Skill { ability, arm }, _) => (ability, arm, false),
            _ => return,
        };
        let check = score::defence::<Sum>(g, s, incoming, row, ability, arm, guard);
        let faces = score::faces(g, check.terms.score(), true);
        // What costs nothing comes first.
        let rank = |how: &Defend, faces: i32| (matches!(how, Defend::Guard { .. }), faces);
        if best.is_none_or(|(old, most)| rank(&how, faces) > rank(&old, most)) {
            best = Some((how, faces));
        }
    });
    best
}
