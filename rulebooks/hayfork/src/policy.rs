//! The plain policy.

use skirmish_grid::{Cell, Square};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use crate::model::{Ask, Choice, Hayfork, Setup, State};
use crate::rules::{can_strike, with_reach};

/// Goes as near to a foe as it gets, strikes the one who can bear least, and parries what it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Hayfork> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        let foes = || g.ids().filter(|foe| g.sheet(*foe).side != g.sheet(who).side && s.is_up(*foe));
        match ask {
            Ask::Walk => {
                let far = |cell: Square| foes().map(|foe| cell.distance(s.at(foe))).min();
                let mut best = s.at(who);
                with_reach(g, s, who, |cell| best = if far(cell) < far(best) { cell } else { best });
                Choice::Walk(best)
            }
            Ask::Strike => {
                Choice::Strike(foes().filter(|on| can_strike(g, s, who, *on)).min_by_key(|on| s.hits[on.index()]))
            }
            Ask::Parry { .. } => Choice::Parry(true),
        }
    }

    fn why(&self, _: &Setup, _: &State, _: Id, ask: &Ask, _: &Choice) -> Option<&'static str> {
        Some(match ask {
            Ask::Walk => "as near to a foe as it goes",
            Ask::Strike => "the foe who can bear least",
            Ask::Parry { .. } => "a parry costs nothing",
        })
    }
}
