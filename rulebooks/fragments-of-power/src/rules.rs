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

skirmish_bookkit::at_table!(crate::Fragments);
