//! What an encounter becomes in every book.

use crate::file::Entry;

/// A creature that can be put on the map by name.
#[derive(Clone, Debug)]
pub struct Stock<S> {
    /// As people type it.
    pub name: String,
    /// Its sheet: name, side and place are filled in later.
    pub sheet: S,
}

impl<S> Stock<S> {
    /// A library of sheets, by its names.
    pub fn all(library: Vec<Entry<S>>) -> Vec<Self> {
        library.into_iter().map(|entry| Self { name: entry.name, sheet: entry.of }).collect()
    }
}

/// Makes a book's `Setup`: what every encounter has, with the book's own `Ground`, and behind a semicolon the fields of this game alone.
/// `setup! { Rules, Sheet; /// Every weapon known here. pub weapons: Vec<Weapon>, }`
#[macro_export]
macro_rules! setup {
    ($rules:ty, $sheet:ty; $($(#[$about:meta])* pub $own:ident: $of:ty,)*) => {
        /// What an encounter becomes.
        #[derive(Clone, Debug)]
        pub struct Setup {
            /// Title of the encounter.
            pub title: String,
            /// The situation in a few sentences.
            pub about: String,
            /// Numbers and switches.
            pub rules: $rules,
            /// Names of the sides.
            pub sides: Vec<String>,
            /// The combatants.
            pub sheets: Vec<$sheet>,
            /// Creatures that the game master may add.
            pub creatures: Vec<$crate::setup::Stock<$sheet>>,
            /// The map.
            pub ground: Ground,
            /// Rounds after which an undecided fight ends (a fight of policies would else go on for ever).
            pub most_rounds: u32,
            $($(#[$about])* pub $own: $of,)*
        }
    };
}
