//! Questions and answers in words.

mod attacks;
mod forms;
mod prompt;
mod slots;

use skirmish_grid::Square;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids, Notation, Place};

pub use attacks::row_word;
pub use skirmish_bookkit::words::{capital, plural};

use crate::Legacy;
use crate::model::{Ask, Segment, Setup, State};

impl Notation for Legacy {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        prompt::prompt(g, s, who, ask)
    }

    skirmish_bookkit::grammar!();

    fn place_name(g: &Setup, place: Place) -> String {
        let round = place.round;
        match place.part {
            0 => return format!("round {round}"),
            1 => return format!("round {round}, announcements"),
            _ => {}
        }
        let segment = Segment::ALL.get(usize::from((place.part - 2) / 8)).map_or("", |segment| segment.word());
        match place.who {
            Some(who) => format!("round {round}, {segment}, {}", g.sheet(who).name),
            None => format!("round {round}, {segment}"),
        }
    }
}

/// `Ann, Bea and Cole`
pub fn names(g: &Setup, ids: Ids) -> String {
    let names: Vec<&str> = ids.iter().map(|id| g.sheet(id).name.as_str()).collect();
    list(&names)
}

/// `D7`
pub fn label(g: &Setup, cell: Square) -> String {
    skirmish_bookkit::view::label(&g.ground.board, cell)
}
