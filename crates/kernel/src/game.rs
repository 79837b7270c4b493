//! Rulebooks and battles with their types erased: text and plain data alone cross.
//!
//! A rulebook's crate fills in one [`Book`] and hands it out as a `Box<dyn Game>`; whoever holds it (command line,
//! server, tests of the shelf) needs to know nothing else.

mod battle;
mod book;
mod fights;
mod inquiry;
mod looker;
mod losses;
mod odds;
mod ready;
mod seat;
mod seen;

use crate::book::Embedded;
use crate::diagnostic::{Diagnostic, Source};
use crate::exchange::Exchange;
use crate::fights::{Combatant, Outlook, Prospect};
use crate::log::LogLine;
use crate::refused::Refused;
use crate::script::Checked;
use crate::transcript::Transcript;
use crate::view::Viewer;
use crate::{Carried, Catalogue, Ids, Interrupt, Pairing, SavePoint, Side};
pub(crate) use battle::Played;
pub use fights::Fights;
pub use inquiry::{Events, Follow, Inquiry, Others, Reply, Samples};
pub(crate) use looker::Looker;
pub use losses::Loss;
pub use odds::{Chance, CheckOdds, EventOdds, GaugeOdds, Odds, PathOdds, ResultOdds};
pub use ready::Ready;
pub use seat::Seat;
pub(crate) use seat::Speaker;
pub(crate) use seen::METHODS;
pub use seen::{Proposal, Seen, Step};

/// A rulebook as the shelf hands it out.
pub trait Game: Send + Sync {
    /// `elemental-d6`.
    fn name(&self) -> &'static str;
    /// `Elemental D6`.
    fn title(&self) -> &'static str;
    /// Where the game is published.
    fn credit(&self) -> &'static str;
    /// Does it show how a book is written, and is no published game? Lists say so, and name it last.
    fn is_example(&self) -> bool {
        false
    }
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
    /// What it hands to other programs, and reads of theirs and of people's; none of a book whose creatures are no files.
    fn exchange(&self) -> Option<&Exchange> {
        None
    }
    /// What may come of a choice, in words that follow a name: odds are told of these.
    fn results(&self) -> &'static [&'static str] {
        &[]
    }
    /// Names of its policies; the first one is the usual one. Those that think take a budget behind a colon: see
    /// [`PolicyName`](crate::PolicyName).
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

/// A battle being played, as the game master has it, who sees everything ([`Seen`]) and speaks for everybody ([`Seat`]).
///
/// Whatever another viewer reads or says goes through [`seen_by`](Battle::seen_by) and [`seat`](Battle::seat). What stands
/// here and in neither of these is the game master's alone; a save holds every secret.
pub trait Battle: Seen + Seat + Send {
    /// What one viewer may look at: nothing in it is kept from that viewer.
    fn seen_by(&self, viewer: Viewer) -> Box<dyn Seen + '_>;
    /// From where one viewer speaks.
    fn seat(&mut self, viewer: Viewer) -> Box<dyn Seat + '_>;
    /// The rulebook's name.
    fn game(&self) -> &'static str;
    /// The encounter's title.
    fn title(&self) -> &str;
    /// The names of the sides.
    fn sides(&self) -> &[String];
    /// The seed of its dice: whoever knows it may know what will fall.
    fn seed(&self) -> u64;
    /// Which fight of that seed it is; 0 unless it was taken out of a batch.
    fn fight_number(&self) -> u64;
    /// Where in time the running step is, in words, as its lines of the log have it.
    fn place(&self) -> String;
    /// The creatures of these names, for a [`Viewer::Person`] who plays them.
    ///
    /// # Errors
    /// The name that nobody has.
    fn ids(&self, names: &[&str]) -> Result<Ids, Refused>;
    /// The side that is asked to choose or throw, if all who are asked are of one side.
    fn awaited_side(&self) -> Option<Side>;
    /// Lets policies that think be stopped in the middle of a thought: what they were asked stays open.
    fn listen_to(&mut self, interrupt: &Interrupt);
    /// Tells every viewer, from now on or no longer, what the game master does by hand: at a table where those who look are
    /// those who give it.
    fn tell_edicts(&mut self, told: bool);
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
    fn prospects(&self, choices: &[Option<String>], outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, Refused>;
    /// Who takes part, with the gauges as they stand.
    fn combatants(&self) -> Vec<Combatant>;
    /// What each of them, in the same order, takes along into the next battle; nothing of those who will not see it.
    fn carried(&self) -> Vec<Option<Vec<Carried>>>;
    /// Everything that anybody has lost, in its order, with who has done it; but for steps whose log is
    /// [forgotten](Battle::forget_log).
    fn losses(&self) -> Vec<Loss>;
    /// The game master's number of an entry that a viewer calls so; as many as the viewer counts are where the battle
    /// stands.
    fn entry_number(&self, viewer: Viewer, entry: usize) -> Option<usize>;
    /// What the game master has done by hand in the running step and what has not begun to work yet, as lines of the log, for
    /// the game master alone. Each stands in the [log](Seen::log) itself from then on.
    fn waiting_edicts(&self) -> Vec<LogLine>;
    /// Accepts a changed past: forgets what has not found its place in it.
    fn accept(&mut self);
    /// A battle of its own that begins as this one stands.
    fn fork(&self) -> Box<dyn Battle>;
    /// The same without its past, the running step alone: it is not to be saved or taken back, but odds are the same. What
    /// it costs does not depend on how long the battle has been; so odds can be worked out on another thread.
    fn here(&self) -> Box<dyn Battle>;
    /// The running step; where the battle is over, the last one.
    fn running(&self) -> Step;
    /// Forgets what a step told, to make room: its [`log`](Seen::log) is empty from then on, and others than the game
    /// master count its entries no more. The running step keeps its own. Everything that was given stays: the battle can
    /// be saved and taken back as before.
    fn forget_log(&mut self, step: Step);
    /// Which of the book's own invariants the state breaks, if any: never in play by the rules alone.
    fn broken_invariant(&self) -> Option<String>;
    /// The battle as a transcript: a save, a replay, an example. It holds every secret, and the dice to come.
    fn save(&self) -> String {
        self.save_with(&[])
    }
    /// The same, with settings of the table in its head: each is what comes behind the word `table`. What was taken back
    /// and can be done again stands at the end; it can be done again where the battle is loaded.
    fn save_with(&self, table: &[String]) -> String;
    /// The battle as a transcript with every usual answer in it, as a save reads that was written answer by answer.
    fn save_in_full(&self) -> String;
    /// How far a save goes that is written now: what is given from here on comes behind it.
    fn save_point(&self) -> SavePoint;
    /// What has to be written behind a save of which that much is written, so that it can be loaded as it stands now; the
    /// point goes on to its end. None where that is not all: the past has changed, something was taken back, or it is the
    /// point of another battle. Then the save is written whole. What it costs does not depend on how long the battle has
    /// been.
    ///
    /// Usual answers stand in what is written behind; [`save`](Battle::save) leaves out those that loading takes by itself.
    fn save_since(&self, point: &mut SavePoint) -> Option<String>;
    /// The side that won, if one did.
    fn winner(&self) -> Option<Side>;
    /// A flaw of the rulebook that stopped the battle.
    fn stuck(&self) -> Option<&str>;
}

/// A battle with a changed past.
pub struct Changed {
    /// The battle, played on with what still applies: the game master's. Whoever asked looks at it as at any other
    /// battle, [with their own eyes](Battle::seen_by).
    pub battle: Box<dyn Battle>,
    /// Where it parted from the old one, if it did, as the asker knows: the number of the entry, and what is awaited there.
    pub parted: Option<(usize, String)>,
    /// What has not found its place (yet), in words, as far as the asker may know.
    pub spares: Vec<String>,
}

impl std::fmt::Debug for Changed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Changed").field("parted", &self.parted).field("spares", &self.spares).finish_non_exhaustive()
    }
}
