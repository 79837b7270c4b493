//! What people read and write: files, answers, what happened, what bears on a choice, what one sees, fields.

pub mod encounter;
pub mod facts;
mod fields;
pub mod narrate;
pub mod results;
mod tally;
pub mod view;
mod words;
