//! Blood, fire and poison: what strikes as somebody's turn starts. (`turn.start-sequence`, `bleeding.*`, `on-fire`, `poisoned`)

use skirmish_bookkit::words::WordSet;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Questions};

use crate::catalogue::{BleedDamageOnStabilize, StartOrder, rule};
use crate::model::{Ailment, BleedLine, Event, Harm, Plight, Poison, Setup, State, ask};
use crate::rules::{OrHalt, Table, conditions, damage};

/// Everything that strikes at that moment, in its order; the dead are left alone. (`ruling.start-order`)
pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let creature = s.creature(who);
    let mut left: WordSet<Ailment> = WordSet::NONE;
    left.set(Ailment::Bleeding, creature.is(Plight::Bleeding));
    left.set(Ailment::Fire, creature.is(Plight::OnFire));
    left.set(Ailment::Poison, !creature.poisons.is_empty());
    while let Some(first) = left.iter().next() {
        let chooses = g.rules.start_order == StartOrder::Owner && left.iter().count() > 1;
        let next = if chooses { t.put(s, rule::RULING_START_ORDER, who, ask::Next { left })? } else { first };
        left.set(next, false);
        match next {
            Ailment::Bleeding => bleed(g, s, t, who)?,
            Ailment::Fire => burn(g, s, t, who)?,
            Ailment::Poison => poison(g, s, t, who),
        }
    }
    Ok(())
}

fn bleed<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if !s.creature(who).is(Plight::Bleeding) || s.creature(who).is(Plight::Dead) {
        return Ok(());
    }
    t.scope(s, |s, t| {
        let penalty = i32::from(s.creature(who).bleed_penalty);
        let check = Check::new(rule::DICE_BLEED, who, Dice::D20).plus(rule::BLEEDING_PENALTY, -penalty);
        let total = t.throw([check], |[d]| d.total.clamp(0, 16))?;
        let line = match total {
            ..=0 => BleedLine::Death,
            1..=5 => BleedLine::Unconscious,
            6..=10 => BleedLine::Deteriorate,
            11..=15 => BleedLine::Nothing,
            _ => BleedLine::Stabilize,
        };
        t.tell(|| Event::Bled { who, total, line });
        match line {
            BleedLine::Death if s.creature(who).hp < 0 => {
                s.creature_mut(who).plights.set(Plight::Dead, true);
                t.tell(|| Event::Died { who, why: rule::BLEEDING_TABLE });
                conditions::settle_aloud(g, s, t, who);
                return Ok(());
            }
            BleedLine::Death | BleedLine::Unconscious => {
                conditions::set(s, t, who, Plight::Unconscious, true, rule::BLEEDING_TABLE);
                conditions::settle_aloud(g, s, t, who);
            }
            BleedLine::Deteriorate => {
                let creature = s.creature_mut(who);
                creature.bleed_penalty = creature.bleed_penalty.saturating_add(1);
            }
            BleedLine::Nothing => {}
            BleedLine::Stabilize => {
                conditions::stop_bleeding(g, s, t, who, rule::BLEEDING_TABLE);
                if g.rules.bleed_damage_on_stabilize == BleedDamageOnStabilize::No {
                    return Ok(());
                }
            }
        }
        let dice = (rule::DICE_BLEED_DAMAGE, g.rules.bleed_dice);
        damage::roll(g, s, t, who, dice, (Harm::Bleed, rule::BLEEDING_DAMAGE))
    })
}

fn burn<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if !s.creature(who).is(Plight::OnFire) || s.creature(who).is(Plight::Dead) {
        return Ok(());
    }
    t.scope(s, |s, t| {
        let dice = (rule::DICE_FIRE, g.rules.fire_dice);
        damage::roll(g, s, t, who, dice, (Harm::Fire, rule::ON_FIRE))
    })
}

/// Of several poisons the highest bites; the time of each runs. (`poisoned`)
fn poison<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if s.creature(who).is(Plight::Dead) || s.creature(who).poisons.is_empty() {
        return;
    }
    let poisons = &mut s.creature_mut(who).poisons;
    let several = poisons.len() > 1;
    let Some(worst) = poisons.iter().copied().max_by_key(|poison: &Poison| (poison.level, poison.damage)) else {
        return;
    };
    poisons.retain(|poison| {
        poison.turns = poison.turns.saturating_sub(1);
        poison.turns > 0
    });
    t.tell(|| Event::Poisoned { who, level: worst.level, several });
    let lost = i32::from(worst.damage);
    damage::deal(g, s, t, who, (lost, lost), Harm::Poison, rule::POISONED);
}
