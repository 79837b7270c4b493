//! What bears on a choice before it is made, how two combatants stand to each other, and what is on a sheet.

mod acts;
mod attack;
mod defences;
mod reach;
mod sheet;
mod stances;
#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_bookkit::facts;
use skirmish_kernel::{Bearing, Check, Fact, Id, Ids, Itemised, RuleId, Terms};

pub use reach::reach;
pub use sheet::sheet;

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Act, Ask, Choice, Condition, Drawn, Occasion, Setup, State};
use crate::rules::{concentration, lines, opportunity, score, zones};
use crate::text::words::{names, plural};

/// What bears on an answer: cost, range, what the die must not exceed, what it draws.
pub fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
    match (ask, choice) {
        (Ask::Ambush, Choice::Yes(yes)) => stances::ambush(*yes),
        (Ask::OnGuard, Choice::Guard(skill)) => stances::guard(g, who, *skill),
        (Ask::General, Choice::General(ability)) => stances::general(g, s, who, *ability),
        (Ask::Stance, Choice::Stance(stance)) => stances::stance(s, who, *stance),
        (Ask::Trade { foes }, Choice::Trade(with)) => stances::trade(g, *foes, *with),
        (Ask::Exchange { with, .. }, choice) => stances::exchange(g, s, who, *with, choice),
        (Ask::Answer { .. }, Choice::Act(Act::Attack(attack))) => attack::attack(g, s, who, *attack, Occasion::Answer),
        (Ask::Opportunity { drawn, .. }, Choice::Act(Act::Attack(attack))) => facts![
            Fact::by(rule::RULING_OPPORTUNITY, opening(*drawn)),
            ..attack::attack(g, s, who, *attack, Occasion::Opportunity),
        ],
        (_, Choice::Act(act)) => acts::act(g, s, who, *act),
        (Ask::Path { gait, .. }, Choice::Walk(steps)) => acts::walk(g, s, who, *gait, steps),
        (Ask::Defend(incoming), Choice::Defend(how)) => defences::defend(g, s, incoming, *how),
        (Ask::Keep { serial }, Choice::Yes(yes)) => kept(g, s, who, *serial, *yes),
        _ => Vec::new(),
    }
}

/// By what somebody lays itself open.
fn opening(drawn: Drawn) -> &'static str {
    match drawn {
        Drawn::Shot => "a shot at arm's length",
        Drawn::Spell => "magic at arm's length",
        Drawn::Leaving => "leaving without having disengaged",
        Drawn::Entering => "coming into reach",
    }
}

/// Holding on to what is kept up. (`magic.concentration`)
fn kept(g: &Setup, s: &State, who: Id, serial: u16, rolls: bool) -> Vec<Fact> {
    let Some(running) = s.effects.iter().find(|running| running.serial == serial) else { return Vec::new() };
    let name = &g.ability(running.ability).name;
    if !rolls {
        return vec![Fact::by(rule::DP_KEEP_EFFECT, format!("{name} ends"))];
    }
    let by = concentration::skill(g, who).unwrap_or(running.ability);
    facts![
        MAGIC_CONCENTRATION: "{name} ends if the check fails",
        ..check(g, s, &score::skill(g, s, who, rule::DICE_CONCENTRATION, by), &g.ability(by).name),
    ]
}

/// What a die must not exceed, and everything that makes it so; `skill` is what the score begins with.
fn check(g: &Setup, s: &State, check: &Check<Itemised>, skill: &str) -> Vec<Fact> {
    let most = check.terms.score();
    let strict = matches!(check.rule, rule::DICE_DEFEND | rule::DICE_ON_GUARD);
    let percent = score::faces(g, most, strict).saturating_mul(5);
    let mut facts = vec![Fact::by(check.rule, format!("a d20 must not exceed {most} ({percent} %)"))];
    let terms = check.terms.list().iter().filter(|term| term.bearing == Bearing::Score && term.value != 0);
    facts.extend(terms.map(|term| {
        let first = matches!(term.rule, rule::CHECK_FORMULA | rule::STRUCTURAL_SAVE);
        let text = if first {
            format!("{skill} {}", term.value)
        } else {
            format!("{} {:+}", bearing(s, check.who, term.rule), term.value)
        };
        Fact::by(term.rule, text)
    }));
    facts
}

/// What makes a score better or worse, in a few words.
fn bearing(s: &State, who: Id, by: RuleId) -> String {
    let word = match by {
        rule::ATTACK_WEAPON_STATS => "the weapon",
        rule::CALLED_TABLE => "the location",
        rule::RANGED_STEPS => "the range",
        rule::RANGED_IN_MELEE => "a foe at hand",
        rule::RANGED_INTO_MELEE => "no clear shot",
        rule::CONDITION_MODIFIERS if s.marks.damaged.has(who) => Condition::Damaged.word(),
        rule::CONDITION_MODIFIERS => s.creature(who).condition.word(),
        rule::RULING_STATES => "prone or blinded",
        rule::FLANK_STANDARD => "flanked",
        rule::GENERAL_DEFEND => "a general defence",
        rule::DIFFICULTY_STACK | rule::DP_STRUCTURAL | rule::DP_SEARCH_KNOWN => "circumstances",
        rule::AVERSION_MODIFIER => "the size of what comes",
        rule::RUSH => "rushed",
        rule::ON_GUARD_PENALTY => "failures in this segment",
        rule::ARMOUR_DRAWBACK => "armour",
        _ => return CATALOGUE.rule(by).title.to_lowercase(),
    };
    word.to_owned()
}

/// `costs 2 of 4 actions`
fn costs(s: &State, who: Id, cost: u8) -> Fact {
    let left = s.creature(who).actions;
    let text = match (cost, left) {
        (0, _) => "costs no action".to_owned(),
        (cost, left) => format!("costs {cost} of {}", plural(i32::from(left), "action")),
    };
    Fact::by(rule::ROUND_POOL, text)
}

fn yards(n: i32) -> String {
    plural(n, "yard")
}

/// Who may strike at somebody for laying itself open; nothing where nobody can.
fn struck(g: &Setup, by: RuleId, strikers: Ids) -> Option<Fact> {
    (!strikers.is_empty()).then(|| Fact::by(by, format!("gives an opening to {}", names(g, strikers))))
}

/// How one combatant stands to another.
pub fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    if g.opposed(from, to) && s.marks.concealed.has(to) {
        return vec![Fact::by(rule::RULING_CONCEALMENT, "not to be seen")];
    }
    let foes = from != to && g.opposed(from, to);
    facts![
        _: ("{} away", yards(lines::between(s, from, to))),
        ATTACK_STEPS: "there is no line in between" if !lines::has_line(g, s, from, to),
        ..foes.then(|| against(g, s, from, to)).into_iter().flatten(),
    ]
}

/// Who of two foes threatens the other, and what a shot would meet.
fn against(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
    let name = |id: Id| g.sheet(id).name.as_str();
    let threats = [(from, to), (to, from)].into_iter().filter(|(by, on)| zones::threatened_by(g, s, *on).has(*by));
    let threat = |(by, on)| Fact::by(rule::RULING_THREAT_ZONE, format!("{} threatens {}", name(by), name(on)));
    facts![
        ..threats.map(threat),
        RANGED_INTO_MELEE: "no clear shot" if lines::is_hindered(g, s, from, to),
        FLANK_STANDARD: ("{} is flanked", name(to)) if zones::is_flanked(g, s, from, to),
        RULING_OPPORTUNITY: ("{} could strike if {} gave an opening", name(to), name(from))
            if opportunity::may_strike(g, s, to, from),
    ]
}
