//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_fragments_of_power::{Ask, BOOK, Fragments, Plain, State};
use skirmish_kernel::{Embedded, Id, Rulebook};
use skirmish_suite::Stopwatch;
use skirmish_suite::benches::{self, Instead};

type Setup = <Fragments as Rulebook>::Setup;

fn main() {
    let mut watch = Stopwatch::from_args();
    for (name, who, act) in ACTS {
        let mut session = benches::battle::<Fragments>(&RING, 3);
        let act = benches::typed(&session, usize::from(who == "Yva"), &Ask::Turn, act);
        // One thing in its turn, and all else as the plain policy does.
        let scripted = move |_: &Setup, _: &State, _: Id, ask: &Ask| matches!(ask, Ask::Turn).then_some(act);
        let mut policy = Instead(Plain, scripted);
        benches::until_asked(&mut session, who, |ask| matches!(ask, Ask::Turn), &mut policy);
        benches::exact_odds(&mut watch, name, &session, &mut policy);
    }
    let [sixteen, all] = benches::crowds(&FOUR);
    benches::whole_fights(&mut watch, &BOOK, &[FOUR, sixteen, all], Plain);
    benches::search(&watch, &BOOK, &FOUR);
}

/// Four against four.
const FOUR: Embedded = Embedded { name: "4 against 4", text: include_str!("four.toml") };

const ACTS: [(&str, &str, &str); 4] = [
    ("a blow and its damage", "Ash", "sword at Bran"),
    ("an opposed throw", "Ash", "trip Bran"),
    ("fire at one", "Yva", "cast evoke-fire 1 range 3 at Bran"),
    ("fire on an area of two", "Yva", "cast evoke-fire 1 range 3 area 1 in H2"),
];

/// A swordsman and a mage, each with foes at hand.
const RING: Embedded = Embedded { name: "ring", text: include_str!("ring.toml") };
