//! Jumping. (`jump.*`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Refusal};

use super::paths;
use crate::catalogue::{JumpCapBySpeed, JumpFailedUnbalances, JumpMeets, rule};
use crate::model::{Attribute, Event, Kind, STEP_DOWN, Setup, State};
use crate::rules::conditions::{self, Cause};
use crate::rules::edge::Edge;
use crate::rules::magic::areas;
use crate::rules::{OrHalt, Table, bodies, grapple, lines, movement, save};

/// What a jump asks for: metres up and metres far. (`jump.value`)
pub fn value(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let from = s.creature(who).at;
    let up = bodies::drop(g, who, to, from).max(0);
    let far = lines::metres(g, from, to);
    up.saturating_mul(g.rules.jump_height).saturating_add(far.saturating_mul(g.rules.jump_distance))
}

/// May it jump there? (`jump.action`)
pub fn judge(g: &Setup, s: &State, who: Id, to: Square) -> Result<(), Refusal> {
    let from = s.creature(who).at;
    refuse_if!(from == to || !paths::is_free(g, s, who, to), rule::JUMP_ACTION, "that cell is not free");
    if let Some(kind) = movement::held(s, who) {
        return Err(movement::refusal(kind));
    }
    refuse_if!(!paths::flees(g, s, who, to), rule::CONDITION_PANICKED, "they must get away from what they fear");
    refuse_if!(s.creature(who).mount.is_some(), rule::MOUNT_INITIATIVE, "they sit on a mount");
    let capped = g.rules.jump_cap_by_speed == JumpCapBySpeed::On;
    if capped && lines::metres(g, from, to) > g.sheet(who).speed {
        return Err(Refusal::by(rule::JUMP_ACTION, "farther than the Movement Speed"));
    }
    refuse_if!(!lines::has_line(g, from, to), rule::JUMP_ACTION, "a wall is in between");
    Ok(())
}

/// Cells within which a jump is worth listing.
pub fn reachable(g: &Setup, who: Id) -> u32 {
    const FARTHEST: u32 = 12;
    let most = 20 + strength(g, who);
    let metres = u32::try_from(most / g.rules.jump_distance.max(1)).unwrap_or(0);
    metres.min(u32::from(g.ground.board.width())).min(FARTHEST)
}

/// What it adds to the die.
pub fn strength(g: &Setup, who: Id) -> i32 {
    g.sheet(who).modifier(Attribute::Str).saturating_add(g.sheet(who).modifier(Attribute::Dex))
}

/// Jumps: STR, DEX and a d20 against the value; below twice the value one loses one's balance.
pub fn jump<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T> {
    /// What the score is good for.
    #[derive(Clone, Copy, PartialEq, Eq)]
    enum Jumped {
        No,
        Unsteady,
        Well,
    }
    let value = value(g, s, who, to);
    let strength = g.sheet(who).modifier(Attribute::Str);
    let check = save::check(g, s, who, Attribute::Dex, rule::DICE_JUMP, &Edge::new()).plus(rule::JUMP_SCORE, strength);
    let least = if g.rules.jump_meets == JumpMeets::On { value } else { value.saturating_add(1) };
    let jumped = t.throw([check], |[thrown]| match thrown.total {
        score if score < least => Jumped::No,
        score if score < value.saturating_mul(2) => Jumped::Unsteady,
        _ => Jumped::Well,
    })?;
    let unbalances = match jumped {
        Jumped::No => g.rules.jump_failed_unbalances == JumpFailedUnbalances::On,
        Jumped::Unsteady => true,
        Jumped::Well => false,
    };
    let from = s.creature(who).at;
    let mut landed = jumped != Jumped::No;
    if landed {
        movement::leave_for(g, s, t, who, to)?;
        // Whoever is stopped in the leap stays where it is, in no better balance for it.
        landed = s.is_able(who) && movement::can_move(s, who);
    }
    if landed {
        lines::turn_toward(s, who, to);
        movement::put(s, who, to);
        s.creature_mut(who).spent.moved = true;
    }
    t.tell(|| Event::Jumped { who, to, value, landed, balance: !unbalances });
    if unbalances && s.is_able(who) {
        conditions::inflict(s, t, who, Kind::OffBalance, 0, &Cause::default());
    }
    if landed {
        areas::landed(g, s, t, who, from, to)?;
        let drop = bodies::drop(g, who, from, to);
        if drop > STEP_DOWN {
            // Jumping down is a fall that one has chosen, however far it leads.
            super::fall::fall(g, s, t, who, drop, None)?;
        }
        grapple::part(g, s, t);
    }
    Ok(())
}
