//! Attacks of opportunity. (`ruling.opportunity`)

use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{RulingOpportunityDisrupts, RulingOpportunityFree, rule};
use crate::model::{Drawn, Event, Occasion, Setup, State, ask};
use crate::rules::{OrHalt, Table, attack, zones};

/// Who may strike at somebody that lays itself open: each foe that threatens it and has an action for it.
pub fn strikers(g: &Setup, s: &State, on: Id) -> Ids {
    let free = g.rules.ruling_opportunity_free == RulingOpportunityFree::On;
    let paid = |who: &Id| (free || s.marks.pool.has(*who)) && zones::has_quick(g, s, *who, on);
    zones::threatened_by(g, s, on).iter().filter(paid).collect()
}

/// Offers it to some of those who may strike, one after the other. False when the act comes to nothing through it.
pub fn offer<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, drawn: Drawn, all: Ids) -> OrHalt<T, bool> {
    if all.is_empty() {
        return Ok(true);
    }
    let hits = s.creature(on).hits;
    t.repeat(s, all, |s, left, t| {
        let Some(foe) = s.order.iter().copied().find(|id| left.has(*id)) else { return Ok(false) };
        left.set(foe, false);
        if !s.is_up(on) {
            return Ok(false);
        }
        one(g, s, t, on, drawn, foe)?;
        Ok(!left.is_empty())
    })?;
    let disrupted = g.rules.ruling_opportunity_disrupts == RulingOpportunityDisrupts::On && s.creature(on).hits < hits;
    if disrupted && s.is_up(on) {
        t.tell(|| Event::Disrupted { who: on });
    }
    Ok(!disrupted && s.is_able(on))
}

fn one<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, drawn: Drawn, foe: Id) -> OrHalt<T> {
    // What others have done meanwhile may have taken it the means or the reach.
    if !may_strike(g, s, foe, on) {
        return Ok(());
    }
    let Some(blow) = t.put(s, rule::DP_OPPORTUNITY, foe, ask::Opportunity { on, drawn })? else { return Ok(()) };
    let segment = s.segment;
    t.tell(|| Event::Struck { by: foe, on, drawn, segment });
    attack::given(g, s, t, foe, blow, Occasion::Opportunity)
}

/// Can it strike at once: able, in reach, with an action left?
pub fn may_strike(g: &Setup, s: &State, who: Id, on: Id) -> bool {
    let free = g.rules.ruling_opportunity_free == RulingOpportunityFree::On;
    s.is_able(who) && !s.marks.surprised.has(who) && (free || s.marks.pool.has(who)) && zones::has_quick(g, s, who, on)
}
