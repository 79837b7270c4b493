//! Damage, ratings, and the hits that are lost. (`damage.passive`)

use skirmish_bookkit::events::Cites;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Terms};

use crate::catalogue::{RulingPhysicalNatural, RulingSameStanceOrder, rule};
use crate::model::{Attribute, Effect, Event, Harm, Manner, Rating, Row, Setup, Spot, State, Strike};
use crate::rules::attack::Blow;
use crate::rules::{OrHalt, Table, derived, effects};

/// What is thrown for the damage of one attack, and what stands against it: all that its law reads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Harming {
    by: Id,
    /// Up to two kinds of dice.
    dice: [Dice; 2],
    /// Added to them, the rating taken off.
    over: i32,
    /// For the log: what the weapon adds.
    flat: i32,
    /// Lost at least.
    least: i32,
    /// Lost at most, as far as anybody reads it.
    most: i32,
}

/// Throws the damage of an attack that has got through, and says what is lost. An attack on a weapon has none.
pub fn throw<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T, Option<Strike>> {
    let row = blow.row;
    let kills = effects::may_kill(g, s, blow.by, blow.attack, row);
    let strike = Strike { by: blow.by, attack: blow.attack, loss: 0, kills };
    if matches!(blow.attack.spot, Spot::Weapon(_)) {
        return Ok(Some(strike));
    }
    let on = blow.attack.on;
    let harm = harm_through(row, blow.attack.spot);
    let rating = rating(g, s, on, harm);
    let flat = i32::from(row.flat) + i32::from(blow.leap);
    let harming = Harming {
        by: blow.by,
        dice: row.dice,
        over: flat - rating,
        flat,
        least: g.rules.ruling_damage_floor,
        most: if T::Terms::LISTED { i32::from(i16::MAX) } else { most_read(g, s, blow, row) },
    };
    let loss = t.chance(s, rule::DICE_DAMAGE, harming, |key, _, t| thrown(t, &key))?;
    let loss = i16::try_from(loss).unwrap_or(i16::MAX);
    t.tell(|| Event::Harmed {
        on,
        harm,
        rating: rating_parts(g, on, harm, warded(g, s, on, harm)),
        loss,
        changed: harm != row.harm,
        also: rated(g, s, on, harm, blow),
    });
    Ok(Some(Strike { loss, ..strike }))
}

/// The dice of a damage roll, and what they come to.
fn thrown<T: Table>(t: &mut T, key: &Harming) -> OrHalt<T, i32> {
    let [first, second] = key.dice;
    let loss = |sum: i32| sum.saturating_add(key.over).max(key.least).max(0).min(key.most.max(0));
    // The flat part belongs to the throw as people see it; what is lost is worked out without it.
    let damage = Check::new(rule::DICE_DAMAGE, key.by, first).plus_part(rule::ATTACK_WEAPON_STATS, "damage", key.flat);
    if first.is_empty() && second.is_empty() {
        return Ok(loss(0));
    }
    if second.is_empty() {
        return t.throw([damage], |[first]| loss(first.natural));
    }
    let more = Check::new(rule::DICE_DAMAGE, key.by, second);
    t.throw([damage, more], |[first, second]| loss(first.natural.saturating_add(second.natural)))
}

/// More is never read: hits end at 0, unless a save is lowered by what was lost.
fn most_read(g: &Setup, s: &State, blow: &Blow, row: &Row) -> i32 {
    let saves = matches!(blow.attack.spot, Spot::Head | Spot::Vitals) || g.ability(row.ability).kills;
    // What others do at the same moment is lost as well, so nothing is cut off then.
    let alone = s.strikes.is_empty() && g.rules.ruling_same_stance_order != RulingSameStanceOrder::Simultaneous;
    if saves || !alone { i32::from(i16::MAX) } else { i32::from(s.creature(blow.attack.on).hits.max(1)) }
}

/// What an attack does harm with, where it lands: a gap turns Impact into Physical. (`called.vulnerability`)
pub fn harm_through(row: &Row, spot: Spot) -> Harm {
    if spot == Spot::Vulnerability && row.harm == Harm::Impact { Harm::Physical } else { row.harm }
}

/// What a combatant has against a kind of harm. (`armour.physical`, `armour.impact`, `armour.magic`, `armour.no-stack`)
#[inline]
pub fn rating(g: &Setup, s: &State, who: Id, harm: Harm) -> i32 {
    if s.effects.is_empty() { g.rating(who, harm) } else { rating_with(g, who, harm, warded(g, s, who, harm)) }
}

/// The same with so much of what somebody keeps up.
pub fn rating_with(g: &Setup, who: Id, harm: Harm, ward: i32) -> i32 {
    rating_parts(g, who, harm, ward).total()
}

/// The same part by part. Only the best source counts. (`armour.no-stack`)
fn rating_parts(g: &Setup, who: Id, harm: Harm, ward: i32) -> Rating {
    let sheet = g.sheet(who);
    let (natural, worn) = (sheet.natural.against(harm), sheet.worn.against(harm));
    let magical = sheet.magical.against(harm).max(ward);
    let base = match harm {
        Harm::Physical => Rating::default().with("Constitution", sheet.attribute(Attribute::Constitution)),
        _ => Rating::default().with("basic hits", i32::from(sheet.basic_hits)),
    };
    let of_body = harm == Harm::Physical && g.rules.ruling_physical_natural == RulingPhysicalNatural::Base;
    let base = if of_body { base.with("natural armour", natural) } else { base };
    let best = if of_body { worn.max(magical) } else { natural.max(worn).max(magical) };
    let source = match best {
        best if best == worn => "armour",
        best if best == magical => "magic",
        _ => "natural armour",
    };
    base.with(source, best)
}

/// What is kept up on somebody against a kind of harm.
fn warded(g: &Setup, s: &State, who: Id, harm: Harm) -> i32 {
    let wards = s.effects.iter().filter(|running| running.on == who);
    let against = wards.filter_map(|running| match g.ability(running.ability).effect {
        Effect::Ward(of, by) if of == harm => Some(i32::from(by)),
        _ => None,
    });
    against.max().unwrap_or(0)
}

/// Every rule that has a part in a rating.
fn rated(g: &Setup, s: &State, on: Id, harm: Harm, blow: &Blow) -> Cites {
    let sheet = g.sheet(on);
    let mut also = Cites::default();
    also.when(harm == Harm::Physical, rule::ARMOUR_PHYSICAL);
    also.when(harm == Harm::Impact, rule::ARMOUR_IMPACT);
    also.when(harm == Harm::Magic, rule::ARMOUR_MAGIC);
    also.when(matches!(harm, Harm::Energy | Harm::Elemental), rule::DAMAGE_TYPES);
    let magical = sheet.magical.against(harm).max(warded(g, s, on, harm));
    let sources = [sheet.natural.against(harm), sheet.worn.against(harm), magical];
    also.when(sources.iter().filter(|source| **source > 0).count() > 1, rule::ARMOUR_NO_STACK);
    also.when(blow.row.manner == Manner::Unarmed && harm == Harm::Physical, rule::UNARMED_PHYSICAL);
    also.when(harm != blow.row.harm, rule::CALLED_VULNERABILITY);
    also.when(harm != blow.row.harm, rule::RULING_VULNERABILITY_TARGET);
    also
}

/// Takes hits off; what follows from that comes later.
#[inline(always)]
pub fn lose<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) {
    let on = strike.attack.on;
    if strike.loss <= 0 {
        return;
    }
    let was = s.marks.damaged.has(on);
    let creature = s.creature_mut(on);
    creature.hits = creature.hits.saturating_sub(strike.loss).max(0);
    derived::weigh(g, s, on);
    if !was && s.marks.damaged.has(on) && s.creature(on).hits > 0 {
        t.tell(|| Event::Damaged { who: on });
    }
}
