//! What people read and write.

pub mod files;

use skirmish_bookkit::answer::{nothing_more, one, one_cell, somebody, split, verb};
use skirmish_bookkit::{nothing_hidden, stat, view};
use skirmish_grid::Cell;
use skirmish_kernel::{
    ChoiceView, Fact, Harm, Id, Ids, Measures, Notation, Piece, Refusal, Tag, Token, View, Viewer, Viewing,
};

use crate::made::rule;
use crate::model::{Ask, Choice, Event, Hayfork, STATS, Setup, State};

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

    fn choice_view(g: &Setup, s: &State, who: Id, _: &Ask, choice: &Choice) -> ChoiceView {
        match *choice {
            Choice::Walk(to) if to == s.at(who) => ChoiceView::doing("stay"),
            Choice::Walk(to) => ChoiceView::doing("to").put(Piece::Cell, view::label(&g.board, to)),
            Choice::Strike(Some(on)) => ChoiceView::doing("strike").put(Piece::Creature, &g.sheet(on).name),
            Choice::Strike(None) => ChoiceView::doing("hold"),
            Choice::Parry(yes) => ChoiceView::doing(if yes { "parry" } else { "bear-it" }),
        }
    }

    fn parse(g: &Setup, s: &State, who: Id, ask: &Ask, text: &str) -> Result<Choice, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (first, rest) = split(&words)?;
        match ask {
            Ask::Walk => match verb(first, &["to", "stay"])? {
                "to" => one_cell(&g.board, "to D7", rest).map(Choice::Walk),
                stay => nothing_more(stay, rest).map(|()| Choice::Walk(s.at(who))),
            },
            Ask::Strike => match verb(first, &["strike", "hold"])? {
                "strike" => somebody::<Self>(g, rest).map(|on| Choice::Strike(Some(on))),
                hold => nothing_more(hold, rest).map(|()| Choice::Strike(None)),
            },
            Ask::Parry { .. } => one(&words, &[("parry", true), ("bear-it", false)]).map(Choice::Parry),
        }
    }

    fn verbs(_: &Setup) -> Vec<String> {
        ["to", "stay", "strike", "hold", "parry", "bear-it"].map(str::to_owned).to_vec()
    }
}

/// What everybody may know, and how it is told.
impl Viewing for Hayfork {
    nothing_hidden!();

    fn view(g: &Setup, s: &State, _: Viewer) -> View {
        View {
            board: view::board(&g.board, "1 yard", |at| if g.is_wall(at) { ('#', "wall") } else { ('.', "open") }),
            tokens: g.ids().map(|id| token(g, s, id)).collect(),
            order: view::order::<Self>(g, g.ids(), Some(s.turn)),
            outcome: s.ended.map(|outcome| view::winner(&g.sides, outcome)),
            ..view::frame::<Self>(g, format!("round {}", s.round))
        }
    }

    fn facts(g: &Setup, _: &State, _: Id, _: &Ask, choice: &Choice) -> Vec<Fact> {
        let Choice::Strike(Some(on)) = *choice else { return Vec::new() };
        vec![Fact::by(rule::STRIKE_ROLL, format!("guard {}", g.sheet(on).guard))]
    }

    fn between(_: &Setup, s: &State, from: Id, to: Id) -> Vec<Fact> {
        vec![Fact::plain(format!("distance {}", s.at(from).distance(s.at(to))))]
    }

    fn sheet(g: &Setup, _: &State, id: Id) -> Vec<String> {
        stat::lines(STATS, g.sheet(id))
    }

    fn narrate(g: &Setup, event: &Event) -> String {
        let name = |id: Id| &g.sheet(id).name;
        match *event {
            Event::Walked { who, to } => format!("{} goes to {}.", name(who), view::label(&g.board, to)),
            Event::Rose { who } => format!("{} gets up.", name(who)),
            Event::Missed { by, on } => format!("{} misses {}.", name(by), name(on)),
            Event::Parried { by, on, held: true } => format!("{} parries {} and strikes back.", name(on), name(by)),
            Event::Parried { on, .. } => format!("{} parries in vain.", name(on)),
            Event::Hit { by, on, damage } => format!("{} hits {} for {damage}.", name(by), name(on)),
            Event::Out { who } => format!("{} is out of the fight.", name(who)),
            Event::Knocked { who } => format!("{} is knocked down.", name(who)),
            Event::Over => "The fight is over.".into(),
        }
    }
}

fn token(g: &Setup, s: &State, id: Id) -> Token {
    let (sheet, hits) = (g.sheet(id), s.hits[id.index()]);
    let word = if hits == sheet.vigour { "unhurt" } else { "hurt" };
    let tag = Tag { text: "down".into(), rule: Some("down.fall".into()), until: None };
    Token {
        gauges: vec![view::gauge("hits", hits.into(), sheet.vigour.into(), word)],
        tags: s.down.has(id).then_some(tag).into_iter().collect(),
        able: s.is_up(id),
        ..view::token::<Hayfork, _>(g, id, sheet.letter, &g.board, s.at(id))
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
}
