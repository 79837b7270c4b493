//! Segments: which of them are called, stances, and who acts when. (`segment.*`, `stance.*`)

use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{
    RulingCarryOverMoves, RulingConcentrationWhen, RulingLongMoves, RulingOnGuardCount, RulingSameStanceOrder,
    RulingStanceScope, RulingStanceSecret, rule,
};
use crate::model::ask::Asks;
use crate::model::{Ability, Event, Kind, Segment, Setup, Stage, Stance, State, States, TIERS, ask, unseen};
use crate::rules::movement::paths;
use crate::rules::{OrHalt, Table, concentration, judge, options, zones};

/// Does anybody have something that belongs in this segment, or has kept something for it? (`round.first-segment`)
#[inline]
pub fn applies(g: &Setup, s: &State, segment: Segment) -> bool {
    let acting = s.free().and(s.marks.pool);
    match segment {
        Segment::Ambush => !acting.and(s.marks.ambushers).is_empty(),
        _ => !acting.is_empty() && applies_to(g, s, acting, segment),
    }
}

#[inline(never)]
fn applies_to(g: &Setup, s: &State, acting: Ids, segment: Segment) -> bool {
    let blade = |who: Id| !s.marks.fought.has(who) && judge::has_foe_at_hand(g, s, who);
    segment == Segment::Melee && acting.iter().any(blade) || acting.iter().any(|who| has_something(g, s, who, segment))
}

/// Has one combatant something for this segment?
fn has_something(g: &Setup, s: &State, who: Id, segment: Segment) -> bool {
    let shut = s.marks.fought.has(who);
    let closed = shut && g.rules.ruling_carry_over_moves == RulingCarryOverMoves::Everything;
    let attacks = || !shut && judge::has_attack(g, s, who, segment, s.marks.held.has(who));
    match segment {
        Segment::Ambush => s.marks.ambushers.has(who),
        Segment::Melee | Segment::Ranged => attacks(),
        Segment::Movement => !closed && can_move(g, s, who) || attacks(),
        Segment::Multiform => {
            let utility = || g.figures(who).long && has_long_utility(g, s, who);
            let long = g.rules.ruling_long_moves == RulingLongMoves::Multiform && s.creature(who).actions >= 3;
            // A move belongs to Movement, and one that was held is made here.
            let moves = || (long || s.marks.held.has(who)) && can_move(g, s, who);
            !closed && (utility() || moves()) || attacks()
        }
    }
}

/// Is there somewhere to go, or is there at least the ground to get up from?
fn can_move(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).has(States::PRONE) || !paths::is_hemmed_in(g, s, who)
}

/// A utility of two actions or more that it can do now. (`multiform.utility`)
fn has_long_utility(g: &Setup, s: &State, who: Id) -> bool {
    let long = |known: &Ability| known.kind == Kind::Utility && known.usage >= 2;
    g.known(who).any(|(_, known)| long(known) && s.creature(who).actions >= known.usage)
}

/// Is a check of concentration due as Melee begins, whether or not it is called? (`magic.concentration`)
pub fn concentrates(g: &Setup, s: &State) -> bool {
    s.segment == Segment::Melee
        && g.rules.ruling_concentration_when != RulingConcentrationWhen::Loss
        && s.effects.iter().any(|running| concentration::is_asked(g, running) && is_disturbed(g, s, running.holder))
}

fn is_disturbed(g: &Setup, s: &State, who: Id) -> bool {
    s.is_able(who) && zones::is_engaged(g, s, who)
}

/// Calls the segment: what is counted by segments begins anew, concentration, stances, trades. (`stance.when-asked`)
#[inline(never)]
pub fn open<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    begin(g, s);
    if concentrates(g, s) {
        let holders: Ids = s.effects.iter().map(|running| running.holder).collect();
        for who in holders.iter().filter(|who| is_disturbed(g, s, *who)).collect::<Ids>().iter() {
            t.scope(s, |s, t| concentration::check(g, s, t, who))?;
        }
    }
    if !applies(g, s, s.segment) {
        // It was only reached for the checks; the clock goes on.
        s.stage = Stage::Act;
        return Ok(());
    }
    let segment = s.segment;
    t.tell(|| Event::Segment { segment });
    stances(g, s, t)?;
    trades(g, s, t)?;
    s.called = true;
    s.stage = Stage::Act;
    Ok(())
}

/// Engagements, trades and stances begin anew.
fn begin(g: &Setup, s: &mut State) {
    reset(g, s);
    (s.tier, s.pass, s.acts) = (0, 0, 0);
    for who in g.ids() {
        let engaged = if s.is_up(who) { zones::engaging(g, s, who) } else { Ids::NONE };
        let creature = s.creature_mut(who);
        creature.engaged_by = engaged;
        (creature.trades, creature.waits) = (Ids::NONE, Ids::NONE);
        if g.rules.ruling_stance_scope == RulingStanceScope::Segment || creature.stance == Stance::Hold {
            creature.stance = Stance::None;
        }
    }
    s.marks.tiers = [Ids::NONE; TIERS];
    s.marks.todo = Ids::NONE;
}

/// Begins anew what is counted by segments, whether or not anybody has something for this one.
pub fn reset(g: &Setup, s: &mut State) {
    let anew = g.rules.ruling_on_guard_count == RulingOnGuardCount::Segment;
    for who in s.marks.affected.iter() {
        if let Some(guard) = &mut s.creature_mut(who).guard {
            guard.penalty = 0;
            if anew && !guard.over {
                guard.failed = 0;
            }
        }
    }
    s.marks.stepped = Ids::NONE;
    s.marks.stopped = Ids::NONE;
    s.marks.fights = Ids::NONE;
    s.marks.ran = Ids::NONE;
    s.marks.stayed = Ids::NONE;
}

/// Everybody who can act takes a stance, unseen until all are in. (`dp.stance`)
fn stances<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let acting = s.free().and(s.marks.pool);
    let on_guard = |who: &Id| s.creature(*who).guard.is_some();
    let guarded: Ids = s.free().and(s.marks.affected).iter().filter(on_guard).collect();
    // On-Guard is its stance in the first segment that is called, and no other.
    let set = if s.called { Ids::NONE } else { guarded };
    for who in set.iter() {
        s.creature_mut(who).stance = Stance::Defensive;
    }
    let asked = |who: &Id| acting.has(*who) && s.creature(*who).stance == Stance::None;
    match g.rules.ruling_stance_secret {
        RulingStanceSecret::Hidden => {
            let asked = acting.iter().filter(asked).collect();
            t.put_to_all(s, rule::DP_STANCE, asked, ask::Stance, |s, _, who, stance| take(s, who, stance))?;
        }
        RulingStanceSecret::Open => {
            let asked: Ids = acting.iter().filter(asked).collect();
            for who in s.order.clone().iter().rev().filter(|who| asked.has(**who)) {
                let stance = t.put(s, rule::DP_STANCE, *who, ask::Stance)?;
                take(s, *who, stance);
            }
        }
    }
    let shown = acting.or(set);
    for who in s.order.iter().copied().filter(|who| shown.has(*who)) {
        t.tell(|| {
            let stanced = Event::Stanced { who, stance: s.creature(who).stance, on_guard: guarded.has(who) };
            unseen(s, who, stanced)
        });
    }
    Ok(())
}

fn take(s: &mut State, who: Id, stance: Stance) {
    s.creature_mut(who).stance = stance;
    s.marks.held.set(who, stance == Stance::Hold);
}

/// The Ready say whose attacks they answer one for one, and whom they let finish. (`dp.ready-trade`)
fn trades<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let acting = s.free().and(s.marks.pool);
    let (mut aggressive, mut ready, mut defensive) = (Ids::NONE, Ids::NONE, Ids::NONE);
    for who in acting.iter() {
        match s.creature(who).stance {
            Stance::Aggressive => aggressive.set(who, true),
            Stance::Ready => ready.set(who, true),
            Stance::Defensive => defensive.set(who, true),
            Stance::None | Stance::Hold => {}
        }
    }
    let active = aggressive.or(ready).or(defensive);
    let foes_of = |who: Id| -> Ids {
        let foes = g.foes(who).and(active).without(s.marks.concealed).iter();
        foes.filter(|foe| options::could_attack(g, s, *foe, who)).collect()
    };
    let trades = ready.iter().map(|who| (who, foes_of(who))).filter(|(_, foes)| !foes.is_empty());
    let mut asks = Asks::new();
    asks.extend(trades.map(|(who, foes)| (who, ask::Trade { foes })));
    t.put_to_each(s, rule::DP_READY_TRADE, &asks, |s, t, who, ask::Trade { foes }, with| {
        let (trades, waits) = (with.and(foes), foes.without(with));
        let creature = s.creature_mut(who);
        (creature.trades, creature.waits) = (trades, waits);
        t.tell(|| unseen(s, who, Event::Trades { who, trades, waits }));
    })?;
    let late = late(s, ready, defensive);
    s.marks.tiers = [aggressive, ready.without(late), defensive, late];
    s.marks.todo = members(s);
    Ok(())
}

/// The Ready who wait for somebody Defensive, or for somebody who does. (`stance.ready.choice`)
fn late(s: &State, ready: Ids, defensive: Ids) -> Ids {
    let mut late = Ids::NONE;
    if defensive.is_empty() {
        return late;
    }
    loop {
        let waits = |who: &Id| !s.creature(*who).waits.and(defensive.or(late)).is_empty();
        let more: Ids = ready.iter().filter(waits).collect();
        if more == late {
            return late;
        }
        late = more;
    }
}

/// Who of the tier can still act.
#[inline]
fn members(s: &State) -> Ids {
    let tier = s.marks.tiers.get(usize::from(s.tier)).copied().unwrap_or(Ids::NONE);
    tier.and(s.free()).and(s.marks.pool).without(s.marks.stopped)
}

/// Who acts next in this pass: by Agility, those last who wait for somebody that is not done. (`ruling.acts`,
/// `stance.ready.choice`)
#[inline]
pub fn next_actor(g: &Setup, s: &State) -> Option<Id> {
    let active = members(s);
    let able = s.marks.todo.and(active);
    if able.is_empty() {
        return None;
    }
    // Who is alone in the tier waits for nobody in it.
    if let Some(who) = active.sole() {
        return Some(who);
    }
    next_of(g, s, active, able)
}

#[inline(never)]
fn next_of(g: &Setup, s: &State, active: Ids, able: Ids) -> Option<Id> {
    let waits = |who: Id| !s.creature(who).waits.and(active).is_empty();
    if let Some(ready) = first(g, s, |who| able.has(who) && !waits(who)) {
        return Some(ready);
    }
    // Whoever goes on first is somebody that nobody makes wait; where all wait for each other, the quickest does.
    if active.iter().any(|who| !waits(who)) { None } else { first(g, s, |who| able.has(who)) }
}

/// The first of some in one tier. (`ruling.same-stance-order`)
fn first(g: &Setup, s: &State, of: impl Fn(Id) -> bool) -> Option<Id> {
    let mut order = s.order.iter().copied().filter(|who| of(*who));
    match g.rules.ruling_same_stance_order {
        RulingSameStanceOrder::Alternate => {
            let other = order.clone().find(|who| Some(g.side(*who)) != s.last);
            other.or_else(|| order.next())
        }
        RulingSameStanceOrder::Agility | RulingSameStanceOrder::Simultaneous => order.next(),
    }
}

/// Whoever comes next, as it has been found when the act before was over.
#[inline]
pub fn actor(g: &Setup, s: &State) -> Option<Id> {
    let found = s.actor.filter(|who| s.marks.todo.and(members(s)).has(*who));
    debug_assert!(found.is_none() || found == next_actor(g, s), "somebody else comes next");
    found.or_else(|| next_actor(g, s))
}

/// The next pass of the tier, if anybody in it can still act. (`ruling.trade-many`)
pub fn next_pass(s: &mut State) -> bool {
    let all = members(s);
    if all.is_empty() {
        return false;
    }
    s.pass = s.pass.saturating_add(1);
    s.marks.todo = all;
    true
}

/// The next tier in which anybody can act, if there is one. (`stance.order`)
pub fn next_tier(s: &mut State) -> bool {
    while usize::from(s.tier) + 1 < TIERS {
        s.tier += 1;
        s.pass = 0;
        s.marks.todo = members(s);
        if !s.marks.todo.is_empty() {
            return true;
        }
    }
    false
}

/// The segment is over: whoever has attacked in it does so no more in this round, and is seen. (`segment.no-carry-over`)
pub fn close<T: Table>(s: &mut State, t: &mut T) {
    let fought = s.marks.fights;
    if !fought.is_empty() {
        let left = !fought.and(s.marks.pool).is_empty();
        t.tell(|| Event::SegmentOver { left });
    }
    for who in s.marks.concealed.and(fought).iter() {
        s.marks.concealed.set(who, false);
        t.tell(|| Event::Shown { who });
    }
    // Who was engaged then and who has stepped are questions of that segment alone.
    s.creatures.iter_mut().for_each(|creature| creature.engaged_by = Ids::NONE);
    s.marks.stepped = Ids::NONE;
    s.marks.fought = s.marks.fought.or(fought);
    s.marks.fights = Ids::NONE;
    s.marks.todo = Ids::NONE;
    s.marks.tiers = [Ids::NONE; TIERS];
    s.owed = None;
}
