//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field, names, people};
use skirmish_bookkit::view::near;
use skirmish_bookkit::words::Words;
use skirmish_bookkit::{flag, mark, maybe, number};
use skirmish_grid::Hex;
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::detail::kind;
use super::{ability_index, ability_names};
use crate::catalogue::rule;
use crate::model::{Cease, Condition, Elemental, Kind, Setup, State, Time};
use crate::rules::conditions::add;
use crate::rules::damage::{drop_everything, take_out};
use crate::text::words::{act_notation, trigger_words};
use skirmish_bookkit::answer::cell;

type Row = Field<Elemental>;

const EDGE: &[&str] = &["1", "0", "-1"];

/// What has been spent in the round; a budget has to hold all of it together.
macro_rules! spent {
    ($name:literal, $about:literal, $field:ident) => {
        Row::of($name, $about, |_, s, who| s.creature(who).spent.$field.into()).by(|g, s, who, change| {
            let mut spent = s.creature(who).spent;
            spent.$field = change.number(spent.$field, 0..=9)?;
            if !crate::rules::actions::is_possible(g, spent) {
                return Err(Refusal::by(rule::ACTION_BUDGET, "no round's budget holds that"));
            }
            s.creature_mut(who).spent = spent;
            Ok(())
        })
    };
}

pub(super) const ROWS: &[Row] = &[
    Row::of("hp", "Hit points.", |_, s, who| s.creature(who).hp.into()).by(set_hp),
    Row::of("at", "Its hex.", |g, s, who| g.label(s.creature(who).at).into())
        .by(|g, s, who, change| place(g, s, who, cell(&g.ground.board, change.value)?))
        .words(|g, s, who| near(&g.ground.board, s.creature(who).at)),
    Row::of("q", "Its hex's first axis.", |_, s, who| s.creature(who).at.q.into()).follows("`at`"),
    Row::of("r", "Its hex's second axis.", |_, s, who| s.creature(who).at.r.into()).follows("`at`"),
    Row::of("rank", "Its place in the ranking, from 1.", |_, s, who| rank(s, who).into()).by(set_rank).game_masters(),
    Row::of("down", "Is it out of the fight?", |_, s, who| s.is_down(who).into()).follows("`hp`"),
    Row::of("conditions", "What has befallen it.", |_, s, who| {
        Value::List(s.creature(who).conditions.iter().map(|c| c.kind.word().to_owned()).collect())
    })
    .by(set_condition)
    .words_of::<Kind>(),
    Row::of("cooldowns", "Abilities that are barred, and the round from which they are free again.", |g, s, who| {
        let barred = s.creature(who).cooldowns.iter().filter(|(_, from)| *from > s.time.round);
        Value::List(barred.map(|(index, from)| format!("{} {from}", g.ability(*index).name)).collect())
    })
    .by(set_cooldown)
    .words(|g, _, who| ability_names(g, who)),
    Row::of("spent", "What it has spent in the round, in words.", |_, s, who| s.creature(who).spent.to_string().into())
        .follows("`full`, `standard`, `move` and `swift`"),
    spent!("full", "Full actions spent in the round.", full),
    spent!("standard", "Standard actions spent in the round.", standard),
    spent!("move", "Move actions spent in the round.", moves),
    spent!("swift", "Swift actions spent in the round.", swift),
    mark!("initiated", "Has it begun something in this segment?", marks.initiated),
    Row::of("moves", "Movement that goes on, with the segments that are left.", |_, s, who| {
        let moves = s.creature(who).moves.iter();
        Value::List(moves.map(|running| format!("{} {}", running.gait.word(), running.left)).collect())
    })
    .by(|_, s, who, change| {
        only_none(change)?;
        s.creature_mut(who).moves.clear();
        Ok(())
    })
    .known(&["none"]),
    Row::of("counter", "The counter that it has declared, or `none`.", |g, s, who| {
        let counter = s.creature(who).counter.as_ref();
        counter.map_or("none".into(), |counter| act_notation(g, &counter.act)).into()
    })
    .by(release)
    .known(&["none"]),
    Row::of("readied", "What it waits to do, or `none`.", |g, s, who| {
        let readied = s.creature(who).readied.as_ref();
        let words =
            |r: &crate::model::Readied| format!("{} when {}", act_notation(g, &r.act), trigger_words(g, r.trigger));
        readied.map_or("none".into(), words).into()
    })
    .by(|_, s, who, change| {
        only_none(change)?;
        s.creature_mut(who).readied = None;
        Ok(())
    })
    .known(&["none"]),
    mark!("dodge", "Does it dodge?", marks.dodging),
    mark!("braced", "Does it brace itself?", marks.braced),
    Row::of("top", "Has it bought the top of the next round's first segment?", |_, s, who| {
        s.creature(who).top.is_some().into()
    })
    .by(|_, s, who, change| {
        s.creature_mut(who).top = change.yes_no()?.then_some(0);
        Ok(())
    })
    .known(&["yes", "no"]),
    number!("acts_from", "The first segment in which it may act in round 1.", 0..=3, acts_from),
    Row::of("score", "Sixes at the initiative; -1 before it.", |_, s, who| {
        s.creature(who).score.map_or(-1, i64::from).into()
    })
    .by(|_, s, who, change| {
        s.creature_mut(who).score = Some(change.number(s.creature(who).score.unwrap_or(0), 0..=99)?);
        Ok(())
    }),
    Row::of("aware_of", "Whom it knows of.", |g, s, who| names::<Elemental>(g, s.creature(who).aware_of.iter()))
        .by(|g, s, who, change| {
            let known = change.set_of(s.creature(who).aware_of, change.people::<Elemental>(g)?);
            s.creature_mut(who).aware_of = known;
            Ok(())
        })
        .words(|g, _, _| people::<Elemental>(g, |_| true)),
    Row::of("ceased", "Has it stopped fighting, and how?", |_, s, who| {
        s.creature(who).ceased.map_or("no", Cease::word).into()
    })
    .by(|_, s, who, change| {
        let how = Cease::called(change.value);
        refuse_if!(how.is_none() && change.value != "no", "ceased is one of no, surrender, flee, stop");
        s.creature_mut(who).ceased = how;
        Ok(())
    })
    .words(|_, _, _| ["no"].into_iter().chain(Cease::ALL.map(Cease::word)).map(str::to_owned).collect()),
    Row::of("gone", "Has it been taken off the board?", |_, s, who| s.creature(who).gone.into())
        .by(set_gone)
        .known(&["yes", "no"]),
    number!("attack_advantage", "On its attacks: 1, 0 or -1.", -1..=1, circumstances.attack).known(EDGE),
    number!("defence_advantage", "On its defensive rolls: 1, 0 or -1.", -1..=1, circumstances.defence).known(EDGE),
    number!("check_advantage", "On its ability checks: 1, 0 or -1.", -1..=1, circumstances.check).known(EDGE),
    number!("damage_advantage", "On its damage rolls: 1, 0 or -1.", -1..=1, circumstances.damage).known(EDGE),
    number!("extra_attack", "Added to its offensive scores.", -99..=99, circumstances.extra_attack),
    number!("extra_defence", "Added to its defensive scores.", -99..=99, circumstances.extra_defence),
    maybe!("cover", "Has it cover against everybody? `auto`: as the map says.", circumstances.cover),
    Row::of("concealment", "Levels of its concealment from everybody. `auto`: as the map says.", |_, s, who| {
        s.creature(who).circumstances.concealment.map_or("auto".into(), |level| level.to_string().into())
    })
    .by(|_, s, who, change| {
        let level = if change.value == "auto" { None } else { Some(change.number(0, 0..=3)?) };
        s.creature_mut(who).circumstances.concealment = level;
        Ok(())
    })
    .known(&["auto", "0", "1", "2", "3"]),
    flag!("cannot_see", "Does it see nobody?", circumstances.cannot_see),
    flag!("helpless", "Does it take no Reaction?", circumstances.helpless),
    number!("binding_hours", "Hours that it has kept a binding up.", 0..=99, binding.hours),
    Row::of("binding_dc", "Difficulty of keeping it up for another hour.", |g, s, who| {
        crate::rules::before_combat::difficulty(g, s, who).into()
    })
    .follows("`binding_hours`"),
    flag!("binding_barred", "Can it keep none up before a night's rest?", binding.barred),
];

fn only_none(change: &Change) -> Result<(), Refusal> {
    if change.is_none() { Ok(()) } else { Err(Refusal::because("by hand it can only be set to `none`")) }
}

fn rank(s: &State, who: Id) -> i64 {
    (1..).zip(&s.ranking).find(|(_, id)| **id == who).map_or(0, |(rank, _)| rank)
}

fn set_rank(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let places = i64::try_from(s.ranking.len()).unwrap_or(i64::MAX);
    let new: usize = change.number(rank(s, who), 1..=places)?;
    s.ranking.retain(|id| *id != who);
    let _ = s.ranking.try_insert((new - 1).min(s.ranking.len()), who);
    Ok(())
}

/// Whoever falls drops everything; whoever rises needs room.
fn set_hp(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let hp = change.number(s.creature(who).hp, -1_000_000..=1_000_000)?;
    let (old, was_down) = (s.creature(who).hp, s.is_down(who));
    s.set_hp(g, who, hp);
    if s.is_down(who) {
        drop_everything(g, s, who);
    } else if was_down && let Err(taken) = place(g, s, who, s.creature(who).at) {
        s.set_hp(g, who, old);
        return Err(taken);
    }
    Ok(())
}

fn set_gone(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.yes_no()? {
        take_out(g, s, who);
        return Ok(());
    }
    place(g, s, who, s.creature(who).at)?;
    s.creature_mut(who).gone = false;
    s.muster(g, who);
    if !s.ranking.contains(&who) && s.creature(who).score.is_some() {
        // As many places as combatants: there is always room.
        let _ = s.ranking.try_push(who);
    }
    Ok(())
}

/// Puts a creature into a hex by hand; it must be on the map, open and free.
fn place(g: &Setup, s: &mut State, who: Id, hex: Hex) -> Result<(), Refusal> {
    let name = g.label(hex);
    refuse_if!(crate::rules::lines::is_obstacle(g, s, hex), "{name} is solid, or off the map");
    if let Some(other) = s.standing_in(hex).filter(|other| *other != who) {
        return Err(Refusal::because(format!("{} stands in {name}", g.sheet(other).name)));
    }
    s.creature_mut(who).at = hex;
    Ok(())
}

/// A counter is taken back: what was held for it goes on, and is resolved in its owner's next turn.
fn release(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    only_none(change)?;
    s.creature_mut(who).counter = None;
    s.flights.iter_mut().filter(|flight| flight.held && flight.is_on(who)).for_each(|flight| flight.held = false);
    Ok(())
}

/// `conditions += prone`, `+= staggered 1` (rounds), `-= prone`.
fn set_condition(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let mut words = change.value.split_whitespace();
    let kind = kind(words.next().unwrap_or(""))?;
    let rounds: Option<u32> = match words.next() {
        None => None,
        Some(n) => Some(n.parse().map_err(|_| Refusal::because("how many rounds? `+= staggered 1`"))?),
    };
    let since = Time { round: s.time.round, segment: s.time.segment.max(1) };
    match change.op {
        Op::Take => s.creature_mut(who).conditions.retain(|condition| condition.kind != kind),
        Op::Set | Op::Add => {
            let until = rounds.map(|n| since.rounds_later(n));
            add(g, s, who, Condition { kind, until, since, amount: 1 });
        }
    }
    Ok(())
}

/// `cooldowns += blade 4` (free again from round 4), `cooldowns -= blade`.
fn set_cooldown(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let mut words = change.value.split_whitespace();
    let index = ability_index(g, words.next().unwrap_or(""))?;
    let round: Option<u32> = words.next().and_then(|n| n.parse().ok());
    let cooldowns = &mut s.creature_mut(who).cooldowns;
    cooldowns.retain(|(known, _)| *known != index);
    if change.op != Op::Take {
        let round = round.ok_or_else(|| Refusal::because("until when? `cooldowns += blade 4`: free from round 4"))?;
        cooldowns
            .try_push((index, round))
            .map_err(|_| Refusal::because("that is more cooldowns than a creature holds"))?;
    }
    Ok(())
}
