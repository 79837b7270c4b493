//! Several causes of one condition: the strongest counts, and the others wait for its end.

use skirmish_kernel::Id;

use super::MOST_TIER;
use crate::model::{Also, Condition, Kind, State};

/// One more cause of what somebody has already.
pub fn join(s: &mut State, who: Id, new: Condition) {
    let kind = new.kind;
    let Some(known) = s.creature_mut(who).condition_mut(kind) else { return };
    if kind.harm().is_some() {
        *known = grown(*known, new);
    } else if kind == Kind::Grappled || end_alike(known, &new) {
        // Who else holds whom is known by those who hold.
        *known = stronger(*known, new);
    } else {
        let mut waiting = s.also.iter_mut().filter(|also| also.who == who);
        match waiting.find(|also| end_alike(&also.condition, &new)) {
            Some(also) => also.condition = stronger(also.condition, new),
            None => s.also.push(Also { who, condition: new }),
        }
        put_strongest_first(s, who, kind);
    }
}

/// The tier grows, and what has come from several causes outlasts each of them.
fn grown(known: Condition, new: Condition) -> Condition {
    let value = known.value.saturating_add(new.value).min(MOST_TIER);
    let alike = known.spell == new.spell;
    let rounds = if known.rounds.min(new.rounds) == 0 { 0 } else { known.rounds.max(new.rounds) };
    let spell = if alike { known.spell } else { None };
    Condition { value, rounds, spell, inside: known.inside && alike, ..known }
}

/// Do they end by the same, so that one of them will do?
fn end_alike(one: &Condition, other: &Condition) -> bool {
    let by_whom = |condition: &Condition| (condition.rounds > 0).then_some(condition.source);
    let endless = |condition: &Condition| condition.kind.counts_down() && condition.value == 0;
    one.kind == other.kind
        && (one.spell, one.inside) == (other.spell, other.inside)
        && (by_whom(one), endless(one)) == (by_whom(other), endless(other))
}

/// How strong it is: by what saves must reach, else by its number.
fn strength(condition: &Condition) -> i16 {
    if condition.kind.save().is_some() { condition.dc } else { condition.value.into() }
}

/// The stronger one of two, as long as the longer.
fn stronger(known: Condition, new: Condition) -> Condition {
    let best = if strength(&new) > strength(&known) { new } else { known };
    let (value, rounds) = (known.value.max(new.value), known.rounds.max(new.rounds));
    Condition { value, rounds, aged: known.aged && new.aged, ..best }
}

/// The strongest cause that waits, of equal ones the first.
fn strongest(s: &State, who: Id, kind: Kind) -> Option<usize> {
    let waiting = s.also.iter().enumerate().filter(|(_, also)| also.who == who && also.condition.kind == kind);
    waiting.rev().max_by_key(|(_, also)| strength(&also.condition)).map(|(at, _)| at)
}

fn put_strongest_first(s: &mut State, who: Id, kind: Kind) {
    let Some(at) = strongest(s, who, kind) else { return };
    let mut waiting = s.also[at];
    if let Some(known) = s.creature_mut(who).condition_mut(kind)
        && strength(&waiting.condition) > strength(known)
    {
        std::mem::swap(known, &mut waiting.condition);
        s.also[at] = waiting;
    }
}

/// The cause that counted is over: the strongest of the others comes in its place. False when there is none.
pub fn follows(s: &mut State, who: Id, kind: Kind) -> bool {
    let Some(at) = strongest(s, who, kind) else { return false };
    let next = s.also.remove(at).condition;
    s.creature_mut(who).condition_mut(kind).is_some_and(|known| {
        *known = next;
        true
    })
}

/// Does a turn of that causer count for its rounds? Where nobody is left who has caused it, its bearer's own does.
pub fn counts_rounds(s: &State, who: Id, condition: &Condition, causer: Id) -> bool {
    let alone = condition.source.is_none_or(|source| s.creature(source).gone);
    condition.rounds > 0 && (condition.source == Some(causer) || alone && who == causer)
}

/// What waits wears off as what counts does: with its rounds …
pub fn wear_off(s: &mut State, passed: impl Fn(&State, Id, &Condition) -> u16) {
    keep(s, |s, also| {
        let (rounds, gone) = (also.condition.rounds, passed(s, also.who, &also.condition));
        also.condition.rounds = rounds.saturating_sub(gone);
        rounds == 0 || rounds > gone
    });
}

/// … and at the end of its bearer's turn.
pub fn turn_end(s: &mut State, who: Id) {
    keep(s, |_, also| {
        let Condition { kind, value, aged, .. } = also.condition;
        if also.who != who {
            return true;
        }
        also.condition.aged = true;
        match kind {
            Kind::Shocked => !aged,
            _ if kind.counts_down() && value > 0 => {
                also.condition.value = value - 1;
                value > 1
            }
            _ => true,
        }
    });
}

/// Of all that wait, those that stay.
pub fn keep(s: &mut State, mut stays: impl FnMut(&State, &mut Also) -> bool) {
    if !s.also.is_empty() {
        let mut also = std::mem::take(&mut s.also);
        also.retain_mut(|also| stays(s, also));
        s.also = also;
    }
}
