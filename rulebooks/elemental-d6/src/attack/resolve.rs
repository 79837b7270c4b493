//! Resolving an attack: advantage, the miss die, both hit rolls, damage, and what follows.

use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id, Sealed, Table, Terms};

use super::{penalty_on_dice, range_penalty};
use crate::Elemental;
use crate::actions::{Act, Ask, Choice, Target, What};
use crate::advantage::Edge;
use crate::conditions::{ability_check, inflict};
use crate::damage::lose;
use crate::defence::{self, Defence};
use crate::events::Event;
use crate::lines;
use crate::movement::pushback;
use crate::rules::{AdvantageDamage, ArchivedLocations, ConcealmentHexAttack, HitTie, ReactionMode, rule};
use crate::setup::Setup;
use crate::sheet::{Delivery, Figures, Formula, Kind, Part, Pool, sixes};
use crate::state::{Flight, Sight, State};

/// Everything the dice of one attack depend on.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Strike<M> {
    /// Level of concealment, 0 to 3.
    hidden: u8,
    /// Whose miss die.
    who: Id,
    offence: Check<M>,
    defence: Check<M>,
    /// Damage dice; `None` for an attack that deals none.
    damage: Option<Check<M>>,
    /// Does a tie hit?
    tie: bool,
    /// Does anybody read the margin?
    margin: bool,
}

/// What the dice of one attack say.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Struck {
    Hidden,
    Missed,
    Hit { damage: i32, margin: i32 },
}

/// Resolves an attack on `target`, which counters with `counter` or does not.
///
/// # Errors
/// The table's halt.
pub fn resolve<T: Table<Elemental>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    serial: u16,
    target: Id,
    counter: Option<Act>,
) -> Result<(), T::Halt> {
    match s.flight(serial).copied() {
        Some(flight) => settle(g, s, t, &flight, target, counter),
        None => Ok(()),
    }
}

/// The same for an attack at hand.
pub(super) fn settle<T: Table<Elemental>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    target: Id,
    counter: Option<Act>,
) -> Result<(), T::Halt> {
    t.scope(s, |s, t| {
        let serial = flight.serial;
        let What::Ability(index) = flight.act.what else { return Ok(()) };
        let Some(figures) = g.attack(flight.owner, index).map(|a| a.figures(flight.act.cost)) else {
            take(s, serial);
            return Ok(());
        };
        let seen = seen(g, s, flight, target);
        if !seen.free {
            take(s, serial);
            t.tell(|| Event::NoLine { who: flight.owner, target });
            return Ok(());
        }
        let spoiled = spoil(s, t, flight, target)?;
        let defence = defence::defence(g, s, t, flight, target, counter)?;
        take(s, serial);
        let strike = strike(g, s, flight, target, figures, seen, spoiled, &defence);
        let (who, hidden) = (flight.owner, strike.hidden);
        let struck = t.chance(s, rule::ATTACK_FLOW, strike, law)?;
        match struck {
            Struck::Hidden => {
                let dark = g.ground.terrain(s.creature(target).at).dark;
                t.tell(|| Event::MissedInSight { who, target, level: hidden, dark });
            }
            Struck::Missed => t.tell(|| Event::Missed { who, target }),
            Struck::Hit { damage, margin } => {
                hit(g, s, t, flight, target, figures, damage, margin, &defence)?;
            }
        }
        Ok(())
    })
}

/// The attack has come to its end, whatever comes of it.
#[inline(always)]
fn take(s: &mut State, serial: u16) {
    s.end_flight(serial);
}

/// What stands between origin and target now, or as a house rule has fixed it.
#[inline(always)]
fn seen(g: &Setup, s: &State, flight: &Flight, target: Id) -> Sight {
    let mut seen = match flight.fixed {
        Some(fixed) => fixed,
        None => lines::sight(g, s, flight.owner, flight.origin, s.creature(target).at),
    };
    if let Target::Hex(_) = flight.act.target
        && g.rules.concealment_hex_attack == ConcealmentHexAttack::NoDie
    {
        seen.concealment = 0;
    }
    let by_hand = &s.creature(target).circumstances;
    seen.cover = by_hand.cover.unwrap_or(seen.cover);
    seen.concealment = by_hand.concealment.unwrap_or(seen.concealment);
    seen
}

/// The Dodge is spent on this attack, or kept. (`dp.dodge_which`)
#[inline(always)]
fn spoil<T: Table<Elemental>>(s: &mut State, t: &mut T, flight: &Flight, target: Id) -> Result<bool, T::Halt> {
    // What was rolled once for everybody has no dice left to spoil.
    if !s.marks.dodging.has(target) || flight.rolled.is_some() {
        return Ok(false);
    }
    let choice = t.ask(s, rule::DP_DODGE_WHICH, target, Ask::DodgeWhich { flight: flight.serial })?;
    let yes = matches!(choice, Choice::Spoil(true));
    if yes {
        s.marks.dodging.set(target, false);
        t.tell(|| Event::Spoiled { who: target });
    }
    Ok(yes)
}

#[expect(clippy::too_many_arguments, reason = "everything that bears on one attack's dice meets here")]
#[inline(always)]
fn strike<M: Terms>(
    g: &Setup,
    s: &State,
    flight: &Flight,
    target: Id,
    figures: &Figures,
    seen: Sight,
    spoiled: bool,
    defence: &Defence,
) -> Strike<M> {
    let swifts = flight.act.swifts;
    let offensive = figures.offensive.unwrap_or_default().plus_times(figures.swift.offensive, swifts);
    let damage = figures.damage.map(|pool| pool.plus_times(figures.swift.damage, swifts));
    let (mut offence, favoured) = offence(g, s, flight, target, offensive, seen, spoiled);
    let (mut defensive, defended) = defence.check(g, s, target);
    if let Some(score) = flight.rolled {
        // Rolled once for everybody, before: no dice now.
        offence =
            Check::new(rule::DICE_ATTACK, flight.owner, sixes(0, Reading::Sum)).plus(rule::ATTACK_HIT_ROLL, score);
    }
    if favoured && defended {
        // Both have advantage against each other: both roll with it, neither takes the other's away.
        offence = offence.noting(rule::ADVANTAGE_CONTESTED, 0, Bearing::Idle);
        defensive = defensive.noting(rule::ADVANTAGE_CONTESTED, 0, Bearing::Idle);
    }
    let damage = damage.map(|pool| damage_check(g, s, flight, pool));
    Strike {
        hidden: seen.concealment.min(3),
        who: flight.owner,
        offence,
        defence: defensive,
        damage,
        tie: g.rules.hit_tie == HitTie::Attacker,
        margin: g.rules.archived_locations == ArchivedLocations::On,
    }
}

/// The offensive roll with everything that bears on it, and whether it has advantage.
#[inline(always)]
fn offence<M: Terms>(
    g: &Setup,
    s: &State,
    flight: &Flight,
    target: Id,
    pool: Pool,
    seen: Sight,
    spoiled: bool,
) -> (Check<M>, bool) {
    let owner = s.creature(flight.owner);
    let mut edge = Edge::new(&g.rules);
    let melee = matches!(flight.act.what, What::Ability(i) if g.ability(i).delivery == Delivery::Melee);
    edge.for_it(melee && s.has(target, Kind::Prone), rule::CONDITION_PRONE);
    edge.against(seen.cover, rule::COVER_CENTER);
    edge.against(spoiled, rule::MOVE_DODGE);
    edge.against(s.has(flight.owner, Kind::Exhausted), rule::CONDITION_EXHAUSTED);
    edge.game_master(owner.circumstances.attack);
    let penalty = range_penalty(g, flight);
    let (from_score, from_dice) = if penalty_on_dice(g) { (0, penalty) } else { (penalty, 0) };
    let dice = pool.hit_dice(&g.rules, edge.dice() - from_dice);
    let mut check = Check::new(rule::DICE_ATTACK, flight.owner, dice);
    check = edge.note(check);
    if M::LISTED && !seen.cover && lines::spared_by_adjacency(g, s, flight.origin, s.creature(target).at) {
        check = check.when(false, rule::COVER_ADJACENT_OBSTACLE, -g.rules.advantage_size);
    }
    if from_dice != 0 {
        check = check.noting(rule::RANGE_PROJECTILE, -from_dice, Bearing::Dice);
    }
    let check = check
        .plus_parts(offence_rule(g, flight), pool.flat, || parts(g, flight, Formula::Offensive))
        .plus(rule::RANGE_PROJECTILE, -from_score)
        .plus(rule::DP_GM, i32::from(owner.circumstances.extra_attack));
    (check, edge.dice() > 0)
}

/// The damage roll. Advantage attaches to the hit roll; only the game master may give the damage any.
#[inline(always)]
fn damage_check<M: Terms>(g: &Setup, s: &State, flight: &Flight, pool: Pool) -> Check<M> {
    let mut edge = Edge::new(&g.rules);
    let word = s.creature(flight.owner).circumstances.damage;
    let banned = word > 0 && g.rules.advantage_damage == AdvantageDamage::DamageToo;
    edge.game_master(if banned { 0 } else { word });
    let pool_now = Pool { dice: pool.dice.saturating_add(edge.dice()).max(0), ..pool };
    let mut check = edge.note(Check::new(rule::DICE_DAMAGE, flight.owner, pool_now.sum_dice()));
    if banned {
        check = check.noting(rule::ADVANTAGE_NOT_HP, 0, Bearing::Idle);
    }
    check.plus_parts(damage_rule(g, flight), pool.flat, || parts(g, flight, Formula::Damage))
}

/// What a formula of the attack is made of.
fn parts(g: &Setup, flight: &Flight, which: Formula) -> Vec<Part> {
    let What::Ability(index) = flight.act.what else { return Vec::new() };
    g.sheet(flight.owner).parts(g.ability(index), which, flight.act.cost, flight.act.swifts)
}

fn is_unarmed(g: &Setup, flight: &Flight) -> bool {
    matches!(flight.act.what, What::Ability(i) if g.ability(i).kind == crate::sheet::AbilityKind::Unarmed)
}

fn offence_rule(g: &Setup, flight: &Flight) -> skirmish_kernel::RuleId {
    if is_unarmed(g, flight) { rule::UNARMED_OFFENSIVE } else { rule::ATTACK_HIT_ROLL }
}

fn damage_rule(g: &Setup, flight: &Flight) -> skirmish_kernel::RuleId {
    if is_unarmed(g, flight) { rule::UNARMED_DAMAGE } else { rule::ATTACK_DAMAGE }
}

/// The miss die first, then the contest, then damage. (`concealment.roll_order`)
#[inline]
fn law<T: Table<Elemental>>(strike: Strike<T::Terms>, _: Sealed<'_, Elemental>, t: &mut T) -> Result<Struck, T::Halt> {
    let level = i32::from(strike.hidden);
    if level > 0 {
        let die = sixes(1, Reading::Sum);
        let check = Check::new(rule::DICE_CONCEALMENT, strike.who, die);
        let check = check.noting(rule::CONCEALMENT_LINE, -level, Bearing::Idle);
        if !t.test(check, level + 1)? {
            return Ok(Struck::Hidden);
        }
    }
    let (tie, reads_margin) = (strike.tie, strike.margin);
    let margin = t.contest(strike.offence, strike.defence, |a, d| {
        let margin = a.total.saturating_sub(d.total);
        let hit = if tie { margin >= 0 } else { margin > 0 };
        match (hit, reads_margin) {
            (false, _) => None,
            (true, false) => Some(0),
            (true, true) => Some(margin),
        }
    })?;
    let Some(margin) = margin else { return Ok(Struck::Missed) };
    let damage = match strike.damage {
        Some(check) => t.roll(check)?,
        None => 0,
    };
    Ok(Struck::Hit { damage, margin })
}

/// A hit: damage, then pushback, then conditions.
#[expect(clippy::too_many_arguments, reason = "everything that follows from a hit meets here")]
#[inline(always)]
fn hit<T: Table<Elemental>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    target: Id,
    figures: &Figures,
    rolled: i32,
    margin: i32,
    defence: &Defence,
) -> Result<(), T::Halt> {
    let who = flight.owner;
    let What::Ability(index) = flight.act.what else { return Ok(()) };
    let ability = g.ability(index);
    let sheet = g.sheet(target);
    let mut soak = sheet.soak;
    if g.rules.archived_locations == ArchivedLocations::On {
        soak = soak.saturating_add(sheet.res.max(0));
        t.tell(|| Event::Location { target, place: location(margin) });
    }
    if g.rules.reaction_mode == ReactionMode::Reduction {
        soak = soak.saturating_add(defence.reaction.unwrap_or(0).max(0));
    }
    if figures.damage.is_some() {
        let damage = rolled.saturating_sub(soak).max(g.rules.damage_minimum);
        t.tell(|| Event::Hit { who, target, damage, soaked: soak > 0 });
        lose(g, s, t, target, damage);
    } else {
        t.tell(|| Event::Hit { who, target, damage: 0, soaked: false });
    }
    if s.is_down(target) {
        return Ok(());
    }
    let feet = figures.pushback + figures.swift.pushback * i32::from(flight.act.swifts);
    if feet > 0 {
        pushback::start(g, s, t, flight, target, feet)?;
    }
    let swift_dice = figures.swift.damage.dice * i32::from(flight.act.swifts);
    let dice = figures.damage.map_or(0, |p| (p.dice + swift_dice).clamp(0, 99) as u8);
    for what in &ability.inflicts {
        if let Some((stat, dc)) = what.resist
            && ability_check(g, s, t, target, stat, dc)?
        {
            continue;
        }
        inflict(g, s, t, target, *what, dice);
        let busy = s.marks.initiated.has(target) || !s.creature(target).moves.is_empty();
        if what.condition == Kind::Staggered && busy {
            t.tell(|| Event::NotUndone { who: target });
        }
    }
    Ok(())
}

/// An older edition's place of a hit by margin.
fn location(margin: i32) -> &'static str {
    match margin {
        ..=1 => "torso",
        2 => "legs",
        3..=4 => "arms",
        _ => "head",
    }
}
