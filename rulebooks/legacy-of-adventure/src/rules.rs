//! The rules, a room for each chapter of the book; they know the nouns and each other, and nobody who tells of them.

pub mod announce;
pub mod attack;
pub mod clock;
pub mod concentration;
pub mod damage;
pub mod defence;
pub mod derived;
pub mod effects;
pub mod invariant;
pub mod judge;
pub mod keep;
pub mod lines;
pub mod movement;
pub mod opportunity;
pub mod options;
pub mod refusal;
pub mod rows;
pub mod score;
pub mod segment;
pub mod turn;
pub mod utility;
pub mod zones;

skirmish_bookkit::at_table!(crate::Legacy);
