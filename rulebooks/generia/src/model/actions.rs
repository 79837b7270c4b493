//! What may be chosen: questions and answers.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use skirmish_grid::{Facing, Square};
use skirmish_kernel::Id;

use crate::model::{Attribute, DefenceKind, Kind, Zone};

/// The most cells of one movement; speeds are checked against it when an encounter is read.
pub const LONGEST_PATH: usize = 40;

/// The cells entered in one movement, in order.
pub type Path = ArrayVec<Square, LONGEST_PATH>;

/// The three actions of a turn. (`turn.actions`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Slot {
    /// Attack Action.
    Attack,
    /// Utility Action.
    Utility,
    /// Movement Action.
    Movement,
    /// None: what is marked as a Free Action. (`free.actions`)
    Free,
}

impl Slot {
    /// The three that a turn has.
    pub const ALL: [Self; 3] = [Self::Attack, Self::Utility, Self::Movement];

    /// `attack`
    pub fn word(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Utility => "utility",
            Self::Movement => "movement",
            Self::Free => "free",
        }
    }
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

/// Something done in one's own turn. An `arm`, a `skill` and an `ability` are one's own, or the mount's where that acts; a
/// `slot` is the action that it takes, of the rider's where the mount acts; a `level` is a cast level, from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Act {
    /// A basic attack, by itself or carried by a skill. (`action.attack-forms`)
    Strike { arm: u8, target: Id, skill: Option<u8> },
    /// Seizing somebody, by itself or at the end of a charge. (`grapple.action`)
    Grapple { target: Id, skill: Option<u8> },
    /// A spell, or a skill that is no strike.
    Use { ability: u8, level: u8, target: Target, slot: Slot },
    /// Moving; the way is asked for next. (`action.movement-forms`)
    Go(Gait),
    /// Jumping to a cell. (`jump.action`)
    Jump { to: Square, slot: Slot },
    /// Taking a weapon in hand; what is in the way is put away. (`action.swap-utility-only`)
    Swap { arm: u8 },
    /// Using an item; the game master says what comes of it. (`action.item-both`)
    Item { slot: Slot },
    /// Something that nobody is to notice, governed by an attribute. (`hidden.use`)
    Secret { slot: Slot, with: Attribute },
    /// A spell or a skill used so that nobody notices who does it. (`hidden.use`)
    Hide { ability: u8, level: u8, target: Target, slot: Slot },
    /// Shaking off a condition: getting up, finding one's balance, breaking a hold. (conditions)
    Recover { from: Kind, slot: Slot },
    /// Helping somebody next to one out of a condition, for metres of movement. (conditions)
    Help { whom: Id, from: Kind },
    /// Loading. (tag Reload)
    Reload { slot: Slot },
    /// Keeping hold of somebody. (`grappled`)
    Hold { slot: Slot },
    /// Letting go of somebody.
    LetGo,
    /// Letting the mount move. (`mount.free-move`)
    MountGo(Gait),
    /// Letting the mount strike, for an action of one's own. (`mount.extra-action`)
    MountStrike { arm: u8, target: Id, skill: Option<u8>, slot: Slot },
    /// Letting the mount seize somebody, likewise.
    MountGrapple { target: Id, slot: Slot },
    /// Letting the mount do what it knows, likewise.
    MountUse { ability: u8, level: u8, target: Target, slot: Slot },
    /// Letting the mount shake off a condition, with an action or, for a movement, with its own free one. (conditions)
    MountRecover { from: Kind, slot: Slot },
    /// Letting the mount keep hold of somebody. (`grappled`)
    MountHold { slot: Slot },
    /// Getting on a mount next to one.
    Mount(Id),
    /// Getting off, into a cell next to it.
    Dismount(Square),
    /// Ending a spell that is kept up, or something conjured, by its number. (`concentration.end-free`, `ethereal.dissolve`)
    EndSpell { serial: u16 },
    /// Looking another way.
    Face(Facing),
    /// Putting the turn off behind somebody. (`turn.delay`, a house rule)
    Delay(Id),
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

/// How an attack comes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Means {
    /// With a weapon in reach.
    Melee,
    /// A shot or a throw.
    Ranged,
    /// A spell's projectile. (`spell.pa`)
    Projectile,
    /// To seize. (`grapple.attack`)
    Grapple,
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
