//! A fighter that uses the book's means.

pub mod going;
pub mod plain;
mod wish;
mod worth;

pub use plain::Plain;
