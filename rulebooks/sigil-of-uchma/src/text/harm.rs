//! How damage came about, step by step.

use skirmish_kernel::HarmSteps;

use crate::catalogue::rule;
use crate::model::{Event, Taken};

/// The steps behind what an event harms somebody with; none where it harms nobody. What is counted in quarters is told as what
/// it comes to, rounded down.
pub fn steps(event: &Event) -> Option<HarmSteps> {
    let Event::Damage { on, taken, .. } = *event else { return None };
    let Taken { action, potent, sum, pierced, dealt, points, source, armor, extra, .. } = taken;
    let whole = |quarters: i32| quarters.div_euclid(4);
    let what = if source == rule::DAMAGE_ACTION { "action damage" } else { "damage" };
    Some(
        HarmSteps::on(on)
            .rolled(action, if extra { rule::DAMAGE_EXTRA } else { source }, what)
            .to(whole(potent), rule::DAMAGE_POTENCY, "potency")
            .to(whole(sum), rule::DAMAGE_OTHER, "other bonuses")
            .to(whole(pierced), armor, "armor")
            .to(whole(dealt.min(pierced)), rule::PRONE_ATTACK_ONLY, "lying prone")
            .to(points, rule::DAMAGE_FORMULA, "what is left"),
    )
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;

    /// Twelve and a potency of three, less four, are eleven, of which half is dealt.
    pub fn armor_takes_its_own_part_of_what_the_prone_deal() {
        let on = skirmish_kernel::Id::new(0);
        let taken = Taken {
            action: 12,
            potent: 60,
            sum: 60,
            pierced: 44,
            dealt: 22,
            points: 5,
            source: rule::DAMAGE_ACTION,
            armor: rule::ARMOR_PHYSICAL,
            extra: false,
            halved: true,
        };
        let told = steps(&Event::Damage { on, taken, minion: false }).expect("somebody is harmed");
        let told: Vec<_> = told.steps.iter().map(|step| (step.points, step.rule)).collect();
        let action = (12, rule::DAMAGE_ACTION);
        assert_eq!(
            told,
            [action, (15, rule::DAMAGE_POTENCY), (11, rule::ARMOR_PHYSICAL), (5, rule::PRONE_ATTACK_ONLY)]
        );
    }
}
