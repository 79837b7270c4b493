//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_kernel::Embedded;
use skirmish_legacy_of_adventure::{Ask, BOOK, Legacy, Plain};
use skirmish_suite::Stopwatch;
use skirmish_suite::benches::{self, Instead};

fn main() {
    let mut watch = Stopwatch::from_args();
    for (name, who, stance, text) in ACTS {
        let mut session = benches::battle::<Legacy>(&RING, 3);
        let id = usize::from(who == "Yva");
        let stance = benches::typed(&session, id, &Ask::Stance, stance);
        let act = benches::typed(&session, id, &Ask::Act, text);
        // One thing in its turn; everybody takes this stance, answers, strikes when it may, and defends as the plain policy does.
        let mut policy = Instead(Plain, |_: &_, _: &_, _, ask: &Ask| match ask {
            Ask::Act => Some(act),
            Ask::Stance => Some(stance),
            _ => None,
        });
        benches::until_asked(&mut session, who, |ask| matches!(ask, Ask::Act), &mut policy);
        benches::exact_odds(&mut watch, name, &session, &mut policy);
    }
    let [sixteen, all] = benches::crowds(&FOUR);
    benches::whole_fights(&mut watch, &BOOK, &[FOUR, sixteen, all], Plain);
    benches::search(&watch, &BOOK, &FOUR);
}

/// Four against four.
const FOUR: Embedded = Embedded { name: "4 against 4", text: include_str!("four.toml") };

const ACTS: [(&str, &str, &str, &str); 4] = [
    ("a blow, its block and its damage", "Ash", "ready", "swing at Bran"),
    ("a mutual exchange", "Ash", "aggressive", "swing at Bran"),
    ("a blow at the head, and its save", "Ash", "ready", "swing at Bran head"),
    ("a spark, and two attacks of opportunity before it", "Yva", "ready", "spark at Cole"),
];

/// A swordsman and a mage, each with foes at hand.
const RING: Embedded = Embedded { name: "ring", text: include_str!("ring.toml") };
