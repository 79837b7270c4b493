//! Damage and healing. (`hp.damage`, `hp.healing`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, RuleId};

use crate::model::{Event, Harm, Plight, Setup, State, Taken};
use crate::rules::{Halting, Table, conditions};

/// What of so much damage of a kind reaches somebody: vulnerability doubles it, resistance halves it. (`ruling.durability`)
pub fn typed(g: &Setup, on: Id, points: i32, harm: Harm) -> i32 {
    let sheet = g.sheet(on);
    let points = if sheet.vulnerable.has(harm) { points.saturating_mul(2) } else { points };
    let points = if sheet.resistant.has(harm) { points / 2 } else { points };
    if sheet.immune.has(harm) { 0 } else { points }
}

/// One instance of damage: lowers hit points at once, and makes a wound that bleeds worse. (`hp.damage`, `bleeding.penalty`)
pub fn deal<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    on: Id,
    (rolled, doubled): (i32, i32),
    harm: Harm,
    source: RuleId,
) {
    let typed = typed(g, on, doubled, harm).max(0);
    let taken = Taken { rolled, doubled, typed, points: typed, immune: g.sheet(on).immune.has(harm), harm, source };
    let creature = s.creature_mut(on);
    creature.hp = creature.hp.saturating_sub(i16::try_from(typed).unwrap_or(i16::MAX));
    t.tell(|| Event::Damage { on, taken });
    let creature = s.creature_mut(on);
    // What brings somebody down comes before the bleeding that it begins. (`ruling.bleed-penalty`)
    if typed > 0 && creature.is(Plight::Bleeding) {
        creature.bleed_penalty = creature.bleed_penalty.saturating_add(1);
    }
    conditions::settle_aloud(g, s, t, on);
}

/// So many dice of six, or of other sides; as many as can be thrown at once.
pub fn dice(count: impl TryInto<u8>) -> Dice {
    dice_of(count.try_into().unwrap_or(1), 6)
}

/// The same with so many sides.
pub fn dice_of(count: u8, sides: u16) -> Dice {
    (0..=count).rev().find_map(|count| Dice::sum(count, sides).ok()).unwrap_or(Dice::D6)
}

/// Damage that dice alone say.
pub fn roll<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    on: Id,
    (why, dice): (RuleId, Dice),
    harm: Harm,
    source: RuleId,
) -> Halting<T> {
    let lost = t.roll(Check::new(why, on, dice))?;
    deal(g, s, t, on, (lost, lost), harm, source);
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
