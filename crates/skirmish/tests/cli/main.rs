//! The real binary, run as people and programs run it.

mod bad_input;
mod carry;
mod check;
mod duel;
mod export;
mod import;
mod lookup;
mod odds;
mod pipes;
mod run;
mod sim;
mod state;
mod sweep;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Two wolves with little left, side by side.
const WOLVES: &str = "\
rulebook = \"elemental-d6\"
title = \"Two wolves\"
[map]
width = 2
height = 1
[[combatant]]
name = \"Grey\"
side = \"grey\"
creature = \"wolf\"
at = \"A1\"
hp = 6
[[combatant]]
name = \"White\"
side = \"white\"
creature = \"wolf\"
at = \"B1\"
hp = 6
";

/// What came of a run.
#[derive(Debug)]
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn of(output: Output) -> Self {
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        let code = output.status.code().expect("it ended by itself");
        let ran = Self { code, out: text(output.stdout), err: text(output.stderr) };
        assert!(!ran.err.contains("panicked"), "{}", ran.err);
        assert!(
            !ran.out.contains('\u{1b}') && !ran.err.contains('\u{1b}'),
            "colour where there is no terminal: {ran:?}"
        );
        ran
    }

    /// What was reported, on one line. Reports are wrapped, and a line that goes on begins with a bar: where depends on how
    /// long this checkout's path is.
    fn said(&self) -> String {
        self.err.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ")
    }

    /// Exit code 0, nothing on standard error.
    #[track_caller]
    fn well(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Exit code 0, whatever is noted on standard error.
    #[track_caller]
    fn said_out(self) -> String {
        assert_eq!(self.code, 0, "{}", self.err);
        self.out
    }

    /// Exit code 2, nothing on standard output, and a report with these words.
    #[track_caller]
    fn refused(self, words: &[&str]) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        let said = self.said();
        words.iter().for_each(|word| assert!(said.contains(word), "`{word}` is missing in:\n{}", self.err));
        self.err
    }
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.args(args).env_remove("NO_COLOR").env_remove("NO_GRAPHICS");
    command
}

fn skirmish(args: &[&str]) -> Ran {
    Ran::of(command(args).output().expect("it can be started"))
}

/// Every embedded encounter, as it is called: game and name.
fn encounters() -> Vec<(String, String)> {
    let list: Value = serde_json::from_str(&skirmish(&["encounters", "--json"]).well()).expect("a JSON list");
    let text = |entry: &Value, key: &str| entry[key].as_str().expect("a text").to_owned();
    let all: Vec<_> = list.as_array().expect("a list").iter().map(|e| (text(e, "game"), text(e, "name"))).collect();
    assert!(!all.is_empty(), "no game brings encounters");
    all
}

/// One of them, as `game/name`.
fn encounter() -> String {
    let (game, name) = encounters().swap_remove(0);
    format!("{game}/{name}")
}

/// A new empty folder.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder can be made");
    path
}

/// A file in a folder, as an argument.
fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file can be written");
    path.to_str().expect("the path is UTF-8").to_owned()
}

#[test]
fn every_verb_has_help_with_an_example() {
    for verb in [
        "run",
        "sim",
        "sweep",
        "duel",
        "odds",
        "play",
        "state",
        "carry",
        "recap",
        "export",
        "import",
        "check",
        "rules",
        "new",
        "schema",
        "encounters",
        "content",
        "show",
        "completions",
    ] {
        for flag in ["-h", "--help"] {
            let help = skirmish(&[verb, flag]).well();
            assert!(help.contains("Example") && help.contains(&format!("skirmish {verb}")), "{help}");
        }
    }
    let help = skirmish(&["--help"]).well();
    assert!(help.contains("Exit codes: 0 done, 1 a check failed, 2 bad input"), "{help}");
    assert!(skirmish(&["--version"]).well().starts_with("skirmish "));
}

#[test]
fn unknown_words_are_bad_input() {
    skirmish(&["chck"]).refused(&["chck", "check"]);
    skirmish(&["run"]).refused(&["ENCOUNTER"]);
    skirmish(&["run", &encounter(), "--seed", "x"]).refused(&["--seed"]);
    skirmish(&["run", &encounter(), "--json", "--explain"]).refused(&["cannot be used with"]);
}
