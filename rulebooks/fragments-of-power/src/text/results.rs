//! What may come of a choice, for odds.

use skirmish_kernel::Id;

use crate::model::{Event, Kind, Plight};

/// In words that follow a name.
pub const WORDS: [&str; 18] = [
    "is hit",
    "is missed",
    "goes down",
    "falls unconscious",
    "dies",
    "is knocked prone",
    "is grappled",
    "is pushed",
    "stops bleeding",
    "burns",
    "makes the check",
    "fails the check",
    "is found",
    "falls",
    "is left open",
    "is shaken",
    "is slowed",
    "is stunned",
];

/// A hit and a miss; a check made and one failed.
pub const OPPOSITES: [(u8, u8); 2] = [(0, 1), (10, 11)];

/// Whose result an event is, and which of [`WORDS`].
pub fn result(event: &Event) -> Option<(Id, u8)> {
    Some(match *event {
        Event::Hit { on, .. } | Event::Opposed { on, won: true, .. } => (on, 0),
        Event::Missed { on, .. } | Event::Opposed { on, .. } => (on, 1),
        Event::State { who, plight: Plight::Incapacitated, on: true, .. } => (who, 2),
        Event::State { who, plight: Plight::Unconscious, on: true, .. } => (who, 3),
        Event::Died { who, .. } => (who, 4),
        Event::State { who, plight: Plight::Prone, on: true, .. } => (who, 5),
        Event::Grappled { on, .. } => (on, 6),
        Event::Shifted { who, how: crate::model::Shift::Pushed, .. } => (who, 7),
        Event::State { who, plight: Plight::Bleeding, on: false, .. } => (who, 8),
        Event::State { who, plight: Plight::OnFire, on: true, .. } => (who, 9),
        Event::Checked { who, made: true, .. } => (who, 10),
        Event::Checked { who, .. } => (who, 11),
        Event::Found { who, .. } => (who, 12),
        Event::Fell { who, .. } => (who, 13),
        Event::Afflicted { who, kind: Kind::FlatFooted, .. } => (who, 14),
        Event::Afflicted { who, kind: Kind::Shaken, .. } => (who, 15),
        Event::Afflicted { who, kind: Kind::Slowed, .. } => (who, 16),
        Event::Afflicted { who, kind: Kind::Stunned, .. } => (who, 17),
        _ => return None,
    })
}
