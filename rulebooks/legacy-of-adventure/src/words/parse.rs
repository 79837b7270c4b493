//! Reading answers: unique prefixes suffice, and what is not understood is answered with the nearest words.

use skirmish_grid::{Cell, Square};
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Ids, Refusal};

use super::acts::USE;
use super::turn::{self, Struck};
use super::{arm_names, label, objects_for, parse_cell};
use crate::Legacy;
use crate::actions::{Act, Ask, Choice, Defend, Incoming};
use crate::movement::{Steps, paths};
use crate::rules::rule;
use crate::setup::Setup;
use crate::sheet::{Kind, Object};
use crate::state::{Stance, State};

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
    let Some((first, rest)) = words.split_first() else {
        return Err(Refusal::because("an answer is missing"));
    };
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

/// One word of several.
fn one(words: &[&str], known: &[(&'static str, Choice)]) -> Result<Choice, Refusal> {
    let names: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
    let [first, rest @ ..] = words else { return Err(missing(&names)) };
    let word = verb(first, &names)?;
    nothing_more(word, rest)?;
    known.iter().find(|(name, _)| *name == word).map(|(_, choice)| *choice).ok_or_else(|| missing(&names))
}

/// Says which words there are.
pub fn missing(known: &[&str]) -> Refusal {
    Refusal::because(format!("a word is missing: {}", known.join(", ")))
}

/// The one known word that is meant.
pub fn verb<'a>(word: &str, known: &[&'a str]) -> Result<&'a str, Refusal> {
    complete(word, known.iter().copied()).map_err(|mut fits| {
        fits.dedup();
        if fits.is_empty() {
            let near = did_you_mean(word, known.iter().copied());
            let stop = if near.is_empty() { "." } else { "" };
            Refusal::because(format!("`{}` is no answer here{near}{stop} It takes: {}", short(word), known.join(", ")))
        } else {
            Refusal::because(format!("`{}` may mean {}", short(word), fits.join(", ")))
        }
    })
}

/// More words than the answer has.
pub fn too_much(verb: &str, rest: &[&str]) -> Refusal {
    Refusal::because(format!("`{verb}` takes nothing more, but there is `{}`", short(&rest.join(" "))))
}

/// Nothing more follows.
pub fn nothing_more(verb: &str, rest: &[&str]) -> Result<(), Refusal> {
    if rest.is_empty() { Ok(()) } else { Err(too_much(verb, rest)) }
}

/// One of somebody's weapons and shields by name.
pub fn arm(g: &Setup, who: Id, form: &str, words: &[&str]) -> Result<u8, Refusal> {
    let names = arm_names(g, who);
    let known: Vec<&str> = names.iter().map(String::as_str).collect();
    let owner = &g.sheet(who).name;
    let [first, rest @ ..] = words else {
        return Err(match known.as_slice() {
            [] => Refusal::because(format!("{owner} carries nothing")),
            known => Refusal::because(format!("`{form}` what? {}", known.join(", "))),
        });
    };
    let name = complete(first, known.iter().copied()).map_err(|fits| {
        if fits.is_empty() {
            let near = did_you_mean(first, known.iter().copied());
            Refusal::because(format!("{owner} has no `{}`{near}", short(first)))
        } else {
            Refusal::because(format!("`{}` may mean {}", short(first), fits.join(", ")))
        }
    })?;
    nothing_more(name, rest)?;
    Ok(names.iter().position(|known| known == name).and_then(|at| u8::try_from(at).ok()).unwrap_or(0))
}

/// Somebody by name.
pub fn somebody(g: &Setup, words: &[&str]) -> Result<Id, Refusal> {
    match words {
        [] => Err(Refusal::because("whom? A name is missing")),
        [name] => skirmish_kernel::combatant::<Legacy>(g, name),
        [name, rest @ ..] => Err(too_much(&short(name), rest)),
    }
}

/// A cell and nothing more.
pub fn one_cell(g: &Setup, form: &str, words: &[&str]) -> Result<Square, Refusal> {
    match words {
        [cell] => parse_cell(g, cell),
        _ => Err(Refusal::because(format!("to which cell? For example `{form}`"))),
    }
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
    let skills = defences(g, who);
    let known: Vec<&str> = skills.iter().map(|(name, _)| *name).collect();
    let [word, more @ ..] = rest else {
        return Err(Refusal::because(format!("with which skill? `{yes} {}`", known.join(&format!("`, `{yes} ")))));
    };
    let name = verb(word, &known)?;
    nothing_more(name, more)?;
    let skill = skills.iter().find(|(known, _)| *known == name).map(|(_, at)| *at);
    skill.map(|skill| choice(Some(skill))).ok_or_else(|| missing(&known))
}

/// What somebody can defend itself with, by name.
fn defences(g: &Setup, who: Id) -> Vec<(&str, u8)> {
    let abilities = g.sheet(who).skills.iter().map(|skill| skill.ability);
    abilities.filter(|at| g.ability(*at).kind == Kind::Defend).map(|at| (g.ability(at).name.as_str(), at)).collect()
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

/// An attack at somebody who is known, or no attack; in answer to one a step, too.
fn strike(g: &Setup, s: &State, who: Id, on: Id, words: &[&str], no: &'static str) -> Result<Choice, Refusal> {
    let verbs: &[&str] = match no {
        "let-it-be" => &["let-it-be", "step", super::attacks::THROW],
        "not-now" => &["not-now", "step", super::attacks::THROW],
        _ => &["pass", super::attacks::THROW],
    };
    let rest = words.get(1..).unwrap_or_default();
    match turn::strike(g, s, who, on, words, verbs)? {
        Struck::Blow(attack) => Ok(Choice::Act(Act::Attack(attack))),
        Struck::Verb("step") => one_cell(g, "step D7", rest).map(|to| Choice::Act(Act::Step(to))),
        Struck::Verb(_) => nothing_more(no, rest).map(|()| Choice::Pass),
    }
}

fn walk(g: &Setup, s: &State, who: Id, most: u16, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    match verb(first, &["to", "path", "stay"])? {
        "to" => walk_to(g, s, who, most, one_cell(g, "to D7", rest)?),
        "path" => path(g, s.creature(who).at, rest),
        stay => nothing_more(stay, rest).map(|()| Choice::Walk(Steps::new())),
    }
}

fn walk_to(g: &Setup, s: &State, who: Id, most: u16, goal: Square) -> Result<Choice, Refusal> {
    if goal == s.creature(who).at {
        return Err(Refusal::because("it stands there already; `stay` stays"));
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
    if words.is_empty() {
        return Err(Refusal::because("along which cells? `path C3 C4 D5`"));
    }
    if words.len() > Steps::MOST {
        return Err(Refusal::because("that is longer than any move"));
    }
    let cells: Vec<Square> = words.iter().map(|word| parse_cell(g, word)).collect::<Result<_, _>>()?;
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
    let skills = defences(g, who);
    let plain: &[&str] = if used { &[] } else { &["no-defence", "on-guard"] };
    let names = skills.iter().map(|(name, _)| *name).filter(|name| used || !super::acts::is_taken(name));
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
