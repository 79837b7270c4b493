//! Events as a person would tell them.

mod tell;
#[cfg(test)]
mod tests;

use skirmish_kernel::{Id, Ids};

use crate::model::{Act, Attack, Bar, Drawn, Event, Harm, Mode, Nature, Row, Setup, Spot, Stance};
use crate::rules::judge::usual_spot;
use crate::text::words::{capital, lays_open, names, row_word};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let ability = |index: &u8| g.ability(*index).name.as_str();
    match event {
        // Where the battle stands is said above every line.
        Event::Round { .. } | Event::Segment { .. } | Event::SegmentOver { .. } => String::new(),
        Event::RoundOver { held: true } => "What was held back until now is lost.".into(),
        Event::RoundOver { .. } => String::new(),
        Event::Ambushes { who } => format!("{} means to strike out of ambush.", name(who)),
        Event::Surprised { who, reacts: true, .. } => format!("{} is not surprised.", name(who)),
        Event::Surprised { who, .. } => format!("{} is surprised, and can do nothing.", name(who)),
        Event::AmbushOff => "Nobody has struck out of the ambush: nobody is surprised any more.".into(),
        Event::SurpriseOver => "The surprise is over.".into(),
        Event::OnGuard { who, skill } => format!("{} goes On-Guard with {}.", name(who), ability(skill)),
        Event::General { who, mode, held, points } => general(name(who), mode.word(), *held, *points),
        Event::GeneralOver { who } => format!("{}'s general defence is over.", name(who)),
        Event::Unseen { event, .. } => narrate(g, event),
        Event::Stanced { who, stance, on_guard, .. } => stanced(name(who), *stance, *on_guard),
        Event::Trades { who, trades, waits } => trade(g, *who, *trades, *waits),
        Event::Began { who, act: Act::Stop, .. } => format!("{} does nothing more in this segment.", name(who)),
        // What comes of it says what it was.
        Event::Began { .. } => String::new(),
        Event::Declared { by, attack, .. } => declared(g, *by, *attack),
        Event::Exchange { first, second } => {
            format!("{} and {} go for each other at the same moment.", name(first), name(second))
        }
        Event::Answers { who, to } => format!("{} answers {}.", name(who), name(to)),
        Event::LetsBe { who, to } => format!("{} leaves {}'s attack unanswered.", name(who), name(to)),
        Event::Struck { by, on, drawn, .. } => struck(name(by), name(on), *drawn),
        Event::Disrupted { who } => format!("{} is struck, and what was under way comes to nothing.", name(who)),
        Event::Rolled { by, hit: true, .. } => format!("{}'s attack is well aimed.", name(by)),
        Event::Rolled { by, on, .. } => format!("{} misses {}.", name(by), name(on)),
        Event::Barred { on, bar } => barred(name(on), *bar),
        Event::Undefended { who } => format!("{} does not defend.", name(who)),
        Event::Defended { who, ability: index, held: true, .. } => {
            format!("{}'s {} stops it.", name(who), ability(index))
        }
        Event::Defended { who, ability: index, .. } => format!("{}'s {} fails.", name(who), ability(index)),
        Event::Guarded { who, held, failed, over } => guarded(g, *who, *held, *failed, *over),
        Event::Harmed { on, harm, rating, loss, changed, .. } => {
            harmed(g, *on, (*harm, rating.total(), *loss), *changed)
        }
        _ => tell::later(g, event),
    }
}

/// `Maud keeps moving: melee attacks on it are 2 worse.`
fn general(who: &str, mode: &str, held: bool, points: u8) -> String {
    match (held, points) {
        (true, 1..) => format!("{who} keeps moving: {mode} attacks are {points} worse."),
        (true, 0) => format!("{who} keeps moving, with no more skill than anybody: {mode} attacks are no worse."),
        (false, _) => format!("{who} keeps moving, but {mode} attacks are no worse for that."),
    }
}

/// `Maud is Ready.`
fn stanced(who: &str, stance: Stance, on_guard: bool) -> String {
    match stance {
        Stance::None => String::new(),
        Stance::Hold => format!("{who} holds back."),
        Stance::Defensive if on_guard => format!("{who} is Defensive, On-Guard."),
        stance => format!("{who} is {}.", capital(stance.word())),
    }
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

/// `Snig takes the opportunity: Perrin lets fly with a foe at hand.`
fn struck(by: &str, on: &str, drawn: Drawn) -> String {
    format!("{by} takes the opportunity: {on} {}.", lays_open(drawn))
}

fn barred(on: &str, bar: Bar) -> String {
    match bar {
        Bar::Aggressive => format!("Both are Aggressive: {on} cannot defend."),
        Bar::Surprised => format!("{on} is surprised, and cannot defend."),
        Bar::Helpless => format!("{on} can do nothing against it."),
        Bar::Spent => format!("{on} has no action left to defend with."),
        Bar::Unanswered => format!("{on} has no defence against such an attack."),
    }
}

/// `Maud's On-Guard has failed 2 times of 3.`
fn guarded(g: &Setup, who: Id, held: bool, failed: u8, over: bool) -> String {
    let (me, most) = (&g.sheet(who).name, g.rules.on_guard_failures);
    match (held, over) {
        (true, _) => String::new(),
        (false, true) => format!("{me}'s On-Guard has failed {failed} times, and is over for this round."),
        (false, false) => format!("{me}'s On-Guard: {failed} of {most} failed."),
    }
}

/// `16 impact against 7: Snig loses 9.`
fn harmed(g: &Setup, on: Id, (harm, rating, loss): (Harm, i32, i16), changed: bool) -> String {
    let (on, harm) = (&g.sheet(on).name, harm.word());
    let gap = if changed { " through the gap" } else { "" };
    let least = g.rules.ruling_damage_floor.max(0);
    match i32::from(loss) {
        0 => format!("{on}'s rating of {rating} against {harm}{gap} holds: nothing is lost."),
        // By a house rule something always gets through: how much it would have been is not known any more.
        loss if loss <= least => {
            format!("{on}'s rating of {rating} against {harm}{gap} nearly holds: {loss} lost.")
        }
        loss => format!("{} {harm}{gap} against {rating}: {on} loses {loss}.", rating.saturating_add(loss)),
    }
}
