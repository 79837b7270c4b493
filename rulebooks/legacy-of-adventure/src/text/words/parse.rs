//! Reading answers: unique prefixes suffice, and what is not understood is answered with the nearest words.

use skirmish_bookkit::answer::{cells, missing, nothing_more, one, one_cell, split, thing, verb};
use skirmish_grid::{Cell, Square, Steps};
use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Ids, Refusal};

use super::acts::{USE, is_taken, stands};
use super::attacks::{THROW, Wanted, attack};
use super::turn::{self, First};
use super::{arm_names, label, objects_for};
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Act, Ask, Choice, Defend, Incoming, Kind, Object, Setup, Stance, State};
use crate::rules::movement::paths;

/// Words with which answers to other questions than that of a turn begin.
pub const ANSWERS: [&str; 22] = [
    "ambush",
    "wait",
    "guard",
    "no-guard",
    "general",
    "no-general",
    "aggressive",
    "ready",
    "defensive",
    "hold",
    "trade",
    "not-now",
    "let-it-be",
    "pass",
    "to",
    "path",
    "stay",
    "no-defence",
    "on-guard",
    "keep",
    "roll",
    "let-go",
];

/// Reads an answer to a question.
///
/// # Errors
/// What is not understood, with the nearest words.
pub fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (first, rest) = split(&words)?;
    match ask {
        Ask::Ambush => one(&words, &[("ambush", Choice::Yes(true)), ("wait", Choice::Yes(false))]),
        Ask::OnGuard => announced(g, who, first, rest, ["guard", "no-guard"], Choice::Guard),
        Ask::General => announced(g, who, first, rest, ["general", "no-general"], Choice::General),
        Ask::Stance => one(&words, &Stance::ALL.map(|stance| (stance.word(), Choice::Stance(stance)))),
        Ask::Trade { foes } => trade(g, *foes, first, rest),
        Ask::Act => turn::act(g, s, who, &words).map(Choice::Act),
        Ask::Exchange { with } => strike(g, s, who, *with, &words, "not-now"),
        Ask::Answer { to } => strike(g, s, who, *to, &words, "let-it-be"),
        Ask::Opportunity { on, .. } => strike(g, s, who, *on, &words, "pass"),
        Ask::Path { most, .. } => walk(g, s, who, *most, first, rest),
        Ask::Defend(incoming) => meet(g, s, who, incoming, first, rest),
        // The table's own `roll` gives dice, so the answer has a word of its own; said with a name, both are understood.
        Ask::Keep { .. } => {
            one(&words, &[("keep", Choice::Yes(true)), ("let-go", Choice::Yes(false)), ("roll", Choice::Yes(true))])
        }
    }
}

/// One of somebody's weapons and shields by name.
pub fn arm(g: &Setup, who: Id, form: &str, words: &[&str]) -> Result<u8, Refusal> {
    thing(&g.sheet(who).name, form, &arm_names(g, who), words)
}

/// `guard block`, `no-guard`
fn announced(
    g: &Setup,
    who: Id,
    first: &str,
    rest: &[&str],
    [yes, no]: [&'static str; 2],
    choice: fn(Option<u8>) -> Choice,
) -> Result<Choice, Refusal> {
    if verb(first, &[yes, no])? == no {
        return nothing_more(no, rest).map(|()| choice(None));
    }
    let skills = turn::own(g, who, |kind| kind == Kind::Defend);
    let known: Vec<&str> = skills.iter().map(|(name, _)| *name).collect();
    let [word, more @ ..] = rest else {
        return Err(Refusal::because(format!("with which skill? `{yes} {}`", known.join(&format!("`, `{yes} ")))));
    };
    let name = verb(word, &known)?;
    nothing_more(name, more)?;
    let skill = skills.iter().find(|(known, _)| *known == name).map(|(_, at)| *at);
    skill.map(|skill| choice(Some(skill))).ok_or_else(|| missing(&known))
}

/// `trade all`, `trade Ogre, Goblin`, `wait`
fn trade(g: &Setup, foes: Ids, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    let names: Vec<&str> = rest.iter().flat_map(|word| word.split(',')).filter(|name| !name.is_empty()).collect();
    if verb(first, &["trade", "wait"])? == "wait" {
        return nothing_more("wait", &names).map(|()| Choice::Trade(Ids::NONE));
    }
    let asked: Vec<&str> = foes.iter().map(|foe| g.sheet(foe).name.as_str()).collect();
    let known: Vec<&str> = ["all", "none"].into_iter().chain(asked.iter().copied()).collect();
    let mut with = Ids::NONE;
    for name in &names {
        match complete(name, known.iter().copied()) {
            Ok("all") => with = with.or(foes),
            Ok("none") => {}
            Ok(name) => foes.iter().filter(|foe| g.sheet(*foe).name == name).for_each(|foe| with.set(foe, true)),
            Err(fits) if fits.is_empty() => with.set(skirmish_kernel::combatant::<Legacy>(g, name)?, true),
            Err(fits) => return Err(Refusal::because(format!("`{}` may mean {}", short(name), fits.join(", ")))),
        }
    }
    if names.is_empty() {
        return Err(Refusal::because(format!("with whom? `trade all`, or of these: {}", asked.join(", "))));
    }
    Ok(Choice::Trade(with))
}

/// An attack at somebody who is known and need not be named, or no attack; in answer to one a step, too.
fn strike(g: &Setup, s: &State, who: Id, on: Id, words: &[&str], no: &'static str) -> Result<Choice, Refusal> {
    let verbs: &[&str] = if no == "pass" { &["pass", THROW] } else { &[no, "step", THROW] };
    let (found, rest) = turn::first(g, who, words, verbs, |kind| kind == Kind::Attack)?;
    let wanted = match found {
        First::Verb(THROW) => Wanted { thrown: true, ..Wanted::default() },
        First::Verb("step") => {
            return one_cell(&g.ground.board, "step D7", rest).map(|to| Choice::Act(Act::Step(to)));
        }
        First::Verb(_) => return nothing_more(no, rest).map(|()| Choice::Pass),
        First::Wanted(wanted) => wanted,
    };
    attack(g, s, who, wanted, rest, (Some(on), stands)).map(|attack| Choice::Act(Act::Attack(attack)))
}

fn walk(g: &Setup, s: &State, who: Id, most: u16, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    match verb(first, &["to", "path", "stay"])? {
        "to" => walk_to(g, s, who, most, one_cell(&g.ground.board, "to D7", rest)?),
        "path" => path(g, s.creature(who).at, rest),
        stay => nothing_more(stay, rest).map(|()| Choice::Walk(Steps::new())),
    }
}

fn walk_to(g: &Setup, s: &State, who: Id, most: u16, goal: Square) -> Result<Choice, Refusal> {
    if goal == s.creature(who).at {
        return Err(Refusal::because("they stand there already; `stay` stays"));
    }
    let way = paths::way(g, s, who, goal, most);
    if way.is_empty() {
        let why = format!("no way to {} within {most} yards", label(g, goal));
        return Err(Refusal::by(rule::MOVE_SEG_MOVES, why));
    }
    Ok(Choice::Walk(way))
}

/// `path C3 C4 D5`
fn path(g: &Setup, start: Square, words: &[&str]) -> Result<Choice, Refusal> {
    if words.len() > Steps::MOST {
        return Err(Refusal::because("that is longer than any move"));
    }
    let cells: Vec<Square> = cells(&g.ground.board, "path C3 C4 D5", words)?;
    let mut from = start;
    for to in &cells {
        if from.distance(*to) != 1 {
            return Err(Refusal::because(format!("{} is not next to {}", label(g, *to), label(g, from))));
        }
        from = *to;
    }
    Steps::through(start, cells).map(Choice::Walk).ok_or_else(|| Refusal::because("that is longer than any move"))
}

/// `no-defence`, `on-guard`, `block medium-shield`
fn meet(g: &Setup, s: &State, who: Id, incoming: &Incoming, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    let (used, first, rest) = match rest {
        [next, more @ ..] if first.eq_ignore_ascii_case(USE) => (true, *next, more),
        _ => (false, first, rest),
    };
    let skills = turn::own(g, who, |kind| kind == Kind::Defend);
    let plain: &[&str] = if used { &[] } else { &["no-defence", "on-guard"] };
    let names = skills.iter().map(|(name, _)| *name).filter(|name| used || !is_taken(name));
    let known: Vec<&str> = plain.iter().copied().chain(names).collect();
    let name = verb(first, &known)?;
    if name == "no-defence" && !used {
        return nothing_more(name, rest).map(|()| Choice::Defend(Defend::None));
    }
    let ability = skills.iter().find(|(known, _)| *known == name && (used || name != "on-guard")).map(|(_, at)| *at);
    let how = |arm| match ability {
        Some(ability) => Defend::Skill { ability, arm },
        None => Defend::Guard { arm },
    };
    if !rest.is_empty() {
        return arm(g, who, name, rest).map(|arm| Choice::Defend(how(Some(arm))));
    }
    let skill = ability.or_else(|| s.creature(who).guard.map(|guard| guard.skill));
    let needs = skill.is_some_and(|skill| g.ability(skill).answers.object != Object::None);
    match objects_for(g, s, incoming, how(None)).as_slice() {
        [] if needs => Ok(Choice::Defend(how(s.creature(who).held().next()))),
        [] => Ok(Choice::Defend(how(None))),
        [arm] => Ok(Choice::Defend(how(*arm))),
        several => {
            // Among weapons and one shield, it is the shield that is meant.
            let mut shields = several.iter().flatten().filter(|arm| g.arm(who, **arm).shield);
            if let (Some(shield), None) = (shields.next(), shields.next()) {
                return Ok(Choice::Defend(how(Some(*shield))));
            }
            let arms = several.iter().flatten().map(|arm| super::arm_name(g, who, *arm));
            let forms: Vec<String> = arms.map(|arm| format!("`{name} {arm}`")).collect();
            Err(Refusal::by(rule::DEFEND_AVERT, format!("with what? {}", forms.join(", "))))
        }
    }
}
