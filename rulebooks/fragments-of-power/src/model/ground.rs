//! The map.

use skirmish_bookkit::words;
use skirmish_grid::{Block, Board, Facing, Square};

use super::{Object, Size, Sweeps};

words! {
    /// What the ground is made of.
    pub enum Matter {
        Ground = "ground": "One walks on it.",
        Water = "water": "One swims in it.",
        Soft = "soft": "One digs through it.",
        Solid = "solid": "Nobody gets through.",
        Void = "void": "Nothing is there.",
    }
}

words! {
    /// How rough water is. (`swim.check`)
    pub enum Water {
        Calm = "calm": "As in a pond.",
        Fast = "fast": "As in a fast river.",
        Violent = "violent": "As in a storm.",
    }
}

/// What stands in a square and hides who is behind it. (`cover`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Obstacle {
    /// Nothing.
    #[default]
    None,
    /// Something as large as that, over which one can strike.
    Partial(Size),
    /// Whatever is behind it cannot be struck.
    Full,
}

/// One square of the map.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terrain {
    /// What it is made of.
    pub matter: Matter,
    /// The largest that it is difficult for. (`terrain.difficult`)
    pub difficult: Option<Size>,
    /// Feet from the level of the map up to its surface.
    pub elevation: i16,
    /// Feet of water under the surface.
    pub depth: i16,
    /// How rough the water is.
    pub water: Water,
    /// Whither it runs, and how many feet.
    pub current: Option<(Facing, i16)>,
    /// What stands there.
    pub obstacle: Obstacle,
    /// An illusion that attackers believe in?
    pub illusion: bool,
    /// Is it dark?
    pub dark: bool,
    /// Is there fog?
    pub fog: bool,
    /// Inches of ice over the water.
    pub ice: u8,
    /// What a climb up it must reach, where it can be climbed.
    pub climb: Option<i16>,
    /// Feet of clear width.
    pub gap: i16,
}

impl Terrain {
    /// What one believes to stand there: an illusion hides as a wall would, and stops nobody. (`cover`)
    pub fn looks(&self) -> Obstacle {
        if self.illusion { Obstacle::Partial(Size::Gargantuan) } else { self.obstacle }
    }

    /// Level ground, by day, with nothing on it.
    pub const PLAIN: Self = Self {
        matter: Matter::Ground,
        difficult: None,
        elevation: 0,
        depth: 0,
        water: Water::Calm,
        current: None,
        obstacle: Obstacle::None,
        illusion: false,
        dark: false,
        fog: false,
        ice: 0,
        climb: None,
        gap: 5,
    };
}

impl Default for Terrain {
    fn default() -> Self {
        Self::PLAIN
    }
}

/// The map's terrain.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size; a cell is five feet.
    pub board: Board<Square>,
    /// One for each cell, in the board's order.
    pub cells: Vec<Terrain>,
    /// Of each a bit for each size of space: is the space whose top left square it is like any other, level ground on
    /// which nothing stands?
    plain: Vec<u8>,
    /// What gives light: where, and how many feet.
    pub lights: Vec<(Square, i16)>,
    /// Does nothing fall here? (`zero-g.still`)
    pub weightless: bool,
    /// Is any square other than plain: does a way have to be looked at square by square?
    pub is_plain: bool,
    /// Is there higher or lower ground, or a gap?
    pub uneven: bool,
    /// Where something stands that may hide who is behind it.
    pub standing: Vec<Square>,
    /// Squares of ice and of soft earth, which may change.
    pub brittle: usize,
    /// Is it dark anywhere?
    pub gloomy: bool,
    /// Is there fog anywhere?
    pub foggy: bool,
    /// Does anything stand anywhere that nothing gets through?
    pub walled: bool,
    /// The height from which on nothing on the map bears on who flies there; the highest of all where no height is enough.
    pub ceiling: i16,
    /// What is seen of it.
    pub sweeps: Sweeps,
}

impl Ground {
    /// A map of these cells, in the board's order.
    pub fn new(board: Board<Square>, cells: Vec<Terrain>) -> Self {
        let is_plain = cells.iter().all(|cell| *cell == Terrain::PLAIN);
        let plain_at = |at| board.index(at).is_some_and(|index| cells[index] == Terrain::PLAIN);
        let plain_from = |at| (1..=4).map_while(move |side| Block::new(side, at).cells().all(plain_at).then_some(side));
        let plain = board.cells().map(|at| plain_from(at).map(|side| 1 << (side - 1)).sum()).collect();
        let uneven = cells.iter().any(|cell| cell.matter == Matter::Void || cell.elevation != 0);
        let stands =
            |cell: &Terrain| cell.looks() != Obstacle::None || matches!(cell.matter, Matter::Solid | Matter::Soft);
        let brittle = cells.iter().filter(|cell| cell.ice > 0 || cell.matter == Matter::Soft).count();
        let standing = board.cells().zip(&cells).filter(|(_, cell)| stands(cell)).map(|(at, _)| at).collect();
        let is_full =
            |cell: &Terrain| cell.obstacle == Obstacle::Full || matches!(cell.matter, Matter::Solid | Matter::Soft);
        let top = |cell: &Terrain| match cell.obstacle {
            _ if is_full(cell) || cell.gap < Terrain::PLAIN.gap => i16::MAX,
            Obstacle::Partial(size) => cell.elevation.saturating_add(5 * i16::from(size.side())),
            _ => cell.elevation,
        };
        Self {
            is_plain,
            uneven,
            standing,
            brittle,
            gloomy: cells.iter().any(|cell| cell.dark),
            foggy: cells.iter().any(|cell| cell.fog),
            walled: cells.iter().any(is_full),
            ceiling: cells.iter().map(top).max().unwrap_or(0),
            board,
            plain,
            lights: Vec::new(),
            weightless: false,
            sweeps: Sweeps::default(),
            cells,
        }
    }

    /// A square; off the map everything is solid.
    #[inline]
    pub fn at(&self, cell: Square) -> &Terrain {
        static OUTSIDE: Terrain = Terrain { matter: Matter::Solid, obstacle: Obstacle::Full, ..Terrain::PLAIN };
        self.board.index(cell).and_then(|at| self.cells.get(at)).unwrap_or(&OUTSIDE)
    }

    /// Is a space of so many squares a side on the map, and level ground on which nothing stands?
    #[inline]
    pub fn is_plain_for(&self, side: u8, at: Square) -> bool {
        self.board.index(at).and_then(|at| self.plain.get(at)).is_some_and(|plain| plain >> (side - 1) & 1 == 1)
    }
}

/// A thing on the map that is nobody's: a crate, a rock that floats. (`zero-g.loose`)
#[derive(Clone, Debug)]
pub struct Thing {
    /// As people type it.
    pub name: String,
    /// Its sign on the board.
    pub letter: char,
    /// How large it is.
    pub size: Size,
    /// Does it stay where it is?
    pub fixed: bool,
    /// Where it is at the beginning.
    pub at: Square,
    /// What it is as an object.
    pub object: Object,
}
