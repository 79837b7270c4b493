//! The second half of what there is to tell: what comes of attacks, moves and everything else.

use skirmish_kernel::Id;

use crate::model::{Event, Gait, Nature, Parts, Setup, Sought};
use crate::text::words::{arm_name, capital, label};

/// Everything after the damage.
pub fn later(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    let ability = |index: &u8| g.ability(*index).name.as_str();
    let arm = |who: &Id, arm: &u8| arm_name(g, *who, *arm);
    match event {
        Event::Damaged { who } => format!("{} is Damaged: everything is harder now.", name(who)),
        Event::Disabled { who, part } => format!("{}'s {} is of no use any more.", name(who), part_word(*part)),
        Event::Saved { who, save, held, .. } => {
            let how = if *held { "makes" } else { "fails" };
            format!("{} {how} the {} save.", name(who), capital(save.word()))
        }
        Event::KnockedOut { who } => format!("{} is knocked out.", name(who)),
        Event::Killed { who } => format!("{} is killed.", name(who)),
        Event::Fell { who, dead: true } => format!("{} falls dead.", name(who)),
        Event::Fell { who, .. } => format!("{} falls unconscious.", name(who)),
        Event::Prone { who } => format!("{} is thrown to the ground.", name(who)),
        Event::Stunned { who } => format!("{} is stunned until the round is over.", name(who)),
        Event::Structural { who, arm: index, held: true, .. } => format!("{}'s {} holds.", name(who), arm(who, index)),
        Event::Structural { who, arm: index, .. } => format!("{}'s {} breaks.", name(who), arm(who, index)),
        Event::Gripped { who, arm: index, held: true } => format!("{} keeps hold of {}.", name(who), arm(who, index)),
        Event::Gripped { who, arm: index, .. } => format!("{} loses the grip on {}.", name(who), arm(who, index)),
        Event::Dropped { who, arm: index } => format!("{}'s {} falls to the ground.", name(who), arm(who, index)),
        Event::Concentrated { who, ability: index, held: true, .. } => {
            format!("{} keeps {} up.", name(who), ability(index))
        }
        Event::Concentrated { who, ability: index, .. } => format!("{} loses {}.", name(who), ability(index)),
        Event::LetEnd { who, ability: index } => format!("{} lets {} go.", name(who), ability(index)),
        Event::Woke { who } => format!("{} wakes up.", name(who)),
        Event::Yielded { who } => format!("{} gives up.", name(who)),
        Event::Over => "The fight is over.".into(),
        _ => on_foot(g, event),
    }
}

/// `other arm`
fn part_word(part: Parts) -> &'static str {
    Parts::ALL.iter().find(|(known, _)| *known == part).map_or("body", |(_, word)| word)
}

/// Moves, and what is done in one's turn besides attacks.
fn on_foot(g: &Setup, event: &Event) -> String {
    let name = |id: &Id| g.sheet(*id).name.as_str();
    match event {
        Event::Rushes { who, on, skilled: true } => format!("{} charges at {}, guard up.", name(who), name(on)),
        Event::Rushes { who, on, .. } => format!("{} charges at {}, careless of defence.", name(who), name(on)),
        Event::Stepped { who, to, disengages: true } => {
            format!("{} steps to {}, out of every foe's reach.", name(who), label(g, *to))
        }
        Event::Stepped { who, to, .. } => format!("{} steps to {}.", name(who), label(g, *to)),
        Event::Moved { who, to, gait, .. } => format!("{} {} {}.", name(who), goes(*gait), label(g, *to)),
        Event::Engages { who, entered: true } => format!("{} comes within a foe's reach.", name(who)),
        Event::Engages { who, .. } => format!("{} has a foe within reach.", name(who)),
        Event::Leaves { who } => format!("{} turns away from a foe.", name(who)),
        Event::Slipped { who, held: true } => format!("{} slips away.", name(who)),
        Event::Slipped { who, .. } => format!("{} does not get away unhindered.", name(who)),
        Event::Bumped { who, into } => format!("{} runs into {}, who was not to be seen.", name(who), name(into)),
        Event::Shown { who } => format!("{} can be seen.", name(who)),
        Event::Found { who, by } => format!("{} finds {}.", name(by), name(who)),
        Event::Searched { who, what, held } => searched(g, *who, *what, *held),
        Event::Hid { who, held: true } => format!("{} hides.", name(who)),
        Event::Hid { who, .. } => format!("{} tries to hide, and is seen all the same.", name(who)),
        Event::Drew { who, arm, picked: true } => format!("{} picks {} up.", name(who), arm_name(g, *who, *arm)),
        Event::Drew { who, arm, .. } => format!("{} takes {} in hand.", name(who), arm_name(g, *who, *arm)),
        Event::Stood { who } => format!("{} gets up.", name(who)),
        Event::Failed { who, ability } => format!("{}'s {} comes to nothing.", name(who), g.ability(*ability).name),
        Event::Mended { who, hits } => {
            format!("{} has {hits} hits back, and the use of every limb.", g.sheet(*who).name)
        }
        Event::Used { who, ability, on } => used(g, *who, *ability, *on),
        _ => String::new(),
    }
}

fn goes(gait: Gait) -> &'static str {
    match gait {
        Gait::Walk => "moves to",
        Gait::Disengage { .. } => "draws back to",
        Gait::Charge { .. } => "runs to",
        Gait::Pounce { .. } => "leaps to",
    }
}

fn searched(g: &Setup, who: Id, what: Sought, held: bool) -> String {
    let me = &g.sheet(who).name;
    let whose = |on: Id| g.sheet(on).name.as_str();
    match (what, held) {
        (Sought::Hidden, true) => format!("{me} looks around with a keen eye."),
        (Sought::Hidden, false) => format!("{me} looks around, and sees nothing new."),
        (Sought::Vitals(on), true) => format!("{me} sees where {} can be killed.", whose(on)),
        (Sought::Vitals(on), false) => format!("{me} does not see where {} can be killed.", whose(on)),
        (Sought::Vulnerability(on), true) => format!("{me} finds where {} is least covered.", whose(on)),
        (Sought::Vulnerability(on), false) => format!("{me} does not find where {} is least covered.", whose(on)),
    }
}

/// `Ysolde casts ward on Maud.`
fn used(g: &Setup, who: Id, ability: u8, on: Id) -> String {
    let (me, known) = (&g.sheet(who).name, g.ability(ability));
    let how = if known.nature == Nature::Magic { "casts" } else { "uses" };
    let on = if on == who { String::new() } else { format!(" on {}", g.sheet(on).name) };
    format!("{me} {how} {}{on}.", known.name)
}
