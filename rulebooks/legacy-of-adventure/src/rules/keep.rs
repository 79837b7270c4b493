//! After a change by hand: everything that hangs together hangs together again.

use skirmish_kernel::{Id, Ids};

use crate::catalogue::RulingZeroHits;
use crate::model::{Creature, Dropped, Hand, MOST_ACTIONS, Setup, Stage, Stance, State, States};
use crate::rules::{derived, effects, segment};

/// Brings into line who is up, who acts when, what is in hand, and what is kept up. Twice is as good as once.
pub fn keep(g: &Setup, s: &mut State) {
    let newcomers = g.ids().skip(s.creatures.len()).map(|id| Creature::new(g, id, g.sheet(id)));
    let newcomers: Vec<Creature> = newcomers.collect();
    s.creatures.extend(newcomers);
    for id in g.ids() {
        bounds(g, s, id);
        hands(g, s, id);
        lie(g, s, id);
    }
    derived::muster(g, s);
    falls(g, s);
    order(g, s);
    out(g, s);
    trades(g, s);
    clock(g, s);
}

/// Hits, actions and counters in their bounds.
fn bounds(g: &Setup, s: &mut State, id: Id) {
    let sheet = g.sheet(id);
    let most = u8::try_from(g.rules.on_guard_failures).unwrap_or(u8::MAX);
    let creature = s.creature_mut(id);
    creature.hits = creature.hits.clamp(0, sheet.max_hits.max(0));
    creature.actions = creature.actions.min(MOST_ACTIONS);
    creature.guard = creature.guard.filter(|guard| sheet.skill(guard.skill).is_some());
    if let Some(guard) = &mut creature.guard {
        guard.failed = guard.failed.min(most);
        guard.over |= guard.failed >= most;
    }
    if !creature.has(States::UNCONSCIOUS) {
        creature.out_rounds = 0;
    }
}

/// Hands hold what is there and whole; an arm that is of no use lets go of what it holds.
fn hands(g: &Setup, s: &mut State, id: Id) {
    let count = g.sheet(id).arms.len();
    for at in 0..2 {
        let creature = s.creature(id);
        let Some(Hand::Arm(arm)) = creature.hands.get(at).copied() else { continue };
        let whole = usize::from(arm) < count && creature.has_arm(arm);
        let useful = creature.can_use_hand(at);
        let creature = s.creature_mut(id);
        if !whole || !useful {
            creature.let_go(arm);
        }
        if whole && !useful {
            creature.lost |= 1 << arm;
        }
    }
}

/// Whoever has no hits left falls, and says goodbye to the rest of the round. (`ruling.zero-hits`)
fn falls(g: &Setup, s: &mut State) {
    let state = match g.rules.ruling_zero_hits {
        RulingZeroHits::Unconscious => States::UNCONSCIOUS,
        RulingZeroHits::Dead => States::DEAD,
        RulingZeroHits::Stands => return,
    };
    for id in s.marks.up.iter() {
        if s.creature(id).hits <= 0 {
            effects::out(g, s, id, state);
        }
    }
}

/// Everybody has one place in the order; whoever is new finds it by Agility. (`ruling.same-stance-order`)
fn order(g: &Setup, s: &mut State) {
    let mut seen = Ids::NONE;
    s.order.retain(|id| {
        let first = id.index() < g.sheets.len() && !seen.has(*id);
        seen.set(*id, true);
        first
    });
    let agility = |id: Id| g.sheet(id).attributes[0];
    for id in g.ids() {
        if !s.order.contains(&id) {
            let at = s.order.iter().position(|other| agility(*other) < agility(id)).unwrap_or(s.order.len());
            // There are as many places as there can be combatants.
            let _ = s.order.try_insert(at, id);
        }
    }
}

/// Whoever is out has nothing more to do, keeps nothing up, hides from nobody and surprises nobody.
fn out(g: &Setup, s: &mut State) {
    let up = s.marks.up;
    for id in g.ids().filter(|id| !up.has(*id)) {
        let creature = s.creature_mut(id);
        creature.actions = 0;
        creature.stance = Stance::None;
        s.marks.pool.set(id, false);
    }
    let count = g.sheets.len();
    s.effects.retain(|running| up.has(running.holder) && running.on.index() < count);
    let marks = &mut s.marks;
    for set in [&mut marks.concealed, &mut marks.ambushers, &mut marks.surprised, &mut marks.todo] {
        *set = set.and(up);
    }
    let mut before = Ids::NONE;
    for tier in &mut marks.tiers {
        *tier = tier.and(up).without(before);
        before = before.or(*tier);
    }
}

/// Blows are traded with foes who are in the fight.
fn trades(g: &Setup, s: &mut State) {
    for id in g.ids() {
        let foes = g.foes(id).and(s.marks.up);
        let creature = s.creature_mut(id);
        creature.trades = creature.trades.and(foes);
        creature.waits = creature.waits.and(foes);
    }
    s.owed = s.owed.filter(|(trader, foe)| s.is_up(*trader) && s.creature(*trader).trades.has(*foe));
}

/// Whose turn it is follows from the rest. In the middle of an act its actor stays.
fn clock(g: &Setup, s: &mut State) {
    if s.stage == Stage::Answer && s.owed.is_none() {
        s.stage = Stage::Act;
        s.actor = None;
    }
    if s.stage == Stage::Act && s.actor.is_none_or(|who| s.marks.todo.has(who) || !s.is_able(who)) {
        s.actor = segment::next_actor(g, s);
    }
}

/// Everything that somebody has lost lies somewhere, once, and nothing else of its own does.
pub fn lie(g: &Setup, s: &mut State, who: Id) {
    let count = u8::try_from(g.sheet(who).arms.len()).unwrap_or(0);
    let (lost, at) = (s.creature(who).lost, s.creature(who).at);
    let mut seen = 0u8;
    s.dropped.retain(|thing| {
        let bit = 1u8.checked_shl(u32::from(thing.arm)).unwrap_or(0);
        let stays = thing.owner != who || thing.arm < count && lost & bit != 0 && seen & bit == 0;
        seen |= if thing.owner == who { bit } else { 0 };
        stays
    });
    for arm in (0..count).filter(|arm| (lost & !seen) >> arm & 1 == 1) {
        s.dropped.push(Dropped { owner: who, arm, at });
    }
}
