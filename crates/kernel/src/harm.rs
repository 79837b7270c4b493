//! What an event says of harm.

use std::borrow::Cow;

use crate::{Id, RuleId};

/// A piece of what an event says of harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Harm<'g> {
    /// From now on, what this one does is done with that: Kestrel, with `air-blast`. The word is the
    /// [`verb`](crate::Measures::verb) of the choice, where there is one.
    Means {
        /// Who.
        by: Id,
        /// With what.
        with: Cow<'g, str>,
    },
    /// What follows is this one's doing, with the means told last.
    By(Id),
    /// What this one does from now on is done with the means of another, until it has its own: a mount strikes for its rider.
    Lends {
        /// Whose means.
        by: Id,
        /// Who has them now.
        to: Id,
    },
    /// What follows is nobody's doing: `bleeding`, `fall`.
    Cause(&'g str),
    /// Somebody has lost so much of what keeps it in the fight.
    Loss {
        /// Who.
        on: Id,
        /// How much, in the measure of its first gauge.
        points: i32,
    },
}

/// How a figure of harm came about, step by step: rolled 13, the save halves it to 6, resistance to 3.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HarmSteps {
    /// Who is harmed. What somebody has against harm is read by its own side and the game master alone.
    pub on: Id,
    /// In the order of the arithmetic.
    pub steps: Vec<HarmStep>,
}

/// One step of such a figure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HarmStep {
    /// How much there is after it.
    pub points: i32,
    /// `resistance halves it to 3`: with the points in it, and without a full stop.
    pub words: String,
    /// The rule behind it; the event [cites](crate::Rulebook::cites) it too.
    pub rule: RuleId,
    /// Is it what the dice show? A line with dice behind it says that already.
    pub is_rolled: bool,
}

impl HarmSteps {
    /// No step yet.
    #[must_use]
    pub fn on(on: Id) -> Self {
        Self { on, steps: Vec::new() }
    }

    /// What the dice show: `13 rolled`.
    #[must_use]
    pub fn rolled(mut self, points: i32, rule: RuleId, what: &str) -> Self {
        self.steps.push(HarmStep { points, words: format!("{points} {what}"), rule, is_rolled: true });
        self
    }

    /// One step more.
    #[must_use]
    pub fn then(mut self, points: i32, rule: RuleId, words: impl Into<String>) -> Self {
        self.steps.push(HarmStep { points, words: words.into(), rule, is_rolled: false });
        self
    }

    /// One step more, where it changes anything: `shield takes it to 5`.
    #[must_use]
    pub fn to(self, points: i32, rule: RuleId, what: &str) -> Self {
        let same = self.steps.last().is_some_and(|last| last.points == points);
        if same { self } else { self.then(points, rule, format!("{what} to {points}")) }
    }
}
