//! Moves: who may make them, and along which ways.

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_bookkit::refusals;
use skirmish_grid::{Cell, Square, Steps};
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::rule;
use crate::model::{Act, Gait, Mode, Plight, Setup, State};
use crate::rules::ground::weightless;
use crate::rules::movement::paths::{self, Passage, Spot};
use crate::rules::movement::{self, flight, jump};
use crate::rules::{bodies, grapple, items, turn};

/// May somebody begin that?
pub(super) fn act(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let creature = s.creature(who);
    let prone = creature.is(Plight::Prone);
    if let Act::Stand = act {
        return must(prone, rule::PRONE, "only whoever lies on the ground gets up");
    }
    if let Act::Land = act {
        let aloft = creature.is(Plight::Flying) || creature.is(Plight::Climbing);
        let may = aloft && !g.ground.weightless;
        return must(may, rule::FLY_DESCEND, "only whoever flies or clings to something can land");
    }
    may_leave(g, s, who)?;
    let rides = creature.mount.is_some();
    must(!rides, rule::COMMAND, "a rider goes where the mount goes: get off first, or command the mount")?;
    match act {
        Act::Crawl(to) => {
            let cost = paths::cost(g, s, who, Gait::Run, Spot::of(s, who), *to);
            let next = creature.at.distance(*to) == 1 && cost.is_some() && paths::may_end(g, s, who, *to);
            refusals![
                CRAWL: "only whoever lies on the ground crawls" if !prone,
                CRAWL: "there is no ground underfoot to crawl on"
                    if g.ground.weightless || !paths::can(g, s, who, Gait::Run),
                CRAWL: "crawling goes into a free square next to one's own" if !next,
            ]
        }
        Act::Move(gait) => begin(g, s, who, *gait),
        Act::PushOff(way, feet) => refusals![
            ZERO_G_FIXED: "feet are counted in steps of five" if feet % 5 != 0,
            ZERO_G_STILL: "here there is weight, and everybody walks" if !g.ground.weightless,
            ZERO_G_STILL: "there is nothing behind to push off from in that direction"
                if weightless::footing(g, s, who, *way).is_none(),
        ],
        Act::Jump { to, .. } => {
            let firm = paths::can(g, s, who, Gait::Run) && !prone && !g.ground.weightless;
            let far = bodies::feet(g, creature.at, *to) > movement::speed(g, s, who, Gait::Run);
            refusals![
                JUMP: "a jump begins standing, on firm ground" if !firm,
                JUMP: "a jump ends in another square, no farther away than one's speed" if far || creature.at == *to,
                JUMP: "nobody jumps into or through what stands in the way"
                    if jump::way(creature.at, *to).any(|at| !bodies::fits(g, who, at)),
                JUMP: "a jump ends in a free square" if !paths::may_end(g, s, who, *to),
            ]
        }
        _ => Ok(()),
    }
}

/// May somebody leave its place by its own power? (`entangled`, `grappled`)
pub(super) fn may_leave(g: &Setup, s: &State, who: Id) -> Verdict {
    match movement::cannot_leave(g, s, who) {
        Some(why) => no(why, "whoever is held by somebody larger, or entangled, cannot go anywhere"),
        None => Ok(()),
    }
}

fn begin(g: &Setup, s: &State, who: Id, gait: Gait) -> Verdict {
    let (creature, sheet) = (s.creature(who), g.sheet(who));
    refusals![
        PRONE: "whoever lies on the ground stands up first, or crawls"
            if creature.is(Plight::Prone) && gait != Gait::Swim,
        ZERO_G_STILL: "weightless, one moves by pushing off" if g.ground.weightless && gait != Gait::Fly,
        FALL_RATE: "whoever falls can only take wing" if creature.fallen > 0 && gait != Gait::Fly,
    ]?;
    let (rule, why) = match gait {
        Gait::Run => (rule::RUN, "there is no ground to run on"),
        Gait::Fly => (rule::FLY, "flying takes the mode `flight`"),
        Gait::Swim => (rule::SWIM, "there is no water"),
        Gait::Climb => (rule::CLIMB, "there is nothing to climb"),
        Gait::Burrow => (rule::BURROW, "digging takes the mode `burrow`, and soft earth"),
    };
    must(paths::can(g, s, who, gait), rule, why)?;
    let by_hand = gait == Gait::Climb && !sheet.modes.has(Mode::Climb);
    refusals![
        CLIMB: "climbing takes two free hands, or natural weapons"
            if by_hand && grapple::empty_hands(g, s, who) < 2 && sheet.natural_weapons == 0,
        MOVE_BASIC: "nothing is left of the speed" if movement::speed(g, s, who, gait) < bodies::SQUARE,
    ]
}

/// Is this a way that somebody may take?
pub(super) fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i16, steps: Steps, climb: i16) -> Verdict {
    must(climb % 5 == 0, rule::MOVE_BASIC, "heights are counted in steps of five feet")?;
    if gait == Gait::Fly {
        return flown(g, s, who, feet, steps, climb);
    }
    let mut left = i32::from(feet) - i32::from(climb.abs());
    let mut spot = Spot::of(s, who);
    spot.height = movement::height_after(g, s, who, gait, climb);
    let holds = || bodies::hold(g, &bodies::body(g, s, who), spot.height).is_some();
    refusals![
        MOVE_BASIC: "on foot one goes neither up nor down" if climb != 0 && !matches!(gait, Gait::Climb | Gait::Swim),
        SWIM_CHECK: "whoever holds what floats cannot dive: drop it first"
            if gait == Gait::Swim && climb < 0 && items::floats(g, s, who),
        CLIMB: "there is nothing to hold on to" if gait == Gait::Climb && climb > 0 && !holds(),
    ]?;
    let mut ends = Ok(());
    let mut previous = None;
    for to in steps.cells(s.creature(who).at) {
        let least = if previous == Some(true) { 2 * bodies::SQUARE } else { 0 };
        let Some(cost) = spot.go(g, s, who, gait, to, least) else {
            return no(rule::MOVE_BASIC, "that way is closed");
        };
        refusals![MOVE_BASIC: ("the next step costs {} feet, and {} are left", cost, left) if cost > left]?;
        previous = passes(g, s, who, to, left)?;
        ends = must(previous.is_none(), rule::RULING_ALLY_SQUARES, "nobody stays in the space of another");
        left -= cost;
    }
    ends
}

/// Does a step lead through the spaces of others, if one may try it, and does one of them count twice? Those who hide are in
/// nobody's way until they are met.
fn passes(g: &Setup, s: &State, who: Id, to: Square, left: i32) -> Result<Option<bool>, Refusal> {
    let body = bodies::body(g, s, who).at(to);
    let there = paths::known_others(s, who).filter(|id| bodies::body(g, s, *id).overlaps(&body)).collect();
    let mut passes = None;
    for whom in movement::in_the_way(g, s, who, there).iter() {
        let passage = paths::passage(g, s, who, whom);
        let pushes = passage == Passage::Push;
        refusals![
            RULING_PUSH_THROUGH: "with so few feet left nobody pushes through"
                if pushes && !paths::may_push_through(g, s, who, whom, left),
            RULING_FREE_PUSH: "whoever is stunned or surprised pushes nobody aside"
                if pushes && !turn::is_free_to_act(s, who),
        ]?;
        passes = Some(passes == Some(true) || passage == Passage::Difficult);
    }
    Ok(passes)
}

fn flown(g: &Setup, s: &State, who: Id, feet: i16, steps: Steps, climb: i16) -> Verdict {
    if steps.is_empty() && climb == 0 {
        return Ok(());
    }
    let Some((cost, _)) = flight::cost(g, s, who, steps, climb) else {
        return no(rule::FLY, "that way is closed");
    };
    let creature = s.creature(who);
    let (end, height) = (steps.end(creature.at), creature.height.saturating_add(climb));
    let body = bodies::placed(g, who, end).filling(bodies::span(g.sheet(who).size, height));
    let meets = |id: Id| bodies::body(g, s, id).overlaps(&body);
    refusals![
        FLY: ("that flight costs {} feet, and {} are left", cost, feet.into()) if cost > feet.into(),
        FLY_DESCEND: "the ground, or what stands there, is higher than that"
            if bodies::enters(g, who, end, height) != Some(height),
        RULING_ALLY_SQUARES: "nobody stays in the space of another" if paths::known_others(s, who).any(meets),
    ]
}
