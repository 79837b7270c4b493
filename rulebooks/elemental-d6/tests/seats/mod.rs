//! What a seat is told of its choices, also where somebody is not seen.

use skirmish_elemental_d6::BOOK;
use skirmish_kernel::conformance::seats_leak_nothing_in;
use skirmish_kernel::{Battle, Embedded, Game, Inquiry, Side, Source, Viewer};

const ONE: Viewer = Viewer::Side(Side(0));

fn battle(encounter: &str, lines: &[&str]) -> Box<dyn Battle> {
    let mut battle = BOOK.open(&Source::new("t", encounter), Some(1)).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    for line in lines {
        battle.line(line).unwrap_or_else(|why| panic!("{line}: {why}"));
    }
    battle
}

/// What is listed for the side that is asked.
fn listed(battle: &dyn Battle) -> Vec<String> {
    let awaited = battle.seen_by(ONE).awaited().expect("a choice is awaited");
    awaited.choices.into_iter().map(|choice| choice.text).collect()
}

/// Bran stands in the dark, and in reach of Ash.
const DARK: &str = r#"
rulebook = "elemental-d6"
[map]
rows = """
. . . . . . . .
 . . . . . . . .
. . . . * . * .
 . . . . . . . .
"""
[[combatant]]
name = "Ash"
side = "one"
at = "C3"
[[combatant]]
name = "Bran"
side = "two"
at = "E3"
int = 1
abilities = ["fire-blast"]
[[combatant]]
name = "Cole"
side = "two"
at = "H1"
"#;

#[test]
fn who_is_attacked_unseen_is_told_of_every_counter() {
    let lines = ["roll Ash initiative = 2", "roll Bran initiative = 3", "roll Cole initiative = 1"];
    let dark = battle(DARK, &[&lines[..], &["Bran: fire-blast at Ash"]].concat());
    assert!(dark.seen_by(ONE).view().tokens.iter().all(|token| token.name != "Bran"));
    let counters = ["unarmed-strike", "move", "dash", "dodge", "step", "brace"].map(|what| format!("counter {what}"));
    let listed = listed(&*dark);
    assert!(listed.contains(&"decline".to_owned()) && listed[1..] == counters, "{listed:?}");
}

/// A hex in which somebody unseen stands is a hex like the others until one tries it.
#[test]
fn what_is_told_of_a_way_shows_nobody_who_is_not_seen() {
    let lines = ["roll Ash initiative = 3", "roll Bran initiative = 2", "roll Cole initiative = 1", "Ash: dodge"];
    let told = |encounter: &str| {
        let dark = battle(encounter, &lines);
        let of = |choice: &String| (choice.clone(), dark.seen_by(ONE).facts(choice).expect("it is listed"));
        (listed(&*dark).iter().map(of).collect::<Vec<_>>(), dark.seen_by(ONE).least())
    };
    let (there, least) = told(DARK);
    assert!(there.iter().any(|(choice, _)| choice == "to E3") && there.iter().all(|(_, facts)| facts.len() > 1));
    let elsewhere = DARK.replace("at = \"E3\"", "at = \"G3\"");
    assert_eq!((there, least), told(&elsewhere));
}

#[test]
fn in_the_dark_no_seat_is_told_a_secret() {
    let dark = Embedded { name: "dark", text: DARK };
    seats_leak_nothing_in(BOOK, &dark, 1, 60).unwrap();
}

/// Two next to each other, with room around them: a Dodge leaves the fire no die.
const OPEN: &str = r#"
rulebook = "elemental-d6"
map = { width = 8, height = 3 }
[[combatant]]
name = "Ash"
side = "one"
at = "C2"
int = 1
[[combatant]]
name = "Bran"
side = "two"
at = "D2"
abilities = ["fire-blast"]
"#;

#[test]
fn a_dodge_that_saves_for_certain_is_told_so() {
    let lines = ["roll Ash initiative = 2", "roll Bran initiative = 3", "Bran: fire-blast at Ash"];
    let mut open = battle(OPEN, &lines);
    let missed = |choice: &str| {
        let odds = open.seen_by(ONE).odds(&Inquiry::of(Some(choice)).through()).expect("it is a choice");
        let missed = odds.results.iter().find(|result| result.who == "Ash" && result.words == "is missed");
        missed.map_or(0.0, |result| result.chance.p)
    };
    assert_eq!((missed("decline"), missed("counter dodge")), (0.25, 1.0));
    // Whoever does least moves all the same.
    open.line("Ash: counter dodge").unwrap();
    let least = open.seen_by(ONE).least().expect("there is always one");
    open.line(&format!("Ash: {least}")).unwrap();
    open.line("Ash: spoil").unwrap();
}

/// Kestrel's air blast flies past a rock, behind which there is no line to anybody.
const ROCK: &str = r#"
rulebook = "elemental-d6"
[map]
rows = """
. . . . . . # .
 . . . . . # # .
. . . . . . . .
 . . . . . . . .
"""
[[combatant]]
name = "Ash"
side = "one"
at = "F3"
hp = 20
int = 4
defense_bonus = 2
[[combatant]]
name = "Kestrel"
creature = "aeromancer"
side = "two"
at = "A2"
"#;

/// A counter that moves is told with what the best of its ways saves; where none saves anything, it cannot help.
#[test]
fn a_counter_that_gets_out_of_the_way_is_told_so() {
    let lines = ["roll Ash initiative = 1", "roll Kestrel initiative = 4", "Kestrel: air-blast at Ash"];
    let mut rock = battle(ROCK, &lines);
    let missed = |choice: &str| {
        let odds = rock.seen_by(ONE).odds(&Inquiry::of(Some(choice)).through()).expect("it is a choice");
        let missed = odds.results.iter().find(|result| result.who == "Ash" && result.words == "is missed");
        missed.map_or(0.0, |result| result.chance.p)
    };
    let told = ["decline", "counter move", "counter dash", "counter step"].map(missed);
    assert_eq!(told, [0.75, 1.0, 1.0, 0.75]);
    rock.line("Ash: counter move").unwrap();
    let least = rock.seen_by(ONE).least().expect("there is always one");
    rock.line(&format!("Ash: {least}")).unwrap();
    let view = rock.seen_by(ONE).view();
    let ash = view.tokens.iter().find(|token| token.name == "Ash").expect("Ash is there");
    assert_eq!(ash.cell, "H2");
}

/// Bran blows out of the dark, six hexes far.
const WIND: &str = r#"
rulebook = "elemental-d6"
[map]
rows = """
. . . . . . . . . . .
 . . . . . . . . . . .
. . . . . . . . . * .
 . . . . . . . . . . .
"""
[[combatant]]
name = "Ash"
side = "one"
at = "H3"
hp = 30
[[combatant]]
name = "Bran"
creature = "aeromancer"
side = "two"
at = "J3"
[[combatant]]
name = "Cole"
side = "two"
at = "A1"
"#;

/// Ash is blown on by somebody in the dark: the push goes on, and until it is over no movement is listed.
#[test]
fn whoever_is_pushed_by_somebody_unseen_is_offered_no_movement() {
    let lines = [
        "roll Ash initiative = 2",
        "roll Bran initiative = 3",
        "roll Cole initiative = 1",
        "Bran: air-blast full at Ash",
        "Ash: decline",
        "Ash: reaction",
        "roll Bran dice.attack 3d6>=4 6 6 6",
        "roll Bran dice.damage 1d6 3",
    ];
    let dark = battle(WIND, &lines);
    assert!(dark.seen_by(ONE).view().tokens.iter().all(|token| token.name != "Bran"));
    let listed = listed(&*dark);
    let moves = ["move", "dash", "dodge", "step"];
    let is_move = |choice: &&String| moves.iter().any(|word| choice.starts_with(word));
    assert_eq!(listed.iter().find(is_move), None, "{listed:?}");
}

/// 35 feet are 3 hexes in a segment, and a bonus hex in whichever one likes: that reaches G1, past Bran.
#[test]
fn a_bonus_hex_is_in_reach() {
    let quick =
        battle(&OPEN.replace("int = 1", "base_speed = 35"), &["roll Ash initiative = 2", "roll Bran initiative = 3"]);
    let reach = quick.seen_by(ONE).reach("Ash").unwrap_or_else(|why| panic!("{why:?}"));
    let moves = reach.iter().find(|tag| tag.text == "can move 4 hexes in a segment");
    assert!(moves.is_some_and(|tag| tag.cells.contains(&"G1".to_owned())), "{reach:?}");
}
