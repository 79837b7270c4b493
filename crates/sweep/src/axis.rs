//! One thing that varies: its levels, in order.

use std::collections::HashSet;
use std::ops::Range;

use skirmish_kernel::words::{list, nearest, short};
use skirmish_kernel::{Diagnostic, Source};
use toml::{Spanned, Value};

use crate::file::{CaseFile, VaryFile, texts};
use crate::path::Path;
use crate::plan::MOST_CELLS;
use crate::scale::{self, Scale};

/// So many values are named where somebody means none of them.
const MOST_NAMES: usize = 12;

/// One thing that varies.
#[derive(Clone, Debug)]
pub struct Axis {
    /// What it is called: `parry`.
    pub name: String,
    /// Where the plan says so.
    pub at: Range<usize>,
    /// The encounters in which it varies, as the plan names them, and where; all in which it can, if none is named.
    pub within: Vec<(String, Range<usize>)>,
    /// What it can be, in the order of the plan; at least one.
    pub levels: Vec<Level>,
    /// The level that others are compared with.
    pub base: usize,
    /// Its levels are cases: each says what it sets and adds.
    pub by_case: bool,
}

/// One of the things that it can be.
#[derive(Clone, Debug)]
pub struct Level {
    /// `+1`, `14`, `plate`
    pub label: String,
    /// As a number, where it is one.
    pub number: Option<f64>,
    /// Where the plan says so.
    pub at: Range<usize>,
    /// What is changed in an encounter.
    pub changes: Vec<Setting>,
}

/// A value of an encounter that is changed.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Which.
    pub path: Path,
    /// Where the plan names it.
    pub at: Range<usize>,
    /// To what.
    pub change: Change,
}

/// What becomes of a value.
#[derive(Clone, PartialEq, Debug)]
pub enum Change {
    /// It is this.
    Set(Value),
    /// It is so much more than the encounter says.
    Add(Value),
}

impl Axis {
    /// Is every level a number?
    #[must_use]
    pub fn is_numeric(&self) -> bool {
        self.levels.iter().all(|level| level.number.is_some())
    }

    /// Are there more cells than anybody can fight? Counted before any of them is made.
    pub(crate) fn check_counts(source: &Source, vary: &[Spanned<VaryFile>]) -> Result<(), Box<Diagnostic>> {
        let counts: Vec<u128> = vary.iter().map(|vary| scale::count(vary.get_ref())).collect();
        let all = counts.iter().fold(1u128, |all, count| all.saturating_mul((*count).max(1)));
        let widest = vary.iter().zip(&counts).max_by_key(|(_, count)| **count);
        match widest {
            Some((vary, count)) if *count > u128::from(MOST_CELLS) => Err(Box::new(too_many(source, vary.span(), all))),
            _ => Ok(()),
        }
    }

    pub(crate) fn read(source: &Source, vary: &Spanned<VaryFile>) -> Result<Self, Vec<Diagnostic>> {
        let (file, span) = (vary.get_ref(), head(source, vary.span()));
        let mut wrong = Vec::new();
        let paths = paths(source, file, span.clone(), &mut wrong);
        let levels = match &file.case {
            Some(_) => cases(source, file, &mut wrong),
            None => levels(source, file, span.clone(), &paths, &mut wrong),
        };
        let name = file.name.as_ref().map(|name| (name.get_ref().trim().to_owned(), name.span()));
        let own_name = || paths.first().map(|(path, at)| (path.to_string(), at.clone()));
        let (name, at) = name.or_else(own_name).unwrap_or((String::new(), span.clone()));
        if wrong.is_empty() && name.is_empty() {
            wrong.push(source.error(at.clone(), "what varies needs a name").help("name = \"kit\""));
        }
        if name.chars().count() > 60 || name.chars().any(char::is_control) {
            wrong.push(source.error(at.clone(), "a name is one line of at most 60 letters"));
        }
        let base = base(source, file, &levels, &mut wrong);
        let within = texts(source, file.within.as_ref()).unwrap_or_else(|diagnostic| {
            wrong.push(*diagnostic);
            Vec::new()
        });
        let within = within.into_iter().map(|name| (name.get_ref().clone(), name.span())).collect();
        let by_case = file.case.is_some();
        if wrong.is_empty() { Ok(Self { name, at, within, levels, base, by_case }) } else { Err(wrong) }
    }
}

/// More cells than there may be.
pub(crate) fn too_many(source: &Source, at: Range<usize>, cells: u128) -> Diagnostic {
    let count = if cells == u128::MAX { "too many".to_owned() } else { cells.to_string() };
    let message = format!("the grid would have {count} cells, and may have {MOST_CELLS} at most");
    source.error(head(source, at), message).help("take larger steps, vary fewer things at once, or make several plans")
}

/// The line `[[vary]]` of a table that goes over many.
fn head(source: &Source, span: Range<usize>) -> Range<usize> {
    let text = source.part().get(span.clone()).unwrap_or("");
    span.start..span.start + text.find('\n').unwrap_or(text.len())
}

fn paths(source: &Source, file: &VaryFile, at: Range<usize>, wrong: &mut Vec<Diagnostic>) -> Vec<(Path, Range<usize>)> {
    let of = texts(source, file.of.as_ref()).unwrap_or_else(|diagnostic| {
        wrong.push(*diagnostic);
        Vec::new()
    });
    if wrong.is_empty() && of.is_empty() && file.case.is_none() {
        wrong.push(source.error(at, "what varies here?").help("of = \"Ash.hp\", or of = \"rules.KEY\""));
    }
    let mut paths: Vec<(Path, Range<usize>)> = Vec::new();
    for text in &of {
        match read_path(source, text) {
            Ok(path) if paths.iter().any(|(known, _)| *known == path) => {
                wrong.push(source.error(text.span(), format!("`{path}` stands here twice")));
            }
            Ok(path) => paths.push((path, text.span())),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    paths
}

fn read_path(source: &Source, text: &Spanned<String>) -> Result<Path, Box<Diagnostic>> {
    let path = Path::parse(text.get_ref()).map_err(|why| {
        let help =
            "a combatant and a key (`Ash.hp`), a list's entry in brackets (`Ash.weapon[rapier].parry`), `rules.KEY`";
        Box::new(source.error(text.span(), why).help(help))
    })?;
    match path.head() {
        "seed" => {
            let help = "`seed` at the top of the plan is the seed of all cells, so that the same dice fall in each";
            Err(Box::new(source.error(text.span(), "the seed cannot vary").help(help)))
        }
        "policy" if path.policy().is_none() => {
            Err(Box::new(source.error(text.span(), "a policy is that of all, `policy`, or of a side, `policy.SIDE`")))
        }
        _ => Ok(path),
    }
}

fn levels(
    source: &Source,
    file: &VaryFile,
    at: Range<usize>,
    paths: &[(Path, Range<usize>)],
    wrong: &mut Vec<Diagnostic>,
) -> Vec<Level> {
    let (scale, adds) = match Scale::read(source, file, at) {
        Ok(read) => read,
        Err(diagnostic) => {
            wrong.push(*diagnostic);
            return Vec::new();
        }
    };
    let mut levels: Vec<Level> = Vec::new();
    // Whoever has as many cells as there may be has a hundred thousand of them.
    let mut known: HashSet<String> = HashSet::new();
    for (value, at) in scale.values {
        let label = if adds { scale::signed(&value) } else { scale::label(&value) };
        if !known.insert(label.clone()) {
            wrong.push(source.error(at, format!("`{}` stands here twice", short(&label))));
            continue;
        }
        let change = if adds { Change::Add(value.clone()) } else { Change::Set(value.clone()) };
        let set =
            |(path, at): &(Path, Range<usize>)| Setting { path: path.clone(), at: at.clone(), change: change.clone() };
        levels.push(Level { label, number: scale::number(&value), at, changes: paths.iter().map(set).collect() });
    }
    levels
}

/// Levels with names, each of several values.
fn cases(source: &Source, file: &VaryFile, wrong: &mut Vec<Diagnostic>) -> Vec<Level> {
    let mut levels: Vec<Level> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    let scales = [file.from.as_ref(), file.to.as_ref(), file.step.as_ref()];
    if file.of.is_some() || file.values.is_some() || file.add.is_some() || scales.iter().any(Option::is_some) {
        let at = file.of.as_ref().map_or(0..0, Spanned::span);
        wrong.push(
            source.error(
                at,
                "`case` goes without `of`, `values`, `add` and ranges: each case says what it sets and adds",
            ),
        );
    }
    for case in file.case.iter().flatten() {
        let label = case.name.get_ref().trim().to_owned();
        if label.is_empty() || label.chars().count() > 60 || !known.insert(label.clone()) {
            let message = "a case needs a name of its own, of at most 60 letters";
            wrong.push(source.error(case.name.span(), message));
        }
        let changes = changes(source, case, wrong);
        levels.push(Level { label, number: None, at: case.name.span(), changes });
    }
    if levels.is_empty() {
        wrong.push(source.error(0..0, "`case` is empty"));
    }
    levels
}

/// What a case sets, and what it adds.
fn changes(source: &Source, case: &CaseFile, wrong: &mut Vec<Diagnostic>) -> Vec<Setting> {
    let set = case.set.iter().map(|(path, value)| (path, Change::Set(value.clone())));
    let mut added = Vec::new();
    for (path, more) in &case.add {
        match scale::number(more.get_ref()) {
            Some(_) => added.push((path, Change::Add(more.get_ref().clone()))),
            None => wrong.push(scale::no_number(source, more)),
        }
    }
    let mut changes: Vec<Setting> = Vec::new();
    for (path, change) in set.chain(added) {
        match read_path(source, path) {
            Ok(read) if changes.iter().any(|known| known.path == read) => {
                let message = format!("`{read}` stands here twice");
                let help = "a value of a case stands either in `set` or in `add`, and there once";
                wrong.push(source.error(path.span(), message).help(help));
            }
            Ok(read) => changes.push(Setting { path: read, at: path.span(), change }),
            Err(diagnostic) => wrong.push(*diagnostic),
        }
    }
    changes
}

/// The level that others are compared with: the one that the plan names, else no change, else the first.
fn base(source: &Source, file: &VaryFile, levels: &[Level], wrong: &mut Vec<Diagnostic>) -> usize {
    let Some(given) = &file.base else {
        let is_zero = |level: &Level| file.add.is_some() && level.number == Some(0.0);
        return levels.iter().position(is_zero).unwrap_or(0);
    };
    let label = if file.add.is_some() { scale::signed(given.get_ref()) } else { scale::label(given.get_ref()) };
    let found = levels.iter().position(|level| level.label == label);
    found.unwrap_or_else(|| {
        if !levels.is_empty() {
            let labels = || levels.iter().map(|level| level.label.as_str());
            // Of numbers none is meant more than another.
            let near = nearest(&label, labels()).filter(|_| scale::number(given.get_ref()).is_none());
            let mut named: Vec<String> = labels().take(MOST_NAMES).map(|label| format!("`{}`", short(label))).collect();
            if levels.len() > MOST_NAMES {
                named.push(format!("{} more", levels.len() - MOST_NAMES));
            }
            let help =
                near.map_or_else(|| format!("there are {}", list(&named)), |near| format!("did you mean `{near}`?"));
            wrong.push(source.error(given.span(), "the base is none of the values").help(help));
        }
        0
    })
}
