//! What an answer costs at the table, from the first one to the ten-thousandth: the program is played through a pipe, and
//! keeps the battle nowhere. Nothing is asserted about time.
//!
//! `cargo bench -p skirmish --bench answers --profile release` measures the program that is installed.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// So many answers at each end are compared.
const END: usize = 100;

/// Evenings in which everybody waits for ever: the encounter, the answer, and how it is played.
const EVENINGS: [(&str, &str, &[&str]); 4] = [
    ("duel", "pass", &["--level", "odds"]),
    ("duel", "pass", &["--level", "propose", "--view", "wind"]),
    ("crossfire", "pass", &["--level", "tracker"]),
    ("crossfire", "pass", &["--level", "odds", "--view", "heroes"]),
];

fn main() {
    let times = std::env::args().any(|arg| arg == "--bench");
    let answers = if times { 10_000 } else { 3 };
    println!("{:<44}{:>9}{:>11}{:>11}{:>7}{:>11}", "an answer of", answers, "first 100", "last 100", "ratio", "p99");
    for (encounter, answer, how) in EVENINGS {
        let took = evening(encounter, answer, how, answers);
        let (first, last) = (mean(&took[..END.min(took.len())]), mean(&took[took.len().saturating_sub(END)..]));
        let mut sorted = took.clone();
        sorted.sort();
        let p99 = sorted[(sorted.len() - 1) * 99 / 100];
        let ratio = last.as_secs_f64() / first.as_secs_f64().max(1e-9);
        let name = format!("{encounter} {}", how.join(" "));
        println!("{name:<53}{:>11}{:>11}{ratio:>7.2}{:>11}", in_ms(first), in_ms(last), in_ms(p99));
    }
}

/// How long each answer took: until the question behind it had been put.
fn evening(encounter: &str, answer: &str, how: &[&str], answers: usize) -> Vec<Duration> {
    let program = std::env::var_os("SKIRMISH").unwrap_or_else(|| env!("CARGO_BIN_EXE_skirmish").into());
    let mut child = Command::new(program)
        .args(["play", encounter, "--no-save", "--board", "never", "--seed", "1"])
        .args(how)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program is there");
    let mut typed = child.stdin.take().expect("a pipe");
    let lines = format!("{answer}\n").repeat(answers);
    // It reads line after line; all of them are there before it wants them.
    let typing = std::thread::spawn(move || typed.write_all(lines.as_bytes()));
    let said = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let echo = format!("> {answer}");
    // What comes of an answer is told with its echo, and with the next question.
    let at: Vec<Instant> = said.map_while(Result::ok).filter(|line| *line == echo).map(|_| Instant::now()).collect();
    typing.join().expect("nothing to panic about").expect("it reads on");
    assert!(child.wait().expect("it ends").success());
    assert_eq!(at.len(), answers, "every answer is echoed");
    at.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

fn mean(times: &[Duration]) -> Duration {
    times.iter().sum::<Duration>() / u32::try_from(times.len().max(1)).unwrap_or(1)
}

fn in_ms(time: Duration) -> String {
    format!("{:.3} ms", time.as_secs_f64() * 1e3)
}
