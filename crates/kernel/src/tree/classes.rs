//! The classes of throws that a rule tells apart.

use std::borrow::Cow;

use crate::any_table::{Cast, Classes, class_of};
use crate::dice::Distribution;
use crate::weight::{Precision, Weight};

/// The classes that `class` numbers: a representative throw and the weight of each. Where a natural is
/// `fixed`, those dice have fallen; those beyond the list have not.
pub(crate) fn classes(
    casts: &[Cast<'_>],
    fixed: &[Option<i32>],
    precision: Precision,
    class: &Classes<'_>,
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

/// What the last dice of a throw may show, and the ways to each.
struct Lasts {
    naturals: Vec<i32>,
    ways: Vec<u128>,
    /// The numbers of the classes that they are in with what the others show.
    classes: Vec<usize>,
}

impl Lasts {
    fn of(law: &Distribution) -> Self {
        let (mut naturals, mut all) = (Vec::with_capacity(law.values()), Vec::with_capacity(law.values()));
        for (natural, ways) in law.iter().filter(|(_, ways)| *ways > 0) {
            naturals.push(natural);
            all.push(ways);
        }
        Self { classes: vec![0; naturals.len()], naturals, ways: all }
    }

    /// Each with its ways and its class, with what the others show.
    fn each(&mut self, others: &[i32], class: &Classes<'_>) -> impl Iterator<Item = (i32, u128, usize)> {
        class(others, &self.naturals, &mut self.classes);
        let all = self.naturals.iter().zip(&self.ways).zip(&self.classes);
        all.map(|((natural, ways), class)| (*natural, *ways, *class))
    }
}

/// Ways by class, with a throw that shows each class.
struct Counts<'c> {
    class: &'c Classes<'c>,
    naturals: Vec<i32>,
    ways: Vec<u128>,
}

impl<'c> Counts<'c> {
    fn new(class: &'c Classes<'c>, casts: usize) -> Self {
        Self { class, naturals: Vec::with_capacity(USUAL * casts), ways: Vec::with_capacity(USUAL) }
    }

    /// So many ways lead to what all but the last dice show.
    fn add(&mut self, others: &[i32], ways: u128, lasts: &mut Lasts) {
        if ways == 0 {
            return;
        }
        for (natural, last, class) in lasts.each(others, self.class) {
            if class == self.ways.len() {
                self.naturals.extend_from_slice(others);
                self.naturals.push(natural);
                self.ways.push(0);
            }
            self.ways[class] += ways * last;
        }
    }

    /// The classes, of a throw that can fall in so many ways.
    fn of(self, space: u128, precision: Precision) -> (Vec<i32>, Vec<Weight>) {
        (self.naturals, self.ways.iter().map(|&ways| Weight::ratio(precision, ways, space)).collect())
    }
}

fn of_one(law: &Distribution, precision: Precision, class: &Classes<'_>) -> (Vec<i32>, Vec<Weight>) {
    let mut counts = Counts::new(class, 1);
    counts.add(&[], 1, &mut Lasts::of(law));
    counts.of(law.total(), precision)
}

fn of_two(
    one: &Distribution,
    other: &Distribution,
    precision: Precision,
    class: &Classes<'_>,
) -> (Vec<i32>, Vec<Weight>) {
    let Some(space) = one.total().checked_mul(other.total()) else {
        return of_many(&[Cow::Borrowed(one), Cow::Borrowed(other)], precision, class);
    };
    let (mut counts, mut lasts) = (Counts::new(class, 2), Lasts::of(other));
    one.iter().for_each(|(first, ways)| counts.add(&[first], ways, &mut lasts));
    counts.of(space, precision)
}

/// Of any number of dice. Counts are kept whole while the space of the whole throw fits; beyond, each class is weighed on its own.
fn of_many(laws: &[Cow<'_, Distribution>], precision: Precision, class: &Classes<'_>) -> (Vec<i32>, Vec<Weight>) {
    let Some(space) = laws.iter().try_fold(1u128, |space, law| space.checked_mul(law.total())) else {
        return weighed(laws, precision, class);
    };
    let Some((last, others)) = laws.split_last() else { return (Vec::new(), vec![Weight::one(precision)]) };
    let (mut counts, mut lasts) = (Counts::new(class, laws.len()), Lasts::of(last));
    each(others, |shown, places| {
        let ways = others.iter().zip(places).map(|(law, &at)| law.nth(at).1).product();
        counts.add(shown, ways, &mut lasts);
    });
    counts.of(space, precision)
}

/// Where there are more ways than can be counted.
fn weighed(laws: &[Cow<'_, Distribution>], precision: Precision, class: &Classes<'_>) -> (Vec<i32>, Vec<Weight>) {
    let (mut naturals, mut weights) = (Vec::new(), Vec::<Weight>::new());
    each(laws, |shown, places| {
        let mut weight = Weight::one(precision);
        for (law, &at) in laws.iter().zip(places) {
            weight = weight.and(&Weight::ratio(precision, law.nth(at).1, law.total()));
        }
        if weight.is_zero() {
            return;
        }
        let class = class_of(class, shown);
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::dice::Dice;

    /// What a rule reads of two throws.
    fn read(one: i32, other: i32) -> i32 {
        (one - other).signum() * i32::from(one > 18 || other % 7 == 3)
    }

    /// Each throw of two dice asked about by itself, in the order in which they come.
    fn one_by_one(one: &Distribution, other: &Distribution) -> (Vec<i32>, Vec<Weight>) {
        let (mut known, mut naturals, mut ways) = (Vec::new(), Vec::new(), Vec::new());
        for (first, some) in one.iter() {
            for (second, more) in other.iter().filter(|(_, more)| some * more > 0) {
                let key = read(first, second);
                let class = known.iter().position(|other| *other == key).unwrap_or_else(|| {
                    known.push(key);
                    naturals.extend([first, second]);
                    ways.push(0);
                    known.len() - 1
                });
                ways[class] += some * more;
            }
        }
        let space = one.total() * other.total();
        (naturals, ways.into_iter().map(|ways| Weight::ratio(Precision::Exact, ways, space)).collect())
    }

    pub fn throws_asked_about_in_rows_are_those_asked_about_one_by_one() {
        let known = RefCell::new(Vec::<i32>::new());
        let class = |others: &[i32], lasts: &[i32], classes: &mut [usize]| {
            let mut known = known.borrow_mut();
            for (last, class) in lasts.iter().zip(classes) {
                let key = read(others[0], *last);
                *class = known.iter().position(|other| *other == key).unwrap_or_else(|| {
                    known.push(key);
                    known.len() - 1
                });
            }
        };
        let d20 = Distribution::cached(Dice::D20);
        // One that never shows some of its values.
        let gaps = Distribution::cached("2d6".parse::<Dice>().unwrap());
        for (one, other) in [(&d20, &gaps), (&gaps, &d20), (&d20, &d20)] {
            known.borrow_mut().clear();
            let expected = one_by_one(one, other);
            assert_eq!(of_two(one, other, Precision::Exact, &class), expected);
            known.borrow_mut().clear();
            assert_eq!(of_many(&[one.clone(), other.clone()], Precision::Exact, &class), expected);
            known.borrow_mut().clear();
            assert_eq!(weighed(&[one.clone(), other.clone()], Precision::Exact, &class), expected);
        }
    }
}
