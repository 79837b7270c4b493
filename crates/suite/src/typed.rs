//! What people type, and what they are told: answers, the game master's edicts, what bears on a choice.
//!
//! `tests/typed.txt` of a book is a table of battles, each with what is typed when it begins. A row is an answer to what was
//! asked last, and stands for itself: it is written as it was typed. Behind `=>` stands what comes of it otherwise; behind
//! the row, further in, words that are among what bears on it, or, after a `-`, are not.
//!
//! ```text
//! gm Maud.actions = 4                      done by hand, for all that follows
//!     Maud.actions == 4                    and what it comes to
//! ask Maud act                             who is asked what, as the book's suite calls it
//!     What does Maud do                    the question
//! usual => swing at Snig                   what stands where nothing is said
//! listed                                   what is listed, which is read back
//!     swing at Snig
//! swing at Snig                            read, and written like that
//! sw at sn => swing at Snig                read, and written shortly
//! swing Snig => ! write `swing at Snig`    refused, in these words
//! swing at Snig => [Ability swing, Word at, Creature Snig]
//! set Maud.hits = 3                        done by hand for once: it reads back
//! set Maud.hits = 99 => ! outside          refused
//! set Maud.hits = 0 => Maud.able == no     comes to this
//! sheet Maud                               her sheet; likewise `between Maud Snig`
//!     swing 12
//! ```

use skirmish_kernel::conformance::{Play, listed_is_legal, no_flaw, open};
use skirmish_kernel::{Edict, Embedded, Fact, Id, Scribe, Session, When, combatant};

use crate::table::{Row, Table};

/// The question that words of a table mean, put to somebody in a battle.
pub type Asks<B> = fn(&Session<B>, Id, &[&str]) -> Option<<B as skirmish_kernel::Rulebook>::Ask>;

/// Types every row of some tables.
///
/// # Errors
/// Each row that comes to something else.
pub(crate) fn read<B: Scribe>(tables: &[Table], asks: Asks<B>) -> Vec<Result<(), String>> {
    let all = tables.iter().flat_map(|table| {
        let mut battle = Typing::<B>::of(table, asks);
        let rows = table.rows.iter();
        let played = plays(&battle.session).map_err(|why| format!("{}: {why}", table.name));
        [played].into_iter().chain(
            rows.map(move |row| battle.row(row).map_err(|why| format!("line {}: `{}`: {why}", row.line, row.says))),
        )
    });
    all.collect()
}

/// A battle, and who is asked.
struct Typing<B: Scribe> {
    session: Session<B>,
    asks: Asks<B>,
    asked: Option<(Id, B::Ask)>,
}

impl<B: Scribe> Typing<B> {
    fn of(table: &Table, asks: Asks<B>) -> Self {
        let text: &'static str = Box::leak(table.text.clone().into_boxed_str());
        let session = open::<B>(&Embedded { name: "typed", text }, 1);
        Self { session: session.unwrap_or_else(|why| panic!("{}: {why}", table.name)), asks, asked: None }
    }

    fn row(&mut self, row: &Row) -> Result<(), String> {
        let (typed, comes) =
            row.says.split_once(" => ").map_or((row.says, None), |(typed, comes)| (typed, Some(comes)));
        let (verb, rest) = typed.split_once(' ').unwrap_or((typed, ""));
        let (g, s) = (self.session.setup(), self.session.state());
        let somebody = |word: &str| combatant::<B>(g, word).map_err(|no| no.why());
        let told = match (verb, rest.split_whitespace().collect::<Vec<_>>().as_slice()) {
            ("gm", _) => {
                by_hand(&mut self.session, rest, comes)?;
                return row.of.iter().try_for_each(|expected| holds(&self.session, expected));
            }
            ("set", _) => {
                let mut other = self.session.fork();
                by_hand(&mut other, rest, comes.filter(|comes| comes.starts_with("! ")))?;
                no_flaw(&other)?;
                return match comes {
                    Some(comes) if comes.starts_with("! ") => Ok(()),
                    Some(comes) => holds(&other, comes),
                    None => holds(&other, &rest.replacen(" = ", " == ", 1)),
                };
            }
            ("usual", []) => {
                let (who, ask) = self.asked.as_ref().ok_or("nobody is asked")?;
                let usual = B::standing(g, s, *who, ask).map(|choice| B::notation(g, s, *who, ask, &choice));
                return if usual.as_deref() == comes { Ok(()) } else { Err(format!("it is {usual:?}")) };
            }
            ("listed", []) => self.listed()?.join("; "),
            ("sheet", [who]) => B::sheet(g, s, somebody(who)?).join("; "),
            ("between", [from, to]) => said(&B::between(g, s, somebody(from)?, somebody(to)?)),
            ("ask", [who, words @ ..]) => {
                let who = somebody(who)?;
                let ask = (self.asks)(&self.session, who, words).ok_or("no such question")?;
                let prompt = B::prompt(g, s, who, &ask);
                if prompt.is_empty() || prompt.contains('\n') {
                    return Err(format!("the question is no line of words: {prompt}"));
                }
                self.asked = Some((who, ask));
                prompt
            }
            _ => self.answer(typed, comes)?,
        };
        for part in &row.of {
            match part.strip_prefix("- ") {
                Some(part) if told.contains(part) => return Err(format!("`{part}` is told: {told}")),
                None if !told.contains(part) => return Err(format!("`{part}` is not told: {told}")),
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads an answer; gives what bears on it.
    fn answer(&self, typed: &str, comes: Option<&str>) -> Result<String, String> {
        let (g, s) = (self.session.setup(), self.session.state());
        let (who, ask) = self.asked.as_ref().ok_or("nobody is asked")?;
        // A quoted answer begins or ends with blanks, or is empty.
        let typed = typed.strip_prefix('`').and_then(|typed| typed.strip_suffix('`')).unwrap_or(typed);
        let read = B::parse(g, s, *who, ask, typed);
        if let Some(expected) = comes.and_then(|comes| comes.strip_prefix("! ")) {
            let judged = read.and_then(|choice| B::judge(g, s, *who, ask, &choice));
            return refused(judged.map_err(|no| no.why()), expected).map(|()| String::new());
        }
        let choice = read.map_err(|no| no.why())?;
        let view = B::choice_view(g, s, *who, ask, &choice);
        let pieces = || view.parts.iter().map(|part| format!("{:?} {}", part.kind, part.text)).collect::<Vec<_>>();
        let (is, expected) = match comes.and_then(|comes| comes.strip_prefix('[')?.strip_suffix(']')) {
            Some(expected) => (pieces().join(", "), expected),
            None => (view.text.clone(), comes.unwrap_or(typed)),
        };
        if is != expected {
            return Err(format!("it comes to `{is}`"));
        }
        self.strange(typed)?;
        Ok(said(&B::facts(g, s, *who, ask, &choice)))
    }

    /// Whatever comes behind the beginning of an answer is answered in short, and with nothing that a terminal would obey.
    fn strange(&self, typed: &str) -> Result<(), String> {
        const STRANGE: [&str; 9] =
            ["\u{7}\u{1b}[31m", "ẞ 💥 ∞", "\u{202e}", "-1", "99999999999999999999", ",", "at", "with", "use"];
        let (g, s) = (self.session.setup(), self.session.state());
        let (who, ask) = self.asked.as_ref().ok_or("nobody is asked")?;
        let beginnings = typed.match_indices(' ').map(|(end, _)| &typed[..=end]).chain([""]);
        let long = "x".repeat(10_000);
        for beginning in beginnings {
            for end in STRANGE.iter().copied().chain([long.as_str()]) {
                let Err(no) = B::parse(g, s, *who, ask, &format!("{beginning}{end}")) else { continue };
                let why = no.why();
                if why.is_empty() || why.chars().count() >= 1_000 || why.contains(char::is_control) {
                    return Err(format!("behind `{beginning}`, {end:?} is answered with {why:?}"));
                }
            }
        }
        Ok(())
    }

    /// What is listed, in words; all of it is read back. Some questions come so seldom that the kit hardly meets them.
    fn listed(&self) -> Result<Vec<String>, String> {
        let (g, s) = (self.session.setup(), self.session.state());
        let (who, ask) = self.asked.as_ref().ok_or("nobody is asked")?;
        let mut listed = Vec::new();
        B::options(g, s, *who, ask, &mut |choice| listed.push((B::notation(g, s, *who, ask, &choice), choice)));
        let read_back = |(words, choice): (String, B::Choice)| match B::parse(g, s, *who, ask, &words) {
            Ok(read) if read == choice => Ok(words),
            Ok(read) => Err(format!("`{words}` stands for {choice:?} and is read as {read:?}")),
            Err(no) => Err(format!("`{words}`: {}", no.why())),
        };
        listed.into_iter().map(read_back).collect()
    }
}

/// Random battles in which everything that is listed is legal and read back.
fn plays<B: Scribe>(session: &Session<B>) -> Result<(), String> {
    (0..12).try_for_each(|seed| {
        let mut play = Play::new(session.fork(), seed);
        while play.session().len() < 80 && play.go_on() {
            listed_is_legal(play.session()).map_err(|why| format!("seed {seed}: {why}"))?;
        }
        Ok(())
    })
}

fn said(facts: &[Fact]) -> String {
    facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join("; ")
}

/// Changes a battle by hand, or is refused in these words.
fn by_hand<B: Scribe>(session: &mut Session<B>, edict: &str, comes: Option<&str>) -> Result<(), String> {
    let done = session.decree(Edict::parse(edict)?, When::Now).map_err(|no| no.to_string());
    match comes.and_then(|comes| comes.strip_prefix("! ")) {
        Some(expected) => refused(done, expected),
        None => done,
    }
}

/// `Maud.hits == 3`
fn holds<B: Scribe>(session: &Session<B>, expected: &str) -> Result<(), String> {
    let (path, value) = expected.split_once(" == ").ok_or("write PATH == VALUE")?;
    let is = B::read(session.setup(), session.state(), path).map_err(|no| no.why())?.to_string();
    if is == value { Ok(()) } else { Err(format!("{path} is {is} instead of {value}")) }
}

/// Is it refused in these words?
fn refused(done: Result<(), String>, expected: &str) -> Result<(), String> {
    match done {
        Ok(()) => Err("it is taken".into()),
        Err(why) if why.contains(expected) => Ok(()),
        Err(why) => Err(format!("it is refused in other words: {why}")),
    }
}
