//! Generia, as published on the Generia rules site, for Skirmish.
//!
//! Rounds of one turn each; an Attack, a Utility and a Movement Action in a turn; a d20 against a d12 that the defender
//! chooses how to throw; armour that must be overcome; spells that are kept up. The rules stand in the order of the
//! book: `clock` (rounds, turns), `initiative`, `turn`, `actions`, `attack` and `defence`, `damage` (hits, wounds),
//! `movement`, `conditions`, `magic`, `lines` (sight, facing, cover). Rule ids and house rules are in `rules.toml`.

mod ability;
mod actions;
mod after;
mod ask;
mod attack;
mod bodies;
mod book;
mod clock;
mod conditions;
mod contest;
mod damage;
mod defence;
mod edge;
mod encounter;
mod events;
mod explosion;
mod facts;
mod fields;
mod game;
mod grapple;
mod initiative;
mod invariant;
mod lines;
mod magic;
mod movement;
mod narrate;
mod policy;
mod position;
mod reactions;
mod requests;
mod rules;
mod save;
mod setup;
mod sheet;
mod state;
mod tally;
mod turn;
mod view;
mod words;

pub use actions::{Ask, Choice, Defend};
pub use book::Generia;
pub use game::{BOOK, game};
pub use policy::Plain;
pub use setup::Setup;
pub use sheet::Zone;
pub use state::State;
