//! What bears on what is announced: ambush, On-Guard, general defences, stances, trades.

use skirmish_bookkit::facts;
use skirmish_kernel::{Fact, Id, Ids};

use super::{attack, check, costs};
use crate::catalogue::rule;
use crate::model::{Act, Choice, Mode, Occasion, Segment, Setup, Stance, State};
use crate::rules::score;
use crate::text::words::{names, plural};

/// Striking out of hiding, or not. (`ruling.ambush-declared`)
pub fn ambush(yes: bool) -> Vec<Fact> {
    facts![
        RULING_CONCEALMENT: "stays hidden" if !yes,
        AMBUSH_SURPRISED: "who has not noticed the ambusher loses the round to a blow in Ambush" if yes,
        RULING_CONCEALMENT: "is seen when the segment of the attack is over" if yes,
    ]
}

/// What On-Guard costs, and what it is good for. (`on-guard.announce`)
pub fn guard(g: &Setup, who: Id, skill: Option<u8>) -> Vec<Fact> {
    let Some(skill) = skill else { return facts![DEFEND_COST: "each defence costs an action"] };
    let r = &g.rules;
    let score = g.sheet(who).skill(skill).map_or(0, |skill| skill.score);
    let name = &g.ability(skill).name;
    facts![
        ON_GUARD_COST: ("costs {} at once", plural(r.on_guard_actions, "action")),
        ON_GUARD_SAME_SKILL: "{name} {score} against each attack that this answers, for nothing",
        ON_GUARD_PENALTY: ("each failure takes {} off for the segment", r.on_guard_step),
        ON_GUARD_END: ("over after {}", plural(r.on_guard_failures, "failure")),
        ON_GUARD_STANCE: "not Aggressive in this round",
    ]
}

/// What a general defence costs, and what it takes off. (`general-defend`)
pub fn general(g: &Setup, s: &State, who: Id, ability: Option<u8>) -> Vec<Fact> {
    let Some(ability) = ability else { return Vec::new() };
    let known = g.ability(ability);
    let cost = u8::try_from(g.rules.general_defend_actions).unwrap_or(u8::MAX);
    let attacks = if known.general == Some(Mode::Ranged) { "shots" } else { "blows" };
    let points = g.sheet(who).skill(ability).map_or(0, |skill| skill.points);
    facts![
        costs(s, who, cost),
        ..check(g, s, &score::skill(g, s, who, rule::DICE_GENERAL_DEFEND, ability), &known.name),
        GENERAL_DEFEND: "{attacks} are {points} worse in this round",
        GENERAL_DEFEND: "over with any other defence",
    ]
}

/// What a stance means in this segment. (`stance.order`)
pub fn stance(s: &State, who: Id, stance: Stance) -> Vec<Fact> {
    match stance {
        Stance::None => Vec::new(),
        Stance::Aggressive => facts![
            STANCE_AGGRESSIVE_FIRST: "acts before everybody else",
            STANCE_AGGRESSIVE_NO_DEFEND: "no defence against foes who are Aggressive, too",
        ],
        Stance::Ready => facts![
            STANCE_ORDER: "acts after the Aggressive", STANCE_READY_CHOICE: "may answer attacks blow for blow",
        ],
        Stance::Defensive => facts![
            STANCE_ORDER: "acts after the Ready",
            RULING_DEFENSIVE_ALONE: "a late place and no more: it is not On-Guard" if s.creature(who).guard.is_none(),
        ],
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
    facts![
        STANCE_READY_CHOICE: ("one attack right after each of {}", names(g, with)) if !with.is_empty(),
        STANCE_READY_CHOICE: ("acts when {} can do no more", names(g, rest)) if !rest.is_empty(),
    ]
}

/// Striking at the same moment, or not. (`stance.aggressive.trade`)
pub fn exchange(g: &Setup, s: &State, who: Id, with: Id, choice: &Choice) -> Vec<Fact> {
    let undefended = Fact::by(rule::STANCE_AGGRESSIVE_NO_DEFEND, "neither can defend against the other");
    match choice {
        Choice::Act(Act::Attack(blow)) => facts![
            RULING_AGGRESSIVE_SIMULTANEOUS: ("is thrown beside {}'s, and both results stand", g.sheet(with).name),
            undefended, ..attack::attack(g, s, who, *blow, Occasion::Own),
        ],
        Choice::Act(Act::Step(_)) => facts![RULING_COMBAT_STEP: "brings it within reach first", undefended],
        _ => facts![STANCE_AGGRESSIVE_TRADE: "keeps the act for later in the pass", undefended],
    }
}
