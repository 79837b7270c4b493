//! Elemental D6.
