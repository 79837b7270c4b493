//! Fights per second: a bare loop around the table, a batch on one thread, on two, and one that is listened to.
//!
//! All are run in turns and must find the same winners; the ratios of the best runs are printed. Nothing is asserted
//! about time. Where the system tells how long this thread was on a processor, that is what is compared, since whoever
//! else works on the machine does not show in it; threads are compared by the clock on the wall.

use std::time::Instant;

use skirmish_kernel::{Autoplay, Book, Fights, Flow, Policy, Ready, Scribe, Source};
use skirmish_sim::{Order, Report, simulate};

const RUNS: u32 = 4;

/// A name, and so many fights of which it gives the wins of the first side.
type Way<'w> = (&'static str, u64, Box<dyn Fn() -> u64 + 'w>);

/// The same fights in the shortest loop there is. Gives the wins of the first side.
fn bare<B: Scribe, P: Policy<B> + Default>(setup: &B::Setup, fights: u64) -> u64 {
    let begin = B::begin(setup);
    let mut state = B::begin(setup);
    let mut table = Autoplay::<B, P>::new(setup, P::default(), 1, 0);
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
    let setup = B::load(&source).expect("it can be read").setup;
    // Fighters who try anything take long to find each other.
    let few = (fights / 200).max(2);
    let ways: [Way<'_>; 5] = [
        ("bare loop", fights, Box::new(|| bare::<B, P>(&setup, fights))),
        ("1 thread", fights, Box::new(|| batch(&ready, fights, 1, 0, "plain").wins(0))),
        ("2 threads", fights, Box::new(|| batch(&ready, fights, 2, 0, "plain").wins(0))),
        ("1 thread, listening", fights, Box::new(|| batch(&ready, fights, 1, fights, "plain").wins(0))),
        ("1 thread, random", few, Box::new(|| batch(&ready, few, 1, 0, "random").wins(0))),
    ];
    let (mut busy, mut wall) = ([f64::MAX; 5], [f64::MAX; 5]);
    let mut won = [0; 5];
    for _ in 0..RUNS {
        for (at, (_, fights, way)) in ways.iter().enumerate() {
            let (began, on) = (Instant::now(), on_processor());
            won[at] = way();
            let took = began.elapsed().as_secs_f64();
            let used = on_processor().zip(on).map_or(took, |(end, begin)| end - begin);
            busy[at] = busy[at].min(used / *fights as f64);
            wall[at] = wall[at].min(took / *fights as f64);
        }
    }
    assert!(won[..4].iter().all(|wins| *wins == won[0]), "the same fights have the same winners: {won:?}");
    println!("{}/{name}, {fights} fights, best of {RUNS}:", B::NAME);
    for (at, (name, ..)) in ways.iter().enumerate().filter(|(at, _)| *at != 2) {
        let time = busy[at];
        println!("  {name:<20} {:>10.0} fights a second, {:.2} times the bare loop", 1.0 / time, time / busy[0]);
    }
    println!("  2 threads fight {:.2} times as fast as 1", wall[1] / wall[2]);
}

/// How long this thread has been on a processor, in seconds, where Linux says it.
fn on_processor() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    Some(text.split_whitespace().next()?.parse::<u64>().ok()? as f64 / 1e9)
}

fn main() {
    use skirmish_elemental_d6 as elemental;
    use skirmish_generia as generia;
    measure::<elemental::Elemental, elemental::Plain>(elemental::BOOK, "duel", 10_000);
    measure::<elemental::Elemental, elemental::Plain>(elemental::BOOK, "crossfire", 400);
    measure::<generia::Generia, generia::Plain>(generia::BOOK, "parry-yard", 8_000);
    measure::<generia::Generia, generia::Plain>(generia::BOOK, "rooftop", 2_000);
}
