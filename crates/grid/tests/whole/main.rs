//! Geometry against brute force and second implementations. One program, so that what all lean on is compiled once.

mod boards;
mod bodies;
mod oracle;
mod sight;
