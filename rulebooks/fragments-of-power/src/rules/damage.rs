//! Damage and healing. (`hp.damage`, `hp.healing`)

use skirmish_kernel::dice::{Dice, MAX_COUNT};
use skirmish_kernel::{Check, Id, RuleId};

use crate::model::{Event, Harm, Plight, Setup, State, Taken};
use crate::rules::{OrHalt, Table, conditions};

/// What of so much damage of a kind reaches somebody: vulnerability doubles it, resistance halves it. (`ruling.durability`)
#[inline]
pub fn typed(g: &Setup, on: Id, points: i32, harm: Harm) -> i32 {
    let sheet = g.sheet(on);
    let points = if sheet.vulnerable.has(harm) { points.saturating_mul(2) } else { points };
    let points = if sheet.resistant.has(harm) { points / 2 } else { points };
    if sheet.immune.has(harm) { 0 } else { points }
}

/// One instance of damage: lowers hit points at once. (`hp.damage`)
#[inline]
pub fn deal<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, points: (i32, i32), harm: Harm, source: RuleId) {
    let (rolled, doubled) = points;
    let typed = typed(g, on, doubled, harm).max(0);
    let taken = Taken { rolled, doubled, typed, points: typed, immune: g.sheet(on).immune.has(harm), harm, source };
    let creature = s.counts_mut(on);
    creature.hp = creature.hp.saturating_sub(i16::try_from(typed).unwrap_or(i16::MAX));
    let stands = creature.hp > 0;
    t.tell(|| Event::Damage { on, taken });
    if !stands || !s.is_plain(on) {
        wound(g, s, t, on, typed);
    }
}

/// What follows from so many points for whoever is down, or is ailed by something. (`bleeding.penalty`)
#[inline(never)]
fn wound<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, points: i32) {
    let creature = s.counts_mut(on);
    // What brings somebody down comes before the bleeding that it begins. (`ruling.bleed-penalty`)
    if points > 0 && creature.is(Plight::Bleeding) {
        creature.bleed_penalty = creature.bleed_penalty.saturating_add(1);
    }
    conditions::settle_aloud(g, s, t, on);
}

/// Throws all of so many dice, in several throws where they do not fit into one; `check` makes each of them, with what is
/// added in the first alone.
pub fn throw<T: Table>(
    t: &mut T,
    count: i32,
    sides: u16,
    mut check: impl FnMut(Dice, bool) -> Check<T::Terms>,
) -> OrHalt<T, i32> {
    let (mut left, mut sum) = (count.max(0), 0i32);
    loop {
        let now = left.min(i32::try_from(MAX_COUNT).unwrap_or(1));
        let dice = u8::try_from(now).ok().and_then(|now| Dice::sum(now, sides).ok()).unwrap_or(Dice::D6);
        sum = sum.saturating_add(t.roll(check(dice, left == count.max(0)))?);
        left -= now;
        if left == 0 {
            return Ok(sum);
        }
    }
}

/// Damage that dice alone say: which and how many of them, of what kind and by which rule.
pub fn roll<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    on: Id,
    dice: (RuleId, i32),
    of: (Harm, RuleId),
) -> OrHalt<T> {
    let lost = throw(t, dice.1, 6, |number, _| Check::new(dice.0, on, number))?;
    deal(g, s, t, on, (lost, lost), of.0, of.1);
    Ok(())
}

/// Hit points come back, never more than there can be. (`hp.healing`)
pub fn heal<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, rolled: i32, why: RuleId) {
    let most = g.sheet(who).max_hp;
    let creature = s.creature_mut(who);
    if creature.is(Plight::Dead) {
        return;
    }
    let before = creature.hp;
    creature.hp = creature.hp.saturating_add(i16::try_from(rolled).unwrap_or(i16::MAX)).min(most.max(before));
    let points = i32::from(creature.hp) - i32::from(before);
    creature.bleed_penalty = creature.bleed_penalty.saturating_sub(1);
    t.tell(|| Event::Healed { who, rolled, points, why });
    conditions::settle_aloud(g, s, t, who);
    conditions::wake(g, s, t, who, true);
}
