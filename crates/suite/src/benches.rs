//! What the parts of a fight cost; a book says which fights, and who plays them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use skirmish_kernel::conformance::open;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Autoplay, Awaited, Book, Effort, Embedded, Id, Policy, Precision, RuleId, Rulebook, Scribe, Session, Side, Tree,
};
use skirmish_stopwatch::Stopwatch;
use skirmish_tactics::Mcts;

/// More steps than any fight has.
const MOST_STEPS: u32 = 100_000;

/// A policy that chooses as a closure says, and where that says nothing, as another policy does.
#[derive(Clone, Debug)]
pub struct Instead<P, F>(pub P, pub F);

impl<B: Rulebook, P: Policy<B>, F> Policy<B> for Instead<P, F>
where
    F: FnMut(&B::Setup, &B::State, Id, &B::Ask) -> Option<B::Choice>,
{
    #[inline(always)]
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        match (self.1)(g, s, who, ask) {
            Some(choice) => choice,
            None => self.0.choose(g, s, rule, who, ask, rng),
        }
    }
}

/// A policy that does what stands without a word, and this where nothing does.
#[derive(Clone, Debug)]
pub struct Standing<C>(pub C);

impl<B: Rulebook> Policy<B> for Standing<B::Choice> {
    #[inline(always)]
    fn choose(&mut self, g: &B::Setup, s: &B::State, _: RuleId, who: Id, ask: &B::Ask, _: &mut Rng) -> B::Choice {
        B::standing(g, s, who, ask).unwrap_or_else(|| self.0.clone())
    }
}

/// A battle of an encounter.
///
/// # Panics
/// When it cannot be read.
#[must_use]
pub fn battle<B: Scribe>(encounter: &Embedded, seed: u64) -> Session<B> {
    open(encounter, seed).unwrap_or_else(|why| panic!("{}: {why}", encounter.name))
}

/// Whole fights of every encounter of the book, one policy on all sides: `autoplay/duel`.
pub fn whole_fights<B: Scribe, P: Policy<B> + Clone>(watch: &mut Stopwatch, book: &Book<B>, policy: P) {
    for encounter in book.encounters {
        let session = battle::<B>(encounter, 1);
        let template = B::begin(session.setup());
        let mut state = template.clone();
        let mut table = Autoplay::<B, P>::new(session.setup(), policy.clone(), 0, 0);
        let mut index = 0;
        watch.time(&format!("autoplay/{}", encounter.name), || {
            index += 1;
            table.restart(0, index);
            state.clone_from(&template);
            table.play(&mut state, MOST_STEPS)
        });
    }
}

/// The exact odds of the running step, in floats and in fractions: `tree/…`. Prints how many branches there are.
pub fn exact_odds<B: Scribe>(watch: &mut Stopwatch, name: &str, session: &Session<B>, policy: &mut dyn Policy<B>) {
    let start = session.step_start();
    for (precision, kind) in [(Precision::Float, "float"), (Precision::Exact, "fractions")] {
        let mut ends = || Tree::<B>::new(session.setup(), policy, precision, 10_000_000).step(start);
        match ends() {
            Ok(ends) => println!("{name}: {} leaves, {} ends", ends.leaves, ends.ends.len()),
            Err(over) => {
                println!("{name}: {over:?}");
                continue;
            }
        }
        watch.time(&format!("tree/{name}, {kind}"), || ends().map(|ends| ends.ends.len()).ok());
    }
}

/// Plays on until somebody is asked this, with the dice of the battle's seed and a policy; of others who are asked the same,
/// each does what is least.
///
/// # Panics
/// When nobody ever is.
pub fn until_asked<B: Scribe>(
    session: &mut Session<B>,
    name: &str,
    this: fn(&B::Ask) -> bool,
    policy: &mut dyn Policy<B>,
) {
    for _ in 0..200 {
        let asked = match session.awaited() {
            Some(Awaited::Choices(_, asks)) => asks.first(),
            _ => None,
        };
        match asked {
            Some((who, ask)) if this(ask) && B::name(session.setup(), *who) == name => return,
            Some((_, ask)) if this(ask) => drop(session.pass()),
            _ => drop(session.roll() || session.decide(policy)),
        }
    }
    panic!("{name} is never asked");
}

/// What somebody types, as a choice.
///
/// # Panics
/// When it is none.
#[must_use]
pub fn typed<B: Scribe>(session: &Session<B>, who: usize, ask: &B::Ask, text: &str) -> B::Choice {
    let choice = B::parse(session.setup(), session.state(), Id::new(who), ask, text);
    choice.unwrap_or_else(|refusal| panic!("`{text}`: {}", refusal.why()))
}

/// Fights per second of `Autoplay` against a loop written by hand, which gives the winner of the fight with a seed and a
/// number.
///
/// The loop throws the same dice from the same stream, so both must find the same winners. They are run in turns; the ratio
/// of the best runs is printed. Nothing is asserted about time.
///
/// # Panics
/// When the winners differ.
pub fn floor<B: Scribe, P: Policy<B>>(session: &Session<B>, policy: P, by_hand: impl Fn(u64, u64) -> usize) {
    const FIGHTS: u64 = 100_000;
    const RUNS: u32 = 7;
    let template = B::begin(session.setup());
    let mut state = template.clone();
    let mut table = Autoplay::<B, P>::new(session.setup(), policy, 0, 0);
    let mut engine = |index| {
        table.restart(1, index);
        state.clone_from(&template);
        let outcome = table.play(&mut state, MOST_STEPS).expect("every fight ends");
        outcome.winner == Some(Side(0))
    };
    let (mut best, mut best_by_hand) = (Duration::MAX, Duration::MAX);
    let mut wins = [0; 2];
    for _ in 0..RUNS {
        let began = Instant::now();
        wins[0] = (0..FIGHTS).filter(|index| engine(*index)).count();
        best = best.min(began.elapsed());
        let began = Instant::now();
        wins[1] = (0..FIGHTS).filter(|index| by_hand(black_box(1), *index) == 0).count();
        best_by_hand = best_by_hand.min(began.elapsed());
    }
    assert_eq!(wins[0], wins[1], "engine and loop must find the same winners");
    let rate = |time: Duration| FIGHTS as f64 / time.as_secs_f64();
    println!("fights per second: loop {:.0}, Autoplay {:.0}", rate(best_by_hand), rate(best));
    println!(
        "Autoplay takes {:.2} times as long as the loop ({FIGHTS} fights, same {} wins, best of {RUNS})",
        best.as_secs_f64() / best_by_hand.as_secs_f64(),
        wins[0]
    );
}

/// How many choices a second a tree search plays through, one thread: of everybody, in all the fights that it fights on after the
/// choices that it thinks about. Both sides think in turn, about the questions of one whole battle. Prints it.
///
/// # Panics
/// When the encounter cannot be read.
pub fn search<B: Scribe>(watch: &Stopwatch, book: &Book<B>, encounter: &Embedded) {
    if !watch.wants(SEARCH) {
        return;
    }
    let (climbs, most) = if watch.times() { (400, 60) } else { (20, 2) };
    let mut thinker = Mcts::new(book.plain, Effort::Count(climbs));
    let mut session = battle::<B>(encounter, 1);
    let (mut asked, began) = (0, Instant::now());
    while asked < most && (session.roll() || session.decide(&mut thinker)) {
        asked += u32::from(session.awaited_dice().is_empty());
    }
    let (choices, time) = (thinker.choices(), began.elapsed());
    let rate = choices as f64 / time.as_secs_f64();
    println!("{SEARCH}/{}: {rate:.0} choices a second ({choices} in {:.2} s)", encounter.name, time.as_secs_f64());
}

/// What it is called on the command line.
const SEARCH: &str = "search";
