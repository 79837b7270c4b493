//! Falling: dice for metres, a check that shortens it. (`fall.*`)

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Id, Questions};

use crate::catalogue::{FallCheckDie, rule};
use crate::model::{Attribute, Event, Harm, Setup, State, ask};
use crate::rules::damage::{Harming, wounds};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion, save};

/// What made somebody fall: the DC of the cause, and the damage of the attack behind it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cause {
    /// The cause's DC.
    pub dc: i32,
    /// Damage of the attack that caused it.
    pub damage: i32,
}

/// Somebody falls so many metres.
pub fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, metres: i32, cause: Option<Cause>) -> OrHalt<T> {
    let cause = cause.unwrap_or_default();
    // The highest of those that apply. (`fall.check-dc`)
    let dc = g.rules.fall_floor.max(cause.dc).max(cause.damage / 2);
    let tries = s.is_able(who) && t.put(s, rule::DP_FALL_CHECK, who, ask::FallCheck { dc, metres })?;
    let eased = tries && check(g, s, t, who, dc)?;
    let dex = g.sheet(who).modifier(Attribute::Dex);
    let left = if eased { (metres - dex.max(0)).max(0) } else { metres.max(0) };
    let overweight = if left > 0 { g.sheet(who).overweight.max(0) } else { 0 };
    let die = g.rules.fall_die.clamp(2, 100) as u16;
    let of = |metres: i32| Dice::new(metres.clamp(0, MOST_DICE) as u8, die, Reading::Sum).unwrap_or(Dice::NONE);
    // From a tower more dice fall than a hand holds.
    let (mut more, mut last) = (0, left);
    while last > MOST_DICE {
        more += t.roll(Check::new(rule::DICE_FALL, who, of(MOST_DICE)))?;
        last -= MOST_DICE;
    }
    let dice = of(last);
    let harming = Harming {
        flat: overweight.saturating_add(more),
        exact: <T::Terms as skirmish_kernel::Terms>::LISTED,
        ..Harming::plain(rule::FALL_OVERWEIGHT, Harm::Absolute, [dice, Dice::NONE], g.sheet(who).wound_threshold)
    };
    let suffered = match dice.is_empty() {
        true => harming.suffered(false, false, 0, 0),
        false => {
            let check = Check::new(rule::DICE_FALL, who, dice).plus(harming.source, overweight);
            t.throw([check], |[thrown]| harming.suffered(false, false, thrown.natural, 0))?
        }
    };
    let points = suffered.taken;
    t.tell(|| Event::Fell { who, metres, checked: tries, eased, points, overweight });
    wounds::harm(g, s, t, who, &suffered)
}

/// The most dice in one throw.
const MOST_DICE: i32 = 40;

/// DEX and Athletics, on a d20 or as they stand. (`fall.check`)
fn check<T: Table>(g: &Setup, s: &State, t: &mut T, who: Id, dc: i32) -> OrHalt<T, bool> {
    let (athletics, target) = (g.sheet(who).skills.athletics, save::target(g, dc));
    if g.rules.fall_check_die == FallCheckDie::None {
        return Ok(g.sheet(who).modifier(Attribute::Dex) + athletics >= target);
    }
    let check = save::check(g, s, who, Attribute::Dex, rule::DICE_FALL_CHECK, &Edge::new());
    let check = check.noting(rule::FALL_CHECK_DC, dc, Bearing::Goal).plus(rule::FALL_CHECK, athletics);
    explosion::reaches(g, t, check, target)
}
