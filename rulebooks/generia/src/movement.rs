//! Moving: cell by cell, jumping, being pushed, getting on and off.

pub mod fall;
pub mod jump;
pub mod paths;
pub mod sneak;

use skirmish_grid::Square;
use skirmish_kernel::{Id, Table};

use crate::Generia;
use crate::actions::{Ask, Choice, Gait, Occasion, Path};
use crate::conditions::Kind;
use crate::events::Event;
use crate::magic::areas;
use crate::rules::rule;
use crate::setup::Setup;
use crate::sheet::{Attribute, Size};
use crate::sight;
use crate::state::State;
use crate::{grapple, reactions};

/// May it move by its own feet at all?
#[must_use]
pub fn can_move(s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    ![Kind::Prone, Kind::Grappled, Kind::Restrained].into_iter().any(|kind| creature.has(kind))
}

/// Metres of a Movement Action. (`action.movement-forms`, `action.sprint`)
#[must_use]
pub fn metres(g: &Setup, who: Id, gait: Gait) -> i32 {
    let sheet = g.sheet(who);
    let more = sheet.modifier(Attribute::Str).max(sheet.modifier(Attribute::Dex)).max(0);
    match gait {
        Gait::Walk => sheet.speed,
        Gait::Sprint => sheet.speed.saturating_add(more),
    }
}

/// Energy of a sprint: more for the large. (`action.sprint`)
#[must_use]
pub fn sprint_cost(g: &Setup, who: Id) -> i32 {
    let times = match g.sheet(who).size {
        Size::Tiny | Size::Small | Size::Medium => 1,
        Size::Large => 2,
        Size::Huge => 4,
    };
    g.rules.sprint_energy * times
}

/// One stretch of movement: the way is asked for, then walked. `rider` decides for a mount.
///
/// # Errors
/// The table's halt.
pub fn go<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    rider: Id,
    mover: Id,
    gait: Gait,
) -> Result<(), T::Halt> {
    let walked = i32::from(s.creature(mover).spent.walked);
    let most = metres(g, mover, gait) - walked;
    let choice = t.ask(s, rule::DP_PATH, rider, Ask::Path { mover, metres: most })?;
    let Choice::Walk(path) = choice else { return Ok(()) };
    if path.is_empty() {
        // Whoever stays has gone as far as it will.
        s.creature_mut(mover).spent.walked = u8::MAX;
        return Ok(());
    }
    let metres = paths::cost(g, s, mover, &path);
    walk(g, s, t, mover, &path, None)?;
    let to = s.creature(mover).at;
    let mounted = mover != rider;
    s.creature_mut(mover).spent.walked = (walked + metres).clamp(0, 255) as u8;
    t.tell(|| Event::Moved { who: mover, to, metres, sprint: gait == Gait::Sprint, mounted });
    Ok(())
}

/// Walks a way cell by cell; whoever is stopped on it stays where it is. `spared` does not strike at the leaver.
///
/// # Errors
/// The table's halt.
pub fn walk<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    mover: Id,
    path: &Path,
    spared: Option<Id>,
) -> Result<(), T::Halt> {
    let path = path.clone();
    t.repeat(s, 0usize, |s, at, t| {
        let Some(to) = path.get(*at).copied() else { return Ok(false) };
        *at += 1;
        leave(g, s, t, mover, to, spared)?;
        if !s.is_able(mover) || !can_move(s, mover) {
            return Ok(false);
        }
        enter(g, s, t, mover, to, false)
    })?;
    grapple::part(g, s, t);
    Ok(())
}

/// Enters one cell. False when something in it stops the movement.
fn enter<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    mover: Id,
    to: Square,
    forced: bool,
) -> Result<bool, T::Halt> {
    let from = s.creature(mover).at;
    if !forced {
        sight::turn_toward(s, mover, to);
    }
    put(s, mover, to);
    s.creature_mut(mover).spent.moved = true;
    areas::left(g, s, t, mover, to);
    for who in [Some(mover), s.creature(mover).rider].into_iter().flatten() {
        areas::entered(g, s, t, who, from, to, forced)?;
    }
    let drop = g.ground.terrain(from).height - g.ground.terrain(to).height;
    if drop > STEP_DOWN {
        // A rider falls with its mount.
        let rider = s.creature(mover).rider;
        for who in [Some(mover), rider].into_iter().flatten() {
            fall::fall(g, s, t, who, drop, None)?;
        }
        return Ok(false);
    }
    Ok(s.is_able(mover) && can_move(s, mover))
}

/// Metres that one steps down without falling.
const STEP_DOWN: i32 = 1;

/// Puts somebody into a cell, with its rider.
pub fn put(s: &mut State, who: Id, to: Square) {
    s.creature_mut(who).at = to;
    // Whoever is moved by itself leaves the saddle.
    if let Some(mount) = s.creature_mut(who).mount.take() {
        s.creature_mut(mount).rider = None;
    }
    if let Some(rider) = s.creature(who).rider {
        s.creature_mut(rider).at = to;
        let facing = s.creature(who).facing;
        s.creature_mut(rider).facing = facing;
    }
}

/// Whoever has its reach left by the next step may strike before it is taken. (perk Opportunist)
fn leave<T: Table<Generia>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    mover: Id,
    to: Square,
    spared: Option<Id>,
) -> Result<(), T::Halt> {
    let order = reactions::in_order(g, s);
    for watcher in order {
        let watches = g.sheet(watcher).perks.opportunist
            && g.opposed(watcher, mover)
            && Some(watcher) != spared
            && s.can_react(watcher);
        if !watches || !leaves_reach(g, s, watcher, mover, to) || !s.is_able(mover) {
            continue;
        }
        if let Some((ability, Some(arm))) = reactions::offer(g, s, t, watcher, &Occasion::Leaves(mover))? {
            reactions::used(s, t, watcher, ability, g);
            reactions::strike(g, s, t, watcher, mover, ability, arm)?;
        }
    }
    Ok(())
}

/// The same for a jump, which leaves reach in one go.
///
/// # Errors
/// The table's halt.
pub fn leave_for<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, mover: Id, to: Square) -> Result<(), T::Halt> {
    leave(g, s, t, mover, to, None)
}

fn leaves_reach(g: &Setup, s: &State, watcher: Id, mover: Id, to: Square) -> bool {
    let at = s.creature(watcher).at;
    let here = s.creature(mover).at;
    (0..g.sheet(watcher).arms.len() as u8).filter(|arm| crate::defence::is_ready(g, s, watcher, *arm)).any(|arm| {
        let weapon = g.arm(watcher, arm).1;
        let reach = weapon.reach;
        weapon.kind != crate::sheet::WeaponKind::Ranged
            && sight::metres(g, at, here) <= reach
            && sight::metres(g, at, to) > reach
    })
}

/// Pushes somebody one metre straight away. Nothing happens where there is no room.
///
/// # Errors
/// The table's halt.
pub fn push<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, from: Id) -> Result<(), T::Halt> {
    let (here, away) = (s.creature(who).at, s.creature(from).at);
    let Some(facing) = skirmish_grid::Facing::toward(away, here) else { return Ok(()) };
    let Some(to) = here.step(facing) else { return Ok(()) };
    if !paths::is_free(g, s, who, to) || !paths::may_enter(g, s, who, here, to) {
        return Ok(());
    }
    t.tell(|| Event::Pushed { who, to });
    enter(g, s, t, who, to, true)?;
    grapple::part(g, s, t);
    Ok(())
}
