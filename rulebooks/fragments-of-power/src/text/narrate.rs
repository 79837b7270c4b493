//! Events as a person would tell them, where their row does not say it.

use skirmish_kernel::Id;

use crate::model::{Act, Aim, Attack, Deed, Event, Manner, Ready, Setup, Trigger};
use crate::text::words::{arm_named, carried_named, deed, facing, item_named, label, thing_named};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: Id| g.sheet(id).name.as_str();
    event.told(g).unwrap_or_else(|| match *event {
        Event::Began { who, ref act, .. } => began(g, who, act),
        Event::Attacked { by, on, ref attack } => attacked(g, by, on, attack),
        Event::Struck { on, what, taken, destroyed } => {
            let end = if destroyed { ", and it is destroyed" } else { "" };
            format!("{}'s {} takes {} damage{end}.", name(on), carried_named(g, what), taken.points)
        }
        Event::Dropped { who, item, to, .. } => {
            format!("{}'s {} falls in {}.", name(who), item_named(g, item), label(g, to))
        }
        Event::Took { who, item, from: Some(from), .. } => {
            format!("{} takes the {} from {}.", name(who), item_named(g, item), name(from))
        }
        Event::Took { who, item, .. } => format!("{} takes the {} in hand.", name(who), item_named(g, item)),
        Event::Cast { who, spell, energy, aim, .. } => {
            let spell = &g.spell(spell).name;
            let whither = if let Aim::Way(way) = aim { format!(" toward {}", facing(way)) } else { String::new() };
            match energy {
                0 => format!("{} uses {spell}{whither}.", name(who)),
                _ => format!("{} casts {spell}{whither} for {energy} Energy.", name(who)),
            }
        }
        Event::Readied { who, ref ready } => readied(g, who, ready),
        Event::Floated { thing, to, way } => {
            format!("The {} floats {} to {}.", thing_named(g, thing), facing(way), label(g, to))
        }
        _ => String::new(),
    })
}

fn attacked(g: &Setup, by: Id, on: Id, attack: &Attack) -> String {
    let (by, on, arm) = (&g.sheet(by).name, &g.sheet(on).name, arm_named(g, attack.arm));
    match attack.deed {
        Deed::Hit if attack.manner == Manner::Thrown => format!("{by} throws the {arm} at {on}."),
        Deed::Hit if attack.manner.is_ranged() => format!("{by} aims at {on} with {arm}."),
        Deed::Hit => format!("{by} strikes at {on} with {arm}."),
        Deed::Push => format!("{by} pushes {on}."),
        Deed::Feint => format!("{by} feints at {on}."),
        Deed::Trip => format!("{by} tries to trip {on}."),
        Deed::Grapple => format!("{by} reaches for {on}."),
        Deed::Disarm(_) => format!("{by} strikes at what {on} holds."),
        Deed::Break(what) => format!("{by} strikes at {on}'s {}.", carried_named(g, what)),
    }
}

fn readied(g: &Setup, who: Id, ready: &Ready) -> String {
    let what = match ready.act {
        Act::Attack { attack, .. } => deed(attack.deed).unwrap_or_else(|| arm_named(g, attack.arm)),
        Act::Cast { spell: at, .. } => &g.spell(at).name,
        Act::Dodge => "a dodge",
        Act::Move(_) => "a move",
        _ => "an action",
    };
    let whom = ready.whom.map_or("a foe", |whom| g.sheet(whom).name.as_str());
    let when = match ready.when {
        Trigger::Nears => "comes near",
        Trigger::Moves => "moves",
        Trigger::Attacks => "attacks",
        Trigger::Casts => "casts a spell",
        Trigger::Acts => "does anything",
        Trigger::Starts => "begins a turn",
        Trigger::Ends => "ends a turn",
        Trigger::Signals => "gives the signal",
    };
    format!("{} waits with {what} until {whom} {when}.", g.sheet(who).name)
}

/// What somebody is said to do when it begins; for what is told no other way.
fn began(g: &Setup, who: Id, act: &Act) -> String {
    let me = &g.sheet(who).name;
    match act {
        Act::Dodge => format!("{me} is on guard."),
        Act::Handle => format!("{me} does something that takes a moment."),
        Act::Choke => format!("{me} chokes whom {me} holds."),
        Act::Volley { at, .. } => format!("{me} shoots at everybody around {}.", label(g, *at)),
        Act::PushOff(way, _) => format!("{me} pushes off, {}.", facing(*way)),
        _ => String::new(),
    }
}
