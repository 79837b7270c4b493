//! What bears on how an attack is met.

use skirmish_bookkit::facts;
use skirmish_kernel::{Fact, Id, Itemised};

use super::attack::dice;
use super::{check, costs};
use crate::catalogue::rule;
use crate::model::{Defend, Incoming, Setup, State};
use crate::rules::{damage, effects, score};

/// Cost, score, what may break, what it ends.
pub fn defend(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Vec<Fact> {
    let who = incoming.on;
    match how {
        Defend::None => undefended(g, s, incoming),
        Defend::Guard { arm } => {
            let Some(guard) = s.creature(who).guard else { return Vec::new() };
            let last = g.rules.on_guard_failures - i32::from(guard.failed) == 1;
            facts![
                ON_GUARD_TRIGGER: "costs nothing", ..checked(g, s, incoming, guard.skill, arm, true),
                ON_GUARD_END: "one more failure ends the On-Guard" if last,
            ]
        }
        Defend::Skill { ability, arm } => {
            let cost = u8::try_from(g.rules.defend_actions).unwrap_or(u8::MAX);
            facts![costs(s, who, cost), ..checked(g, s, incoming, ability, arm, false)]
        }
    }
}

/// Letting it through: what is thrown then, and against what.
fn undefended(g: &Setup, s: &State, incoming: &Incoming) -> Vec<Fact> {
    let Some(row) = g.row(incoming.by, incoming.row) else { return Vec::new() };
    let flat = row.flat.saturating_add(i16::from(incoming.leap));
    let (dice, rating) = (dice(row.dice, flat), damage::rating(g, s, incoming.on, row.harm));
    facts![DAMAGE_PASSIVE: ("{dice} {} against {rating}, unless it is aimed at a weapon or a gap", row.harm)]
}

fn checked(g: &Setup, s: &State, incoming: &Incoming, ability: u8, arm: Option<u8>, guard: bool) -> Vec<Fact> {
    let Some(row) = g.row(incoming.by, incoming.row) else { return Vec::new() };
    let roll = score::defence::<Itemised>(g, s, incoming, row, ability, arm, guard);
    facts![
        ..check(g, s, &roll, &g.ability(ability).name),
        ..arm.map(|arm| may_break(g, s, incoming, arm)).into_iter().flatten(),
        GENERAL_DEFEND: "ends the general defence" if s.creature(incoming.on).general.is_some(),
    ]
}

/// What averts may have to save, if it has stopped the attack. (`aversion.structural`)
fn may_break(g: &Setup, s: &State, incoming: &Incoming, arm: u8) -> Vec<Fact> {
    let who: Id = incoming.on;
    let Some(row) = g.row(incoming.by, incoming.row) else { return Vec::new() };
    let Some((strength, said)) = effects::due(g, s, who, arm, row) else { return Vec::new() };
    let name = g.arm_name(who, arm);
    facts![
        AVERSION_STRUCTURAL: "{name} breaks unless it saves, even if it stops the attack",
        ..check(g, s, &score::structural(who, strength, said), &name),
    ]
}
