//! Chances: fast floats or exact fractions, and always known which.

use num_rational::BigRational;

use crate::fraction::{Fraction, Sum};

/// How a [`Tree`](crate::Tree) counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    /// Double precision: fast; good to about 14 digits.
    Float,
    /// Fractions of whole numbers: exact.
    Exact,
}

/// A chance from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub enum Weight {
    /// In double precision.
    Float(f64),
    /// As a fraction in lowest terms.
    Exact(Fraction),
}

impl Weight {
    /// Certainty.
    #[must_use]
    pub fn one(precision: Precision) -> Self {
        match precision {
            Precision::Float => Self::Float(1.0),
            Precision::Exact => Self::Exact(Fraction::ONE),
        }
    }

    /// Impossibility.
    #[must_use]
    pub fn zero(precision: Precision) -> Self {
        match precision {
            Precision::Float => Self::Float(0.0),
            Precision::Exact => Self::Exact(Fraction::ZERO),
        }
    }

    /// `count` ways out of `total`; `total` must not be 0.
    #[must_use]
    pub fn ratio(precision: Precision, count: u128, total: u128) -> Self {
        match precision {
            Precision::Float => Self::Float(count as f64 / total as f64),
            Precision::Exact => Self::Exact(Fraction::new(count, total)),
        }
    }

    /// Both happen.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(a.times(b)),
            _ => Self::Float(self.value() * other.value()),
        }
    }

    /// Either of two that exclude each other.
    pub fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Exact(a), Self::Exact(b)) => *a = a.plus(b),
            _ => *self = Self::Float(self.value() + other.value()),
        }
    }

    /// One of two, given the other of which it is a part: the quotient. Of nothing, nothing.
    #[must_use]
    pub fn over(&self, whole: &Self) -> Self {
        match (self, whole) {
            (_, whole) if whole.is_zero() => Self::zero(self.precision()),
            (Self::Exact(a), Self::Exact(b)) => Self::Exact(a.over(b)),
            _ => Self::Float(self.value() / whole.value()),
        }
    }

    /// That it does not happen.
    #[must_use]
    pub fn complement(&self) -> Self {
        match self {
            Self::Float(v) => Self::Float((1.0 - v).clamp(0.0, 1.0)),
            Self::Exact(v) => Self::Exact(v.complement()),
        }
    }

    /// The mean of whole numbers of these chances, which sum to one: exact chances make no roundings but the last.
    pub fn mean<'w>(values: impl Iterator<Item = (i64, &'w Self)> + Clone) -> f64 {
        // What all are above the least is nought or more.
        let least = values.clone().map(|(value, _)| value).min().unwrap_or(0);
        let (mut exact, mut rounded) = (None, 0.0);
        for (value, weight) in values {
            match weight {
                Self::Exact(weight) => {
                    let above = Fraction::new(u128::from(value.abs_diff(least)), 1).times(weight);
                    exact = Some(exact.map_or_else(|| above.clone(), |sum: Fraction| sum.plus(&above)));
                }
                Self::Float(weight) => rounded += value as f64 * weight,
            }
        }
        exact.map_or(0.0, |exact| exact.value_above(least)) + rounded
    }

    /// Is it impossible?
    #[must_use]
    pub fn is_zero(&self) -> bool {
        match self {
            Self::Float(v) => *v == 0.0,
            Self::Exact(v) => v.is_zero(),
        }
    }

    /// How it counts.
    #[must_use]
    pub fn precision(&self) -> Precision {
        match self {
            Self::Float(_) => Precision::Float,
            Self::Exact(_) => Precision::Exact,
        }
    }

    /// As a float.
    #[must_use]
    pub fn value(&self) -> f64 {
        match self {
            Self::Float(v) => *v,
            Self::Exact(v) => v.value(),
        }
    }

    /// As a fraction, if it is one.
    #[must_use]
    pub fn fraction(&self) -> Option<BigRational> {
        match self {
            Self::Exact(v) => Some(v.large()),
            Self::Float(_) => None,
        }
    }
}

/// Adds up the chances of many that exclude each other.
pub(crate) struct WeightSum {
    precision: Precision,
    exact: Sum,
    rounded: f64,
}

impl WeightSum {
    pub(crate) fn new(precision: Precision) -> Self {
        Self { precision, exact: Sum::ZERO, rounded: 0.0 }
    }

    pub(crate) fn add(&mut self, weight: &Weight) {
        match weight {
            Weight::Exact(exact) => self.exact.add(exact),
            Weight::Float(rounded) => self.rounded += rounded,
        }
    }

    pub(crate) fn total(self) -> Weight {
        match self.precision {
            Precision::Exact => Weight::Exact(self.exact.total()),
            Precision::Float => Weight::Float(self.exact.total().value() + self.rounded),
        }
    }
}
