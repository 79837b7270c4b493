//! What every rulebook must hold, of this one.

mod seen;

use skirmish_fragments_of_power::{Ask, BOOK, Fragments, Gait, State};
use skirmish_kernel::{Embedded, Id, Session};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Fragments> = Suite {
    book: BOOK,
    complete: |ask| !matches!(ask, Ask::Turn | Ask::Path { .. } | Ask::Push { .. } | Ask::Fling { .. }),
    kit: (2, 60),
    more: &[(MENAGERIE, 3, 120), (AT_HOME, 3, 120), (ADRIFT, 3, 80)],
    perft: (CLOSE, &[(1, 0, 0), (20, 0, 0), (20, 380, 0), (2280, 2320, 0)]),
    fights: &[("toll-gate", 1), ("river-bridge", 2), ("dragon-hill", 3), ("night-fog", 5), ("adrift", 6)],
    random: (CLOSE, 7, 40),
    seats: &[("toll-gate", 60), ("night-fog", 60)],
    bytes: State::bytes,
    sizes: &[("toll-gate", 1720), ("dragon-hill", 1710)],
    thoughts: [0, 20, 3],
    levels: Levels { encounter: BOOK.encounters[4], hard: "mcts:60", beats_fair: true },
};

/// Everything at close quarters: flyers, riders, spells, water, a roof, fog and dark, people who hide.
const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("menagerie/menagerie.toml") };

/// The same with the house rules that ask more or other questions.
const AT_HOME: Embedded = Embedded {
    name: "menagerie-at-home",
    text: concat!(include_str!("menagerie/menagerie.toml"), include_str!("menagerie/house-rules.toml")),
};

/// Where nothing falls.
const ADRIFT: Embedded = Embedded { name: "adrift", text: include_str!("menagerie/weightless.toml") };

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"fragments-of-power\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nmax_hp = 3\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nmax_hp = 3\n",
};

fn asks(_: &Session<Fragments>, who: Id, words: &[&str]) -> Option<Ask> {
    Some(match words {
        ["turn"] => Ask::Turn,
        ["path"] => Ask::Path { who, gait: Gait::Run, feet: 30 },
        _ => return None,
    })
}

/// What a game master does by hand, beside setting fields.
const BY_HAND: [&str; 4] = ["remove ONE", "rest LAST", "LAST.hp = 0", "add wolf as Newcomer at A1 for SIDE"];

skirmish_suite::tests!(SUITE, "files.txt", "typed.txt", asks, kinds: 54, by_hand: BY_HAND);

#[test]
fn things_are_no_more_than_can_be_told_apart() {
    let with = |count: usize, at: &str| -> String {
        let thing = |nth: usize| format!("[[thing]]\nname = \"rock-{nth}\"\nat = \"{at}\"\n");
        CLOSE.text.to_owned() + &(0..count).map(thing).collect::<String>()
    };
    let many = skirmish_suite::complaints::<Fragments>(&with(65, "A1"));
    assert!(many.iter().any(|why| why.starts_with("t:1:1: 65 things (at most 64 are possible)")), "{many:#?}");
    // What else the table says is known, wherever it stands.
    let outside = skirmish_suite::complaints::<Fragments>(&with(1, "Z99"));
    assert_eq!(outside.len(), 1, "{outside:#?}");
}

#[test]
fn what_is_private_is_as_it_should_be() {
    skirmish_suite::unit_tests(skirmish_fragments_of_power::unit_tests::ALL);
}
