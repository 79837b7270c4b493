//! Movement: speeds, paths, and what a mover does in one segment.

pub mod paths;
pub mod pushback;
pub mod shelter;
pub mod speeds;

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{DodgeZero, MoveMixedOverlap, TurnInterleave, rule};
use crate::model::{Act, Event, Gait, Kind, Path, Running, Setup, State, Target, ask};
use crate::rules::triggers::{self, Deed, Stage};
use crate::rules::{OrHalt, Table};

/// Begins a movement and plays its first segment.
pub fn begin<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait, act: &Act) -> OrHalt<T> {
    end_others(g, s, t, who, gait);
    let heading = match act.target {
        Target::To(hex) => Some(hex),
        _ => None,
    };
    let serial = s.number();
    let running = Running { serial, gait, left: gait.segments(), bonus_used: 0, walked: 0, heading, played: false };
    let moves = &mut s.creature_mut(who).moves;
    if moves.iter().any(|m| m.gait == gait) {
        t.tell(|| Event::Overlaps { who, gait });
    }
    // Two Moves a round and three segments each leave at most three at once; see the capacity of `moves`.
    let _ = moves.try_push(running);
    s.review(who);
    triggers::deed(g, s, t, who, Deed::Move, Stage::Before)?;
    segment(g, s, t, who, serial, false)?;
    triggers::deed(g, s, t, who, Deed::Move, Stage::After)
}

/// A different movement action ends a running Move or Swim; the five foot step does not.
fn end_others<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait) {
    if gait == Gait::Step || g.rules.move_mixed_overlap == MoveMixedOverlap::Allowed {
        return;
    }
    s.creature_mut(who).moves.retain(|m| {
        let ends = m.gait != gait;
        if ends {
            t.tell(|| Event::Forfeits { who, gait: m.gait });
        }
        !ends
    });
    s.review(who);
}

/// Plays one segment of a running movement. (`dp.path`) With `part`, a house rule lets what is left of it be walked
/// later in the same turn.
pub fn segment<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, serial: u16, part: bool) -> OrHalt<T> {
    let Some(running) = running_mut(s, who, serial) else { return Ok(()) };
    running.played = true;
    let running = *running;
    if s.is_pushed(who) {
        // Paused: the segment is not counted, unless the table plays that it is lost.
        t.tell(|| Event::Suspended { who });
        if g.rules.suspend_mode == crate::catalogue::SuspendMode::Lost {
            finish_segment(s, who, serial);
        }
        return Ok(());
    }
    let played = running.gait.segments().saturating_sub(running.left);
    let speed = speeds::speed_in(g, s, who, running.gait, played);
    let bonus = speed.bonus.saturating_sub(running.bonus_used);
    let left = speed.hexes.saturating_sub(running.walked);
    let way = ask::Way { gait: running.gait, hexes: left, bonus, heading: running.heading };
    let path =
        if is_barred(s, who, running.gait) || left == 0 && bonus == 0 || !paths::can_move(g, s, who, running.gait) {
            Some(Path::new())
        } else {
            t.put(s, rule::DP_PATH, who, way)?
        };
    match path {
        Some(path) => {
            let meant = path.len() as u8;
            let more = part && g.rules.turn_interleave == TurnInterleave::Hexes && 0 < meant && meant < left;
            if let Some(running) = running_mut(s, who, serial) {
                running.played = !more;
            }
            if running.gait == Gait::Dodge && (meant > 0 || g.rules.dodge_zero == DodgeZero::MayStand) {
                s.marks.dodging.set(who, true);
            }
            let (hexes, to) = walk(g, s, t, who, running.gait, &path)?;
            let bonus = hexes.saturating_sub(left);
            if let Some(running) = running_mut(s, who, serial) {
                running.bonus_used += bonus;
                running.walked = if more { running.walked + hexes } else { 0 };
            }
            let halved = speeds::halved_by(s, who);
            let printed = speeds::in_table(g, s, who);
            t.tell(|| Event::Moved { who, gait: running.gait, hexes, bonus, to, halved, printed });
            if !more {
                finish_segment(s, who, serial);
            }
        }
        None => {
            s.creature_mut(who).moves.retain(|m| m.serial != serial);
            s.review(who);
            t.tell(|| Event::Forfeits { who, gait: running.gait });
        }
    }
    Ok(())
}

/// Can it not go on this way: pushed, or on the ground? (`pushback.suspends`, `condition.prone`)
pub fn is_barred(s: &State, who: Id, gait: Gait) -> bool {
    s.is_pushed(who) || s.has(who, Kind::Prone) && gait != Gait::Step
}

/// A running movement passes this segment over, and loses nothing by it.
pub fn wait(s: &mut State, who: Id, serial: u16) {
    if let Some(running) = running_mut(s, who, serial) {
        running.played = true;
    }
}

fn running_mut(s: &mut State, who: Id, serial: u16) -> Option<&mut Running> {
    s.creature_mut(who).moves.iter_mut().find(|m| m.serial == serial)
}

fn finish_segment(s: &mut State, who: Id, serial: u16) {
    if let Some(running) = running_mut(s, who, serial) {
        running.left = running.left.saturating_sub(1);
    }
    s.creature_mut(who).moves.retain(|m| m.left > 0);
    s.review(who);
}

/// Hex by hex: whoever waits for somebody to come near or in sight may act at each. Gives how many hexes were walked, and
/// where that led: somebody who was felled, pushed or barred on the way has not come to the end of it.
fn walk<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait, path: &Path) -> OrHalt<T, (u8, Hex)> {
    let mut reached = s.creature(who).at;
    if !triggers::anybody_waits(s) && g.rules.move_opportunity == crate::catalogue::MoveOpportunity::None {
        if let Some(last) = path.last() {
            reached = *last;
            s.creature_mut(who).at = reached;
        }
        return Ok((path.len() as u8, reached));
    }
    let mut passed = Path::new();
    for (at, hex) in path.iter().enumerate() {
        let from = s.creature(who).at;
        let next = skirmish_grid::Cell::distance(from, *hex) == 1 && paths::may_enter(g, s, who, gait, from, *hex);
        if s.is_down(who) || s.is_pushed(who) || !next || paths::interrupted(g, s, who, gait, &path[at..]) {
            break;
        }
        // As long as any path: there is room.
        let _ = passed.try_push(from);
        reached = *hex;
        s.creature_mut(who).at = reached;
        triggers::left(g, s, t, who, from)?;
        if s.creature(who).at != reached {
            // Struck as it left: it has not come away from there.
            reached = from;
            let _ = passed.pop();
        }
        triggers::state_of(g, s, t, who)?;
    }
    // Stopped in somebody's hex: back to the last free one.
    while !s.is_down(who) && !s.is_pushed(who) && !paths::may_stop(g, s, who, s.creature(who).at) {
        let Some(back) = passed.pop() else { break };
        reached = back;
        s.creature_mut(who).at = reached;
    }
    Ok((passed.len() as u8, reached))
}
