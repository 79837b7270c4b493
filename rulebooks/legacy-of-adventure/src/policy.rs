//! The book's own policy.

mod estimate;
pub mod place;
mod plain;

pub use plain::Plain;
