//! What is counted over many fights: who does what, and what harm comes of it.

use std::borrow::Cow;

use skirmish_kernel::words::first;
use skirmish_kernel::{Harm, Id, Ids, Measures};

use crate::model::{Act, Ask, Choice, Elemental, Event, Kind, Setup, State, What};
use crate::text::words::first_word;

impl Measures for Elemental {
    fn able(_: &Setup, s: &State) -> Ids {
        s.marks.fighting
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let fighter = g.fighter(s, id);
        tell("hp", fighter.now.hp, Some(fighter.hp_max()));
    }

    fn verb<'g>(g: &'g Setup, _: &State, _: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(match choice {
            Choice::Act(_) if matches!(ask, Ask::Counter { .. }) => "counter",
            Choice::Act(act) => deed(g, act),
            choice => first_word(choice),
        })
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        match event {
            Event::Contact { who, ability, .. } => {
                tell(Harm::Means { by: *who, with: Cow::Borrowed(first(&g.ability(*ability).name)) });
            }
            Event::Hit { who, .. } => tell(Harm::By(*who)),
            Event::Bled { .. } => tell(Harm::Cause(Kind::Bleeding.word())),
            Event::Lost { who, loss, .. } => tell(Harm::Loss { on: *who, points: *loss }),
            _ => {}
        }
    }

    fn under_way(_: &Setup, s: &State) -> bool {
        !s.flights.is_empty()
    }
}

/// An action in one word.
fn deed<'g>(g: &'g Setup, act: &Act) -> &'g str {
    match act.what {
        What::Ability(ability) => first(&g.ability(ability).name),
        What::Go(gait) => gait.word(),
        What::Stand => "stand",
        What::Brace => "brace",
    }
}
