//! Events as a person would tell them.

use skirmish_kernel::Id;

use crate::model::{Act, Cease, Event, Gait, Setup, Target, What};
use crate::text::words::{act_notation, trigger_words};

/// One line; empty when it is not worth a line of its own.
pub fn narrate(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let ability = |index: &u8| g.ability(*index).name.as_str();
    match event {
        Event::HitPoints { who, hp } => format!("{} has {hp} hit points.", name(who)),
        Event::Begun => "Combat begins.".into(),
        Event::Prompted { who } => format!("{} acts before anybody else knows that there is a fight.", name(who)),
        Event::Sneaked { who, by, unseen: true, .. } => format!("{} goes unseen by {}.", name(who), name(by)),
        Event::Sneaked { who, by, .. } => format!("{} is noticed by {}.", name(who), name(by)),
        Event::Score { who, sixes } => format!("{} rolls {} for initiative.", name(who), count(*sixes, "six", "sixes")),
        // How many there are tells of those who are not to be seen.
        Event::Tie { .. } => "Those who are tied have rolled again.".into(),
        Event::Ranked { order } => {
            let names: Vec<&str> = order.iter().map(&name).collect();
            format!("Order: {}.", names.join(", "))
        }
        Event::Late { who, from, unaware, no_six } => {
            let why = match (unaware, no_six) {
                (true, true) => "unaware, and no six",
                (true, false) => "unaware of any foe",
                _ => "no six",
            };
            format!("{} cannot act before segment {from} ({why}).", name(who))
        }
        Event::Joined { who, place } => format!("{} joins the fight at rank {}.", name(who), place + 1),
        Event::Turn { .. } | Event::Segment { .. } | Event::Round { .. } | Event::RoundOver => String::new(),
        Event::PassedOver { who, late: true, .. } => format!("{} is not ready to act yet.", name(who)),
        Event::PassedOver { .. } | Event::Contact { .. } | Event::Overlaps { .. } => String::new(),
        Event::Flies { who, ability: index, flown, distance } => {
            format!("{}'s {} flies on: {flown} of {distance} hexes.", name(who), ability(index))
        }
        Event::Waits { who, ability: index } => format!("{}'s {} takes effect later.", name(who), ability(index)),
        Event::Initiated { who, act, .. } => initiated(g, *who, act),
        Event::Cooldown { who, ability: index, until } => {
            format!("{} may use {} again from round {until}.", name(who), ability(index))
        }
        Event::RunningFirst { .. } | Event::NoCounter { .. } | Event::NotUndone { .. } => String::new(),
        Event::Launched { who, ability: index, target, penalty, distance, flown, .. } => {
            let range = if *penalty > 0 { format!(", {penalty} worse for the range") } else { String::new() };
            let on_its_way =
                if flown < distance { format!(": {flown} of {distance} hexes flown") } else { String::new() };
            format!("{} launches {} at {}{range}{on_its_way}.", name(who), ability(index), at(g, *target))
        }
        Event::EmptyHex { ability: index, hex, .. } => {
            format!("The {} meets nobody in {}.", ability(index), g.label(*hex))
        }
        Event::Countered { who, act, against } => {
            format!("{} will counter {} with {} on their own turn.", name(who), name(against), act_notation(g, act))
        }
        Event::Declined { who, .. } => format!("{} does not counter.", name(who)),
        Event::CounterLost { who } => format!("{} can no longer carry out the counter.", name(who)),
        Event::Released { who, ability: index, target } => {
            format!("The held {} of {} is resolved against {}.", ability(index), name(who), name(target))
        }
        Event::Reacted { who, score, .. } => format!("{} uses their Reaction: defence {score}.", name(who)),
        Event::Spoiled { who } => format!("{} dodges: the attack is at disadvantage.", name(who)),
        Event::NoLine { who, target } => {
            format!("No line from {} to {} is left: the attack fails.", name(who), name(target))
        }
        Event::MissedInSight { who, target, .. } => format!("{} misses {} unseen.", name(who), name(target)),
        Event::Missed { who, target } => format!("{} misses {}.", name(who), name(target)),
        Event::Hit { who, target, damage, .. } => format!("{} hits {} for {damage}.", name(who), name(target)),
        Event::Location { target, place } => format!("It strikes {} in the {place}.", name(target)),
        Event::Lost { who, hp, .. } => format!("{} has {hp} hit points left.", name(who)),
        Event::Down { who } => format!("{} falls.", name(who)),
        Event::FlightLost { who } => format!("An attack of {} has lost its target.", name(who)),
        Event::Pushed { who, hexes, left, to, .. } => {
            let more = if *left > 0 { format!(", {left} to come") } else { String::new() };
            format!("{} is pushed {} to {}{more}.", name(who), count(*hexes, "hex", "hexes"), g.label(*to))
        }
        Event::PushStopped { who, .. } => format!("Something stops {}.", name(who)),
        Event::Suspended { who } => format!("{} cannot move until the push is over.", name(who)),
        Event::Inflicted { who, kind, until: Some(until) } => {
            format!("{} is {} until {}.", name(who), kind.word(), until)
        }
        Event::Inflicted { who, kind, until: None } => format!("{} is {}.", name(who), kind.word()),
        Event::Ended { who, kind } => format!("{} is no longer {}.", name(who), kind.word()),
        Event::Bled { who, loss } => format!("{} bleeds for {loss}.", name(who)),
        Event::Checked { who, stat, dc, passed } => {
            format!("{} {} a {} check against {dc}.", name(who), passes(*passed), stat.word())
        }
        Event::Skilled { who, difficulty, passed } => {
            format!("{} {} a Stealth check against {difficulty}.", name(who), passes(*passed))
        }
        Event::Moved { who, hexes: 0, .. } => format!("{} stays in place.", name(who)),
        Event::Moved { who, gait, hexes, to, .. } => {
            format!("{} {} {} to {}.", name(who), goes(*gait), count(*hexes, "hex", "hexes"), g.label(*to))
        }
        Event::Forfeits { who, gait } => format!("{} gives up the rest of the {}.", name(who), gait.word()),
        Event::StoodUp { who } => format!("{} is up again.", name(who)),
        Event::Braced { who } => format!("{} is braced for the rest of the round.", name(who)),
        Event::Readied { who, trigger } => format!("{} waits: {}.", name(who), trigger_words(g, *trigger)),
        Event::Triggered { who, fires: true } => format!("{} acts now.", name(who)),
        Event::Triggered { who, .. } => format!("{} keeps waiting.", name(who)),
        Event::Lapsed { who, too_dear: true } => format!("{} can no longer do what was readied.", name(who)),
        Event::Lapsed { who, .. } => format!("{} has waited in vain.", name(who)),
        Event::Traded { who, risen: 0, .. } => {
            format!("{} gives up what is unused, and leads already.", name(who))
        }
        Event::Traded { who, risen, .. } => {
            format!("{} gives up what is unused: {} up.", name(who), count(*risen, "rank", "ranks"))
        }
        Event::Topped { who } => format!("{} will act first when the next round begins.", name(who)),
        Event::Rises { ability: index, hexes, all, who } => {
            format!("{} of {} hexes of {}'s {} appear.", hexes, all, name(who), ability(index))
        }
        Event::Vanishes { who, ability: index } => format!("{}'s {} is gone.", name(who), ability(index)),
        Event::Ceased { who, how } => match how {
            Cease::Surrender => format!("{} surrenders.", name(who)),
            Cease::Flee => format!("{} flees.", name(who)),
            Cease::Stop => format!("{} stops fighting.", name(who)),
        },
        Event::Over => "The fight is over.".into(),
        Event::Bound { who, hours, dc } => {
            format!(
                "{} has kept the binding up for {}; the next check is against {dc}.",
                name(who),
                count(*hours, "hour", "hours")
            )
        }
        Event::StopsBinding { who, failed: true } => format!("{} cannot go on binding.", name(who)),
        Event::StopsBinding { who, .. } => format!("{} stops binding.", name(who)),
        Event::Rested { who } => format!("{} rests for the night.", name(who)),
    }
}

fn count(n: impl Into<u64>, one: &str, many: &str) -> String {
    let n = n.into();
    if n == 1 { format!("1 {one}") } else { format!("{n} {many}") }
}

fn passes(yes: bool) -> &'static str {
    if yes { "passes" } else { "fails" }
}

fn at(g: &Setup, target: Target) -> String {
    match target {
        Target::Creature(id) => g.sheet(id).name.clone(),
        Target::Hex(hex) | Target::To(hex) | Target::Row(hex, _) => g.label(hex),
        Target::Nothing => "nobody".into(),
    }
}

/// Attacks are told when they are launched, structures when they appear, movement when it is done.
fn initiated(g: &Setup, who: Id, act: &Act) -> String {
    let name = &g.sheet(who).name;
    match act.what {
        What::Ability(index) if g.ability(index).offensive.is_some() => String::new(),
        What::Ability(_) => format!("{name} uses {}.", act_notation(g, act)),
        What::Go(_) | What::Stand | What::Brace => String::new(),
    }
}

fn goes(gait: Gait) -> &'static str {
    match gait {
        Gait::Move => "moves",
        Gait::Dash => "dashes",
        Gait::Dodge => "dodges",
        Gait::Swim => "swims",
        Gait::Step => "steps",
    }
}
