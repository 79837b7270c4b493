//! What the parts of a fight cost, and how many branches exact odds have.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skirmish_generia::{Ask, BOOK, Choice, Defend, Generia, Plain};
use skirmish_kernel::conformance::open;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Autoplay, Awaited, Embedded, Id, Policy, Precision, RuleId, Rulebook, Scribe, Session, Tree};

type Setup = <Generia as Rulebook>::Setup;
type State = <Generia as Rulebook>::State;

fn battle(name: &str) -> Session<Generia> {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
    open(encounter, 1).expect("it can be read")
}

fn whole_fights(c: &mut Criterion) {
    for name in ["parry-yard", "ford", "charge", "rooftop"] {
        let session = battle(name);
        let template = Generia::begin(session.setup());
        let mut state = Generia::begin(session.setup());
        let mut table = Autoplay::<Generia, _>::new(session.setup(), Plain, 0, 0);
        let mut index = 0;
        c.bench_function(&format!("autoplay/{name}, plain against plain"), |b| {
            b.iter(|| {
                index += 1;
                table.restart(0, index);
                state.clone_from(&template);
                black_box(table.play(&mut state, 100_000))
            });
        });
    }
}

/// A swordsman, and four who stand before him; whoever is attacked parries, and may answer.
const YARD: Embedded = Embedded {
    name: "yard",
    text: "rulebook = \"generia\"\n[map]\nwidth = 7\nheight = 5\n\
           [[ability]]\nname = \"storm\"\nnature = \"spell\"\nslot = \"attack\"\nmp = [1]\nrange = 8\nradius = 1\n\
           targets = \"enemies\"\ncheck = { kind = \"sa\", by = [\"INT\"], against = \"DEX\" }\n\
           effects = [{ kind = \"damage\", dice = \"2d6\", type = \"arcane\", harm = \"magical\", on_save = \"half\" }]\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"C3\"\nfacing = \"east\"\ncreature = \"nimble-fighter\"\n\
           abilities = [\"storm\", \"howl\"]\nper = 20\nmp = 15\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"D3\"\nfacing = \"west\"\ncreature = \"tanky-fighter\"\n\
           [[combatant]]\nname = \"Cole\"\nside = \"two\"\nat = \"D2\"\nfacing = \"west\"\ncreature = \"goblin-fighter\"\n\
           [[combatant]]\nname = \"Dirk\"\nside = \"two\"\nat = \"D4\"\nfacing = \"west\"\ncreature = \"goblin-fighter\"\n\
           [[combatant]]\nname = \"Edda\"\nside = \"two\"\nat = \"E3\"\nfacing = \"west\"\ncreature = \"skeleton-fighter\"\n",
};

/// Does one thing in its turn; everybody parries, picks a zone, throws the second die, and strikes back if that is
/// asked for.
struct Scripted {
    act: Choice,
    counters: bool,
}

impl Policy<Generia> for Scripted {
    fn choose(&mut self, g: &Setup, s: &State, rule: RuleId, who: Id, ask: &Ask, rng: &mut Rng) -> Choice {
        let counter = Choice::Counter(Some(0));
        match ask {
            Ask::Turn => self.act.clone(),
            Ask::Defence(_) if Generia::judge(g, s, who, ask, &Choice::Defend(Defend::Parry(0))).is_ok() => {
                Choice::Defend(Defend::Parry(0))
            }
            Ask::Zone => Choice::Zone(skirmish_generia::Zone::Torso),
            Ask::SecondDie { .. } => Choice::Yes(true),
            Ask::AfterParry { .. } if self.counters && Generia::judge(g, s, who, ask, &counter).is_ok() => counter,
            Ask::AfterParry { .. } | Ask::Reaction(_) => Choice::Pass,
            _ => Plain.choose(g, s, rule, who, ask, rng),
        }
    }
}

/// The moment when somebody is asked what to do in its turn.
fn at_the_turn_of(session: &mut Session<Generia>, name: &str) {
    for _ in 0..200 {
        let asked = match session.awaited() {
            Some(Awaited::Choices(_, asks)) => asks.first(),
            _ => None,
        };
        if asked.is_some_and(|(who, ask)| Generia::name(session.setup(), *who) == name && matches!(ask, Ask::Turn)) {
            return;
        }
        if !session.roll() {
            session.decide(&mut Plain);
        }
    }
    panic!("{name} never has a turn");
}

fn exact_odds(c: &mut Criterion) {
    let mut session = open::<Generia>(&YARD, 3).expect("it can be read");
    at_the_turn_of(&mut session, "Ash");
    let (g, start) = (session.setup(), session.step_start().clone());
    let acts = [
        ("a parried attack with its second die and damage", "rapier at Bran", false),
        ("two attacks: one parried, and the counter to it", "rapier at Bran", true),
        ("a storm over four", "storm at D3", false),
        ("a howl at four", "howl", false),
    ];
    for (name, text, counters) in acts {
        let act = Generia::parse(g, session.state(), Id::new(0), &Ask::Turn, text).expect("a legal act");
        let mut policy = Scripted { act, counters };
        for (precision, kind) in [(Precision::Float, "float"), (Precision::Exact, "fractions")] {
            let ends = Tree::<Generia>::new(g, &mut policy, precision, 10_000_000).step(&start);
            match ends {
                Ok(ends) => println!("{name}: {} leaves, {} ends", ends.leaves, ends.ends.len()),
                Err(over) => {
                    println!("{name}: {over:?}");
                    continue;
                }
            }
            c.bench_function(&format!("tree/{name}, {kind}"), |b| {
                b.iter(|| {
                    let mut tree = Tree::<Generia>::new(g, &mut policy, precision, 10_000_000);
                    black_box(tree.step(&start).map(|ends| ends.ends.len()).ok())
                });
            });
        }
    }
}

criterion_group!(benches, exact_odds, whole_fights);
criterion_main!(benches);
