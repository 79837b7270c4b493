//! Fights per second: a bare loop around the table, a batch on one thread, on two, and one that is listened to.
//!
//! All are run in turns and must find the same winners; the ratios of the best runs are printed. Nothing is asserted
//! about time.

use std::time::{Duration, Instant};

use skirmish_kernel::{Autoplay, Book, Fights, Flow, Policy, Ready, Scribe, Source};
use skirmish_sim::{Order, Report, simulate};

const RUNS: u32 = 5;

/// A name, and fights of which it gives the wins of the first side.
type Way<'w> = (&'static str, Box<dyn Fn() -> u64 + 'w>);

/// The same fights in the shortest loop there is. Gives the wins of the first side.
fn bare<B: Scribe, P: Policy<B> + Default>(source: &Source, fights: u64) -> u64 {
    let setup = B::load(source).expect("it can be read").setup;
    let begin = B::begin(&setup);
    let mut state = B::begin(&setup);
    let mut table = Autoplay::<B, P>::new(&setup, P::default(), 1, 0);
    let mut won = 0;
    for fight in 0..fights {
        table.restart(1, fight);
        state.clone_from(&begin);
        let winner = loop {
            match table.step(&mut state) {
                Flow::Over(outcome) => break outcome.winner,
                Flow::On if B::place(&state).round > 100 => break None,
                Flow::On => {}
            }
        };
        won += u64::from(winner.is_some_and(|side| side.0 == 0));
    }
    won
}

fn batch(ready: &dyn Fights, fights: u64, threads: usize, listen: u64, policy: &str) -> Report {
    let policies = vec![policy.to_owned(); ready.sides().len()];
    let order = Order { fights, threads, listen, policies, ..Order::default() };
    simulate(ready, &order, &()).expect("these policies are known")
}

fn measure<B: Scribe, P: Policy<B> + Default>(book: Book<B>, name: &str, fights: u64) {
    let encounter = book.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
    let source = Source::new(encounter.name, encounter.text);
    let ready = Ready::load(book, &source, Some(1)).expect("it can be read");
    let ways: [Way<'_>; 5] = [
        ("bare loop", Box::new(|| bare::<B, P>(&source, fights))),
        ("1 thread", Box::new(|| batch(&ready, fights, 1, 0, "plain").wins(0))),
        ("2 threads", Box::new(|| batch(&ready, fights, 2, 0, "plain").wins(0))),
        ("1 thread, listening", Box::new(|| batch(&ready, fights, 1, fights, "plain").wins(0))),
        ("1 thread, random", Box::new(|| batch(&ready, fights, 1, 0, "random").wins(0))),
    ];
    let mut best = [Duration::MAX; 5];
    let mut won = [0; 5];
    for _ in 0..RUNS {
        for (at, (_, way)) in ways.iter().enumerate() {
            let began = Instant::now();
            won[at] = way();
            best[at] = best[at].min(began.elapsed());
        }
    }
    assert!(won[..4].iter().all(|wins| *wins == won[0]), "the same fights have the same winners: {won:?}");
    println!("{}/{name}, {fights} fights, best of {RUNS}:", B::NAME);
    for ((name, _), time) in ways.iter().zip(best) {
        let rate = fights as f64 / time.as_secs_f64();
        let ratio = time.as_secs_f64() / best[0].as_secs_f64();
        println!("  {name:<20} {rate:>10.0} fights a second, {ratio:.2} times the bare loop");
    }
    println!("  2 threads fight {:.2} times as fast as 1", best[1].as_secs_f64() / best[2].as_secs_f64());
}

fn main() {
    use skirmish_elemental_d6 as elemental;
    use skirmish_generia as generia;
    measure::<elemental::Elemental, elemental::Plain>(elemental::BOOK, "duel", 40_000);
    measure::<elemental::Elemental, elemental::Plain>(elemental::BOOK, "crossfire", 2_000);
    measure::<generia::Generia, generia::Plain>(generia::BOOK, "parry-yard", 20_000);
    measure::<generia::Generia, generia::Plain>(generia::BOOK, "rooftop", 4_000);
}
