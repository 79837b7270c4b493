//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field, name_or_none, names, other, people};
use skirmish_bookkit::stat::changed;
use skirmish_kernel::{Id, Ids, Op, Refusal, Value};

use super::{or_none, words};
use crate::catalogue::rule;
use crate::model::{Edge, Fragments, Item, Kind, Lasting, Plight, Poison, Setup, State, Until};
use crate::rules::{bodies, conditions, turn};
use crate::text::words::{FACINGS, facing, facing_called, item_name, label};

type Row = Field<Fragments>;
type Set = skirmish_bookkit::fields::Set<Fragments>;

/// Rows: a name, what it says, how it is read; then what it follows from, or how it is set, or whose number or state it is.
macro_rules! fields {
    ($(($($row:tt)+);)+) => { &[$(fields!(@ $($row)+)),+] };
    (@ $name:literal, $about:literal, |$g:pat_param, $s:pat_param, $who:pat_param| $read:expr, $set:expr $(, $more:ident $($words:expr)?)*) => {
        Row::new($name, $about, |$g, $s, $who| $read.into(), $set) $(.$more($($words)?))*
    };
    (@ $name:literal, $about:literal, number $place:ident $least:literal..=$most:literal) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).$place.into(),
            Set::Number($least..=$most, |s, who| (&mut s.creature_mut(who).$place).into()),
        )
    };
    (@ $name:literal, $about:literal, plight $plight:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).is(Plight::$plight).into(),
            Set::By(|_, s, who, change| {
                let yes = change.yes_no()?;
                s.creature_mut(who).plights.set(Plight::$plight, yes);
                Ok(())
            }),
        )
        .words(|_, _, _| words(&["yes", "no"]))
    };
    (@ $name:literal, $about:literal, said $field:ident) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).said.$field.word().into(),
            Set::By(|_, s, who, change| {
                s.creature_mut(who).said.$field = change.one_of::<Edge>("advantage, disadvantage or none")?;
                Ok(())
            }),
        )
        .words(|_, _, _| words(&Edge::ALL.map(Edge::word)))
        .game_masters()
    };
    (@ $name:literal, $about:literal, viewers $field:ident) => {
        Row::new(
            $name,
            $about,
            |g, s, who| names::<Fragments>(g, s.creature(who).$field.iter()),
            Set::By(|g, s, who, change| {
                let named = change.people::<Fragments>(g)?;
                let old = s.creature(who).$field;
                let new = change.set_of(old, named).and(g.foes(who));
                let creature = s.creature_mut(who);
                creature.$field = new;
                // Who knows of nobody does not know where he is, and who knows where somebody is knows of him. (`undetected`)
                creature.undetected_by = creature.undetected_by.and(creature.hidden_from.or(new));
                creature.hidden_from = creature.hidden_from.or(creature.undetected_by);
                Ok(())
            }),
        )
        .words(|g, _, who| or_none(people::<Fragments>(g, |id| g.opposed(id, who))))
        .game_masters()
    };
}

const PLAY: Set = Set::FollowsFrom("what is done in play");

fn somebody(g: &Setup, id: Option<Id>) -> Value {
    name_or_none::<Fragments>(g, id)
}

fn or_nothing(value: Option<impl Into<Value>>) -> Value {
    value.map_or_else(|| "none".into(), Into::into)
}

pub(super) const ROWS: &[Row] = fields! {
    ("hp", "Hit points, below 0 too.", |_, s, who| s.creature(who).hp, Set::By(set_hp));
    ("energy", "Energy left.", number energy 0..=10_000);
    ("at", "The place: the top left square of the space.", |g, s, who| label(g, s.creature(who).at), Set::By(set_at));
    ("height", "Feet above the level of the map.", number height -10_000..=10_000);
    ("facing", "The direction of the face.", |_, s, who| facing(s.creature(who).facing), Set::By(set_facing),
        words |_, _, _| words(&FACINGS));
    ("initiative", "What was thrown for initiative, or `none`.", |_, s, who| or_nothing(s.creature(who).initiative),
        Set::FollowsFrom("the throw; `order` sets who acts in turn"));
    ("actions", "Actions that are left.", |g, s, who| turn::left(g, s, who), Set::FollowsFrom("`spent`"));
    ("spent", "Actions spent in the turn.", number spent 0..=20);
    ("reactions", "Reactions that are left.", |g, s, who| turn::reactions_left(g, s, who), Set::FollowsFrom("`reacted`"));
    ("reacted", "Reactions spent since the turn began.", number reacted 0..=20);
    ("conditions", "Conditions that are counted in rounds.", |g, s, who| Value::List(listed(g, s, who)), Set::By(set_conditions),
        words |_, _, _| words(&Kind::ALL.map(Kind::word)));
    ("prone", "On the ground?", plight Prone);
    ("bleeding", "Bleeding?", plight Bleeding);
    ("bleed_penalty", "What comes off throws on the Bleed Table.", number bleed_penalty 0..=99);
    ("on_fire", "Burning?", plight OnFire);
    ("unconscious", "Unconscious?", plight Unconscious);
    ("dead", "Dead?", plight Dead);
    ("incapacitated", "Are no hit points left?", |_, s, who| s.creature(who).is(Plight::Incapacitated),
        Set::FollowsFrom("`hp`"));
    ("tumbling", "Tumbling, weightless?", plight Tumbling);
    ("flying", "In the air by wings of the own?", plight Flying);
    ("climbing", "Clinging to something?", plight Climbing);
    ("unaware", "Without any knowledge of the battle yet?", plight Unaware);
    ("waiting", "Has the turn been put off?", |_, s, who| s.creature(who).is(Plight::Waiting), PLAY);
    ("yielded", "Given up?", plight Yielded);
    ("gone", "Off the board?", |_, s, who| s.creature(who).is(Plight::Gone), Set::By(set_gone),
        words |_, _, _| words(&["yes", "no"]));
    ("poisons", "Poisons at work: level, damage, turns.", |_, s, who| poisons(s, who), Set::By(set_poisons));
    ("dodging", "Does a dodge wait for the next attack?", |_, s, who| s.creature(who).dodges > 0,
        Set::By(|_, s, who, change| change.yes_no().map(|yes| s.creature_mut(who).dodges = yes.into())));
    ("ready", "Is an action readied? `now`: what it waits for happens.", |_, s, who| s.creature(who).ready.is_some(),
        Set::By(set_ready), words |_, _, _| words(&["now"]), game_masters);
    ("attacks", "Attacks made in this turn.", number attacks 0..=50);
    ("ammunition", "Pieces of ammunition that are left.", number ammunition 0..=255);
    ("flown", "Feet flown in this turn.", number flown 0..=10_000);
    ("fallen", "Feet fallen of a fall that goes on.", number fallen 0..=10_000);
    ("hidden_from", "Who does not know the place.", viewers hidden_from);
    ("undetected_by", "Who does not know that anybody is there.", viewers undetected_by);
    ("in_hand", "What is in hand.", |g, s, who| things(g, s, s.held(who)), PLAY);
    ("carried", "What is carried.", |g, s, who| things(g, s, s.items_of(who)), PLAY);
    ("holds", "Whom this one holds.", |g, s, who| somebody(g, s.holds(who).map(|one| one.on)), PLAY);
    ("held_by", "Who holds this one.", |g, s, who| somebody(g, s.held_by(who).map(|one| one.by)), PLAY);
    ("mount", "The mount.", |g, s, who| somebody(g, s.creature(who).mount), PLAY);
    ("rider", "The rider.", |g, s, who| somebody(g, s.creature(who).rider), PLAY);
    ("breath_left", "Rounds that the breath still lasts; `none` while there is air.",
        |_, s, who| or_nothing(s.creature(who).breath.map(|until| until.passes)), PLAY);
    ("drift", "The direction of the drift, or `none`.",
        |_, s, who| or_nothing(s.creature(who).drift.map(|(way, _)| facing(way))), PLAY);
    ("able", "Able to fight?", |_, s, who| s.is_able(who), Set::FollowsFrom("its states"));
    ("attack", "For attacks of the own: advantage, disadvantage or none.", said attack);
    ("target", "For attacks against this one: advantage, disadvantage or none.", said target);
    ("check", "For checks: advantage, disadvantage or none.", said check);
};

fn things<'s>(g: &Setup, s: &State, items: impl Iterator<Item = (u8, &'s Item)>) -> Value {
    Value::List(items.map(|(at, _)| item_name(g, s, at)).collect())
}

fn set_ready(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if s.creature(who).ready.is_none() {
        return Err(Refusal::by(rule::READY, "nothing is readied"));
    }
    s.creature_mut(who).said.signal = change.value == "now";
    let form = || Refusal::because("write `ready = now`: what it waits for happens");
    s.creature(who).said.signal.then_some(()).ok_or_else(form)
}

fn set_facing(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let known = || Refusal::because(format!("the directions are {}", FACINGS.join(", ")));
    s.creature_mut(who).facing = facing_called(change.value).ok_or_else(known)?;
    Ok(())
}

/// `shaken`, `flat-footed toward Ann`
fn listed(g: &Setup, s: &State, who: Id) -> Vec<String> {
    let one = |lasting: &Lasting| match lasting.toward {
        Some(toward) => format!("{} toward {}", lasting.kind.word(), g.sheet(toward).name),
        None => lasting.kind.word().to_owned(),
    };
    s.creature(who).lasting.iter().map(one).collect()
}

fn set_hp(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let most = i64::from(g.sheet(who).max_hp);
    let new = change.number(s.creature(who).hp, -2 * most..=most)?;
    s.creature_mut(who).hp = new;
    if new > -g.sheet(who).max_hp {
        s.creature_mut(who).plights.set(Plight::Dead, false);
    }
    Ok(())
}

/// Puts somebody, and all who are tied to it, on the ground there.
fn set_at(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let cell = skirmish_bookkit::answer::cell(&g.ground.board, change.value)?;
    free(g, s, who, cell)?;
    let aloft = s.creature(who).is(Plight::Flying);
    let level = bodies::level(g, &bodies::placed(g, who, cell));
    let height = if aloft { s.creature(who).height } else { level };
    bodies::put(s, who, cell, height);
    Ok(())
}

fn free(g: &Setup, s: &State, who: Id, cell: skirmish_grid::Square) -> Result<(), Refusal> {
    if !bodies::fits(g, who, cell) {
        return Err(Refusal::because(format!("there is no room for its space in {}", label(g, cell))));
    }
    let taken = s.creature(who).is_here() && !bodies::has_room(g, s, who, cell);
    if taken { Err(Refusal::because(format!("somebody is in {}", label(g, cell)))) } else { Ok(()) }
}

fn set_gone(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let gone = change.yes_no()?;
    let at = s.creature(who).at;
    if !gone && s.creature(who).is(Plight::Gone) {
        let there = bodies::body(g, s, who).at(at);
        if !bodies::is_free(g, s, Ids::NONE.with(who), &there) {
            return Err(Refusal::because(format!("somebody is in {}: set `at` first", label(g, at))));
        }
    }
    s.creature_mut(who).plights.set(Plight::Gone, gone);
    Ok(())
}

/// `conditions += shaken 2`, `+= flat-footed toward Ann`, `-= shaken`, `= none`.
fn set_conditions(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.op == Op::Set && change.is_none() {
        s.creature_mut(who).lasting.clear();
        return Ok(());
    }
    let form =
        || Refusal::because("write `conditions += shaken`, `+= slowed 2`, `+= flat-footed toward Ann` or `-= shaken`");
    let mut words = change.value.split_whitespace();
    let kind = Change { op: change.op, value: words.next().ok_or_else(form)? }.one_of::<Kind>("a condition")?;
    let (mut rounds, mut toward) = (1u8, None);
    while let Some(word) = words.next() {
        if word == "toward" {
            toward = Some(other::<Fragments>(g, words.next().ok_or_else(form)?)?);
        } else {
            rounds = u8::try_from(changed(0, Op::Set, word, &(1..=99))?).unwrap_or(1);
        }
    }
    if change.op == Op::Take {
        s.creature_mut(who).lasting.retain(|lasting| lasting.kind != kind);
        return Ok(());
    }
    let until = conditions::after_rounds(s, who, rounds)
        .or_else(|| conditions::until_next_turn(s, who).map(|until| Until { passes: rounds, ..until }));
    let lasting = &mut s.creature_mut(who).lasting;
    lasting.retain(|known| known.kind != kind || known.toward != toward);
    let full = || Refusal::because("that is more than one creature can suffer from");
    lasting.try_push(Lasting { kind, toward, until }).map_err(|_| full())
}

fn poisons(s: &State, who: Id) -> Value {
    let poison = |poison: &Poison| format!("{} {} {}", poison.level, poison.damage, poison.turns);
    Value::List(s.creature(who).poisons.iter().map(poison).collect())
}

/// `poisons += 3 4 1`: level, damage, turns.
fn set_poisons(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    if change.is_none() {
        s.creature_mut(who).poisons.clear();
        return Ok(());
    }
    let form = || Refusal::because("write `poisons += 3 4 1`: level 3, 4 damage, 1 turn; or `poisons = none`");
    let numbers: Vec<&str> = change.value.split_whitespace().collect();
    let [level, damage, turns] = numbers.as_slice() else { return Err(form()) };
    let number = |word: &str, most: i64| changed(0, Op::Set, word, &(1..=most));
    let poison = Poison {
        level: u8::try_from(number(level, 99)?).unwrap_or(1),
        damage: i16::try_from(number(damage, 999)?).unwrap_or(1),
        turns: u8::try_from(number(turns, 99)?).unwrap_or(1),
    };
    let poisons = &mut s.creature_mut(who).poisons;
    if change.op == Op::Take {
        poisons.retain(|known| *known != poison);
        return Ok(());
    }
    let full = || Refusal::because("four poisons are as many as work at once");
    poisons.try_push(poison).map_err(|_| full())
}
