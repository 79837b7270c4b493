//! What may come of a choice, for odds.

use crate::model::{Event, Kind, Plight, Shift};

skirmish_bookkit::results! { Event; opposites [(0, 1), (10, 11)];
    "is hit": Event::Hit { on, .. } | Event::Opposed { on, won: true, .. } => on,
    "is missed": Event::Missed { on, .. } | Event::Opposed { on, .. } => on,
    "goes down": Event::State { who, plight: Plight::Incapacitated, on: true, .. } => who,
    "falls unconscious": Event::State { who, plight: Plight::Unconscious, on: true, .. } => who,
    "dies": Event::Died { who, .. } => who,
    "is knocked prone": Event::State { who, plight: Plight::Prone, on: true, .. } => who,
    "is grappled": Event::Grappled { on, .. } => on,
    "is pushed": Event::Shifted { who, how: Shift::Pushed, .. } => who,
    "stops bleeding": Event::State { who, plight: Plight::Bleeding, on: false, .. } => who,
    "burns": Event::State { who, plight: Plight::OnFire, on: true, .. } => who,
    "makes the check": Event::Checked { who, made: true, .. } => who,
    "fails the check": Event::Checked { who, .. } => who,
    "is found": Event::Found { who, .. } => who,
    "falls": Event::Fell { who, .. } => who,
    "is left open": Event::Afflicted { who, kind: Kind::FlatFooted, .. } => who,
    "is shaken": Event::Afflicted { who, kind: Kind::Shaken, .. } => who,
    "is slowed": Event::Afflicted { who, kind: Kind::Slowed, .. } => who,
    "is stunned": Event::Afflicted { who, kind: Kind::Stunned, .. } => who,
}
