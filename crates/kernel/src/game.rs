//! Rulebooks and battles with their types erased: text and plain data alone cross.
//!
//! A rulebook's crate fills in one [`Book`] and hands it out as a `Box<dyn Game>`; whoever holds it (command line,
//! server, tests of the shelf) needs to know nothing else.

mod battle;
mod book;
mod inquiry;
mod log;
mod odds;

use crate::diagnostic::{Diagnostic, Source};
use crate::fights::{Combatant, Fights, Outlook, Prospect};
use crate::script::Checked;
use crate::transcript::Transcript;
use crate::view::{AwaitedView, Tag, View, Viewer};
use crate::{Catalogue, Interrupt, Pairing, Refusal, SessionError, Side};
pub(crate) use battle::Played;
pub use book::{Book, Maker};
pub use inquiry::{Events, Follow, Inquiry, Others, Reply, Samples};
pub(crate) use log::{log_line, log_lines, throw_detail};
pub use odds::{Chance, CheckOdds, EventOdds, GaugeOdds, Odds, PathOdds, ResultOdds};

/// A text built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// By which it is called: `duel`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// A rulebook as the shelf hands it out.
pub trait Game: Send + Sync {
    /// `elemental-d6`.
    fn name(&self) -> &'static str;
    /// `Elemental D6`.
    fn title(&self) -> &'static str;
    /// Where the game is published.
    fn credit(&self) -> &'static str;
    /// Its rules and switches.
    fn catalogue(&self) -> &'static Catalogue;
    /// The encounters that come with it.
    fn encounters(&self) -> &'static [Embedded];
    /// Its creatures, weapons, abilities: files that an encounter may name entries of.
    fn content(&self) -> &'static [Embedded] {
        &[]
    }
    /// The transcripts that prove its rules.
    fn transcripts(&self) -> &'static [Embedded];
    /// A commented encounter to begin with.
    fn starter(&self) -> &'static str;
    /// A commented plan of a sweep to begin with.
    fn plan(&self) -> &'static str;
    /// JSON Schema of its encounter files.
    fn schema(&self) -> serde_json::Value;
    /// What may come of a choice, in words that follow a name: odds are told of these.
    fn results(&self) -> &'static [&'static str] {
        &[]
    }
    /// Names of its policies; the first one is the usual one. Those that think take a budget behind a colon: see
    /// [`Mind`](crate::Mind).
    fn policies(&self) -> &'static [&'static str];
    /// Opens a battle; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    fn open(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>>;
    /// Sets an encounter up to be fought many times; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    fn fights(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Fights>, Vec<Diagnostic>>;
    /// Two of its creatures against each other on open ground, as an encounter file.
    fn pair(&self, pairing: &Pairing) -> String {
        pairing.text(self.name(), "")
    }
    /// Plays a transcript and checks what it expects. An encounter in a file of its own must have been
    /// [supplied](Transcript::supply).
    fn check(&self, transcript: &Transcript) -> Checked {
        self.check_until(transcript, &Interrupt::default())
    }
    /// The same, until somebody asks to stop: what could not be checked then counts as a failure, and
    /// [`Checked::interrupted`] says so.
    fn check_until(&self, transcript: &Transcript, interrupt: &Interrupt) -> Checked;
    /// Plays a transcript to the point where it stops; what it expects is not checked. Loads a saved battle.
    ///
    /// # Errors
    /// What is wrong with the encounter, or the first line that cannot be played.
    fn replay(&self, transcript: &Transcript) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        self.replay_until(transcript, &Interrupt::default())
    }
    /// The same, until somebody asks to stop; the battle [listens](Battle::listen_to) to them from then on.
    ///
    /// # Errors
    /// As for [`replay`](Game::replay); where it was stopped, the line that it had come to.
    fn replay_until(&self, transcript: &Transcript, interrupt: &Interrupt) -> Result<Box<dyn Battle>, Vec<Diagnostic>>;
}

/// A battle being played.
pub trait Battle: Send {
    /// The rulebook's name.
    fn game(&self) -> &'static str;
    /// The encounter's title.
    fn title(&self) -> &str;
    /// The names of the sides.
    fn sides(&self) -> &[String];
    /// The seed of its dice.
    fn seed(&self) -> u64;
    /// Which fight of that seed it is; 0 unless it was taken out of a batch.
    fn fight_number(&self) -> u64 {
        0
    }
    /// What is waited for, as one viewer may know it.
    fn awaited(&self, viewer: Viewer) -> Option<AwaitedView>;
    /// The same without the list of choices: who is asked what, cheaply.
    fn asked(&self, viewer: Viewer) -> Option<AwaitedView> {
        self.awaited(viewer)
    }
    /// Where in time the running step is, in words, as its lines of the log have it.
    fn place(&self) -> String {
        self.view(Viewer::GameMaster).clock
    }
    /// The side of a combatant.
    fn side_of(&self, who: &str) -> Option<Side> {
        let tokens = self.view(Viewer::GameMaster).tokens;
        tokens.iter().find(|token| token.name == who).map(|token| Side(token.side))
    }
    /// The side that is asked to choose or throw, if all who are asked are of one side.
    fn awaited_side(&self) -> Option<Side>;
    /// Takes one line of a transcript: a choice (`Kestrel: air-blast at Ogre`), a throw (`roll Kestrel 4 1 6`,
    /// `roll = 3`), an edict (`gm: Ogre.hp = 12`, `gm next: Ogre.soak = 2`).
    ///
    /// While one person alone is asked, the choice may stand without a name; while dice are awaited, so may faces,
    /// `= 3` or `total 7` without `roll`.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    fn line(&mut self, line: &str) -> Result<(), Refused> {
        self.line_by(Viewer::GameMaster, line)
    }
    /// The same of one viewer, who answers for its own side and can name those whom it sees: a hidden name and one that
    /// nobody has get the same answer. An edict is the game master's hand, whoever looks.
    ///
    /// # Errors
    /// Why not; nothing has changed.
    fn line_by(&mut self, viewer: Viewer, line: &str) -> Result<(), Refused>;
    /// Throws everything that is awaited with the battle's own generator. False when no dice are awaited.
    fn roll(&mut self) -> bool;
    /// Throws what is awaited of one combatant. False when nothing is.
    fn roll_for(&mut self, who: &str) -> bool {
        self.awaited(Viewer::GameMaster).is_some_and(|awaited| awaited.who.iter().any(|name| name == who))
            && self.roll()
    }
    /// Takes the usual answer to the question that is asked; of several people, for the first. False when it has none.
    fn stand(&mut self) -> bool;
    /// Lets policies that think be stopped in the middle of a thought: what they were asked stays open.
    fn listen_to(&mut self, interrupt: &Interrupt);
    /// Lets a policy choose. False when no choice is awaited, there is no such policy, or it was
    /// [stopped](Battle::listen_to).
    fn decide(&mut self, policy: &str) -> bool;
    /// Lets a policy choose for one of those who are asked. False when that one is not, there is no such policy, or it
    /// was [stopped](Battle::listen_to).
    fn decide_for(&mut self, who: &str, policy: &str) -> bool {
        self.awaited(Viewer::GameMaster).is_some_and(|awaited| awaited.who == [who]) && self.decide(policy)
    }
    /// What a policy would choose for the first of those who are asked, in notation. Nothing changes.
    fn propose(&self, _policy: &str) -> Option<String> {
        None
    }
    /// Takes the answer that does least for the first of those who are asked, so that time passes: for tables that
    /// resolve by hand. False when no choice is awaited.
    fn pass(&mut self) -> bool {
        self.stand()
    }
    /// What [`pass`](Battle::pass) would choose, in notation.
    fn least(&self) -> Option<String> {
        None
    }
    /// What bears on a choice of the first of those who are asked: cost, range, what stands between.
    ///
    /// # Errors
    /// When it is no choice that can be made.
    fn facts(&self, choice: &str) -> Result<Vec<Tag>, Refused> {
        self.facts_by(Viewer::GameMaster, choice)
    }
    /// The same for one viewer, who can name those whom it sees; of the first of those who are asked for whom it may
    /// speak.
    ///
    /// # Errors
    /// When it is no choice that can be made.
    fn facts_by(&self, viewer: Viewer, choice: &str) -> Result<Vec<Tag>, Refused>;
    /// The question that a choice leads to at once, to the same person: where to, at whom. Until it is answered nobody
    /// knows what may come of the choice. None where several people choose at once.
    fn leads_to(&self, choice: &str) -> Option<String> {
        self.leads_to_by(Viewer::GameMaster, choice)
    }
    /// The same for one viewer, who can name those whom it sees.
    fn leads_to_by(&self, viewer: Viewer, choice: &str) -> Option<String>;
    /// The words with which answers begin, whatever is asked.
    fn verbs(&self) -> Vec<String> {
        Vec::new()
    }
    /// The odds of the running step, or on through what is under way: with a choice, after it; without, of the dice or
    /// the answers that are awaited. They are exact, unless the inquiry lets them be sampled.
    ///
    /// While several people choose at once, what has been chosen and the viewer may not know yet has no part in them:
    /// there too the others answer as the inquiry has it. All else is worked out as it is, whoever looks.
    ///
    /// # Errors
    /// When it is no choice that can be made, a path or a rule is not known, or there are more branches than the
    /// inquiry allows.
    fn odds(&self, _inquiry: &Inquiry) -> Result<Odds, Refused> {
        Err(Refused::because("no odds are known here"))
    }
    /// Everything that may become of the battle from here on, after a choice if one is named, for
    /// `skirmish-odds`: state 0 is this point.
    ///
    /// # Errors
    /// When it is no choice that can be made, or a policy is not known.
    fn prospect(&self, choice: Option<&str>, outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, Refused> {
        self.prospects(&[choice.map(str::to_owned)], outlook)
    }
    /// The same after each of several choices, or as a policy chooses: the first states of the prospect, in their order,
    /// are this point with each of them made. What follows all of them alike is one.
    ///
    /// # Errors
    /// When none is named, one cannot be made, or a policy is not known.
    fn prospects(&self, _choices: &[Option<String>], _outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, Refused> {
        Err(Refused::because("nothing is known of what follows"))
    }
    /// Who takes part, with the gauges as they stand.
    fn combatants(&self) -> Vec<Combatant> {
        Vec::new()
    }
    /// How one combatant stands to another: how far and where, behind what.
    ///
    /// # Errors
    /// When nobody is called so.
    fn between(&self, from: &str, to: &str) -> Result<Vec<Tag>, Refused> {
        self.between_by(Viewer::GameMaster, from, to)
    }
    /// The same for one viewer.
    ///
    /// # Errors
    /// When nobody whom it sees is called so.
    fn between_by(&self, viewer: Viewer, from: &str, to: &str) -> Result<Vec<Tag>, Refused>;
    /// A combatant's sheet, line by line.
    ///
    /// # Errors
    /// When nobody is called so.
    fn sheet(&self, who: &str) -> Result<Vec<String>, Refused> {
        self.sheet_by(Viewer::GameMaster, who)
    }
    /// The same for one viewer, who reads those of its own side.
    ///
    /// # Errors
    /// When nobody whom it sees is called so, or that one is of another side.
    fn sheet_by(&self, viewer: Viewer, who: &str) -> Result<Vec<String>, Refused>;
    /// Takes back the last answer, with all that followed.
    ///
    /// # Errors
    /// When there is none.
    fn undo(&mut self) -> Result<(), Refused>;
    /// Does again what was taken back last.
    ///
    /// # Errors
    /// When nothing was.
    fn redo(&mut self) -> Result<(), Refused>;
    /// How many entries can be done again.
    fn redo_len(&self) -> usize {
        0
    }
    /// Goes to the moment when that many answers and edicts had been given.
    ///
    /// # Errors
    /// When there are not so many.
    fn jump(&mut self, entries: usize) -> Result<(), Refused>;
    /// How many answers and edicts have been given.
    fn len(&self) -> usize;
    /// Has none been given?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Everything that was given, in order: entry 0 is the first. Place in words, and the line of a transcript.
    fn entries(&self) -> Vec<(String, String)> {
        Vec::new()
    }
    /// What would be if entry number `at` had been this line (a choice or a throw) instead, or if the game master had
    /// given this edict before it (in its place, if that entry is an edict); everything else is used again where it
    /// still applies. This battle is untouched.
    ///
    /// # Errors
    /// When there is no such entry, or the line does not fit there.
    fn change(&self, at: usize, line: &str) -> Result<Changed, Refused> {
        self.change_by(Viewer::GameMaster, at, line)
    }
    /// The same of one viewer, who can name those whom it saw there.
    ///
    /// # Errors
    /// When there is no such entry, or the line does not fit there.
    fn change_by(&self, viewer: Viewer, at: usize, line: &str) -> Result<Changed, Refused>;
    /// What of a changed past has not found its place (yet), and what nothing asks for since an edict, as far as a viewer
    /// may know of it.
    fn spares(&self, _viewer: Viewer) -> Vec<String> {
        Vec::new()
    }
    /// Accepts a changed past: forgets what has not found its place in it.
    fn accept(&mut self) {}
    /// A battle of its own that begins as this one stands.
    fn fork(&self) -> Box<dyn Battle>;
    /// How many steps have begun; [`log`](Battle::log) is read step by step.
    fn steps(&self) -> usize;
    /// The log of one step, as the viewer may know it.
    fn log(&self, step: usize, viewer: Viewer) -> Vec<LogLine>;
    /// Forgets what a step told, to make room: its [`log`](Battle::log) is empty from then on. The running step keeps its
    /// own. Everything that was given stays: the battle can be saved and taken back as before.
    fn forget_log(&mut self, step: usize);
    /// What one viewer may see.
    fn view(&self, viewer: Viewer) -> View;
    /// Which of the book's own invariants the state breaks, if any: never in play by the rules alone.
    fn flaw(&self) -> Option<String> {
        None
    }
    /// Reads a field by its path.
    ///
    /// # Errors
    /// The nearest path.
    fn read(&self, path: &str) -> Result<String, Refused> {
        self.read_by(Viewer::GameMaster, path)
    }
    /// The same for one viewer: fields of the whole battle, those of its own combatants, and how these stand to the
    /// others whom it sees. Nobody else is named in them, and what would tell of somebody unseen is refused, whether or
    /// not there is anybody.
    ///
    /// # Errors
    /// The nearest path; or whose business it is.
    fn read_by(&self, viewer: Viewer, path: &str) -> Result<String, Refused>;
    /// Every path that [`read`](Battle::read) knows and edicts may name.
    fn paths(&self) -> Vec<String> {
        self.paths_by(Viewer::GameMaster)
    }
    /// The same without those whom a viewer does not see. What it may not [read](Battle::read_by) is among them where
    /// somebody is seen: an edict may name it.
    fn paths_by(&self, viewer: Viewer) -> Vec<String>;
    /// The book's own edicts, as people write them, each with what it does.
    fn edicts(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }
    /// Words that a field may be set to, where they can be listed.
    fn values(&self, _path: &str) -> Vec<String> {
        Vec::new()
    }
    /// The battle as a transcript: a save, a replay, an example.
    fn save(&self) -> String {
        self.save_with(&[])
    }
    /// The same, with settings of the table in its head: each is what comes behind the word `table`. What was taken back
    /// and can be done again stands at the end; it can be done again where the battle is loaded.
    fn save_with(&self, table: &[String]) -> String;
    /// How it ended, in words.
    fn outcome(&self) -> Option<String>;
    /// The side that won, if one did.
    fn winner(&self) -> Option<Side>;
    /// A flaw of the rulebook that stopped the battle.
    fn stuck(&self) -> Option<&str>;
}

/// A battle with a changed past.
pub struct Changed {
    /// The battle, played on with what still applies.
    pub battle: Box<dyn Battle>,
    /// Where it parted from the old one, if it did: the number of the entry, and what is awaited there.
    pub parted: Option<(usize, String)>,
    /// What has not found its place (yet), in words: all of it, whoever may know. [`Battle::spares`] of the battle says
    /// what one viewer may read.
    pub spares: Vec<String>,
}

impl std::fmt::Debug for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changed").field("parted", &self.parted).field("spares", &self.spares).finish_non_exhaustive()
    }
}

/// Why a line was not taken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The rule that forbids it.
    pub rule: Option<&'static str>,
    /// In one sentence.
    pub why: String,
    /// It is an answer that the game knows, even if it cannot be given: the game's own reason is worth telling.
    pub meant: bool,
    /// There were more branches than the budget allows: a larger one, or samples, may help.
    pub too_many: bool,
}

impl Refused {
    pub(crate) fn because(why: impl Into<String>) -> Self {
        Self { rule: None, why: why.into(), meant: false, too_many: false }
    }

    pub(crate) fn of(catalogue: &'static Catalogue, refusal: Refusal) -> Self {
        let rule = refusal.rule.map(|rule| catalogue.name(rule));
        // What a rule forbids is an answer.
        Self { rule, why: refusal.why(), meant: rule.is_some(), too_many: false }
    }

    pub(crate) fn from_session(catalogue: &'static Catalogue, error: SessionError) -> Self {
        match error {
            SessionError::Refused(refusal) => Self::of(catalogue, refusal),
            other => Self::because(other.to_string()),
        }
    }
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.rule {
            Some(rule) => write!(f, "{} [{rule}]", self.why),
            None => f.write_str(&self.why),
        }
    }
}

impl std::error::Error for Refused {}

/// One line of the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct LogLine {
    /// Where in time: `round 2, segment 1`.
    pub place: String,
    /// `event`, `throw`, `choice`, `edict`.
    pub kind: &'static str,
    /// As a person would tell it; empty when only `--explain` shows it.
    pub text: String,
    /// Unfolded: dice, faces, every modifier with its rule.
    pub detail: String,
    /// Every rule it cites, the main one first.
    pub rules: Vec<&'static str>,
    /// Its number among the moments of its step, those that the viewer may not know counted too.
    #[serde(skip)]
    pub nth: usize,
    /// The number of the entry behind it (from 0), if it was given rather than told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// For a throw: who, dice, faces, natural, terms, total, score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub throw: Option<ThrowLine>,
    /// For a choice: who chose, and what in notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceLine>,
}

/// A choice in the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ChoiceLine {
    /// Who chose.
    pub who: String,
    /// What, in notation.
    pub words: String,
}

/// A throw in the log.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct ThrowLine {
    /// Who threw.
    pub who: String,
    /// `8d6>=4`.
    pub dice: String,
    /// In the order they fell; empty when a person gave the count or sum only.
    pub faces: Vec<u16>,
    /// What the dice read.
    pub natural: i32,
    /// Rule, size, bearing and name (of a part of the sheet; else empty) of each modifier.
    pub terms: Vec<(String, i32, crate::Bearing, &'static str)>,
    /// With the flat modifiers.
    pub total: i32,
    /// What the dice must not exceed: the sum of the modifiers that are part of a score; none where no modifier is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
}
