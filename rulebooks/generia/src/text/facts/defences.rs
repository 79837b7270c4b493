//! What bears on how an attack is met.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Fact, Id, Itemised, RuleId, Terms};

use super::{advantage, cost_facts, edge_facts, price_of_reaction, signed};
use crate::catalogue::rule;
use crate::model::{Arm, DefenceKind, Defend, Incoming, Setup, State};
use crate::rules::attack::roll::is_outreached;
use crate::rules::defence::{self, Roll};
use crate::rules::edge::Edge;
use crate::rules::{magic, position};

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
    let weapon = g.weapon(held.weapon);
    let against = |is_so: bool| if is_so { -1 } else { 0 };
    let unproficient = (rule::SHEET_PROFICIENCY, "not proficient", against(!held.proficient));
    let outreached = is_outreached(g, s, who, held, weapon, incoming.by);
    let short = (rule::TAG_SHORT, "against a longer weapon", against(outreached));
    let cramped =
        (rule::CONDITION_CONFINED, "no room for a long weapon", against(position::is_cramped(g, s, who, weapon)));
    let scores = [tag, unproficient, short, cramped].into_iter().filter(|(.., score)| *score != 0);
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
    let mut facts = vec![price_of_reaction(ability)];
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::Embedded;

    use super::*;
    use crate::Generia;
    use crate::model::Means;

    /// A knife against a sword, and a staff between two walls.
    const NARROW: [Embedded; 2] = [
        Embedded {
            name: "knife",
            text: "rulebook = \"generia\"\n[map]\nwidth = 4\nheight = 3\n\
                   [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\nweapons = [\"knife\"]\n\
                   [[combatant]]\nname = \"Bran\"\ncreature = \"tanky-fighter\"\nside = \"two\"\nat = \"C2\"\n",
        },
        Embedded {
            name: "staff",
            text: "rulebook = \"generia\"\n[rules]\n\"position.conditions\" = \"on\"\n[map]\nwidth = 4\nheight = 1\n\
                   [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B1\"\nweapons = [\"quarterstaff\"]\n\
                   [[combatant]]\nname = \"Bran\"\ncreature = \"tanky-fighter\"\nside = \"two\"\nat = \"C1\"\n",
        },
    ];

    /// Whatever gives a parry or a block advantage or disadvantage is said before it is chosen.
    pub fn says_what_bears_on_a_parry_and_a_block() {
        let (mut short, mut cramped) = (0, 0);
        skirmish_kernel::conformance::moments::<Generia>(&NARROW, |g, s| {
            for (who, by) in g.ids().flat_map(|who| g.ids().map(move |by| (who, by))).filter(|(who, by)| who != by) {
                let incoming =
                    Incoming { by, on: who, total: Some(15), means: Means::Melee, parriable: true, again: false };
                let arms = defence::ready(g, s, who).flat_map(|(arm, ..)| [Defend::Parry(arm), Defend::Block(arm)]);
                for how in arms {
                    let (Some(kind), Defend::Parry(arm) | Defend::Block(arm)) = (how.kind(), how) else { continue };
                    let edge = defence::armed_edge(g, s, &Roll::against(&incoming, who), kind, arm);
                    let noted = edge.note(Check::<Itemised>::new(rule::DICE_PARRY, who, Dice::D12));
                    let told = defend(g, s, who, &incoming, how);
                    for term in noted.terms.list().iter().filter(|term| term.bearing == Bearing::Edge) {
                        assert!(told.iter().any(|fact| fact.rule == Some(term.rule)), "{who:?} {how:?}: {term:?}");
                        short += u32::from(term.rule == rule::TAG_SHORT);
                        cramped += u32::from(term.rule == rule::CONDITION_CONFINED);
                    }
                }
            }
        });
        assert!(short > 0 && cramped > 0, "{short} {cramped}");
    }
}
