//! Setting a field by hand.

mod holding;

use skirmish_bookkit::stat::changed;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Op, Refusal};

use super::{STATE, WORLD, kind, sheets, unknown, yes_no, zone_of};
use crate::model::{Condition, Generia, Kind, Phase, Setup, State};
use crate::rules::movement::{self, paths};
use crate::rules::{bodies, conditions};
use crate::text::words::{label, parse_cell, way};

/// The highest tier of what works each turn.
const MOST_TIER: u8 = 5;

/// Fields that follow from others.
const DERIVED: [&str; 8] = ["wounds", "able", "rider", "held_by", "cast_level", "attacked_by", "turn", "standing"];

/// Sets a field that play changes.
///
/// # Errors
/// Why it cannot be done; nothing is changed.
pub fn set(g: &Setup, s: &mut State, path: &str, op: Op, value: &str) -> Result<(), Refusal> {
    match path {
        "round" => return set_round(s, op, value),
        "order" => return set_order(g, s, value),
        world if WORLD.contains(&world) => return Err(derived(world)),
        _ => {}
    }
    let Some((name, field)) = path.split_once('.') else {
        return Err(Refusal::because(format!("`{}`: whose? For example `Ogre.energy = 5`", short(path))));
    };
    let who = skirmish_kernel::combatant::<Generia>(g, name)?;
    match field {
        "at" => place(g, s, who, value),
        "facing" => {
            let facing = way(&[value])?;
            s.creature_mut(who).facing = facing;
            Ok(())
        }
        "unconscious" if !yes_no(value)? => wake(g, s, who),
        "unconscious" => {
            s.creature_mut(who).wounds.is_out = true;
            Ok(())
        }
        "gone" if !yes_no(value)? => come_back(g, s, who),
        "gone" => {
            s.creature_mut(who).gone = true;
            Ok(())
        }
        "reaction" => {
            let left = yes_no(value)?;
            s.reacted.set(who, !left);
            Ok(())
        }
        "conditions" => set_condition(g, s, who, op, value),
        "concentration" if value == "none" => {
            s.creature_mut(who).concentration.clear();
            Ok(())
        }
        "concentration" if op == Op::Take => {
            let ability = super::ability_index(g, value)?;
            s.creature_mut(who).concentration.retain(|kept| kept.ability != ability);
            Ok(())
        }
        "concentration" => {
            Err(Refusal::because("a spell is ended by hand with `concentration = none`, and cast in play"))
        }
        "hands" => holding::hands(g, s, who, op, value),
        "reload" => holding::reload(g, s, who, op, value),
        "holds" => holding::holds(g, s, who, value),
        "mount" => holding::mount(g, s, who, value),
        "initiative" => set_initiative(s, who, op, value),
        derived_field if DERIVED.contains(&derived_field) => Err(derived(derived_field)),
        _ => set_plain(s, who, field, op, value),
    }
}

fn derived(field: &str) -> Refusal {
    let of = match field {
        "wounds" => "`light` and `severe`",
        "able" => "`unconscious` and `gone`",
        "standing" => "everybody's `unconscious` and `gone`",
        "rider" => "the rider's `mount`",
        "held_by" => "the holder's `holds`",
        "turn" => "`order`",
        _ => "what is done in play",
    };
    Refusal::because(format!("`{field}` follows from {of} and cannot be set by itself"))
}

fn set_round(s: &mut State, op: Op, value: &str) -> Result<(), Refusal> {
    if s.phase != Phase::Combat {
        return Err(Refusal::because("rounds are counted once initiative is rolled"));
    }
    s.round = changed(i64::from(s.round), op, value, &(1..=1_000_000))? as u32;
    Ok(())
}

/// `order = Ogre, Ann`: the first of them first; those not named keep their order behind them. Within a round whoever
/// has had its turn, or has it now, stays where it is.
fn set_order(g: &Setup, s: &mut State, value: &str) -> Result<(), Refusal> {
    let fixed = if s.fresh { 0 } else { (usize::from(s.turn) + 1).min(s.order.len()) };
    let mut named: Vec<Id> = Vec::new();
    for word in value.split([',', ' ']).filter(|word| !word.is_empty()) {
        let id = skirmish_kernel::combatant::<Generia>(g, word)?;
        if !s.order.contains(&id) || named.contains(&id) {
            return Err(Refusal::because(format!("{} is not in the order, or named twice", short(word))));
        }
        named.push(id);
    }
    let done = &s.order[..fixed];
    named.retain(|id| !done.contains(id));
    let rest = s.order[fixed..].iter().filter(|id| !named.contains(id));
    s.order = done.iter().chain(&named).chain(rest).copied().collect();
    Ok(())
}

/// Initiative by hand: whoever has not had its turn yet finds its place by it.
fn set_initiative(s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    let initiative = match value {
        "none" => None,
        _ => {
            let old = s.creature(who).initiative.unwrap_or(0);
            Some(changed(i64::from(old), op, value, &(-999..=999))? as i16)
        }
    };
    s.creature_mut(who).initiative = initiative;
    let from = if s.fresh { 0 } else { (usize::from(s.turn) + 1).min(s.order.len()) };
    if initiative.is_some() && s.order[from..].contains(&who) {
        let mut order = s.order.clone();
        order[from..].sort_by_key(|id| -i32::from(s.creature(*id).initiative.unwrap_or(0)));
        s.order = order;
    }
    Ok(())
}

/// Puts somebody into a cell, with its mount or its rider.
fn place(g: &Setup, s: &mut State, who: Id, value: &str) -> Result<(), Refusal> {
    let cell = parse_cell(g, value)?;
    let mover = s.creature(who).mount.unwrap_or(who);
    is_free(g, s, mover, cell)?;
    movement::put(s, mover, cell);
    Ok(())
}

/// Is there room for somebody who stands?
fn is_free(g: &Setup, s: &State, who: Id, cell: skirmish_grid::Square) -> Result<(), Refusal> {
    if !bodies::placed(g, who, cell).fits(&g.ground.board, |cell| !g.ground.terrain(cell).wall) {
        return Err(Refusal::because(format!("{} is a wall, or off the map", label(g, cell))));
    }
    let lies = s.creature(who).wounds.is_out || s.creature(who).gone;
    if !lies && !paths::is_free(g, s, who, cell) {
        return Err(Refusal::because(format!("somebody stands in {}", label(g, cell))));
    }
    Ok(())
}

fn wake(g: &Setup, s: &mut State, who: Id) -> Result<(), Refusal> {
    if s.creature(who).wounds.total() >= g.sheet(who).wound_limit {
        return Err(Refusal::because("it has as many wounds as it can bear: take some off first"));
    }
    stand(g, s, who)?;
    s.creature_mut(who).wounds.is_out = false;
    Ok(())
}

fn come_back(g: &Setup, s: &mut State, who: Id) -> Result<(), Refusal> {
    if !s.creature(who).wounds.is_out {
        stand(g, s, who)?;
    }
    s.creature_mut(who).gone = false;
    Ok(())
}

/// Nobody else stands where it would stand.
fn stand(g: &Setup, s: &State, who: Id) -> Result<(), Refusal> {
    let at = s.creature(who).at;
    if paths::is_free(g, s, who, at) {
        return Ok(());
    }
    Err(Refusal::because(format!("somebody stands in {}: set `at` first", label(g, at))))
}

/// `conditions += prone`, `+= stunned 2` (its number), `+= stunned 2 14` (what saves must reach), `-= prone`, `= none`.
fn set_condition(g: &Setup, s: &mut State, who: Id, op: Op, value: &str) -> Result<(), Refusal> {
    if op == Op::Set && value == "none" {
        s.creature_mut(who).conditions.clear();
        return Ok(());
    }
    let words: Vec<&str> = value.split_whitespace().collect();
    let form = || Refusal::because("write `conditions += stunned`, `+= bleeding 2`, `+= stunned 1 14` or `-= prone`");
    let [name, numbers @ ..] = words.as_slice() else { return Err(form()) };
    let kind = kind(name)?;
    if op == Op::Take {
        s.creature_mut(who).conditions.retain(|condition| condition.kind != kind);
        return Ok(());
    }
    let number = |at: usize, most: i64| match numbers.get(at) {
        None => Ok(None),
        Some(word) => changed(0, Op::Set, word, &(0..=most)).map(Some),
    };
    if numbers.len() > 2 {
        return Err(form());
    }
    let (number, dc) = (number(0, 99)?, number(1, 999)?);
    let tiered = kind.harm().is_some();
    let usual = u8::from(tiered || kind.counts_down());
    let number = number.map_or(usual, |number| number as u8);
    let value = if tiered { number.clamp(1, MOST_TIER) } else { number };
    let dc = dc.map_or(g.rules.dc_base, |dc| dc as i32).clamp(-999, 999) as i16;
    let own_turn = conditions::is_own_turn(s, who);
    let creature = s.creature_mut(who);
    if let Some(known) = creature.conditions.iter_mut().find(|condition| condition.kind == kind) {
        (known.value, known.dc) = (value, dc);
        return Ok(());
    }
    let new = Condition { aged: !own_turn, ..Condition::new(kind, value, dc) };
    creature.conditions.try_push(new).map_err(|_| Refusal::because("that is more than one creature can suffer from"))
}

fn set_plain(s: &mut State, who: Id, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let c = s.creature_mut(who);
    let byte = |old: u8| changed(i64::from(old), op, value, &(0..=99)).map(|new| new as u8);
    let points = |old: i32| changed(i64::from(old), op, value, &(0..=10_000)).map(|new| new as i32);
    if let Some(zone) = field.strip_prefix("dents.").and_then(zone_of) {
        c.dents[zone as usize] = byte(c.dents[zone as usize])?;
        return Ok(());
    }
    match field {
        "light" => c.wounds.light = byte(c.wounds.light)?,
        "severe" => c.wounds.severe = byte(c.wounds.severe)?,
        "energy" => c.energy = points(c.energy)?,
        "mana" => c.mana = points(c.mana)?,
        "attack_spent" => c.spent.attack = yes_no(value)?,
        "utility_spent" => c.spent.utility = yes_no(value)?,
        "movement_spent" => c.spent.movement = yes_no(value)?,
        "begun" => c.spent.begun = yes_no(value)?,
        "mount_moved" => c.spent.mount_move = yes_no(value)?,
        "moved" => c.spent.moved = yes_no(value)?,
        "walked" => c.spent.walked = byte(c.spent.walked)?,
        "penalty" => c.penalty = points(c.penalty)?.min(999),
        "warded" => c.warded = yes_no(value)?,
        "defended" => c.defended = yes_no(value)?,
        "given" => set_given(&mut c.given, op, value)?,
        "held_on" => c.held_on = yes_no(value)?,
        "joined" => c.joined = yes_no(value)?,
        "interceptions" => match c.concentration.iter_mut().max_by_key(|kept| kept.uses) {
            Some(kept) => kept.uses = byte(kept.uses)?,
            None => return Err(Refusal::because("it keeps no spell up")),
        },
        _ => return set_circumstance(c, field, op, value),
    }
    Ok(())
}

/// `given += dodge`, `given = none`
fn set_given(given: &mut crate::model::Given, op: Op, value: &str) -> Result<(), Refusal> {
    if value == "none" {
        *given = crate::model::Given::default();
        return Ok(());
    }
    let place = match value {
        "dodge" => &mut given.dodge,
        "parry" => &mut given.parry,
        "block" => &mut given.block,
        _ => return Err(Refusal::because("advantage is given on dodge, parry or block: `given += dodge`")),
    };
    *place = op != Op::Take;
    Ok(())
}

fn set_circumstance(c: &mut crate::model::Creature, field: &str, op: Op, value: &str) -> Result<(), Refusal> {
    let said = &mut c.circumstances;
    let score = |old: i8| changed(i64::from(old), op, value, &(-9..=9)).map(|new| new as i8);
    let extra = |old: i16| changed(i64::from(old), op, value, &(-99..=99)).map(|new| new as i16);
    match field {
        "attack_advantage" => said.attack = score(said.attack)?,
        "defence_advantage" => said.defence = score(said.defence)?,
        "check_advantage" => said.check = score(said.check)?,
        "extra_attack" => said.extra_attack = extra(said.extra_attack)?,
        "extra_defence" => said.extra_defence = extra(said.extra_defence)?,
        "backstab" if value == "auto" => said.backstab = None,
        "backstab" => said.backstab = Some(yes_no(value)?),
        "cover" if value == "auto" => said.cover = None,
        "cover" => said.cover = Some(score(said.cover.unwrap_or(0))?),
        "no_focus" => said.no_focus = yes_no(value)?,
        "fights" => said.yields = !yes_no(value)?,
        "zone" if matches!(value, "auto" | "none") => said.zone = None,
        "zone" => {
            let zone = zone_of(value);
            said.zone = Some(zone.ok_or_else(|| Refusal::because("a zone is head, torso, arms or legs; or `auto`"))?);
        }
        _ => return Err(unknown(field, STATE.into_iter().chain(sheets::names()))),
    }
    Ok(())
}

/// Is it held by somebody? Then the condition has a source.
fn seized(s: &mut State, by: Id, on: Id, dc: i32) -> Result<(), Refusal> {
    let dc = dc.clamp(-999, 999) as i16;
    let creature = s.creature_mut(on);
    creature.conditions.retain(|condition| condition.kind != Kind::Grappled);
    let new = Condition { source: Some(by), ..Condition::new(Kind::Grappled, 0, dc) };
    creature
        .conditions
        .try_push(new)
        .map_err(|_| Refusal::because("that is more than one creature can suffer from"))?;
    s.creature_mut(by).holds = Some(on);
    s.creature_mut(by).held_on = true;
    Ok(())
}
