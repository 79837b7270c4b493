//! What may be chosen: questions and answers.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Attribute, DefenceKind, Kind, Zone};

/// The most cells of one movement; speeds are checked against it when an encounter is read.
pub const LONGEST_PATH: usize = 40;

/// The cells entered in one movement, in order.
pub type Path = ArrayVec<Square, LONGEST_PATH>;

skirmish_bookkit::words! {
    /// The actions of a turn. (`turn.actions`)
    pub enum Slot {
        Attack = "attack" by rule::ACTION_ATTACK_FORMS: "Attack Action.",
        Utility = "utility" by rule::ACTION_UTILITY_FORMS: "Utility Action.",
        Movement = "movement" by rule::ACTION_MOVEMENT_FORMS: "Movement Action.",
        Free = "free" by rule::FREE_ACTIONS: "None: what is marked as a Free Action.",
    }
}

impl Slot {
    /// The three that a turn has.
    pub const SPENT: [Self; 3] = [Self::Attack, Self::Utility, Self::Movement];
}

/// What an action is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Target {
    /// Nothing, or oneself.
    Nothing,
    /// A creature.
    Creature(Id),
    /// A cell.
    Cell(Square),
}

/// How one moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Gait {
    /// Up to Movement Speed.
    Walk,
    /// Farther, for energy. (`action.sprint`)
    Sprint,
}

skirmish_bookkit::cited! {
    /// Something done in one's own turn. An `arm`, a `skill` and an `ability` are one's own, or the mount's where that acts; a
    /// `slot` is the action that it takes, of the rider's where the mount acts; a `level` is a cast level, from 1.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Act;

    /// A basic attack, by itself or carried by a skill.
    Strike { arm: u8, target: Id, skill: Option<u8> } => [ACTION_ATTACK_FORMS],
    /// Seizing somebody, by itself or at the end of a charge.
    Grapple { target: Id, skill: Option<u8> } => [GRAPPLE_ACTION, ACTION_ATTACK_FORMS],
    /// A spell, or a skill that is no strike.
    Use { ability: u8, level: u8, target: Target, slot: Slot } => [in [slot.rule()]],
    /// Moving; the way is asked for next.
    Go(Gait) => [ACTION_MOVEMENT_FORMS],
    /// Jumping to a cell.
    Jump { to: Square, slot: Slot } => [JUMP_ACTION, ACTION_JUMP_ANY],
    /// Taking a weapon in hand; what is in the way is put away.
    Swap { arm: u8 } => [ACTION_SWAP_UTILITY_ONLY, ACTION_UTILITY_FORMS],
    /// Using an item; the game master says what comes of it.
    Item { slot: Slot } => [ACTION_ITEM_BOTH],
    /// Something that nobody is to notice, governed by an attribute.
    Secret { slot: Slot, with: Attribute } => [HIDDEN_USE],
    /// A spell or a skill used so that nobody notices who does it.
    Hide { ability: u8, level: u8, target: Target, slot: Slot } => [HIDDEN_USE],
    /// Shaking off a condition: getting up, finding one's balance, breaking a hold. (conditions)
    Recover { from: Kind, slot: Slot } => [in [from.rule()], DICE_OPPOSED if *from == Kind::Grappled],
    /// Helping somebody next to one out of a condition, for metres of movement. (conditions)
    Help { whom: Id, from: Kind } => [in [from.rule()]],
    /// Loading.
    Reload { slot: Slot } => [TAG_RELOAD],
    /// Keeping hold of somebody.
    Hold { slot: Slot } => [CONDITION_GRAPPLED],
    /// Letting go of somebody.
    LetGo => [CONDITION_GRAPPLED],
    /// Letting the mount move.
    MountGo(Gait) => [MOUNT_FREE_MOVE],
    /// Letting the mount strike, for an action of one's own.
    MountStrike { arm: u8, target: Id, skill: Option<u8>, slot: Slot } => [MOUNT_EXTRA_ACTION],
    /// Letting the mount seize somebody, likewise.
    MountGrapple { target: Id, slot: Slot } => [MOUNT_EXTRA_ACTION, GRAPPLE_ACTION],
    /// Letting the mount do what it knows, likewise.
    MountUse { ability: u8, level: u8, target: Target, slot: Slot } => [MOUNT_EXTRA_ACTION],
    /// Letting the mount shake off a condition, with an action or, for a movement, with its own free one. (conditions)
    MountRecover { from: Kind, slot: Slot } => [in [from.rule()], MOUNT_EXTRA_ACTION],
    /// Letting the mount keep hold of somebody.
    MountHold { slot: Slot } => [CONDITION_GRAPPLED, MOUNT_EXTRA_ACTION],
    /// Getting on a mount next to one.
    Mount(Id) => [MOUNT_INITIATIVE],
    /// Getting off, into a cell next to it.
    Dismount(Square) => [MOUNT_INITIATIVE],
    /// Ending a spell that is kept up, or something conjured, by its number. (`ethereal.dissolve`)
    EndSpell { serial: u16 } => [CONCENTRATION_END_FREE, FREE_ACTIONS],
    /// Looking another way.
    Face(Facing) => [FREE_ACTIONS],
    /// Putting the turn off behind somebody. (`turn.delay`, a house rule)
    Delay(Id) => [FREE_ACTIONS],
}

impl Act {
    /// Does the mount do it, for one of its rider's actions? (`mount.extra-action`)
    pub fn is_mounts(&self) -> bool {
        let strikes = matches!(self, Self::MountStrike { .. } | Self::MountGrapple { .. } | Self::MountUse { .. });
        strikes || matches!(self, Self::MountRecover { .. } | Self::MountHold { .. })
    }
}

/// An attack that is about to be met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Incoming {
    /// Whose.
    pub by: Id,
    /// Whom it is aimed at; the rider answers for the mount.
    pub on: Id,
    /// Its total, if the defender knows it. (`defence.knows-total`)
    pub total: Option<i32>,
    /// How it comes.
    pub means: Means,
    /// May it be parried at all?
    pub parriable: bool,
    /// Has a bodily defence been tried, so that a spell alone may be added? (`sd.stacks`, a house rule)
    pub again: bool,
}

skirmish_bookkit::cited! {
    /// How an attack comes, and what it is rolled by.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Means;

    /// With a weapon in reach.
    Melee => [MELEE_ATTACK_ROLL, MELEE_DEFINITION],
    /// A shot or a throw.
    Ranged => [RANGED_ATTACK_ROLL, RANGED_DEFINITION],
    /// A spell's projectile.
    Projectile => [SPELL_PA],
    /// To seize.
    Grapple => [GRAPPLE_ATTACK],
}

impl Means {
    /// What may be met with what.
    pub fn defences(self) -> RuleId {
        match self {
            Self::Melee | Self::Grapple => rule::MELEE_DEFENCES,
            Self::Ranged => rule::RANGED_DEFENCES,
            Self::Projectile => rule::SPELL_PA_DEFENCES,
        }
    }

    /// What comes of it where no defence holds.
    pub fn undefended(self) -> RuleId {
        if self == Self::Ranged { rule::RANGED_FAILED_DEFENCE } else { rule::MELEE_FAILED_DEFENCE }
    }

    /// Is it shot, thrown or cast?
    pub fn flies(self) -> bool {
        matches!(self, Self::Ranged | Self::Projectile)
    }
}

/// When a reaction may be used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Occasion {
    /// An attack on somebody has been rolled.
    Rolled(Incoming),
    /// One's own block has let no hit through.
    Blocked(Id),
    /// One's own attack has hit.
    Hit {
        /// Whom.
        on: Id,
        /// With which arm; none for a spell's projectile.
        arm: Option<u8>,
    },
    /// Somebody leaves one's reach.
    Leaves {
        /// Who.
        who: Id,
        /// With a step to here.
        to: Square,
    },
}

/// How an attack is met.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Defend {
    /// Not at all.
    No,
    /// Out of the way. (`dodge.roll`)
    Dodge,
    /// With an arm. (`parry.roll`)
    Parry(u8),
    /// With an arm or a shield. (`block.roll`)
    Block(u8),
    /// With a spell at a level. (`spell.sd`)
    Spell(u8, u8),
    /// The mount, with an arm of its own, where its rider could answer for it. (`mount.block-parry`)
    MountParry(u8),
    /// The same for a block.
    MountBlock(u8),
}

impl Defend {
    /// The kind of bodily defence.
    pub fn kind(self) -> Option<DefenceKind> {
        match self {
            Self::Dodge => Some(DefenceKind::Dodge),
            Self::Parry(_) | Self::MountParry(_) => Some(DefenceKind::Parry),
            Self::Block(_) | Self::MountBlock(_) => Some(DefenceKind::Block),
            Self::No | Self::Spell(..) => None,
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Something done.
    Act(Act),
    /// Nothing more: the turn is over. (`turn.end`)
    End,
    /// The way, cell by cell; empty: stay.
    Walk(Path),
    /// The same way, unseen if that can be done. (`sneak.check`)
    Sneak(Path),
    /// How the attack is met.
    Defend(Defend),
    /// A reaction: an ability, with an arm where it strikes.
    React(u8, Option<u8>),
    /// None.
    Pass,
    /// The zone that is struck.
    Zone(Zone),
    /// Yes or no: second die, detection, landing.
    Yes(bool),
    /// After a parry: a counter-attack with an arm, or a grapple.
    Counter(Option<u8>),
    /// After a parry: the attacker's next defence suffers.
    Penalty,
    /// With which attribute to save.
    With(Attribute),
    /// Where to look.
    Face(Facing),
}
