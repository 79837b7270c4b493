//! What one viewer may see: everything lies on the table in this game. Those who may be called are known to nobody before they come.

mod tags;

use skirmish_bookkit::view as frame;
use skirmish_bookkit::{nothing_hidden, sight};
use skirmish_kernel::{CellSet, Encounters, Fact, Id, Ids, OrderEntry, Tag, Token, View, Viewer, Viewing};

use crate::catalogue::{CATALOGUE, rule};
use crate::model::{Ask, Choice, Condition, Event, Lying, Setup, Sigil, Stage, State};
use crate::rules::{bodies, lines};
use crate::text::encounter::sign;
use crate::text::facts;
use crate::text::words::label;

impl Viewing for Sigil {
    nothing_hidden!();

    fn narrate(g: &Setup, event: &Event) -> String {
        event.told(g).unwrap_or_default()
    }

    fn view(g: &Setup, s: &State, _: Viewer) -> View {
        let clock = match s.stage {
            _ if s.round == 0 => "before the first round".into(),
            Stage::Saves | Stage::Leave => format!("round {}, end phase", s.round),
            _ => format!("round {}", s.round),
        };
        View {
            board: frame::board(&g.ground.board, "1 metre", |cell| sign(g.ground.at(cell))),
            tokens: Self::present(g, s).iter().map(|id| token(g, s, id)).collect(),
            order: order(g, s),
            pending: pending(g, s),
            outcome: s.ended.map(|outcome| frame::winner(&g.sides, outcome)),
            ..frame::frame::<Self>(g, clock)
        }
    }

    fn seen_cells(g: &Setup, s: &State, _: Viewer, eyes: Ids) -> Option<CellSet> {
        sight::together(&g.ground.board, eyes, sight::MOST_DEAR_LOOKS, |eye| lines::outlook(g, s, eye))
    }

    fn facts(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Vec<Fact> {
        facts::facts(g, s, who, ask, choice)
    }

    fn between(g: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
        facts::between(g, s, from, to)
    }

    fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
        facts::reach(g, s, who)
    }

    fn sheet(g: &Setup, s: &State, id: Id) -> Vec<String> {
        facts::sheet(g, s, id)
    }
}

fn token(g: &Setup, s: &State, id: Id) -> Token {
    let (sheet, now) = (g.sheet(id), s.creature(id));
    let most = bodies::figures(g, s, id).max_health.into();
    let energy = frame::gauge("energy", now.energy.into(), sheet.max_energy.into(), "");
    let gauges = vec![frame::gauge("health", now.health.into(), most, health(g, s, id)), energy];
    Token {
        cells: frame::cells(bodies::body(g, s, id).cells()),
        gauges,
        tags: tags::tags(g, s, id),
        able: s.is_able(id),
        ..frame::token::<Sigil, _>(g, id, sheet.letter, &g.ground.board, now.at)
    }
}

/// Health in a word.
pub fn health(g: &Setup, s: &State, id: Id) -> &'static str {
    let now = s.creature(id);
    let most = bodies::figures(g, s, id).max_health;
    match now.health {
        _ if now.condition == Condition::Dead => "dead",
        _ if now.condition == Condition::Unconscious => "unconscious",
        health if health >= most => "unhurt",
        health if i32::from(health) * 2 > i32::from(most) => "hurt",
        _ => "badly hurt",
    }
}

fn order(g: &Setup, s: &State) -> Vec<OrderEntry> {
    let there = Sigil::present(g, s);
    let slots = s.order.iter().enumerate().filter(|(_, slot)| !slot.left && there.has(slot.who));
    let status = |at: usize, who: Id| {
        let now = usize::from(s.turn);
        match () {
            () if s.creature(who).condition == Condition::Dead => "dead",
            () if s.creature(who).condition == Condition::Unconscious => "unconscious",
            () if at == now && s.stage == Stage::Act => "acting",
            () if at == now && s.stage == Stage::Start => "next",
            () if at <= now => "done",
            () => "waiting",
        }
    };
    slots
        .map(|(at, slot)| OrderEntry { name: g.sheet(slot.who).name.clone(), status: status(at, slot.who).into() })
        .collect()
}

/// What lies on squares.
fn pending(g: &Setup, s: &State) -> Vec<Tag> {
    let one = |patch: &crate::model::Patch| {
        let what = match patch.lying {
            Lying::Fire => format!("fire {}", patch.strength),
            other => other.word().to_owned(),
        };
        let wide = if patch.radius == 0 { String::new() } else { format!(" and {} around it", patch.radius) };
        let left = if patch.left > 0 {
            format!(" ({})", skirmish_bookkit::words::plural(patch.left, "round"))
        } else {
            String::new()
        };
        Tag {
            text: format!("{what} in {}{wide}{left}", label(g, patch.at)),
            rule: Some(CATALOGUE.name(rule::RULING_GROUND_EFFECTS).into()),
            until: None,
            cells: g.ground.board.cells().filter(|cell| patch.covers(*cell)).map(|cell| label(g, cell)).collect(),
        }
    };
    s.patches.iter().map(one).collect()
}
