//! A battle as text that a person can read and write: a save, a replay, a bug report, an example, a test.
//!
//! Line-oriented UTF-8. A comment begins with `#` at the start of a line or between blanks; blank lines are kept.
//!
//! ```text
//! skirmish 1
//! encounter duel                    # one that comes with the game; or `encounter file chase.toml`
//! game elemental-d6                 # where several games have an encounter of that name
//! seed 7                            # dice that are left open fall from it; or `seed 7 fight 4711`, one of a batch
//! play heroes plain                 # choices that are left open are made by this policy
//! table seat heroes person          # how a table plays it; the rules do not read this
//!
//! Kestrel: air-blast at Ogre
//! roll Kestrel dice.attack 5d6>=4 4 1 6 2 5
//! expect event attack.hit
//! gm: Ogre.hp = 12
//! expect Ogre.hp == 12
//! drawn 17                          # so many numbers the policies have drawn; play goes on from there
//! spare 2 1 0 3 0 [Ogre] Ogre: pass # an answer of a changed past that waits for its place
//! undone Ogre: pass                 # taken back; what can be done again stands at the end
//! ```
//!
//! The encounter may also stand in the file itself, between `--- encounter` and a line of the same dashes (`---`; take
//! more of them where the text has such a line).

mod expect;
mod line;
mod write;

use std::fmt;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source};
pub use expect::{Compare, Expectation, Part, Predicate};
pub(crate) use line::content;
pub use line::{Content, SpareLine};

/// The version of the format that this program writes, and the newest that it reads.
pub const VERSION: u32 = 1;

/// The largest transcript, in bytes.
pub const MAX_BYTES: usize = 16 << 20;

/// The longest line, in bytes.
pub const MAX_LINE: usize = 1 << 16;

/// The most lines.
pub const MAX_LINES: usize = 1_000_000;

/// How many wrong lines are reported at most.
const MAX_ERRORS: usize = 50;

/// A transcript as it was read; printing it gives the same bytes.
#[derive(Clone, Debug)]
pub struct Transcript {
    source: Source,
    lines: Vec<Line>,
    encounter: Encounter,
    game: Option<String>,
    /// Seed, and which fight of it.
    seed: Option<(u64, u64)>,
    plays: Vec<(Option<String>, String)>,
}

/// One line of a transcript.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// Where it lies in the source, its end of line included.
    pub bytes: Range<usize>,
    /// What it says.
    pub content: Content,
}

/// The encounter that a transcript plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Encounter {
    /// One that comes with the game.
    Named(String),
    /// A file; its path is relative to the transcript. Whoever may read files hands it in with
    /// [`Transcript::supply`].
    File(String),
    /// It stands in the transcript itself, or was supplied.
    Given(Source),
}

impl Transcript {
    /// Reads a transcript.
    ///
    /// # Errors
    /// Every line that is none, with advice.
    pub fn parse(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let mut reader = Reader::new(source);
        if source.part().len() > MAX_BYTES {
            return Err(vec![source.error(0..0, format!("longer than {} MB", MAX_BYTES >> 20))]);
        }
        reader.read();
        reader.finish()
    }

    /// The text it was read from.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// All lines, blank ones and comments among them.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The encounter.
    #[must_use]
    pub fn encounter(&self) -> &Encounter {
        &self.encounter
    }

    /// Hands in the encounter of a file.
    pub fn supply(&mut self, source: Source) {
        self.encounter = Encounter::Given(source);
    }

    /// The game it names, by itself or in its encounter.
    #[must_use]
    pub fn game(&self) -> Option<&str> {
        match (&self.game, &self.encounter) {
            (Some(game), _) => Some(game),
            (None, Encounter::Given(source)) => rulebook_of(source.part()),
            _ => None,
        }
    }

    /// The seed from which open dice fall.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed.map(|(seed, _)| seed)
    }

    /// Which fight of that seed it is; 0 unless it was taken out of a batch.
    #[must_use]
    pub fn fight_number(&self) -> u64 {
        self.seed.map_or(0, |(_, fight)| fight)
    }

    /// Which policy plays which side (all sides, where none is named), in the order of the file.
    #[must_use]
    pub fn plays(&self) -> &[(Option<String>, String)] {
        &self.plays
    }

    /// How the table plays it, in the order of the file.
    pub fn tables(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().filter_map(|line| match &line.content {
            Content::Table(words) => Some(words.as_str()),
            _ => None,
        })
    }

    /// A diagnostic about one line, without its comment.
    #[must_use]
    pub fn error(&self, line: &Line, message: impl Into<String>) -> Diagnostic {
        self.source.error(self.span(line), message)
    }

    /// What a line says, in bytes of the source's part: without blanks at its ends and without its comment.
    #[must_use]
    pub fn span(&self, line: &Line) -> Range<usize> {
        let text = self.source.part().get(line.bytes.clone()).unwrap_or("");
        let meant = line::meant(text);
        let from = line.bytes.start + (text.len() - text.trim_start().len()).min(text.len());
        from..from + meant.len()
    }
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.source.part();
        self.lines.iter().try_for_each(|line| f.write_str(text.get(line.bytes.clone()).unwrap_or("")))
    }
}

/// The rulebook that an encounter file names: its key `rulebook` before the first table.
#[must_use]
pub fn rulebook_of(encounter: &str) -> Option<&str> {
    let lines = encounter.lines().map(str::trim).take_while(|line| !line.starts_with('['));
    let value =
        lines.filter_map(|line| line.strip_prefix("rulebook")).find_map(|rest| rest.trim_start().strip_prefix('='))?;
    let value = value.trim_start();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    value[1..].split(quote).next()
}

/// Reads line by line.
struct Reader<'s> {
    source: &'s Source,
    lines: Vec<Line>,
    errors: Vec<Diagnostic>,
    version: bool,
    encounter: Option<Encounter>,
    /// The dashes that end the inline encounter, and where its text began.
    fence: Option<(usize, usize)>,
    game: Option<String>,
    seed: Option<(u64, u64)>,
    plays: Vec<(Option<String>, String)>,
    /// A line of play has been read: the head is over.
    playing: bool,
    /// A line that was taken back has been read: nothing comes after such lines.
    undone: bool,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Source) -> Self {
        Self {
            source,
            lines: Vec::new(),
            errors: Vec::new(),
            version: false,
            encounter: None,
            fence: None,
            game: None,
            seed: None,
            plays: Vec::new(),
            playing: false,
            undone: false,
        }
    }

    fn read(&mut self) {
        let mut at = 0;
        for (index, text) in self.source.part().split_inclusive('\n').enumerate() {
            if index >= MAX_LINES {
                self.errors.push(self.source.error(at..at, format!("more than {MAX_LINES} lines")));
            }
            if self.errors.len() >= MAX_ERRORS || index >= MAX_LINES {
                return;
            }
            let bytes = at..at + text.len();
            at = bytes.end;
            if text.len() > MAX_LINE {
                self.errors.push(self.source.error(bytes, format!("a line of more than {MAX_LINE} bytes")));
                return;
            }
            let content = match self.fence {
                Some((dashes, from)) => self.inside(text, dashes, from..bytes.start),
                None => self.outside(text, &bytes),
            };
            self.lines.push(Line { number: index + 1, bytes, content });
        }
    }

    /// A line of the encounter in the file itself.
    fn inside(&mut self, text: &str, dashes: usize, encounter: Range<usize>) -> Content {
        let text = text.trim_end_matches(['\n', '\r']);
        if text.len() == dashes && text.bytes().all(|b| b == b'-') {
            self.fence = None;
            let start = self.source.part.start;
            let part = self.source.slice(start + encounter.start..start + encounter.end);
            self.encounter = Some(Encounter::Given(part));
            return Content::Fence;
        }
        Content::Encounter
    }

    fn outside(&mut self, text: &str, bytes: &Range<usize>) -> Content {
        let text = if bytes.start == 0 { text.trim_start_matches('\u{feff}') } else { text };
        match content(text).and_then(|content| self.take(content, bytes)) {
            Ok(content) => content,
            Err(why) => {
                let from = bytes.end - text.len() + (text.len() - text.trim_start().len());
                let meant = line::meant(text).len();
                self.errors.push(why.at(self.source, from..from + meant));
                Content::Blank
            }
        }
    }

    fn take(&mut self, content: Content, bytes: &Range<usize>) -> Result<Content, Wrong> {
        if !self.version && !matches!(content, Content::Blank | Content::Version(_)) {
            self.version = true;
            return Err(Wrong::new("a transcript begins with the version of its format").help("write `skirmish 1`"));
        }
        if content.is_head() && self.playing {
            return Err(Wrong::new("this belongs to the head, before the first move"));
        }
        if self.undone && content.is_given() {
            let help = "remove the lines that begin with `undone`, or put this line before them";
            return Err(Wrong::new("what was taken back stands at the end").help(help));
        }
        match &content {
            Content::Blank | Content::Encounter | Content::Fence | Content::Table(_) => {}
            Content::Version(version) => self.set_version(*version)?,
            Content::Named(name) => self.set_encounter(Encounter::Named(name.clone()))?,
            Content::File(path) => self.set_encounter(Encounter::File(path.clone()))?,
            Content::Open(dashes) => {
                self.set_encounter(Encounter::Given(self.source.slice(0..0)))?;
                self.fence = Some((*dashes, bytes.end));
            }
            Content::Game(name) => once(self.game.replace(name.clone()).is_some())?,
            Content::Seed { seed, fight } => once(self.seed.replace((*seed, *fight)).is_some())?,
            Content::Play { side, policy } => self.plays.push((side.clone(), policy.clone())),
            Content::Choice { .. }
            | Content::Roll(_)
            | Content::Edict { .. }
            | Content::Expect(_)
            | Content::Drawn(_) => self.playing = true,
            Content::Spare(_) => self.playing = true,
            Content::Undone(_) => (self.playing, self.undone) = (true, true),
        }
        Ok(content)
    }

    fn set_version(&mut self, version: u32) -> Result<(), Wrong> {
        once(std::mem::replace(&mut self.version, true))?;
        if version == 0 || version > VERSION {
            let known = format!("this program reads version {VERSION}");
            return Err(Wrong::new(format!("version {version} of the format is not known")).help(known));
        }
        Ok(())
    }

    fn set_encounter(&mut self, encounter: Encounter) -> Result<(), Wrong> {
        once(self.encounter.replace(encounter).is_some())
    }

    fn finish(mut self) -> Result<Transcript, Vec<Diagnostic>> {
        let end = self.source.part().len();
        if let Some((dashes, from)) = self.fence {
            let message = "the encounter has no end";
            let help = format!("close it with a line `{}`", "-".repeat(dashes));
            self.errors.push(self.source.error(from.saturating_sub(1)..from, message).help(help));
        }
        if !self.version && self.errors.is_empty() {
            let message = "a transcript begins with the version of its format";
            self.errors.push(self.source.error(0..0, message).help("write `skirmish 1`"));
        }
        match self.encounter {
            Some(encounter) if self.errors.is_empty() => Ok(Transcript {
                source: self.source.clone(),
                lines: self.lines,
                encounter,
                game: self.game,
                seed: self.seed,
                plays: self.plays,
            }),
            None if self.errors.is_empty() => {
                let message = "no encounter is named";
                let help =
                    "write `encounter NAME`, `encounter file PATH`, or the encounter itself after `--- encounter`";
                Err(vec![self.source.error(end..end, message).help(help)])
            }
            _ => Err(self.errors),
        }
    }
}

fn once(again: bool) -> Result<(), Wrong> {
    if again { Err(Wrong::new("this stands here a second time")) } else { Ok(()) }
}

/// Why a line is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Wrong {
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

impl Wrong {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    fn at(self, source: &Source, span: Range<usize>) -> Diagnostic {
        Diagnostic { help: self.help, ..source.error(span, self.message) }
    }
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.help {
            Some(help) => write!(f, "{} ({help})", self.message),
            None => f.write_str(&self.message),
        }
    }
}
