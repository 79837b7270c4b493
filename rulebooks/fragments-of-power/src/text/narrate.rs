//! Events as a person would tell them.

mod tell;

use skirmish_kernel::Id;

use crate::model::{BleedLine, Deed, Event, Manner, Plight, Setup, Skill};
use crate::text::words::{arm_named, carried_named, label};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Initiative { who, total } => format!("{} comes to {total}.", name(who)),
        Event::Ordered { order, tied } => {
            let names: Vec<&str> = order.iter().map(name).collect();
            let tied = if *tied { " Dice decide between those who are tied." } else { "" };
            format!("They act in this order: {}.{tied}", names.join(", "))
        }
        // The heading over them says so.
        Event::Round { .. } | Event::Turn { .. } => String::new(),
        Event::StartsWith { who, with } => format!("{}'s turn starts with {}'s.", name(who), name(with)),
        Event::Surprised { who } => format!("{} knows of nothing yet, and does nothing.", name(who)),
        Event::CannotAct { who, .. } => format!("{} does nothing in this turn.", name(who)),
        Event::Delayed { who } => format!("{} waits.", name(who)),
        Event::Entered { who, after } => format!("{} acts now, behind {}.", name(who), name(after)),
        Event::GoesOn { who } => format!("What ails {} goes on.", name(who)),
        Event::Gathered { who, points } => format!("{} gathers {points} Energy.", name(who)),
        Event::Attacked { by, on, attack } => {
            let (by, on, arm) = (name(by), name(on), arm_named(g, attack.arm));
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
        Event::Hit { by, on, critical: true } => format!("{} hits {}: a critical success.", name(by), name(on)),
        Event::Hit { by, on, .. } => format!("{} hits {}.", name(by), name(on)),
        Event::StruckNothing { by, at } => format!("Nobody is in {}: {} strikes nothing.", label(g, *at), name(by)),
        Event::Missed { by, on } => format!("{} misses {}.", name(by), name(on)),
        Event::Opposed { on, forgone: true, .. } => format!("{} lets it happen.", name(on)),
        Event::Opposed { by, on, won: true, critical: true, .. } => {
            format!("{} gets the better of {}: a critical success.", name(by), name(on))
        }
        Event::Opposed { by, on, won: true, .. } => format!("{} gets the better of {}.", name(by), name(on)),
        Event::Opposed { on, .. } => format!("{} withstands.", name(on)),
        Event::Dodged { who } => format!("{}'s dodge is used up.", name(who)),
        Event::Damage { on, taken } if taken.typed <= 0 => format!("{} takes no damage.", name(on)),
        Event::Damage { on, taken } => format!("{} takes {} {} damage.", name(on), taken.typed, taken.harm.word()),
        Event::Struck { on, what, taken, destroyed } => {
            let end = if *destroyed { ", and it is destroyed" } else { "" };
            format!("{}'s {} takes {} damage{end}.", name(on), carried_named(g, *what), taken.points)
        }
        Event::Healed { who, points, .. } => format!("{} has {points} hit points more.", name(who)),
        Event::Bled { who, line, .. } => match line {
            BleedLine::Death => format!("{} bleeds to death, or nearly.", name(who)),
            BleedLine::Unconscious => format!("{} faints from loss of blood.", name(who)),
            BleedLine::Deteriorate => format!("{} bleeds worse.", name(who)),
            BleedLine::Nothing => format!("{} bleeds.", name(who)),
            BleedLine::Stabilize => format!("{}'s blood clots.", name(who)),
        },
        Event::State { who, plight, on, .. } => state(name(who), *plight, *on),
        Event::Afflicted { who, kind, toward, rounds, longer, .. } => {
            let toward = toward.map_or_else(String::new, |toward| format!(" towards {}", name(&toward)));
            let more = if *longer { " longer" } else { "" };
            let rounds = match rounds {
                0 => "the rest of the turn".to_owned(),
                1 => "a round".to_owned(),
                many => format!("{many} rounds"),
            };
            format!("{} is {}{toward}{more}, for {rounds}.", name(who), kind.word())
        }
        Event::Ended { who, kind } => format!("{} is no longer {}.", name(who), kind.word()),
        Event::Died { who, .. } => format!("{} dies.", name(who)),
        Event::Shifted { .. } | Event::Moved { .. } => tell::places(g, event),
        Event::Checked { who, skill, made, .. } => {
            let end = if *made { "succeeds" } else { "fails" };
            let what = match skill {
                Skill::Medicine => "to stop the blood",
                Skill::Sneak => "to go unseen",
                Skill::Search => "to find somebody",
                Skill::Intimidate => "to frighten",
                Skill::Swim => "to swim",
                Skill::Climb => "to climb",
                Skill::Jump => "to jump",
            };
            format!("{} tries {what}, and {end}.", name(who))
        }
        _ => tell::later(g, event),
    }
}

fn state(name: &str, plight: Plight, on: bool) -> String {
    match (plight, on) {
        (Plight::Prone, true) => format!("{name} falls prone."),
        (Plight::Prone, false) => format!("{name} stands up."),
        (Plight::Bleeding, true) => format!("{name} is bleeding."),
        (Plight::Bleeding, false) => format!("{name} no longer bleeds."),
        (Plight::OnFire, true) => format!("{name} is on fire."),
        (Plight::OnFire, false) => format!("{name} no longer burns."),
        (Plight::Incapacitated, true) => format!("{name} is incapacitated."),
        (Plight::Incapacitated, false) => format!("{name} is no longer incapacitated."),
        (Plight::Unconscious, true) => format!("{name} is unconscious."),
        (Plight::Unconscious, false) => format!("{name} comes to."),
        (Plight::Tumbling, true) => format!("{name} tumbles."),
        (Plight::Tumbling, false) => format!("{name} comes to rest."),
        _ => String::new(),
    }
}
