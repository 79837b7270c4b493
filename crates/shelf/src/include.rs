//! Encounters that are made of several files.

use std::ops::Range;

use skirmish_kernel::words::short;
use skirmish_kernel::{Diagnostic, Source};
use toml::de::{DeTable, DeValue};

/// The most files that one encounter may include.
const MOST: usize = 20;

/// What a file that is included may say of itself outside of its tables.
pub(crate) const OF_ITSELF: [&str; 3] = ["rulebook", "title", "about"];

/// The keys under which people stand.
const OF_PEOPLE: [&str; 2] = ["combatant", "member"];

/// Why a file could not be read, and what to do.
pub type Unread = (String, Option<String>);

/// An encounter with everything that it includes (`include = ["party.toml"]`) in its place, so that it stands by itself: in
/// a save, say. What is included stands before its own tables, which therefore prevail. What is wrong with a part is told of
/// the file in which it stands.
///
/// # Errors
/// What cannot be read, and what belongs into no file that is included. A text that is no TOML comes back as it is: whoever
/// reads it says so.
pub fn with_included(
    source: &Source,
    mut read: impl FnMut(&str) -> Result<Source, Unread>,
) -> Result<Source, Vec<Diagnostic>> {
    let mut wrong = if rulebook(source).is_some() { called_twice(source) } else { Vec::new() };
    let Ok(Some(plan)) = Plan::of(source) else {
        return if wrong.is_empty() { Ok(source.clone()) } else { Err(wrong) };
    };
    if let Some((_, span)) = plan.files.get(MOST) {
        wrong.push(source.error(span.clone(), "too many files").help(format!("at most {MOST} can be included")));
    }
    let mut parts = vec![
        source.slice(within(source, 0..plan.line.start)),
        source.slice(within(source, plan.line.end..plan.tables)),
    ];
    let mut known: Vec<(String, Source)> = keys(source)
        .map_or_else(|_| Vec::new(), |keys| keys.tables().map(|key| (key.name.clone(), source.clone())).collect());
    for (path, span) in plan.files.iter().take(MOST) {
        let file = match read(path) {
            Ok(file) => file,
            Err((message, help)) => {
                let diagnostic = source.error(span.clone(), message);
                wrong.push(Diagnostic { help, ..diagnostic });
                continue;
            }
        };
        match Included::read(&file, source, &mut known) {
            Ok(included) => {
                parts.push(file.slice(within(&file, included.tables..file.part().len())));
            }
            Err(more) => wrong.extend(more),
        }
    }
    parts.push(source.slice(within(source, plan.tables..source.part().len())));
    if wrong.is_empty() { Ok(Source::joined(source.name.clone(), line_by_line(parts))) } else { Err(wrong) }
}

/// The same parts, each beginning on a line of its own.
fn line_by_line(parts: Vec<Source>) -> Vec<Source> {
    let mut all = Vec::with_capacity(2 * parts.len());
    for part in parts {
        let is_open = !part.part().is_empty() && !part.part().ends_with('\n');
        all.push(part);
        if is_open {
            all.push(Source::new("", "\n"));
        }
    }
    all
}

/// Bytes of a source's part as bytes of its text.
fn within(source: &Source, part: Range<usize>) -> Range<usize> {
    source.part.start + part.start..source.part.start + part.end
}

/// What an encounter includes, and where that belongs.
struct Plan {
    /// The paths as they are written, and where.
    files: Vec<(String, Range<usize>)>,
    /// The lines that say so.
    line: Range<usize>,
    /// Where the first table begins.
    tables: usize,
}

impl Plan {
    /// Nothing where nothing is included, or what is written there is no list of files: its reader says so.
    fn of(source: &Source) -> Result<Option<Self>, toml::de::Error> {
        let text = source.part();
        let root = DeTable::parse(text)?.into_inner();
        let Some((key, value)) = root.get_key_value("include") else { return Ok(None) };
        let DeValue::Array(items) = value.get_ref() else { return Ok(None) };
        let file = |item: &toml::Spanned<DeValue>| Some((item.get_ref().as_str()?.to_owned(), item.span()));
        let Some(files) = items.iter().map(file).collect::<Option<Vec<_>>>() else { return Ok(None) };
        let line = line_start(text, key.span().start)..line_end(text, value.span().end);
        let tables = keys(source)?.first_table(text).max(line.end);
        Ok(Some(Self { files, line, tables }))
    }
}

/// A file that is included.
struct Included {
    /// Where its first table begins.
    tables: usize,
}

impl Included {
    /// Checks that it fits into an encounter: `known` are the tables that are there already, and where.
    fn read(file: &Source, encounter: &Source, known: &mut Vec<(String, Source)>) -> Result<Self, Vec<Diagnostic>> {
        let keys = keys(file).map_err(|error| vec![file.misshapen(error.span().unwrap_or(0..0), error.message())])?;
        let mut wrong = called_twice(file);
        if let (Some((theirs, at)), Some((ours, _))) = (rulebook(file), rulebook(encounter))
            && theirs != ours
        {
            let message = format!("this is of `{}`", short(&theirs));
            wrong.push(file.error(at, message).help(format!(
                "`{}` is an encounter of `{}`",
                encounter.name,
                short(&ours)
            )));
        }
        for key in keys.0.iter().filter(|key| !key.is_table && !OF_ITSELF.contains(&key.name.as_str())) {
            let message = format!("`{}` belongs into the encounter itself", short(&key.name));
            let help = match key.name.as_str() {
                "include" => "a file that is included includes no others; include them all there".to_owned(),
                _ if key.holds_tables => {
                    let head = if key.holds_list { format!("[[{}]]", key.name) } else { format!("[{}]", key.name) };
                    format!("here each has a head of its own: {}", short(&head))
                }
                _ => format!(
                    "a file that is included has tables: [[creature]], [[member]]; write it in `{}`",
                    encounter.name
                ),
            };
            wrong.push(file.error(key.span.clone(), message).help(help));
        }
        for key in keys.tables() {
            match known.iter().find(|(name, _)| *name == key.name) {
                Some((_, other)) if !key.is_list => {
                    let message = format!("`{}` stands in `{}`, too", short(&key.name), other.name);
                    wrong.push(file.error(key.span.clone(), message).help("one of the two files can have it"));
                }
                _ => known.push((key.name.clone(), file.clone())),
            }
        }
        let tables = keys.first_table(file.part());
        if wrong.is_empty() { Ok(Self { tables }) } else { Err(wrong) }
    }
}

/// Tables of one file that bear the same name. In an encounter that is made of several the last one prevails, and a save
/// holds it as it is; in one file it is a slip. Of people their reader says more.
fn called_twice(file: &Source) -> Vec<Diagnostic> {
    let Ok(root) = DeTable::parse(file.part()) else { return Vec::new() };
    let mut wrong = Vec::new();
    for (key, value) in root.get_ref().iter().filter(|(key, _)| !OF_PEOPLE.contains(&key.get_ref().as_ref())) {
        let DeValue::Array(items) = value.get_ref() else { continue };
        let name = |item: &toml::Spanned<DeValue>| {
            // What stands on the map is none of a kind.
            let table = item.get_ref().as_table().filter(|table| !table.contains_key("at"))?;
            let name = table.get("name")?;
            Some((name.get_ref().as_str()?.to_owned(), name.span()))
        };
        let mut known: Vec<String> = Vec::new();
        for (name, span) in items.iter().filter_map(name) {
            if known.contains(&name) {
                let message = format!("two tables under `{}` are called `{}`", short(key.get_ref()), short(&name));
                wrong.push(file.error(span, message).help("each has a name of its own"));
            }
            known.push(name);
        }
    }
    wrong
}

/// The game that a file is for, and where it says so.
fn rulebook(source: &Source) -> Option<(String, Range<usize>)> {
    let root = DeTable::parse(source.part()).ok()?.into_inner();
    let value = root.get("rulebook")?;
    Some((value.get_ref().as_str()?.to_owned(), value.span()))
}

/// What stands at the top of a file.
struct Keys(Vec<Key>);

struct Key {
    name: String,
    span: Range<usize>,
    /// It has a head in brackets.
    is_table: bool,
    /// The head has two brackets.
    is_list: bool,
    /// A table or a list of them, with a head or without.
    holds_tables: bool,
    /// A list.
    holds_list: bool,
}

impl Keys {
    fn tables(&self) -> impl Iterator<Item = &Key> {
        self.0.iter().filter(|key| key.is_table)
    }

    /// Where the first table begins: behind that no key belongs to the top any more.
    fn first_table(&self, text: &str) -> usize {
        self.tables().map(|key| line_start(text, key.span.start)).min().unwrap_or(text.len())
    }
}

fn keys(source: &Source) -> Result<Keys, toml::de::Error> {
    let text = source.part();
    let key = |(key, value): (&toml::Spanned<std::borrow::Cow<str>>, &toml::Spanned<DeValue>)| {
        let span = key.span();
        let before = text.get(line_start(text, span.start)..span.start).unwrap_or("").trim();
        let holds_tables = match value.get_ref() {
            DeValue::Table(_) => true,
            DeValue::Array(items) => items.iter().any(|item| item.get_ref().is_table()),
            _ => false,
        };
        let name = key.get_ref().to_string();
        let (is_table, is_list) = (before.starts_with('['), before.starts_with("[["));
        Key { name, span, is_table, is_list, holds_tables, holds_list: value.get_ref().is_array() }
    };
    Ok(Keys(DeTable::parse(text)?.get_ref().iter().map(key).collect()))
}

fn line_start(text: &str, at: usize) -> usize {
    text.get(..at).and_then(|before| before.rfind('\n')).map_or(0, |newline| newline + 1)
}

/// Behind the end of the line.
fn line_end(text: &str, at: usize) -> usize {
    text.get(at..).and_then(|rest| rest.find('\n')).map_or(text.len(), |newline| at + newline + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(encounter: &str, files: &[(&str, &str)]) -> Result<String, Vec<String>> {
        let source = Source::new("fight.toml", encounter);
        let read = |path: &str| {
            let found = files.iter().find(|(name, _)| *name == path);
            found.map(|(name, text)| Source::new(*name, *text)).ok_or_else(|| (format!("no `{path}`"), None))
        };
        let told = |wrong: Vec<Diagnostic>| wrong.iter().map(ToString::to_string).collect();
        with_included(&source, read).map(|source| source.part().to_owned()).map_err(told)
    }

    #[test]
    fn what_is_included_stands_before_the_tables() {
        let encounter =
            "rulebook = \"x\"\ninclude = [\n  \"a.toml\", # ours\n]\nseed = 1\n[map]\nwidth = 3\n[[combatant]]\n";
        let a = "rulebook = \"x\"\n# a note\n[[creature]]\nname = \"wolf\"\n";
        let whole = "rulebook = \"x\"\nseed = 1\n[[creature]]\nname = \"wolf\"\n[map]\nwidth = 3\n[[combatant]]\n";
        assert_eq!(joined(encounter, &[("a.toml", a)]).as_deref(), Ok(whole));
        let plain = "rulebook = \"x\"\n[map]\n";
        assert_eq!(joined(plain, &[]).as_deref(), Ok(plain));
        assert_eq!(joined("no = toml = at all", &[]).as_deref(), Ok("no = toml = at all"));
    }

    #[test]
    fn what_is_wrong_is_told_where_it_stands() {
        let encounter = "include = [\"a.toml\", \"b.toml\"]\n[rules]\n";
        let wrong = |a: &str, b: &str| joined(encounter, &[("a.toml", a), ("b.toml", b)]).unwrap_err().join("\n");
        assert!(wrong("[[creature]]\n", "seed = 3\n").contains("b.toml:1:1: `seed` belongs into the encounter itself"));
        assert!(wrong("\n[rules]\n", "").contains("a.toml:2:2: `rules` stands in `fight.toml`, too"));
        assert!(wrong("[x]\n", "[x]\n").contains("b.toml:1:2: `x` stands in `a.toml`, too"));
        assert!(wrong("creature = [{}]\n", "").contains("[[creature]]"));
        assert!(wrong("map = { width = 3 }\n", "").contains(" [map]"));
        assert!(wrong("include = []\n", "").contains("includes no others"));
        assert!(wrong("= 3\n", "").starts_with("a.toml:1:1"));
        let other = joined("rulebook = \"x\"\ninclude = [\"a.toml\"]\n", &[("a.toml", "rulebook = \"y\"\n")]);
        assert!(other.unwrap_err()[0].starts_with("a.toml:1:12: this is of `y`"));
        assert!(joined(encounter, &[]).unwrap_err()[0].starts_with("fight.toml:1:12: no `a.toml`"));
    }

    #[test]
    fn one_file_gives_a_name_once() {
        let wolf = "[[creature]]\nname = \"wolf\"\n";
        let head = "rulebook = \"x\"\n";
        let twice = format!("{head}{wolf}{wolf}");
        let message = "fight.toml:5:8: two tables under `creature` are called `wolf` (each has a name of its own)";
        assert_eq!(joined(&twice, &[]).unwrap_err(), [message]);
        let including = format!("{head}include = [\"a.toml\"]\n{wolf}");
        assert!(joined(&including, &[("a.toml", wolf)]).is_ok(), "what is included gives way");
        assert!(joined(&including, &[("a.toml", &twice)]).unwrap_err()[0].starts_with("a.toml:5:8: two tables"));
        assert!(joined(&format!("{head}{wolf}[[ability]]\nname = \"wolf\"\n"), &[]).is_ok());
    }

    #[test]
    fn a_place_in_the_whole_is_a_place_in_its_file() {
        let source = Source::new("fight.toml", "include = [\"a.toml\"]\n[map]\nwidth = 3\n");
        let whole = with_included(&source, |path| Ok(Source::new(path, "\n[[creature]]\nname = 5\n"))).unwrap();
        let at = |text: &str| whole.part().find(text).map(|at| whole.error(at..at + text.len(), "here").to_string());
        assert_eq!(at("name = 5"), Some("a.toml:3:1: here".into()));
        assert_eq!(at("width = 3"), Some("fight.toml:3:1: here".into()));
    }
}
