//! A file as a tree.

use skirmish_kernel::{Diagnostic, Source};
use toml::de::{DeTable, DeValue};

/// The most keys and list entries that a file has, all tables together: whoever reads it looks among them for others of a
/// name. A whole book has some two thousand.
const MOST_VALUES: usize = 20_000;

/// A text of TOML, read into a tree with places.
#[derive(Debug)]
pub struct Document<'t> {
    pub(super) source: Source,
    pub(super) root: DeTable<'t>,
}

impl<'t> Document<'t> {
    /// Reads the part of a file that is meant.
    ///
    /// # Errors
    /// Where it is no TOML, or has more in it than anybody writes.
    pub fn parse(source: &'t Source) -> Result<Self, Vec<Diagnostic>> {
        Self::of(source.clone(), source.part())
    }

    /// Reads a text that `source` stands for in what is said of it.
    ///
    /// # Errors
    /// Where it is no TOML, or has more in it than anybody writes.
    pub fn of(source: Source, text: &'t str) -> Result<Self, Vec<Diagnostic>> {
        match DeTable::parse(text) {
            Ok(root) if has_more_than(MOST_VALUES, root.get_ref()) => {
                let wrong = source.error(0..0, format!("more than {MOST_VALUES} keys and entries of lists"));
                Err(vec![wrong.help("leave out what nobody in this fight has")])
            }
            Ok(root) => Ok(Self { source, root: root.into_inner() }),
            Err(error) => Err(vec![source.misshapen(error.span().unwrap_or(0..0), error.message())]),
        }
    }
}

/// Are there more keys and list entries, all tables together?
fn has_more_than(most: usize, root: &DeTable) -> bool {
    let mut left: Vec<&DeValue> = root.values().map(toml::Spanned::get_ref).collect();
    let mut count = 0;
    while let Some(value) = left.pop() {
        count += 1;
        if count > most {
            return true;
        }
        match value {
            DeValue::Table(table) => left.extend(table.values().map(toml::Spanned::get_ref)),
            DeValue::Array(items) => left.extend(items.iter().map(toml::Spanned::get_ref)),
            _ => {}
        }
    }
    false
}
