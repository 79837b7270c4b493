//! Events as a person would tell them, where their row does not say it.

#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_kernel::{Id, Ids};

use crate::model::{Attack, Event, Mode, Nature, Row, Setup, Spot};
use crate::rules::judge::usual_spot;
use crate::text::words::{names, row_word};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    event.told(g).unwrap_or_else(|| match event {
        Event::Unseen { event, .. } => narrate(g, event),
        Event::Trades { who, trades, waits } => trade(g, *who, *trades, *waits),
        Event::Declared { by, attack, .. } => declared(g, *by, *attack),
        // Where the battle stands is said above every line.
        _ => String::new(),
    })
}

/// `Maud answers Snig blow for blow, and lets Nab finish first.`
fn trade(g: &Setup, who: Id, trades: Ids, waits: Ids) -> String {
    let (me, answers, lets) = (&g.sheet(who).name, names(g, trades), names(g, waits));
    match (trades.is_empty(), waits.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("{me} answers {answers} blow for blow."),
        (true, false) => format!("{me} lets {lets} finish first."),
        (false, false) => format!("{me} answers {answers} blow for blow, and lets {lets} finish first."),
    }
}

/// `Maud strikes at Snig with arming-sword, at the head.`
fn declared(g: &Setup, by: Id, attack: Attack) -> String {
    let (me, on) = (&g.sheet(by).name, &g.sheet(attack.on).name);
    let Some(row) = g.row(by, attack.row) else { return format!("{me} attacks {on}.") };
    let place = if attack.spot == usual_spot(g, row) { String::new() } else { place(attack.spot) };
    format!("{me} {}{place}.", how(g, by, row, on))
}

/// `strikes at Snig with arming-sword`
fn how(g: &Setup, by: Id, row: &Row, on: &str) -> String {
    let ability = &g.ability(row.ability).name;
    let natural = row.weapon.is_some_and(|weapon| g.weapon(weapon).natural);
    let weapon = row_word(g, by, row);
    match (weapon, row.mode) {
        (Some(weapon), _) if row.thrown => format!("throws {weapon} at {on}"),
        (Some(weapon), Mode::Ranged) => format!("shoots at {on} with {weapon}"),
        (Some(weapon), Mode::Melee) if natural => format!("strikes at {on} with the {weapon}"),
        (Some(weapon), Mode::Melee) => format!("strikes at {on} with {weapon}"),
        (None, _) if row.leaps => format!("is upon {on} with a leap"),
        (None, _) if row.nature == Nature::Magic => format!("casts {ability} at {on}"),
        (None, _) => format!("turns {ability} on {on}"),
    }
}

/// `, at the head`
fn place(spot: Spot) -> String {
    match spot {
        Spot::Whole => String::new(),
        Spot::Arm | Spot::Appendage => format!(", at an {}", spot.word()),
        Spot::Leg | Spot::Joint => format!(", at a {}", spot.word()),
        Spot::Torso | Spot::Head | Spot::Vitals => format!(", at the {}", spot.word()),
        Spot::Vulnerability => ", where the armour has a gap".into(),
        Spot::Weapon(_) => ", at what that one has in hand".into(),
    }
}
