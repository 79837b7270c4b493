//! A way that is gone, cell by cell: how far it leads, whom it finds, and what is seen of it. (`ruling.concealment`)

use skirmish_grid::{Square, Steps};
use skirmish_kernel::Id;

use crate::model::{Event, Setup, State};
use crate::rules::{Table, utility};

/// How far somebody gets on a way.
#[derive(Clone, Copy, Debug)]
pub struct Trod {
    /// Where it stands at last.
    pub to: Square,
    /// Has the way led past somebody?
    pub passed: bool,
    /// Who stood in it, and was not to be seen.
    pub bumped: Option<Id>,
    /// Does every cell that was entered conceal?
    covered: bool,
}

/// Follows a way as far as it is free: somebody unseen may stand in it.
pub fn tread(g: &Setup, s: &State, who: Id, steps: &Steps) -> Trod {
    let start = s.creature(who).at;
    let (mut at, mut free) = (start, start);
    let mut trod = Trod { to: start, passed: false, bumped: None, covered: true };
    for cell in steps.cells(start) {
        match s.standing_in(cell).filter(|other| *other != who) {
            Some(other) if g.opposed(who, other) && (s.bars(other) || s.marks.concealed.has(other)) => {
                trod.bumped = Some(other);
                break;
            }
            Some(_) => trod.passed = true,
            None if s.lies_in(cell) => trod.passed = true,
            None => free = cell,
        }
        trod.covered &= g.ground.terrain(cell).conceals;
        at = cell;
    }
    // Stopped among friends one stands where there was room last.
    let held = s.standing_in(at).is_some_and(|other| other != who) || s.lies_in(at);
    trod.to = if held { free } else { at };
    trod
}

/// Whoever stood in the way is found, and whoever has left what conceals it is seen.
pub fn come_to_light<T: Table>(s: &mut State, t: &mut T, who: Id, trod: Trod) {
    if let Some(into) = trod.bumped {
        utility::discover(s, into);
        t.tell(|| Event::Bumped { who, into });
    }
    if s.marks.concealed.has(who) && !trod.covered {
        s.marks.concealed.set(who, false);
        t.tell(|| Event::Shown { who });
    }
}
