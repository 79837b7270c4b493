//! The web table in a real browser: Chromium, driven by playwright-core. The journeys are in `browser/journeys.mjs`.
//!
//! Without Chromium, Node or npm the test says that it was skipped; with `SKIRMISH_BROWSER_REQUIRED=1` it fails then.

#[path = "common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{Server, folder};

#[test]
#[ignore = "it is started by the other tests"]
fn the_server() {
    common::serve_if_asked();
}

/// The first of these programs on this machine.
fn program(names: &[&str]) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let all = names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name)));
    all.into_iter().find(|program| program.is_file())
}

/// What drives the browser, installed as `browser/package-lock.json` names it; once for a checkout.
fn driver(npm: &Path) -> PathBuf {
    let (from, to) = (Path::new("tests/browser"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-driver"));
    std::fs::create_dir_all(&to).expect("a folder can be made");
    let lock = |folder: &Path| std::fs::read(folder.join("package-lock.json")).ok();
    let is_there = lock(&to) == lock(from) && to.join("node_modules/playwright-core").is_dir();
    for file in ["package.json", "package-lock.json", "journeys.mjs"] {
        std::fs::copy(from.join(file), to.join(file)).expect("it can be copied");
    }
    if !is_there {
        let installed = Command::new(npm).args(["ci", "--no-audit", "--no-fund"]).current_dir(&to).status();
        assert!(installed.expect("npm runs").success(), "npm cannot install what drives the browser");
    }
    to
}

#[test]
fn journeys_at_the_table() {
    let programs = [&["chromium", "chromium-browser", "google-chrome"][..], &["node"], &["npm"]].map(program);
    let [Some(chromium), Some(node), Some(npm)] = programs else {
        let required =
            std::env::var_os("SKIRMISH_BROWSER_REQUIRED").is_some_and(|value| !value.is_empty() && value != "0");
        assert!(!required, "SKIRMISH_BROWSER_REQUIRED is set, and there is no Chromium, no node or no npm");
        eprintln!("skipped: there is no Chromium, no node or no npm on this machine");
        return;
    };
    let driver = driver(&npm);
    let folder = folder("browser");
    let store = folder.join("tables.db");
    let mut server = Server::start(&store);
    let mut journeys = Command::new(node)
        .arg("journeys.mjs")
        .args([&chromium, Path::new(&server.address), Path::new(&server.token), &folder.join("pictures")])
        .current_dir(driver)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let mut answers = journeys.stdin.take().expect("it is piped");
    for line in BufReader::new(journeys.stdout.take().expect("it is piped")).lines() {
        let line = line.expect("it writes text");
        eprintln!("{line}");
        if line == "KILL" {
            let address = server.address.clone();
            server.kill();
            std::thread::sleep(std::time::Duration::from_millis(500));
            server = Server::start_at(&store, &address);
            writeln!(answers, "{}", server.token).expect("it reads");
        }
    }
    assert!(journeys.wait().expect("it ends").success(), "a journey failed: see above");
}
