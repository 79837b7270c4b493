//! What a transcript expects of a battle.

use std::fmt;

use super::Wrong;
use crate::words::short;

/// An assertion. `RULE` stands for a rule id or its last word, `NAME` for a combatant or a unique beginning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// `Ogre.hp == 2`, `order == Kestrel, Ogre`, `Ogre.conditions contains prone`
    Value {
        /// As the rulebook reads it.
        path: String,
        /// How it is compared.
        compare: Compare,
        /// With what.
        value: String,
    },
    /// `event RULE`, `no event RULE`: something since the last input cites it.
    Event {
        /// The rule.
        rule: String,
        /// Did it happen?
        told: bool,
    },
    /// `says "words"`, `not says "words"`: a line told since the last input contains them.
    Says {
        /// The words; case does not matter.
        words: String,
        /// Were they said?
        said: bool,
    },
    /// `refused [RULE] ["words"]`: the line before must have been refused.
    Refused {
        /// By which rule.
        rule: Option<String>,
        /// With which words.
        words: Option<String>,
    },
    /// `not refused`: the line before must have been taken.
    Taken,
    /// `ask NAME RULE`, `ask NAME`, `ask RULE`: who is asked to choose or throw. Empty for `ask none`.
    Ask(String),
    /// `offered "dodge"`, `not offered "dodge"`: among the listed choices.
    Offered {
        /// The choice in notation.
        choice: String,
        /// Is it listed?
        offered: bool,
    },
    /// `throw NAME RULE == 4`, `throw NAME RULE natural == 2`, `throw NAME RULE dice == "2d6>=4"`,
    /// `throw NAME RULE score == 8`
    Throw {
        /// Who and for which rule.
        throw: String,
        /// What of it.
        part: Part,
        /// How it is compared.
        compare: Compare,
        /// With what.
        value: String,
    },
    /// `chance ["NAME: choice"] PREDICATE == 11/36`: exactly, over the rest of the running step.
    Chance {
        /// The choice that is made first.
        choice: Option<String>,
        /// Of what.
        of: Predicate,
        /// How it is compared.
        compare: Compare,
        /// A fraction, or a decimal, which is compared to its written digits.
        value: String,
    },
    /// `over`, `over SIDE`, `over none`
    Over(Option<String>),
    /// `roundtrip`: saved and loaded, it is the same battle.
    Roundtrip,
}

/// What of a throw is compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// With all modifiers.
    Total,
    /// What the dice read.
    Natural,
    /// The dice themselves.
    Dice,
    /// What the dice must not exceed.
    Score,
}

/// What may or may not come true in a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Predicate {
    /// `event RULE`, `no event RULE`
    Event {
        /// The rule.
        rule: String,
        /// Does it happen?
        told: bool,
    },
    /// `Ogre.hp <= 0`
    Value {
        /// As the rulebook reads it.
        path: String,
        /// How it is compared.
        compare: Compare,
        /// With what.
        value: String,
    },
    /// `throw NAME RULE >= 15`, likewise with `natural`, `dice` and `score`: at least one such throw is made.
    Throw {
        /// Who and for which rule; either may be left out.
        throw: String,
        /// What of it.
        part: Part,
        /// How it is compared.
        compare: Compare,
        /// With what.
        value: String,
    },
    /// `over`, `over SIDE`, `over none`
    Over(Option<String>),
    /// `A and B and C`: all of them.
    All(Vec<Self>),
    /// `A or B or C`: at least one of them. What is joined by `and` belongs together; round brackets say otherwise.
    Any(Vec<Self>),
    /// `not A`
    Not(Box<Self>),
}

/// How two things are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `==`
    Equal,
    /// `!=`
    Different,
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `<`
    Less,
    /// `>`
    More,
    /// `contains`
    Contains,
    /// `lacks`
    Lacks,
}

impl Compare {
    /// Longer signs before their beginnings.
    const SIGNS: [(Self, &'static str); 6] = [
        (Self::Equal, "=="),
        (Self::Different, "!="),
        (Self::AtMost, "<="),
        (Self::AtLeast, ">="),
        (Self::Less, "<"),
        (Self::More, ">"),
    ];
    const WORDS: [(Self, &'static str); 2] = [(Self::Contains, " contains "), (Self::Lacks, " lacks ")];

    /// Does it hold for two numbers?
    #[must_use]
    pub fn holds(self, order: std::cmp::Ordering) -> bool {
        match self {
            Self::Equal | Self::Contains => order.is_eq(),
            Self::Different | Self::Lacks => order.is_ne(),
            Self::AtMost => order.is_le(),
            Self::AtLeast => order.is_ge(),
            Self::Less => order.is_lt(),
            Self::More => order.is_gt(),
        }
    }

    /// Splits at the first comparison.
    fn first(text: &str) -> Option<(&str, Self, &str)> {
        let signs = Self::SIGNS.iter().chain(&Self::WORDS);
        // The earliest one; of two at the same place the longer, which stands first.
        let found = signs.filter_map(|(compare, sign)| text.find(sign).map(|at| (at, *compare, sign.len())));
        let (at, compare, len) = found.min_by_key(|(at, _, _)| *at)?;
        Some((text[..at].trim(), compare, text[at + len..].trim()))
    }

    /// Splits at the last comparison.
    fn last(text: &str) -> Option<(&str, Self, &str)> {
        let ends =
            Self::SIGNS.iter().filter_map(|(compare, sign)| text.rfind(sign).map(|at| (at, *compare, sign.len())));
        // Of `<` and `<=` at the same place, the one that reaches further.
        let (at, compare, len) = ends.max_by_key(|(at, _, len)| at + len)?;
        Some((text[..at].trim(), compare, text[at + len..].trim()))
    }
}

impl fmt::Display for Compare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut all = Self::SIGNS.iter().chain(&Self::WORDS);
        f.write_str(all.find(|(compare, _)| compare == self).map_or("", |(_, sign)| sign.trim()))
    }
}

impl Expectation {
    /// Reads what comes after `expect`.
    pub(crate) fn parse(text: &str) -> Result<Self, Wrong> {
        let (first, rest) = split(text);
        match first {
            "event" => Ok(Self::Event { rule: rule(rest)?, told: true }),
            "says" => Ok(Self::Says { words: quoted(rest)?, said: true }),
            "offered" => Ok(Self::Offered { choice: quoted(rest)?, offered: true }),
            "no" | "not" => Self::negated(rest),
            "refused" => Self::refused(rest),
            "ask" if rest == "none" => Ok(Self::Ask(String::new())),
            "ask" if rest.is_empty() => {
                Err(Wrong::new("who is asked what?").help("for example `expect ask Ogre dodge`"))
            }
            "ask" => Ok(Self::Ask(rest.into())),
            "order" if Compare::first(text).is_none() => {
                Ok(Self::Value { path: first.into(), compare: Compare::Equal, value: rest.into() })
            }
            "throw" => thrown(rest).map(|(throw, part, compare, value)| Self::Throw { throw, part, compare, value }),
            "chance" => Self::chance(rest),
            "over" => Ok(Self::Over((!rest.is_empty()).then(|| rest.into()))),
            "roundtrip" if rest.is_empty() => Ok(Self::Roundtrip),
            _ => value(text).map(|(path, compare, value)| Self::Value { path, compare, value }),
        }
    }

    fn negated(rest: &str) -> Result<Self, Wrong> {
        let (first, rest) = split(rest);
        match first {
            "event" => Ok(Self::Event { rule: rule(rest)?, told: false }),
            "says" => Ok(Self::Says { words: quoted(rest)?, said: false }),
            "offered" => Ok(Self::Offered { choice: quoted(rest)?, offered: false }),
            "refused" if rest.is_empty() => Ok(Self::Taken),
            "refused" => Err(Wrong::new("a line is refused or not, by whatever rule").help("`not refused`")),
            _ => Err(Wrong::new("what is not expected?")
                .help("`no event RULE`, `not offered \"…\"`, `not says \"…\"`, `not refused`")),
        }
    }

    fn refused(rest: &str) -> Result<Self, Wrong> {
        let (by, words) = match rest.find('"') {
            Some(at) => (rest[..at].trim(), Some(quoted(&rest[at..])?)),
            None => (rest, None),
        };
        let rule = if by.is_empty() { None } else { Some(rule(by)?) };
        Ok(Self::Refused { rule, words })
    }

    fn chance(rest: &str) -> Result<Self, Wrong> {
        let (choice, rest) = match rest.strip_prefix('"').and_then(|rest| rest.split_once('"')) {
            Some((choice, rest)) => (Some(choice.to_owned()), rest.trim()),
            None => (None, rest),
        };
        let help = "for example `expect chance event attack.hit == 11/36`";
        let (of, compare, value) =
            Compare::last(rest).ok_or_else(|| Wrong::new("the chance of what, and how large?").help(help))?;
        if value.is_empty() || of.is_empty() {
            return Err(Wrong::new("the chance of what, and how large?").help(help));
        }
        Ok(Self::Chance { choice, of: Predicate::parse(of)?, compare, value: value.into() })
    }
}

/// Brackets inside brackets, at most.
const DEEPEST: usize = 16;

impl Predicate {
    fn parse(text: &str) -> Result<Self, Wrong> {
        Self::joined(text.trim(), DEEPEST)
    }

    fn joined(text: &str, depth: usize) -> Result<Self, Wrong> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(
                Wrong::new("there are brackets inside of brackets inside of brackets …").help("say it in fewer")
            );
        };
        let all = |parts: Vec<&str>| parts.into_iter().map(|part| Self::joined(part, depth)).collect::<Result<_, _>>();
        for (word, join) in [(" or ", Self::Any as fn(Vec<Self>) -> Self), (" and ", Self::All)] {
            let parts = parted(text, word)?;
            if parts.len() > 1 {
                return Ok(join(all(parts)?));
            }
        }
        if let Some(rest) = text.strip_prefix("not ") {
            return Ok(Self::Not(Box::new(Self::joined(rest.trim(), depth)?)));
        }
        match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) => Self::joined(inner.trim(), depth),
            None => Self::single(text),
        }
    }

    fn single(text: &str) -> Result<Self, Wrong> {
        match split(text) {
            ("event", rest) => Ok(Self::Event { rule: rule(rest)?, told: true }),
            ("no", rest) if rest.starts_with("event ") => Ok(Self::Event { rule: rule(&rest[6..])?, told: false }),
            ("throw", rest) => {
                thrown(rest).map(|(throw, part, compare, value)| Self::Throw { throw, part, compare, value })
            }
            ("over", rest) => Ok(Self::Over((!rest.is_empty()).then(|| rest.into()))),
            _ => value(text).map(|(path, compare, value)| Self::Value { path, compare, value }),
        }
    }
}

/// The parts of a text between a word, where that stands outside of all brackets.
fn parted<'t>(text: &'t str, word: &str) -> Result<Vec<&'t str>, Wrong> {
    let (mut parts, mut from, mut open) = (Vec::new(), 0, 0usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => open += 1,
            ')' => open = open.checked_sub(1).ok_or_else(|| Wrong::new("a bracket closes that was not opened"))?,
            // A word is looked for at its first blank, and may not begin before the last one has ended.
            ' ' if open == 0 && at >= from && text[at..].starts_with(word) => {
                parts.push(text[from..at].trim());
                from = at + word.len();
            }
            _ => {}
        }
    }
    if open > 0 {
        return Err(Wrong::new("a bracket is not closed"));
    }
    parts.push(text[from..].trim());
    match parts.iter().any(|part| part.is_empty()) {
        true => Err(Wrong::new(format!("something is missing beside `{}`", word.trim()))),
        false => Ok(parts),
    }
}

fn split(text: &str) -> (&str, &str) {
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    (first, rest.trim())
}

fn rule(text: &str) -> Result<String, Wrong> {
    let text = text.trim();
    if text.is_empty() || text.contains(char::is_whitespace) {
        return Err(Wrong::new(format!("`{}` is no rule id", short(text))).help("for example `event attack.hit`"));
    }
    Ok(text.into())
}

fn quoted(text: &str) -> Result<String, Wrong> {
    let words = text.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match words {
        Some(words) if !words.is_empty() => Ok(words.into()),
        _ => Err(Wrong::new("words in double quotes are wanted here")),
    }
}

/// What comes after `throw`: whose and for which rule, what of it, how it is compared and with what.
fn thrown(text: &str) -> Result<(String, Part, Compare, String), Wrong> {
    let (throw, compare, value) = value(text)?;
    let (throw, part) = match throw.rsplit_once(char::is_whitespace) {
        Some((throw, "natural")) => (throw.trim().into(), Part::Natural),
        Some((throw, "dice")) => (throw.trim().into(), Part::Dice),
        Some((throw, "score")) => (throw.trim().into(), Part::Score),
        _ => (throw, Part::Total),
    };
    Ok((throw, part, compare, value.trim_matches('"').into()))
}

fn value(text: &str) -> Result<(String, Compare, String), Wrong> {
    match Compare::first(text) {
        Some((path, compare, value)) if !path.is_empty() => Ok((path.into(), compare, value.into())),
        _ if text.contains('=') => {
            Err(Wrong::new("`=` sets a value and compares nothing").help("a comparison reads `Ogre.hp == 2`"))
        }
        _ => Err(Wrong::new(format!("`{}` is nothing that can be expected", short(text))).help(
            "a path with a comparison (`Ogre.hp == 2`), event, says, refused, ask, offered, order, throw, chance, over, roundtrip",
        )),
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let no = |yes: &bool, word| if *yes { "" } else { word };
        match self {
            Self::Value { path, compare, value } => write!(f, "{path} {compare} {value}"),
            Self::Event { rule, told } => write!(f, "{}event {rule}", no(told, "no ")),
            Self::Says { words, said } => write!(f, "{}says \"{words}\"", no(said, "not ")),
            Self::Offered { choice, offered } => write!(f, "{}offered \"{choice}\"", no(offered, "not ")),
            Self::Taken => f.write_str("not refused"),
            Self::Refused { rule, words } => {
                f.write_str("refused")?;
                rule.iter().try_for_each(|rule| write!(f, " {rule}"))?;
                words.iter().try_for_each(|words| write!(f, " \"{words}\""))
            }
            Self::Ask(words) if words.is_empty() => f.write_str("ask none"),
            Self::Ask(words) => write!(f, "ask {words}"),
            Self::Throw { throw, part, compare, value } => write_throw(f, throw, *part, *compare, value),
            Self::Chance { choice, of, compare, value } => {
                f.write_str("chance ")?;
                choice.iter().try_for_each(|choice| write!(f, "\"{choice}\" "))?;
                write!(f, "{of} {compare} {value}")
            }
            Self::Over(None) => f.write_str("over"),
            Self::Over(Some(side)) => write!(f, "over {side}"),
            Self::Roundtrip => f.write_str("roundtrip"),
        }
    }
}

impl fmt::Display for Predicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Event { rule, told: true } => write!(f, "event {rule}"),
            Self::Event { rule, told: false } => write!(f, "no event {rule}"),
            Self::Value { path, compare, value } => write!(f, "{path} {compare} {value}"),
            Self::Throw { throw, part, compare, value } => write_throw(f, throw, *part, *compare, value),
            Self::Over(None) => f.write_str("over"),
            Self::Over(Some(side)) => write!(f, "over {side}"),
            Self::All(parts) => join(f, parts, " and "),
            Self::Any(parts) => join(f, parts, " or "),
            Self::Not(part) if matches!(**part, Self::All(_) | Self::Any(_)) => write!(f, "not ({part})"),
            Self::Not(part) => write!(f, "not {part}"),
        }
    }
}

/// A throw as it is read by [`thrown`].
fn write_throw(f: &mut fmt::Formatter<'_>, throw: &str, part: Part, compare: Compare, value: &str) -> fmt::Result {
    match part {
        Part::Total => write!(f, "throw {throw} {compare} {value}"),
        Part::Natural => write!(f, "throw {throw} natural {compare} {value}"),
        Part::Dice => write!(f, "throw {throw} dice {compare} \"{value}\""),
        Part::Score => write!(f, "throw {throw} score {compare} {value}"),
    }
}

/// What is itself joined stands in brackets.
fn join(f: &mut fmt::Formatter<'_>, parts: &[Predicate], word: &str) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        f.write_str(if at > 0 { word } else { "" })?;
        match part {
            Predicate::All(_) | Predicate::Any(_) => write!(f, "({part})")?,
            part => write!(f, "{part}")?,
        }
    }
    Ok(())
}
