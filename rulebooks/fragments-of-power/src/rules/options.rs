//! What is worth listing of everything that may be chosen.

mod spells;
pub mod strikes;

use std::cell::RefCell;

use skirmish_grid::{Cell, Facing, Steps};
use skirmish_kernel::Id;

use crate::model::{Act, Aim, Ask, Choice, Gait, Kind, Manner, Mode, Plight, Ready, Setup, State, Trigger};
use crate::rules::judge::judge;
use crate::rules::movement::{jump, paths};
use crate::rules::{bodies, grapple, maneuvers, sight, skills, turn};

/// Calls `yes` with each answer that is worth listing; all of them are legal.
pub fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    let mut offer = |choice: Choice| {
        if judge(g, s, who, ask, &choice).is_ok() {
            yes(choice);
        }
    };
    match *ask {
        Ask::Turn => turns(g, s, who, &mut offer),
        Ask::Enter | Ask::Forgo { .. } | Ask::Fire { .. } | Ask::Catch { .. } => {
            [true, false].map(Choice::Yes).into_iter().for_each(offer);
        }
        Ask::Path { who: mover, gait, feet } => ways(g, s, mover, gait, feet, &mut offer),
        Ask::Push { on } => {
            let most = i16::try_from(g.rules.push_critical).unwrap_or(15) / 5;
            for way in maneuvers::ways_back(g, s, who, on) {
                (0..=most).rev().for_each(|steps| offer(Choice::Feet(way, 5 * steps)));
            }
        }
        Ask::Away { on } => maneuvers::ways_back(g, s, who, on).into_iter().map(Choice::Way).for_each(offer),
        Ask::Fling { .. } => {
            offer(Choice::Fling(None));
            Facing::ALL.map(Some).map(Choice::Fling).into_iter().for_each(offer);
        }
        Ask::Limb { .. } => grapple::limbs(g, s, who).map(Choice::Limb).for_each(offer),
        Ask::Next { left } => left.iter().map(Choice::Next).for_each(offer),
        Ask::Part { .. } => grapple::rooms_to_part(g, s, who).map(Choice::Cell).for_each(offer),
    }
}

fn turns(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Choice)) {
    acts(g, s, who, &mut |act| offer(Choice::Act(act)));
    for beast in turn::commanded(g, s, who) {
        acts(g, s, beast, &mut |act| offer(Choice::Let(beast, act)));
    }
    offer(Choice::Delay);
    offer(Choice::End);
}

/// What somebody may do with an action, or without one.
fn acts(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    let (sheet, creature) = (g.sheet(who), s.creature(who));
    if turn::left(g, s, who) > 0 {
        harmful(g, s, who, offer);
        going(g, s, who, offer);
        [Act::Dodge, Act::Focus, Act::Choke, Act::PutOut, Act::Stabilize].into_iter().for_each(&mut *offer);
        let commandable = g.ids().filter(|id| g.sheet(*id).commander == Some(who));
        commandable.map(Act::Command).for_each(&mut *offer);
        people(g, s, who, offer);
        for (at, item) in (0u8..).zip(&s.items) {
            if item.owner == Some(who) && !item.held {
                offer(Act::Draw(at));
            } else if item.owner.is_none() {
                offer(Act::PickUp(at));
            }
        }
        waits(g, s, who, offer);
    } else if turn::has_rest(g, s, who) {
        offer(Act::Move(Gait::Run));
    }
    if s.holds(who).is_some() {
        offer(Act::Release);
    }
    if creature.is(Plight::Flying) && creature.height <= 10 {
        offer(Act::Land);
    }
    if !creature.is(Plight::Prone) && sheet.hands > 0 && !g.ground.weightless {
        offer(Act::DropProne);
    }
}

/// Attacks, maneuvers and spells; whether each of them is legal is for the caller to ask.
pub fn harmful(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    strikes::strikes(g, s, who, offer);
    spells::spells(g, s, who, offer);
}

/// Getting about.
fn going(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    let creature = s.creature(who);
    if creature.is(Plight::Prone) {
        offer(Act::Stand);
        creature.at.neighbours().map(Act::Crawl).for_each(&mut *offer);
    }
    offer(Act::Move(Gait::Run));
    if g.sheet(who).flies() {
        offer(Act::Move(Gait::Fly));
    }
    if let Some(mount) = creature.mount {
        let body = bodies::body(g, s, mount);
        let beside = body.around(1).filter(|cell| !body.covers(*cell)).map(Act::Dismount);
        beside.for_each(&mut *offer);
    }
    if g.ground.is_plain && !g.ground.weightless {
        return;
    }
    [Gait::Swim, Gait::Climb].map(Act::Move).into_iter().for_each(&mut *offer);
    if g.sheet(who).modes.has(Mode::Burrow) {
        offer(Act::Move(Gait::Burrow));
    }
    if g.ground.weightless {
        Facing::ALL.map(|way| Act::PushOff(way, 0)).into_iter().for_each(&mut *offer);
    } else if g.ground.uneven {
        let near = bodies::body(g, s, who).around(3).filter(|cell| cell.distance(creature.at) >= 2);
        let near = near.filter(|to| jump::is_worth_it(g, s, who, *to));
        near.map(|to| Act::Jump { to, prepared: false }).for_each(&mut *offer);
    }
}

/// What is done to others without a weapon.
fn people(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    for on in s.everybody().filter(|on| *on != who) {
        if g.opposed(who, on) {
            let known = sight::knows(g, s, who, on) <= sight::Knowledge::Concealed;
            if known && !s.creature(on).has(Kind::Shaken) {
                offer(Act::Intimidate(Aim::Creature(on)));
            }
        } else {
            offer(Act::Medicine(on));
            if g.sheet(who).size < g.sheet(on).size {
                offer(Act::Mount(on));
            }
        }
    }
    offer(Act::Search);
    if !s.creature(who).hidden_from.is_empty() || !skills::watchers(g, s, who).is_empty() {
        offer(Act::Sneak);
    }
}

/// Waiting with what is in hand for whoever comes near.
fn waits(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    if turn::left(g, s, who) < u8::try_from(g.rules.ready_actions).unwrap_or(2) {
        return;
    }
    if let Some(attack) = strikes::usual(g, s, who) {
        let when = if attack.manner == Manner::Shot { Trigger::Moves } else { Trigger::Nears };
        offer(Act::Ready(Ready { act: Act::Attack { attack, on: Aim::Them }, when, whom: None }));
    }
}

thread_local! {
    /// Ways that have been found, kept so that listing them asks for no memory.
    static WAYS: RefCell<Vec<Steps>> = const { RefCell::new(Vec::new()) };
}

/// Where one may go: each place that can be reached, by the cheapest way; nowhere is one, too.
fn ways(g: &Setup, s: &State, mover: Id, gait: Gait, feet: i16, offer: &mut dyn FnMut(Choice)) {
    let walk = |steps: Steps, climb: i16| Choice::Walk { steps, climb, on: false };
    offer(walk(Steps::new(), 0));
    let start = s.creature(mover).at;
    // Whoever is offered a way may look for others: the search has to be over.
    let mut ways = WAYS.take();
    ways.clear();
    let all = |_, _| true;
    paths::search(g, s, mover, gait, feet.into(), all, |found| {
        let places = found.places().filter(|(to, _)| *to != start);
        ways.extend(places.filter_map(|(to, _)| found.way_to(to)));
    });
    ways.iter().for_each(|steps| offer(walk(*steps, 0)));
    WAYS.set(ways);
    let heights: &[i16] = match gait {
        Gait::Fly => &[-30, -10, 10, 30],
        Gait::Climb | Gait::Swim => &[-10, -5, 5, 10],
        _ => &[],
    };
    heights.iter().for_each(|climb| offer(walk(Steps::new(), *climb)));
}

/// Is there something to be done without an action that is worth a question: letting somebody go, or lying down before those
/// who shoot? (`free.when`)
pub fn is_free_act_worth_asking(g: &Setup, s: &State, who: Id) -> bool {
    if s.holds(who).is_some() {
        return true;
    }
    let aloft = g.ground.weightless || s.creature(who).is(Plight::Flying);
    if !g.shoots || s.creature(who).is(Plight::Prone) || aloft || g.sheet(who).hands == 0 {
        return false;
    }
    let shoots = |foe: &Id| s.held(*foe).any(|(_, item)| g.weapon(item.weapon).shoots);
    g.foes(who).iter().filter(|foe| s.is_able(*foe)).any(|foe| shoots(&foe))
}

/// What a table would do unasked.
pub fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    match ask {
        Ask::Turn if turn::left(g, s, who) == 0 && turn::commanded(g, s, who).next().is_none() => Some(Choice::End),
        _ => None,
    }
}

/// The answer that does least.
pub fn pass(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    let mut first = None;
    match ask {
        Ask::Turn => return Some(Choice::End),
        Ask::Enter => return Some(Choice::Yes(true)),
        Ask::Forgo { .. } | Ask::Fire { .. } | Ask::Catch { .. } => return Some(Choice::Yes(false)),
        Ask::Path { .. } => return Some(Choice::Walk { steps: Steps::new(), climb: 0, on: false }),
        _ => options(g, s, who, ask, &mut |choice| first = Some(first.unwrap_or(choice))),
    }
    first
}

/// With what somebody makes maneuvers where nothing else is said.
pub fn maneuver_arm(g: &Setup, s: &State, who: Id) -> crate::model::Arm {
    strikes::melee(g, s, who).map_or(crate::model::Arm::Unarmed, |(arm, _)| arm)
}
