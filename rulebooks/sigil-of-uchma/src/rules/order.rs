//! The order of turns. (`turn-order.*`, `ambush.initiative`)

use std::cmp::Ordering;
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

/// Somebody's initiative as this round was dealt: another one counts from the next start phase on. (`turn-order.recalculate`)
pub fn dealt(g: &Setup, s: &State, who: Id) -> i32 {
    let slot = s.order.iter().find(|slot| slot.who == who && !slot.left);
    slot.map_or_else(|| value(g, s, who), |slot| slot.value.into())
}

/// A place for somebody, by the initiative that it has now.
pub fn place(g: &Setup, s: &State, who: Id, left: bool) -> Slot {
    Slot { who, left, value: i16::try_from(value(g, s, who)).unwrap_or(i16::MAX) }
}

/// These places are dealt anew, where they are.
fn deal(g: &Setup, s: &mut State, part: Range<usize>) {
    for at in part {
        let Slot { who, left, .. } = s.order[at];
        s.order[at] = place(g, s, who, left);
    }
}

/// What a side has thrown.
fn rank(g: &Setup, s: &State, who: Id) -> u32 {
    s.ranks.get(usize::from(g.side(who).0)).copied().unwrap_or(0)
}

/// Where somebody stands in what allies have agreed on. (`turn-order.ally-tie`)
fn agreed(s: &State, who: Id) -> usize {
    s.agreed.iter().position(|id| *id == who).unwrap_or(usize::MAX)
}

/// What decides who goes first: less is earlier.
type Key = (i32, bool, u32, usize);

/// The same for a place. Whoever is gone comes after all with the same initiative.
fn key(g: &Setup, s: &State, slot: Slot) -> Key {
    let who = slot.who;
    (-i32::from(slot.value), slot.left, u32::MAX - rank(g, s, who), agreed(s, who))
}

/// Does one place come behind another? Of two sides that threw for somebody who came late these dice say it.
fn is_behind(g: &Setup, s: &State, (own, one): (&Key, Id), (its, other): (&Key, Id)) -> bool {
    let late = if s.late.is_empty() || (own.0, own.1) != (its.0, its.1) { None } else { goes_first(g, s, other, one) };
    late.unwrap_or(own > its)
}

/// Does the side of one go before that of the other, by dice that both threw late?
fn goes_first(g: &Setup, s: &State, one: Id, other: Id) -> Option<bool> {
    let (one, other) = (g.side(one), g.side(other));
    let says = |pair: &[Side; 2]| match *pair {
        [first, second] if (first, second) == (one, other) => Some(true),
        [first, second] if (second, first) == (one, other) => Some(false),
        _ => None,
    };
    s.late.iter().find_map(says)
}

/// The so manieth throw among those that a side has made; 0 where it has not.
fn face(rank: u32, nth: u32) -> u32 {
    rank / FACES.pow(MOST_THROWS - nth.min(MOST_THROWS)) % FACES
}

/// How often a side has thrown.
fn thrown(rank: u32) -> u32 {
    (0..=MOST_THROWS).find(|nth| face(rank, *nth) == 0).unwrap_or(MOST_THROWS + 1)
}

/// How two sides have thrown: of further throws only those say something that both have made. (`turn-order.side-tie.draw`)
fn compare(one: u32, other: u32) -> Ordering {
    let both = thrown(one).min(thrown(other));
    (0..both).map(|nth| face(one, nth).cmp(&face(other, nth))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
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
    if keeps && !s.settled {
        deal(g, s, 0..s.order.len());
    }
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
            let slot = place(g, s, who, !here);
            s.order.push(slot);
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
        while to > from && is_behind(g, s, (&keys[to - 1 - from], s.order[to - 1].who), (&own, slot.who)) {
            s.order[to] = s.order[to - 1];
            to -= 1;
        }
        s.order[to] = slot;
        keys.insert(to - from, own);
    }
}

/// Does the order of the last round still hold: is everybody in it, and nobody else, each with less initiative than the one
/// before? In the newer edition the same is enough, if allies still agree on it. (`edition`, `turn-order.ally-tie.change`)
pub fn stands(g: &Setup, s: &State) -> bool {
    let by = i32::from(g.rules.edition != Edition::Published);
    let agree = |pair: &[Slot]| {
        let (one, other) = (pair[0].who, pair[1].who);
        let alike = g.side(one) == g.side(other) && value(g, s, one) == value(g, s, other);
        !alike || agreed(s, one) < agreed(s, other)
    };
    if by == 0 && !s.order.windows(2).all(agree) {
        return false;
    }
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
    draws(g, s, t, concerned, false)?;
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
    match sides.as_slice() {
        _ if keeps_faces(g) => {}
        [one, other] => return compared(g, s, t, [*one, *other], nth),
        [one, other, third] => return compared(g, s, t, [*one, *other, *third], nth),
        _ => {}
    }
    for side in sides {
        let thrown = t.roll(check(g, s, *side))?;
        note(s, *side, nth, u32::try_from(thrown).unwrap_or(1));
    }
    Ok(())
}

/// Do the faces matter, and not only who is higher? Where a side may be held against one that it did not throw with.
fn keeps_faces(g: &Setup) -> bool {
    let may_come = || g.sides.len() > 2 && g.sheets.iter().any(|sheet| sheet.reserve.is_some());
    match g.rules.tie_rolls {
        TieRolls::PerCombat => true,
        TieRolls::PerRound => may_come(),
        TieRolls::PerValue => false,
    }
}

/// A few throw, and it is kept how many of them each has beaten.
fn compared<T: Table, const N: usize>(g: &Setup, s: &mut State, t: &mut T, sides: [Side; N], nth: u32) -> OrHalt<T> {
    let checks = sides.map(|side| check(g, s, side));
    let beaten =
        t.throw(checks, |dice| dice.each_ref().map(|one| dice.iter().filter(|other| other.total < one.total).count()))?;
    for (side, beaten) in sides.into_iter().zip(beaten) {
        note(s, side, nth, u32::try_from(beaten + 1).unwrap_or(1));
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

/// Sides that drew, and share a value with each other, throw again among themselves, all together; `alike` where it is known that
/// all of these share one. (`turn-order.side-tie.draw`)
fn draws<T: Table>(g: &Setup, s: &mut State, t: &mut T, among: Ids, alike: bool) -> OrHalt<T> {
    let last = t.repeat(s, 1u32, |s, nth, t| {
        let drawn = drawn(g, s, among, alike);
        if drawn.is_empty() {
            return Ok(false);
        }
        let mut left = drawn;
        while let Some(first) = left.iter().next() {
            let group: Ids = left.iter().filter(|id| rank(g, s, *id) == rank(g, s, first)).collect();
            left = left.without(group);
            throw(g, s, t, &sides_of(g, group), thrown(rank(g, s, first)))?;
        }
        *nth += 1;
        Ok(*nth <= MOST_THROWS)
    })?;
    if last > 1 {
        t.tell(|| Event::Ordered { order: Vec::new(), why: Cites::of(&[rule::TURN_ORDER_SIDE_TIE_DRAW]) });
    }
    Ok(())
}

/// Those of whom another side shares the value, and has thrown the same; of two who have not thrown as often, the one who has
/// thrown less.
fn drawn(g: &Setup, s: &State, among: Ids, alike: bool) -> Ids {
    let draws = |one: &Id| {
        let own = rank(g, s, *one);
        let same = |other: Id| {
            let its = rank(g, s, other);
            g.opposed(*one, other)
                && compare(own, its).is_eq()
                && thrown(own) <= thrown(its)
                && (alike || value(g, s, *one) == value(g, s, other))
        };
        thrown(own) <= MOST_THROWS && among.iter().any(same)
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
        draws(g, s, t, group, true)?;
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
    let slot = place(g, s, who, false);
    let ties = |other: &&Slot| !other.left && other.value == slot.value && g.opposed(other.who, who);
    let tied: Ids = s.order.iter().filter(ties).map(|other| other.who).collect();
    let per_value = g.rules.tie_rolls == TieRolls::PerValue;
    if per_value && !tied.is_empty() {
        recall(g, s, slot.value);
    }
    let is_decided = |id: Id| goes_first(g, s, who, id).is_some() || compare(rank(g, s, who), rank(g, s, id)).is_ne();
    let open: Ids = tied.iter().filter(|id| !is_decided(*id)).collect();
    if !open.is_empty() {
        throw_late(g, s, t, who, open)?;
        t.tell(|| Event::Ordered { order: Vec::new(), why: Cites::of(&[rule::TURN_ORDER_SIDE_TIE]) });
    }
    let from = usize::from(s.turn) + 1;
    let own = key(g, s, slot);
    let later = |other: &Slot| is_behind(g, s, (&key(g, s, *other), other.who), (&own, who));
    let at = s.order.iter().skip(from).position(later).map_or(s.order.len(), |at| from + at);
    s.order.insert(at.min(s.order.len()), slot);
    if per_value {
        s.ranks.iter_mut().for_each(|rank| *rank = 0);
        s.late.clear();
    }
    Ok(())
}

/// A place right behind the one whose turn it is, for somebody who has been called; those who were called in that turn, too, go in
/// their own order. (`summon.first-turn`)
pub fn follow(g: &Setup, s: &mut State, who: Id) {
    let slot = place(g, s, who, false);
    let (own, from) = (key(g, s, slot), usize::from(s.turn) + 1);
    // Nobody else behind it has more initiative than the one whose turn it is.
    let now = s.slot().map_or(i16::MIN, |now| now.value);
    let precedes = |other: &&Slot| other.value > now && !is_behind(g, s, (&key(g, s, **other), other.who), (&own, who));
    let at = from + s.order.iter().skip(from).take_while(precedes).count();
    s.order.insert(at.min(s.order.len()), slot);
}

/// Somebody has come late, and nothing yet says whether it goes before those: their sides throw, and its own. What comes of it
/// orders these only; who had thrown in this round already is held against all others by that. (`summon.first-turn`)
fn throw_late<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, open: Ids) -> OrHalt<T> {
    let (all, own) = (open.with(who), g.side(who));
    let sides = sides_of(g, all);
    if g.rules.tie_rolls == TieRolls::PerCombat {
        let fresh: Sides = sides.into_iter().filter(|side| s.ranks[usize::from(side.0)] == 0).collect();
        throw(g, s, t, &fresh, 0)?;
        return draws(g, s, t, all, true);
    }
    let mut before: ArrayVec<u32, { Id::MOST }> = ArrayVec::new();
    for side in &sides {
        before.push(std::mem::take(&mut s.ranks[usize::from(side.0)]));
    }
    throw(g, s, t, &sides, 0)?;
    draws(g, s, t, all, true)?;
    if before.iter().all(|rank| *rank == 0) {
        return Ok(());
    }
    let now = |s: &State, side: Side| (std::cmp::Reverse(s.ranks[usize::from(side.0)]), side);
    for side in sides.iter().copied().filter(|side| *side != own) {
        let pair = if now(s, own) < now(s, side) { [own, side] } else { [side, own] };
        s.late.push(pair);
    }
    for (side, before) in sides.into_iter().zip(before).filter(|(_, before)| *before != 0) {
        s.ranks[usize::from(side.0)] = before;
    }
    Ok(())
}

/// What sides have thrown for one value, as it shows in the order: those who came first threw more. (`tie-rolls`)
fn recall(g: &Setup, s: &mut State, value: i16) {
    let there: Ids = s.order.iter().filter(|slot| !slot.left && slot.value == value).map(|slot| slot.who).collect();
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

/// Has somebody's place passed, whose initiative is that? Whoever was called acts at once and says nothing of how far the round has
/// come; those before it do. (`summon.first-turn`)
pub fn has_passed(g: &Setup, s: &State, who: Id) -> bool {
    let own = key(g, s, place(g, s, who, false));
    let is_later = |slot: &Slot| is_behind(g, s, (&key(g, s, *slot), slot.who), (&own, who));
    s.slot().is_none() || s.order.iter().take(usize::from(s.turn) + 1).any(is_later)
}

/// Where a table sorts again at once, those who have not had a turn are put in order anew. Dice that each value has had for itself
/// show in the order alone: there those with the same value stay as they stand. (`turn-order.one-turn`, `resort`, `tie-rolls`)
pub fn resort(g: &Setup, s: &mut State) {
    if g.rules.resort != Resort::AtOnce {
        return;
    }
    let rest = usize::from(s.turn)..s.order.len();
    deal(g, s, rest.clone());
    if g.rules.tie_rolls == TieRolls::PerValue {
        s.order[rest].sort_by_key(|slot| (-i32::from(slot.value), slot.left));
    } else {
        sort(g, s, rest);
    }
}
