//! `skirmish state`.

use serde_json::Value;

use crate::skirmish;

fn state(args: &[&str]) -> Value {
    let ran = skirmish(&[&["state"], args, &["--json"]].concat());
    serde_json::from_str(&ran.out).unwrap_or_else(|no| panic!("{no}: {ran:?}"))
}

#[test]
fn the_present_is_told_to_people_and_programs() {
    let told = skirmish(&["state", "duel"]).well();
    for words in ["Duel in the Meadow", "Kestrel  C5  24 of 24 hp", "throws 9d6>=6"] {
        assert!(told.contains(words), "`{words}` is missing in:\n{told}");
    }
    let state = state(&["duel"]);
    assert_eq!((&state["kind"], &state["viewer"], &state["entries"]), (&"state".into(), &"gm".into(), &0.into()));
    assert_eq!(state["awaited"]["kind"], "dice");
    assert_eq!(state["log"][0]["text"], "Combat begins.");
}

#[test]
fn a_point_of_a_transcript_is_seen_with_somebodys_eyes() {
    let folder = crate::folder("state");
    let path = folder.join("fight.skirmish").display().to_string();
    skirmish(&["run", "duel", "--most-rounds", "2", "--out", &path]).well();
    let whole = state(&[&path, "--log", "5"]);
    assert_eq!(whole["log"].as_array().unwrap().len(), 5);
    let early = state(&[&path, "--at", "3"]);
    assert_eq!(early["entries"], 3);
    assert!(whole["entries"].as_u64() > Some(3));
    let hp = |state: &Value, at: usize| state["tokens"][at]["gauges"][0]["value"].clone();
    let seen = state(&[&path, "--at", "3", "--viewer", "water"]);
    assert_eq!((hp(&seen, 0), hp(&seen, 1)), (Value::Null, hp(&early, 1)));
    let spectator = state(&[&path, "--at", "3", "--viewer", "spectator"]);
    assert_eq!((hp(&spectator, 0), hp(&spectator, 1)), (Value::Null, Value::Null));
    let own = state(&[&path, "--viewer", "Kestrel"]);
    assert_eq!(own["viewer"], "Kestrel");
    skirmish(&["state", &path, "--viewer", "fire"]).refused(&["nobody looks as `fire`", "wind", "water"]);
    let refused = folder.join("refused.skirmish");
    std::fs::write(&refused, "skirmish 1\nencounter duel\nTarn: longbow at Kestrel\n# so it says\nexpect refused\n")
        .unwrap();
    assert_eq!(state(&[&refused.display().to_string(), "--at", "line:3"])["entries"], 0);
    skirmish(&["state", "duel", "--at", "3"]).refused(&["--at is a point of a transcript"]);
    skirmish(&["state", &path, "--at", "99999"]).refused(&["there is no entry 99999"]);
}

/// One table stands for several of a kind, in every game: each has a name and a letter of its own, and its own cell.
#[test]
fn several_of_a_kind_stand_around_one_place() {
    let folder = crate::folder("count");
    // Two games draw heights as digits, and so nobody.
    for (game, letters) in [
        ("elemental-d6", ["L", "1", "2", "3", "4"]),
        ("generia", ["L", "P", "A", "C", "K"]),
        ("legacy-of-adventure", ["L", "P", "A", "C", "K"]),
        ("fragments-of-power", ["L", "1", "2", "3", "4"]),
        ("sigil-of-uchma", ["L", "1", "2", "3", "4"]),
        ("hayfork", ["L", "1", "2", "3", "4"]),
    ] {
        let path = folder.join(format!("{game}.toml"));
        let wolf = if game == "sigil-of-uchma" { "steppe-wolf" } else { "wolf" };
        let file = |count: &str, size: &str| {
            format!(
                "rulebook = \"{game}\"\n[map]\nwidth = {size}\nheight = 5\n\
                 [[combatant]]\nname = \"Lone\"\ncreature = \"{wolf}\"\nside = \"one\"\nat = \"B2\"\n\
                 [[combatant]]\nname = \"Pack\"\ncreature = \"{wolf}\"\ncount = {count}\nside = \"two\"\nat = \"C3\"\n"
            )
        };
        let with = |count: &str, size: &str| {
            std::fs::write(&path, file(count, size)).unwrap();
            path.display().to_string()
        };
        let tokens = state(&[&with("4", "9")])["tokens"].as_array().unwrap().clone();
        let of = |key: &str| -> Vec<String> {
            tokens.iter().map(|token| token[key].as_str().unwrap_or_default().to_owned()).collect()
        };
        assert_eq!(of("name"), ["Lone", "Pack-1", "Pack-2", "Pack-3", "Pack-4"], "{game}");
        assert_eq!(of("letter"), letters, "{game}");
        let mut cells = of("cell");
        assert_eq!(cells[1], "C3");
        cells.sort();
        cells.dedup();
        assert_eq!(cells.len(), 5, "{game}: each stands by itself");
        skirmish(&["run", &with("3", "9"), "--most-rounds", "2"]).well();
        for (count, size, words) in [
            ("0", "9", ["count", "1 to 64"]),
            ("30", "5", ["no room for so many", "a larger map"]),
            ("64", "99", ["more combatants", "at most 64"]),
            ("\"two\"", "9", ["count", "number"]),
        ] {
            skirmish(&["run", &with(count, size)]).refused(&words);
        }
    }
}
