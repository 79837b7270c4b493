//! The game master's commands.

use skirmish_bookkit::fields::{Command, ended_by, other};
use skirmish_bookkit::{newcomer, refuse_if};
use skirmish_kernel::{Outcome, Refusal};

use crate::catalogue::rule;
use crate::model::{Creature, Fragments, Item, Plight, Setup, State};
use crate::rules::{bodies, conditions, ground, items};
use crate::text::encounter::NAMES;
use crate::text::words::label;

/// The book's own edicts.
pub(super) const ALL: &[Command<Fragments>] = &[
    Command {
        form: "add CREATURE as NAME at CELL for SIDE",
        about: "brings somebody in, who throws for initiative as the next round begins",
        setup: Some(add),
        state: join,
    },
    Command {
        form: "remove NAME",
        about: "takes somebody out",
        setup: None,
        state: |g, s, who| {
            let who = other::<Fragments>(g, who)?;
            s.creature_mut(who).plights.set(Plight::Gone, true);
            conditions::settle(g, s, who);
            Ok(())
        },
    },
    Command {
        form: "rest NAME",
        about: "a rest: all hit points and all Energy are back, and nothing bleeds",
        setup: None,
        state: |g, s, who| {
            let who = other::<Fragments>(g, who)?;
            let (hp, energy) = (g.sheet(who).max_hp, g.sheet(who).max_energy);
            if s.creature(who).is(Plight::Dead) {
                return Err(Refusal::by(rule::DEAD, "the dead do not rest"));
            }
            let creature = s.creature_mut(who);
            (creature.hp, creature.energy, creature.bleed_penalty) = (hp, energy, 0);
            [Plight::Bleeding, Plight::Unconscious, Plight::OnFire]
                .into_iter()
                .for_each(|plight| creature.plights.set(plight, false));
            conditions::settle(g, s, who);
            Ok(())
        },
    },
    Command {
        form: "end SIDE",
        about: "ends the battle; without a side nobody wins",
        setup: None,
        state: |g, s, words| {
            s.ended = Some(Outcome { winner: ended_by(&g.sides, words)?, rule: rule::DP_GM });
            Ok(())
        },
    },
];

/// A sheet for the newcomer.
fn add(g: &mut Setup, s: &State, words: &str) -> Result<(), Refusal> {
    let sheet = newcomer!(g, NAMES, words, "add wolf as Fang at D7 for wolves")?;
    let body = bodies::of_size(sheet.size, sheet.at);
    let fits = body.fits(&g.ground.board, |cell| !ground::is_closed(g, cell));
    let free = s.everybody().all(|id| !bodies::body(g, s, id).overlaps(&body));
    refuse_if!(!fits || !free, "there is no room in {}", label(g, sheet.at));
    g.sheets.push(sheet);
    g.derive();
    Ok(())
}

/// A creature for each new sheet, with what it brings.
fn join(g: &Setup, s: &mut State, _: &str) -> Result<(), Refusal> {
    for id in g.ids().skip(s.creatures.len()) {
        s.creatures.push(Creature::new(g, id, g.sheet(id)));
        let brought: Vec<Item> = items::at_beginning(g).into_iter().filter(|item| item.owner == Some(id)).collect();
        s.items.extend(brought);
        conditions::settle(g, s, id);
    }
    Ok(())
}
