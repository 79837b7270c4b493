//! Elemental D6, as published at elementald6.com, for Skirmish.
//!
//! Rounds of three segments; initiative becomes a ranking; attacks travel at hexes per segment and are held when the
//! target counters; everything that lasts is counted in segments. The rules stand in the order of the book: `clock`
//! (rounds, segments), `initiative`, `turn`, `actions`, `attack` and `defence`, `movement`, `conditions`,
//! `lines` (sight, cover, concealment). Rule ids and house rules are in `rules.toml`.

mod actions;
mod advantage;
mod ask;
mod attack;
mod before_combat;
mod book;
mod clock;
mod conditions;
mod damage;
mod defence;
mod encounter;
mod events;
mod facts;
mod fields;
mod forget;
mod game;
mod initiative;
mod invariant;
mod lines;
mod movement;
mod narrate;
mod policy;
mod rules;
mod setup;
mod sheet;
mod sightlines;
mod state;
mod structures;
mod tally;
mod trade;
mod triggers;
mod turn;
mod view;
mod words;

pub use actions::{Act, Ask, Choice};
pub use book::Elemental;
pub use game::{BOOK, game};
pub use policy::Plain;
pub use setup::Setup;
pub use state::State;
