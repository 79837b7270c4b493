//! What may come of a choice, for odds.

use crate::model::{Condition, Event};

skirmish_bookkit::results! { Event; opposites [(0, 1), (7, 8)];
    "is hit": Event::Hit { on, .. } => on,
    "is missed": Event::Missed { on, .. } => on,
    "falls unconscious": Event::State { who, now: Condition::Unconscious, .. } => who,
    "dies or is out of the fight": Event::State { who, now: Condition::Dead, .. } => who,
    "comes to": Event::State { who, now: Condition::Conscious, .. } => who,
    "falls prone": Event::Posture { who, prone: true, .. } => who,
    "is in another form": Event::Shaped { who, .. } => who,
    "makes the save": Event::Saved { who, made: true, .. } => who,
    "fails the save": Event::Saved { who, .. } => who,
}
