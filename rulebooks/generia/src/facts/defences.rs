//! What bears on how an attack is met.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Fact, Id, Itemised, RuleId, Terms};

use super::{advantage, cost_facts, edge_facts, signed};
use crate::ability::DefenceKind;
use crate::actions::{Defend, Incoming};
use crate::defence::{self, Roll};
use crate::magic;
use crate::rules::rule;
use crate::setup::Setup;
use crate::state::State;

/// The value, what the die must show, what it is good for.
pub fn defend(g: &Setup, s: &State, who: Id, incoming: &Incoming, how: Defend) -> Vec<Fact> {
    let (who, how) = match how {
        Defend::MountParry(_) | Defend::MountBlock(_) => crate::defence::answered(s, incoming, how),
        _ => (who, how),
    };
    match how {
        Defend::MountParry(_) | Defend::MountBlock(_) => Vec::new(),
        Defend::No => vec![Fact::by(rule::MELEE_FAILED_DEFENCE, "the blow comes through")],
        Defend::Dodge => dodge(g, s, who, incoming),
        Defend::Parry(arm) => {
            let held = g.arm(who, arm).0;
            let mut facts = bodily(g, s, who, incoming, DefenceKind::Parry, (rule::SHEET_PARRY, held.parry));
            score(&mut facts, rule::TAG_PARRY, held.parry_score);
            score(&mut facts, rule::SHEET_PROFICIENCY, if held.proficient { 0 } else { -1 });
            let perfect = g.rules.parry_perfect_face;
            facts.push(Fact::by(rule::PARRY_PERFECT, format!("perfect on a {perfect}; else a zone and a second die")));
            facts
        }
        Defend::Block(arm) => {
            let held = g.arm(who, arm).0;
            let mut facts = bodily(g, s, who, incoming, DefenceKind::Block, (rule::SHEET_BLOCK, held.block));
            score(&mut facts, rule::TAG_SHIELD, held.block_score);
            score(&mut facts, rule::SHEET_PROFICIENCY, if held.proficient { 0 } else { -1 });
            facts.push(Fact::by(rule::BLOCK_SUCCESS, format!("takes {} off the damage", held.strength)));
            facts
        }
        Defend::Spell(ability, level) => spell(g, s, who, incoming, ability, level),
    }
}

fn score(facts: &mut Vec<Fact>, rule: RuleId, value: i32) {
    if value != 0 {
        facts.push(Fact::by(rule, advantage(value)));
    }
}

fn dodge(g: &Setup, s: &State, who: Id, incoming: &Incoming) -> Vec<Fact> {
    let total = incoming.total.unwrap_or(0);
    let roll = Roll { who, on: incoming.on, by: incoming.by, means: incoming.means, total };
    let (check, edge) = defence::dodge_check::<Itemised>(g, s, &roll);
    let mounted = who != incoming.on || s.creature(who).mount.is_some();
    let by = if mounted { rule::MOUNT_DODGE } else { rule::DODGE_ROLL };
    let mut facts = vec![Fact::by(by, format!("d12{}", signed(check.terms.sum())))];
    facts.extend(needs(incoming, check.terms.sum()));
    if mounted {
        facts.push(Fact::by(by, "from the saddle: DEX of the mount, PER, and Riding"));
    }
    let flat = check.terms.list().iter().filter(|term| term.bearing == Bearing::Flat);
    let hindered = flat.filter(|term| ![by, rule::DICE_EASED].contains(&term.rule));
    facts.extend(hindered.map(|term| Fact::by(term.rule, format!("{}: {:+}", super::title(term.rule), term.value))));
    facts.extend(edge_facts(&edge));
    facts
}

fn bodily(
    g: &Setup,
    s: &State,
    who: Id,
    incoming: &Incoming,
    kind: DefenceKind,
    (by, value): (RuleId, i32),
) -> Vec<Fact> {
    let total = incoming.total.unwrap_or(0);
    let roll = Roll { who, on: incoming.on, by: incoming.by, means: incoming.means, total };
    let edge = defence::edge(g, s, &roll, kind);
    let check = Check::<Itemised>::new(by, who, Dice::D12).plus(by, value);
    let check = defence::hindrances(s, who, check);
    let mut facts = needs(incoming, check.terms.sum());
    facts.insert(0, Fact::by(by, format!("d12{}", signed(check.terms.sum()))));
    let hindered = check.terms.list().iter().filter(|term| term.rule != by);
    facts.extend(hindered.map(|term| Fact::by(term.rule, format!("{}: {:+}", super::title(term.rule), term.value))));
    facts.extend(edge_facts(&edge));
    facts
}

/// What is to be reached.
fn needs(incoming: &Incoming, value: i32) -> Vec<Fact> {
    let Some(total) = incoming.total else {
        return vec![Fact::by(rule::ATTACK_ONE_DEFENCE, "what it must reach is not known yet")];
    };
    let text = match total.saturating_sub(value) {
        ..=1 => format!("must reach {total}: it cannot fail"),
        least @ 2..=12 => format!("must reach {total}: {least} on the d12"),
        _ => format!("must reach {total}: no d12 is enough"),
    };
    vec![Fact::by(rule::ATTACK_ONE_DEFENCE, text)]
}

fn spell(g: &Setup, s: &State, who: Id, incoming: &Incoming, index: u8, level: u8) -> Vec<Fact> {
    let ability = g.ability(index);
    let mut facts = vec![Fact::by(rule::REACTION_PER_TURN, "uses the reaction of this turn")];
    facts.extend(cost_facts(rule::UPCAST_COST, ability.energy, ability.mana_at(level)));
    let total = incoming.total.unwrap_or(0);
    let roll = Roll { who, on: incoming.on, by: incoming.by, means: incoming.means, total };
    if let Some(check) = magic::spell_defence::<Itemised>(g, s, &roll, index) {
        let value = check.terms.sum();
        facts.push(Fact::by(rule::SPELL_SD, format!("d12{}", signed(value))));
        facts.extend(needs(incoming, value));
        facts.extend(edge_facts(&magic::spell_edge(g, s, &roll)));
    }
    let protection = magic::protection(g, index, level);
    if !protection.is_empty() {
        facts.push(Fact::by(rule::UPCAST_EFFECT, format!("takes {protection} off the damage")));
    }
    facts
}
