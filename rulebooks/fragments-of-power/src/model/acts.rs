//! What may be chosen: questions and answers.

use serde::{Deserialize, Serialize};
use skirmish_bookkit::words;
use skirmish_grid::{Facing, Square, Steps};
use skirmish_kernel::Id;

use super::{Attribute, Limb, Power, Ready};
use crate::catalogue::rule;

/// With what somebody strikes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Arm {
    /// The bare hand, or the body.
    Unarmed,
    /// One of the items.
    Item(u8),
}

words! {
    /// How an attack is made. (`attack.choice`)
    pub enum Manner {
        Melee = "melee": "In reach, with STR.",
        Finesse = "finesse": "In reach, with DEX. (`attack.melee.dex`)",
        Thrown = "thrown": "Thrown.",
        Shot = "shot": "Shot.",
    }
}

impl Manner {
    /// The attribute behind it.
    pub fn attribute(self) -> Attribute {
        if self == Self::Melee { Attribute::Str } else { Attribute::Dex }
    }

    /// Is it a ranged attack?
    pub fn is_ranged(self) -> bool {
        matches!(self, Self::Thrown | Self::Shot)
    }
}

/// What an attack is to do. (`maneuver.general`)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Deed {
    /// Damage.
    Hit,
    /// Drive somebody back.
    Push,
    /// Leave somebody open.
    Feint,
    /// Bring somebody down.
    Trip,
    /// Seize somebody.
    Grapple,
    /// Strike something out of somebody's hands.
    Disarm(u8),
    /// Break something that somebody carries.
    Break(Carried),
}

/// Something that somebody has on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Carried {
    /// One of the items.
    Item(u8),
    /// The armour.
    Armour,
}

/// One attack, but for its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Attack {
    /// With what.
    pub arm: Arm,
    /// How.
    pub manner: Manner,
    /// What for.
    pub deed: Deed,
}

/// What something is aimed at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Aim {
    /// Somebody.
    Creature(Id),
    /// A square: of an area, or in which somebody who is hidden is thought to be. (`hidden.guess`)
    Cell(Square),
    /// A direction.
    Way(Facing),
    /// Whoever sets off what was readied. (`ready`)
    Them,
}

words! {
    /// How one moves. (`ruling.one-mode`)
    pub enum Gait {
        Run = "run" by rule::RUN: "On foot.",
        Fly = "fly" by rule::RULING_FLIGHT: "Through the air.",
        Swim = "swim" by rule::SWIM: "Through water.",
        Climb = "climb" by rule::CLIMB: "Up or down.",
        Burrow = "burrow" by rule::BURROW: "Through earth.",
    }
}

impl Gait {
    /// What somebody does who moves so.
    pub(super) fn goes(self) -> &'static str {
        ["goes", "flies", "swims", "climbs", "digs"][self as usize]
    }
}

skirmish_bookkit::cited! {
    /// Something done in one's turn; `R` is what may be readied.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
    pub enum Act<R = Ready>;

    /// An attack.
    Attack { attack: Attack, on: Aim } => [
        ACTION_BASIC, DP_ATTACK, DP_GUESS if matches!(on, Aim::Cell(_)),
        DP_BREAK if matches!(attack.deed, Deed::Break(_)), ATTACK_BASIC,
    ],
    /// Moving; the way is asked for next.
    Move(Gait) => [ACTION_BASIC, MOVE_BASIC],
    /// Pushing off, weightless; with fewer feet than one could, if any are named. (`zero-g.fixed`, `zero-g.loose`)
    PushOff(Facing, i16) => [ACTION_BASIC, ZERO_G_STILL],
    /// A jump into a square.
    Jump { to: Square, prepared: bool } => [ACTION_BASIC, JUMP],
    /// Getting up.
    Stand => [ACTION_BASIC, PRONE],
    /// Five feet on the ground.
    Crawl(Square) => [ACTION_BASIC, RULING_CRAWL, CRAWL],
    /// The next attack has disadvantage.
    Dodge => [ACTION_BASIC, DODGE],
    /// Gathering Energy.
    Focus => [ACTION_BASIC, FOCUS],
    /// A spell, with Energy for effect, duration, range and area; from an item where one is named.
    Cast { spell: u8, power: Power, item: Option<u8>, at: Aim } =>
        [ACTION_BASIC, DP_ENERGY, DP_AREA if matches!(at, Aim::Cell(_) | Aim::Way(_)), CAST],
    /// A spell that goes on.
    Control { number: u8, at: Aim } => [ACTION_BASIC, DP_COMMAND, CONTROL],
    /// Letting another creature act.
    Command(Id) => [ACTION_BASIC, DP_COMMAND, COMMAND],
    /// Waiting with an action for its moment.
    Ready(R) => [ACTION_BASIC, DP_READY, READY],
    /// Frightening somebody.
    Intimidate(Aim) => [ACTION_BASIC, SKILL_INTIMIDATE],
    /// Stopping blood. (`bleeding.medicine`)
    Medicine(Id) => [ACTION_BASIC, SKILL_MEDICINE],
    /// Going unseen.
    Sneak => [ACTION_BASIC, SKILL_SNEAK],
    /// Looking for somebody.
    Search => [ACTION_BASIC, SKILL_SEARCH],
    /// One shot at everybody in an area.
    Volley { item: u8, at: Square } => [ACTION_BASIC, DP_AREA, FEAT_VOLLEY],
    /// Taking something in hand.
    Draw(u8) => [ACTION_BASIC, ACTION_MUNDANE],
    /// Picking something up.
    PickUp(u8) => [ACTION_BASIC, ACTION_MUNDANE],
    /// Getting on somebody's back.
    Mount(Id) => [ACTION_BASIC, ACTION_MUNDANE],
    /// Getting off.
    Dismount(Square) => [ACTION_BASIC, ACTION_MUNDANE],
    /// Something that needs no rule: a door, a lever.
    Handle => [ACTION_BASIC, ACTION_MUNDANE],
    /// Not letting somebody breathe.
    Choke => [ACTION_BASIC, RULING_CHOKE, GRAPPLING_CHOKE],
    /// Rolling on the ground.
    PutOut => [ACTION_BASIC, ON_FIRE],
    /// Coming to rest, weightless.
    Stabilize => [ACTION_BASIC, DP_STABILIZE, ZERO_G_STABILIZE],
    /// Letting something fall.
    Drop(u8) => [ACTION_BASIC, FREE_WHEN, FREE_COST],
    /// Dropping to the ground.
    DropProne => [ACTION_BASIC, FREE_WHEN, FREE_COST],
    /// Letting somebody go.
    Release => [ACTION_BASIC, FREE_WHEN, GRAPPLING_RELEASE],
    /// Taking off or coming down, as part of no action of its own.
    Land => [ACTION_BASIC, FLY_DESCEND],
}

/// What is readied readies nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Never {}

impl<R> Act<R> {
    /// The same act, if what it readies can be made into something else.
    pub fn readying<Q>(self, ready: impl FnOnce(R) -> Option<Q>) -> Option<Act<Q>> {
        Some(match self {
            Self::Ready(what) => Act::Ready(ready(what)?),
            Self::Attack { attack, on } => Act::Attack { attack, on },
            Self::Move(gait) => Act::Move(gait),
            Self::PushOff(way, feet) => Act::PushOff(way, feet),
            Self::Jump { to, prepared } => Act::Jump { to, prepared },
            Self::Stand => Act::Stand,
            Self::Crawl(to) => Act::Crawl(to),
            Self::Dodge => Act::Dodge,
            Self::Focus => Act::Focus,
            Self::Cast { spell, power, item, at } => Act::Cast { spell, power, item, at },
            Self::Control { number, at } => Act::Control { number, at },
            Self::Command(whom) => Act::Command(whom),
            Self::Intimidate(on) => Act::Intimidate(on),
            Self::Medicine(on) => Act::Medicine(on),
            Self::Sneak => Act::Sneak,
            Self::Search => Act::Search,
            Self::Volley { item, at } => Act::Volley { item, at },
            Self::Draw(item) => Act::Draw(item),
            Self::PickUp(item) => Act::PickUp(item),
            Self::Mount(on) => Act::Mount(on),
            Self::Dismount(to) => Act::Dismount(to),
            Self::Handle => Act::Handle,
            Self::Choke => Act::Choke,
            Self::PutOut => Act::PutOut,
            Self::Stabilize => Act::Stabilize,
            Self::Drop(item) => Act::Drop(item),
            Self::DropProne => Act::DropProne,
            Self::Release => Act::Release,
            Self::Land => Act::Land,
        })
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// Do something.
    Act(Act),
    /// Let somebody who is commanded do something.
    Let(Id, Act),
    /// Put the turn off. (`turn.delay`)
    Delay,
    /// Do nothing more.
    End,
    /// A way, and whether to look around and go on from its end.
    Walk {
        /// Square by square.
        steps: Steps,
        /// Feet up, or below 0 down.
        climb: i16,
        /// Is there more of the way to come?
        on: bool,
    },
    /// Yes or no.
    Yes(bool),
    /// So many feet, in a direction.
    Feet(Facing, i16),
    /// A direction.
    Way(Facing),
    /// Fling it there, or take it.
    Fling(Option<Facing>),
    /// A limb.
    Limb(Limb),
    /// A square.
    Cell(Square),
    /// What strikes next.
    Next(Ailment),
}

words! {
    /// What strikes as a turn starts. (`turn.start-sequence`)
    pub enum Ailment {
        Bleeding = "bleeding": "The loss of blood.",
        Fire = "fire": "Fire.",
        Poison = "poison": "Poison.",
    }
}
