//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod keep;
mod set;
mod sheets;

use crate::model::{Concentration, Condition, Generia, Kind, Phase, Setup, State, Zone};
use crate::rules::{bodies, lines};
use crate::text::facts;
use crate::text::words::{arm_name, facing, label};
use skirmish_bookkit::words::Words;
use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Edict, Id, Paths, Refusal, Value};

pub use commands::{EDICTS, command, command_on_setup};
pub use keep::keep;
pub use set::set;
pub use sheets::{on_setup, set_setup};

impl Paths for Generia {
    fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
        read(g, s, path)
    }

    fn paths(g: &Setup, _: &State) -> Vec<String> {
        paths(g)
    }

    fn game_master_fields() -> &'static [&'static str] {
        &GAME_MASTERS
    }

    fn relations() -> &'static [&'static str] {
        &RELATIONS
    }

    fn changes_setup(edict: &Edict) -> bool {
        match edict {
            Edict::Set { path, .. } => on_setup(path),
            Edict::Command { verb, .. } => verb == "add",
        }
    }

    fn decree_setup(g: &mut Setup, s: &State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Set { path, op, value } => set_setup(g, path, *op, value)?,
            Edict::Command { verb, words } => command_on_setup(g, s, verb, words)?,
        }
        g.derive();
        bodies::judge(g, s)
    }

    fn decree(g: &Setup, s: &mut State, edict: &Edict) -> Result<(), Refusal> {
        match edict {
            Edict::Set { path, .. } if on_setup(path) => {}
            Edict::Set { path, op, value } => set(g, s, path, *op, value)?,
            Edict::Command { verb, words } => command(g, s, verb, words)?,
        }
        // Whatever the game master's hand has changed: holds, saddles and spells may hang on it.
        keep(g, s);
        Ok(())
    }

    fn edicts() -> &'static [(&'static str, &'static str)] {
        EDICTS
    }

    fn values(g: &Setup, s: &State, path: &str) -> Vec<String> {
        facts::values(g, s, path)
    }
}

/// Fields of the whole battle.
pub const WORLD: [&str; 10] =
    ["round", "phase", "turn", "order", "standing", "areas", "reacted", "called", "ended", "winner"];

/// Fields that play changes.
pub const STATE: [&str; 50] = [
    "light",
    "severe",
    "energy",
    "mana",
    "at",
    "conditions",
    "unconscious",
    "wounds",
    "facing",
    "attack_spent",
    "utility_spent",
    "movement_spent",
    "begun",
    "mount_moved",
    "moved",
    "walked",
    "reaction",
    "penalty",
    "warded",
    "defended",
    "given",
    "concentration",
    "cast_level",
    "interceptions",
    "hands",
    "reload",
    "dents.head",
    "dents.torso",
    "dents.arms",
    "dents.legs",
    "holds",
    "held_on",
    "held_by",
    "mount",
    "rider",
    "initiative",
    "joined",
    "gone",
    "able",
    "attacked_by",
    "attack_advantage",
    "defence_advantage",
    "check_advantage",
    "extra_attack",
    "extra_defence",
    "backstab",
    "cover",
    "no_focus",
    "zone",
    "fights",
];

/// How one combatant stands to another: `Ogre.distance.Ann`.
pub const RELATIONS: [&str; 5] = ["distance", "sees", "line", "backstabs", "cover_from"];

/// What the game master alone reads, because it may tell of somebody who is not to be seen: nothing, as nobody hides.
pub const GAME_MASTERS: [&str; 0] = [];

/// Reads a field: `round`, `Ogre.energy`, `Ogre.conditions.prone`, `Ogre.av.torso`, `rules.sd.stacks`.
///
/// # Errors
/// The nearest path.
pub fn read(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    if let Some(switch) = path.strip_prefix("rules.") {
        let unknown = || Refusal::because(crate::catalogue::CATALOGUE.refuse(switch, ""));
        return g.rules.get(switch).map(Value::from).ok_or_else(unknown);
    }
    let Some((name, field)) = path.split_once('.') else { return world(g, s, path) };
    let who = skirmish_kernel::combatant::<Generia>(g, name)?;
    if let Some(value) = sheets::read(g, who, field).or_else(|| state_field(g, s, who, field)) {
        return Ok(value);
    }
    if let Some((field, rest)) = field.split_once('.') {
        return detail(g, s, who, field, rest);
    }
    Err(unknown(field, sheets::names().chain(STATE)))
}

/// There is no such field.
pub fn unknown<'a>(field: &str, known: impl Iterator<Item = &'a str>) -> Refusal {
    Refusal::because(format!("there is no field `{}`{}", short(field), did_you_mean(field, known)))
}

fn names(g: &Setup, ids: impl Iterator<Item = Id>) -> Value {
    Value::List(ids.map(|id| g.sheet(id).name.clone()).collect())
}

/// A name, or `none`.
fn name_or_none(g: &Setup, id: Option<Id>) -> Value {
    id.map_or_else(|| "none".into(), |id| g.sheet(id).name.clone().into())
}

fn world(g: &Setup, s: &State, path: &str) -> Result<Value, Refusal> {
    Ok(match path {
        "round" => s.round.into(),
        "phase" => match s.phase {
            Phase::Initiative => "initiative",
            Phase::Combat => "combat",
        }
        .into(),
        "turn" => name_or_none(g, s.active()),
        "order" => names(g, s.order.iter().copied()),
        "standing" => names(g, s.able.iter()),
        "reacted" => names(g, s.reacted.iter().filter(|id| id.index() < g.sheets.len())),
        "areas" => {
            let words = |area: &crate::model::Area| {
                let (caster, spell) = (&g.sheet(area.caster).name, &g.ability(area.ability).name);
                format!("{caster} {spell} {} {}", label(g, area.at), area.radius)
            };
            Value::List(s.areas.iter().map(words).collect())
        }
        "called" => names(g, s.requests.iter().map(|request| request.who)),
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

fn state_field(g: &Setup, s: &State, who: Id, field: &str) -> Option<Value> {
    let c = s.creature(who);
    if let Some(zone) = field.strip_prefix("dents.") {
        return zone_of(zone).map(|zone| c.dents[zone as usize].into());
    }
    Some(match field {
        "at" => label(g, c.at).into(),
        "facing" => facing(c.facing).into(),
        "wounds" => c.wounds.total().into(),
        "light" => c.wounds.light.into(),
        "severe" => c.wounds.severe.into(),
        "unconscious" => c.wounds.is_out.into(),
        "energy" => c.energy.into(),
        "mana" => c.mana.into(),
        "attack_spent" => c.spent.attack.into(),
        "utility_spent" => c.spent.utility.into(),
        "movement_spent" => c.spent.movement.into(),
        "begun" => c.spent.begun.into(),
        "mount_moved" => c.spent.mount_move.into(),
        "moved" => c.spent.moved.into(),
        "walked" => c.spent.walked.into(),
        "reaction" => (!s.reacted.has(who)).into(),
        "penalty" => c.penalty.into(),
        "warded" => c.warded.into(),
        "defended" => c.defended.into(),
        "given" => Value::List(given(c.given)),
        "conditions" => Value::List(c.conditions.iter().map(condition_words).collect()),
        "concentration" => {
            let name = |kept: &Concentration| g.ability(kept.ability).name.clone();
            match c.concentration.as_slice() {
                [] => "none".into(),
                [kept] => name(kept).into(),
                several => Value::List(several.iter().map(name).collect()),
            }
        }
        "cast_level" => c.concentration.first().map_or(0, |kept| kept.level).into(),
        "interceptions" => c.concentration.iter().map(|kept| i32::from(kept.uses)).sum::<i32>().into(),
        "hands" => Value::List(c.in_hand().map(|arm| arm_name(g, who, arm)).collect()),
        "reload" => c.loading().map_or(0, |unloaded| unloaded.actions).into(),
        "holds" => name_or_none(g, c.holds),
        "held_on" => c.held_on.into(),
        "held_by" => name_or_none(g, c.condition(Kind::Grappled).and_then(|condition| condition.source)),
        "mount" => name_or_none(g, c.mount),
        "rider" => name_or_none(g, c.rider),
        "initiative" => c.initiative.map_or_else(|| "none".into(), Value::from),
        "joined" => c.joined.into(),
        "gone" => c.gone.into(),
        "able" => s.is_able(who).into(),
        "attacked_by" => names(g, s.attackers_of(who).iter().filter(|id| id.index() < g.sheets.len())),
        _ => return circumstance(s, who, field),
    })
}

/// Defences that are better for the rest of the turn.
fn given(given: crate::model::Given) -> Vec<String> {
    use crate::model::DefenceKind::{Block, Dodge, Parry};
    let all = [(given.dodge, Dodge), (given.parry, Parry), (given.block, Block)];
    all.into_iter().filter(|(yes, _)| *yes).map(|(_, kind)| kind.word().to_owned()).collect()
}

fn circumstance(s: &State, who: Id, field: &str) -> Option<Value> {
    let said = s.creature(who).circumstances;
    Some(match field {
        "attack_advantage" => said.attack.into(),
        "defence_advantage" => said.defence.into(),
        "check_advantage" => said.check.into(),
        "extra_attack" => said.extra_attack.into(),
        "extra_defence" => said.extra_defence.into(),
        "backstab" => said.backstab.map_or("auto", |yes| if yes { "yes" } else { "no" }).into(),
        "cover" => said.cover.map_or_else(|| "auto".to_owned(), |score| score.to_string()).into(),
        "no_focus" => said.no_focus.into(),
        "zone" => said.zone.map_or("auto", Zone::word).into(),
        "fights" => (!said.yields).into(),
        _ => return None,
    })
}

/// `stunned`, `bleeding 2`
fn condition_words(condition: &Condition) -> String {
    match condition.value {
        0 => condition.kind.word().to_owned(),
        value => format!("{} {value}", condition.kind.word()),
    }
}

/// `Ogre.conditions.prone`, `Ogre.conditions.stunned.dc`, `Ogre.distance.Ann`, `Ogre.sees.Ann`, `Ogre.cover_from.Ann`.
fn detail(g: &Setup, s: &State, who: Id, field: &str, rest: &str) -> Result<Value, Refusal> {
    let (item, last) = rest.split_once('.').map_or((rest, ""), |(item, last)| (item, last));
    let other = || skirmish_kernel::combatant::<Generia>(g, item);
    Ok(match (field, last) {
        ("conditions", "" | "value" | "dc" | "source" | "rounds") => {
            let kind = kind(item)?;
            let found = s.creature(who).condition(kind);
            match (last, found) {
                ("", found) => found.is_some().into(),
                ("value", found) => found.map_or(0, |condition| condition.value).into(),
                ("rounds", found) => found.map_or(0, |condition| condition.rounds).into(),
                ("dc", found) => found.map_or(0, |condition| condition.dc).into(),
                (_, found) => name_or_none(g, found.and_then(|condition| condition.source)),
            }
        }
        ("distance", "") => lines::between(g, s, who, other()?).into(),
        ("sees", "") => lines::sees(g, s, who, other()?).into(),
        ("line", "") => lines::has_line_to(g, s, who, other()?).into(),
        ("backstabs", "") => lines::is_backstab(g, s, who, other()?).into(),
        ("cover_from", "") => lines::cover_score(g, s, other()?, who).into(),
        _ => {
            return Err(unknown(field, ["conditions", "av", "dents"].into_iter().chain(RELATIONS)));
        }
    })
}

/// A kind of condition by name.
///
/// # Errors
/// The nearest name.
pub fn kind(word: &str) -> Result<Kind, Refusal> {
    Kind::called(word).ok_or_else(|| {
        let near = did_you_mean(word, Kind::ALL.iter().map(|kind| kind.word()));
        Refusal::because(format!("there is no condition `{}`{near}", short(word)))
    })
}

/// A zone by name.
#[must_use]
pub fn zone_of(word: &str) -> Option<Zone> {
    Zone::called(word)
}

/// An ability by name.
///
/// # Errors
/// The nearest name.
pub fn ability_index(g: &Setup, name: &str) -> Result<u8, Refusal> {
    let at = g.abilities.iter().position(|ability| ability.name == name);
    at.map(|at| at as u8).ok_or_else(|| {
        let near = did_you_mean(name, g.abilities.iter().map(|ability| ability.name.as_str()));
        Refusal::because(format!("there is no ability `{}`{near}", short(name)))
    })
}

/// Every path.
#[must_use]
pub fn paths(g: &Setup) -> Vec<String> {
    let mut all: Vec<String> = WORLD.iter().map(|word| (*word).to_owned()).collect();
    for who in g.ids() {
        let name = &g.sheet(who).name;
        // What play changes is what is set most often.
        all.extend(STATE.into_iter().chain(sheets::names()).map(|field| format!("{name}.{field}")));
        all.extend(sheets::arm_paths(g, who).map(|field| format!("{name}.{field}")));
    }
    all.extend(crate::catalogue::CATALOGUE.switches.iter().map(|switch| format!("rules.{}", switch.name)));
    all
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
