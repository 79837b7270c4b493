//! The game master's commands: bring somebody in, take somebody out, call for a check, end the fight.

use skirmish_bookkit::fields::{Command, ended_by, other};
use skirmish_bookkit::newcomer;
use skirmish_bookkit::words::Words;
use skirmish_kernel::{Id, Ids, Outcome, Refusal};

use crate::catalogue::rule;
use crate::model::{Binding, Creature, Elemental, Kind, Request, Setup, Sheet, Stat, State};
use crate::text::encounter::NAMES;

type Row = Command<Elemental>;

/// The book's own edicts.
pub(super) const ALL: &[Row] = &[
    Row::new("add CREATURE as NAME at CELL for SIDE", "brings somebody in", |g, s, _| {
        let known = s.creatures.len();
        s.creatures.extend(g.sheets.iter().skip(known).map(Creature::newcomer));
        Ok(())
    })
    .setup(add),
    Row::new("remove NAME", "takes somebody out", |g, s, who| {
        let who = other::<Elemental>(g, who)?;
        crate::rules::damage::take_out(g, s, who);
        Ok(())
    }),
    Row::new("check NAME str|dex|int|res|stealth DC", "calls for a check before the next turn", check),
    Row::new("rest NAME", "a night's rest: no exhaustion, nothing bound", |g, s, who| {
        let creature = s.creature_mut(other::<Elemental>(g, who)?);
        creature.binding = Binding::default();
        creature.conditions.retain(|condition| condition.kind != Kind::Exhausted);
        Ok(())
    }),
    Row::new("end SIDE", "ends the battle; without a side nobody wins", |g, s, words| {
        s.ended = Some(Outcome { winner: ended_by(&g.sides, words)?, rule: rule::DP_GM });
        Ok(())
    }),
];

fn add(g: &mut Setup, s: &State, words: &str) -> Result<(), Refusal> {
    let sheet = newcomer!(g, NAMES, words, "add brigand as Bandit at D7 for foes")?;
    let taken = crate::rules::lines::is_obstacle(g, s, sheet.at) || s.standing_in(sheet.at).is_some();
    refuse_if!(taken, "{} is not free", g.label(sheet.at));
    g.sheets.push(Sheet { aware_of: Ids::first(Id::MOST), ..sheet });
    Ok(())
}

/// `check Ogre str 12`, `check Ogre stealth 1`: thrown when the next step begins.
fn check(g: &Setup, s: &mut State, words: &str) -> Result<(), Refusal> {
    let form = || Refusal::because("write `check Ogre str 12` or `check Ogre stealth 1`");
    let words: Vec<&str> = words.split_whitespace().collect();
    let [who, what, dc] = words.as_slice() else { return Err(form()) };
    let who = other::<Elemental>(g, who)?;
    let stat = match *what {
        "stealth" => 4,
        word => Stat::called(word).ok_or_else(form)? as u8,
    };
    let dc: i32 = dc.parse().ok().filter(|dc| (-1_000..=1_000).contains(dc)).ok_or_else(form)?;
    s.requests.try_push(Request { who, stat, dc }).map_err(|_| Refusal::because("eight checks are called for already"))
}
