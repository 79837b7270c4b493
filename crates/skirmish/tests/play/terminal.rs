//! The table on a real terminal: completion, history, Ctrl-C, a window that changes its size, a terminal that is closed.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use expectrl::process::unix::{Signal, UnixProcess, WaitStatus};
use expectrl::session::OsSession;
use expectrl::{Eof, Expect, Session};

use crate::{command, folder, play, says};

/// No terminal takes as long, not even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

const TAB: &str = "\t";
const ENTER: &str = "\r";
const UP: &str = "\u{1b}[A";
const CTRL_C: &str = "\u{3}";
const CTRL_U: &str = "\u{15}";

/// A terminal at which `skirmish play` runs.
struct Terminal {
    session: OsSession,
}

impl Terminal {
    fn open(folder: &Path, args: &[&str], colour: bool) -> Self {
        let mut command = hearing_hang_ups(command(folder, args));
        command.env("TERM", "xterm");
        if !colour {
            command.env("NO_COLOR", "1");
        }
        let mut session = Session::spawn(command).expect("a terminal can be had");
        session.set_expect_timeout(Some(PATIENCE));
        session.get_process_mut().set_window_size(80, 24).expect("a terminal has a size");
        Self { session }
    }

    #[track_caller]
    fn shows(&mut self, words: &str) -> &mut Self {
        self.session.expect(words).unwrap_or_else(|error| panic!("it never shows `{words}`: {error}"));
        self
    }

    /// The question has been put, and a line may be typed.
    #[track_caller]
    fn asks(&mut self, words: &str) -> &mut Self {
        self.shows(words).shows("> ")
    }

    fn types(&mut self, keys: &str) -> &mut Self {
        self.session.send(keys).expect("the terminal is open");
        self
    }

    /// Until nothing is left of it; how it ended.
    #[track_caller]
    fn ends(mut self) -> WaitStatus {
        let _ = self.session.expect(Eof);
        let process: &UnixProcess = self.session.get_process();
        process.wait().expect("it ends")
    }

    fn struck_by(mut self, signal: Signal) -> WaitStatus {
        self.session.get_process_mut().kill(signal).expect("it runs");
        self.ends()
    }
}

/// The same program with the usual answer to SIGHUP. Tests that run under `nohup` ignore it, and so would whatever they
/// start: it would sit at a closed terminal for ever.
#[cfg(target_os = "linux")]
fn hearing_hang_ups(command: Command) -> Command {
    let status = std::fs::read_to_string("/proc/self/status").expect("this is Linux");
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("it says what is ignored");
    let ignored = u64::from_str_radix(ignored.trim(), 16).expect("a mask");
    if ignored & 1 == 0 {
        return command;
    }
    let mut usual = Command::new("env");
    usual.arg("--default-signal=HUP").arg(command.get_program()).args(command.get_args());
    usual.current_dir(command.get_current_dir().expect("it has a folder"));
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => usual.env(name, value),
            None => usual.env_remove(name),
        };
    }
    usual
}

#[cfg(not(target_os = "linux"))]
fn hearing_hang_ups(command: Command) -> Command {
    command
}

/// A duel in which Kestrel is asked.
fn duel(folder: &Path, colour: bool) -> Terminal {
    let mut terminal = Terminal::open(folder, &["duel", "--dice", "typed"], colour);
    terminal.asks("Kestrel throws 9d6>=6").types("= 2").types(ENTER);
    terminal.asks("Tarn throws 8d6>=6").types("= 1").types(ENTER);
    terminal.asks("lists each of them");
    terminal
}

fn exited(status: WaitStatus) -> Option<i32> {
    match status {
        WaitStatus::Exited(_, code) => Some(code),
        _ => None,
    }
}

#[test]
fn lines_are_completed_and_remembered() {
    let mut terminal = duel(&folder("keys"), false);
    // Tab completes word by word.
    terminal.types("sheet Kes").types(TAB).shows("Kestrel").types(ENTER).asks("Fist, elbow, knee or boot");
    terminal.types("air-blast at T").types(TAB).shows("Tarn").types(ENTER).asks("launches air-blast at Tarn");
    // The line before, and the one before it.
    terminal.types(UP).shows("air-blast at Tarn").types(UP).shows("sheet Kestrel").types(ENTER);
    terminal.asks("Fist, elbow, knee or boot").types("undo").types(CTRL_U).types("ord").types(TAB).types(ENTER);
    terminal.asks("Order, round 1, segment 1").types("quit").types(ENTER);
    terminal.shows("Kept in duel.skirmish");
    assert_eq!(exited(terminal.ends()), Some(0));
}

#[test]
fn the_first_ctrl_c_warns_and_the_second_leaves() {
    let folder = folder("ctrl-c");
    let mut terminal = duel(&folder, false);
    terminal.types("air-bl").types(CTRL_C).asks("Ctrl-C once more leaves the table; so does `quit`. Nothing is lost.");
    // A line between them begins the count anew.
    terminal.types("air-blast at Tarn").types(ENTER).asks("launches air-blast at Tarn");
    terminal.types(CTRL_C).asks("Ctrl-C once more").types(CTRL_C);
    terminal.shows("Kept in duel.skirmish");
    assert_eq!(exited(terminal.ends()), Some(130));
    says(&play(&folder, &["duel.skirmish"], "").well(), &["goes on after 3 answers"]);
}

#[test]
fn a_window_may_change_its_size_while_a_line_is_typed() {
    let mut terminal = duel(&folder("resize"), false);
    terminal.types("air-bl").shows("air-bl");
    for (columns, rows) in [(30, 10), (200, 60), (80, 24)] {
        terminal.session.get_process_mut().set_window_size(columns, rows).expect("a terminal has a size");
    }
    terminal.types("ast at Tarn").types(ENTER).asks("launches air-blast at Tarn").types("quit").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(0));
}

#[test]
fn lines_fit_into_a_narrow_window() {
    let mut terminal = duel(&folder("narrow"), false);
    terminal.session.get_process_mut().set_window_size(40, 24).expect("a terminal has a size");
    terminal.types("gm").types(ENTER).shows("gm FIELD -7, gm\r\n    FIELD +4").asks("next turn on");
    terminal.types("quit").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(0));
}

#[test]
fn a_terminal_that_is_closed_loses_nothing() {
    for (name, signal) in [("hang-up", Signal::SIGHUP), ("kill", Signal::SIGKILL), ("terminate", Signal::SIGTERM)] {
        let folder = folder(name);
        let mut terminal = duel(&folder, false);
        terminal.types("air-blast at Tarn").types(ENTER).asks("Tarn's turn (nothing spent)");
        // In the middle of a line that nobody has sent.
        terminal.types("pas").shows("pas");
        terminal.struck_by(signal);
        let mut terminal = Terminal::open(&folder, &["duel.skirmish"], false);
        terminal.shows("The battle goes on after 3 answers").asks("Tarn's turn (nothing spent)");
        terminal.types("quit").types(ENTER);
        assert_eq!(exited(terminal.ends()), Some(0));
    }
}

#[test]
fn a_broken_save_asks_whether_to_go_on() {
    let folder = folder("ask");
    play(&folder, &["duel", "--dice", "typed"], "= 2\n= 1\n").well();
    let text = crate::read(&folder, "duel.skirmish");
    std::fs::write(folder.join("duel.skirmish"), format!("{text}Kestrel: air-bl")).expect("it can be written");
    let mut terminal = Terminal::open(&folder, &["duel.skirmish"], false);
    terminal.shows("can be played").shows("[y/N]").types("n").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(2));
    let mut terminal = Terminal::open(&folder, &["duel.skirmish"], false);
    terminal.shows("[y/N]").types("y").types(ENTER);
    terminal.shows("The broken save is kept in duel-broken.skirmish").asks("Kestrel's turn");
    terminal.types("quit").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(0));
}

#[test]
fn a_terminal_has_colours_unless_they_are_not_wanted() {
    let mut terminal = duel(&folder("colours"), true);
    terminal.types("sheet").types(ENTER).asks("\u{1b}[1mKestrel\u{1b}[0m").types("quit").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(0));
    let mut terminal = duel(&folder("colours"), false);
    terminal.types("sheet").types(ENTER).asks("\nKestrel\r\n").types("quit").types(ENTER);
    assert_eq!(exited(terminal.ends()), Some(0));
}
