//! What may come of a choice, for odds.

use skirmish_kernel::Id;

use crate::model::{Ending, Event, Kind};

/// Kinds of condition.
const KINDS: usize = Kind::ALL.len();

/// Results of their own, then each condition as it comes, then as it goes.
macro_rules! words {
    ($($own:literal),+; $($kind:literal),+) => {
        [$($own,)+ $(concat!("is ", $kind),)+ $(concat!("is no longer ", $kind),)+]
    };
}

/// In words that follow a name.
pub const WORDS: [&str; 11 + 2 * KINDS] = words![
    "is hit", "is missed", "is knocked out", "is wounded", "loses the spell", "saves", "lands", "falls", "wakes up",
    "goes unseen", "is noticed";
    "off-balance", "prone", "grappled", "restrained", "slowed", "blinded", "stunned", "frightened", "confused", "hidden",
    "bleeding", "burning", "poisoned", "shocked", "panicked"
];

/// A hit and a miss; unnoticed by a watcher, or not.
pub const OPPOSITES: [(u8, u8); 2] = [(0, 1), (9, 10)];

/// Whose result an event is, and which of [`WORDS`].
pub fn result(event: &Event) -> Option<(Id, u8)> {
    let condition = |kind: Kind, from: usize| (WORDS.len() - from + kind as usize) as u8;
    Some(match event {
        Event::Damage { on, hit: true, .. } => (*on, 0),
        Event::Avoided { on, .. } => (*on, 1),
        Event::Out { who, .. } => (*who, 2),
        Event::Wounded { who, .. } => (*who, 3),
        Event::LetsEnd { who, how: Ending::Broken, .. } => (*who, 4),
        Event::Saved { who, saved: true, .. } => (*who, 5),
        Event::Jumped { who, landed: true, .. } => (*who, 6),
        Event::Fell { who, .. } => (*who, 7),
        Event::Woke { who, .. } => (*who, 8),
        Event::Sneaked { who, unseen, .. } => (*who, if *unseen { 9 } else { 10 }),
        Event::Inflicted { who, kind, .. } => (*who, condition(*kind, 2 * KINDS)),
        Event::Ended { who, kind } => (*who, condition(*kind, KINDS)),
        _ => return None,
    })
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    pub fn every_condition_has_its_words() {
        let who = Id::new(0);
        for kind in Kind::ALL {
            let words = |event: &Event| result(event).map(|(_, at)| WORDS[usize::from(at)]);
            let comes = format!("is {}", kind.word());
            assert_eq!(words(&Event::Inflicted { who, kind, value: 0 }), Some(comes.as_str()));
            let goes = format!("is no longer {}", kind.word());
            assert_eq!(words(&Event::Ended { who, kind }), Some(goes.as_str()));
        }
    }
}
