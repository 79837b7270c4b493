//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field, name_or_none, names, other, people};
use skirmish_bookkit::stat::changed;
use skirmish_bookkit::{number, one_of, refuse_if};
use skirmish_kernel::{Id, Ids, Op, Refusal, Value};

use super::or_none;
use crate::catalogue::rule;
use crate::model::{Edge, Fragments, Item, Kind, Lasting, Plight, Poison, Setup, State, Until};
use crate::rules::{bodies, conditions, turn};
use crate::text::words::{FACINGS, direction, facing, item_name, label};

type Row = Field<Fragments>;

/// A state that somebody is in or not.
macro_rules! plight {
    ($name:literal, $about:literal, $plight:ident) => {
        Row::of($name, $about, |_, s, who| s.creature(who).is(Plight::$plight).into()).yes_no_by(|_, s, who, yes| {
            s.creature_mut(who).plights.set(Plight::$plight, yes);
            Ok(())
        })
    };
}

/// What the game master gives somebody.
macro_rules! said {
    ($name:literal, $about:literal, $field:ident) => {
        one_of!($name, $about, "advantage, disadvantage or none", Edge, said.$field).game_masters()
    };
}

/// Those who do not know something of somebody.
macro_rules! viewers {
    ($name:literal, $about:literal, $field:ident) => {
        Row::of($name, $about, |g, s, who| names::<Fragments>(g, s.creature(who).$field.iter()))
            .by(|g, s, who, change| {
                let named = change.people::<Fragments>(g)?;
                let new = change.set_of(s.creature(who).$field, named).and(g.foes(who));
                let creature = s.creature_mut(who);
                creature.$field = new;
                // Who knows of nobody does not know where he is, and who knows where somebody is knows of him. (`undetected`)
                creature.undetected_by = creature.undetected_by.and(creature.hidden_from.or(new));
                creature.hidden_from = creature.hidden_from.or(creature.undetected_by);
                Ok(())
            })
            .words(|g, _, who| or_none(people::<Fragments>(g, |id| g.opposed(id, who))))
            .game_masters()
    };
}

fn somebody(g: &Setup, id: Option<Id>) -> Value {
    name_or_none::<Fragments>(g, id)
}

fn or_nothing(value: Option<impl Into<Value>>) -> Value {
    value.map_or_else(|| "none".into(), Into::into)
}

pub(super) const ROWS: &[Row] = &[
    Row::of("hp", "Hit points, below 0 too.", |_, s, who| s.creature(who).hp.into()).by(set_hp),
    number!("energy", "Energy left.", 0..=10_000, energy),
    Row::of("at", "The place: the top left square of the space.", |g, s, who| label(g, s.creature(who).at).into())
        .by(set_at),
    number!("height", "Feet above the level of the map.", -10_000..=10_000, height),
    Row::of("facing", "The direction of the face.", |_, s, who| facing(s.creature(who).facing).into())
        .by(set_facing)
        .known(&FACINGS),
    Row::of("initiative", "What was thrown for initiative, or `none`.", |_, s, who| {
        or_nothing(s.creature(who).initiative)
    })
    .follows("the throw; `order` sets who acts in turn"),
    Row::of("actions", "Actions that are left.", |g, s, who| turn::left(g, s, who).into()).follows("`spent`"),
    number!("spent", "Actions spent in the turn.", 0..=20, spent),
    Row::of("reactions", "Reactions that are left.", |g, s, who| turn::reactions_left(g, s, who).into())
        .follows("`reacted`"),
    number!("reacted", "Reactions spent since the turn began.", 0..=20, reacted),
    Row::of("conditions", "Conditions that are counted in rounds.", |g, s, who| Value::List(listed(g, s, who)))
        .by(set_conditions)
        .words_of::<Kind>(),
    plight!("prone", "On the ground?", Prone),
    plight!("bleeding", "Bleeding?", Bleeding),
    number!("bleed_penalty", "What comes off throws on the Bleed Table.", 0..=99, bleed_penalty),
    plight!("on_fire", "Burning?", OnFire),
    plight!("unconscious", "Unconscious?", Unconscious),
    plight!("dead", "Dead?", Dead),
    plight!("incapacitated", "Are no hit points left?", Incapacitated).follows("`hp`"),
    plight!("tumbling", "Tumbling, weightless?", Tumbling),
    plight!("flying", "In the air by wings of the own?", Flying),
    plight!("climbing", "Clinging to something?", Climbing),
    plight!("unaware", "Without any knowledge of the battle yet?", Unaware),
    plight!("waiting", "Has the turn been put off?", Waiting).follows(PLAY),
    plight!("yielded", "Given up?", Yielded),
    plight!("gone", "Off the board?", Gone).yes_no_by(set_gone),
    Row::of("poisons", "Poisons at work: level, damage, turns.", |_, s, who| poisons(s, who)).by(set_poisons),
    Row::of("dodging", "Does a dodge wait for the next attack?", |_, s, who| (s.creature(who).dodges > 0).into())
        .by(|_, s, who, change| change.yes_no().map(|yes| s.creature_mut(who).dodges = yes.into())),
    Row::of("ready", "Is an action readied? `now`: what it waits for happens.", |_, s, who| {
        s.creature(who).ready.is_some().into()
    })
    .by(set_ready)
    .known(&["now"])
    .game_masters(),
    number!("attacks", "Attacks made in this turn.", 0..=50, attacks),
    number!("ammunition", "Pieces of ammunition that are left.", 0..=255, ammunition),
    number!("flown", "Feet flown in this turn.", 0..=10_000, flown),
    number!("fallen", "Feet fallen of a fall that goes on.", 0..=10_000, fallen),
    viewers!("hidden_from", "Who does not know the place.", hidden_from),
    viewers!("undetected_by", "Who does not know that anybody is there.", undetected_by),
    Row::of("in_hand", "What is in hand.", |g, s, who| things(g, s, s.held(who))),
    Row::of("carried", "What is carried.", |g, s, who| things(g, s, s.items_of(who))),
    Row::of("holds", "Whom this one holds.", |g, s, who| somebody(g, s.holds(who).map(|one| one.on))),
    Row::of("held_by", "Who holds this one.", |g, s, who| somebody(g, s.held_by(who).map(|one| one.by))),
    Row::of("mount", "The mount.", |g, s, who| somebody(g, s.creature(who).mount)),
    Row::of("rider", "The rider.", |g, s, who| somebody(g, s.creature(who).rider)),
    Row::of("breath_left", "Rounds that the breath still lasts; `none` while there is air.", |_, s, who| {
        or_nothing(s.creature(who).breath.map(|until| until.passes))
    }),
    Row::of("drift", "The direction of the drift, or `none`.", |_, s, who| {
        or_nothing(s.creature(who).drift.map(|(way, _)| facing(way)))
    }),
    Row::of("able", "Able to fight?", |_, s, who| s.is_able(who).into()).follows("its states"),
    said!("attack", "For attacks of the own: advantage, disadvantage or none.", attack),
    said!("target", "For attacks against this one: advantage, disadvantage or none.", target),
    said!("check", "For checks: advantage, disadvantage or none.", check),
];

/// From what a field follows that nobody sets by hand.
const PLAY: &str = "what is done in play";

fn things<'s>(g: &Setup, s: &State, items: impl Iterator<Item = (u8, &'s Item)>) -> Value {
    Value::List(items.map(|(at, _)| item_name(g, s, at).into_owned()).collect())
}

fn set_ready(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    refuse_if!(s.creature(who).ready.is_none(), rule::READY, "nothing is readied");
    refuse_if!(change.value != "now", "write `ready = now`: what it waits for happens");
    s.creature_mut(who).said.signal = true;
    Ok(())
}

fn set_facing(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    s.creature_mut(who).facing = direction(change.value)?;
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
    refuse_if!(!bodies::fits(g, who, cell), "there is no room for its space in {}", label(g, cell));
    let taken = s.creature(who).is_here() && !bodies::has_room(g, s, who, cell);
    refuse_if!(taken, "somebody is in {}", label(g, cell));
    Ok(())
}

fn set_gone(g: &Setup, s: &mut State, who: Id, gone: bool) -> Result<(), Refusal> {
    if !gone && s.creature(who).is(Plight::Gone) {
        let at = s.creature(who).at;
        let free = bodies::is_free(g, s, Ids::NONE.with(who), &bodies::body(g, s, who).at(at));
        refuse_if!(!free, "somebody is in {}: set `at` first", label(g, at));
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
