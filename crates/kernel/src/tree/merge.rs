//! Branches that came to the same end become one.

use std::hash::Hash;

use super::signs::{Gathered, Met, Signs};
use crate::numbered::Numbered;
use crate::weight::Weight;

/// What a branch carries along besides its state.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Trail {
    /// What it has met since the enumeration began.
    pub(crate) met: Met,
    /// How many of the edicts given in the running step have been applied.
    pub(crate) decreed: usize,
}

impl Trail {
    /// What a later piece of the branch carries, behind this one.
    pub(crate) fn then(&mut self, later: &Self) {
        self.met.then(&later.met);
        self.decreed = later.decreed;
    }
}

pub(crate) type Merged<T> = Vec<(T, Trail, Weight)>;

/// Adds up the weights of equal results.
pub(crate) struct Merger<T> {
    /// Different results, each with how many edicts had been applied; with what has been met, where that keeps ways apart.
    results: Numbered<(T, usize, Signs)>,
    apart: bool,
    /// What was met on the way to each, and its chance.
    reached: Vec<(Gathered, Weight)>,
}

impl<T: Eq + Hash> Merger<T> {
    pub(crate) fn new() -> Self {
        Self::keeping(false)
    }

    /// One that keeps ways apart that have met different things, or does not.
    pub(crate) fn keeping(apart: bool) -> Self {
        Self { results: Numbered::default(), apart, reached: Vec::new() }
    }

    /// An empty one that keeps apart what this one does, and what has been gathered.
    pub(crate) fn take(&mut self) -> Self {
        std::mem::replace(self, Self::keeping(self.apart))
    }

    /// Are ways kept apart that have met different things?
    pub(crate) fn keeps_apart(&self) -> bool {
        self.apart
    }

    /// One branch more has come to that. Gives it back where another one has come to the same.
    pub(crate) fn add(&mut self, value: T, trail: Trail, weight: Weight) -> Option<T> {
        let met = if self.apart { trail.met.surely().clone() } else { Signs::default() };
        match self.results.known_or_kept((value, trail.decreed, met)) {
            Ok((at, (value, ..))) => {
                if let Some((met, known)) = self.reached.get_mut(at as usize) {
                    met.add(&trail.met, &weight, known);
                    known.add(&weight);
                }
                Some(value)
            }
            Err(_) => {
                self.reached.push((Gathered::of(trail.met, &weight), weight));
                None
            }
        }
    }

    /// Different results, in the order first met.
    pub(crate) fn merged(self) -> Merged<T> {
        let all = self.results.into_all().into_iter().zip(self.reached);
        all.map(|((value, decreed, _), (met, weight))| (value, Trail { met: met.met(&weight), decreed }, weight))
            .collect()
    }
}

/// The ends of a pass that is made again as long as it comes to where it began, `again`: a geometric series, so that each
/// other end is so much likelier. Nothing where it can come to nothing else.
pub(crate) fn until_other<T>(mut ends: Merged<T>, again: impl Fn(&T, &Trail) -> bool) -> Option<Merged<T>> {
    let Some(at) = ends.iter().position(|(end, trail, _)| again(end, trail)) else { return Some(ends) };
    let (_, round, chance) = ends.remove(at);
    let others = chance.complement();
    if others.is_zero() {
        return None;
    }
    for (_, trail, weight) in &mut ends {
        *weight = weight.over(&others);
        trail.met.after_rounds(&round.met, &chance);
    }
    Some(ends)
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Precision;

    fn ratio(count: u128, total: u128) -> Weight {
        Weight::ratio(Precision::Exact, count, total)
    }

    fn met(surely: &[u32]) -> Met {
        let mut met = Met::default();
        surely.iter().for_each(|sign| met.add(*sign));
        met
    }

    /// In one of four passes it goes round once more. On the way round sign 7 is always met, and sign 3 in half of them.
    pub fn rounds_without_end_are_a_geometric_series() {
        let mut passes = Merger::new();
        let mut add = |end: &'static str, signs: &[u32], weight: Weight| {
            passes.add(end, Trail { met: met(signs), decreed: 0 }, weight);
        };
        add("again", &[7], ratio(1, 8));
        add("again", &[3, 7], ratio(1, 8));
        add("won", &[], ratio(1, 2));
        add("lost", &[3], ratio(1, 4));
        let ends = until_other(passes.merged(), |end, _| *end == "again").unwrap();
        let [(_, won, half), (_, lost, quarter)] = ends.as_slice() else { panic!("{ends:?}") };
        assert_eq!((half, quarter), (&ratio(2, 3), &ratio(1, 3)));
        // Sign 7 is missed if there was no other round: 1/2 of 2/3, and 1/4 of 1/3.
        assert_eq!((won.met.missed(7, half), lost.met.missed(7, quarter)), (ratio(1, 2), ratio(1, 4)));
        // Sign 3: a half, and an eighth of a half, and so on.
        assert_eq!((won.met.missed(3, half), lost.met.missed(3, quarter)), (ratio(4, 7), ratio(0, 1)));
        assert_eq!(won.met.missed(5, half), *half);
    }

    pub fn a_round_that_is_none_changes_nothing() {
        let ends = vec![("won", Trail::default(), ratio(1, 1))];
        let again = |decreed| move |end: &&str, trail: &Trail| *end == "again" && trail.decreed == decreed;
        assert_eq!(until_other(ends.clone(), again(0)), Some(ends));
        // Elsewhere in what was decreed it is not where it began; and what comes to nothing else has no end.
        let round = vec![("again", Trail::default(), ratio(1, 1))];
        assert_eq!(until_other(round.clone(), again(1)), Some(round.clone()));
        assert_eq!(until_other(round, again(0)), None);
    }
}
