//! Fields of a combatant that play changes.

use skirmish_bookkit::fields::{Change, Field, names, people};
use skirmish_bookkit::view::near;
use skirmish_bookkit::{number, one_of};
use skirmish_grid::Square;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Op, Refusal, Value};

use super::{ability_index, arms_or_none, guard, holding, or_none, said, stances};
use crate::Legacy;
use crate::catalogue::RulingZeroHits;
use crate::model::{Condition, Effect, MOST_ACTIONS, Parts, Running, Setup, Stance, State, States};
use crate::rules::{effects, zones};
use crate::text::words::label;

type Row = Field<Legacy>;

/// A set that somebody is in or not; whose turn it is may hang on it.
macro_rules! mark {
    ($name:literal, $about:literal, $mark:ident) => {
        Row::of($name, $about, |_, s, who| s.marks.$mark.has(who).into()).flag(|s| {
            s.actor = None;
            &mut s.marks.$mark
        })
    };
}

/// The same for a set that only those can be in who are in the fight.
macro_rules! mark_of_the_up {
    ($name:literal, $about:literal, $mark:ident) => {
        Row::of($name, $about, |_, s, who| s.marks.$mark.has(who).into())
            .by(|g, s, who, change| {
                let yes = change.yes_no()?;
                refuse_if!(yes && !s.is_up(who); out_of_the_fight(g, who));
                s.marks.$mark.set(who, yes);
                s.actor = None;
                Ok(())
            })
            .known(&["yes", "no"])
    };
}

/// Of whom it has found something out.
macro_rules! knows {
    ($name:literal, $about:literal, $set:ident) => {
        Row::of($name, $about, |g, s, who| names::<Legacy>(g, s.creature(who).$set.iter()))
            .by(|g, s, who, change| {
                let creature = s.creature_mut(who);
                creature.$set = change.set_of(creature.$set, change.people::<Legacy>(g)?);
                Ok(())
            })
            .words(FOES)
    };
}

/// People of the other sides.
const FOES: skirmish_bookkit::fields::Words<Legacy> = |g, _, who| {
    let foes = people::<Legacy>(g, |other| g.opposed(who, other));
    foes.into_iter().chain(["none".into()]).collect()
};

pub(super) const ROWS: &[Row] = &[
    Row::of("hits", "Hits that are left.", |_, s, who| s.creature(who).hits.into()).by(|g, s, who, change| {
        s.creature_mut(who).hits = change.number(s.creature(who).hits, 0..=g.sheet(who).max_hits.into())?;
        Ok(())
    }),
    Row::of("actions", "Actions that are left in the round.", |_, s, who| s.creature(who).actions.into())
        .by(set_actions),
    number!("free", "Free acts that are left in the round.", 0..=9, free),
    Row::of("at", "Where it is.", |g, s, who| label(g, s.creature(who).at).into())
        .by(place)
        .words(|g, s, who| near(&g.ground.board, s.creature(who).at)),
    Row::of("stance", "Its stance, or `none`.", |_, s, who| s.creature(who).stance.word().into())
        .by(stances::stance)
        .words(|_, _, _| or_none(Stance::TAKEN.map(Stance::word))),
    Row::of("states", "What has befallen it.", |_, s, who| {
        words(States::ALL.iter().filter(|(state, _)| s.creature(who).has(*state)).map(|(_, word)| *word))
    })
    .by(set_states)
    .words(|_, _, _| or_none(States::ALL.iter().map(|(_, word)| *word))),
    one_of!("condition", "How fresh it is.", "a condition", Condition, condition),
    Row::of("on_guard", "The skill of its On-Guard, or `none`.", guard::read).by(guard::set).words(|g, _, who| {
        or_none(g.known(who).filter(|(_, known)| known.on_guard).map(|(_, known)| known.name.as_str()))
    }),
    Row::of("guard_failed", "Defences that have failed On-Guard.", |_, s, who| {
        s.creature(who).guard.map_or(0, |guard| guard.failed).into()
    })
    .by(guard::set_failed),
    Row::of("guard_penalty", "What its On-Guard has been lowered by.", |_, s, who| {
        s.creature(who).guard.map_or(0, |guard| guard.penalty).into()
    })
    .by(guard::set_penalty),
    Row::of("general", "Its general defence, or `none`.", |_, s, who| {
        let general = s.creature(who).general;
        general.map_or_else(|| "none".into(), |(mode, points)| format!("{} {points}", mode.word())).into()
    })
    .by(|_, s, who, change| {
        s.creature_mut(who).general = if change.is_none() { None } else { Some(guard::general(change)?) };
        Ok(())
    })
    .known(&["melee 2", "ranged 2", "none"]),
    Row::of("hands", "What is in its hands.", |g, s, who| {
        Value::List(s.creature(who).held().map(|arm| g.arm_name(who, arm)).collect())
    })
    .by(holding::hands)
    .words(|g, _, who| arms_or_none(g, who)),
    Row::of("disabled", "Parts of its body that are of no use.", |_, s, who| {
        words(Parts::ALL.iter().filter(|(part, _)| s.creature(who).disabled.has(*part)).map(|(_, word)| *word))
    })
    .by(holding::disabled)
    .words(|_, _, _| Parts::ALL.iter().map(|(_, word)| word.replace(' ', "-")).chain(["none".into()]).collect()),
    Row::of("broken", "What of its things is broken.", |g, s, who| arms(g, who, s.creature(who).broken))
        .by(holding::broken)
        .words(|g, _, who| arms_or_none(g, who)),
    Row::of("lost", "What of its things lies about.", |g, s, who| arms(g, who, s.creature(who).lost))
        .by(holding::lost)
        .words(|g, _, who| arms_or_none(g, who)),
    Row::of("effects", "What it keeps up, and on whom.", |g, s, who| {
        let own = s.effects.iter().filter(|running| running.holder == who);
        Value::List(own.map(|running| effect(g, running)).collect())
    })
    .by(set_effects)
    .words(|g, _, _| {
        let wards = g.abilities.iter().filter(|ability| matches!(ability.effect, Effect::Ward(..)));
        or_none(wards.map(|ability| ability.name.as_str()))
    }),
    Row::of("trades", "Whom it answers blow for blow.", |g, s, who| names::<Legacy>(g, s.creature(who).trades.iter()))
        .by(stances::trades)
        .words(FOES),
    Row::of("waits", "Whom it lets finish first.", |g, s, who| names::<Legacy>(g, s.creature(who).waits.iter()))
        .by(stances::waits)
        .words(FOES),
    mark_of_the_up!("concealed", "Nobody of another side sees it.", concealed),
    mark_of_the_up!("surprised", "It has not noticed the ambush.", surprised),
    mark_of_the_up!("ambushes", "It springs the ambush.", ambushers),
    mark!("late", "It acts from the next round on.", late),
    mark!("held", "It has held its action.", held),
    mark!("fought", "It has fought in this round.", fought),
    mark!("fights", "It fights in this segment.", fights),
    mark!("stepped", "It has taken its combat step.", stepped),
    mark!("stopped", "It has stopped acting in this segment.", stopped),
    mark!("struck", "It has sprung its ambush in this round.", struck),
    mark!("ran", "It has just run, so that a leap goes farther.", ran),
    Row::of("out_rounds", "Rounds until it comes to.", |_, s, who| s.creature(who).out_rounds.into()).by(
        |_, s, who, change| {
            let creature = s.creature_mut(who);
            refuse_if!(!creature.has(States::UNCONSCIOUS), "it is not unconscious: `states += unconscious`");
            creature.out_rounds = change.number(creature.out_rounds, 0..=10_000)?;
            Ok(())
        },
    ),
    knows!("knows_vitals", "Whose vitals it knows.", vitals),
    knows!("knows_vulnerability", "Whose gaps in armour it knows.", gaps),
    said::REACTS,
    said::VITALS,
    said::VULNERABILITY,
    said::STRUCTURAL,
    said::IS_CLEAR,
    said::GRIP,
    said::ATTACK,
    said::DEFEND,
    said::CHECK,
    said::SAVE,
    Row::of("damaged", "Is it badly hurt?", |_, s, who| s.marks.damaged.has(who).into())
        .follows("`hits` and `condition`"),
    Row::of("zone", "Yards within which it threatens.", |_, s, who| s.creature(who).zone.into()).follows(ZONES),
    Row::of("engaged", "Who engages it.", |g, s, who| names::<Legacy>(g, zones::engaging(g, s, who).iter()))
        .follows("where everybody stands"),
    Row::of("engaged_before", "Who engaged it as the segment began.", |g, s, who| {
        names::<Legacy>(g, s.creature(who).engaged_by.iter())
    })
    .follows("where everybody stands"),
    Row::of("threatens", "Whom it threatens.", |g, s, who| {
        let foes = g.foes(who).and(s.marks.up);
        names::<Legacy>(g, foes.iter().filter(|foe| zones::threatened_by(g, s, *foe).has(who)))
    })
    .follows(ZONES),
];

const ZONES: &str = "`hands` and `at`";

fn words<'a>(all: impl Iterator<Item = &'a str>) -> Value {
    Value::List(all.map(str::to_owned).collect())
}

fn arms(g: &Setup, who: Id, bits: u8) -> Value {
    let all = (0..).take(g.sheet(who).arms.len());
    Value::List(all.filter(|arm| bits >> arm & 1 == 1).map(|arm| g.arm_name(who, arm)).collect())
}

/// `ward`, and `ward on Bea` where it works on somebody else.
fn effect(g: &Setup, running: &Running) -> String {
    let name = &g.ability(running.ability).name;
    if running.on == running.holder { name.clone() } else { format!("{name} on {}", g.sheet(running.on).name) }
}

fn out_of_the_fight(g: &Setup, who: Id) -> Refusal {
    Refusal::because(format!("{} is out of the fight", g.sheet(who).name))
}

/// Puts somebody into a cell.
fn place(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let cell = skirmish_bookkit::answer::cell(&g.ground.board, change.value)?;
    refuse_if!(g.ground.terrain(cell).blocks_move, "nobody can stand in {}", label(g, cell));
    let creature = s.creature(who);
    if !creature.has(States::DEAD) && !creature.has(States::GONE) {
        has_room(g, s, who, cell)?;
    }
    s.creature_mut(who).at = cell;
    Ok(())
}

/// Nobody else stands there, or lies there and may come to.
fn has_room(g: &Setup, s: &State, who: Id, cell: Square) -> Result<(), Refusal> {
    refuse_if!(s.standing_in(cell).is_some_and(|other| other != who), "somebody stands in {}", label(g, cell));
    refuse_if!(s.lies_in(cell) && s.creature(who).at != cell, "somebody lies in {}", label(g, cell));
    Ok(())
}

fn set_actions(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let actions: u8 = change.number(s.creature(who).actions, 0..=MOST_ACTIONS.into())?;
    refuse_if!(actions > 0 && !s.is_up(who), "{} is out of the fight and has no actions", g.sheet(who).name);
    s.creature_mut(who).actions = actions;
    s.actor = None;
    Ok(())
}

/// `states += prone`, `states -= unconscious`, `states = none`.
fn set_states(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let named = holding::flags(States::ALL, change.words(), "state")?;
    let mut states = if change.op == Op::Set { States::default() } else { s.creature(who).states };
    named.into_iter().for_each(|state| states.set(state, change.op != Op::Take));
    change_states(g, s, who, states)
}

/// The states that somebody is to have: whoever falls drops out of everything, whoever rises needs hits and room.
pub fn change_states(g: &Setup, s: &mut State, who: Id, states: States) -> Result<(), Refusal> {
    let mut after = s.creature(who).clone();
    after.states = states;
    match (s.is_up(who), after.is_up()) {
        (false, true) => {
            if after.hits <= 0 && g.rules.ruling_zero_hits != RulingZeroHits::Stands {
                return Err(Refusal::because("it has no hits left: set `hits` first"));
            }
            has_room(g, s, who, after.at)?;
        }
        (true, false) => effects::out(g, s, who, States::UNCONSCIOUS),
        _ => {}
    }
    let creature = s.creature_mut(who);
    creature.states = states;
    if !states.has(States::UNCONSCIOUS) {
        creature.out_rounds = 0;
    }
    s.actor = None;
    Ok(())
}

/// `effects += ward`, `effects += ward on Bea`, `effects -= ward`, `effects = none`.
fn set_effects(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let mut named: Vec<(u8, Id)> = Vec::new();
    for item in change.items() {
        let (word, on) = match item.split_once(" on ") {
            Some((word, on)) => (word, skirmish_kernel::combatant::<Legacy>(g, on.trim())?),
            None => (item, who),
        };
        let ability = ability_index(g, word.trim())?;
        if !matches!(g.ability(ability).effect, Effect::Ward(..)) {
            return Err(Refusal::because(format!("`{}` is nothing that is kept up", short(word))));
        }
        named.push((ability, on));
    }
    if change.op != Op::Take && !named.is_empty() && !s.is_up(who) {
        return Err(Refusal::because(format!("{} is out of the fight and keeps nothing up", g.sheet(who).name)));
    }
    let is_named = |running: &Running| named.contains(&(running.ability, running.on));
    s.effects.retain(|running| match change.op {
        Op::Set => running.holder != who || is_named(running),
        Op::Add => true,
        Op::Take => running.holder != who || !is_named(running),
    });
    if change.op == Op::Take {
        return Ok(());
    }
    for (ability, on) in named {
        let runs = |known: &Running| known.holder == who && known.ability == ability && known.on == on;
        if !s.effects.iter().any(runs) {
            let serial = s.number();
            s.effects.push(Running { holder: who, ability, on, serial });
        }
    }
    Ok(())
}
