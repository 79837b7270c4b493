//! The book's own policy.

mod estimate;
mod place;
mod plain;
mod worth;

pub use plain::Plain;
