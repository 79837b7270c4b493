//! A fighter that uses the book's means.

mod going;
mod plain;
mod wish;
mod worth;

pub use plain::Plain;
