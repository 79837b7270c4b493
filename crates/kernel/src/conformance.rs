//! The kit that every rulebook passes: what the kernel promises, held against one game's rules.
//!
//! A rulebook's tests run the whole of it, or single pieces; each piece says in one sentence what is wrong and where.
//!
//! ```ignore
//! #[test]
//! fn conforms() {
//!     Kit::<ElementalD6>::new(ENCOUNTERS).run().unwrap();
//! }
//! ```
//!
//! Nothing in here draws on anything but its seeds: a failure comes back every time.

mod choices;
mod fights;
mod forget;
mod golden;
mod harm;
mod odds;
mod perft;
mod play;
pub(crate) mod presence;
mod seats;
mod secrets;
mod thinking;
mod written;

pub use choices::{illegal_is_refused, listed_is_legal, questions_matter};
pub use fights::{fights_are_played, fights_are_played_by, simulation_sees};
pub use forget::forgetting_changes_nothing;
pub use golden::{is_golden, playthrough, same_text};
pub use harm::harm_unfolds;
pub use odds::{autoplay_agrees, mass_is_one, means_agree, odds_are_play};
pub use perft::{Nodes, perft, perft_is};
pub use play::{
    Play, draws_go_on, keeps_what_was_taken_back, no_flaw, rewinds, same_past_same_battle, saves, serialises,
};
pub use presence::{nobody_acts_unless_there, the_absent_are_out_of_play, who_may_come_is_secret};
pub use seats::{seats_leak_nothing, seats_leak_nothing_in};
pub use secrets::{odds_hide_choices, reading_leaks_nothing, views_leak_nothing};
pub use thinking::{Thought, policies_think};
pub use written::writes_on;

use crate::book::Embedded;
use crate::{Autoplay, Random, Scribe, Session, Source};

/// All pieces over some encounters and seeds.
#[derive(Clone, Debug)]
pub struct Kit<'e, B: Scribe> {
    encounters: &'e [Embedded],
    seeds: u64,
    answers: usize,
    budget: u64,
    edicts: bool,
    complete: fn(&B::Ask) -> bool,
    calls: fn(&B::Choice) -> bool,
}

impl<'e, B: Scribe> Kit<'e, B> {
    /// The kit over these encounters: 6 seeds each, up to 150 answers in a battle.
    #[must_use]
    pub fn new(encounters: &'e [Embedded]) -> Self {
        Self { encounters, seeds: 6, answers: 150, budget: 100_000, edicts: true, complete: |_| true, calls: |_| false }
    }

    /// How many random battles each encounter is played.
    #[must_use]
    pub fn seeds(mut self, seeds: u64) -> Self {
        self.seeds = seeds;
        self
    }

    /// How many answers a random battle has at most.
    #[must_use]
    pub fn answers(mut self, answers: usize) -> Self {
        self.answers = answers;
        self
    }

    /// Branches of one exact enumeration; steps that need more are passed over.
    #[must_use]
    pub fn budget(mut self, budget: u64) -> Self {
        self.budget = budget;
        self
    }

    /// Without a game master who now and then changes a number.
    #[must_use]
    pub fn without_edicts(mut self) -> Self {
        self.edicts = false;
        self
    }

    /// For which questions every legal answer is listed; of others (paths, free words) a legal one need not be.
    #[must_use]
    pub fn complete(mut self, complete: fn(&B::Ask) -> bool) -> Self {
        self.complete = complete;
        self
    }

    /// Which choices call somebody who is not there: these alone may name one, of their own side.
    #[must_use]
    pub fn calls(mut self, calls: fn(&B::Choice) -> bool) -> Self {
        self.calls = calls;
        self
    }

    /// Runs everything.
    ///
    /// # Errors
    /// The first thing that is wrong, with encounter, seed and the battle until there.
    pub fn run(&self) -> Result<(), String> {
        for encounter in self.encounters {
            for seed in 0..self.seeds {
                self.battle(encounter, seed).map_err(|why| format!("{}, seed {seed}: {why}", encounter.name))?;
            }
            let all = (0..self.seeds).try_for_each(|seed| {
                let session = open::<B>(encounter, seed)?;
                nobody_acts_unless_there(&session, seed)?;
                writes_on(&session, seed, (self.answers, self.edicts))?;
                autoplay_agrees(&session, 5_000)
            });
            all.map_err(|why| format!("{}: {why}", encounter.name))?;
        }
        Ok(())
    }

    /// One random battle with all checks at each of its moments.
    fn battle(&self, encounter: &Embedded, seed: u64) -> Result<(), String> {
        let mut play = Play::<B>::new(open(encounter, seed)?, seed);
        if self.edicts {
            play = play.with_edicts();
        }
        let mut entries = 0;
        loop {
            let session = play.session();
            let here = |why: String| format!("after {entries} answers: {why}\n{}", session.save());
            no_flaw(session).map_err(here)?;
            serialises(session).map_err(here)?;
            saves(session).map_err(here)?;
            the_absent_are_out_of_play(session, self.calls).map_err(here)?;
            who_may_come_is_secret(session, play.came()).map_err(here)?;
            views_leak_nothing(session).map_err(here)?;
            odds_hide_choices(session, self.budget / 50).map_err(here)?;
            simulation_sees(session).map_err(here)?;
            listed_is_legal(session).map_err(here)?;
            illegal_is_refused(session, seed, self.complete).map_err(here)?;
            questions_matter(session, self.complete).map_err(here)?;
            if entries % 8 == 0 {
                draws_go_on(session).map_err(here)?;
                reading_leaks_nothing(session).map_err(here)?;
                mass_is_one(session, self.budget).map_err(here)?;
                odds_are_play(session, self.budget / 50).map_err(here)?;
                means_agree(session, 400, self.budget / 10).map_err(here)?;
            }
            if entries >= self.answers || !play.go_on() {
                break;
            }
            entries += 1;
        }
        let all = [rewinds, keeps_what_was_taken_back, same_past_same_battle, harm_unfolds];
        let all = all.iter().try_for_each(|holds| holds(play.session()));
        all.map_err(|why| format!("{why}\n{}", play.session().save()))
    }
}

/// Opens a battle.
///
/// # Errors
/// What is wrong with the encounter.
pub fn open<B: Scribe>(encounter: &Embedded, seed: u64) -> Result<Session<B>, String> {
    let source = Source::new(encounter.name, encounter.text);
    let loaded = B::load(&source).map_err(|errors| {
        let all: Vec<String> = errors.iter().map(ToString::to_string).collect();
        all.join("\n")
    })?;
    Ok(Session::new(source, loaded.setup, seed))
}

/// Shows the states of fights of people who do anything at all, one of each encounter: twelve of each, ten steps apart.
///
/// # Panics
/// When an encounter cannot be read.
pub fn moments<B: Scribe>(encounters: &[Embedded], mut look: impl FnMut(&B::Setup, &B::State)) {
    for encounter in encounters {
        let session = open::<B>(encounter, 1).unwrap_or_else(|why| panic!("{why}"));
        let mut s = B::begin(session.setup());
        let mut table = Autoplay::<B, _>::new(session.setup(), Random, 5, 0);
        for _ in 0..12 {
            (0..10).for_each(|_| _ = table.step(&mut s));
            look(session.setup(), &s);
        }
    }
}

/// A test of private code: its name, and what panics where it fails.
pub type UnitTest = (&'static str, fn());

/// A list of [`UnitTest`]s, by the paths of their functions.
///
/// They are compiled into the crate with its feature `unit-tests`, which its own tests ask for, and a program in `tests` runs
/// them. As `#[test]`s of the crate they would have the whole of it compiled once more, half a minute for a big rulebook.
#[macro_export]
macro_rules! unit_tests {
    ($($test:path,)+) => {
        &[$((stringify!($test), $test)),+]
    };
}
