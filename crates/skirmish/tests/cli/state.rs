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
    skirmish(&["state", "duel", "--at", "3"]).refused(&["--at is a point of a transcript"]);
    skirmish(&["state", &path, "--at", "99999"]).refused(&["there is no entry 99999"]);
}
