//! Skirmish kernel.
