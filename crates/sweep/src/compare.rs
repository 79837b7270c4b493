//! How far two cells are apart, fight by fight: the same dice fall in both.

use skirmish_kernel::Side;
use skirmish_sim::Winner;

/// Of the normal law, 95 % lie within so many standard deviations.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A difference with an interval: of 100 such intervals about 95 hold the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference that was counted; of chances, as a part of 1.
    pub is: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
}

impl Difference {
    /// Is it more than luck? That is: is zero outside of the interval?
    #[must_use]
    pub fn is_telling(self) -> bool {
        self.low > 0.0 || self.high < 0.0
    }

    /// Between two chances that are known exactly, each but for a part of `slack`: what differs by less is no difference.
    pub(crate) fn exactly(from: f64, to: f64, slack: f64) -> Self {
        let is = if (to - from).abs() <= slack { 0.0 } else { to - from };
        Self { is, low: is, high: is }
    }

    /// How much more often a side wins in `cell` than in `base`, of the fights that both have.
    ///
    /// Only fights that end differently say anything. The interval is that of Bonett and Price for paired shares: the
    /// normal one, with one fight more that was won here alone, and one more that was won there alone.
    ///
    /// ```
    /// use skirmish_kernel::Side;
    /// use skirmish_sweep::Difference;
    /// use skirmish_sim::Winner;
    ///
    /// let (ash, oak) = (Winner::Side(Side(0)), Winner::Side(Side(1)));
    /// let difference = Difference::paired(&[oak, oak, ash, oak], &[oak, ash, ash, ash], Side(0));
    /// assert_eq!(difference.is, 0.5);
    /// assert!(!difference.is_telling()); // of four fights nobody knows
    /// ```
    #[must_use]
    pub fn paired(base: &[Winner], cell: &[Winner], side: Side) -> Self {
        let won = |winner: &Winner| *winner == Winner::Side(side);
        let mut fights = 0u64;
        let (mut here, mut there) = (0u64, 0u64);
        for (before, now) in base.iter().zip(cell) {
            fights += 1;
            here += u64::from(won(now) && !won(before));
            there += u64::from(won(before) && !won(now));
        }
        Self::of_discordant(here, there, fights)
    }

    /// Of so many fights, `here` were won in the cell alone and `there` in the base alone.
    #[must_use]
    pub fn of_discordant(here: u64, there: u64, fights: u64) -> Self {
        if fights == 0 {
            return Self { is: 0.0, low: -1.0, high: 1.0 };
        }
        let is = (here as f64 - there as f64) / fights as f64;
        let n = fights as f64 + 2.0;
        let (p, q) = ((here as f64 + 1.0) / n, (there as f64 + 1.0) / n);
        let half = Z * ((p + q - (p - q).powi(2)) / n).max(0.0).sqrt();
        let middle = p - q;
        Self { is, low: (middle - half).max(-1.0).min(is), high: (middle + half).min(1.0).max(is) }
    }

    /// How much oftener one side wins than another in the same fights.
    #[must_use]
    pub fn between_sides(one: u64, other: u64, fights: u64) -> Self {
        Self::of_discordant(one, other, fights)
    }
}
