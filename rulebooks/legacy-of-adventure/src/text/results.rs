//! What may come of a choice, for odds.

use skirmish_kernel::Id;

use crate::model::Event;

/// In words that follow a name.
pub const WORDS: [&str; 16] = [
    "is hit",
    "is missed",
    "defends",
    "is hurt",
    "falls",
    "is killed",
    "is knocked out",
    "is disabled",
    "breaks what it holds",
    "drops something",
    "loses what it keeps up",
    "saves",
    "is prone",
    "is stunned",
    "is found",
    "hides",
];

/// A hit and a miss.
pub const OPPOSITES: [(u8, u8); 1] = [(0, 1)];

/// Whose result an event is, and which of [`WORDS`].
pub fn result(event: &Event) -> Option<(Id, u8)> {
    Some(match event {
        Event::Unseen { event, .. } => return result(event),
        Event::Rolled { on, hit: true, .. } => (*on, 0),
        Event::Rolled { on, hit: false, .. } => (*on, 1),
        Event::Defended { who, held: true, .. } => (*who, 2),
        Event::Harmed { on, loss: 1.., .. } => (*on, 3),
        Event::Fell { who, .. } => (*who, 4),
        Event::Killed { who } => (*who, 5),
        Event::KnockedOut { who } => (*who, 6),
        Event::Disabled { who, .. } => (*who, 7),
        Event::Structural { who, held: false, .. } => (*who, 8),
        Event::Dropped { who, .. } => (*who, 9),
        Event::Concentrated { who, held: false, .. } | Event::LetEnd { who, .. } => (*who, 10),
        Event::Saved { who, held: true, .. } => (*who, 11),
        Event::Prone { who } => (*who, 12),
        Event::Stunned { who } => (*who, 13),
        Event::Found { who, .. } => (*who, 14),
        Event::Hid { who, held: true } => (*who, 15),
        _ => return None,
    })
}
