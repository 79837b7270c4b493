//! Moves: who may make them, and along which ways.

use skirmish_grid::{Cell, Square, Steps};
use skirmish_kernel::{Id, Refusal};

use super::{Verdict, must};
use crate::catalogue::rule;
use crate::model::{Act, Gait, Plight, Setup, State};
use crate::rules::ground::weightless;
use crate::rules::movement::paths::{self, Passage, Spot};
use crate::rules::movement::{self, flight, jump};
use crate::rules::{bodies, items, turn};

/// May somebody begin that?
pub(super) fn act(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let creature = s.creature(who);
    if let Act::Stand = act {
        return must(creature.is(Plight::Prone), rule::PRONE, "only whoever lies on the ground gets up");
    }
    if let Act::Land = act {
        let aloft = creature.is(Plight::Flying) || creature.is(Plight::Climbing);
        return must(
            aloft && !g.ground.weightless,
            rule::FLY_DESCEND,
            "only whoever flies or clings to something can land",
        );
    }
    if let Some(why) = movement::cannot_leave(g, s, who) {
        return super::no(why, "whoever is held by somebody larger, or entangled, cannot go anywhere");
    }
    must(
        creature.mount.is_none(),
        rule::COMMAND,
        "a rider goes where the mount goes: get off first, or command the mount",
    )?;
    match act {
        Act::Crawl(to) => {
            must(creature.is(Plight::Prone), rule::CRAWL, "only whoever lies on the ground crawls")?;
            let cost = paths::cost(g, s, who, Gait::Run, Spot::of(s, who), *to);
            let next = creature.at.distance(*to) == 1 && cost.is_some() && paths::may_end(g, s, who, *to);
            must(next, rule::CRAWL, "crawling goes into a free square next to one's own")
        }
        Act::Move(gait) => begin(g, s, who, *gait),
        Act::PushOff(way, feet) => {
            must(feet % 5 == 0, rule::ZERO_G_FIXED, "feet are counted in steps of five")?;
            must(g.ground.weightless, rule::ZERO_G_STILL, "here there is weight, and everybody walks")?;
            must(
                weightless::footing(g, s, who, *way).is_some(),
                rule::ZERO_G_STILL,
                "there is nothing behind to push off from in that direction",
            )
        }
        Act::Jump { to, .. } => {
            let firm = paths::can(g, s, who, Gait::Run) && !creature.is(Plight::Prone) && !g.ground.weightless;
            must(firm, rule::JUMP, "a jump begins standing, on firm ground")?;
            let near = bodies::feet(g, creature.at, *to) <= movement::speed(g, s, who, Gait::Run) && creature.at != *to;
            must(near, rule::JUMP, "a jump ends in another square, no farther away than one's speed")?;
            let closed = jump::way(creature.at, *to).any(|at| !bodies::fits(g, who, at));
            must(!closed, rule::JUMP, "nobody jumps into or through what stands in the way")?;
            must(paths::may_end(g, s, who, *to), rule::JUMP, "a jump ends in a free square")
        }
        _ => Ok(()),
    }
}

fn begin(g: &Setup, s: &State, who: Id, gait: Gait) -> Verdict {
    let prone = s.creature(who).is(Plight::Prone) && !matches!(gait, Gait::Swim);
    must(!prone, rule::PRONE, "whoever lies on the ground stands up first, or crawls")?;
    if g.ground.weightless && gait != Gait::Fly {
        return super::no(rule::ZERO_G_STILL, "weightless, one moves by pushing off");
    }
    let falls = s.creature(who).fallen > 0 && gait != Gait::Fly;
    must(!falls, rule::FALL_RATE, "whoever falls can only take wing")?;
    let (rule, why) = match gait {
        Gait::Run => (rule::RUN, "there is no ground to run on"),
        Gait::Fly => (rule::FLY, "flying takes the mode `flight`"),
        Gait::Swim => (rule::SWIM, "there is no water"),
        Gait::Climb => (rule::CLIMB, "there is nothing to climb"),
        Gait::Burrow => (rule::BURROW, "digging takes the mode `burrow`, and soft earth"),
    };
    must(paths::can(g, s, who, gait), rule, why)?;
    if gait == Gait::Climb && !g.sheet(who).modes.has(crate::model::Mode::Climb) {
        let (hands, natural) = (crate::rules::grapple::empty_hands(g, s, who), g.sheet(who).natural_weapons);
        must(hands >= 2 || natural > 0, rule::CLIMB, "climbing takes two free hands, or natural weapons")?;
    }
    must(movement::speed(g, s, who, gait) >= bodies::SQUARE, rule::MOVE_BASIC, "nothing is left of the speed")
}

/// Is this a way that somebody may take?
pub(super) fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i16, steps: Steps, climb: i16) -> Verdict {
    must(climb % 5 == 0, rule::MOVE_BASIC, "heights are counted in steps of five feet")?;
    if gait == Gait::Fly {
        return flown(g, s, who, feet, steps, climb);
    }
    let vertical = climb != 0;
    must(
        !vertical || matches!(gait, Gait::Climb | Gait::Swim),
        rule::MOVE_BASIC,
        "on foot one goes neither up nor down",
    )?;
    let dives = gait == Gait::Swim && climb < 0 && items::floats(g, s, who);
    must(!dives, rule::SWIM_CHECK, "whoever holds what floats cannot dive: drop it first")?;
    let start = s.creature(who).at;
    let mut left = i32::from(feet) - i32::from(climb.abs());
    let mut spot = Spot::of(s, who);
    spot.height = movement::height_after(g, s, who, gait, climb);
    let body = bodies::body(g, s, who);
    let holds = gait != Gait::Climb || climb <= 0 || bodies::hold(g, &body, spot.height).is_some();
    must(holds, rule::CLIMB, "there is nothing to hold on to")?;
    let mut ends = Ok(());
    let mut previous: Option<Passage> = None;
    for to in steps.cells(start) {
        let least = if previous == Some(Passage::Difficult) { 2 * bodies::SQUARE } else { 0 };
        let Some(cost) = spot.go(g, s, who, gait, to, least) else {
            return super::no(rule::MOVE_BASIC, "that way is closed");
        };
        if cost > left {
            return Err(Refusal::counted(
                rule::MOVE_BASIC,
                "the next step costs {} feet, and {} are left",
                [cost, left],
            ));
        }
        let (passage, verdict) = passes(g, s, who, to, left);
        verdict?;
        previous = passage;
        ends = must(passage.is_none(), rule::RULING_ALLY_SQUARES, "nobody stays in the space of another");
        left -= cost;
    }
    ends
}

/// Through whose space a step leads, and whether one may try. Those who hide are in nobody's way until they are met.
fn passes(g: &Setup, s: &State, who: Id, to: Square, left: i32) -> (Option<Passage>, Verdict) {
    let body = bodies::body(g, s, who).at(to);
    let there = paths::known_others(s, who).find(|id| bodies::body(g, s, *id).overlaps(&body));
    let Some(whom) = there else { return (None, Ok(())) };
    let passage = paths::passage(g, s, who, whom);
    let may = passage != Passage::Push || paths::may_push_through(g, s, who, whom, left);
    let verdict = must(may, rule::RULING_PUSH_THROUGH, "with so few feet left nobody pushes through");
    let verdict = verdict.and_then(|()| {
        let able = passage != Passage::Push || turn::is_free_to_act(s, who);
        must(able, rule::RULING_FREE_PUSH, "whoever is stunned or surprised pushes nobody aside")
    });
    (Some(passage), verdict)
}

fn flown(g: &Setup, s: &State, who: Id, feet: i16, steps: Steps, climb: i16) -> Verdict {
    if steps.is_empty() && climb == 0 {
        return Ok(());
    }
    let Some((cost, _)) = flight::cost(g, s, who, steps, climb) else {
        return super::no(rule::FLY, "that way is closed");
    };
    if cost > feet.into() {
        return Err(Refusal::counted(rule::FLY, "that flight costs {} feet, and {} are left", [cost, feet.into()]));
    }
    let (start, height) = (s.creature(who).at, s.creature(who).height.saturating_add(climb));
    let end = steps.end(start);
    let free = bodies::enters(g, who, end, height) == Some(height);
    must(free, rule::FLY_DESCEND, "the ground, or what stands there, is higher than that")?;
    let body = bodies::placed(g, who, end).filling(
        skirmish_grid::Span::new(i32::from(height), i32::from(height) + bodies::tall(g.sheet(who).size))
            .unwrap_or(skirmish_grid::Span::ALL),
    );
    let free = paths::known_others(s, who).all(|id| !bodies::body(g, s, id).overlaps(&body));
    must(free, rule::RULING_ALLY_SQUARES, "nobody stays in the space of another")
}
