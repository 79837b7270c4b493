//! A fighter that uses the book's means.

mod going;
mod look;
mod plain;
#[cfg(test)]
mod tests;
mod worth;

pub use plain::Plain;
