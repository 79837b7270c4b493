//! Fractions that are nought or more: small whole numbers as long as they fit, large ones where they must.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// A fraction in lowest terms. It is small whenever it can be, so that equal ones are equal.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fraction(Form);

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Form {
    Small {
        above: u64,
        below: u64,
    },
    /// Apart, so that the others take little room: weights are moved a lot, and most are small.
    Large(Box<BigRational>),
}

/// Up to here a double holds every whole number.
const EXACT_IN_DOUBLE: u64 = 1 << f64::MANTISSA_DIGITS;

impl Fraction {
    pub(crate) const ZERO: Self = Self(Form::Small { above: 0, below: 1 });
    pub(crate) const ONE: Self = Self(Form::Small { above: 1, below: 1 });

    /// `below` must not be 0; 1 is taken instead.
    pub(crate) fn new(above: u128, below: u128) -> Self {
        let below = below.max(1);
        if let (Ok(above), Ok(below)) = (u64::try_from(above), u64::try_from(below)) {
            let common = above.gcd(&below).max(1);
            return Self(Form::Small { above: above / common, below: below / common });
        }
        let common = above.gcd(&below).max(1);
        Self::lowest(above / common, below / common)
    }

    /// Of numbers that have nothing in common.
    fn lowest(above: u128, below: u128) -> Self {
        match (u64::try_from(above), u64::try_from(below)) {
            (Ok(above), Ok(below)) => Self(Form::Small { above, below }),
            _ => Self(Form::Large(Box::new(BigRational::new_raw(BigInt::from(above), BigInt::from(below))))),
        }
    }

    fn of(large: BigRational) -> Self {
        match (large.numer().to_u64(), large.denom().to_u64()) {
            (Some(above), Some(below)) => Self(Form::Small { above, below }),
            _ => Self(Form::Large(Box::new(large))),
        }
    }

    /// As a ratio of large numbers.
    #[must_use]
    pub fn large(&self) -> BigRational {
        match &self.0 {
            Form::Small { above, below } => BigRational::new_raw(BigInt::from(*above), BigInt::from(*below)),
            Form::Large(large) => (**large).clone(),
        }
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let (Form::Small { above: a, below: b }, Form::Small { above: c, below: d }) = (&self.0, &other.0) else {
            return Self::of(self.large() * other.large());
        };
        // Most forks have one branch alone.
        match ((a, b), (c, d)) {
            ((1, 1), _) => return other.clone(),
            (_, (1, 1)) => return self.clone(),
            _ => {}
        }
        // What is crossed out before has not to be crossed out afterwards.
        let (first, second) = (a.gcd(d).max(1), c.gcd(b).max(1));
        let above = u128::from(a / first) * u128::from(c / second);
        Self::lowest(above, u128::from(b / second) * u128::from(d / first))
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (Form::Small { above: a, below: b }, Form::Small { above: c, below: d }) = (&self.0, &other.0) else {
            return Self::of(self.large() + other.large());
        };
        let common = b.gcd(d).max(1);
        let (first, second) = (u128::from(*a) * u128::from(d / common), u128::from(*c) * u128::from(b / common));
        let Some(above) = first.checked_add(second) else { return Self::of(self.large() + other.large()) };
        // What the sum has in common with the denominator, it has in common with what both denominators share.
        let rest = u64::try_from(above % u128::from(common)).unwrap_or(0).gcd(&common);
        let below = u128::from(*b / common) * u128::from(d / rest);
        Self::lowest(above / u128::from(rest), below)
    }

    /// How much is missing to one; nought where it is more than that.
    pub(crate) fn complement(&self) -> Self {
        match &self.0 {
            Form::Small { above, below } => {
                Self(Form::Small { above: below.saturating_sub(*above), below: *below }).tidy()
            }
            Form::Large(large) if **large > BigRational::one() => Self::ZERO,
            Form::Large(large) => Self::of(BigRational::one() - &**large),
        }
    }

    /// Nought has one form.
    fn tidy(self) -> Self {
        if matches!(self.0, Form::Small { above: 0, .. }) { Self::ZERO } else { self }
    }

    /// The quotient; `other` must not be nought.
    pub(crate) fn over(&self, other: &Self) -> Self {
        match &other.0 {
            Form::Small { above, below } if *above > 0 => {
                self.times(&Self(Form::Small { above: *below, below: *above }))
            }
            Form::Large(large) => Self::of(self.large() / &**large),
            Form::Small { .. } => Self::ZERO,
        }
    }

    /// As it is [displayed](std::fmt::Display), digit by digit: odds are told by the hundred, and most fractions are small.
    pub(crate) fn words(&self) -> String {
        let Form::Small { above, below } = &self.0 else { return self.to_string() };
        let mut words = String::with_capacity(8);
        put_digits(*above, &mut words);
        if *below != 1 {
            words.push('/');
            put_digits(*below, &mut words);
        }
        words
    }

    /// The nearest double.
    pub(crate) fn value(&self) -> f64 {
        self.value_above(0)
    }

    /// The double that is nearest to the sum of this and a whole number.
    pub(crate) fn value_above(&self, whole: i64) -> f64 {
        if let Form::Small { above, below } = &self.0
            && *below <= EXACT_IN_DOUBLE
        {
            let sum = i128::from(whole) * i128::from(*below) + i128::from(*above);
            if sum.unsigned_abs() <= u128::from(EXACT_IN_DOUBLE) {
                return sum as f64 / *below as f64;
            }
        }
        (self.large() + BigInt::from(whole)).to_f64().unwrap_or(f64::NAN)
    }
}

/// Writes a number.
fn put_digits(number: u64, words: &mut String) {
    let mut place = 1;
    while number / place >= 10 {
        place *= 10;
    }
    while place > 0 {
        let digit = (number / place % 10) as u8;
        words.push(char::from(b'0' + digit));
        place /= 10;
    }
}

/// `7/36`; a whole number stands alone.
impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            Form::Small { above, below: 1 } => write!(f, "{above}"),
            Form::Small { above, below } => write!(f, "{above}/{below}"),
            Form::Large(large) => large.fmt(f),
        }
    }
}

/// Adds up many fractions. Large ones are brought to one denominator as they come, and the sum is reduced once: that is what costs.
pub(crate) struct Sum {
    small: Fraction,
    /// Numerator and denominator of the rest, with what they have in common.
    large: Option<(BigInt, BigInt)>,
}

impl Sum {
    pub(crate) const ZERO: Self = Self { small: Fraction::ZERO, large: None };

    pub(crate) fn add(&mut self, other: &Fraction) {
        if let Form::Small { .. } = other.0
            && let sum = self.small.plus(other)
            && let Form::Small { .. } = sum.0
        {
            self.small = sum;
            return;
        }
        let (more, of) = other.large().into_raw();
        let Some((above, below)) = &mut self.large else {
            self.large = Some((more, of));
            return;
        };
        let (times, rest) = below.div_rem(&of);
        if rest.is_zero() {
            *above += more * times;
            return;
        }
        let common = below.gcd(&of);
        let wider = of / &common;
        *above = &*above * &wider + more * (&*below / common);
        *below *= wider;
    }

    pub(crate) fn total(self) -> Fraction {
        match self.large {
            None => self.small,
            Some((above, below)) => Fraction::of(BigRational::new(above, below)).plus(&self.small),
        }
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::dice::Rng;

    /// Of small numbers, of those that fit into a word, and of those that do not.
    fn fraction(rng: &mut Rng) -> Fraction {
        let mut number = || match rng.below(3) {
            0 => u128::from(rng.below(50)),
            1 => rng.next_u64().into(),
            _ => u128::from(rng.next_u64()) << 64 | u128::from(rng.next_u64()),
        };
        Fraction::new(number(), number().max(1))
    }

    /// Everything is as with large numbers, and in the one form that its size allows.
    pub fn small_and_large_count_alike() {
        let rng = &mut Rng::for_fight(1, 0);
        for _ in 0..1_000 {
            let (a, b, whole) = (fraction(rng), fraction(rng), i64::from(rng.below(2_000_000)) - 1_000_000);
            let (large, other) = (a.large(), b.large());
            assert_eq!(a.times(&b), Fraction::of(&large * &other), "{a} {b}");
            assert_eq!(a.plus(&b), Fraction::of(&large + &other), "{a} {b}");
            if !b.is_zero() {
                assert_eq!(a.over(&b), Fraction::of(&large / &other), "{a} {b}");
            }
            let missing = (BigRational::one() - &large).max(BigRational::from_integer(0.into()));
            assert_eq!(a.complement(), Fraction::of(missing), "{a}");
            assert_eq!((a.to_string(), a.words()), (large.to_string(), large.to_string()));
            assert_eq!(a.value_above(whole), (large + BigInt::from(whole)).to_f64().unwrap(), "{a} {whole}");
        }
    }

    /// A sum of many is as if one were added after the other.
    pub fn many_are_added_up() {
        let rng = &mut Rng::for_fight(2, 0);
        for many in (0..12).cycle().take(300) {
            let all: Vec<Fraction> = (0..many).map(|_| fraction(rng)).collect();
            let (mut sum, mut one_by_one) = (Sum::ZERO, Fraction::ZERO);
            for one in &all {
                sum.add(one);
                one_by_one = one_by_one.plus(one);
            }
            assert_eq!(sum.total(), one_by_one, "{all:?}");
        }
    }

    pub fn equal_fractions_are_equal() {
        assert_eq!(Fraction::new(6, 8), Fraction::new(3, 4));
        assert_eq!(Fraction::new(0, 5), Fraction::ZERO);
        assert_eq!(Fraction::new(1, 3).plus(&Fraction::new(2, 3)), Fraction::ONE);
        assert_eq!(Fraction::ONE.complement(), Fraction::ZERO);
        let tiny = Fraction::new(1, u64::MAX.into()).times(&Fraction::new(1, 2));
        assert_eq!(tiny.plus(&tiny), Fraction::new(1, u64::MAX.into()));
        assert!(!Fraction::new(5, 0).is_zero() && Fraction::ONE.over(&Fraction::ZERO).is_zero());
    }
}
