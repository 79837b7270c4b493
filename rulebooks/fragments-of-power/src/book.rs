//! The rulebook itself: what the kernel asks of a game.

use skirmish_kernel::{Id, Ids, Place, Rulebook};

use crate::Fragments;
use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Event, Place as ThingPlace, Setup, State, Touched};
use crate::rules::{clock, conditions, invariant, items, judge, options};
use crate::text::results;

impl Rulebook for Fragments {
    skirmish_bookkit::chapters!(clock::step, options::options, judge::judge, options::standing, invariant::broken);

    const RESULTS: &'static [&'static str] = &results::WORDS;
    const OPPOSITES: &'static [(u8, u8)] = &results::OPPOSITES;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut s = State {
            // Room for places that have been left, so that a fight does not allocate.
            order: Vec::with_capacity(2 * count + 4),
            creatures: g.ids().map(|id| Creature::new(g, id, g.sheet(id))).collect(),
            items: items::at_beginning(g),
            // Room for all that can change, likewise.
            scars: Vec::with_capacity(g.ground.brittle),
            things: g.things.iter().map(|thing| ThingPlace { at: thing.at, drift: None }).collect(),
            touched: Touched(Ids::first(count)),
            ..State::default()
        };
        for id in g.ids() {
            if let Some(mount) = g.sheet(id).mount {
                s.creature_mut(id).mount = Some(mount);
                s.creature_mut(mount).rider = Some(id);
            }
        }
        g.ids().for_each(|id| conditions::settle(g, &mut s, id));
        s
    }

    fn place(s: &State) -> Place {
        clock::place(s)
    }

    fn forget(s: &mut State) {
        clock::forget(s);
    }

    fn result(event: &Event) -> Option<(Id, u8)> {
        results::result(event)
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        options::pass(g, s, who, ask)
    }
}
