//! What every rulebook must hold: the kernel's kit over the encounters, perft, golden playthroughs, citations.

use skirmish_generia::{Ask, BOOK, Generia, Plain};
use skirmish_kernel::conformance::{Kit, every_rule_is_cited, is_golden, open, perft_is, playthrough};
use skirmish_kernel::{Embedded, Random};

/// Questions of which every legal answer is listed.
fn is_complete(ask: &Ask) -> bool {
    !matches!(ask, Ask::Turn | Ask::Path { .. } | Ask::Step { .. } | Ask::AfterParry { .. })
}

fn kit(one: Embedded, seeds: u64, answers: usize) {
    let one = [one];
    Kit::<Generia>::new(&one).seeds(seeds).answers(answers).budget(20_000).complete(is_complete).run().unwrap();
}

fn encounter(name: &str) -> Embedded {
    *BOOK.encounters.iter().find(|e| e.name == name).expect("an embedded encounter")
}

#[test]
fn the_parry_yard_conforms() {
    kit(encounter("parry-yard"), 4, 80);
}

#[test]
fn the_ford_conforms() {
    kit(encounter("ford"), 2, 60);
}

#[test]
fn the_charge_conforms() {
    kit(encounter("charge"), 2, 80);
}

#[test]
fn the_rooftop_conforms() {
    kit(encounter("rooftop"), 3, 80);
}

#[test]
fn the_starter_conforms() {
    kit(Embedded { name: "starter", text: BOOK.starter }, 2, 60);
}

/// Everything at close quarters: all spells, every skill, bows, shields, a mount, a pack.
#[test]
fn the_menagerie_conforms() {
    kit(Embedded { name: "menagerie", text: MENAGERIE }, 6, 120);
}

/// The same with the house rules that ask more or other questions.
#[test]
fn the_menagerie_with_house_rules_conforms() {
    let text: &'static str = Box::leak(format!("{MENAGERIE}{HOUSE_RULES}").into_boxed_str());
    kit(Embedded { name: "menagerie-at-home", text }, 6, 120);
}

/// Bodies of several squares among small ones. (`size.footprint`)
#[test]
fn the_large_beasts_conform() {
    kit(Embedded { name: "large-beasts", text: include_str!("menagerie/bodies.toml") }, 2, 80);
}

const HOUSE_RULES: &str = include_str!("menagerie/house-rules.toml");
const MENAGERIE: &str = include_str!("menagerie/menagerie.toml");

/// Positions by kind of node from a pinned start; a rule that changes shows here.
#[test]
fn perft_from_close_quarters() {
    let session = open::<Generia>(&CLOSE, 1).unwrap();
    perft_is(&session, &PERFT).unwrap();
}

const CLOSE: Embedded = Embedded {
    name: "close",
    text: "rulebook = \"generia\"\n[map]\nwidth = 2\nheight = 1\n\
           [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A1\"\nper = 2\nwl = 3\nwt = 3\n\
           [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"B1\"\nwl = 3\nwt = 3\n",
};

/// Throws, choices and ends after 0, 1, 2 … answers. The first rows can be counted by hand: eight faces of an initiative
/// die, eight of the other, and no ties left open, since the one with the keener eye goes first.
const PERFT: [(u64, u64, u64); 5] = [(1, 0, 0), (8, 0, 0), (0, 64, 0), (128, 384, 0), (256, 3_776, 0)];

/// Whole battles as text. To accept a change on purpose, run with `UPDATE_GOLDEN=1` and say why in the commit.
#[test]
fn golden_playthroughs() {
    for (name, seed) in [("parry-yard", 1), ("ford", 2), ("charge", 3), ("rooftop", 4)] {
        let is = playthrough::<Generia>(&encounter(name), &mut Plain, seed, 10_000).unwrap();
        is_golden(&is, golden(name)).unwrap();
    }
}

/// What the random policy does with everything there is, golden too (shorter).
#[test]
fn golden_random_play() {
    let menagerie = Embedded { name: "menagerie", text: MENAGERIE };
    let is = playthrough::<Generia>(&menagerie, &mut Random, 7, 120).unwrap();
    is_golden(&is, golden("menagerie-random")).unwrap();
}

fn golden(name: &str) -> String {
    format!("{}/tests/golden/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_rule_is_cited_by_a_transcript() {
    every_rule_is_cited(&BOOK).unwrap();
}
