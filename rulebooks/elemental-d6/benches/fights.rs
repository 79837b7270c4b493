//! What the parts of a fight cost.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use skirmish_elemental_d6::{BOOK, Elemental, Plain};
use skirmish_kernel::conformance::open;
use skirmish_kernel::{Autoplay, Embedded, Precision, Rulebook, Session, Tree};

fn battle(name: &str) -> Session<Elemental> {
    let encounter = BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter");
    open(encounter, 1).expect("it can be read")
}

/// Two fighters side by side, one about to strike.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 4\nheight = 3\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\nstr = 2\ndex = 4\nhp = 30\nabilities = [\"slam\"]\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C2\"\nint = 1\nhp = 30\nabilities = [\"slam\"]\n",
};

fn whole_fights(c: &mut Criterion) {
    for name in ["duel", "crossfire"] {
        let session = battle(name);
        let template = Elemental::begin(session.setup());
        let mut state = Elemental::begin(session.setup());
        let mut table = Autoplay::<Elemental, _>::new(session.setup(), Plain, 0, 0);
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

fn one_step(c: &mut Criterion) {
    let session = battle("crossfire");
    let mut start = Elemental::begin(session.setup());
    let mut table = Autoplay::<Elemental, _>::new(session.setup(), Plain, 0, 0);
    for _ in 0..6 {
        table.step(&mut start);
    }
    let mut state = start.clone();
    c.bench_function("autoplay/one step of crossfire", |b| {
        b.iter(|| {
            table.restart(0, 1);
            state.clone_from(&start);
            black_box(table.step(&mut state))
        });
    });
}

fn one_attack(c: &mut Criterion) {
    let mut session = open::<Elemental>(&CLOSE, 3).expect("it can be read");
    while session.awaited_dice().len() == 1 {
        session.roll();
    }
    for (precision, name) in [(Precision::Float, "float"), (Precision::Exact, "fractions")] {
        let start = session.step_start().clone();
        let ends = {
            let mut plain = Plain;
            Tree::<Elemental>::new(session.setup(), &mut plain, precision, 1_000_000).step(&start).expect("in budget")
        };
        println!("one attack: {} branches, {} ends", ends.leaves, ends.ends.len());
        c.bench_function(&format!("tree/one attack, {name}"), |b| {
            b.iter(|| {
                let mut plain = Plain;
                let mut tree = Tree::<Elemental>::new(session.setup(), &mut plain, precision, 1_000_000);
                black_box(tree.step(&start).map(|ends| ends.ends.len()).ok())
            });
        });
    }
}

/// A battle of at least so many answers; fighters that only dodge never end it.
fn long_battle(answers: usize) -> Session<Elemental> {
    let text = format!("most_rounds = 100000\n{}", CLOSE.text).replace("hp = 30", "hp = 1000000");
    let text: &'static str = Box::leak(text.into_boxed_str());
    let mut session = open::<Elemental>(&Embedded { name: "long", text }, 1).expect("it can be read");
    while session.len() < answers && (session.roll() || session.decide(&mut Plain)) {}
    session
}

fn answers(c: &mut Criterion) {
    for at in [10, 10_000] {
        let mut session = long_battle(at);
        c.bench_function(&format!("session/undo and redo of answer {}", session.len()), |b| {
            b.iter(|| {
                session.undo().expect("there is an answer");
                session.redo().expect("it was taken back");
            });
        });
    }
}

criterion_group!(benches, whole_fights, one_step, one_attack, answers);
criterion_main!(benches);
