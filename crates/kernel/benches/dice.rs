//! What dice cost: thrown, read, written, and worked out exactly.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skirmish_kernel::dice::{Dice, Distribution, Expression, Rng, representative};

fn dice(text: &str) -> Dice {
    text.parse().unwrap_or(Dice::NONE)
}

fn thrown(c: &mut Criterion) {
    let mut rng = Rng::for_fight(1, 1);
    c.bench_function("stream of a fight", |b| {
        let mut index = 0;
        b.iter(|| {
            index += 1;
            Rng::for_fight(black_box(1), index)
        });
    });
    c.bench_function("word", |b| b.iter(|| rng.next_u64()));
    for text in ["1d20", "12d6>=4", "12d6", "3d6", "2d20kh1", "4d6kh3", "12d8>=5"] {
        let dice = dice(text);
        c.bench_function(&format!("natural {text}"), |b| b.iter(|| rng.natural(black_box(dice))));
    }
    for text in ["1d20", "12d6"] {
        let dice = dice(text);
        c.bench_function(&format!("faces {text}"), |b| b.iter(|| rng.throw(black_box(dice))));
    }
}

fn worked_out(c: &mut Criterion) {
    for text in ["12d6>=4", "12d6", "4d6kh3", "12d1000kh6"] {
        let dice = dice(text);
        c.bench_function(&format!("law {text}"), |b| b.iter(|| Distribution::of(black_box(dice))));
    }
    let pool = dice("12d6>=4");
    c.bench_function("law 12d6>=4 from the table", |b| {
        b.iter(|| Distribution::cached(black_box(pool)).count(6));
    });
    c.bench_function("representative 12d6>=4", |b| b.iter(|| representative(black_box(pool), 6)));
}

fn read(c: &mut Criterion) {
    c.bench_function("parse 8d6>=4", |b| b.iter(|| black_box("8d6>=4").parse::<Dice>()));
    c.bench_function("parse AB+2*Int+3d6>=4-1", |b| {
        b.iter(|| black_box("AB+2*Int+3d6>=4-1").parse::<Expression>());
    });
}

criterion_group!(benches, thrown, worked_out, read);
criterion_main!(benches);
