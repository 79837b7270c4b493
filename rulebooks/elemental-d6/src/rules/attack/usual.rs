//! The usual blow: at somebody near, with nothing about it that a special rule asks for.
//!
//! Most of what the rules of an attack ask is answered with no, and for most attacks a few masks and one bit of the
//! sheet answer all of it at once. The rules are written once. They ask such a question through [`rare`] or
//! [`mostly`], and are compiled twice: for any attack, where it is asked; and for the usual one, where it has been
//! answered before. Without optimisation it is asked there too, and the answers are compared.

use std::fmt::Debug;

use skirmish_kernel::Id;

use crate::model::{Ability, Act, Cost, Figures, Setup, State, What};

/// What somebody does something with: the ability, and its figures in their hands as it is paid.
#[derive(Clone, Copy)]
pub struct Means<'g> {
    /// Which of the abilities that are known here.
    pub index: u8,
    /// Weapon, talent …
    pub ability: &'g Ability,
    /// `None` if they have lost it by the game master's hand since.
    pub(super) figures: Option<&'g Figures>,
    /// What it costs them, reductions taken off. (`action.reduce`)
    pub cost: Cost,
}

impl<'g> Means<'g> {
    /// What somebody does this with, if it is done with anything.
    #[inline(always)]
    pub fn of(g: &'g Setup, who: Id, act: &Act) -> Option<Self> {
        let What::Ability(index) = act.what else { return None };
        let sheet = g.sheet(who);
        let figures = sheet.attack_with(index).map(|attack| attack.figures(act.cost));
        Some(Self { index, ability: g.ability(index), figures, cost: sheet.reduced(index, act.cost) })
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

/// Is every question that is asked through [`rare`] answered with no, and through [`mostly`] with what is named there? The target is
/// in the same hex or the next.
#[inline(always)]
pub(super) fn is_usual(s: &State, who: Id, act: &Act, target: Id, means: Means) -> bool {
    let marks = &s.marks;
    means.figures.is_some_and(|figures| figures.usual)
        && act.swifts == 0
        && marks.waiting.is_empty()
        && marks.able.without(marks.dodging.or(marks.affected)).has(target)
        && !marks.affected.has(who)
}
