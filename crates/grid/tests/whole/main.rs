//! Geometry against brute force and second implementations. One program, so that what all lean on is compiled once.

mod boards;
mod bodies;
mod oracle;
mod sight;

/// What bars a line or counts on it. Behind a pointer: so what is asked with it is compiled once for each kind of cell, and not once
/// for each closure.
type Bars<'a, C> = &'a dyn Fn(C) -> bool;

/// What a step costs, likewise.
type Step<'a, C> = &'a dyn Fn(C, C) -> Option<u32>;
