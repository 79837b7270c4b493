//! Questions in words: what the person who is asked needs to know, and nothing that a foe keeps to itself.

use skirmish_kernel::Id;

use super::{capital, names, plural};
use crate::catalogue::{RulingOpportunityFree, RulingTradeMany};
use crate::model::{Ask, Gait, Incoming, Mode, Setup, Stance, State};
use crate::rules::movement;

/// `3 actions left`
fn actions_left(s: &State, who: Id) -> String {
    match s.creature(who).actions {
        0 => "no action left".into(),
        left => format!("{} left", plural(left, "action")),
    }
}

/// A question in words.
pub fn prompt(g: &Setup, s: &State, who: Id, ask: &Ask) -> String {
    let me = g.sheet(who).name.as_str();
    let (left, own) = (actions_left(s, who), plural(s.creature(who).actions, "action"));
    match *ask {
        Ask::Ambush => format!("{me} lies unseen. Strike out of ambush in this round?"),
        Ask::OnGuard => format!("Does {me} go On-Guard? It costs {} of {own}", g.rules.on_guard_actions),
        Ask::General => {
            format!("Does {me} announce a general defence? It costs {} of {own}", g.rules.general_defend_actions)
        }
        Ask::Stance => format!("{me}'s stance for the {} segment ({left})?", segment(s)),
        Ask::Trade { foes } => {
            if foes.len() == 1 {
                format!("{me} is Ready ({left}). Answer {} blow for blow, or let them finish first?", names(g, foes))
            } else {
                let all = names(g, foes);
                format!("{me} is Ready ({left}). Whom to answer blow for blow: {all}? The others finish first")
            }
        }
        Ask::Act => {
            format!("{me}'s {} in the {} segment ({}{left}). What next?", turn(g, s), segment(s), stance(s, who))
        }
        Ask::Exchange { with, .. } => {
            let foe = seen_name(g, s, who, with);
            format!("{foe} attacks {me}, and both are Aggressive. Does {me} strike at the same moment ({left})?")
        }
        Ask::Answer { to } => {
            format!("{} has attacked {me}. Does {me} strike back ({left})?", seen_name(g, s, who, to))
        }
        Ask::Path { gait, most } => path(g, s, who, gait, most),
        Ask::Opportunity { on, drawn } => {
            let free = g.rules.ruling_opportunity_free == RulingOpportunityFree::On;
            let cost = if free { "for nothing".to_owned() } else { format!("for 1 action ({left})") };
            format!("{} {}. Does {me} strike {cost}?", seen_name(g, s, who, on), drawn.lays_open())
        }
        Ask::Defend(incoming) => format!("{} How does {me} meet it ({})?", coming(g, s, &incoming), means(g, s, who)),
        Ask::Keep { serial } => {
            let running = s.effects.iter().find(|running| running.serial == serial);
            let what = running.map_or("what is kept up", |running| g.ability(running.ability).name.as_str());
            format!("{me}'s {what} is in danger. Does {me} try to keep it, or let it go?")
        }
    }
}

fn segment(s: &State) -> String {
    capital(s.segment.word())
}

/// `act`, and which pass it is from the second on.
fn turn(g: &Setup, s: &State) -> String {
    let passes = g.rules.ruling_trade_many == RulingTradeMany::Passes;
    if passes && s.pass > 0 { format!("act of pass {}", u32::from(s.pass) + 1) } else { "act".into() }
}

/// Its own stance, which it has shown.
fn stance(s: &State, who: Id) -> String {
    match s.creature(who).stance {
        Stance::None => String::new(),
        stance => format!("{}, ", capital(stance.word())),
    }
}

/// A name, unless whoever is asked cannot see who it is. (`ruling.concealment`)
fn seen_name(g: &Setup, s: &State, who: Id, other: Id) -> String {
    let unseen = s.marks.concealed.has(other) && g.opposed(who, other);
    if unseen { "Somebody unseen".into() } else { g.sheet(other).name.clone() }
}

fn path(g: &Setup, s: &State, who: Id, gait: Gait, most: u16) -> String {
    let me = &g.sheet(who).name;
    let left = actions_left(s, who);
    match gait {
        Gait::Walk => {
            let rate = movement::rate(g, s, who);
            format!("Where does {me} go? Up to {most} yards, {rate} to an action ({left})")
        }
        Gait::Disengage { .. } => format!("Where does {me} draw back to? Up to {most} yards"),
        Gait::Charge { attack, .. } => {
            format!("From where does {me} strike at {}? Up to {most} yards", g.sheet(attack.on).name)
        }
        Gait::Pounce { attack } => {
            format!("Where does {me} land to strike at {}? Up to {most} yards", g.sheet(attack.on).name)
        }
    }
}

/// `Ogre's battle-sword is about to land on Ann.`
fn coming(g: &Setup, s: &State, incoming: &Incoming) -> String {
    let on = &g.sheet(incoming.on).name;
    if s.marks.concealed.has(incoming.by) && g.opposed(incoming.by, incoming.on) {
        return match incoming.mode {
            Mode::Melee => format!("A blow out of nowhere is about to land on {on}."),
            Mode::Ranged => format!("A shot out of nowhere is about to land on {on}."),
        };
    }
    let by = &g.sheet(incoming.by).name;
    let what = g.row(incoming.by, incoming.row).map_or("attack", |row| match row.weapon {
        Some(weapon) => g.weapon(weapon).name.as_str(),
        None => g.ability(row.ability).name.as_str(),
    });
    format!("{by}'s {what} is about to land on {on}.")
}

/// `3 actions left; On-Guard with block, 1 of 3 failed`
fn means(g: &Setup, s: &State, who: Id) -> String {
    let left = actions_left(s, who);
    match s.creature(who).guard {
        Some(guard) if !guard.over => {
            let (skill, most) = (&g.ability(guard.skill).name, g.rules.on_guard_failures);
            format!("{left}; On-Guard with {skill}, {} of {most} failed", guard.failed)
        }
        _ => left,
    }
}
