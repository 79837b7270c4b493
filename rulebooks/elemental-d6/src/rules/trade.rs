//! Trading unused actions for rank. (`initiative.unused_*`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::ask::{self, Trade};
use crate::model::{Cost, Event, Setup, Spent, State};
use crate::rules::{OrHalt, Table};

/// What may be traded now: places upward, and the top of the next round.
#[inline]
pub fn offers(s: &State, who: Id) -> (u8, bool) {
    if !s.marks.standard.has(who) {
        // Who has an untouched round has its Standard too.
        return (0, false);
    }
    let creature = s.creature(who);
    let Spent { full, standard: spent, moves, .. } = creature.spent;
    let up = if (full, spent, moves) == (0, 0, 0) { 2 } else { 1 };
    (up, creature.top.is_none())
}

/// Places above it in the ranking. What is unused buys as many whatever the rank; more than there are is given away.
pub fn above(s: &State, who: Id) -> u8 {
    let place = s.ranking.iter().position(|id| *id == who).unwrap_or(0);
    u8::try_from(place).unwrap_or(u8::MAX)
}

/// Offers the trade at the end of a turn. (`dp.unused`)
#[inline(always)]
pub fn offer<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let (up, top) = offers(s, who);
    // Whoever leads already has nowhere to rise to.
    if !top && (up == 0 || above(s, who) == 0) {
        return Ok(());
    }
    match t.put(s, rule::DP_UNUSED, who, ask::Unused { up, top })? {
        Trade::Up(places) => {
            s.spend(g, who, |spent| {
                spent.add(Cost::Standard);
                if places >= 2 {
                    spent.add(Cost::Move);
                }
            });
            let risen = places.min(above(s, who));
            rise(s, who, places);
            t.tell(|| Event::Traded { who, places, risen });
        }
        Trade::Top => {
            let number = s.number();
            s.spend(g, who, |spent| spent.add(Cost::Standard));
            s.creature_mut(who).top = Some(number);
            s.topped = true;
            t.tell(|| Event::Topped { who });
        }
        Trade::Keep => {}
    }
    Ok(())
}

/// Up some places in the lasting ranking; the running segment keeps its order. (`initiative.shift`)
pub fn rise(s: &mut State, who: Id, places: u8) {
    s.ordered = false;
    for _ in 0..places {
        if let Some(at) = s.ranking.iter().position(|id| *id == who)
            && at > 0
        {
            s.ranking.swap(at, at - 1);
        }
    }
}
