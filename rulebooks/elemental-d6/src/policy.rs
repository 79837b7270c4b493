//! The plain policy: a fighter that uses what this book gives it.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use crate::Elemental;
use crate::actions::{Ask, Choice, options, standing};
use crate::setup::Setup;
use crate::state::State;

/// Closes or shoots, counters when it helps, dodges, uses talents off cooldown, respects cover.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Elemental> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let mut first = None;
        options(g, s, who, ask, |choice| {
            first.get_or_insert(choice);
        });
        standing(g, s, who, ask).or(first).unwrap_or(Choice::Pass)
    }
}
