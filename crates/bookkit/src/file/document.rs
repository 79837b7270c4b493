//! A file as a tree.

use skirmish_kernel::{Diagnostic, Source};
use toml::de::DeTable;

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
    /// Where it is no TOML.
    pub fn parse(source: &'t Source) -> Result<Self, Vec<Diagnostic>> {
        Self::of(source.clone(), source.part())
    }

    /// Reads a text that `source` stands for in what is said of it.
    ///
    /// # Errors
    /// Where it is no TOML.
    pub fn of(source: Source, text: &'t str) -> Result<Self, Vec<Diagnostic>> {
        match DeTable::parse(text) {
            Ok(root) => Ok(Self { source, root: root.into_inner() }),
            Err(error) => Err(vec![source.misshapen(error.span().unwrap_or(0..0), error.message())]),
        }
    }
}
