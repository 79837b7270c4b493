//! A fighter that uses the book's means.

mod going;
mod plain;
mod worth;

pub use plain::Plain;
