//! One combatant as it is now.

use std::hash::{Hash, Hasher};

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::{Facing, Square};
use skirmish_kernel::Id;

use crate::model::{Attribute, Condition, DefenceKind, Kind, Setup, Sheet, Slot, Target, Zone};

/// The most conditions that one creature has at once: one of each kind.
pub const MOST_CONDITIONS: usize = 15;

/// The most weapons of one creature that want loading at once.
pub const MOST_UNLOADED: usize = 4;

/// The most spells that one creature keeps up at once, whatever the table allows.
pub const MOST_KEPT: usize = 9;

skirmish_bookkit::state! {
    /// A combatant as it is now.
    #[derive(PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Creature {
        /// Where.
        pub at: Square,
        /// Where it looks.
        pub facing: Facing,
        /// What it has suffered.
        pub wounds: Wounds,
        /// Energy left.
        pub energy: i32,
        /// Mana left.
        pub mana: i32,
        /// What its turn has used up. (`turn.actions`)
        pub spent: Spent,
        /// Taken off its next defence roll. (`parry.option-penalty`)
        pub penalty: i32,
        /// Rounds until that is forgotten; 0 where nothing counts them.
        pub penalty_rounds: u16,
        /// Has its next concentration save advantage? (a ritual's ward)
        pub warded: bool,
        /// What its reactions have given it for the rest of this turn.
        pub given: Given,
        /// What ails it, oldest first.
        pub conditions: ArrayVec<Condition, MOST_CONDITIONS>,
        /// The spells it keeps up, oldest first. (`concentration.limit`)
        pub concentration: ArrayVec<Concentration, MOST_KEPT>,
        /// What it holds, by its arms.
        pub hands: [Hand; 2],
        /// Its weapons that are not loaded. (tag Reload)
        pub unloaded: ArrayVec<Unloaded, MOST_UNLOADED>,
        /// What armour has lost, by zone.
        pub dents: [u8; 4],
        /// Whom it holds. (`grapple.result`)
        pub holds: Option<Id>,
        /// Has it spent an action on holding in this turn?
        pub held_on: bool,
        /// Whom it rides.
        pub mount: Option<Id>,
        /// Who rides it.
        pub rider: Option<Id>,
        /// Initiative, once rolled.
        pub initiative: Option<i16>,
        /// Joined when the round was running: acts from the next one on.
        pub joined: bool,
        /// Not on the board.
        pub gone: bool,
        /// What the game master has said.
        pub circumstances: Circumstances,
    }
}

impl Hash for Creature {
    /// Of what mostly tells one state of a fight from another, in few words: whether two are the same is decided by all of it.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Wounds { light, severe, is_out } = self.wounds;
        let Spent { attack, utility, movement, in_turn, walked, .. } = self.spent;
        let flag = |set: bool, bit: u32| u64::from(set) << bit;
        let flags = flag(is_out, 0) | flag(attack, 1) | flag(utility, 2) | flag(movement, 3) | flag(in_turn, 4);
        (self.at, self.facing).hash(hasher);
        hasher.write_u64(flags | u64::from(light) << 8 | u64::from(severe) << 16 | u64::from(walked) << 24);
        hasher.write_u32(u32::from_ne_bytes(self.dents));
        hasher.write_i32(self.energy);
        hasher.write_i32(self.mana);
        hasher.write_i32(self.penalty << 16 ^ i32::from(self.penalty_rounds));
        (self.initiative, self.hands).hash(hasher);
        self.conditions.hash(hasher);
    }
}

impl Creature {
    /// A combatant as it comes.
    pub fn new(g: &Setup, sheet: &Sheet) -> Self {
        let mut hands = [Hand::Empty; 2];
        for (at, arm) in sheet.arms.iter().enumerate().filter(|(_, arm)| arm.in_hand) {
            hands = Hand::taking(hands, at as u8, g.weapon(arm.weapon).hands).unwrap_or(hands);
        }
        let is_out = i32::from(sheet.start.light) + i32::from(sheet.start.severe) >= sheet.wound_limit;
        // Whoever comes unconscious lies there. (`wound.unconscious`)
        let lies = is_out.then(|| Condition::new(Kind::Prone, 0, 0));
        Self {
            at: sheet.at,
            facing: sheet.facing,
            wounds: Wounds { light: sheet.start.light, severe: sheet.start.severe, is_out },
            conditions: lies.into_iter().collect(),
            energy: sheet.start.energy,
            mana: sheet.start.mana,
            hands,
            ..Self::default()
        }
    }

    /// Is there nothing special about it? Then most rules have nothing to ask. Its place, points, wounds, hands and what its turn has used
    /// up may be anything.
    pub fn is_plain(&self) -> bool {
        let is_free = self.holds.is_none() && self.mount.is_none() && self.rider.is_none();
        let is_well = self.conditions.is_empty() && self.penalty == 0 && self.penalty_rounds == 0;
        let is_helped = self.given != Given::default() || !self.concentration.is_empty();
        // Whoever has not thrown for initiative is looked for as each round begins.
        let is_placed = self.initiative.is_some();
        is_free && is_well && is_placed && !is_helped && self.circumstances == Circumstances::default()
    }

    /// Has it a condition of this kind?
    pub fn has(&self, kind: Kind) -> bool {
        self.condition(kind).is_some()
    }

    /// Its condition of this kind.
    pub fn condition(&self, kind: Kind) -> Option<&Condition> {
        self.conditions.iter().find(|condition| condition.kind == kind)
    }

    /// The same, to change.
    pub fn condition_mut(&mut self, kind: Kind) -> Option<&mut Condition> {
        self.conditions.iter_mut().find(|condition| condition.kind == kind)
    }

    /// Actions until one of its arms is loaded again. (tag Reload)
    pub fn to_load(&self, arm: u8) -> u8 {
        self.unloaded.iter().find(|unloaded| unloaded.arm == arm).map_or(0, |unloaded| unloaded.actions)
    }

    /// The arm in hand that wants loading, and how many actions that takes.
    pub fn loading(&self) -> Option<Unloaded> {
        self.unloaded.iter().copied().find(|unloaded| self.in_hand().any(|arm| arm == unloaded.arm))
    }

    /// So many actions until an arm is loaded again.
    pub fn set_to_load(&mut self, arm: u8, actions: u8) {
        self.unloaded.retain(|unloaded| unloaded.arm != arm);
        if actions > 0 {
            if self.unloaded.is_full() {
                // Nobody shoots so many weapons in one fight: the oldest has been seen to.
                self.unloaded.remove(0);
            }
            self.unloaded.push(Unloaded { arm, actions });
        }
    }

    /// What is in its hands, as arms.
    pub fn in_hand(&self) -> impl Iterator<Item = u8> + '_ {
        let second = (self.hands[1] != self.hands[0]).then_some(self.hands[1]);
        [Some(self.hands[0]), second].into_iter().flatten().filter_map(|hand| match hand {
            Hand::Arm(arm) => Some(arm),
            Hand::Empty => None,
        })
    }
}

/// A weapon that has been shot. (tag Reload)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Unloaded {
    /// Which of its arms.
    pub arm: u8,
    /// Actions that loading still takes.
    pub actions: u8,
}

/// Wounds and what came of them. (`wound.*`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Wounds {
    /// Light ones.
    pub light: u8,
    /// Severe ones.
    pub severe: u8,
    /// Unconscious.
    pub is_out: bool,
}

impl Wounds {
    /// All of them.
    pub fn total(self) -> i32 {
        i32::from(self.light) + i32::from(self.severe)
    }
}

/// The slots of a turn, and what else happens once in it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// The Attack Action.
    pub attack: bool,
    /// The Utility Action.
    pub utility: bool,
    /// The Movement Action.
    pub movement: bool,
    /// Has anything been done yet? Getting up comes first.
    pub begun: bool,
    /// The mount's free movement. (`mount.free-move`)
    pub mount_move: bool,
    /// Has it moved in this turn?
    pub moved: bool,
    /// Metres gone with the Movement Action.
    pub walked: u8,
    /// Was energy paid to go farther with it? (`action.sprint`)
    pub sprinted: bool,
    /// Does it still go on?
    pub going: Going,
    /// Has the turn begun, and not ended yet? One that is put off begins once. (`round.order`)
    pub in_turn: bool,
}

impl Spent {
    /// Is this action of the turn used up?
    pub fn has(self, slot: Slot) -> bool {
        match slot {
            Slot::Attack => self.attack,
            Slot::Utility => self.utility,
            Slot::Movement => self.movement,
            Slot::Free => false,
        }
    }
}

/// How a Movement Action goes on, until something else comes in between.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Going {
    /// Not at all.
    #[default]
    Over,
    /// One has walked, and may yet help somebody up with the metres that are left.
    Walked,
    /// One has helped somebody, and may walk with the metres that are left.
    Helped,
}

/// Advantage on one kind of defence for the rest of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Given {
    /// On dodges.
    pub dodge: bool,
    /// On parries.
    pub parry: bool,
    /// On blocks.
    pub block: bool,
}

impl Given {
    /// That on one kind of defence.
    pub fn of(&mut self, kind: DefenceKind) -> &mut bool {
        match kind {
            DefenceKind::Dodge => &mut self.dodge,
            DefenceKind::Parry => &mut self.parry,
            DefenceKind::Block => &mut self.block,
        }
    }

    /// Is there any on this kind?
    pub fn has(mut self, kind: DefenceKind) -> bool {
        *self.of(kind)
    }
}

/// A spell that is kept up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Concentration {
    /// Which.
    pub ability: u8,
    /// At which level.
    pub level: u8,
    /// Its number: areas and conditions name it.
    pub serial: u16,
    /// How often it may still work, for what works a few times.
    pub uses: u8,
}

/// What is in a hand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub enum Hand {
    /// Nothing.
    #[default]
    Empty,
    /// One of its arms; a two-handed one is in both.
    Arm(u8),
}

impl Hand {
    /// The hands with one more arm in them, which takes so many; none where they are full.
    pub fn taking(hands: [Self; 2], arm: u8, takes: u8) -> Option<[Self; 2]> {
        match (takes, hands) {
            (2.., [Self::Empty, Self::Empty]) => Some([Self::Arm(arm); 2]),
            (..2, [Self::Empty, other]) => Some([Self::Arm(arm), other]),
            (..2, [other, Self::Empty]) => Some([other, Self::Arm(arm)]),
            _ => None,
        }
    }
}

/// What the game master has said of a combatant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Circumstances {
    /// Advantage score added to its attacks.
    pub attack: i8,
    /// To its defences.
    pub defence: i8,
    /// To its checks and saves.
    pub check: i8,
    /// Points added to its attacks.
    pub extra_attack: i16,
    /// To its defences.
    pub extra_defence: i16,
    /// Is an attack on it from behind, whatever it looks at?
    pub backstab: Option<bool>,
    /// Cover, as a score for its dodges.
    pub cover: Option<i8>,
    /// Has it lost its focus?
    pub no_focus: bool,
    /// Zone that blows at it land on.
    pub zone: Option<Zone>,
    /// Has it given up? It can act, and fights no more. (`round.next`)
    pub yields: bool,
}

/// A check that the game master has called for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Request {
    /// Whose.
    pub who: Id,
    /// With what.
    pub what: Requested,
}

/// What is to be checked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Requested {
    /// An attribute against a number.
    Check(Attribute, i32),
    /// A fall of so many metres, caused by something of that DC, after so much damage. (`fall.damage`)
    Fall(u16, i32, i32),
    /// Ethereal matter of a tier that has been swallowed is mana again. (`ethereal.absorbed`)
    Backlash(u8),
    /// A ritual is held before combat, at something. (`keyword.ritual`)
    Ritual(u8, Target),
    /// A phase passes outside combat. (`phase.length`)
    Phase,
    /// Somebody sneaks past another; without a score for the worst cell, by the cell in which it is. (`sneak.check`)
    Sneak(Id, Option<i8>),
}
