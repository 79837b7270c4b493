//! Exact laws of dice from outside, against brute force and an oracle of fractions.

mod randomness;
mod texts;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use proptest::prelude::*;
use skirmish_kernel::dice::{Dice, Distribution, Forced, MAX_OUTCOMES, Reading, TooLarge, representative};

fn dice(text: &str) -> Dice {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn any_reading() -> impl Strategy<Value = Reading> {
    prop_oneof![
        Just(Reading::Sum),
        (1_u16..25).prop_map(Reading::AtLeast),
        (1_u16..25).prop_map(Reading::AtMost),
        (1_u8..40).prop_map(Reading::KeepHighest),
        (1_u8..40).prop_map(Reading::KeepLowest),
    ]
}

/// Legal dice with at most so many.
fn any_dice(most: u8) -> impl Strategy<Value = Dice> {
    let sides = prop_oneof![1_u16..25, 1_u16..=1000];
    (0..=most, sides, any_reading())
        .prop_filter_map("out of bounds", |(count, sides, reading)| Dice::new(count, sides, reading).ok())
}

/// Legal dice with few enough throws to list them all.
fn few_throws() -> impl Strategy<Value = Dice> {
    (0_u8..=7, 1_u16..25, any_reading()).prop_filter_map("out of bounds or too many", |(count, sides, reading)| {
        Dice::new(count, sides, reading).ok().filter(|dice| dice.outcomes() <= 20_000)
    })
}

/// The law by listing every throw.
fn listed(dice: Dice) -> Distribution {
    let (min, max) = dice.range();
    let mut counts = vec![0; (max - min + 1) as usize];
    let mut faces = vec![1; usize::from(dice.count())];
    loop {
        counts[(dice.natural(&faces) - min) as usize] += 1;
        match faces.iter().position(|&face| face < dice.sides()) {
            Some(place) => {
                faces[..place].fill(1);
                faces[place] += 1;
            }
            None => return Distribution::from_counts(min, counts).unwrap(),
        }
    }
}

#[test]
fn laws_known_by_heart() {
    let law = |text| Distribution::of(dice(text));
    assert_eq!(law("12d6>=4").total(), 1 << 12);
    assert_eq!(law("12d6>=5").total(), 3_u128.pow(12));
    assert_eq!(law("12d6>=4").count(6), 924);
    assert_eq!(law("3d6").chance(|v| v == 10), (27, 216));
    assert_eq!(law("2d20kh1").chance(|v| v >= 11), (300, 400));
    assert_eq!(law("4d6kh3").count(18), 21);
    assert_eq!(law("4d6kh3").mean().fraction(), Some((15_869, 1296)));
    assert_eq!(law("0d6>=4"), Distribution::constant(0));
    assert_eq!(law("5d1"), Distribution::constant(5));
    assert_eq!(law("5d6<=6"), Distribution::constant(5));
    assert_eq!(law("40d8").max(), 320);
}

#[test]
fn the_largest_dice_have_laws() {
    for text in ["12d1000", "12d1000kh6", "40d8kl20", "40d8>=3", "12d1000<=1", "12d1000>=2"] {
        let law = Distribution::of(dice(text));
        assert_eq!(dice(text).range(), (law.min(), law.max()), "{text}");
        assert_eq!(law.total(), law.iter().map(|(_, count)| count).sum(), "{text}");
        assert_eq!(dice(text).outcomes() % law.total(), 0, "{text}");
    }
}

#[test]
fn laws_out_of_bounds_are_refused() {
    let wide = Distribution::of(dice("40d8"));
    assert_eq!(wide.sum(&Distribution::of(Dice::D4)), Err(TooLarge));
    assert_eq!(wide.sum(&Distribution::constant(i32::MAX)), Err(TooLarge));
    assert_eq!(wide.clone().shift(i32::MAX), Err(TooLarge));
    assert_eq!(Distribution::constant(i32::MIN).negated(), Err(TooLarge));
    assert_eq!(Distribution::from_counts(0, vec![]), Err(TooLarge));
    assert_eq!(Distribution::from_counts(0, vec![0, 0]), Err(TooLarge));
    assert_eq!(Distribution::from_counts(i32::MAX, vec![1, 1]), Err(TooLarge));
    assert_eq!(Distribution::from_counts(0, vec![MAX_OUTCOMES, 1]), Err(TooLarge));
    assert_eq!(Distribution::from_counts(0, vec![u128::MAX, 1]), Err(TooLarge));
    let coin = Distribution::from_counts(i32::MAX - 1, vec![0, 4]);
    assert_eq!(coin, Ok(Distribution::constant(i32::MAX)));
}

proptest! {
    #[test]
    fn laws_are_those_of_all_throws(dice in few_throws()) {
        let law = Distribution::of(dice);
        prop_assert_eq!(&law, &listed(dice));
        prop_assert_eq!(Distribution::cached(dice).into_owned(), law.clone());
        prop_assert_eq!(dice.range(), (law.min(), law.max()));
        prop_assert_eq!(Distribution::cached(dice), Distribution::cached(dice));
    }

    #[test]
    fn every_natural_has_a_throw(dice in any_dice(40), step in 1_usize..50) {
        let (min, max) = dice.range();
        for natural in (min..=max).step_by(step) {
            let faces = representative(dice, natural).unwrap();
            prop_assert_eq!(faces.len(), usize::from(dice.count()));
            prop_assert!(faces.iter().all(|&face| face >= 1 && face <= dice.sides()));
            prop_assert_eq!(dice.natural(&faces), natural);
            prop_assert!(Forced::Faces(faces).fit(dice, 0).is_ok());
        }
        prop_assert_eq!(representative(dice, min - 1), None);
        prop_assert_eq!(representative(dice, max + 1), None);
    }

    #[test]
    fn sums_and_means_agree_with_fractions(a in any_dice(6), b in any_dice(6), by in -100..100) {
        let exact = |law: &Distribution| law.iter().fold(BigRational::zero(), |mean, (value, count)| {
            mean + BigRational::new(BigInt::from(value) * BigInt::from(count), law.total().into())
        });
        let stated = |law: &Distribution| {
            let mean = law.mean();
            BigRational::from_integer(mean.whole.into()) + BigRational::new(mean.part.into(), mean.cases.into())
        };
        let (a, b) = (Distribution::of(a), Distribution::of(b));
        prop_assume!(a.iter().len() * b.iter().len() < 1_000_000);
        prop_assert_eq!(exact(&a), stated(&a));
        if let Some((numerator, denominator)) = a.mean().fraction() {
            prop_assert_eq!(exact(&a), BigRational::new(numerator.into(), denominator.into()));
        }
        prop_assert_eq!(exact(&a.clone().negated().unwrap()), -exact(&a));
        prop_assert_eq!(stated(&a.clone().shift(by).unwrap()), exact(&a) + BigInt::from(by));
        if let Ok(sum) = a.sum(&b) {
            prop_assert_eq!(stated(&sum), exact(&a) + exact(&b));
            prop_assert_eq!(sum.iter().map(|(_, count)| count).sum::<u128>(), sum.total());
        }
    }

    #[test]
    fn counts_are_binomial(
        count in 0_u8..=40,
        (sides, face) in (2_u16..=8).prop_flat_map(|sides| (Just(sides), 1..=sides)),
    ) {
        let law = Distribution::of(Dice::new(count, sides, Reading::AtLeast(face)).unwrap());
        let hit = BigRational::new((sides + 1 - face).into(), sides.into());
        let miss = BigRational::one() - &hit;
        let mut chance = vec![BigRational::one()];
        for _ in 0..count {
            let mut next = vec![BigRational::zero(); chance.len() + 1];
            for (hits, so_far) in chance.iter().enumerate() {
                next[hits] += so_far * &miss;
                next[hits + 1] += so_far * &hit;
            }
            chance = next;
        }
        for (hits, chance) in chance.into_iter().enumerate() {
            prop_assert_eq!(BigRational::new(law.count(hits as i32).into(), law.total().into()), chance);
        }
    }
}
