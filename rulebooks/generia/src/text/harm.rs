//! How damage and wounds came about, step by step.

use skirmish_kernel::{HarmSteps, Id, RuleId};

use crate::catalogue::rule;
use crate::model::{Against, Event, Suffered};

/// The steps behind what an event harms somebody with; none where it harms nobody.
pub fn steps(event: &Event) -> Option<HarmSteps> {
    match *event {
        Event::Damage { on, ref suffered, resisted, vulnerable, source, .. } => {
            Some(damage(on, suffered, (resisted, vulnerable), source))
        }
        Event::Wounded { who, ref suffered, at_limit, .. } => Some(wounds(who, suffered, lost(event), at_limit)),
        Event::Ongoing { who, kind, rolled, points, resisted, vulnerable, .. } => {
            let steps = HarmSteps::on(who).rolled(rolled, kind.rule(), &format!("from {}", kind.word()));
            let (by, words) = of_type(resisted, vulnerable);
            Some(steps.to(points, by, words))
        }
        Event::Fell { who, points, .. } => Some(HarmSteps::on(who).rolled(points, rule::FALL_DAMAGE, "from the fall")),
        Event::Backlash { who, points } => {
            Some(HarmSteps::on(who).rolled(points, rule::ETHEREAL_ABSORBED, "from what dissolves"))
        }
        _ => None,
    }
}

/// How many wounds somebody has more of than before; a light one that turns severe was there already. (`wound.execution`)
pub fn lost(event: &Event) -> i32 {
    let Event::Wounded { light, severe, worse, .. } = *event else { return 0 };
    i32::from(light) + i32::from(severe) - i32::from(worse)
}

/// What being resistant or vulnerable makes of it, and by which rule.
fn of_type(resisted: bool, vulnerable: bool) -> (RuleId, &'static str) {
    match (resisted, vulnerable) {
        (true, true) => (rule::CONDITION_RESISTANT, "resistance and vulnerability take it"),
        (true, false) => (rule::CONDITION_RESISTANT, "resistance halves it"),
        (false, _) => (rule::CONDITION_VULNERABLE, "vulnerability raises it by half"),
    }
}

fn damage(on: Id, suffered: &Suffered, (resisted, vulnerable): (bool, bool), source: RuleId) -> HarmSteps {
    let course = suffered.course;
    let (of_type, typed) = of_type(resisted, vulnerable);
    let steps = HarmSteps::on(on)
        .rolled(course.thrown, source, "rolled")
        .to(course.typed, of_type, typed)
        .to(course.saved, source, "the save halves it")
        .to(course.blocked, rule::BLOCK_SUCCESS, "the block takes it")
        .to(course.protected, rule::SPELL_SD, "the spell takes it");
    let taken = suffered.taken;
    if taken <= 0 || suffered.wounds > 0 {
        return steps;
    }
    steps.then(taken, rule::WOUND_THRESHOLD, format!("{taken} does not exceed {}", against(suffered.against)))
}

/// `1 wound: 12 exceeds wound threshold 5 + armour 2`
fn wounds(on: Id, suffered: &Suffered, lost: i32, at_limit: bool) -> HarmSteps {
    let (taken, all) = (suffered.taken, suffered.wounds);
    let times = match all {
        1 => String::new(),
        2 => " twice".to_owned(),
        _ => format!(" {all} times"),
    };
    let count = if all == 1 { "1 wound".to_owned() } else { format!("{all} wounds") };
    let words = format!("{count}: {taken} exceeds {}{times}", against(suffered.against));
    let steps = HarmSteps::on(on).then(all, rule::WOUND_THRESHOLD, words);
    if at_limit { steps.to(lost, rule::WOUND_EXECUTION, "the wound limit brings it down") } else { steps }
}

fn against(against: Against) -> String {
    match against {
        Against::Threshold { threshold, armour: 0, .. } => format!("wound threshold {threshold}"),
        Against::Threshold { threshold, armour, subtracts: false } => {
            format!("wound threshold {threshold} + armour {armour}")
        }
        Against::Threshold { threshold, armour, subtracts: true } => {
            format!("wound threshold {threshold} once armour has taken off {armour}")
        }
        Against::Toughness(toughness) => format!("toughness {toughness}"),
    }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::model::Kind;

    /// The die as it fell, and only then what somebody's nature makes of it.
    pub fn what_burns_unfolds_from_its_die() {
        let words = |resisted, vulnerable, points| {
            let (who, kind) = (Id::new(0), Kind::Burning);
            let event = Event::Ongoing { who, kind, rolled: 5, points, wounds: false, resisted, vulnerable };
            let steps = steps(&event).expect("steps").steps;
            steps.into_iter().map(|step| step.words).collect::<Vec<_>>()
        };
        assert_eq!(words(false, false, 5), ["5 from burning"]);
        assert_eq!(words(true, false, 2), ["5 from burning", "resistance halves it to 2"]);
        assert_eq!(words(false, true, 7), ["5 from burning", "vulnerability raises it by half to 7"]);
        assert_eq!(words(true, true, 3), ["5 from burning", "resistance and vulnerability take it to 3"]);
    }
}
