//! Several servers on one database: whoever speaks to one is heard at all of them, and any of them may be killed.

#[path = "common/mod.rs"]
mod common;
#[path = "common/postgres.rs"]
mod postgres;

use common::{Seat, Server, connect};
use serde_json::json;

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

fn edict(text: &str) -> serde_json::Value {
    json!({ "do": "answer", "line": format!("gm: {text}") })
}

fn has(seat: &Seat, text: &str) -> bool {
    seat.log.iter().any(|line| line.to_string().contains(text))
}

#[test]
fn a_table_is_one_at_all_servers() {
    let Some(database) = postgres::Postgres::start("servers") else { return };
    let place = database.database("tables");
    let (one, two) = (Server::start(&place), Server::start(&place));
    let laid = one.lay(&json!({ "encounter": "elemental-d6/duel" }));
    let mut here = Seat::sit(&one, &laid.link("gm"));
    let mut there = Seat::sit(&two, &laid.link("gm"));
    let mut player = Seat::sit(&two, &laid.link("wind"));
    // What is said at one is heard at the other, both ways, and in one order.
    for nth in 0..10 {
        here.done(edict(&format!("note here {nth}")));
        there.until(|seat| has(seat, &format!("here {nth}")));
        there.done(edict(&format!("note there {nth}")));
        here.until(|seat| has(seat, &format!("there {nth}")));
    }
    // A player at the other server sees what came of it.
    here.done(edict("Kestrel.hp = 5"));
    player.until(|seat| {
        let tokens = seat.state["tokens"].as_array().expect("tokens");
        tokens.iter().any(|token| token["name"] == "Kestrel" && token["gauges"][0]["value"] == 5)
    });
    there.until(|seat| has(seat, "Kestrel.hp"));
    assert_eq!(here.log, there.log);
    // Both at the same time: one of them was first, and the other was judged again.
    for nth in 0..20 {
        here.say(&json!({ "do": "answer", "line": format!("gm: note both-h{nth}-"), "id": format!("h{nth}") }));
        there.say(&json!({ "do": "answer", "line": format!("gm: note both-t{nth}-"), "id": format!("t{nth}") }));
    }
    for nth in 0..20 {
        for (seat, of) in [(&mut here, "h"), (&mut there, "t")] {
            seat.until(|seat| has(seat, &format!("both-h{nth}-")) && has(seat, &format!("both-t{nth}-")));
            assert_eq!(
                seat.log.iter().filter(|line| line.to_string().contains(&format!("both-{of}{nth}-"))).count(),
                1
            );
        }
    }
    assert_eq!(here.log, there.log);
    // A link that is renewed at one opens nothing at the other, and whoever sat there by it is out.
    let (seat, token) = laid.link("wind");
    let (master, own) = laid.link("gm");
    let path = format!("/api/v1/seats/{master}/links/{seat}");
    let bearer = format!("Bearer {own}");
    assert_eq!(one.http("POST", &path, &[("Authorization", &bearer)], None).0, 200);
    while player.hear().is_some() {}
    let old = format!("Bearer {token}");
    assert!(connect(&two, &seat, &[("Authorization", &old)]).is_err(), "the old link opens nothing");
}

#[test]
fn a_server_is_killed_in_mid_fight_and_the_others_go_on() {
    let Some(database) = postgres::Postgres::start("killed") else { return };
    let place = database.database("tables");
    let (one, two) = (Server::start(&place), Server::start(&place));
    let laid = one.lay(&json!({ "encounter": "elemental-d6/crossfire" }));
    let (mut here, mut there) = (Seat::sit(&one, &laid.link("gm")), Seat::sit(&two, &laid.link("gm")));
    let mut acknowledged = 0;
    for nth in 0..40 {
        let seat = if nth % 2 == 0 { &mut here } else { &mut there };
        let told = seat.ask(json!({ "do": "decide" }));
        acknowledged += usize::from(told["kind"] == "done");
    }
    assert!(acknowledged > 30, "{acknowledged}");
    here.done(edict("note before the end"));
    let entries = here.state["entries"].clone();
    one.kill();
    there.until(|seat| seat.state["entries"] == entries);
    there.done(edict("note life goes on"));
    // The database itself loses its power: nothing that was acknowledged is gone, and the server finds it again.
    database.cut();
    let refused = there.ask(edict("note in the dark"));
    assert_eq!(refused["kind"], "refused", "{refused}");
    database.begin();
    let mut again = Seat::sit(&two, &laid.link("gm"));
    let saved = again.done(json!({ "do": "save" }))["transcript"].to_string();
    assert!(
        saved.contains("before the end") && saved.contains("life goes on") && !saved.contains("in the dark"),
        "{saved}"
    );
    again.done(edict("note and there was light"));
    // Another server comes up beside, and has all of it.
    let three = Server::start(&place);
    let third = Seat::sit(&three, &laid.link("gm"));
    assert_eq!((&third.log, &third.state["entries"]), (&again.log, &again.state["entries"]));
}

/// How many look from a role's seat, as the game master was told last.
fn here(seat: &Seat, role: &str) -> u64 {
    let told = seat.heard.iter().rev().find(|text| text.contains(r#""kind":"people""#)).expect("people are told");
    let told: serde_json::Value = serde_json::from_str(told).expect("it is JSON");
    let seats = told["seats"].as_array().expect("seats");
    seats.iter().find(|seat| seat["role"] == role).expect("there is such a seat")["here"].as_u64().expect("a number")
}

#[test]
fn who_is_there_and_what_they_point_at_is_known_at_all_servers() {
    let Some(database) = postgres::Postgres::start("presence") else { return };
    let place = database.database("tables");
    let (one, two) = (Server::start(&place), Server::start(&place));
    let laid = one.lay(&json!({ "encounter": "hayfork/gate" }));
    let mut master = Seat::sit(&one, &laid.link("gm"));
    master.until(|seat| seat.heard.iter().any(|text| text.contains(r#""kind":"people""#)));
    assert_eq!((here(&master, "gm"), here(&master, "farm")), (1, 0));
    let mut there = Seat::sit(&two, &laid.link("farm"));
    master.until(|seat| here(seat, "farm") == 1);
    // The same seat from a phone at this server: they are counted together, and whoever goes is missed.
    let phone = Seat::sit(&one, &laid.link("farm"));
    master.until(|seat| here(seat, "farm") == 2);
    drop(phone);
    master.until(|seat| here(seat, "farm") == 1);
    // Pointing reaches the others, once, and whoever points as well.
    there.done(json!({ "do": "point", "cell": "B2" }));
    master.until(|seat| seat.heard.iter().any(|text| text.contains(r#""cell":"B2""#)));
    master.done(json!({ "do": "point", "cell": "C3" }));
    there.until(|seat| seat.heard.iter().any(|text| text.contains(r#""cell":"C3""#)));
    master.catch_up();
    there.catch_up();
    for seat in [&master, &there] {
        assert_eq!(seat.heard.iter().filter(|text| text.contains(r#""kind":"point""#)).count(), 2);
    }
    // A drag is seen at the other server while it lasts, and no more when it ends.
    let drag = |cells: &[&str]| json!({ "do": "drag", "who": "Hob", "cells": cells });
    let has_heard = |seat: &Seat, text: &str| seat.heard.iter().any(|heard| heard.contains(text));
    there.done(drag(&["B2", "B3"]));
    master.until(|seat| has_heard(seat, r#""cells":["B2","B3"],"drag":1"#));
    there.done(drag(&[]));
    master.until(|seat| has_heard(seat, r#"{"cells":[],"drag":1"#));
    // Of who goes in the middle of it, too; and of a server that is killed, a little later.
    let mut short = Seat::sit(&two, &laid.link("farm"));
    short.done(drag(&["B1"]));
    master.until(|seat| has_heard(seat, r#""cells":["B1"],"drag":2"#));
    drop(short);
    master.until(|seat| has_heard(seat, r#"{"cells":[],"drag":2"#));
    there.done(drag(&["B3"]));
    master.until(|seat| has_heard(seat, r#""cells":["B3"],"drag":3"#));
    // What is half made at one server is there at the other.
    there.done(json!({ "do": "draft", "draft": "half a way" }));
    let elsewhere = Seat::sit(&one, &laid.link("farm"));
    assert!(elsewhere.heard[0].contains(r#""draft":"half a way""#), "{}", elsewhere.heard[0]);
    drop(elsewhere);
    // A server that is killed takes with it whoever looked there.
    two.kill();
    master.until(|seat| has_heard(seat, r#"{"cells":[],"drag":3"#));
    master.until(|seat| here(seat, "farm") == 0);
    // And what the database has lost with its power is told again.
    let three = Server::start(&place);
    let mut there = Seat::sit(&three, &laid.link("farm"));
    master.until(|seat| here(seat, "farm") == 1);
    database.cut();
    database.begin();
    // Nobody has to come in again for that.
    let before = master.heard.len();
    let told = |seat: &Seat| seat.heard[before..].iter().any(|text| text.contains(r#""kind":"people""#));
    master.until(|seat| told(seat) && here(seat, "farm") == 1);
    master.done(edict("note all are here still"));
    there.catch_up();
    assert!(there.heard.iter().all(|text| !text.contains("bye")));
}
