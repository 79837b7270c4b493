//! Lines that answer what is asked: a number, a choice, dice, an edict.

use skirmish_kernel::{ChoiceView, Piece, words};

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
    let numbered = awaited.as_ref().filter(|awaited| awaited.kind == "choice").and_then(|_| by_number(table, line));
    let numbered = numbered.transpose().map_err(|why| NoAnswer { why, is_meant: true })?;
    let line = numbered.as_deref().unwrap_or(line);
    let choices = awaited.as_ref().filter(|awaited| awaited.kind == "choice").map(|awaited| awaited.choices.as_slice());
    if let Some((whom, choice)) = choices.and_then(|_| for_several(table, line)) {
        return give_each(table, &whom, choice);
    }
    let whole = choices.and_then(|choices| begun(choices, line));
    let line = match choices {
        Some(choices) if is_a_cell(line) && choices.iter().any(|choice| place(choice).is_some()) => {
            place_called(choices, line).map_err(|why| NoAnswer { why, is_meant: true })?
        }
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
    let refused = match table.give(&line) {
        Ok(()) => return Ok(()),
        Err(refused) => refused,
    };
    // What is no whole choice may be the beginning of one, and of no other.
    let given = whole.and_then(|choice| {
        let who = awaited.as_ref().and_then(|awaited| awaited.who.first())?;
        table.give(&format!("{who}: {choice}")).ok()
    });
    given.ok_or_else(|| NoAnswer { why: refused.to_string(), is_meant: refused.meant })
}

/// The only listed choice that begins so.
fn begun(choices: &[ChoiceView], line: &str) -> Option<String> {
    let begins =
        |choice: &&ChoiceView| choice.text.get(..line.len()).is_some_and(|head| head.eq_ignore_ascii_case(line));
    let mut fits = choices.iter().filter(begins);
    let one = fits.next().filter(|_| line.len() > 1)?;
    fits.next().is_none().then(|| one.text.clone())
}

/// `Hale: 2`, `all: 1`: a choice by its number, as the list of whoever is meant has it.
fn by_number(table: &Table<'_>, line: &str) -> Option<Result<String, String>> {
    let (whom, number) = line.split_once(':')?;
    let (whom, number) = (whom.trim(), number.trim());
    if number.is_empty() || !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let asked = table.asked().awaited()?;
    let own = asked.who.iter().find(|name| name.eq_ignore_ascii_case(whom));
    let choices = match own.filter(|name| asked.who.first() != Some(name)) {
        Some(name) => asked.also.into_iter().find(|one| one.who == *name)?.choices,
        None => asked.choices,
    };
    Some(explain::named(&choices, number).map(|choice| format!("{whom}: {choice}")))
}

/// The cell that a choice leads to, if it says nothing else (`to D7`, `step D7`), and the words before it.
pub(super) fn place(choice: &ChoiceView) -> Option<(&str, &str)> {
    let (last, before) = choice.parts.split_last()?;
    let is_bare = before.iter().all(|part| matches!(part.kind, Piece::Verb | Piece::Word));
    let cell = match last.kind {
        Piece::Way if is_bare => last.cells.last()?,
        Piece::Cell if is_bare => &last.text,
        _ => return None,
    };
    let words = if last.kind == Piece::Way { "to" } else { choice.text.strip_suffix(cell.as_str())?.trim_end() };
    Some((words, cell))
}

/// `D7`, `aa10`
pub(super) fn is_a_cell(line: &str) -> bool {
    let end = line.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(line.len());
    (1..=3).contains(&end) && !line[end..].is_empty() && line[end..].bytes().all(|byte| byte.is_ascii_digit())
}

/// A cell alone, where one goes or is to be put somewhere: what was meant.
fn place_called(choices: &[ChoiceView], cell: &str) -> Result<String, String> {
    let places = || choices.iter().filter_map(|choice| Some((choice, place(choice)?)));
    let meant: Vec<&str> = places()
        .filter(|(_, (_, known))| known.eq_ignore_ascii_case(cell))
        .map(|(choice, _)| choice.text.as_str())
        .collect();
    match (meant.as_slice(), places().next()) {
        ([one], _) => Ok((*one).to_owned()),
        // Nothing that is listed: the rules say why.
        ([], Some((_, (words, _)))) => Ok(format!("{words} {}", cell.to_uppercase())),
        (several, _) => Err(format!("`{cell}` may mean {}", words::list(several))),
    }
}

/// An answer for several who are asked: `all: no-guard`, `raiders: wait`, `goblins: no-general`.
fn for_several<'l>(table: &Table<'_>, line: &'l str) -> Option<(Vec<String>, &'l str)> {
    let (whom, choice) = line.split_once(':')?;
    let whom = whom.trim().to_lowercase();
    let asked = table.asked().awaited_in_short()?.who;
    // Whoever is called so is meant alone.
    if whom.is_empty() || asked.iter().any(|name| name.to_lowercase() == whom) {
        return None;
    }
    let sides = table.battle.sides();
    let side = sides.iter().position(|side| side.to_lowercase() == whom);
    let kind = whom.strip_suffix('s').unwrap_or(&whom);
    let is_one = |name: &str| {
        let rest = name.to_lowercase().strip_prefix(kind).map(str::to_owned);
        rest.is_some_and(|rest| rest.trim_start_matches(['-', ' ']).parse::<u32>().is_ok())
    };
    let of_side = |name: &str| {
        let own = table.battle.side_of(name).map(|own| usize::from(own.0));
        own.is_some() && own == side
    };
    let meant: Vec<String> = asked.into_iter().filter(|name| whom == "all" || of_side(name) || is_one(name)).collect();
    (!meant.is_empty()).then_some((meant, choice.trim()))
}

/// Gives the same answer for each of them, one after another.
fn give_each(table: &mut Table<'_>, whom: &[String], choice: &str) -> Result<(), NoAnswer> {
    let mut given = 0;
    for name in whom {
        // Whoever is not asked any more has been answered for by what came of the others.
        if !table.asked().awaited_in_short().is_some_and(|awaited| awaited.who.contains(name)) {
            continue;
        }
        table.give(&format!("{name}: {choice}")).map_err(|no| {
            let before = if given == 0 { String::new() } else { format!(" ({given} of them have answered)") };
            NoAnswer { why: format!("{name}: {no}{before}"), is_meant: true }
        })?;
        given += 1;
    }
    Ok(())
}

/// Does a choice that is listed begin with this word, or a person's name?
pub(super) fn begins_a_choice(table: &Table<'_>, first: &str) -> bool {
    let first = first.to_lowercase();
    let awaited = table.asked().awaited();
    awaited.is_some_and(|awaited| {
        first.contains(':')
            || awaited.choices.iter().any(|choice| choice.text.to_lowercase().starts_with(&first))
            || awaited.kind == "dice"
                && (first == "total" || first.starts_with(|c: char| c.is_ascii_digit() || c == '='))
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
