//! The rulebook itself: what the kernel asks of a game.

use skirmish_kernel::{Id, Ids, Place, Rulebook};

use crate::Sigil;
use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Done, Event, Setup, Stage, State};
use crate::rules::{clock, invariant, judge, options};
use crate::text::results;

/// Room for effects that run, so that a fight asks for no memory.
const EFFECTS: usize = 16;

impl Rulebook for Sigil {
    skirmish_bookkit::chapters!(clock::step, options::options, judge::judge, options::standing, invariant::broken);

    const RESULTS: &'static [&'static str] = &results::WORDS;
    const OPPOSITES: &'static [(u8, u8)] = &results::OPPOSITES;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut s = State {
            round: 0,
            stage: Stage::Round,
            turn: 0,
            acts: 0,
            done: Done::default(),
            had: Ids::NONE,
            ambushed: 0,
            ambush: g.ambushed,
            order: Vec::with_capacity(count + 4),
            ranks: vec![0; g.sides.len()],
            late: Vec::new(),
            agreed: g.agreed.clone(),
            creatures: g.ids().map(|id| Creature::new(g, id)).collect(),
            running: Vec::with_capacity(EFFECTS),
            patches: Vec::with_capacity(g.patches.len() + 4),
            passing: false,
            able: Ids::NONE,
            fell: Ids::NONE,
            settled: false,
            waiting: Ids::NONE,
            ended: None,
        };
        s.patches.extend(g.patches.iter().copied());
        g.ids().for_each(|id| {
            let up = s.creature(id).is_up();
            s.able.set(id, up);
        });
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

    fn pass(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
        Some(options::pass(ask))
    }
}
