//! Setting a field by hand.

use skirmish_bookkit::stat;
use skirmish_bookkit::words::Words;
use skirmish_grid::Hex;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Op, Refusal};

use super::{ability_index, kind};
use crate::Elemental;
use crate::conditions::{Condition, add};
use crate::damage::{drop_everything, take_out};
use crate::rules::rule;
use crate::setup::Setup;
use crate::sheet::{STATS, Sheet};
use crate::state::{Cease, State, Time};
use crate::words::parse_hex;

/// Does setting this path change sheets or rules?
#[must_use]
pub fn on_setup(path: &str) -> bool {
    let field = path.split_once('.').map_or("", |(_, field)| field);
    path.starts_with("rules.") || field != "name" && super::sheet_fields().any(|known| known == field)
}

/// Sets a rule or a number of a sheet.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn set_setup(g: &mut Setup, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if let Some(switch) = path.strip_prefix("rules.") {
        g.rules.set(switch, value).map_err(Refusal::because)?;
        g.prepare();
        return Ok(());
    }
    let (who, field) = target(g, path)?;
    let mut sheet = g.sheet(who).clone();
    match field {
        "side" => {
            let at = g.sides.iter().position(|side| side == value);
            let at = at.ok_or_else(|| Refusal::because(format!("the sides are {}", g.sides.join(", "))))?;
            sheet.side = skirmish_kernel::Side(at as u8);
        }
        "abilities" => change_abilities(g, &mut sheet, op, value)?,
        _ => {
            let stat = stat::find(STATS, field).ok_or_else(|| super::unknown(field, super::sheet_fields()))?;
            stat::change(stat, &mut sheet, op, value)?;
        }
    }
    refresh(g, &mut sheet)?;
    g.sheets[who.index()] = sheet;
    g.prepare();
    Ok(())
}

fn change_abilities(g: &Setup, sheet: &mut Sheet, op: Op, value: &str) -> Result<(), Refusal> {
    let index = ability_index(g, value)?;
    match op {
        Op::Set => return Err(Refusal::because("abilities are added and taken: `+= blade`, `-= blade`")),
        Op::Take => sheet.attacks.retain(|a| a.ability != index),
        Op::Add if sheet.attacks.iter().any(|a| a.ability == index) => {}
        Op::Add => {
            let attack = sheet.attack(index, g.ability(index)).map_err(Refusal::because)?;
            sheet.attacks.push(attack);
        }
    }
    Ok(())
}

/// Works the abilities' numbers out anew.
fn refresh(g: &Setup, sheet: &mut Sheet) -> Result<(), Refusal> {
    let attacks: Result<Vec<_>, String> =
        sheet.attacks.iter().map(|a| sheet.attack(a.ability, g.ability(a.ability))).collect();
    sheet.attacks = attacks.map_err(Refusal::because)?;
    sheet.find_free(&g.abilities);
    Ok(())
}

fn changed(old: i64, op: Op, value: &str, low: i64, high: i64) -> Result<i64, Refusal> {
    stat::changed(old, op, value, &(low..=high))
}

fn target<'p>(g: &Setup, path: &'p str) -> Result<(Id, &'p str), Refusal> {
    let Some((name, field)) = path.split_once('.') else {
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.hp = 12`", short(path))));
    };
    Ok((skirmish_kernel::combatant::<Elemental>(g, name)?, field))
}

/// Sets a field that play changes.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn set(g: &Setup, s: &mut State, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    match path {
        "round" | "segment" => return set_time(s, path, op, value),
        "order" | "ranking" => return set_ranking(g, s, value),
        _ => {}
    }
    let (who, field) = target(g, path)?;
    match field {
        "hp" => {
            let hp = changed(i64::from(s.creature(who).hp), op, value, -1_000_000, 1_000_000)? as i32;
            let (old, was_down) = (s.creature(who).hp, s.is_down(who));
            s.set_hp(g, who, hp);
            if s.is_down(who) {
                drop_everything(g, s, who);
            } else if was_down && let Err(taken) = place(g, s, who, s.creature(who).at) {
                s.set_hp(g, who, old);
                return Err(taken);
            }
        }
        "at" => {
            let hex = parse_hex(g, value)?;
            place(g, s, who, hex)?;
        }
        "rank" => {
            let places = s.ranking.len() as i64;
            let old = s.ranking.iter().position(|id| *id == who).map_or(0, |at| at as i64 + 1);
            let new = changed(old, op, value, 1, places)? as usize;
            s.ranking.retain(|id| *id != who);
            let _ = s.ranking.try_insert((new - 1).min(s.ranking.len()), who);
        }
        "conditions" => set_condition(g, s, who, op, value)?,
        "cooldowns" => set_cooldown(g, s, who, op, value)?,
        "aware_of" => {
            let other = skirmish_kernel::combatant::<Elemental>(g, value)?;
            s.creature_mut(who).aware_of.set(other, op != Op::Take);
        }
        "gone" => {
            if yes_no(value)? {
                take_out(g, s, who);
            } else {
                place(g, s, who, s.creature(who).at)?;
                s.creature_mut(who).gone = false;
                s.muster(g, who);
                if !s.ranking.contains(&who) && s.creature(who).score.is_some() {
                    // As many places as combatants: there is always room.
                    let _ = s.ranking.try_push(who);
                }
            }
        }
        "initiated" => s.marks.initiated.set(who, yes_no(value)?),
        "dodge" => s.marks.dodging.set(who, yes_no(value)?),
        "braced" => s.marks.braced.set(who, yes_no(value)?),
        "counter" if value == "none" => release(s, who),
        "full" | "standard" | "move" | "swift" => {
            let before = s.creature(who).spent;
            set_plain(s, who, field, op, value)?;
            if !crate::actions::is_possible(g, s.creature(who).spent) {
                s.creature_mut(who).spent = before;
                return Err(Refusal::by(rule::ACTION_BUDGET, "no round's budget holds that"));
            }
        }
        _ => set_plain(s, who, field, op, value)?,
    }
    Ok(())
}

/// Puts a creature into a hex by hand.
///
/// # Errors
/// When the hex is off the map, solid or taken.
pub fn place(g: &Setup, s: &mut State, who: Id, hex: Hex) -> Result<(), Refusal> {
    let name = crate::movement::paths::label(g, hex);
    if crate::lines::is_obstacle(g, s, hex) {
        return Err(Refusal::because(format!("{name} is solid, or off the map")));
    }
    if let Some(other) = s.standing_in(hex).filter(|other| *other != who) {
        return Err(Refusal::because(format!("{} stands in {name}", g.sheet(other).name)));
    }
    s.creature_mut(who).at = hex;
    Ok(())
}

/// A counter is taken back: what was held for it goes on, and is resolved in its owner's next turn.
fn release(s: &mut State, who: Id) {
    s.creature_mut(who).counter = None;
    s.flights.iter_mut().filter(|f| f.held && f.is_on(who)).for_each(|f| f.held = false);
}

fn set_time(s: &mut State, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    if !s.fresh {
        return Err(Refusal::because("the clock is set between two segments only; here, set `rank` or `initiated`"));
    }
    if path == "round" {
        s.time.round = changed(i64::from(s.time.round), op, value, 1, 1_000_000)? as u32;
    } else {
        s.time.segment = changed(i64::from(s.time.segment), op, value, 1, 3)? as u8;
    }
    Ok(())
}

/// `ranking = Ogre, Kestrel`: the first of them first; those not named keep their order behind them.
fn set_ranking(g: &Setup, s: &mut State, value: &str) -> Result<(), Refusal> {
    let mut named = Vec::new();
    for word in value.split([',', ' ']).filter(|w| !w.is_empty()) {
        let id = skirmish_kernel::combatant::<Elemental>(g, word)?;
        if !s.ranking.contains(&id) || named.contains(&id) {
            return Err(Refusal::because(format!("{word} is not in the ranking, or named twice")));
        }
        named.push(id);
    }
    let mut ranking = arrayvec::ArrayVec::new();
    let rest = s.ranking.iter().copied().filter(|id| !named.contains(id));
    // As long as the old one: there is room.
    for id in named.iter().copied().chain(rest) {
        let _ = ranking.try_push(id);
    }
    s.ranking = ranking;
    if s.turn == 0 && !s.fresh {
        s.order = s.ranking.clone();
    }
    Ok(())
}

/// `conditions += prone`, `+= staggered 1` (rounds), `-= prone`.
fn set_condition(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let mut words = value.split_whitespace();
    let kind = kind(words.next().unwrap_or(""))?;
    let rounds: Option<u32> = match words.next() {
        None => None,
        Some(n) => Some(n.parse().map_err(|_| Refusal::because("how many rounds? `+= staggered 1`"))?),
    };
    let since = Time { round: s.time.round, segment: s.time.segment.max(1) };
    match op {
        Op::Take => s.creature_mut(who).conditions.retain(|c| c.kind != kind),
        _ => {
            let until = rounds.map(|n| since.rounds_later(n));
            add(g, s, who, Condition { kind, until, since, amount: 1 });
        }
    }
    Ok(())
}

/// `cooldowns += blade 4` (free again from round 4), `cooldowns -= blade`.
fn set_cooldown(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let mut words = value.split_whitespace();
    let index = ability_index(g, words.next().unwrap_or(""))?;
    let round: Option<u32> = words.next().and_then(|n| n.parse().ok());
    let cooldowns = &mut s.creature_mut(who).cooldowns;
    cooldowns.retain(|(i, _)| *i != index);
    if op != Op::Take {
        let round = round.ok_or_else(|| Refusal::because("until when? `cooldowns += blade 4`: free from round 4"))?;
        cooldowns
            .try_push((index, round))
            .map_err(|_| Refusal::because("that is more cooldowns than a creature holds"))?;
    }
    Ok(())
}

fn set_plain(s: &mut State, who: Id, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let c = s.creature_mut(who);
    let set = &mut c.circumstances;
    let byte = |old: u8, high: i64| changed(i64::from(old), op, value, 0, high).map(|v| v as u8);
    let edge = |old: i8| changed(i64::from(old), op, value, -1, 1).map(|v| v as i8);
    let extra = |old: i16| changed(i64::from(old), op, value, -99, 99).map(|v| v as i16);
    match field {
        "full" => c.spent.full = byte(c.spent.full, 9)?,
        "standard" => c.spent.standard = byte(c.spent.standard, 9)?,
        "move" => c.spent.moves = byte(c.spent.moves, 9)?,
        "swift" => c.spent.swift = byte(c.spent.swift, 9)?,
        "top" => c.top = yes_no(value)?.then_some(0),
        "moves" if value == "none" => c.moves.clear(),
        "readied" if value == "none" => c.readied = None,
        "acts_from" => c.acts_from = byte(c.acts_from, 3)?,
        "score" => c.score = Some(byte(c.score.unwrap_or(0), 99)?),
        "attack_advantage" => set.attack = edge(set.attack)?,
        "defence_advantage" => set.defence = edge(set.defence)?,
        "check_advantage" => set.check = edge(set.check)?,
        "damage_advantage" => set.damage = edge(set.damage)?,
        "extra_attack" => set.extra_attack = extra(set.extra_attack)?,
        "extra_defence" => set.extra_defence = extra(set.extra_defence)?,
        "cover" => set.cover = if value == "auto" { None } else { Some(yes_no(value)?) },
        "concealment" if value == "auto" => set.concealment = None,
        "concealment" => set.concealment = Some(byte(0, 3)?),
        "cannot_see" => set.cannot_see = yes_no(value)?,
        "helpless" => set.helpless = yes_no(value)?,
        "binding_hours" => c.binding.hours = u16::from(byte(0, 99)?),
        "binding_barred" => c.binding.barred = yes_no(value)?,
        "ceased" => {
            let how = Cease::called(value);
            if how.is_none() && value != "no" {
                return Err(Refusal::because("ceased is one of no, surrender, flee, stop"));
            }
            c.ceased = how;
        }
        _ => {
            let known = super::STATE.into_iter().chain(super::sheet_fields());
            return Err(super::unknown(field, known));
        }
    }
    Ok(())
}

fn yes_no(value: &str) -> Result<bool, Refusal> {
    match value {
        "yes" | "true" => Ok(true),
        "no" | "false" => Ok(false),
        _ => Err(Refusal::because(format!("`{}`: yes or no?", short(value)))),
    }
}
