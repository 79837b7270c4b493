//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_generia::{Ask, BOOK, Choice, Defend, Generia, Plain, Setup, State, Zone};
use skirmish_kernel::{Embedded, Policy, Rulebook};
use skirmish_suite::Stopwatch;
use skirmish_suite::benches::{self, Instead};

fn main() {
    let mut watch = Stopwatch::from_args();
    let mut session = benches::battle::<Generia>(&YARD, 3);
    benches::until_asked(&mut session, "Ash", |ask| matches!(ask, Ask::Turn), &mut Plain);
    for (name, text, counters) in ACTS {
        let mut policy = scripted(benches::typed(&session, 0, &Ask::Turn, text), counters);
        benches::exact_odds(&mut watch, name, &session, &mut policy);
    }
    let [sixteen, all] = benches::crowds(&FOUR);
    benches::whole_fights(&mut watch, &BOOK, &[FOUR, sixteen, all], Plain);
    benches::search(&watch, &BOOK, &FOUR);
}

/// Four against four.
const FOUR: Embedded = Embedded { name: "4 against 4", text: include_str!("four.toml") };

const ACTS: [(&str, &str, bool); 4] = [
    ("a parried attack with its second die and damage", "rapier at Bran", false),
    ("two attacks: one parried, and the counter to it", "rapier at Bran", true),
    ("a storm over four", "storm at D3", false),
    ("a howl at four", "howl", false),
];

/// A swordsman, and four who stand before him; whoever is attacked parries, and may answer.
const YARD: Embedded = Embedded { name: "yard", text: include_str!("yard.toml") };

/// One thing in its turn; everybody parries, picks a zone, throws the second die, and strikes back if that is asked for.
fn scripted(act: Choice, counters: bool) -> impl Policy<Generia> {
    let (parry, counter) = (Choice::Defend(Defend::Parry(0)), Choice::Counter(Some(0)));
    Instead(Plain, move |g: &Setup, s: &State, who, ask: &Ask| {
        let is_legal = |choice: &Choice| Generia::judge(g, s, who, ask, choice).is_ok();
        match ask {
            Ask::Turn => Some(act.clone()),
            Ask::Defence(_) if is_legal(&parry) => Some(parry.clone()),
            Ask::Zone => Some(Choice::Zone(Zone::Torso)),
            Ask::SecondDie { .. } => Some(Choice::Yes(true)),
            Ask::AfterParry { .. } if counters && is_legal(&counter) => Some(counter.clone()),
            Ask::AfterParry { .. } | Ask::Reaction(_) => Some(Choice::Pass),
            _ => None,
        }
    })
}
