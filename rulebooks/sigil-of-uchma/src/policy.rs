//! A fighter that uses the book's means.

pub mod going;
mod look;
pub mod plain;
#[cfg(feature = "unit-tests")]
pub mod tests;
mod worth;

pub use plain::Plain;
