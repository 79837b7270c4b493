//! Skirmish shelf.
