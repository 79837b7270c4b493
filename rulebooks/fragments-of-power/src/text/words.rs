//! Questions and answers in words.

mod forms;
mod slots;

use std::borrow::Cow;

pub use skirmish_bookkit::facing::{FACINGS, direction, facing};
use skirmish_bookkit::grammar::{Asked, said};
use skirmish_grid::Square;
use skirmish_kernel::{Id, Notation, Place};

use crate::model::{Arm, Ask, Carried, Deed, Fragments, Gait, Setup, State, Thing};
use crate::rules::turn;

impl Notation for Fragments {
    fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
        prompt(g, s, who, ask)
    }

    fn place_name(g: &Setup, place: Place) -> String {
        match (place.round, place.who) {
            (0, _) => "initiative".into(),
            (round, Some(who)) if place.part > 0 => format!("round {round}, {}", g.sheet(who).name),
            (round, _) => format!("round {round}"),
        }
    }

    skirmish_bookkit::grammar!();
}

fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
    let name = |id: Id| g.sheet(id).name.as_str();
    let me = name(who);
    match *ask {
        Ask::Turn => turn_prompt(g, s, who),
        Ask::Enter => format!("{me} has waited. Enter the order now, or go on waiting?"),
        Ask::Path { who: mover, gait, feet } => {
            let how = match gait {
                Gait::Run => "go",
                Gait::Fly => "fly",
                Gait::Swim => "swim",
                Gait::Climb => "climb",
                Gait::Burrow => "dig",
            };
            let high = match gait {
                Gait::Run | Gait::Burrow => "",
                _ => ", `up 10` or `down 10` before it for the height",
            };
            let form = format!("`to D7`, `path D5 D6` square by square, `first to D5` to look around there{high}");
            format!("Where does {} {how}, with {feet} feet? {form}.", name(mover))
        }
        Ask::Push { on } => {
            let most = g.rules.push_critical;
            format!("In which direction does {me} push {}, and how far: 0 to {most} feet?", name(on))
        }
        Ask::Away { on } => format!("In which direction does {me} push {}?", name(on)),
        Ask::Fling { item } => {
            format!("{me} strikes the {} loose. Take it, or fling it in which direction?", item_name(g, s, item))
        }
        Ask::Forgo { by, deed: what } => {
            format!(
                "{} tries {} on {me}. Allow it without a throw, or resist?",
                name(by),
                deed(what).unwrap_or("a blow")
            )
        }
        // What that is its own side reads with the answer: the question is heard by all.
        Ask::Fire { on } if on == who => format!("The moment has come for what {me} has readied. Now, or let it pass?"),
        Ask::Fire { on } => format!("{} sets off what {me} has readied. Now, or let the moment pass?", name(on)),
        Ask::Catch { feet } => format!("{me} falls {feet} feet. Try to catch hold, or fall?"),
        Ask::Limb { by } => format!("{} seizes {me}. Which limb of {me} is bound?", name(by)),
        Ask::Next { .. } => format!("What strikes {me} next?"),
        Ask::Part { from } => format!("{me} steps out of the space of {}. Where to?", name(from)),
    }
}

/// What somebody has readied, as one would write it.
pub fn readied(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<String> {
    let act = s.creature(who).ready?.act()?;
    said(Asked { g, s, who, ask }, forms::ACTS, &act).map(|view| view.text)
}

/// What a maneuver is called.
pub fn deed(deed: Deed) -> Option<&'static str> {
    Some(match deed {
        Deed::Hit => return None,
        Deed::Push => "a push",
        Deed::Feint => "a feint",
        Deed::Trip => "a trip",
        Deed::Grapple => "a grapple",
        Deed::Disarm(_) => "a disarm",
        Deed::Break(_) => "a break",
    })
}

fn turn_prompt(g: &Setup, s: &State, who: Id) -> String {
    let count = |n: u8| if n == 1 { "1 action".to_owned() } else { format!("{n} actions") };
    let mut text = format!("What does {} do? {} left", g.sheet(who).name, count(turn::left(g, s, who)));
    for beast in turn::commanded(g, s, who) {
        text.push_str(&format!(", {} has {}", g.sheet(beast).name, count(turn::left(g, s, beast))));
    }
    text.push('.');
    text
}

/// `D7`
pub fn label(g: &Setup, cell: Square) -> String {
    skirmish_bookkit::view::label(&g.ground.board, cell)
}

/// What an item is called: numbered where its owner has several alike.
pub fn item_name<'g>(g: &'g Setup, s: &State, at: u8) -> Cow<'g, str> {
    let Some(item) = s.item(at) else { return "nothing".into() };
    let name = &g.weapon(item.weapon).name;
    let alike = |other: &&crate::model::Item| other.owner == item.owner && other.weapon == item.weapon;
    match s.items.iter().take(usize::from(at)).filter(alike).count() {
        0 => name.into(),
        before => format!("{name}-{}", before + 1).into(),
    }
}

/// The name of an item in an event, which knows no state: items stand in the order of the sheets.
pub fn item_named(g: &Setup, at: u8) -> &str {
    let weapon = g.sheets.iter().flat_map(|sheet| sheet.arms.iter().copied()).nth(usize::from(at));
    &g.weapon(weapon.unwrap_or(0)).name
}

/// What somebody strikes with.
pub fn arm_name<'g>(g: &'g Setup, s: &State, arm: Arm) -> Cow<'g, str> {
    match arm {
        Arm::Unarmed => (&g.weapon(0).name).into(),
        Arm::Item(at) => item_name(g, s, at),
    }
}

/// The same in an event.
pub fn arm_named(g: &Setup, arm: Arm) -> &str {
    match arm {
        Arm::Unarmed => &g.weapon(0).name,
        Arm::Item(at) => item_named(g, at),
    }
}

/// What somebody has on, in an event.
pub fn carried_named(g: &Setup, what: Carried) -> &str {
    match what {
        Carried::Item(at) => item_named(g, at),
        Carried::Armour => "armour",
    }
}

/// A thing on the map.
pub fn thing_named(g: &Setup, at: u8) -> &str {
    g.things.get(usize::from(at)).map_or("", |thing: &Thing| &thing.name)
}
