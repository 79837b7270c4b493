//! A turn: what starts it, what is done in it, what ends it. (`turn.*`, `action.basic`, `free.*`, `reaction.*`)

use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{DelayMidTurn, DodgeExpiry, ReactionRound1, SurpriseReactions, rule};
use crate::model::{Act, Event, Gait, Kind, Plight, Setup, Slot, State, ask};
use crate::rules::{OrHalt, Table, acts, bleeding, bodies, conditions, ground, judge, options, sight};

/// Actions of a turn as things stand. (`turn.budget`, `incapacitated`, `slowed`, `ruling.lost-actions`)
#[inline]
pub fn actions(g: &Setup, s: &State, who: Id) -> u8 {
    allowed(g, s, who, g.sheet(who).actions)
}

/// Actions that are left. (`ruling.lost-actions`)
#[inline]
pub fn left(g: &Setup, s: &State, who: Id) -> u8 {
    actions(g, s, who).saturating_sub(s.creature(who).spent)
}

/// Reactions that are left. (`reaction.budget`, `ruling.first-reaction`)
pub fn reactions_left(g: &Setup, s: &State, who: Id) -> u8 {
    let creature = s.creature(who);
    let in_combat = !g.is_peaceful() && s.round > 0;
    let none_yet = !creature.begun && in_combat && g.rules.reaction_round1 == ReactionRound1::No;
    let surprised = creature.is(Plight::Unaware) && g.rules.surprise_reactions == SurpriseReactions::Lost;
    if none_yet || surprised {
        return 0;
    }
    allowed(g, s, who, g.sheet(who).reactions).saturating_sub(creature.reacted)
}

/// A reaction is spent. (`reaction.only-listed`, `feat.additional-reaction`)
pub fn react<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let creature = s.creature_mut(who);
    creature.reacted = creature.reacted.saturating_add(1);
    let several = creature.reacted > 1;
    debug_assert!(!several || g.sheet(who).reactions > 1);
    t.tell(|| Event::Reacted { who, several });
}

#[inline]
fn allowed(g: &Setup, s: &State, who: Id, all: u8) -> u8 {
    if s.is_plain(who) { all } else { hindered(g, s, who, all) }
}

fn hindered(g: &Setup, s: &State, who: Id, all: u8) -> u8 {
    let creature = s.creature(who);
    if creature.is_helpless() {
        return 0;
    }
    let down = if creature.is(Plight::Incapacitated) { g.rules.incapacitated_actions } else { 0 };
    let slow = if creature.has(Kind::Slowed) { g.rules.slowed_actions } else { 0 };
    all.saturating_sub(u8::try_from(down + slow).unwrap_or(u8::MAX))
}

/// May somebody do what takes no action? (`free.when`, `stunned`, `unconscious`)
#[inline]
pub fn is_free_to_act(s: &State, who: Id) -> bool {
    s.is_plain(who) || !s.creature(who).is_helpless() && !s.creature(who).is(Plight::Unaware)
}

/// Whose turn starts with somebody's: its own, and that of each creature which it has commanded last. (`command.turn-start`)
fn who_starts_with(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> + use<> {
    let starts = |id: &Id| *id != who && s.creature(*id).last_commander == Some(who) && s.creature(*id).is_here();
    let beasts: Ids = g.beasts.iter().filter(starts).collect();
    std::iter::once(who).chain(beasts.iter())
}

/// The turn of a slot starts: in the order of the book. (`turn.start-sequence`)
pub fn start<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: Slot) -> OrHalt<T> {
    conditions::pass(g, s, t, slot.number, false);
    let who = slot.who;
    t.tell(|| Event::Turn { who });
    for id in who_starts_with(g, s, who) {
        if id != who {
            t.tell(|| Event::StartsWith { who: id, with: who });
        }
        // Who enters after a delay has been through it at the old place. (`turn.delay.ongoing`, `ruling.delay`)
        if !s.creature(id).struck {
            refresh(g, s, t, id);
        }
    }
    for id in who_starts_with(g, s, who) {
        strike(g, s, t, id)?;
    }
    Ok(())
}

/// What strikes at the start of a turn, once in a round. (`turn.start-sequence`)
fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if std::mem::replace(&mut s.counts_mut(who).struck, true) || g.is_plain && s.is_plain(who) {
        return Ok(());
    }
    bleeding::strike(g, s, t, who)?;
    ground::carry(g, s, t, who)
}

/// Actions and reactions are counted anew; what has waited for its moment is over. (`reaction.budget`, `ready`, `dodge`)
fn refresh<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let creature = s.counts_mut(who);
    (creature.spent, creature.reacted, creature.begun) = (0, 0, true);
    (creature.attacks, creature.has_hit, creature.powers, creature.flown) = (0, false, 0, 0);
    creature.rest = 0;
    if g.rules.dodge_expiry == DodgeExpiry::NextTurn {
        creature.dodges = 0;
    }
    if creature.ready.take().is_some() {
        t.tell(|| Event::Lapsed { who });
    }
    s.running
        .iter_mut()
        .filter(|running| running.caster == who)
        .for_each(|running| (running.used, running.controlled) = (false, false));
}

/// What goes on strikes at the place that its owner has left. (`turn.delay.ongoing`)
pub fn go_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: Slot) -> OrHalt<T> {
    conditions::pass(g, s, t, slot.number, false);
    let who = slot.who;
    let here = s.creature(who).is_here();
    // The creatures of a commander who stays out, or is no more, go on there, too. (`ruling.commander`)
    if s.creature(who).is(Plight::Waiting) || !here {
        for id in who_starts_with(g, s, who).filter(|id| here || *id != who) {
            let missed = !s.creature(id).struck;
            if missed {
                t.tell(|| Event::GoesOn { who: id });
                refresh(g, s, t, id);
                strike(g, s, t, id)?;
            }
            // A turn that is missed is over, too: breath and flight do not wait. (`suffocate.die`, `fly.stall`)
            if (missed || !here) && s.creature(id).is_here() {
                ground::end_of_turn(g, s, t, id)?;
                sight::end_of_turn(g, s, t, id);
            }
        }
    }
    conditions::pass(g, s, t, slot.number, true);
    Ok(())
}

/// Creatures that somebody has let act in this turn, and that can still do something. (`command`)
pub fn commanded<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl Iterator<Item = Id> + 'a {
    let here = move |id: &Id| {
        let creature = s.creature(*id);
        *id != who && creature.commanded && creature.last_commander == Some(who) && s.active() == Some(who)
    };
    g.beasts.iter().filter(here).filter(|id| left(g, s, *id) > 0 || has_rest(g, s, *id))
}

/// Is anything left of a move that was split, and can it still be gone? (`ruling.split-move`, a house rule)
pub fn has_rest(g: &Setup, s: &State, who: Id) -> bool {
    i32::from(s.creature(who).rest) >= bodies::SQUARE && judge::readied(g, s, who, &Act::Move(Gait::Run)).is_ok()
}

/// One act of a turn. Says whether the turn is over.
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T, bool> {
    if !goes_on(g, s, who) {
        return Ok(true);
    }
    // Before the first action it may also be put off.
    let asked = if can_delay(g, s, who) { rule::DP_TURN } else { rule::DP_ACTION };
    match t.put(s, asked, who, ask::TakeTurn)? {
        ask::Turn::End => return Ok(true),
        ask::Turn::Delay => {
            delay(s, t, who);
            return Ok(true);
        }
        ask::Turn::Act(act) => acts::act(g, s, t, who, &act)?,
        ask::Turn::Let(beast, act) => acts::act(g, s, t, beast, &act)?,
    }
    Ok(s.active() != Some(who) || !goes_on(g, s, who))
}

/// Is there anything left to be done in this turn?
#[inline(always)]
pub fn goes_on(g: &Setup, s: &State, who: Id) -> bool {
    is_free_to_act(s, who) && left(g, s, who) > 0 || goes_on_without_actions(g, s, who)
}

/// The same where nothing can be done with an action of one's own. What takes none is asked for only where it may matter.
#[inline(never)]
fn goes_on_without_actions(g: &Setup, s: &State, who: Id) -> bool {
    // Whoever is stunned, faints or dies lets nobody act any longer. (`command`)
    is_free_to_act(s, who)
        && (commanded(g, s, who).next().is_some()
            || has_rest(g, s, who)
            || options::is_free_act_worth_asking(g, s, who))
}

/// The turn is put off. (`turn.delay`, `ruling.delay`)
fn delay<T: Table>(s: &mut State, t: &mut T, who: Id) {
    s.creature_mut(who).plights.set(Plight::Waiting, true);
    let at = usize::from(s.turn);
    if let Some(slot) = s.order.get_mut(at) {
        slot.left = true;
    }
    t.tell(|| Event::Delayed { who });
}

/// May the turn still be put off? Whoever has waited and entered has it now. (`turn.delay`, `ruling.delay`)
pub fn can_delay(g: &Setup, s: &State, who: Id) -> bool {
    let begins = s.creature(who).spent == 0;
    (begins || g.rules.delay_mid_turn == DelayMidTurn::On)
        && s.active() == Some(who)
        && !s.slot().is_some_and(|slot| slot.entered)
}

/// The turn ends. (`hidden.end`, `fly.stall`, `suffocate.die`)
pub fn end<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: Slot) -> OrHalt<T> {
    // Whoever puts the turn off puts off that of the creatures which have been let act, too. (`ruling.command-end`)
    let waits = s.creature(slot.who).is(Plight::Waiting);
    for id in who_starts_with(g, s, slot.who) {
        // What is left of a move is left for this turn. (`ruling.split-move`)
        s.counts_mut(id).rest = 0;
        if !waits && !s.is_plain(id) && s.creature(id).is_here() {
            ground::end_of_turn(g, s, t, id)?;
            sight::end_of_turn(g, s, t, id);
        }
        // What a creature that was let act has not done is lost. (`ruling.command-end`)
        if id != slot.who && !waits {
            if s.creature(id).commanded && left(g, s, id) > 0 {
                t.tell(|| Event::CannotAct { who: id, why: rule::RULING_COMMAND_END });
            }
            let all = g.sheet(id).actions;
            s.creature_mut(id).spent = all;
        }
    }
    conditions::pass(g, s, t, slot.number, true);
    Ok(())
}

/// Somebody who has waited enters, behind the turn that has just ended. (`turn.hold`, `turn.delay`)
pub fn enter<T: Table>(s: &mut State, t: &mut T, who: Id) {
    let after = s.slot().or(s.order.last().copied()).map_or(who, |slot| slot.who);
    s.creature_mut(who).plights.set(Plight::Waiting, false);
    let number = s.number();
    let place = (usize::from(s.turn) + 1).min(s.order.len());
    s.order.insert(place, Slot { who, number, left: false, entered: true });
    t.tell(|| Event::Entered { who, after });
}

/// Does somebody act only when another lets it? (`command`, `ruling.uncommanded`)
pub fn is_commandable(g: &Setup, who: Id) -> bool {
    g.sheet(who).commander.is_some() && g.rules.command_uncommanded == crate::catalogue::CommandUncommanded::Idle
}
