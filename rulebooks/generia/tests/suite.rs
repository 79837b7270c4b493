//! What every rulebook must hold, of this one.

mod encounter;
mod seen;

use skirmish_generia::{Ask, BOOK, Generia, State};
use skirmish_kernel::{Embedded, Id, Session};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Generia> = Suite {
    book: BOOK,
    complete: |ask| !matches!(ask, Ask::Turn | Ask::Path { .. } | Ask::Step { .. } | Ask::AfterParry { .. }),
    kit: (2, 60),
    more: &[(MENAGERIE, 3, 120), (AT_HOME, 3, 120), (BEASTS, 2, 80), (NIMBLE, 16, 100)],
    // The first rows can be counted by hand: eight faces of an initiative die, eight of the other, and no ties left open,
    // since the one with the keener eye goes first.
    perft: (CLOSE, &[(1, 0, 0), (8, 0, 0), (0, 64, 0), (128, 256, 0), (128, 3_264, 0)]),
    fights: &[("parry-yard", 1), ("ford", 2), ("charge", 3), ("rooftop", 4)],
    random: (MENAGERIE, 7, 40),
    seats: &[("parry-yard", 60), ("ford", 60), ("charge", 60)],
    bytes: State::bytes,
    sizes: &[("parry-yard", 1_032), ("ford", 2_584)],
    thoughts: [0, 51, 3],
    levels: Levels { encounter: EQUALS, hard: "mcts:60", beats_fair: false },
};

/// Everything at close quarters: all spells, every skill, bows, shields, a mount, a pack.
const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("menagerie/menagerie.toml") };

/// The same with the house rules that ask more or other questions.
const AT_HOME: Embedded = Embedded {
    name: "menagerie-at-home",
    text: concat!(include_str!("menagerie/menagerie.toml"), include_str!("menagerie/house-rules.toml")),
};

/// Bodies of several squares among small ones. (`size.footprint`)
const BEASTS: Embedded = Embedded { name: "large-beasts", text: include_str!("menagerie/bodies.toml") };

/// Three who parry, step and dance in the middle of one another's steps.
const NIMBLE: Embedded = Embedded {
    name: "nimble",
    text: "rulebook = \"generia\"\n[map]\nwidth = 4\nheight = 3\n\
           [[combatant]]\nname = \"Ash\"\ncreature = \"nimble-fighter\"\nside = \"one\"\nat = \"B2\"\n\
           [[combatant]]\nname = \"Bo\"\ncreature = \"nimble-fighter\"\nside = \"two\"\nat = \"C2\"\n\
           [[combatant]]\nname = \"Cy\"\ncreature = \"nimble-fighter\"\nside = \"two\"\nat = \"C3\"\n",
};

/// Two of a kind, a few steps apart.
const EQUALS: Embedded = Embedded {
    name: "equals",
    text: "rulebook = \"generia\"\n[map]\nwidth = 8\nheight = 5\n\
           [[combatant]]\nname = \"Ash\"\ncreature = \"nimble-fighter\"\nside = \"one\"\nat = \"A3\"\n\
           [[combatant]]\nname = \"Bran\"\ncreature = \"nimble-fighter\"\nside = \"two\"\nat = \"H3\"\n",
};

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nper = 2\nwl = 3\nwt = 3\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nwl = 3\nwt = 3\n",
};

fn asks(_: &Session<Generia>, who: Id, words: &[&str]) -> Option<Ask> {
    Some(match words {
        ["turn"] => Ask::Turn,
        ["facing"] => Ask::Facing,
        ["path"] => Ask::Path { mover: who, metres: 6 },
        _ => return None,
    })
}

/// What a game master does by hand, beside setting fields.
const BY_HAND: [&str; 9] = [
    "check ONE con 12",
    "fall LAST 3",
    "backlash ONE 2",
    "sneak Snag past Merle -1",
    "phase",
    "rest ONE",
    "remove LAST",
    "add wolf as Fido at L8 for SIDE",
    "LAST.gone = no",
];

skirmish_suite::tests!(SUITE, "files.txt", "typed.txt", asks, kinds: 40, by_hand: BY_HAND);

#[test]
fn what_is_private_is_as_it_should_be() {
    skirmish_suite::unit_tests(skirmish_generia::unit_tests::ALL);
}
