//! A battle as one viewer may look at it.

use super::{Inquiry, Odds};
use crate::log::LogLine;
use crate::refused::Refused;
use crate::view::{AwaitedView, Tag, View};
use crate::{Scribe, Side, Viewer};

/// A step of a battle: which one, and not the how manieth, since that would tell how often somebody has acted unseen.
/// It is the program's, to go on reading from where it was; it does not cross to anybody as text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step(pub(crate) usize);

/// What a policy would choose.
#[derive(Clone, PartialEq, Eq, Debug, serde::Serialize)]
pub struct Proposal {
    /// In notation.
    pub choice: String,
    /// Why, in words that may stand in brackets; none of a policy that has no reason in words.
    pub why: Option<String>,
}

/// Hands the methods of [`Seen`] to a macro: one declares them, one lists them, and one gives them to the game master.
macro_rules! methods {
    ($then:ident) => {
        $then! {
            /// The battle as it is seen: board, tokens, order, what is under way, what is awaited.
            fn view(&self) -> View;
            /// What is awaited of those for whom the viewer speaks, with the choices that are listed for the first of
            /// them. None while others are asked, as after the end.
            ///
            /// What the rules allow may hang on somebody unseen. So lists, facts and proposals of others than the game
            /// master are made of a [guess](crate::Viewing::guess_hidden) at what they may not know; whoever then tries what
            /// cannot be done finds out, as at any table.
            fn awaited(&self) -> Option<AwaitedView>;
            /// The same without the list of choices: who is asked what, cheaply.
            fn awaited_in_short(&self) -> Option<AwaitedView>;
            /// The side of somebody who is seen.
            fn side_of(&self, who: &str) -> Option<Side>;
            /// What bears on a choice of the first of those who are asked and for whom the viewer speaks, or of whoever
            /// of them is named before it: cost, range, what stands between.
            ///
            /// # Errors
            /// When it is no choice that can be made.
            fn facts(&self, choice: &str) -> Result<Vec<Tag>, Refused>;
            /// The question that a choice leads to at once, to the same person: where to, at whom. Until it is answered
            /// nobody knows what may come of the choice. None where several people choose at once.
            fn leads_to(&self, choice: &str) -> Option<String>;
            /// The odds of the running step, or on through what is under way: with a choice, after it; without, of the
            /// dice or the answers that are awaited. They are exact, unless the inquiry lets them be sampled.
            ///
            /// The game master's are those of the battle as it is. Anybody else's are worked out of a battle in which a
            /// [guess](crate::Viewing::guess_hidden) stands for everything that this viewer may not know, and in which others
            /// have not chosen yet who choose in secret; [`Odds::guessed`] says so. So neither a chance nor the number
            /// of branches tells a secret. Which rules are met, paths and checks are for the game master alone.
            ///
            /// # Errors
            /// When it is no choice that can be made, a path or a rule is not known or not for this viewer, what has
            /// happened cannot be squared with the guess, or there are more branches than the inquiry allows.
            fn odds(&self, inquiry: &Inquiry) -> Result<Odds, Refused>;
            /// What a policy would choose for the first of those who are asked and for whom the viewer speaks, in
            /// notation, and why; none if nobody like that is asked. Nothing changes.
            ///
            /// # Errors
            /// When no policy is called so.
            fn propose(&self, policy: &str) -> Result<Option<Proposal>, Refused>;
            /// The answer that does least for that one, so that time passes, in notation.
            fn least(&self) -> Option<String>;
            /// The words with which answers begin, whatever is asked.
            fn verbs(&self) -> Vec<String>;
            /// How one combatant stands to another: how far and where, behind what.
            ///
            /// # Errors
            /// When nobody who is seen is called so.
            fn between(&self, from: &str, to: &str) -> Result<Vec<Tag>, Refused>;
            /// Where somebody for whom the viewer speaks can get to in one move, and whom they could strike by hand, whoever's
            /// turn it is: facts with [cells](Tag::cells).
            ///
            /// # Errors
            /// When nobody who is seen is called so, or it is another's business.
            fn reach(&self, who: &str) -> Result<Vec<Tag>, Refused>;
            /// The sheet of somebody for whom the viewer speaks, line by line.
            ///
            /// # Errors
            /// When nobody who is seen is called so, or it is another's business.
            fn sheet(&self, who: &str) -> Result<Vec<String>, Refused>;
            /// Reads a field by its path: of the whole battle, of those for whom the viewer speaks, and how these stand
            /// to the others whom it sees. Nobody else is named in it, and what would tell of somebody unseen is
            /// refused, whether or not there is anybody.
            ///
            /// # Errors
            /// The nearest path; or whose business it is.
            fn read(&self, path: &str) -> Result<String, Refused>;
            /// Every path of those who are seen. What the viewer may not [read](Seen::read) is among them: that a
            /// creature has hit points is no secret.
            fn paths(&self) -> Vec<String>;
            /// Words that a field may be set to, where they can be listed; of fields that the viewer may read.
            fn values(&self, path: &str) -> Vec<String>;
            /// The book's own edicts, as people write them, each with what it does.
            fn edicts(&self) -> &'static [(&'static str, &'static str)];
            /// The steps in which there is something to be seen, oldest first, and the running one; `from` one on, that
            /// one included.
            fn steps(&self, from: Option<Step>) -> Vec<Step>;
            /// What the viewer may know of one step.
            fn log(&self, step: Step) -> Vec<LogLine>;
            /// Everything that was given and shows in the viewer's [log](Seen::log), in order: place in words, and the
            /// line of a transcript. A viewer counts these alone, from 0: that is what [`LogLine::entry`] and
            /// [`Seat::jump`](super::Seat::jump) have. Numbers hold until the battle goes on.
            fn entries(&self) -> Vec<(String, String)>;
            /// How many entries that are.
            fn len(&self) -> usize;
            /// Are there none?
            fn is_empty(&self) -> bool;
            /// How many answers that were taken back can be done again: of those for whom the viewer speaks.
            fn redo_len(&self) -> usize;
            /// What of a changed past has not found its place (yet), and what nothing asks for since an edict, as far as
            /// the viewer may know of it.
            fn spares(&self) -> Vec<String>;
            /// How it ended, in words.
            fn outcome(&self) -> Option<String>;
        }
    };
}

macro_rules! declare {
    ($($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $of:ty)*) $(-> $gives:ty)?;)*) => {
        /// A battle as one viewer may look at it: everything that a front end needs to show it to that viewer, and
        /// nothing that the viewer may not know. Every text, list and number in here may be handed on.
        ///
        /// [`Battle::seen_by`](super::Battle::seen_by) gives one; a [`Battle`](super::Battle) itself is what the game
        /// master sees. The kit calls every method in worlds that differ in secrets alone, and compares the bytes
        /// ([`seats_leak_nothing`](crate::conformance::seats_leak_nothing)).
        pub trait Seen {
            $($(#[$doc])* fn $name(&self $(, $arg: $of)*) $(-> $gives)?;)*
        }

        /// The names of all of them: the kit calls each.
        pub(crate) const METHODS: &[&str] = &[$(stringify!($name)),*];
    };
}

macro_rules! give_to_the_game_master {
    ($($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $of:ty)*) $(-> $gives:ty)?;)*) => {
        impl<B: Scribe> Seen for super::Played<B> {
            $(fn $name(&self $(, $arg: $of)*) $(-> $gives)? {
                super::Looker::new(self, Viewer::GameMaster).$name($($arg),*)
            })*
        }
    };
}

methods!(declare);
methods!(give_to_the_game_master);
