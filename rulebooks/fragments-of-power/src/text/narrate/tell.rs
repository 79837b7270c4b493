//! The second half of what there is to tell: places, things, spells, and what the ground does.

use skirmish_kernel::Id;
use skirmish_kernel::RuleId;

use crate::catalogue::rule;
use crate::model::{Act, Aim, Event, Gait, Setup, Shift, Trigger};
use crate::text::words::{arm_named, deed, facing, item_named, label, thing_named};

/// Where somebody is now.
pub(super) fn places(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Moved { who, to, feet, gait, height, .. } => {
            let how = match gait {
                Gait::Run => "goes",
                Gait::Fly => "flies",
                Gait::Swim => "swims",
                Gait::Climb => "climbs",
                Gait::Burrow => "digs",
            };
            let high = match height {
                0 => String::new(),
                1.. => format!(", {height} feet up"),
                _ => format!(", {} feet down", -height),
            };
            format!("{} {how} to {}{high}, for {feet} feet.", name(who), label(g, *to))
        }
        Event::Shifted { who, to, how, .. } => {
            let (who, to) = (name(who), label(g, *to));
            match how {
                Shift::Pushed => format!("{who} is pushed to {to}."),
                Shift::Follows => format!("{who} follows to {to}."),
                Shift::Dragged | Shift::Rides => format!("{who} goes along to {to}."),
                Shift::Current => format!("The current carries {who} to {to}."),
                Shift::Drifts => format!("{who} drifts to {to}."),
                Shift::StepsAside => format!("{who} steps to {to}."),
                Shift::StepsIn => format!("{who} closes in, in {to}."),
                Shift::PulledIn => format!("{who} is pulled into {to}."),
                Shift::Squeezed => format!("{who} comes out of the earth in {to}."),
                Shift::MakesRoom => format!("{who} ends up in {to}."),
            }
        }
        _ => String::new(),
    }
}

/// Everything else.
pub(super) fn later(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let spell = |at: &u8| g.spell(*at).name.as_str();
    match event {
        Event::Began { who, act, .. } => began(g, *who, act),
        Event::Reacted { who, .. } => format!("{} reacts.", name(who)),
        Event::NoReaction { who, .. } => format!("{} has no reaction yet.", name(who)),
        Event::Poisoned { who, level, .. } => format!("Poison of level {level} works in {}.", name(who)),
        Event::Stopped { who, why } => stopped(name(who), *why),
        Event::Crossed { who, whom, .. } => format!("{} passes {}.", name(who), name(whom)),
        Event::PushedThrough { who, whom, won: true, .. } => format!("{} pushes past {}.", name(who), name(whom)),
        Event::PushedThrough { who, whom, .. } => format!("{} does not get past {}.", name(who), name(whom)),
        Event::Collided { who, feet } => format!("{} strikes something hard, {feet} feet early.", name(who)),
        Event::Grappled { by, on } => format!("{} holds {}.", name(by), name(on)),
        Event::LetGo { by, on, .. } => format!("{} no longer holds {}.", name(by), name(on)),
        Event::Dropped { who, item, to, .. } => {
            format!("{}'s {} falls in {}.", name(who), item_named(g, *item), label(g, *to))
        }
        Event::Took { who, item, from: Some(from), .. } => {
            format!("{} takes the {} from {}.", name(who), item_named(g, *item), name(from))
        }
        Event::Took { who, item, .. } => format!("{} takes the {} in hand.", name(who), item_named(g, *item)),
        Event::Cast { who, spell: at, energy, aim, .. } => {
            let whither = if let Aim::Way(way) = aim { format!(" toward {}", facing(*way)) } else { String::new() };
            match energy {
                0 => format!("{} uses {}{whither}.", name(who), spell(at)),
                _ => format!("{} casts {}{whither} for {energy} Energy.", name(who), spell(at)),
            }
        }
        Event::Controlled { who, spell: at } => format!("{} controls {}.", name(who), spell(at)),
        Event::Faded { who, spell: at } => format!("{}'s {} is over.", name(who), spell(at)),
        Event::Readied { who, ready } => {
            let what = match ready.act {
                Act::Attack { attack, .. } => deed(attack.deed).unwrap_or_else(|| arm_named(g, attack.arm)),
                Act::Cast { spell: at, .. } => spell(&at),
                Act::Dodge => "a dodge",
                Act::Move(_) => "a move",
                _ => "an action",
            };
            let whom = ready.whom.map_or("a foe", |whom| name(&whom));
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
            format!("{} waits with {what} until {whom} {when}.", name(who))
        }
        Event::Fired { who, used: true, .. } => format!("{} has waited for that.", name(who)),
        Event::Fired { who, .. } => format!("{} lets the moment pass.", name(who)),
        Event::Lapsed { who } => format!("{} has waited in vain.", name(who)),
        Event::Hid { who, from } => format!("{} is out of {}'s sight.", name(who), name(from)),
        Event::Found { who, by, at, .. } => format!("{} finds {}, in {}.", name(by), name(who), label(g, *at)),
        Event::Fell { who, feet, effective, landed: true, .. } if effective == feet => {
            format!("{} falls {feet} feet.", name(who))
        }
        Event::Fell { who, feet, effective, landed: true, .. } => {
            format!("{} falls {feet} feet, which count for {effective}.", name(who))
        }
        Event::Fell { who, feet, .. } => format!("{} falls {feet} feet.", name(who)),
        Event::CaughtHold { who } => format!("{} catches hold.", name(who)),
        Event::Jumped { who, to, made: true, .. } => format!("{} lands in {}.", name(who), label(g, *to)),
        Event::Jumped { who, to, .. } => format!("{} falls short, in {}.", name(who), label(g, *to)),
        Event::Stalled { who, .. } => format!("{} does not fly on.", name(who)),
        Event::Sank { who, feet } => format!("{} sinks {feet} feet.", name(who)),
        Event::Breath { who, holds: true, .. } => format!("{} has no air.", name(who)),
        Event::Breath { who, .. } => format!("{} breathes again.", name(who)),
        Event::Suffocated { who } => format!("{} has no breath left.", name(who)),
        Event::Floated { thing, to, way } => {
            format!("The {} floats {} to {}.", thing_named(g, *thing), facing(*way), label(g, *to))
        }
        Event::IceBroke { at, load, bears } => {
            format!("The ice in {} breaks: it bears {bears} Bulk, and there are {load}.", label(g, *at))
        }
        Event::IceStruck { at, taken } => format!("The ice in {} takes {} damage.", label(g, *at), taken.points),
        Event::FellIn { at } => format!("The tunnel in {} falls in.", label(g, *at)),
        Event::Commanded { who, whom } => format!("{} lets {} act.", name(who), name(whom)),
        Event::Mounted { who, mount, on: true } => format!("{} mounts {}.", name(who), name(mount)),
        Event::Mounted { who, mount, .. } => format!("{} gets off {}.", name(who), name(mount)),
        Event::Over => "The fight is over.".into(),
        _ => String::new(),
    }
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

fn stopped(name: &str, why: RuleId) -> String {
    match why {
        rule::TRIP_FLYING => format!("{name} is brought down out of the air."),
        rule::RULING_TRIP_FLYER => format!("{name} is on the ground."),
        rule::TRIP_CRITICAL => format!("{name} comes down hard."),
        rule::RULING_PUSH_THROUGH => format!("{name} comes to a stop in front."),
        rule::RULING_HIDING => format!("Somebody is in {name}'s way."),
        _ => format!("{name} comes to a stop."),
    }
}
