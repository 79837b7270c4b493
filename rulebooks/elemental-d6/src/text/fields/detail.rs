//! Fields with another name behind them: one condition, one ability, somebody else.

use skirmish_bookkit::fields::{Family, other, unknown};
use skirmish_bookkit::words::Words;
use skirmish_kernel::{Id, Refusal, Value};

use super::{ability_index, ability_names};
use crate::model::{Act, Cost, Elemental, Kind, Setup, Sight, State, What};
use crate::rules::actions::barred_until;
use crate::rules::{lines, turn};

type Row = Family<Elemental>;

pub(super) const ROWS: &[Row] = &[
    Row::of(
        "conditions",
        "Has it this condition? With `until` behind it: how long.",
        |_, _| Kind::ALL.map(|kind| kind.word().to_owned()).to_vec(),
        condition,
    ),
    Row::of("cooldowns", "The round from which an ability is free again.", ability_names, |g, s, who, word| {
        Ok(barred_until(s, who, ability_index(g, word)?).unwrap_or(0).into())
    }),
    Row::of("cost", "What an ability costs it.", ability_names, |g, _, who, word| {
        let index = ability_index(g, word)?;
        let cost = g.ability(index).costs.first().copied().unwrap_or(Cost::Standard);
        let act = Act::plain(What::Ability(index), cost);
        Ok(turn::paid(g, who, &act).word().into())
    }),
    Row::relation("distance", "Hexes between them.", |g, s, who, on| {
        Ok(lines::hexes(s.creature(who).at, s.creature(other::<Elemental>(g, on)?).at).into())
    }),
    Row::relation("sees", "Does it see that one?", |g, s, who, on| {
        Ok(lines::is_visible(g, s, who, other::<Elemental>(g, on)?).into())
    }),
    Row::relation("cover_of", "Has that one cover against it?", |g, s, who, on| {
        Ok(lines::has_cover(g, s, s.creature(who).at, s.creature(other::<Elemental>(g, on)?).at).into())
    }),
    Row::relation("concealment_of", "Levels of that one's concealment from it.", |g, s, who, on| {
        Ok(sight(g, s, who, on)?.concealment.into())
    }),
];

fn sight(g: &Setup, s: &State, who: Id, on: &str) -> Result<Sight, Refusal> {
    Ok(lines::sight(g, s, who, s.creature(who).at, s.creature(other::<Elemental>(g, on)?).at))
}

/// A kind of condition by name.
pub(super) fn kind(word: &str) -> Result<Kind, Refusal> {
    Kind::called(word).ok_or_else(|| unknown(word, Kind::ALL.into_iter().map(Kind::word)))
}

/// `prone`, `prone.until`
fn condition(_: &Setup, s: &State, who: Id, rest: &str) -> Result<Value, Refusal> {
    let (word, last) = rest.split_once('.').unwrap_or((rest, ""));
    let kind = kind(word)?;
    let found = s.creature(who).conditions.iter().find(|condition| condition.kind == kind);
    match last {
        "" => Ok(found.is_some().into()),
        "until" => {
            Ok(found.map_or("none".into(), |found| found.until.map_or("open".into(), |at| at.to_string().into())))
        }
        _ => Err(unknown(last, ["until"].into_iter())),
    }
}
