//! Tests: the generator is the one promised, its dice are the ones documented, and they are fair.

use proptest::prelude::*;
use rand_core::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use skirmish_kernel::dice::{Dice, Reading, Rng, RngError};

/// The promise of [`Rng::faces`], word for word and slowly. Gives the words passed over, too.
fn documented(rng: &mut Rng, sides: u64, count: usize) -> (Vec<u16>, usize) {
    if sides == 1 {
        return (vec![1; count], 0);
    }
    let size = (1..).take_while(|&k| sides.pow(k) <= 1 << 52).count();
    let (mut faces, mut passed_over) = (Vec::new(), 0);
    while faces.len() < count {
        let batch = size.min(count - faces.len()) as u32;
        let outcomes = u128::from(sides.pow(batch));
        let product = loop {
            let product = u128::from(rng.next_u64()) * outcomes;
            if product % (1 << 64) >= (1 << 64) % outcomes {
                break product;
            }
            passed_over += 1;
        };
        let number = (product >> 64) as u64;
        faces.extend((0..batch).rev().map(|i| (number / sides.pow(i) % sides) as u16 + 1));
    }
    (faces, passed_over)
}

/// All legal dice.
pub(super) fn any_dice() -> impl Strategy<Value = Dice> {
    let reading = prop_oneof![
        Just(Reading::Sum),
        (1_u16..40).prop_map(Reading::AtLeast),
        (1_u16..40).prop_map(Reading::AtMost),
        (1_u8..40).prop_map(Reading::KeepHighest),
        (1_u8..40).prop_map(Reading::KeepLowest),
    ];
    let sides = prop_oneof![1_u16..40, Just(6), 1_u16..=1000];
    let pool = (0_u8..=40, sides, reading);
    pool.prop_filter_map("out of bounds", |(count, sides, reading)| Dice::new(count, sides, reading).ok())
}

/// How far the counts are from equal shares, in standard deviations: chi-square made normal by Wilson and Hilferty's
/// cube root, which holds from one degree of freedom on.
fn unevenness(counts: &[u64]) -> f64 {
    let freedom = counts.len() as f64 - 1.0;
    let share = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    let chi_square: f64 = counts.iter().map(|&n| (n as f64 - share).powi(2) / share).sum();
    let variance = 2.0 / (9.0 * freedom);
    ((chi_square / freedom).cbrt() - (1.0 - variance)) / variance.sqrt()
}

#[track_caller]
fn assert_even(what: &str, counts: &[u64]) {
    let deviation = unevenness(counts);
    assert!(deviation.abs() < 4.0, "{what}: {deviation} standard deviations from even");
}

#[test]
fn words_are_those_of_xoshiro256_plus_plus() {
    for index in 0..20 {
        let mut own = Rng::for_fight(99, index);
        let mut seed = [0; 32];
        for (bytes, word) in seed.chunks_mut(8).zip(own.state()) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let mut other = Xoshiro256PlusPlus::from_seed(seed);
        assert!((0..1000).all(|_| own.next_u64() == other.next_u64()));
    }
}

/// Worked out by a second implementation, in Python, from the text of the documentation.
#[test]
fn seeds_are_pinned() {
    let pinned = [
        (0, 0, "c97e4345eca01b9bb546fe1d74480a119b9129fc89e776fbb33333e6d7cc7d9d", [3, 2, 3, 6, 3, 2, 4, 3, 1, 2]),
        (42, 7, "3ee9ce5fa15f1403ddf056433707ad674fb2e004b2180149ff891c9ca6fb346c", [5, 3, 4, 4, 1, 4, 2, 2, 3, 1]),
        (
            u64::MAX,
            u64::MAX,
            "8a96ec59bc52fbff4f620e71f0f2efc4920c37676e82282b931bf294d55ac292",
            [1, 1, 2, 4, 3, 6, 4, 2, 5, 5],
        ),
    ];
    for (seed, index, state, faces) in pinned {
        let mut rng = Rng::for_fight(seed, index);
        assert_eq!(rng.to_string(), state);
        let mut fallen = [0; 10];
        rng.faces(6, &mut fallen);
        assert_eq!(fallen, faces);
    }
}

#[test]
fn streams_of_a_batch_differ() {
    let mut states: Vec<_> = (0..20_000).map(|index| Rng::for_fight(5, index).state()).collect();
    states.sort_unstable();
    states.dedup();
    assert_eq!(states.len(), 20_000);
}

#[test]
fn faces_are_the_documented_ones() {
    for sides in [1, 2, 3, 4, 6, 7, 8, 10, 12, 20, 100, 999, 1000, 1001, 65_535] {
        for count in 0..50 {
            let mut fast = Rng::for_fight(u64::from(sides), count as u64);
            let mut slow = fast.clone();
            let mut faces = vec![0; count];
            fast.faces(sides, &mut faces);
            assert_eq!(faces, documented(&mut slow, u64::from(sides), count).0);
            assert_eq!(fast, slow);
        }
    }
}

#[test]
fn words_are_passed_over_as_documented() {
    let dice = Dice::new(20, 6, Reading::AtLeast(4)).unwrap();
    let mut fast = Rng::for_fight(8, 8);
    let (mut slow, mut fastest) = (fast.clone(), fast.clone());
    let mut passed_over = 0;
    for _ in 0..50_000 {
        let faces = fast.throw(dice);
        let (expected, words) = documented(&mut slow, 6, 20);
        assert_eq!(faces.as_slice(), expected);
        assert_eq!(fastest.natural(dice), dice.natural(&faces));
        passed_over += words;
    }
    assert_eq!(fast, slow);
    assert_eq!(fast, fastest);
    assert!(passed_over > 0, "the rare branch was not tried");
}

#[test]
fn a_single_die_is_a_bounded_number() {
    let mut dice = Rng::for_fight(3, 4);
    let mut numbers = dice.clone();
    for sides in [1, 2, 6, 20, 1000].repeat(100) {
        let mut face = [0];
        dice.faces(sides, &mut face);
        assert_eq!(u32::from(face[0]), numbers.below(u32::from(sides)) + 1);
    }
    assert_eq!(dice, numbers);
}

#[test]
fn bounds_without_choice_use_nothing() {
    let mut rng = Rng::for_fight(1, 1);
    let before = rng.clone();
    assert_eq!((rng.below(0), rng.below(1)), (0, 0));
    let mut faces = [7; 3];
    rng.faces(0, &mut faces);
    assert_eq!(faces, [1; 3]);
    rng.faces(6, &mut []);
    assert_eq!(rng.natural(Dice::NONE), 0);
    assert!(rng.throw(Dice::NONE).is_empty());
    assert_eq!(rng, before);
}

#[test]
fn bounded_numbers_are_even() {
    for n in [2, 3, 6, 7, 20, 1000] {
        let mut rng = Rng::for_fight(11, u64::from(n));
        let mut counts = vec![0; n as usize];
        (0..200_000).for_each(|_| counts[rng.below(n) as usize] += 1);
        assert_even(&format!("below({n})"), &counts);
    }
    // A third of all words is rejected here.
    let mut rng = Rng::for_fight(12, 0);
    let mut thirds = [0; 3];
    (0..200_000).for_each(|_| thirds[(rng.below(3 << 30) >> 30) as usize] += 1);
    assert_even("below(3 * 2^30)", &thirds);
}

#[test]
fn faces_are_even_in_each_place_and_in_pairs() {
    for (sides, count) in [(2_u16, 40), (6, 40), (10, 16), (20, 13), (100, 3)] {
        let cells = usize::from(sides);
        let mut rng = Rng::for_fight(21, u64::from(sides));
        let mut places = vec![vec![0; cells]; count];
        let mut pairs = vec![vec![0; cells * cells]; count - 1];
        let mut faces = vec![0; count];
        for _ in 0..100_000 {
            rng.faces(sides, &mut faces);
            for (place, &face) in places.iter_mut().zip(&faces) {
                place[usize::from(face) - 1] += 1;
            }
            for (pair, two) in pairs.iter_mut().zip(faces.windows(2)) {
                pair[(usize::from(two[0]) - 1) * cells + usize::from(two[1]) - 1] += 1;
            }
        }
        places.iter().for_each(|place| assert_even(&format!("d{sides}"), place));
        pairs.iter().for_each(|pair| assert_even(&format!("pairs of d{sides}"), pair));
    }
}

#[test]
fn neighbouring_fights_are_independent() {
    let mut pairs = [0; 400];
    for index in 0..200_000 {
        let face = |index| Rng::for_fight(31, index).below(20) as usize;
        pairs[face(index) * 20 + face(index + 1)] += 1;
    }
    assert_even("first d20 of neighbouring fights", &pairs);
    let mut pairs = [0; 400];
    for seed in 0..200_000 {
        let face = |seed| Rng::for_fight(seed, 0).below(20) as usize;
        pairs[face(seed) * 20 + face(seed + 1)] += 1;
    }
    assert_even("first d20 of neighbouring seeds", &pairs);
}

#[test]
fn state_is_saved_as_text() {
    let mut rng = Rng::for_fight(1, 2);
    rng.next_u64();
    let json = serde_json::to_string(&rng).unwrap();
    assert_eq!(serde_json::from_str::<Rng>(&json).unwrap(), rng);
    assert_eq!("".parse::<Rng>(), Err(RngError::NotHex));
    assert_eq!("+".repeat(64).parse::<Rng>(), Err(RngError::NotHex));
    assert_eq!("é".repeat(32).parse::<Rng>(), Err(RngError::NotHex));
    assert_eq!("0".repeat(64).parse::<Rng>(), Err(RngError::AllZero));
    assert_eq!(Rng::from_state([0; 4]), Err(RngError::AllZero));
}

proptest! {
    #[test]
    fn naturals_are_those_of_the_faces(dice in any_dice(), seed: u64, index: u64) {
        let mut fast = Rng::for_fight(seed, index);
        let mut slow = fast.clone();
        let faces = slow.throw(dice);
        prop_assert_eq!(faces.len(), usize::from(dice.count()));
        prop_assert!(faces.iter().all(|&face| face >= 1 && face <= dice.sides()));
        let natural = dice.natural(&faces);
        prop_assert_eq!(fast.natural(dice), natural);
        prop_assert_eq!(fast, slow);
        let (min, max) = dice.range();
        prop_assert!(min <= natural && natural <= max);
    }
}
