//! What every rulebook must hold, of this one.

mod encounter;
mod seen;

use skirmish_kernel::{Embedded, Id, Session, combatant};
use skirmish_legacy_of_adventure::{Ask, BOOK, Drawn, Gait, Incoming, Legacy, State};
use skirmish_suite::{Levels, Suite};

const SUITE: Suite<Legacy> = Suite {
    book: BOOK,
    complete: |ask| {
        use Ask::{Act, Answer, Exchange, Opportunity, Path, Trade};
        !matches!(ask, Act | Exchange { .. } | Answer { .. } | Opportunity { .. } | Trade { .. } | Path { .. })
    },
    kit: (2, 60),
    more: &[(MENAGERIE, 3, 120), (AT_HOME, 3, 100), (ELSEWHERE, 3, 100)],
    // The first rows can be counted by hand: neither knows a skill of On-Guard, so the first questions are for their
    // stances, four each.
    perft: (CLOSE, &[(0, 1, 0), (0, 4, 0), (0, 16, 0), (36, 28, 10), (376, 468, 22)]),
    fights: &[("first-blood", 1), ("footbridge", 2), ("circle", 3), ("hollow-way", 4)],
    random: (MENAGERIE, 7, 120),
    seats: &[("hollow-way", 50), ("first-blood", 50)],
    bytes: State::bytes,
    sizes: &[("first-blood", 552), ("hollow-way", 992)],
    thoughts: [0, 51, 21],
    levels: Levels { encounter: EQUALS, hard: "mcts:60", beats_fair: true },
};

/// Everything at close quarters: all skills and spells, bows, shields, a leap, a charge, some of them hidden.
const MENAGERIE: Embedded = Embedded { name: "menagerie", text: include_str!("menagerie/menagerie.toml") };

/// The same with the house rules that ask more or other questions.
const AT_HOME: Embedded = Embedded {
    name: "menagerie-at-home",
    text: concat!(include_str!("menagerie/menagerie.toml"), include_str!("menagerie/house-rules.toml")),
};

/// The same with other house rules.
const ELSEWHERE: Embedded = Embedded {
    name: "menagerie-elsewhere",
    text: concat!(include_str!("menagerie/menagerie.toml"), include_str!("menagerie/other-house-rules.toml")),
};

/// Two of a kind, a few steps apart.
const EQUALS: Embedded = Embedded {
    name: "equals",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 9\nheight = 5\n\
           [[combatant]]\nname = \"Ash\"\ncreature = \"guard\"\nside = \"one\"\nat = \"B3\"\n\
           [[combatant]]\nname = \"Bran\"\ncreature = \"guard\"\nside = \"two\"\nat = \"H3\"\n",
};

/// Two in reach of each other.
const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nskills = { punch = 10 }\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nskills = { punch = 9 }\n",
};

/// `act`, `answer Ogress`, `trade Ogre Ogress`: whoever attacks does it with the first way that they have.
fn asks(session: &Session<Legacy>, who: Id, words: &[&str]) -> Option<Ask> {
    let named = |name: &&str| combatant::<Legacy>(session.setup(), name).expect("somebody");
    Some(match words {
        ["act"] => Ask::Act,
        ["ambush"] => Ask::Ambush,
        ["on-guard"] => Ask::OnGuard,
        ["general"] => Ask::General,
        ["stance"] => Ask::Stance,
        ["trade", foes @ ..] => Ask::Trade { foes: foes.iter().map(named).collect() },
        ["exchange", with] => Ask::Exchange { with: named(with), row: 0 },
        ["answer", to] => Ask::Answer { to: named(to) },
        ["opportunity", on, "shot"] => Ask::Opportunity { on: named(on), drawn: Drawn::Shot },
        ["opportunity", on, "spell"] => Ask::Opportunity { on: named(on), drawn: Drawn::Spell },
        ["path"] => Ask::Path { gait: Gait::Walk, most: 9 },
        ["defend", by, yards @ ..] => {
            let row = session.setup().row(named(by), 0)?;
            let leap = yards.first().map_or(Some(0), |yards| yards.parse().ok())?;
            Ask::Defend(Incoming { by: named(by), on: who, row: 0, mode: row.mode, nature: row.nature, leap })
        }
        ["keep", serial] => Ask::Keep { serial: serial.parse().ok()? },
        _ => return None,
    })
}

/// What a game master does by hand, beside setting fields.
const BY_HAND: [&str; 20] = [
    "segment = movement",
    "segment = ambush",
    "ONE.stance = aggressive",
    "ONE.stance = hold",
    "LAST.stance = ready",
    "LAST.stance = defensive",
    "ONE.states += unconscious",
    "ONE.states -= unconscious",
    "ONE.states += stunned",
    "LAST.hits = 0",
    "LAST.actions = 4",
    "ONE.concealed = yes",
    "LAST.surprised = yes",
    "ONE.disabled += arm",
    "LAST.effects += ward",
    "kill LAST",
    "remove ONE",
    "stun LAST",
    "wake ONE",
    "add goblin as Newcomer at A1 for SIDE",
];

skirmish_suite::tests!(SUITE, "files.txt", "typed.txt", asks, kinds: 41, by_hand: BY_HAND);

#[test]
fn what_is_private_is_as_it_should_be() {
    skirmish_suite::unit_tests(skirmish_legacy_of_adventure::unit_tests::ALL);
}
