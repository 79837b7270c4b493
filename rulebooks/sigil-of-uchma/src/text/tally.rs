//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, HarmSteps, Id, Ids, Measures, Notation};

use crate::catalogue::rule;
use crate::model::{Act, Ask, Choice, Event, Setup, Sigil, State};
use crate::text::harm;

impl Measures for Sigil {
    fn able(_: &Setup, s: &State) -> Ids {
        s.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let now = s.creature(id);
        tell("health", now.health.into(), Some(most(g, s, id)));
        tell("energy", now.energy.into(), Some(g.sheet(id).max_energy.into()));
    }

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        (s.creature(id).health.max(0).into(), most(g, s, id))
    }

    fn verb<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(Act::Use { ability, .. } | Act::Prepare { ability, .. }) => first(&g.ability(*ability).name),
            // Which way is no deed of its own.
            Choice::Act(Act::Walk(_) | Act::Fly(_)) => "move",
            Choice::Act(Act::Run) => "run",
            Choice::End => "end",
            _ => return Cow::Owned(first(&Self::notation(g, s, who, ask, choice)).to_owned()),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        match event {
            Event::Used { by, ability, .. } => {
                tell(Harm::Means { by: *by, with: Cow::Borrowed(first(&g.ability(*ability).name)) });
            }
            Event::Fell { .. } => tell(Harm::Cause("fall")),
            Event::Damage { on, taken, .. } if taken.points != 0 => {
                match taken.source {
                    rule::STATUS_BLEEDING => tell(Harm::Cause("bleeding")),
                    rule::RULING_GROUND_EFFECTS => tell(Harm::Cause("fire")),
                    rule::TRANSFORM_NO_ROOM => tell(Harm::Cause("no room")),
                    _ => {}
                }
                tell(Harm::Loss { on: *on, points: taken.points });
            }
            _ => {}
        }
    }

    fn harm_steps(_: &Setup, event: &Event) -> Option<HarmSteps> {
        harm::steps(event)
    }

    fn under_way(_: &Setup, _: &State) -> bool {
        false
    }
}

/// Health at most, as somebody is now.
fn most(g: &Setup, s: &State, id: Id) -> i32 {
    crate::rules::bodies::figures(g, s, id).max_health.into()
}
