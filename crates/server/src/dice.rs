//! Dice of a live table: they fall from the operating system's randomness, and nobody can know the next ones.

use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use skirmish_kernel::dice::Dice;

/// A generator that was seeded by the operating system.
pub(crate) struct LiveDice(ChaCha20Rng);

impl LiveDice {
    /// A new one.
    ///
    /// # Errors
    /// When the operating system has no randomness to give.
    pub(crate) fn new() -> Result<Self, getrandom::Error> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        Ok(Self(ChaCha20Rng::from_seed(seed)))
    }

    /// The faces of one throw, each as likely as any other.
    pub(crate) fn throw(&mut self, dice: Dice) -> Vec<u16> {
        (0..dice.count()).map(|_| self.face(dice.sides())).collect()
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
        let mut dice = LiveDice::new().unwrap();
        let mut counts = [0_u32; 20];
        for _ in 0..500 {
            for face in dice.throw("40d20".parse().unwrap()) {
                counts[usize::from(face) - 1] += 1;
            }
        }
        // 20,000 dice: a thousand of each face, and never off by six standard deviations.
        assert!(counts.iter().all(|count| (815..1185).contains(count)), "{counts:?}");
        assert_ne!(LiveDice::new().unwrap().throw("40d20".parse().unwrap()), dice.throw("40d20".parse().unwrap()));
    }
}
