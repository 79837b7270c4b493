//! One act of one combatant, and the blow back of those who trade. (`ruling.acts`, `stance.ready.choice`)

use skirmish_bookkit::events::Cites;
use skirmish_kernel::{Id, Questions};

use crate::catalogue::{RulingAggressiveSimultaneous, RulingSameStanceOrder, RulingTradeMany, rule};
use crate::model::ask::Reply;
use crate::model::{Act, Attack, Event, Gait, Occasion, Setup, Stance, State, States, ask, unseen};
use crate::rules::attack::{Blow, exchange};
use crate::rules::{OrHalt, Table, attack, damage, effects, movement, options, segment, utility, zones};

/// Plays one act of whoever comes next.
pub fn act<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let Some(who) = segment::actor(g, s) else { return Ok(()) };
    s.acts = s.acts.saturating_add(1);
    let act = t.put(s, rule::DP_ACTION, who, ask::Act)?;
    s.last = (g.rules.ruling_same_stance_order == RulingSameStanceOrder::Alternate).then(|| g.side(who));
    if s.marks.ran.has(who) && !matches!(act, Act::Move(_) | Act::Step(_) | Act::Drop(_)) {
        s.marks.ran.set(who, false);
    }
    let (pass, tier) = (s.pass, s.tier);
    let hidden = match act {
        Act::Use { on, .. } if s.marks.concealed.has(on) => on,
        _ => who,
    };
    t.tell(|| unseen(s, hidden, Event::Began { who, act, pass, tier, also: begun(g, s, who, act) }));
    match act {
        Act::Step(to) => movement::step(g, s, t, who, to)?,
        Act::Drop(arm) => effects::drop_arm(g, s, t, who, arm),
        Act::KickUp(ability) => t.scope(s, |s, t| utility::kick_up(g, s, t, who, ability))?,
        Act::Stop => stop(s, who),
        Act::Surrender => surrender(g, s, t, who),
        Act::Attack(attack) => {
            done(g, s, who);
            own_attack(g, s, t, who, attack)?;
        }
        _ => {
            done(g, s, who);
            carry_out(g, s, t, who, act)?;
        }
    }
    Ok(())
}

/// Every rule that has a part in an act's being possible now.
fn begun(g: &Setup, s: &State, who: Id, act: Act) -> Cites {
    let mut also = Cites::default();
    let long = |ability: u8| g.ability(ability).usage >= 2;
    let skill = match act {
        Act::Use { ability, .. }
        | Act::Search { ability, .. }
        | Act::Hide(ability)
        | Act::KickUp(ability)
        | Act::Move(Gait::Disengage { ability } | Gait::Charge { ability, .. }) => Some(ability),
        _ => None,
    };
    if let Some(ability) = skill {
        also.add(g.ability(ability).rule);
    }
    also.when(matches!(act, Act::Use { ability, .. } if long(ability)), rule::MULTIFORM_UTILITY);
    let short = match act {
        Act::Use { ability, .. } => !long(ability),
        Act::Draw(_) | Act::Pick(_) | Act::Search { .. } | Act::Hide(_) => true,
        _ => false,
    };
    also.when(short, rule::SEGMENT_EARLIEST);
    also.when(matches!(act, Act::Draw(_) | Act::Pick(_) | Act::Drop(_)), rule::RULING_HANDS);
    also.when(matches!(act, Act::Search { .. }), rule::RULING_SEARCH_BEFORE);
    also.when(matches!(act, Act::Hide(_)), rule::RULING_CONCEALMENT);
    also.when(matches!(act, Act::Move(_) | Act::Stand), rule::MOVE_SEG_MOVES);
    also.when(matches!(act, Act::Stand | Act::KickUp(_)), rule::RULING_STATES);
    also.when(matches!(act, Act::Surrender), rule::RULING_SURRENDER_FLEE);
    also.when(matches!(act, Act::Step(_)), rule::DP_COMBAT_STEP);
    also.when(s.creature(who).actions == 0, rule::ROUND_POOL);
    also
}

/// Its act of this pass is used up; by a house rule it goes on while it can. (`ruling.trade-many`)
fn done(g: &Setup, s: &mut State, who: Id) {
    if g.rules.ruling_trade_many == RulingTradeMany::Passes {
        s.marks.todo.set(who, false);
    }
}

fn stop(s: &mut State, who: Id) {
    s.marks.stopped.set(who, true);
    s.marks.todo.set(who, false);
}

/// Out of the order. (`ruling.surrender-flee`)
fn surrender<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    effects::out(g, s, who, States::YIELDED);
    t.tell(|| Event::Yielded { who });
}

/// Whatever is no attack. Seldom done, and kept out of the way of what is done all the time.
#[inline(never)]
fn carry_out<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: Act) -> OrHalt<T> {
    match act {
        Act::Move(gait) => t.scope(s, |s, t| movement::go(g, s, t, who, gait))?,
        Act::Search { ability, what } => t.scope(s, |s, t| utility::search(g, s, t, who, ability, what))?,
        Act::Hide(ability) => t.scope(s, |s, t| utility::hide(g, s, t, who, ability))?,
        Act::Draw(arm) => utility::draw(g, s, t, who, arm),
        Act::Pick(arm) => utility::pick(g, s, t, who, arm),
        Act::Stand => utility::stand(s, t, who),
        Act::Use { ability, on } => t.scope(s, |s, t| utility::apply(g, s, t, who, ability, on))?,
        Act::Attack(_) | Act::Step(_) | Act::Drop(_) | Act::KickUp(_) | Act::Stop | Act::Surrender => {}
    }
    Ok(())
}

/// An attack in one's own turn: an exchange with a foe who is Aggressive, too, or a blow that may be answered.
fn own_attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, attack: Attack) -> OrHalt<T> {
    match Blow::new(g, who, attack, Occasion::Own) {
        Some(blow) => own_blow(g, s, t, &blow),
        None => Ok(()),
    }
}

/// The same for one that may be part of a move. (`initiative-skills.kind`)
pub fn own_blow<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow) -> OrHalt<T> {
    if may_exchange(g, s, blow) {
        let second = strikes_back(g, s, t, blow)?;
        if !is_still_open(g, s, blow) {
            // Its last action went for a blow at who stepped up, by a house rule. An act that has cost nothing is to come.
            s.marks.todo.set(blow.by, !blow.moved);
            return second.map_or(Ok(()), |second| attack::attack(g, s, t, &second));
        }
        if let Some(second) = second {
            return exchange::exchange(g, s, t, blow, &second);
        }
    }
    attack::attack(g, s, t, blow)?;
    owe(s, blow.by, blow.attack.on);
    Ok(())
}

/// Can an attack that has been named still be made? (`ruling.enter-threat`, a house rule)
fn is_still_open(g: &Setup, s: &State, blow: &Blow) -> bool {
    let Blow { by, attack, row, cost, .. } = *blow;
    s.is_able(by) && s.is_up(attack.on) && s.creature(by).actions >= cost && zones::is_in_hand(g, s, by, row)
}

/// What an Aggressive foe answers an attack of another with, as its own act of this pass. (`stance.aggressive.trade`)
#[inline(never)]
fn strikes_back<'g, T: Table>(g: &'g Setup, s: &mut State, t: &mut T, first: &Blow) -> OrHalt<T, Option<Blow<'g>>> {
    let (who, with, row) = (first.attack.on, first.by, first.attack.row);
    let mut reply = t.put(s, rule::STANCE_AGGRESSIVE_TRADE, who, ask::Exchange { with, row })?;
    if let Reply::Step(cell) = reply {
        movement::step(g, s, t, who, cell)?;
        reply = match options::could_strike(g, s, who, with, Occasion::Own, false) {
            true => t.put(s, rule::STANCE_AGGRESSIVE_TRADE, who, ask::Exchange { with, row })?,
            false => Reply::LetBe,
        };
    }
    let Reply::Strike(back) = reply else { return Ok(None) };
    let blow = Blow::new(g, who, back, Occasion::Own);
    if blow.is_some() {
        done(g, s, who);
    }
    Ok(blow)
}

/// Both Aggressive, and the other has not acted in this pass. (`ruling.aggressive-simultaneous`)
#[inline]
fn may_exchange(g: &Setup, s: &State, first: &Blow) -> bool {
    let (who, on) = (first.by, first.attack.on);
    let aggressive = |id: Id| s.creature(id).stance == Stance::Aggressive;
    g.rules.ruling_aggressive_simultaneous == RulingAggressiveSimultaneous::Simultaneous
        && s.tier == 0
        && aggressive(who)
        && aggressive(on)
        && s.marks.todo.has(on)
        && s.marks.pool.has(on)
        && s.free().has(on)
        && options::could_meet(g, s, on, who, first.attack.row)
}

/// A Ready combatant that trades owes its attacker a blow. (`stance.ready.choice`)
#[inline]
pub fn owe(s: &mut State, who: Id, on: Id) {
    let creature = s.creature(on);
    if creature.stance == Stance::Ready && creature.trades.has(who) && s.is_up(who) {
        s.owed = Some((on, who));
    }
}

/// Can the blow be given: able, with an action left, the foe in reach, after a combat step if need be?
/// (`ruling.trade-target`)
#[inline]
pub fn may_answer(g: &Setup, s: &State, who: Id, to: Id) -> bool {
    s.free().has(who)
        && s.marks.pool.has(who)
        && !s.marks.fought.has(who)
        && s.is_up(to)
        && options::could_strike(g, s, who, to, Occasion::Answer, true)
}

/// The blow back of somebody who trades. (`ruling.trade-target`)
pub fn answer<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let Some((who, to)) = s.owed.take() else { return Ok(()) };
    s.acts = s.acts.saturating_add(1);
    let mut reply = t.put(s, rule::DP_READY_TRADE, who, ask::Answer { to })?;
    if let Reply::Step(cell) = reply {
        movement::step(g, s, t, who, cell)?;
        if !options::could_strike(g, s, who, to, Occasion::Answer, false) {
            return Ok(());
        }
        reply = t.put(s, rule::DP_READY_TRADE, who, ask::Answer { to })?;
    }
    let Reply::Strike(attack) = reply else {
        t.tell(|| Event::LetsBe { who, to });
        return Ok(());
    };
    t.tell(|| Event::Answers { who, to });
    // In its own tier the answer is its act of this pass.
    done(g, s, who);
    attack::given(g, s, t, who, attack, Occasion::Answer)
}

/// What a pass has landed takes effect at once. (`ruling.same-stance-order`, a house rule)
#[inline(never)]
pub fn settle<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    for at in 0..s.strikes.len() {
        if let Some(strike) = s.strikes.get(at).copied() {
            damage::lose(g, s, t, &strike);
        }
    }
    for at in 0..s.strikes.len() {
        if let Some(strike) = s.strikes.get(at).copied() {
            t.scope(s, |s, t| effects::of_strike(g, s, t, &strike))?;
        }
    }
    s.strikes.clear();
    Ok(())
}
