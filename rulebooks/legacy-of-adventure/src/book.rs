//! The rulebook itself: what the kernel asks of a game.

mod results;

use std::borrow::Cow;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Catalogue, Flow, Harm, Id, Ids, Place, Refusal, RuleId, Rulebook, Table};
use skirmish_kernel::{Diagnostic, Fact, Loaded, Moment, Scribe, Side, Source, View, Viewer};

use crate::actions::{self, Ask, Choice};
use crate::clock;
use crate::events::Event;
use crate::rules::{CATALOGUE, RulingSameStanceOrder};
use crate::setup::Setup;
use crate::state::{Creature, Marks, Segment, Stage, State};
use crate::{encounter, facts, invariant, narrate, tally, view, words};

/// Legacy of Adventure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Legacy;

impl Rulebook for Legacy {
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
        creatures.extend(g.ids().map(|id| Creature::new(g, id, g.sheet(id))));
        let simultaneous = g.rules.ruling_same_stance_order == RulingSameStanceOrder::Simultaneous;
        let mut s = State {
            round: 0,
            segment: Segment::Ambush,
            stage: Stage::Round,
            tier: 0,
            pass: 0,
            acts: 0,
            called: false,
            last: None,
            actor: None,
            owed: None,
            order: g.derived.order.clone(),
            creatures,
            marks: Marks::default(),
            strikes: Vec::with_capacity(if simultaneous { count } else { 0 }),
            // Room for what usually is kept up and lies about at once, so that a fight does not allocate.
            effects: Vec::with_capacity(count),
            dropped: Vec::with_capacity(2 * count),
            serial: 0,
            ended: None,
        };
        s.marks.concealed = g.ids().filter(|id| g.sheet(*id).concealed).collect();
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

    fn standing(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
        actions::standing(ask)
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
}

impl Scribe for Legacy {
    skirmish_bookkit::scribe_fields!();

    const NAME: &'static str = "legacy-of-adventure";

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

    fn place_name(g: &Setup, place: Place) -> String {
        clock::place_name(g, place)
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

    fn pass(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
        Some(actions::pass(ask))
    }

    fn verbs(g: &Setup) -> Vec<String> {
        words::verbs(g)
    }

    fn able(_: &Setup, s: &State) -> Ids {
        s.marks.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let (sheet, creature) = (g.sheet(id), s.creature(id));
        tell("hits", i32::from(creature.hits), Some(i32::from(sheet.max_hits)));
        tell("actions", i32::from(creature.actions), Some(i32::from(sheet.actions)));
    }

    fn verb<'g>(g: &'g Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Cow<'g, str> {
        tally::verb(g, s, who, ask, choice)
    }

    fn harm<'g>(g: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        tally::harm(g, event, tell);
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        view::guess_hidden(g, s, side, rng);
    }

    fn under_way(_: &Setup, s: &State) -> bool {
        s.owed.is_some()
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        view::disguise(g, s, viewer)
    }
}
