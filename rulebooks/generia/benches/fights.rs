//! What the parts of a fight cost, and how many branches exact odds have.

use skirmish_generia::{Ask, BOOK, Choice, Defend, Generia, Plain, Zone};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Embedded, Id, Policy, RuleId, Rulebook};
use skirmish_suite::{Stopwatch, benches};

fn main() {
    let mut watch = Stopwatch::from_args();
    let mut session = benches::battle::<Generia>(&YARD, 3);
    benches::until_asked(&mut session, "Ash", |ask| matches!(ask, Ask::Turn), &mut Plain);
    for (name, text, counters) in ACTS {
        let mut policy = Scripted { act: benches::typed(&session, 0, &Ask::Turn, text), counters };
        benches::exact_odds(&mut watch, name, &session, &mut policy);
    }
    benches::whole_fights(&mut watch, &BOOK, Plain);
}

const ACTS: [(&str, &str, bool); 4] = [
    ("a parried attack with its second die and damage", "rapier at Bran", false),
    ("two attacks: one parried, and the counter to it", "rapier at Bran", true),
    ("a storm over four", "storm at D3", false),
    ("a howl at four", "howl", false),
];

/// A swordsman, and four who stand before him; whoever is attacked parries, and may answer.
const YARD: Embedded = Embedded { name: "yard", text: include_str!("yard.toml") };

/// Does one thing in its turn; everybody parries, picks a zone, throws the second die, and strikes back if that is
/// asked for.
struct Scripted {
    act: Choice,
    counters: bool,
}

impl Policy<Generia> for Scripted {
    fn choose(
        &mut self,
        g: &<Generia as Rulebook>::Setup,
        s: &<Generia as Rulebook>::State,
        rule: RuleId,
        who: Id,
        ask: &Ask,
        rng: &mut Rng,
    ) -> Choice {
        let is_legal = |choice: &Choice| Generia::judge(g, s, who, ask, choice).is_ok();
        let (parry, counter) = (Choice::Defend(Defend::Parry(0)), Choice::Counter(Some(0)));
        match ask {
            Ask::Turn => self.act.clone(),
            Ask::Defence(_) if is_legal(&parry) => parry,
            Ask::Zone => Choice::Zone(Zone::Torso),
            Ask::SecondDie { .. } => Choice::Yes(true),
            Ask::AfterParry { .. } if self.counters && is_legal(&counter) => counter,
            Ask::AfterParry { .. } | Ask::Reaction(_) => Choice::Pass,
            _ => Plain.choose(g, s, rule, who, ask, rng),
        }
    }
}
