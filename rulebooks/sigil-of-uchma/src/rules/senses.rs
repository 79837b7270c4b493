//! Who hears whom, and eyes and ears elsewhere. (`area.senses`, `sound.*`, `senses.*`)

use skirmish_grid::Square;
use skirmish_kernel::Id;

use crate::model::{Lying, Matter, Setup, State, Status};
use crate::rules::bodies;
use crate::rules::lines::{Line, around, side};

/// The squares from which somebody sees besides. (`senses.remote`)
pub fn eyes(s: &State, who: Id) -> impl Iterator<Item = Square> + '_ {
    elsewhere(s, who, Status::Eye)
}

fn elsewhere(s: &State, who: Id, status: Status) -> impl Iterator<Item = Square> + '_ {
    s.running.iter().filter(move |one| one.on == who && one.status == status).filter_map(|one| one.at)
}

/// What keeps sound from somebody, if anything does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Muffled {
    /// Nothing: it is heard, through so much thin matter as lets it.
    Heard {
        /// Is there thin matter in between?
        thin: bool,
        /// Is it heard by an ear elsewhere?
        remote: bool,
    },
    /// Too much thin matter.
    Thin,
    /// Solid matter.
    Solid,
    /// Magic.
    Magic,
}

/// Does somebody hear another? By its own ears, or one elsewhere.
pub fn hears(g: &Setup, s: &State, who: Id, source: Id) -> Muffled {
    let heard = Muffled::Heard { thin: false, remote: false };
    let silent = s.patches.iter().any(|patch| patch.lying == Lying::Silence);
    if !g.ground.muffled && !silent {
        return heard;
    }
    let from = bodies::body(g, s, source);
    let own = reaches(g, s, &from, &bodies::body(g, s, who));
    if matches!(own, Muffled::Heard { .. }) {
        return own;
    }
    let there = |ear: Square| matches!(reaches(g, s, &from, &bodies::placed(g, 1, ear, 0)), Muffled::Heard { .. });
    if elsewhere(s, who, Status::Ear).any(there) { Muffled::Heard { thin: false, remote: true } } else { own }
}

/// What sound meets on the straight line between two: thicknesses add up, and are measured as distances are.
fn reaches(
    g: &Setup,
    s: &State,
    from: &skirmish_grid::Body<'_, Square>,
    to: &skirmish_grid::Body<'_, Square>,
) -> Muffled {
    let line = Line::of(from, to);
    let silence = || s.patches.iter().filter(|patch| patch.lying == Lying::Silence);
    let ends = || from.cells().chain(to.cells());
    if ends().any(|cell| silence().any(|patch| patch.covers(cell))) {
        return Muffled::Magic;
    }
    let (left, top, right, bottom) = around(from, to);
    let mut thin = 0i64;
    for cell in (top..=bottom).flat_map(|y| (left..=right).map(move |x| Square::new(x, y))) {
        if from.covers(cell) || to.covers(cell) {
            continue;
        }
        let matter = g.ground.at(cell).matter;
        let silent = silence().any(|patch| patch.covers(cell));
        if matter == Matter::Open && !silent {
            continue;
        }
        let part = line.part(cell);
        match matter {
            _ if part == 0 => {}
            _ if silent => return Muffled::Magic,
            Matter::Solid => return Muffled::Solid,
            _ => thin += part,
        }
    }
    // As much of the line as of its length.
    let most = i64::from(g.rules.thin_sound) * side() * line.whole();
    if thin * line.length() > most { Muffled::Thin } else { Muffled::Heard { thin: thin > 0, remote: false } }
}
