//! Every example in the documents is true: transcripts are checked, encounters loaded, commands run.
//!
//! What a fenced block means is said by the words behind its fence:
//!
//! - `skirmish`: a transcript that passes; `skirmish fails`: one that must not
//! - `toml encounter`: an encounter that loads and plays; `toml part`: the part of one that matters there, of Elemental
//!   D6 or, with `toml part generia`, of that game
//! - `console`: lines that begin with `$ ` are run (`< FILE` types a file into them), and print what stands below
//! - `rust`, `js`, `py`, `toml excerpt`: stands word for word in the file that a comment before it names, and is compiled there; so does
//!   any other block with such a comment
//! - `sh`: commands that `.ci/run` runs too; `sh by-hand`: commands that would take too long there
//! - `text`: nothing is claimed
//!
//! A comment before a block puts it in its place: `<!-- file: x.skirmish -->` writes it to a file first, `<!-- after:
//! x.skirmish -->` reads that file before it, `<!-- from: crates/… -->` says where an excerpt stands. All files of a page lie
//! in one folder, where its commands run.
//!
//! In output, a line `…` stands for any number of lines, and `…` at a line's end for the rest of it. With
//! `UPDATE_DOCS=1` the pages are brought up to date instead: of what stands between two `…` the first line must still
//! be there. With `DOCS=rulebook` only pages with that in their name are looked at.

mod console;
mod limits;
mod output;
mod page;
mod run;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn root() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.canonicalize().expect("the crate lies in the workspace")
}

/// Every page, by its path from the root.
fn pages() -> Vec<String> {
    let root = root();
    let of = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root.join(folder)).expect("the folder is there");
        let names = entries.flatten().map(|entry| entry.file_name().into_string().expect("a plain name"));
        let mut names: Vec<String> = names.filter(|name| name.ends_with(".md")).collect();
        names.sort();
        names.iter().map(|name| Path::new(folder).join(name).to_str().expect("UTF-8").to_owned()).collect()
    };
    [of(""), of("docs")].concat()
}

#[test]
fn every_example_is_true() {
    let (root, updating) = (root(), std::env::var_os("UPDATE_DOCS").is_some());
    let mut wrong = Vec::new();
    let only = std::env::var("DOCS").unwrap_or_default();
    for name in pages().into_iter().filter(|name| name.contains(&only)) {
        let path = root.join(&name);
        let text = fs::read_to_string(&path).expect("a page is UTF-8");
        let mut page = page::Page::read(&name, &text);
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs").join(name.replace('/', "-"));
        let mut runner = run::Runner::new(&root, &folder, updating);
        for block in &mut page.blocks {
            if let Err(why) = runner.run(block) {
                wrong.push(format!("{name}:{}: {why}", block.line));
            }
        }
        if updating && page.print() != text {
            fs::write(&path, page.print()).expect("the page can be written");
        }
    }
    assert!(wrong.is_empty(), "{} examples are not true:\n\n{}\n", wrong.len(), wrong.join("\n\n"));
}

#[test]
fn every_link_leads_somewhere() {
    let root = root();
    for name in pages() {
        let text = fs::read_to_string(root.join(&name)).expect("a page is UTF-8");
        let page = page::Page::read(&name, &text);
        for (line, link) in page.links() {
            let (file, heading) = link.split_once('#').unwrap_or((link.as_str(), ""));
            if file.contains("://") {
                continue;
            }
            let path = root.join(&name).with_file_name(file);
            let path = if file.is_empty() { root.join(&name) } else { path };
            assert!(path.exists(), "{name}:{line}: there is no {file}");
            if !heading.is_empty() {
                let there = fs::read_to_string(&path).expect("a page is UTF-8");
                let known = page::Page::read(file, &there).headings();
                assert!(known.contains(&heading.to_owned()), "{name}:{line}: {link}: the headings are {known:?}");
            }
        }
    }
}

#[test]
fn the_pages_that_people_look_for_are_there() {
    let pages = pages();
    for page in ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/transcript.md"] {
        assert!(pages.iter().any(|name| name == page), "{page} is missing");
    }
}

/// The table of features is run with its page. Here: it has every published game, and says yes everywhere.
#[test]
fn everything_works_in_every_game() {
    let page = fs::read_to_string(root().join("docs/games.md")).expect("the page is there");
    let games: Vec<_> = skirmish_shelf::games().filter(|game| !game.is_example()).collect();
    for (number, game) in (1..).zip(&games) {
        assert!(page.contains(&format!("\n{number}  {}\n", game.title())), "{} is missing", game.title());
    }
    let marks = |line: &str| line.split_whitespace().filter(|word| *word == "yes").count();
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("  ") && marks(line) > 0).collect();
    let lacking: Vec<&&str> = rows.iter().filter(|line| marks(line) != games.len()).collect();
    assert!(lacking.is_empty(), "something does not work: {lacking:#?}");
    assert!(page.contains(&format!("{0} of {0} work", rows.len() * games.len())), "a row is missing of {}", rows.len());
}

/// Games, and the pages that describe their encounters.
const DESCRIBED: [(&str, &str); 5] = [
    ("elemental-d6", "docs/encounter.md"),
    ("generia", "docs/generia.md"),
    ("legacy-of-adventure", "docs/legacy-of-adventure.md"),
    ("fragments-of-power", "docs/fragments-of-power.md"),
    ("sigil-of-uchma", "docs/sigil-of-uchma.md"),
];

/// Whatever comes with a game is named on the page that lists it, and so is every key that a file may have.
#[test]
fn encounters_are_described_completely() {
    for (game, name) in DESCRIBED {
        let page = fs::read_to_string(root().join(name)).expect("the page is there");
        names_of_content(game, name, &page);
        let output = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(["schema", game]).output();
        let schema: Value = serde_json::from_slice(&output.expect("it runs").stdout).expect("the schema is JSON");
        for key in keys(&schema) {
            let shown = [format!("`{key}`"), format!("{key} ="), format!("[[{key}]]"), format!("[{key}]")];
            assert!(shown.iter().any(|form| page.contains(form)), "{name} does not describe `{key}` of {game}");
        }
    }
}

/// Is everything in a game's content files named on its page?
fn names_of_content(game: &str, name: &str, page: &str) {
    let entries = fs::read_dir(root().join("rulebooks").join(game).join("content")).expect("the folder is there");
    let files = entries.flatten().map(|entry| entry.path());
    for file in files.filter(|path| path.extension().is_some_and(|extension| extension == "toml")) {
        let content = fs::read_to_string(&file).expect("the content is there");
        let named = content.lines().filter_map(|line| line.strip_prefix("name = \"")?.split('"').next());
        for what in named {
            assert!(page.contains(&format!("`{what}`")), "{name} does not name {what} of {}", file.display());
        }
    }
}

/// Every key that a schema allows.
fn keys(schema: &Value) -> Vec<&str> {
    let inner: Vec<&str> = match schema {
        Value::Object(members) => members.values().flat_map(keys).collect(),
        Value::Array(items) => items.iter().flat_map(keys).collect(),
        _ => Vec::new(),
    };
    let own = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    // What a key was called once is read, and no longer written.
    let own = own.filter(|(_, shape)| shape.get("deprecated").is_none()).map(|(key, _)| key.as_str());
    own.chain(inner).collect()
}
