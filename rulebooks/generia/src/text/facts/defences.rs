//! What bears on how an attack is met.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Fact, Id, Itemised, RuleId, Terms};

use super::{advantage, cost_facts, edge_facts, signed};
use crate::catalogue::rule;
use crate::model::{Arm, DefenceKind, Defend, Incoming, Setup, State};
use crate::rules::defence::{self, Roll};
use crate::rules::edge::Edge;
use crate::rules::magic;

/// The value, what the die must show, what it is good for.
pub fn defend(g: &Setup, s: &State, who: Id, incoming: &Incoming, how: Defend) -> Vec<Fact> {
    let (who, how) = match how {
        Defend::MountParry(_) | Defend::MountBlock(_) => defence::answered(s, incoming, how),
        _ => (who, how),
    };
    match how {
        Defend::MountParry(_) | Defend::MountBlock(_) => Vec::new(),
        Defend::No => vec![Fact::by(rule::MELEE_FAILED_DEFENCE, "the blow comes through")],
        Defend::Dodge => dodge(g, s, who, incoming),
        Defend::Parry(arm) | Defend::Block(arm) => armed(g, s, who, incoming, how, g.arm(who, arm).0),
        Defend::Spell(ability, level) => spell(g, s, who, incoming, ability, level),
    }
}

/// A parry or a block: its die, what speaks for the arm and against it, and what it is good for.
fn armed(g: &Setup, s: &State, who: Id, incoming: &Incoming, how: Defend, held: &Arm) -> Vec<Fact> {
    let parries = matches!(how, Defend::Parry(_));
    let (kind, by, value, score) = match parries {
        true => (DefenceKind::Parry, rule::SHEET_PARRY, held.parry, held.parry_score),
        false => (DefenceKind::Block, rule::SHEET_BLOCK, held.block, held.block_score),
    };
    let scored_by = defence::scored_by(kind, g.weapon(held.weapon));
    let what = match scored_by {
        rule::TAG_PARRY => "parrying weapon",
        rule::TAG_SHIELD => "shield",
        _ => "by its sheet",
    };
    let tag = (scored_by, what, score);
    let check = defence::hindrances(s, who, Check::<Itemised>::new(by, who, Dice::D12).plus(by, value));
    let check = if parries { defence::shocked(g.fighter(s, who), check) } else { check };
    let mut facts = thrown(incoming, by, &check, &defence::edge(g, s, &Roll::against(incoming, who), kind));
    let unproficient = (rule::SHEET_PROFICIENCY, "not proficient", if held.proficient { 0 } else { -1 });
    let scores = [tag, unproficient].into_iter().filter(|(.., score)| *score != 0);
    facts.extend(scores.map(|(rule, what, score)| Fact::by(rule, format!("{what}: {}", advantage(score)))));
    match parries {
        true => facts.extend(partly(g, incoming, check.terms.sum())),
        false => facts.push(Fact::by(rule::BLOCK_SUCCESS, format!("takes {} off the damage", held.strength))),
    }
    facts
}

/// What a parry that reaches is good for: all of it, or a zone of one's own and a second die.
fn partly(g: &Setup, incoming: &Incoming, sum: i32) -> Option<Fact> {
    // Where no d12 is enough there is nothing to say of how well it goes.
    let perfect = g.rules.parry_perfect_face;
    let enough = incoming.total.is_none_or(|total| total.saturating_sub(sum) <= 12);
    enough.then(|| Fact::by(rule::PARRY_PERFECT, format!("perfect from {perfect} on; below, a zone and a second die")))
}

fn dodge(g: &Setup, s: &State, who: Id, incoming: &Incoming) -> Vec<Fact> {
    let (check, edge) = defence::dodge_check::<Itemised>(g, s, &Roll::against(incoming, who));
    let mounted = who != incoming.on || s.creature(who).mount.is_some();
    let by = if mounted { rule::MOUNT_DODGE } else { rule::DODGE_ROLL };
    let mut facts = thrown(incoming, by, &check, &edge);
    if mounted {
        facts.push(Fact::by(rule::MOUNT_DODGE, "from the saddle: DEX of the mount, PER, and Riding"));
    }
    facts
}

/// The die with everything that is added, what it must show, what speaks for and against it.
fn thrown(incoming: &Incoming, by: RuleId, check: &Check<Itemised>, edge: &Edge) -> Vec<Fact> {
    let sum = check.terms.sum();
    let mut facts = vec![Fact::by(by, format!("d12{}", signed(sum)))];
    facts.extend(needs(incoming, sum));
    let own = [by, rule::DODGE_ROLL, rule::MOUNT_DODGE, rule::DICE_EASED];
    let hindered = check.terms.list().iter().filter(|term| term.bearing == Bearing::Flat && term.value != 0);
    let hindered = hindered.filter(|term| !own.contains(&term.rule));
    facts.extend(hindered.map(|term| Fact::by(term.rule, format!("{}: {:+}", super::title(term.rule), term.value))));
    facts.extend(edge_facts(edge));
    facts
}

/// What is to be reached.
fn needs(incoming: &Incoming, value: i32) -> Vec<Fact> {
    let Some(total) = incoming.total else {
        return vec![Fact::by(rule::ATTACK_ONE_DEFENCE, "what it must reach is not known yet")];
    };
    let text = match total.saturating_sub(value) {
        ..=1 => format!("must reach {total}: any d12 is enough"),
        least @ 2..=12 => format!("must reach {total}: {least} on the d12"),
        _ => format!("must reach {total}: no d12 is enough"),
    };
    vec![Fact::by(rule::ATTACK_ONE_DEFENCE, text)]
}

fn spell(g: &Setup, s: &State, who: Id, incoming: &Incoming, index: u8, level: u8) -> Vec<Fact> {
    let ability = g.ability(index);
    let mut facts = vec![Fact::by(rule::REACTION_PER_TURN, "uses the reaction of this turn")];
    facts.extend(cost_facts(rule::UPCAST_COST, ability.energy, ability.mana_at(level)));
    let roll = Roll::against(incoming, who);
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
