//! What rules are made of has no threads, no clocks, no files and no network, so that it can be built for WebAssembly and is
//! the same everywhere.

use std::fs;
use std::path::{Path, PathBuf};

/// Crates that play, look, work odds out, read and write texts.
const PURE: [&str; 9] = ["kernel", "grid", "bookkit", "tactics", "odds", "wire", "shelf", "plot", "report"];

/// Where one of these words may stand: what a person asks for by the second, and what the tests of books write.
const BUT: [&str; 2] = ["tactics/src/budget.rs", "kernel/src/conformance/golden.rs"];

/// What belongs to a system.
const WORDS: [&str; 11] = [
    "std::thread",
    "std::fs",
    "std::net",
    "std::process",
    "std::env::",
    "io::stdin",
    "io::stdout",
    "Instant::now",
    "SystemTime",
    "std::os",
    "rayon",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).expect("it is there").map(|entry| entry.expect("it can be read").path()) {
        match path.is_dir() {
            true => sources(&path, found),
            false if path.extension().is_some_and(|kind| kind == "rs") => found.push(path),
            false => {}
        }
    }
}

/// Lines of code in which one of the words stands: `file:line: code`.
fn impure(root: &Path, folders: &[PathBuf]) -> Vec<String> {
    let mut files = Vec::new();
    folders.iter().for_each(|folder| sources(folder, &mut files));
    assert!(files.len() >= folders.len());
    let mut found = Vec::new();
    for file in files {
        let name = file.strip_prefix(root).expect("it lies there").display().to_string();
        if BUT.iter().any(|but| name.ends_with(but)) {
            continue;
        }
        let text = fs::read_to_string(&file).expect("sources are texts");
        // What a test does is no part of a build, and a comment may name anything.
        let code = text.lines().take_while(|line| !line.starts_with("#[cfg(test)]"));
        let code = code.enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        for (at, line) in code {
            if WORDS.iter().any(|word| line.contains(word)) {
                found.push(format!("{name}:{}: {}", at + 1, line.trim()));
            }
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the workspace is there")
}

#[test]
fn rules_have_no_threads_clocks_or_files() {
    let root = root();
    let crates = PURE.iter().map(|name| root.join("crates").join(name).join("src"));
    let books = fs::read_dir(root.join("rulebooks"))
        .expect("there are books")
        .map(|book| book.expect("a book").path().join("src"));
    let found = impure(&root, &crates.chain(books).collect::<Vec<_>>());
    assert!(found.is_empty(), "these would not go into WebAssembly:\n{}", found.join("\n"));
}

#[test]
fn whoever_has_them_is_found() {
    let root = root();
    assert!(!impure(&root, &[root.join("crates/sim/src")]).is_empty(), "batches have threads");
    assert!(!impure(&root, &[root.join("crates/program/src")]).is_empty(), "programs read files");
}
