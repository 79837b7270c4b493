//! Everything that people and files read and write.

pub mod encounter;
pub mod facts;
pub mod fields;
pub mod narrate;
pub mod results;
pub mod tally;
pub mod view;
pub mod words;
