//! Skirmish grid.
