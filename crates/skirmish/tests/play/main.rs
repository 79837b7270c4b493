//! `skirmish play`, typed as people type it: through a pipe, and on a terminal.

mod bad_input;
mod evenings;
mod log;
mod machine;
mod old_saves;
mod saving;
mod table;
#[cfg(unix)]
mod terminal;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// The encounters that people meet first.
const ENCOUNTERS: [&str; 5] = ["ambush", "chase", "crossfire", "duel", "elemental"];

/// What came of an evening.
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
        assert!(!ran.out.contains('\u{1b}'), "an escape sequence where there is no terminal:\n{}", ran.out);
        ran
    }

    /// Exit code 0, nothing on standard error.
    #[track_caller]
    fn well(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self.out
    }

    /// Exit code 2, nothing on standard output, and a report with these words.
    #[track_caller]
    fn refused(self, words: &[&str]) -> String {
        assert_eq!((self.code, self.out.as_str()), (2, ""), "{}", self.err);
        // Reports are wrapped.
        let said = self.err.replace(['|', '│'], " ").split_whitespace().collect::<Vec<_>>().join(" ");
        words.iter().for_each(|word| assert!(said.contains(word), "`{word}` is missing in:\n{}", self.err));
        said
    }
}

/// Every word is there; lines may be broken anywhere.
#[track_caller]
fn says(out: &str, words: &[&str]) {
    // A report that goes on begins its line with a bar.
    let said = out.split_whitespace().filter(|word| *word != "|").collect::<Vec<_>>().join(" ");
    words.iter().for_each(|word| assert!(said.contains(word), "`{word}` is missing in:\n{out}"));
}

/// `skirmish play` in a folder.
fn command(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skirmish"));
    command.arg("play").args(args).current_dir(folder).env_remove("NO_COLOR").env_remove("NO_GRAPHICS");
    command
}

/// Started, with all its pipes.
fn start(folder: &Path, args: &[&str]) -> Child {
    let piped = Stdio::piped;
    let mut command = command(folder, args);
    command.stdin(piped()).stdout(piped()).stderr(piped()).spawn().expect("it can be started")
}

/// The lines are typed, and then nothing more comes.
fn play(folder: &Path, args: &[&str], typed: impl AsRef<[u8]>) -> Ran {
    Ran::of(feed(start(folder, args), typed.as_ref().to_vec()))
}

/// Whoever reads no more than it needs may leave a pipe that is still written.
fn feed(mut child: Child, typed: Vec<u8>) -> Output {
    let mut pipe = child.stdin.take().expect("a pipe");
    let feeder = thread::spawn(move || {
        let _ = pipe.write_all(&typed);
    });
    let output = child.wait_with_output().expect("it ends");
    feeder.join().expect("nothing to panic about");
    output
}

/// A new empty folder, its own for each call: tests run side by side.
fn folder(name: &str) -> PathBuf {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play").join(format!("{name}-{call}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("a folder can be made");
    path
}

/// What stands in a file of a folder.
fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

/// The answers of a save: everything after its head.
fn answers(folder: &Path, name: &str) -> Vec<String> {
    let text = read(folder, name);
    let (_, answers) = text.split_once("\ntable routine").expect("play has written it");
    answers.lines().skip(1).filter(|line| !line.is_empty()).map(str::to_owned).collect()
}

/// Text in which a line is too wide for eighty columns.
#[track_caller]
fn fits_eighty_columns(out: &str) {
    let wide: Vec<&str> = out.lines().filter(|line| line.chars().count() > 80).collect();
    assert!(wide.is_empty(), "wider than 80 columns:\n{}", wide.join("\n"));
}

/// Another verb of the program, in a folder.
fn verb(folder: &Path, args: &[&str]) -> Ran {
    let output = Command::new(env!("CARGO_BIN_EXE_skirmish")).args(args).current_dir(folder).output();
    Ran::of(output.expect("it can be started"))
}
