//! Holding and being held. (`grapple`, `grappled`, `grappling`, `ruling.grapple`)

use arrayvec::ArrayVec;
use skirmish_grid::{Cell, Square};
use skirmish_kernel::{Id, Questions, RuleId};

use crate::catalogue::rule;
use crate::model::{Arm, Event, Gait, Grapple, Limb, MOST_GRAPPLES, Setup, Shift, State, Until, ask};
use crate::rules::ground::water;
use crate::rules::{OrHalt, Table, bodies, ground, movement};

/// Limbs of one's own that nothing has bound: arms, and parts of the body that serve as weapons.
pub fn free_limbs(g: &Setup, s: &State, who: Id) -> (u8, u8) {
    let sheet = g.sheet(who);
    let arms = bound(s, who, |limb| limb == Limb::Arm);
    let natural = bound(s, who, |limb| matches!(limb, Limb::Part(_) | Limb::Natural));
    (sheet.hands.saturating_sub(arms), sheet.natural_weapons.saturating_sub(natural))
}

/// How many limbs of a kind grapples have bound.
fn bound(s: &State, who: Id, kind: impl Fn(Limb) -> bool) -> u8 {
    let of =
        |one: &Grapple| u8::from(one.by == who && kind(one.limb_by)) + u8::from(one.on == who && kind(one.limb_on));
    s.grapples.iter().map(of).sum()
}

/// Parts of the body, of which the last stands for all that have no name of their own: two claws, four hooves.
fn parts<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl DoubleEndedIterator<Item = u8> + 'a {
    let items = s.items.iter().enumerate().filter(move |(_, item)| item.owner == Some(who));
    items.filter(|(_, item)| g.weapon(item.weapon).is_natural()).filter_map(|(at, _)| u8::try_from(at).ok())
}

/// Can a part of the body still strike or seize: has no grapple bound it, or not all that it stands for?
pub fn is_free_part(g: &Setup, s: &State, who: Id, part: u8) -> bool {
    let natural = usize::from(g.sheet(who).natural_weapons);
    let others = parts(g, s, who).count().saturating_sub(1);
    let all = if parts(g, s, who).next_back() == Some(part) { natural.saturating_sub(others) } else { 1 };
    usize::from(bound(s, who, |limb| limb == Limb::Part(part))) < all
}

/// What somebody who is seized can name. (`dp.arm`)
pub fn limbs<'a>(g: &'a Setup, s: &'a State, who: Id) -> impl Iterator<Item = Limb> + 'a {
    let (arms, natural) = free_limbs(g, s, who);
    let named = parts(g, s, who).filter(move |at| is_free_part(g, s, who, *at)).map(Limb::Part);
    let nameless = natural > 0 && parts(g, s, who).next().is_none();
    named.chain(nameless.then_some(Limb::Natural)).chain((arms > 0).then_some(Limb::Arm))
}

/// Hands that are free and empty.
pub fn empty_hands(g: &Setup, s: &State, who: Id) -> u8 {
    let used: u8 = s.held(who).map(|(_, item)| g.weapon(item.weapon).hands).sum();
    free_limbs(g, s, who).0.saturating_sub(used)
}

/// With what somebody seizes another in such an attack: the part of the body that makes it, else an empty hand, or any part of
/// the body. (`grapple`, `ruling.grapple`)
pub fn limb_to_seize(g: &Setup, s: &State, who: Id, arm: Arm) -> Option<Limb> {
    match arm {
        Arm::Item(at) if parts(g, s, who).any(|part| part == at) => {
            is_free_part(g, s, who, at).then_some(Limb::Part(at))
        }
        _ if empty_hands(g, s, who) > 0 => Some(Limb::Arm),
        _ => limbs(g, s, who).find(|limb| *limb != Limb::Arm),
    }
}

/// Is half of somebody's speed gone in a grapple, or all of it? (`grappled`, `grappling`)
pub fn binds(g: &Setup, s: &State, who: Id) -> Option<Bond> {
    let other = s.grappled_with(who)?;
    let smaller = g.sheet(who).size.steps_to(g.sheet(other).size) > 0;
    Some(if smaller { Bond::Entangled } else { Bond::Halved })
}

/// What a grapple does to somebody's movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bond {
    /// The larger one of both, or one of equals.
    Halved,
    /// The smaller one.
    Entangled,
}

/// One seizes another: both share the space of the larger, of equals that of the one who is held. (`grapple`)
pub fn seize<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, arm: Arm) -> OrHalt<T> {
    let limb_by = limb_to_seize(g, s, by, arm).unwrap_or(Limb::None);
    let mut free = limbs(g, s, on);
    let (first, several) = (free.next(), free.next().is_some());
    drop(free);
    let limb_on = if several { t.put(s, rule::DP_ARM, on, ask::Limb { by })? } else { first.unwrap_or(Limb::None) };
    if s.grapples.is_full() {
        return Ok(());
    }
    let fast = [by, on].map(|who| movement::speed(g, s, who, Gait::Run));
    s.grapples.push(Grapple { by, on, limb_by, limb_on });
    t.tell(|| Event::Grappled { by, on });
    for (who, fast) in [by, on].into_iter().zip(fast) {
        movement::hold_back(g, s, who, fast);
    }
    let (bearer, guest) = if bodies::bearer(g, s, by) == by { (by, on) } else { (on, by) };
    let space = (s.creature(bearer).at, s.creature(bearer).height);
    if s.creature(guest).at != space.0 {
        bodies::shift(s, t, guest, space, if guest == on { Shift::PulledIn } else { Shift::StepsIn }, rule::GRAPPLE);
        ground::arrive(g, s, t, guest)?;
    }
    drop_what_no_hand_holds(g, s, by);
    drop_what_no_hand_holds(g, s, on);
    Ok(())
}

/// A hand fewer: what took both hands is no longer held fast. It stays with its owner, and is stowed.
fn drop_what_no_hand_holds(g: &Setup, s: &mut State, who: Id) {
    let used = |s: &State| s.held(who).map(|(_, item)| g.weapon(item.weapon).hands).sum::<u8>();
    while used(s) > free_limbs(g, s, who).0 {
        let held = s.held(who).filter(|(_, item)| g.weapon(item.weapon).hands > 0).map(|(at, _)| at).last();
        let Some(at) = held else { return };
        if let Some(item) = s.items.get_mut(usize::from(at)) {
            item.held = false;
        }
    }
}

/// The hold ends: whoever has moved in steps out. (`grappling.release`, `ruling.grapple`)
pub fn end<T: Table>(g: &Setup, s: &mut State, t: &mut T, held: Grapple, why: RuleId) -> OrHalt<T> {
    let guest = guest(g, s, &held);
    let_go(g, s, t, held, why);
    s.parting = true;
    part(g, s, t, guest)?;
    s.parting = false;
    Ok(())
}

/// Who of the two has moved into the space of the other: the smaller one, of equals the holder. (`ruling.grapple`)
pub fn guest(g: &Setup, s: &State, held: &Grapple) -> Id {
    if bodies::bearer(g, s, held.by) == held.by { held.on } else { held.by }
}

/// The same, but for stepping out.
pub fn let_go<T: Table>(g: &Setup, s: &mut State, t: &mut T, held: Grapple, why: RuleId) {
    s.grapples.retain(|one| *one != held);
    t.tell(|| Event::LetGo { by: held.by, on: held.on, why });
    loosen(g, s, held.on);
    water::breathe(g, s, t, held.on);
}

/// Nobody chokes somebody any longer: the round for which it was choked still runs to its end. (`grappling.choke`,
/// `ruling.choke`)
pub fn loosen(g: &Setup, s: &mut State, on: Id) {
    let rounds = u8::try_from(g.rules.choke_rounds).unwrap_or(1);
    let now = s.slot().map(|slot| slot.number);
    let creature = s.creature_mut(on);
    creature.choked = creature.choked.and_then(|until| {
        let is_over = until.passes <= rounds && now == Some(until.slot);
        (!is_over).then_some(Until { at_end: false, passes: until.passes.min(rounds), ..until })
    });
}

/// Of two in one space the smaller steps out, and of equals the one who has moved in: the holder, who can hold nobody any more.
/// (`ruling.grapple`)
pub fn make_way<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let yields = |host: Id| match g.sheet(who).size.steps_to(g.sheet(host).size) {
        0 => s.creature(who).is_helpless() || !s.creature(host).is_helpless(),
        larger => larger > 0,
    };
    if host_of(g, s, who).is_some_and(yields) { part(g, s, t, who) } else { Ok(()) }
}

/// In whose space somebody stands without being tied to them.
fn host_of(g: &Setup, s: &State, guest: Id) -> Option<Id> {
    s.everybody().find(|id| bodies::overlap(g, s, *id, guest) && !bodies::bound(s, guest).has(*id))
}

/// Somebody steps out of a space that it shares with nobody any more. (`dp.part`)
pub fn part<T: Table>(g: &Setup, s: &mut State, t: &mut T, guest: Id) -> OrHalt<T> {
    let Some(host) = host_of(g, s, guest) else { return Ok(()) };
    if !s.creature(guest).is_here() {
        return Ok(());
    }
    let mut rooms = rooms_to_part(g, s, guest);
    let Some(first) = rooms.next() else { return Ok(()) };
    let several = rooms.next().is_some();
    drop(rooms);
    let chooses = several && !s.creature(guest).is_helpless();
    let to = if chooses { t.put(s, rule::DP_PART, guest, ask::Part { from: host })? } else { first };
    let height = s.creature(guest).height;
    let to = (to, bodies::enters(g, guest, to, height).unwrap_or(height));
    bodies::shift(s, t, guest, to, Shift::StepsAside, rule::RULING_GRAPPLE);
    ground::arrive(g, s, t, guest)
}

/// The nearest free places to which somebody may step out of a shared space; all equally near.
pub fn rooms_to_part<'a>(g: &'a Setup, s: &'a State, guest: Id) -> impl Iterator<Item = Square> + 'a {
    let at = s.creature(guest).at;
    let mut nearest = None;
    bodies::rooms_near(g, s, guest, at).take_while(move |cell| {
        let far = cell.distance(at);
        *nearest.get_or_insert(far) == far
    })
}

/// Grapples whose holder can hold nobody any more, or who are gone, are over; in silence as for places.
/// (`ruling.grapple`)
pub fn check(g: &Setup, s: &mut State, who: Id, tell: &mut dyn FnMut(Event)) {
    let over = |one: &&Grapple| {
        (one.by == who || one.on == who) && (s.creature(one.by).is_helpless() || !s.creature(one.on).is_here())
    };
    let ended: ArrayVec<Grapple, MOST_GRAPPLES> = s.grapples.iter().filter(over).copied().collect();
    for one in ended {
        s.grapples.retain(|grapple| *grapple != one);
        loosen(g, s, one.on);
        tell(Event::LetGo { by: one.by, on: one.on, why: rule::RULING_GRAPPLE });
    }
}
