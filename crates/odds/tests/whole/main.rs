//! Whole fights, held against closed forms, a program of its own, and sampled fights.

mod best;
mod closed;
mod fists;
mod point;
mod sampled;
