//! What may come of a choice, for odds.

use skirmish_kernel::Id;

use crate::model::{Condition, Event};

/// In words that follow a name.
pub const WORDS: [&str; 9] = [
    "is hit",
    "is missed",
    "falls unconscious",
    "dies or is out of the fight",
    "comes to",
    "falls prone",
    "is in another form",
    "makes the save",
    "fails the save",
];

/// A hit and a miss; a save made and one failed.
pub const OPPOSITES: [(u8, u8); 2] = [(0, 1), (7, 8)];

/// Whose result an event is, and which of [`WORDS`].
pub fn result(event: &Event) -> Option<(Id, u8)> {
    Some(match *event {
        Event::Hit { on, .. } => (on, 0),
        Event::Missed { on, .. } => (on, 1),
        Event::State { who, now: Condition::Unconscious, .. } => (who, 2),
        Event::State { who, now: Condition::Dead, .. } => (who, 3),
        Event::State { who, now: Condition::Conscious, .. } => (who, 4),
        Event::Posture { who, prone: true, .. } => (who, 5),
        Event::Shaped { who, .. } => (who, 6),
        Event::Saved { who, made, .. } => (who, if made { 7 } else { 8 }),
        _ => return None,
    })
}
