//! Lines that answer what is asked: a number, a choice, dice, an edict.

use skirmish_kernel::{ChoiceView, words};

use super::explain;
use super::table::Table;

/// Why a line is no answer.
pub(super) struct NoAnswer {
    pub(super) why: String,
    /// An answer was meant, and nothing else.
    pub(super) is_meant: bool,
}

/// An answer to what is asked: the number of a choice, a line of a transcript.
pub(super) fn answer(table: &mut Table<'_>, line: &str) -> Result<(), NoAnswer> {
    let awaited = table.asked().awaited();
    let choices = awaited.as_ref().filter(|awaited| awaited.kind == "choice").map(|awaited| awaited.choices.as_slice());
    let line = match choices {
        Some(choices) if line.bytes().all(|byte| byte.is_ascii_digit()) => {
            let choice = explain::named(choices, line).map_err(|why| NoAnswer { why, is_meant: true })?;
            let who = awaited.as_ref().and_then(|awaited| awaited.who.first()).cloned().unwrap_or_default();
            format!("{who}: {choice}")
        }
        // Several are asked at once: a bare choice is that of the first.
        Some(_) if !line.contains(':') => match awaited.as_ref().map(|awaited| awaited.who.as_slice()) {
            Some([first, _, ..]) => format!("{first}: {line}"),
            _ => line.to_owned(),
        },
        _ => line.to_owned(),
    };
    table.give(&line).map_err(|no| NoAnswer { why: no.to_string(), is_meant: no.meant })
}

/// Does a choice that is listed begin with this word, or a person's name?
pub(super) fn begins_a_choice(table: &Table<'_>, first: &str) -> bool {
    let first = first.to_lowercase();
    let awaited = table.asked().awaited();
    awaited.is_some_and(|awaited| {
        first.contains(':')
            || awaited.choices.iter().any(|choice| choice.text.to_lowercase().starts_with(&first))
            || awaited.kind == "dice" && first.starts_with(|c: char| c.is_ascii_digit() || c == '=')
    })
}

/// Is a word nearer to one with which answers begin than to a command? Dice are no words.
pub(super) fn is_near_an_answer(table: &Table<'_>, first: &str, commands: &[&str]) -> bool {
    let Some(awaited) = table.asked().awaited().filter(|awaited| awaited.kind == "choice") else {
        return false;
    };
    let verbs = table.asked().verbs();
    let listed = awaited.choices.iter().map(ChoiceView::verb);
    let answers: Vec<&str> = listed.chain(verbs.iter().map(String::as_str)).collect();
    // Of two that are equally near, the answer comes first.
    let near = words::nearest(first, answers.iter().copied().chain(commands.iter().copied()));
    near.is_some_and(|near| answers.contains(&near))
}
