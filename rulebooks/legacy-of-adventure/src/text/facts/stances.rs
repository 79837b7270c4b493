//! What bears on what is announced: ambush, On-Guard, general defences, stances, trades.

use skirmish_kernel::{Fact, Id, Ids};

use super::{attack, check, costs};
use crate::catalogue::rule;
use crate::model::{Act, Choice, Mode, Occasion, Segment, Setup, Stance, State};
use crate::rules::score;
use crate::text::words::{names, plural};

/// Striking out of hiding, or not. (`ruling.ambush-declared`)
pub fn ambush(yes: bool) -> Vec<Fact> {
    if !yes {
        return vec![Fact::by(rule::RULING_CONCEALMENT, "stays hidden")];
    }
    vec![
        Fact::by(rule::AMBUSH_SURPRISED, "who has not noticed the ambusher loses the round to a blow in Ambush"),
        Fact::by(rule::RULING_CONCEALMENT, "is seen when the segment of the attack is over"),
    ]
}

/// What On-Guard costs, and what it is good for. (`on-guard.announce`)
pub fn guard(g: &Setup, who: Id, skill: Option<u8>) -> Vec<Fact> {
    let Some(skill) = skill else { return vec![Fact::by(rule::DEFEND_COST, "each defence costs an action")] };
    let r = &g.rules;
    let score = g.sheet(who).skill(skill).map_or(0, |skill| skill.score);
    let name = &g.ability(skill).name;
    vec![
        Fact::by(rule::ON_GUARD_COST, format!("costs {} at once", plural(r.on_guard_actions, "action"))),
        Fact::by(
            rule::ON_GUARD_SAME_SKILL,
            format!("{name} {score} against each attack that this answers, for nothing"),
        ),
        Fact::by(rule::ON_GUARD_PENALTY, format!("each failure takes {} off for the segment", r.on_guard_step)),
        Fact::by(rule::ON_GUARD_END, format!("over after {}", plural(r.on_guard_failures, "failure"))),
        Fact::by(rule::ON_GUARD_STANCE, "not Aggressive in this round"),
    ]
}

/// What a general defence costs, and what it takes off. (`general-defend`)
pub fn general(g: &Setup, s: &State, who: Id, ability: Option<u8>) -> Vec<Fact> {
    let Some(ability) = ability else { return Vec::new() };
    let known = g.ability(ability);
    let cost = u8::try_from(g.rules.general_defend_actions).unwrap_or(u8::MAX);
    let attacks = if known.general == Some(Mode::Ranged) { "shots" } else { "blows" };
    let points = g.sheet(who).skill(ability).map_or(0, |skill| skill.points);
    let mut facts = vec![costs(s, who, cost)];
    facts.extend(check(g, s, &score::skill(g, s, who, rule::DICE_GENERAL_DEFEND, ability), &known.name));
    facts.push(Fact::by(rule::GENERAL_DEFEND, format!("{attacks} are {points} worse in this round")));
    facts.push(Fact::by(rule::GENERAL_DEFEND, "over with any other defence"));
    facts
}

/// What a stance means in this segment. (`stance.order`)
pub fn stance(s: &State, who: Id, stance: Stance) -> Vec<Fact> {
    match stance {
        Stance::None => Vec::new(),
        Stance::Aggressive => vec![
            Fact::by(rule::STANCE_AGGRESSIVE_FIRST, "acts before everybody else"),
            Fact::by(rule::STANCE_AGGRESSIVE_NO_DEFEND, "no defence against foes who are Aggressive, too"),
        ],
        Stance::Ready => vec![
            Fact::by(rule::STANCE_ORDER, "acts after the Aggressive"),
            Fact::by(rule::STANCE_READY_CHOICE, "may answer attacks blow for blow"),
        ],
        Stance::Defensive => {
            let mut facts = vec![Fact::by(rule::STANCE_ORDER, "acts after the Ready")];
            if s.creature(who).guard.is_none() {
                facts.push(Fact::by(rule::RULING_DEFENSIVE_ALONE, "a late place and no more: it is not On-Guard"));
            }
            facts
        }
        Stance::Hold => vec![hold(s, who)],
    }
}

/// What it can still wait for. (`stance.hold`)
fn hold(s: &State, who: Id) -> Fact {
    let left = i32::from(s.creature(who).actions);
    let later: Vec<&str> = Segment::ALL.iter().filter(|later| **later > s.segment).map(|later| later.word()).collect();
    if later.is_empty() {
        return Fact::by(rule::RULING_HOLD_LAST, format!("{} lost: no segment is left", plural(left, "action")));
    }
    let later = skirmish_kernel::words::either(&later);
    Fact::by(rule::STANCE_HOLD, format!("does not act in {}; may in {later}, if it is called", s.segment.word()))
}

/// Whom one answers, and whom one lets finish. (`stance.ready.choice`)
pub fn trade(g: &Setup, foes: Ids, with: Ids) -> Vec<Fact> {
    let (with, rest) = (foes.and(with), foes.without(with));
    let mut facts = Vec::new();
    if !with.is_empty() {
        let text = format!("one attack right after each of {}", names(g, with));
        facts.push(Fact::by(rule::STANCE_READY_CHOICE, text));
    }
    if !rest.is_empty() {
        facts.push(Fact::by(rule::STANCE_READY_CHOICE, format!("acts when {} can do no more", names(g, rest))));
    }
    facts
}

/// Striking at the same moment, or not. (`stance.aggressive.trade`)
pub fn exchange(g: &Setup, s: &State, who: Id, with: Id, choice: &Choice) -> Vec<Fact> {
    let undefended = Fact::by(rule::STANCE_AGGRESSIVE_NO_DEFEND, "neither can defend against the other");
    match choice {
        Choice::Act(Act::Attack(blow)) => {
            let text = format!("is thrown beside {}'s, and both results stand", g.sheet(with).name);
            let mut facts = vec![Fact::by(rule::RULING_AGGRESSIVE_SIMULTANEOUS, text), undefended];
            facts.extend(attack::attack(g, s, who, *blow, Occasion::Own));
            facts
        }
        Choice::Act(Act::Step(_)) => {
            vec![Fact::by(rule::RULING_COMBAT_STEP, "brings it within reach first"), undefended]
        }
        _ => vec![Fact::by(rule::STANCE_AGGRESSIVE_TRADE, "keeps the act for later in the pass"), undefended],
    }
}
