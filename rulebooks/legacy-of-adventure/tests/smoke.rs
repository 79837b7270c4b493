//! temp
use skirmish_kernel::{Autoplay, Rulebook, Scribe, Source};
use skirmish_legacy_of_adventure::{BOOK, Legacy, Plain};

#[test]
fn smoke() {
    for e in BOOK.encounters {
        let loaded = Legacy::load(&Source::new(e.name, e.text)).expect(e.name);
        let start = Legacy::begin(&loaded.setup);
        let mut rounds = 0u64;
        let mut wins = [0; 4];
        for i in 0..300 {
            let mut s = start.clone();
            let mut t: Autoplay<'_, Legacy, _> = Autoplay::new(&loaded.setup, Plain, 5, i);
            let out = t.play(&mut s, 100_000);
            rounds += u64::from(s.round);
            match out {
                Some(o) => wins[o.winner.map_or(2, |s| usize::from(s.0))] += 1,
                None => wins[3] += 1,
            }
        }
        println!("{} rounds {} wins {:?} bytes {}", e.name, rounds as f64 / 300.0, wins, start.bytes());
    }
}
