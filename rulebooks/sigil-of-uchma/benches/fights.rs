//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Embedded, Id, Policy, RuleId, Rulebook};
use skirmish_sigil_of_uchma::{Ask, BOOK, Choice, Plain, Sigil};
use skirmish_suite::{Stopwatch, benches};

fn main() {
    let mut watch = Stopwatch::from_args();
    for (name, who, act) in ACTS {
        let mut session = benches::battle::<Sigil>(&RING, 3);
        let mut policy = Scripted { act: benches::typed(&session, usize::from(who == "Aru"), &Ask::Turn, act) };
        benches::until_asked(&mut session, who, |ask| matches!(ask, Ask::Turn), &mut policy);
        benches::exact_odds(&mut watch, name, &session, &mut policy);
    }
    benches::whole_fights(&mut watch, &BOOK, Plain);
}

const ACTS: [(&str, &str, &str); 3] = [
    ("a blow and its damage", "Batu", "hack at Grey"),
    ("a drum among three", "Aru", "thunder-drum"),
    ("a hawk that is called", "Aru", "call-hawk in C2"),
];

/// A guard and a shaman, each with foes at hand.
const RING: Embedded = Embedded { name: "ring", text: include_str!("ring.toml") };

/// Does one thing in its turn, and all else as the plain policy does.
struct Scripted {
    act: Choice,
}

impl Policy<Sigil> for Scripted {
    fn choose(
        &mut self,
        g: &<Sigil as Rulebook>::Setup,
        s: &<Sigil as Rulebook>::State,
        rule: RuleId,
        who: Id,
        ask: &Ask,
        rng: &mut Rng,
    ) -> Choice {
        match ask {
            Ask::Turn => self.act,
            _ => Plain.choose(g, s, rule, who, ask, rng),
        }
    }
}
