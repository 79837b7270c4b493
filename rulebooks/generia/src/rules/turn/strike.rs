//! Blows and grapples of one's own turn, and what skills change about them: runs, steps, shots from a move, blow upon blow.

use skirmish_grid::{Cell, Square};
use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::{Attribute, Means, Setup, State, StrikeChange, Twist, WeaponKind, ask};
use crate::rules::attack::{self, Blow, Landed};
use crate::rules::movement::{self, Stretch};
use crate::rules::{OrHalt, Table, after, grapple, lines};

/// Seizing somebody, at the end of a run where a skill says so. (`grapple.action`, ability Charge)
pub fn seize<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, target: Id, skill: Option<u8>) -> OrHalt<T> {
    let blow = Blow::with(g, who, after::fist(g, who), target).carried(g, skill);
    let blow = Blow { means: Means::Grapple, ..blow };
    if skill.is_some() && run_up(g, s, t, &blow, 1)?.is_none() {
        return Ok(());
    }
    attack::attack(g, s, t, &blow).map(drop)
}

/// The run of a charge, the step of a lunge: the cells that were entered, or `None` when it has not got there.
fn run_up<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, reach: i32) -> OrHalt<T, Option<usize>> {
    let (who, target) = (blow.by, blow.on);
    let path = movement::paths::approach(g, s, who, target, blow.change, reach);
    let most = if blow.change.is(Twist::Lunge) { 1 } else { blow.change.charge_most.unwrap_or(g.sheet(who).speed) };
    let stretch = Stretch { score: provoked(blow.change), ..Stretch::of(most) };
    let gone = movement::free_steps(g, s, t, who, &path, stretch, blow.rule(g))?;
    Ok((s.is_able(who) && lines::between(g, s, who, target) <= reach).then_some(gone.cells))
}

/// Advantage score of what strikes at somebody on its way. (ability Lunge)
fn provoked(change: StrikeChange) -> i8 {
    if change.is(Twist::Lunge) { -1 } else { 0 }
}

/// A basic attack with an arm, with what a skill changes about it. (`melee.definition`, `ranged.definition`)
#[inline(always)]
pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, arm: u8) -> OrHalt<T> {
    let comes = match blow.skill {
        Some(_) => carried(g, s, t, blow, arm)?,
        None => attack::attack(g, s, t, blow).map(|_| true)?,
    };
    let weapon = g.arm(blow.by, arm).1;
    if weapon.kind == WeaponKind::Ranged && comes {
        s.creature_mut(blow.by).set_to_load(arm, weapon.reload);
    }
    Ok(())
}

/// A basic attack that a skill carries. Does it come to that?
#[inline(never)]
fn carried<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, arm: u8) -> OrHalt<T, bool> {
    let (who, change, weapon) = (blow.by, blow.change, g.arm(blow.by, arm).1);
    let landed = if change.charge.is_some() || change.is(Twist::Lunge) {
        let from = s.creature(who).at;
        let Some(cells) = run_up(g, s, t, blow, weapon.reach)? else { return Ok(false) };
        let landed = attack::attack(g, s, t, blow)?;
        if change.is(Twist::Lunge) && cells > 0 {
            step(g, s, t, blow, 1, Some(from))?;
        }
        landed
    } else if change.is(Twist::Kites) {
        let Some(landed) = kite(g, s, t, blow, arm)? else { return Ok(false) };
        landed
    } else {
        attack::attack(g, s, t, blow)?
    };
    if change.is(Twist::Repeats) {
        again(g, s, t, blow, landed)?;
    }
    Ok(true)
}

/// A shot anywhere along a move: some of it before, the rest after. None where the move has led out of range or out of
/// sight. (ability Kite)
fn kite<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, arm: u8) -> OrHalt<T, Option<Landed>> {
    let most = movement::kite_metres(g, s, blow.by, arm);
    let gone = step(g, s, t, blow, most, None)?;
    let far = lines::between(g, s, blow.by, blow.on) > g.arm(blow.by, arm).1.reach;
    if !s.is_able(blow.by) || far || !lines::has_line_to(g, s, blow.by, blow.on) {
        return Ok(None);
    }
    let landed = attack::attack(g, s, t, blow)?;
    step(g, s, t, blow, most - gone, None)?;
    Ok(Some(landed))
}

/// A few steps that take no action, if there is anywhere to go; how many metres they have cost.
fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, metres: i32, to: Option<Square>) -> OrHalt<T, i32> {
    let who = blow.by;
    let open = to.is_none_or(|to| s.creature(who).at.distance(to) == 1 && movement::paths::may_end(g, s, who, to));
    if metres < 1 || !open || !s.is_able(who) || !after::may_step(s, who) {
        return Ok(0);
    }
    let path = t.put(s, rule::DP_PATH, who, ask::Step { metres, to })?;
    let stretch = Stretch { score: provoked(blow.change), ..Stretch::of(metres) };
    Ok(movement::free_steps(g, s, t, who, &path, stretch, blow.rule(g))?.cost)
}

/// Once more after each hit, for energy, as long as the target is held and in reach, conscious or not. (ability Butcher)
fn again<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, first: Landed) -> OrHalt<T> {
    let most = (g.sheet(blow.by).modifier(Attribute::Dex) / 2).max(2);
    let reach = blow.arm.map_or(1, |arm| g.arm(blow.by, arm).1.reach);
    t.repeat(s, (1i32, first.is_hit()), |s, (done, hit), t| {
        let held = grapple::is_helpless(g, s, blow.on);
        let able = s.is_able(blow.by) && s.creature(blow.by).energy >= 1;
        let near = lines::between(g, s, blow.by, blow.on) <= reach;
        if !*hit || *done >= most || !able || !held || !near {
            return Ok(false);
        }
        if !t.put(s, blow.rule(g), blow.by, ask::Again { on: blow.on })? {
            return Ok(false);
        }
        s.creature_mut(blow.by).energy -= 1;
        *done += 1;
        *hit = attack::attack(g, s, t, blow)?.is_hit();
        Ok(true)
    })?;
    Ok(())
}
