//! Stances, and who answers whom or lets whom finish: set by hand, in the middle of a segment as well.

use skirmish_kernel::words::{complete, short};
use skirmish_kernel::{Id, Ids, Op, Refusal};

use super::is_running;
use crate::Legacy;
use crate::setup::Setup;
use crate::state::{Stance, State};

/// `stance = aggressive`: it moves to that tier. Where the tier is done with, it is gone back to, for those of it who can
/// still act.
pub fn stance(g: &Setup, s: &mut State, who: Id, value: &str) -> Result<(), Refusal> {
    if !s.is_up(who) {
        return Err(Refusal::because(format!("{} is out of the fight", g.sheet(who).name)));
    }
    if !is_running(s) {
        return Err(Refusal::because("stances are taken as a segment is called: there is none to change yet"));
    }
    let all = || Stance::ALL.into_iter().chain([Stance::None]);
    let word = complete(value, all().map(Stance::word)).map_err(|_| {
        let words: Vec<&str> = all().map(Stance::word).collect();
        Refusal::because(format!("`{}` is no stance; they are {}", short(value), words.join(", ")))
    })?;
    let stance = all().find(|stance| stance.word() == word).unwrap_or(Stance::None);
    let creature = s.creature_mut(who);
    creature.stance = stance;
    if stance != Stance::Ready {
        (creature.trades, creature.waits) = (Ids::NONE, Ids::NONE);
    }
    if stance == Stance::Hold {
        s.marks.held.set(who, true);
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

/// `trades = Ann, Bea`, `waits += Ann`: whom it answers blow for blow, and whom it lets finish. Nobody is both.
pub fn trades(g: &Setup, s: &mut State, who: Id, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if s.creature(who).stance != Stance::Ready || !is_running(s) {
        return Err(Refusal::because("only the Ready trade blows or wait, once a segment has been called"));
    }
    let named = people(g, value)?;
    if let Some(friend) = named.iter().find(|other| !g.opposed(who, *other) || !s.is_up(*other)) {
        return Err(Refusal::because(format!("{} is no foe in the fight", g.sheet(friend).name)));
    }
    let creature = s.creature_mut(who);
    let (old, other) = match field {
        "trades" => (&mut creature.trades, &mut creature.waits),
        _ => (&mut creature.waits, &mut creature.trades),
    };
    *old = listed(*old, op, named);
    *other = other.without(*old);
    let trades = creature.trades;
    if s.owed.is_some_and(|(trader, foe)| trader == who && !trades.has(foe)) {
        s.owed = None;
    }
    let late = !s.creature(who).waits.and(s.marks.tiers[2]).is_empty();
    if late != s.marks.tiers[3].has(who) {
        sort(s, who);
    }
    s.actor = None;
    Ok(())
}

/// Several people by name; `none` is nobody.
///
/// # Errors
/// The nearest name.
pub fn people(g: &Setup, value: &str) -> Result<Ids, Refusal> {
    let words = value.split([',', ' ']).filter(|word| !word.is_empty() && *word != "none");
    words.map(|word| skirmish_kernel::combatant::<Legacy>(g, word)).collect()
}

/// What a set comes to, changed by another.
#[must_use]
pub fn listed(old: Ids, op: Op, named: Ids) -> Ids {
    match op {
        Op::Set => named,
        Op::Add => old.or(named),
        Op::Take => old.without(named),
    }
}
