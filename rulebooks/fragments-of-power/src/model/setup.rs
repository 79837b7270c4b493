//! Rules, sheets, map: checked, and read-only in play.

use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_kernel::{Id, Ids, Side};

use super::{Armour, Feat, Ground, Mode, Sheet, Spell, Sweeps, Thing, Weapon};
use crate::catalogue::Rules;

skirmish_bookkit::setup! {
    Rules, Sheet;
    /// For each side, a bit for each other one that it does not fight.
    pub allies: Vec<u64>,
    /// Every weapon and shield known here; the first is the bare hand.
    pub weapons: Vec<Weapon>,
    /// Every armour known here.
    pub armour: Vec<Armour>,
    /// Every spell and power known here.
    pub spells: Vec<Spell>,
    /// What lies or floats about.
    pub things: Vec<Thing>,
    /// Everybody's foes; follows from the sides.
    pub foes: Vec<Ids>,
    /// Those whom somebody may command; follows from the sheets.
    pub beasts: Ids,
    /// Has anybody brought a shield? Follows from the sheets.
    pub shields: bool,
    /// Has anybody brought something that shoots? Follows from the sheets.
    pub shoots: bool,
    /// Feet beyond which nobody strikes in melee, whatever he may take in hand. Follows from the sheets.
    pub farthest_reach: i32,
    /// Is the map plain, by day, in clear air, with nothing on it, and do things fall there? Follows from the map.
    pub is_plain: bool,
    /// What remembers something of a setup knows it by this.
    pub number: Number,
}

/// The number of a setup: no two have the same, nor has one and the same after it has been changed.
#[derive(PartialEq, Eq, Debug)]
pub struct Number(u64);

impl Default for Number {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Number {
    /// The same number, to be remembered.
    pub fn known(&self) -> Self {
        Self(self.0)
    }
}

// A copy is of a setup that is about to change.
impl Clone for Number {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Setup {
    /// What somebody wears.
    pub fn worn(&self, id: Id) -> Option<&Armour> {
        self.armour.get(usize::from(self.sheet(id).worn?))
    }

    /// Everybody whom somebody fights.
    #[inline]
    pub fn foes(&self, id: Id) -> Ids {
        self.foes.get(id.index()).copied().unwrap_or(Ids::NONE)
    }

    /// Do they fight each other?
    #[inline]
    pub fn opposed(&self, one: Id, other: Id) -> bool {
        self.foes(one).has(other)
    }

    /// Has nobody who was ever there a foe, so that rounds are counted and nobody fights? (`core.outside-combat`)
    pub fn is_peaceful(&self) -> bool {
        self.foes.iter().all(|foes| foes.is_empty())
    }

    /// Works out who fights whom, who may be commanded, and what feats give that is a figure or a mode of the sheet; after
    /// anything of it has changed. (`feat.additional-reaction`, `fly`, `fly.improved`)
    pub fn derive(&mut self) {
        self.ground.sweeps = Sweeps::default();
        for sheet in &mut self.sheets {
            if sheet.feats.has(Feat::AdditionalReaction) {
                sheet.reactions = sheet.reactions.max(2);
            }
            for (feat, mode) in [(Feat::Flight, Mode::Flight), (Feat::ImprovedFlight, Mode::ImprovedFlight)] {
                sheet.modes.set(mode, sheet.modes.has(mode) || sheet.feats.has(feat));
            }
        }
        let friends = |one: Side, other: Side| {
            let allies = self.allies.get(usize::from(one.0)).copied().unwrap_or(0);
            one == other || other.0 < 64 && allies >> other.0 & 1 == 1
        };
        let foes = |id: Id| self.ids().filter(|other| !friends(self.side(id), self.side(*other))).collect();
        self.foes = self.ids().map(foes).collect();
        self.number = Number::default();
        let (ground, lit) = (&self.ground, !self.ground.gloomy && !self.ground.foggy);
        self.is_plain = ground.is_plain && lit && !ground.weightless && self.things.is_empty();
        let brought = || self.sheets.iter().flat_map(|sheet| &sheet.arms).map(|at| self.weapon(*at));
        let longest = brought().map(|one| i32::from(one.reach)).max().unwrap_or(0).max(0);
        (self.shields, self.shoots) = (brought().any(|one| one.shield > 0), brought().any(|one| one.shoots));
        self.farthest_reach = self.sheets.iter().map(|sheet| longest + i32::from(sheet.reach)).max().unwrap_or(0);
        self.beasts = self.ids().filter(|id| self.sheet(*id).commander.is_some()).collect();
    }
}
