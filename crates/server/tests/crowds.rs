//! Clients that ask for too much, read too slowly or come in numbers: each has its limit, and nobody else waits for them.

#[path = "common/mod.rs"]
mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use common::{Seat, Server, connect, folder};
use serde_json::{Value, json};
use tungstenite::Message;

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// Memory that the server has in use, in KiB; none where the system does not tell.
fn memory_of(server: &Server) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A number of the environment, or this one.
fn many(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}

/// Lines that come while somebody does not read: more where somebody asks for more. So many devices may say no more than 240 of
/// them in a second.
fn lines() -> usize {
    many("SKIRMISH_LINES", 600)
}

/// Entries that the table has had before: with those that come it is late in a battle, as it was early a minute ago.
const BEFORE: u64 = 9_400;

/// A battle of which so much has been fought, as a save that is laid.
fn late() -> Value {
    let edicts: String = (0..BEFORE).map(|nth| format!("gm: Kestrel.hp = {}\n", 10 + nth % 2)).collect();
    let text = format!("skirmish 1\ngame elemental-d6\nencounter duel\nseed 7\n{edicts}");
    json!({ "text": text, "name": "late.skirmish" })
}

#[test]
fn whoever_does_not_read_costs_no_memory_and_gets_the_latest() {
    let server = Server::start(&folder("slow").join("tables.db"));
    let laid = server.lay(&late());
    // One seat may not say so much in so short a time; many devices do.
    let mut masters: Vec<Seat> = (0..6).map(|_| Seat::sit(&server, &laid.link("gm"))).collect();
    let begun = masters[0].state["entries"].as_u64().expect("a count");
    assert!(begun > BEFORE, "{begun} entries");
    // They say hello, hear what has been, and read nothing from then on.
    let slow: Vec<_> = (0..10)
        .map(|_| {
            let (seat, token) = laid.link("wind");
            let mut socket =
                connect(&server, &seat, &[("Authorization", &format!("Bearer {token}"))]).expect("it opens");
            socket.send(Message::text(r#"{"do":"hello"}"#)).expect("it reads");
            // What has been until now is taken.
            loop {
                let message = socket.read().expect("it is greeted").to_string();
                if message.starts_with(r#"{"kind":"state""#) {
                    let message: Value = serde_json::from_str(&message).expect("messages are JSON");
                    return (socket, message["set"].clone());
                }
            }
        })
        .collect();
    let before = memory_of(&server);
    // What those who do not read would hear of each time.
    let mut told = 0;
    while told < lines() {
        let device = told % masters.len();
        let line = format!("gm: Kestrel.hp = {}", 10 + told % 2);
        let answer = masters[device].ask(json!({ "do": "answer", "line": line }));
        if answer["kind"] == "done" {
            told += 1;
            masters[device].heard.clear();
        } else {
            assert!(answer["why"].as_str().is_some_and(|why| why.starts_with("too many messages")), "{answer}");
            std::thread::sleep(Duration::from_millis(25));
        }
        masters.iter_mut().for_each(Seat::skim);
    }
    if let (Some(before), Some(after)) = (before, memory_of(&server)) {
        // A queue for each of them would have all of it ten times.
        let most = 16 * 1024 + told as u64 * 8;
        eprintln!("{told} lines: {before} KiB before, {after} KiB after");
        assert!(after < before + most, "{before} KiB before {told} lines, {after} KiB after");
    }
    // Whoever reads now has, after what was under way, the latest; and whoever was shown the door gets it when they come back.
    let fresh = Seat::sit(&server, &laid.link("wind"));
    let mut back = 0;
    for (mut socket, mut seen) in slow {
        socket.send(Message::text(r#"{"do":"ping"}"#)).ok();
        loop {
            match socket.read() {
                Ok(Message::Text(text)) if text.contains(r#""kind":"pong""#) => {
                    assert_eq!(seen, fresh.state);
                    back += 1;
                    break;
                }
                Ok(Message::Text(text)) => {
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    for (name, part) in message["set"].as_object().into_iter().flatten() {
                        seen[name] = part.clone();
                    }
                }
                Ok(Message::Close(_)) | Err(_) => break,
                Ok(_) => {}
            }
        }
    }
    eprintln!("{back} of 10 had not been shown the door");
    let again = Seat::sit(&server, &laid.link("wind"));
    assert_eq!((&again.state, &again.log), (&fresh.state, &fresh.log));
    let done = masters[0].ask(json!({ "do": "answer", "line": "gm: note nobody has waited" }));
    assert_eq!(done["kind"], "done", "{done}");
    drop(masters);
    assert_eq!(Seat::sit(&server, &laid.link("gm")).state["entries"], begun + told as u64 + 1);
}

#[test]
fn one_client_lays_and_opens_a_thousand_tables() {
    let server = Server::start(&folder("thousand").join("tables.db"));
    let before = memory_of(&server);
    let count = many("SKIRMISH_TABLES", 1_000);
    let mut seats = Vec::new();
    for nth in 0..count {
        let laid = server.lay(&json!({ "encounter": "hayfork/gate" }));
        let mut seat = Seat::sit(&server, &laid.link("gm"));
        seat.done(json!({ "do": "answer", "line": format!("gm: note table {nth}") }));
        seats.push(seat);
        // A program may have so many files open, and no more.
        if seats.len() > 200 {
            drop(seats.remove(0));
        }
    }
    let metrics = server.http("GET", "/metrics", &[], None).2;
    assert!(metrics.as_str().unwrap().contains(&format!("skirmish_open_tables {count}\n")), "{metrics}");
    assert_eq!(server.host("GET", "/api/v1/tables", None).as_array().unwrap().len(), count);
    if let (Some(before), Some(after)) = (before, memory_of(&server)) {
        eprintln!("{count} tables: {before} KiB before, {after} KiB after");
        assert!(after - before < count as u64 * 300, "{} KiB a table", (after - before) / count as u64);
    }
    // They are played at as if each were the only one.
    for seat in &mut seats {
        seat.done(json!({ "do": "answer", "line": "gm: note still here" }));
    }
}

#[test]
fn a_seat_has_so_many_browsers_and_is_told_so() {
    let server = Server::start(&folder("devices").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "hayfork/gate" }));
    let mut seats: Vec<Seat> = (0..16).map(|_| Seat::sit(&server, &laid.link("farm"))).collect();
    let one_more = || {
        let (seat, token) = laid.link("farm");
        let mut socket = connect(&server, &seat, &[("Authorization", &format!("Bearer {token}"))]).expect("it opens");
        socket.send(Message::text(r#"{"do":"hello"}"#)).expect("it reads");
        socket.read().expect("it is told").to_string()
    };
    let told = one_more();
    assert!(told.contains("bye") && told.contains("close one"), "{told}");
    drop(seats.pop());
    // The place is free as soon as the server has heard of it.
    let free = (0..100).any(|_| {
        std::thread::sleep(Duration::from_millis(20));
        one_more().contains(r#""kind":"hello""#)
    });
    assert!(free, "whoever has gone is counted still");
}

#[test]
fn a_body_of_ten_megabytes_and_a_head_without_an_end_are_refused() {
    let server = Server::start(&folder("bodies").join("tables.db"));
    let host = format!("Bearer {}", server.token);
    let said = |head: String, body: &[u8]| {
        let mut stream = TcpStream::connect(&server.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(30))).expect("it is a socket");
        // Whoever is refused in the middle need not be listened to.
        let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body));
        let mut answer = [0; 512];
        let read = stream.read(&mut answer).unwrap_or(0);
        String::from_utf8_lossy(&answer[..read]).into_owned()
    };
    let large = 10 << 20;
    let head = format!(
        "POST /api/v1/tables HTTP/1.1\r\nHost: {}\r\nAuthorization: {host}\r\nContent-Type: application/json\r\nContent-Length: {large}\r\n\r\n",
        server.address
    );
    let told = said(head, &vec![b' '; large]);
    assert!(told.starts_with("HTTP/1.1 4") || told.is_empty(), "{told}");
    let told = said(format!("GET / HTTP/1.1\r\nHost: {}\r\nX: {}", server.address, "x".repeat(1 << 20)), &[]);
    assert!(told.starts_with("HTTP/1.1 4") || told.is_empty(), "{told}");
    // It is here for everybody else.
    assert_eq!(server.http("GET", "/health", &[], None).0, 200);
    assert_eq!(server.host("GET", "/api/v1/tables", None), json!([]));
}

#[test]
fn names_with_markup_are_names() {
    let server = Server::start(&folder("markup").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "hayfork/gate" }));
    let markup = r#"<img src=x onerror="alert(1)">"#;
    let mut master = Seat::sit(&server, &laid.link("gm"));
    let enter = json!({ "token": laid.link("farm").1, "name": markup });
    let (status, head, told) = server.http("POST", "/api/v1/enter", &[], Some(&enter));
    assert_eq!((status, &told["name"]), (200, &json!(markup)));
    assert!(head.contains("application/json") && head.contains("nosniff"), "{head}");
    // It comes to the others as it was written, and in no answer that a browser takes for a page.
    master.until(|seat| seat.heard.last().is_some_and(|text| text.contains("onerror")));
    master.done(json!({ "do": "answer", "line": format!("gm: note {markup}") }));
    assert!(master.log.iter().any(|line| line.to_string().contains("<img src=x")), "{:?}", master.log.last());
    let table = laid.0["table"].as_str().unwrap();
    let path = format!("/api/v1/tables/{table}/transcript");
    let host = format!("Bearer {}", server.token);
    let (_, head, _) = server.http("GET", &path, &[("Authorization", &host)], None);
    assert!(head.contains("text/plain") && head.contains("attachment") && head.contains("nosniff"), "{head}");
    // What pages may do is said with every answer.
    for path in ["/", "/join", "/client/main.js", "/api/v1/games", "/nothing"] {
        let (_, head, _) = server.http("GET", path, &[], None);
        assert!(head.contains("default-src 'none'") && !head.contains("unsafe"), "{path}: {head}");
    }
}

/// In Fragments of Power an act may be readied that readies an act, as far as the words go: it is refused before the stack ends.
#[test]
fn an_answer_within_an_answer_within_an_answer_ends_nothing() {
    let server = Server::start(&folder("readied").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "fragments-of-power/sword-and-spear" }));
    let mut master = Seat::sit(&server, &laid.link("gm"));
    // Whoever begins has been settled by dice that fall by themselves.
    for _ in 0..20 {
        if master.state["awaited"]["choices"].to_string().contains("dodge") {
            break;
        }
        master.done(json!({ "do": "pass" }));
    }
    let who = master.state["awaited"]["who"][0].as_str().expect("somebody is asked").to_owned();
    // A line that is given has 4 KB at most, a choice that is asked about as much as a message.
    let asks = json!({ "do": "facts", "choice": "ready ".repeat(10_000) });
    let gives = json!({ "do": "answer", "line": format!("{who}: {}", "ready ".repeat(600)) });
    for request in [asks, gives] {
        let no = master.ask(request);
        assert!(no["why"].as_str().unwrap_or_default().contains("too many answers within each other"), "{no}");
    }
    // What may be meant is understood as before.
    let no = master.ask(json!({ "do": "facts", "choice": "ready ready dodge when any moves" }));
    assert!(!no["why"].as_str().unwrap_or_default().contains("too many answers"), "{no}");
}

/// Each question is worked out of a copy of the battle: whoever asks faster than can be answered keeps some of them, and
/// whoever goes leaves none behind.
#[test]
fn questions_wait_in_small_numbers_and_go_with_who_asked() {
    let server = Server::start(&folder("questions").join("tables.db"));
    let laid = server.lay(&json!({ "encounter": "elemental-d6/crossfire" }));
    let mut curious = Seat::sit(&server, &laid.link("gm"));
    // Seconds each, where it is played so often.
    let asks = json!({ "do": "odds", "acts": 60, "budget": 1, "samples": 20_000 });
    let many = 40;
    for nth in 0..many {
        let mut ask = asks.clone();
        ask["id"] = nth.into();
        curious.say(&ask);
    }
    let mut refused = 0;
    while refused < many - 24 {
        let told = curious.hear().expect("it answers");
        let why = told["why"].as_str().unwrap_or_default();
        refused += usize::from(why.starts_with("too many questions at once"));
        assert!(told["kind"] != "done" || refused > 0, "nothing was refused before the first answer: {told}");
    }
    // Nobody waits for what was asked by somebody who is gone.
    drop(curious);
    let mut other = Seat::sit(&server, &laid.link("gm"));
    let begun = std::time::Instant::now();
    other.done(json!({ "do": "odds", "budget": 1, "samples": 100 }));
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}
