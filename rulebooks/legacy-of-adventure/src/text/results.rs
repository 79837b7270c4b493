//! What may come of a choice, for odds.

use crate::model::Event;

skirmish_bookkit::results! { Event; opposites [(0, 1)];
    in Event::Unseen { event, .. } => event;
    "is hit": Event::Rolled { on, hit: true, .. } => on,
    "is missed": Event::Rolled { on, hit: false, .. } => on,
    "defends": Event::Defended { who, held: true, .. } => who,
    "is hurt": Event::Harmed { on, loss: 1.., .. } => on,
    "falls": Event::Fell { who, .. } => who,
    "is killed": Event::Killed { who } => who,
    "is knocked out": Event::KnockedOut { who } => who,
    "is disabled": Event::Disabled { who, .. } => who,
    "breaks what it holds": Event::Structural { who, held: false, .. } => who,
    "drops something": Event::Dropped { who, .. } => who,
    "loses what it keeps up": Event::Concentrated { who, held: false, .. } | Event::LetEnd { who, .. } => who,
    "saves": Event::Saved { who, held: true, .. } => who,
    "is prone": Event::Prone { who } => who,
    "is stunned": Event::Stunned { who } => who,
    "is found": Event::Found { who, .. } => who,
    "hides": Event::Hid { who, held: true } => who,
}
