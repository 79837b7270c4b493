//! The game master's commands: bring somebody in, take somebody out, wake, stun or kill somebody, end the fight.

use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Refusal, Side};

use super::set::change_states;
use crate::Legacy;
use crate::effects;
use crate::rules::rule;
use crate::setup::Setup;
use crate::state::{Creature, Stage, State, States};
use crate::words::{label, parse_cell};

/// The book's own edicts, as people write them, each with what it does.
pub const EDICTS: &[(&str, &str)] = &[
    ("add CREATURE as NAME at CELL for SIDE", "brings somebody in; it acts from the next round on"),
    ("remove NAME", "takes somebody out"),
    (
        "wake NAME",
        "somebody unconscious or stunned comes to; it has no actions before the next round, unless they are set",
    ),
    ("stun NAME", "somebody can do nothing until the round is over"),
    ("kill NAME", "somebody is dead"),
    ("end SIDE", "ends the battle; without a side, or for `nobody`, nobody wins"),
];

const VERBS: [&str; 6] = ["add", "remove", "wake", "stun", "kill", "end"];

/// The part of a command that changes the list of combatants.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn command_on_setup(g: &mut Setup, s: &State, verb: &str, words: &str) -> Result<(), Refusal> {
    if verb != "add" {
        return Ok(());
    }
    let words: Vec<&str> = words.split_whitespace().collect();
    let [creature, "as", name, "at", cell, "for", side] = words.as_slice() else {
        return Err(Refusal::because("write `add wolf as Fang at D7 for wolves`"));
    };
    if g.sheets.len() >= Id::MOST {
        return Err(Refusal::because("there are as many combatants as a battle can hold"));
    }
    crate::encounter::NAMES.check(name).map_err(Refusal::because)?;
    if g.sheets.iter().any(|sheet| sheet.name.eq_ignore_ascii_case(name)) {
        return Err(Refusal::because(format!("somebody is called {name} already")));
    }
    let known = || g.creatures.iter().map(|known| known.name.as_str());
    let found = complete(creature, known()).ok().and_then(|name| g.creatures.iter().find(|known| known.name == name));
    let found = found.ok_or_else(|| {
        Refusal::because(format!("there is no creature `{}`{}", short(creature), did_you_mean(creature, known())))
    })?;
    let mut sheet = found.sheet.clone();
    let at = g.sides.iter().position(|known| known == side).and_then(|at| u8::try_from(at).ok());
    let side = at.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?;
    let cell = parse_cell(g, cell)?;
    if g.ground.terrain(cell).blocks_move || s.standing_in(cell).is_some() || s.lies_in(cell) {
        return Err(Refusal::because(format!("{} is not free", label(g, cell))));
    }
    sheet.name = (*name).to_owned();
    sheet.side = Side(side);
    sheet.at = cell;
    sheet.letter = crate::encounter::NAMES.letter(name, |letter| g.sheets.iter().any(|sheet| sheet.letter == letter));
    g.sheets.push(sheet);
    Ok(())
}

/// The part of a command that changes the state.
///
/// # Errors
/// Why it cannot be done.
pub fn command(g: &Setup, s: &mut State, verb: &str, words: &str) -> Result<(), Refusal> {
    let somebody = || skirmish_kernel::combatant::<Legacy>(g, words.trim());
    match verb {
        "add" => {
            join(g, s);
            Ok(())
        }
        "remove" => {
            effects::out(g, s, somebody()?, States::GONE);
            Ok(())
        }
        "kill" => {
            effects::out(g, s, somebody()?, States::DEAD);
            Ok(())
        }
        "wake" => {
            let who = somebody()?;
            let mut states = s.creature(who).states;
            states.set(States::UNCONSCIOUS, false);
            states.set(States::STUNNED, false);
            change_states(g, s, who, states)
        }
        "stun" => {
            let who = somebody()?;
            if !s.is_up(who) {
                return Err(Refusal::because(format!("{} is out of the fight", g.sheet(who).name)));
            }
            s.creature_mut(who).states.set(States::STUNNED, true);
            Ok(())
        }
        "end" => {
            let side = g.sides.iter().position(|side| side == words).and_then(|at| u8::try_from(at).ok());
            if side.is_none() && !matches!(words, "" | "nobody" | "truce") {
                return Err(Refusal::because(format!("the sides are {}", g.sides.join(", "))));
            }
            s.end(side.map(Side), rule::RULING_FIGHT_END);
            Ok(())
        }
        _ => Err(Refusal::because(format!(
            "`{}` is no command{} They are {}; or set a field: `Ogre.hits = 12`",
            short(verb),
            did_you_mean(verb, VERBS),
            VERBS.join(", ")
        ))),
    }
}

/// A creature for each new sheet; it acts from the next round on, or from the one that is about to begin.
fn join(g: &Setup, s: &mut State) {
    for id in g.ids().skip(s.creatures.len()) {
        s.creatures.push(Creature::new(g, id, g.sheet(id)));
        s.marks.concealed.set(id, g.sheet(id).concealed);
        s.marks.late.set(id, s.stage != Stage::Round);
    }
}
