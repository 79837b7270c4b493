//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_kernel::Embedded;
use skirmish_sigil_of_uchma::{Ask, BOOK, Plain, Sigil};
use skirmish_suite::{Stopwatch, benches};

fn main() {
    let mut watch = Stopwatch::from_args();
    for (name, who) in [("a guard's blow", "Batu"), ("a shaman's hawk", "Aru")] {
        let mut session = benches::battle::<Sigil>(&RING, 3);
        benches::until_asked(&mut session, who, |ask| matches!(ask, Ask::Turn), &mut Plain);
        benches::exact_odds(&mut watch, name, &session, &mut Plain);
    }
    let [sixteen, all] = benches::crowds(&FOUR);
    benches::whole_fights(&mut watch, &BOOK, &[FOUR, sixteen, all], Plain);
    benches::search(&watch, &BOOK, &FOUR);
}

/// Four against four.
const FOUR: Embedded = Embedded { name: "4 against 4", text: include_str!("four.toml") };

/// A guard and a shaman, each with foes at hand.
const RING: Embedded = Embedded { name: "ring", text: include_str!("ring.toml") };
