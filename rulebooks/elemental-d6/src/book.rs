//! The rulebook itself: what the kernel asks of a game.

use std::borrow::Cow;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    Catalogue, Diagnostic, Fact, Flow, Harm, Id, Ids, Loaded, Moment, Place, Refusal, RuleId, Rulebook, Scribe, Side,
    Source, Table, View, Viewer,
};

use crate::actions::{self, Ask, Choice};
use crate::events::Event;
use crate::rules::CATALOGUE;
use crate::setup::Setup;
use crate::sheet::Sheet;
use crate::state::{Binding, Circumstances, Creature, Marks, Phase, Spent, State, Time};
use crate::{clock, encounter, facts, forget, invariant, narrate, tally, view, words};

/// Words with which answers to any question begin; abilities come on top.
const VERBS: [&str; 35] = [
    "pass",
    "continue",
    "surrender",
    "flee",
    "stop-fighting",
    "ready",
    "counter",
    "decline",
    "move",
    "dash",
    "dodge",
    "swim",
    "step",
    "brace",
    "stand",
    "to",
    "path",
    "stay",
    "stop",
    "reaction",
    "no-reaction",
    "spoil",
    "keep-dodge",
    "fire",
    "hold",
    "keep",
    "top",
    "up",
    "push",
    "wait",
    "bind",
    "rest",
    "sneak",
    "go-on",
    "stop-binding",
];

/// Elemental D6.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Elemental;

impl Rulebook for Elemental {
    type Setup = Setup;
    type State = State;
    type Ask = Ask;
    type Choice = Choice;
    type Event = Event;

    const CATALOGUE: &'static Catalogue = &CATALOGUE;

    fn begin(g: &Setup) -> State {
        let count = g.sheets.len();
        let mut creatures = Vec::with_capacity(count);
        creatures.extend(g.sheets.iter().map(newcomer));
        let mut s = State {
            phase: if g.calm { Phase::Calm { next: 0, idle: 0 } } else { Phase::Initiative },
            // The segment before round 1: what lasts from the opening blow on is counted from here.
            time: Time { round: 0, segment: 3 },
            turn: 0,
            fresh: true,
            ranking: arrayvec::ArrayVec::new(),
            order: arrayvec::ArrayVec::new(),
            ordered: true,
            creatures,
            marks: Marks::default(),
            // Room for what usually flies at once, so that a fight does not allocate.
            flights: Vec::with_capacity(2 * count + 2),
            pushes: Vec::with_capacity(count + 2),
            structures: Vec::with_capacity(count + 2),
            requests: arrayvec::ArrayVec::new(),
            serial: 0,
            ended: None,
        };
        g.ids().for_each(|id| s.muster(g, id));
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

    #[inline]
    fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        actions::standing(g, s, who, ask)
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

    fn most_rounds(g: &Setup) -> Option<u32> {
        Some(g.most_rounds)
    }

    fn cites(event: &Event, cite: &mut dyn FnMut(RuleId)) {
        event.cites(cite);
    }

    const RESULTS: &'static [&'static str] = &["is hit", "is missed", "falls", "is pushed", "is struck by a condition"];

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

    fn broken_invariant(g: &Setup, s: &State) -> Option<String> {
        invariant::broken(g, s)
    }
}

/// What a combatant is when it enters the battle.
#[must_use]
pub fn newcomer(sheet: &Sheet) -> Creature {
    Creature {
        hp: sheet.hp,
        hp_rolled: None,
        at: sheet.at,
        gone: false,
        ceased: None,
        spent: Spent::default(),
        top: None,
        moves: arrayvec::ArrayVec::new(),
        counter: None,
        readied: None,
        in_hand: None,
        conditions: arrayvec::ArrayVec::new(),
        cooldowns: arrayvec::ArrayVec::new(),
        acts_from: 1,
        score: None,
        sneaked: false,
        aware_of: sheet.aware_of,
        circumstances: Circumstances::default(),
        binding: Binding::default(),
    }
}

impl Scribe for Elemental {
    skirmish_bookkit::scribe_fields!();

    const NAME: &'static str = "elemental-d6";

    fn load(source: &Source) -> Result<Loaded<Self>, Vec<Diagnostic>> {
        encounter::load(source)
    }

    fn title(g: &Setup) -> &str {
        &g.title
    }

    fn count(g: &Setup) -> usize {
        g.sheets.len()
    }

    fn name(g: &Setup, id: Id) -> &str {
        &g.sheet(id).name
    }

    fn rename(g: &mut Setup, id: Id, name: String) {
        if let Some(sheet) = g.sheets.get_mut(id.index()) {
            sheet.name = name;
        }
    }

    fn sides(g: &Setup) -> &[String] {
        &g.sides
    }

    fn side(g: &Setup, id: Id) -> Side {
        g.side(id)
    }

    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        words::prompt(g, s, who, ask)
    }

    fn notation(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> String {
        words::notation(g, s, who, ask, choice)
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        words::parse(g, s, who, ask, text)
    }

    fn narrate(g: &Setup, event: &Event) -> String {
        narrate::narrate(g, event)
    }

    fn sees(g: &Setup, s: &State, viewer: Viewer, moment: &Moment<Self>) -> bool {
        view::sees(g, s, viewer, moment)
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        view::view(g, s, viewer)
    }

    fn place_name(_: &Setup, place: Place) -> String {
        match (place.round, place.part) {
            (0, 0) => "before combat".into(),
            (0, _) => "initiative".into(),
            (round, segment) => words::time(Time { round, segment }),
        }
    }

    fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
        facts::facts(g, s, who, ask, choice)
    }

    fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
        facts::between(g, s, from, to)
    }

    fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
        facts::sheet(g, s, id)
    }

    fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
        Some(facts::pass(g, s, who, ask))
    }

    fn verbs(g: &Setup) -> Vec<String> {
        let abilities = g.abilities.iter().map(|ability| ability.name.as_str());
        VERBS.iter().copied().chain(abilities).map(str::to_owned).collect()
    }

    fn able(_: &Setup, s: &State) -> Ids {
        s.marks.fighting
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        tell("hp", s.creature(id).hp, Some(s.hp_max(g, id)));
    }

    fn verb<'g>(g: &'g Setup, _: &State, _: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        Cow::Borrowed(tally::verb(g, ask, choice))
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        tally::harm(g, event, tell);
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        view::guess_hidden(g, s, side, rng);
    }

    fn under_way(_: &Setup, s: &State) -> bool {
        !s.flights.is_empty()
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        view::disguise(g, s, viewer)
    }
}
