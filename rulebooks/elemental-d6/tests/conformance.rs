//! What every rulebook must hold: the kernel's kit, perft and golden playthroughs.

use skirmish_elemental_d6::{Ask, BOOK, Elemental, Plain};
use skirmish_kernel::conformance::{Kit, every_rule_is_cited, is_golden, open, perft_is, playthrough};
use skirmish_kernel::{Embedded, Random};

/// Questions of which every legal answer is listed.
fn is_complete(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Reaction { .. } | Ask::DodgeWhich { .. } | Ask::Trigger | Ask::Unused { .. } | Ask::Fatigue { .. }
    )
}

fn kit(encounter: &Embedded) {
    let one = [*encounter];
    Kit::<Elemental>::new(&one).seeds(2).answers(50).budget(20_000).complete(is_complete).run().unwrap();
}

fn encounter(name: &str) -> &'static Embedded {
    BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter")
}

#[test]
fn the_duel_conforms() {
    kit(encounter("duel"));
}

#[test]
fn the_ambush_conforms() {
    kit(encounter("ambush"));
}

#[test]
fn the_chase_conforms() {
    kit(encounter("chase"));
}

#[test]
fn the_crossfire_conforms() {
    kit(encounter("crossfire"));
}

#[test]
fn the_elemental_conforms() {
    kit(encounter("elemental"));
}

/// Positions by kind of node from a pinned start; a rule that changes shows here.
#[test]
fn perft_from_close_quarters() {
    let session = open::<Elemental>(&CLOSE, 1).unwrap();
    perft_is(&session, &PERFT).unwrap();
}

const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"elemental-d6\"\n[map]\nwidth = 3\nheight = 2\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\ndex = 2\nhp = 5\nbase_speed = 10\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nint = 1\nhp = 5\nbase_speed = 10\n",
};

/// Throws, choices and ends after 0, 1, 2 … answers. The first rows can be counted by hand: six dice read 0 to 6, five
/// read 0 to 5, and six of those 42 pairs are ties, which are rolled again.
const PERFT: [(u64, u64, u64); 6] = [(1, 0, 0), (7, 0, 0), (6, 36, 0), (42, 354, 0), (83, 1_430, 0), (543, 6_641, 0)];

/// Whole battles as text. To accept a change on purpose, run with `UPDATE_GOLDEN=1` and say why in the commit.
#[test]
fn golden_playthroughs() {
    for (name, seed) in [("duel", 1), ("crossfire", 2), ("chase", 3), ("ambush", 4), ("elemental", 5)] {
        let is = playthrough::<Elemental>(encounter(name), &mut Plain, seed, 10_000).unwrap();
        is_golden(&is, golden(name)).unwrap();
    }
}

/// The random policy plays every encounter to its end, and what it does is golden too (shorter).
#[test]
fn golden_random_play() {
    let is = playthrough::<Elemental>(encounter("duel"), &mut Random, 7, 60).unwrap();
    is_golden(&is, golden("duel-random")).unwrap();
}

fn golden(name: &str) -> String {
    format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_rule_is_cited_by_a_transcript() {
    every_rule_is_cited(&BOOK).unwrap();
}
