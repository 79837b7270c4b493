//! A seat at a web table: what its server tells of the battle, and what is asked of it. Whose eyes and voice it has is kept by
//! the server; nothing that the seat may not know ever comes here.

use std::collections::BTreeMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Map, Value, json};
use skirmish_kernel::words::visible;
use skirmish_program::Trouble;
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::battles::Battles;
use crate::link::{Entered, Link, Shut};

/// So long an answer is waited for; odds of many branches take their time.
const PATIENCE: Duration = Duration::from_secs(120);

/// So long a server that is away may take to come back, until it is told.
const COMES_BACK: Duration = Duration::from_secs(10);

/// So often the server hears of us: it gives a seat up that it does not hear.
const PING_EVERY: Duration = Duration::from_secs(25);

/// So long nothing may be heard until the connection is made anew.
const SILENCE: Duration = Duration::from_secs(75);

/// So long others may take, after a choice, before it is told that they are asked.
const SETTLES: Duration = Duration::from_millis(700);

/// The longest that somebody waits to be asked, in seconds.
const LONGEST_WAIT: u64 = 120;

/// A seat at a web table, held by its link.
pub struct Seat {
    entered: Entered,
    shared: Arc<Shared>,
    /// The number of a request that is to be sent.
    outbox: UnboundedSender<u64>,
    /// Names of requests are this run's own: what has the name of an earlier one is not done again.
    run: u64,
}

#[derive(Default)]
struct Shared {
    known: Mutex<Known>,
    changed: Condvar,
}

/// What has been heard.
#[derive(Default)]
struct Known {
    hello: Value,
    present: Map<String, Value>,
    lines: Vec<Value>,
    /// With which the server knows that these lines are its own.
    mark: String,
    /// So many entries there were when it was told last how the battle stands: an answer is one to what was asked then.
    told: Option<Value>,
    next: u64,
    /// Requests without an answer, by number; sent again when the connection is made anew.
    asked: BTreeMap<u64, String>,
    answers: BTreeMap<u64, Value>,
    /// Why this seat is no longer held.
    out: Option<Trouble>,
    /// Why the server cannot be reached now.
    away: Option<Trouble>,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what is known, and tells whoever waits.
    fn change(&self, change: impl FnOnce(&mut Known)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Waits until something is so, or the time is over.
    fn wait<T>(&self, until: Instant, mut is_so: impl FnMut(&mut Known) -> Option<T>) -> Option<T> {
        let mut known = self.lock();
        loop {
            if let Some(found) = is_so(&mut known) {
                return Some(found);
            }
            let left = until.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
            known = self.changed.wait_timeout(known, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl Known {
    fn hear(&mut self, mut message: Value) {
        match message["kind"].as_str() {
            Some("hello") => self.hello = message,
            Some("log") => {
                let keep = message["keep"].as_u64().and_then(|keep| usize::try_from(keep).ok()).unwrap_or(0);
                self.lines.truncate(keep);
                if let Value::Array(lines) = message["lines"].take() {
                    self.lines.extend(lines);
                }
                self.mark = message["mark"].as_str().unwrap_or_default().to_owned();
            }
            Some("state") => {
                if let Value::Object(set) = message["set"].take() {
                    self.present.extend(set);
                }
            }
            Some("done" | "refused") => {
                let number =
                    message["id"].as_str().and_then(|id| id.rsplit_once('-')).and_then(|(_, nth)| nth.parse().ok());
                if let Some(number) = number.filter(|number| self.asked.remove(number).is_some()) {
                    self.answers.insert(number, message);
                }
            }
            Some("bye") => {
                let why = visible(message["why"].as_str().unwrap_or_default(), 200);
                // A table that was closed is opened again by whoever comes back.
                if !why.starts_with("the table was closed") {
                    self.out = Some(Trouble::because(format!("the table has closed this seat: {why}")));
                }
            }
            _ => {}
        }
    }

    fn is_asked_or_over(&self) -> bool {
        let is_there = |name: &str| self.present.get(name).is_some_and(|part| !part.is_null());
        is_there("awaited") || is_there("outcome")
    }
}

impl Seat {
    /// Sits down by a link, under a name that the others see.
    ///
    /// # Errors
    /// What is wrong with the link; why no table answers; whom it does not let in.
    pub fn sit(link: &str, name: &str) -> Result<Self, Trouble> {
        let link = Link::read(link)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Trouble::because(format!("no thread can be had: {error}")))?;
        let entered = runtime.block_on(link.enter(name))?;
        let (outbox, inbox) = unbounded_channel();
        let shared = Arc::new(Shared::default());
        let held = Holder { link: link.clone(), seat: entered.seat.clone(), shared: Arc::clone(&shared), inbox };
        let spawned = std::thread::Builder::new().name("seat".into()).spawn(move || runtime.block_on(held.hold()));
        spawned.map_err(|error| Trouble::because(format!("no thread can be had: {error}")))?;
        let run = RandomState::new().hash_one(&entered.seat);
        let seat = Self { entered, shared, outbox, run };
        let greeted = |known: &mut Known| match known.out.clone() {
            Some(out) => Some(Err(out)),
            None => known.present.contains_key("viewer").then_some(Ok(())),
        };
        let late = || Err(Trouble::because(format!("the table at {} does not tell what is played", link.host())));
        seat.shared.wait(Instant::now() + PATIENCE, greeted).unwrap_or_else(late)?;
        Ok(seat)
    }

    /// Whose seat it is: `gm`, `spectator`, a side, or names of creatures.
    #[must_use]
    pub fn role(&self) -> &str {
        &self.entered.role
    }

    /// Asks, and waits for the answer.
    fn ask(&self, mut request: Value) -> Result<Value, Trouble> {
        let number = {
            let mut known = self.shared.lock();
            if let Some(out) = &known.out {
                return Err(out.clone());
            }
            known.next += 1;
            let number = known.next;
            request["id"] = format!("{:016x}-{number}", self.run).into();
            known.asked.insert(number, request.to_string());
            number
        };
        // Where nobody listens any more, `out` says why.
        let _ = self.outbox.send(number);
        let answered = |known: &mut Known| match (known.answers.remove(&number), known.out.clone()) {
            (Some(answer), _) => Some(Ok(answer)),
            (None, Some(out)) => Some(Err(out)),
            (None, None) => None,
        };
        let or_away = |known: &mut Known| answered(known).or_else(|| known.away.clone().map(Err));
        let begun = Instant::now();
        let answer = self.shared.wait(begun + COMES_BACK, answered);
        let answer = answer.or_else(|| self.shared.wait(begun + PATIENCE, or_away));
        // What is given up is not asked again when the connection is there again.
        self.shared.lock().asked.remove(&number);
        let answer = answer.unwrap_or_else(|| {
            let why = format!("the table has not answered within {} seconds", PATIENCE.as_secs());
            Err(Trouble::because(why).help("look: it may have been done all the same"))
        });
        let answer = answer?;
        if answer["kind"] == "refused" {
            let word = |name: &str| answer[name].as_str().map(str::to_owned);
            return Err(Trouble { rule: word("rule"), ..Trouble::because(word("why").unwrap_or_default()) });
        }
        Ok(answer)
    }

    /// Waits until this seat is asked or the battle is over, so long at most.
    fn until_asked(&self, most: Duration) {
        self.shared
            .wait(Instant::now() + most, |known| (known.is_asked_or_over() || known.out.is_some()).then_some(()));
    }

    fn told(&self, log: usize) -> Result<Value, Trouble> {
        let mut known = self.shared.lock();
        if let Some(out) = &known.out {
            return Err(out.clone());
        }
        known.told = known.present.get("entries").cloned();
        let mut told = brief(Value::Object(known.present.clone()), &known.lines, log);
        for name in ["game", "title"] {
            told[name] = known.hello.get(name).cloned().unwrap_or_default();
        }
        if let Some(away) = &known.away {
            told["away"] = format!("this is how it stood when the table was last heard: {}", away.why).into();
        }
        Ok(told)
    }
}

/// The present in few words, as the other battles of assistants are told, with so many lines of the log.
fn brief(present: Value, lines: &[Value], log: usize) -> Value {
    let Value::Object(mut members) = present else { return Value::Null };
    if let Some(awaited) = members.get_mut("awaited") {
        only_texts(awaited);
        let throws = awaited["kind"] == "dice";
        if let Some(Value::Array(choices)) = awaited.get_mut("choices")
            && choices.is_empty()
            && throws
        {
            choices.push("roll".into());
        }
    }
    let mut newest: Vec<Value> = lines.iter().map(words).filter(|words| *words != "").rev().take(log).collect();
    newest.reverse();
    members.insert("log".into(), newest.into());
    // How the table plays is the page's business.
    members.remove("table");
    Value::Object(members)
}

/// Choices as they are answered.
pub(crate) fn only_texts(awaited: &mut Value) {
    for choice in awaited.get_mut("choices").and_then(Value::as_array_mut).into_iter().flatten() {
        *choice = choice.get_mut("text").map_or(Value::Null, Value::take);
    }
}

/// What a person reads of a line.
fn words(line: &Value) -> Value {
    let text = if line["text"] == "" { &line["detail"] } else { &line["text"] };
    text.clone()
}

impl Battles for Seat {
    fn sees_all(&self) -> bool {
        false
    }

    fn place(&self) -> String {
        format!(
            "You hold the seat of {} at a web table, where other people play. You see what that seat may know, and choose for it \
             alone. When nothing is asked of you, `look` with `wait` until you are asked.",
            visible(&self.entered.role, 200)
        )
    }

    fn open(&self, _: crate::desk::Opening) -> Result<Value, Trouble> {
        Err(Trouble::because("this seat is at a web table: the game master opens its battle"))
    }

    fn look(&self, _: Option<&str>, viewer: Option<&str>, log: usize, wait: u64) -> Result<Value, Trouble> {
        self.until_asked(Duration::from_secs(wait.min(LONGEST_WAIT)));
        let Some(viewer) = viewer else { return self.told(log) };
        // The server says whether this seat may look so, and what is seen then.
        let mut state = self.ask(json!({ "do": "state", "viewer": viewer }))?;
        let lines = self.ask(json!({ "do": "log", "viewer": viewer }))?;
        let lines = lines["log"].as_array().cloned().unwrap_or_default();
        Ok(brief(state["state"].take(), &lines, log))
    }

    fn choose(&self, _: Option<&str>, line: &str) -> Result<Value, Trouble> {
        let before = self.shared.lock().lines.len();
        let is_thrown = line.trim() == "roll"
            && self.shared.lock().present.get("awaited").is_some_and(|asked| asked["kind"] == "dice");
        let mut want = if is_thrown { json!({ "do": "roll" }) } else { json!({ "do": "answer", "line": line }) };
        if let Some(entries) = self.shared.lock().told.clone() {
            want["of"] = entries;
        }
        self.ask(want)?;
        self.until_asked(SETTLES);
        let since = self.shared.lock().lines.len().saturating_sub(before);
        self.told(since.clamp(1, 60))
    }

    fn odds(&self, _: Option<&str>, choice: Option<&str>, through: bool, samples: u64) -> Result<Value, Trouble> {
        let mut want = json!({ "do": "odds", "through": through, "samples": samples, "seed": 1 });
        if let Some(choice) = choice {
            want["choice"] = choice.into();
        }
        Ok(self.ask(want)?["odds"].take())
    }

    fn explain(&self, _: Option<&str>, choice: Option<&str>, last: usize) -> Result<Value, Trouble> {
        if let Some(choice) = choice {
            let facts = self.ask(json!({ "do": "facts", "choice": choice }))?["facts"].take();
            return Ok(json!({ "choice": choice, "facts": facts }));
        }
        let known = self.shared.lock();
        let lines: Vec<&Value> = known.lines.iter().filter(|line| words(line) != "").collect();
        let from = lines.len().saturating_sub(last.clamp(1, 200));
        let line = |line: &&Value| {
            json!({
                "place": line["place"], "text": words(line), "detail": line["detail"], "rules": line["rules"], "entry": line["entry"],
            })
        };
        Ok(json!({ "log": lines[from..].iter().map(line).collect::<Vec<_>>() }))
    }

    fn undo(&self, _: Option<&str>, times: u32) -> Result<Value, Trouble> {
        self.ask(json!({ "do": "undo", "times": times }))?;
        self.told(1)
    }

    fn simulate(&self, _: &crate::desk::Opening, _: u64, _: u32) -> Result<Value, Trouble> {
        Err(Trouble::because("simulating is for the game master: it may tell what others hide"))
    }
}

/// Holds a seat's connection, and makes it anew when it is lost.
struct Holder {
    link: Link,
    seat: String,
    shared: Arc<Shared>,
    inbox: UnboundedReceiver<u64>,
}

/// Why a connection has ended.
enum End {
    /// It is made anew.
    Lost,
    /// Nobody holds the seat any more.
    Left,
}

impl Holder {
    async fn hold(mut self) {
        let mut pause = Duration::from_millis(100);
        loop {
            match self.link.socket(&self.seat).await {
                Ok(socket) => {
                    let begun = Instant::now();
                    if matches!(self.talk(socket).await, End::Left) {
                        return;
                    }
                    let lost = Trouble::because("the connection to the table is lost");
                    self.shared.change(|known| known.away = Some(lost));
                    if begun.elapsed() > PING_EVERY {
                        pause = Duration::from_millis(100);
                    }
                }
                Err(Shut::Away(why)) => self.shared.change(|known| known.away = Some(why)),
                Err(Shut::Out(why)) => self.shared.change(|known| known.out = Some(why)),
            }
            if self.shared.lock().out.is_some() || self.inbox.is_closed() {
                return;
            }
            tokio::time::sleep(pause).await;
            pause = (pause * 2).min(Duration::from_secs(5));
        }
    }

    async fn talk(&mut self, mut socket: WebSocketStream<TcpStream>) -> End {
        let first = {
            let mut known = self.shared.lock();
            known.away = None;
            let hello = json!({ "do": "hello", "since": known.lines.len(), "mark": known.mark }).to_string();
            // What was not answered is asked again; what has been done is not done twice, since it has the same name.
            std::iter::once(hello).chain(known.asked.values().cloned()).collect::<Vec<_>>()
        };
        for text in first {
            if socket.send(Message::text(text)).await.is_err() {
                return End::Lost;
            }
        }
        let mut heard = tokio::time::Instant::now();
        let mut ping = tokio::time::interval(PING_EVERY);
        loop {
            let said = tokio::select! {
                message = socket.next() => {
                    heard = tokio::time::Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => {
                            if let Ok(message) = serde_json::from_str(&text) {
                                self.shared.change(|known| known.hear(message));
                            }
                            if self.shared.lock().out.is_some() {
                                return End::Lost;
                            }
                            continue;
                        }
                        Some(Ok(Message::Close(_)) | Err(_)) | None => return End::Lost,
                        Some(Ok(_)) => continue,
                    }
                }
                number = self.inbox.recv() => match number {
                    None => {
                        let _ = tokio::time::timeout(Duration::from_secs(1), socket.close(None)).await;
                        return End::Left;
                    }
                    // Nothing where it was sent as the connection was made, and answered.
                    Some(number) => self.shared.lock().asked.get(&number).cloned(),
                },
                _ = ping.tick() => Some(json!({ "do": "ping" }).to_string()),
                () = tokio::time::sleep_until(heard + SILENCE) => return End::Lost,
            };
            if let Some(said) = said
                && socket.send(Message::text(said)).await.is_err()
            {
                return End::Lost;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Known, brief};
    use serde_json::{Value, json};

    #[test]
    fn whatever_a_server_says_is_heard() {
        let mut known = Known::default();
        for message in [
            json!(null),
            json!([1]),
            json!({ "kind": 3 }),
            json!({ "kind": "log", "keep": -1, "lines": 7 }),
            json!({ "kind": "log", "keep": u64::MAX, "lines": [{ "text": "a" }], "mark": "1" }),
            json!({ "kind": "state", "set": [] }),
            json!({ "kind": "state", "set": { "awaited": 5, "viewer": null } }),
            json!({ "kind": "done", "id": "x-99999999999999999999" }),
            json!({ "kind": "done", "id": 4 }),
            json!({ "kind": "bye" }),
        ] {
            known.hear(message);
        }
        assert_eq!((known.lines.len(), known.mark.as_str()), (1, "1"));
        assert!(known.out.is_some() && known.answers.is_empty());
        let told = brief(
            Value::Object(known.present),
            &[json!(7), json!({ "text": "", "detail": "d" }), json!({ "text": "", "detail": "" })],
            12,
        );
        assert_eq!(told["log"], json!([null, "d"]));
    }
}
