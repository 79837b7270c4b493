//! The laws of dice, by counting and never by listing faces.

use super::{Dice, Distribution, Faces, Reading};

/// The law of the natural of `dice`.
pub(super) fn of(dice: Dice) -> Distribution {
    let (count, sides) = (dice.count(), dice.sides());
    match dice.reading() {
        Reading::Sum => Distribution::known(i32::from(count), sums(count, sides)),
        Reading::AtLeast(face) => hits(count, sides, sides + 1 - face),
        Reading::AtMost(face) => hits(count, sides, face),
        Reading::KeepHighest(keep) => Distribution::known(i32::from(keep), highest(count, sides, keep)),
        Reading::KeepLowest(keep) => {
            // Turn every die over: face f becomes sides + 1 - f.
            let mut counts = highest(count, sides, keep);
            counts.reverse();
            Distribution::known(i32::from(keep), counts)
        }
    }
}

/// The counts of the sum of `count` dice, from `count` up.
fn sums(count: u8, sides: u16) -> Vec<u128> {
    (0..count).fold(vec![1], |counts, _| one_more(&counts, sides))
}

/// The counts with one more die added: each is a sum over a window of `sides` old ones.
fn one_more(counts: &[u128], sides: u16) -> Vec<u128> {
    let sides = usize::from(sides);
    let mut window = 0;
    (0..counts.len() + sides - 1)
        .map(|i| {
            window += counts.get(i).copied().unwrap_or(0);
            if let Some(&left) = i.checked_sub(sides).and_then(|i| counts.get(i)) {
                window -= left;
            }
            window
        })
        .collect()
}

/// The law of how many of `count` dice show one of `good` faces.
fn hits(count: u8, sides: u16, good: u16) -> Distribution {
    let divisor = u128::from(gcd(good, sides));
    let (hit, miss) = (u128::from(good) / divisor, u128::from(sides - good) / divisor);
    // Misses from many to none, so that nothing is divided but the binomial.
    let mut counts = powers(miss, count);
    counts.reverse();
    for ((count_of_hits, hits), ways) in counts.iter_mut().zip(powers(hit, count)).zip(binomials(count)) {
        *count_of_hits *= hits * ways;
    }
    Distribution::known(0, counts)
}

/// The counts of the sum of the `keep` highest of `count` dice, from `keep` up; `1 <= keep <= count`.
///
/// Split by the lowest kept face `v` and by how many dice are above it (fewer than `keep`). Those `above` are dice of
/// `sides - v` faces, the rest show `v` often enough to fill up what is kept. No product exceeds the number of throws.
fn highest(count: u8, sides: u16, keep: u8) -> Vec<u128> {
    let faces = usize::from(sides);
    let mut counts = vec![0; usize::from(keep) * (faces - 1) + 1];
    for lowest in 1..=sides {
        let mut sums = vec![1];
        for above in 0..keep {
            if above > 0 {
                if lowest == sides {
                    break;
                }
                sums = one_more(&sums, sides - lowest);
            }
            let ways = binomial(count, above) * filled(count - above, keep - above, lowest);
            // Each kept die counts from face 1: `keep` of them show `lowest`, those above at least one more.
            let offset = usize::from(keep) * usize::from(lowest - 1) + usize::from(above);
            for (place, sum) in counts.iter_mut().skip(offset).zip(&sums) {
                *place += ways * sum;
            }
        }
    }
    counts
}

/// In how many ways `count` dice of faces up to `face` show that face at least `wanted` times.
fn filled(count: u8, wanted: u8, face: u16) -> u128 {
    let below = powers(u128::from(face - 1), count);
    let ways = binomials(count).zip(below.into_iter().rev());
    ways.skip(usize::from(wanted)).map(|(choices, others)| choices * others).sum()
}

/// `base^0` to `base^count`.
fn powers(base: u128, count: u8) -> Vec<u128> {
    // One power more than wanted is worked out, and may be too large.
    let powers = std::iter::successors(Some(1_u128), |power| power.checked_mul(base));
    powers.take(usize::from(count) + 1).collect()
}

/// In how many ways 0, 1, … `count` of `count` dice can be chosen; at most 2^40.
fn binomials(count: u8) -> impl Iterator<Item = u128> {
    let n = u128::from(count);
    (0..=n).scan(1, move |ways, k| {
        let now = *ways;
        *ways = now * (n - k) / (k + 1);
        Some(now)
    })
}

fn binomial(count: u8, chosen: u8) -> u128 {
    binomials(count).nth(usize::from(chosen)).unwrap_or(0)
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// One throw of `dice` that reads as `natural`, or none if no throw does.
///
/// A sum is spread evenly. A die that is counted shows the best face and one that is not the worst; a die that is
/// dropped shows the face furthest from those kept.
///
/// ```
/// # use skirmish_kernel::dice::{representative, Dice};
/// let dice: Dice = "4d6kh3".parse()?;
/// let faces = representative(dice, 11).unwrap();
/// assert_eq!(faces.as_slice(), [4, 4, 3, 1]);
/// assert_eq!(dice.natural(&faces), 11);
/// assert_eq!(representative(dice, 19), None);
/// # Ok::<(), skirmish_kernel::dice::NotationError>(())
/// ```
#[must_use]
pub fn representative(dice: Dice, natural: i32) -> Option<Faces> {
    let (min, max) = dice.range();
    if natural < min || natural > max {
        return None;
    }
    let (count, sides) = (dice.count(), dice.sides());
    let counted = |good: u16, bad: u16| {
        let good = std::iter::repeat_n(good, natural.unsigned_abs() as usize);
        good.chain(std::iter::repeat(bad)).take(usize::from(count)).collect()
    };
    Some(match dice.reading() {
        Reading::Sum => spread(natural, count, count, 1),
        Reading::AtLeast(_) => counted(sides, 1),
        Reading::AtMost(_) => counted(1, sides),
        Reading::KeepHighest(keep) => spread(natural, keep, count, 1),
        Reading::KeepLowest(keep) => spread(natural, keep, count, sides),
    })
}

/// `keep` faces of sum `natural` that differ by at most one, the higher first, then `dropped` up to `count` faces.
fn spread(natural: i32, keep: u8, count: u8, dropped: u16) -> Faces {
    let dice = i32::from(keep).max(1);
    let (face, rest) = (natural / dice, natural % dice);
    let kept = (0..i32::from(keep)).map(|i| (face + i32::from(i < rest)) as u16);
    kept.chain(std::iter::repeat(dropped)).take(usize::from(count)).collect()
}
