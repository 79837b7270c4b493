//! One attack on several targets: each decides and is rolled for alone.

use skirmish_kernel::{Bearing, Check, Id};

use super::{Means, destination, meet, range_penalty, split_penalty};
use crate::catalogue::{AreaSharedRoll, rule};
use crate::model::{Event, Flight, Kind, Setup, State};
use crate::rules::advantage::Edge;
use crate::rules::{OrHalt, Table, lines};

/// The attack arrives, and meets everybody within `radius` hexes, in the order of the encounter.
#[cold]
pub(super) fn contact<T: Table>(g: &Setup, s: &mut State, t: &mut T, flight: &Flight, means: Means) -> OrHalt<T> {
    let radius = means.ability.area.unwrap_or(0);
    let centre = destination(g, s, flight);
    s.end_flight(flight.serial);
    let meets = |s: &State, id: Id| {
        id != flight.owner && !s.is_down(id) && lines::hexes(centre, s.creature(id).at) <= u16::from(radius)
    };
    if !g.ids().any(|id| meets(s, id)) {
        let (who, ability) = (flight.owner, flight.ability());
        t.tell(|| Event::EmptyHex { who, ability, hex: centre, guess: false, unseen: false });
        return Ok(());
    }
    let rolled = match g.rules.area_shared_roll {
        AreaSharedRoll::Each => None,
        AreaSharedRoll::Shared => Some(shared_roll(g, s, t, flight, means)?),
    };
    t.repeat(s, 0usize, |s, next, t| {
        let Some(target) = g.ids().skip(*next).find(|id| meets(s, *id)) else { return Ok(false) };
        *next = target.index() + 1;
        let part = Flight { serial: s.number(), rolled, aimed: s.creature(target).at, ..*flight };
        s.flights.push(part);
        meet::<T, false>(g, s, t, &part, means, target)?;
        Ok(true)
    })?;
    Ok(())
}

/// House rule: one offensive roll serves against everybody, with what bears on the attacker and on the way to where it
/// arrives; what bears on single targets is left out.
fn shared_roll<T: Table>(g: &Setup, s: &State, t: &mut T, flight: &Flight, means: Means) -> OrHalt<T, i32> {
    let Some(figures) = means.figures else { return Ok(0) };
    let who = flight.owner;
    let by_hand = s.creature(who).circumstances;
    let mut edge = Edge::new(&g.rules);
    edge.against(s.has(who, Kind::Exhausted), rule::CONDITION_EXHAUSTED);
    edge.game_master(by_hand.attack);
    let (from_score, from_dice) = split_penalty(g, range_penalty(g, flight));
    let (dice, flat) = figures.hit(&g.rules, flight.act.swifts, edge.dice() - from_dice);
    let mut check = edge.note(Check::new(rule::DICE_ATTACK, who, dice));
    if from_dice != 0 {
        check = check.noting(rule::RANGE_PROJECTILE, -from_dice, Bearing::Dice);
    }
    let check = check.plus(rule::ATTACK_HIT_ROLL, flat).plus(rule::RANGE_PROJECTILE, -from_score);
    t.roll(check.plus(rule::DP_GM, by_hand.extra_attack.into()))
}
