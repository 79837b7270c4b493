//! What every rulebook must hold, of this one.

mod encounter;
mod losses;
mod seats;
mod seen;

use skirmish_elemental_d6::{Ask, BOOK, Elemental, Gait, State};
use skirmish_kernel::{Embedded, Fights, Fought, Id, Plan, Ready, Session, Source};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Elemental> = Suite {
    book: BOOK,
    complete: |ask| {
        use Ask::{DodgeWhich, Fatigue, Reaction, Trigger, Unused};
        matches!(ask, Reaction { .. } | DodgeWhich { .. } | Trigger | Unused { .. } | Fatigue { .. })
    },
    kit: (2, 50),
    more: &[],
    // The first rows can be counted by hand: six dice read 0 to 6, five read 0 to 5, and six of those 42 pairs are ties,
    // which are rolled again.
    perft: (CLOSE, &[(1, 0, 0), (7, 0, 0), (6, 36, 0), (42, 354, 0), (83, 1_646, 0), (543, 9_287, 0)]),
    fights: &[("duel", 1), ("crossfire", 2), ("chase", 3), ("ambush", 4), ("elemental", 5)],
    random: (BOOK.encounters[3], 7, 60),
    seats: &[("crossfire", 50), ("ambush", 50)],
    bytes: State::bytes,
    sizes: &[("duel", 1_352), ("crossfire", 4_088)],
    thoughts: [0, 51, 10],
    levels: Levels { encounter: BOOK.encounters[3], hard: "mcts:60", beats_fair: true },
};

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 3\nheight = 2\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ndex = 2\nhp = 5\nbase_speed = 10\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nint = 1\nhp = 5\nbase_speed = 10\n",
};

/// What a game master does by hand, beside setting fields.
const BY_HAND: [&str; 6] = [
    "add brigand as Newcomer at A1 for SIDE",
    "remove LAST",
    "check ONE str 12",
    "rest ONE",
    "LAST.hp = 0",
    "ONE.conditions += staggered 1",
];

/// Questions that `typed.txt` puts; the attack that is countered is one that nobody sees.
fn asks(_: &Session<Elemental>, _: Id, words: &[&str]) -> Option<Ask> {
    let path = |gait, hexes| Ask::Path { gait, hexes, bonus: 0, heading: None };
    Some(match words {
        ["turn"] => Ask::Initiate { running: false },
        ["counter"] => Ask::Counter { flight: 1 },
        ["reaction"] => Ask::Reaction { flight: 1 },
        ["trade"] => Ask::Unused { up: 2, top: true },
        ["path", "dodge"] => path(Gait::Dodge, 2),
        ["path", "step"] => path(Gait::Step, 1),
        _ => return None,
    })
}

skirmish_suite::tests!(SUITE, "files.txt", "typed.txt", asks, kinds: 20, by_hand: BY_HAND);

/// Thinkers who see nobody look for their foes: whoever takes them for gone waits for ever.
#[test]
fn thinkers_who_see_nobody_go_and_look() {
    let text = "rulebook = \"elemental-d6\"\n[map]\nrows = \"\"\"\n. . . . . # . . . . .\n . . . . . # . . . . .\n. . . . . # . . . . .\n . . . . . . . . . . .\n\"\"\"\n\
                [[combatant]]\nname = \"Ash\"\ncreature = \"brigand\"\nside = \"one\"\nat = \"A1\"\n\
                [[combatant]]\nname = \"Bran\"\ncreature = \"brigand\"\nside = \"two\"\nat = \"K1\"\n";
    let ready = Ready::load(BOOK, &Source::new("walled", text), Some(3)).expect("it can be fought");
    for thinker in ["greedy", "mcts:30"] {
        let policies = vec![thinker.to_owned(); 2];
        let mut simulator = ready.simulator(&Plan { policies, ..Plan::default() }).expect("they are known");
        let mut fought = Fought::default();
        for fight in 0..3 {
            simulator.fight(fight, &mut fought);
            assert!(fought.winner.is_some(), "{thinker}: nobody wins fight {fight}, after {} rounds", fought.rounds);
        }
    }
}

#[test]
fn what_is_private_is_as_it_should_be() {
    skirmish_suite::unit_tests(skirmish_elemental_d6::unit_tests::ALL);
}
