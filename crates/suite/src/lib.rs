//! The tests and benches that every rulebook has.
//!
//! A book says in one constant what is its own: its encounters, positions to count, fights to pin. The rest is here.
//! `tests/suite.rs` of a book is:
//!
//! ```ignore
//! const SUITE: Suite<Generia> = Suite { book: BOOK, complete: is_complete, .. };
//! skirmish_suite::tests!(SUITE);
//! ```
//!
//! and `benches/fights.rs` calls [`benches`]. Tests draw on their seeds alone: a failure comes back every time.

pub mod benches;
mod files;
mod goldens;
mod hand;
mod levels;
mod mutants;
mod rooms;
pub mod seen;
mod table;
mod told;
mod transcripts;
mod typed;

use std::collections::HashSet;
use std::path::Path;

pub use files::complaints;
pub use levels::Levels;
use skirmish_kernel::conformance::{
    Kit, UnitTest, fights_are_played, fights_are_played_by, forgetting_changes_nothing, open, perft_is, policies_think,
    seats_leak_nothing_in,
};
use skirmish_kernel::{Book, Effort, Embedded, Fights, Fought, Plan, PolicyName, Ready, Scribe, Source};
use skirmish_sim::each;
pub use skirmish_stopwatch::Stopwatch;
pub use typed::Asks;

/// An encounter, how many random battles of it the kit plays, and how many answers each of them has.
pub type Battles = (Embedded, u64, usize);

/// What a book says of itself to be tested.
#[derive(Debug)]
pub struct Suite<B: Scribe> {
    /// The book.
    pub book: Book<B>,
    /// Is this a question of which every legal answer is listed?
    pub complete: fn(&B::Ask) -> bool,
    /// Random battles and answers in each, for every encounter of the book and its starter.
    pub kit: (u64, usize),
    /// Encounters that the kit plays beside those of the book, each with its own numbers.
    pub more: &'static [Battles],
    /// A position; throws, choices and ends after 0, 1, 2 … answers from it.
    pub perft: (Embedded, &'static [(u64, u64, u64)]),
    /// Encounters that the plain policy plays to the end, with these seeds; `tests/golden.txt` has a line for each.
    pub fights: &'static [(&'static str, u64)],
    /// A battle that the random policy plays for so many steps; `tests/golden-random.txt` tells it.
    pub random: (Embedded, u64, usize),
    /// Encounters in which every seat is asked everything, in worlds that differ in what it may not know; and the answers of
    /// a random battle of each.
    pub seats: &'static [(&'static str, usize)],
    /// The bytes of a state.
    pub bytes: fn(&B::State) -> usize,
    /// Encounters, and the bytes of the state that they begin with, where a word has 64 bits.
    pub sizes: &'static [(&'static str, usize)],
    /// How often policies that think are asked in [`thinkers_think`](Self::thinkers_think), how often once more in
    /// disguise, and how often they choose otherwise than the plain policy, at least.
    pub thoughts: [u32; 3],
    /// Where the levels of a foe meet.
    pub levels: Levels,
}

/// The tests of a book, one `#[test]` for each part of the suite.
///
/// With what people read and write: `tests!(SUITE, "files.txt", "typed.txt", asks, kinds: 41, by_hand: ["kill ONE"])`; see
/// [`Suite::files`], [`Suite::typed`], [`Suite::told`] and [`Suite::hand`].
#[macro_export]
macro_rules! tests {
    ($suite:expr, $files:literal, $typed:literal, $asks:expr, kinds: $kinds:literal, by_hand: $by_hand:expr) => {
        $crate::tests!($suite);

        #[test]
        fn files_are_read_or_refused_with_advice() {
            $suite.files(include_str!($files));
        }
        #[test]
        fn what_people_type_is_read_or_answered() {
            $suite.typed(include_str!($typed), $asks);
        }
        #[test]
        fn whatever_happens_is_told() {
            $suite.told($kinds);
        }
        #[test]
        fn play_goes_on_whatever_is_done_by_hand() {
            $suite.hand(&$by_hand);
        }
    };
    ($suite:expr) => {
        #[test]
        fn the_kit_holds() {
            $suite.the_kit_holds();
        }
        #[test]
        fn perft_from_a_position() {
            $suite.perft();
        }
        #[test]
        fn transcripts_pass_and_notice_every_rule() {
            $suite.transcripts();
        }
        #[test]
        fn golden_fights() {
            $suite.golden_fights(env!("CARGO_MANIFEST_DIR"), env!("CARGO_TARGET_TMPDIR"));
        }
        #[test]
        fn golden_random_play() {
            $suite.golden_random_play(env!("CARGO_MANIFEST_DIR"));
        }
        #[test]
        fn simulated_fights_are_those_that_are_played() {
            $suite.fights_are_played();
        }
        #[test]
        fn what_is_forgotten_is_read_by_no_rule() {
            $suite.forgetting();
        }
        #[test]
        fn no_seat_is_told_a_secret() {
            $suite.seats();
        }
        #[test]
        fn thinkers_choose_what_is_legal_by_what_they_may_know() {
            $suite.thinkers_think();
        }
        #[test]
        fn fights_of_thinkers_are_those_that_are_played() {
            $suite.thinkers_fight();
        }
        #[test]
        fn a_foe_of_a_higher_level_wins() {
            $suite.levels();
        }
        #[test]
        fn foes_of_each_level_say_why() {
            $suite.levels_say_why();
        }
        #[test]
        fn fights_allocate_nothing_once_warm() {
            $suite.allocation();
        }
        #[test]
        fn nouns_know_no_rule_and_rules_no_text() {
            $suite.rooms(env!("CARGO_MANIFEST_DIR"));
        }
        #[test]
        fn states_are_as_small_as_they_were() {
            $suite.sizes();
        }
    };
}

/// Runs the tests of what is private in a book.
///
/// # Panics
/// With the names of those that fail; each says above what is wrong.
pub fn unit_tests(all: &[UnitTest]) {
    well(each(all, |(name, test)| std::panic::catch_unwind(test).map_err(|_| format!("{name} fails"))));
}

/// Policies that think, with budgets for a test.
const THINKERS: [PolicyName; 3] =
    [PolicyName::Greedy, PolicyName::Rollout(Effort::Count(16)), PolicyName::Mcts(Effort::Count(12))];

/// Branches of one exact enumeration in the kit.
const BUDGET: u64 = 20_000;

impl<B: Scribe> Suite<B> {
    /// The kernel's kit over the book's encounters, its starter and some more. With `SKIRMISH_SEEDS=20` in the environment
    /// it plays twenty times as many battles.
    ///
    /// # Panics
    /// When something does not hold.
    pub fn the_kit_holds(&self) {
        let more = std::env::var("SKIRMISH_SEEDS").ok().and_then(|more| more.parse().ok()).unwrap_or(1u64);
        let (seeds, answers) = self.kit;
        let starter = Embedded { name: "starter", text: self.book.starter };
        let own = self.book.encounters.iter().copied().chain([starter]).map(|one| (one, seeds, answers));
        let all: Vec<Battles> = self.more.iter().copied().chain(own).collect();
        well(each(&all, |(one, seeds, answers)| {
            let one = [*one];
            Kit::<B>::new(&one).seeds(seeds * more).answers(*answers).budget(BUDGET).complete(self.complete).run()
        }));
    }

    /// Nouns import no rule, rules no text, texts no policy.
    ///
    /// # Panics
    /// With every line that does.
    pub fn rooms(&self, manifest: &str) {
        well([rooms::arrows_hold(Path::new(manifest))]);
    }

    /// Positions by kind of node; a rule that changes shows here.
    ///
    /// # Panics
    /// When there are others.
    pub fn perft(&self) {
        let (position, table) = &self.perft;
        well([open::<B>(position, 1).and_then(|session| perft_is(&session, table))]);
    }

    /// A fight of a batch is the battle that one can play.
    ///
    /// # Panics
    /// When it is not.
    pub fn fights_are_played(&self) {
        well(each(self.book.encounters, |one| fights_are_played(self.book, one, 2)));
    }

    /// What a book forgets is read by no rule again.
    ///
    /// # Panics
    /// When a step goes another way.
    pub fn forgetting(&self) {
        well(each(self.book.encounters, |one| forgetting_changes_nothing(self.book, one, 5)));
    }

    /// Nobody at the table hears what they may not know, whatever they ask.
    ///
    /// # Panics
    /// When somebody does.
    pub fn seats(&self) {
        well(each(self.seats, |(name, answers)| seats_leak_nothing_in(self.book, &self.encounter(name), 1, *answers)));
    }

    /// Policies that think play the game by its rules, and know no more than their side.
    ///
    /// # Panics
    /// When they do not, or are hardly asked.
    pub fn thinkers_think(&self) {
        let thought = each(self.book.encounters, |one| policies_think(self.book, open(one, 3)?, &THINKERS, 12));
        let mut all = [0; 3];
        for thought in thought {
            let thought = thought.unwrap_or_else(|why| panic!("{why}"));
            all = [all[0] + thought.asked, all[1] + thought.disguised, all[2] + thought.other];
        }
        let enough = all.iter().zip(&self.thoughts).all(|(is, least)| is >= least);
        assert!(enough, "asked, disguised, other than plain: {all:?}, not even {:?}", self.thoughts);
    }

    /// Their fights are those that are played, too.
    ///
    /// # Panics
    /// When they are not.
    pub fn thinkers_fight(&self) {
        let pairs = [["greedy", "plain"], ["plain", "rollout:10"], ["mcts:10", "greedy"]];
        let fights: Vec<_> = pairs.iter().zip(self.book.encounters).collect();
        well(each(&fights, |(policies, one)| fights_are_played_by(self.book, one, *policies, 2, 1)));
    }

    /// What is read from files, and what is wrong with them: a table of cases, as `files.rs` of this crate tells.
    ///
    /// # Panics
    /// With each case that comes to something else.
    pub fn files(&self, table: &str) {
        well(files::read::<B>(&table::read(table, &self.all())));
        well(files::limits::<B>());
    }

    /// What people type, and what they are told: a table of rows, as `typed.rs` of this crate tells.
    ///
    /// # Panics
    /// With each row that comes to something else.
    pub fn typed(&self, table: &str, asks: Asks<B>) {
        well(typed::read::<B>(&table::read(table, &self.all()), asks));
    }

    /// The encounters of the book, and those that the kit plays beside them.
    fn all(&self) -> Vec<Embedded> {
        self.book.encounters.iter().copied().chain(self.more.iter().map(|(one, ..)| *one)).collect()
    }

    /// What the game master reads can be set, and play goes on whatever is set: these edicts, where `ONE` stands for the
    /// first combatant, `LAST` for the last and `SIDE` for the first side, and every field to what it may be.
    ///
    /// # Panics
    /// When it does not.
    pub fn hand(&self, edicts: &[&str]) {
        well(each(&self.all(), |one| {
            hand::what_is_read_can_be_set::<B>(one)?;
            hand::whatever_is_set_is_taken_or_refused::<B>(one)?;
            (0..2).try_for_each(|seed| hand::play_goes_on::<B>(one, edicts, seed))
        }));
    }

    /// Whatever happens in random battles is told in sentences, at least so many kinds of events; what bears on a choice is said in
    /// words without a full stop.
    ///
    /// # Panics
    /// When it is not.
    pub fn told(&self, kinds: usize) {
        let told = each(self.book.encounters, |one| told::in_sentences::<B>(one));
        let mut all = HashSet::new();
        well(told.into_iter().map(|told| told.map(|kinds| all.extend(kinds))));
        assert!(all.len() >= kinds, "{} kinds of events are told, not even {kinds}", all.len());
    }

    /// A simulated fight allocates nothing once it is warm.
    ///
    /// # Panics
    /// When it does.
    pub fn allocation(&self) {
        for encounter in self.book.encounters {
            let ready = Ready::load(self.book, &Source::new(encounter.name, encounter.text), None);
            let ready = ready.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", encounter.name));
            // One piece of code for the plain policy on all sides, and policies by pointer.
            for (policies, fights) in [(vec![], 40), (vec!["plain".into(), "random".into()], 8)] {
                let plan = Plan { policies: policies.clone(), ..Plan::default() };
                let mut simulator = ready.simulator(&plan).unwrap_or_else(|unknown| panic!("{unknown}"));
                let mut fought = Fought::default();
                // The first fights grow the search buffers to the size this map needs.
                (0..fights).for_each(|fight| simulator.fight(fight, &mut fought));
                let asked =
                    allocation_counter::measure(|| (0..fights).for_each(|fight| simulator.fight(fight, &mut fought)));
                let count = asked.count_total;
                assert_eq!(count, 0, "{}, {policies:?}: {count} allocations in {fights} fights", encounter.name);
            }
        }
    }

    /// States are cloned for every answer and hashed for every merged branch: their size is pinned. One that grows is a
    /// decision, and stands in the difference.
    ///
    /// # Panics
    /// When a state has another size.
    pub fn sizes(&self) {
        if cfg!(not(target_pointer_width = "64")) {
            return;
        }
        let bytes = |name: &str| open::<B>(&self.encounter(name), 0).map(|session| (self.bytes)(session.state()));
        let is: Vec<_> = self.sizes.iter().map(|(name, _)| (*name, bytes(name))).collect();
        let pinned: Vec<_> = self.sizes.iter().map(|(name, bytes)| (*name, Ok(*bytes))).collect();
        assert_eq!(is, pinned, "states have another size");
    }

    /// An encounter of the book.
    fn encounter(&self, name: &str) -> Embedded {
        let found = self.book.encounters.iter().find(|one| one.name == name);
        *found.unwrap_or_else(|| panic!("there is no encounter `{name}`"))
    }

    /// The plain policy's fights, each as one line with the hash of its whole story.
    ///
    /// # Panics
    /// When a fight goes another way. Its story is written to `scratch`, to be compared with that of a checkout before
    /// the change.
    pub fn golden_fights(&self, home: &str, scratch: &str) {
        let stories = each(self.fights, |(name, seed)| {
            goldens::line(&self.book, &self.encounter(name), *seed, &Path::new(scratch).join(B::NAME))
        });
        let lines: Result<Vec<String>, String> = stories.into_iter().collect();
        well([lines.and_then(|lines| goldens::hold(&lines.concat(), &Path::new(home).join("tests/golden.txt")))]);
    }

    /// What the random policy does, told in full.
    ///
    /// # Panics
    /// When it does otherwise.
    pub fn golden_random_play(&self, home: &str) {
        let (encounter, seed, steps) = &self.random;
        let told = goldens::random::<B>(encounter, *seed, *steps);
        well([told.and_then(|told| goldens::hold(&told, &Path::new(home).join("tests/golden-random.txt")))]);
    }

    /// Every transcript passes; together they cite every rule that play can show, and notice every value of every
    /// switch and number, but for those that are listed with a reason.
    ///
    /// # Panics
    /// With everything that does not.
    pub fn transcripts(&self) {
        let found = transcripts::played(&self.book).and_then(|played| {
            transcripts::all_cited(&self.book, &played)?;
            mutants::all_noticed(&self.book, &played)
        });
        well([found]);
    }
}

/// Stops at what is wrong.
fn well(results: impl IntoIterator<Item = Result<(), String>>) {
    let wrong: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[cfg(test)]
mod tests {
    use super::unit_tests;

    fn holds() {}

    fn does_not() {
        panic!("this one is meant to fail");
    }

    #[test]
    #[should_panic(expected = "b fails")]
    fn a_test_that_fails_is_named() {
        unit_tests(&[("a", holds), ("b", does_not)]);
    }
}
