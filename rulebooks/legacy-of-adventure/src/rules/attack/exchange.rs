//! Two Aggressive foes who attack each other: both roll, and then both results stand. (`stance.aggressive.trade`,
//! `ruling.aggressive-simultaneous`)

use super::{Blow, declare, draw, strike, waits_for_the_pass};
use crate::model::{Event, Setup, State, Strike};
use crate::rules::{OrHalt, Table, damage, effects};

/// Plays an exchange; `first` is the one of whoever goes first in the tier: its dice come first, and nothing else does.
pub fn exchange<T: Table>(g: &Setup, s: &mut State, t: &mut T, first: &Blow, second: &Blow) -> OrHalt<T> {
    t.tell(|| Event::Exchange { first: first.by, second: second.by });
    declare(g, s, t, first);
    declare(g, s, t, second);
    let goes = |s: &mut State, t: &mut T, blow: &Blow| t.scope(s, |s, t| draw(g, s, t, blow));
    let first_goes = goes(s, t, first)?;
    let second_goes = goes(s, t, second)?;
    let mut landed: [Option<Strike>; 2] = [None; 2];
    // Whoever was struck down by an attack of opportunity strikes no more; what the two do to each other comes later.
    if first_goes && s.is_able(first.by) && s.is_up(first.attack.on) {
        landed[0] = strike(g, s, t, first)?;
    }
    if second_goes && s.is_able(second.by) && s.is_up(second.attack.on) {
        landed[1] = strike(g, s, t, second)?;
    }
    if waits_for_the_pass(g, s, first) {
        s.strikes.extend(landed.into_iter().flatten());
        return Ok(());
    }
    for strike in landed.iter().flatten() {
        damage::lose(g, s, t, strike);
    }
    for strike in landed.iter().flatten() {
        t.scope(s, |s, t| effects::of_strike(g, s, t, strike))?;
    }
    Ok(())
}
