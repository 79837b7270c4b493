//! The log, and the way back: undo, redo, goto, another past.

use std::path::PathBuf;

use skirmish_kernel::{Changed, LogLine, Refused, View, words};

use super::keep;
use super::table::{Proposed, Table, is_by_hand};
use super::words::state;
use crate::wrap::{WIDTH, wrapped};

/// Lines that `log` shows when nobody says how many.
const USUAL: usize = 30;

/// `log [N|all]`
pub(super) fn log(table: &mut Table<'_>, text: &str) -> Result<(), String> {
    let most = match text {
        "" => USUAL,
        "all" => usize::MAX,
        number => match number.parse() {
            Ok(most) if most > 0 => most,
            _ => return Err("write `log`, `log 50` or `log all`".to_owned()),
        },
    };
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut count = 0;
    let seen = table.seen();
    for step in seen.steps(None).into_iter().rev() {
        let lines = in_order(seen.log(step));
        let block: Vec<String> = lines.iter().filter_map(entry_line).collect();
        count += block.len();
        blocks.extend(lines.first().filter(|_| !block.is_empty()).map(|line| (line.place.clone(), block)));
        if count >= most {
            break;
        }
    }
    drop(seen);
    let mut lines = Vec::new();
    let mut place = String::new();
    // Of the oldest turn, what is too much stays away.
    let mut skipped = count.saturating_sub(most);
    for (next, block) in blocks.into_iter().rev() {
        if next != place {
            lines.push(table.paint().bold(&crate::story::capital(&next)));
            place = next;
        }
        let away = skipped.min(block.len());
        skipped -= away;
        lines.extend(block.into_iter().skip(away));
    }
    if lines.is_empty() {
        lines.push("Nothing has happened yet.".into());
    }
    table.say_all(&lines);
    Ok(())
}

/// The lines of a step in the order of their entries. An edict on sheets or rules works from the beginning of the step and has come
/// later; of what was thrown or chosen at the same time the first that was given comes first.
fn in_order(lines: Vec<LogLine>) -> Vec<LogLine> {
    let is_late = |at: usize| {
        let line: &LogLine = &lines[at];
        line.kind == "edict"
            && lines[at + 1..]
                .iter()
                .any(|next| next.kind != "edict" && next.entry.is_some_and(|next| Some(next) < line.entry))
    };
    let late: Vec<bool> = (0..lines.len()).map(is_late).collect();
    let (late, mut ordered): (Vec<_>, Vec<_>) = lines.into_iter().zip(late).partition(|(_, late)| *late);
    for edict in late {
        let behind = ordered.iter().position(|(line, _)| line.entry.is_some() && line.entry > edict.0.entry);
        ordered.insert(behind.unwrap_or(ordered.len()), edict);
    }
    let mut ordered: Vec<LogLine> = ordered.into_iter().map(|(line, _)| line).collect();
    for together in ordered.chunk_by_mut(|a, b| a.entry.is_some() && b.entry.is_some()) {
        together.sort_by_key(|line| line.entry);
    }
    ordered
}

/// `  [12] Kestrel: air-blast at Tarn`, or what was told, indented.
fn entry_line(line: &LogLine) -> Option<String> {
    let text = match (&line.choice, &line.throw) {
        (Some(choice), _) => format!("{}: {}", choice.who, choice.words),
        (None, Some(throw)) => {
            let faces: Vec<String> = throw.faces.iter().map(ToString::to_string).collect();
            let is_all =
                throw.faces.as_slice().first().is_some_and(|one| faces.len() == 1 && i32::from(*one) == throw.total);
            let faces = if faces.is_empty() || is_all { String::new() } else { format!(" {} =", faces.join(" ")) };
            let rule = line.rules.first().copied().unwrap_or_default();
            format!("{} throws {}:{faces} {} ({rule})", throw.who, throw.dice, throw.total)
        }
        (None, None) => line.text.clone(),
    };
    if text.is_empty() {
        return None;
    }
    Some(match line.entry {
        Some(entry) => wrapped(&format!("  [{}] {text}", entry + 1), WIDTH, 8),
        None => wrapped(&format!("        {text}"), WIDTH, 8),
    })
}

/// `undo [N]`, `back N`, `redo [N]`: `forth` says which way. What people at the table gave is counted; what followed from it
/// by itself goes with it.
pub(super) fn step(table: &mut Table<'_>, text: &str, forth: bool) -> Result<(), String> {
    let times = match text {
        "" => 1,
        number => match number.parse::<usize>() {
            Ok(times) if times > 0 => times,
            _ => return Err(format!("`{}` is no number of answers", words::short(number))),
        },
    };
    let before = table.seen().len();
    let mut done = 0;
    while done < times {
        match one_step(table, forth) {
            Ok(()) => done += 1,
            Err(why) if done == 0 => return Err(why),
            Err(_) => break,
        }
    }
    let what = if forth { "done again" } else { "taken back" };
    // What was given unseen is not counted.
    let with = table.seen().len().abs_diff(before).saturating_sub(done);
    let with = if with > 0 { format!(", with {with} that followed by themselves") } else { String::new() };
    arrive(table, &format!("{done} {} {what}{with}", if done == 1 { "answer" } else { "answers" }));
    Ok(())
}

/// One answer of a person's, with what followed from it by itself.
fn one_step(table: &mut Table<'_>, forth: bool) -> Result<(), String> {
    let result = if forth { table.battle.redo() } else { table.battle.undo() };
    result.map_err(|refused| refused.to_string())?;
    // Where nobody is needed at all, entries are counted.
    while !table.needs_somebody() && table.has_people() {
        let result = if forth { table.battle.redo() } else { table.battle.undo() };
        if result.is_err() {
            break;
        }
    }
    Ok(())
}

/// `goto N`: to the moment before entry N; `goto end`.
pub(super) fn goto(table: &mut Table<'_>, text: &str) -> Result<(), String> {
    if text == "end" {
        while table.battle.redo().is_ok() {}
        arrive(table, "at the end of what was played");
        return Ok(());
    }
    let entry = entry_number(text)?;
    let viewer = table.viewer();
    table.battle.seat(viewer).jump(entry).map_err(|refused| refused.to_string())?;
    arrive(table, &format!("before entry {}", entry + 1));
    Ok(())
}

fn arrive(table: &mut Table<'_>, how: &str) {
    table.leap();
    let view = table.seen().view();
    let undone = if table.battle.redo_len() > 0 { " `redo` or `goto end` goes forward again." } else { "" };
    table.say(&format!("{}: {}.{undone}", crate::story::capital(how), view.clock));
}

/// An entry's number as the log shows it, counted from 0.
pub(super) fn entry_number(text: &str) -> Result<usize, String> {
    let digits = text.trim().trim_start_matches('[').trim_end_matches(']');
    let number = digits.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    number.ok_or_else(|| format!("`{}` is no entry's number; `log` shows them", words::short(text)))
}

/// `change N LINE`: what would be if entry N had been something else.
pub(super) fn change(table: &mut Table<'_>, text: &str) -> Result<(), String> {
    let (number, line) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (at, line) = (entry_number(number)?, line.trim());
    if line.is_empty() {
        return Err("into what? `change 12 air-blast at Ogre`, `change 13 4 1 6`, `change 13 gm Ogre.hp = 7`".into());
    }
    let line = whole_line(table, at, line)?;
    let viewer = table.viewer();
    let changed = changed(table, at, &line).map_err(|refused| refused.to_string())?;
    let (old, new) = (table.seen().view(), changed.battle.seen_by(viewer).view());
    let was_edict = table.seen().entries().get(at).is_some_and(|(_, old)| old.starts_with("gm"));
    let mut lines = vec![match line.starts_with("gm") && !was_edict {
        // A fact comes before the answer; in the place of another fact it replaces it.
        true => format!("If `{line}` had been done before entry {}:", at + 1),
        false => format!("If entry {} had been `{line}`:", at + 1),
    }];
    let differences = differences(&old, &new, table.battle.outcome(), changed.battle.outcome());
    if differences.is_empty() {
        lines.push("  nobody would stand differently now".into());
    }
    lines.extend(differences.into_iter().map(|line| wrapped(&format!("  {line}"), WIDTH, 4)));
    if let Some((entry, awaited)) = &changed.parted {
        lines.push(wrapped(&format!("  it parts from the old battle at entry {}: {awaited}", entry + 1), WIDTH, 4));
    }
    if !changed.spares.is_empty() {
        let count = changed.spares.len();
        lines.push(format!(
            "  {count} later {} no place there (yet):",
            if count == 1 { "answer has" } else { "answers have" }
        ));
        const MOST: usize = 6;
        lines.extend(changed.spares.iter().take(MOST).map(|spare| format!("    {spare}")));
        if count > MOST {
            lines.push(format!("    and {} more", count - MOST));
        }
    }
    lines.push("`accept` makes it so, `reject` leaves everything as it is.".into());
    table.say_all(&lines);
    table.proposed = Some(Proposed { changed });
    Ok(())
}

/// The past that would be: whoever sits here changes it, and what is set by hand is the game master's.
pub(super) fn changed(table: &mut Table<'_>, at: usize, line: &str) -> Result<Changed, Refused> {
    let viewer = table.viewer();
    let number = table.battle.entry_number(viewer, at);
    match number {
        Some(number) if is_by_hand(line) && !table.sees_all() => {
            let changed = table.battle.change(number, line)?;
            let seen = changed.battle.seen_by(viewer);
            let (spares, here) = (seen.spares(), seen.len());
            drop(seen);
            let parted = changed.parted.map(|_| (here, "what is awaited there is not what was given".to_owned()));
            Ok(Changed { parted, spares, ..changed })
        }
        _ => table.battle.seat(viewer).change(at, line),
    }
}

/// The line of a transcript that a new answer means, as the old one names person and throw.
fn whole_line(table: &Table<'_>, at: usize, line: &str) -> Result<String, String> {
    if let Some(edict) = line.strip_prefix("gm ") {
        let next = edict.trim_start().strip_prefix("next").filter(|rest| rest.starts_with([' ', ':']));
        return Ok(match next {
            Some(rest) => format!("gm next: {}", rest.trim_start_matches([' ', ':'])),
            None => format!("gm: {edict}"),
        });
    }
    let seen = table.seen();
    let old = seen.steps(None).into_iter().rev();
    let old = old.flat_map(|step| seen.log(step)).find(|line| line.entry == Some(at));
    Ok(match old {
        Some(LogLine { throw: Some(throw), rules, .. }) => {
            let bare = line.strip_prefix("roll ").unwrap_or(line);
            let is_outcome = bare.starts_with(|c: char| c.is_ascii_digit() || c == '=') || bare.starts_with("total");
            match is_outcome {
                true => format!("roll {} {} {bare}", throw.who, rules.first().copied().unwrap_or_default()),
                false => format!("roll {bare}"),
            }
        }
        Some(LogLine { choice: Some(choice), .. }) if !line.contains(':') => format!("{}: {line}", choice.who),
        _ => line.to_owned(),
    })
}

/// Who would stand differently.
fn differences(old: &View, new: &View, ended: Option<String>, ends: Option<String>) -> Vec<String> {
    let mut lines = Vec::new();
    if old.clock != new.clock {
        lines.push(format!("it would be {} instead of {}", new.clock, old.clock));
    }
    for token in &new.tokens {
        let Some(before) = old.tokens.iter().find(|before| before.name == token.name) else {
            lines.push(format!("{} would be there", token.name));
            continue;
        };
        if before.cell != token.cell {
            lines.push(format!("{} would be at {} instead of {}", token.name, token.cell, before.cell));
        }
        if state(before) != state(token) {
            lines.push(format!("{}: {}; now it is {}", token.name, state(token), state(before)));
        }
    }
    let gone = old.tokens.iter().filter(|before| !new.tokens.iter().any(|token| token.name == before.name));
    lines.extend(gone.map(|token| format!("{} would not be there", token.name)));
    match (ended, ends) {
        (Some(_), None) => lines.push("the battle would not be over".into()),
        (before, Some(ends)) if before.as_ref() != Some(&ends) => {
            lines.push(format!("the battle would be over: {ends}"))
        }
        _ => {}
    }
    lines
}

/// `accept` or `reject`.
pub(super) fn decide(table: &mut Table<'_>, accept: bool) -> Result<(), String> {
    let Some(Proposed { changed }) = table.proposed.take() else {
        return Err("there is no changed past to decide about: `change` proposes one".into());
    };
    if !accept {
        table.say("Everything stays as it is.");
        return Ok(());
    }
    // What is given up can still be had: it is kept beside.
    if table.keep.is_some() && !changed.battle.spares().is_empty() {
        let kept = write_fork(table, "-before")?;
        table.say(&format!("The battle as it was is kept in {}.", kept.display()));
    }
    let waits = if changed.spares.is_empty() {
        ""
    } else {
        " Answers that found no place wait until they fit; `forget` drops them."
    };
    table.battle = changed.battle;
    table.leap();
    table.say(&format!("So be it.{waits}"));
    table.write();
    Ok(())
}

/// `fork [FILE]`: a copy that begins as this battle stands.
pub(super) fn fork(table: &mut Table<'_>, text: &str) -> Result<(), String> {
    let path = if text.is_empty() {
        write_fork(table, "-fork")?
    } else {
        let path = PathBuf::from(text);
        crate::replace::create(&path, &table.saved()).map_err(|fault| fault.message())?;
        path
    };
    let (path, typed) = (path.display(), keep::as_typed(&path));
    table.say(&format!("A battle that begins as this one stands is kept in {path}; `skirmish play {typed}` plays it."));
    Ok(())
}

fn write_fork(table: &Table<'_>, tail: &str) -> Result<PathBuf, String> {
    let stem = match &table.keep {
        Some(keep) => keep.path().with_extension("").display().to_string(),
        None => "battle".to_owned(),
    };
    keep::copy(&stem, tail, &table.saved()).map_err(|fault| fault.message())
}
