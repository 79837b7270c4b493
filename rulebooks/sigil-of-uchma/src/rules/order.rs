//! The order of turns. (`turn-order.*`, `ambush.initiative`)

use std::ops::Range;

use arrayvec::ArrayVec;
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Ids, Side};

use crate::catalogue::{Edition, Ownerless, Resort, TieRolls, rule};
use crate::model::{Cites, Event, Setup, Slot, State};
use crate::rules::{OrHalt, Table, bodies, effects, precision};

/// The die for ties.
const DIE: Dice = Dice::D20;

/// So many throws of one side are remembered.
const MOST_THROWS: u32 = 5;

/// Values of the die, and one for none.
const FACES: u32 = 21;

/// Somebody's initiative as it counts. (`turn-order.initiative`, `ambush.initiative`)
#[inline]
pub fn value(g: &Setup, s: &State, who: Id) -> i32 {
    let own = i32::from(bodies::figures(g, s, who).initiative);
    if precision::is_ambushed(g, s, who) { own - g.rules.ambush_initiative } else { own }
}

/// What a side has thrown.
fn rank(g: &Setup, s: &State, who: Id) -> u32 {
    s.ranks.get(usize::from(g.side(who).0)).copied().unwrap_or(0)
}

/// Where somebody stands in what allies have agreed on. (`turn-order.ally-tie`)
fn agreed(s: &State, who: Id) -> usize {
    s.agreed.iter().position(|id| *id == who).unwrap_or(usize::MAX)
}

/// What decides who goes first: less is earlier. Whoever is gone comes after all with the same initiative.
fn key(g: &Setup, s: &State, slot: Slot) -> (i32, bool, u32, usize) {
    let who = slot.who;
    (-value(g, s, who), slot.left, u32::MAX - rank(g, s, who), agreed(s, who))
}

/// Everybody on the map, in the order of turns; those who have no place in it behind them.
pub fn everybody(g: &Setup, s: &State) -> ArrayVec<Id, { Id::MOST }> {
    put_in_order(s, g.ids().filter(|id| s.creature(*id).is_here()).collect())
}

/// These, in the order of turns; those who have no place in it behind them.
pub fn put_in_order(s: &State, mut rest: Ids) -> ArrayVec<Id, { Id::MOST }> {
    let mut all = ArrayVec::new();
    for slot in s.order.iter().filter(|slot| !slot.left) {
        if rest.is_empty() {
            return all;
        }
        if rest.has(slot.who) {
            rest.set(slot.who, false);
            all.push(slot.who);
        }
    }
    all.extend(rest.iter());
    all
}

/// Works the order out for a round. (`turn-order.recalculate`)
pub fn recalculate<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    // Where everybody has a value of their own, each stands where they would be put. (`edition`)
    let keeps = s.ambushed == 0 && (s.settled || stands(g, s));
    let tied = if keeps { Ids::NONE } else { anew(g, s, t)? };
    s.settled = keeps;
    t.tell(|| {
        let mut why = Cites::default();
        let beside = |same_side: bool| {
            s.order.windows(2).any(|pair| {
                let (one, other) = (pair[0].who, pair[1].who);
                value(g, s, one) == value(g, s, other) && (g.side(one) == g.side(other)) == same_side
            })
        };
        why.when(beside(true), rule::TURN_ORDER_ALLY_TIE);
        why.when(!tied.is_empty(), rule::TURN_ORDER_SIDE_TIE);
        why.when(!tied.is_empty(), rule::TURN_ORDER_SIDE_TIE_HIGHER);
        why.when(s.ambushed != 0, rule::AMBUSH_INITIATIVE);
        Event::Ordered { order: s.order.iter().filter(|slot| !slot.left).map(|slot| slot.who).collect(), why }
    });
    Ok(())
}

/// Throws for ties, and puts everybody in place. Gives those who tied.
#[inline(never)]
fn anew<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Ids> {
    let tied = roll_ties(g, s, t)?;
    if tied.is_empty() || g.rules.tie_rolls != TieRolls::PerValue {
        place_all(g, s);
    }
    Ok(tied)
}

/// Puts everybody in place.
fn place_all(g: &Setup, s: &mut State) {
    s.order.clear();
    for who in g.ids() {
        let here = s.creature(who).is_here();
        let owns = !here && g.rules.ownerless == Ownerless::KeepSlot && effects::owns(s, who);
        if here || owns {
            s.order.push(Slot { who, left: !here });
        }
    }
    let all = 0..s.order.len();
    sort(g, s, all);
}

/// Sorts a part of the order.
fn sort(g: &Setup, s: &mut State, part: Range<usize>) {
    let from = part.start;
    let mut keys: ArrayVec<_, { Id::MOST }> =
        s.order[part.clone()].iter().take(1).map(|slot| key(g, s, *slot)).collect();
    for at in from + 1..part.end {
        let slot = s.order[at];
        let own = key(g, s, slot);
        let mut to = at;
        // Those who tie in everything stay as they are listed: only a handful has to be moved.
        while to > from && keys[to - 1 - from] > own {
            s.order[to] = s.order[to - 1];
            to -= 1;
        }
        s.order[to] = slot;
        keys.insert(to - from, own);
    }
}

/// Does the order of the last round still hold: is everybody in it, and nobody else, each with less initiative than the one
/// before? In the newer edition the same is enough. (`edition`)
pub fn stands(g: &Setup, s: &State) -> bool {
    let by = i32::from(g.rules.edition != Edition::Published);
    let (mut placed, mut most) = (Ids::NONE, i32::MAX);
    for slot in &s.order {
        let own = value(g, s, slot.who);
        if slot.left || !(s.is_able(slot.who) || s.creature(slot.who).is_here()) || own > most {
            return false;
        }
        placed.set(slot.who, true);
        most = own - by;
    }
    let missed = |id: Id| s.creature(id).is_here() || effects::owns(s, id);
    !placed.is_empty() && !Ids::first(g.sheets.len()).without(placed).iter().any(missed)
}

/// Sides that share a value throw; gives those who were concerned. (`turn-order.side-tie`)
fn roll_ties<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T, Ids> {
    if g.rules.tie_rolls != TieRolls::PerCombat {
        s.ranks.iter_mut().for_each(|rank| *rank = 0);
    }
    let mut concerned = Ids::NONE;
    let values: ArrayVec<(Id, i32), { Id::MOST }> = s.here().map(|id| (id, value(g, s, id))).collect();
    for (who, own) in &values {
        let shares = |(other, its): &(Id, i32)| own == its && g.opposed(*who, *other);
        concerned.set(*who, values.iter().any(shares));
    }
    if concerned.is_empty() {
        return Ok(concerned);
    }
    if g.rules.tie_rolls == TieRolls::PerValue {
        return per_value(g, s, t, concerned).map(|()| concerned);
    }
    let sides = sides_of(g, concerned);
    let known = g.rules.tie_rolls == TieRolls::PerCombat;
    let fresh: Sides = sides.iter().copied().filter(|side| !known || s.ranks[usize::from(side.0)] == 0).collect();
    throw(g, s, t, &fresh, 0)?;
    draws(g, s, t, concerned)?;
    Ok(concerned)
}

/// Some sides.
type Sides = ArrayVec<Side, { Id::MOST }>;

/// The sides of those, in the order in which they are listed.
fn sides_of(g: &Setup, of: Ids) -> Sides {
    let sides = (0u8..).take(g.sides.len()).map(Side);
    sides.filter(|side| of.iter().any(|id| g.side(id) == *side)).collect()
}

/// Each of these sides throws, as the so manieth throw of it. (`turn-order.side-tie.roll`)
fn throw<T: Table>(g: &Setup, s: &mut State, t: &mut T, sides: &Sides, nth: u32) -> OrHalt<T> {
    if let [one, other] = sides.as_slice()
        && g.rules.tie_rolls != TieRolls::PerCombat
    {
        // Of two it matters only who is higher.
        let checks = (check(g, s, *one), check(g, s, *other));
        let order = t.contest(checks.0, checks.1, |a, b| a.total.cmp(&b.total))?;
        let more = match order {
            std::cmp::Ordering::Less => (1, 2),
            std::cmp::Ordering::Equal => (1, 1),
            std::cmp::Ordering::Greater => (2, 1),
        };
        note(s, *one, nth, more.0);
        note(s, *other, nth, more.1);
        return Ok(());
    }
    for side in sides {
        let thrown = t.roll(check(g, s, *side))?;
        note(s, *side, nth, u32::try_from(thrown).unwrap_or(1));
    }
    Ok(())
}

/// A side's die; the first of it who is on the map throws.
fn check<M: skirmish_kernel::Terms>(g: &Setup, s: &State, side: Side) -> Check<M> {
    let who = s.here().find(|id| g.side(*id) == side).unwrap_or(Id::new(0));
    Check::new(rule::TURN_ORDER_SIDE_TIE_ROLL, who, DIE)
}

/// Throws are compared one after another.
fn note(s: &mut State, side: Side, nth: u32, thrown: u32) {
    if let Some(rank) = s.ranks.get_mut(usize::from(side.0)) {
        *rank += thrown * FACES.pow(MOST_THROWS - nth.min(MOST_THROWS));
    }
}

/// Sides that drew, and share a value with each other, throw again among themselves, all together. (`turn-order.side-tie.draw`)
fn draws<T: Table>(g: &Setup, s: &mut State, t: &mut T, among: Ids) -> OrHalt<T> {
    let last = t.repeat(s, 1u32, |s, nth, t| {
        let drawn = drawn(g, s, among);
        if drawn.is_empty() {
            return Ok(false);
        }
        let mut left = drawn;
        while let Some(first) = left.iter().next() {
            let group: Ids = left.iter().filter(|id| rank(g, s, *id) == rank(g, s, first)).collect();
            left = left.without(group);
            throw(g, s, t, &sides_of(g, group), *nth)?;
        }
        *nth += 1;
        Ok(*nth <= MOST_THROWS)
    })?;
    if last > 1 {
        t.tell(|| Event::Ordered { order: Vec::new(), why: Cites::of(&[rule::TURN_ORDER_SIDE_TIE_DRAW]) });
    }
    Ok(())
}

/// Those of whom another side shares the value, and has thrown the same.
fn drawn(g: &Setup, s: &State, among: Ids) -> Ids {
    let draws = |one: &Id| {
        let same = |other: Id| {
            g.opposed(*one, other) && rank(g, s, *one) == rank(g, s, other) && value(g, s, *one) == value(g, s, other)
        };
        among.iter().any(same)
    };
    among.iter().filter(draws).collect()
}

/// Each value by itself: what was thrown for one says nothing of another. (`tie-rolls`, a house rule)
fn per_value<T: Table>(g: &Setup, s: &mut State, t: &mut T, concerned: Ids) -> OrHalt<T> {
    place_all(g, s);
    let mut left = concerned;
    while let Some(most) = left.iter().map(|id| value(g, s, id)).max() {
        let group: Ids = left.iter().filter(|id| value(g, s, *id) == most).collect();
        left = left.without(group);
        s.ranks.iter_mut().for_each(|rank| *rank = 0);
        throw(g, s, t, &sides_of(g, group), 0)?;
        draws(g, s, t, group)?;
        let from = s.order.iter().position(|slot| value(g, s, slot.who) == most).unwrap_or(0);
        let to = from + s.order.iter().filter(|slot| value(g, s, slot.who) == most).count();
        sort(g, s, from..to);
    }
    s.ranks.iter_mut().for_each(|rank| *rank = 0);
    Ok(())
}

/// A place for somebody who has come in the middle of a round, behind the one whose turn it is: before the first that comes
/// later. Sides that tie and have not thrown, or drew, throw now. (`summon.first-turn`)
pub fn enter<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let at_value = |s: &State, id: Id| value(g, s, id) == value(g, s, who) && g.opposed(id, who);
    let tied: Ids = s.order.iter().filter(|slot| !slot.left && at_value(s, slot.who)).map(|slot| slot.who).collect();
    let per_value = g.rules.tie_rolls == TieRolls::PerValue;
    if per_value && !tied.is_empty() {
        recall(g, s, value(g, s, who));
    }
    // Whoever has thrown nothing, or the same, throws now, and the minion's side with it.
    let own = rank(g, s, who);
    let open: Ids = tied.iter().filter(|id| own == 0 || [0, own].contains(&rank(g, s, *id))).collect();
    if !open.is_empty() {
        let both = open.with(who);
        for side in sides_of(g, both) {
            s.ranks[usize::from(side.0)] = 0;
        }
        throw(g, s, t, &sides_of(g, both), 0)?;
        draws(g, s, t, both)?;
        t.tell(|| Event::Ordered { order: Vec::new(), why: Cites::of(&[rule::TURN_ORDER_SIDE_TIE]) });
    }
    let slot = Slot { who, left: false };
    let from = usize::from(s.turn) + 1;
    let later = |other: &Slot| key(g, s, *other) > key(g, s, slot);
    let at = s.order.iter().skip(from).position(later).map_or(s.order.len(), |at| from + at);
    s.order.insert(at.min(s.order.len()), slot);
    if per_value {
        s.ranks.iter_mut().for_each(|rank| *rank = 0);
    }
    Ok(())
}

/// What sides have thrown for one value, as it shows in the order: those who came first threw more. (`tie-rolls`)
fn recall(g: &Setup, s: &mut State, value_of: i32) {
    let there: Ids = s.order.iter().filter(|slot| !slot.left).map(|slot| slot.who).collect();
    let there: Ids = there.iter().filter(|id| value(g, s, *id) == value_of).collect();
    // A side that stands there alone has thrown nothing.
    let several = there.iter().any(|id| there.iter().any(|other| g.opposed(id, other)));
    let mut thrown = FACES;
    for at in 0..if several { s.order.len() } else { 0 } {
        let who = s.order[at].who;
        if there.has(who) && rank(g, s, who) == 0 {
            thrown -= 1;
            note(s, g.side(who), 0, thrown.max(1));
        }
    }
}

/// Has somebody's place passed, whose initiative is that? (`summon.first-turn`)
pub fn has_passed(g: &Setup, s: &State, who: Id) -> bool {
    s.slot().is_none_or(|now| key(g, s, Slot { who, left: false }) < key(g, s, now))
}

/// Where a table sorts again at once, those who have not had a turn are put in order anew. (`turn-order.one-turn`, `resort`)
pub fn resort(g: &Setup, s: &mut State) {
    if g.rules.resort == Resort::AtOnce {
        let rest = usize::from(s.turn)..s.order.len();
        sort(g, s, rest);
    }
}
