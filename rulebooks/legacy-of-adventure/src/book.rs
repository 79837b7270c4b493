//! The rulebook itself: what the kernel asks of a game.

use skirmish_kernel::{Id, Place, Rulebook};

use crate::Legacy;
use crate::catalogue::{CATALOGUE, RulingSameStanceOrder};
use crate::model::{Ask, Choice, Creature, Event, Setup, State};
use crate::rules::{clock, derived, invariant, judge, options};
use crate::text::results;

impl Rulebook for Legacy {
    skirmish_bookkit::chapters!(clock::step, options::options, judge::judge, options::standing, invariant::broken);

    const RESULTS: &'static [&'static str] = &results::WORDS;
    const OPPOSITES: &'static [(u8, u8)] = &results::OPPOSITES;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut creatures = Vec::with_capacity(count);
        creatures.extend(g.ids().map(|id| Creature::new(g, id, g.sheet(id))));
        let simultaneous = g.rules.ruling_same_stance_order == RulingSameStanceOrder::Simultaneous;
        let mut s = State {
            order: g.derived.order.clone(),
            creatures,
            strikes: Vec::with_capacity(if simultaneous { count } else { 0 }),
            // Room for what usually is kept up and lies about at once, so that a fight does not allocate.
            effects: Vec::with_capacity(count),
            dropped: Vec::with_capacity(2 * count),
            ..State::default()
        };
        s.marks.concealed = g.ids().filter(|id| g.sheet(*id).concealed).collect();
        derived::muster(g, &mut s);
        s
    }

    fn is_routine(ask: &Ask) -> bool {
        !matches!(ask, Ask::OnGuard | Ask::General)
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

    fn pass(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
        Some(options::pass(ask))
    }
}
