//! Only what play changes.

mod creature;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, Ids, Outcome, RuleId, Side};

use super::{Power, Setup, Sheet, Spell, Until, Weapon};

pub use creature::{Creature, Edge, Ready, Trigger};
pub use skirmish_bookkit::people::Touched;

/// What the next step does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Stage {
    /// Everybody throws for initiative.
    #[default]
    Initiative,
    /// A round begins, with newcomers thrown for.
    Round,
    /// The turn of a slot begins: whatever strikes then strikes.
    Start,
    /// An action is taken.
    Act,
    /// The turn has ended: who has waited may enter.
    Enter,
}

/// A place in the order. (`initiative.order`, `ruling.anchor`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Slot {
    /// Whose it is.
    pub who: Id,
    /// Its number, by which durations know it.
    pub number: u8,
    /// Has its owner left it, so that only durations are counted here?
    pub left: bool,
    /// Has its owner, who had waited, entered here in this round? (`turn.delay`)
    pub entered: bool,
}

/// Something that somebody carries, holds or has lost.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Which weapon it is, among all of the setup.
    pub weapon: u8,
    /// Who has it; nobody where it lies about.
    pub owner: Option<Id>,
    /// Is it in hand? A part of the body always is.
    pub held: bool,
    /// Where it lies.
    pub at: Square,
    /// Damage that it has taken.
    pub harm: i16,
}

/// Somebody holds somebody. (`grapple`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Grapple {
    /// Who holds.
    pub by: Id,
    /// Whom.
    pub on: Id,
    /// What the holder has bound in it.
    pub limb_by: Limb,
    /// What the held one has bound in it.
    pub limb_on: Limb,
}

/// What a grapple binds. (`ruling.grapple`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Limb {
    /// An arm and its hand.
    Arm,
    /// A part of the body that serves as a weapon, among all items.
    Part(u8),
    /// One that no item stands for.
    Natural,
    /// It has none to bind.
    None,
}

/// A spell that goes on, and may be controlled. (`control`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Running {
    /// Its number.
    pub number: u8,
    /// Which spell.
    pub spell: u8,
    /// Whose.
    pub caster: Id,
    /// Energy for effect, duration, range and area.
    pub power: Power,
    /// When it ends.
    pub until: Until,
    /// Has it been cast or controlled in this turn?
    pub used: bool,
    /// Has it been controlled in this turn?
    pub controlled: bool,
}

/// A square whose ice or earth is no longer as the map has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Scar {
    /// Where.
    pub at: Square,
    /// What has become of it.
    pub what: Change,
}

/// What has become of a square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Change {
    /// Its ice has lost so many hit points. (`ice.object`)
    Ice(i16),
    /// Somebody has dug through it; it collapses then, or stays open while somebody is in it. (`burrow`)
    Tunnel(Option<Until>),
}

/// A thing on the map as it is now.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Where.
    pub at: Square,
    /// Whither it drifts, how many feet, and with whose turns.
    pub drift: Option<(Facing, i16, Id)>,
}

/// The most grapples at once.
pub const MOST_GRAPPLES: usize = 16;

/// The most spells that go on at once.
pub const MOST_RUNNING: usize = 32;

skirmish_bookkit::state! {
    /// A battle between two steps, and in the middle of one.
    #[derive(PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
    pub struct State {
        /// 0 before the first.
        pub round: u32,
        /// What the next step does.
        pub stage: Stage,
        /// Which slot of the order has its turn, or has it next.
        pub turn: u8,
        /// Actions of this turn so far: names the coming step.
        pub acts: u16,
        /// Who acts in turn.
        pub order: Vec<Slot>,
        /// One for each sheet.
        pub creatures: Vec<Creature>,
        /// What is carried and what lies about.
        pub items: Vec<Item>,
        /// Who holds whom.
        pub grapples: ArrayVec<Grapple, MOST_GRAPPLES>,
        /// Spells that go on.
        pub running: ArrayVec<Running, MOST_RUNNING>,
        /// What of the map has changed.
        pub scars: Vec<Scar>,
        /// Things on the map.
        pub things: Vec<Place>,
        /// The number of the next slot, or of the next spell.
        pub serial: u8,
        /// In mid-step: somebody still stands in the space of another, and is about to step out of it. (`dp.part`)
        pub parting: bool,
        /// Who can act for the sake of a side: neither dead, unconscious, incapacitated, nor gone.
        pub able: Ids,
        /// Those to whom something special may apply.
        #[serde(skip)]
        pub touched: Touched,
        /// Ended by the rules or the game master.
        pub ended: Option<Outcome>,
    }
}

skirmish_bookkit::people!(Setup, State, Sheet, Creature, touched; weapon: Weapon = weapons, spell: Spell = spells);

impl State {
    /// Everybody in the battle.
    pub fn ids(&self) -> impl Iterator<Item = Id> + use<> {
        (0..self.creatures.len()).map(Id::new)
    }

    /// Everybody who fills a space: whoever is there and alive.
    pub fn everybody(&self) -> impl Iterator<Item = Id> + use<> {
        // Nobody has to hold on to the state.
        self.here().iter()
    }

    /// The same as a set.
    pub fn here(&self) -> Ids {
        self.ids().zip(&self.creatures).filter(|(_, creature)| creature.is_here()).map(|(id, _)| id).collect()
    }

    /// The slot that has its turn.
    pub fn slot(&self) -> Option<Slot> {
        self.order.get(usize::from(self.turn)).copied()
    }

    /// Whose turn it is, once it has begun.
    pub fn active(&self) -> Option<Id> {
        let slot = self.slot().filter(|slot| !slot.left);
        slot.filter(|_| self.stage == Stage::Act).map(|slot| slot.who)
    }

    /// Who acts in turn.
    pub fn acting(&self) -> impl Iterator<Item = Id> {
        self.order.iter().filter(|slot| !slot.left).map(|slot| slot.who)
    }

    /// The slot in which somebody acts now.
    pub fn slot_of(&self, who: Id) -> Option<Slot> {
        self.order.iter().find(|slot| slot.who == who && !slot.left).copied()
    }

    /// Can it act, as far as its side is concerned?
    #[inline]
    pub fn is_able(&self, id: Id) -> bool {
        self.able.has(id)
    }

    /// An item.
    #[inline]
    pub fn item(&self, at: u8) -> Option<&Item> {
        self.items.get(usize::from(at))
    }

    /// What somebody has, with its place among all items.
    pub fn items_of(&self, who: Id) -> impl Iterator<Item = (u8, &Item)> {
        (0u8..).zip(&self.items).filter(move |(_, item)| item.owner == Some(who))
    }

    /// What somebody has in hand, parts of the body among them.
    pub fn held(&self, who: Id) -> impl Iterator<Item = (u8, &Item)> {
        self.items_of(who).filter(|(_, item)| item.held)
    }

    /// Whom somebody holds.
    pub fn holds(&self, by: Id) -> Option<&Grapple> {
        self.grapples.iter().find(|grapple| grapple.by == by)
    }

    /// Who holds somebody.
    pub fn held_by(&self, on: Id) -> Option<&Grapple> {
        self.grapples.iter().find(|grapple| grapple.on == on)
    }

    /// With whom somebody is in a grapple, on either side of it.
    pub fn grappled_with(&self, who: Id) -> Option<Id> {
        let other = |grapple: &Grapple| match who {
            _ if grapple.by == who => Some(grapple.on),
            _ if grapple.on == who => Some(grapple.by),
            _ => None,
        };
        self.grapples.iter().find_map(other)
    }

    /// Each moment from which something is counted.
    pub fn untils_mut(&mut self) -> impl Iterator<Item = &mut Until> {
        let of_creatures = self.creatures.iter_mut().flat_map(|creature| {
            let lasting = creature.lasting.iter_mut().filter_map(|lasting| lasting.until.as_mut());
            lasting.chain(&mut creature.choked).chain(&mut creature.breath)
        });
        let of_tunnels = self.scars.iter_mut().filter_map(|scar| match &mut scar.what {
            Change::Tunnel(until) => until.as_mut(),
            Change::Ice(_) => None,
        });
        self.running.iter_mut().map(|running| &mut running.until).chain(of_creatures).chain(of_tunnels)
    }

    /// A number that no slot and no spell has.
    pub fn number(&mut self) -> u8 {
        let used = |number: u8| {
            self.order.iter().any(|slot| slot.number == number)
                || self.running.iter().any(|one| one.number == number || one.until.slot == number)
        };
        let mut new = self.serial.wrapping_add(1);
        while used(new) {
            new = new.wrapping_add(1);
        }
        self.serial = new;
        new
    }

    skirmish_bookkit::bytes!(creatures, order, items, things, scars);

    /// Ends the battle by a rule.
    pub fn end(&mut self, winner: Option<Side>, by: RuleId) {
        self.ended = Some(Outcome { winner, rule: by });
    }
}
