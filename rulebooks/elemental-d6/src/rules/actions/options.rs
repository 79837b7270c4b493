//! The answers worth listing, and the usual ones.

use skirmish_grid::{Cell, Hex};
use skirmish_kernel::{Id, Ids, Viewer};

use super::{As, affordable, judge, judge_act};
use crate::model::{Act, Ask, Choice, Cost, Gait, Kind, Path, Setup, State, Target, Trigger, What, When};
use crate::rules::movement::shelter::shelter;
use crate::rules::movement::{paths, pushback};
use crate::rules::{defence, lines, structures, turn};

/// Calls `yes` with every legal answer worth listing. Attacks on one's own side, guesses at hexes, surrender and
/// flight are legal too, and left to those who say so.
pub fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    match *ask {
        Ask::Calm => {
            yes(Choice::Wait);
            for choice in [Choice::Sneak, Choice::Bind, Choice::Rest] {
                if judge(g, s, who, ask, &choice).is_ok() {
                    yes(choice);
                }
            }
            acts(g, s, who, As::Prompt, &mut |act| yes(Choice::Act(act)));
        }
        Ask::Fatigue { .. } => [Choice::GoOn(true), Choice::GoOn(false)].into_iter().for_each(yes),
        Ask::Initiate { running } => {
            yes(Choice::Pass);
            if running {
                yes(Choice::Continue);
            }
            acts(g, s, who, As::Initiation, &mut |act| yes(Choice::Act(act)));
            readies(g, s, who, yes);
        }
        Ask::Path { gait, hexes, bonus, .. } => path_options(g, s, who, gait, u32::from(hexes) + u32::from(bonus), yes),
        Ask::Counter { flight } => {
            yes(Choice::Decline);
            // Also against one whose owner is not seen, and which is not in the state as that side takes it to be.
            defence::counters(g, s, who, flight, &mut |act| yes(Choice::Act(act)));
        }
        Ask::Reaction { .. } => [Choice::React(true), Choice::React(false)].into_iter().for_each(yes),
        Ask::DodgeWhich { .. } => [Choice::Spoil(true), Choice::Spoil(false)].into_iter().for_each(yes),
        Ask::Trigger => [Choice::Fire(true), Choice::Fire(false)].into_iter().for_each(yes),
        Ask::Unused { up, top } => {
            yes(Choice::Keep);
            (1..=up).for_each(|n| yes(Choice::Up(n)));
            if top {
                yes(Choice::Top);
            }
        }
        Ask::Reposition { victim } => {
            let here = s.creature(victim).at;
            here.neighbours().filter(|hex| pushback::free(g, s, *hex)).for_each(|hex| yes(Choice::Push(hex)));
        }
    }
}

/// What a table would do without asking.
#[inline(always)]
pub fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    match *ask {
        Ask::Calm => Some(Choice::Wait),
        Ask::Reaction { .. } => Some(Choice::React(true)),
        Ask::DodgeWhich { .. } => Some(Choice::Spoil(true)),
        Ask::Unused { .. } => Some(Choice::Keep),
        Ask::Path { .. } => headed(g, s, who, ask),
        Ask::Fatigue { .. } | Ask::Initiate { .. } | Ask::Counter { .. } | Ask::Trigger | Ask::Reposition { .. } => {
            None
        }
    }
}

/// The answer that does least.
pub fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    match *ask {
        Ask::Calm => Choice::Wait,
        Ask::Fatigue { .. } => Choice::GoOn(false),
        Ask::Initiate { .. } => Choice::Pass,
        // Somebody who counters by going out of the way does.
        Ask::Path { .. } if let Some(choice) = aside(g, s, who, ask) => choice,
        Ask::Path { .. } if judge(g, s, who, ask, &Choice::Stop).is_ok() => Choice::Stop,
        Ask::Counter { .. } => Choice::Decline,
        Ask::Reaction { .. } => Choice::React(false),
        Ask::DodgeWhich { .. } => Choice::Spoil(false),
        Ask::Trigger => Choice::Fire(false),
        Ask::Unused { .. } => Choice::Keep,
        // A push has no empty answer, and neither has a Dodge: the usual one, or the first hex that is free.
        Ask::Path { .. } | Ask::Reposition { .. } => standing(g, s, who, ask).unwrap_or_else(|| {
            let mut first = None;
            options(g, s, who, ask, &mut |choice| {
                first.get_or_insert(choice);
            });
            first.unwrap_or(Choice::Stop)
        }),
    }
}

/// Out of the way of what is held against somebody.
fn aside(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    let Ask::Path { gait, hexes, bonus, .. } = *ask else { return None };
    let choice = Choice::Walk(shelter(g, s, who, gait, u32::from(hexes) + u32::from(bonus))?);
    judge(g, s, who, ask, &choice).is_ok().then_some(choice)
}

/// A movement that was headed somewhere when it began goes there.
fn headed(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    let Ask::Path { gait, hexes, bonus, heading: Some(goal) } = *ask else { return None };
    let path = onward(g, s, who, gait, goal, u32::from(hexes) + u32::from(bonus));
    let choice = Choice::Walk(path);
    judge(g, s, who, ask, &choice).is_ok().then_some(choice)
}

/// The way of a movement that is headed somewhere: all of it when one segment suffices, else as far as it goes.
fn onward(g: &Setup, s: &State, who: Id, gait: Gait, goal: Hex, steps: u32) -> Path {
    let here = s.creature(who).at;
    if here == goal {
        return Path::new();
    }
    match gait {
        Gait::Move | Gait::Swim => paths::toward(g, s, who, gait, goal, steps),
        Gait::Dash | Gait::Dodge | Gait::Step => paths::way(g, s, who, gait, goal, steps),
    }
}

/// Is there anything but "nothing" to choose on this turn? After the turn's initiation only what is Free.
#[inline]
pub fn has_anything(g: &Setup, s: &State, who: Id) -> bool {
    if s.marks.initiated.has(who) {
        g.free.has(who) && affordable(g, &s.creature(who).spent, Cost::Free, 0)
    } else {
        s.marks.solvent.has(who)
    }
}

fn path_options(g: &Setup, s: &State, who: Id, gait: Gait, steps: u32, yes: &mut dyn FnMut(Choice)) {
    let ask = Ask::Path { gait, hexes: steps.min(255) as u8, bonus: 0, heading: None };
    let stay = Choice::Walk(Path::new());
    if judge(g, s, who, &ask, &stay).is_ok() {
        yes(stay);
    }
    if gait.segments() > 1 {
        yes(Choice::Stop);
    }
    paths::ends(g, s, who, gait, steps, |end| {
        let path = paths::way(g, s, who, gait, end, steps);
        let choice = Choice::Walk(path);
        if matches!(&choice, Choice::Walk(path) if !path.is_empty()) && judge(g, s, who, &ask, &choice).is_ok() {
            yes(choice);
        }
    });
}

/// Every action with its usual targets that is legal in that role.
fn acts(g: &Setup, s: &State, who: Id, role: As, yes: &mut dyn FnMut(Act)) {
    let mut legal = |act: Act| {
        if judge_act(g, s, who, &act, role).is_ok() {
            yes(act);
        }
    };
    candidates(g, s, who, &mut |act| match act.what {
        What::Ability(index) => aimed(g, s, who, index, act, &mut legal),
        What::Go(Gait::Step) => {
            let here = s.creature(who).at;
            here.neighbours().for_each(|hex| legal(Act { target: Target::To(hex), ..act }));
        }
        _ => legal(act),
    });
}

/// Every action as it may be paid, without its target.
pub fn candidates(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Act)) {
    for attack in &g.sheet(who).attacks {
        for cost in &g.ability(attack.ability).costs {
            let act = Act::plain(What::Ability(attack.ability), *cost);
            yes(act);
            if attack.figures(*cost).swift.allowed {
                yes(Act { swifts: 1, ..act });
            }
        }
    }
    [Gait::Move, Gait::Dash, Gait::Dodge, Gait::Swim, Gait::Step].into_iter().for_each(|gait| yes(Act::go(gait)));
    yes(Act::plain(What::Brace, Cost::Standard));
    if s.has(who, Kind::Prone) {
        yes(Act::plain(What::Stand, Cost::Move));
    }
}

/// An ability with each of its usual targets.
fn aimed(g: &Setup, s: &State, who: Id, index: u8, act: Act, yes: &mut dyn FnMut(Act)) {
    let ability = g.ability(index);
    if ability.offensive.is_some() {
        for foe in g.foes(who).iter().filter(|foe| !s.is_down(*foe)) {
            yes(Act { target: Target::Creature(foe), ..act });
        }
    } else if ability.structure.is_some() {
        rows(g, s, who, index, act, yes);
    } else {
        yes(act);
    }
}

/// Rows two hexes away that stand across the way to some foe.
fn rows(g: &Setup, s: &State, who: Id, index: u8, act: Act, yes: &mut dyn FnMut(Act)) {
    let Some(structure) = g.ability(index).structure else { return };
    let here = s.creature(who).at;
    for toward in 0..6u8 {
        let Some(middle) = structures::row_hex(here, toward, 2) else { continue };
        for across in [(toward + 1) % 6, (toward + 2) % 6] {
            let back = (across + 3) % 6;
            if let Some(from) = structures::row_hex(middle, back, structure.hexes / 2) {
                yes(Act { target: Target::Row(from, across), ..act });
            }
        }
    }
}

/// Attacks readied against each foe that its side sees, for when it attacks or comes near.
fn readies(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Choice)) {
    if s.marks.initiated.has(who) || !s.fights(who) || turn::has_unplayed(g, s, who) {
        return;
    }
    let seen = |foe: &Id| !s.is_down(*foe) && lines::is_seen(g, s, Viewer::Side(g.side(who)), *foe);
    let foes: Ids = g.foes(who).iter().filter(seen).collect();
    candidates(g, s, who, &mut |act| {
        let What::Ability(index) = act.what else { return };
        if g.ability(index).offensive.is_none() || act.swifts > 0 {
            return;
        }
        for foe in foes.iter() {
            let act = Act { target: Target::Creature(foe), ..act };
            if judge_act(g, s, who, &act, As::Readied).is_err() {
                continue;
            }
            for when in [When::Attacks, When::Adjacent, When::InSight] {
                let already = when == When::InSight && lines::is_visible(g, s, who, foe);
                if !already {
                    yes(Choice::Ready(act, Trigger { who: Some(foe), when }));
                }
            }
        }
    });
}
