//! The rulebook itself: what the kernel asks of a game.

use skirmish_kernel::{Catalogue, Flow, Id, Ids, Place, Refusal, RuleId, Rulebook, Table};

use crate::Fragments;
use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Event, Place as ThingPlace, Setup, Stage, State, Touched};
use crate::rules::{clock, conditions, invariant, items, judge, options};
use crate::text::results;

impl Rulebook for Fragments {
    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Event = Event;

    const CATALOGUE: &'static Catalogue = &CATALOGUE;

    const RESULTS: &'static [&'static str] = &results::WORDS;
    const OPPOSITES: &'static [(u8, u8)] = &results::OPPOSITES;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut creatures = Vec::with_capacity(count);
        creatures.extend(g.ids().map(|id| Creature::new(g, id, g.sheet(id))));
        let mut s = State {
            round: 0,
            stage: Stage::Initiative,
            turn: 0,
            acts: 0,
            // Room for places that have been left, so that a fight does not allocate.
            order: Vec::with_capacity(2 * count + 4),
            creatures,
            items: items::at_beginning(g),
            grapples: arrayvec::ArrayVec::new(),
            running: arrayvec::ArrayVec::new(),
            // Room for all that can change, so that a fight does not allocate.
            scars: Vec::with_capacity(g.ground.brittle),
            things: g.things.iter().map(|thing| ThingPlace { at: thing.at, drift: None }).collect(),
            serial: 0,
            parting: false,
            able: Ids::NONE,
            touched: Touched(Ids::first(count)),
            ended: None,
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

    fn step<T: Table<Self>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
        clock::step(g, s, t)
    }

    fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: impl FnMut(Choice)) {
        options::options(g, s, who, ask, yes);
    }

    fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
        judge::judge(g, s, who, ask, choice)
    }

    fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        options::standing(g, s, who, ask)
    }

    fn place(s: &State) -> Place {
        clock::place(s)
    }

    fn forget(s: &mut State) {
        clock::forget(s);
    }

    fn most_rounds(g: &Setup) -> Option<u32> {
        Some(g.most_rounds)
    }

    fn cites(event: &Event, cite: &mut dyn FnMut(RuleId)) {
        event.cites(cite);
    }

    fn result(event: &Event) -> Option<(Id, u8)> {
        results::result(event)
    }

    fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
        invariant::broken(g, s)
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        options::pass(g, s, who, ask)
    }
}
