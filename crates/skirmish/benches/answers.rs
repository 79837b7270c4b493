//! What an answer costs at the table, from the first one to the ten-thousandth: the program is played through a pipe.
//! What is counted is the time of the processor, where the system tells it. Nothing is asserted about time.
//!
//! `cargo bench -p skirmish --bench answers --profile release` measures the program that is installed.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What everybody does.
const ANSWER: &str = "pass";

/// So many answers at each end are compared.
const END: usize = 100;

/// Evenings in which eight people wait for ever, and how they are played.
const EVENINGS: [(&str, &[&str]); 4] = [
    ("resolved by hand", &["--level", "tracker"]),
    ("with the eyes of one side", &["--level", "tracker", "--view", "raiders"]),
    ("with odds", &["--level", "odds", "--routine", "take"]),
    ("with proposals, of one side", &["--level", "propose", "--routine", "take", "--view", "raiders"]),
];

fn main() {
    let times = std::env::args().any(|arg| arg == "--bench");
    let answers = if times { 10_000 } else { 3 };
    println!("{:<44}{:>9}{:>11}{:>11}{:>7}{:>11}", "an answer of", answers, "first 100", "last 100", "ratio", "p99");
    let encounter = endless();
    // Where there is a disk in memory, nobody waits for one.
    let disk = Path::new("/dev/shm");
    let saves = disk.is_dir().then(|| disk.join(format!("skirmish-answers-{}.skirmish", std::process::id())));
    let save = saves.as_ref().map(|path| path.display().to_string());
    let kept = save.as_ref().map(|path| vec!["--level", "tracker", "--save", path]);
    let evenings = EVENINGS.into_iter().map(|(name, how)| (name, [how, &["--no-save"]].concat()));
    for (name, how) in evenings.chain(kept.map(|how| ("kept in a file", how))) {
        let took = evening(&encounter, &how, answers);
        let (first, last) = (mean(&took[..END.min(took.len())]), mean(&took[took.len().saturating_sub(END)..]));
        let mut sorted = took.clone();
        sorted.sort();
        let p99 = sorted[(sorted.len() - 1) * 99 / 100];
        let ratio = last.as_secs_f64() / first.as_secs_f64().max(1e-9);
        println!("{name:<53}{:>11}{:>11}{ratio:>7.2}{:>11}", in_ms(first), in_ms(last), in_ms(p99));
    }
    saves.into_iter().chain([encounter]).for_each(|path| drop(std::fs::remove_file(path)));
}

fn program() -> OsString {
    std::env::var_os("SKIRMISH").unwrap_or_else(|| env!("CARGO_BIN_EXE_skirmish").into())
}

/// An encounter of eight that lasts as long as anybody has patience.
fn endless() -> PathBuf {
    let shown = Command::new(program()).args(["show", "crossfire"]).output().expect("the program is there");
    let text = String::from_utf8(shown.stdout).expect("an encounter is text");
    let path = std::env::temp_dir().join(format!("skirmish-answers-{}.toml", std::process::id()));
    std::fs::write(&path, format!("most_rounds = 100000\n{text}")).expect("it can be written");
    path
}

/// How long each answer took: until the question behind it had been put.
fn evening(encounter: &Path, how: &[&str], answers: usize) -> Vec<Duration> {
    let mut child = Command::new(program())
        .arg("play")
        .arg(encounter)
        .args(["--board", "never", "--seed", "1"])
        .args(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program is there");
    let mut typed = child.stdin.take().expect("a pipe");
    let mut said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let echo = format!("> {ANSWER}");
    let mut took = Vec::with_capacity(answers);
    let mut before = Spent::of(&child);
    for _ in 0..answers {
        typed.write_all(format!("{ANSWER}\n").as_bytes()).expect("it reads");
        // What comes of an answer is told with its echo, and with the next question.
        assert!(said.by_ref().map_while(Result::ok).any(|line| line == echo), "every answer is echoed");
        let now = Spent::of(&child);
        took.push(now.since(&before));
        before = now;
    }
    drop(typed);
    assert!(said.map_while(Result::ok).count() < usize::MAX && child.wait().expect("it ends").success());
    took
}

/// What a program has spent: the time of the processor where the system tells it, else that of the clock.
struct Spent {
    processor: Option<Duration>,
    clock: Instant,
}

impl Spent {
    fn of(child: &Child) -> Self {
        // The first number is the time on a processor; the program has no other thread that is of interest here.
        let told = std::fs::read_to_string(format!("/proc/{}/schedstat", child.id())).ok();
        let spent = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
        Self { processor: spent.map(Duration::from_nanos), clock: Instant::now() }
    }

    fn since(&self, before: &Self) -> Duration {
        match (self.processor, before.processor) {
            (Some(now), Some(before)) => now.saturating_sub(before),
            _ => self.clock - before.clock,
        }
    }
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(1)
}

fn in_ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
