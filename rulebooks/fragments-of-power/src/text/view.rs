//! What one viewer may see.
//!
//! Whoever hides from all of a side is not there for it. Foes are shown with words for their hit points; their Energy, and what
//! they wait with, is their own side's business.

mod guess_hidden;
mod tags;

use std::borrow::Cow;

use skirmish_bookkit::sight::{MOST_DEAR_LOOKS, together};
use skirmish_bookkit::view as frame;
use skirmish_grid::Cell;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{
    BoardView, CellSet, Id, Ids, Moment, OrderEntry, Side, Token, Unseen, View, Viewer, Viewing, put_in_order,
};

use crate::catalogue::rule;
use crate::model::{Act, Change, Event, Fragments, Plight, Scar, Setup, Stage, State};
use crate::rules::bodies;
use crate::rules::sight::{self, Knowledge};
use crate::text::encounter::sign;
use crate::text::{facts, narrate};

impl Viewing for Fragments {
    skirmish_bookkit::told!();

    fn sees(g: &Setup, unseen: Unseen, viewer: Viewer, moment: &Moment<Self>) -> bool {
        // That somebody takes part, and with what score, would be betrayed by the order.
        let is_unnoticed = |who: Id| is_unnoticed(g, viewer, who) || unseen.has(who) && !viewer.is_privy(g.side(who));
        match moment {
            // How well somebody hides, and how well he looks, is his own business.
            Moment::Threw(throw) if matches!(throw.rule, rule::DICE_SNEAK | rule::DICE_SEARCH) => {
                viewer.is_privy(g.side(throw.who))
            }
            Moment::Threw(throw) if throw.rule == rule::DICE_INITIATIVE => !is_unnoticed(throw.who),
            Moment::Told(Event::Initiative { who, .. }) => !is_unnoticed(*who),
            Moment::Told(Event::Ordered { order, .. }) => !order.iter().any(|who| is_unnoticed(*who)),
            Moment::Threw(_) | Moment::Decreed(_) => true,
            Moment::Chose { who, .. } => viewer.is_privy(g.side(*who)),
            Moment::Told(
                Event::Moved { who, hidden_from, .. }
                | Event::Shifted { who, hidden_from, .. }
                | Event::Jumped { who, hidden_from, .. },
            ) => can_follow(g, viewer, *who, *hidden_from),
            // Who hides from a third side is not betrayed to it.
            Moment::Told(Event::Found { who, by, .. }) => {
                let knows = |side: Side| side == g.side(*who) || side == g.side(*by);
                viewer == Viewer::GameMaster
                    || viewer.side().map_or_else(|| sides(g).all(knows), |side| viewer.is_privy(side) && knows(side))
            }
            Moment::Told(event) => secret(event).is_none_or(|who| viewer.is_privy(g.side(who))),
        }
    }

    fn unseen_by(g: &Setup, s: &State, viewer: Viewer) -> Ids {
        g.ids().filter(|id| !is_seen(g, s, viewer, *id)).collect()
    }

    fn view(g: &Setup, s: &State, viewer: Viewer) -> View {
        let clock = if s.round == 0 { "initiative".into() } else { format!("round {}", s.round) };
        View {
            board: board(g, s),
            tokens: g.ids().filter(|id| is_seen(g, s, viewer, *id)).map(|id| token(g, s, viewer, id)).collect(),
            order: order(g, s, viewer),
            outcome: s.ended.map(|outcome| frame::winner(&g.sides, outcome)),
            ..frame::frame::<Self>(g, clock)
        }
    }

    fn seen_cells(g: &Setup, s: &State, viewer: Viewer, eyes: Ids) -> Option<CellSet> {
        let known: Ids = s.ids().filter(|id| is_seen(g, s, viewer, *id)).collect();
        let s = &*untunnelled(g, s, known);
        together(&g.ground.board, eyes, MOST_DEAR_LOOKS, |eye| sight::outlook(g, s, eye, known))
    }

    fn guess_hidden(g: &Setup, s: &mut State, side: Side, rng: &mut Rng) {
        guess_hidden::guess_hidden(g, s, side, rng);
    }

    fn disguise(g: &Setup, s: &State, viewer: Viewer) -> State {
        let mut other = s.clone();
        if viewer == Viewer::GameMaster {
            return other;
        }
        for id in s.ids() {
            if viewer.is_privy(g.side(id)) {
                continue;
            }
            let word = health(g, s, id);
            let hp = s.creature(id).hp;
            let found = [hp - 1, hp + 1].into_iter().find(|guess| {
                other.creature_mut(id).hp = *guess;
                *guess <= g.sheet(id).max_hp && health(g, &other, id) == word
            });
            other.creature_mut(id).hp = found.unwrap_or(hp);
            let creature = other.creature_mut(id);
            creature.energy = if creature.energy > 0 { 0 } else { 7 };
            creature.ready = None;
        }
        other
    }
}

/// A tunnel in which nobody stands who is known may be that of somebody who hides: through it nobody is seen.
fn untunnelled<'s>(g: &Setup, s: &'s State, known: Ids) -> Cow<'s, State> {
    let is_open = |scar: &Scar| match scar.what {
        Change::Tunnel(_) => known.iter().any(|id| bodies::body(g, s, id).covers(scar.at)),
        Change::Ice(_) => true,
    };
    if s.scars.iter().all(is_open) {
        return Cow::Borrowed(s);
    }
    let mut known = s.clone();
    known.scars.retain(|scar| is_open(scar));
    Cow::Owned(known)
}

/// Is somebody there from the beginning of whom a viewer is to know nothing? (`undetected`)
fn is_unnoticed(g: &Setup, viewer: Viewer, who: Id) -> bool {
    g.sheet(who).undetected && !viewer.is_privy(g.side(who))
}

/// Does a viewer see where somebody goes who hides from those? Of a side it is enough if one does.
fn can_follow(g: &Setup, viewer: Viewer, who: Id, hidden_from: Ids) -> bool {
    is_known(g, viewer, who, |side| g.ids().any(|id| g.side(id) == side && !hidden_from.has(id)))
}

/// Is something of somebody known to a viewer: to its side, or, for spectators, to every other side?
fn is_known(g: &Setup, viewer: Viewer, who: Id, to: impl Fn(Side) -> bool) -> bool {
    let own = g.side(who);
    viewer.is_privy(own) || viewer.side().map_or_else(|| sides(g).all(|side| side == own || to(side)), &to)
}

fn sides(g: &Setup) -> impl Iterator<Item = Side> {
    (0..=u8::MAX).take(g.sides.len()).map(Side)
}

/// Whose business something is, if it is not everybody's.
fn secret(event: &Event) -> Option<Id> {
    match event {
        Event::Readied { who, .. }
        | Event::Lapsed { who }
        | Event::Gathered { who, .. }
        | Event::Hid { who, .. }
        | Event::Fired { who, used: false, .. }
        | Event::Checked { who, skill: crate::model::Skill::Sneak | crate::model::Skill::Search, .. }
        | Event::Began { who, act: Act::Ready(_) | Act::Sneak | Act::Search, .. } => Some(*who),
        _ => None,
    }
}

/// Is somebody there for this viewer: on the board, and not hidden from all of its side?
pub(super) fn is_seen(g: &Setup, s: &State, viewer: Viewer, who: Id) -> bool {
    who.index() < s.creatures.len()
        && !s.creature(who).is(Plight::Gone)
        && is_known(g, viewer, who, |side| sight::side_knows(g, s, side, who) <= Knowledge::Concealed)
}

fn board(g: &Setup, s: &State) -> BoardView {
    let mut view = frame::board(&g.ground.board, "5 feet", |cell| sign(g.ground.at(cell)));
    for (thing, place) in g.things.iter().zip(&s.things) {
        let (column, row) = place.at.column_row();
        let (Ok(column), Ok(row)) = (usize::try_from(column), usize::try_from(row)) else { continue };
        if let Some(line) = view.rows.get_mut(row) {
            *line = line.chars().enumerate().map(|(at, sign)| if at == column { thing.letter } else { sign }).collect();
            view.legend.push((thing.letter, thing.name.clone()));
        }
    }
    put_in_order(&mut view.legend, Clone::clone);
    view.legend.dedup_by(|one, other| one.0 == other.0);
    view
}

fn token(g: &Setup, s: &State, viewer: Viewer, id: Id) -> Token {
    let (sheet, now) = (g.sheet(id), s.creature(id));
    let privy = viewer.is_privy(g.side(id));
    let mut gauges = vec![frame::gauge("hp", now.hp.into(), sheet.max_hp.into(), health(g, s, id))];
    if !privy {
        (gauges[0].value, gauges[0].most) = (None, None);
    } else if sheet.casts() {
        gauges.push(frame::gauge("energy", now.energy.into(), sheet.max_energy.into(), ""));
    }
    Token {
        cells: frame::cells(bodies::body(g, s, id).cells()),
        gauges,
        tags: tags::tags(g, s, id, viewer),
        able: s.is_able(id),
        ..frame::token::<Fragments, _>(g, id, sheet.letter, &g.ground.board, now.at)
    }
}

/// Hit points in a word.
pub fn health(g: &Setup, s: &State, id: Id) -> &'static str {
    let now = s.creature(id);
    let most = g.sheet(id).max_hp;
    match now.hp {
        _ if now.is(Plight::Dead) => "dead",
        _ if now.is(Plight::Unconscious) => "unconscious",
        ..=0 => "down",
        hp if hp >= most => "unhurt",
        hp if i32::from(hp) * 2 > i32::from(most) => "hurt",
        _ => "badly hurt",
    }
}

fn order(g: &Setup, s: &State, viewer: Viewer) -> Vec<OrderEntry> {
    let slots = s.order.iter().enumerate().filter(|(_, slot)| !slot.left && is_seen(g, s, viewer, slot.who));
    let status = |at: usize, who: Id| {
        let now = usize::from(s.turn);
        match () {
            () if s.creature(who).is(Plight::Dead) => "dead",
            () if s.creature(who).is(Plight::Unconscious) => "unconscious",
            () if at == now && s.stage == Stage::Act => "acting",
            () if at == now && s.stage == Stage::Start => "next",
            () if at <= now => "done",
            () => "waiting",
        }
    };
    let mut order: Vec<OrderEntry> = slots
        .map(|(at, slot)| OrderEntry { name: g.sheet(slot.who).name.clone(), status: status(at, slot.who).into() })
        .collect();
    let outside = s.ids().filter(|id| s.creature(*id).is(Plight::Waiting) && is_seen(g, s, viewer, *id));
    order.extend(outside.map(|id| OrderEntry { name: g.sheet(id).name.clone(), status: "delays".into() }));
    order
}
