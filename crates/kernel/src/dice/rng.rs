//! The generator: xoshiro256++ and unbiased bounded draws.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A deterministic stream of random words and dice (xoshiro256++).
///
/// What it gives is fixed for ever: stored seeds and transcripts depend on it. Equal generators give equal streams.
/// It is not secret: who sees enough throws can predict the next.
///
/// **Seeding.** [`Rng::for_fight`] runs two [splitmix64](https://prng.di.unimi.it/splitmix64.c) sequences: `a` starts
/// at `seed`; its first output is XORed with `index`, and the result starts `b`. The four words of state are
/// `a₂⊕b₁, a₃⊕b₂, a₄⊕b₃, a₅⊕b₄`. For one seed, different indices always give different states. (A state of four
/// zeroes would be stuck; it becomes `1, 0, 0, 0`.)
///
/// **Draws.** [`below`](Rng::below) uses one word, and one more for each rejection. Dice come in batches, described at
/// [`faces`](Rng::faces).
///
/// Saved as 64 hexadecimal digits, the four words of state in order.
///
/// ```
/// # use skirmish_kernel::dice::Rng;
/// let mut first = Rng::for_fight(42, 0);
/// let mut second = Rng::for_fight(42, 1);
/// assert_ne!(first.next_u64(), second.next_u64());
/// assert!(first.below(20) < 20);
/// let saved = first.to_string();
/// assert_eq!(saved.parse(), Ok(first));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rng {
    state: [u64; 4],
}

/// Why a saved generator cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RngError {
    /// Not exactly 64 hexadecimal digits.
    NotHex,
    /// All digits are zero; the generator would give nothing but zeroes.
    AllZero,
}

impl fmt::Display for RngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RngError::NotHex => "the state of a generator is 64 hexadecimal digits",
            RngError::AllZero => "the state of a generator is never all zeroes",
        })
    }
}

impl std::error::Error for RngError {}

/// One step of splitmix64: advances `state`, returns the next word.
const fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// `a * b` as its high and low 64 bits.
#[inline(always)]
pub(super) const fn wide_mul(a: u64, b: u64) -> (u64, u64) {
    let product = a as u128 * b as u128;
    ((product >> 64) as u64, product as u64)
}

/// 2^64 mod `bound`: a low half below this is rejected. A bound of zero counts as one.
#[cold]
pub(super) const fn rejected_below(bound: u64) -> u64 {
    match bound {
        0 => 0,
        _ => bound.wrapping_neg() % bound,
    }
}

impl Rng {
    /// The stream of fight number `index` in a batch with this `seed`; see [`Rng`] for exactly how.
    #[must_use]
    pub const fn for_fight(seed: u64, index: u64) -> Self {
        let mut a = seed;
        let mut b = splitmix64(&mut a) ^ index;
        let mut state = [0; 4];
        let mut i = 0;
        while i < 4 {
            state[i] = splitmix64(&mut a) ^ splitmix64(&mut b);
            i += 1;
        }
        if let [0, 0, 0, 0] = state {
            state[0] = 1;
        }
        Rng { state }
    }

    /// A generator in exactly this state.
    ///
    /// # Errors
    /// [`RngError::AllZero`] if all four words are zero.
    pub const fn from_state(state: [u64; 4]) -> Result<Self, RngError> {
        match state {
            [0, 0, 0, 0] => Err(RngError::AllZero),
            _ => Ok(Rng { state }),
        }
    }

    /// The four words of state.
    #[must_use]
    pub const fn state(&self) -> [u64; 4] {
        self.state
    }

    /// The next word of the stream, all 64 bits uniform.
    #[inline]
    pub const fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = self.state;
        let word = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
        let (s2, s3) = (s2 ^ s0, s3 ^ s1);
        self.state = [s0 ^ s3, s1 ^ s2, s2 ^ (s1 << 17), s3.rotate_left(45)];
        word
    }

    /// A number from 0 to `n - 1`, each equally likely (Lemire's method on 64-bit words).
    ///
    /// `below(0)` and `below(1)` are 0 and use nothing of the stream. For any other `n` that fits a die,
    /// `below(n) + 1` is the face that [`faces`](Rng::faces) would give for a single die.
    #[inline]
    pub const fn below(&mut self, n: u32) -> u32 {
        if n <= 1 {
            return 0;
        }
        loop {
            let (high, low) = wide_mul(self.next_u64(), n as u64);
            if low >= n as u64 || low >= rejected_below(n as u64) {
                return high as u32;
            }
        }
    }
}

impl fmt::Display for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.iter().try_for_each(|word| write!(f, "{word:016x}"))
    }
}

impl fmt::Debug for Rng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rng({self})")
    }
}

impl FromStr for Rng {
    type Err = RngError;

    fn from_str(text: &str) -> Result<Self, RngError> {
        if text.len() != 64 || !text.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(RngError::NotHex);
        }
        let mut state = [0; 4];
        for (i, word) in state.iter_mut().enumerate() {
            let digits = text.get(16 * i..16 * (i + 1)).ok_or(RngError::NotHex)?;
            *word = u64::from_str_radix(digits, 16).map_err(|_| RngError::NotHex)?;
        }
        Rng::from_state(state)
    }
}

impl Serialize for Rng {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rng {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        super::notation::deserialize(deserializer, "the 64 hexadecimal digits of a generator")
    }
}
