//! The book's own policy.

pub mod estimate;
mod look;
pub mod place;
pub mod plain;
mod rings;
pub mod worth;

pub use plain::Plain;
