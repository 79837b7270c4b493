//! Effects that last, and what it takes to keep them. (`magic.concentration`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::{Effect, Event, Running, Setup, State, ask, unseen};
use crate::rules::{OrHalt, Table, score};

/// Does it ask for Concentration at all? What is instant lasts by itself.
pub fn is_asked(g: &Setup, running: &Running) -> bool {
    !g.ability(running.ability).instant
}

/// The ability with which somebody concentrates.
pub fn skill(g: &Setup, who: Id) -> Option<u8> {
    g.known(who).find(|(_, known)| known.effect == Effect::Keep).map(|(ability, _)| ability)
}

/// A check for each effect that somebody keeps up, the oldest first, unless it lets it go.
pub fn check<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if next(g, s, who, None).is_none() {
        return Ok(());
    }
    t.repeat(s, None, |s, last: &mut Option<u16>, t| {
        let Some(serial) = next(g, s, who, *last) else { return Ok(false) };
        *last = Some(serial);
        one(g, s, t, who, serial)?;
        Ok(true)
    })?;
    Ok(())
}

/// The effect after the one with this number.
fn next(g: &Setup, s: &State, who: Id, last: Option<u16>) -> Option<u16> {
    let asked = |running: &&Running| running.holder == who && is_asked(g, running);
    let mut own = s.effects.iter().filter(asked).map(|running| running.serial);
    match last {
        None => own.next(),
        // The one before is gone if it was lost, so numbers are compared, not places.
        Some(last) => own.find(|serial| *serial > last),
    }
}

fn one<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, serial: u16) -> OrHalt<T> {
    let Some(running) = s.effects.iter().copied().find(|running| running.serial == serial) else { return Ok(()) };
    let ability = running.ability;
    let rolls = t.put(s, rule::DP_KEEP_EFFECT, who, ask::Keep { serial })?;
    if !rolls {
        s.effects.retain(|running| running.serial != serial);
        t.tell(|| unseen(s, who, Event::LetEnd { who, ability }));
        return Ok(());
    }
    let by = skill(g, who).unwrap_or(ability);
    let held = score::holds(g, t, score::skill(g, s, who, rule::DICE_CONCENTRATION, by))?;
    let rule = g.ability(by).rule;
    t.tell(|| unseen(s, who, Event::Concentrated { who, ability, held, by: rule }));
    if !held {
        s.effects.retain(|running| running.serial != serial);
    }
    Ok(())
}
