//! The rules, in the order of the book where one calls the next: a room for each of its chapters.

pub mod after;
pub mod attack;
pub mod bodies;
pub mod clock;
pub mod conditions;
pub mod contest;
pub mod damage;
pub mod defence;
pub mod edge;
pub mod explosion;
pub mod forget;
pub mod grapple;
pub mod initiative;
pub mod invariant;
pub mod judge;
pub mod lines;
pub mod magic;
pub mod movement;
pub mod options;
pub mod position;
pub mod reactions;
pub mod requests;
pub mod save;
pub mod standing;
pub mod turn;

skirmish_bookkit::at_table!(crate::model::Generia);
