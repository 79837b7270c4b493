//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod detail;
mod holding;
mod keep;
mod set;
mod sheets;
mod stances;
#[cfg(test)]
mod tests;

use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Ids, Op, Refusal, Value};

pub use commands::{EDICTS, command, command_on_setup};
pub use keep::keep;
pub use set::set;
pub use sheets::{on_setup, set_setup};

use crate::Legacy;
use crate::setup::Setup;
use crate::state::{Circumstances, Creature, Known, Parts, Running, Stage, State, States, Structural};
use crate::words::{arm_name, label};
use crate::zones;

/// The most actions that anybody has in one round.
pub const MOST_ACTIONS: u8 = 8;

/// Fields of the whole battle.
pub const WORLD: [&str; 10] = ["round", "segment", "stage", "tier", "turn", "order", "able", "up", "ended", "winner"];

/// Fields that play changes.
pub const STATE: [&str; 47] = [
    "hits",
    "actions",
    "free",
    "at",
    "stance",
    "states",
    "condition",
    "on_guard",
    "guard_failed",
    "guard_penalty",
    "general",
    "hands",
    "disabled",
    "broken",
    "lost",
    "effects",
    "trades",
    "waits",
    "concealed",
    "surprised",
    "ambushes",
    "late",
    "held",
    "fought",
    "fights",
    "stepped",
    "stopped",
    "struck",
    "ran",
    "out_rounds",
    "knows_vitals",
    "knows_vulnerability",
    "reacts",
    "vitals",
    "vulnerability",
    "structural",
    "is_clear",
    "grip",
    "attack_mod",
    "defend_mod",
    "check_mod",
    "save_mod",
    "damaged",
    "zone",
    "engaged",
    "engaged_before",
    "threatens",
];

/// How one combatant stands to another: `Ogre.range.Ann`.
pub const RELATIONS: [&str; 4] = ["range", "clear", "line", "engages"];

/// What the game master alone reads: whose act it is, which may be somebody's whom a side does not see, and what the game
/// master has said beforehand.
pub const GAME_MASTERS: [&str; 13] = [
    "stage",
    "tier",
    "turn",
    ".reacts",
    ".is_clear",
    ".grip",
    ".vitals",
    ".vulnerability",
    ".structural",
    ".attack_mod",
    ".defend_mod",
    ".check_mod",
    ".save_mod",
];

/// Reads a field: `round`, `Ogre.hits`, `Ogre.armour.impact`, `Ogre.score.swing.Maud`, `rules.ruling.zero-hits`.
///
/// # Errors
/// The nearest path.
pub fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    if let Some(switch) = path.strip_prefix("rules.") {
        let unknown = || Refusal::because(crate::rules::CATALOGUE.refuse(switch, ""));
        return g.rules.get(switch).map(Value::from).ok_or_else(unknown);
    }
    let Some((name, field)) = path.split_once('.') else { return world(g, s, path) };
    let who = skirmish_kernel::combatant::<Legacy>(g, name)?;
    if let Some(value) = sheets::read(g, who, field).or_else(|| state_field(g, s, who, field)) {
        return Ok(value);
    }
    if let Some((field, rest)) = field.split_once('.') {
        return detail::read(g, s, who, field, rest);
    }
    Err(unknown(field, sheets::SHEET.iter().chain(&STATE).copied()))
}

/// There is no such field.
pub fn unknown<'a>(field: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
    Refusal::because(format!("there is no field `{}`{}", short(field), did_you_mean(field, known)))
}

fn names(g: &Setup, ids: impl Iterator<Item = Id>) -> Value {
    Value::List(ids.filter(|id| id.index() < g.sheets.len()).map(|id| g.sheet(id).name.clone()).collect())
}

fn world(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    Ok(match path {
        "round" => s.round.into(),
        "segment" => s.segment.word().into(),
        "stage" => stage(s.stage).into(),
        "tier" => tier(s).into(),
        "turn" => turn(s).map_or_else(|| "none".into(), |id| g.sheet(id).name.clone().into()),
        "order" => names(g, s.order.iter().copied()),
        "able" => names(g, s.marks.able.iter()),
        "up" => names(g, s.marks.up.iter()),
        "ended" => s.ended.is_some().into(),
        "winner" => {
            let side = s.ended.and_then(|outcome| outcome.winner);
            side.and_then(|side| g.sides.get(usize::from(side.0)).cloned()).unwrap_or_else(|| "none".into()).into()
        }
        _ => {
            let names = g.sheets.iter().map(|sheet| sheet.name.as_str());
            return Err(unknown(path, WORLD.iter().copied().chain(names)));
        }
    })
}

/// What comes next, in a word.
fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Round => "round",
        Stage::Announce => "announcements",
        Stage::Open => "segment",
        Stage::Act => "act",
        Stage::Answer => "answer",
        Stage::Settle => "settling",
    }
}

/// Is a segment running, with stances taken?
fn is_running(s: &State) -> bool {
    matches!(s.stage, Stage::Act | Stage::Answer | Stage::Settle)
}

/// The tier that acts: `aggressive`, `ready`, `defensive`, `waiting` (the Ready who let the Defensive finish), or `none`.
#[must_use]
pub fn tier(s: &State) -> &'static str {
    let words = ["aggressive", "ready", "defensive", "waiting"];
    words.get(usize::from(s.tier)).filter(|_| is_running(s)).copied().unwrap_or("none")
}

/// Whose act or answer comes next, or is being played.
#[must_use]
pub fn turn(s: &State) -> Option<Id> {
    match s.stage {
        Stage::Act => s.actor,
        Stage::Answer => s.owed.map(|(trader, _)| trader),
        Stage::Round | Stage::Announce | Stage::Open | Stage::Settle => None,
    }
}

fn state_field(g: &Setup, s: &State, who: Id, field: &str) -> Option<Value> {
    let c = s.creature(who);
    let marks = &s.marks;
    Some(match field {
        "hits" => c.hits.into(),
        "actions" => c.actions.into(),
        "free" => c.free.into(),
        "at" => label(g, c.at).into(),
        "stance" => c.stance.word().into(),
        "condition" => c.condition.word().into(),
        "states" => words(States::ALL.iter().filter(|(state, _)| c.has(*state)).map(|(_, word)| *word)),
        "disabled" => words(Parts::ALL.iter().filter(|(part, _)| c.disabled.has(*part)).map(|(_, word)| *word)),
        "on_guard" => on_guard(g, c).into(),
        "guard_failed" => c.guard.map_or(0, |guard| guard.failed).into(),
        "guard_penalty" => c.guard.map_or(0, |guard| guard.penalty).into(),
        "general" => {
            c.general.map_or_else(|| "none".into(), |(mode, points)| format!("{} {points}", mode.word())).into()
        }
        "hands" => Value::List(c.held().map(|arm| arm_name(g, who, arm)).collect()),
        "broken" => arms(g, who, c.broken),
        "lost" => arms(g, who, c.lost),
        "effects" => {
            let own = s.effects.iter().filter(|running| running.holder == who);
            Value::List(own.map(|running| effect(g, running)).collect())
        }
        "trades" => names(g, c.trades.iter()),
        "waits" => names(g, c.waits.iter()),
        "damaged" => marks.damaged.has(who).into(),
        "out_rounds" => c.out_rounds.into(),
        "knows_vitals" => names(g, c.vitals.iter()),
        "knows_vulnerability" => names(g, c.gaps.iter()),
        "zone" => c.zone.into(),
        "engaged" => names(g, zones::engaging(g, s, who).iter()),
        "engaged_before" => names(g, c.engaged_by.iter()),
        "threatens" => {
            names(g, g.foes(who).and(marks.up).iter().filter(|foe| zones::threatened_by(g, s, *foe).has(who)))
        }
        _ => return mark(s, who, field).map(Value::from).or_else(|| circumstance(c.said, field)),
    })
}

fn words<'a>(all: impl Iterator<Item = &'a str>) -> Value {
    Value::List(all.map(str::to_owned).collect())
}

/// `none`, `block`, and `block over` once it has broken.
fn on_guard(g: &Setup, creature: &Creature) -> String {
    creature.guard.map_or_else(
        || "none".into(),
        |guard| format!("{}{}", g.ability(guard.skill).name, if guard.over { " over" } else { "" }),
    )
}

fn arms(g: &Setup, who: Id, bits: u8) -> Value {
    let all = (0..).take(g.sheet(who).arms.len());
    Value::List(all.filter(|arm| bits >> arm & 1 == 1).map(|arm| arm_name(g, who, arm)).collect())
}

/// `ward`, and `ward on Bea` where it works on somebody else.
fn effect(g: &Setup, running: &Running) -> String {
    let name = &g.ability(running.ability).name;
    if running.on == running.holder { name.clone() } else { format!("{name} on {}", g.sheet(running.on).name) }
}

/// One of the sets that somebody is in or not.
fn mark(s: &State, who: Id, field: &str) -> Option<bool> {
    let mut marks = s.marks;
    marked(&mut marks, field).map(|set| set.has(who))
}

/// The sets that are set by hand as they stand.
fn marked<'m>(marks: &'m mut crate::state::Marks, field: &str) -> Option<&'m mut Ids> {
    Some(match field {
        "concealed" => &mut marks.concealed,
        "surprised" => &mut marks.surprised,
        "ambushes" => &mut marks.ambushers,
        "late" => &mut marks.late,
        "held" => &mut marks.held,
        "fought" => &mut marks.fought,
        "fights" => &mut marks.fights,
        "stepped" => &mut marks.stepped,
        "stopped" => &mut marks.stopped,
        "struck" => &mut marks.struck,
        "ran" => &mut marks.ran,
        _ => return None,
    })
}

fn circumstance(said: Circumstances, field: &str) -> Option<Value> {
    let maybe = |said: Option<bool>| said.map_or("auto", |yes| if yes { "yes" } else { "no" });
    let known = |said: Known| match said {
        Known::Unsaid => "auto".into(),
        Known::Yes => "known".into(),
        Known::Search(modifier) => modifier.to_string(),
    };
    Some(match field {
        "reacts" => maybe(said.reacts).into(),
        "is_clear" => maybe(said.clear).into(),
        "grip" => maybe(said.grip).into(),
        "vitals" => known(said.vitals).into(),
        "vulnerability" => known(said.gap).into(),
        "structural" => match said.structural {
            Structural::Unsaid => "auto".into(),
            Structural::None => "none".into(),
            Structural::Due(modifier) => modifier.to_string().into(),
        },
        "attack_mod" => said.attack.into(),
        "defend_mod" => said.defend.into(),
        "check_mod" => said.check.into(),
        "save_mod" => said.save.into(),
        _ => return None,
    })
}

/// Every path.
#[must_use]
pub fn paths(g: &Setup) -> Vec<String> {
    let mut all: Vec<String> = WORLD.iter().map(|word| (*word).to_owned()).collect();
    for who in g.ids() {
        let name = &g.sheet(who).name;
        // What play changes is what is set most often.
        all.extend(STATE.iter().chain(&sheets::SHEET).map(|field| format!("{name}.{field}")));
        all.extend(sheets::skill_paths(g, who).map(|field| format!("{name}.{field}")));
        all.extend(detail::paths(g, who).map(|field| format!("{name}.{field}")));
    }
    all.extend(crate::rules::CATALOGUE.switches.iter().map(|switch| format!("rules.{}", switch.name)));
    all
}

/// An ability by name, or by what begins it.
///
/// # Errors
/// The nearest name.
pub fn ability_index(g: &Setup, word: &str) -> Result<u8, Refusal> {
    let known = || g.abilities.iter().map(|ability| ability.name.as_str());
    let name = complete(word, known()).map_err(|_| {
        let near = did_you_mean(word, known());
        Refusal::because(format!("there is no ability `{}`{near}", short(word)))
    })?;
    let at = known().position(|known| known == name).unwrap_or(0);
    u8::try_from(at).map_err(|_| Refusal::because("there are too many abilities"))
}

/// One of the things that somebody carries, by name.
///
/// # Errors
/// The nearest name.
pub fn arm(g: &Setup, who: Id, word: &str) -> Result<u8, Refusal> {
    let count = u8::try_from(g.sheet(who).arms.len()).unwrap_or(0);
    let names: Vec<String> = (0..count).map(|arm| arm_name(g, who, arm)).collect();
    let known = || names.iter().map(String::as_str);
    let name = complete(word, known()).map_err(|_| {
        let near = did_you_mean(word, known());
        Refusal::because(format!("{} has no `{}`{near}", g.sheet(who).name, short(word)))
    })?;
    let arm = (0..count).zip(&names).find(|(_, known)| *known == name).map_or(0, |(arm, _)| arm);
    if g.arm(who, arm).natural {
        return Err(Refusal::because(format!("{name} is part of its body")));
    }
    Ok(arm)
}

/// A number by hand, within its limits.
///
/// # Errors
/// What it may be.
pub fn changed(old: i64, op: Op, value: &str, low: i64, high: i64) -> Result<i64, Refusal> {
    let number: i64 = value.parse().map_err(|_| Refusal::because(format!("`{}` is no whole number", short(value))))?;
    let new = match op {
        Op::Set => number,
        Op::Add => old.saturating_add(number),
        Op::Take => old.saturating_sub(number),
    };
    if (low..=high).contains(&new) {
        Ok(new)
    } else {
        Err(Refusal::because(format!("{new} is outside {low} to {high}")))
    }
}

/// The same for a number of any kind, within limits that fit it.
///
/// # Errors
/// What it may be.
fn number<T>(old: T, op: Op, value: &str, low: T, high: T) -> Result<T, Refusal>
where
    T: Copy + Into<i64> + TryFrom<i64>,
{
    let new = changed(old.into(), op, value, low.into(), high.into())?;
    T::try_from(new).map_err(|_| Refusal::because(format!("{new} is too large")))
}

/// Yes or no.
///
/// # Errors
/// What was written instead.
pub fn yes_no(value: &str) -> Result<bool, Refusal> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Refusal::because(format!("`{}`: yes or no?", short(value)))),
    }
}
