//! The classes of throws that a rule tells apart.

use std::borrow::Cow;

use crate::any_table::Cast;
use crate::dice::Distribution;
use crate::weight::{Precision, Weight};

/// The classes that `class` tells apart by number: a representative throw and the weight of each. Where a natural is
/// `fixed`, those dice have fallen; those beyond the list have not.
pub(crate) fn classes(
    casts: &[Cast<'_>],
    fixed: &[Option<i32>],
    precision: Precision,
    class: &dyn Fn(&[i32]) -> usize,
) -> (Vec<i32>, Vec<Weight>) {
    let law = |at: usize, cast: &Cast<'_>| match fixed.get(at).copied().flatten() {
        Some(natural) => Cow::Owned(Distribution::constant(natural)),
        None => Distribution::cached(cast.dice()),
    };
    // Nearly every throw is of one person's dice, or of two against each other.
    match casts {
        [one] => of_one(&law(0, one), precision, class),
        [one, other] => of_two(&law(0, one), &law(1, other), precision, class),
        _ => of_many(&casts.iter().enumerate().map(|(at, cast)| law(at, cast)).collect::<Vec<_>>(), precision, class),
    }
}

/// How many classes a throw mostly has at most.
const USUAL: usize = 8;

/// Ways by class, with a throw that shows each class.
struct Counts<'c> {
    class: &'c dyn Fn(&[i32]) -> usize,
    naturals: Vec<i32>,
    ways: Vec<u128>,
}

impl<'c> Counts<'c> {
    fn new(class: &'c dyn Fn(&[i32]) -> usize, casts: usize) -> Self {
        Self { class, naturals: Vec::with_capacity(USUAL * casts), ways: Vec::with_capacity(USUAL) }
    }

    /// So many ways lead to that throw.
    fn add(&mut self, shown: &[i32], ways: u128) {
        if ways == 0 {
            return;
        }
        let class = (self.class)(shown);
        if class == self.ways.len() {
            self.naturals.extend_from_slice(shown);
            self.ways.push(0);
        }
        self.ways[class] += ways;
    }

    /// The classes, of a throw that can fall in so many ways.
    fn of(self, space: u128, precision: Precision) -> (Vec<i32>, Vec<Weight>) {
        (self.naturals, self.ways.iter().map(|&ways| Weight::ratio(precision, ways, space)).collect())
    }
}

fn of_one(law: &Distribution, precision: Precision, class: &dyn Fn(&[i32]) -> usize) -> (Vec<i32>, Vec<Weight>) {
    let mut counts = Counts::new(class, 1);
    law.iter().for_each(|(natural, ways)| counts.add(&[natural], ways));
    counts.of(law.total(), precision)
}

fn of_two(
    one: &Distribution,
    other: &Distribution,
    precision: Precision,
    class: &dyn Fn(&[i32]) -> usize,
) -> (Vec<i32>, Vec<Weight>) {
    let Some(space) = one.total().checked_mul(other.total()) else {
        return of_many(&[Cow::Borrowed(one), Cow::Borrowed(other)], precision, class);
    };
    let mut counts = Counts::new(class, 2);
    for (first, ways) in one.iter() {
        other.iter().for_each(|(second, others)| counts.add(&[first, second], ways * others));
    }
    counts.of(space, precision)
}

/// Of any number of dice. Counts are kept whole while the space of the whole throw fits; beyond, each class is weighed on its own.
fn of_many(
    laws: &[Cow<'_, Distribution>],
    precision: Precision,
    class: &dyn Fn(&[i32]) -> usize,
) -> (Vec<i32>, Vec<Weight>) {
    let Some(space) = laws.iter().try_fold(1u128, |space, law| space.checked_mul(law.total())) else {
        return weighed(laws, precision, class);
    };
    let mut counts = Counts::new(class, laws.len());
    each(laws, |shown, places| {
        counts.add(shown, laws.iter().zip(places).map(|(law, &at)| law.nth(at).1).product());
    });
    counts.of(space, precision)
}

/// Where there are more ways than can be counted.
fn weighed(
    laws: &[Cow<'_, Distribution>],
    precision: Precision,
    class: &dyn Fn(&[i32]) -> usize,
) -> (Vec<i32>, Vec<Weight>) {
    let (mut naturals, mut weights) = (Vec::new(), Vec::<Weight>::new());
    each(laws, |shown, places| {
        let mut weight = Weight::one(precision);
        for (law, &at) in laws.iter().zip(places) {
            weight = weight.and(&Weight::ratio(precision, law.nth(at).1, law.total()));
        }
        if weight.is_zero() {
            return;
        }
        let class = class(shown);
        if class == weights.len() {
            naturals.extend_from_slice(shown);
            weights.push(Weight::zero(precision));
        }
        weights[class].add(&weight);
    });
    (naturals, weights)
}

/// Every throw, the last dice first, with the place of each natural in its law.
fn each(laws: &[Cow<'_, Distribution>], mut take: impl FnMut(&[i32], &[usize])) {
    let mut places = vec![0usize; laws.len()];
    let mut shown = vec![0i32; laws.len()];
    loop {
        for ((law, &at), natural) in laws.iter().zip(&places).zip(&mut shown) {
            *natural = law.nth(at).0;
        }
        take(&shown, &places);
        if !next(&mut places, laws) {
            return;
        }
    }
}

/// Counts `places` up, the last one first.
fn next(places: &mut [usize], laws: &[Cow<'_, Distribution>]) -> bool {
    for (place, law) in places.iter_mut().zip(laws).rev() {
        *place += 1;
        if *place < law.values() {
            return true;
        }
        *place = 0;
    }
    false
}
