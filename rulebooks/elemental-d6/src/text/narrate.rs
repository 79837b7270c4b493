//! Events as a person would tell them, where their row does not say it.

use crate::model::{Event, Setup, What};
use crate::text::words::{act_notation, trigger_words};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id| g.sheet(id).name.as_str();
    event.told(g).unwrap_or_else(|| match *event {
        // Attacks are told when they are launched, structures when they appear, movement when it is done.
        Event::Initiated { who, ref act, .. } => match act.what {
            What::Ability(index) if g.ability(index).offensive.is_none() => {
                format!("{} uses {}.", name(who), act_notation(g, act))
            }
            _ => String::new(),
        },
        Event::Countered { who, ref act, against } => {
            format!("{} will counter {} with {} on their own turn.", name(who), name(against), act_notation(g, act))
        }
        Event::Readied { who, trigger } => format!("{} waits: {}.", name(who), trigger_words(g, trigger)),
        _ => String::new(),
    })
}
