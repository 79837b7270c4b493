//! The six groups of a turn, recognised from what is done: a step is allowed while some group still fits all of it.
//! (`turn.groups`, `action.*`, `run`)

use skirmish_bookkit::words::WordSet;
use skirmish_kernel::Id;

use crate::catalogue::{Edition, FlyRun, RapidNeedsAction, SplitMove, SwapSet, rule};
use crate::model::{Ability, Done, Setup, State, Timing};
use crate::rules::judge::{Verdict, must};
use crate::rules::{bodies, paths};

/// May a move begin or go on?
///
/// # Errors
/// The group that does not fit.
pub fn may_move(g: &Setup, s: &State) -> Verdict {
    let Done { full, closed, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    let split = g.rules.split_move == SplitMove::Yes;
    must(
        !closed || split,
        rule::TURN_GROUPS,
        "the move of this turn is over: a move is one block, and something was done after it",
    )
}

/// May the move become a run?
///
/// # Errors
/// The group that does not fit.
pub fn may_run(g: &Setup, s: &State, who: Id) -> Verdict {
    let Done { full, runs, before, closed, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    must(!runs, rule::RUN, "they run already")?;
    must(!before && !closed, rule::RUN_NO_ACTIONS, "whoever has acted does not run")?;
    let flies = bodies::is_aloft(s, who) && g.rules.fly_run == FlyRun::No;
    must(!flies, rule::FLY_NO_WALK, "flyers do not run here")
}

/// May an action of that kind be taken?
///
/// # Errors
/// The group that does not fit.
pub fn may_do(g: &Setup, s: &State, timing: Timing) -> Verdict {
    let Done { moved, full, runs, before, either, acted, rapid, prepared, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    must(!runs, rule::RUN_NO_ACTIONS, "whoever runs takes no action")?;
    if timing == Timing::FullTurn {
        let nothing = !moved && !before;
        return must(nothing, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn");
    }
    must(
        !(moved && before),
        rule::TURN_GROUPS,
        "a move came in between: all actions of a turn come before it, or all behind it",
    )?;
    let needs = g.rules.rapid_needs_action == RapidNeedsAction::Yes;
    match timing {
        Timing::Action => must(!acted, rule::ACTION_ONE, "the action of this turn is taken"),
        Timing::Rapid => {
            must(!rapid, rule::ACTION_RAPID, "the rapid action of this turn is taken")?;
            must(
                !prepared,
                rule::ACTION_RAPID_XOR_PREPARED,
                "a turn has a rapid or a prepared action, and the other one is taken",
            )?;
            must(acted || either || !needs, rule::ACTION_RAPID, "the regular action comes first")
        }
        _ => {
            must(!prepared, rule::ACTION_PREPARED, "the prepared action of this turn is taken")?;
            must(
                !rapid,
                rule::ACTION_RAPID_XOR_PREPARED,
                "a turn has a rapid or a prepared action, and the other one is taken",
            )?;
            must(acted || either || !needs, rule::ACTION_PREPARED, "the regular action comes first")?;
            let taken = acted && g.rules.edition == Edition::Published;
            must(!taken, rule::TURN_GROUPS, "what is prepared takes the place of the action")
        }
    }
}

/// The parts of the turn for which it has room.
pub fn open(g: &Setup, s: &State) -> WordSet<Timing> {
    let parts = [Timing::Rapid, Timing::Action, Timing::FullTurn];
    parts.into_iter().filter(|timing| may_do(g, s, *timing).is_ok()).collect()
}

/// Which part of the turn an ability takes, and whether it might as well be the other one.
#[inline]
pub fn part(g: &Setup, s: &State, ability: &Ability) -> Option<(Timing, bool)> {
    match [Timing::Rapid, Timing::Action, Timing::FullTurn].map(|timing| ability.is(timing)) {
        [false, true, false] => Some((Timing::Action, false)),
        [true, false, false] => Some((Timing::Rapid, false)),
        [false, false, true] => Some((Timing::FullTurn, false)),
        [false, false, false] => None,
        _ => first_fit(g, s, ability),
    }
}

/// The first part of the turn that fits an ability which may take several.
fn first_fit(g: &Setup, s: &State, ability: &Ability) -> Option<(Timing, bool)> {
    let all = [Timing::Rapid, Timing::Action, Timing::FullTurn];
    let first = all.into_iter().find(|timing| ability.is(*timing))?;
    let fits = |timing: &Timing| ability.is(*timing) && may_do(g, s, *timing).is_ok();
    let [rapid, action] = [Timing::Rapid, Timing::Action].map(|timing| fits(&timing));
    let timing = all.into_iter().find(fits).unwrap_or(first);
    Some((timing, rapid && action && !s.done.either))
}

/// What another weapon set takes. (`ruling.swap-set`)
pub fn of_swap(g: &Setup) -> Option<Timing> {
    match g.rules.swap_set {
        SwapSet::Rapid => Some(Timing::Rapid),
        SwapSet::Free => None,
        SwapSet::Action => Some(Timing::Action),
    }
}

/// A part of the turn is taken; `either` where it may be the action as well.
pub fn take(g: &Setup, s: &mut State, timing: Timing, either: bool) {
    let done = &mut s.done;
    if done.moved {
        done.closed = true;
    } else {
        done.before = true;
    }
    if either {
        done.either = true;
        return;
    }
    // What might have been either was the other one.
    let other = std::mem::take(&mut done.either);
    (done.acted, done.rapid) =
        (done.acted || other && timing != Timing::Action, done.rapid || other && timing == Timing::Action);
    match timing {
        Timing::Action => done.acted = true,
        Timing::Rapid => done.rapid = true,
        Timing::Prepared => {
            done.prepared = true;
            done.acted |= g.rules.edition == Edition::Published;
        }
        Timing::FullTurn => done.full = true,
    }
}

/// Is there nothing left that could be done in this turn?
#[inline]
pub fn is_spent(g: &Setup, s: &State, who: Id) -> bool {
    let Done { full, moved, closed, before, acted, rapid, prepared, runs, .. } = s.done;
    let acts = !(runs || moved && before || acted && (rapid || prepared));
    let runs_on = !runs && !before && !closed;
    full || !acts && !runs_on && !moves(g, s, who) && !swaps(g, s, who)
}

/// Is another weapon set there for nothing? (`ruling.swap-set`)
fn swaps(g: &Setup, s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    let several = || g.sheet(who).own.sets.len() > 1 && creature.worn.is_empty() && !creature.prone;
    g.rules.swap_set == SwapSet::Free && several()
}

/// Is there some of the move left?
fn moves(g: &Setup, s: &State, who: Id) -> bool {
    let left = |aloft: bool| paths::left(g, s, who, aloft) > 0;
    (!s.done.closed || g.rules.split_move == SplitMove::Yes) && (left(true) || left(false))
}
