//! Jumping. (`jump.*`)

use skirmish_bookkit::answer::{Verdict, must};
use skirmish_grid::Square;
use skirmish_kernel::Id;

use super::{Step, paths};
use crate::catalogue::{JumpCapBySpeed, JumpFailedUnbalances, JumpMeets, rule};
use crate::model::{Attribute, Condition, Event, Kind, STEP_DOWN, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::magic::areas;
use crate::rules::{OrHalt, Table, bodies, conditions, explosion, grapple, lines, movement, save};

/// What a jump asks for: metres up and metres far. (`jump.value`)
pub fn value(g: &Setup, s: &State, who: Id, to: Square) -> i32 {
    let from = s.creature(who).at;
    let up = bodies::drop(g, who, to, from).max(0);
    let far = lines::metres(g, from, to);
    up.saturating_mul(g.rules.jump_height).saturating_add(far.saturating_mul(g.rules.jump_distance))
}

/// The least score that gets there. (`jump.success`)
pub fn least(g: &Setup, value: i32) -> i32 {
    if g.rules.jump_meets == JumpMeets::On { value } else { value.saturating_add(1) }
}

/// May it jump there? (`jump.action`)
pub fn judge(g: &Setup, s: &State, who: Id, to: Square) -> Verdict {
    let from = s.creature(who).at;
    refuse_if!(from == to || !paths::is_free(g, s, who, to), rule::JUMP_ACTION, "that cell is not free");
    movement::free_to_move(s, who)?;
    refuse_if!(!paths::flees(g, s, who, to), rule::CONDITION_PANICKED, "they must get away from what they fear");
    refuse_if!(s.creature(who).mount.is_some(), rule::MOUNT_INITIATIVE, "they sit on a mount");
    let capped = g.rules.jump_cap_by_speed == JumpCapBySpeed::On;
    let far = capped && lines::metres(g, from, to) > g.sheet(who).speed;
    refuse_if!(far, rule::JUMP_ACTION, "farther than the Movement Speed");
    must(lines::has_line(g, from, to), rule::JUMP_ACTION, "a wall is in between")
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
    let value = value(g, s, who, to);
    let strength = g.sheet(who).modifier(Attribute::Str);
    let check = save::check(g, s, who, Attribute::Dex, rule::DICE_JUMP, &Edge::new()).plus(rule::JUMP_SCORE, strength);
    // Does it get there, and well?
    let judged = |score: i32| {
        let landed = score >= least(g, value);
        (landed, landed && score >= value.saturating_mul(2))
    };
    let (mut landed, well) = match explosion::of_all(g) {
        true => judged(explosion::total(g, t, check)?),
        false => t.throw([check], |[thrown]| judged(thrown.total))?,
    };
    let unbalances = !well && (landed || g.rules.jump_failed_unbalances == JumpFailedUnbalances::On);
    let from = s.creature(who).at;
    if landed {
        movement::leave_for(g, s, t, who, to)?;
        // Whoever is stopped in the leap stays where it is, in no better balance for it; so does whoever has been led
        // elsewhere before it leapt, or finds somebody where it would land.
        let stands = s.is_able(who) && movement::can_move(s, who) && s.creature(who).at == from;
        landed = stands && paths::is_free(g, s, who, to);
    }
    if landed {
        lines::turn_toward(s, who, to);
        movement::put(s, who, to);
        s.creature_mut(who).spent.moved = true;
    }
    t.tell(|| Event::Jumped { who, to, value, landed, balance: !unbalances });
    if unbalances && s.is_able(who) {
        conditions::inflict(s, t, who, Condition::new(Kind::OffBalance, 0, 0));
    }
    if landed {
        // Its landing cell alone is entered.
        areas::left(g, s, t, who, to);
        areas::entered(g, s, t, who, Step { from, to, forced: false })?;
        let drop = bodies::drop(g, who, from, to);
        if drop > STEP_DOWN {
            // Jumping down is a fall that one has chosen, however far it leads.
            super::fall::fall(g, s, t, who, drop, None)?;
        }
        grapple::part(g, s, t);
    }
    Ok(())
}
