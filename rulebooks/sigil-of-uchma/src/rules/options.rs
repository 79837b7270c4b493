//! What is worth listing of everything that may be chosen.

use arrayvec::ArrayVec;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Cell, Square};
use skirmish_kernel::{Id, put_in_order};

use crate::model::{
    Ability, Act, Aim, Ask, Choice, Effect, Happening, Named, Parting, Setup, State, Targets, Timing, Trigger,
};
use crate::rules::judge::judge;
use crate::rules::{abilities, bodies, groups, movement, paths};

/// Calls `yes` with each answer that is worth listing; all of them are legal.
pub fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    let mut offer = |choice: Choice, sure: bool| {
        if sure || judge(g, s, who, ask, &choice).is_ok() {
            yes(choice);
        }
    };
    match *ask {
        Ask::Turn => {
            used(g, s, who, &mut |act| offer(Choice::Act(act), false));
            waits(g, s, who, &mut |act| offer(Choice::Act(act), false));
            going(g, s, who, &mut |act, sure| offer(Choice::Act(act), sure));
            (0u8..).take(g.sheet(who).own.sets.len()).for_each(|set| offer(Choice::Act(Act::Swap(set)), false));
            offer(Choice::End, true);
        }
        Ask::Willing { .. } | Ask::Fire { .. } => {
            [true, false].into_iter().for_each(|yes| offer(Choice::Yes(yes), true))
        }
        Ask::Parting => {
            use Parting::{Flee, Leave, Speak, Stay};
            let before = s.here().map(Parting::Before);
            [Stay, Speak, Leave, Flee].into_iter().chain(before).for_each(|how| offer(Choice::Part(how), false));
        }
    }
}

/// Each ability at whom or what it can be aimed; whether each is legal is for the caller to ask.
pub fn used(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    let mut known: ArrayVec<u8, 64> = ArrayVec::new();
    abilities::each(g, s, who, |at| {
        if !known.contains(&at) {
            let _ = known.try_push(at);
        }
    });
    let open = groups::open(g, s);
    for what in known {
        let ability = g.ability(what);
        if is_due(open, ability) && s.creature(who).energy >= abilities::energy(g, who, ability) {
            aims(g, s, who, ability, &mut |aim| offer(Act::Use { ability: what, aim }));
        }
    }
}

/// Is an ability done in one of the parts of a turn for which there is room?
#[inline]
pub fn is_due(open: WordSet<Timing>, ability: &Ability) -> bool {
    !ability.timing.and(open).is_empty()
}

/// What an ability may be aimed at.
fn aims(g: &Setup, s: &State, who: Id, ability: &Ability, offer: &mut dyn FnMut(Aim)) {
    match ability.targets {
        Targets::Own | Targets::Around => offer(Aim::Nobody),
        Targets::One | Targets::List => {
            // A blow at a friend is allowed, and nobody looks for it.
            let wanted = |id: &Id| g.opposed(*id, who) == ability.hostile;
            s.here().filter(wanted).map(Named::one).map(Aim::Named).for_each(&mut *offer);
            if ability.targets == Targets::List {
                lists(g, s, who, ability, &mut |named| offer(Aim::Named(named)));
            }
        }
        Targets::Area | Targets::Cell => {
            let near = ability.summons().is_some() || ability.effects.contains(&Effect::Teleport);
            if near {
                let body = bodies::body(g, s, who);
                body.around(u16::from(ability.range).min(2)).map(Aim::Cell).for_each(offer);
            } else {
                s.here().filter(|id| g.opposed(*id, who)).map(|id| Aim::Cell(s.creature(id).at)).for_each(offer);
            }
        }
    }
}

/// The nearest foes together, as many as there may be.
pub fn lists(g: &Setup, s: &State, who: Id, ability: &Ability, offer: &mut dyn FnMut(Named)) {
    let mut all: ArrayVec<Id, { Id::MOST }> = s.here().filter(|id| g.opposed(*id, who)).collect();
    put_in_order(&mut all, |id| bodies::distance(g, s, who, *id));
    let mut named: Option<Named> = None;
    for id in all.into_iter().take(ability.most.into()) {
        named = match named {
            None => Some(Named::one(id)),
            Some(named) => named.and(id),
        };
        if let Some(named) = named.filter(|named| named.len() > 1) {
            offer(named);
        }
    }
}

/// What may be prepared.
pub fn waits(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    if groups::may_do(g, s, Timing::Prepared).is_err() {
        return;
    }
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        if !ability.is(Timing::Prepared) {
            return;
        }
        if ability.triggers.has(Trigger::Event) {
            for happening in Happening::ALL {
                offer(Act::Prepare { ability: what, at: None, event: Some((None, happening)) });
            }
        } else if ability.zone > 0 || ability.takes_cell() {
            for foe in s.able.iter().filter(|id| g.opposed(*id, who)) {
                offer(Act::Prepare { ability: what, at: Some(s.creature(foe).at), event: None });
            }
        } else {
            offer(Act::Prepare { ability: what, at: None, event: None });
        }
    });
}

/// Getting about: each place that can be reached, heights, posture; and which of it is allowed for sure.
fn going(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act, bool)) {
    if groups::may_move(g, s).is_ok() {
        ways(g, s, who, offer);
        [Act::Stand, Act::DropProne].into_iter().for_each(|act| offer(act, false));
        if bodies::figures(g, s, who).flies {
            let down = -s.creature(who).altitude;
            [1, 2, 3, -1, down.min(-2)].into_iter().for_each(|metres| offer(Act::Fly(metres), false));
        }
        if !g.ground.is_level {
            let edges = s.creature(who).at.neighbours();
            let deep = |to: &Square| movement::drop_to(g, s, who, *to) >= g.rules.significant_height;
            let edges = edges.filter(|to| g.ground.board.contains(*to)).filter(deep);
            edges.for_each(|to| offer(Act::StepOff(to), false));
        }
    }
    offer(Act::Run, false);
}

/// A way on foot was looked for step by step, as it is judged; only where steps cost in turn, or a pool is split, it is judged again.
fn ways(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act, bool)) {
    let left = paths::left(g, s, who, bodies::is_aloft(s, who));
    let sure = paths::is_sure(g, s, who);
    if left > 0 {
        paths::with_ways(g, s, who, left, |steps| offer(Act::Walk(steps), sure));
    }
}

/// What a table would do unasked: allies are willing, and everybody stays.
pub fn standing(_: &Setup, _: &State, _: Id, ask: &Ask) -> Option<Choice> {
    match ask {
        Ask::Turn | Ask::Fire { .. } => None,
        Ask::Willing { .. } => Some(Choice::Yes(true)),
        Ask::Parting => Some(Choice::Part(Parting::Stay)),
    }
}

/// The answer that does least.
pub fn pass(ask: &Ask) -> Choice {
    match ask {
        Ask::Turn => Choice::End,
        Ask::Fire { .. } => Choice::Yes(false),
        Ask::Willing { .. } => Choice::Yes(true),
        Ask::Parting => Choice::Part(Parting::Stay),
    }
}
