//! The server as the protocol's own client library sees it.

mod client;

use client::{Client, why};
use proptest::prelude::*;
use serde_json::{Value, json};
use skirmish_mcp::{Desk, Place, server};

fn game_master() -> Client {
    Client::of(server(Desk::new(Place::GameMaster)))
}

fn seat(what: &str, viewer: &str) -> Client {
    let desk = Desk::new(Place::Seat { viewer: viewer.into(), may_undo: false });
    desk.lay(what, None, Vec::new()).unwrap();
    Client::of(server(desk))
}

#[test]
fn every_tool_is_listed_with_its_words() {
    let client = game_master();
    let tools = client.runtime.block_on(client.service.list_all_tools()).unwrap();
    let mut names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
    names.sort_unstable();
    assert_eq!(names, ["choose", "explain", "list", "look", "odds", "open", "rules", "simulate", "undo"]);
    for tool in &tools {
        assert!(tool.description.as_ref().is_some_and(|words| words.len() > 20), "{}", tool.name);
        let schema = serde_json::to_value(&tool.input_schema).unwrap();
        for (name, of) in schema["properties"].as_object().into_iter().flatten() {
            assert!(of["description"].is_string(), "{}: {name}", tool.name);
        }
    }
}

#[test]
fn a_game_master_opens_plays_asks_why_and_takes_back() {
    let client = game_master();
    assert!(why(&client.call("look", json!({})).unwrap_err()).contains("no battle is open"));
    let begun = client.call("open", json!({ "what": "duel", "seed": 7 })).unwrap();
    assert_eq!((&begun["battle"], &begun["game"]), (&json!("b1"), &json!("elemental-d6")));
    let choices: Vec<&str> = begun["awaited"]["choices"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert!(choices.contains(&"blade at Tarn"), "{choices:?}");

    let odds = client.call("odds", json!({ "choice": "blade at Tarn" })).unwrap();
    assert_eq!((&odds["exact"], &odds["results"]["Tarn is hit"]["fraction"]), (&json!(true), &json!("7/8")));
    let facts = client.call("explain", json!({ "choice": "blade at Tarn" })).unwrap();
    assert!(facts["facts"].as_array().is_some_and(|facts| !facts.is_empty()));

    let after = client.call("choose", json!({ "choice": "blade at Tarn" })).unwrap();
    assert!(after["log"].to_string().contains("blade"), "{}", after["log"]);
    let told = client.call("explain", json!({ "last": 30 })).unwrap();
    let rules: Vec<&str> =
        told["log"].as_array().unwrap().iter().filter_map(|line| line["rules"][0].as_str()).collect();
    let rule = client.call("rules", json!({ "game": "elemental-d6", "id": rules[0] })).unwrap();
    assert_eq!(rule["rules"][0]["id"], rules[0]);

    let no = client.call("choose", json!({ "choice": "unarmed-strike at Kestrel" })).unwrap_err();
    assert!(no["rule"].is_string() || !why(&no).is_empty());
    let back = client.call("undo", json!({})).unwrap();
    assert_eq!(back["awaited"]["choices"], begun["awaited"]["choices"]);
    // Its own eyes, and those of a side.
    let hp = |seen: &Value| {
        let tokens = seen["tokens"].as_array().unwrap();
        tokens.iter().find(|token| token["name"] == "Tarn").unwrap()["gauges"][0]["value"].clone()
    };
    assert!(hp(&client.call("look", json!({})).unwrap()).is_number());
    assert!(hp(&client.call("look", json!({ "viewer": "wind" })).unwrap()).is_null());
}

#[test]
fn a_whole_battle_is_played() {
    let client = game_master();
    let mut now = client.call("open", json!({ "what": "duel", "seed": 3, "policies": { "water": "plain" } })).unwrap();
    for nth in 0.. {
        if now["outcome"].is_string() {
            assert!(now["awaited"].is_null(), "{}", now["awaited"]);
            return;
        }
        assert!(nth < 2_000, "it does not end");
        let choices = now["awaited"]["choices"].as_array().unwrap();
        let attack = choices.iter().filter_map(Value::as_str).find(|choice| choice.contains("at Tarn"));
        let choice = attack.or(choices[0].as_str()).unwrap().to_owned();
        now = client.call("choose", json!({ "choice": choice })).unwrap();
    }
}

#[test]
fn rules_and_encounters_are_read() {
    let client = game_master();
    let all = client.resources();
    assert!(all.len() > 20);
    for uri in &all {
        assert!(client.read(uri).unwrap().len() > 100, "{uri}");
    }
    assert!(client.read("skirmish://rules/chess").is_err());
    let listed = client.call("list", json!({})).unwrap();
    assert_eq!(listed["games"].as_array().unwrap().len(), 6);
    let found = client.call("rules", json!({ "game": "elemental-d6", "search": "five foot" })).unwrap();
    assert_eq!(found["found"], 2);
    assert!(
        why(&client.call("rules", json!({ "game": "elemental-d6", "id": "move.stepp" })).unwrap_err())
            .contains("move.step")
    );
    assert!(why(&client.call("open", json!({ "what": "dule" })).unwrap_err()).contains("dule"));
}

#[test]
fn fights_are_simulated() {
    let client = game_master();
    let found = client.call("simulate", json!({ "what": "duel", "fights": 200, "seed": 5 })).unwrap();
    let wins: u64 = found["sides"].as_array().unwrap().iter().filter_map(|side| side["wins"].as_u64()).sum();
    let others = found["draws"].as_u64().unwrap() + found["unfinished"].as_u64().unwrap();
    assert_eq!((wins + others, &found["fights"]), (200, &json!(200)));
    let random =
        client.call("simulate", json!({ "what": "duel", "fights": 200, "seed": 5, "policies": { "wind": "random" } }));
    assert!(random.unwrap()["sides"][0]["wins"].as_u64() < found["sides"][0]["wins"].as_u64());
    // `all` is whoever is not named.
    let by = |policies: Value| {
        client.call("simulate", json!({ "what": "duel", "fights": 200, "seed": 5, "policies": policies })).unwrap()
    };
    assert_eq!(by(json!({ "all": "random", "wind": "plain" })), by(json!({ "water": "random", "wind": "plain" })));
}

#[test]
fn a_seat_looks_through_its_own_eyes_alone() {
    let client = seat("duel", "wind");
    let seen = client.call("look", json!({})).unwrap();
    assert_eq!(seen["viewer"], "wind");
    for (tool, arguments) in [
        ("look", json!({ "viewer": "water" })),
        ("look", json!({ "viewer": "gm" })),
        ("open", json!({ "what": "duel" })),
        ("simulate", json!({ "what": "duel" })),
        ("undo", json!({})),
        ("choose", json!({ "choice": "gm: Tarn.hp = 1" })),
        ("choose", json!({ "choice": "Tarn: pass" })),
    ] {
        assert!(client.call(tool, arguments.clone()).is_err(), "{tool} {arguments}");
    }
    assert!(client.resources().iter().all(|uri| uri.starts_with("skirmish://rules/")));
    assert!(client.read("skirmish://encounters/elemental-d6/duel").is_err());
    assert!(client.read("skirmish://rules/elemental-d6").is_ok());
    // Nobody knows what will fall: two such battles are different ones.
    let throws = |_| seat("duel", "wind").call("explain", json!({ "last": 9 })).unwrap()["log"].to_string();
    let all: std::collections::BTreeSet<String> = (0..6).map(throws).collect();
    assert!(all.len() > 1);
}

/// Battles that differ only in what a seat may not know are the same to whoever holds it, whatever is called.
#[test]
fn a_seat_hears_no_secret() {
    let world = |hp: i32| {
        let mut table = skirmish_program::Table::new(
            skirmish_program::open("duel", Some(7)).unwrap(),
            &skirmish_program::Settings::default(),
            Default::default(),
        )
        .unwrap();
        let line = format!("gm: Tarn.hp = {hp}");
        table.take(None, &skirmish_wire::Want::Answer { line }).unwrap();
        let Some(skirmish_wire::Found::Transcript(text)) = table.take(None, &skirmish_wire::Want::Save {}).unwrap()
        else {
            panic!("a save was asked for")
        };
        let path = std::env::temp_dir().join(format!("skirmish-mcp-{}-{hp}.skirmish", std::process::id()));
        // A save to which somebody has added a comment is a save.
        std::fs::write(&path, format!("# Our evening.\n{text}")).unwrap();
        let client = seat(path.to_str().unwrap(), "wind");
        std::fs::remove_file(&path).unwrap();
        let mut heard = Vec::new();
        let choices = client.call("look", json!({ "log": 400 })).unwrap()["awaited"]["choices"].clone();
        for choice in choices.as_array().unwrap().iter().filter_map(Value::as_str).take(12) {
            heard.push(client.call("odds", json!({ "choice": choice })));
            heard.push(client.call("explain", json!({ "choice": choice })));
        }
        for (tool, arguments) in [
            ("look", json!({ "log": 400 })),
            ("explain", json!({ "last": 100 })),
            ("choose", json!({ "choice": "sing" })),
            ("choose", json!({ "choice": "Tarn: pass" })),
            ("choose", json!({ "choice": "move" })),
            ("look", json!({ "log": 400 })),
        ] {
            heard.push(client.call(tool, arguments));
        }
        heard.into_iter().map(|one| one.unwrap_or_else(|no| no).to_string()).collect::<Vec<_>>()
    };
    let (one, other) = (world(22), world(23));
    assert!(one.len() > 10);
    assert_eq!(one, other);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_called_is_answered(text in "\\PC{0,30}|(gm: |Kestrel: |blade |at Tarn |to B3 |= 9){0,5}", number in any::<u32>()) {
        let client = game_master();
        let begun = client.call("open", json!({ "what": "duel", "seed": 7 })).unwrap();
        for (tool, arguments) in [
            ("choose", json!({ "choice": text })),
            ("odds", json!({ "choice": text })),
            ("explain", json!({ "choice": text })),
            ("explain", json!({ "last": number })),
            ("look", json!({ "viewer": text, "log": number })),
            ("rules", json!({ "game": text, "id": text, "search": text })),
            ("open", json!({ "what": text, "policies": { text.clone(): text } })),
            ("undo", json!({ "battle": text, "times": number })),
            ("undo", json!({ "times": number })),
            ("simulate", json!({ "what": text, "fights": number })),
        ] {
            // A request of the wrong shape may be refused by the protocol; nothing breaks.
            let Value::Object(arguments) = arguments else { unreachable!("objects all") };
            if let Ok(Err(no)) = client.try_call(tool, arguments) {
                prop_assert!(!why(&no).contains("flaw"), "{tool}: {no}");
            }
        }
        prop_assert_eq!(client.call("look", json!({ "battle": "b1" })).unwrap()["title"].clone(), begun["title"].clone());
    }
}
