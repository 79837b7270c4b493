//! The map.

use std::sync::OnceLock;

use skirmish_bookkit::sight::Outlooks;
use skirmish_bookkit::words;
use skirmish_grid::{Board, Exits, Pairs, Square};

use super::Lying;

words! {
    /// How rough the ground is. (`terrain.kinds`)
    pub enum Rough {
        /// Not at all.
        No = "normal",
        /// Soft sand, shallow water.
        Light = "light",
        /// Quicksand.
        Heavy = "heavy",
    }
}

words! {
    /// How well something covers, from none to full. (`cover`)
    pub enum Grade {
        /// Not at all.
        None = "none",
        /// A quarter.
        Quarter = "quarter",
        /// Half.
        Half = "half",
        /// Fully; it is seen all the same.
        Full = "full",
    }
}

words! {
    /// What sound meets. (`sound.solid`, `sound.thin`)
    pub enum Matter {
        /// Air.
        Open = "open",
        /// Wood, metal, shallow water.
        Thin = "thin",
        /// Rock, deep water.
        Solid = "solid",
    }
}

/// One square of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terrain {
    /// How rough it is.
    pub rough: Rough,
    /// Must it be swum?
    pub deep: bool,
    /// Metres above the level of the map.
    pub elevation: i16,
    /// Is it closed: does nobody get in?
    pub closed: bool,
    /// Does nobody see through it?
    pub opaque: bool,
    /// How well it covers whoever is behind it.
    pub cover: Grade,
    /// What sound meets there.
    pub matter: Matter,
}

impl Terrain {
    /// Level ground with nothing on it.
    pub const PLAIN: Self = Self {
        rough: Rough::No,
        deep: false,
        elevation: 0,
        closed: false,
        opaque: false,
        cover: Grade::None,
        matter: Matter::Open,
    };
}

impl Default for Terrain {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// Something that lies on squares: when a battle begins, or later.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Patch {
    /// What it is.
    pub lying: Lying,
    /// Its middle.
    pub at: Square,
    /// Squares around it.
    pub radius: u8,
    /// How strong.
    pub strength: i16,
    /// Metres that it reaches up. (`fly.above-ground`)
    pub height: u8,
    /// Rounds that are left; 0 where it stays.
    pub left: u8,
    /// Whose it is; nobody's where the place or the game master has laid it.
    pub owner: Option<skirmish_kernel::Id>,
}

impl Patch {
    /// Does it lie on that square?
    #[inline]
    pub fn covers(&self, cell: Square) -> bool {
        cell.chebyshev(self.at) <= u32::from(self.radius)
    }
}

/// The most squares of a map that is searched ring by ring.
const MOST_OPEN: usize = 1_024;

/// Magic darkness: squares, and how many around them.
type Darkness = Vec<(Square, u8)>;

/// The map's terrain.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size; a square is a metre. (`map.cell-size`)
    pub board: Board<Square>,
    /// One for each square, in the board's order.
    pub cells: Vec<Terrain>,
    /// Is every square like any other: level ground on which nothing stands?
    pub is_plain: bool,
    /// Is all of it as high?
    pub is_level: bool,
    /// Squares that nobody sees through.
    pub opaque: Vec<Square>,
    /// Squares that cover whoever is behind them, and are seen through.
    pub covering: Vec<Square>,
    /// What the bare map says of the lines between two squares.
    pub lines: Pairs<Square>,
    /// What a body of so many squares sees, with eyes in these others, past darkness around these.
    pub outlooks: Outlooks<(Square, usize, Vec<Square>, Darkness)>,
    /// Does sound meet anything?
    pub muffled: bool,
    /// All steps of a board without anything on it.
    open: OnceLock<Exits<Square>>,
}

impl Ground {
    /// A map of these squares, in the board's order.
    pub fn new(board: Board<Square>, cells: Vec<Terrain>) -> Self {
        let which = |yes: &dyn Fn(&Terrain) -> bool| -> Vec<Square> {
            board.cells().zip(&cells).filter(|(_, terrain)| yes(terrain)).map(|(cell, _)| cell).collect()
        };
        Self {
            is_plain: cells.iter().all(|cell| *cell == Terrain::PLAIN),
            is_level: cells.iter().all(|cell| cell.elevation == 0),
            opaque: which(&|terrain| terrain.opaque),
            covering: which(&|terrain| !terrain.opaque && terrain.cover != Grade::None),
            lines: Pairs::new(board),
            outlooks: Outlooks::new(),
            muffled: cells.iter().any(|cell| cell.matter != Matter::Open),
            open: OnceLock::new(),
            board,
            cells,
        }
    }

    /// All steps of a plain map, where it is small enough to be searched ring by ring.
    pub fn open(&self) -> Option<&Exits<Square>> {
        if !self.is_plain || self.board.len() > MOST_OPEN {
            return None;
        }
        Some(self.open.get_or_init(|| Exits::of(self.board, |_, _| true))).filter(|exits| exits.have_rings())
    }

    /// A square; off the map everything is closed.
    #[inline]
    pub fn at(&self, cell: Square) -> &Terrain {
        static OUTSIDE: Terrain = Terrain { closed: true, opaque: true, matter: Matter::Solid, ..Terrain::PLAIN };
        self.board.index(cell).and_then(|at| self.cells.get(at)).unwrap_or(&OUTSIDE)
    }
}
