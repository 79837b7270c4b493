//! Files as people write them: what is read from each, and what is wrong with it.
//!
//! `tests/files.txt` of a book is a table of files that can be read, each with cases. A case is what a change of the file
//! leads to: lines that are left out (`-`) and lines that stand there instead (`+`, at the end where none is left out). Behind it
//! stands how a complaint begins, or what a field is when the battle begins; with neither, nothing is wrong with it.
//!
//! ```text
//! + hitts = 3
//!     t:12:1: there is no key `hitts` here
//! - at = "F2"
//! + at = "B2"
//!     t:11:6: Maud already stands in B2
//! + hits = 3
//!     Snig.hits == 3
//! ```

use skirmish_kernel::{Diagnostic, Loaded, Scribe, Source};

use crate::table::{Row, Table};

/// Reads every file of some tables.
///
/// # Errors
/// Each case that comes to something else.
pub(crate) fn read<B: Scribe>(tables: &[Table]) -> Vec<Result<(), String>> {
    let mut wrong = Vec::new();
    for table in tables {
        wrong.push(comes_to::<B>(&table.text, &[]).map_err(|why| format!("{}: {why}", table.name)));
        for rows in table.rows.chunk_by(|_, next| next.goes_on) {
            let (first, last) = (&rows[0], &rows[rows.len() - 1]);
            let came = comes_to::<B>(&changed(table, rows), &last.of);
            wrong.push(came.map_err(|why| format!("line {}: {}: {why}", first.line, table.name)));
        }
    }
    wrong
}

/// What is wrong with a file called `t`; nothing where it can be read.
#[must_use]
pub fn complaints<B: Scribe>(text: &str) -> Vec<String> {
    load::<B>(text).err().unwrap_or_default()
}

fn load<B: Scribe>(text: &str) -> Result<Loaded<B>, Vec<String>> {
    B::load(&Source::new("t", text)).map_err(|wrong| wrong.iter().map(Diagnostic::to_string).collect())
}

/// The file of a table with a change.
fn changed(table: &Table, rows: &[Row]) -> String {
    let mut lines: Vec<&str> = table.text.lines().collect();
    let mut at = lines.len();
    for row in rows {
        let (sign, text) = row.says.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        match sign {
            "+" => {
                lines.insert(at, text);
                at += 1;
            }
            "-" => {
                let found: Vec<usize> = (0..lines.len()).filter(|line| lines[*line] == text).collect();
                let [only] = found[..] else {
                    panic!("line {}: `{text}` stands there {} times", row.line, found.len())
                };
                at = only;
                lines.remove(at);
            }
            _ => panic!("line {}: a change begins with + or -", row.line),
        }
    }
    lines.join("\n") + "\n"
}

/// Is a file what is expected of it?
fn comes_to<B: Scribe>(text: &str, expected: &[&str]) -> Result<(), String> {
    let read = load::<B>(text);
    for expected in expected {
        match (expected.split_once(" == "), &read) {
            (None, Err(wrong)) if wrong.iter().any(|wrong| wrong.starts_with(expected)) => {}
            (None, Err(wrong)) => return Err(format!("expected {expected}\ngot {wrong:#?}")),
            (None, Ok(_)) => return Err(format!("expected {expected}, and it is read")),
            (Some((path, value)), Ok(loaded)) => {
                let is = B::read(&loaded.setup, &B::begin(&loaded.setup), path);
                let is = is.map_or_else(|refusal| refusal.why(), |is| is.to_string());
                if is != value {
                    return Err(format!("{path} is {is} instead of {value}"));
                }
            }
            (Some(_), Err(wrong)) => return Err(format!("{wrong:#?}")),
        }
    }
    match read {
        Err(wrong) if expected.is_empty() => Err(format!("{wrong:#?}")),
        _ => Ok(()),
    }
}

/// What all books refuse alike: more people than can be told apart, nobody, an empty file, what is no TOML, and (once) somebody
/// who stands nowhere.
///
/// # Errors
/// What is taken, or told in another way.
pub(crate) fn limits<B: Scribe>() -> Vec<Result<(), String>> {
    let head = format!("rulebook = \"{}\"\n", B::NAME);
    let people =
        |nth: usize| format!("[[combatant]]\nname = \"G{nth}\"\nside = \"s{}\"\nat = \"({nth},0)\"\n", nth % 2);
    let many = head.clone() + "[map]\nwidth = 80\nheight = 1\n" + &(0..65).map(people).collect::<String>();
    let cases =
        [(&*many, "64"), (&*head, "nobody fights here"), (" \n", "the encounter is empty"), ("rulebook = [", "t:1:")];
    let refused = |(text, expected): (&str, &str)| match complaints::<B>(text) {
        wrong if wrong.first().is_some_and(|wrong| wrong.contains(expected)) => Ok(()),
        wrong => Err(format!("expected {expected}\ngot {wrong:#?}")),
    };
    let nowhere = complaints::<B>(&(head.clone() + "[[combatant]]\nname = \"G\"\nside = \"s\"\n"));
    let of_it =
        nowhere.iter().filter(|wrong| wrong.contains("`at` is missing here") || wrong.contains("names no cell"));
    let once = if of_it.count() == 1 { Ok(()) } else { Err(format!("of a missing `at`: {nowhere:#?}")) };
    cases.into_iter().map(refused).chain([once]).collect()
}
