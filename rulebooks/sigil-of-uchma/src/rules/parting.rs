//! The end phase: who leaves, who talks, who agrees on what. (`round.end-phase`, `turn-order.ally-tie.change`)

use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::rule;
use crate::model::{Cites, Event, Happening, Parting, Setup, State, ask};
use crate::rules::{OrHalt, Table, dying, order, prepared};

/// Everybody who is conscious is asked, in the order of turns; talk comes when all have said whether they leave.
/// (`round.end-phase`)
pub fn all<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let mut talk = Ids::NONE;
    // Nobody comes; who goes may take along what keeps another on its feet.
    let mut left = s.able;
    let mut at = 0;
    while let Some(who) = s.order.get(at).map(|slot| slot.who).or_else(|| left.iter().next()) {
        at += 1;
        if !left.has(who) {
            continue;
        }
        left.set(who, false);
        if !s.is_able(who) {
            continue;
        }
        let how = t.put(s, rule::ROUND_END_PHASE, who, ask::Part)?;
        match how {
            Parting::Stay => continue,
            Parting::Speak => {
                talk.set(who, true);
                continue;
            }
            Parting::Leave | Parting::Flee => dying::leave(g, s, t, who),
            Parting::Before(other) => agree(s, who, other),
        }
        t.tell(|| Event::Parted { who, how, why: Cites::default() });
        prepared::fallen(g, s, t)?;
    }
    if talk.is_empty() {
        return Ok(());
    }
    for who in order::everybody(g, s).into_iter().filter(|who| talk.has(*who)) {
        // What somebody else has said may have brought this one down.
        if s.is_able(who) {
            t.tell(|| Event::Parted { who, how: Parting::Speak, why: Cites::default() });
            prepared::happened(g, s, t, Happening::Acts, who)?;
        }
    }
    Ok(())
}

/// Somebody goes before an ally from now on, where both have the same initiative. (`turn-order.ally-tie.change`)
fn agree(s: &mut State, who: Id, other: Id) {
    s.settled = false;
    s.agreed.retain(|id| *id != who);
    let at = s.agreed.iter().position(|id| *id == other).unwrap_or(s.agreed.len());
    s.agreed.insert(at, who);
}
