//! A table over its sockets: seats see and say what is theirs, what is acknowledged is kept, whoever does not belong is refused.

#[path = "common/mod.rs"]
mod common;

use common::{Laid, Seat, Server, connect, folder};
use serde_json::{Value, json};

/// The server of the tests below, in a process of its own.
#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

fn duel(server: &Server) -> Laid {
    server.lay(&json!({ "encounter": "elemental-d6/duel" }))
}

fn answer(line: impl Into<String>) -> Value {
    json!({ "do": "answer", "line": line.into() })
}

fn token<'v>(state: &'v Value, name: &str) -> &'v Value {
    state["tokens"].as_array().unwrap().iter().find(|token| token["name"] == name).unwrap()
}

#[test]
fn each_seat_sees_and_says_what_is_its_own() {
    let server = Server::start(&folder("seats").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let (mut wind, mut water) = (Seat::sit(&server, &laid.link("wind")), Seat::sit(&server, &laid.link("water")));
    let mut watcher = Seat::sit(&server, &laid.link("spectator"));
    // Numbers are one's own.
    assert_eq!(token(&wind.state, "Kestrel")["gauges"][0]["value"], 24);
    assert_eq!(token(&wind.state, "Tarn")["gauges"][0]["value"], Value::Null);
    assert_eq!(token(&watcher.state, "Tarn")["gauges"][0]["value"], Value::Null);
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 30);
    // The table throws: whoever is asked is asked, and the others are not.
    assert_eq!(master.state["awaited"]["kind"], "choice", "{}", master.state["awaited"]);
    let first = master.state["awaited"]["who"][0].as_str().unwrap().to_owned();
    let (own, other) = if first == "Kestrel" { (&mut wind, &mut water) } else { (&mut water, &mut wind) };
    assert_eq!((own.state["awaited"]["who"][0].as_str(), &other.state["awaited"]), (Some(&*first), &Value::Null));
    let no = other.ask(answer(format!("{first}: pass")));
    assert_eq!(no["kind"], "refused", "{no}");
    let no = watcher.ask(answer(format!("{first}: pass")));
    assert_eq!(no["kind"], "refused", "{no}");
    let no = own.ask(answer("gm: Tarn.hp = 1"));
    assert_eq!(no["kind"], "refused", "{no}");
    for closed in [
        json!({"do": "save"}),
        json!({"do": "state", "viewer": "gm"}),
        json!({"do": "undo"}),
        json!({"do": "set", "setting": "level map"}),
    ] {
        assert_eq!(watcher.ask(closed.clone())["kind"], "refused", "{closed}");
    }
    // An answer comes to all, and the master's hand.
    own.done(answer("pass"));
    master.done(answer("gm: Tarn.hp -7"));
    wind.until(|seat| token(&seat.state, "Tarn")["gauges"][0]["word"] == "hurt");
    water.until(|seat| token(&seat.state, "Tarn")["gauges"][0]["value"] == 23);
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 23);
    let saved = master.done(json!({ "do": "save" }));
    assert!(saved["transcript"].as_str().unwrap().contains("gm: Tarn.hp -= 7"), "{saved}");
}

#[test]
fn what_was_done_is_done_once_and_can_be_taken_back() {
    let server = Server::start(&folder("once").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let lines = master.state["entries"].as_u64().unwrap();
    for _ in 0..3 {
        assert_eq!(master.ask_as("the same", answer("gm: Tarn.hp -7"))["kind"], "done");
    }
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 23);
    assert_eq!(master.state["entries"], lines + 1);
    master.done(json!({ "do": "undo" }));
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 30);
    master.done(json!({ "do": "redo" }));
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 23);
    // What would be is shown before it is so.
    let told = master.done(json!({ "do": "change", "entry": lines, "line": "gm: Tarn.hp = 12" }));
    assert_eq!(token(&told["changed"]["view"], "Tarn")["gauges"][0]["value"], 12);
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 23);
    master.done(json!({ "do": "accept" }));
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 12);
    let past = master.done(json!({ "do": "past", "entry": lines }));
    assert_eq!(token(&past["past"], "Tarn")["gauges"][0]["value"], 30);
}

#[test]
fn an_answer_goes_to_the_question_that_it_was_given_to() {
    let server = Server::start(&folder("late").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let who = master.state["awaited"]["who"][0].as_str().unwrap().to_owned();
    let side = if who == "Kestrel" { "wind" } else { "water" };
    let (mut phone, mut laptop) = (Seat::sit(&server, &laid.link(side)), Seat::sit(&server, &laid.link(side)));
    // Each seat counts what it sees: what is done by hand is the game master's own.
    let (of, of_master) = (phone.state["entries"].as_u64().unwrap(), master.state["entries"].as_u64().unwrap());
    let late = |line: &str| json!({ "do": "answer", "line": line, "of": of });
    // What is done by hand answers nothing.
    master.done(answer("gm: Tarn.hp -7"));
    phone.done(late(&format!("{who}: pass")));
    master.catch_up();
    let entries = master.state["entries"].clone();
    for line in [format!("{who}: pass"), format!("{}: pass", &who[..3].to_lowercase()), "pass".to_owned()] {
        let no = laptop.ask(late(&line));
        let why = no["why"].as_str().unwrap_or_default();
        assert_eq!(
            why,
            format!("{who} has answered this already: what is asked now is another question"),
            "{line}: {no}"
        );
    }
    let no = master.ask(json!({ "do": "pass", "of": of_master }));
    assert_eq!(no["kind"], "refused", "{no}");
    // Nor is taken back what somebody has not seen yet.
    let no = master.ask(json!({ "do": "undo", "of": of_master + 1 }));
    assert!(no["why"].as_str().unwrap_or_default().starts_with("somebody has answered since you looked"), "{no}");
    master.catch_up();
    assert_eq!(master.state["entries"], entries);
    master.done(json!({ "do": "undo", "of": entries }));
    // The question is asked again; what was given to a later one is no answer to it.
    let no = laptop.ask(json!({ "do": "answer", "line": format!("{who}: pass"), "of": entries }));
    assert!(no["why"].as_str().unwrap_or_default().starts_with("somebody has gone back in time"), "{no}");
    let no = laptop.ask(json!({ "do": "roll", "of": "many" }));
    assert!(no["why"].as_str().unwrap_or_default().contains("`of` is a number"), "{no}");
    laptop.done(late(&format!("{who}: pass")));
}

#[test]
fn what_is_too_long_is_refused_in_words() {
    let server = Server::start(&folder("long").join("tables.db"));
    let mut master = Seat::sit(&server, &duel(&server).link("gm"));
    let long = |size: usize| json!({ "do": "answer", "line": "x".repeat(size) });
    let no = master.ask(long(70_000));
    assert_eq!((&no["kind"], &no["why"]), (&json!("refused"), &json!("a message has at most 64 KB")), "{no}");
    // The seat is as it was.
    master.done(answer("gm: note the bridge is down"));
    master.done(answer("gm: note left\u{202e}right"));
    assert!(master.log.iter().any(|line| line["text"] == "gm: note leftright"), "{:?}", master.log);
    master.say(&long(300_000));
    let bye = master.hear();
    assert_eq!(bye.unwrap_or_else(|| json!({ "kind": "bye" }))["kind"], "bye");
}

#[test]
fn whoever_was_away_gets_what_they_missed() {
    let server = Server::start(&folder("away").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let away = Seat::sit(&server, &laid.link("wind"));
    let (log, mark) = (away.log.clone(), away.mark.clone());
    drop(away);
    master.done(answer("gm: note the bridge is down"));
    master.done(json!({ "do": "pass" }));
    let back = Seat::sit_again(&server, &laid.link("wind"), log.clone(), mark);
    let whole = Seat::sit(&server, &laid.link("wind"));
    assert_eq!((&back.log, &back.state), (&whole.log, &whole.state));
    let news = back.heard.iter().find(|text| text.starts_with(r#"{"kind":"log""#)).unwrap();
    assert!(news.contains(&format!("\"keep\":{},", log.len())), "{news}");
    // Somebody who says something else gets the whole.
    let other = Seat::sit_again(&server, &laid.link("wind"), log, "1".into());
    assert_eq!(other.log, whole.log);
    // A half-made answer is there on the next device.
    let mut phone = Seat::sit(&server, &laid.link("wind"));
    phone.done(json!({ "do": "draft", "draft": "{\"verb\":\"move\"}" }));
    let laptop = Seat::sit(&server, &laid.link("wind"));
    assert!(laptop.heard[0].contains(r#""draft":"{\"verb\":\"move\"}""#), "{}", laptop.heard[0]);
}

#[test]
fn whoever_does_not_belong_is_refused() {
    let server = Server::start(&folder("strangers").join("tables.db"));
    let laid = duel(&server);
    let (seat, token) = laid.link("wind");
    let bearer = format!("Bearer {token}");
    let wrong = format!("Bearer {}x", &token[..token.len() - 1]);
    let status = |seat: &str, headers: &[(&str, &str)]| connect(&server, seat, headers).map(|_| ()).err();
    assert_eq!(status(&seat, &[]), Some(401));
    assert_eq!(status(&seat, &[("Authorization", &wrong)]), Some(401));
    assert_eq!(status("nobody", &[("Authorization", &bearer)]), Some(401));
    // A token opens its own seat alone, and is no cookie.
    assert_eq!(status(&laid.link("water").0, &[("Authorization", &bearer)]), Some(401));
    assert_eq!(status(&seat, &[("Authorization", &bearer), ("Origin", "http://elsewhere.example")]), Some(403));
    assert_eq!(status(&seat, &[("Authorization", &bearer), ("Origin", &format!("http://{}", server.address))]), None);
    let host = format!("Bearer {}", server.token);
    let asks = |path: &str, headers: &[(&str, &str)]| server.http("GET", path, headers, None).0;
    assert_eq!(asks("/api/v1/tables", &[]), 401);
    assert_eq!(asks("/api/v1/tables", &[("Authorization", &bearer)]), 401);
    assert_eq!(asks("/api/v1/tables", &[("Authorization", &host)]), 200);
    let lay = json!({ "encounter": "duel" });
    let (status, _, told) = server.http(
        "POST",
        "/api/v1/tables",
        &[("Authorization", &host), ("Origin", "http://elsewhere.example")],
        Some(&lay),
    );
    // An operator is told what to do if that is where browsers come from.
    let why = told["why"].as_str().unwrap();
    assert!(status == 403 && why.ends_with("it is started with `--origin http://elsewhere.example`"), "{status} {why}");
    // A link gives a cookie that no script reads, and that opens the seat; renewed, neither opens anything.
    let enter = json!({ "token": token, "name": "<b>Ann</b>" });
    let (status, head, told) = server.http("POST", "/api/v1/enter", &[], Some(&enter));
    assert_eq!((status, told["name"].as_str()), (200, Some("<b>Ann</b>")));
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Secure"),
        "{cookie}"
    );
    // Behind a proxy with TLS, which passes `Host` on, the page's own scheme says that the cookie never goes in the clear.
    let encrypted = format!("https://{}", server.address);
    let (status, head, told) = server.http("POST", "/api/v1/enter", &[("Origin", &encrypted)], Some(&enter));
    assert!(status == 200 && head.contains("; Secure"), "{status} {head} {told}");
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let with_cookie = |server: &Server| connect(server, &seat, &[("Cookie", &cookie)]).map(|_| ()).err();
    assert_eq!(with_cookie(&server), None);
    let (master, key) = laid.link("gm");
    let key = format!("Bearer {key}");
    let path = format!("/api/v1/seats/{master}/links/{seat}");
    let (status, _, fresh) = server.http("POST", &path, &[("Authorization", &key)], None);
    assert_eq!(status, 200, "{fresh}");
    assert_eq!(with_cookie(&server), Some(401));
    assert_eq!(connect(&server, &seat, &[("Authorization", &bearer)]).map(|_| ()).err(), Some(401));
    let (status, ..) =
        server.http("POST", &path, &[("Authorization", &format!("Bearer {}", fresh["token"].as_str().unwrap()))], None);
    assert_eq!(status, 401, "a player renews nobody's link");
    // Whoever has lost every link comes back.
    let recovery = json!({ "token": laid.0["recovery"] });
    assert_eq!(server.http("POST", "/api/v1/enter", &[], Some(&recovery)).2["role"], "gm");
}

#[test]
fn what_is_too_much_is_refused_and_harms_nobody() {
    let server = Server::start(&folder("too-much").join("tables.db"));
    let laid = duel(&server);
    // A frame of 10 MB ends its own socket.
    let mut greedy = Seat::sit(&server, &laid.link("wind"));
    let long = format!(r#"{{"do":"answer","line":"{}"}}"#, "x".repeat(10 << 20));
    let _ = greedy.ask_raw(&long);
    let mut other = Seat::sit(&server, &laid.link("wind"));
    // A flood is held up, and at last shown the door.
    let mut held_up = 0;
    for _ in 0..2_000 {
        match other.ask_raw(r#"{"do":"facts","choice":"pass","id":"flood"}"#) {
            Some(message)
                if message["why"].as_str().is_some_and(|why| why.starts_with("too many messages at once")) =>
            {
                held_up += 1
            }
            Some(_) => {}
            None => break,
        }
    }
    assert!(held_up >= 200, "{held_up}");
    let mut quiet = Seat::sit(&server, &laid.link("water"));
    for (said, why) in [
        ("{", "this is no JSON"),
        ("[]", "a request is an object"),
        (r#"{"do":"sing"}"#, "nothing is called `sing`"),
        (r#"{"do":"draft"}"#, "missing field"),
    ] {
        let told = quiet.ask_raw(said).unwrap();
        assert!(told["why"].as_str().unwrap().contains(why), "{told}");
    }
    let long = quiet.ask(answer("x".repeat(5_000)));
    assert!(long["why"].as_str().unwrap().contains("at most 4 KB"), "{long}");
    let mut master = Seat::sit(&server, &laid.link("gm"));
    assert_eq!(master.ask(answer("gm: note still here"))["kind"], "done");
}

#[test]
fn encounters_and_saves_are_taken_and_what_is_wrong_is_said() {
    let server = Server::start(&folder("files").join("tables.db"));
    let host = format!("Bearer {}", server.token);
    let lay = |what: Value| server.http("POST", "/api/v1/tables", &[("Authorization", &host)], Some(&what));
    let (status, _, told) =
        lay(json!({ "text": "rulebook = \"elemental-d6\"\n[[combatant]]\nname = 3\n", "name": "mine.toml" }));
    assert_eq!(status, 400);
    assert!(told["why"].as_str().unwrap().contains("mine.toml:3:"), "{told}");
    assert!(lay(json!({ "encounter": "dual" })).2["why"].as_str().unwrap().contains("did you mean"));
    assert_eq!(lay(json!({})).0, 400);
    // A save of this table is a table again, with what was played, and `skirmish play` reads it, too.
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    master.done(json!({ "do": "set", "setting": "seat water plain" }));
    master.done(answer("gm: Kestrel.hp = 9"));
    let saved = master.done(json!({ "do": "save" }))["transcript"].as_str().unwrap().to_owned();
    assert!(saved.contains("table seat water plain"), "{saved}");
    let again = server.lay(&json!({ "text": saved, "name": "duel.skirmish" }));
    let back = Seat::sit(&server, &again.link("gm"));
    assert_eq!(back.state["tokens"], master.state["tokens"]);
    assert_eq!(back.state["table"]["lines"], master.state["table"]["lines"]);
    let text = server.host("GET", &format!("/api/v1/tables/{}/transcript", again.0["table"].as_str().unwrap()), None);
    assert!(text.as_str().unwrap().starts_with("skirmish 1"), "{text}");
}

/// The smallest JPEG that is told by its beginning.
const PICTURE: &str = "/9j/4AAQSkZJRg==";

/// Every game's, at the addresses that the OpenAPI document names, as `skirmish schema` prints them.
#[test]
fn the_schemas_of_files_are_served() {
    let server = Server::start(&folder("schemas").join("tables.db"));
    let get = |path: &str| server.http("GET", &format!("/api/v1{path}"), &[], None);
    let document = get("/openapi.json").2;
    let paths = [
        ("/games/{game}/schema", skirmish_shelf::Files::Encounters),
        ("/games/{game}/schema/included", skirmish_shelf::Files::Included),
    ];
    for (path, files) in paths {
        let games = &document["paths"][path]["parameters"][0]["schema"]["enum"];
        assert_eq!(games.as_array().unwrap().len(), skirmish_shelf::games().count(), "{path}");
        for game in skirmish_shelf::games() {
            let (status, head, schema) = get(&path.replace("{game}", game.name()));
            assert!(status == 200 && head.to_lowercase().contains("content-type: application/schema+json"), "{head}");
            assert_eq!(schema, skirmish_shelf::schema(game, files), "{path} of {}", game.name());
            assert!(games.as_array().unwrap().contains(&json!(game.name())), "{path} of {}", game.name());
        }
        let (status, _, no) = get(&path.replace("{game}", "hayfrok"));
        assert!(status == 404 && no["why"].as_str().unwrap().contains("`hayfork`"), "{no}");
    }
}

#[test]
fn an_encounter_is_made_of_what_a_game_has() {
    let server = Server::start(&folder("making").join("tables.db"));
    let (status, _, content) = server.http("GET", "/api/v1/games/generia", &[], None);
    assert_eq!(status, 200, "{content}");
    assert!(content["creatures"].as_array().unwrap().iter().any(|one| one["name"] == "goblin-fighter"), "{content}");
    assert_eq!(server.http("GET", "/api/v1/games/nothing", &[], None).0, 404);
    // What is wrong is said with its place and advice; what is right, with how it begins. Nothing is laid.
    let text =
        "rulebook = \"hayfork\"\n[[combatant]]\nname = \"Hob\"\ncreature = \"farmhnd\"\nside = \"farm\"\nat = \"B2\"\n";
    let told = server.host("POST", "/api/v1/check", Some(&json!({ "text": text })));
    assert_eq!((&told["wrong"][0]["line"], &told["view"]), (&json!(4), &Value::Null), "{told}");
    let told = server.host("POST", "/api/v1/check", Some(&json!({ "encounter": "hayfork/gate" })));
    assert_eq!((&told["wrong"], &told["view"]["tokens"][0]["name"]), (&json!([]), &json!("Hob")), "{told}");
    assert_eq!(told["document"]["combatant"][1]["creature"], "wolf", "{told}");
    assert_eq!(server.host("GET", "/api/v1/tables", None), json!([]));
    assert_eq!(server.http("POST", "/api/v1/check", &[], Some(&json!({ "text": text }))).0, 401);
}

#[test]
fn a_picture_lies_under_the_grid_for_all_seats() {
    let server = Server::start(&folder("picture").join("tables.db"));
    let laid =
        server.lay(&json!({ "encounter": "hayfork/gate", "picture": { "data": PICTURE, "lies": "0 -0.5 7 80" } }));
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let mut watcher = Seat::sit(&server, &laid.link("spectator"));
    assert_eq!(watcher.state["table"]["picture"]["y"], -0.5, "{}", watcher.state["table"]);
    let fetch = |(seat, token): (String, String)| {
        server.http(
            "GET",
            &format!("/api/v1/seats/{seat}/picture"),
            &[("Authorization", &format!("Bearer {token}"))],
            None,
        )
    };
    let (status, head, _) = fetch(laid.link("spectator"));
    assert!(status == 200 && head.to_lowercase().contains("content-type: image/jpeg"), "{head}");
    // It is moved, kept in a save, and taken away.
    master.done(json!({ "do": "set", "setting": "picture lies 1 2 14 100" }));
    watcher.until(|seat| seat.state["table"]["picture"]["x"] == 1.0);
    let saved = master.done(json!({ "do": "save" }));
    let again = server.lay(&json!({ "text": saved["transcript"] }));
    assert_eq!(Seat::sit(&server, &again.link("farm")).state["table"]["picture"]["wide"], 14.0);
    master.done(json!({ "do": "set", "setting": "picture none" }));
    watcher.until(|seat| seat.state["table"]["picture"].is_null());
    assert_eq!(fetch(laid.link("spectator")).0, 404);
    // A player puts none there, and a script is no picture.
    let put = |(seat, token): (String, String), data: &str| {
        let (path, bearer) = (format!("/api/v1/seats/{seat}/picture"), format!("Bearer {token}"));
        server.http("PUT", &path, &[("Authorization", &bearer)], Some(&json!({ "data": data, "lies": "0 0 7 100" }))).0
    };
    assert_eq!(put(laid.link("farm"), PICTURE), 403);
    assert_eq!(put(laid.link("gm"), "PHN2Zz48c2NyaXB0Lz48L3N2Zz4="), 400);
    assert_eq!(put(laid.link("gm"), PICTURE), 200);
}

#[test]
fn what_would_be_becomes_a_table_of_its_own() {
    let server = Server::start(&folder("fork").join("tables.db"));
    let laid = duel(&server);
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let entry = master.state["entries"].as_u64().unwrap();
    master.done(answer("gm: Tarn.hp = 12"));
    let fork = |(seat, token): (String, String), what: &Value| {
        let (path, bearer) = (format!("/api/v1/seats/{seat}/fork"), format!("Bearer {token}"));
        server.http("POST", &path, &[("Authorization", &bearer)], Some(what))
    };
    for (what, hp) in [(json!({ "entry": entry }), 30), (json!({ "entry": entry, "line": "gm: Tarn.hp = 25" }), 25)] {
        let (status, _, told) = fork(laid.link("gm"), &what);
        assert_eq!(status, 200, "{told}");
        let other = Seat::sit(&server, &Laid(told).link("gm"));
        assert_eq!(token(&other.state, "Tarn")["gauges"][0]["value"], hp);
    }
    assert_eq!(token(&master.state, "Tarn")["gauges"][0]["value"], 12);
    assert_eq!(fork(laid.link("wind"), &json!({ "entry": 0 })).0, 403);
    assert_eq!(fork(laid.link("gm"), &json!({ "entry": 9_999 })).0, 400);
}

#[test]
fn what_is_done_by_hand_in_mid_step_shows_at_once() {
    let server = Server::start(&folder("hand").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "generia/parry-yard" }));
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let who = master.state["awaited"]["who"][0].as_str().unwrap().to_owned();
    // In the middle of a turn: where the walk leads to is asked still.
    master.done(answer(format!("{who}: walk")));
    let asked = master.state["awaited"].clone();
    let told = |seat: &Seat, text: &str| seat.log.iter().filter(|line| line["text"] == text).count();
    let energy = format!("gm: {who}.energy = 3");
    for line in ["gm: note the gate creaks", &energy] {
        let entries = master.state["entries"].clone();
        master.done(answer(line));
        let last = master.log.last().unwrap();
        assert_eq!((&last["text"], &last["kind"], &last["entry"]), (&json!(line), &json!("edict"), &entries), "{last}");
        assert_eq!(master.state["awaited"], asked);
    }
    // When they have found their place they stand there, and once.
    let to = asked["choices"][0]["text"].as_str().unwrap().to_owned();
    master.done(answer(format!("{who}: {to}")));
    for line in ["gm: note the gate creaks", &energy] {
        assert_eq!(told(&master, line), 1, "{line}");
    }
    // Nobody else hears of it.
    let player = Seat::sit(&server, &laid.link("rapier"));
    assert_eq!(told(&player, "gm: note the gate creaks"), 0);
    // And it is there for whoever comes later.
    let again = Seat::sit(&server, &laid.link("gm"));
    assert_eq!(told(&again, &energy), 1);
}

#[test]
fn reach_rules_recap_and_party_are_told_to_whom_they_concern() {
    let server = Server::start(&folder("told").join("tables.db"));
    let laid = duel(&server);
    let (mut master, mut wind) = (Seat::sit(&server, &laid.link("gm")), Seat::sit(&server, &laid.link("wind")));
    let reach = wind.done(json!({ "do": "reach", "who": "Kestrel" }));
    assert!(reach["reach"][0]["cells"].as_array().unwrap().len() > 6, "{reach}");
    let no = wind.ask(json!({ "do": "reach", "who": "Tarn" }));
    assert!(no["why"].as_str().unwrap().contains("its own side's business"), "{no}");
    let rules = wind.done(json!({ "do": "rules", "word": "cover" }));
    assert!(rules["rules"].as_array().unwrap().iter().any(|rule| rule["id"] == "cover.center"), "{rules}");
    let no = wind.ask(json!({ "do": "rules", "word": "cover.centre" }));
    assert!(no["why"].as_str().unwrap().contains("did you mean"), "{no}");
    let rule = master.done(json!({ "do": "rule", "rule": rules["rules"][0]["id"] }));
    assert!(rule["rule"]["switches"].as_array().unwrap().iter().all(|switch| switch["now"] != ""), "{rule}");
    master.done(answer("gm: Tarn.hp = 4"));
    let hand = master.done(json!({ "do": "hand" }));
    let field = |path: &str| hand["paths"].as_array().unwrap().iter().find(|field| field["path"] == path).unwrap();
    assert_eq!((&field("Tarn.hp")["now"], &field("Kestrel.hp")["now"]), (&json!("4"), &json!("24")));
    for closed in [json!({ "do": "recap" }), json!({ "do": "carry" })] {
        assert_eq!(wind.ask(closed.clone())["kind"], "refused", "{closed}");
    }
    let recap = master.done(json!({ "do": "recap" }));
    assert!(recap["recap"][0].as_str().unwrap().contains("Kestrel of the wind met Tarn of the water"), "{recap}");
    let party = master.done(json!({ "do": "carry", "side": "water" }));
    let text = party["party"].as_str().unwrap();
    assert!(text.contains("[[member]]") && text.contains("hp = 4") && !text.contains("Kestrel"), "{text}");
    assert_eq!(party["members"], json!(["Tarn"]));
    let no = master.ask(json!({ "do": "carry", "side": "watre" }));
    assert_eq!(no["why"], "there is no side `watre`; did you mean `water`?");
}

#[test]
fn every_book_says_where_somebody_can_get_to_and_strike() {
    let server = Server::start(&folder("reach").join("tables.db"));
    for encounter in [
        "elemental-d6/duel",
        "generia/parry-yard",
        "legacy-of-adventure/first-blood",
        "fragments-of-power/toll-gate",
        "sigil-of-uchma/giants-ledge",
        "hayfork/gate",
    ] {
        let laid = server.lay(&json!({ "encounter": encounter }));
        let mut master = Seat::sit(&server, &laid.link("gm"));
        let tokens = master.state["tokens"].clone();
        for token in tokens.as_array().unwrap() {
            let told = master.done(json!({ "do": "reach", "who": token["name"] }));
            let facts = told["reach"].as_array().unwrap();
            let cells = facts.iter().flat_map(|fact| fact["cells"].as_array().into_iter().flatten());
            assert!(facts.len() == 2 && cells.clone().count() > 1, "{encounter}: {told}");
            assert!(!cells.clone().any(|cell| *cell == token["cell"]), "{encounter}: {token} {told}");
        }
    }
}
