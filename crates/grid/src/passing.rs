use crate::Cell;

/// How many pairs of cells are remembered at once.
const PLACES: usize = 1 << 9;

/// What is found of two cells past obstacles that come and go: remembered for as long as the same stand there.
///
/// [`Pairs`](crate::Pairs) does the same for a board that never changes. `K` is all that matters of the obstacles, the
/// board's own number included where there are several; each question brings it along, and where it differs all is
/// forgotten. A newer pair may take an older one's place. Whoever asks first makes no difference to what is found.
///
/// ```
/// use skirmish_grid::{Hex, Passing};
/// let mut past = Passing::new();
/// let (a, b, wall, no_wall) = (Hex::new(0, 0), Hex::new(3, 0), [Hex::new(1, 0)], []);
/// past.remember(&wall[..], a, b, 'x');
/// assert_eq!(past.known(&wall[..], a, b), Some('x'));
/// assert_eq!(past.known(&wall[..], b, a), None);
/// assert_eq!(past.known(&no_wall[..], a, b), None);
/// assert_eq!(past.known(&wall[..], a, b), None, "it was forgotten when the wall was gone");
/// ```
#[derive(Debug, Clone)]
pub struct Passing<C, K, V> {
    obstacles: Vec<K>,
    /// Raised where all is forgotten.
    age: u64,
    places: Vec<Option<(u64, C, C, V)>>,
}

impl<C: Cell, K: PartialEq + Clone, V: Copy> Passing<C, K, V> {
    /// Nothing known yet.
    #[must_use]
    pub const fn new() -> Self {
        Self { obstacles: Vec::new(), age: 0, places: Vec::new() }
    }

    /// What is remembered of two cells past these obstacles.
    pub fn known(&mut self, obstacles: &[K], from: C, to: C) -> Option<V> {
        self.stand(obstacles);
        let (age, a, b, known) = (*self.places.get(place(from, to))?)?;
        ((age, a, b) == (self.age, from, to)).then_some(known)
    }

    /// Remembers what was found of two cells past these obstacles.
    pub fn remember(&mut self, obstacles: &[K], from: C, to: C, found: V) {
        self.stand(obstacles);
        self.places.resize(PLACES, None);
        self.places[place(from, to)] = Some((self.age, from, to, found));
    }

    /// Forgets all where other obstacles stand there than before.
    fn stand(&mut self, obstacles: &[K]) {
        if self.obstacles != obstacles {
            self.age += 1;
            self.obstacles.clear();
            self.obstacles.extend_from_slice(obstacles);
        }
    }
}

impl<C: Cell, K: PartialEq + Clone, V: Copy> Default for Passing<C, K, V> {
    fn default() -> Self {
        Self::new()
    }
}

fn place<C: Cell>(from: C, to: C) -> usize {
    let ((a, b), (c, d)) = (from.axes(), to.axes());
    let mixed = [a, b, c, d].iter().fold(0usize, |sum, axis| sum.wrapping_mul(31).wrapping_add(*axis as usize));
    (mixed ^ mixed >> 9) % PLACES
}
