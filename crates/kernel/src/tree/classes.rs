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
    let laws: Vec<_> = casts
        .iter()
        .enumerate()
        .map(|(at, cast)| match fixed.get(at).copied().flatten() {
            Some(natural) => Cow::Owned(Distribution::constant(natural)),
            None => Distribution::cached(cast.dice()),
        })
        .collect();
    // Counts are kept whole while the space of the whole throw fits; beyond, each class is weighed on its own.
    let space = laws.iter().try_fold(1u128, |space, law| space.checked_mul(law.total()));
    let (mut naturals, mut counts, mut weights) = (Vec::new(), Vec::<u128>::new(), Vec::<Weight>::new());
    let mut index = vec![0usize; laws.len()];
    let mut shown = vec![0i32; laws.len()];
    loop {
        let mut count = 1u128;
        let mut weight = Weight::one(precision);
        for ((law, &at), natural) in laws.iter().zip(&index).zip(&mut shown) {
            let (value, ways) = law.nth(at);
            *natural = value;
            match space {
                Some(_) => count *= ways,
                None => weight = weight.and(&Weight::ratio(precision, ways, law.total())),
            }
        }
        if count > 0 {
            let class = class(&shown);
            if class == counts.len() {
                naturals.extend_from_slice(&shown);
                counts.push(0);
                weights.push(Weight::zero(precision));
            }
            match space {
                Some(_) => counts[class] += count,
                None => weights[class].add(&weight),
            }
        }
        if !next(&mut index, &laws) {
            break;
        }
    }
    if let Some(space) = space {
        weights = counts.iter().map(|&count| Weight::ratio(precision, count, space)).collect();
    }
    (naturals, weights)
}

/// Counts `index` up, the last place first.
fn next(index: &mut [usize], laws: &[Cow<'static, Distribution>]) -> bool {
    for (place, law) in index.iter_mut().zip(laws).rev() {
        *place += 1;
        if *place < law.values() {
            return true;
        }
        *place = 0;
    }
    false
}
