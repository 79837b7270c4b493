//! Reading answers: unique prefixes suffice, and what is not understood is answered with the nearest words.

use skirmish_bookkit::answer::{meant, missing, nothing_more, one, one_cell, thing, too_much, verb};
use skirmish_grid::Facing;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Refusal};

use super::acts::{USE, arm_names};
use super::{FACINGS, label, parse_cell};
use crate::catalogue::rule;
use crate::model::{Attribute, Choice, Defend, Incoming, Occasion, Path, Setup, State};
use crate::rules::movement::paths;
use crate::rules::{defence, reactions};

pub(super) fn with_attribute(words: &[&str], known: &[Attribute]) -> Result<Choice, Refusal> {
    let known: Vec<(&str, Choice)> = known.iter().map(|known| (known.word(), Choice::With(*known))).collect();
    one(words, &known)
}

/// Reads a direction: `north-east`, `northeast`.
///
/// # Errors
/// The nearest direction.
pub fn way(words: &[&str]) -> Result<Facing, Refusal> {
    let [first, rest @ ..] = words else { return Err(missing(&FACINGS)) };
    let plain = FACINGS.iter().position(|known| known.replace('-', "").eq_ignore_ascii_case(first));
    let at = match plain {
        Some(at) => at,
        None => {
            let word = verb(first, &FACINGS)?;
            FACINGS.iter().position(|known| *known == word).unwrap_or(0)
        }
    };
    if rest.is_empty() { Ok(Facing::ALL[at % 8]) } else { Err(too_much(FACINGS[at % 8], rest)) }
}

/// One of somebody's arms by name.
pub fn arm(g: &Setup, who: Id, words: &[&str]) -> Result<u8, Refusal> {
    thing(&g.sheet(who).name, "with", &arm_names(g, who), words)
}

/// Words with which answers to other questions than that of a turn begin.
pub const ANSWERS: [&str; 20] = [
    "to",
    "path",
    "stay",
    "sneak",
    "dodge",
    "parry",
    "block",
    "mount-parry",
    "mount-block",
    "no-defence",
    "pass",
    "nothing",
    "penalty",
    "counter",
    "throw",
    "keep",
    "try",
    "let-it-be",
    "again",
    "enough",
];

/// `to D7`, `sneak to D7`
pub(super) fn go(g: &Setup, s: &State, mover: Id, metres: i32, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    if verb(first, &["to", "path", "stay", "sneak"])? != "sneak" {
        return walk(g, s, mover, metres, first, rest);
    }
    let [first, rest @ ..] = rest else { return Err(Refusal::because("sneak where? `sneak to D7`")) };
    match walk(g, s, mover, metres, first, rest)? {
        Choice::Walk(path) => Ok(Choice::Sneak(path)),
        other => Ok(other),
    }
}

pub(super) fn walk(
    g: &Setup,
    s: &State,
    mover: Id,
    metres: i32,
    first: &str,
    rest: &[&str],
) -> Result<Choice, Refusal> {
    match verb(first, &["to", "path", "stay"])? {
        "to" => walk_to(g, s, mover, metres, rest),
        "path" => path(g, rest),
        stay => nothing_more(stay, rest).map(|()| Choice::Walk(Path::new())),
    }
}

fn walk_to(g: &Setup, s: &State, mover: Id, metres: i32, rest: &[&str]) -> Result<Choice, Refusal> {
    let goal = one_cell(&g.ground.board, "to D7", rest)?;
    if goal == s.creature(mover).at {
        return Ok(Choice::Walk(Path::new()));
    }
    let path = paths::way(g, s, mover, goal, metres);
    if path.is_empty() {
        let why = format!("no way to {} within {metres} m", label(g, goal));
        return Err(Refusal::by(rule::ACTION_MOVEMENT_FORMS, why));
    }
    Ok(Choice::Walk(path))
}

fn path(g: &Setup, words: &[&str]) -> Result<Choice, Refusal> {
    let mut path = Path::new();
    for word in words {
        let cell = parse_cell(g, word)?;
        path.try_push(cell).map_err(|_| Refusal::because("that is longer than any movement"))?;
    }
    if path.is_empty() { Err(Refusal::because("along which cells? `path D5 D6 D7`")) } else { Ok(Choice::Walk(path)) }
}

pub(super) fn after_parry(g: &Setup, s: &State, who: Id, first: &str, rest: &[&str]) -> Result<Choice, Refusal> {
    match verb(first, &["nothing", "penalty", "counter", "to", "path"])? {
        "nothing" => nothing_more("nothing", rest).map(|()| Choice::Pass),
        "penalty" => nothing_more("penalty", rest).map(|()| Choice::Penalty),
        "counter" => counter(g, who, rest),
        "to" => walk_to(g, s, who, g.rules.parry_step, rest),
        _ => path(g, rest),
    }
}

/// `counter rapier`, `counter grapple`
fn counter(g: &Setup, who: Id, words: &[&str]) -> Result<Choice, Refusal> {
    let names = arm_names(g, who);
    let arms = names.iter().zip(g.arms(who)).map(|(name, arm)| (name.as_str(), Some(arm)));
    let known: Vec<(&str, Option<u8>)> = arms.chain([("grapple", None)]).collect();
    one(words, &known).map(Choice::Counter)
}

/// `dodge`, `parry rapier`, `block buckler`, `mount-parry horns`, `arcane-barrier 3`, `no-defence`
pub(super) fn meet(
    g: &Setup,
    s: &State,
    who: Id,
    incoming: &Incoming,
    first: &str,
    rest: &[&str],
) -> Result<Choice, Refusal> {
    let (used, first, rest) = without_use(first, rest);
    let own = g.sheet(who).abilities.iter().filter(|at| defence::is_defensive(g.ability(**at).check));
    let spells = own.map(|at| (g.ability(*at).name.as_str(), Some(*at)));
    let rides = who != incoming.on;
    let plain: &[&str] = match (used, rides) {
        (true, _) => &[],
        (false, false) => &["no-defence", "dodge", "parry", "block"],
        (false, true) => &["no-defence", "dodge", "parry", "block", "mount-parry", "mount-block"],
    };
    let known: Vec<(&str, Option<u8>)> = plain.iter().map(|verb| (*verb, None)).chain(spells).collect();
    let with = |kind: fn(u8) -> Defend| -> Result<Choice, Refusal> {
        if rest.is_empty() {
            // With the only thing that there is, or with the first.
            let mut found = None;
            defence::options(g, s, incoming, &mut |how| {
                let same = std::mem::discriminant(&how) == std::mem::discriminant(&kind(0));
                found = found.or(same.then_some(how));
            });
            return found.map(Choice::Defend).ok_or_else(|| Refusal::because("with what? `parry rapier`"));
        }
        let bearer = if matches!(kind(0), Defend::MountParry(_) | Defend::MountBlock(_)) { incoming.on } else { who };
        arm(g, bearer, rest).map(|arm| Choice::Defend(kind(arm)))
    };
    match meant(first, &known)? {
        (name, Some(spell)) => match rest {
            [] => Ok(Choice::Defend(Defend::Spell(spell, 1))),
            [level] => Ok(Choice::Defend(Defend::Spell(spell, number(level)?))),
            _ => Err(too_much(name, rest)),
        },
        ("parry", None) => with(Defend::Parry),
        ("block", None) => with(Defend::Block),
        ("mount-parry", None) => with(Defend::MountParry),
        ("mount-block", None) => with(Defend::MountBlock),
        (name, None) => {
            let how = if name == "dodge" { Defend::Dodge } else { Defend::No };
            nothing_more(name, rest).map(|()| Choice::Defend(how))
        }
    }
}

/// `use hold` is `hold`, and no verb.
fn without_use<'a>(first: &'a str, rest: &'a [&'a str]) -> (bool, &'a str, &'a [&'a str]) {
    match rest {
        [next, more @ ..] if first.eq_ignore_ascii_case(USE) => (true, next, more),
        _ => (false, first, rest),
    }
}

/// A cast level.
pub fn number(word: &str) -> Result<u8, Refusal> {
    word.parse().map_err(|_| Refusal::by(rule::UPCAST_LEVEL, format!("`{}` is no cast level", short(word))))
}

/// `swift-parry`, `shield-bash with buckler`, `pass`
pub(super) fn react(
    g: &Setup,
    s: &State,
    who: Id,
    occasion: &Occasion,
    first: &str,
    rest: &[&str],
) -> Result<Choice, Refusal> {
    let (used, first, rest) = without_use(first, rest);
    let mut possible: Vec<(u8, Option<u8>)> = Vec::new();
    reactions::options(g, s, who, occasion, &mut |ability, arm| possible.push((ability, arm)));
    let own = g.sheet(who).abilities.iter().copied();
    let reactive = |at: &u8| g.ability(*at).slots.reacts() || possible.iter().any(|(ability, _)| ability == at);
    let own = own.filter(reactive).map(|at| (g.ability(at).name.as_str(), Some(at)));
    let plain = (!used).then_some(("pass", None));
    let known: Vec<(&str, Option<u8>)> = plain.into_iter().chain(own).collect();
    let (name, Some(index)) = meant(first, &known)? else {
        return nothing_more("pass", rest).map(|()| Choice::Pass);
    };
    let with = match rest {
        [] => possible.iter().find(|(ability, _)| *ability == index).and_then(|(_, arm)| *arm),
        ["with", more @ ..] => Some(arm(g, who, more)?),
        _ => return Err(too_much(name, rest)),
    };
    Ok(Choice::React(index, with))
}
