//! By hand: edicts and notes.

use skirmish_kernel::Refused;

use super::look;
use super::table::{Next, Table};
use crate::wrap::{WIDTH, wrapped};

/// What can be said of one creature, in order; `av.…` for everything under `av`.
fn fields_of_one(table: &Table<'_>) -> Vec<String> {
    let token = table.seen().view().tokens.into_iter().next();
    let whose = token.map(|token| format!("{}.", token.name)).unwrap_or_default();
    let mut fields = Vec::new();
    for path in table.seen().paths() {
        let Some(field) = path.strip_prefix(&whose) else { continue };
        let field = field.split_once('.').map_or_else(|| field.to_owned(), |(head, _)| format!("{head}.…"));
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    fields
}

/// Gives a line by hand. True if it waits: the log tells it when it begins to work, so that it was taken is said here.
pub(super) fn give(table: &mut Table<'_>, line: &str) -> Result<bool, Refused> {
    let before = table.battle.waiting_edicts().len();
    table.battle.line(line)?;
    let waiting = table.battle.waiting_edicts();
    let Some(last) = waiting.last().filter(|_| waiting.len() > before) else { return Ok(false) };
    let detail = if last.detail.is_empty() { String::new() } else { format!(" ({})", last.detail) };
    table.say(&wrapped(&format!("  {}{detail}", last.text), WIDTH, 4));
    Ok(true)
}

pub(super) fn game_master(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if text.is_empty() {
        let mut lines =
            vec!["  gm FIELD = VALUE, gm FIELD -7, gm FIELD +4, gm FIELD += WORD, gm FIELD -= WORD".to_owned()];
        lines.extend(table.battle.edicts().iter().map(|(form, about)| format!("  gm {form}: {about}")));
        lines.push("  gm next …: from the next turn on".into());
        lines.push(wrapped(&format!("  Fields of a creature: {}", fields_of_one(table).join(" ")), WIDTH, 4));
        table.say_all(&lines);
        return Ok(Next::Done);
    }
    look::whole_path(table, text.strip_prefix("next ").unwrap_or(text), "gm")?;
    let line = match text.strip_prefix("next ") {
        Some(rest) => format!("gm next: {rest}"),
        None => format!("gm: {text}"),
    };
    let field = text.split(['=', '+', '-']).next().unwrap_or_default().trim().to_owned();
    let before = table.battle.read(&field).ok();
    let waits = give(table, &line).map_err(|refused| refused.to_string())?;
    let is_as_it_was = |before: &str| text.split_once('=').is_some_and(|(_, value)| value.trim() == before);
    if let Some(before) = before
        && !waits
        && !is_as_it_was(&before)
        && table.battle.read(&field).ok().as_ref() == Some(&before)
    {
        table.say(&format!("  {field} is {before} now; the change works when what is under way is done."));
    }
    table.set_by_hand();
    Ok(Next::Done)
}

pub(super) fn note(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if text.is_empty() {
        return Err("what is to be noted?".into());
    }
    give(table, &format!("gm: note {text}")).map_err(|refused| refused.to_string())?;
    table.set_by_hand();
    Ok(Next::Done)
}
