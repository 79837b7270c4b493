//! The six groups of a turn, recognised from what is done: a step is allowed while some group still fits all of it.
//! (`turn.groups`, `action.*`, `run`)

use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{Edition, FlyRun, RapidNeedsAction, SplitMove, SwapSet, rule};
use crate::model::{Ability, Done, Setup, State, Timing};
use crate::rules::{bodies, paths};

type Verdict = Result<(), Refusal>;

fn must(yes: bool, rule: skirmish_kernel::RuleId, why: &'static str) -> Verdict {
    if yes { Ok(()) } else { Err(Refusal::by(rule, why)) }
}

/// May a move begin or go on?
///
/// # Errors
/// The group that does not fit.
pub fn may_move(g: &Setup, s: &State) -> Verdict {
    let Done { full, closed, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    let split = g.rules.split_move == SplitMove::Yes;
    must(!closed || split, rule::TURN_GROUPS, "the move of this turn is over: it is one block")
}

/// May the move become a run?
///
/// # Errors
/// The group that does not fit.
pub fn may_run(g: &Setup, s: &State, who: Id) -> Verdict {
    let Done { full, runs, acted, rapid, prepared, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    must(!runs, rule::RUN, "it runs already")?;
    must(!acted && !rapid && !prepared, rule::RUN_NO_ACTIONS, "whoever has acted does not run")?;
    let flies = bodies::is_aloft(s, who) && g.rules.fly_run == FlyRun::No;
    must(!flies, rule::FLY_NO_WALK, "flyers do not run here")
}

/// May an action of that kind be taken?
///
/// # Errors
/// The group that does not fit.
pub fn may_do(g: &Setup, s: &State, timing: Timing) -> Verdict {
    let Done { moved, full, runs, before, acted, rapid, prepared, .. } = s.done;
    must(!full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn")?;
    must(!runs, rule::RUN_NO_ACTIONS, "whoever runs takes no action")?;
    if timing == Timing::FullTurn {
        let nothing = !moved && !acted && !rapid && !prepared;
        return must(nothing, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn");
    }
    must(!(moved && before), rule::TURN_GROUPS, "no move stands between the actions of a turn")?;
    let needs = g.rules.rapid_needs_action == RapidNeedsAction::Yes;
    match timing {
        Timing::Action => must(!acted, rule::ACTION_ONE, "the action of this turn is taken"),
        Timing::Rapid => {
            must(!rapid, rule::ACTION_RAPID, "the rapid action of this turn is taken")?;
            must(!prepared, rule::ACTION_RAPID_XOR_PREPARED, "one of the two: rapid or prepared")?;
            must(acted || !needs, rule::ACTION_RAPID, "the regular action comes first")
        }
        _ => {
            must(!prepared, rule::ACTION_PREPARED, "the prepared action of this turn is taken")?;
            must(!rapid, rule::ACTION_RAPID_XOR_PREPARED, "one of the two: rapid or prepared")?;
            must(acted || !needs, rule::ACTION_PREPARED, "the regular action comes first")?;
            let taken = acted && g.rules.edition == Edition::Published;
            must(!taken, rule::TURN_GROUPS, "what is prepared takes the place of the action")
        }
    }
}

/// Which part of the turn an ability takes: where there are several, the rapid action before the regular one.
#[must_use]
pub fn part(g: &Setup, s: &State, ability: &Ability) -> Option<Timing> {
    let all = [Timing::Rapid, Timing::Action, Timing::FullTurn];
    let mut own = all.into_iter().filter(|timing| ability.is(*timing));
    let first = own.next()?;
    let fits = may_do(g, s, first).is_ok();
    if fits { Some(first) } else { Some(own.find(|timing| may_do(g, s, *timing).is_ok()).unwrap_or(first)) }
}

/// What another weapon set takes. (`ruling.swap-set`)
#[must_use]
pub fn of_swap(g: &Setup) -> Option<Timing> {
    match g.rules.swap_set {
        SwapSet::Rapid => Some(Timing::Rapid),
        SwapSet::Free => None,
        SwapSet::Action => Some(Timing::Action),
    }
}

/// A part of the turn is taken.
pub fn take(g: &Setup, s: &mut State, timing: Timing) {
    let done = &mut s.done;
    if done.moved {
        done.closed = true;
    } else {
        done.before = true;
    }
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
#[must_use]
pub fn is_spent(g: &Setup, s: &State, who: Id) -> bool {
    let Done { full, moved, closed, before, acted, rapid, prepared, runs, .. } = s.done;
    let acts = !runs && !(moved && before) && !(acted && (rapid || prepared));
    let left = || paths::left(g, s, who, true).max(paths::left(g, s, who, false)) > 0;
    let moves = (!closed || g.rules.split_move == SplitMove::Yes) && left();
    let runs_on = !runs && !acted && !rapid && !prepared;
    full || !acts && !moves && !runs_on
}
