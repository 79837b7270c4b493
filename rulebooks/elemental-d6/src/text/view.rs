//! What one viewer may see.
//!
//! Foes are shown with health words instead of numbers; a creature that is totally concealed from everybody on a side
//! is not in that side's view. Readied actions, cooldowns and what has been spent are their owner's business.

pub mod guess_hidden;

pub use guess_hidden::{guess_hidden, suppose};

use skirmish_bookkit::view as frame;
use skirmish_bookkit::{sight, tags};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    BoardView, CellSet, Gauge, Id, Ids, Moment, OrderEntry, Side, Tag, Token, Unseen, View, Viewer, Viewing,
    put_in_order,
};

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Elemental, Event, Phase, Setup, State, Target};
use crate::rules::clock::over;
use crate::rules::lines::{self, is_seen};
use crate::text::encounter::{GROUNDS, look};
use crate::text::{facts, fields, narrate, words};

impl Viewing for Elemental {
    skirmish_bookkit::told!();

    fn sees(g: &Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool {
        let knows = |who: Id| viewer.is_privy(g.side(who)) || !unseen.after.has(who);
        match moment {
            // Whoever has gone unseen by them is not betrayed by the dice of it.
            Moment::Threw(throw) if throw.rule == rule::DICE_SKILL => {
                viewer.is_privy(g.side(throw.who)) || !unseen.has(throw.who)
            }
            // What dice lead to may end that somebody is seen: they had been thrown before his eyes.
            Moment::Threw(throw) => viewer.is_privy(g.side(throw.who)) || !unseen.before.has(throw.who),
            Moment::Chose { who, .. } => viewer.is_privy(g.side(*who)),
            Moment::Decreed(_) => true,
            Moment::Told(event) => match event {
                Event::Readied { who, .. }
                | Event::Triggered { who, .. }
                | Event::Cooldown { who, .. }
                | Event::Lost { who, .. }
                | Event::HitPoints { who, .. }
                | Event::Sneaked { who, .. } => viewer.is_privy(g.side(*who)),
                // The order names everybody: it is told to whoever sees everybody.
                Event::Ranked { order } => order.iter().all(|who| knows(*who)),
                event => alone(event).is_none_or(knows),
            },
        }
    }

    fn unseen_by(g: &Setup, s: &State, viewer: Viewer) -> Ids {
        g.ids().filter(|id| !is_seen(g, s, viewer, *id)).collect()
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        let seen = |id: &Id| !s.creature(*id).gone && is_seen(g, s, viewer, *id);
        let clock = match s.phase {
            Phase::Calm { .. } => "before combat".into(),
            Phase::Initiative => "initiative".into(),
            Phase::Combat => s.time.to_string(),
        };
        View {
            board: board(g, s),
            tokens: g.ids().filter(seen).map(|id| token(g, s, viewer, id)).collect(),
            order: order(g, s, viewer),
            pending: pending(g, s, viewer),
            outcome: over(g, s).map(|outcome| frame::winner(&g.sides, outcome)),
            ..frame::frame::<Self>(g, clock)
        }
    }

    fn seen_cells(g: &Setup, s: &State, _: Viewer, eyes: Ids) -> Option<CellSet> {
        sight::together(&g.ground.board, eyes, sight::MOST_DEAR_LOOKS, |eye| lines::outlook(g, s, eye))
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        guess_hidden(g, s, side, rng);
    }

    fn suppose(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        suppose(g, s, side, rng);
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        let mut other = s.clone();
        for id in g.ids() {
            if viewer.is_privy(g.side(id)) {
                continue;
            }
            let word = health(g, s, id);
            other.set_hp(g, id, s.creature(id).hp + 1);
            if health(g, &other, id) != word {
                other.set_hp(g, id, s.creature(id).hp - 1);
            }
            if health(g, &other, id) != word {
                other.set_hp(g, id, s.creature(id).hp);
            }
            let creature = other.creature_mut(id);
            creature.cooldowns.clear();
            other.ready(id, None);
            other.spend(g, id, |spent| spent.swift = if spent.swift == 0 { 1 } else { 0 });
        }
        let unseen = |id: &Id| !s.creature(*id).gone && !is_seen(g, s, viewer, *id);
        g.ids().filter(unseen).for_each(|id| elsewhere(g, &mut other, viewer, id));
        other
    }
}

fn board(g: &Setup, s: &State) -> BoardView {
    let look = |hex| {
        let mut terrain = g.ground.terrain(hex);
        terrain.obstacle |= lines::is_obstacle(g, s, hex);
        terrain.concealing |= lines::is_concealing(g, s, hex);
        look(terrain)
    };
    let mut board = frame::board(&g.ground.board, "5 feet", look);
    put_in_order(&mut board.legend, |(sign, _)| GROUNDS.signs.iter().position(|(known, _)| known == sign));
    board
}

fn token(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Token {
    let fighter = g.fighter(s, id);
    let privy = viewer.is_privy(fighter.sheet.side);
    let number = |n: i32| privy.then_some(n);
    let word = health(g, s, id).into();
    Token {
        gauges: vec![Gauge { name: "hp".into(), value: number(fighter.now.hp), most: number(fighter.hp_max()), word }],
        tags: tags(g, s, id, privy),
        able: s.fights(id),
        ..frame::token::<Elemental, _>(g, id, fighter.sheet.letter, &g.ground.board, fighter.now.at)
    }
}

/// Health in a word.
pub fn health(g: &Setup, s: &State, id: Id) -> &'static str {
    let fighter = g.fighter(s, id);
    let (hp, most) = (fighter.now.hp, fighter.hp_max());
    match hp {
        _ if s.is_down(id) => "down",
        hp if hp >= most => "unhurt",
        hp if hp.saturating_mul(2) > most => "hurt",
        hp if hp.saturating_mul(4) > most => "badly hurt",
        _ => "nearly down",
    }
}

fn tags(g: &Setup, s: &State, id: Id, privy: bool) -> Vec<Tag> {
    let c = s.creature(id);
    let notation = |act| words::act_notation(g, act);
    let conditions = c.conditions.iter().map(|c| Tag {
        text: c.kind.word().into(),
        rule: Some(CATALOGUE.name(c.kind.rule()).into()),
        until: c.until.map(|at| at.to_string()),
        cells: Vec::new(),
    });
    let moves = c.moves.iter().flat_map(|m| {
        let left = if m.left == 1 { "1 segment".to_owned() } else { format!("{} segments", m.left) };
        tags![SEGMENT_CARRY_OVER: ("{} ({left} left)", m.gait)]
    });
    let counters =
        c.counter.iter().flat_map(|counter| tags![DEFEND_DECLARE: ("counters with {}", notation(&counter.act))]);
    let own = || {
        let waits = c.readied.iter().flat_map(|readied| {
            let when = words::trigger_words(g, readied.trigger);
            tags![INITIATIVE_READIED: ("waits: {} when {when}", notation(&readied.act))]
        });
        let cooling = c.cooldowns.iter().filter(|(_, from)| *from > s.time.round).flat_map(
            |(index, from)| tags![COOLDOWN_COUNT: ("{} cooling down", g.ability(*index).name) until ("round {from}")],
        );
        tags![..waits, ..cooling, ACTION_BUDGET: ("{}", c.spent) if s.phase == Phase::Combat]
    };
    tags![
        ..conditions,
        ..c.ceased.iter().flat_map(|how| tags![DP_CEASE: ("{}", format!("{how:?}").to_lowercase())]),
        BRACE: "braced" if s.marks.braced.has(id),
        MOVE_DODGE: "dodging" if s.marks.dodging.has(id),
        PUSHBACK_SUSPENDS: "pushed" if s.is_pushed(id),
        ..moves,
        ..counters,
        ..privy.then(own).into_iter().flatten(),
    ]
}

fn order(g: &Setup, s: &State, viewer: Viewer) -> Vec<OrderEntry> {
    let order = if s.fresh { &s.ranking } else { &s.order };
    let acting = match usize::from(s.turn) {
        turn if turn > 0 && !s.fresh && over(g, s).is_none() => s.order.get(turn - 1).copied(),
        _ => None,
    };
    let status = |id: Id| {
        let c = s.creature(id);
        if s.is_down(id) {
            "down"
        } else if c.ceased.is_some() {
            "out of the fight"
        } else if s.is_late(id) {
            "not ready yet"
        } else if s.marks.had_turn.has(id) {
            if Some(id) == acting { "acting" } else { "done" }
        } else {
            "waiting"
        }
    };
    order
        .iter()
        .filter(|id| is_seen(g, s, viewer, **id))
        .map(|id| OrderEntry { name: g.sheet(*id).name.clone(), status: status(*id).into() })
        .collect()
}

fn pending(g: &Setup, s: &State, viewer: Viewer) -> Vec<Tag> {
    let flights = s.flights.iter().filter(|f| is_seen(g, s, viewer, f.owner)).filter(|f| match f.act.target {
        Target::Creature(target) => is_seen(g, s, viewer, target),
        _ => true,
    });
    let mut tags: Vec<Tag> = flights
        .map(|f| Tag {
            text: fields::flight_told(g, s, f),
            rule: Some(CATALOGUE.name(if f.held { rule::DEFEND_DECLARE } else { rule::SPEED_NOTATION }).into()),
            until: None,
            cells: Vec::new(),
        })
        .collect();
    tags.extend(s.structures.iter().map(|b| Tag {
        text: format!("{}: {} of {} hexes from {}", g.ability(b.ability).name, b.grown, b.hexes, g.label(b.from)),
        rule: Some(CATALOGUE.name(rule::SPEED_STRUCTURE).into()),
        until: b.until.map(|at| at.to_string()),
        cells: Vec::new(),
    }));
    tags
}

/// Whose business an event is alone: whoever does not see that creature learns nothing of it.
fn alone(event: &Event) -> Option<Id> {
    match event {
        Event::Prompted { who }
        | Event::Score { who, .. }
        | Event::Late { who, .. }
        | Event::Joined { who, .. }
        | Event::Turn { who }
        | Event::PassedOver { who, .. }
        | Event::Initiated { who, .. }
        | Event::RunningFirst { who }
        | Event::Launched { who, .. }
        | Event::Flies { who, .. }
        | Event::Waits { who, .. }
        | Event::Moved { who, .. }
        | Event::Overlaps { who, .. }
        | Event::Forfeits { who, .. }
        | Event::StoodUp { who }
        | Event::Braced { who }
        | Event::Lapsed { who, .. }
        | Event::Traded { who, .. }
        | Event::Topped { who }
        | Event::Bound { who, .. }
        | Event::StopsBinding { who, .. }
        | Event::Rested { who } => Some(*who),
        _ => None,
    }
}

/// Somebody that is not seen stands where it is not seen either, if there is such a hex, and is up to something else.
fn elsewhere(g: &Setup, s: &mut State, viewer: Viewer, id: Id) {
    let here = s.creature(id).at;
    // Of a spectator's sides each has eyes that the other does not see: what they see must stay as it is.
    let seen = |s: &State| g.ids().filter(|who| is_seen(g, s, viewer, *who)).collect::<Ids>();
    let before = seen(s);
    let free = |s: &State, hex| hex != here && !lines::is_obstacle(g, s, hex) && s.standing_in(hex).is_none();
    for hex in g.ground.board.cells() {
        if free(s, hex) {
            s.creature_mut(id).at = hex;
            if seen(s) == before {
                break;
            }
            s.creature_mut(id).at = here;
        }
    }
    let (dodges, braced) = (s.marks.dodging.has(id), s.marks.braced.has(id));
    s.marks.dodging.set(id, !dodges);
    s.marks.braced.set(id, !braced);
}
