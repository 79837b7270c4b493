//! Events as a person would tell them.

mod tell;

use skirmish_kernel::Id;
use skirmish_kernel::words::list;

use crate::model::{Act, DefenceKind, Defend, Event, Harm, Kind, Means, Setup};
use crate::text::words::{arm_name, label};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let ability = |index: &u8| g.ability(*index).name.as_str();
    match event {
        Event::Initiative { who, total } => format!("{} has initiative {total}.", name(who)),
        Event::Ordered { order, .. } => {
            let names: Vec<&str> = order.iter().map(&name).collect();
            format!("Order: {}.", names.join(", "))
        }
        Event::Round { .. } | Event::TurnOver { .. } | Event::RoundOver { .. } => String::new(),
        Event::Turn { .. } => String::new(),
        Event::Began { who, act, .. } => plainly(g, *who, act),
        Event::Declared { by, on, means, arm, backstab } => declared(g, *by, *on, *means, *arm, *backstab),
        Event::Rolled { by, total, .. } => format!("{}'s attack comes at {total}.", name(by)),
        Event::Helpless { on, .. } => format!("{} lies there and cannot be missed.", name(on)),
        Event::Met { by, how, .. } => met(g, *by, *how),
        Event::Avoided { by, on, how, perfect, second } => avoided(g, *by, *on, *how, *perfect, *second),
        Event::Partial { by, zone } => format!("{} parries in part and takes it on the {}.", name(by), zone.word()),
        Event::Failed { by, how, .. } => failed(g, *by, *how),
        Event::Held { by, strength, ignored: 0, .. } => format!("{} holds: the block takes {strength} off.", name(by)),
        Event::Held { by, strength, ignored, .. } => {
            format!("{} holds: the block takes {strength} off, and {ignored} of it are broken.", name(by))
        }
        Event::Protected { by, ability: index } => format!("{}'s {} takes effect.", name(by), ability(index)),
        Event::Contact { by, on, zone, .. } => format!("{} strikes {} on the {}.", name(by), name(on), zone.word()),
        Event::Damage { on, suffered, harm, resisted, vulnerable, hit, .. } => {
            let why = match (resisted, vulnerable) {
                (true, true) | (false, false) => "",
                (true, false) => " after half of it",
                (false, true) => " with half as much more",
            };
            damage(name(on), suffered.taken, *harm, *hit, why)
        }
        Event::Wounded { who, light, severe, .. } => wounded(name(who), *light, *severe),
        Event::Out { who, shock: true } => format!("The shock is too much: {} falls unconscious.", name(who)),
        Event::Out { who, .. } => format!("{} falls unconscious.", name(who)),
        Event::Steeled { who } => format!("{} stays upright.", name(who)),
        Event::Woke { who, to: None } => format!("{} wakes up.", name(who)),
        Event::Woke { who, to: Some(to) } => format!("{} wakes up and rolls aside to {}.", name(who), label(g, *to)),
        _ => tell::later(g, event),
    }
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

fn avoided(g: &Setup, by: Id, on: Id, how: Defend, perfect: bool, second: bool) -> String {
    let (me, name) = (&g.sheet(by).name, &g.sheet(on).name);
    match (how, perfect, second) {
        (Defend::Parry(_), true, _) => format!("A perfect parry: nothing reaches {name}."),
        (Defend::Parry(_), _, true) => format!("The second die saves {name}: nothing gets through."),
        (Defend::Spell(..), ..) => format!("{me} strikes it down in the air."),
        _ => format!("{name} is missed."),
    }
}

fn failed(g: &Setup, by: Id, how: Defend) -> String {
    let name = &g.sheet(by).name;
    let what = how.kind().map_or("spell", DefenceKind::word);
    format!("{name}'s {what} fails.")
}

fn damage(on: &str, points: i32, harm: Harm, hit: bool, why: &str) -> String {
    let against = match harm {
        Harm::Physical => "the armour holds",
        Harm::Magical => "the magical defence holds",
        Harm::Absolute => "it does no harm",
    };
    match (points, hit) {
        (..=0, _) => format!("{on} takes no damage{why}."),
        (_, true) => format!("{on} is hit for {points}{why}."),
        (_, false) if harm == Harm::Absolute => format!("{on} takes {points}{why}."),
        (_, false) => format!("{on} takes {points}{why}: {against}."),
    }
}

/// `Ogre takes a light wound and two severe ones.`
fn wounded(who: &str, light: u8, severe: u8) -> String {
    let count = |n: u8, word: &str| match n {
        0 => None,
        1 => Some(format!("a {word} wound")),
        n => Some(format!("{n} {word} wounds")),
    };
    let both: Vec<String> = [count(light, "light"), count(severe, "severe")].into_iter().flatten().collect();
    if both.is_empty() { String::new() } else { format!("{who} takes {}.", list(&both)) }
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
        Act::Face(way) => format!("{me} looks {}.", crate::text::words::facing(*way)),
        Act::Delay(behind) => format!("{me} waits until {} has acted.", name(behind)),
        Act::Jump { to, .. } => format!("{me} jumps for {}.", label(g, *to)),
        _ => String::new(),
    }
}
