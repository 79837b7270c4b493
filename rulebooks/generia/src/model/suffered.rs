//! What the dice of a damage roll come to, and how. (`wound.threshold`)

/// What the dice of a damage roll come to, as far as the rules read it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Suffered {
    /// More than armour?
    pub hit: bool,
    /// Wounds. (`wound.threshold`)
    pub wounds: i32,
    /// Above nothing at all?
    pub hurt: bool,
    /// The damage taken; 0 where nobody reads it.
    pub taken: i32,
    /// What a concentration save is made against; likewise.
    pub incoming: i32,
    /// How the damage taken came about; likewise.
    pub course: Course,
    /// What it is measured against.
    pub against: Against,
}

/// Damage after each step of its arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Course {
    /// The dice and the flat part.
    pub thrown: i32,
    /// After resistance and vulnerability to its kind. (`condition.resistant`, `condition.vulnerable`)
    pub typed: i32,
    /// After a save that halves it.
    pub saved: i32,
    /// After a block. (`block.success`)
    pub blocked: i32,
    /// After the dice of a spell. (`spell.sd`)
    pub protected: i32,
}

impl Course {
    /// So much from beginning to end.
    pub const fn straight(points: i32) -> Self {
        Self { thrown: points, typed: points, saved: points, blocked: points, protected: points }
    }
}

/// What damage must exceed to wound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Against {
    /// The wound threshold and armour together, once for each wound. (`wound.threshold`)
    Threshold {
        /// On the sheet.
        threshold: i32,
        /// Of the zone; or magical defence.
        armour: i32,
        /// By a house rule armour is taken off the damage instead.
        subtracts: bool,
    },
    /// Toughness, for one wound. (`wound.toughness`)
    Toughness(i32),
}
