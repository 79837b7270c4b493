//! Stances, and who answers whom or lets whom finish: set by hand, in the middle of a segment as well.

use skirmish_bookkit::fields::Change;
use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Ids, Refusal};

use super::is_running;
use crate::Legacy;
use crate::model::{Creature, Setup, Stance, State};

/// `stance = aggressive`: it moves to that tier. Where the tier is done with, it is gone back to, for those of it who can
/// still act.
pub fn stance(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    refuse_if!(!s.is_up(who), "{} is out of the fight", g.sheet(who).name);
    refuse_if!(!is_running(s), "stances are taken as a segment is called: there is none to change yet");
    let all = || Stance::TAKEN.into_iter().chain([Stance::None]);
    let word = complete(change.value, all().map(Stance::word)).map_err(|_| {
        let words: Vec<&str> = all().map(Stance::word).collect();
        Refusal::because(format!("`{}` is no stance; they are {}", short(change.value), words.join(", ")))
    })?;
    let stance = all().find(|stance| stance.word() == word).unwrap_or(Stance::None);
    let creature = s.creature_mut(who);
    creature.stance = stance;
    if stance != Stance::Ready {
        (creature.trades, creature.waits) = (Ids::NONE, Ids::NONE);
    }
    if stance != Stance::None {
        s.marks.held.set(who, stance == Stance::Hold);
    }
    sort(s, who);
    Ok(())
}

/// Puts somebody into the tier of its stance.
fn sort(s: &mut State, who: Id) {
    let creature = s.creature(who);
    let waits = !creature.waits.and(s.marks.tiers[2]).is_empty();
    let tier = match creature.stance {
        Stance::Aggressive => Some(0u8),
        Stance::Ready => Some(if waits { 3 } else { 1 }),
        Stance::Defensive => Some(2),
        Stance::None | Stance::Hold => None,
    };
    let was = s.marks.tiers.iter().any(|all| all.has(who));
    let acted = was && !s.marks.todo.has(who);
    for (at, all) in (0..).zip(&mut s.marks.tiers) {
        all.set(who, tier == Some(at));
    }
    s.marks.stopped.set(who, false);
    s.marks.todo.set(who, false);
    match tier {
        Some(tier) if tier < s.tier => {
            s.tier = tier;
            s.pass = 0;
            s.marks.todo = s.marks.tiers.get(usize::from(tier)).copied().unwrap_or(Ids::NONE);
        }
        // Whoever has had its act of this pass waits for the next one.
        Some(tier) if tier == s.tier && !acted => s.marks.todo.set(who, true),
        _ => {}
    }
    s.actor = None;
}

/// `trades = Ann, Bea`: whom it answers blow for blow.
pub fn trades(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    one_of_two(g, s, who, change, |creature| (&mut creature.trades, &mut creature.waits))
}

/// `waits += Ann`: whom it lets finish.
pub fn waits(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    one_of_two(g, s, who, change, |creature| (&mut creature.waits, &mut creature.trades))
}

/// Nobody is traded with and waited for.
fn one_of_two(
    g: &Setup,
    s: &mut State,
    who: Id,
    change: &Change,
    of: fn(&mut Creature) -> (&mut Ids, &mut Ids),
) -> Result<(), Refusal> {
    let named = foes(g, s, who, change)?;
    let (set, other) = of(s.creature_mut(who));
    *set = change.set_of(*set, named);
    *other = other.without(*set);
    settle(s, who);
    Ok(())
}

/// The foes that a list names, for one who is Ready.
fn foes(g: &Setup, s: &State, who: Id, change: &Change) -> Result<Ids, Refusal> {
    if s.creature(who).stance != Stance::Ready || !is_running(s) {
        return Err(Refusal::because("only the Ready trade blows or wait, once a segment has been called"));
    }
    let named = change.people::<Legacy>(g)?;
    match named.iter().find(|other| !g.opposed(who, *other) || !s.is_up(*other)) {
        Some(friend) => Err(Refusal::because(format!("{} is no foe in the fight", g.sheet(friend).name))),
        None => Ok(named),
    }
}

/// Whoever trades no longer owes nothing, and who waits goes to the tier of those who wait.
fn settle(s: &mut State, who: Id) {
    let trades = s.creature(who).trades;
    if s.owed.is_some_and(|(trader, foe)| trader == who && !trades.has(foe)) {
        s.owed = None;
    }
    let late = !s.creature(who).waits.and(s.marks.tiers[2]).is_empty();
    if late != s.marks.tiers[3].has(who) {
        sort(s, who);
    }
    s.actor = None;
}
