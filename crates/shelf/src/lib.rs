//! The shelf: the one place that lists the rulebooks.
//!
//! Whoever plays, checks or serves battles takes the games from here with their types erased ([`Game`]) and names none
//! of them. A new rulebook is one crate, one line in the list below and its feature.

mod header;
mod include;
mod missing;
mod party;
mod schema;
mod shelf;

#[cfg(test)]
mod fake;

use std::sync::OnceLock;

pub use header::Header;
pub use include::{Unread, with_included};
pub use missing::Missing;
pub use party::{Party, party};
pub use schema::{Files, schema};
pub use shelf::{Found, MOST_BYTES, Shelf};
use skirmish_kernel::{Battle, Diagnostic, Game, Source};

/// Every game there is, the example last.
fn all() -> Vec<Box<dyn Game>> {
    vec![
        #[cfg(feature = "elemental-d6")]
        skirmish_elemental_d6::game(),
        #[cfg(feature = "generia")]
        skirmish_generia::game(),
        #[cfg(feature = "legacy-of-adventure")]
        skirmish_legacy_of_adventure::game(),
        #[cfg(feature = "fragments-of-power")]
        skirmish_fragments_of_power::game(),
        #[cfg(feature = "sigil-of-uchma")]
        skirmish_sigil_of_uchma::game(),
        #[cfg(feature = "hayfork")]
        skirmish_hayfork::game(),
    ]
}

/// The shelf with every game on it.
pub fn shelf() -> &'static Shelf {
    static SHELF: OnceLock<Shelf> = OnceLock::new();
    SHELF.get_or_init(|| Shelf::new(all()))
}

/// Every game, in the order of the shelf.
pub fn games() -> impl Iterator<Item = &'static dyn Game> {
    shelf().games()
}

/// The game of that name.
pub fn game(name: &str) -> Option<&'static dyn Game> {
    shelf().game(name)
}

/// The embedded encounter of that name; `game/name` where several games have one.
///
/// # Errors
/// The nearest names, or the full names it may mean.
pub fn find_encounter(name: &str) -> Result<Found<'static>, Missing> {
    shelf().find_encounter(name)
}

/// Opens a battle; `seed` overrides the file's own.
///
/// # Errors
/// Everything wrong with the file.
pub fn open(source: &Source, seed: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
    shelf().open(source, seed)
}
