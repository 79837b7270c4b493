//! What it costs to follow a whole duel to its end on every branch: states, branches, time of one processor, and the memory that the
//! program has had by then at most (where the system tells).
//!
//! ```text
//! cargo bench -p skirmish-odds --bench duels [-- GAME ONE OTHER WIDTH HEIGHT LEFT]
//! ```

use skirmish_kernel::{Outlook, Pairing, Source};
use skirmish_odds::{Order, solve_far};
use skirmish_stopwatch::on_processor;

/// A duel on open ground, followed until no more than this is left in play.
struct Duel<'d> {
    game: &'d str,
    creatures: [&'d str; 2],
    ground: (u8, u8),
    left: f64,
}

/// From the smallest on: the memory is what was needed until then.
const DUELS: [Duel<'static>; 3] = [
    Duel { game: "elemental-d6", creatures: ["brigand", "wolf"], ground: (9, 5), left: 1e-12 },
    Duel { game: "elemental-d6", creatures: ["wolf", "wolf"], ground: (9, 5), left: 1e-12 },
    Duel { game: "generia", creatures: ["wolf", "goblin-fighter"], ground: (2, 1), left: 1e-9 },
];

/// The most states that are looked at; without `--bench` it is only seen whether all of it works.
const STATES: [usize; 2] = [1_000_000, 1_000];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let states = STATES[usize::from(!std::env::args().any(|arg| arg == "--bench"))];
    println!("{:<46} {:>8} {:>10} {:>10} {:>8} {:>7}", "duel", "states", "branches", "left", "seconds", "MB");
    match args.as_slice() {
        [game, one, other, width, height, left] => {
            let number = |text: &str| text.parse().expect("cells, up to 255");
            let left = left.parse().expect("what may be left in play, such as 1e-9");
            follow(&Duel { game, creatures: [one, other], ground: (number(width), number(height)), left }, states);
        }
        [] => DUELS.iter().for_each(|duel| follow(duel, states)),
        _ => panic!("a game, two creatures, a width, a height, and what may be left in play"),
    }
}

fn follow(duel: &Duel<'_>, states: usize) {
    let Duel { game, creatures: [one, other], ground: (width, height), left } = *duel;
    let found = skirmish_shelf::games().find(|known| known.name() == game).expect("a game");
    let pairing = Pairing { creatures: [one.to_owned(), other.to_owned()], width, height, apart: 1 };
    let fights = found.fights(&Source::new("pair", found.pair(&pairing)), None).expect("two creatures of the game");
    let order = Order { left, most_states: states, ..Order::default() };
    let prospect = |horizon| fights.prospect(&Outlook { horizon, ..Outlook::within(states as u64) });
    let (solution, seconds) = on_processor(|| solve_far(prospect, &order, &()));
    let solution = solution.expect("the plain policy");
    let name = format!("{game}: {one}, {other} on {width}x{height}");
    let megabytes = most_memory().map_or_else(|| "?".to_owned(), |bytes| format!("{:.0}", bytes as f64 / 1e6));
    println!(
        "{name:<46} {:>8} {:>10} {:>10.1e} {seconds:>8.2} {megabytes:>7}",
        solution.states, solution.leaves, solution.left
    );
}

/// The most memory that this program has had, in bytes.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
}
