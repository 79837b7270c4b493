//! A table of values, column by column, for whatever reads data frames.

use serde::Serialize;

/// A column: all its values are of one kind; none of them where there is none.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(untagged)]
pub enum Column {
    /// Whole numbers.
    Whole(Vec<Option<i64>>),
    /// Numbers.
    Real(Vec<Option<f64>>),
    /// Yes or no.
    Flag(Vec<bool>),
    /// Texts.
    Text(Vec<Option<String>>),
}

impl Column {
    /// How many values it has.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Whole(values) => values.len(),
            Self::Real(values) => values.len(),
            Self::Flag(values) => values.len(),
            Self::Text(values) => values.len(),
        }
    }

    /// Has it none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Columns of one length, each with its name.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Columns {
    /// In order.
    pub columns: Vec<(String, Column)>,
}

impl Columns {
    /// Adds one at the end.
    pub fn push(&mut self, name: impl Into<String>, column: Column) {
        self.columns.push((name.into(), column));
    }

    /// How many rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |(_, column)| column.len())
    }
}
