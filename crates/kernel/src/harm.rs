//! What an event says of harm.

use std::borrow::Cow;

use crate::Id;

/// A piece of what an event says of harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Harm<'g> {
    /// From now on, what this one does is done with that: Kestrel, with `air-blast`. The word is the
    /// [`verb`](crate::Measures::verb) of the choice, where there is one.
    Means {
        /// Who.
        by: Id,
        /// With what.
        with: Cow<'g, str>,
    },
    /// What follows is this one's doing, with the means told last.
    By(Id),
    /// What follows is nobody's doing: `bleeding`, `fall`.
    Cause(&'g str),
    /// Somebody has lost so much of what keeps it in the fight.
    Loss {
        /// Who.
        on: Id,
        /// How much, in the measure of its first gauge.
        points: i32,
    },
}
