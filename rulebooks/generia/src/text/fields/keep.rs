//! After a change by hand: everything that hangs together hangs together again.

use skirmish_kernel::Id;

use crate::model::{Condition, Hand, Kind, Phase, Setup, Stage, State};
use crate::rules::conditions::causes;
use crate::rules::magic::areas;
use crate::rules::{bodies, lines};

/// Brings into line who can act, who rides whom, who holds whom, and what spells keep up.
pub fn keep(g: &Setup, s: &mut State) {
    for id in g.ids() {
        let limit = g.sheet(id).wound_limit;
        let arms = g.sheet(id).arms.len();
        let creature = s.creature_mut(id);
        creature.wounds.is_out |= creature.wounds.total() >= limit;
        for hand in &mut creature.hands {
            if matches!(hand, Hand::Arm(arm) if usize::from(*arm) >= arms) {
                *hand = Hand::Empty;
            }
        }
    }
    s.muster(g);
    g.ids().filter(|id| !s.is_able(*id)).collect::<Vec<Id>>().into_iter().for_each(|id| drop_everything(s, id));
    saddles(g, s);
    holds(g, s);
    spells(g, s);
    places(g, s);
}

/// Whoever cannot act holds nothing and nobody, rides nothing and keeps nothing up.
fn drop_everything(s: &mut State, id: Id) {
    let creature = s.creature_mut(id);
    creature.concentration.clear();
    creature.holds = None;
    creature.mount = None;
    if creature.wounds.is_out && !creature.has(Kind::Prone) {
        // As many places as there are kinds.
        let _ = creature.conditions.try_push(Condition::new(Kind::Prone, 0, 0));
    }
    if creature.gone {
        creature.rider = None;
    }
}

fn saddles(g: &Setup, s: &mut State) {
    for id in g.ids() {
        if let Some(mount) = s.creature(id).mount {
            if s.creature(mount).rider == Some(id) {
                let at = s.creature(mount).at;
                s.creature_mut(id).at = at;
            } else {
                s.creature_mut(id).mount = None;
            }
        }
        let rider = s.creature(id).rider.filter(|rider| s.creature(*rider).mount == Some(id));
        s.creature_mut(id).rider = rider;
    }
}

/// A hold and the condition that it causes come and go together.
fn holds(g: &Setup, s: &mut State) {
    for by in g.ids() {
        let holds = |on: &Id| {
            !s.creature(*on).gone && lines::between(g, s, by, *on) <= 1 && s.creature(*on).has(Kind::Grappled)
        };
        s.creature_mut(by).holds = s.creature(by).holds.filter(holds);
    }
    for on in g.ids() {
        let source = s.creature(on).condition(Kind::Grappled).and_then(|condition| condition.source);
        if source.is_some_and(|by| s.creature(by).holds != Some(on)) {
            s.creature_mut(on).conditions.retain(|condition| condition.kind != Kind::Grappled);
        }
    }
}

/// What nobody keeps up any more is over, on the ground and on people.
fn spells(g: &Setup, s: &mut State) {
    let kept: Vec<u16> =
        s.creatures.iter().flat_map(|creature| creature.concentration.iter().map(|kept| kept.serial)).collect();
    s.areas.retain(|area| !g.ability(area.ability).concentration || kept.contains(&area.serial));
    let lasts = |s: &State, who: Id, condition: &Condition| {
        let Some(spell) = condition.spell else { return true };
        let body = bodies::body(g, s, who);
        match s.areas.iter().find(|area| area.serial == spell) {
            Some(area) => !condition.inside || areas::touches(g, area, &body),
            None => kept.contains(&spell),
        }
    };
    causes::keep(s, |s, also| s.creature(also.who).has(also.condition.kind) && lasts(s, also.who, &also.condition));
    for who in g.ids() {
        let over = |s: &State| {
            let mut all = s.creature(who).conditions.iter();
            all.find(|condition| !lasts(s, who, condition)).map(|condition| condition.kind)
        };
        while let Some(kind) = over(s) {
            if !causes::follows(s, who, kind) {
                s.creature_mut(who).conditions.retain(|condition| condition.kind != kind);
            }
        }
    }
}

/// Mounts act with their riders; whoever has no place in the order any more gets one in the next round.
fn places(g: &Setup, s: &mut State) {
    let active = s.active();
    if s.order.iter().any(|id| s.creature(*id).rider.is_some()) {
        s.order = s.order.iter().copied().filter(|id| s.creature(*id).rider.is_none()).collect();
        s.turn = active.and_then(|id| s.order.iter().position(|known| *known == id)).map_or(s.turn, |at| at as u8);
        if active.is_some_and(|id| !s.order.contains(&id)) {
            s.stage = Stage::Start;
            s.acts = 0;
        }
    }
    for id in g.ids() {
        if s.phase == Phase::Combat && s.creature(id).rider.is_none() && !s.order.contains(&id) {
            s.creature_mut(id).initiative = None;
        }
    }
    if s.stage == Stage::Actions && s.active().is_some_and(|id| !s.is_able(id)) {
        s.stage = Stage::End;
    }
}
