//! How far two cells are apart, fight by fight: the same dice fall in both.

use skirmish_kernel::Side;
use skirmish_sim::Winner;

use crate::plan::MOST_FIGHTS;

/// Of the normal law, 95 % lie within so many standard deviations.
pub(crate) const Z: f64 = 1.959_963_984_540_054;

/// A difference is to be found in so many of 100 tries: the power of a test, as a quantile of the normal law. 80 % of them.
const POWER: f64 = 0.841_621_233_572_914_2;

/// How many fights of each cell would tell a difference from luck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needed {
    /// Those that were fought have told it, or it is exact.
    NoMore,
    /// About so many, from the first one on.
    About(u64),
    /// More than a cell may have: no sweep decides it.
    TooMany,
    /// No difference was seen at all, and nobody can say.
    Unseen,
}

impl Needed {
    /// The number of pairs of fights after which a difference like the one that was seen is told from 0 in 80 of 100 tries,
    /// by an interval that holds the truth in 95 of 100.
    ///
    /// With `d` the difference of the two shares, and `psi` the share of fights that end differently in both cells,
    /// `(1.96 * sqrt(psi) + 0.84 * sqrt(psi - d * d))^2 / (d * d)`: R. J. Connor, "Sample size for testing differences in
    /// proportions for the paired-sample design", Biometrics 43 (1987), after O. S. Miettinen (1968). What was seen stands
    /// for the truth, which it may miss by far where little was fought: it is an order of magnitude, in two digits.
    ///
    /// ```
    /// use skirmish_sweep::Needed;
    ///
    /// // Of 200 fights, 20 were won here alone, and 12 there alone.
    /// assert_eq!(Needed::of_discordant(20, 12, 200), Needed::About(790));
    /// assert_eq!(Needed::of_discordant(5, 5, 200), Needed::Unseen);
    /// ```
    #[must_use]
    pub fn of_discordant(here: u64, there: u64, fights: u64) -> Self {
        if here == there {
            return Self::Unseen;
        }
        let n = fights.max(1) as f64;
        let (psi, d) = ((here + there) as f64 / n, (here as f64 - there as f64) / n);
        let pairs = ((Z * psi.sqrt() + POWER * (psi - d * d).max(0.0).sqrt()) / d).powi(2);
        // No fewer than those that have not decided it.
        let pairs = pairs.max(n + 1.0);
        if !pairs.is_finite() || pairs > MOST_FIGHTS as f64 {
            return Self::TooMany;
        }
        let digit = 10f64.powf(pairs.log10().floor() - 1.0).max(1.0);
        Self::About(((pairs / digit).ceil() * digit) as u64)
    }
}

/// A difference with an interval: of 100 such intervals about 95 hold the true one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Difference {
    /// The difference that was counted; of chances, as a part of 1.
    pub is: f64,
    /// The interval's lower end.
    pub low: f64,
    /// The interval's upper end.
    pub high: f64,
    /// How many fights would tell it from luck.
    pub needed: Needed,
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
        Self { is, low: is, high: is, needed: Needed::NoMore }
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
            return Self { is: 0.0, low: -1.0, high: 1.0, needed: Needed::Unseen };
        }
        let is = (here as f64 - there as f64) / fights as f64;
        let n = fights as f64 + 2.0;
        let (p, q) = ((here as f64 + 1.0) / n, (there as f64 + 1.0) / n);
        let half = Z * ((p + q - (p - q).powi(2)) / n).max(0.0).sqrt();
        let middle = p - q;
        let (low, high) = ((middle - half).max(-1.0).min(is), (middle + half).min(1.0).max(is));
        let told = Self { is, low, high, needed: Needed::NoMore };
        let needed = if told.is_telling() { Needed::NoMore } else { Needed::of_discordant(here, there, fights) };
        Self { needed, ..told }
    }

    /// How much oftener one side wins than another in the same fights.
    #[must_use]
    pub fn between_sides(one: u64, other: u64, fights: u64) -> Self {
        Self::of_discordant(one, other, fights)
    }
}
