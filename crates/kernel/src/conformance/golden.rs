//! Golden playthroughs: a whole battle as readable text, so that any change of behaviour shows in a diff.

use std::path::Path;

use crate::book::Embedded;
use crate::{Policy, Scribe, Viewer};

/// A battle that a policy plays with the dice of a seed, told in full: every event, throw with its modifiers, choice.
///
/// # Errors
/// What is wrong with the encounter, or that the battle does not go on.
pub fn playthrough<B: Scribe>(
    encounter: &Embedded,
    policy: &mut dyn Policy<B>,
    seed: u64,
    most_steps: usize,
) -> Result<String, String> {
    let mut session = super::open::<B>(encounter, seed)?;
    while session.step_count() <= most_steps && (session.roll() || session.decide(policy)) {}
    super::no_flaw(&session)?;
    let mut text = format!("# {} of {}, seed {seed}\n", encounter.name, B::NAME);
    let mut around = String::new();
    for (place, moment) in session.log() {
        let line = crate::log::log_line::<B>(session.setup(), place, moment, Viewer::GameMaster);
        if line.place != around {
            text.push_str(&format!("\n## {}\n", line.place));
            around.clone_from(&line.place);
        }
        match (line.text.as_str(), line.detail.as_str()) {
            ("", "") => {}
            ("", detail) => text.push_str(&format!("{detail}\n")),
            (words, _) => text.push_str(&format!("{words} [{}]\n", line.rules.join(" "))),
        }
    }
    let end = match session.outcome() {
        Some(outcome) => {
            let side = outcome.winner.and_then(|side| B::sides(session.setup()).get(usize::from(side.0)));
            let winner = side.map_or("nobody", String::as_str);
            format!("\nwon by {winner} ({})\n", B::CATALOGUE.name(outcome.rule))
        }
        None => format!("\nstopped after {most_steps} steps: {}\n", session.awaited_words()),
    };
    Ok(text + &end)
}

/// Is a text what stands in a golden file? With `UPDATE_GOLDEN` set in the environment the file is written anew first: then
/// read the difference, and say in the commit why it is right.
///
/// # Errors
/// The first line in which they differ, or that the file cannot be read or written.
pub fn is_golden(is: &str, path: impl AsRef<Path>) -> Result<(), String> {
    let path = path.as_ref();
    let cannot = |error| format!("{}: {error}; UPDATE_GOLDEN=1 makes it", path.display());
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(path, is).map_err(cannot)?;
    }
    let golden = std::fs::read_to_string(path).map_err(cannot)?;
    same_text(is, &golden).map_err(|why| format!("{}: {why}", path.display()))
}

/// Are two texts the same?
///
/// # Errors
/// The first line in which they differ.
pub fn same_text(is: &str, golden: &str) -> Result<(), String> {
    if is == golden {
        return Ok(());
    }
    let (mut a, mut b) = (is.lines(), golden.lines());
    let mut line = 0;
    loop {
        line += 1;
        match (a.next(), b.next()) {
            (None, None) => return Err("the ends of the lines differ".into()),
            (is, golden) if is == golden => {}
            (is, golden) => {
                let (is, golden) = (is.unwrap_or("(the end)"), golden.unwrap_or("(the end)"));
                return Err(format!("line {line} is\n  {is}\ninstead of\n  {golden}"));
            }
        }
    }
}
