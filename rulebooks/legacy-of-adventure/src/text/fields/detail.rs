//! Fields that are worked out: ratings, scores as they are now, distances.

use skirmish_bookkit::fields::{Family, other, unknown};
use skirmish_bookkit::words::Words;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Itemised, Refusal, Terms};

use super::{ability_index, sheets};
use crate::Legacy;
use crate::catalogue::rule;
use crate::model::{Attack, Defend, Harm, Incoming, Kind, Setup, State};
use crate::rules::judge::usual_spot;
use crate::rules::{damage, defence, lines, score, zones};

type Row = Family<Legacy>;

pub(super) const ROWS: &[Row] = &[
    Row::of("skill", "The score of a skill that it has.", sheets::skill_names, |g, _, who, word| {
        let skill = g.sheet(who).skill(ability_index(g, word)?);
        Ok(skill.map_or_else(|| "none".into(), |skill| skill.score.into()))
    })
    .sheets(sheets::set_skill),
    Row::of(
        "armour",
        "What damage of a kind has to exceed, everything counted.",
        |_, _| Harm::ALL.map(|harm| harm.word().to_owned()).to_vec(),
        |g, s, who, word| {
            let harm = Harm::called(word).ok_or_else(|| unknown(word, Harm::ALL.iter().map(|harm| harm.word())))?;
            Ok(damage::rating(g, s, who, harm).into())
        },
    ),
    Row::of(
        "score",
        "What a check of a skill must not exceed now; with a name behind it, against somebody.",
        sheets::skill_names,
        |g, s, who, rest| match rest.split_once('.') {
            None => Ok(plain(g, s, who, rest)?.into()),
            Some((skill, on)) => Ok(against(g, s, who, skill, other::<Legacy>(g, on)?)?.into()),
        },
    ),
    Row::relation("range", "Yards between them.", |g, s, who, on| {
        Ok(lines::between(s, who, other::<Legacy>(g, on)?).into())
    }),
    Row::relation("clear", "Is a shot unhindered?", |g, s, who, on| {
        Ok((!lines::is_hindered(g, s, who, other::<Legacy>(g, on)?)).into())
    }),
    Row::relation("line", "Is there a line of sight?", |g, s, who, on| {
        Ok(lines::has_line(g, s, who, other::<Legacy>(g, on)?).into())
    }),
    Row::relation("engages", "Is it engaged by that one?", |g, s, who, on| {
        Ok(zones::engaging(g, s, who).has(other::<Legacy>(g, on)?).into())
    }),
];

fn own_skill(g: &Setup, who: Id, word: &str) -> Result<u8, Refusal> {
    let ability = ability_index(g, word)?;
    if g.sheet(who).skill(ability).is_some() {
        return Ok(ability);
    }
    Err(Refusal::because(format!("{} has no skill `{}`", g.sheet(who).name, short(word))))
}

/// What a check of this skill must not exceed now, whoever it is against.
fn plain(g: &Setup, s: &State, who: Id, word: &str) -> Result<i32, Refusal> {
    let ability = own_skill(g, who, word)?;
    Ok(score::skill::<Itemised>(g, s, who, rule::DICE_SKILL, ability).terms.score())
}

/// What an attack on somebody must not exceed now, or a defence against its first attack that the skill answers.
fn against(g: &Setup, s: &State, who: Id, word: &str, on: Id) -> Result<i32, Refusal> {
    let ability = own_skill(g, who, word)?;
    match g.ability(ability).kind {
        Kind::Attack => {
            let in_hand = |row: &crate::model::Row| row.ability == ability && zones::is_in_hand(g, s, who, row);
            let found = (0..).zip(g.rows(who)).find(|(_, row)| in_hand(row));
            let (at, row) = found.ok_or_else(|| Refusal::because("the weapon is not in hand"))?;
            let attack = Attack { row: at, on, spot: usual_spot(g, row) };
            Ok(score::attack::<Itemised>(g, s, who, attack, row).terms.score())
        }
        Kind::Defend => defends(g, s, who, ability, on),
        Kind::Move | Kind::Utility => plain(g, s, who, word),
    }
}

fn defends(g: &Setup, s: &State, who: Id, ability: u8, by: Id) -> Result<i32, Refusal> {
    for (at, row) in (0..).zip(g.rows(by)).filter(|(_, row)| zones::is_in_hand(g, s, by, row)) {
        let incoming = Incoming { by, on: who, row: at, mode: row.mode, nature: row.nature, leap: 0 };
        let mut found = None;
        defence::options(g, s, &incoming, |how| match how {
            Defend::Skill { ability: known, arm } if known == ability && found.is_none() => found = Some((arm, false)),
            Defend::Guard { arm } if s.creature(who).guard.is_some_and(|guard| guard.skill == ability) => {
                found = Some((arm, true));
            }
            _ => {}
        });
        if let Some((arm, guard)) = found {
            return Ok(score::defence::<Itemised>(g, s, &incoming, row, ability, arm, guard).terms.score());
        }
    }
    Err(Refusal::because(format!("{} cannot be answered with that now", g.sheet(by).name)))
}
