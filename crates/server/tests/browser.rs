//! The web table in a real browser: Chromium, driven by playwright-core. The journeys are in `browser/journeys.mjs`.
//!
//! Without Chromium, Node or npm the test says that it was skipped; with `SKIRMISH_BROWSER_REQUIRED=1` it fails then.

#[path = "common/mod.rs"]
mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

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

/// What drives the browser and checks types, installed as `browser/package-lock.json` names it; once for a checkout.
fn driver(npm: &Path) -> &'static Path {
    static DRIVER: OnceLock<PathBuf> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let (from, to) = (Path::new("tests/browser"), Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser-driver"));
        std::fs::create_dir_all(&to).expect("a folder can be made");
        let lock = |folder: &Path| std::fs::read(folder.join("package-lock.json")).ok();
        let is_there = lock(&to) == lock(from) && to.join("node_modules/typescript").is_dir();
        copy_all(from, &to);
        let client = to.join("client");
        let _ = std::fs::remove_dir_all(&client);
        std::fs::create_dir_all(&client).expect("a folder can be made");
        copy_all(Path::new("client"), &client);
        if !is_there {
            let installed = Command::new(npm).args(["ci", "--no-audit", "--no-fund"]).current_dir(&to).status();
            assert!(installed.expect("npm runs").success(), "npm cannot install what drives the browser");
        }
        to
    })
}

/// Copies the files of a folder, and not its folders.
fn copy_all(from: &Path, to: &Path) {
    for entry in std::fs::read_dir(from).expect("it is there") {
        let path = entry.expect("it can be read").path();
        if path.is_file() {
            std::fs::copy(&path, to.join(path.file_name().expect("a file has a name"))).expect("it can be copied");
        }
    }
}

/// Are these tests to fail where there is no browser, no node or no npm?
fn is_required() -> bool {
    std::env::var_os("SKIRMISH_BROWSER_REQUIRED").is_some_and(|value| !value.is_empty() && value != "0")
}

/// The client is plain JavaScript; what its comments say of types holds.
#[test]
fn the_types_of_the_client() {
    let [Some(node), Some(npm)] = [&["node"][..], &["npm"]].map(program) else {
        assert!(!is_required(), "SKIRMISH_BROWSER_REQUIRED is set, and there is no node or no npm");
        eprintln!("skipped: there is no node or no npm on this machine");
        return;
    };
    let driver = driver(&npm);
    let checked = Command::new(node)
        .args(["node_modules/typescript/bin/tsc", "-p", "tsconfig.json"])
        .current_dir(driver)
        .output()
        .expect("node runs");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stdout));
}

#[test]
fn journeys_at_the_table() {
    let programs = [&["chromium", "chromium-browser", "google-chrome"][..], &["node"], &["npm"]].map(program);
    let [Some(chromium), Some(node), Some(npm)] = programs else {
        assert!(!is_required(), "SKIRMISH_BROWSER_REQUIRED is set, and there is no Chromium, no node or no npm");
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
            let begun = std::time::Instant::now();
            server = Server::start_at(&store, &address);
            writeln!(answers, "{} {}", server.token, begun.elapsed().as_millis()).expect("it reads");
        }
    }
    assert!(journeys.wait().expect("it ends").success(), "a journey failed: see above");
    // The pages show how a table looks now.
    let (picture, page) = (folder.join("pictures/table.png"), Path::new("../../docs/pictures/table.png"));
    if std::env::var_os("UPDATE_DOCS").is_some_and(|value| value == "1") && picture.is_file() {
        std::fs::copy(picture, page).expect("it can be copied");
    }
}
