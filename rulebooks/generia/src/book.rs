//! The rulebook itself: what the kernel asks of a game.

use skirmish_bookkit::people::Touched;
use skirmish_kernel::{Id, Ids, Place, Rulebook};

use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Event, Generia, Phase, Setup, Stage, State};
use crate::rules::{clock, forget, invariant, judge, options, standing};
use crate::text::{facts, results};

impl Rulebook for Generia {
    skirmish_bookkit::chapters!(clock::step, options::options, judge::judge, standing::standing, invariant::broken);

    const RESULTS: &'static [&'static str] = &results::WORDS;
    const OPPOSITES: &'static [(u8, u8)] = &results::OPPOSITES;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut creatures = Vec::with_capacity(count);
        creatures.extend(g.sheets.iter().map(|sheet| Creature::new(g, sheet)));
        let mut s = State {
            fresh: true,
            creatures,
            touched: Touched(Ids::first(count)),
            // Room for what usually lies on the ground at once, so that a fight does not allocate.
            areas: Vec::with_capacity(count + 2),
            attacked: Vec::with_capacity(count),
            ..State::default()
        };
        for id in g.ids() {
            let lies = |id: Id| s.creature(id).wounds.is_out;
            if let Some(mount) = g.sheet(id).mount.filter(|mount| !lies(id) && !lies(*mount)) {
                s.creature_mut(id).mount = Some(mount);
                s.creature_mut(mount).rider = Some(id);
            }
        }
        s.muster(g);
        s
    }

    fn place(s: &State) -> Place {
        match s.phase {
            Phase::Initiative => Place { round: 0, part: 0, who: None, nth: 0 },
            Phase::Combat => {
                let nth = s.acts + u16::from(s.stage != Stage::Start);
                Place { round: s.round, part: u8::from(!s.fresh), who: s.active(), nth }
            }
        }
    }

    fn forget(s: &mut State) {
        forget::forget(s);
    }

    fn outlast(s: &mut State, rounds: u32) -> bool {
        forget::outlast(s, rounds)
    }

    fn result(event: &Event) -> Option<(Id, u8)> {
        results::result(event)
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        Some(facts::pass(g, s, who, ask))
    }
}
