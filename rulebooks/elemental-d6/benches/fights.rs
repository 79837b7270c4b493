//! What the parts of a fight cost.

use skirmish_elemental_d6::{BOOK, Elemental, Plain};
use skirmish_kernel::{Autoplay, Embedded, Rulebook, Session};
use skirmish_suite::{Stopwatch, benches};

fn main() {
    let mut watch = Stopwatch::from_args();
    let [sixteen, all] = benches::crowds(&FOUR);
    benches::whole_fights(&mut watch, &BOOK, &[FOUR, sixteen, all], Plain);
    one_step(&mut watch);
    let mut session = benches::battle::<Elemental>(&CLOSE, 3);
    while session.awaited_dice().len() == 1 {
        session.roll();
    }
    benches::exact_odds(&mut watch, "one attack", &session, &mut Plain);
    answers(&mut watch);
    let crossfire = BOOK.encounters.iter().find(|one| one.name == "crossfire").expect("an embedded encounter");
    benches::search(&watch, &BOOK, crossfire);
}

/// Four against four.
const FOUR: Embedded = Embedded { name: "4 against 4", text: include_str!("four.toml") };

/// Two fighters side by side, one about to strike.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 4\nheight = 3\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\nstr = 2\ndex = 4\nhp = 30\nabilities = [\"slam\"]\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"C2\"\nint = 1\nhp = 30\nabilities = [\"slam\"]\n",
};

fn one_step(watch: &mut Stopwatch) {
    let crossfire = BOOK.encounters.iter().find(|one| one.name == "crossfire").expect("an embedded encounter");
    let session = benches::battle::<Elemental>(crossfire, 1);
    let mut start = Elemental::begin(session.setup());
    let mut table = Autoplay::<Elemental, _>::new(session.setup(), Plain, 0, 0);
    for _ in 0..6 {
        table.step(&mut start);
    }
    let mut state = start.clone();
    watch.time("autoplay/one step of crossfire", || {
        table.restart(0, 1);
        state.clone_from(&start);
        table.step(&mut state)
    });
}

/// A battle of at least so many answers; fighters that only dodge never end it.
fn long_battle(answers: usize) -> Session<Elemental> {
    let text = format!("most_rounds = 100000\n{}", CLOSE.text).replace("hp = 30", "hp = 1000000");
    let text: &'static str = Box::leak(text.into_boxed_str());
    let mut session = benches::battle(&Embedded { name: "long", text }, 1);
    while session.len() < answers && (session.roll() || session.decide(&mut Plain)) {}
    session
}

fn answers(watch: &mut Stopwatch) {
    for at in [10, 10_000] {
        let mut session = long_battle(at);
        watch.time(&format!("session/undo and redo of answer {}", session.len()), || {
            session.undo().expect("there is an answer");
            session.redo().expect("it was taken back");
        });
    }
}
