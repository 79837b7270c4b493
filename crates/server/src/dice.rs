//! Dice of a live table: they fall from the operating system's randomness, and nobody can know the next ones. Where a test
//! names a seed they fall by it.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use skirmish_kernel::dice::Dice;

/// A generator that was seeded by the operating system, or by a test.
pub(crate) struct LiveDice(ChaCha20Rng);

impl LiveDice {
    /// A new one; of a seed where one is named.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub(crate) fn new(seed: Option<u64>) -> Result<Self, getrandom::Error> {
        if let Some(seed) = seed {
            return Ok(Self(ChaCha20Rng::seed_from_u64(seed)));
        }
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        Ok(Self(ChaCha20Rng::from_seed(seed)))
    }

    /// The faces of one throw, each as likely as any other.
    pub(crate) fn throw(&mut self, dice: Dice) -> Vec<u16> {
        (0..dice.count()).map(|_| self.face(dice.sides())).collect()
    }

    /// One of these, each as likely as any other.
    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        let sides = u16::try_from(all.len()).unwrap_or(u16::MAX);
        all.get(usize::from(self.face(sides)) - 1)
    }

    /// A number from 1 to `sides`: words from the end of the range that would make some faces likelier are passed over.
    fn face(&mut self, sides: u16) -> u16 {
        let sides = u32::from(sides.max(1));
        let whole = u32::MAX - u32::MAX % sides;
        loop {
            let word = self.0.next_u32();
            if word < whole {
                return u16::try_from(word % sides + 1).unwrap_or(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::LiveDice;

    #[test]
    fn every_face_falls_and_no_other() {
        let mut dice = LiveDice::new(None).unwrap();
        let mut counts = [0_u32; 20];
        for _ in 0..2_500 {
            for face in dice.throw("8d20".parse().unwrap()) {
                counts[usize::from(face) - 1] += 1;
            }
        }
        // 20,000 dice: a thousand of each face, and never off by six standard deviations.
        assert!(counts.iter().all(|count| (815..1185).contains(count)), "{counts:?}");
        let many = |seed| LiveDice::new(seed).unwrap().throw("12d8".parse().unwrap());
        assert_ne!((many(None), many(None)), (many(None), many(None)));
        assert_eq!(many(Some(3)), many(Some(3)));
    }
}
