//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field, name_or_none, names, other, people};
use skirmish_bookkit::stat::changed;
use skirmish_kernel::{Id, Ids, Op, Refusal, Value};

use super::{or_none, words};
use crate::model::{Edge, Fragments, Kind, Lasting, Plight, Poison, Setup, State, Until};
use crate::rules::{bodies, conditions, turn};
use crate::text::words::{FACINGS, facing, facing_called, item_name, label};

type Row = Field<Fragments>;
type Set = skirmish_bookkit::fields::Set<Fragments>;

/// A state that somebody is in or not.
macro_rules! plight {
    ($name:literal, $about:literal, $plight:ident) => {
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
}

/// A number of a combatant.
macro_rules! number {
    ($name:literal, $about:literal, $least:literal..=$most:literal, $($place:tt)+) => {
        Row::new(
            $name,
            $about,
            |_, s, who| s.creature(who).$($place)+.into(),
            Set::Number($least..=$most, |s, who| (&mut s.creature_mut(who).$($place)+).into()),
        )
    };
}

/// What the game master says of a throw.
macro_rules! said {
    ($name:literal, $about:literal, $field:ident) => {
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
}

/// People that know something of somebody, or not.
macro_rules! viewers {
    ($name:literal, $about:literal, $field:ident) => {
        Row::new(
            $name,
            $about,
            |g, s, who| names::<Fragments>(g, s.creature(who).$field.iter()),
            Set::By(|g, s, who, change| {
                let named = change.people::<Fragments>(g)?;
                let old = s.creature(who).$field;
                s.creature_mut(who).$field = change.set_of(old, named).and(g.foes(who));
                Ok(())
            }),
        )
        .words(|g, _, who| or_none(people::<Fragments>(g, |id| g.opposed(id, who))))
        .game_masters()
    };
}

const PLAY: Set = Set::FollowsFrom("what is done in play");

pub(super) const ROWS: &[Row] = &[
    Row::new("hp", "Hit points, below 0 too.", |_, s, who| s.creature(who).hp.into(), Set::By(set_hp)),
    number!("energy", "Energy left.", 0..=10_000, energy),
    Row::new(
        "at",
        "Where it is: the top left square of its space.",
        |g, s, who| label(g, s.creature(who).at).into(),
        Set::By(set_at),
    ),
    number!("height", "Feet above the level of the map.", -10_000..=10_000, height),
    Row::new(
        "facing",
        "Where it looks.",
        |_, s, who| facing(s.creature(who).facing).into(),
        Set::By(|_, s, who, change| {
            let known = || Refusal::because(format!("the directions are {}", FACINGS.join(", ")));
            s.creature_mut(who).facing = facing_called(change.value).ok_or_else(known)?;
            Ok(())
        }),
    )
    .words(|_, _, _| words(&FACINGS)),
    Row::new(
        "initiative",
        "What it has thrown for initiative, or `none`.",
        |_, s, who| s.creature(who).initiative.map_or_else(|| "none".into(), Value::from),
        Set::FollowsFrom("the throw; `order` sets who acts in turn"),
    ),
    Row::new(
        "actions",
        "Actions that are left.",
        |g, s, who| turn::left(g, s, who).into(),
        Set::FollowsFrom("`spent`"),
    ),
    number!("spent", "Actions spent in its turn.", 0..=20, spent),
    Row::new(
        "reactions",
        "Reactions that are left.",
        |g, s, who| turn::reactions_left(g, s, who).into(),
        Set::FollowsFrom("`reacted`"),
    ),
    number!("reacted", "Reactions spent since its turn began.", 0..=20, reacted),
    Row::new("conditions", "What ails it.", |g, s, who| Value::List(listed(g, s, who)), Set::By(set_conditions))
        .words(|_, _, _| words(&Kind::ALL.map(Kind::word))),
    plight!("prone", "Does it lie on the ground?", Prone),
    plight!("bleeding", "Does it bleed?", Bleeding),
    number!("bleed_penalty", "What comes off its throws on the Bleed Table.", 0..=99, bleed_penalty),
    plight!("on_fire", "Does it burn?", OnFire),
    plight!("unconscious", "Is it unconscious?", Unconscious),
    plight!("dead", "Is it dead?", Dead),
    Row::new(
        "incapacitated",
        "Has it no hit points left?",
        |_, s, who| s.creature(who).is(Plight::Incapacitated).into(),
        Set::FollowsFrom("`hp`"),
    ),
    plight!("tumbling", "Does it tumble, weightless?", Tumbling),
    plight!("flying", "Is it in the air by its own power?", Flying),
    plight!("climbing", "Does it cling to something?", Climbing),
    plight!("unaware", "Does it know of no battle yet?", Unaware),
    Row::new("waiting", "Has it put off its turn?", |_, s, who| s.creature(who).is(Plight::Waiting).into(), PLAY),
    plight!("yielded", "Has it given up?", Yielded),
    Row::new("gone", "Is it off the board?", |_, s, who| s.creature(who).is(Plight::Gone).into(), Set::By(set_gone))
        .words(|_, _, _| words(&["yes", "no"])),
    Row::new(
        "poisons",
        "Poisons at work: level, damage, turns.",
        |_, s, who| {
            let poison = |poison: &Poison| format!("{} {} {}", poison.level, poison.damage, poison.turns);
            Value::List(s.creature(who).poisons.iter().map(poison).collect())
        },
        Set::By(set_poisons),
    ),
    Row::new(
        "dodging",
        "Does a dodge wait for the next attack?",
        |_, s, who| s.creature(who).dodging.into(),
        Set::YesNo(|s, who| &mut s.creature_mut(who).dodging),
    ),
    Row::new("ready", "Does it wait for a moment?", |_, s, who| s.creature(who).ready.is_some().into(), PLAY)
        .game_masters(),
    number!("attacks", "Attacks that it has made in this turn.", 0..=50, attacks),
    number!("ammunition", "Pieces of ammunition that are left.", 0..=255, ammunition),
    number!("flown", "Feet flown in this turn.", 0..=10_000, flown),
    number!("fallen", "Feet fallen of a fall that goes on.", 0..=10_000, fallen),
    viewers!("hidden_from", "Who does not know where it is.", hidden_from),
    viewers!("undetected_by", "Who does not know that it is there.", undetected_by),
    Row::new(
        "in_hand",
        "What it has in hand.",
        |g, s, who| Value::List(s.held(who).map(|(at, _)| item_name(g, s, at)).collect()),
        PLAY,
    ),
    Row::new(
        "carried",
        "What it carries.",
        |g, s, who| Value::List(s.items_of(who).map(|(at, _)| item_name(g, s, at)).collect()),
        PLAY,
    ),
    Row::new("holds", "Whom it holds.", |g, s, who| name_or_none::<Fragments>(g, s.holds(who).map(|one| one.on)), PLAY),
    Row::new(
        "held_by",
        "Who holds it.",
        |g, s, who| name_or_none::<Fragments>(g, s.held_by(who).map(|one| one.by)),
        PLAY,
    ),
    Row::new("mount", "Whom it rides.", |g, s, who| name_or_none::<Fragments>(g, s.creature(who).mount), PLAY),
    Row::new("rider", "Who rides it.", |g, s, who| name_or_none::<Fragments>(g, s.creature(who).rider), PLAY),
    Row::new(
        "breath_left",
        "Rounds that its breath still lasts; `none` while it breathes.",
        |_, s, who| s.creature(who).breath.map_or_else(|| "none".into(), |until| until.passes.into()),
        PLAY,
    ),
    Row::new(
        "drift",
        "Whither it drifts, or `none`.",
        |_, s, who| s.creature(who).drift.map_or_else(|| "none".into(), |(way, _)| facing(way).into()),
        PLAY,
    ),
    Row::new("able", "Can it fight?", |_, s, who| s.is_able(who).into(), Set::FollowsFrom("its states")),
    said!("attack", "For its own attacks: advantage, disadvantage or none.", attack),
    said!("target", "For attacks against it: advantage, disadvantage or none.", target),
    said!("check", "For its checks: advantage, disadvantage or none.", check),
];

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
        .or_else(|| s.slot_of(who).map(|slot| Until { slot: slot.number, at_end: false, passes: rounds }));
    let lasting = &mut s.creature_mut(who).lasting;
    lasting.retain(|known| known.kind != kind || known.toward != toward);
    let full = || Refusal::because("that is more than one creature can suffer from");
    lasting.try_push(Lasting { kind, toward, until }).map_err(|_| full())
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
