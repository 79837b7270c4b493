//! The usual blow: at somebody near, with nothing about it that a special rule asks for.
//!
//! Most of what the rules of an attack ask is answered with no, and for most attacks a few masks and one bit of the
//! sheet answer all of it at once. The rules are written once. They ask such a question through [`rare`] or
//! [`mostly`], and are compiled twice: for any attack, where it is asked; and for the usual one, where it has been
//! answered before. Without optimisation it is asked there too, and the answers are compared.

use std::fmt::Debug;

use skirmish_kernel::Id;

use crate::model::{Ability, Act, Figures, Flight, Setup, State, Target, What};

/// What an attack is made with: the ability, and its figures in the attacker's hands as it is paid.
#[derive(Clone, Copy)]
pub struct Means<'g> {
    /// Weapon, talent …
    pub ability: &'g Ability,
    /// `None` if the attacker has lost it by the game master's hand since.
    pub(super) figures: Option<&'g Figures>,
}

impl<'g> Means<'g> {
    /// What somebody does this with, if it is done with anything.
    #[inline]
    pub fn of(g: &'g Setup, who: Id, act: &Act) -> Option<Self> {
        let What::Ability(index) = act.what else { return None };
        Some(Self { ability: g.ability(index), figures: g.attack(who, index).map(|a| a.figures(act.cost)) })
    }
}

/// A question of the rules. With `USUAL` it has been answered by [`is_usual`], with no.
#[inline(always)]
pub(crate) fn rare<const USUAL: bool>(question: impl FnOnce() -> bool) -> bool {
    mostly::<USUAL, _>(false, question)
}

/// A question with another answer than yes or no: with `USUAL` it is this one.
#[inline(always)]
pub(super) fn mostly<const USUAL: bool, R: PartialEq + Debug>(answer: R, question: impl FnOnce() -> R) -> R {
    if !USUAL {
        return question();
    }
    debug_assert_eq!(question(), answer, "a usual attack is not");
    answer
}

/// Is every question that is asked through [`rare`] answered with no, and through [`mostly`] with what is named there?
#[inline]
pub(super) fn is_usual(s: &State, flight: &Flight, means: Means) -> bool {
    let Target::Creature(target) = flight.act.target else { return false };
    let (who, marks) = (flight.owner, &s.marks);
    means.figures.is_some_and(|figures| figures.usual)
        && flight.act.swifts == 0
        && flight.distance <= 1
        && marks.waiting.is_empty()
        && marks.able.has(target)
        && !marks.dodging.has(target)
        && !marks.affected.has(target)
        && !marks.affected.has(who)
}
