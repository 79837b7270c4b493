//! What is seen of the map, remembered by all that decides it.

use std::sync::Arc;

use skirmish_bookkit::sight::Outlooks;
use skirmish_grid::{Span, Square};
use skirmish_kernel::CellSet;

use super::{Change, Place};

/// Where the ground has changed.
type Changed = Vec<(Square, Change)>;

/// Sweeps of one map.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    /// Where nothing covers wholly whoever stands there: from a space of so many squares a side at a height, past things.
    pub open: Outlooks<(Square, u8, Span, Vec<Place>, Changed)>,
    /// Where it is dark, past fires that fill so many squares a side and light so many feet.
    pub dark: Outlooks<(Vec<(Square, u8, i32)>, Changed)>,
    /// Where somebody would be seen well: of what is open and not dark, from a space of so many squares a side, by the blind or
    /// not, with an exact sense of so many feet, with darkvision or not.
    pub clear: Outlooks<(Arc<CellSet>, Arc<CellSet>, Square, u8, bool, i16, bool)>,
}
