//! Rules, sheets, map: checked, and read-only in play.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;
use skirmish_bookkit::sight::Outlooks;
use skirmish_grid::{Board, Cell, Exits, Pairs, Square};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Id, Ids};

use crate::catalogue::Rules;
use crate::model::{Ability, Bulk, Harm, Manner, Mode, Nature, Sheet, State, Weapon};

/// The most ways of attacking that one combatant has.
pub const MOST_ROWS: usize = 24;

skirmish_bookkit::setup! {
    Rules, Sheet;
    /// Every weapon and shield known here; the first is the bare fist.
    pub weapons: Vec<Weapon>,
    /// Every ability known here.
    pub abilities: Vec<Ability>,
    /// What follows from the rest, kept because it is asked all the time.
    pub derived: Derived,
}

/// What follows from sheets and sides; worked out anew when the game master changes one.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// Everybody's foes.
    pub foes: Vec<Ids>,
    /// Everybody's ways of attacking: its weapons in their order, then fists, then spells and powers.
    pub rows: Vec<ArrayVec<Row, MOST_ROWS>>,
    /// Everybody's standing figures.
    pub figures: Vec<Figures>,
    /// What everybody has against each kind of [`Harm`] while nothing is kept up.
    pub ratings: Vec<[i32; Harm::ALL.len()]>,
    /// By Agility, the highest first; of equals, the first of the file. (`ruling.same-stance-order`)
    pub order: ArrayVec<Id, { Id::MOST }>,
}

/// One way of attacking: a skill with a weapon, or a spell; everything of it that does not change in play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The skill, spell or power.
    pub ability: u8,
    /// The weapon, among all of the setup; none for spells.
    pub weapon: Option<u8>,
    /// The weapon's place among its owner's arms; none for the bare body and for spells.
    pub arm: Option<u8>,
    /// The column of the table of locations.
    pub manner: Manner,
    /// In reach or from afar.
    pub mode: Mode,
    /// What it is made of.
    pub nature: Nature,
    /// The skill's score.
    pub score: i16,
    /// The skill's points.
    pub points: u8,
    /// What the weapon adds to the score.
    pub hit_mod: i8,
    /// What is thrown for its damage.
    pub dice: [Dice; 2],
    /// Added to that, Strength included.
    pub flat: i16,
    /// What it does harm with.
    pub harm: Harm,
    /// Yards that it reaches; the body's own reach where that is more.
    pub reach: u8,
    /// Nominal range in yards.
    pub range: u16,
    /// Actions of one attack: the skill's or the weapon's, whichever are more.
    pub usage: u8,
    /// The size of what comes.
    pub bulk: Bulk,
    /// Does it threaten what averts it, whatever its size?
    pub breaks: bool,
    /// Fit for an ambush.
    pub surprise: bool,
    /// Of use while engaged?
    pub in_melee: bool,
    /// Does it leave the hand?
    pub thrown: bool,
    /// Part of a leap, and of nothing else?
    pub leaps: bool,
}

/// What one's sheet says once and for all.
#[derive(Clone, Copy, Debug, Default)]
pub struct Figures {
    /// Does it know one of the skills of On-Guard? (`on-guard.skills`)
    pub guards: bool,
    /// Does it know a general defence?
    pub generals: bool,
    /// The farthest that any of its blows reaches, whatever is in hand.
    pub reach: u8,
    /// Yards of one move action in what it wears. (`armour.drawback`)
    pub move_rate: u8,
    /// Does it know anything that takes 3 actions, or a utility of 2?
    pub long: bool,
    /// Can it spring an ambush at all?
    pub ambushes: bool,
}

/// The map's terrain.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size; a cell is a yard.
    pub board: Board<Square>,
    /// One for each cell, in the board's order.
    pub cells: Vec<Terrain>,
    /// To which neighbours one may step, if nobody is there; follows from the cells, which never change.
    pub exits: Exits<Square>,
    /// What a step out of a cell counts for, by the eight sides and corners; 0 where none leads. Follows likewise.
    prices: Vec<[u8; 9]>,
    /// Can anything on it not be seen through? Where nothing is, no line need be looked for. Follows likewise.
    pub opaque: bool,
    /// Between which cells the straight line is free of what cannot be seen through.
    pub lines: Pairs<Square>,
    /// What is seen from a cell.
    pub outlooks: Outlooks<Square>,
    /// Another one for each ground that is made; no rule and no choice reads it, but what is remembered of one ground
    /// is not taken for another's.
    pub number: u64,
}

/// What one cell is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Terrain {
    /// Cannot be entered.
    pub blocks_move: bool,
    /// Cannot be seen through.
    pub blocks_sight: bool,
    /// Whoever stands here may be concealed. (`ruling.concealment`)
    pub conceals: bool,
    /// Yards that entering it counts for, 1 or more.
    pub cost: u8,
}

impl Default for Terrain {
    fn default() -> Self {
        Self { blocks_move: false, blocks_sight: false, conceals: false, cost: 1 }
    }
}

/// On which side or corner of a cell another lies; none where they do not touch.
#[inline]
fn side(from: Square, to: Square) -> Option<usize> {
    let (x, y) = (i32::from(to.x) - i32::from(from.x) + 1, i32::from(to.y) - i32::from(from.y) + 1);
    ((0..3).contains(&x) && (0..3).contains(&y)).then_some((x + 3 * y) as usize)
}

impl Ground {
    /// A map of these cells, in the board's order.
    pub fn new(board: Board<Square>, cells: Vec<Terrain>) -> Self {
        static NUMBERS: AtomicU64 = AtomicU64::new(0);
        let nothing = Exits::of(board, |_, _| false);
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        let (lines, outlooks) = (Pairs::new(board), Outlooks::new());
        let opaque = cells.iter().any(|terrain| terrain.blocks_sight);
        let mut ground = Self { board, cells, exits: nothing, prices: Vec::new(), opaque, lines, outlooks, number };
        ground.exits = Exits::of(board, |from, to| ground.is_open(from, to));
        ground.prices = board.cells().map(|from| ground.prices_from(from)).collect();
        ground
    }

    fn prices_from(&self, from: Square) -> [u8; 9] {
        let mut prices = [0; 9];
        for to in self.board.neighbours(from).filter(|to| self.exits.lead(from, *to)) {
            if let Some(price) = side(from, to).and_then(|side| prices.get_mut(side)) {
                *price = self.terrain(to).cost;
            }
        }
        prices
    }

    /// Yards that a step from a cell into its neighbour counts for, if nobody is there; none where none leads.
    #[inline]
    pub fn price(&self, from: Square, to: Square) -> Option<u32> {
        let prices = self.prices.get(self.board.index(from)?)?;
        let price = *prices.get(side(from, to)?)?;
        (price > 0).then_some(u32::from(price))
    }

    /// May one step from a cell into its neighbour, if nobody is there? No corner is cut.
    pub fn is_open(&self, from: Square, to: Square) -> bool {
        let corners = [Square::new(from.x, to.y), Square::new(to.x, from.y)];
        let cut = !from.shares_side(to) && corners.iter().all(|corner| self.terrain(*corner).blocks_move);
        !self.terrain(to).blocks_move && !cut
    }

    /// Terrain of a cell; off the map everything is solid.
    #[inline]
    pub fn terrain(&self, cell: Square) -> Terrain {
        const OUTSIDE: Terrain = Terrain { blocks_move: true, blocks_sight: true, conceals: false, cost: 1 };
        self.board.index(cell).and_then(|at| self.cells.get(at)).copied().unwrap_or(OUTSIDE)
    }
}

/// `knife`, and after so many others alike `knife-2`
pub fn numbered(name: &str, before: usize) -> String {
    if before == 0 { name.to_owned() } else { format!("{name}-{}", before + 1) }
}

impl Setup {
    /// What people call one of somebody's weapons and shields, numbered when there are several alike.
    pub fn arm_name(&self, who: Id, arm: u8) -> String {
        let name = &self.arm(who, arm).name;
        let before = self.sheet(who).arms.iter().take(usize::from(arm));
        numbered(name, before.filter(|other| self.weapon(**other).name == *name).count())
    }

    /// Everything that somebody carries, by name.
    pub fn arm_names(&self, who: Id) -> Vec<String> {
        (0..).take(self.sheet(who).arms.len()).map(|arm| self.arm_name(who, arm)).collect()
    }

    /// Everybody of other sides.
    #[inline]
    pub fn foes(&self, id: Id) -> Ids {
        self.derived.foes.get(id.index()).copied().unwrap_or(Ids::NONE)
    }

    /// Foes that are in the fight and to be seen.
    #[inline]
    pub fn foes_seen(&self, s: &State, id: Id) -> Ids {
        self.foes(id).and(s.marks.up).without(s.marks.concealed)
    }

    /// What somebody knows: skills, spells and powers, each with its number.
    pub fn known(&self, id: Id) -> impl Iterator<Item = (u8, &Ability)> {
        self.sheet(id).skills.iter().map(|skill| (skill.ability, self.ability(skill.ability)))
    }

    /// Are they on different sides?
    #[inline]
    pub fn opposed(&self, one: Id, other: Id) -> bool {
        self.foes(one).has(other)
    }

    /// A combatant's ways of attacking.
    #[inline]
    pub fn rows(&self, id: Id) -> &[Row] {
        self.derived.rows.get(id.index()).map_or(&[], |rows| rows.as_slice())
    }

    /// One of them.
    #[inline]
    pub fn row(&self, id: Id, row: u8) -> Option<&Row> {
        self.rows(id).get(usize::from(row))
    }

    /// A combatant's standing figures.
    #[inline]
    pub fn figures(&self, id: Id) -> Figures {
        self.derived.figures.get(id.index()).copied().unwrap_or_default()
    }

    /// What somebody has against a kind of harm while nothing is kept up. (`armour.no-stack`)
    #[inline]
    pub fn rating(&self, id: Id, harm: Harm) -> i32 {
        self.derived.ratings.get(id.index()).map_or(0, |ratings| ratings[harm as usize])
    }

    /// One of the things that a combatant carries.
    #[inline]
    pub fn arm(&self, who: Id, arm: u8) -> &Weapon {
        let arms = &self.sheet(who).arms;
        let index = arms.get(usize::from(arm)).copied().unwrap_or(0);
        self.weapon(index)
    }
}
