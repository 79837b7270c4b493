//! Many dice from few words.

use super::rng::{rejected_below, wide_mul};
use super::{Dice, Faces, MAX_COUNT, MAX_SIDES, Reading, Rng};

/// A batch holds as many dice as have at most 2^52 outcomes together, so that a word is rejected less than once in 4096.
const BATCH_OUTCOMES: u64 = 1 << 52;

/// The largest `k` with `sides^k <= 2^52`; for one side, which needs no word, any number will do.
const fn largest_batch(sides: u64) -> u8 {
    if sides <= 1 {
        return u8::MAX;
    }
    let mut size = 0;
    let mut outcomes = sides;
    while outcomes <= BATCH_OUTCOMES {
        outcomes *= sides;
        size += 1;
    }
    size
}

static BATCH: [u8; MAX_SIDES as usize + 1] = {
    let mut sizes = [0; MAX_SIDES as usize + 1];
    let mut sides = 0;
    while sides < sizes.len() {
        sizes[sides] = largest_batch(sides as u64);
        sides += 1;
    }
    sizes
};

fn batch_size(sides: u16) -> usize {
    match BATCH.get(usize::from(sides)) {
        Some(&size) => usize::from(size),
        None => usize::from(largest_batch(u64::from(sides))),
    }
}

/// Whether a batch whose last low half is `low` must be thrown again.
#[inline(always)]
fn rejected(low: u64, sides: u16, count: usize) -> bool {
    low < BATCH_OUTCOMES && rejected_exactly(low, sides, count)
}

#[cold]
fn rejected_exactly(low: u64, sides: u16, count: usize) -> bool {
    let outcomes = (0..count).fold(1_u64, |outcomes, _| outcomes.saturating_mul(u64::from(sides)));
    low < rejected_below(outcomes)
}

impl Rng {
    /// Fills `out` with faces from 1 to `sides` (`sides` 0 counts as 1), independent and unbiased.
    ///
    /// **The stream.** Dice come in batches: the largest number `k` of dice with `sides^k <= 2^52` (20 of d6, 12 of
    /// d20), the last batch having what is left. A batch of `m` dice takes one word `w`: the faces are one more than
    /// the `m` digits, in base `sides` and highest first, of the integer part of `w * sides^m / 2^64`. If
    /// `w * sides^m mod 2^64 < 2^64 mod sides^m` the word is passed over and the next one taken (less than once in
    /// 4096; it makes every outcome equally likely). One-sided dice take no word. This is part of the promise that a
    /// seed gives the same fight for ever. (Batched ranged draws: Brackett-Rozinsky and Lemire 2024.)
    ///
    /// ```
    /// # use skirmish_kernel::dice::Rng;
    /// let mut faces = [0; 12];
    /// Rng::for_fight(1, 1).faces(6, &mut faces);
    /// assert!(faces.iter().all(|face| (1..=6).contains(face)));
    /// ```
    #[inline]
    pub fn faces(&mut self, sides: u16, out: &mut [u16]) {
        if sides <= 1 {
            out.fill(1);
            return;
        }
        for batch in out.chunks_mut(batch_size(sides)) {
            loop {
                let mut word = self.next_u64();
                for face in &mut *batch {
                    let (digit, rest) = wide_mul(word, u64::from(sides));
                    *face = digit as u16 + 1;
                    word = rest;
                }
                if !rejected(word, sides, batch.len()) {
                    break;
                }
            }
        }
    }

    /// Throws `dice`: the faces in order, whatever the reading. An empty pool throws nothing.
    #[inline]
    #[must_use]
    pub fn throw(&mut self, dice: Dice) -> Faces {
        if let (1, sides) = (dice.count(), u32::from(dice.sides())) {
            return Faces::from_iter([self.below(sides) as u16 + 1]);
        }
        let mut faces = Faces::from([0; MAX_COUNT]);
        faces.truncate(usize::from(dice.count()));
        self.faces(dice.sides(), &mut faces);
        faces
    }

    /// Throws `dice` and gives the natural alone.
    ///
    /// Exactly `dice.natural(&rng.throw(dice))`, from the same words of the stream, but faster: use it where nobody
    /// looks at the faces.
    ///
    /// ```
    /// # use skirmish_kernel::dice::{Dice, Rng};
    /// let dice: Dice = "12d6>=4".parse()?;
    /// let (mut fast, mut slow) = (Rng::for_fight(1, 1), Rng::for_fight(1, 1));
    /// assert_eq!(fast.natural(dice), dice.natural(&slow.throw(dice)));
    /// assert_eq!(fast, slow);
    /// # Ok::<(), skirmish_kernel::dice::NotationError>(())
    /// ```
    #[inline(always)]
    pub fn natural(&mut self, dice: Dice) -> i32 {
        // One die is one number; where a rule names its dice, that is all that is left of this.
        match dice.reading() {
            Reading::Sum if dice.count() == 1 => self.below(u32::from(dice.sides())) as i32 + 1,
            _ => self.natural_of_many(dice),
        }
    }

    #[inline]
    fn natural_of_many(&mut self, dice: Dice) -> i32 {
        let (count, sides) = (usize::from(dice.count()), dice.sides());
        match dice.reading() {
            Reading::Sum if sides == 6 => i32::from(dice.count()) + self.six_sided(count, SUM),
            Reading::AtLeast(t) if sides == 6 && t >= 2 => self.six_sided(count, t - 2),
            Reading::AtMost(t) if sides == 6 && t <= 5 => i32::from(dice.count()) - self.six_sided(count, t - 1),
            Reading::Sum => self.fold(sides, count, 0, |sum, face| sum + i32::from(face)),
            Reading::AtLeast(t) => self.fold(sides, count, 0, |n, face| n + i32::from(face >= t)),
            Reading::AtMost(t) => self.fold(sides, count, 0, |n, face| n + i32::from(face <= t)),
            Reading::KeepHighest(1) => i32::from(self.fold(sides, count, 0, u16::max)),
            Reading::KeepLowest(1) => i32::from(self.fold(sides, count, u16::MAX, u16::min)),
            Reading::KeepHighest(keep) if keep + 1 == dice.count() => {
                let (sum, lowest) =
                    self.fold(sides, count, (0, u16::MAX), |(sum, low), face| (sum + i32::from(face), low.min(face)));
                sum - i32::from(lowest)
            }
            Reading::KeepHighest(_) | Reading::KeepLowest(_) => dice.natural(&self.throw(dice)),
        }
    }

    /// Folds the faces that [`faces`](Rng::faces) would give, without storing them.
    #[inline]
    fn fold<A: Copy>(&mut self, sides: u16, count: usize, start: A, f: impl Fn(A, u16) -> A) -> A {
        if sides <= 1 {
            return (0..count).fold(start, |acc, _| f(acc, 1));
        }
        let size = batch_size(sides);
        let (mut acc, mut left) = (start, count);
        while left > 0 {
            let batch = left.min(size);
            acc = loop {
                let mut word = self.next_u64();
                let mut folded = acc;
                for _ in 0..batch {
                    let (digit, rest) = wide_mul(word, u64::from(sides));
                    folded = f(folded, digit as u16 + 1);
                    word = rest;
                }
                if !rejected(word, sides, batch) {
                    break folded;
                }
            };
            left -= batch;
        }
        acc
    }

    /// Throws `count` d6 and gives one lane of [`FOUR_DIGITS`], added up over all of them.
    #[inline]
    fn six_sided(&mut self, count: usize, lane: u16) -> i32 {
        let (mut total, mut left) = (0, count);
        while left > 0 {
            let batch = left.min(POWERS_OF_SIX.len() - 1);
            let outcomes = POWERS_OF_SIX[batch];
            let mut digits = loop {
                let (digits, low) = wide_mul(self.next_u64(), outcomes);
                if low >= outcomes || low >= rejected_below(outcomes) {
                    break digits;
                }
            };
            let mut lanes = 0;
            while digits > 0 {
                lanes += FOUR_DIGITS[(digits % 1296) as usize];
                digits /= 1296;
            }
            total += (lanes >> (8 * u32::from(lane)) & 0xff) as i32;
            left -= batch;
        }
        total
    }
}

/// 6^0 to 6^20, the number of outcomes of a batch of d6.
static POWERS_OF_SIX: [u64; largest_batch(6) as usize + 1] = {
    let mut powers = [1; largest_batch(6) as usize + 1];
    let mut i = 1;
    while i < powers.len() {
        powers[i] = 6 * powers[i - 1];
        i += 1;
    }
    powers
};

/// The lane of [`FOUR_DIGITS`] that adds the digits up.
const SUM: u16 = 5;

/// For each number of four digits in base 6 (a digit is a face less one), six lanes of eight bits: how many faces are
/// at least 2, 3, 4, 5, 6, and the sum of the digits. Twenty digits overflow no lane.
static FOUR_DIGITS: [u64; 1296] = {
    let mut table = [0; 1296];
    let mut i = 0;
    while i < table.len() {
        let mut digits = i as u64;
        while digits > 0 {
            let digit = digits % 6;
            table[i] += digit << (8 * SUM);
            let mut lane = 0;
            while lane < digit {
                table[i] += 1 << (8 * lane);
                lane += 1;
            }
            digits /= 6;
        }
        i += 1;
    }
    table
};
