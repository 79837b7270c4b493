//! What people read and write: files, answers, what happened, what bears on a choice, what one sees, fields.

pub mod encounter;
mod facts;
mod fields;
mod narrate;
mod tally;
pub mod view;
mod words;
