//! What a battle's log is made of: throws, choices, events, edicts.

use std::sync::Arc;

use crate::dice::Dice;
use crate::{Edict, Id, RuleId, Rulebook, Term};

/// One entry of the log.
#[derive(Clone, Debug)]
pub enum Moment<B: Rulebook> {
    /// Dice fell.
    Threw(Throw),
    /// A person decided.
    Chose {
        /// The decision point.
        rule: RuleId,
        /// Who.
        who: Id,
        /// The question.
        ask: B::Ask,
        /// The answer.
        choice: B::Choice,
        /// The answer in notation, as it read in the state in which it was given.
        words: String,
    },
    /// The rules say what happened.
    Told(B::Event),
    /// The game master's hand.
    Decreed(Arc<Edict>),
}

/// A throw with everything that made its total.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Throw {
    /// The dice point.
    pub rule: RuleId,
    /// Who threw.
    pub who: Id,
    /// What was thrown.
    pub dice: Dice,
    /// The faces, in the order they fell; empty when a person gave the count or sum only.
    pub faces: Vec<u16>,
    /// What the dice read.
    pub natural: i32,
    /// The modifiers.
    pub terms: Vec<Term>,
    /// `natural` and the flat modifiers.
    pub total: i32,
}

impl<B: Rulebook> Moment<B> {
    /// Calls `cite` with every rule this moment cites.
    pub fn cites(&self, cite: &mut dyn FnMut(RuleId)) {
        match self {
            Self::Threw(throw) => {
                cite(throw.rule);
                throw.terms.iter().for_each(|t| cite(t.rule));
            }
            Self::Chose { rule, .. } => cite(*rule),
            Self::Told(event) => B::cites(event, cite),
            Self::Decreed(_) => {}
        }
    }

    /// Does it cite `rule`?
    #[must_use]
    pub fn has(&self, rule: RuleId) -> bool {
        let mut found = false;
        self.cites(&mut |r| found |= r == rule);
        found
    }
}
