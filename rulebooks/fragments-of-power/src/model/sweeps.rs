//! What is seen of the map, remembered by all that decides it.

use std::sync::Arc;

use skirmish_bookkit::sight::Outlooks;
use skirmish_grid::{Span, Square};
use skirmish_kernel::CellSet;

use super::{Change, Place};

/// Where the ground has changed.
type Changed = Vec<(Square, Change)>;

/// What burns: spaces of so many squares a side, and how many feet around them are light.
type Fires = Vec<(Square, u8, i32)>;

/// A space of so many squares a side; is it blind? Feet of an exact sense; has it darkvision?
type Eyes = (Square, u8, bool, i16, bool);

/// Sweeps of one map.
#[derive(Clone, Debug, Default)]
pub struct Sweeps {
    /// Where nothing covers wholly whoever stands there: from a space of so many squares a side at a height, past things.
    pub open: Outlooks<(Square, u8, Span, Vec<Place>, Changed)>,
    /// Where it is dark, but for fires.
    pub dark: Outlooks<(Fires, Changed)>,
    /// Where somebody would be seen well, of what is open and of what is dark.
    pub clear: Outlooks<(Arc<CellSet>, Arc<CellSet>, Eyes)>,
}
