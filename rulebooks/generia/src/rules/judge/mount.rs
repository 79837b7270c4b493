//! What a rider may do, and what its mount may do for it. (`mount.*`)

use skirmish_kernel::{Id, Refusal};

use super::strikes::{judge_grapple, judge_strike};
use super::{judge_hold, judge_recover, judge_use};
use crate::catalogue::{MountActionPrice, rule};
use crate::model::{Act, Setup, Slot, State};
use crate::rules::movement::{self, paths};
use crate::rules::{bodies, lines};

/// May the mount go?
pub fn judge_go(s: &State, who: Id) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::MOUNT_FREE_MOVE, why));
    let Some(mount) = s.creature(who).mount else { return no("they ride nothing") };
    refuse_if!(s.creature(who).spent.mount_move, rule::MOUNT_FREE_MOVE, "the mount has moved in this turn");
    if s.is_able(mount) && movement::can_move(s, mount) { Ok(()) } else { no("the mount cannot move") }
}

/// An attack or a utility action of the mount's, for one of its rider's. (`mount.extra-action`)
pub fn judge_act(g: &Setup, s: &State, who: Id, act: &Act) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::MOUNT_EXTRA_ACTION, why));
    let Some(mount) = s.creature(who).mount else { return no("they ride nothing") };
    refuse_if!(!s.is_able(mount), rule::MOUNT_EXTRA_ACTION, "the mount cannot act");
    let same = g.rules.mount_action_price == MountActionPrice::SameKind;
    match *act {
        Act::MountStrike { slot, .. } | Act::MountGrapple { slot, .. } if same && slot != Slot::Attack => {
            no("an attack of the mount costs the rider's attack action")
        }
        Act::MountStrike { arm, target, skill, .. } => judge_strike(g, s, mount, arm, target, skill),
        Act::MountGrapple { target, .. } => judge_grapple(g, s, mount, target, None),
        Act::MountRecover { slot: Slot::Movement, .. } if s.creature(who).spent.mount_move => {
            no("the mount has moved in this turn")
        }
        Act::MountRecover { from, .. } => judge_recover(s, mount, from),
        Act::MountHold { slot } => judge_hold(s, mount, slot),
        Act::MountUse { ability, level, target, slot } => {
            let known = g.ability(ability);
            // For a movement there is the free one.
            let kinds = [Slot::Attack, Slot::Utility].into_iter();
            let kind = kinds.filter(|kind| known.takes(*kind)).find(|kind| !same || *kind == slot);
            let Some(kind) = kind else { return no("that costs another action of the rider's") };
            judge_use(g, s, mount, ability, level, target, kind)
        }
        _ => no("that is nothing that a mount does"),
    }
}

/// May it get on?
pub fn judge_on(g: &Setup, s: &State, who: Id, mount: Id) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::MOUNT_INITIATIVE, why));
    let (rider, beast) = (g.fighter(s, who), g.fighter(s, mount));
    let Some(riding) = beast.sheet.mountable else { return no("nobody rides that") };
    if rider.now.mount.is_some() || beast.now.rider.is_some() || mount == who {
        return no("the saddle is taken");
    }
    refuse_if!(rider.sheet.skills.riding < riding, rule::MOUNT_INITIATIVE, "they do not ride well enough");
    if g.side(who) != g.side(mount) || lines::between(g, s, who, mount) > 1 || !s.is_able(mount) {
        return no("no mount of theirs stands next to them");
    }
    if !bodies::has_saddle(&g.rules, rider.sheet, beast.sheet) {
        return no("they are too large for the saddle");
    }
    super::judge_go(s, who)
}

/// May it get off, into that cell?
pub fn judge_off(g: &Setup, s: &State, who: Id, to: skirmish_grid::Square) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::MOUNT_INITIATIVE, why));
    refuse_if!(s.creature(who).mount.is_none(), rule::MOUNT_INITIATIVE, "they ride nothing");
    if let Some(kind) = movement::held(s, who) {
        return Err(movement::refusal(kind));
    }
    let near = bodies::body(g, s, who).distance(&bodies::placed(g, who, to)) == 1;
    if near && paths::is_free(g, s, who, to) { Ok(()) } else { no("one gets off into a free cell beside the mount") }
}
