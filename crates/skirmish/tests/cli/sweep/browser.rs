//! A browser that looks at pages: Chromium without a window, spoken to over two pipes in its own protocol.

use std::fs::{self, File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// Set where a missing browser is a fault, as in continuous integration.
const REQUIRED: &str = "SKIRMISH_BROWSER_REQUIRED";

/// So long the browser may take for one answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a page is looked at.
#[derive(Clone, Copy)]
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) wide: u32,
    pub(super) is_dark: bool,
}

/// Chromium, with one page open.
pub(super) struct Browser {
    child: Child,
    to: File,
    from: Receiver<Value>,
    next: u64,
    session: Option<String>,
    /// What the page has said or done wrong since it was opened.
    complaints: Vec<String>,
}

/// The browser of this machine; nothing, said on standard error, where there is none and none is required.
pub(super) fn open(folder: &Path) -> Option<Browser> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all = std::env::split_paths(&path)
        .flat_map(|folder| ["chromium", "chromium-browser", "google-chrome"].map(|name| folder.join(name)));
    match all.find(|program| program.is_file()) {
        Some(program) => Some(Browser::start(&program, folder)),
        None => {
            let required = std::env::var_os(REQUIRED).is_some_and(|value| !value.is_empty() && value != "0");
            assert!(!required, "{REQUIRED} is set, and there is no chromium, chromium-browser or google-chrome");
            eprintln!("skipped: there is no chromium, chromium-browser or google-chrome on this machine");
            None
        }
    }
}

impl Browser {
    fn start(program: &Path, folder: &Path) -> Self {
        let pipe = |name: &str| {
            let path = folder.join(name);
            let _ = fs::remove_file(&path);
            assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo runs").success());
            path
        };
        let (to, from) = (pipe("to-browser"), pipe("from-browser"));
        let profile = folder.join("profile");
        // The browser reads from file 3 and writes to file 4.
        let child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<to-browser 4>from-browser"])
            .arg(program)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"])
            .args(["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"])
            .args(["--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1"])
            .arg(format!("--user-data-dir={}", profile.display()))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell can be started");
        let mut browser =
            Self { child, to: both_ways(&to), from: listen(&from), next: 0, session: None, complaints: Vec::new() };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attached =
            browser.call("Target.attachToTarget", json!({ "targetId": target["targetId"], "flatten": true }));
        browser.session = attached["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Calls a method of the protocol, and waits for what it gives.
    fn call(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = session.as_str().into();
        }
        write!(self.to, "{message}\0").expect("the browser reads");
        loop {
            let answer = self.hear(method);
            if answer["id"] == self.next {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].clone();
            }
        }
    }

    /// The next message, whatever it is of.
    fn hear(&mut self, waiting: &str) -> Value {
        let message = self.from.recv_timeout(PATIENCE).unwrap_or_else(|why| panic!("{waiting}: {why}"));
        let complains = ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"];
        if complains.iter().any(|method| message["method"] == *method) {
            self.complaints.push(message["params"].to_string());
        }
        message
    }

    /// Opens a file as it looks there, and waits until it is loaded.
    pub(super) fn show(&mut self, page: &Path, look: Look) {
        let size = json!({ "width": look.wide, "height": 800, "deviceScaleFactor": 1, "mobile": look.wide < 500 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        let scheme = if look.is_dark { "dark" } else { "light" };
        let features = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.call("Emulation.setEmulatedMedia", features);
        self.complaints.clear();
        self.call("Page.navigate", json!({ "url": format!("file://{}", page.display()) }));
        while self.hear("a page that loads")["method"] != "Page.loadEventFired" {}
    }

    /// What an expression comes to on the page, as JSON.
    pub(super) fn ask(&mut self, expression: &str) -> Value {
        let asked = json!({ "expression": expression, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{}", answer["exceptionDetails"]);
        answer["result"]["value"].clone()
    }

    /// What the page has written to the console, and its errors.
    pub(super) fn complaints(&self) -> &[String] {
        &self.complaints
    }

    /// A picture of the whole page, as a PNG file.
    pub(super) fn picture(&mut self, file: &Path) {
        let size =
            self.ask("({ x: 0, y: 0, scale: 1, width: innerWidth, height: document.documentElement.scrollHeight })");
        let taken = self.call("Page.captureScreenshot", json!({ "captureBeyondViewport": true, "clip": size }));
        fs::write(file, bytes(taken["data"].as_str().expect("a picture"))).expect("it can be written");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = write!(self.to, "{{\"id\":0,\"method\":\"Browser.close\"}}\0");
        std::thread::sleep(Duration::from_millis(200));
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Opens a pipe without waiting for its other end.
fn both_ways(path: &PathBuf) -> File {
    OpenOptions::new().read(true).write(true).open(path).expect("the pipe can be opened")
}

/// Everything that comes out of a pipe: messages with a zero behind each.
fn listen(path: &PathBuf) -> Receiver<Value> {
    let (pipe, (tell, told)) = (both_ways(path), channel());
    std::thread::spawn(move || {
        for message in BufReader::new(pipe).split(0).map_while(Result::ok) {
            let message = serde_json::from_slice(&message).expect("the browser writes JSON");
            if tell.send(message).is_err() {
                return;
            }
        }
    });
    told
}

/// Base64 as the browser writes it.
fn bytes(text: &str) -> Vec<u8> {
    let value = |c: u8| match c {
        b'A'..=b'Z' => u32::from(c - b'A'),
        b'a'..=b'z' => u32::from(c - b'a') + 26,
        b'0'..=b'9' => u32::from(c - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u32> = text.bytes().filter(|c| *c != b'=').map(value).collect();
    let group = |group: &[u32]| {
        let sum = (0..4).fold(0, |sum, at| sum << 6 | group.get(at).copied().unwrap_or(0));
        sum.to_be_bytes()[1..group.len()].to_vec()
    };
    digits.chunks(4).flat_map(group).collect()
}

#[test]
fn base64_is_read() {
    assert_eq!(bytes("U2tpcm1pc2g="), b"Skirmish");
    assert_eq!(bytes("+/8="), [0xfb, 0xff]);
    assert_eq!(bytes("AAAA"), [0, 0, 0]);
}
