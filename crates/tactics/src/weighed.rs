//! What a thinker expected of the choice that it took, and of the best other one, in words.

use skirmish_kernel::{Id, Scribe};

use crate::race::{BETTER, Done};
use crate::worth::VICTORY;

/// Two choices, and what was expected of them.
pub(crate) struct Weighed<C> {
    taken: i64,
    /// The best of the others.
    other: Option<(C, i64)>,
    /// Was that one dropped early, so that its number says less?
    is_tried_less: bool,
    /// What the numbers are.
    measure: Measure,
}

/// In what is measured how well a choice does.
#[derive(Clone, Copy)]
enum Measure {
    /// Millionths of a victory.
    Victories,
    /// Points of the book's score.
    Points,
}

impl<C> Weighed<C> {
    /// In points of the book's score.
    pub(crate) fn in_points(taken: f64, other: Option<(C, f64)>) -> Self {
        let other = other.map(|(choice, points)| (choice, points as i64));
        Self { taken: taken as i64, other, is_tried_less: false, measure: Measure::Points }
    }

    /// `it expected to win 62 fights in 100, and 55 after `go C4``
    pub(crate) fn words<B: Scribe<Choice = C>>(&self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> String {
        let hundredths = |worth: i64| (worth * 100 + VICTORY / 2) / VICTORY;
        let fights = |worth: i64| match hundredths(worth) {
            1 => "1 fight in 100".to_owned(),
            many => format!("{many} fights in 100"),
        };
        let tried = if self.is_tried_less { ", which was tried out less often" } else { "" };
        let other = self.other.as_ref().map(|(choice, worth)| (B::notation(g, s, who, ask, choice), *worth));
        match (self.measure, other) {
            (Measure::Victories, None) => format!("it expected to win {}", fights(self.taken)),
            (Measure::Victories, Some((other, worth))) => {
                format!("it expected to win {}, and {} after `{other}`{tried}", fights(self.taken), hundredths(worth))
            }
            (Measure::Points, None) => format!("its side would be {} points ahead", self.taken),
            (Measure::Points, Some((other, points))) => {
                format!("its side would be {} points ahead, and {points} after `{other}`", self.taken)
            }
        }
    }
}

impl<C> Done<C> {
    /// The choice, why it was made, and what was expected of it.
    pub(crate) fn told(self) -> (C, Option<&'static str>, Option<Weighed<C>>) {
        let Self { choice, why, promised, other } = self;
        // What came out best did so against those that were tried out as often; one that was dropped before may have been lucky.
        let is_tried_less = why == Some(BETTER) && other.as_ref().is_some_and(|(_, worth)| *worth > promised);
        let weighed = why.map(|_| Weighed { taken: promised, other, is_tried_less, measure: Measure::Victories });
        (choice, why, weighed)
    }
}
