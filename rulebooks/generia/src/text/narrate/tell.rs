//! The second half of what there is to tell: what comes of attacks, spells and steps.

use skirmish_kernel::Id;

use crate::model::{Ending, Event, Kind, Setup};
use crate::text::words::{arm_name, label};

/// Everything after the wounds.
pub fn later(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let ability = |index: &u8| g.ability(*index).name.as_str();
    match event {
        Event::Penalised { on, points: 0, .. } => format!("{}'s next defence is no worse.", name(on)),
        Event::Penalised { on, points, .. } => format!("{}'s next defence is {points} worse.", name(on)),
        // The reaction that it is says as much.
        Event::Countered { .. } => String::new(),
        Event::Reacted { who, ability: index, .. } => format!("{} reacts with {}.", name(who), ability(index)),
        Event::Guarded { who, kind } => {
            format!("{} has advantage on every {} of this turn.", name(who), kind.word())
        }
        Event::Inflicted { .. }
        | Event::Doubled { .. }
        | Event::Ended { .. }
        | Event::Lasts { .. }
        | Event::Eased { .. }
        | Event::Ongoing { .. } => condition(g, event),
        Event::Grappled { by, on } => format!("{} seizes {}.", name(by), name(on)),
        Event::LetGo { by, on, kept: true } => format!("{} lets {} go.", name(by), name(on)),
        Event::LetGo { by, on, .. } => format!("{} loses the hold of {}.", name(by), name(on)),
        Event::Cast { who, ability: index, level, focus, .. } => cast(g, *who, *index, *level, *focus),
        Event::Saved { who, saved, .. } => {
            format!("{} {} the check.", name(who), if *saved { "makes" } else { "fails" })
        }
        Event::Unharmed { who } => format!("{} is not harmed.", name(who)),
        Event::Healed { who, points, wounds: 0 } => format!("{} is healed for {points}: no wound closes.", name(who)),
        Event::Healed { who, points, wounds } => {
            let wounds = if *wounds == 1 { "one light wound".to_owned() } else { format!("{wounds} light wounds") };
            format!("{} is healed for {points}: {wounds} fewer.", name(who))
        }
        Event::Ritual { who, ability: index, held: true } => {
            format!("{} holds a ritual: {}.", name(who), ability(index))
        }
        Event::Ritual { who, ability: index, .. } => {
            format!("{} can no longer hold the ritual: {}.", name(who), ability(index))
        }
        Event::Spread { who, ability: index, .. } => format!("{}'s {} covers the ground.", name(who), ability(index)),
        Event::Touched { who, ability: index, .. } => format!("{} is caught by {}.", name(who), ability(index)),
        Event::Concentrates { who, ability: index } => format!("{} keeps {} up.", name(who), ability(index)),
        Event::KeepsUp { who } => format!("{} keeps up the concentration.", name(who)),
        Event::LetsEnd { who, ability: index, how: Ending::Broken, .. } => {
            format!("{} loses {}.", name(who), ability(index))
        }
        Event::LetsEnd { who, ability: index, how: Ending::ByReaction, .. } => {
            format!("{} lets {} go, for a reaction.", name(who), ability(index))
        }
        Event::LetsEnd { who, ability: index, .. } => format!("{}'s {} ends.", name(who), ability(index)),
        _ => on_foot(g, event),
    }
}

fn on_foot(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Moved { who, to, metres, cost, sprint, .. } => {
            let how = if *sprint { "sprints" } else { "moves" };
            // Whoever is slowed or afraid pays more than the way is long.
            let cost = if cost > metres { format!(", for {cost} m of movement") } else { String::new() };
            format!("{} {how} {metres} m to {}{cost}.", name(who), label(g, *to))
        }
        Event::Freely { who, rule: crate::catalogue::rule::PARRY_OPTION_MOVE } => format!("{} steps away.", name(who)),
        Event::Stepped { who, to, metres, .. } => {
            format!("{} goes {metres} m to {}.", name(who), label(g, *to))
        }
        Event::Teleported { who, to } => format!("{} is gone, and stands in {}.", name(who), label(g, *to)),
        Event::Jumped { who, to, landed: true, balance: true, .. } => {
            format!("{} lands well in {}.", name(who), label(g, *to))
        }
        Event::Jumped { who, to, landed: true, .. } => format!("{} lands in {}, unsteady.", name(who), label(g, *to)),
        Event::Jumped { who, .. } => format!("{} does not make the jump.", name(who)),
        Event::Fell { who, metres, eased, points, .. } => {
            let eased = if *eased { " and lands well" } else { "" };
            format!("{} falls {metres} m{eased}: {points} damage.", name(who))
        }
        Event::Mounted { who, mount, on: true } => format!("{} mounts {}.", name(who), name(mount)),
        Event::Mounted { who, mount, .. } => format!("{} gets off {}.", name(who), name(mount)),
        Event::Swapped { who, arm, .. } => format!("{} takes {} in hand.", name(who), arm_name(g, *who, *arm)),
        Event::Detected { who, by, noticed: true } => format!("{} notices what {} does.", name(who), name(by)),
        Event::Detected { who, by, .. } => format!("{} notices nothing of what {} does.", name(who), name(by)),
        Event::Sneaked { who, past, unseen: true } => format!("{} goes past {} unseen.", name(who), name(past)),
        Event::Sneaked { who, past, .. } => format!("{} is noticed by {}.", name(who), name(past)),
        Event::Backlash { who, points } => {
            format!("What {} has swallowed dissolves: {points} damage.", name(who))
        }
        Event::Dented { who, zone, points } => {
            format!("{}'s armour is {points} worse on the {}.", name(who), zone.word())
        }
        Event::Pushed { who, to } => format!("{} is pushed to {}.", name(who), label(g, *to)),
        Event::Phase { dissolved: 0 } => "A quarter of an hour passes.".into(),
        Event::Phase { .. } => "A quarter of an hour passes: what was conjured is mana again.".into(),
        Event::Over => "The fight is over.".into(),
        _ => String::new(),
    }
}

fn cast(g: &Setup, who: Id, index: u8, level: u8, focus: bool) -> String {
    let (me, ability) = (&g.sheet(who).name, g.ability(index));
    let how = if ability.is_spell() { "casts" } else { "uses" };
    let level = if ability.levels() > 1 { format!(" at level {level}") } else { String::new() };
    let focus = if ability.is_spell() && !focus { ", without a focus" } else { "" };
    format!("{me} {how} {}{level}{focus}.", ability.name)
}

fn condition(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Inflicted { who, kind, value: 0 } => format!("{} is {}.", name(who), kind.word()),
        Event::Inflicted { who, kind, value } => format!("{} is {} {value}.", name(who), kind.word()),
        Event::Doubled { who, kind: Kind::OffBalance } => format!("{} loses balance again.", name(who)),
        Event::Doubled { who, kind } => format!("{} is {} already.", name(who), kind.word()),
        // Told with what ends it: an action, help, or lying on the ground.
        Event::Ended { kind: Kind::OffBalance | Kind::Prone, .. } => String::new(),
        Event::Ended { who, kind } => format!("{} is no longer {}.", name(who), kind.word()),
        Event::Lasts { who, kind } => format!("{} is still {}.", name(who), kind.word()),
        Event::Eased { who, kind, value } => format!("{} is only {} {value} now.", name(who), kind.word()),
        Event::Ongoing { who, kind, points, wounds, .. } => {
            let end = if *wounds { "" } else { " and bears it" };
            match kind {
                Kind::Bleeding => format!("{} bleeds for {points}{end}.", name(who)),
                Kind::Burning => format!("{} burns for {points}{end}.", name(who)),
                _ => format!("{} suffers {points} from being {}{end}.", name(who), kind.word()),
            }
        }
        _ => String::new(),
    }
}
