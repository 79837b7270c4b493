//! What a rider may do, and what its mount may do for it. (`mount.*`)

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_kernel::Id;

use super::strikes::{judge_grapple, judge_strike};
use super::{judge_hold, judge_recover, judge_use};
use crate::catalogue::{MountActionPrice, rule};
use crate::model::{Act, Setup, Slot, State};
use crate::rules::movement::{self, paths};
use crate::rules::{bodies, lines};

/// May the mount go?
pub fn judge_go(s: &State, who: Id) -> Verdict {
    let by = rule::MOUNT_FREE_MOVE;
    let Some(mount) = s.creature(who).mount else { return no(by, "they ride nothing") };
    refuse_if!(s.creature(who).spent.mount_move, by, "the mount has moved in this turn");
    must(s.is_able(mount) && movement::can_move(s, mount), by, "the mount cannot move")
}

/// An attack or a utility action of the mount's, for one of its rider's. (`mount.extra-action`)
pub fn judge_act(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let by = rule::MOUNT_EXTRA_ACTION;
    let Some(mount) = s.creature(who).mount else { return no(by, "they ride nothing") };
    refuse_if!(!s.is_able(mount), by, "the mount cannot act");
    let same = g.rules.mount_action_price == MountActionPrice::SameKind;
    match *act {
        Act::MountStrike { slot, .. } | Act::MountGrapple { slot, .. } if same && slot != Slot::Attack => {
            no(by, "an attack of the mount costs the rider's attack action")
        }
        Act::MountStrike { arm, target, skill, .. } => judge_strike(g, s, mount, arm, target, skill),
        Act::MountGrapple { target, .. } => judge_grapple(g, s, mount, target, None),
        Act::MountRecover { slot: Slot::Movement, .. } if s.creature(who).spent.mount_move => {
            no(by, "the mount has moved in this turn")
        }
        Act::MountRecover { from, .. } => judge_recover(s, mount, from),
        Act::MountHold { slot } => judge_hold(s, mount, slot),
        Act::MountUse { ability, level, target, slot } => {
            let known = g.ability(ability);
            // For a movement there is the free one.
            let kinds = [Slot::Attack, Slot::Utility].into_iter();
            let kind = kinds.filter(|kind| known.takes(*kind)).find(|kind| !same || *kind == slot);
            let Some(kind) = kind else { return no(by, "that costs another action of the rider's") };
            judge_use(g, s, mount, ability, level, target, kind)
        }
        _ => no(by, "that is nothing that a mount does"),
    }
}

/// May it get on?
pub fn judge_on(g: &Setup, s: &State, who: Id, mount: Id) -> Verdict {
    let by = rule::MOUNT_INITIATIVE;
    let (rider, beast) = (g.fighter(s, who), g.fighter(s, mount));
    let Some(riding) = beast.sheet.mountable else { return no(by, "nobody rides that") };
    let taken = rider.now.mount.is_some() || beast.now.rider.is_some() || mount == who;
    refuse_if!(taken, by, "the saddle is taken");
    refuse_if!(rider.sheet.skills.riding < riding, by, "they do not ride well enough");
    let theirs = g.side(who) == g.side(mount) && lines::between(g, s, who, mount) <= 1 && s.is_able(mount);
    refuse_if!(!theirs, by, "no mount of theirs stands next to them");
    refuse_if!(!bodies::has_saddle(&g.rules, rider.sheet, beast.sheet), by, "they are too large for the saddle");
    super::judge_go(s, who)
}

/// May it get off, into that cell?
pub fn judge_off(g: &Setup, s: &State, who: Id, to: skirmish_grid::Square) -> Verdict {
    let by = rule::MOUNT_INITIATIVE;
    refuse_if!(s.creature(who).mount.is_none(), by, "they ride nothing");
    movement::free_to_move(s, who)?;
    let near = bodies::body(g, s, who).distance(&bodies::placed(g, who, to)) == 1;
    must(near && paths::is_free(g, s, who, to), by, "one gets off into a free cell beside the mount")
}
