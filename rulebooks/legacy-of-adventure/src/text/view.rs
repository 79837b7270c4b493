//! What one viewer may see.
//!
//! Most of it lies open. Whoever is concealed is not there at all for its foes and for spectators; foes are shown with
//! words for their hits, and their actions, what they have found out and whom they mean to surprise is their own side's
//! business. What the game master has said beforehand is the game master's.

mod guess_hidden;
mod tags;
#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_bookkit::view as frame;
use skirmish_bookkit::{sight, tags};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    CellSet, Gauge, Id, Ids, Moment, OrderEntry, Side, Tag, Throw, Token, Unseen, View, Viewer, Viewing, put_in_order,
};

use crate::Legacy;
use crate::catalogue::{CATALOGUE, rule};
use crate::model::{
    Act, Circumstances, Condition, Event, Fighter, Hand, Known, Setup, Stage, Stance, State, States, TIERS, Terrain,
};
use crate::rules::{derived, lines};
use crate::text::encounter::sign;
use crate::text::{facts, fields, narrate};

impl Viewing for Legacy {
    skirmish_bookkit::told!();

    fn sees(g: &Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool {
        match moment {
            Moment::Threw(throw) => threw(g, unseen, viewer, throw),
            Moment::Chose { who, .. } => viewer.is_privy(g.side(*who)),
            Moment::Decreed(_) => true,
            Moment::Told(event) => secret(event).is_none_or(|who| viewer.is_privy(g.side(who))),
        }
    }

    fn unseen_by(_: &Setup, s: &State, _: Viewer) -> Ids {
        s.marks.concealed
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        View {
            board: frame::board(&g.ground.board, "1 yard", |cell| look(g.ground.terrain(cell))),
            tokens: g.ids().filter(|id| is_seen(g, s, viewer, *id)).map(|id| token(g, s, viewer, id)).collect(),
            order: order(g, s, viewer),
            pending: owed(g, s, viewer),
            outcome: s.ended.map(|outcome| frame::winner(&g.sides, outcome)),
            ..frame::frame::<Self>(g, clock(g, s, viewer))
        }
    }

    fn seen_cells(g: &Setup, s: &State, _: Viewer, eyes: Ids) -> Option<CellSet> {
        sight::together(&g.ground.board, eyes, sight::MOST_LOOKS, |eye| lines::outlook(g, s, eye))
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        guess_hidden::guess_hidden(g, s, side, rng);
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        let mut other = s.clone();
        if viewer == Viewer::GameMaster {
            return other;
        }
        for id in g.ids() {
            let creature = other.creature_mut(id);
            creature.said = Circumstances {
                attack: if creature.said.attack == 3 { -3 } else { 3 },
                vitals: Known::Search(-1),
                ..creature.said
            };
            if viewer.is_privy(g.side(id)) {
                continue;
            }
            if is_seen(g, s, viewer, id) {
                veil(g, &mut other, id);
            } else {
                elsewhere(g, &mut other, id);
            }
        }
        g.ids().for_each(|id| other.touch(id));
        other
    }
}

/// Is it there for this viewer: on the board, and not concealed from it?
fn is_seen(g: &Setup, s: &State, viewer: Viewer, who: Id) -> bool {
    !s.creature(who).has(States::GONE) && (!s.marks.concealed.has(who) || viewer.is_privy(g.side(who)))
}

/// `round 2, melee, ready`
pub fn clock(g: &Setup, s: &State, viewer: Viewer) -> String {
    let round = s.round;
    let segment = s.segment.word();
    match s.stage {
        _ if s.ended.is_some() => format!("round {}", round.max(1)),
        Stage::Round => format!("round {}", round.saturating_add(1)),
        Stage::Announce => format!("round {round}, announcements"),
        Stage::Open => format!("round {round}, {segment}"),
        Stage::Act | Stage::Answer | Stage::Settle => {
            let acting = s.marks.tiers.get(usize::from(s.tier)).copied().unwrap_or(Ids::NONE);
            // A tier of nobody that one knows of would tell that there is somebody.
            let known = acting.iter().any(|id| is_seen(g, s, viewer, id));
            let tier = if known { fields::tier(s) } else { "" };
            format!("round {round}, {segment}{}{tier}", if tier.is_empty() { "" } else { ", " })
        }
    }
}

/// The sign of ground on the board, and what it says; what it does not say is asked of the cell.
fn look(terrain: Terrain) -> (char, &'static str) {
    let sign = sign(terrain);
    let meaning = match sign {
        '#' => "wall",
        '=' => "fence",
        '*' => "smoke",
        '%' => "brush that conceals",
        '~' => "slow ground",
        _ => "open",
    };
    (sign, meaning)
}

fn token(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Token {
    let Fighter { sheet, now, .. } = g.fighter(s, id);
    let privy = viewer.is_privy(g.side(id));
    let gauge = |name: &str, value: i32, most: i32, word: &str| Gauge {
        name: name.into(),
        value: privy.then_some(value),
        most: privy.then_some(most),
        word: word.into(),
    };
    let mut gauges = vec![gauge("hits", now.hits.into(), sheet.max_hits.into(), health(g, s, id))];
    if privy {
        gauges.push(gauge("actions", now.actions.into(), sheet.actions.into(), ""));
    }
    Token {
        gauges,
        tags: tags::tags(g, s, viewer, id),
        able: s.is_able(id),
        ..frame::token::<Legacy, _>(g, id, sheet.letter, &g.ground.board, now.at)
    }
}

/// Hits in a word.
pub fn health(g: &Setup, s: &State, id: Id) -> &'static str {
    let creature = s.creature(id);
    if creature.has(States::UNCONSCIOUS) || creature.has(States::DEAD) {
        "down"
    } else if s.marks.damaged.has(id) {
        "damaged"
    } else if creature.hits < g.sheet(id).max_hits {
        "hurt"
    } else {
        "unhurt"
    }
}

/// The blow that is owed.
fn owed(g: &Setup, s: &State, viewer: Viewer) -> Vec<Tag> {
    let Some((trader, foe)) = s.owed else { return Vec::new() };
    let seen = [trader, foe].into_iter().all(|id| is_seen(g, s, viewer, id));
    tags![STANCE_READY_CHOICE: ("{} answers {}", g.sheet(trader).name, g.sheet(foe).name) if seen]
}

/// Tier by tier while a segment runs, and within each by the order of equals.
fn order(g: &Setup, s: &State, viewer: Viewer) -> Vec<OrderEntry> {
    let tier = |id: &Id| s.marks.tiers.iter().position(|tier| tier.has(*id)).unwrap_or(TIERS);
    let mut all: Vec<Id> = s.order.iter().copied().filter(|id| is_seen(g, s, viewer, *id)).collect();
    put_in_order(&mut all, tier);
    let entry = |id: &Id| OrderEntry { name: g.sheet(*id).name.clone(), status: status(s, *id, tier(id)).into() };
    all.iter().map(entry).collect()
}

/// What somebody does in the segment that runs.
fn status(s: &State, id: Id, tier: usize) -> &'static str {
    let creature = s.creature(id);
    let now = usize::from(s.tier);
    let all = [
        (creature.has(States::DEAD), "dead"),
        (creature.has(States::UNCONSCIOUS), "unconscious"),
        (creature.has(States::YIELDED), "has given up"),
        (creature.has(States::STUNNED), "stunned"),
        (s.marks.surprised.has(id), "surprised"),
        (s.marks.late.has(id), "waits for the next round"),
        (fields::turn(s) == Some(id), "acting"),
        (creature.stance == Stance::Hold, "holds"),
        (tier == TIERS, ""),
        (tier > now || tier == now && s.marks.todo.has(id), "waiting"),
    ];
    all.into_iter().find(|(is, _)| *is).map_or("done", |(_, word)| word)
}

/// With what luck somebody looks for something is not shown, nor what those throw who are not to be seen.
fn threw(g: &Setup, unseen: Unseen, viewer: Viewer, throw: &Throw) -> bool {
    let quiet = [rule::DICE_SKILL, rule::DICE_GENERAL_DEFEND, rule::DICE_CONCENTRATION];
    let unseen = unseen.has(throw.who) && quiet.contains(&throw.rule);
    !(unseen || throw.rule == rule::DICE_SEARCH) || viewer.is_privy(g.side(throw.who))
}

/// Whose secret an event is, if it is one: what is done to be hidden, what has been found out, and what somebody did who
/// was not to be seen.
fn secret(event: &Event) -> Option<Id> {
    match event {
        Event::Unseen { who, .. }
        | Event::Ambushes { who }
        | Event::Hid { who, held: true }
        | Event::Searched { who, .. }
        | Event::Began { who, act: Act::Hide(_) | Act::Search { .. }, .. } => Some(*who),
        _ => None,
    }
}

/// Somebody that is seen: what lies behind the words for its hits, its actions, what it has found out.
fn veil(g: &Setup, s: &mut State, id: Id) {
    let (word, hits, damaged) = (health(g, s, id), s.creature(id).hits, s.marks.damaged);
    for guess in [hits.saturating_add(1), hits.saturating_sub(1)] {
        if guess < 0 || guess > g.sheet(id).max_hits {
            continue;
        }
        s.creature_mut(id).hits = guess;
        derived::muster_one(g, s, id);
        if health(g, s, id) == word && s.marks.damaged == damaged {
            break;
        }
        s.creature_mut(id).hits = hits;
        s.marks.damaged = damaged;
    }
    let everybody: Ids = g.ids().collect();
    let creature = s.creature_mut(id);
    if creature.actions > 0 {
        creature.actions = if creature.actions == 1 { 2 } else { 1 };
    }
    creature.free = u8::from(creature.free == 0);
    creature.vitals = everybody.without(creature.vitals);
    creature.gaps = everybody.without(creature.gaps);
    creature.out_rounds = if creature.out_rounds == 7 { 8 } else { 7 };
    creature.condition = match creature.condition {
        Condition::Rested => Condition::Fatigued,
        Condition::Active | Condition::Fatigued => Condition::Rested,
        Condition::Damaged => Condition::Damaged,
    };
}

/// Somebody that is not seen: it may be anywhere, and do anything.
fn elsewhere(g: &Setup, s: &mut State, id: Id) {
    let here = s.creature(id).at;
    let free = |cell: &skirmish_grid::Square| *cell != here && s.standing_in(*cell).is_none();
    let to = g.ground.board.cells().find(free).unwrap_or(here);
    let (ambushes, acts) = (!s.marks.ambushers.has(id), s.marks.tiers.iter().any(|tier| tier.has(id)));
    s.marks.ambushers.set(id, ambushes);
    s.marks.tiers.iter_mut().for_each(|tier| tier.set(id, false));
    if let Some(tier) = s.marks.tiers.get_mut(usize::from(s.tier)) {
        tier.set(id, !acts);
    }
    let creature = s.creature_mut(id);
    creature.at = to;
    creature.hits = creature.hits.saturating_sub(1).max(1);
    creature.hands = [Hand::Empty; 2];
    creature.guard = None;
    creature.general = None;
    creature.stance = if creature.stance == Stance::Hold { Stance::Aggressive } else { Stance::Hold };
    (creature.trades, creature.waits) = (Ids::NONE, Ids::NONE);
    creature.states.set(States::PRONE, !creature.has(States::PRONE));
}
