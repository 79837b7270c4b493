//! Questions and answers in words.

mod attacks;
mod forms;
mod prompt;
mod slots;

use skirmish_grid::Square;
use skirmish_kernel::words::list;
use skirmish_kernel::{Id, Ids, Notation, Place, Refusal};

pub use attacks::row_word;
pub use prompt::{capital, lays_open};

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

/// `1 yard`, `3 yards`
pub fn plural(n: i32, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

/// `D7`
pub fn label(g: &Setup, cell: Square) -> String {
    skirmish_bookkit::view::label(&g.ground.board, cell)
}

/// Reads a cell: `D7`.
pub fn parse_cell(g: &Setup, word: &str) -> Result<Square, Refusal> {
    skirmish_bookkit::answer::cell(&g.ground.board, word)
}

/// `knife`, and after so many others alike `knife-2`
fn numbered(name: &str, before: usize) -> String {
    if before == 0 { name.to_owned() } else { format!("{name}-{}", before + 1) }
}

/// What people call one of somebody's weapons and shields, numbered when there are several alike.
pub fn arm_name(g: &Setup, who: Id, arm: u8) -> String {
    let name = &g.arm(who, arm).name;
    let before = g.sheet(who).arms.iter().take(usize::from(arm));
    numbered(name, before.filter(|other| g.weapon(**other).name == *name).count())
}

/// Everything that somebody carries, by name.
pub fn arm_names(g: &Setup, who: Id) -> Vec<String> {
    (0..).take(g.sheet(who).arms.len()).map(|arm| arm_name(g, who, arm)).collect()
}
