//! A turn: how it starts, what is done in it, how it ends. (`turn.*`, `action.*`)

use skirmish_kernel::{Id, Questions, RuleId};

use crate::catalogue::rule;
use crate::model::{Act, Cites, Done, Event, Ready, Setup, State, Status, Timing, ask};
use crate::rules::{OrHalt, Table, attack, effects, groups, movement, prepared};

/// A turn starts: effects, then whoever can has a turn. Says whether there is one. (`turn.start-order`)
pub fn start<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T, bool> {
    s.done = Done::default();
    s.had.set(who, true);
    if !s.patches.is_empty() {
        s.creatures.iter_mut().for_each(|creature| creature.touched = 0);
    }
    t.tell(|| Event::Turn { who, minion: g.minions.has(who) });
    if effects::run(s) {
        effects::start(g, s, t, who);
        prepared::fallen(g, s, t)?;
    }
    match idle(s, who) {
        None if !s.done.lost => Ok(true),
        why => {
            if s.creature(who).is_here() {
                // Whoever has fallen and been woken at once has lost it as well.
                t.tell(|| Event::NoTurn { who, why: why.unwrap_or(rule::DEATH_UNCONSCIOUS) });
            }
            Ok(false)
        }
    }
}

/// Why somebody has no turn, if it has none. (`death.unconscious`, `status.stunned`)
#[inline]
fn idle(s: &State, who: Id) -> Option<RuleId> {
    match () {
        () if !s.is_able(who) => Some(rule::DEATH_UNCONSCIOUS),
        () if s.has(who, Status::Stunned) => Some(rule::STATUS_STUNNED),
        () => None,
    }
}

/// The rule by which somebody is asked: minions are their summoner's. (`summon.control`)
fn asked_by(g: &Setup, who: Id) -> RuleId {
    if g.minions.has(who) { rule::SUMMON_CONTROL } else { rule::TURN_GROUPS }
}

/// One thing is done; says whether the turn is over. (`turn.groups`)
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T, bool> {
    let Some(act) = t.put(s, asked_by(g, who), who, ask::TakeTurn)? else { return Ok(true) };
    // Most that is done is an ability: it is not kept apart by the room that everything else asks for.
    if let Act::Use { ability, aim } = act {
        let ability = g.ability(ability);
        if let Some((timing, either)) = groups::part(g, s, ability) {
            take(g, s, t, who, timing, either);
        }
        t.scope(s, |s, t| attack::perform(g, s, t, who, ability, aim))?;
    } else {
        other(g, s, t, who, act)?;
    }
    Ok(s.done.full || s.done.lost || idle(s, who).is_some() || groups::is_spent(g, s, who))
}

/// What is done besides using abilities. (`walk`, `run`, `prone.stand`, `action.prepared`)
#[inline(never)]
fn other<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> OrHalt<T> {
    match act {
        Act::Walk(steps) => movement::walk(g, s, t, who, steps)?,
        Act::Fly(metres) => movement::fly(g, s, t, who, metres)?,
        Act::Run => movement::run(g, s, t, who),
        Act::Stand => movement::change_posture(g, s, t, who, false),
        Act::DropProne => movement::change_posture(g, s, t, who, true),
        Act::StepOff(to) => movement::step_off(g, s, t, who, to)?,
        Act::Use { .. } => {}
        Act::Prepare { ability, at, event } => {
            take(g, s, t, who, Timing::Prepared, false);
            s.get_ready(who, Some(Ready { ability, at, event }));
            t.tell(|| Event::Prepared { who, ability, at, event, why: Cites::of(&[rule::PREPARED_TRIGGER]) });
        }
        Act::Swap(set) => {
            if let Some(timing) = groups::of_swap(g) {
                take(g, s, t, who, timing, false);
            }
            s.creature_mut(who).set = set;
            t.tell(|| Event::Swapped { who, set });
        }
    }
    prepared::fallen(g, s, t)
}

/// A part of the turn is taken, and told of.
fn take<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, timing: Timing, either: bool) {
    groups::take(g, s, timing, either);
    t.tell(|| {
        let rules: &[RuleId] = match timing {
            Timing::Action => &[rule::ACTION_REGULAR, rule::ACTION_ONE],
            Timing::Rapid => &[rule::ACTION_RAPID, rule::ACTION_RAPID_XOR_PREPARED],
            Timing::Prepared => &[rule::ACTION_PREPARED, rule::ACTION_RAPID_XOR_PREPARED],
            Timing::FullTurn => &[rule::ACTION_FULL_TURN],
        };
        Event::Began { who, why: Cites::of(rules) }
    });
}
