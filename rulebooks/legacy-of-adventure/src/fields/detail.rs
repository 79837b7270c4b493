//! Fields that are worked out: ratings, scores as they are now, distances.

use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Itemised, Refusal, Terms, Value};

use super::{RELATIONS, ability_index, unknown};
use crate::Legacy;
use crate::actions::{Attack, Defend, Incoming, usual_spot};
use crate::rules::rule;
use crate::setup::{Row, Setup};
use crate::sheet::{Harm, Kind};
use crate::state::State;
use crate::{damage, defence, lines, score, zones};

/// `armour.impact`, `score.swing`
pub fn paths(g: &Setup, who: Id) -> impl Iterator<Item = String> {
    let armour = Harm::ALL.map(|harm| format!("armour.{}", harm.word()));
    let skills = g.sheet(who).skills.clone();
    let scores = skills.into_iter().map(|skill| format!("score.{}", g.ability(skill.ability).name));
    armour.into_iter().chain(scores)
}

/// `Ogre.armour.impact`, `Ogre.range.Ann`, `Ogre.clear.Ann`, `Ogre.line.Ann`, `Ogre.score.swing`, `Ogre.score.swing.Ann`.
pub fn read(g: &Setup, s: &State, who: Id, field: &str, rest: &str) -> Result<Value, Refusal> {
    let other = || skirmish_kernel::combatant::<Legacy>(g, rest);
    Ok(match field {
        "armour" => {
            let harm = Harm::ALL.into_iter().find(|harm| harm.word() == rest);
            let harm = harm.ok_or_else(|| unknown(rest, Harm::ALL.iter().map(|harm| harm.word())))?;
            damage::rating(g, s, who, harm).into()
        }
        "range" => lines::between(s, who, other()?).into(),
        "clear" => (!lines::is_hindered(g, s, who, other()?)).into(),
        "line" => lines::has_line(g, s, who, other()?).into(),
        "engages" => zones::engaging(g, s, who).has(other()?).into(),
        "score" => match rest.split_once('.') {
            None => plain(g, s, who, rest)?.into(),
            Some((skill, on)) => {
                let on = skirmish_kernel::combatant::<Legacy>(g, on)?;
                against(g, s, who, skill, on)?.into()
            }
        },
        _ => {
            let known = ["armour", "score", "skill", "save", "natural", "worn"];
            return Err(unknown(field, known.into_iter().chain(RELATIONS)));
        }
    })
}

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
            let in_hand = |row: &Row| row.ability == ability && zones::is_in_hand(g, s, who, row);
            let found = (0..).zip(g.rows(who)).find(|(_, row)| in_hand(row));
            let (at, row) = found.ok_or_else(|| Refusal::because("what it attacks with is not in hand"))?;
            let attack = Attack { row: at, on, spot: usual_spot(g, row) };
            Ok(score::attack::<Itemised>(g, s, who, attack, row).terms.score())
        }
        Kind::Defend => defends(g, s, who, ability, on),
        Kind::Move | Kind::Utility => plain(g, s, who, word),
    }
}

fn defends(g: &Setup, s: &State, who: Id, ability: u8, by: Id) -> Result<i32, Refusal> {
    for (at, row) in (0..).zip(g.rows(by)).filter(|(_, row)| zones::is_in_hand(g, s, by, row)) {
        let incoming = Incoming { by, on: who, row: at, mode: row.mode, nature: row.nature };
        let mut found = None;
        defence::options(g, s, &incoming, |how| match how {
            Defend::Skill { ability: known, arm } if known == ability && found.is_none() => found = Some((arm, false)),
            Defend::Guard { arm } if s.creature(who).guard.is_some_and(|guard| guard.skill == ability) => {
                found = Some((arm, true));
            }
            _ => {}
        });
        if let Some((arm, guard)) = found {
            return Ok(score::defence::<Itemised>(g, s, &incoming, ability, arm, guard).terms.score());
        }
    }
    Err(Refusal::because(format!("{} cannot be answered with that now", g.sheet(by).name)))
}
