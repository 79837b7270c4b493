//! Damage, hits and wounds.

pub mod wounds;

use skirmish_kernel::dice::{Dice, Reading};
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms};

use crate::catalogue::{AvMode, ConcentrationIncoming, RangedDr, rule};
use crate::model::{Against, Course, Event, Harm, Setup, Sheet, State, Suffered, Twist, WeaponKind, Zone};
use crate::rules::attack::{Blow, Landed};
use crate::rules::defence::{Met, Way};
use crate::rules::{OrHalt, Table, after, conditions, explosion, magic};
use wounds::Severity;

/// What is thrown for the damage of one attack, and what becomes of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Harming {
    /// Up to two kinds of dice.
    pub dice: [Dice; 2],
    /// Added to them.
    pub flat: i32,
    /// By which rule.
    pub source: RuleId,
    /// Against what.
    pub harm: Harm,
    /// Halved by a save.
    pub halved: bool,
    /// Halved by resistance.
    pub resisted: bool,
    /// Raised by half.
    pub vulnerable: bool,
    /// Taken off by a block.
    pub strength: i32,
    /// Dice taken off by a spell.
    pub protection: Dice,
    /// Whose spell that is.
    pub protector: Option<Id>,
    /// What it must exceed to be a hit, and to wound.
    pub armour: i32,
    /// The wound threshold without armour.
    pub threshold: i32,
    /// Does somebody read the exact figure, beyond wounds and hit?
    pub exact: bool,
    /// The cast level with which its dice have grown; 0 where they have none.
    pub grown: u8,
    /// The cast level of the protection; 0 where that has none.
    pub sheltered: u8,
}

impl Harming {
    /// Dice against a threshold: nothing more is added, halved or taken off, and somebody reads the figure.
    pub fn plain(source: RuleId, harm: Harm, dice: [Dice; 2], threshold: i32) -> Self {
        Self {
            dice,
            flat: 0,
            source,
            harm,
            halved: false,
            resisted: false,
            vulnerable: false,
            strength: 0,
            protection: Dice::NONE,
            protector: None,
            armour: 0,
            threshold,
            exact: true,
            grown: 0,
            sheltered: 0,
        }
    }

    /// Tells what somebody has taken.
    pub fn tell<T: Table>(&self, t: &mut T, on: Id, suffered: Suffered, hit: bool, zone: Option<Zone>) {
        let Self { harm, resisted, vulnerable, source, .. } = *self;
        t.tell(|| Event::Damage { on, suffered, harm, resisted, vulnerable, hit, zone, source });
    }

    /// The arithmetic of damage, in its order.
    pub fn suffered(&self, subtracts: bool, before_block: bool, thrown: i32, protected: i32) -> Suffered {
        let thrown = thrown.saturating_add(self.flat).max(0);
        let typed = of_type(thrown, self.resisted, self.vulnerable);
        let saved = if self.halved { typed / 2 } else { typed };
        let blocked = (saved - self.strength).max(0);
        let taken = (blocked - protected.max(0)).max(0);
        let (over, threshold) = if subtracts {
            ((taken - self.armour).max(0), self.threshold)
        } else {
            (taken, self.threshold.saturating_add(self.armour))
        };
        let wounds = if over <= 0 { 0 } else { (over - 1) / threshold.max(1) };
        let incoming = if before_block { thrown } else { taken };
        let read = |n: i32| if self.exact { n } else { 0 };
        let course = Course { thrown, typed, saved, blocked, protected: taken };
        Suffered {
            hit: taken > self.armour,
            wounds,
            hurt: taken > 0,
            taken: read(taken),
            incoming: read(incoming),
            course: if self.exact { course } else { Course::default() },
            against: Against::Threshold { threshold: self.threshold, armour: self.armour, subtracts },
        }
    }
}

/// Raised by half where somebody is vulnerable to it, halved where it is resistant; fractions are dropped.
pub fn of_type(points: i32, resisted: bool, vulnerable: bool) -> i32 {
    let points = if vulnerable { points.saturating_mul(3) / 2 } else { points };
    if resisted { points / 2 } else { points }
}

/// Zone, damage, and everything that follows from it. (`attack.order`)
pub fn blow<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, met: &Met) -> OrHalt<T, Landed> {
    let (zone, strength, protection) = match met.way {
        Way::Through { zone, strength, protection } => (zone, strength, protection),
        Way::Avoided => (None, 0, None),
    };
    let chosen = zone.or(s.creature(blow.on).circumstances.zone);
    let chooser = chosen.map(|_| if zone.is_some() { rule::PARRY_PARTIAL } else { rule::DP_GM });
    let zone = match chosen {
        Some(zone) => zone,
        None => t.throw([Check::new(rule::DICE_ZONE, blow.by, Dice::D10)], |[die]| Zone::of(die.natural))?,
    };
    t.tell(|| Event::Contact { by: blow.by, on: blow.on, zone, chosen: chooser });
    let mut harming = harming(g, s, blow, zone);
    harming.strength = strength;
    harming.exact = T::Terms::LISTED || !s.creature(blow.on).concentration.is_empty() || blow.change.is(Twist::Push);
    if let Some((ability, level)) = protection {
        harming.protector = met.by;
        let dice = magic::protection(g, ability, level);
        harming.protection = magic::unfocused(g, s, met.by.unwrap_or(blow.on), dice);
        harming.sheltered = g.ability(ability).told_level(level);
    }
    let (suffered, exploded) = throw(g, t, blow.by, &harming)?;
    harming.tell(t, blow.on, suffered, suffered.hit, Some(zone));
    let severity = if blow.change.is(Twist::Maim) { Severity::EachChecked } else { Severity::FirstLight };
    let was_out = s.creature(blow.on).wounds.is_out;
    let old = if s.is_plain(blow.on) { 0 } else { conditions::kinds(s, blow.on) };
    wounds::suffer(g, s, t, blow.on, &suffered, severity)?;
    if exploded > 0 {
        let harm = match (blow.arm, blow.cast) {
            (Some(arm), _) => g.arm(blow.by, arm).1.harm.as_str(),
            (None, cast) => cast.and_then(|(ability, _)| magic::damage_kind(g, ability)).unwrap_or_default(),
        };
        explosion::riders(g, s, t, blow.by, blow.on, explosion::rider(harm, Some(zone)), exploded);
    }
    if suffered.hit {
        after::on_hit(g, s, t, blow, zone, suffered.incoming)?;
    }
    magic::cast::on_contact(g, s, t, blow, suffered.hit)?;
    if suffered.hurt {
        conditions::when_damaged(g, s, t, blow.on, was_out, old)?;
    }
    if suffered.hit {
        magic::concentration::when_hit(g, s, t, blow.on, suffered.incoming)?;
    }
    Ok(Landed::Through { hit: suffered.hit, zone: Some(zone) })
}

/// Throws damage and protection. (`damage.melee`, `ranged.damage`)
#[inline(always)]
pub fn throw<T: Table>(g: &Setup, t: &mut T, by: Id, harming: &Harming) -> OrHalt<T, (Suffered, u8)> {
    let subtracts = g.rules.av_mode == AvMode::Subtract;
    let before = g.rules.concentration_incoming == ConcentrationIncoming::BeforeBlock;
    if explosion::of_damage(g) {
        return exploding(g, t, by, harming, (subtracts, before));
    }
    let [first, second] = harming.dice;
    let mut damage = Check::new(rule::DICE_DAMAGE, by, first).plus(harming.source, harming.flat);
    // Only the want of a focus makes the lowest count.
    if matches!(first.reading(), Reading::KeepLowest(_)) {
        damage = damage.noting(rule::FOCUS_CASTER_DISADVANTAGE, -1, Bearing::Dice);
    }
    let damage = grown(damage, harming.grown);
    let suffered = |thrown, protected| {
        let suffered = harming.suffered(subtracts, before, thrown, protected);
        // How it came about is for the log alone.
        if T::Terms::LISTED { suffered } else { Suffered { course: Course::default(), ..suffered } }
    };
    if second.is_empty() && harming.protection.is_empty() {
        // What is not thrown is not told.
        return Ok((t.throw([damage], |[first]| suffered(first.natural, 0))?, 0));
    }
    Ok((several(t, by, harming, damage, suffered)?, 0))
}

/// The same where several kinds of dice are thrown, or a spell takes something off.
#[inline(never)]
fn several<T: Table>(
    t: &mut T,
    by: Id,
    harming: &Harming,
    damage: Check<T::Terms>,
    suffered: impl Fn(i32, i32) -> Suffered,
) -> OrHalt<T, Suffered> {
    let second = harming.dice[1];
    let (more, protection) = (Check::new(rule::DICE_DAMAGE, by, second), protection(harming, by));
    match (second.is_empty(), harming.protection.is_empty()) {
        (true, _) => t.throw([damage, protection], |[first, protected]| suffered(first.natural, protected.natural)),
        (false, true) => {
            t.throw([damage, more], |[first, second]| suffered(first.natural.saturating_add(second.natural), 0))
        }
        _ => t.throw([damage, more, protection], |[first, second, protected]| {
            suffered(first.natural.saturating_add(second.natural), protected.natural)
        }),
    }
}

/// The same where dice explode: one die after another. (`dice.explosion`)
#[inline(never)]
fn exploding<T: Table>(
    g: &Setup,
    t: &mut T,
    by: Id,
    harming: &Harming,
    (subtracts, before): (bool, bool),
) -> OrHalt<T, (Suffered, u8)> {
    let (sum, exploded) = explosion::dice(t, rule::DICE_DAMAGE, by, harming.dice)?;
    let protected = match harming.protection.is_empty() {
        true => 0,
        false => explosion::effect(g, t, protection(harming, by))?,
    };
    Ok((harming.suffered(subtracts, before, sum, protected), exploded))
}

/// The dice that a spell takes off.
fn protection<M: Terms>(harming: &Harming, by: Id) -> Check<M> {
    let check = Check::new(rule::DICE_EFFECT, harming.protector.unwrap_or(by), harming.protection);
    grown(check, harming.sheltered)
}

/// Names the cast level with which dice have grown. (`upcast.effect`)
#[inline]
pub fn grown<M: Terms>(check: Check<M>, level: u8) -> Check<M> {
    if level == 0 || check.dice.is_empty() {
        return check;
    }
    check.noting(rule::UPCAST_EFFECT, i32::from(level), Bearing::Dice)
}

/// The damage of a blow with a weapon or a spell's projectile.
#[inline]
fn harming(g: &Setup, s: &State, blow: &Blow, zone: Zone) -> Harming {
    let target = g.sheet(blow.on);
    let threshold = target.wound_threshold;
    if let Some((ability, level)) = blow.cast {
        return magic::harming(g, s, blow.by, blow.on, ability, level, Some(zone));
    }
    let plain = Harming::plain(rule::DAMAGE_MELEE, Harm::Physical, [Dice::NONE; 2], threshold);
    let Some(index) = blow.arm else { return plain };
    let (arm, weapon) = g.arm(blow.by, index);
    let rated = weapon.kind != WeaponKind::Ranged || g.rules.ranged_dr == RangedDr::On;
    let (dice, flat) = g.thrown(arm.weapon);
    let pierced = if blow.change.is(Twist::Pierces) { arm.pv } else { 0 };
    let dent = i32::from(s.creature(blow.on).dents[zone as usize]);
    Harming {
        dice,
        flat: flat.saturating_add(if rated { arm.damage } else { 0 }),
        source: if weapon.kind == WeaponKind::Ranged { rule::RANGED_DAMAGE } else { rule::DAMAGE_MELEE },
        resisted: is_in(&target.resistant, &weapon.harm),
        vulnerable: is_in(&target.vulnerable, &weapon.harm),
        armour: (target.armour(zone) - dent - pierced).max(0),
        ..plain
    }
}

fn is_in(list: &[String], harm: &str) -> bool {
    list.iter().any(|known| known == harm)
}

/// What stands against harm of a kind in a zone. (`hit.definition`)
pub fn armour(s: &State, target: &Sheet, who: Id, harm: Harm, zone: Option<Zone>) -> i32 {
    match (harm, zone) {
        (Harm::Physical, Some(zone)) => (target.armour(zone) - i32::from(s.creature(who).dents[zone as usize])).max(0),
        (Harm::Magical, _) => target.md,
        (Harm::Physical, None) | (Harm::Absolute, _) => 0,
    }
}
