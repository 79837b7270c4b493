//! The book's own policy.

mod estimate;
mod plain;

pub use plain::Plain;
