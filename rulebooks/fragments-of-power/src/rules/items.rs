//! What is carried, held, dropped and broken. (`action.mundane`, `destroyed`, `free.cost`, `ruling.encounter-start`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, RuleId};

use crate::model::{Carried, Event, Feat, Item, Object, Setup, State};
use crate::rules::{Table, bodies, grapple};

/// Everything that the combatants bring; the first weapon of each is in hand, with a shield beside it. (`ruling.encounter-start`)
pub fn at_beginning(g: &Setup) -> Vec<Item> {
    let mut all = Vec::new();
    for owner in g.ids() {
        let sheet = g.sheet(owner);
        let mut hands = sheet.hands;
        for (nth, weapon) in sheet.arms.iter().enumerate() {
            let kind = g.weapon(*weapon);
            let first = nth == 0 || kind.shield > 0 || kind.light > 0;
            let held = kind.is_natural() || first && kind.hands <= hands;
            hands -= if held { kind.hands.min(hands) } else { 0 };
            all.push(Item { weapon: *weapon, owner: Some(owner), held, at: sheet.at, harm: 0 });
        }
    }
    all
}

/// What somebody weighs with everything. (`sheet.bulk`)
pub fn bulk(g: &Setup, s: &State, who: Id) -> i32 {
    i32::from(g.sheet(who).bulk_self) + load(g, s, who)
}

/// What somebody carries. (`sheet.bulk`)
pub fn load(g: &Setup, s: &State, who: Id) -> i32 {
    let worn = g.worn(who).map_or(0, |armour| armour.object.bulk);
    let things = s.items_of(who).map(|(_, item)| i32::from(g.weapon(item.weapon).object.bulk));
    i32::from(g.sheet(who).bulk_carried) + i32::from(worn) + things.sum::<i32>()
}

/// Does somebody carry more than he can? (`jump`, `climb`)
pub fn is_overloaded(g: &Setup, s: &State, who: Id) -> bool {
    load(g, s, who) > i32::from(g.sheet(who).carrying_capacity)
}

/// Does somebody hold something that floats? (`swim.check`)
pub fn floats(g: &Setup, s: &State, who: Id) -> bool {
    s.held(who).any(|(_, item)| g.weapon(item.weapon).floats && is_whole(g, item))
}

/// Does somebody carry what helps to climb? (`climb`)
pub fn has_gear(g: &Setup, s: &State, who: Id) -> bool {
    s.items_of(who).any(|(_, item)| g.weapon(item.weapon).climbs && is_whole(g, item))
}

/// Can an item still be used?
pub fn is_whole(g: &Setup, item: &Item) -> bool {
    let object = g.weapon(item.weapon).object;
    object.hp == 0 || item.harm < object.hp
}

/// What something that somebody has on is as an object, and the damage that it has taken.
pub fn object(g: &Setup, s: &State, on: Id, what: Carried) -> Option<(Object, i16)> {
    match what {
        Carried::Item(at) => {
            let item = s.item(at).filter(|item| item.owner == Some(on))?;
            let weapon = g.weapon(item.weapon);
            (!weapon.is_natural()).then_some((weapon.object, item.harm))
        }
        Carried::Armour => Some((g.worn(on)?.object, s.creature(on).armour_harm)),
    }
}

/// Does its armour still protect somebody?
#[inline]
pub fn armour_bonus(g: &Setup, s: &State, who: Id) -> i32 {
    if s.creature(who).armour_harm == 0 { 0 } else { damaged_armour_bonus(g, s, who) }
}

fn damaged_armour_bonus(g: &Setup, s: &State, who: Id) -> i32 {
    let Some(armour) = g.worn(who) else { return 0 };
    let broken = armour.object.hp > 0 && s.creature(who).armour_harm >= armour.object.hp;
    let trained = g.sheet(who).feats.has(Feat::ArmorTraining);
    if broken { -i32::from(armour.bonus) - i32::from(trained) } else { 0 }
}

/// What the shield in hand adds. (`sheet.armour`)
#[inline]
pub fn shield(g: &Setup, s: &State, who: Id) -> i32 {
    if g.shields { best_shield(g, s, who) } else { 0 }
}

fn best_shield(g: &Setup, s: &State, who: Id) -> i32 {
    let held = s.held(who).filter(|(_, item)| is_whole(g, item));
    held.map(|(_, item)| i32::from(g.weapon(item.weapon).shield)).max().unwrap_or(0)
}

/// Something comes to lie in a square. (`disarm`, `free.cost`)
pub fn lay<T: Table>(s: &mut State, t: &mut T, who: Id, at: u8, to: Square, why: RuleId) {
    if let Some(item) = s.items.get_mut(usize::from(at)) {
        (item.owner, item.held, item.at) = (None, false, to);
        t.tell(|| Event::Dropped { who, item: at, to, why });
    }
}

/// Something is in somebody's hand; what was there is put away. (`action.mundane`)
pub fn take<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, at: u8, why: RuleId) {
    let from = s.item(at).and_then(|item| item.owner).filter(|owner| *owner != who);
    let needs = s.item(at).map_or(0, |item| g.weapon(item.weapon).hands);
    while grapple::empty_hands(g, s, who) < needs {
        let filled = s.held(who).filter(|(_, item)| g.weapon(item.weapon).hands > 0).map(|(held, _)| held).next();
        let Some(stowed) = filled.and_then(|held| s.items.get_mut(usize::from(held))) else { break };
        stowed.held = false;
    }
    let here = s.creature(who).at;
    if let Some(item) = s.items.get_mut(usize::from(at)) {
        (item.owner, item.held, item.at) = (Some(who), true, here);
        t.tell(|| Event::Took { who, item: at, from, why });
    }
}

/// Has somebody as many hands as an item takes?
pub fn can_hold(g: &Setup, s: &State, who: Id, at: u8) -> bool {
    s.item(at).is_some_and(|item| g.weapon(item.weapon).hands <= grapple::free_limbs(g, s, who).0)
}

/// Can something be picked up by somebody: does it lie within a step, and not far below?
pub fn is_at_hand(g: &Setup, s: &State, who: Id, at: u8) -> bool {
    let Some(item) = s.item(at).filter(|item| item.owner.is_none()) else { return false };
    let above = i32::from(s.creature(who).height) - i32::from(g.ground.at(item.at).elevation);
    above <= bodies::SQUARE && bodies::distance_to(g, s, who, item.at) <= bodies::SQUARE
}
