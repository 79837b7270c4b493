//! The rulebook itself: what the kernel asks of a game.

mod results;

use skirmish_kernel::{Catalogue, Flow, Id, Ids, Place, Refusal, RuleId, Rulebook, Table, renumber};

use crate::actions::{self, Ask, Choice};
use crate::clock;
use crate::events::Event;
use crate::rules::CATALOGUE;
use crate::setup::Setup;
use crate::sheet::Sheet;
use crate::state::{Circumstances, Creature, Given, Hand, Phase, Spent, Stage, State, Wounds};
use crate::{facts, invariant};

/// Generia.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Generia;

impl Rulebook for Generia {
    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Event = Event;

    const CATALOGUE: &'static Catalogue = &CATALOGUE;

    const RESULTS: &'static [&'static str] = &results::WORDS;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut creatures = Vec::with_capacity(count);
        creatures.extend(g.sheets.iter().map(|sheet| newcomer(sheet, g)));
        let mut s = State {
            phase: Phase::Initiative,
            round: 0,
            fresh: true,
            turn: 0,
            stage: Stage::Start,
            acts: 0,
            order: arrayvec::ArrayVec::new(),
            creatures,
            able: Ids::NONE,
            reacted: Ids::NONE,
            attacked: arrayvec::ArrayVec::new(),
            // Room for what usually lies on the ground at once, so that a fight does not allocate.
            areas: Vec::with_capacity(count + 2),
            requests: arrayvec::ArrayVec::new(),
            serial: 0,
            ended: None,
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

    fn step<T: Table<Self>>(g: &Setup, s: &mut State, t: &mut T) -> Result<Flow, T::Halt> {
        clock::step(g, s, t)
    }

    fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: impl FnMut(Choice)) {
        actions::options(g, s, who, ask, yes);
    }

    fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
        actions::judge(g, s, who, ask, choice)
    }

    fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        actions::standing(g, s, who, ask)
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

/// A combatant as it comes.
pub fn newcomer(sheet: &Sheet, g: &Setup) -> Creature {
    let mut hands = [Hand::Empty; 2];
    for (at, arm) in sheet.arms.iter().enumerate().filter(|(_, arm)| arm.in_hand) {
        let at = Hand::Arm(u8::try_from(at).unwrap_or(0));
        match (g.weapon(arm.weapon).hands, hands) {
            (2.., [Hand::Empty, Hand::Empty]) => hands = [at; 2],
            (1, [Hand::Empty, _]) => hands[0] = at,
            (1, [_, Hand::Empty]) => hands[1] = at,
            _ => {}
        }
    }
    Creature {
        at: sheet.at,
        facing: sheet.facing,
        wounds: Wounds {
            light: sheet.start.light,
            severe: sheet.start.severe,
            is_out: i32::from(sheet.start.light) + i32::from(sheet.start.severe) >= sheet.wound_limit,
        },
        energy: sheet.start.energy,
        mana: sheet.start.mana,
        spent: Spent::default(),
        penalty: 0,
        penalty_rounds: 0,
        warded: false,
        defended: false,
        given: Given::default(),
        conditions: arrayvec::ArrayVec::new(),
        concentration: arrayvec::ArrayVec::new(),
        hands,
        unloaded: arrayvec::ArrayVec::new(),
        dents: [0; 4],
        holds: None,
        held_on: false,
        mount: None,
        rider: None,
        initiative: None,
        joined: false,
        gone: false,
        circumstances: Circumstances::default(),
    }
}
