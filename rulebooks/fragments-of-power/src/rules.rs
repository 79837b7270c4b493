//! The rules, a file for each chapter of the page.

pub mod acts;
pub mod area;
pub mod attack;
pub mod bleeding;
pub mod bodies;
pub mod clock;
pub mod conditions;
pub mod damage;
pub mod edge;
pub mod flanking;
pub mod grapple;
pub mod ground;
pub mod initiative;
pub mod invariant;
pub mod items;
pub mod judge;
pub mod lines;
pub mod magic;
pub mod maneuvers;
pub mod movement;
pub mod options;
pub mod ready;
pub mod sight;
pub mod skills;
pub mod turn;

use crate::Fragments;

/// A table at which this book is played.
pub trait Table: skirmish_kernel::Table<Fragments> {}

impl<T: skirmish_kernel::Table<Fragments>> Table for T {}

/// What a rule gives back, or the table's halt.
pub type Halting<T, R = ()> = Result<R, <T as skirmish_kernel::Table<Fragments>>::Halt>;
