//! Files that are included, `skirmish carry`, `skirmish recap`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::skirmish;

/// A file of that name in a folder.
fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    // Every game has a wolf; in one it is called otherwise.
    let wolf = if text.contains("\"sigil-of-uchma\"") { "\"steppe-wolf\"" } else { "\"wolf\"" };
    fs::write(&path, text.replace("\"wolf\"", wolf)).unwrap();
    path.display().to_string()
}

/// An encounter of a game that includes `party.toml`, with a wolf against whoever is told.
fn fight(game: &str, who: &str) -> String {
    format!(
        "rulebook = \"{game}\"\ninclude = [\"party.toml\"]\n[map]\nwidth = 12\nheight = 7\n{who}\
         [[combatant]]\nname = \"Wolf\"\ncreature = \"wolf\"\nside = \"wild\"\nat = \"J4\"\n"
    )
}

const PARTY: &str = "[[combatant]]\nparty = \"heroes\"\nat = \"B3\"\n";

fn member(name: &str, more: &str) -> String {
    format!("[[member]]\nname = \"{name}\"\nside = \"heroes\"\ncreature = \"wolf\"\n{more}\n")
}

/// The tokens of a battle's present: name and cell.
fn stand(path: &str) -> Vec<(String, String)> {
    let text = skirmish(&["state", path, "--json"]).well();
    let state: serde_json::Value = serde_json::from_str(&text).unwrap();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    state["tokens"].as_array().unwrap().iter().map(|token| (text(&token["name"]), text(&token["cell"]))).collect()
}

#[test]
fn a_party_comes_in_every_game() {
    for game in ["elemental-d6", "generia", "legacy-of-adventure", "fragments-of-power", "sigil-of-uchma", "hayfork"] {
        let folder = crate::folder(&format!("party-{game}"));
        let party = format!("rulebook = \"{game}\"\n{}{}", member("Ann", ""), member("Bob", ""));
        write(&folder, "party.toml", &party);
        let all = write(&folder, "all.toml", &fight(game, PARTY));
        let told = stand(&all);
        let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["Ann", "Bob", "Wolf"], "{game}");
        assert_eq!(told[0].1, "B3", "{game}");
        assert_ne!(told[1].1, "B3", "{game}");
        // Who is called by name is no part of the party, and whoever nobody calls stays away.
        let named = "[[combatant]]\nname = \"Bob\"\nat = \"D5\"\n";
        let one = write(&folder, "one.toml", &fight(game, &format!("{PARTY}{named}")));
        assert_eq!(stand(&one).iter().filter(|(name, cell)| name == "Bob" && cell == "D5").count(), 1, "{game}");
        let alone = write(&folder, "alone.toml", &fight(game, named));
        assert_eq!(stand(&alone).len(), 2, "{game}");
        skirmish(&["run", &all, "--most-rounds", "2"]).well();
    }
}

#[test]
fn what_is_wrong_is_told_of_the_file_it_stands_in() {
    let folder = crate::folder("included");
    let path = |text: &str| write(&folder, "fight.toml", text);
    let party = |text: &str| write(&folder, "party.toml", &format!("rulebook = \"generia\"\n{text}"));
    let refused = |text: &str, words: &[&str]| skirmish(&["run", &path(text)]).refused(words);
    refused(&fight("generia", PARTY), &["cannot read", "party.toml", "fight.toml:2:12"]);
    party(&member("Ann", "con = 99\nwt = \"much\"\nhat = 3"));
    refused(
        &fight("generia", PARTY),
        &["party.toml:6:7", "con = 99", "party.toml:7:6", "party.toml:8:1", "no key `hat`"],
    );
    party(&format!("{}{}", member("Ann", ""), member("ann", "")));
    refused(&fight("generia", PARTY), &["two members are called `ann`", "party.toml:8"]);
    party("seed = 3\n");
    refused(&fight("generia", PARTY), &["`seed` belongs into the encounter itself", "party.toml:2:1"]);
    party("include = [\"more.toml\"]\n");
    refused(&fight("generia", PARTY), &["includes no others"]);
    party("[map]\nwidth = 3\n");
    refused(&fight("generia", PARTY), &["`map` stands in", "fight.toml"]);
    party(&member("Ann", ""));
    refused(&fight("generia", &PARTY.replace("heroes", "heros")), &["nobody of `heros` is left to come"]);
    refused(&fight("generia", &PARTY.replace("at =", "name = \"Ann\"\nat =")), &["a name or is a party"]);
    refused(&fight("generia", "[[combatant]]\nname = \"Cid\"\nat = \"B3\"\n"), &["`side` is missing here"]);
    // A text in another one has no folder to read from.
    let inner = fight("generia", PARTY);
    let script = write(&folder, "x.skirmish", &format!("skirmish 1\n--- encounter\n{inner}---\n"));
    skirmish(&["run", &script]).refused(&["no file is read from here", "x.skirmish:4"]);
}

#[test]
fn a_save_needs_no_other_file() {
    let folder = crate::folder("whole");
    write(&folder, "party.toml", &format!("rulebook = \"generia\"\n{}", member("Ann", "")));
    let path = write(&folder, "fight.toml", &fight("generia", PARTY));
    let save = folder.join("fight.skirmish").display().to_string();
    let told = skirmish(&["run", &path, "--out", &save]).well();
    fs::remove_file(folder.join("party.toml")).unwrap();
    assert_eq!(skirmish(&["run", &save]).well(), told);
    skirmish(&["check", &save]).well();
}

/// What a battle has left of people is what they have as the next one begins.
#[test]
fn people_are_carried_as_the_battle_has_left_them() {
    for encounter in ["crossfire", "ford", "charge", "circle", "footbridge", "gate"] {
        let folder = crate::folder(&format!("carry-{encounter}"));
        let in_folder = |name: &str| -> PathBuf { folder.join(name) };
        let save = in_folder("fight.skirmish").display().to_string();
        let told = skirmish(&["run", encounter, "--out", &save]).well();
        let party = skirmish(&["carry", &save]).well();
        fs::write(in_folder("party.toml"), &party).unwrap();
        let game =
            party.lines().find_map(|line| line.strip_prefix("rulebook = ")).unwrap().trim_matches('"').to_owned();
        let sides: Vec<&str> = party.lines().filter_map(|line| line.strip_prefix("side = ")).collect();
        let mut text = format!("rulebook = \"{game}\"\ninclude = [\"party.toml\"]\n[map]\nwidth = 30\nheight = 20\n");
        let mut known: Vec<&str> = Vec::new();
        for (at, side) in sides.iter().enumerate().filter(|(at, side)| !sides[..*at].contains(side)) {
            known.push(side);
            text.push_str(&format!("[[combatant]]\nparty = {side}\nat = \"C{}\"\n", 3 + 3 * at));
        }
        let next = write(&folder, "next.toml", &text);
        let gauge = |path: &str| -> Vec<(String, i64)> {
            let state: serde_json::Value = serde_json::from_str(&skirmish(&["state", path, "--json"]).well()).unwrap();
            let tokens = state["tokens"].as_array().unwrap();
            let mut all: Vec<(String, i64)> = tokens
                .iter()
                .map(|token| {
                    (token["name"].as_str().unwrap().to_owned(), token["gauges"][0]["value"].as_i64().unwrap())
                })
                .collect();
            all.sort();
            all
        };
        // In Hayfork whoever lies on the ground gets up.
        let least = if game == "hayfork" { 1 } else { i64::MIN };
        let before: Vec<(String, i64)> =
            gauge(&save).into_iter().map(|(name, value)| (name, value.max(least))).collect();
        assert_eq!(gauge(&next), before, "{encounter}: {told}");
        skirmish(&["carry", &save, "--side", "nobody"]).refused(&["there is no side `nobody`", "the sides are"]);
    }
    skirmish(&["carry", "no-such-file.skirmish"]).refused(&["no such file"]);
}

#[test]
fn a_recap_tells_who_fell() {
    let folder = crate::folder("recap");
    let save = folder.join("fight.skirmish").display().to_string();
    skirmish(&["run", "duel", "--out", &save]).well();
    let told = skirmish(&["recap", &save]).well();
    for words in [
        "Duel in the Meadow",
        "Kestrel of the wind met Tarn of the water.",
        "In round 4 Tarn brought",
        "victory went to",
    ] {
        assert!(told.replace('\n', " ").contains(words), "`{words}` is missing in:\n{told}");
    }
    assert!(skirmish(&["recap", &save, "--at", "1"]).well().contains("It is not over yet."));
    assert!(skirmish(&["recap", "duel"]).well().contains("Nobody has been hurt."));
}
