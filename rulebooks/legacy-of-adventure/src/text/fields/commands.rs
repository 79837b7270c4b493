//! The game master's commands: bring somebody in, take somebody out, wake, stun or kill somebody, end the fight.

use skirmish_bookkit::fields::{Command, Newcomer, ended_by, other};
use skirmish_kernel::Refusal;

use super::state::change_states;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Creature, Setup, Stage, State, States};
use crate::rules::effects;
use crate::text::encounter::NAMES;
use crate::text::words::{label, parse_cell};

type Row = Command<Legacy>;

/// The book's own edicts.
pub(super) const ALL: &[Row] = &[
    Row::new(
        "add CREATURE as NAME at CELL for SIDE",
        "brings somebody in; it acts from the next round on",
        |g, s, _| {
            join(g, s);
            Ok(())
        },
    )
    .setup(add),
    Row::new("remove NAME", "takes somebody out", |g, s, who| out(g, s, who, States::GONE)),
    Row::new(
        "wake NAME",
        "somebody unconscious or stunned comes to; it has no actions before the next round, unless they are set",
        |g, s, who| {
            let who = other::<Legacy>(g, who)?;
            let mut states = s.creature(who).states;
            states.set(States::UNCONSCIOUS, false);
            states.set(States::STUNNED, false);
            change_states(g, s, who, states)
        },
    ),
    Row::new("stun NAME", "somebody can do nothing until the round is over", |g, s, who| {
        let who = other::<Legacy>(g, who)?;
        refuse_if!(!s.is_up(who), "{} is out of the fight", g.sheet(who).name);
        s.creature_mut(who).states.set(States::STUNNED, true);
        Ok(())
    }),
    Row::new("kill NAME", "somebody is dead", |g, s, who| out(g, s, who, States::DEAD)),
    Row::new("end SIDE", "ends the battle; without a side, or for `nobody`, nobody wins", |g, s, words| {
        s.end(ended_by(&g.sides, words)?, rule::RULING_FIGHT_END);
        Ok(())
    }),
];

fn out(g: &Setup, s: &mut State, who: &str, state: States) -> Result<(), Refusal> {
    effects::out(g, s, other::<Legacy>(g, who)?, state);
    Ok(())
}

fn add(g: &mut Setup, s: &State, words: &str) -> Result<(), Refusal> {
    let creatures = g.creatures.iter().map(|known| known.name.as_str());
    let taken = g.sheets.iter().map(|sheet| sheet.name.as_str());
    let example = "add wolf as Fang at D7 for wolves";
    let new = Newcomer::read(words, example, creatures, &g.sides, &NAMES, taken)?;
    let cell = parse_cell(g, new.cell)?;
    if g.ground.terrain(cell).blocks_move || s.standing_in(cell).is_some() || s.lies_in(cell) {
        return Err(Refusal::because(format!("{} is not free", label(g, cell))));
    }
    let letter = NAMES.letter(new.name, |letter| g.sheets.iter().any(|sheet| sheet.letter == letter));
    let Some(creature) = g.creatures.get(new.creature) else { return Ok(()) };
    let mut sheet = creature.sheet.clone();
    (sheet.name, sheet.side, sheet.at, sheet.letter) = (new.name.to_owned(), new.side, cell, letter);
    g.sheets.push(sheet);
    Ok(())
}

/// A creature for each new sheet; it acts from the next round on, or from the one that is about to begin.
fn join(g: &Setup, s: &mut State) {
    for id in g.ids().skip(s.creatures.len()) {
        s.creatures.push(Creature::new(g, id, g.sheet(id)));
        s.marks.concealed.set(id, g.sheet(id).concealed);
        s.marks.late.set(id, s.stage != Stage::Round);
    }
}
