//! What the parts of a fight cost, and how many branches exact odds have.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skirmish_kernel::conformance::open;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Autoplay, Awaited, Embedded, Id, Policy, Precision, RuleId, Rulebook, Scribe, Session, Tree};
use skirmish_legacy_of_adventure::{Ask, BOOK, Choice, Legacy, Plain};

type Setup = <Legacy as Rulebook>::Setup;
type State = <Legacy as Rulebook>::State;

fn battle(name: &str) -> Session<Legacy> {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
    open(encounter, 1).expect("it can be read")
}

fn whole_fights(c: &mut Criterion) {
    for name in ["first-blood", "footbridge", "circle", "hollow-way"] {
        let session = battle(name);
        let template = Legacy::begin(session.setup());
        let mut state = Legacy::begin(session.setup());
        let mut table = Autoplay::<Legacy, _>::new(session.setup(), Plain, 0, 0);
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

/// A swordsman and a mage, each with foes at hand.
const RING: Embedded = Embedded {
    name: "ring",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 7\nheight = 5\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"C3\"\ncreature = \"guard\"\nagility = 12\n\
           [[combatant]]\nname = \"Yva\"\nside = \"one\"\nat = \"D3\"\ncreature = \"hedge-mage\"\nagility = 11\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C2\"\ncreature = \"guard\"\n\
           [[combatant]]\nname = \"Cole\"\nside = \"two\"\nat = \"D2\"\ncreature = \"goblin\"\n\
           [[combatant]]\nname = \"Dirk\"\nside = \"two\"\nat = \"D4\"\ncreature = \"goblin\"\n",
};

/// Does one thing in its turn; everybody takes this stance, answers, strikes when it may, and defends as the plain
/// policy does.
struct Scripted {
    act: Choice,
    stance: Choice,
}

impl Policy<Legacy> for Scripted {
    fn choose(&mut self, g: &Setup, s: &State, rule: RuleId, who: Id, ask: &Ask, rng: &mut Rng) -> Choice {
        match ask {
            Ask::Act => self.act,
            Ask::Stance => self.stance,
            _ => Plain.choose(g, s, rule, who, ask, rng),
        }
    }
}

/// The moment when somebody is asked what to do in its turn, all having taken that stance.
fn at_the_turn_of(session: &mut Session<Legacy>, name: &str, policy: &mut Scripted) {
    for _ in 0..200 {
        let asked = match session.awaited() {
            Some(Awaited::Choices(_, asks)) => asks.first(),
            _ => None,
        };
        if asked.is_some_and(|(who, ask)| Legacy::name(session.setup(), *who) == name && matches!(ask, Ask::Act)) {
            return;
        }
        let act = asked.is_some_and(|(_, ask)| matches!(ask, Ask::Act));
        if act {
            session.pass();
        } else if !session.roll() {
            session.decide(policy);
        }
    }
    panic!("{name} never has a turn");
}

fn exact_odds(c: &mut Criterion) {
    let acts = [
        ("a blow, its block and its damage", "Ash", "ready", "swing at Bran"),
        ("a mutual exchange", "Ash", "aggressive", "swing at Bran"),
        ("a blow at the head, and its save", "Ash", "ready", "swing at Bran head"),
        ("a spark, and two attacks of opportunity before it", "Yva", "ready", "spark at Cole"),
    ];
    for (name, who, stance, text) in acts {
        let mut session = open::<Legacy>(&RING, 3).expect("it can be read");
        let read = |session: &Session<Legacy>, ask: &Ask, text: &str| {
            Legacy::parse(session.setup(), session.state(), Id::new(usize::from(who == "Yva")), ask, text)
                .expect("an answer")
        };
        let stance = read(&session, &Ask::Stance, stance);
        let act = read(&session, &Ask::Act, text);
        let mut policy = Scripted { act, stance };
        at_the_turn_of(&mut session, who, &mut policy);
        let (g, start) = (session.setup(), session.step_start().clone());
        for (precision, kind) in [(Precision::Float, "float"), (Precision::Exact, "fractions")] {
            let ends = Tree::<Legacy>::new(g, &mut policy, precision, 10_000_000).step(&start);
            match ends {
                Ok(ends) => println!("{name}: {} leaves, {} ends", ends.leaves, ends.ends.len()),
                Err(over) => {
                    println!("{name}: {over:?}");
                    continue;
                }
            }
            c.bench_function(&format!("tree/{name}, {kind}"), |b| {
                b.iter(|| {
                    let mut tree = Tree::<Legacy>::new(g, &mut policy, precision, 10_000_000);
                    black_box(tree.step(&start).map(|ends| ends.ends.len()).ok())
                });
            });
        }
    }
}

criterion_group!(benches, exact_odds, whole_fights);
criterion_main!(benches);
