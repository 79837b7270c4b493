//! The game master's commands.

use skirmish_bookkit::fields::{Command, ended_by, other, side_called};
use skirmish_bookkit::{newcomer, refuse_if};
use skirmish_kernel::{Outcome, Refusal};

use crate::catalogue::rule;
use crate::model::{Condition, Creature, Lying, MOST_PATCHES, Patch, Setup, Sigil, State};
use crate::rules::{abilities, bodies, dying};
use crate::text::encounter::{Means, NAMES, set_up};
use crate::text::words::label;

type Own = Command<Sigil>;

/// The book's own edicts.
pub(super) const ALL: &[Own] = &[
    Own { setup: Some(add), ..Own::new(ADD, "brings somebody in, who acts from the next round on", join) },
    Own::new("remove NAME", "takes somebody off the map", |g, s, who| {
        dying::be_gone(g, s, other::<Sigil>(g, who)?, Condition::Left);
        Ok(())
    }),
    Own::new("ambush SIDE", "that side is ambushed in the next round", |g, s, side| {
        s.ambush |= 1u64.checked_shl(side_called(&g.sides, side)?.0.into()).unwrap_or(0);
        Ok(())
    }),
    Own::new(LAY, "fire, darkness or silence on squares; radius, height and rounds may be left out", lay),
    Own::new("clear CELL", "whatever lies around that square is gone", |g, s, words| {
        let cell = skirmish_bookkit::answer::cell(&g.ground.board, words)?;
        s.clear_patches(|patch| patch.at == cell);
        Ok(())
    }),
    Own::new("end SIDE", "ends the battle; without a side nobody wins", |g, s, words| {
        s.ended = Some(Outcome { winner: ended_by(&g.sides, words)?, rule: rule::ROUND_REPEAT });
        Ok(())
    }),
];

const ADD: &str = "add CREATURE as NAME at CELL for SIDE";
const LAY: &str = "lay fire 5 in D7 radius 1 height 0 rounds 2";

fn lay(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let known = || Refusal::because("write `lay fire 5 in D7 radius 1 height 0 rounds 2`, or `lay darkness in D7`");
    let words: Vec<&str> = words.split_whitespace().collect();
    let lying = words.first().and_then(|word| Lying::ALL.into_iter().find(|known| known.word() == *word));
    let at = words.iter().position(|word| *word == "in").and_then(|at| words.get(at + 1)).ok_or_else(known)?;
    let number = |key: &str, most: i32| -> Result<i32, Refusal> {
        let Some(at) = words.iter().position(|word| *word == key) else { return Ok(0) };
        let number = words.get(at + 1).and_then(|word| word.parse::<i32>().ok());
        number.filter(|number| (0..=most).contains(number)).ok_or_else(known)
    };
    let strength =
        words.get(1).and_then(|word| word.parse::<i16>().ok()).filter(|strength| (0..=1000).contains(strength));
    let byte = |number: i32| u8::try_from(number).unwrap_or(0);
    let patch = Patch {
        lying: lying.ok_or_else(known)?,
        at: skirmish_bookkit::answer::cell(&g.ground.board, at)?,
        radius: byte(number("radius", 100)?),
        strength: strength.unwrap_or(0),
        height: byte(number("height", 250)?),
        left: byte(number("rounds", 250)?),
        owner: None,
    };
    if s.patches.len() >= MOST_PATCHES {
        return Err(Refusal::because("as much lies on squares as can"));
    }
    s.patches.push(patch);
    Ok(())
}

/// A sheet for the newcomer, and for whomever it may call.
fn add(g: &mut Setup, s: &State, words: &str) -> Result<(), Refusal> {
    let sheet = newcomer!(g, NAMES, words, "add steppe-wolf as Fang at D7 for wolves")?;
    let body = bodies::placed(g, sheet.own.size, sheet.at, 0);
    let free = s.here().all(|id| !bodies::body(g, s, id).overlaps(&body));
    refuse_if!(!bodies::fits(g, sheet.own.size, sheet.at) || !free, "there is no room in {}", label(g, sheet.at));
    g.sheets.push(sheet);
    let who = g.sheets.len() - 1;
    let Setup { sheets, weapons, abilities: all, forms, creatures, .. } = g;
    set_up(sheets, who, Means { weapons, abilities: all, forms, creatures });
    abilities::derive(g);
    Ok(())
}

/// A creature for each new sheet; it has its place in the order from the next round on.
fn join(g: &Setup, s: &mut State, _: &str) -> Result<(), Refusal> {
    for id in g.ids().skip(s.creatures.len()) {
        s.creatures.push(Creature::new(g, id));
        let up = s.creature(id).is_up();
        s.able.set(id, up);
        s.agreed.push(id);
    }
    Ok(())
}
