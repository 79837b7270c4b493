//! What every rulebook must hold, of this one.

mod seen;

use skirmish_kernel::{Embedded, Id};
use skirmish_sigil_of_uchma::{Ask, BOOK, Sigil, State};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Sigil> = Suite {
    book: BOOK,
    complete: |ask| !matches!(ask, Ask::Turn),
    kit: (2, 60),
    more: &[(MENAGERIE, 3, 120), (AT_HOME, 3, 120)],
    perft: (CLOSE, &[(0, 1, 0), (2, 7, 0), (11, 47, 0), (29, 322, 0)]),
    fights: &[
        ("steppe-ford", 1),
        ("spears-and-bows", 2),
        ("giants-ledge", 3),
        ("drums-in-the-dark", 4),
        ("wolf-skin", 5),
    ],
    random: (CLOSE, 7, 40),
    seats: &[("steppe-ford", 60), ("drums-in-the-dark", 60)],
    bytes: State::bytes,
    sizes: &[("steppe-ford", 875), ("wolf-skin", 362)],
    thoughts: [60, 60, 10],
    levels: Levels { encounter: BOOK.encounters[4], hard: "mcts:60", beats_fair: true },
};

/// Everything at close quarters: minions, forms, flight, fire, darkness, what is prepared.
const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("menagerie.toml") };

/// The same with the house rules that ask more or other questions.
const AT_HOME: Embedded = Embedded {
    name: "menagerie-at-home",
    text: concat!(include_str!("menagerie.toml"), include_str!("house-rules.toml")),
};

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"sigil-of-uchma\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nbase_max_health = 3\ninitiative = 6\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nbase_max_health = 3\n",
};

skirmish_suite::tests!(SUITE);

#[test]
fn files_are_read_or_refused_with_advice() {
    SUITE.files(include_str!("files.txt"));
}

#[test]
fn what_people_type_is_read_or_answered() {
    SUITE.typed(include_str!("typed.txt"), |_, _, words| match words {
        ["turn"] => Some(Ask::Turn),
        ["parting"] => Some(Ask::Parting),
        ["fire"] => Some(Ask::Fire { on: Id::new(0) }),
        _ => None,
    });
}

#[test]
fn what_is_private_is_as_it_should_be() {
    skirmish_suite::unit_tests(skirmish_sigil_of_uchma::unit_tests::ALL);
}
