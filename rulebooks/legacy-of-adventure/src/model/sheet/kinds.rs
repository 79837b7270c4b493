//! Kinds of attack, by what they are made of and from how far they come.

use serde::{Deserialize, Serialize};

use super::{Mode, Nature};

/// Kinds of attack: a bit for each nature from near, and for each from afar.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Kinds(u8);

impl Kinds {
    /// Is this kind among them?
    #[inline]
    pub fn has(self, mode: Mode, nature: Nature) -> bool {
        self.0 & Self::bit(mode, nature) != 0
    }

    /// All kinds of which this holds.
    pub fn of(holds: impl Fn(Mode, Nature) -> bool) -> Self {
        let kinds = [Mode::Melee, Mode::Ranged].into_iter().flat_map(|mode| Nature::ALL.map(|nature| (mode, nature)));
        kinds.filter(|(mode, nature)| holds(*mode, *nature)).fold(Self(0), |all, (m, n)| Self(all.0 | Self::bit(m, n)))
    }

    fn bit(mode: Mode, nature: Nature) -> u8 {
        1 << (nature as u8 + 4 * mode as u8)
    }
}
