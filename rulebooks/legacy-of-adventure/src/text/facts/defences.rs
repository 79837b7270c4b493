//! What bears on how an attack is met.

use skirmish_kernel::{Fact, Id, Itemised};

use super::attack::dice;
use super::{check, costs};
use crate::catalogue::rule;
use crate::model::{Defend, Incoming, Setup, State};
use crate::rules::{damage, effects, score};
use crate::text::words::arm_name;

/// Cost, score, what may break, what it ends.
pub fn defend(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Vec<Fact> {
    let who = incoming.on;
    match how {
        Defend::None => undefended(g, s, incoming),
        Defend::Guard { arm } => {
            let Some(guard) = s.creature(who).guard else { return Vec::new() };
            let mut facts = vec![Fact::by(rule::ON_GUARD_TRIGGER, "costs nothing")];
            facts.extend(checked(g, s, incoming, guard.skill, arm, true));
            let left = g.rules.on_guard_failures - i32::from(guard.failed);
            if left == 1 {
                facts.push(Fact::by(rule::ON_GUARD_END, "one more failure ends the On-Guard"));
            }
            facts
        }
        Defend::Skill { ability, arm } => {
            let cost = u8::try_from(g.rules.defend_actions).unwrap_or(u8::MAX);
            let mut facts = vec![costs(s, who, cost)];
            facts.extend(checked(g, s, incoming, ability, arm, false));
            facts
        }
    }
}

/// Letting it through: what is thrown then, and against what.
fn undefended(g: &Setup, s: &State, incoming: &Incoming) -> Vec<Fact> {
    let Some(row) = g.row(incoming.by, incoming.row) else { return Vec::new() };
    let rating = damage::rating(g, s, incoming.on, row.harm);
    let text = format!(
        "{} {} against {rating}, unless it is aimed at a weapon or a gap",
        dice(row.dice, row.flat),
        row.harm.word()
    );
    vec![Fact::by(rule::DAMAGE_PASSIVE, text)]
}

fn checked(g: &Setup, s: &State, incoming: &Incoming, ability: u8, arm: Option<u8>, guard: bool) -> Vec<Fact> {
    let roll = score::defence::<Itemised>(g, s, incoming, ability, arm, guard);
    let mut facts = check(g, s, &roll, &g.ability(ability).name);
    if let Some(arm) = arm {
        facts.extend(may_break(g, s, incoming, arm));
    }
    if s.creature(incoming.on).general.is_some() {
        facts.push(Fact::by(rule::GENERAL_DEFEND, "ends the general defence"));
    }
    facts
}

/// What averts may have to save, if it has stopped the attack. (`aversion.structural`)
fn may_break(g: &Setup, s: &State, incoming: &Incoming, arm: u8) -> Vec<Fact> {
    let who: Id = incoming.on;
    let Some(row) = g.row(incoming.by, incoming.row) else { return Vec::new() };
    let strength = g.arm(who, arm).strength_save;
    let (Some(strength), Some(said)) = (strength, effects::is_due(g, s, who, arm, row)) else { return Vec::new() };
    let name = arm_name(g, who, arm);
    let text = format!("{name} breaks unless it saves, even if it stops the attack");
    let mut facts = vec![Fact::by(rule::AVERSION_STRUCTURAL, text)];
    facts.extend(check(g, s, &score::structural(who, strength, said), &name));
    facts
}
