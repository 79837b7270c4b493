//! Rules, sheets, map: checked, and read-only in play.

use skirmish_bookkit::sight::Outlooks;
use skirmish_grid::{Board, Exits, Hex};
use skirmish_kernel::{Id, Ids, Side};

use crate::catalogue::Rules;
use crate::model::{Ability, Attack, Built, Cost, Sheet, Sightlines};

skirmish_bookkit::setup! {
    Rules, Sheet;
    /// Every ability known here.
    pub abilities: Vec<Ability>,
    /// Has combat not begun when the encounter opens?
    pub calm: bool,
    /// Difficulty of a Stealth check in the calm before.
    pub stealth: i32,
    /// Everybody's foes, by place; see [`Setup::prepare`].
    pub foes: Vec<Ids>,
    /// Who has any ability that is Free for them; likewise.
    pub free: Ids,
    /// Who has anything to attack with that costs them less than a Standard; likewise.
    pub cheap: Ids,
    /// What the bare map says of two hexes.
    pub sightlines: Sightlines,
    /// What is seen from a hex, by the blind or not, past what has been built.
    pub outlooks: Outlooks<(Hex, bool, Vec<Built>)>,
}

/// The map's terrain.
#[derive(Clone, Debug)]
pub struct Ground {
    /// Its size.
    pub board: Board<Hex>,
    /// One for each cell, in the board's order.
    pub cells: Vec<Terrain>,
    /// Is there any darkness on this map?
    pub has_dark: bool,
    /// Which steps the bare ground allows to those who swim where there is water.
    pub exits: Exits<Hex>,
}

/// What one hex is made of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Terrain {
    /// Solid: blocks lines and movement.
    pub obstacle: bool,
    /// Insubstantial, but blocks sight.
    pub concealing: bool,
    /// Completely dark.
    pub dark: bool,
    /// Where one swims.
    pub water: bool,
}

impl Ground {
    /// A map of these cells.
    pub fn new(board: Board<Hex>, cells: Vec<Terrain>) -> Self {
        let has_dark = cells.iter().any(|cell| cell.dark);
        let is_solid = |hex| board.index(hex).and_then(|at| cells.get(at)).is_none_or(|cell: &Terrain| cell.obstacle);
        let exits = Exits::of(board, |_, to| !is_solid(to));
        Self { board, cells, has_dark, exits }
    }

    /// Is it completely dark there?
    #[inline]
    pub fn is_dark(&self, hex: Hex) -> bool {
        self.has_dark && self.terrain(hex).dark
    }

    /// Terrain of a hex; off the map everything is solid.
    #[inline]
    pub fn terrain(&self, hex: Hex) -> Terrain {
        const OUTSIDE: Terrain = Terrain { obstacle: true, concealing: false, dark: false, water: false };
        self.board.index(hex).and_then(|at| self.cells.get(at)).copied().unwrap_or(OUTSIDE)
    }

    /// Is there an obstacle on the map?
    #[inline]
    pub fn is_solid(&self, hex: Hex) -> bool {
        self.board.index(hex).and_then(|at| self.cells.get(at)).is_some_and(|terrain| terrain.obstacle)
    }
}

impl Setup {
    /// A hex as it is called.
    pub fn label(&self, hex: Hex) -> String {
        self.ground.board.label(hex).unwrap_or_else(|| format!("({},{})", hex.q, hex.r))
    }

    /// Everybody on a side.
    pub fn side_members(&self, side: Side) -> Ids {
        self.ids().filter(|id| self.side(*id) == side).collect()
    }

    /// Everybody who is not on that combatant's side.
    #[inline]
    pub fn foes(&self, id: Id) -> Ids {
        self.foes.get(id.index()).copied().unwrap_or(Ids::NONE)
    }

    /// Works out what follows from the rest and is asked for all the time; done whenever a sheet or a rule changes.
    pub fn prepare(&mut self) {
        let all = Ids::first(self.sheets.len());
        self.sightlines = Sightlines::new(self.ground.board);
        self.outlooks = Outlooks::new();
        for attack in self.sheets.iter_mut().flat_map(|sheet| &mut sheet.attacks) {
            let Some(ability) = self.abilities.get(usize::from(attack.ability)) else { continue };
            for figures in [&mut attack.usual, &mut attack.full] {
                figures.prepare(&self.rules, ability);
                figures.usual &= !self.ground.has_dark;
            }
        }
        self.free = self.ids().filter(|id| self.sheet(*id).has_free).collect();
        self.cheap = self.ids().filter(|id| self.attacks_cheaply(*id)).collect();
        self.foes = self.ids().map(|id| all.without(self.side_members(self.side(id)))).collect();
    }

    fn attacks_cheaply(&self, who: Id) -> bool {
        let sheet = self.sheet(who);
        let cheap = |ability: u8, cost| !matches!(sheet.reduced(ability, cost), Cost::Full | Cost::Standard);
        sheet.attacks.iter().any(|attack| {
            let ability = self.ability(attack.ability);
            ability.offensive.is_some() && ability.costs.iter().any(|cost| cheap(attack.ability, *cost))
        })
    }

    /// An ability in a combatant's hands.
    #[inline]
    pub fn attack(&self, who: Id, ability: u8) -> Option<&Attack> {
        self.sheet(who).attack_with(ability)
    }
}
