//! The book's own policy.

mod estimate;
mod look;
mod place;
mod plain;
mod rings;
mod worth;

pub use plain::Plain;
