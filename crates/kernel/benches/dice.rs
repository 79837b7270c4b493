//! What dice cost: thrown, read, written, and worked out exactly.

use std::hint::black_box;

use skirmish_kernel::dice::{Dice, Distribution, Expression, Rng, representative};
use skirmish_stopwatch::Stopwatch;

fn dice(text: &str) -> Dice {
    text.parse().unwrap_or(Dice::NONE)
}

fn thrown(watch: &mut Stopwatch) {
    let mut rng = Rng::for_fight(1, 1);
    let mut index = 0;
    watch.time("stream of a fight", || {
        index += 1;
        Rng::for_fight(black_box(1), index)
    });
    watch.time("word", || rng.next_u64());
    for text in ["1d20", "12d6>=4", "12d6", "3d6", "2d20kh1", "4d6kh3", "12d8>=5"] {
        let dice = dice(text);
        watch.time(&format!("natural {text}"), || rng.natural(black_box(dice)));
    }
    for text in ["1d20", "12d6"] {
        let dice = dice(text);
        watch.time(&format!("faces {text}"), || rng.throw(black_box(dice)));
    }
}

fn worked_out(watch: &mut Stopwatch) {
    for text in ["12d6>=4", "12d6", "4d6kh3", "12d1000kh6"] {
        let dice = dice(text);
        watch.time(&format!("law {text}"), || Distribution::of(black_box(dice)));
    }
    let pool = dice("12d6>=4");
    watch.time("law 12d6>=4 from the table", || Distribution::cached(black_box(pool)).count(6));
    watch.time("representative 12d6>=4", || representative(black_box(pool), 6));
}

fn read(watch: &mut Stopwatch) {
    watch.time("parse 8d6>=4", || black_box("8d6>=4").parse::<Dice>());
    watch.time("parse AB+2*Int+3d6>=4-1", || black_box("AB+2*Int+3d6>=4-1").parse::<Expression>());
}

fn main() {
    let mut watch = Stopwatch::from_args();
    [thrown, worked_out, read].iter().for_each(|bench| bench(&mut watch));
}
