//! How damage came about, step by step.

use skirmish_kernel::HarmSteps;

use crate::catalogue::rule;
use crate::model::{Event, Taken};

/// The steps behind what an event harms somebody with; none where it harms nobody. What is counted in quarters is told as what
/// it comes to, rounded down.
pub fn steps(event: &Event) -> Option<HarmSteps> {
    let Event::Damage { on, taken, .. } = *event else { return None };
    let Taken { action, potent, sum, pierced, points, source, armor, extra, halved } = taken;
    let whole = |quarters: i32| quarters.div_euclid(4);
    let what = if source == rule::DAMAGE_ACTION { "action damage" } else { "damage" };
    let why = if halved { rule::PRONE_ATTACK_ONLY } else { rule::DAMAGE_FORMULA };
    Some(
        HarmSteps::on(on)
            .rolled(action, if extra { rule::DAMAGE_EXTRA } else { source }, what)
            .to(whole(potent), rule::DAMAGE_POTENCY, "potency")
            .to(whole(sum), rule::DAMAGE_OTHER, "other bonuses")
            .to(whole(pierced), armor, "armor")
            .to(points, why, "what is left"),
    )
}
