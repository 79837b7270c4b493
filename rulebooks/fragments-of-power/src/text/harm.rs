//! How damage came about, step by step.

use skirmish_kernel::HarmSteps;

use crate::catalogue::rule;
use crate::model::{Event, Taken};

/// The steps behind what an event harms somebody with; none where it harms nobody.
pub fn steps(event: &Event) -> Option<HarmSteps> {
    match *event {
        Event::Damage { on, taken } => Some(
            HarmSteps::on(on)
                .rolled(taken.rolled, taken.source, "rolled")
                .to(taken.doubled, rule::ATTACK_CRITICAL, "the critical success raises it")
                .to(taken.typed, rule::RULING_DURABILITY, typed(&taken)),
        ),
        _ => None,
    }
}

fn typed(taken: &Taken) -> &'static str {
    match taken.typed {
        _ if taken.immune => "immunity takes it",
        typed if typed > taken.doubled => "vulnerability raises it",
        _ => "resistance halves it",
    }
}
