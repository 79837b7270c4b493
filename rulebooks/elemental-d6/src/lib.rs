//! Elemental D6.
pub mod rules;
