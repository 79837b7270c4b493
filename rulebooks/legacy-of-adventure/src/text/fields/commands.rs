//! The game master's commands: bring somebody in, take somebody out, wake, stun or kill somebody, end the fight.

use skirmish_bookkit::fields::{Command, ended_by, other};
use skirmish_bookkit::newcomer;
use skirmish_kernel::Refusal;

use super::state::change_states;
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Creature, Setup, Stage, State, States};
use crate::rules::effects;
use crate::text::encounter::NAMES;
use crate::text::words::label;

type Row = Command<Legacy>;

/// The book's own edicts.
pub(super) const ALL: &[Row] = &[
    Row::new("add CREATURE as NAME at CELL for SIDE", "brings somebody in; it acts from the next round on", join)
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
    let sheet = newcomer!(g, NAMES, words, "add wolf as Fang at D7 for wolves")?;
    let (cell, closed) = (sheet.at, g.ground.terrain(sheet.at).blocks_move);
    refuse_if!(closed || s.standing_in(cell).is_some() || s.lies_in(cell), "{} is not free", label(g, cell));
    g.sheets.push(sheet);
    Ok(())
}

/// A creature for each new sheet; it acts from the next round on, or from the one that is about to begin.
fn join(g: &Setup, s: &mut State, _: &str) -> Result<(), Refusal> {
    for id in g.ids().skip(s.creatures.len()) {
        s.creatures.push(Creature::new(g, id, g.sheet(id)));
        s.marks.concealed.set(id, g.sheet(id).concealed);
        s.marks.late.set(id, s.stage != Stage::Round);
    }
    Ok(())
}
