//! What it costs to know what may come of an action: every action of every encounter that comes with the games.
//!
//! Each encounter is played by the usual policy, and wherever somebody is asked, each choice whose like has not been
//! looked at (by the same person, beginning with the same word, in the same encounter) is followed exactly. The table
//! names the dearest, and all that have too many branches for the budget; beside the cost of a branch stands that of
//! a simulated step, measured in the same run. The last two lines of each book have all of its actions together, and how many
//! branches are followed in a second: once with everything around them, from the typed words to the odds that are told, and
//! once by the tree alone, for which the choice has been read before, and of which nothing is told.
//!
//! ```text
//! cargo bench -p skirmish-odds --bench actions [-- ENCOUNTER]
//! ```

use std::collections::HashSet;
use std::time::Instant;

use skirmish_kernel::{
    Autoplay, Awaited, Book, Ends, Flow, Game, Id, Inquiry, OddsError, Policy, Precision, RuleId, Rulebook, Scribe,
    Session, Source, Viewer, Watch, dice::Rng, words,
};

/// Branches that an action may have.
const BUDGET: u64 = 50_000;

/// Questions of a battle that are looked at.
const QUESTIONS: usize = 60;

/// Choices of a question that are looked at.
const MOST_CHOICES: usize = 12;

/// An action, and what it costs to know what may come of it.
struct Cost {
    words: String,
    leaves: u64,
    nanos: u128,
    /// What the tree alone took.
    tree: u128,
    /// Too many branches: the words of the refusal.
    refused: Option<String>,
}

fn main() {
    let wanted = std::env::args().skip(1).find(|arg| !arg.starts_with('-'));
    println!(
        "{:<34} {:>7} {:>9} {:>11} {:>11} {:>7}",
        "encounter", "actions", "branches", "ns/branch", "ns/step", "ratio"
    );
    book(skirmish_elemental_d6::BOOK, wanted.as_deref());
    book(skirmish_generia::BOOK, wanted.as_deref());
    book(skirmish_legacy_of_adventure::BOOK, wanted.as_deref());
    book(skirmish_fragments_of_power::BOOK, wanted.as_deref());
    book(skirmish_sigil_of_uchma::BOOK, wanted.as_deref());
}

/// What several actions cost together.
#[derive(Default)]
struct Total {
    actions: usize,
    leaves: u64,
    nanos: u128,
    tree: u128,
}

fn book<B: Scribe>(book: Book<B>, wanted: Option<&str>) {
    let mut total = Total::default();
    for encounter in book.encounters {
        let name = format!("{}/{}", B::NAME, encounter.name);
        if wanted.is_none_or(|wanted| name.contains(wanted)) {
            let one = one(book, &name, &Source::new(encounter.name, encounter.text));
            total.actions += one.actions;
            total.leaves += one.leaves;
            total.nanos += one.nanos;
            total.tree += one.tree;
        }
    }
    let Total { actions, leaves, nanos, tree } = total;
    if leaves > 0 {
        for (what, nanos) in [(B::NAME.to_owned(), nanos), (format!("{}, tree alone", B::NAME), tree)] {
            let (leaf, millions) = (nanos as f64 / leaves as f64, leaves as f64 * 1e3 / nanos.max(1) as f64);
            println!("{what:<34} {actions:>7} {leaves:>9} {leaf:>11.0}   {millions:.2} million branches/s");
        }
    }
}

fn one<B: Scribe>(book: Book<B>, name: &str, source: &Source) -> Total {
    let costs = costs(book, source);
    let step = step(book, source);
    let known = || costs.iter().filter(|cost| cost.refused.is_none());
    let mut total = Total { actions: costs.len(), ..Total::default() };
    for cost in known() {
        total.leaves += cost.leaves;
        total.nanos += cost.nanos;
        total.tree += cost.tree;
    }
    let (leaves, leaf) = (total.leaves, total.nanos as f64 / total.leaves.max(1) as f64);
    println!("{name:<34} {:>7} {leaves:>9} {leaf:>11.0} {step:>11.0} {:>7.2}", costs.len(), leaf / step);
    let mut dear: Vec<&Cost> = known().filter(|cost| cost.leaves > BUDGET / 10).collect();
    dear.sort_by_key(|cost| std::cmp::Reverse(cost.leaves));
    for cost in dear.iter().take(3) {
        println!("    {} branches, {:.1} ms: {}", cost.leaves, cost.nanos as f64 / 1e6, cost.words);
    }
    for cost in costs.iter().filter(|cost| cost.refused.is_some()) {
        println!("    over the budget: {} ({})", cost.words, cost.refused.as_deref().unwrap_or_default());
    }
    total
}

/// The odds of every action whose like has not been looked at yet. The same battle is played twice: as people have it, and as the
/// book's own types have it, where the tree can be asked by itself.
fn costs<B: Scribe>(book: Book<B>, source: &Source) -> Vec<Cost> {
    let mut battle = Game::open(&book, source, Some(1)).expect("an encounter of the game");
    let mut session = book.session(source, Some(1)).expect("an encounter of the game");
    let mut policy = book.policy("plain").expect("a policy of every game");
    let mut seen = HashSet::new();
    let mut costs = Vec::new();
    for _ in 0..QUESTIONS {
        while battle.roll().is_ok() {}
        while session.roll() {}
        let Some(awaited) = battle.awaited() else { break };
        let who = awaited.who.first().cloned().unwrap_or_default();
        let new =
            awaited.choices.iter().filter(|choice| seen.insert((who.clone(), words::first(&choice.text).to_owned())));
        for choice in new.take(MOST_CHOICES) {
            let inquiry = Inquiry::of(Some(&choice.text)).within(BUDGET);
            let begun = Instant::now();
            let odds = battle.odds(&inquiry);
            let nanos = begun.elapsed().as_nanos();
            let words = format!("{who}: {choice}");
            costs.push(match odds {
                Ok(odds) => {
                    let tree = tree_alone(&session, &mut *policy, &choice.text, odds.leaves);
                    Cost { words, leaves: odds.leaves, nanos, tree, refused: None }
                }
                Err(refused) => Cost { words, leaves: 0, nanos, tree: 0, refused: Some(refused.to_string()) },
            });
        }
        if battle.decide("plain").is_err() || !session.decide(&mut *policy) {
            break;
        }
    }
    costs
}

/// What the tree takes for so many branches behind a choice, in nanoseconds.
fn tree_alone<B: Scribe>(session: &Session<B>, policy: &mut dyn Policy<B>, words: &str, leaves: u64) -> u128 {
    let first = first_choice(session, words);
    let begun = Instant::now();
    let ends = ends(session, policy, first.clone(), Precision::Exact).or_else(|_| {
        // A circle of several throws has no last branch in fractions.
        ends(session, policy, first, Precision::Float)
    });
    let nanos = begun.elapsed().as_nanos();
    assert_eq!(ends.map(|ends| ends.leaves), Ok(leaves), "both play the same battle: {words}");
    nanos
}

fn ends<B: Scribe>(
    session: &Session<B>,
    policy: &mut dyn Policy<B>,
    first: (Id, B::Choice),
    precision: Precision,
) -> Result<Ends<B::State>, OddsError> {
    session.ends(Viewer::GameMaster, Some(first), policy, Watch::results(), precision, BUDGET)
}

/// A choice of the first who is asked, as the book has it.
fn first_choice<B: Scribe>(session: &Session<B>, words: &str) -> (Id, B::Choice) {
    let Some(Awaited::Choices(_, asks)) = session.awaited() else { panic!("a choice is awaited: {words}") };
    let (who, ask) = asks.first().expect("somebody is asked");
    (*who, B::parse(session.setup(), session.state(), *who, ask, words).expect("a choice that is listed"))
}

/// What a simulated step costs, in nanoseconds: whole fights by the usual policy.
fn step<B: Scribe>(book: Book<B>, source: &Source) -> f64 {
    let session = book.session(source, Some(1)).expect("an encounter of the game");
    let setup = session.setup();
    let mut table = Autoplay::<B, _>::new(setup, Boxed((book.plain)()), 1, 0);
    let (mut steps, mut fight, begun) = (0u64, 0, Instant::now());
    while begun.elapsed().as_millis() < 300 {
        table.restart(1, fight);
        fight += 1;
        let mut state = B::begin(setup);
        for _ in 0..2_000 {
            steps += 1;
            if matches!(table.step(&mut state), Flow::Over(_)) {
                break;
            }
        }
    }
    begun.elapsed().as_nanos() as f64 / steps as f64
}

/// A policy by pointer.
struct Boxed<B: Rulebook>(Box<dyn Policy<B> + Send>);

impl<B: Rulebook> Policy<B> for Boxed<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        self.0.choose(g, s, rule, who, ask, rng)
    }
}
