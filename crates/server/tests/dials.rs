//! How a table plays for single seats: whose throws are shown to whom, how much each is helped, what one points at.

#[path = "common/mod.rs"]
mod common;

use common::{Laid, Seat, Server, folder};
use serde_json::{Value, json};

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

fn duel(server: &Server) -> Laid {
    server.lay(&json!({ "encounter": "elemental-d6/duel" }))
}

fn set(setting: &str) -> Value {
    json!({ "do": "set", "setting": setting })
}

/// The dice of somebody that a seat has been shown.
fn thrown(seat: &Seat, who: &str) -> usize {
    seat.log.iter().filter(|line| line["throw"]["who"] == who).count()
}

#[test]
fn throws_are_shown_to_whom_the_game_master_says() {
    let server = Server::start(&folder("rolls").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut water) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("water")));
    for setting in ["rolls wind private", "rolls water blind"] {
        master.done(json!({ "do": "set", "setting": setting }));
        assert_eq!(wind.ask(json!({ "do": "set", "setting": setting }))["kind"], "refused");
    }
    let (before, mine) = (thrown(&master, "Tarn"), thrown(&wind, "Kestrel"));
    for _ in 0..60 {
        if thrown(&master, "Tarn") > before && thrown(&master, "Kestrel") > mine {
            break;
        }
        master.ask(json!({ "do": "decide" }));
    }
    wind.catch_up();
    water.catch_up();
    assert!(thrown(&master, "Tarn") > before, "Tarn never threw");
    // What fell before it was said stays told.
    assert_eq!((thrown(&wind, "Tarn"), thrown(&water, "Tarn")), (before, before));
    assert_eq!(thrown(&wind, "Kestrel"), thrown(&master, "Kestrel"));
    let asked = wind.done(json!({ "do": "log" }));
    let all = asked["log"].as_array().unwrap();
    assert!(all.iter().all(|line| line["throw"]["who"] != "Tarn"), "{asked}");
}

#[test]
fn a_seat_has_its_own_dial_and_points() {
    let server = Server::start(&folder("dial").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut watcher) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("spectator")));
    wind.done(json!({ "do": "set", "setting": "help wind propose" }));
    assert_eq!((&wind.state["table"]["help"], &master.state["table"]["help"]), (&json!("propose"), &json!("odds")));
    for refused in ["help water propose", "help gm odds", "level map"] {
        assert_eq!(wind.ask(json!({ "do": "set", "setting": refused }))["kind"], "refused", "{refused}");
    }
    wind.done(json!({ "do": "point", "cell": "D7" }));
    master.catch_up();
    watcher.catch_up();
    for seat in [&master, &watcher] {
        assert!(
            seat.heard.iter().any(|text| text == r#"{"by":"","cell":"D7","kind":"point"}"#),
            "{:?}",
            seat.heard.last()
        );
    }
    assert_eq!(watcher.ask(json!({ "do": "point", "cell": "D7" }))["kind"], "refused");
    assert_eq!(wind.ask(json!({ "do": "point", "cell": "<b>" }))["kind"], "refused");
    for cell in ["ZZ999", "A0"] {
        let no = wind.ask(json!({ "do": "point", "cell": cell }));
        assert_eq!(no["why"], format!("there is no cell {cell} on this map"), "{no}");
        let no = wind.ask(json!({ "do": "drag", "who": "Kestrel", "cells": ["C5", cell] }));
        assert_eq!(no["why"], format!("there is no cell {cell} on this map"), "{no}");
    }
    // The dice of one's own side, one by one or all of them.
    wind.done(set("dice wind typed"));
    assert_eq!(wind.state["table"]["types"], json!(["Kestrel"]));
    assert_eq!(wind.ask(set("dice water typed"))["kind"], "refused");
    wind.done(set("dice wind rolled"));
    // A seat for somebody has their name, once, however it was said.
    let (own, token) = laid.link("gm");
    let (links, bearer) = (format!("/api/v1/seats/{own}/links"), format!("Bearer {token}"));
    let role = json!({ "role": "kestrel, Kestrel" });
    let (status, _, link) = server.http("POST", &links, &[("Authorization", &bearer)], Some(&role));
    assert_eq!((status, &link["role"]), (200, &json!("Kestrel")), "{link}");
    let told = wind.done(json!({ "do": "rule", "rule": "attack.flow" }));
    assert_eq!((&told["rule"]["id"], &told["rule"]["book"]), (&json!("attack.flow"), &json!("Elemental D6")), "{told}");
}

/// Throws of one's own that the game master is not shown: not in the log, not with the eyes of who threw, not among what waits
/// after another past. The save has them.
#[test]
fn throws_to_oneself_are_not_on_the_game_masters_screen() {
    let server = Server::start(&folder("self").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut watcher) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("spectator")));
    master.done(set("rolls wind self"));
    assert_eq!(wind.ask(set("rolls wind public"))["kind"], "refused", "the game master says it");
    let before = thrown(&master, "Kestrel");
    for _ in 0..60 {
        wind.catch_up();
        if thrown(&wind, "Kestrel") > before + 1 {
            break;
        }
        master.ask(json!({ "do": "decide" }));
    }
    master.catch_up();
    watcher.catch_up();
    assert!(thrown(&wind, "Kestrel") > before + 1, "Kestrel never threw");
    assert_eq!((thrown(&master, "Kestrel"), thrown(&watcher, "Kestrel")), (before, before));
    for eyes in [None, Some("wind"), Some("gm")] {
        let mut ask = json!({ "do": "log" });
        if let Some(eyes) = eyes {
            ask["viewer"] = eyes.into();
        }
        let told = master.done(ask);
        let lines = told["log"].as_array().unwrap();
        assert!(!lines.is_empty());
        // What fell before the setting is hidden, too, where the whole log is told anew.
        assert!(lines.iter().all(|line| line["throw"]["who"] != "Kestrel"), "{eyes:?}: {told}");
    }
    let saved = master.done(json!({ "do": "save" }));
    let text = saved["transcript"].as_str().unwrap();
    assert!(text.contains("\nroll Kestrel ") && text.contains("\ntable rolls wind self\n"), "{text}");
    let again = server.lay(&json!({ "text": text }));
    assert_eq!(thrown(&Seat::sit(&server, &again.link("gm")), "Kestrel"), 0);
    // In another past Kestrel never attacked: the dice of it wait until they fit.
    let attack = master.log.iter().rev().find(|line| {
        line["choice"]["who"] == "Kestrel" && line["choice"]["words"].as_str().unwrap().contains(" at Tarn")
    });
    let entry = attack.expect("Kestrel attacked")["entry"].clone();
    master.done(json!({ "do": "change", "entry": entry, "line": "Kestrel: pass" }));
    master.done(json!({ "do": "accept" }));
    let waits = |seat: &Seat| seat.state["spares"].to_string().contains("roll Kestrel");
    assert!(!waits(&master), "{}", master.state["spares"]);
    master.done(set("rolls wind public"));
    assert!(waits(&master), "shown to all again, they are there: {}", master.state["spares"]);
}

/// Who is asked to choose, as a seat is told.
fn asked(seat: &Seat) -> &Value {
    match seat.state["awaited"]["kind"] == "choice" {
        true => &seat.state["awaited"]["who"][0],
        false => &Value::Null,
    }
}

#[test]
fn a_dial_at_automatic_answers_for_its_seat_alone() {
    let server = Server::start(&folder("automatic").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut water) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("water")));
    let refused = |seat: &mut Seat, setting: &str, why: &str| {
        let no = seat.ask(set(setting));
        assert!(no["kind"] == "refused" && no["why"].as_str().unwrap().contains(why), "{setting}: {no}");
    };
    refused(&mut master, "help gm automatic", "`level automatic` is for the whole table");
    refused(&mut master, "help spectator automatic", "nobody asks");
    refused(&mut wind, "help water automatic", "your own help");
    wind.done(set("help wind automatic"));
    assert_eq!(wind.state["table"]["help"], "automatic");
    // Whatever wind is asked is answered at once; water is asked, and answers.
    let answers = |seat: &Seat, who: &str| seat.log.iter().filter(|line| line["choice"]["who"] == who).count();
    for _ in 0..6 {
        water.catch_up();
        wind.catch_up();
        assert_eq!((asked(&wind), asked(&water)), (&Value::Null, &json!("Tarn")));
        water.done(json!({ "do": "pass" }));
    }
    assert!(
        answers(&master, "Kestrel") > 0 || {
            master.catch_up();
            answers(&master, "Kestrel") > 0
        },
        "{:?}",
        master.log
    );
    // Turned back in the middle, wind is asked again.
    wind.done(set("help wind reminders"));
    for _ in 0..20 {
        water.catch_up();
        if asked(&water).is_null() {
            break;
        }
        water.done(json!({ "do": "pass" }));
    }
    wind.catch_up();
    assert_eq!(asked(&wind), "Kestrel", "{}", wind.state["outcome"]);
    // Where everything goes by itself, a seat that has its own dial is asked all the same; and both at once come to an end.
    master.done(set("level automatic"));
    wind.catch_up();
    assert_eq!(asked(&wind), "Kestrel");
    wind.done(set("help wind table"));
    master.until(|seat| !seat.state["outcome"].is_null());
}

/// The dial of a seat of single creatures stands before that of their side.
#[test]
fn the_narrowest_dial_stands() {
    let server = Server::start(&folder("narrow").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "elemental-d6/ambush" }));
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let who = asked(&master).as_str().expect("somebody is asked").to_owned();
    let token = master.state["tokens"].as_array().unwrap().iter().find(|token| token["name"] == *who).unwrap();
    let side = master.state["sides"][token["side"].as_u64().unwrap() as usize].as_str().unwrap().to_owned();
    master.done(set(&format!("help {who} odds")));
    master.done(set(&format!("help {side} automatic")));
    master.catch_up();
    assert_eq!(asked(&master), &json!(who), "who plays {who} answers alone");
    master.done(set(&format!("help {who} table")));
    master.catch_up();
    assert_ne!(asked(&master), &json!(who));
}

/// A seat that is shown the board alone plays by the rules all the same, and is told no chances and nothing that bears on a choice.
#[test]
fn a_dial_at_map_shows_less_and_resolves_nothing_by_hand() {
    let server = Server::start(&folder("map").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let role = if asked(&master) == "Kestrel" { "wind" } else { "water" };
    let mut seat = Seat::sit(&server, &laid.link(role));
    let mut price = |level: &str| {
        seat.done(set(&format!("help {role} {level}")));
        assert_eq!(seat.state["table"]["help"], level);
        let choices = seat.state["awaited"]["choices"].as_array().unwrap();
        let choice =
            choices.iter().find(|choice| choice["text"].as_str().unwrap().contains(" at ")).unwrap()["text"].clone();
        let mut heard = seat.heard.len();
        // The news of the setting may still be on the way, and ends what was asked before it.
        while seat.ask(json!({ "do": "prices", "choices": [choice] }))["why"] == "something else has happened" {
            heard = seat.heard.len();
        }
        let told = seat.heard[heard..].iter().find(|text| text.contains(r#""kind":"prices""#)).unwrap();
        let price = serde_json::from_str::<Value>(told).unwrap()["prices"][0].clone();
        (price["says"].as_array().unwrap().len(), price["facts"].as_array().unwrap().len())
    };
    for level in ["map", "tracker"] {
        assert_eq!(price(level), (0, 0), "{level}");
    }
    let (says, facts) = price("reminders");
    assert!(says == 0 && facts > 0);
    let (says, facts) = price("odds");
    assert!(says > 0 && facts > 0);
    // The dial of a seat resolves nothing by hand; that of the table does, whatever the seat has said.
    seat.done(set(&format!("help {role} map")));
    let entries = seat.state["entries"].clone();
    master.catch_up();
    assert_eq!((&master.state["entries"], asked(&master)), (&entries, asked(&seat)));
    master.done(set("level tracker"));
    seat.done(set(&format!("help {role} automatic")));
    assert_eq!(seat.state["table"]["help"], "tracker");
}

/// Whoever watches does nothing, and what waits after another past is for those who may go back in time.
#[test]
fn spectators_let_nothing_go_on_and_drop_nothing() {
    let server = Server::start(&folder("watching").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut watcher) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("spectator")));
    master.done(json!({ "do": "answer", "line": "gm: note a leap" }));
    master.done(json!({ "do": "goto", "entry": 0 }));
    watcher.catch_up();
    assert_eq!(watcher.state["paused"], true);
    for request in ["go-on", "forget"] {
        let no = watcher.ask(json!({ "do": request }));
        assert_eq!(no["kind"], "refused", "{request}: {no}");
    }
    let no = wind.ask(json!({ "do": "forget" }));
    assert!(no["why"].as_str().unwrap_or_default().contains("goes back in time"), "{no}");
    master.done(json!({ "do": "forget" }));
    wind.done(json!({ "do": "go-on" }));
    watcher.until(|seat| seat.state["paused"] == false);
}

/// While a policy thinks that a seat has asked for, others wait: what would take minutes or hours is refused.
#[test]
fn no_seat_has_a_policy_think_for_minutes() {
    let server = Server::start(&folder("thoughts").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let role = if asked(&master) == "Kestrel" { "wind" } else { "water" };
    let mut seat = Seat::sit(&server, &laid.link(role));
    for policy in ["mcts:10000000", "rollout:600s"] {
        for request in ["decide", "propose"] {
            for seat in [&mut seat, &mut master] {
                let no = seat.ask(json!({ "do": request, "policy": policy }));
                let why = no["why"].as_str().unwrap_or_default();
                assert!(why.contains(policy) && why.contains("2000 sampled fights or 2 s"), "{request}: {no}");
            }
        }
    }
    let told = seat.done(json!({ "do": "propose", "policy": "rollout:10" }));
    assert!(told["proposal"]["choice"].is_string() || told["choice"].is_string(), "{told}");
    seat.done(json!({ "do": "decide", "policy": "greedy" }));
}
