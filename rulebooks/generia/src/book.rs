//! The rulebook itself: what the kernel asks of a game.

mod results;

use std::borrow::Cow;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Catalogue, Flow, Harm, Id, Ids, Place, Refusal, RuleId, Rulebook, Table, renumber};
use skirmish_kernel::{Diagnostic, Edict, Fact, Loaded, Moment, Pairing, Scribe, Side, Source, Value, View, Viewer};

use crate::actions::{self, Ask, Choice};
use crate::clock;
use crate::events::Event;
use crate::rules::CATALOGUE;
use crate::setup::Setup;
use crate::sheet::Sheet;
use crate::state::{Circumstances, Creature, Given, Hand, Phase, Spent, Stage, State, Wounds};
use crate::{bodies, encounter, facts, fields, invariant, narrate, tally, view, words};

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

impl Scribe for Generia {
    const NAME: &'static str = "generia";

    fn load(source: &Source) -> Result<Loaded<Self>, Vec<Diagnostic>> {
        encounter::load(source)
    }

    fn pair(pairing: &Pairing) -> String {
        pairing.text(Self::NAME, "facing = \"west\"\n")
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
        match (place.round, place.who) {
            (0, _) => "initiative".into(),
            (round, Some(who)) if place.part > 0 => format!("round {round}, {}", g.sheet(who).name),
            (round, _) => format!("round {round}"),
        }
    }

    fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
        fields::read(g, s, path)
    }

    fn paths(g: &Setup, _: &State) -> Vec<String> {
        fields::paths(g)
    }

    fn game_master_fields() -> &'static [&'static str] {
        &fields::GAME_MASTERS
    }

    fn relations() -> &'static [&'static str] {
        &fields::RELATIONS
    }

    fn changes_setup(edict: &Edict) -> bool {
        match edict {
            Edict::Set { path, .. } => fields::on_setup(path),
            Edict::Command { verb, .. } => verb == "add",
        }
    }

    fn decree_setup(g: &mut Setup, s: &State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Set { path, op, value } => fields::set_setup(g, path, *op, value)?,
            Edict::Command { verb, words } => fields::command_on_setup(g, s, verb, words)?,
        }
        g.derive();
        bodies::judge(g, s)
    }

    fn decree(g: &Setup, s: &mut State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Set { path, .. } if fields::on_setup(path) => {}
            Edict::Set { path, op, value } => fields::set(g, s, path, *op, value)?,
            Edict::Command { verb, words } => fields::command(g, s, verb, words)?,
        }
        // Whatever the game master's hand has changed: holds, saddles and spells may hang on it.
        fields::keep(g, s);
        Ok(())
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

    fn edicts() -> &'static [(&'static str, &'static str)] {
        fields::EDICTS
    }

    fn values(g: &Setup, s: &State, path: &str) -> Vec<String> {
        facts::values(g, s, path)
    }

    fn verbs(g: &Setup) -> Vec<String> {
        words::verbs(g)
    }

    fn able(_: &Setup, s: &State) -> Ids {
        s.able
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        let (sheet, creature) = (g.sheet(id), s.creature(id));
        tell("wounds", creature.wounds.total(), Some(sheet.wound_limit));
        tell("energy", creature.energy, Some(sheet.energy));
        tell("mana", creature.mana, Some(sheet.mana));
    }

    fn health(g: &Setup, s: &State, id: Id) -> (i32, i32) {
        let limit = g.sheet(id).wound_limit;
        (limit.saturating_sub(s.creature(id).wounds.total()), limit)
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

    fn under_way(_: &Setup, _: &State) -> bool {
        false
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        view::disguise(g, s, viewer)
    }
}
