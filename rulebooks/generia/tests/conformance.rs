//! What every rulebook must hold: the kernel's kit over the encounters.

use skirmish_generia::{Ask, BOOK, Generia};
use skirmish_kernel::Embedded;
use skirmish_kernel::conformance::Kit;

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

const HOUSE_RULES: &str = include_str!("menagerie/house-rules.toml");
const MENAGERIE: &str = include_str!("menagerie/menagerie.toml");
