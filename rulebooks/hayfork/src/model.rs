//! The nouns: what a fighter is, what an encounter becomes, what play changes, what is asked, chosen and told.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::stat::{Stat, Stats};
use skirmish_bookkit::{at, state};
use skirmish_grid::{Board, Square};
use skirmish_kernel::{Id, Ids, Outcome, Side, questions};

use crate::made::Rules;

/// The rulebook.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hayfork;

/// A fighter as the encounter has it.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    pub name: String,
    pub letter: char,
    pub side: Side,
    pub at: Square,
    pub pace: u8,
    pub skill: i8,
    pub guard: i8,
    pub might: i8,
    pub parry: Option<i32>,
    pub vigour: i16,
}

type Number = Stat<Sheet, Rules>;

/// Each number of a sheet: for files, edicts, expectations, completion and the JSON Schema.
pub const STATS: Stats<Sheet, Rules> = &[
    Number::new("pace", "Squares of one walk; 4 by default.", 0..=20, at!(pace)).or(4),
    Number::new("skill", "Added to strikes; 0 by default.", -9..=9, at!(skill)).or(0),
    Number::new("guard", "What a strike at it must reach; 7 by default.", 1..=30, at!(guard)).or(7),
    Number::new("might", "Added to the damage it does; 0 by default.", 0..=9, at!(might)).or(0),
    Number::new("parry", "Added to parries; left out, it cannot parry.", -9..=9, at!(parry)),
    Number::new("vigour", "Its hits at the beginning; 6 by default.", 1..=999, at!(vigour)).or(6),
];

/// Rules, sheets, map: read-only in play.
#[derive(Clone, Debug)]
pub struct Setup {
    pub title: String,
    pub rules: Rules,
    pub sides: Vec<String>,
    pub sheets: Vec<Sheet>,
    pub board: Board<Square>,
    /// For each square, in the board's order: is there a wall?
    pub walls: Vec<bool>,
    pub most_rounds: u32,
}

impl Setup {
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.sheets.len()).map(Id::new)
    }

    pub fn sheet(&self, who: Id) -> &Sheet {
        &self.sheets[who.index()]
    }

    pub fn is_wall(&self, cell: Square) -> bool {
        self.board.index(cell).is_none_or(|at| self.walls[at])
    }
}

state! {
    /// What play changes, and nothing else.
    #[derive(PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub struct State {
        pub round: u32,
        pub turn: Id,
        pub hits: Vec<i16>,
        pub at: Vec<Square>,
        pub down: Ids,
        pub parried: Ids,
        pub ended: Option<Outcome>,
    }
}

impl State {
    /// Still in the fight?
    pub fn is_up(&self, who: Id) -> bool {
        self.hits[who.index()] > 0
    }

    pub fn at(&self, who: Id) -> Square {
        self.at[who.index()]
    }
}

/// A question to one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ask {
    Walk,
    Strike,
    Parry { total: i32 },
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Walk(Square),
    Strike(Option<Id>),
    Parry(bool),
}

/// The questions again, each with the type of its answer.
pub mod ask {
    use super::*;
    questions! { Hayfork:
        Walk asks Ask::Walk;
        Choice::Walk(to) => to => Square;
        Strike asks Ask::Strike;
        Choice::Strike(on) => on => Option<Id>;
        Parry { total: i32 } asks Ask::Parry { total };
        Choice::Parry(yes) => yes => bool;
    }
}

/// What has happened.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Walked { who: Id, to: Square },
    Rose { who: Id },
    Missed { by: Id, on: Id },
    Parried { by: Id, on: Id, held: bool },
    Hit { by: Id, on: Id, damage: i16 },
    Out { who: Id },
    Knocked { who: Id },
    Over,
}
