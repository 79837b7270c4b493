//! What every rulebook must hold, of this one.

use skirmish_kernel::Embedded;
use skirmish_sigil_of_uchma::{Ask, BOOK, Sigil, State};
use skirmish_suite::Suite;

const SUITE: Suite<Sigil> = Suite {
    book: BOOK,
    complete: |ask| !matches!(ask, Ask::Turn),
    kit: (2, 60),
    more: &[],
    perft: (CLOSE, &[(0, 1, 0)]),
    fights: &[("steppe-ford", 1)],
    random: (CLOSE, 7, 40),
    seats: &[("steppe-ford", 60)],
    bytes: State::bytes,
    sizes: &[],
    thoughts: [0, 20, 3],
};

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"sigil-of-uchma\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nbase_max_health = 3\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nbase_max_health = 3\n",
};

skirmish_suite::tests!(SUITE);
