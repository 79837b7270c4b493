//! The levels of a foe: the higher one wins, and each says why it did something.

use std::collections::BTreeSet;

use skirmish_kernel::{Battle, Embedded, Fights, Fought, Game, Plan, Ready, Scribe, Source, Viewer};
use skirmish_sim::each;

use crate::Suite;

/// Who is held against whom, and how many fights on each side.
const MEETINGS: [(usize, usize, u64); 3] = [(1, 0, 16), (2, 1, 6), (2, 0, 6)];

/// So many questions are answered by each level to hear why: thinking takes its time.
const QUESTIONS: [usize; 3] = [120, 120, 8];

/// Where the levels of a foe meet, and what is expected of them.
#[derive(Debug)]
pub struct Levels {
    /// A small encounter that neither side wins by its place alone.
    pub encounter: Embedded,
    /// A thinker that stands for `hard`: with less to think, for a test.
    pub hard: &'static str,
    /// Does it win against `fair` as well? Where to think so little brings nothing it may come to a draw, and no worse.
    pub beats_fair: bool,
}

impl<B: Scribe> Suite<B> {
    /// The foe of a higher level wins: each level against each lower one, on each side in turn, with the same dice.
    ///
    /// # Panics
    /// When it does not.
    pub fn levels(&self) {
        let named = self.names_of_levels();
        let sides = |(higher, lower, fights): (usize, usize, u64)| {
            [([named[higher], named[lower]], fights), ([named[lower], named[higher]], fights)]
        };
        let meetings: Vec<([&str; 2], u64)> = MEETINGS.into_iter().flat_map(sides).collect();
        let won = each(&meetings, |(levels, fights)| self.wins(*levels, *fights));
        for ((higher, lower, fights), won) in MEETINGS.iter().zip(won.chunks(2)) {
            let [first, second] = won else { continue };
            let (above, below) = (first[0] + second[1], first[1] + second[0]);
            let (higher, lower) = (named[*higher], named[*lower]);
            println!("{higher} wins {above}, {lower} {below} of {}", 2 * fights);
            let margin = if lower == "fair" && !self.levels.beats_fair { 0 } else { fights / 4 };
            assert!(above >= below + margin, "{higher} wins {above}, {lower} {below} of {}", 2 * fights);
        }
    }

    /// From the lowest; of `hard` what stands for it in a test.
    fn names_of_levels(&self) -> [&'static str; 3] {
        ["easy", "fair", self.levels.hard]
    }

    /// How many of so many fights each of two sides wins that are played so.
    fn wins(&self, policies: [&str; 2], fights: u64) -> [u64; 2] {
        let encounter = &self.levels.encounter;
        let ready = Ready::load(self.book, &Source::new(encounter.name, encounter.text), Some(7));
        let ready = ready.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", encounter.name));
        let plan = Plan { policies: policies.map(str::to_owned).to_vec(), ..Plan::default() };
        let mut simulator = ready.simulator(&plan).unwrap_or_else(|unknown| panic!("{unknown}"));
        let (mut fought, mut wins) = (Fought::default(), [0; 2]);
        for fight in 0..fights {
            simulator.fight(fight, &mut fought);
            let winner = fought.winner.and_then(|side| wins.get_mut(usize::from(side.0)));
            winner.into_iter().for_each(|wins| *wins += 1);
        }
        wins
    }

    /// Each level says why it did something, whatever it was asked: in words that may follow "Tarn chose so:". Who does not always look says when
    /// it did not, who thinks says what it expected, and who goes by the book has more than one reason.
    ///
    /// # Panics
    /// When one does not.
    pub fn levels_say_why(&self) {
        let named = self.names_of_levels();
        let said = each(&[0, 1, 2], |level| self.reasons(named[*level], QUESTIONS[*level]));
        for (level, said) in named.iter().zip(&said) {
            println!("{level}: {said:#?}");
            for words in said {
                let is_clause = words.starts_with(char::is_lowercase) && words.ends_with(char::is_alphanumeric);
                assert!(is_clause || words.ends_with('`'), "{level} says `{words}`");
            }
        }
        let [easy, fair, hard] = &said[..] else { return };
        assert!(fair.len() > 1, "fair has no other reason than {fair:?}");
        assert!(easy.contains("without looking") && easy.len() > 1, "easy says {easy:?}");
        let expects = |words: &String| words.contains("it expected to win");
        assert!(hard.iter().any(expects), "hard says {hard:?}");
    }

    /// The reasons of so many choices; there is one for each.
    fn reasons(&self, policy: &str, questions: usize) -> BTreeSet<String> {
        let one = &self.levels.encounter;
        let mut battle = Game::open(&self.book, &Source::new(one.name, one.text), Some(7));
        let battle = battle.as_mut().unwrap_or_else(|wrong| panic!("{}: {wrong:?}", one.name));
        let mut asked = 0;
        while asked < questions && battle.outcome().is_none() {
            while battle.roll().is_ok() {}
            if battle.outcome().is_none() {
                battle.decide(policy).unwrap_or_else(|no| panic!("{policy}: {no}"));
                asked += 1;
            }
        }
        reasons(&**battle, policy)
    }
}

/// The reasons of all choices of a battle, as the game master reads them.
fn reasons(battle: &dyn Battle, policy: &str) -> BTreeSet<String> {
    let seen = battle.seen_by(Viewer::GameMaster);
    let lines = seen.steps(None).into_iter().flat_map(|step| seen.log(step));
    let choices = lines.filter_map(|line| line.choice);
    choices.map(|line| line.why.unwrap_or_else(|| panic!("{policy} gives no reason for `{}`", line.words))).collect()
}
