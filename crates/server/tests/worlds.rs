//! Two tables that differ in nothing but secrets: every byte, the number and the order of the messages on a player's wire are
//! the same.

#[path = "common/mod.rs"]
mod common;

use common::{Seat, Server, folder};
use serde_json::{Value, json};

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// Answers that the game master gives at both tables.
const ANSWERS: usize = 30;

/// One world: its game master, and the player and the spectator whose wires are compared.
struct World {
    table: String,
    keys: (String, String),
    master: Seat,
    others: Vec<Seat>,
}

impl World {
    fn lay(server: &Server, encounter: &str) -> Self {
        // Dice are typed from the first one on: the same fall in both worlds.
        let (game, name) = encounter.split_once('/').unwrap();
        let text = format!("skirmish 1\ngame {game}\nencounter {name}\ntable dice all typed\n");
        let laid = server.lay(&json!({ "text": text, "name": "world.skirmish" }));
        let link = |role: &str| laid.link(role);
        let master = Seat::sit(server, &link("gm"));
        let sides = master.state["sides"].as_array().unwrap().iter().map(|side| side.as_str().unwrap().to_owned());
        let sides: Vec<String> = sides.collect();
        let others = [sides[0].as_str(), "spectator"].map(|role| Seat::sit(server, &link(role))).into_iter().collect();
        Self { keys: link("gm"), table: laid.0["table"].as_str().unwrap().to_owned(), master, others }
    }

    /// What the game master answers next, from what is asked.
    fn next(&self, nth: usize) -> Option<Value> {
        let awaited = &self.master.state["awaited"];
        let line = match awaited["kind"].as_str()? {
            "dice" => {
                let throw = &awaited["throws"][0];
                let dice = throw["dice"].as_str()?;
                let (count, rest) = dice.split_once('d')?;
                let sides: u64 = rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()?;
                let faces: Vec<String> = (0..count.parse::<u64>().ok()?)
                    .map(|die| ((nth as u64 * 5 + die * 3) % sides + 1).to_string())
                    .collect();
                format!("roll {} {}", throw["who"].as_str()?, faces.join(" "))
            }
            _ => {
                let choices = awaited["choices"].as_array()?;
                let choice = &choices[nth * 7 % choices.len().max(1)];
                format!("{}: {}", awaited["who"][0].as_str()?, choice["text"].as_str()?)
            }
        };
        Some(json!({ "do": "answer", "line": line }))
    }

    fn catch_up(&mut self) {
        self.others.iter_mut().for_each(Seat::catch_up);
    }
}

/// What happens at the second table alone, and is nobody's business.
fn secrets(server: &Server, world: &mut World, nth: usize) {
    let master = &mut world.master;
    match nth % 8 {
        0 => drop(master.done(json!({ "do": "answer", "line": format!("gm: note the door has {nth} locks") }))),
        1 => {
            // A past that is looked at and left.
            master.ask(json!({ "do": "change", "entry": 0, "line": "gm: note nobody knows" }));
            master.done(json!({ "do": "reject" }));
        }
        2 => {
            let token = format!("Bearer {}", server.token);
            let path = format!("/api/v1/tables/{}/seats", world.table);
            assert_eq!(server.http("POST", &path, &[("Authorization", &token)], None).0, 200);
        }
        3 => drop(master.done(json!({ "do": "draft", "draft": "half an ambush" }))),
        4 => drop(master.done(json!({ "do": "set", "setting": "help gm propose" }))),
        5 => {
            // What would be becomes a table elsewhere.
            let (seat, token) = &world.keys;
            let (path, bearer) = (format!("/api/v1/seats/{seat}/fork"), format!("Bearer {token}"));
            let told = server.http("POST", &path, &[("Authorization", &bearer)], Some(&json!({ "entry": 0 })));
            assert_eq!(told.0, 200, "{}", told.2);
        }
        6 => drop(master.done(json!({ "do": "set", "setting": "help gm map" }))),
        _ => {
            let asks = [json!({ "do": "odds", "choice": "pass" }), json!({ "do": "propose" }), json!({ "do": "hand" })];
            asks.into_iter().for_each(|ask| drop(master.ask(ask)));
        }
    }
}

fn wires_are_the_same(encounter: &str) {
    let server = Server::start(&folder(&format!("worlds-{}", encounter.replace('/', "-"))).join("tables.db"));
    let (mut plain, mut secret) = (World::lay(&server, encounter), World::lay(&server, encounter));
    let mut answered = 0;
    for nth in 0..ANSWERS {
        secrets(&server, &mut secret, nth);
        let next = plain.next(nth);
        assert_eq!(next, secret.next(nth), "{encounter}, answer {nth}: the worlds part");
        let Some(answer) = next else { break };
        let told = [&mut plain, &mut secret].map(|world| world.master.ask(answer.clone())["kind"].clone());
        assert_eq!(told[0], told[1], "{encounter}: {answer}");
        answered += usize::from(told[0] == "done");
        // Odds are asked for now and then: they are worked out of what a player knows.
        for world in [&mut plain, &mut secret] {
            world.catch_up();
            if nth % 4 == 0 && !world.others[0].state["awaited"].is_null() {
                world.others[0].ask_as(&format!("odds-{nth}"), json!({ "do": "odds", "budget": 500 }));
                let listed = world.others[0].state["awaited"]["choices"].as_array().cloned().unwrap_or_default();
                let choices: Vec<Value> = listed.iter().take(2).map(|choice| choice["text"].clone()).collect();
                if !choices.is_empty() {
                    let prices = json!({ "do": "prices", "choices": choices });
                    world.others[0].ask_as(&format!("prices-{nth}"), prices);
                }
            }
        }
    }
    assert!(answered >= 8, "{encounter}: only {answered} answers were taken");
    for (one, other) in plain.others.iter().zip(&secret.others) {
        // The first message names the seat itself.
        assert_eq!(one.heard.len(), other.heard.len(), "{encounter}: one of them heard more");
        for (at, (one, other)) in one.heard.iter().zip(&other.heard).enumerate().skip(1) {
            assert_eq!(one, other, "{encounter}: message {at}");
        }
    }
    assert!(plain.others[0].heard.len() > 10, "{encounter}: there was hardly anything to hear");
}

/// A dark room in which Ash hides with a torch from Bran, who sees in no dark.
const DARK: &str = r#"rulebook = "fragments-of-power"
title = "The Cellar"
light = "dark"
map = { width = 12, height = 3 }
combatant = [
  { name = "Bran", side = "watch", at = "B2", weapons = ["dagger"] },
  { name = "Ash", side = "thieves", at = "J2", weapons = ["dagger", "torch"], hidden = true },
]
"#;

/// Where a hidden torch burns shows in nothing that a seat hears: the fog of its board stays as it was, and no message comes.
#[test]
fn of_what_hides_with_a_light() {
    let server = Server::start(&folder("worlds-dark").join("tables.db"));
    let laid = server.lay(&json!({ "text": DARK, "name": "dark.toml" }));
    let [mut master, mut bran, mut ash] = ["gm", "watch", "thieves"].map(|role| Seat::sit(&server, &laid.link(role)));
    assert_eq!(master.state["seen"], json!([0, 36]), "the game master sees everything");
    assert_eq!(bran.state["seen"], json!([36]), "all is dark to Bran");
    assert_eq!(ash.state["seen"], json!([5, 7, 5, 7, 5, 7]), "Ash sees by the torch");
    let heard = bran.heard.len();
    master.done(json!({ "do": "answer", "line": "gm: Ash.at = D2" }));
    bran.catch_up();
    ash.catch_up();
    assert_eq!(
        bran.heard[heard..].iter().filter(|told| !told.contains("pong")).count(),
        0,
        "{:?}",
        &bran.heard[heard..]
    );
    assert_eq!(ash.state["seen"], json!([0, 8, 4, 8, 4, 8, 4]));
    // Once Bran knows of Ash, the torch lights Bran's way too.
    master.done(json!({ "do": "answer", "line": "gm: Ash.hidden_from = none" }));
    bran.catch_up();
    assert_eq!(bran.state["seen"], json!([0, 8, 4, 8, 4, 8, 4]));
}

/// A room with an end in the dark, in which Ash hides in the light from Bran.
const HALF_DARK: &str = r#"rulebook = "fragments-of-power"
title = "The Hall"
light = "dark"
map = { width = 12, height = 3 }
combatant = [
  { name = "Bran", side = "watch", at = "B2", weapons = ["dagger", "torch"] },
  { name = "Cole", side = "watch", at = "B3", weapons = ["dagger"] },
  { name = "Ash", side = "thieves", at = "D2", weapons = ["dagger"], hidden = true },
]
"#;

fn drag(who: Option<&str>, cells: &[&str]) -> Value {
    json!({ "do": "drag", "who": who, "cells": cells })
}

/// What somebody drags, draws or measures is seen by those who see whom it is about, and of it the cells that they see now; of
/// anything else nothing comes, not even a number. One table has the secrets, the other has not.
#[test]
fn of_what_is_dragged() {
    let server = Server::start(&folder("worlds-drags").join("tables.db"));
    let worlds = [false, true].map(|has_secrets| {
        let laid = server.lay(&json!({ "text": HALF_DARK, "name": "hall.toml" }));
        let roles = ["gm", "watch", "thieves", "spectator", "watch"];
        let [mut master, mut bran, mut ash, mut watcher, mut other] =
            roles.map(|role| Seat::sit(&server, &laid.link(role)));
        // How the dice fell that began it is no secret of the one table.
        [&mut bran, &mut watcher, &mut other].into_iter().for_each(|seat| seat.heard.clear());
        assert!(bran.state["tokens"].as_array().unwrap().iter().all(|token| token["name"] != "Ash"), "Ash is hidden");
        let secretly = |seat: &mut Seat, request: Value| {
            if has_secrets {
                seat.done(request);
            }
        };
        // The game master drags who is hidden, and measures to and from them; Ash's player draws a way.
        secretly(&mut master, drag(Some("Ash"), &["C2"]));
        secretly(&mut master, drag(Some("Ash"), &["C1"]));
        secretly(&mut master, drag(None, &["B2", "D2"]));
        secretly(&mut master, drag(None, &["D2", "C2"]));
        secretly(&mut ash, drag(Some("Ash"), &["D1", "C1"]));
        // In the dark nobody of the watch sees what the game master measures.
        secretly(&mut master, drag(None, &["K1", "L3"]));
        // What everybody sees: somebody of the watch, dragged into the dark and out again.
        master.done(drag(Some("Cole"), &["C3", "L3"]));
        for seat in [&mut bran, &mut ash, &mut watcher, &mut other] {
            seat.until(|seat| seat.heard.iter().any(|text| text.contains(r#""who":"Cole""#)));
        }
        secretly(&mut ash, drag(None, &["D2", "B2"]));
        master.done(drag(Some("Cole"), &["C3", "K3"]));
        watcher.until(|seat| seat.heard.iter().any(|text| text.contains(r#"["C3","K3"]"#)));
        master.done(drag(None, &[]));
        for seat in [&mut bran, &mut watcher, &mut other] {
            seat.until(|seat| seat.heard.iter().any(|text| text.contains(r#""cells":[],"#)));
        }
        // Bran's player measures to the cell where Ash hides, and knows no better.
        bran.ask_as("measured", drag(None, &["B2", "D2"]));
        other.until(|seat| seat.heard.iter().any(|text| text.contains(r#"["B2","D2"]"#)));
        bran.ask_as("no more", drag(None, &[]));
        secretly(&mut ash, drag(Some("Ash"), &[]));
        for seat in [&mut bran, &mut ash, &mut watcher, &mut other] {
            seat.catch_up();
        }
        // Of their own only players draw, and whoever watches draws nothing.
        for (seat, who) in [(&mut bran, Some("Ash")), (&mut ash, Some("Bran")), (&mut watcher, None)] {
            assert_eq!(seat.ask_as("no", drag(who, &["C2"]))["kind"], "refused");
        }
        assert_eq!(master.ask(drag(None, &["<b>"]))["kind"], "refused");
        // Whoever watches has no fog, and sees what is measured in the dark; of Ash they hear no more than the watch.
        assert!(watcher.heard.iter().all(|text| !text.contains("Ash") && !text.contains("D2") || text.contains("B2")));
        (bran.heard, other.heard, watcher.heard)
    });
    let [plain, secret] = worlds;
    assert_eq!((&plain.0, &plain.1), (&secret.0, &secret.1));
    let drags = |of: &[String]| of.iter().filter(|text| text.contains(r#""kind":"drag""#)).cloned().collect::<Vec<_>>();
    let (bran, other, watcher) = plain;
    // One seat saw C3 and no cell in the dark: the second place was the same to it.
    let cole = r#"{"by":"","cells":["C3"],"drag":1,"kind":"drag","who":"Cole"}"#;
    let end = |number: u32| format!(r#"{{"cells":[],"drag":{number},"kind":"drag"}}"#);
    assert_eq!(drags(&bran), [cole.to_owned(), end(1)]);
    let measured = r#"{"by":"","cells":["B2","D2"],"drag":2,"kind":"drag","who":null}"#;
    assert_eq!(drags(&other), [cole.to_owned(), end(1), measured.to_owned(), end(2)]);
    let places = ["L3", "K3"].map(|cell| drags(&watcher).iter().filter(|text| text.contains(cell)).count());
    assert_eq!(places, [1, 1], "a spectator has no fog: {:?}", drags(&watcher));
}

/// Plays two tables of a duel alike until a player chooses, and sets what the foe has left to what one word stands for: with much
/// of it at the one, with little at the other. Gives what that player hears of chances.
fn chances_told(odds: &str) -> [Vec<String>; 2] {
    let server = Server::start(&folder(&format!("worlds-odds-{odds}")).join("tables.db"));
    let mut worlds = [World::lay(&server, "elemental-d6/duel"), World::lay(&server, "elemental-d6/duel")];
    for nth in 0..ANSWERS {
        worlds.iter_mut().for_each(World::catch_up);
        if worlds[0].others[0].state["awaited"]["kind"] == "choice" {
            break;
        }
        let answer = worlds[0].next(nth).expect("the duel goes on");
        worlds.iter_mut().for_each(|world| drop(world.master.done(answer.clone())));
    }
    let told = |world: &mut World, hp: i32| {
        let player = &mut world.others[0];
        let own = player.state["awaited"]["who"][0].as_str().expect("a player chooses").to_owned();
        let names = ["Kestrel", "Tarn"];
        let foe = names.into_iter().find(|name| *name != own).unwrap();
        world.master.done(json!({ "do": "set", "setting": format!("odds {odds}") }));
        world.master.done(json!({ "do": "answer", "line": format!("gm: {foe}.hp = {hp}") }));
        world.catch_up();
        let player = &mut world.others[0];
        let choices = player.state["awaited"]["choices"].as_array().unwrap().iter();
        let choices: Vec<Value> = choices.map(|choice| choice["text"].clone()).collect();
        let from = player.heard.len();
        player.ask_as("prices", json!({ "do": "prices", "choices": choices }));
        for (nth, choice) in choices.iter().enumerate() {
            player.ask_as(
                &format!("odds-{nth}"),
                json!({ "do": "odds", "choice": choice, "through": true, "samples": 200 }),
            );
        }
        player.heard[from..].to_vec()
    };
    let [one, other] = &mut worlds;
    [told(one, 2), told(other, 7)]
}

/// Chances from what is seen are the same bytes in both worlds. So that this could fail: those of the battle as it is, which the
/// game master may have told as well, are not.
#[test]
fn of_chances() {
    let [one, other] = chances_told("seen");
    assert!(one.concat().contains('%'), "no chance was told: {one:?}");
    assert_eq!(one, other);
    let [one, other] = chances_told("true");
    assert!(one.concat().contains('%'), "no chance was told: {one:?}");
    assert_ne!(one, other, "what the foe has left makes no difference to any chance");
    let [one, other] = chances_told("none");
    assert!(!one.concat().contains('%') && one.concat().contains("tells players no odds"), "{one:?}");
    assert_eq!(one, other);
}

#[test]
fn of_elemental_d6() {
    wires_are_the_same("elemental-d6/ambush");
}

#[test]
fn of_generia() {
    wires_are_the_same("generia/ford");
}

#[test]
fn of_legacy_of_adventure() {
    wires_are_the_same("legacy-of-adventure/hollow-way");
}

#[test]
fn of_fragments_of_power() {
    wires_are_the_same("fragments-of-power/night-fog");
}

#[test]
fn of_sigil_of_uchma() {
    wires_are_the_same("sigil-of-uchma/drums-in-the-dark");
}

#[test]
fn of_hayfork() {
    wires_are_the_same("hayfork/gate");
}
