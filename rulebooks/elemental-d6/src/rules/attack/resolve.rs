//! Resolving an attack: advantage, the miss die, both hit rolls, damage, and what follows.

use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id, Questions, Sealed, Terms};

use super::{Means, mostly, range_penalty, rare, split_penalty};
use crate::catalogue::{AdvantageDamage, ArchivedLocations, ConcealmentHexAttack, HitTie, ReactionMode, rule};
use crate::model::{
    Ability, AbilityKind, Act, Dealt, Delivery, Elemental, Event, Figures, Flight, Formula, Kind, Part, Setup, Sheet,
    Sight, State, Target, ask, sixes,
};
use crate::rules::advantage::Edge;
use crate::rules::conditions::{ability_check, inflict};
use crate::rules::damage::lose;
use crate::rules::defence::{self, Defence};
use crate::rules::movement::pushback;
use crate::rules::{OrHalt, Table, lines};

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
pub fn resolve<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    serial: u16,
    target: Id,
    counter: Option<Act>,
) -> OrHalt<T> {
    match s.flight(serial).copied() {
        Some(flight) => match Means::of(g, flight.owner, &flight.act) {
            Some(means) => settle::<T, false>(g, s, t, &flight, means, flight.fixed, target, counter),
            None => Ok(()),
        },
        None => Ok(()),
    }
}

/// An attack meeting somebody, with what is written of it and of them.
struct Blow<'a> {
    flight: &'a Flight,
    ability: &'a Ability,
    figures: &'a Figures,
    target: Id,
    sheet: &'a Sheet,
}

/// The same for an attack at hand; its sight may have been `fixed` by a house rule.
#[expect(clippy::too_many_arguments, reason = "everything that is known of an attack meets here")]
pub(super) fn settle<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    means: Means,
    fixed: Option<Sight>,
    target: Id,
    counter: Option<Act>,
) -> OrHalt<T> {
    t.scope(s, |s, t| {
        let who = flight.owner;
        let Some(figures) = means.figures else {
            s.end_flight(flight.serial);
            return Ok(());
        };
        let blow = Blow { flight, ability: means.ability, figures, target, sheet: g.sheet(target) };
        let seen = mostly::<USUAL, _>(Sight::CLEAR, || seen(g, s, flight, fixed, target));
        if !seen.free {
            s.end_flight(flight.serial);
            t.tell(|| Event::NoLine { who, target });
            return Ok(());
        }
        let spoiled = rare::<USUAL>(|| s.marks.dodging.has(target)) && spoil(s, t, flight, target)?;
        let defence = defence::defence::<T, USUAL>(g, s, t, flight, (target, blow.sheet), counter)?;
        // The attack has come to its end, whatever comes of it.
        end::<USUAL>(s, flight);
        let strike = strike::<T::Terms, USUAL>(g, s, &blow, seen, spoiled, &defence);
        let hidden = strike.hidden;
        match t.chance(s, rule::ATTACK_FLOW, strike, law::<T, USUAL>)? {
            Struck::Hidden => {
                let dark = g.ground.terrain(s.creature(target).at).dark;
                t.tell(|| Event::MissedInSight { who, target, level: hidden, dark });
                Ok(())
            }
            Struck::Missed => {
                t.tell(|| Event::Missed { who, target });
                Ok(())
            }
            Struck::Hit { damage, margin } => hit::<T, USUAL>(g, s, t, &blow, damage, margin, &defence),
        }
    })
}

/// Ends an attack; a usual one is the newest of all that fly.
#[inline]
fn end<const USUAL: bool>(s: &mut State, flight: &Flight) {
    if rare::<USUAL>(|| s.flights.last().is_none_or(|newest| newest.serial != flight.serial)) {
        s.end_flight(flight.serial);
    } else {
        s.flights.pop();
    }
}

/// What stands between origin and target now, or as a house rule has fixed it.
#[inline]
fn seen(g: &Setup, s: &State, flight: &Flight, fixed: Option<Sight>, target: Id) -> Sight {
    let mut seen = match fixed {
        Some(fixed) => fixed,
        None => lines::sight(g, s, flight.owner, flight.origin, s.creature(target).at),
    };
    if let Target::Hex(_) = flight.act.target
        && g.rules.concealment_hex_attack == ConcealmentHexAttack::NoDie
    {
        seen.concealment = 0;
    }
    if let Some(by_hand) = s.circumstances(target) {
        seen.cover = by_hand.cover.unwrap_or(seen.cover);
        seen.concealment = by_hand.concealment.unwrap_or(seen.concealment);
    }
    seen
}

/// The Dodge is spent on this attack, or kept. (`dp.dodge_which`)
#[cold]
fn spoil<T: Table>(s: &mut State, t: &mut T, flight: &Flight, target: Id) -> OrHalt<T, bool> {
    // What was rolled once for everybody has no dice left to spoil.
    if flight.rolled.is_some() {
        return Ok(false);
    }
    let yes = t.put(s, rule::DP_DODGE_WHICH, target, ask::DodgeWhich { flight: flight.serial })?;
    if yes {
        s.marks.dodging.set(target, false);
        t.tell(|| Event::Spoiled { who: target });
    }
    Ok(yes)
}

#[inline]
fn strike<M: Terms, const USUAL: bool>(
    g: &Setup,
    s: &State,
    blow: &Blow,
    seen: Sight,
    spoiled: bool,
    defence: &Defence,
) -> Strike<M> {
    let who = blow.flight.owner;
    let (mut offence, favoured) = offence::<M, USUAL>(g, s, blow, seen, spoiled);
    let (mut defensive, defended) = defence.check::<M, USUAL>(g, s, blow.target);
    if let Some(score) = blow.flight.rolled {
        // Rolled once for everybody, before: no dice now.
        offence = Check::new(rule::DICE_ATTACK, who, sixes(0, Reading::Sum)).plus(rule::ATTACK_HIT_ROLL, score);
    }
    if favoured && defended {
        // Both have advantage against each other: both roll with it, neither takes the other's away.
        offence = offence.noting(rule::ADVANTAGE_CONTESTED, 0, Bearing::Idle);
        defensive = defensive.noting(rule::ADVANTAGE_CONTESTED, 0, Bearing::Idle);
    }
    Strike {
        hidden: seen.concealment.min(3),
        who,
        offence,
        defence: defensive,
        damage: damage_check::<M, USUAL>(g, s, blow),
        tie: g.rules.hit_tie == HitTie::Attacker,
        margin: g.rules.archived_locations == ArchivedLocations::On,
    }
}

/// The offensive roll with everything that bears on it, and whether it has advantage.
#[inline]
fn offence<M: Terms, const USUAL: bool>(
    g: &Setup,
    s: &State,
    blow: &Blow,
    seen: Sight,
    spoiled: bool,
) -> (Check<M>, bool) {
    let flight = blow.flight;
    let edge = offensive_edge::<USUAL>(g, s, blow, seen, spoiled);
    let penalty = mostly::<USUAL, _>(0, || range_penalty(g, flight));
    let (from_score, from_dice) = split_penalty(g, penalty);
    let extra = Edge::dice_of(edge.as_ref());
    let swifts = mostly::<USUAL, _>(0, || flight.act.swifts);
    let (dice, flat) = blow.figures.hit(&g.rules, swifts, extra - from_dice);
    let mut check = Check::new(rule::DICE_ATTACK, flight.owner, dice);
    if let Some(edge) = &edge {
        check = edge.note(check);
    }
    if M::LISTED && !seen.cover && lines::spared_by_adjacency(g, s, flight.origin, s.creature(blow.target).at) {
        check = check.when(false, rule::COVER_ADJACENT_OBSTACLE, -g.rules.advantage_size);
    }
    if from_dice != 0 {
        check = check.noting(rule::RANGE_PROJECTILE, -from_dice, Bearing::Dice);
    }
    let rule = if is_unarmed(blow) { rule::UNARMED_OFFENSIVE } else { rule::ATTACK_HIT_ROLL };
    let by_hand = mostly::<USUAL, _>(None, || s.circumstances(flight.owner)).map_or(0, |c| i32::from(c.extra_attack));
    let check = check
        .plus_parts(rule, flat, || parts(g, blow, Formula::Offensive))
        .plus(rule::RANGE_PROJECTILE, -from_score)
        .plus(rule::DP_GM, by_hand);
    (check, extra > 0)
}

/// What speaks for and against the offensive roll; `None` when nothing does, as mostly.
#[inline]
fn offensive_edge<const USUAL: bool>(g: &Setup, s: &State, blow: &Blow, seen: Sight, spoiled: bool) -> Option<Edge> {
    let (who, target) = (blow.flight.owner, blow.target);
    if !(seen.cover || spoiled || rare::<USUAL>(|| s.is_affected(who) || s.is_affected(target))) {
        return None;
    }
    let mut edge = Edge::new(&g.rules);
    edge.for_it(blow.ability.delivery == Delivery::Melee && s.has(target, Kind::Prone), rule::CONDITION_PRONE);
    edge.against(seen.cover, rule::COVER_CENTER);
    edge.against(spoiled, rule::MOVE_DODGE);
    edge.against(s.has(who, Kind::Exhausted), rule::CONDITION_EXHAUSTED);
    edge.game_master(s.creature(who).circumstances.attack);
    Some(edge)
}

/// The damage roll, if there is one. Advantage attaches to the hit roll; only the game master may give the damage any.
#[inline]
fn damage_check<M: Terms, const USUAL: bool>(g: &Setup, s: &State, blow: &Blow) -> Option<Check<M>> {
    let flight = blow.flight;
    let word = mostly::<USUAL, _>(None, || s.circumstances(flight.owner)).map_or(0, |c| c.damage);
    let banned = word > 0 && g.rules.advantage_damage == AdvantageDamage::DamageToo;
    let edge = (word != 0 && !banned).then(|| Edge::by_game_master(&g.rules, word));
    let swifts = mostly::<USUAL, _>(0, || flight.act.swifts);
    let (dice, flat) = blow.figures.harm(swifts, Edge::dice_of(edge.as_ref()))?;
    let mut check = Check::new(rule::DICE_DAMAGE, flight.owner, dice);
    if let Some(edge) = &edge {
        check = edge.note(check);
    }
    if banned {
        check = check.noting(rule::ADVANTAGE_NOT_HP, 0, Bearing::Idle);
    }
    let rule = if is_unarmed(blow) { rule::UNARMED_DAMAGE } else { rule::ATTACK_DAMAGE };
    Some(check.plus_parts(rule, flat, || parts(g, blow, Formula::Damage)))
}

/// What a formula of the attack is made of.
fn parts(g: &Setup, blow: &Blow, which: Formula) -> Vec<Part> {
    let act = &blow.flight.act;
    g.sheet(blow.flight.owner).parts(blow.ability, which, act.cost, act.swifts)
}

fn is_unarmed(blow: &Blow) -> bool {
    blow.ability.kind == AbilityKind::Unarmed
}

/// The miss die first, then the contest, then damage. (`concealment.roll_order`)
#[inline]
fn law<T: Table, const USUAL: bool>(
    strike: Strike<T::Terms>,
    _: Sealed<'_, Elemental>,
    t: &mut T,
) -> OrHalt<T, Struck> {
    let level = i32::from(strike.hidden);
    if rare::<USUAL>(|| level > 0) {
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
#[inline]
fn hit<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    blow: &Blow,
    rolled: i32,
    margin: i32,
    defence: &Defence,
) -> OrHalt<T> {
    let (who, target) = (blow.flight.owner, blow.target);
    let mut soak = blow.sheet.soak;
    if g.rules.archived_locations == ArchivedLocations::On {
        soak = soak.saturating_add(blow.sheet.res.max(0));
        t.tell(|| Event::Location { target, place: location(margin) });
    }
    if blow.figures.damage.is_some() {
        let soaked = rolled.saturating_sub(soak);
        let reduced = match g.rules.reaction_mode {
            ReactionMode::Reduction => soaked.saturating_sub(defence.reaction.unwrap_or(0).max(0)),
            ReactionMode::Defence => soaked,
        };
        let damage = reduced.max(g.rules.damage_minimum);
        t.tell(|| Event::Hit { who, target, damage, steps: Some(Dealt { rolled, soaked, reduced }) });
        lose(g, s, t, target, damage);
    } else {
        t.tell(|| Event::Hit { who, target, damage: 0, steps: None });
    }
    if s.is_down(target) {
        return Ok(());
    }
    let feet = || blow.figures.push(blow.flight.act.swifts);
    if rare::<USUAL>(|| feet() > 0) {
        pushback::start(g, s, t, blow.flight, target, feet())?;
        if s.is_down(target) {
            // Felled on the way, by what waited for it or by what stopped it.
            return Ok(());
        }
    }
    if rare::<USUAL>(|| !blow.ability.inflicts.is_empty()) { afflict(g, s, t, blow) } else { Ok(()) }
}

/// The conditions that a hit puts on its target.
fn afflict<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    let target = blow.target;
    let dice = blow.figures.damage_dice(blow.flight.act.swifts);
    for what in &blow.ability.inflicts {
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
