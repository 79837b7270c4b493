//! What people read and write.

pub mod files;

use skirmish_bookkit::grammar::{cell, person};
use skirmish_bookkit::{answers, grammar, nothing_hidden, stat, view};
use skirmish_grid::Cell;
use skirmish_kernel::{CellSet, Fact, Harm, HarmSteps, Id, Ids, Measures, Notation, Tag, Token, View, Viewer, Viewing};

use crate::made::rule;
use crate::model::{Ask, Choice, Event, Hayfork, STATS, Setup, State};
use crate::rules::with_reach;

/// Questions and answers in words.
impl Notation for Hayfork {
    fn prompt(g: &Setup, _: &State, who: Id, ask: &Ask) -> String {
        let me = &g.sheet(who).name;
        match ask {
            Ask::Walk => format!("Where does {me} go?"),
            Ask::Strike => format!("Whom does {me} strike?"),
            Ask::Parry { total } => format!("{me} is hit by a strike of {total}. Parry?"),
        }
    }

    grammar!();
}

answers! { Hayfork, at;
    Ask::Walk => {
        ("stay", to = at.s.at(at.who)) => (Choice::Walk(to)),
        ("to", to: cell(&at.g.ground.board)) => (Choice::Walk(to)),
    }
    Ask::Strike => {
        ("strike", on: person::<Hayfork>(at.g)) => (Choice::Strike(Some(on))),
        ("hold") => (Choice::Strike(None)),
    }
    Ask::Parry { .. } => {
        ("parry") => (Choice::Parry(true)),
        ("bear-it") => (Choice::Parry(false)),
    }
}

/// What everybody may know, and how it is told.
impl Viewing for Hayfork {
    nothing_hidden!();

    fn view(g: &Setup, s: &State, _: Viewer) -> View {
        View {
            board: g.ground.view("1 yard"),
            tokens: g.ids().map(|id| token(g, s, id)).collect(),
            order: view::order::<Self>(g, g.ids(), Some(s.turn)),
            outcome: s.ended.map(|outcome| view::winner(&g.sides, outcome)),
            ..view::frame::<Self>(g, format!("round {}", s.round))
        }
    }

    /// Everybody sees everything.
    fn seen_cells(g: &Setup, _: &State, _: Viewer, _: Ids) -> Option<CellSet> {
        Some(CellSet::all(g.ground.board.len()))
    }

    fn facts(g: &Setup, _: &State, _: Id, _: &Ask, choice: &Choice) -> Vec<Fact> {
        let Choice::Strike(Some(on)) = *choice else { return Vec::new() };
        vec![Fact::by(rule::STRIKE_ROLL, format!("guard {}", g.sheet(on).guard))]
    }

    fn between(_: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
        vec![Fact::plain(format!("distance {}", s.at(from).distance(s.at(to))))]
    }

    fn reach(g: &Setup, s: &State, who: Id) -> Vec<Fact> {
        let (here, label) = (s.at(who), |cell| g.ground.label(cell));
        let mut walked = Vec::new();
        with_reach(g, s, who, |cell| walked.extend((cell != here).then(|| label(cell))));
        let beside = g.ground.board.neighbours(here).filter(|cell| !g.ground.is_wall(*cell)).map(label);
        let pace = format!("can walk {} squares", g.sheet(who).pace);
        vec![
            Fact::by(rule::TURN_WALK, pace).over(walked),
            Fact::by(rule::TURN_STRIKE, "can strike beside").over(beside),
        ]
    }

    fn sheet(g: &Setup, _: &State, id: Id) -> Vec<String> {
        stat::lines(STATS, g.sheet(id))
    }

    fn narrate(g: &Setup, event: &Event) -> String {
        event.told(g).unwrap_or_default()
    }
}

fn token(g: &Setup, s: &State, id: Id) -> Token {
    let (sheet, hits) = (g.sheet(id), s.hits[id.index()]);
    let word = if hits == sheet.vigour { "unhurt" } else { "hurt" };
    let tag = Tag { text: "down".into(), rule: Some("down.fall".into()), until: None, cells: Vec::new() };
    Token {
        gauges: vec![view::gauge("hits", hits.into(), sheet.vigour.into(), word)],
        tags: s.down.has(id).then_some(tag).into_iter().collect(),
        able: s.is_up(id),
        ..view::token::<Hayfork, _>(g, id, sheet.letter, &g.ground.board, s.at(id))
    }
}

/// What simulations count.
impl Measures for Hayfork {
    fn able(g: &Setup, s: &State) -> Ids {
        g.ids().filter(|id| s.is_up(*id)).collect()
    }

    fn gauges(g: &Setup, s: &State, id: Id, tell: &mut dyn FnMut(&str, i32, Option<i32>)) {
        tell("hits", s.hits[id.index()].into(), Some(g.sheet(id).vigour.into()));
    }

    fn harm<'g>(_: &'g Setup, event: &Event, tell: &mut dyn FnMut(Harm<'g>)) {
        if let Event::Hit { by, on, damage } = *event {
            tell(Harm::Means { by, with: "strike".into() });
            tell(Harm::Loss { on, points: damage.into() });
        }
    }

    fn harm_steps(_: &Setup, event: &Event) -> Option<HarmSteps> {
        let Event::Hit { on, damage, .. } = *event else { return None };
        Some(HarmSteps::on(on).rolled(damage.into(), rule::STRIKE_DAMAGE, "rolled"))
    }
}
