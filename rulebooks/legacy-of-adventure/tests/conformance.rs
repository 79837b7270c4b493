//! What every rulebook must hold: the kernel's kit over the encounters, perft, golden playthroughs, citations.

use skirmish_kernel::conformance::{Kit, every_rule_is_cited, is_golden, open, perft_is, playthrough};
use skirmish_kernel::{Embedded, Random};
use skirmish_legacy_of_adventure::{Ask, BOOK, Legacy, Plain};

/// Questions of which every legal answer is listed.
fn is_complete(ask: &Ask) -> bool {
    !matches!(
        ask,
        Ask::Act
            | Ask::Exchange { .. }
            | Ask::Answer { .. }
            | Ask::Opportunity { .. }
            | Ask::Trade { .. }
            | Ask::Path { .. }
    )
}

fn kit(one: Embedded, seeds: u64, answers: usize) {
    let one = [one];
    Kit::<Legacy>::new(&one).seeds(seeds).answers(answers).budget(20_000).complete(is_complete).run().unwrap();
}

fn encounter(name: &str) -> Embedded {
    *BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter")
}

#[test]
fn first_blood_conforms() {
    kit(encounter("first-blood"), 4, 80);
}

#[test]
fn the_footbridge_conforms() {
    kit(encounter("footbridge"), 3, 80);
}

#[test]
fn the_circle_conforms() {
    kit(encounter("circle"), 2, 60);
}

#[test]
fn the_hollow_way_conforms() {
    kit(encounter("hollow-way"), 3, 80);
}

#[test]
fn the_starter_conforms() {
    kit(Embedded { name: "starter", text: BOOK.starter }, 2, 60);
}

/// Everything at close quarters: all skills and spells, bows, shields, a leap, a charge, some of them hidden.
#[test]
fn the_menagerie_conforms() {
    kit(Embedded { name: "menagerie", text: MENAGERIE }, 6, 120);
}

/// The same with the house rules that ask more or other questions.
#[test]
fn the_menagerie_with_house_rules_conforms() {
    for (name, rules) in [("at-home", HOUSE_RULES), ("elsewhere", OTHER_HOUSE_RULES)] {
        let text: &'static str = Box::leak(format!("{MENAGERIE}{rules}").into_boxed_str());
        kit(Embedded { name, text }, 5, 100);
    }
}

const MENAGERIE: &str = include_str!("menagerie/menagerie.toml");
const HOUSE_RULES: &str = include_str!("menagerie/house-rules.toml");
const OTHER_HOUSE_RULES: &str = include_str!("menagerie/other-house-rules.toml");

/// Positions by kind of node from a pinned start; a rule that changes shows here.
#[test]
fn perft_from_close_quarters() {
    let session = open::<Legacy>(&CLOSE, 1).unwrap();
    perft_is(&session, &PERFT).unwrap();
}

const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nskills = { punch = 10 }\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nskills = { punch = 9 }\n",
};

/// Throws, choices and ends after 0, 1, 2 … answers. The first rows can be counted by hand: neither knows a skill of
/// On-Guard, so the first questions are for their stances, four each.
const PERFT: [(u64, u64, u64); 5] = [(0, 1, 0), (0, 4, 0), (0, 16, 0), (36, 28, 10), (376, 468, 22)];

/// Whole battles as text. To accept a change on purpose, run with `UPDATE_GOLDEN=1` and say why in the commit.
#[test]
fn golden_playthroughs() {
    for (name, seed) in [("first-blood", 1), ("footbridge", 2), ("circle", 3), ("hollow-way", 4)] {
        let is = playthrough::<Legacy>(&encounter(name), &mut Plain, seed, 10_000).unwrap();
        is_golden(&is, golden(name)).unwrap();
    }
}

/// What the random policy does with everything there is, golden too (shorter).
#[test]
fn golden_random_play() {
    let menagerie = Embedded { name: "menagerie", text: MENAGERIE };
    let is = playthrough::<Legacy>(&menagerie, &mut Random, 7, 120).unwrap();
    is_golden(&is, golden("menagerie-random")).unwrap();
}

fn golden(name: &str) -> String {
    format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_rule_is_cited_by_a_transcript() {
    every_rule_is_cited(&BOOK).unwrap();
}
