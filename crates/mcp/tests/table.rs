//! A seat of the web table, held by an assistant: the server is a process of its own, the client the protocol's own library.

mod client;
#[path = "../../server/tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use client::{Client, why};
use common::{Laid, Server, folder};
use serde_json::{Value, json};
use skirmish_mcp::{Seat, server_at_table};

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// A duel in which the other side is played by a policy. Kestrel of the wind has thrown higher and comes first: the other
/// dice of a live table are the system's, and what they bring is not known beforehand.
fn against_plain(server: &Server, side: &str) -> Laid {
    let text = format!(
        "skirmish 1\nencounter duel\ntable seat {side} plain\n\n\
         # initiative\nroll Kestrel dice.initiative 9d6>=6 5 6 5 5 6 1 1 5 2\n\
         roll Tarn dice.initiative 8d6>=6 3 4 2 1 2 1 2 1\n"
    );
    server.lay(&json!({ "text": text, "name": "duel.skirmish" }))
}

fn link(server: &Server, laid: &Laid, role: &str) -> String {
    format!("http://{}/join#{}", server.address, laid.link(role).1)
}

fn sits(server: &Server, laid: &Laid, role: &str) -> Client {
    Client::of(server_at_table(Seat::sit(&link(server, laid, role), "An assistant").unwrap()))
}

fn choices(seen: &Value) -> Vec<&str> {
    seen["awaited"]["choices"].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn hp<'v>(seen: &'v Value, name: &str) -> &'v Value {
    &seen["tokens"].as_array().unwrap().iter().find(|token| token["name"] == name).unwrap()["gauges"][0]["value"]
}

#[test]
fn an_assistant_plays_to_the_end_of_a_fight() {
    let server = Server::start(&folder("mcp-plays").join("tables.db"));
    let laid = against_plain(&server, "water");
    let client = sits(&server, &laid, "wind");
    let seats = server.host("GET", &format!("/api/v1/tables/{}/seats", laid.0["table"].as_str().unwrap()), None);
    assert!(seats.as_array().unwrap().iter().any(|seat| seat["role"] == "wind" && seat["name"] == "An assistant"));
    let mut now = client.call("look", json!({ "wait": 20 })).unwrap();
    assert_eq!((&now["viewer"], &now["game"]), (&json!("wind"), &json!("elemental-d6")));
    let odds = client.call("odds", json!({ "choice": "blade at Tarn" })).unwrap();
    let hit = odds["results"]["Tarn is hit"]["fraction"].as_str().expect("a fraction");
    assert_eq!((&odds["exact"], hit), (&json!(true), "7/8"), "{odds}");
    let facts = client.call("explain", json!({ "choice": "blade at Tarn" })).unwrap();
    assert!(facts["facts"].as_array().is_some_and(|facts| !facts.is_empty()));
    let mut answered = 0;
    while now["outcome"].is_null() {
        assert!(answered < 2_000, "it does not end");
        let listed = choices(&now);
        if listed.is_empty() {
            now = client.call("look", json!({ "wait": 20 })).unwrap();
            continue;
        }
        let attack = listed.iter().find(|choice| choice.contains("at Tarn")).unwrap_or(&listed[0]);
        now = client.call("choose", json!({ "choice": attack })).unwrap();
        assert!(!now["log"].as_array().unwrap().is_empty());
        answered += 1;
    }
    assert!(answered > 2 && now["awaited"].is_null());
    let told = client.call("explain", json!({ "last": 200 })).unwrap();
    let rules: Vec<&str> =
        told["log"].as_array().unwrap().iter().filter_map(|line| line["rules"][0].as_str()).collect();
    let rule = client.call("rules", json!({ "game": "elemental-d6", "id": rules[0] })).unwrap();
    assert_eq!(rule["rules"][0]["id"], rules[0]);
    // The game master sees the same end.
    let master = sits(&server, &laid, "gm").call("look", json!({})).unwrap();
    assert_eq!(master["outcome"], now["outcome"]);
}

#[test]
fn the_server_keeps_the_secrets_of_a_seat() {
    let server = Server::start(&folder("mcp-secrets").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "elemental-d6/duel" }));
    let client = sits(&server, &laid, "wind");
    let seen = client.call("look", json!({})).unwrap();
    assert!(hp(&seen, "Kestrel").is_number() && hp(&seen, "Tarn").is_null());
    for (tool, arguments) in [
        ("look", json!({ "viewer": "water" })),
        ("look", json!({ "viewer": "gm" })),
        ("open", json!({ "what": "duel" })),
        ("simulate", json!({ "what": "duel" })),
        ("undo", json!({})),
        ("choose", json!({ "choice": "gm: Tarn.hp = 1" })),
        ("choose", json!({ "choice": "Tarn: pass" })),
        ("choose", json!({ "choice": "sing" })),
        ("odds", json!({ "choice": "sing" })),
    ] {
        assert!(!why(&client.call(tool, arguments.clone()).unwrap_err()).is_empty(), "{tool} {arguments}");
    }
    assert!(client.resources().iter().all(|uri| uri.starts_with("skirmish://rules/")));
    assert!(client.read("skirmish://encounters/elemental-d6/duel").is_err());
    // The game master's own seat has every eye, as at every table.
    let master = sits(&server, &laid, "gm");
    assert!(hp(&master.call("look", json!({})).unwrap(), "Tarn").is_number());
    assert!(hp(&master.call("look", json!({ "viewer": "wind" })).unwrap(), "Tarn").is_null());
    assert!(master.call("choose", json!({ "choice": "gm: Tarn.hp = 1" })).is_ok());
    assert_eq!(hp(&master.call("look", json!({})).unwrap(), "Tarn"), 1);
}

#[test]
fn whoever_waits_is_asked_when_it_is_their_turn() {
    let server = Server::start(&folder("mcp-waits").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "elemental-d6/duel" }));
    let (wind, water) = (sits(&server, &laid, "wind"), sits(&server, &laid, "water"));
    let is_asked = |client: &Client| !choices(&client.call("look", json!({})).unwrap()).is_empty();
    let (first, second) = if is_asked(&wind) { (wind, water) } else { (water, wind) };
    let begun = Instant::now();
    assert_eq!(choices(&second.call("look", json!({ "wait": 1 })).unwrap()), Vec::<&str>::new());
    assert!(begun.elapsed() >= Duration::from_secs(1));
    std::thread::scope(|scope| {
        let waits = scope.spawn(|| second.call("look", json!({ "wait": 60 })).unwrap());
        let mut now = first.call("look", json!({})).unwrap();
        while !waits.is_finished() {
            let listed = choices(&now);
            now = match listed.iter().find(|choice| **choice == "pass").or(listed.first()) {
                Some(choice) => first.call("choose", json!({ "choice": choice })).unwrap(),
                None => first.call("look", json!({ "wait": 1 })).unwrap(),
            };
            assert!(begun.elapsed() < Duration::from_secs(60), "nobody else is asked");
        }
        assert!(!choices(&waits.join().unwrap()).is_empty());
    });
}

#[test]
fn a_server_that_is_killed_is_found_again() {
    let store = folder("mcp-killed").join("tables.db");
    let server = Server::start(&store);
    let laid = against_plain(&server, "water");
    let client = sits(&server, &laid, "wind");
    client.call("look", json!({ "wait": 20 })).unwrap();
    client.call("choose", json!({ "choice": "blade at Tarn" })).unwrap();
    let before = client.call("explain", json!({ "last": 200 })).unwrap();
    let address = server.address.clone();
    server.kill();
    let asked = std::thread::scope(|scope| {
        let asked = scope.spawn(|| client.call("choose", json!({ "choice": "pass" })));
        std::thread::sleep(Duration::from_millis(300));
        let server = Server::start_at(&store, &address);
        let asked = asked.join().unwrap();
        assert!(client.call("look", json!({ "wait": 20 })).is_ok());
        drop(server);
        asked
    });
    assert!(asked.is_ok(), "{asked:?}");
    // What was there before is there once.
    let after = client.call("explain", json!({ "last": 200 })).unwrap();
    let (before, after) = (before["log"].as_array().unwrap(), after["log"].as_array().unwrap());
    assert!(after.len() > before.len() && after.starts_with(before));
}

#[test]
fn a_link_that_opens_nothing_says_so() {
    let server = Server::start(&folder("mcp-links").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "elemental-d6/duel" }));
    let sit = |link: &str| Seat::sit(link, "An assistant").map(|_| ()).unwrap_err().to_string();
    let no = sit(&format!("{}x", link(&server, &laid, "wind")));
    assert!(no.contains("does not let this link in") && no.contains("new link"), "{no}");
    assert!(!no.contains(&laid.link("wind").1), "a key is not repeated");
    // A link that is renewed shows out whoever sits there.
    let client = sits(&server, &laid, "wind");
    let (master, token) = laid.link("gm");
    let bearer = format!("Bearer {token}");
    let path = format!("/api/v1/seats/{master}/links/{}", laid.link("wind").0);
    assert_eq!(server.http("POST", &path, &[("Authorization", &bearer)], None).0, 200);
    let begun = Instant::now();
    let no = loop {
        match client.call("look", json!({})) {
            Err(no) => break no,
            Ok(_) => assert!(begun.elapsed() < Duration::from_secs(20), "it is shown out"),
        }
    };
    assert!(why(&no).contains("renewed"), "{no}");
    assert!(client.call("choose", json!({ "choice": "pass" })).is_err());
    let address = server.address.clone();
    server.kill();
    let no = sit(&format!("http://{address}/join#abc"));
    assert!(no.contains("does not answer") && no.contains("skirmish serve"), "{no}");
}
