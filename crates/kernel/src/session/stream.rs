//! What policies draw from.

use crate::dice::Rng;

/// The generator of the policies, and how many numbers it has given since the fight began.
#[derive(Clone, Debug)]
pub(super) struct Stream {
    rng: Rng,
    drawn: u64,
}

impl Stream {
    /// No policy draws more for one choice.
    const MOST_AT_ONCE: u64 = 1 << 20;

    pub(super) fn new(begin: Rng) -> Self {
        Self { rng: begin, drawn: 0 }
    }

    /// How many numbers have been drawn.
    pub(super) fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The generator as it stands.
    pub(super) fn rng(&self) -> Rng {
        self.rng.clone()
    }

    /// Goes on from where a policy has left a copy of the generator. One that is nowhere to be found counts as one
    /// number.
    pub(super) fn go_on_from(&mut self, left: &Rng) {
        let mut rng = self.rng.clone();
        for drawn in 0..=Self::MOST_AT_ONCE {
            if rng == *left {
                (self.rng, self.drawn) = (rng, self.drawn + drawn);
                return;
            }
            rng.next_u64();
        }
        self.rng.next_u64();
        self.drawn += 1;
    }

    /// Goes to where so many numbers have been drawn, of a stream that begins with `begin`. It costs the numbers between
    /// here and there; on the way back, those between the beginning and there.
    pub(super) fn go_to(&mut self, drawn: u64, begin: Rng) {
        if drawn < self.drawn {
            *self = Self::new(begin);
        }
        while self.drawn < drawn {
            self.rng.next_u64();
            self.drawn += 1;
        }
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    pub fn a_place_in_the_stream_is_how_many_numbers_were_drawn() {
        let begin = || Rng::for_fight(7, 0);
        let mut stream = Stream::new(begin());
        let mut policy = stream.rng();
        let sum = (0..5).fold(0u64, |sum, _| sum ^ policy.next_u64());
        assert_ne!(sum, 0);
        stream.go_on_from(&policy);
        assert_eq!((stream.drawn(), stream.rng() == policy), (5, true));
        stream.go_to(9, begin());
        stream.go_to(5, begin());
        assert_eq!((stream.drawn(), stream.rng() == policy), (5, true));
        stream.go_on_from(&Rng::for_fight(8, 0));
        assert_eq!(stream.drawn(), 6, "a generator of somebody else's is no place in this stream");
    }
}
