//! What is in hand, who is held, who is ridden: set by hand.

use skirmish_bookkit::answer::thing;
use skirmish_bookkit::fields::Change;
use skirmish_kernel::{Id, Op, Refusal};

use super::set::seized;
use crate::model::{Attribute, Generia, Hand, Setup, State, WeaponKind};
use crate::rules::movement::paths;
use crate::rules::{bodies, lines};
use crate::text::words::{arm_name, arm_names};

/// `hands = rapier, buckler`, `hands += knife`, `hands -= rapier`, `hands = none`
pub(super) fn hands(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let named = change.words().map(|word| arm(g, who, word)).collect::<Result<Vec<u8>, Refusal>>()?;
    let mut held: Vec<u8> = s.creature(who).in_hand().collect();
    match change.op {
        Op::Set => held = named,
        Op::Add => held.extend(named),
        Op::Take => held.retain(|arm| !named.contains(arm)),
    }
    held.dedup();
    let mut hands = [Hand::Empty; 2];
    for arm in held {
        let more = Hand::taking(hands, arm, g.arm(who, arm).1.hands);
        hands = more.ok_or_else(|| Refusal::because("it has two hands, and that takes more"))?;
    }
    s.creature_mut(who).hands = hands;
    Ok(())
}

fn arm(g: &Setup, who: Id, word: &str) -> Result<u8, Refusal> {
    let arm = thing(&g.sheet(who).name, "hands", &arm_names(g, who), &[word])?;
    refuse_if!(g.arm(who, arm).1.kind == WeaponKind::Natural, "{} is part of its body", arm_name(g, who, arm));
    Ok(arm)
}

/// `holds = Ogre`, `holds = none`
pub(super) fn holds(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.is_none() {
        s.creature_mut(who).holds = None;
        return Ok(());
    }
    let on = skirmish_kernel::combatant::<Generia>(g, change.value)?;
    let bound = Some(on) == s.creature(who).mount || Some(on) == s.creature(who).rider;
    refuse_if!(on == who || bound || !s.is_here(on) || !s.is_able(who), "nobody can be held so");
    refuse_if!(lines::between(g, s, who, on) > 1, "{} is out of its reach", g.sheet(on).name);
    seized(s, who, on, g.rules.dc_base + g.sheet(who).modifier(Attribute::Str))
}

/// `mount = Bracken`, `mount = none`
pub(super) fn mount(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.is_none() {
        return dismount(g, s, who);
    }
    let mount = skirmish_kernel::combatant::<Generia>(g, change.value)?;
    let (rider, beast) = (g.fighter(s, who), g.fighter(s, mount));
    if rider.now.mount == Some(mount) {
        return Ok(());
    }
    let free = rider.now.mount.is_none() && rider.now.rider.is_none();
    let saddle = beast.now.rider.is_none() && beast.now.mount.is_none();
    refuse_if!(who == mount || !free || !saddle, "one rider on one mount, and nobody on both ends");
    let theirs = beast.sheet.mountable.is_some() && g.side(who) == g.side(mount);
    refuse_if!(!theirs, "{} is no mount of its own", beast.sheet.name);
    refuse_if!(!s.is_able(who) || !s.is_able(mount), "both have to be here and awake");
    refuse_if!(!bodies::has_saddle(&g.rules, rider.sheet, beast.sheet), "the rider is too large for the saddle");
    let at = s.creature(mount).at;
    s.creature_mut(mount).rider = Some(who);
    let rider = s.creature_mut(who);
    (rider.mount, rider.at) = (Some(mount), at);
    Ok(())
}

/// Into the first free cell beside the mount.
fn dismount(g: &Setup, s: &mut State, who: Id) -> Result<(), Refusal> {
    let Some(mount) = s.creature(who).mount else { return Ok(()) };
    let beside = bodies::beside(g, s, mount)
        .find(|cell| paths::is_free(g, s, who, *cell) && bodies::standing_in(g, s, *cell).is_none());
    let beside = beside.ok_or_else(|| Refusal::because("there is no free cell beside the mount"))?;
    s.creature_mut(mount).rider = None;
    let rider = s.creature_mut(who);
    (rider.mount, rider.at) = (None, beside);
    Ok(())
}

/// `reload = 2`: of the weapon in hand that has to be loaded.
pub(super) fn reload(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let held = s.creature(who).in_hand().find(|arm| g.arm(who, *arm).1.reload > 0);
    let arm = held.ok_or_else(|| Refusal::because("it has nothing in hand that has to be loaded"))?;
    let actions = change.number(s.creature(who).to_load(arm), 0..=99)?;
    s.creature_mut(who).set_to_load(arm, actions);
    Ok(())
}
