//! The rulebook itself: what the kernel asks of a game.

use skirmish_kernel::{Id, Place, Rulebook};

use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Elemental, Event, Phase, Setup, State, Time};
use crate::rules::{actions, clock, forget, invariant};

impl Rulebook for Elemental {
    skirmish_bookkit::chapters!(clock::step, actions::options, actions::judge, actions::standing, invariant::broken);

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut s = State {
            phase: if g.calm { Phase::Calm { next: 0, idle: 0 } } else { Phase::Initiative },
            // The segment before round 1: what lasts from the opening blow on is counted from here.
            time: Time { round: 0, segment: 3 },
            fresh: true,
            ordered: true,
            creatures: g.sheets.iter().map(Creature::newcomer).collect(),
            // Room for what usually flies at once, so that a fight does not allocate.
            flights: Vec::with_capacity(2 * count + 2),
            pushes: Vec::with_capacity(count + 2),
            structures: Vec::with_capacity(count + 2),
            ..State::default()
        };
        for id in g.ids() {
            s.muster(g, id);
            s.review(id);
        }
        s
    }

    fn place(s: &State) -> Place {
        match s.phase {
            Phase::Calm { next, idle } => {
                Place { round: 0, part: 0, who: Some(Id::new(next.into())), nth: idle.into() }
            }
            Phase::Initiative => Place { round: 0, part: 1, who: None, nth: 0 },
            Phase::Combat => {
                let who = s.order.get(usize::from(s.turn)).filter(|_| !s.fresh).copied();
                Place { round: s.time.round, part: s.time.segment, who, nth: 0 }
            }
        }
    }

    fn forget(s: &mut State) {
        forget::forget(s);
    }

    const RESULTS: &'static [&'static str] = &["is hit", "is missed", "falls", "is pushed", "is struck by a condition"];
    const OPPOSITES: &'static [(u8, u8)] = &[(0, 1)];

    fn result(event: &Event) -> Option<(Id, u8)> {
        match event {
            Event::Hit { target, .. } => Some((*target, 0)),
            Event::Missed { target, .. } | Event::MissedInSight { target, .. } | Event::NoLine { target, .. } => {
                Some((*target, 1))
            }
            Event::Down { who } => Some((*who, 2)),
            Event::Pushed { who, .. } => Some((*who, 3)),
            Event::Inflicted { who, .. } => Some((*who, 4)),
            _ => None,
        }
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        Some(actions::pass(g, s, who, ask))
    }
}
