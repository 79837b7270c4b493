//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field};
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::words;
use crate::model::{Condition, Grade, Resistance, Running, Setup, Sigil, State, Status};
use crate::rules::{abilities, bodies, effects, forms, order, paths, position, precision};
use crate::text::words::{label, squares};

type Row = Field<Sigil>;
type Set = skirmish_bookkit::fields::Set<Sigil>;

const PLAY: Set = Set::FollowsFrom("what is done in play");

/// What follows from other things.
macro_rules! follows {
    ($name:literal, $about:literal, $from:literal, $read:expr) => {
        Row::new($name, $about, $read, Set::FollowsFrom($from))
    };
}

/// A resistance as it is now.
macro_rules! resistance {
    ($name:literal, $which:ident) => {
        follows!($name, "With what is in hand, effects and an ambush.", "the sheet and effects", |g, s, who| {
            precision::resistance(g, s, &bodies::Party::of(g, s, who), Resistance::$which).into()
        })
    };
}

/// A row on fewer lines: name and what it says, how it is set, how it is read.
macro_rules! row {
    ($name:literal, $about:literal => $set:expr; $read:expr) => {
        Row::new($name, $about, $read, $set)
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::new("health", "Health, below 0 too.", |_, s, who| s.creature(who).health.into(), Set::By(set_health)),
    row!("energy", "Energy that is left." => Set::Number(0..=1000, |s, who| (&mut s.creature_mut(who).energy).into());
        |_, s, who| s.creature(who).energy.into()),
    row!("at", "Where it is: the top left square of its body." => Set::By(set_at);
        |g, s, who| label(g, s.creature(who).at).into()),
    row!("altitude", "Metres above the ground." => Set::By(set_altitude); |_, s, who| s.creature(who).altitude.into()),
    row!("feet", "How high its feet are above the level of the map." => PLAY;
        |g, s, who| bodies::feet(g, s, who).into()),
    Row::new("state", "How it is.", |_, s, who| s.creature(who).condition.word().into(), Set::By(set_state))
        .words(|_, _, _| words(&Condition::ALL.map(Condition::word))),
    row!("prone", "Does it lie on the ground, or count as if it did?" =>
        Set::By(|_, s, who, change| change.yes_no().map(|yes| s.creature_mut(who).prone = yes));
        |_, s, who| s.creature(who).is_prone().into())
    .words(|_, _, _| words(&["yes", "no"])),
    row!("willing", "Does it let the next harm that an ally does happen, without a roll?" =>
        Set::By(|_, s, who, change| change.yes_no().map(|yes| s.creature_mut(who).willing = yes));
        |_, s, who| s.creature(who).willing.into())
    .words(|_, _, _| words(&["yes", "no"])),
    row!("unconscious_rounds", "Rounds in a row that it has been unconscious." =>
        Set::Number(0..=99, |s, who| (&mut s.creature_mut(who).rounds).into());
        |_, s, who| s.creature(who).rounds.into()),
    Row::new("effects", "Effects that run on it.", |_, s, who| Value::List(listed(s, who)), Set::By(set_effects))
        .words(|_, _, _| words(&["bleeding 5 hits 2", "slowed 3 hits 2", "stunned 1 hits 1", "bolstered 3 rounds 1"])),
    Row::new(
        "prepared",
        "What it has prepared, or `none`.",
        |g, s, who| {
            s.creature(who).ready.map_or_else(|| "none".into(), |one| g.ability(one.ability).name.clone().into())
        },
        Set::By(|_, s, who, change| only_none(change).map(|()| s.get_ready(who, None))),
    ),
    row!("in_hand", "What it has in hand." => Set::FollowsFrom("`weapon_set`");
        |g, s, who| Value::List(abilities::held(g, s, who).map(|weapon| weapon.name.clone()).collect())),
    Row::new(
        "weapon_set",
        "Which weapon set is in hand, from 1.",
        |_, s, who| (i64::from(s.creature(who).set) + 1).into(),
        Set::By(|g, s, who, change| {
            let most = i64::try_from(g.sheet(who).own.sets.len().max(1)).unwrap_or(1);
            let set: i64 = change.number(i64::from(s.creature(who).set) + 1, 1..=most)?;
            s.creature_mut(who).set = u8::try_from(set - 1).unwrap_or(0);
            Ok(())
        }),
    ),
    Row::new(
        "form",
        "The form that it has, or `none`.",
        |g, s, who| {
            let form = s.creature(who).worn.last().and_then(|worn| g.forms.get(usize::from(worn.form)));
            form.map_or_else(|| "none".into(), |form| form.name.clone().into())
        },
        Set::By(|g, s, who, change| {
            only_none(change)?;
            let fell = s.fell;
            while let Some(last) = s.creature(who).worn.len().checked_sub(1) {
                forms::shed(g, s, who, last);
            }
            s.running.retain(|one| one.on != who || one.status != Status::Form);
            s.fell = fell;
            Ok(())
        }),
    ),
    row!("most_health", "Health at most, as it is now." => Set::FollowsFrom("`max_health`, or the form");
        |g, s, who| bodies::figures(g, s, who).max_health.into()),
    follows!(
        "initiative_now",
        "Its initiative as it counts: with its form and an ambush.",
        "`initiative`",
        |g, s, who| { order::value(g, s, who).into() }
    ),
    resistance!("parry_now", Parry),
    resistance!("warding_now", Warding),
    resistance!("constitution_now", Constitution),
    resistance!("evasion_now", Evasion),
    row!("speed", "Squares of one walk." => Set::FollowsFrom("`base_move`, `move_bonus` and effects");
        |g, s, who| paths::speed(g, s, who).into()),
    row!("flight", "Squares of one flight; 0 where it does not fly." => Set::FollowsFrom("`fly_speed`");
        |g, s, who| paths::fly_speed(g, s, who).into()),
    Row::new(
        "squares",
        "Squares that are left in its turn: on foot, or in the air.",
        |g, s, who| {
            let left =
                if s.active() == Some(who) { paths::left(g, s, who, bodies::is_aloft(s, who)).max(0) } else { 0 };
            squares(left).into()
        },
        PLAY,
    ),
    Row::new("flanked", "Is it flanked?", |g, s, who| position::is_flanked(g, s, who).into(), PLAY),
    Row::new(
        "cover_said",
        "What the game master says of its cover: none, quarter, half, full; `auto` for what the map says.",
        |_, s, who| s.creature(who).cover.map_or("auto", Grade::word).into(),
        Set::By(|_, s, who, change| {
            let auto = change.value == "auto";
            s.creature_mut(who).cover =
                if auto { None } else { Some(change.one_of::<Grade>("a grade of cover, or auto")?) };
            Ok(())
        }),
    )
    .words(|_, _, _| words(&["auto", "none", "quarter", "half", "full"])),
    Row::new("able", "Is it conscious and on the map?", |_, s, who| s.is_able(who).into(), Set::FollowsFrom("`state`")),
];

/// What comes by an ability can be taken back by hand.
fn only_none(change: &Change) -> Result<(), Refusal> {
    let given = || Refusal::because("it comes by an ability; by hand it can be `none`");
    if change.op == Op::Set && change.is_none() { Ok(()) } else { Err(given()) }
}

/// `bleeding 5, 2 hits`
fn listed(s: &State, who: Id) -> Vec<String> {
    let one = |one: &Running| {
        let unit = if one.hits { "hits" } else { "rounds" };
        match one.status {
            Status::Form | Status::Eye | Status::Ear => format!("{} {unit} {}", one.status.word(), one.left),
            status => format!("{} {} {unit} {}", status.word(), one.strength, one.left),
        }
    };
    s.running.iter().filter(|running| running.on == who).map(one).collect()
}

/// `+= bleeding 5 hits 2`, `-= slowed`, `= none`: by the game master's hand they are nobody's.
fn set_effects(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let known = || Refusal::because("an effect is written so: `bleeding 5 hits 2`, `guarded 2 rounds 1 evasion`");
    let mut new: Vec<Running> = Vec::new();
    let mut named: Vec<Status> = Vec::new();
    for item in change.items() {
        let words: Vec<&str> = item.split_whitespace().collect();
        let first = words.first().copied().ok_or_else(known)?;
        let status = Change { op: Op::Set, value: first }.one_of::<Status>("an effect")?;
        if status == Status::Form {
            return Err(Refusal::because("a form comes by an ability; `form = none` ends it"));
        }
        named.push(status);
        if change.op == Op::Take {
            continue;
        }
        let number = |at: usize, most: i32| {
            words.get(at).and_then(|word| word.parse::<i32>().ok()).filter(|number| (-most..=most).contains(number))
        };
        let strength = number(1, 1000).ok_or_else(known)?;
        let hits = match words.get(2) {
            Some(&"hits") => true,
            Some(&"rounds") if status != Status::Bleeding => false,
            _ => return Err(known()),
        };
        let left = number(3, 250).filter(|left| *left > 0).ok_or_else(known)?;
        let resistance = match words.get(4) {
            None => Resistance::Parry,
            Some(word) => Change { op: Op::Set, value: word }.one_of::<Resistance>("a resistance")?,
        };
        new.push(Running {
            status,
            on: who,
            owner: None,
            hits,
            left: u8::try_from(left).unwrap_or(1),
            strength: i16::try_from(strength).unwrap_or(1),
            resistance,
            at: None,
        });
    }
    match change.op {
        Op::Set => s.running.retain(|one| one.on != who || one.status == Status::Form),
        Op::Take => s.running.retain(|one| one.on != who || !named.contains(&one.status)),
        Op::Add => {}
    }
    new.into_iter().for_each(|one| _ = effects::merge(g, s, one));
    Ok(())
}

fn set_health(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let most = i64::from(bodies::figures(g, s, who).max_health);
    let new = change.number(s.creature(who).health, -10_000..=most)?;
    let creature = s.creature_mut(who);
    creature.health = new;
    // Only what gives health wakes somebody: one may lie there in a form that has health of its own. (`death.recover`)
    if creature.condition == Condition::Unconscious && new >= 1 {
        (creature.condition, creature.prone, creature.rounds) = (Condition::Conscious, true, 0);
    }
    Ok(())
}

/// Puts somebody there, at the height above the ground that it has. It is moved: nothing is set off. (`prepared.movement`)
fn set_at(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let cell = skirmish_bookkit::answer::cell(&g.ground.board, change.value)?;
    let (size, altitude) = (bodies::figures(g, s, who).size, s.creature(who).altitude);
    if !bodies::fits(g, size, cell) {
        return Err(Refusal::because(format!("there is no room for its body in {}", label(g, cell))));
    }
    if s.creature(who).is_here() && !bodies::has_room(g, s, who, size, cell, altitude) {
        return Err(Refusal::because(format!("somebody is in {}", label(g, cell))));
    }
    s.creature_mut(who).at = cell;
    Ok(())
}

fn set_altitude(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let new: i16 = change.number(s.creature(who).altitude, 0..=1000)?;
    if new > 0 && (s.creature(who).is_prone() || !bodies::figures(g, s, who).flies) {
        return Err(Refusal::because("whoever cannot fly, or lies on the ground, is not in the air"));
    }
    let size = bodies::figures(g, s, who).size;
    let at = s.creature(who).at;
    if s.creature(who).is_here() && !bodies::has_room(g, s, who, size, at, new) {
        return Err(Refusal::because("somebody is there"));
    }
    s.creature_mut(who).altitude = new;
    Ok(())
}

/// Out of the fight, or back in it; a place in the order comes with the next round.
fn set_state(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let new = change.one_of::<Condition>("a state")?;
    let was_here = s.creature(who).is_here();
    let here = matches!(new, Condition::Conscious | Condition::Unconscious);
    if here && !was_here {
        let (at, size) = (s.creature(who).at, bodies::figures(g, s, who).size);
        let room = bodies::nearest_room(g, s, who, size, at, 0);
        s.creature_mut(who).at = room.ok_or_else(|| Refusal::because("there is no room"))?;
    }
    if !here {
        crate::rules::dying::be_gone(g, s, who, new);
        return Ok(());
    }
    let creature = s.creature_mut(who);
    creature.condition = new;
    match new {
        Condition::Unconscious => (creature.health, creature.rounds) = (creature.health.min(0), creature.rounds.max(1)),
        _ => (creature.health, creature.rounds) = (creature.health.max(0), 0),
    }
    Ok(())
}
