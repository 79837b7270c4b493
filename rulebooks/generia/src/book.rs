//! The rulebook itself: what the kernel asks of a game.

use skirmish_bookkit::people::Touched;
use skirmish_kernel::{Id, Ids, Place, Rulebook, renumber};

use crate::catalogue::CATALOGUE;
use crate::model::{Ask, Choice, Creature, Event, Generia, Phase, Setup, Stage, State};
use crate::rules::{clock, invariant, judge, options, standing};
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
            ..State::default()
        };
        for id in g.ids() {
            if let Some(mount) = g.sheet(id).mount {
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

    /// The number of the round is read by no rule.
    fn forget(s: &mut State) {
        if s.phase == Phase::Combat {
            // The first round has its initiative already; a later one may throw it anew.
            s.round = s.round.min(2);
            forget_initiative(s);
        }
        s.serial = renumber(s, each_serial).unwrap_or(s.serial);
    }

    fn result(event: &Event) -> Option<(Id, u8)> {
        results::result(event)
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        Some(facts::pass(g, s, who, ask))
    }
}

/// Every serial number in the state.
fn each_serial(s: &mut State, see: &mut dyn FnMut(&mut u16)) {
    for creature in &mut s.creatures {
        creature.concentration.iter_mut().for_each(|kept| see(&mut kept.serial));
        creature.conditions.iter_mut().filter_map(|condition| condition.spell.as_mut()).for_each(&mut *see);
    }
    s.areas.iter_mut().for_each(|area| see(&mut area.serial));
}

/// What was thrown for initiative is read again where somebody finds a new place in the order: whoever gets off a
/// mount. Of two who fight each other nobody ever does.
fn forget_initiative(s: &mut State) {
    let all_placed = s.order.len() == s.creatures.len();
    if s.creatures.len() == 2 && all_placed {
        s.creatures.iter_mut().for_each(|creature| creature.initiative = creature.initiative.map(|_| 0));
    }
}
