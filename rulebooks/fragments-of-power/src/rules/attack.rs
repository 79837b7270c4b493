//! Attacks with weapons. (`attack.*`, `roll.attack`, `roll.critical`, `dodge`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms, Thrown};

use crate::catalogue::{AttackTie, CritDamage, CritRule, Rules, rule};
use crate::model::{
    Aim, Arm, Attack, Attribute, Class, Deed, Event, Feat, Harm, Item, Manner, Setup, Sheet, State, Trigger, Weapon,
};
use crate::rules::ground::weightless;
use crate::rules::{OrHalt, Table, bodies, damage, edge, items, judge, maneuvers, ready, sight};

/// How a throw against a goal has come out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// It succeeds.
    pub hit: bool,
    /// It is a critical success.
    pub critical: bool,
}

impl Outcome {
    /// Says so of an attack.
    pub fn tell<T: Table>(self, t: &mut T, by: Id, on: Id) {
        t.tell(|| match self.hit {
            true => Event::Hit { by, on, critical: self.critical },
            false => Event::Missed { by, on },
        });
    }

    /// So many points, doubled by a critical success. (`attack.critical`)
    pub fn of(self, rules: &Rules, points: i32) -> (i32, i32) {
        (points, if self.critical { points * rules.crit_factor } else { points })
    }
}

/// What strikes.
#[inline]
pub fn weapon<'a>(g: &'a Setup, s: &State, arm: Arm) -> &'a Weapon {
    match arm {
        Arm::Unarmed => g.weapon(0),
        Arm::Item(at) => g.weapon(s.item(at).map_or(0, |item| item.weapon)),
    }
}

/// Feet that somebody strikes with it in melee. (`attack.melee`)
pub fn reach(g: &Setup, s: &State, by: Id, arm: Arm) -> i32 {
    reach_with(g, by, weapon(g, s, arm))
}

fn reach_with(g: &Setup, by: Id, weapon: &Weapon) -> i32 {
    match weapon.class {
        Class::Natural if weapon.reach > 0 => weapon.reach.into(),
        _ => i32::from(g.sheet(by).reach) + i32::from(weapon.reach),
    }
}

/// The farthest that somebody reaches with what is in hand, or without. (`ruling.flanking`)
pub fn longest_reach(g: &Setup, s: &State, who: Id) -> i32 {
    let held = s.items.iter().filter(|item| item.held && item.owner == Some(who));
    held.fold(g.sheet(who).reach.into(), |longest, item| longest.max(reach_in_hand(g, who, item)))
}

/// The same of everybody, by their ids, with one look at what all have in hand.
pub fn longest_reaches(g: &Setup, s: &State) -> ArrayVec<i32, { Id::MOST }> {
    let mut longest: ArrayVec<i32, { Id::MOST }> = g.sheets.iter().map(|sheet| sheet.reach.into()).collect();
    for item in s.items.iter().filter(|item| item.held) {
        if let Some(who) = item.owner
            && let Some(longest) = longest.get_mut(who.index())
        {
            *longest = reach_in_hand(g, who, item).max(*longest);
        }
    }
    longest
}

/// How far somebody strikes with what is in hand; 0 with what does not strike.
fn reach_in_hand(g: &Setup, who: Id, item: &Item) -> i32 {
    let weapon = g.weapon(item.weapon);
    if weapon.melee { reach_with(g, who, weapon) } else { 0 }
}

/// Does it reach another with what is in hand, or without?
pub fn reaches(g: &Setup, s: &State, who: Id, whom: Id) -> bool {
    let feet = bodies::distance(g, s, who, whom);
    // Nobody reaches less far than without anything in hand.
    feet <= g.sheet(who).reach.into() || feet <= g.farthest_reach && feet <= longest_reach(g, s, who)
}

/// How somebody would strike with it: with DEX where that is better and the weapon lets one. (`attack.melee.dex`)
pub fn usual_manner(g: &Setup, s: &State, by: Id, arm: Arm) -> Manner {
    let (sheet, weapon) = (g.sheet(by), weapon(g, s, arm));
    if weapon.shoots {
        return Manner::Shot;
    }
    let better = sheet.attribute(Attribute::Dex) > sheet.attribute(Attribute::Str);
    if weapon.is_quick() && better { Manner::Finesse } else { Manner::Melee }
}

/// What distance takes off a ranged attack. (`attack.ranged.increment`)
fn increments(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> i32 {
    if !what.manner.is_ranged() {
        return 0;
    }
    let (increment, feet) = (i32::from(weapon(g, s, what.arm).increment), bodies::distance(g, s, by, on));
    if increment <= 0 || feet <= increment { 0 } else { -(feet / increment) }
}

/// Everything that is added to the throw of an attack.
pub fn bonus(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> i32 {
    g.sheet(by).bonus(what.manner.attribute()) + increments(g, s, by, what, on) + wrath(g, s, by)
}

/// What earlier hits of the turn add. (`feat.wrath`)
#[inline]
pub fn wrath(g: &Setup, s: &State, by: Id) -> i32 {
    let hot = || s.creature(by).has_hit && is_own_turn(s, by);
    if g.sheet(by).feats.has(Feat::Wrath) && hot() { g.rules.wrath_bonus } else { 0 }
}

/// Is it somebody's turn, or that of whoever has let them act?
fn is_own_turn(s: &State, who: Id) -> bool {
    s.slot().is_some_and(|slot| slot.who == who || s.creature(who).last_commander == Some(slot.who))
}

/// What an attack must reach: the mind for a feint, else the body. (`feint`)
#[inline(always)]
pub fn defense(g: &Setup, s: &State, on: Id, deed: Deed) -> i32 {
    match deed {
        Deed::Feint => g.sheet(on).mental_defense.into(),
        _ => physical(g, s, on),
    }
}

/// The physical defence as it is now: a shield in hand adds, broken armour no longer does. (`sheet.physical-defense`)
#[inline]
pub fn physical(g: &Setup, s: &State, on: Id) -> i32 {
    i32::from(g.sheet(on).physical_defense) + items::shield(g, s, on) + items::armour_bonus(g, s, on)
}

/// The throw of a melee or ranged attack. (`roll.attack`)
#[inline(always)]
pub fn check<M: Terms>(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> Check<M> {
    if edge::is_even(g, s, by, on, what) {
        return base(g, by, what.manner, Dice::D20).plus(rule::FEAT_WRATH, wrath(g, s, by));
    }
    uneven_check(g, s, by, what, on)
}

#[inline(never)]
fn uneven_check<M: Terms>(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> Check<M> {
    let edges = edge::of_attack::<M>(g, s, by, on, what);
    let base = base(g, by, what.manner, edges.dice(g));
    let far = increments(g, s, by, what, on);
    let check = base.plus(rule::ATTACK_RANGED_INCREMENT, far).plus(rule::FEAT_WRATH, wrath(g, s, by));
    edges.note(g, check)
}

/// Dice, level and attribute of an attack with a weapon. (`roll.attack`)
#[inline]
fn base<M: Terms>(g: &Setup, by: Id, manner: Manner, dice: Dice) -> Check<M> {
    let added = match manner {
        Manner::Melee => (Attribute::Str, rule::ATTACK_MELEE),
        Manner::Finesse => (Attribute::Dex, rule::ATTACK_MELEE_DEX),
        Manner::Thrown | Manner::Shot => (Attribute::Dex, rule::ATTACK_RANGED),
    };
    rolled(g, rule::DICE_ATTACK, by, dice, added)
}

/// Dice, level and an attribute that a rule adds. (`roll.attack`)
#[inline]
pub fn rolled<M: Terms>(g: &Setup, why: RuleId, by: Id, dice: Dice, added: (Attribute, RuleId)) -> Check<M> {
    let (sheet, (attribute, rule)) = (g.sheet(by), added);
    let check = Check::new(why, by, dice).plus_part(rule::SHEET_LEVEL, "level", sheet.level.into());
    check.plus_part(rule, attribute.word(), sheet.attribute(attribute))
}

/// The throw of whoever is struck, in an opposed roll. (`roll.opposed`, `ruling.defender`)
pub fn defending<M: Terms>(g: &Setup, s: &State, on: Id, by: Id) -> Check<M> {
    let sheet = g.sheet(on);
    let quick = s
        .held(on)
        .filter(|(_, item)| g.weapon(item.weapon).hands > 0)
        .all(|(_, item)| g.weapon(item.weapon).is_quick());
    let dex = quick && sheet.attribute(Attribute::Dex) > sheet.attribute(Attribute::Str);
    let edges = edge::of_defender(g, s, on, by);
    let mut check = base(g, on, if dex { Manner::Finesse } else { Manner::Melee }, edges.dice(g));
    check.rule = rule::DICE_OPPOSED;
    edges.note(g, check)
}

/// What a throw has to show against a number, where a spell is not concerned. (`ruling.tie`)
pub fn needed(rules: &Rules, goal: i32) -> i32 {
    match rules.attack_tie {
        AttackTie::Success => goal,
        AttackTie::Failure => goal.saturating_add(1),
    }
}

/// How a throw comes out against a goal. (`ruling.tie`, `ruling.critical`)
pub fn outcome(rules: &Rules, thrown: Thrown, goal: i32) -> Outcome {
    reaching(rules, thrown, needed(rules, goal), goal)
}

/// How that of a spell does: what is equal is enough, whatever the table plays. (`attack.spell.equal`)
pub fn outcome_of_spell(rules: &Rules, thrown: Thrown, goal: i32) -> Outcome {
    reaching(rules, thrown, goal, goal)
}

fn reaching(rules: &Rules, thrown: Thrown, needed: i32, goal: i32) -> Outcome {
    let (hit, margin) = (thrown.total >= needed, thrown.total.saturating_sub(goal));
    Outcome { hit, critical: hit && is_critical(rules, thrown.natural, margin) }
}

/// Is a throw that succeeds by so much a critical success? (`roll.critical`, `ruling.critical`)
pub fn is_critical(rules: &Rules, natural: i32, margin: i32) -> bool {
    let face = natural >= rules.crit_face;
    let wide = margin >= rules.crit_margin;
    match rules.crit_rule {
        CritRule::Natural20 => face,
        CritRule::Margin10 => wide,
        CritRule::Either => face || wide,
    }
}

/// One attack. (`attack.basic`, `maneuver.general`)
pub fn attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, aim: Aim) -> OrHalt<T> {
    let on = target(g, s, by, aim);
    if let Aim::Cell(at) = aim {
        t.tell(|| Event::Guessed { who: by, at });
    }
    if let Some(on) = on {
        t.tell(|| Event::Attacked { by, on, attack: *what });
    }
    if ready::is_awaited(s, by) { awaited(g, s, t, by, what, aim) } else { launch(g, s, t, by, what, aim) }
}

/// Somebody waits for others to attack. (`ready`)
#[inline(never)]
fn awaited<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, aim: Aim) -> OrHalt<T> {
    let still = |s: &State| judge::attack(g, s, by, what, aim).is_ok();
    ready::around(g, s, t, (Trigger::Attacks, by), still, |s, t| launch(g, s, t, by, what, aim))
}

/// The attack itself, on whoever is there now.
fn launch<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, aim: Aim) -> OrHalt<T> {
    let on = target(g, s, by, aim);
    t.scope(s, |s, t| {
        if what.manner == Manner::Shot {
            // Drawing an arrow is part of the shot. (`free.cost`)
            let creature = s.counts_mut(by);
            creature.ammunition = creature.ammunition.saturating_sub(1);
        }
        let hit = match (on, what.deed) {
            (Some(on), Deed::Hit) => strike(g, s, t, by, what, on)?,
            (Some(on), _) => maneuvers::maneuver(g, s, t, by, what, on)?,
            (None, _) => strike_nothing(g, s, t, by, what, aim)?,
        };
        if what.manner == Manner::Thrown
            && let Arm::Item(at) = what.arm
        {
            let to = match (on, aim) {
                (Some(on), _) => s.creature(on).at,
                (None, Aim::Cell(cell)) => cell,
                (None, _) => s.creature(by).at,
            };
            items::lay(s, t, by, at, to, rule::ATTACK_CHOICE);
        }
        if let Some(on) = on {
            count(s, by);
            after(g, s, t, by, on, hit);
        }
        Ok(())
    })
}

/// Nobody is in the square that was named: as many dice are thrown as against the right one, and nothing comes of it.
/// (`hidden.guess`, `ruling.wrong-square`)
#[inline(never)]
fn strike_nothing<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, aim: Aim) -> OrHalt<T, bool> {
    let check = base(g, by, what.manner, edge::dice(-1)).noting(rule::HIDDEN, -1, Bearing::Edge);
    t.throw([check], |_| ())?;
    if let Aim::Cell(at) = aim {
        t.tell(|| Event::StruckNothing { by, at });
    }
    count(s, by);
    Ok(false)
}

/// One more attack of this turn, on however many. (`feat.battle-trance`)
pub fn count(s: &mut State, by: Id) {
    let attacks = &mut s.counts_mut(by).attacks;
    *attacks = attacks.saturating_add(1);
}

/// Whom an attack is made on: somebody, or whoever hides in the square that is named.
pub fn target(g: &Setup, s: &State, by: Id, aim: Aim) -> Option<Id> {
    match aim {
        Aim::Creature(on) => Some(on),
        Aim::Cell(cell) => sight::hidden_in(g, s, by, cell),
        Aim::Way(_) | Aim::Them => None,
    }
}

/// What every attack does besides: a dodge is used up, whoever attacks is noticed, the weightless lose their balance.
#[inline]
pub fn after<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, hit: bool) {
    s.counts_mut(by).has_hit |= hit;
    if !s.is_plain(by) || !s.is_plain(on) || g.ground.weightless {
        ends_with(g, s, t, by, on, hit);
    }
}

#[inline(never)]
fn ends_with<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, hit: bool) {
    use_dodge(s, t, on);
    sight::reveal(s, t, by, on);
    if hit {
        sight::find(s, t, on, by, rule::HIDDEN_END);
        weightless::unsettle(g, s, t, on);
    }
    weightless::unsettle(g, s, t, by);
}

/// Any attack uses a dodge up. (`dodge`, `ruling.dodge`)
pub fn use_dodge<T: Table>(s: &mut State, t: &mut T, who: Id) {
    if s.creature(who).dodges > 0 {
        s.creature_mut(who).dodges -= 1;
        t.tell(|| Event::Dodged { who });
    }
}

/// A blow or a shot. Says whether it hits.
fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id) -> OrHalt<T, bool> {
    let goal = physical(g, s, on);
    let mut check = check(g, s, by, what, on).noting(rule::SHEET_PHYSICAL_DEFENSE, goal, Bearing::Goal);
    if g.sheet(on).worn.is_some() {
        let why =
            if g.sheet(on).feats.has(Feat::ArmorTraining) { rule::FEAT_ARMOR_TRAINING } else { rule::SHEET_ARMOUR };
        check = check.noting(why, 0, Bearing::Idle);
    }
    let out = t.throw([check], |[d]| outcome(&g.rules, d, goal))?;
    out.tell(t, by, on);
    if out.hit {
        harm(g, s, t, by, what, on, out)?;
        acid_back(g, s, t, by, on, what.manner)?;
    }
    Ok(out.hit)
}

/// The damage of a weapon, with everything that adds to it.
fn harm<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: &Attack, on: Id, out: Outcome) -> OrHalt<T> {
    let weapon = weapon(g, s, what.arm);
    let rolled = weapon_damage(g, s, t, (by, what, out.critical))?;
    damage::deal(g, s, t, on, rolled, weapon.harm, source(what.arm, weapon));
    if s.creature(on).is_here()
        && let Some(lost) = acid(g, t, by)?
    {
        damage::deal(g, s, t, on, out.of(&g.rules, lost), Harm::Acid, rule::FEAT_ACIDIC);
    }
    Ok(())
}

/// The acid that goes with somebody's blows and shots. (`feat.acidic`)
#[inline]
pub fn acid<T: Table>(g: &Setup, t: &mut T, by: Id) -> OrHalt<T, Option<i32>> {
    if !g.sheet(by).feats.has(Feat::Acidic) {
        return Ok(None);
    }
    burnt(t, g.rules.acidic_dice, by).map(Some)
}

#[inline(never)]
fn burnt<T: Table>(t: &mut T, count: i32, by: Id) -> OrHalt<T, i32> {
    damage::throw(t, count, 6, |dice, _| Check::new(rule::DICE_ACID, by, dice))
}

/// The rule behind what a weapon does.
#[inline]
fn source(arm: Arm, weapon: &Weapon) -> RuleId {
    match arm {
        Arm::Unarmed => rule::WEAPON_UNARMED,
        Arm::Item(_) if weapon.is_natural() => rule::SHEET_NATURAL,
        Arm::Item(_) => rule::WEAPON_DAMAGE,
    }
}

/// Who strikes, what with, and whether it is a critical success.
pub type Blow<'a> = (Id, &'a Attack, bool);

/// What a weapon does: as thrown, and after a critical success. (`attack.critical`, `ruling.double-damage`)
pub fn weapon_damage<T: Table>(g: &Setup, s: &State, t: &mut T, blow: Blow) -> OrHalt<T, (i32, i32)> {
    let (by, what, critical) = blow;
    let weapon = weapon(g, s, what.arm);
    let sheet = g.sheet(by);
    let strong = if weapon.strong { sheet.attribute(Attribute::Str) } else { 0 };
    let check = |dice: Dice| {
        Check::new(rule::DICE_DAMAGE, by, dice)
            .plus_part(rule::SHEET_WEAPON, "weapon", weapon.flat.into())
            .plus_part(rule::SHEET_ATTRIBUTE, "STR", strong)
            .plus(rule::FEAT_WEAPON_SPECIALIZATION, specialization(g, sheet, what))
            .plus(rule::FEAT_BATTLE_TRANCE, trance(g, s, by, sheet, what))
    };
    let factor = g.rules.crit_factor.clamp(1, 9);
    if critical && g.rules.crit_damage == CritDamage::Dice {
        let more = |dice, first| if first { check(dice) } else { Check::new(rule::DICE_DAMAGE, by, dice) };
        let count = i32::from(weapon.dice.count()) * factor;
        let rolled = damage::throw(t, count, weapon.dice.sides(), more)?.max(0);
        return Ok((rolled, rolled));
    }
    let rolled = t.roll(check(weapon.dice))?.max(0);
    Ok(match g.rules.crit_damage {
        CritDamage::Total if critical => (rolled, rolled * factor),
        CritDamage::RolledTwice if critical => (rolled, rolled + t.roll(check(weapon.dice))?.max(0)),
        _ => (rolled, rolled),
    })
}

/// (`feat.weapon-specialization`)
#[inline]
fn specialization(g: &Setup, sheet: &Sheet, what: &Attack) -> i32 {
    let yes = what.deed == Deed::Hit && sheet.feats.has(Feat::WeaponSpecialization);
    if yes { g.rules.specialization_bonus } else { 0 }
}

/// (`feat.battle-trance`)
#[inline]
fn trance(g: &Setup, s: &State, by: Id, sheet: &Sheet, what: &Attack) -> i32 {
    let yes = what.deed == Deed::Hit && sheet.feats.has(Feat::BattleTrance);
    if yes && is_own_turn(s, by) { g.rules.trance_bonus * i32::from(s.creature(by).attacks) } else { 0 }
}

/// Whoever hits one who is all acid is burnt. (`feat.acidic-defense`)
#[inline]
fn acid_back<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, manner: Manner) -> OrHalt<T> {
    if manner.is_ranged() || !g.sheet(on).feats.has(Feat::AcidicDefense) {
        return Ok(());
    }
    let lost = burnt(t, g.rules.acidic_defense_dice, on)?;
    damage::deal(g, s, t, by, (lost, lost), Harm::Acid, rule::FEAT_ACIDIC_DEFENSE);
    Ok(())
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;

    pub fn nobody_reaches_farther_than_anybody_may() {
        let (mut near, mut far) = (0, 0);
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for (who, whom) in s.everybody().flat_map(|who| s.everybody().map(move |whom| (who, whom))) {
                let feet = bodies::distance(g, s, who, whom);
                assert_eq!(reaches(g, s, who, whom), feet <= longest_reach(g, s, who), "{who:?} {whom:?}");
                (near, far) = (near + u32::from(feet <= 10), far + u32::from(feet > g.farthest_reach));
            }
        });
        assert!(near > 1_000 && far > 1_000, "{near} {far}");
    }

    pub fn everybody_reaches_as_far_at_once_as_one_by_one() {
        let mut armed = 0;
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            let all = longest_reaches(g, s);
            for who in g.ids() {
                let held = s.held(who).filter(|(_, item)| g.weapon(item.weapon).melee);
                let longest = held.map(|(at, _)| reach(g, s, who, Arm::Item(at))).max().unwrap_or(0);
                let longest = longest.max(g.sheet(who).reach.into());
                assert_eq!([longest_reach(g, s, who), all[who.index()]], [longest; 2], "{who:?}");
                armed += u32::from(longest > g.sheet(who).reach.into());
            }
        });
        assert!(armed > 10, "{armed}");
    }
}
