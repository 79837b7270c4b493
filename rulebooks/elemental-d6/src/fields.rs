//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod set;

use skirmish_bookkit::stat;
use skirmish_bookkit::words::Words;
use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Id, Refusal, Value};

pub use commands::{command, command_on_setup};
pub use set::{on_setup, set, set_setup};

use crate::Elemental;
use crate::actions::What;
use crate::movement::paths::label;
use crate::setup::Setup;
use crate::sheet::{Kind, STATS};
use crate::state::{Cease, Creature, State};
use crate::words::{act_notation, spent, time, trigger_words};
use crate::{lines, turn};

/// Fields of the whole battle.
pub const WORLD: [&str; 11] =
    ["round", "segment", "time", "phase", "order", "ranking", "flights", "pushes", "structures", "turn", "standing"];

/// Fields of a sheet: who it is, its numbers, and what it can use.
pub fn sheet_fields() -> impl Iterator<Item = &'static str> {
    let numbers = STATS.iter().map(|stat| stat.name);
    ["name", "side"].into_iter().chain(numbers).chain(["abilities"])
}

/// Fields that play changes.
pub const STATE: [&str; 38] = [
    "hp",
    "at",
    "q",
    "r",
    "rank",
    "down",
    "conditions",
    "cooldowns",
    "spent",
    "full",
    "standard",
    "move",
    "swift",
    "initiated",
    "moves",
    "counter",
    "readied",
    "dodge",
    "braced",
    "top",
    "acts_from",
    "score",
    "aware_of",
    "ceased",
    "gone",
    "attack_advantage",
    "defence_advantage",
    "check_advantage",
    "damage_advantage",
    "extra_attack",
    "extra_defence",
    "cover",
    "concealment",
    "cannot_see",
    "helpless",
    "binding_hours",
    "binding_dc",
    "binding_barred",
];

/// How one combatant stands to another: `Ogre.distance.Kestrel`.
pub const RELATIONS: [&str; 4] = ["distance", "sees", "cover_of", "concealment_of"];

/// What the game master alone reads: places in an order in which those are counted whom a side does not see.
pub const GAME_MASTERS: [&str; 2] = ["turn", ".rank"];

/// Reads a field: `round`, `Ogre.hp`, `Ogre.conditions.prone`, `Ogre.cooldowns.blade`, `rules.hit.tie`.
///
/// # Errors
/// The nearest path.
pub fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    if let Some(switch) = path.strip_prefix("rules.") {
        let unknown = || Refusal::because(crate::rules::CATALOGUE.refuse(switch, ""));
        return g.rules.get(switch).map(Value::from).ok_or_else(unknown);
    }
    let Some((name, field)) = path.split_once('.') else { return world(g, s, path) };
    let who = skirmish_kernel::combatant::<Elemental>(g, name)?;
    let (field, rest) = field.split_once('.').map_or((field, None), |(field, rest)| (field, Some(rest)));
    if let Some(rest) = rest {
        return detail(g, s, who, field, rest);
    }
    sheet_field(g, who, field)
        .or_else(|| state_field(g, s, who, field))
        .ok_or_else(|| unknown(field, sheet_fields().chain(STATE)))
}

fn unknown<'a>(field: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
    Refusal::because(format!("there is no field `{}`{}", short(field), did_you_mean(field, known)))
}

fn world(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    let names = |ids: &[Id]| Value::List(ids.iter().map(|id| g.sheet(*id).name.clone()).collect());
    Ok(match path {
        "round" => s.time.round.into(),
        "segment" => s.time.segment.into(),
        "time" => time(s.time).into(),
        "turn" => s.turn.into(),
        "phase" => match s.phase {
            crate::state::Phase::Calm { .. } => "calm",
            crate::state::Phase::Initiative => "initiative",
            crate::state::Phase::Combat => "combat",
        }
        .into(),
        "order" => names(if s.fresh { &s.ranking } else { &s.order }),
        "ranking" => names(&s.ranking),
        "flights" => Value::List(s.flights.iter().map(|f| flight_words(g, s, f)).collect()),
        "pushes" => {
            let words = |p: &crate::state::Push| format!("{} {}", g.sheet(p.victim).name, p.left);
            Value::List(s.pushes.iter().map(words).collect())
        }
        "structures" => {
            let words = |b: &crate::state::Built| format!("{} {}", g.ability(b.ability).name, b.grown);
            Value::List(s.structures.iter().map(words).collect())
        }
        "standing" => Value::List(g.ids().filter(|id| s.fights(*id)).map(|id| g.sheet(id).name.clone()).collect()),
        _ => {
            let names = g.sheets.iter().map(|sheet| sheet.name.as_str());
            return Err(unknown(path, WORLD.iter().copied().chain(names)));
        }
    })
}

/// `Kestrel air-blast at Ogre, 3 of 6 hexes`.
#[must_use]
pub fn flight_words(g: &Setup, s: &State, flight: &crate::state::Flight) -> String {
    let owner = &g.sheet(flight.owner).name;
    let distance = lines::hexes(flight.origin, aim(g, s, flight));
    let how = if flight.held {
        "held".to_owned()
    } else if flight.wait > 0 {
        let plural = if flight.wait == 1 { "" } else { "s" };
        format!("takes effect in {} segment{plural}", flight.wait)
    } else {
        format!("{} of {distance} hexes", flight.flown)
    };
    format!("{owner} {} {how}", act_notation(g, &flight.act))
}

fn aim(_: &Setup, s: &State, flight: &crate::state::Flight) -> skirmish_grid::Hex {
    match flight.act.target {
        crate::actions::Target::Creature(id) => s.creature(id).at,
        _ => flight.aimed,
    }
}

fn sheet_field(g: &Setup, who: Id, field: &str) -> Option<Value> {
    let sheet = g.sheet(who);
    Some(match field {
        "name" => sheet.name.clone().into(),
        "side" => g.sides.get(usize::from(sheet.side.0)).cloned().unwrap_or_default().into(),
        "abilities" => Value::List(sheet.attacks.iter().map(|a| g.ability(a.ability).name.clone()).collect()),
        _ => return stat::value(STATS, sheet, field).map(Value::from),
    })
}

fn state_field(g: &Setup, s: &State, who: Id, field: &str) -> Option<Value> {
    let c = s.creature(who);
    let set = c.circumstances;
    Some(match field {
        "hp" => c.hp.into(),
        "at" => label(g, c.at).into(),
        "q" => c.at.q.into(),
        "r" => c.at.r.into(),
        "rank" => (s.ranking.iter().position(|id| *id == who).map_or(0, |at| at as i64 + 1)).into(),
        "down" => s.is_down(who).into(),
        "conditions" => Value::List(c.conditions.iter().map(|c| c.kind.word().to_owned()).collect()),
        "cooldowns" => cooldowns(g, s, c),
        "spent" => spent(c.spent).into(),
        "full" => c.spent.full.into(),
        "standard" => c.spent.standard.into(),
        "move" => c.spent.moves.into(),
        "swift" => c.spent.swift.into(),
        "initiated" => s.marks.initiated.has(who).into(),
        "moves" => Value::List(c.moves.iter().map(|m| format!("{} {}", m.gait.word(), m.left)).collect()),
        "counter" => c.counter.as_ref().map_or("none".into(), |c| act_notation(g, &c.act)).into(),
        "readied" => readied(g, c).into(),
        "dodge" => s.marks.dodging.has(who).into(),
        "braced" => s.marks.braced.has(who).into(),
        "top" => c.top.is_some().into(),
        "acts_from" => c.acts_from.into(),
        "score" => c.score.map_or(-1, i64::from).into(),
        "aware_of" => Value::List(
            c.aware_of.iter().filter(|id| id.index() < g.sheets.len()).map(|id| g.sheet(id).name.clone()).collect(),
        ),
        "ceased" => c.ceased.map_or("no", Cease::word).into(),
        "gone" => c.gone.into(),
        "attack_advantage" => set.attack.into(),
        "defence_advantage" => set.defence.into(),
        "check_advantage" => set.check.into(),
        "damage_advantage" => set.damage.into(),
        "extra_attack" => set.extra_attack.into(),
        "extra_defence" => set.extra_defence.into(),
        "cover" => set.cover.map_or("auto", |yes| if yes { "yes" } else { "no" }).into(),
        "concealment" => set.concealment.map_or("auto".to_owned(), |n| n.to_string()).into(),
        "cannot_see" => set.cannot_see.into(),
        "helpless" => set.helpless.into(),
        "binding_hours" => c.binding.hours.into(),
        "binding_dc" => crate::calm::difficulty(g, s, who).into(),
        "binding_barred" => c.binding.barred.into(),
        _ => return None,
    })
}

fn readied(g: &Setup, c: &Creature) -> String {
    c.readied
        .as_ref()
        .map_or("none".into(), |r| format!("{} when {}", act_notation(g, &r.act), trigger_words(g, r.trigger)))
}

fn cooldowns(g: &Setup, s: &State, c: &Creature) -> Value {
    let barred = c.cooldowns.iter().filter(|(_, from)| *from > s.time.round);
    Value::List(barred.map(|(i, from)| format!("{} {from}", g.ability(*i).name)).collect())
}

/// `Ogre.conditions.prone`, `Ogre.conditions.prone.until`, `Ogre.cooldowns.blade`, `Ogre.sees.Kestrel`,
/// `Ogre.cost.air-blast`.
fn detail(g: &Setup, s: &State, who: Id, field: &str, rest: &str) -> Result<Value, Refusal> {
    let c = s.creature(who);
    let (item, last) = rest.split_once('.').map_or((rest, ""), |(item, last)| (item, last));
    let other = || skirmish_kernel::combatant::<Elemental>(g, item);
    let sight = |other: Id| lines::sight(g, s, who, c.at, s.creature(other).at);
    Ok(match (field, last) {
        ("conditions", "" | "until") => {
            let kind = kind(item)?;
            let found = c.conditions.iter().find(|c| c.kind == kind);
            match (last, found) {
                ("", found) => found.is_some().into(),
                (_, None) => "none".into(),
                (_, Some(c)) => c.until.map_or("open".to_owned(), time).into(),
            }
        }
        ("cooldowns", "") => {
            let index = ability_index(g, item)?;
            crate::actions::barred_until(s, who, index).unwrap_or(0).into()
        }
        ("cost", "") => {
            let index = ability_index(g, item)?;
            let cost = g.ability(index).costs.first().copied().unwrap_or(crate::sheet::Cost::Standard);
            let act = crate::actions::Act {
                what: What::Ability(index),
                cost,
                swifts: 0,
                target: crate::actions::Target::Nothing,
            };
            turn::paid(g, who, &act).word().into()
        }
        ("distance", "") => lines::hexes(c.at, s.creature(other()?).at).into(),
        ("sees", "") => lines::is_visible(g, s, who, other()?).into(),
        ("cover_of", "") => sight(other()?).cover.into(),
        ("concealment_of", "") => sight(other()?).concealment.into(),
        _ => {
            let known = ["conditions", "cooldowns", "cost"];
            return Err(unknown(field, known.into_iter().chain(RELATIONS)));
        }
    })
}

/// An ability by name.
///
/// # Errors
/// The nearest name.
pub fn ability_index(g: &Setup, name: &str) -> Result<u8, Refusal> {
    let at = g.abilities.iter().position(|a| a.name == name);
    at.map(|at| at as u8).ok_or_else(|| {
        let near = did_you_mean(name, g.abilities.iter().map(|a| a.name.as_str()));
        Refusal::because(format!("there is no ability `{}`{near}", short(name)))
    })
}

/// Every path.
#[must_use]
pub fn paths(g: &Setup) -> Vec<String> {
    let mut all: Vec<String> = WORLD.iter().map(|w| (*w).to_owned()).collect();
    for sheet in &g.sheets {
        all.extend(sheet_fields().chain(STATE).map(|field| format!("{}.{field}", sheet.name)));
    }
    all.extend(crate::rules::CATALOGUE.switches.iter().map(|s| format!("rules.{}", s.name)));
    all
}

/// A kind of condition by name.
///
/// # Errors
/// The nearest name.
pub fn kind(word: &str) -> Result<Kind, Refusal> {
    Kind::called(word).ok_or_else(|| unknown(word, Kind::ALL.into_iter().map(Kind::word)))
}
