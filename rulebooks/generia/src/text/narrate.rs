//! Events as a person would tell them, where their row does not say it.

use skirmish_kernel::Id;

use crate::model::{Act, Defend, Event, Kind, Means, Setup};
use crate::text::words::{arm_name, facing, label};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    event.told(g).unwrap_or_else(|| match *event {
        Event::Began { who, ref act, .. } => plainly(g, who, act),
        Event::Declared { by, on, means, arm, backstab } => declared(g, by, on, means, arm, backstab),
        Event::Met { by, how, .. } => met(g, by, how),
        Event::Swapped { who, arm, .. } => format!("{} takes {} in hand.", g.sheet(who).name, arm_name(g, who, arm)),
        _ => String::new(),
    })
}

fn declared(g: &Setup, by: Id, on: Id, means: Means, arm: Option<u8>, backstab: bool) -> String {
    let (attacker, target) = (&g.sheet(by).name, &g.sheet(on).name);
    let behind = if backstab { " from out of sight" } else { "" };
    let with = arm.map_or_else(String::new, |arm| format!(" with {}", arm_name(g, by, arm)));
    match means {
        Means::Melee => format!("{attacker} strikes at {target}{with}{behind}."),
        Means::Ranged => format!("{attacker} shoots at {target}{with}{behind}."),
        Means::Projectile => format!("A projectile flies from {attacker} to {target}{behind}."),
        Means::Grapple => format!("{attacker} reaches for {target}{behind}."),
    }
}

fn met(g: &Setup, by: Id, how: Defend) -> String {
    let name = &g.sheet(by).name;
    match how {
        Defend::No | Defend::MountParry(_) | Defend::MountBlock(_) => format!("{name} does not defend."),
        Defend::Dodge => format!("{name} dodges."),
        Defend::Parry(arm) => format!("{name} parries with {}.", arm_name(g, by, arm)),
        Defend::Block(arm) => format!("{name} blocks with {}.", arm_name(g, by, arm)),
        Defend::Spell(ability, level) => {
            let level = if g.ability(ability).levels() > 1 { format!(" at level {level}") } else { String::new() };
            format!("{name} answers with {}{level}.", g.ability(ability).name)
        }
    }
}

/// What somebody is said to do when it begins; for what is told no other way.
fn plainly(g: &Setup, who: Id, act: &Act) -> String {
    let me = &g.sheet(who).name;
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match act {
        Act::Strike { skill: Some(skill), .. } | Act::Grapple { skill: Some(skill), .. } => {
            format!("{me} uses {}.", g.ability(*skill).name)
        }
        Act::Item { .. } => format!("{me} uses an item."),
        Act::Recover { from: Kind::Grappled, .. } => format!("{me} tries to break free."),
        Act::Recover { from: Kind::Prone, .. } => format!("{me} gets up."),
        Act::Recover { .. } => format!("{me} finds balance again."),
        Act::Help { whom, from: Kind::Prone } => format!("{me} helps {} up.", name(whom)),
        Act::Help { whom, .. } => format!("{me} helps {} find balance.", name(whom)),
        Act::Secret { .. } => format!("{me} does something that nobody is to notice."),
        Act::Hide { ability, .. } => format!("{me} uses {} in secret.", g.ability(*ability).name),
        Act::Reload { .. } => format!("{me} loads."),
        Act::Hold { .. } => format!("{me} keeps hold."),
        Act::MountStrike { target, .. } | Act::MountGrapple { target, .. } => {
            format!("{me} sets the mount on {}.", name(target))
        }
        Act::MountRecover { from: Kind::Prone, .. } => format!("{me} lets the mount get up."),
        Act::MountRecover { from: Kind::OffBalance, .. } => format!("{me} lets the mount find its balance."),
        Act::MountRecover { .. } | Act::MountHold { .. } | Act::MountUse { .. } => format!("{me} lets the mount act."),
        Act::Face(way) => format!("{me} looks {}.", facing(*way)),
        Act::Delay(behind) => format!("{me} waits until {} has acted.", name(behind)),
        Act::Jump { to, .. } => format!("{me} jumps for {}.", label(g, *to)),
        _ => String::new(),
    }
}
