//! One attack on several targets: each decides and is rolled for alone.

use skirmish_kernel::{Check, Id};

use super::{Means, destination, meet};
use crate::catalogue::{AreaSharedRoll, rule};
use crate::model::{Event, Flight, Setup, State, What};
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
        AreaSharedRoll::Shared => Some(shared_roll(g, t, flight)?),
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

/// House rule: one offensive roll serves against everybody; what bears on single targets is left out.
fn shared_roll<T: Table>(g: &Setup, t: &mut T, flight: &Flight) -> OrHalt<T, i32> {
    let What::Ability(index) = flight.act.what else { return Ok(0) };
    let pool = g.attack(flight.owner, index).and_then(|a| a.figures(flight.act.cost).offensive).unwrap_or_default();
    let check = Check::new(rule::DICE_ATTACK, flight.owner, pool.hit_dice(&g.rules, 0));
    t.roll(check.plus(rule::ATTACK_HIT_ROLL, pool.flat))
}
