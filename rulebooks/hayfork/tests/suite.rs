//! What every rulebook must hold, of this one.

use skirmish_hayfork::{BOOK, Hayfork};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Hayfork> = Suite {
    book: BOOK,
    complete: |_| true,
    kit: (2, 60),
    more: &[],
    perft: (BOOK.encounters[0], &[(0, 1, 0), (0, 13, 0), (1, 153, 0)]),
    fights: &[("gate", 1), ("orchard", 2)],
    random: (BOOK.encounters[0], 1, 1),
    seats: &[("gate", 40)],
    bytes: |s| size_of_val(s) + size_of_val(&*s.hits) + size_of_val(&*s.at),
    sizes: &[("gate", 92), ("orchard", 104)],
    thoughts: [60, 60, 2],
    levels: Levels { encounter: BOOK.encounters[1], hard: "mcts:200", beats_fair: true },
};

skirmish_suite::tests!(SUITE);
