//! The end phase: who leaves, who talks, who agrees on what. (`round.end-phase`, `turn-order.ally-tie.change`)

use skirmish_kernel::{Id, Questions, Table};

use crate::catalogue::rule;
use crate::model::{Cites, Condition, Event, Happening, Parting, Setup, Sigil, State, ask};
use crate::rules::{dying, order, prepared};

/// Everybody who is conscious is asked, in the order of turns. (`round.end-phase`)
///
/// # Errors
/// The table's halt.
pub fn all<T: Table<Sigil>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    for who in order::everybody(g, s) {
        if s.creature(who).is_up() {
            one(g, s, t, who)?;
        }
    }
    Ok(())
}

fn one<T: Table<Sigil>>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> Result<(), T::Halt> {
    let how = t.put(s, rule::ROUND_END_PHASE, who, ask::Part)?;
    match how {
        Parting::Stay => return Ok(()),
        Parting::Speak => {}
        Parting::Leave | Parting::Flee => dying::be_gone(g, s, who, Condition::Left),
        Parting::Before(other) => agree(s, who, other),
    }
    t.tell(|| Event::Parted { who, how, why: Cites::default() });
    if how == Parting::Speak { prepared::happened(g, s, t, Happening::Acts, who) } else { Ok(()) }
}

/// Somebody goes before an ally from now on, where both have the same initiative. (`turn-order.ally-tie.change`)
fn agree(s: &mut State, who: Id, other: Id) {
    s.agreed.retain(|id| *id != who);
    let at = s.agreed.iter().position(|id| *id == other).unwrap_or(s.agreed.len());
    s.agreed.insert(at, who);
}
