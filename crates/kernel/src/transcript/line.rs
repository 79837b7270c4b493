//! One line: what it says, and how it is written.

use std::fmt;

use super::expect::Expectation;
use super::{MAX_LINE, MAX_LINES, Wrong};
use crate::Edict;
use crate::words::{did_you_mean, first, short};

/// What one line of a transcript says. Its `Display` writes it as [`Transcript::parse`](super::Transcript::parse)
/// reads it.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Nothing, or a comment.
    Blank,
    /// `skirmish 1`
    Version(u32),
    /// `encounter duel`
    Named(String),
    /// `encounter file chase.toml`
    File(String),
    /// `--- encounter`, with so many dashes: the encounter follows.
    Open(usize),
    /// A line of the encounter itself.
    Encounter,
    /// The dashes that end it.
    Fence,
    /// `game elemental-d6`
    Game(String),
    /// `seed 7`; of a batch of fights, `seed 7 fight 4711`
    Seed {
        /// The seed.
        seed: u64,
        /// Which fight of it; the first is 0, and need not be said.
        fight: u64,
    },
    /// `play heroes plain`; without a side, `play all plain`.
    Play {
        /// Which side; all, if none is named.
        side: Option<String>,
        /// The policy.
        policy: String,
    },
    /// `table seat heroes person`: how a table plays this battle; the rules do not read it.
    Table(String),
    /// `Kestrel: air-blast at Ogre`
    Choice {
        /// Who.
        who: String,
        /// The choice in the rulebook's notation.
        words: String,
    },
    /// `roll Kestrel dice.attack 5d6>=4 4 1 6 2 5`: what comes after `roll`. It is understood only where dice are
    /// awaited.
    Roll(String),
    /// `gm: Ogre.hp = 12`
    Edict {
        /// The change.
        edict: Edict,
        /// `gm next:` – from the next step on.
        next: bool,
    },
    /// `drawn 17`: the policies have drawn so many numbers; they go on from there.
    Drawn(u64),
    /// `undone Kestrel: air-blast at Ogre`: an input that was taken back, and can be done again where the battle is
    /// loaded. Rules and checks do not read it.
    Undone(Box<Content>),
    /// `spare 2 1 0 3 0 [Ogre] Ogre: pass`: an input of a changed past that waits for its place. Rules and checks do not read
    /// it.
    Spare(SpareLine),
    /// `expect …`
    Expect(Expectation),
}

/// An input that waits for its place: where that is, and the input.
#[derive(Clone, PartialEq, Debug)]
pub struct SpareLine {
    /// Wherever the battle ends: `end` instead of the first three numbers.
    pub at_end: bool,
    /// Round, part of it, and which one of several.
    pub place: (u32, u8, u16),
    /// Whose act it is, if it is somebody's.
    pub of: Option<String>,
    /// So many answers had been given in the step before it.
    pub after: usize,
    /// At which boundary since then an edict takes hold.
    pub passed: usize,
    /// The input.
    pub input: Box<Content>,
}

impl fmt::Display for SpareLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (round, part, nth) = self.place;
        match self.at_end {
            true => f.write_str("end")?,
            false => write!(f, "{round} {part} {nth}")?,
        }
        write!(f, " {} {}", self.after, self.passed)?;
        match &self.of {
            Some(name) => write!(f, " [{name}] {}", self.input),
            None => write!(f, " {}", self.input),
        }
    }
}

impl Content {
    /// Does it stand before the first move?
    #[must_use]
    pub fn is_head(&self) -> bool {
        matches!(
            self,
            Self::Version(_)
                | Self::Named(_)
                | Self::File(_)
                | Self::Open(_)
                | Self::Game(_)
                | Self::Seed { .. }
                | Self::Play { .. }
                | Self::Table(_)
        )
    }

    /// Is it given to the battle when it is loaded: an input, or where policies go on from?
    pub(crate) fn is_given(&self) -> bool {
        self.is_input() || matches!(self, Self::Drawn(_))
    }

    /// Is it given to the battle: a choice, a throw, an edict?
    #[must_use]
    pub fn is_input(&self) -> bool {
        matches!(self, Self::Choice { .. } | Self::Roll(_) | Self::Edict { .. })
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank | Self::Encounter | Self::Fence => Ok(()),
            Self::Version(version) => write!(f, "skirmish {version}"),
            Self::Named(name) => write!(f, "encounter {name}"),
            Self::File(path) => write!(f, "encounter file {path}"),
            Self::Open(dashes) => write!(f, "{} encounter", "-".repeat(*dashes)),
            Self::Game(name) => write!(f, "game {name}"),
            Self::Seed { seed, fight: 0 } => write!(f, "seed {seed}"),
            Self::Seed { seed, fight } => write!(f, "seed {seed} fight {fight}"),
            Self::Play { side, policy } => write!(f, "play {} {policy}", side.as_deref().unwrap_or("all")),
            Self::Table(words) => write!(f, "table {words}"),
            Self::Choice { who, words } => write!(f, "{who}: {words}"),
            Self::Roll(words) => write!(f, "roll {words}"),
            Self::Edict { edict, next: false } => write!(f, "gm: {edict}"),
            Self::Edict { edict, next: true } => write!(f, "gm next: {edict}"),
            Self::Drawn(drawn) => write!(f, "drawn {drawn}"),
            Self::Undone(content) => write!(f, "undone {content}"),
            Self::Spare(spare) => write!(f, "spare {spare}"),
            Self::Expect(expectation) => write!(f, "expect {expectation}"),
        }
    }
}

/// A line without blanks at its ends and without its comment.
///
/// A comment begins with `#` at the line's start or after a blank, and then a blank or the line's end follows: `Goblin
/// #3` is a name. In an expectation, a `#` between double quotes begins none; in a note none does.
pub(crate) fn meant(line: &str) -> &str {
    let line = line.trim();
    if line.starts_with('#') {
        return "";
    }
    if is_note(line) {
        return line;
    }
    let quotes = line.starts_with("expect");
    let (mut quoted, mut before) = (false, ' ');
    for (at, c) in line.char_indices() {
        if c == '"' && quotes {
            quoted = !quoted;
        }
        let after = line[at + c.len_utf8()..].chars().next();
        if c == '#' && !quoted && before.is_whitespace() && after.is_none_or(|c| c.is_whitespace() || c == '#') {
            return line[..at].trim_end();
        }
        before = c;
    }
    line
}

/// Is it a note of the game master's: `gm: note …`? All of it is said.
fn is_note(line: &str) -> bool {
    let Some((head, rest)) = line.split_once(':') else { return false };
    let mut words = head.split_whitespace().rev().skip_while(|word| *word == "next");
    let is_by_hand =
        words.next() == Some("gm") && matches!(head.split_whitespace().next(), Some("gm" | "undone" | "spare"));
    is_by_hand && first(rest.trim_start()) == "note"
}

/// Reads one line.
pub(crate) fn content(line: &str) -> Result<Content, Wrong> {
    if line.len() > MAX_LINE {
        return Err(Wrong::new(format!("a line of more than {MAX_LINE} bytes")));
    }
    let line = meant(line);
    if line.is_empty() {
        return Ok(Content::Blank);
    }
    if line.contains(|c: char| c.is_control() && c != '\t') {
        return Err(Wrong::new("there is a control character in this line"));
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match first {
        "skirmish" => number(rest, "skirmish 1").map(Content::Version),
        "encounter" => encounter(rest),
        "game" => word(rest, "game elemental-d6").map(Content::Game),
        "seed" => seed(rest),
        "play" => play(rest),
        "table" if !rest.is_empty() => Ok(Content::Table(rest.into())),
        "drawn" => drawn(rest).map(Content::Drawn),
        "undone" => undone(rest),
        "spare" => spare(rest),
        "roll" => roll(rest),
        "expect" => Expectation::parse(rest).map(Content::Expect),
        dashes if dashes.len() >= 3 && dashes.bytes().all(|b| b == b'-') => match rest {
            "encounter" => Ok(Content::Open(dashes.len())),
            _ => Err(Wrong::new("dashes open an encounter").help(format!("write `{dashes} encounter`"))),
        },
        _ => gm_or_choice(line),
    }
}

fn gm_or_choice(line: &str) -> Result<Content, Wrong> {
    let Some((who, words)) = line.split_once(':') else {
        const KNOWN: [&str; 9] = ["skirmish", "encounter", "game", "seed", "play", "table", "roll", "expect", "gm:"];
        let first = line.split_whitespace().next().unwrap_or("");
        let message = format!("`{}` is no line of a transcript{}", short(line), did_you_mean(first, KNOWN));
        return Err(Wrong::new(message).help("a choice reads `NAME: what`, dice read `roll NAME 4 1 6`"));
    };
    let (who, words) = (who.trim(), words.trim());
    let next = match who {
        "gm" => false,
        _ if who.split_whitespace().eq(["gm", "next"]) => true,
        "" => return Err(Wrong::new("who chooses?").help("a choice reads `NAME: what`")),
        _ if words.is_empty() => return Err(Wrong::new(format!("what does {} choose?", short(who)))),
        _ => return Ok(Content::Choice { who: who.into(), words: words.into() }),
    };
    Edict::parse(words).map(|edict| Content::Edict { edict, next }).map_err(Wrong::new)
}

fn encounter(rest: &str) -> Result<Content, Wrong> {
    match rest.split_once(char::is_whitespace) {
        Some(("file", path)) => Ok(Content::File(path.trim().into())),
        None if !rest.is_empty() && rest != "file" => Ok(Content::Named(rest.into())),
        _ => Err(Wrong::new("which encounter?").help("write `encounter NAME` or `encounter file PATH`")),
    }
}

fn seed(rest: &str) -> Result<Content, Wrong> {
    let (seed, fight) = match rest.split_once(char::is_whitespace) {
        Some((seed, rest)) => (seed, rest.trim_start().strip_prefix("fight").map(str::trim_start)),
        None => (rest, Some("0")),
    };
    let Some(fight) = fight else {
        return Err(Wrong::new("only the number of a fight can stand after a seed").help("write `seed 7 fight 4711`"));
    };
    Ok(Content::Seed { seed: number(seed, "seed 7")?, fight: number(fight, "seed 7 fight 4711")? })
}

fn play(rest: &str) -> Result<Content, Wrong> {
    let Some((side, policy)) = rest.rsplit_once(char::is_whitespace) else {
        return Err(Wrong::new("who is played by which policy?").help("write `play all plain` or `play heroes plain`"));
    };
    let side = side.trim();
    Ok(Content::Play { side: (side != "all").then(|| side.into()), policy: policy.into() })
}

fn roll(rest: &str) -> Result<Content, Wrong> {
    if rest.chars().next_back().is_some_and(|c| c.is_ascii_digit()) {
        return Ok(Content::Roll(rest.into()));
    }
    Err(Wrong::new("what fell?").help("write faces (`roll 4 1 6`), the count or sum (`roll = 3`) or `roll total 7`"))
}

/// No battle draws more for its policies.
const MOST_DRAWN: u64 = 100_000_000;

fn drawn(rest: &str) -> Result<u64, Wrong> {
    let drawn = number(rest, "drawn 17")?;
    if drawn > MOST_DRAWN {
        return Err(Wrong::new(format!("no battle draws more than {MOST_DRAWN} numbers for its policies")));
    }
    Ok(drawn)
}

fn undone(rest: &str) -> Result<Content, Wrong> {
    let wrong = || {
        Wrong::new("only what is given to a battle can be taken back")
            .help("write `undone NAME: what`, `undone roll NAME 4 1 6` or `undone gm: Ogre.hp = 12`")
    };
    // A line may repeat the word ten thousand times: it is not read inside itself.
    if matches!(first(rest), "undone" | "spare") {
        return Err(wrong());
    }
    match content(rest)? {
        content if content.is_given() => Ok(Content::Undone(Box::new(content))),
        _ => Err(wrong()),
    }
}

fn spare(rest: &str) -> Result<Content, Wrong> {
    let wrong = || {
        Wrong::new("an answer that waits for its place says where that is")
            .help("write `spare ROUND PART NTH AFTER PASSED [WHOSE ACT] LINE`, as a save has it")
    };
    let mut rest = rest.trim_start();
    let next = |rest: &mut &str| -> Option<String> {
        let (word, left) = rest.split_once(char::is_whitespace)?;
        *rest = left.trim_start();
        Some(word.to_owned())
    };
    fn figure<N: std::str::FromStr>(word: Option<String>) -> Option<N> {
        word.and_then(|word| word.parse().ok())
    }
    let at_end = first(rest) == "end";
    let place = match at_end {
        true => next(&mut rest).map(|_| (0, 0, 0)),
        false => {
            let (round, part) = (figure(next(&mut rest)), figure(next(&mut rest)));
            round.zip(part).zip(figure(next(&mut rest))).map(|((round, part), nth)| (round, part, nth))
        }
    };
    let place = place.ok_or_else(wrong)?;
    let after = figure(next(&mut rest)).filter(|after| *after <= MAX_LINES).ok_or_else(wrong)?;
    let passed = figure(next(&mut rest)).filter(|passed| *passed <= MAX_LINES).ok_or_else(wrong)?;
    let (of, rest) = match rest.strip_prefix('[') {
        Some(named) => named.split_once("] ").map(|(name, rest)| (Some(name.to_owned()), rest)).ok_or_else(wrong)?,
        None => (None, rest),
    };
    // A line may repeat the word ten thousand times: it is not read inside itself.
    if matches!(first(rest), "undone" | "spare") {
        return Err(wrong());
    }
    match content(rest)? {
        input if input.is_input() => {
            Ok(Content::Spare(SpareLine { at_end, place, of, after, passed, input: Box::new(input) }))
        }
        _ => Err(wrong()),
    }
}

fn word(rest: &str, example: &str) -> Result<String, Wrong> {
    if rest.is_empty() || rest.contains(char::is_whitespace) {
        return Err(Wrong::new("one word is wanted here").help(format!("for example `{example}`")));
    }
    Ok(rest.into())
}

fn number<N: std::str::FromStr>(rest: &str, example: &str) -> Result<N, Wrong> {
    rest.parse().map_err(|_| {
        Wrong::new(format!("`{}` is no number that can stand here", short(rest)))
            .help(format!("for example `{example}`"))
    })
}
