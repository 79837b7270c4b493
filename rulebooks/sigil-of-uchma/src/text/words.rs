//! Questions and answers in words.

mod forms;
pub mod slots;

use skirmish_grid::Square;
use skirmish_kernel::{ChoiceView, Id, Notation, Place};

use crate::catalogue::Diagonals;
use crate::model::{Act, Ask, Choice, Setup, Sigil, State, Timing};
use crate::rules::{bodies, groups, paths};

pub use crate::model::squares;

impl Notation for Sigil {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        let name = |id: Id| g.sheet(id).name.as_str();
        let me = name(who);
        match *ask {
            Ask::Turn => turn_prompt(g, s, who),
            Ask::Willing { by, ability } => {
                format!("{} uses {} on {me}. Let it happen, without a roll?", name(by), g.ability(ability).name)
            }
            Ask::Fire { on } => {
                let ready = s.creature(who).ready.map_or("what was prepared", |ready| &g.ability(ready.ability).name);
                format!("{} sets off what {me} has prepared: {ready}. Does {me} use it now?", name(on))
            }
            Ask::Parting => format!("The round ends. Does {me} stay, talk, leave or flee?"),
        }
    }

    fn place_name(g: &Setup, place: Place) -> String {
        match (place.part, place.who) {
            (0, _) if place.round == 0 => "the beginning".into(),
            (1 | 2, Some(who)) => format!("round {}, {}", place.round, g.sheet(who).name),
            (3 | 4, _) => format!("round {}, end phase", place.round),
            _ => format!("round {}", place.round),
        }
    }

    fn listed_view(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> ChoiceView {
        match choice {
            // What is listed is the cheapest way to each place: it needs no second look whether it is the usual one.
            Choice::Act(Act::Walk(steps)) if g.rules.diagonals != Diagonals::Simulation => {
                slots::usual_way(g, s.creature(who).at, *steps)
            }
            _ => Self::choice_view(g, s, who, ask, choice),
        }
    }

    skirmish_bookkit::grammar!();
}

fn turn_prompt(g: &Setup, s: &State, who: Id) -> String {
    let may = |timing: Timing| groups::may_do(g, s, timing).is_ok();
    let beside = match (may(Timing::Rapid), may(Timing::Prepared)) {
        (true, true) => Some("a rapid or a prepared action"),
        (true, false) => Some("a rapid action"),
        (false, true) => Some("a prepared action"),
        (false, false) => None,
    };
    let acts = may(Timing::Action).then_some("an action").into_iter().chain(beside);
    let mut left: Vec<String> = acts.map(Into::into).collect();
    let halves = paths::left(g, s, who, bodies::is_aloft(s, who));
    let flight = paths::left(g, s, who, true);
    if groups::may_move(g, s).is_ok() && halves.max(flight) > 0 {
        let more = if flight == halves || bodies::is_aloft(s, who) || !bodies::figures(g, s, who).flies {
            String::new()
        } else {
            format!(", or {} in flight", squares(flight))
        };
        let what = if s.done.runs { "a run" } else { "a move" };
        let plural = if halves == paths::SQUARE { "" } else { "s" };
        let way = format!("{what} of {} square{plural}{more}", squares(halves.max(0)));
        // Once something has been done, the move comes last.
        match s.done.before && !s.done.moved && !left.is_empty() {
            true => left.push(format!("then {way}")),
            false => left.insert(0, way),
        }
    }
    let full = if may(Timing::FullTurn) { "; or one full-turn action" } else { "" };
    let prone = if s.creature(who).prone { " Prone: one crawls, gets up, or makes the basic attack." } else { "" };
    format!("What does {} do? Left: {}{full}.{prone}", g.sheet(who).name, left.join(", "))
}

/// `D7`
pub fn label(g: &Setup, cell: Square) -> String {
    skirmish_bookkit::view::label(&g.ground.board, cell)
}
