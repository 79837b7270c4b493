//! What the parts of a fight cost; a book says which fights, and who plays them.

use std::fmt::Debug;
use std::hint::black_box;

use skirmish_kernel::conformance::open;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Autoplay, Awaited, Book, Effort, Embedded, Id, Listener, Outcome, Policy, Precision, RuleId, Rulebook, Scribe,
    Session, Side, Tree,
};
use skirmish_stopwatch::{Stopwatch, on_processor};
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

/// Writes down what is chosen.
#[derive(Clone, Debug)]
struct Recording<C>(Vec<C>);

impl<B: Rulebook> Listener<B> for Recording<B::Choice> {
    fn hears(&self) -> bool {
        false
    }
    fn chose(&mut self, _: &B::Setup, _: &B::State, _: Id, _: &B::Ask, choice: &B::Choice) {
        self.0.push(choice.clone());
    }
    fn told(&mut self, _: &B::Setup, _: &B::Event) {}
}

/// Gives choices again in their order, without a thought.
#[derive(Clone, Debug)]
struct Recorded<'c, C>(std::slice::Iter<'c, C>);

impl<B: Rulebook> Policy<B> for Recorded<'_, B::Choice> {
    #[inline(always)]
    fn choose(&mut self, _: &B::Setup, _: &B::State, _: RuleId, _: Id, _: &B::Ask, _: &mut Rng) -> B::Choice {
        self.0.next().expect("the same fight asks the same").clone()
    }
}

/// Whole fights of every encounter of the book, and of these, one policy on all sides: `autoplay/duel`. The first sixty-four of them once
/// more with everything chosen beforehand: `rules/duel`, which is what is left of a fight when policies take no time. With `play NAME N`
/// or `rules NAME N` as arguments, that one alone is fought so often: for a profiler.
///
/// # Panics
/// When an encounter cannot be read.
pub fn whole_fights<B: Scribe, P: Policy<B> + Clone>(
    watch: &mut Stopwatch,
    book: &Book<B>,
    more: &[Embedded],
    policy: P,
) {
    let args: Vec<String> = std::env::args().collect();
    let alone = args.iter().position(|arg| arg == "play" || arg == "rules");
    for encounter in book.encounters.iter().chain(more) {
        if alone.is_some_and(|at| args.get(at + 1).is_none_or(|name| name != encounter.name)) {
            continue;
        }
        let session = battle::<B>(encounter, 1);
        let template = B::begin(session.setup());
        let mut state = template.clone();
        let mut table = Autoplay::<B, P>::new(session.setup(), policy.clone(), 0, 0);
        let mut index = 0;
        let fight = || {
            index += 1;
            table.restart(0, index);
            state.clone_from(&template);
            table.play(&mut state, MOST_STEPS)
        };
        let recorded = recorded::<B, P>(&session, policy.clone());
        let mut again = recorded.iter().zip(1..).cycle();
        let mut replayed = template.clone();
        let replay = || {
            let (choices, index) = again.next().expect("fights");
            replayed.clone_from(&template);
            Autoplay::<B, _>::new(session.setup(), Recorded(choices.iter()), 0, index).play(&mut replayed, MOST_STEPS)
        };
        match alone {
            None => {
                watch.time(&format!("autoplay/{}", encounter.name), fight);
                watch.time(&format!("rules/{}", encounter.name), replay);
            }
            Some(at) => {
                let times = args.get(at + 2).and_then(|times| times.parse().ok()).unwrap_or(1);
                if args[at] == "play" { repeat(times, fight) } else { repeat(times, replay) }
            }
        }
    }
}

fn repeat<T>(times: u32, mut once: impl FnMut() -> T) {
    (0..times).for_each(|_| _ = black_box(once()));
}

/// What a policy chooses in the first fights of a battle.
fn recorded<B: Scribe, P: Policy<B>>(session: &Session<B>, policy: P) -> Vec<Vec<B::Choice>> {
    let template = B::begin(session.setup());
    let mut table = Autoplay::heard_by(Recording(Vec::new()), session.setup(), policy, 0, 0);
    (1..=64)
        .map(|index| {
            table.restart(0, index);
            table.play(&mut template.clone(), MOST_STEPS);
            std::mem::take(&mut table.ear_mut().0)
        })
        .collect()
}

/// So many times the people of an encounter, each of whom has a line `name = "Io"` and one `at = "D4"`, one company below the other: the first
/// stands in rows 3 to 8. The map grows with them.
///
/// # Panics
/// When it is written otherwise.
#[must_use]
pub fn companies(name: &'static str, one: &Embedded, times: usize) -> Embedded {
    const ROWS: usize = 6;
    let (head, people) = one.text.split_once("[[combatant]]").expect("somebody");
    let mut text = head.replace("height = 10", &format!("height = {}", ROWS * times + 4));
    for company in 0..times {
        text.push_str("[[combatant]]");
        for line in people.lines() {
            let quoted = line.strip_suffix('"').and_then(|line| line.split_once(" = \""));
            match quoted {
                Some(("name", name)) => text.push_str(&format!("name = \"{name}-{}\"", company + 1)),
                Some(("at", at)) => {
                    let (column, row) = at.split_at(1);
                    let row: usize = row.parse().expect("a column of one letter, and a row");
                    text.push_str(&format!("at = \"{column}{}\"", row + ROWS * company));
                }
                _ => text.push_str(line),
            }
            text.push('\n');
        }
    }
    Embedded { name, text: Box::leak(text.into_boxed_str()) }
}

/// Sixteen against sixteen and 32 against 32, of an encounter of four against four.
#[must_use]
pub fn crowds(four: &Embedded) -> [Embedded; 2] {
    [companies("16 against 16", four, 4), companies("32 against 32", four, 8)]
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

/// Fights per second of `Autoplay` against a loop written by hand, which gives what comes of the fight with a seed and a number.
///
/// The loop throws the same dice from the same stream, so both must find the same in each fight; `found` says what of the state
/// and the outcome that is ([`winner`] alone, or more). Then both are run in turns, each time over all fights, so that no branch
/// can be learned; the ratio of the best runs is printed, by time of the processor where the system tells it. Nothing is
/// asserted about time. With `engine N` or `loop N` as arguments, that one alone fights so many: for a profiler.
///
/// # Panics
/// When a fight is found otherwise.
pub fn floor<B: Scribe, P: Policy<B>, R: PartialEq + Debug>(
    session: &Session<B>,
    policy: P,
    found: impl Fn(&B::State, Outcome) -> R,
    by_hand: impl Fn(u64, u64) -> R,
) {
    const FIGHTS: u64 = 100_000;
    const RUNS: u32 = 7;
    let template = B::begin(session.setup());
    let mut state = template.clone();
    let mut table = Autoplay::<B, P>::new(session.setup(), policy, 0, 0);
    let mut engine = |index| {
        table.restart(1, index);
        state.clone_from(&template);
        let outcome = table.play(&mut state, MOST_STEPS).expect("every fight ends");
        found(&state, outcome)
    };
    let by_hand = |index| by_hand(black_box(1), index);
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == "engine" || arg == "loop") {
        let fights = args.get(at + 1).and_then(|fights| fights.parse().ok()).unwrap_or(1);
        let alone = |index| drop(black_box(if args[at] == "engine" { engine(index) } else { by_hand(index) }));
        return (0..fights).for_each(alone);
    }
    for index in 0..FIGHTS {
        assert_eq!(engine(index), by_hand(index), "engine and loop must find the same in fight {index}");
    }
    let (mut best, mut best_by_hand) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        best = best.min(on_processor(|| (0..FIGHTS).for_each(|index| drop(black_box(engine(index))))).1);
        best_by_hand =
            best_by_hand.min(on_processor(|| (0..FIGHTS).for_each(|index| drop(black_box(by_hand(index))))).1);
    }
    let nanoseconds = |time: f64| time * 1e9 / FIGHTS as f64;
    println!("a fight takes the loop {:.0} ns, Autoplay {:.0} ns", nanoseconds(best_by_hand), nanoseconds(best));
    println!(
        "Autoplay takes {:.2} times as long as the loop ({FIGHTS} fights, each the same, best of {RUNS})",
        best / best_by_hand
    );
}

/// Which side has won, for [`floor`]; one that is none where nobody has.
pub fn winner<S>(_: &S, outcome: Outcome) -> usize {
    outcome.winner.map_or(usize::MAX, |Side(side)| side.into())
}

/// How many choices a second a tree search plays through, one thread: of everybody, in all the fights that it fights on after the
/// choices that it thinks about. Both sides think in turn, about the questions of one whole battle. Prints it, by time of the processor where
/// the system tells it.
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
    let mut asked = 0;
    let ((), time) = on_processor(|| {
        while asked < most && (session.roll() || session.decide(&mut thinker)) {
            asked += u32::from(session.awaited_dice().is_empty());
        }
    });
    let (choices, rate) = (thinker.choices(), thinker.choices() as f64 / time);
    println!("{SEARCH}/{}: {rate:.0} choices a second ({choices} in {time:.2} s)", encounter.name);
}

/// What it is called on the command line.
const SEARCH: &str = "search";
