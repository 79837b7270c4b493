//! Whole fights, held against closed forms, programs of their own, and sampled fights.

mod best;
mod closed;
mod far;
mod fists;
mod fragments;
mod generia;
mod known;
mod legacy;
mod point;
mod sampled;
mod sigil;
