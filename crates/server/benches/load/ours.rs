//! Tables of `skirmish serve`, four seats each, on sockets.

use std::io::ErrorKind;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

use crate::common::{Laid, Server, connect};
use crate::figures::Times;

/// So long after an answer a seat may hear of it.
const PATIENCE: Duration = Duration::from_secs(2);

/// A small battle in which everybody hears of every answer, and that lasts as long as anybody has patience.
pub fn endless() -> Value {
    let found = skirmish_shelf::shelf().find_encounter("hayfork/gate").expect("it comes with the program");
    json!({ "text": format!("most_rounds = 1000000\n{}", found.source().part()), "name": "endless.toml" })
}

/// A large one, as it is usually fought.
pub fn fight() -> Value {
    json!({ "encounter": "sigil-of-uchma/drums-in-the-dark" })
}

/// Waits until a seat of each table may speak again, where so many have spoken in turn.
pub fn wait_for_the_rate(tables: usize) {
    // 40 in a second are let by.
    std::thread::sleep(Duration::from_millis(26).saturating_sub(Duration::from_micros(500) * tables as u32));
}

/// A battle in which so many answers have been given, as a transcript.
pub fn played_to(server: &Server, entries: usize) -> Value {
    let laid = server.lay(&endless());
    let table = laid.0["table"].as_str().expect("a table has a name").to_owned();
    // A seat is held up above its rate: many devices of the game master's take turns.
    let mut devices: Vec<Socket> = (0..16).map(|_| Socket::sit(server, &laid.link("gm"))).collect();
    for nth in 0..entries {
        let device = nth % devices.len();
        let request = json!({ "do": "pass", "id": format!("fill-{nth}") });
        loop {
            devices[device].say(&request);
            if devices[device].until_done() {
                break;
            }
            let why = devices[device].heard.last().map_or("", String::as_str);
            assert!(why.contains("too many messages"), "{why}");
            std::thread::sleep(Duration::from_millis(25));
        }
        // Whoever does not read is shown the door.
        if nth % 16 == 0 {
            devices.iter_mut().for_each(Socket::skim);
        }
    }
    let text = server.host("GET", &format!("/api/v1/tables/{table}/transcript"), None);
    json!({ "text": text, "name": "late.skirmish" })
}

/// A table with four seats: the game master's, who answers for everybody, two sides, and somebody who watches.
pub struct Table {
    seats: Vec<Socket>,
    nth: u64,
}

impl Table {
    pub fn lay(server: &Server, what: &Value) -> Self {
        let laid: Laid = server.lay(what);
        let roles =
            laid.0["links"].as_array().expect("links").iter().map(|link| link["role"].as_str().expect("a role"));
        let seats: Vec<Socket> = roles.map(|role| Socket::sit(server, &laid.link(role))).collect();
        assert_eq!(seats.len(), 4, "a game master, two sides, a spectator");
        Self { seats, nth: 0 }
    }

    /// So many answers that do least, as fast as they go.
    pub fn pass(&mut self, times: usize) {
        for _ in 0..times {
            self.pass_once();
        }
    }

    /// Whoever is asked does nothing: how long until all seats know.
    pub fn pass_once(&mut self) -> Duration {
        self.timed(json!({ "do": "pass" })).expect("whoever is asked may pass, and everybody hears of it")
    }

    /// Whoever is asked chooses one of what is listed; false when the battle is over. What is refused, and what is not for
    /// everybody's ears, is not measured.
    pub fn choose_once(&mut self, times: &mut Times) -> bool {
        let state = &self.seats[0].state;
        let Some(choices) = state["awaited"]["choices"].as_array().filter(|_| state["outcome"].is_null()) else {
            return false;
        };
        let choice = &choices[(self.nth as usize).wrapping_mul(7_919) % choices.len().max(1)];
        let who = state["awaited"]["who"][0].as_str().unwrap_or_default();
        let line = format!("{who}: {}", choice["text"].as_str().unwrap_or_default());
        if let Some(time) = self.timed(json!({ "do": "answer", "line": line })) {
            times.add(time);
        }
        true
    }

    fn timed(&mut self, mut request: Value) -> Option<Duration> {
        self.nth += 1;
        request["id"] = format!("load-{}", self.nth).into();
        let text = request.to_string();
        let begun = Instant::now();
        self.seats[0].socket.send(Message::text(text)).expect("it reads");
        let is_done = self.seats[0].until_done();
        // What a seat may not see makes no news there: such an answer is not measured.
        let is_heard = is_done && self.seats[1..].iter_mut().all(Socket::hears_news);
        let took = begun.elapsed();
        self.seats.iter_mut().for_each(Socket::take_in);
        is_heard.then_some(took)
    }
}

/// The socket of a seat.
struct Socket {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    entries: u64,
    state: Value,
    /// What has come and was not looked into yet: the clock is running.
    heard: Vec<String>,
}

impl Socket {
    fn sit(server: &Server, (seat, token): &(String, String)) -> Self {
        let socket = connect(server, seat, &[("Authorization", &format!("Bearer {token}"))]).expect("it opens");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("it is a socket");
        }
        let mut seat = Self { socket, entries: 0, state: json!({}), heard: Vec::new() };
        seat.say(&json!({ "do": "hello" }));
        while seat.state["viewer"].is_null() {
            // Thousands may come at the same time.
            seat.hear();
            seat.take_in();
        }
        seat
    }

    fn say(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).expect("it reads");
    }

    /// The next text; none where nothing comes.
    fn hear(&mut self) -> Option<&str> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.as_str().to_owned());
                    return self.heard.last().map(String::as_str);
                }
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return None,
                Err(error) => panic!("the socket ends: {error}"),
            }
        }
    }

    /// Reads on until its own answer is acknowledged; false if it is refused.
    fn until_done(&mut self) -> bool {
        loop {
            let text = self.hear().expect("an answer is answered");
            if text.contains(r#""kind":"done""#) {
                return true;
            }
            if text.contains(r#""kind":"refused""#) {
                return false;
            }
        }
    }

    /// Takes what has come off the wire.
    fn skim(&mut self) {
        self.may_wait(false);
        while self.hear().is_some() {}
        self.may_wait(true);
        self.take_in();
    }

    fn may_wait(&self, may: bool) {
        if let MaybeTlsStream::Plain(stream) = self.socket.get_ref() {
            stream.set_nonblocking(!may).expect("it is a socket");
        }
    }

    /// Reads on until one more answer is in what it sees; false if nothing of the kind comes.
    fn hears_news(&mut self) -> bool {
        let before = self.entries;
        while let Some(text) = self.hear() {
            if entries(text).is_some_and(|now| now > before) {
                return true;
            }
        }
        false
    }

    /// Looks into what has come.
    fn take_in(&mut self) {
        for text in std::mem::take(&mut self.heard) {
            if let Some(now) = entries(&text) {
                self.entries = now;
            }
            if text.starts_with(r#"{"kind":"state""#) {
                let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                for (name, part) in message["set"].as_object().expect("parts") {
                    self.state[name] = part.clone();
                }
            }
        }
    }
}

/// How many entries there are, in news that say so.
fn entries(text: &str) -> Option<u64> {
    let (_, rest) = text.strip_prefix(r#"{"kind":"state""#)?.split_once(r#""entries":"#)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
