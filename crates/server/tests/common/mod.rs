//! A server in a process of its own, which can be killed, and clients that speak to it.
#![allow(dead_code, reason = "each file of tests uses its part of this")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// Set for the process that is the server: its store.
const STORE: &str = "SKIRMISH_TEST_STORE";

/// And its address.
const ADDRESS: &str = "SKIRMISH_TEST_ADDRESS";

/// And the seed of its dice, or `system` for those that nobody knows; without it the seed is 1.
const DICE: &str = "SKIRMISH_TEST_DICE";

/// So long a server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The other process: a test that serves, if it is asked to.
pub fn serve_if_asked() {
    let Some(store) = std::env::var_os(STORE) else { return };
    let address = std::env::var(ADDRESS).expect("an address is named").parse().expect("it is one");
    let dice = match std::env::var(DICE).as_deref() {
        Ok("system") => None,
        Ok(seed) => Some(seed.parse().expect("a seed is a number")),
        Err(_) => Some(1),
    };
    let settings = skirmish_server::Settings { address, origins: Vec::new(), token: None, traces: false, dice };
    let store = skirmish_server::store::open(Path::new(&store)).expect("the store opens");
    let ready = skirmish_server::listen(settings).expect("an address is free");
    println!("\nLISTENS {} {}", ready.address, ready.token);
    skirmish_server::serve(ready, store, || false).expect("it serves");
}

/// A fresh folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// A server in a process of its own.
pub struct Server {
    child: Child,
    /// Kept open: who writes into a pipe that is closed ends.
    _output: std::io::Lines<BufReader<std::process::ChildStdout>>,
    pub address: String,
    pub token: String,
}

impl Server {
    /// Starts one on a store; `name` is that of the test in this file which calls [`serve_if_asked`].
    pub fn start(store: &Path) -> Self {
        Self::start_at(store, "127.0.0.1:0")
    }

    /// The same at an address.
    pub fn start_at(store: &Path, address: &str) -> Self {
        Self::started(&[], store, address)
    }

    /// The same under another program, which is given it as its last arguments.
    pub fn start_under(program: &[&str], store: &Path) -> Self {
        Self::started(program, store, "127.0.0.1:0")
    }

    fn started(under: &[&str], store: &Path, address: &str) -> Self {
        let own = std::env::current_exe().expect("a test knows where it is");
        let mut command = match under {
            [] => Command::new(own),
            [program, arguments @ ..] => {
                let mut command = Command::new(program);
                command.args(arguments).arg(own);
                command
            }
        };
        let mut child = command
            .args(["the_server", "--exact", "--ignored", "--nocapture"])
            .env(STORE, store)
            .env(ADDRESS, address)
            .stdout(Stdio::piped())
            .spawn()
            .expect("it can be started");
        let mut lines = BufReader::new(child.stdout.take().expect("its output is piped")).lines();
        let line = lines.by_ref().find_map(|line| line.ok().filter(|line| line.starts_with("LISTENS ")));
        let line = line.expect("it says where it listens");
        let words: Vec<&str> = line.split(' ').collect();
        Self { child, _output: lines, address: words[1].to_owned(), token: words[2].to_owned() }
    }

    /// kill -9.
    pub fn kill(mut self) {
        self.end();
    }

    /// Ends it; whatever it stands under ends with it.
    fn end(&mut self) {
        if !matches!(self.child.try_wait(), Ok(None)) {
            return;
        }
        let id = self.child.id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children")).unwrap_or_default();
        let inner: Vec<&str> = children.split_whitespace().collect();
        if inner.is_empty() || !Command::new("kill").arg("-9").args(&inner).status().is_ok_and(|ended| ended.success())
        {
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }

    /// The number of its process.
    pub fn process(&self) -> u32 {
        self.child.id()
    }

    /// Asks over HTTP: status, headers and body.
    pub fn http(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<&Value>,
    ) -> (u16, String, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        for (name, value) in headers {
            text.push_str(&format!("{name}: {value}\r\n"));
        }
        let kind = if body.is_empty() { "" } else { "Content-Type: application/json\r\n" };
        text.push_str(&format!("{kind}Content-Length: {}\r\n\r\n{body}", body.len()));
        stream.write_all(text.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        // A picture is no text; of what surrounds it nothing is lost.
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => body.lines().step_by(2).skip(1).collect::<Vec<_>>().join(""),
            false => body.to_owned(),
        };
        (status, head.to_owned(), serde_json::from_str(&body).unwrap_or(Value::String(body)))
    }

    /// Asks as the host.
    pub fn host(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let bearer = format!("Bearer {}", self.token);
        let (status, _, told) = self.http(method, path, &[("Authorization", &bearer)], body);
        assert_eq!(status, 200, "{method} {path}: {told}");
        told
    }

    /// Lays a table: its name, and by role its seats and their tokens.
    pub fn lay(&self, what: &Value) -> Laid {
        Laid(self.host("POST", "/api/v1/tables", Some(what)))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// A table that was laid.
pub struct Laid(pub Value);

impl Laid {
    /// Seat and token of a role.
    pub fn link(&self, role: &str) -> (String, String) {
        let links = self.0["links"].as_array().expect("links");
        let link = links.iter().find(|link| link["role"] == role).unwrap_or_else(|| panic!("a link for {role}"));
        (link["seat"].as_str().unwrap().to_owned(), link["token"].as_str().unwrap().to_owned())
    }
}

/// The socket of a seat.
pub struct Seat {
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    /// Everything that has come, as it came.
    pub heard: Vec<String>,
    /// The present, part by part.
    pub state: Value,
    /// Lines of the log, and the mark of the last one.
    pub log: Vec<Value>,
    pub mark: String,
}

impl Seat {
    /// Sits down with a token.
    pub fn sit(server: &Server, link: &(String, String)) -> Self {
        Self::sit_again(server, link, Vec::new(), String::new())
    }

    /// Comes back with what it has of the log.
    pub fn sit_again(server: &Server, (seat, token): &(String, String), log: Vec<Value>, mark: String) -> Self {
        let socket = connect(server, seat, &[("Authorization", &format!("Bearer {token}"))]).expect("it opens");
        let mut seat = Self { socket, heard: Vec::new(), state: json!({}), log, mark };
        seat.say(&json!({ "do": "hello", "since": seat.log.len(), "mark": seat.mark }));
        while seat.state["viewer"].is_null() {
            seat.hear().expect("it is greeted");
        }
        seat
    }

    pub fn say(&mut self, request: &Value) {
        self.socket.send(Message::text(request.to_string())).expect("it reads");
    }

    /// One message; none when the socket is closed.
    pub fn hear(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.as_str().to_owned());
                    let message: Value = serde_json::from_str(&text).expect("messages are JSON");
                    self.take(&message);
                    return Some(message);
                }
                Ok(Message::Close(_)) => return None,
                Err(why) => {
                    eprintln!("the socket ends: {why}");
                    return None;
                }
                Ok(_) => {}
            }
        }
    }

    fn take(&mut self, message: &Value) {
        match message["kind"].as_str() {
            Some("log") => {
                self.log.truncate(message["keep"].as_u64().unwrap() as usize);
                self.log.extend(message["lines"].as_array().unwrap().iter().cloned());
                self.mark = message["mark"].as_str().unwrap().to_owned();
            }
            Some("state") => {
                for (name, part) in message["set"].as_object().unwrap() {
                    self.state[name] = part.clone();
                }
            }
            _ => {}
        }
    }

    /// Asks, and waits for the answer: done or refused.
    pub fn ask(&mut self, request: Value) -> Value {
        // A command's name is the table's: two seats of one test do not share theirs.
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let id = format!("test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        self.ask_as(&id, request)
    }

    /// The same under a name of one's own.
    pub fn ask_as(&mut self, id: &str, mut request: Value) -> Value {
        request["id"] = id.into();
        self.say(&request);
        loop {
            let message = self.hear().unwrap_or_else(|| panic!("closed at {request}: {:?}", self.heard.last()));
            if message["id"] == id && message["kind"] != "prices" {
                return message;
            }
        }
    }

    /// Says a text as it stands, and gives what comes next; none when the socket is closed.
    pub fn ask_raw(&mut self, text: &str) -> Option<Value> {
        self.socket.send(Message::text(text)).ok()?;
        self.hear()
    }

    /// Says something to a server that may be gone.
    pub fn try_say(&mut self, request: &Value) -> Option<()> {
        self.socket.send(Message::text(request.to_string())).ok()
    }

    /// The answer to a request; none when the server is gone.
    pub fn until_answered(&mut self, id: &str) -> Option<Value> {
        loop {
            let message = self.hear()?;
            if message["id"] == id {
                return Some(message);
            }
        }
    }

    /// Hears everything that has happened until now.
    pub fn catch_up(&mut self) {
        self.say(&json!({ "do": "ping" }));
        while self.hear().expect("it answers")["kind"] != "pong" {}
    }

    /// Takes what has come off the wire and does not look at it: who says only what they are asked to say needs no more.
    pub fn skim(&mut self) {
        while self.has_come() {
            self.socket.read().expect("the socket is open");
        }
    }

    /// Is there something to be read?
    fn has_come(&self) -> bool {
        let MaybeTlsStream::Plain(stream) = self.socket.get_ref() else { return false };
        let has_come = stream.set_nonblocking(true).is_ok() && stream.peek(&mut [0; 1]).is_ok_and(|bytes| bytes > 0);
        stream.set_nonblocking(false).expect("it is a socket");
        has_come
    }

    /// Asks for what must be done.
    pub fn done(&mut self, request: Value) -> Value {
        let told = self.ask(request.clone());
        assert_eq!(told["kind"], "done", "{request}: {told}");
        told
    }

    /// Waits until the present is as wanted.
    pub fn until(&mut self, wanted: impl Fn(&Self) -> bool) {
        while !wanted(self) {
            self.hear().expect("it goes on");
        }
    }
}

/// Opens a socket with these headers; its refusal as a status.
pub fn connect(
    server: &Server,
    seat: &str,
    headers: &[(&str, &str)],
) -> Result<WebSocket<MaybeTlsStream<TcpStream>>, u16> {
    let address = format!("ws://{}/api/v1/seats/{seat}/socket", server.address);
    let mut request = address.into_client_request().expect("an address");
    for (name, value) in headers {
        let name: tungstenite::http::HeaderName = name.parse().expect("a header");
        request.headers_mut().insert(name, value.parse().expect("a value"));
    }
    let stream = TcpStream::connect(&server.address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_nodelay(true).unwrap();
    match tungstenite::client(request, MaybeTlsStream::Plain(stream)) {
        Ok((socket, _)) => Ok(socket),
        Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => Err(answer.status().as_u16()),
        Err(other) => panic!("{other}"),
    }
}
