//! Fields with another name behind them: one condition, one weapon, one element, somebody else.

use skirmish_bookkit::fields::{Change, Family, name_or_none, unknown};
use skirmish_bookkit::{relation, stat};
use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Id, Refusal, Value};

use super::find;
use crate::model::stats::{ARM_STATS, SKILL};
use crate::model::{Condition, Generia, Kind, Setup, Sheet, State};
use crate::rules::lines;
use crate::text::words::{arm_called, arm_names};

type Row = Family<Generia>;

/// A number of one of its arms: `attack.rapier`.
macro_rules! arm {
    ($at:literal) => {
        Row::of(ARM_STATS[$at].name, ARM_STATS[$at].about, arm_names, |g, _, who, word| {
            let arm = &g.sheet(who).arms[arm(g, g.sheet(who), word)?];
            Ok((ARM_STATS[$at].of)(&mut arm.clone()).get().unwrap_or(0).into())
        })
        .sheets(|g, sheet, word, change| {
            let at = arm(g, sheet, word)?;
            stat::change(&ARM_STATS[$at], &mut sheet.arms[at], change.op, change.value)
        })
        .once(ARM_STATS[$at].once)
    };
}

pub(super) const ROWS: &[Row] = &[
    arm!(0),
    arm!(1),
    arm!(2),
    arm!(3),
    arm!(4),
    arm!(5),
    arm!(6),
    arm!(7),
    arm!(8),
    Row::of(
        "proficiency",
        "Its proficiency with spells of an element.",
        |g, who| g.sheet(who).proficiencies.iter().map(|(element, _)| element.clone()).collect(),
        |g, _, who, element| Ok(g.sheet(who).proficiency(element).into()),
    )
    .sheets(set_proficiency),
    Row::of(
        "conditions",
        "Has it this condition? With `value`, `dc`, `source` or `rounds` behind it: which.",
        |_, _| Kind::ALL.map(|kind| kind.word().to_owned()).to_vec(),
        condition,
    ),
    relation!(Generia, "distance", "Metres between them.", lines::between),
    relation!(Generia, "sees", "Is that one in view, as it looks now?", lines::sees),
    relation!(Generia, "line", "Is there no wall in between?", lines::has_line_to),
    relation!(Generia, "backstabs", "Would its attack on that one come from behind?", lines::is_backstab),
    relation!(Generia, "cover_from", "Its cover against that one, as a score.", |g, s, who, from| {
        lines::cover_score(g, s, from, who)
    }),
];

/// One of its arms by its whole name.
fn arm(g: &Setup, sheet: &Sheet, word: &str) -> Result<usize, Refusal> {
    let names: Vec<String> = (0..sheet.arms.len()).map(|arm| arm_called(g, sheet, arm as u8)).collect();
    find(&format!("{} has no", sheet.name), word, names.iter().map(String::as_str))
}

/// A kind of condition by name.
pub(super) fn kind(word: &str) -> Result<Kind, Refusal> {
    find("there is no condition", word, Kind::ALL.iter().map(|kind| kind.word())).map(|at| Kind::ALL[at])
}

fn condition(g: &Setup, s: &State, who: Id, rest: &str) -> Result<Value, Refusal> {
    let (item, last) = rest.split_once('.').unwrap_or((rest, ""));
    let kind = kind(item)?;
    let found = s.creature(who).condition(kind).copied().unwrap_or(Condition::new(kind, 0, 0));
    Ok(match last {
        "" => s.creature(who).has(kind).into(),
        "value" => found.value.into(),
        "rounds" => found.rounds.into(),
        "dc" => found.dc.into(),
        "source" => name_or_none::<Generia>(g, found.source),
        _ => return Err(unknown(last, ["value", "dc", "source", "rounds"].into_iter())),
    })
}

fn set_proficiency(g: &Setup, sheet: &mut Sheet, element: &str, change: &Change) -> Result<(), Refusal> {
    let known = || g.abilities.iter().map(|ability| ability.element.as_str()).filter(|element| !element.is_empty());
    if !known().any(|known| known == element) && !sheet.proficiencies.iter().any(|(known, _)| known == element) {
        let near = did_you_mean(element, known());
        return Err(Refusal::because(format!("no ability is of the element `{}`{near}", short(element))));
    }
    let number = change.number(sheet.proficiency(element), SKILL)?;
    match sheet.proficiencies.iter_mut().find(|(known, _)| known == element) {
        Some((_, value)) => *value = number,
        None => sheet.proficiencies.push((element.to_owned(), number)),
    }
    Ok(())
}
