//! The classes of throws that a rule tells apart.

use std::borrow::Cow;

use crate::dice::Distribution;
use crate::weight::{Precision, Weight};
use crate::{Check, Terms, Thrown};

/// The classes that `read` tells apart: a representative throw and the weight of each. Where a natural is `fixed`,
/// those dice have fallen.
pub(crate) fn classes<K: Copy + Eq, M: Terms, const N: usize>(
    checks: &[Check<M>; N],
    fixed: &[Option<i32>; N],
    precision: Precision,
    read: impl Fn([Thrown; N]) -> K,
) -> (Vec<i32>, Vec<Weight>) {
    let laws: Vec<_> = checks
        .iter()
        .zip(fixed)
        .map(|(check, fixed)| match fixed {
            Some(natural) => Cow::Owned(Distribution::constant(*natural)),
            None => Distribution::cached(check.dice),
        })
        .collect();
    // Counts are kept whole while the space of the whole throw fits; beyond, each class is weighed on its own.
    let space = laws.iter().try_fold(1u128, |space, law| space.checked_mul(law.total()));
    let laws: Vec<(Vec<(i32, u128)>, u128)> = laws.iter().map(|law| (law.iter().collect(), law.total())).collect();
    let mut keys: Vec<K> = Vec::new();
    let (mut naturals, mut counts, mut weights) = (Vec::new(), Vec::<u128>::new(), Vec::<Weight>::new());
    let mut index = [0usize; N];
    loop {
        let mut count = 1u128;
        let mut weight = Weight::one(precision);
        let mut natural = [0i32; N];
        for (((values, total), &at), natural) in laws.iter().zip(&index).zip(&mut natural) {
            let (value, ways) = values[at];
            *natural = value;
            match space {
                Some(_) => count *= ways,
                None => weight = weight.and(&Weight::ratio(precision, ways, *total)),
            }
        }
        let mut thrown = [Thrown { natural: 0, total: 0 }; N];
        for ((thrown, check), natural) in thrown.iter_mut().zip(checks).zip(&natural) {
            *thrown = Thrown::of(check, *natural);
        }
        if count > 0 {
            let key = read(thrown);
            let class = keys.iter().position(|k| *k == key).unwrap_or_else(|| {
                keys.push(key);
                naturals.extend_from_slice(&natural);
                counts.push(0);
                weights.push(Weight::zero(precision));
                keys.len() - 1
            });
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
fn next(index: &mut [usize], laws: &[(Vec<(i32, u128)>, u128)]) -> bool {
    for (place, (values, _)) in index.iter_mut().zip(laws).rev() {
        *place += 1;
        if *place < values.len() {
            return true;
        }
        *place = 0;
    }
    false
}
