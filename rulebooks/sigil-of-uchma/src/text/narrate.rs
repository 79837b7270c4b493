//! Events as a person would tell them.

use skirmish_kernel::Id;
use skirmish_kernel::words::list;

use crate::catalogue::rule;
use crate::model::{Condition, Event, Lying, Parting, Setup, Status};
use crate::text::facts::in_set;
use crate::text::words::{label, squares};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Round { ambush, .. } if *ambush != 0 => {
            let sides = (0..64).zip(&g.sides).filter(|(at, _)| ambush >> at & 1 == 1);
            let sides: Vec<&str> = sides.map(|(_, side)| side.as_str()).collect();
            let (first, roll) = (g.rules.ambush_initiative, g.rules.ambush_precision);
            let (sides, rest) = (list(&sides), g.rules.ambush_resistances);
            format!("Ambushed in this round: {sides}. Initiative -{first}, precision -{roll}, resistances -{rest}.")
        }
        // The heading over them says so.
        Event::Round { .. } | Event::Turn { .. } | Event::Began { .. } => String::new(),
        Event::Counted { who, rounds } => format!("{} has lain there for {}.", name(who), times(*rounds, "round")),
        Event::Ordered { order, .. } if order.is_empty() => "The dice decide.".into(),
        Event::Ordered { order, .. } => {
            let names: Vec<&str> = order.iter().map(name).collect();
            format!("They act in this order: {}.", names.join(", "))
        }
        Event::NoTurn { who, why } if *why == rule::STATUS_STUNNED => {
            format!("{} is stunned, and does nothing.", name(who))
        }
        Event::NoTurn { who, .. } => format!("{} lies there.", name(who)),
        Event::GoesOn { who } => format!("What {} has left behind goes on.", name(who)),
        Event::Used { by, ability, on, at, .. } => {
            let what = g.ability(*ability).name.replace('-', " ");
            match (on, at) {
                (Some(on), _) if on != by => format!("{} uses {what} on {}.", name(by), name(on)),
                (_, Some(at)) => format!("{} uses {what} in {}.", name(by), label(g, *at)),
                _ => format!("{} uses {what}.", name(by)),
            }
        }
        Event::Prepared { who, ability, at, .. } => {
            let at = at.map_or_else(String::new, |at| format!(" around {}", label(g, at)));
            format!("{} prepares {}{at}.", name(who), g.ability(*ability).name.replace('-', " "))
        }
        Event::Fired { who, on, used: true, .. } => format!("{} has waited for {}.", name(who), name(on)),
        Event::Fired { who, .. } => format!("{} lets it pass, and waits on.", name(who)),
        Event::Lapsed { who, ability } => {
            format!("{} waits no longer with {}.", name(who), g.ability(*ability).name.replace('-', " "))
        }
        Event::Asked { who, willing: false, .. } => format!("{} is not willing.", name(who)),
        Event::Asked { .. } => String::new(),
        Event::Hit { by, on, ten: true, .. } => format!("{} hits {} with a ten.", name(by), name(on)),
        Event::Hit { by, on, .. } => format!("{} hits {}.", name(by), name(on)),
        Event::Missed { by, on, goal, .. } => format!("{} misses {}: {goal} was to be reached.", name(by), name(on)),
        Event::Spared { on, .. } => format!("{} neither sees nor hears enough of it.", name(on)),
        Event::Damage { on, taken, .. } if taken.points <= 0 => format!("{} takes no damage.", name(on)),
        Event::Damage { on, taken, .. } if taken.extra => format!("{} takes {} damage more.", name(on), taken.points),
        Event::Damage { on, taken, .. } => format!("{} takes {} damage.", name(on), taken.points),
        Event::Healed { who, points, .. } => format!("{} has {points} health more.", name(who)),
        Event::Afflicted { who, status, left, hits, again, .. } => {
            let more = if *again { ", as before" } else { "" };
            match status {
                Status::Form => String::new(),
                Status::Eye => format!("{} sees from elsewhere, for {}.", name(who), times(*left, "round")),
                Status::Ear => format!("{} hears from elsewhere, for {}.", name(who), times(*left, "round")),
                _ => {
                    let unit = if *hits { "hit" } else { "round" };
                    format!("{} is {} for {}{more}.", name(who), status.word(), times(*left, unit))
                }
            }
        }
        Event::Ended { status: Status::Form | Status::Eye | Status::Ear, .. } => String::new(),
        Event::Ended { who, status, .. } => format!("{} is no longer {}.", name(who), status.word()),
        _ => later(g, event),
    }
}

/// Ground, ways, states, what comes and goes.
fn later(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Laid { at, lying, .. } => format!("{} around {}.", lies(*lying), label(g, *at)),
        Event::Cleared { at, lying, .. } => format!("No more {} around {}.", lying.word(), label(g, *at)),
        Event::Touched { who, reached: true, .. } => format!("The fire reaches {}.", name(who)),
        Event::Touched { who, .. } => format!("{} is above the fire.", name(who)),
        Event::Moved { who, to, altitude, halves, .. } => {
            let high = if *altitude > 0 { format!(", {} up", times(*altitude, "metre")) } else { String::new() };
            format!(
                "{} goes to {}{high} ({}{}).",
                name(who),
                label(g, *to),
                squares(*halves),
                if *halves == 2 { " square" } else { " squares" }
            )
        }
        Event::Shifted { who, to, why } if *why == rule::PREPARED_MOVEMENT => {
            format!("{} is in {} at once.", name(who), label(g, *to))
        }
        Event::Shifted { who, to, .. } => format!("{} is driven to {}.", name(who), label(g, *to)),
        Event::Stopped { who, .. } => format!("{} comes to a stop.", name(who)),
        Event::Posture { who, prone: true, why } if *why == rule::PRONE_VOLUNTARY => {
            format!("{} drops prone.", name(who))
        }
        Event::Posture { who, prone: true, .. } => format!("{} falls prone.", name(who)),
        Event::Posture { who, .. } => format!("{} gets up.", name(who)),
        Event::Fell { who, metres, .. } => format!("{} falls {}.", name(who), times(*metres, "metre")),
        Event::Swapped { who, set } => format!("{} takes {} in hand.", name(who), in_set(g, *who, *set)),
        Event::State { who, now, .. } => match now {
            Condition::Conscious => format!("{} comes to, and lies on the ground.", name(who)),
            Condition::Unconscious => format!("{} falls unconscious.", name(who)),
            Condition::Dead => format!("{} is dead.", name(who)),
            Condition::Left | Condition::Away => format!("{} is gone.", name(who)),
        },
        Event::Saved { who, made, goal, .. } => {
            let holds = if *made { "holds on" } else { "does not hold on" };
            format!("{} {holds}: {goal} was to be reached.", name(who))
        }
        Event::Came { who, by, at, .. } => format!("{} calls {}, who comes to {}.", name(by), name(who), label(g, *at)),
        Event::Vanished { who } => format!("{} vanishes.", name(who)),
        Event::Shaped { who, form, .. } => {
            let form = g.forms.get(usize::from(*form)).map_or("", |form| form.name.as_str());
            format!("{} is {} now.", name(who), form.replace('-', " "))
        }
        Event::Unshaped { who, .. } => format!("{} is as before.", name(who)),
        Event::Parted { who, how, .. } => match how {
            Parting::Stay => String::new(),
            Parting::Speak => format!("{} speaks.", name(who)),
            Parting::Leave => format!("{} leaves the fight.", name(who)),
            Parting::Flee => format!("{} flees.", name(who)),
            Parting::Before(other) => format!("{} goes before {} from now on.", name(who), name(other)),
        },
        Event::Over => "The fight is over.".into(),
        _ => String::new(),
    }
}

fn lies(lying: Lying) -> &'static str {
    match lying {
        Lying::Fire => "Fire burns",
        Lying::Darkness => "Darkness falls",
        Lying::Silence => "It is silent",
    }
}

/// `1 round`, `2 rounds`
pub(in crate::text) fn times(count: impl Into<i32>, noun: &str) -> String {
    let count: i32 = count.into();
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
