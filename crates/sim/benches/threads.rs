//! How much faster two threads fight than one, in each rulebook.
//!
//! Short batches on one thread and on two take turns, so that whoever else works on the machine hinders both alike; the
//! quickest of each are compared by the clock on the wall. Beside it stands what both took of the processors in all:
//! where a machine has no second processor to spare, that alone says whether the threads get in each other's way. Nothing
//! is asserted about time.

use std::time::{Duration, Instant};

use skirmish_kernel::{Book, Fights, Ready, Scribe, Source};
use skirmish_sim::{Order, simulate};

/// Turns that each number of threads has.
const TURNS: usize = 40;

/// What a batch on one thread shall take, about.
const LONG: Duration = Duration::from_millis(150);

/// What a number of threads has taken.
struct Taken {
    /// The quickest turn, by the clock on the wall, in seconds.
    best: f64,
    /// All turns on all processors, in hundredths of a second.
    busy: u64,
}

fn main() {
    use skirmish_elemental_d6::BOOK as ELEMENTAL;
    use skirmish_generia::BOOK as GENERIA;
    use skirmish_legacy_of_adventure::BOOK as LEGACY;
    measure(ELEMENTAL, "duel");
    measure(ELEMENTAL, "crossfire");
    measure(GENERIA, "rooftop");
    measure(GENERIA, "ford");
    measure(LEGACY, "first-blood");
    measure(LEGACY, "hollow-way");
}

fn measure<B: Scribe>(book: Book<B>, name: &str) {
    let encounter = book.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
    let source = Source::new(encounter.name, encounter.text);
    let ready = Ready::load(book, &source, Some(1)).expect("it can be read");
    let fights = fights_in(&ready);
    let mut taken = [1, 2].map(|threads| (threads, Taken { best: f64::MAX, busy: 0 }));
    for _ in 0..TURNS {
        for (threads, taken) in &mut taken {
            let (began, before) = (Instant::now(), busy());
            wins(&ready, fights, *threads);
            taken.best = taken.best.min(began.elapsed().as_secs_f64());
            taken.busy += busy() - before;
        }
    }
    let [(_, one), (_, two)] = taken;
    println!("{}/{name}, {fights} fights, best of {TURNS}:", B::NAME);
    println!("  {:.0} fights a second on one thread", fights as f64 / one.best);
    println!("  2 threads fight {:.2} times as fast", one.best / two.best);
    println!("  and take {:.2} times the processor", two.busy as f64 / one.busy.max(1) as f64);
}

/// So many fights take about as long as a turn shall.
fn fights_in(ready: &dyn Fights) -> u64 {
    let mut fights = 64;
    loop {
        let began = Instant::now();
        wins(ready, fights, 1);
        if began.elapsed() >= LONG {
            return fights;
        }
        fights *= 2;
    }
}

/// The wins of the first side.
fn wins(ready: &dyn Fights, fights: u64, threads: usize) -> u64 {
    let order = Order { fights, threads, ..Order::default() };
    simulate(ready, &order, &()).expect("the usual policies are known").wins(0)
}

/// How long all threads of this program have been on a processor, those that have ended too, in hundredths of a second;
/// 0 where the system does not say it as Linux does.
fn busy() -> u64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name, which stands in brackets, comes the third field; the 14th and 15th are meant.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|field| field.parse::<u64>().ok()).sum()
}
