//! The book's own policy.

mod estimate;
mod place;
mod plain;

pub use plain::Plain;
