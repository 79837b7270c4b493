//! The nouns: what a fighter is, what an encounter becomes, what play changes, what is asked, chosen and told.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::stat::{Stat, Stats};
use skirmish_bookkit::{at, events, ground::Walled, state};
use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids, Outcome, Side, asks};

use crate::made::{Rules, rule};

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
    pub ground: Walled<Square>,
    pub most_rounds: u32,
}

impl Setup {
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.sheets.len()).map(Id::new)
    }

    pub fn sheet(&self, who: Id) -> &Sheet {
        &self.sheets[who.index()]
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

asks! {
    /// A question to one person; each has an answer of its own.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum Ask of Hayfork;
    Walk as Walk;
    Choice::Walk(to) => to => Square;
    Strike as Strike;
    Choice::Strike(on) => on => Option<Id>;
    Parry as Parry { total: i32 };
    Choice::Parry(yes) => yes => bool;
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Walk(Square),
    Strike(Option<Id>),
    Parry(bool),
}

events! {
    /// What has happened, the rules behind it, and how it is told.
    #[derive(Clone, Copy, Debug)]
    pub enum Event for Setup as g {
        Walked { who: Id, to: Square } [TURN_WALK]: "{who} goes to {to}.";
        Rose { who: Id } [DOWN_RISE]: "{who} gets up.";
        Missed { by: Id, on: Id } [STRIKE_ROLL]: "{by} misses {on}.";
        Parried { by: Id, on: Id, held: bool } [PARRY_RIPOSTE if held, PARRY_ROLL if !held]:
            if held "{on} parries {by} and strikes back." else "{on} parries in vain.";
        Hit { by: Id, on: Id, damage: i16 } [STRIKE_DAMAGE]: "{by} hits {on} for {damage}.";
        Out { who: Id } [STRIKE_DAMAGE]: "{who} is out of the fight.";
        Knocked { who: Id } [DOWN_FALL]: "{who} is knocked down.";
        Over [ROUND_LAST]: "The fight is over.";
    }
}
