//! The same load against boardgame.io, which sends its players' moves over socket.io. This speaks as much of that as it takes.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::{Message, WebSocket};

use crate::figures::{Times, memory_of};
use crate::{Crowd, Size};

/// What is installed.
const VERSION: &str = "boardgame.io@0.50.2";

const PLAYERS: usize = 4;

/// A server of boardgame.io in a process of its own.
pub struct Peer {
    child: Child,
    address: String,
}

impl Peer {
    /// Installs it into the target folder, once.
    pub fn install() -> Result<PathBuf, String> {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("boardgame-io");
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        std::fs::write(folder.join("server.cjs"), include_str!("peer.cjs")).map_err(|error| error.to_string())?;
        if !folder.join("node_modules/boardgame.io").is_dir() {
            let installed = Command::new("npm")
                .args(["install", "--no-audit", "--no-fund", "--no-package-lock", VERSION])
                .current_dir(&folder)
                .stdout(Stdio::null())
                .status();
            if !installed.map_err(|error| format!("there is no npm ({error})"))?.success() {
                return Err(format!("npm cannot install {VERSION}"));
            }
        }
        Ok(folder)
    }

    fn start(folder: &Path) -> Self {
        let mut child = Command::new("node")
            .arg("server.cjs")
            .current_dir(folder)
            .env("NODE_ENV", "production")
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let mut said = BufReader::new(child.stdout.take().expect("its output is piped")).lines().map_while(Result::ok);
        let port =
            said.find_map(|line| line.strip_prefix("LISTENS ").map(str::to_owned)).expect("it says where it listens");
        // Whoever writes into a pipe that is closed ends.
        std::thread::spawn(move || said.for_each(drop));
        Self { child, address: format!("127.0.0.1:{port}") }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Early and late in a match.
pub fn latency(folder: &Path, matches: usize, size: &Size) -> (Times, Times) {
    let peer = Peer::start(folder);
    let mut all: Vec<Match> = (0..matches).map(|nth| Match::sit(&peer, &format!("early-{nth}"))).collect();
    let measured = |all: &mut [Match], answers: usize| {
        let mut times = Times::default();
        while times.len() < answers {
            all.iter_mut().for_each(|one| times.add(one.move_once()));
            crate::ours::wait_for_the_rate(matches);
        }
        times
    };
    all.iter_mut().for_each(|one| one.moves(10));
    let early = measured(&mut all, size.answers);
    drop(all);
    let mut late: Vec<Match> = (0..2).map(|nth| Match::sit(&peer, &format!("late-{nth}"))).collect();
    late.iter_mut().for_each(|one| one.moves(size.entries));
    let late = measured(&mut late, size.answers / 4);
    (early, late)
}

/// What many matches cost.
pub fn crowd(folder: &Path, size: &Size) -> Crowd {
    let peer = Peer::start(folder);
    let before = memory_of(peer.child.id());
    let mut all: Vec<Match> = (0..size.crowd).map(|nth| Match::sit(&peer, &format!("crowd-{nth}"))).collect();
    let mut times = Times::default();
    all.iter_mut().for_each(|one| times.add(one.move_once()));
    Crowd { tables: size.crowd, before, after: memory_of(peer.child.id()), times }
}

/// A match with a player on each of four sockets.
struct Match {
    name: String,
    players: Vec<Socket>,
}

impl Match {
    fn sit(peer: &Peer, name: &str) -> Self {
        let players = (0..PLAYERS).map(|player| Socket::sit(peer, name, player)).collect();
        Self { name: name.to_owned(), players }
    }

    fn moves(&mut self, times: usize) {
        for _ in 0..times {
            self.move_once();
        }
    }

    /// Whoever's turn it is moves: how long until all of them know.
    fn move_once(&mut self) -> Duration {
        let (state, player) = (self.players[0].state, self.players[0].turn);
        let action = format!(
            r#"42/turns,["update",{{"type":"MAKE_MOVE","payload":{{"type":"strike","args":[1],"playerID":"{player}","credentials":null}}}},{state},"{}","{player}"]"#,
            self.name
        );
        let begun = Instant::now();
        self.players[player].say(action);
        for player in &mut self.players {
            while player.state <= state {
                player.hear();
            }
        }
        begun.elapsed()
    }
}

struct Socket {
    socket: WebSocket<TcpStream>,
    /// The number of the state that it has last heard of, and whose turn it is there.
    state: u64,
    turn: usize,
}

impl Socket {
    fn sit(peer: &Peer, name: &str, player: usize) -> Self {
        let stream = TcpStream::connect(&peer.address).expect("it listens");
        stream.set_nodelay(true).expect("it is a socket");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it is a socket");
        let address = format!("ws://{}/socket.io/?EIO=4&transport=websocket", peer.address);
        let (socket, _) = tungstenite::client(address, stream).expect("it opens");
        let mut socket = Self { socket, state: 0, turn: 0 };
        socket.until("0{");
        socket.say("40/turns,".into());
        socket.until("40/turns,");
        socket.say(format!(r#"42/turns,["sync","{name}","{player}",null,{PLAYERS}]"#));
        socket.until(r#"42/turns,["sync""#);
        socket
    }

    fn say(&mut self, text: String) {
        self.socket.send(Message::text(text)).expect("it reads");
    }

    fn until(&mut self, begin: &str) {
        while !self.hear().starts_with(begin) {}
    }

    fn hear(&mut self) -> String {
        loop {
            let Message::Text(text) = self.socket.read().expect("the socket is open") else { continue };
            if text.as_str() == "2" {
                self.say("3".into());
                continue;
            }
            if let Some(state) = number(&text, r#""_stateID":"#) {
                self.state = state;
                self.turn = number(&text, r#""currentPlayer":""#).and_then(|turn| turn.try_into().ok()).unwrap_or(0);
            }
            return text.as_str().to_owned();
        }
    }
}

fn number(text: &str, before: &str) -> Option<u64> {
    let (_, rest) = text.split_once(before)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}
