//! Cells by their names: the number of a cell, or what is different in it.

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{Diagnostic, Source};
use toml::{Spanned, Value};

use crate::file::{PlanFile, place};
use crate::plan::Comparing;
use crate::sweep::Sweep;

/// A plan names so many pairs at most.
const MOST_PAIRS: usize = 1_000;

/// So many cells are looked through for a name that is meant.
const MOST_GUESSES: usize = 10_000;

/// The pairs of cells that a plan compares.
pub(crate) fn pairs(source: &Source, file: &PlanFile, wrong: &mut Vec<Diagnostic>) -> Vec<Comparing> {
    let Some(given) = &file.compare else { return Vec::new() };
    let read = read_pairs(source, given);
    if read.is_none() {
        let help = "compare = [[\"0002\", \"0004\"]]; --dry-run lists the cells with their numbers";
        wrong.push(source.error(given.span(), "`compare` is a list of pairs of cells").help(help));
    }
    let pairs = read.unwrap_or_default();
    if pairs.len() > MOST_PAIRS {
        wrong.push(source.error(given.span(), format!("a plan compares {MOST_PAIRS} pairs of cells at most")));
    }
    pairs
}

fn read_pairs(source: &Source, given: &Spanned<Value>) -> Option<Vec<Comparing>> {
    let listed = given.get_ref().as_array()?;
    // One pair may stand without a list around it.
    let pairs: Vec<&[Value]> = match listed.iter().all(Value::is_array) {
        true => listed.iter().filter_map(Value::as_array).map(Vec::as_slice).collect(),
        false => vec![listed.as_slice()],
    };
    let name = |value: &Value| match value {
        Value::String(text) => Some(text.trim().to_owned()),
        Value::Integer(number) => Some(number.to_string()),
        _ => None,
    };
    let pair = |pair: &[Value]| match pair {
        [from, to] => {
            let (from, to) = (name(from)?, name(to)?);
            Some(Comparing { at: place(source, &to, given.span()), from, to })
        }
        _ => None,
    };
    pairs.into_iter().map(pair).collect()
}

impl Sweep<'_> {
    /// The cells that two names mean: numbers (`0002`, or `2`), or what is different in them (`armour chain, strength 0`), in
    /// every encounter that has both.
    ///
    /// # Errors
    /// What is wrong with them, and what may help.
    pub fn pairs_named(&self, from: &str, to: &str) -> Result<Vec<(usize, usize)>, (String, String)> {
        let (from_cells, to_cells) = (self.named(from)?, self.named(to)?);
        let grid = |cell: usize| self.cells().get(cell).map(|cell| cell.grid);
        let together = |one: usize| to_cells.iter().filter(move |other| grid(one) == grid(**other));
        let pairs: Vec<(usize, usize)> =
            from_cells.iter().flat_map(|one| together(*one).map(|other| (*one, *other))).collect();
        let (from, to) = (short(from), short(to));
        match pairs.as_slice() {
            [] => {
                let message = format!("`{from}` and `{to}` are cells of two encounters");
                Err((message, "only cells of one encounter are compared: the same dice fall in them".into()))
            }
            pairs if pairs.iter().any(|(one, other)| one == other) => {
                let message = format!("`{from}` and `{to}` are the same cell");
                Err((message, "a cell is compared with another one".into()))
            }
            _ => Ok(pairs),
        }
    }

    /// The cells of a name: one, or of each encounter one.
    fn named(&self, name: &str) -> Result<Vec<usize>, (String, String)> {
        let count = self.cells().len();
        if !name.is_empty() && name.chars().all(|c| c.is_ascii_digit()) {
            let at = name.parse::<usize>().ok().and_then(|number| number.checked_sub(1)).filter(|at| *at < count);
            let unknown = || (format!("there is no cell `{}`", short(name)), format!("there are 0001 to {count:04}"));
            return at.map(|at| vec![at]).ok_or_else(unknown);
        }
        let cells = || self.cells().iter().enumerate();
        let found: Vec<usize> = cells().filter(|(_, cell)| self.label(cell) == name).map(|(at, _)| at).collect();
        if !found.is_empty() {
            return Ok(found);
        }
        let labels: Vec<String> = cells().take(MOST_GUESSES).map(|(_, cell)| self.label(cell)).collect();
        let help = match nearest(name, labels.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("a cell has a number, 0001 to {count:04}, and a name: --dry-run lists them"),
        };
        Err((format!("there is no cell `{}`", short(name)), help))
    }
}
