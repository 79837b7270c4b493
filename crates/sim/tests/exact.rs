//! Sampled chances against exact ones: the same duel enumerated, round after round, until next to nothing is left open.

use std::collections::HashMap;

use skirmish_kernel::{Book, Fights, Flow, Precision, Ready, Scribe, Source, Tree};
use skirmish_sim::{Order, simulate};

/// Chances below this are not followed any further.
const NEGLIGIBLE: f64 = 1e-7;

/// The chance of each side to win, when the book's plain policy plays all, by shifting probability over merged states.
fn exact<B: Scribe>(book: Book<B>, setup: &B::Setup) -> Vec<f64> {
    let mut open: HashMap<B::State, f64> = HashMap::from([(B::begin(setup), 1.0)]);
    let mut won = vec![0.0; B::sides(setup).len()];
    let mut plain = (book.plain)();
    while open.values().sum::<f64>() > NEGLIGIBLE {
        let mut next: HashMap<B::State, f64> = HashMap::new();
        for (state, weight) in open {
            let mut tree = Tree::<B>::new(setup, &mut *plain, Precision::Float, 2_000_000);
            for end in tree.step(&state).expect("in budget").ends {
                let weight = weight * end.weight.value();
                match end.flow {
                    Flow::Over(outcome) => {
                        outcome.winner.into_iter().for_each(|side| won[usize::from(side.0)] += weight);
                    }
                    Flow::On => {
                        let mut state = *end.state;
                        B::forget(&mut state);
                        *next.entry(state).or_default() += weight;
                    }
                }
            }
        }
        open = next;
    }
    won
}

fn agree<B: Scribe>(book: Book<B>, text: &str) {
    let source = Source::new("tiny", text);
    let ready = Ready::load(book, &source, Some(11)).expect("it can be read");
    let exact = exact(book, &B::load(&source).expect("it can be read").setup);
    let fights: &dyn Fights = &ready;
    let report = simulate(fights, &Order { fights: 20_000, threads: 2, ..Order::default() }, &()).unwrap();
    for (side, exact) in exact.iter().enumerate() {
        let chance = report.chance_of(side);
        // The interval is nearly two standard deviations; this is nearly four.
        assert!((chance.p - exact).abs() < 2.0 * chance.half(), "side {side}: {chance:?}, and exactly {exact}");
    }
    assert!(
        exact.iter().all(|p| (0.02..0.98).contains(p)),
        "a duel that is decided beforehand shows nothing: {exact:?}"
    );
}

// Unequal perception splits a tied initiative: one that is thrown again and again could not be enumerated to its end.
#[test]
fn a_duel_of_fists_is_won_as_often_as_it_must_be() {
    let text = "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n\
        [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nfacing = \"east\"\n\
        con = 1\nstr = 4\ndex = 4\nper = 2\nwl = 1\nwt = 3\ndodge = 4\n\
        [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nfacing = \"west\"\n\
        con = 1\nstr = 4\ndex = 6\nwl = 1\nwt = 3\ndodge = 3\n";
    agree(skirmish_generia::BOOK, text);
}
