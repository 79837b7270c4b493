//! The plain policy: a fighter that uses what this book gives it.

use std::cell::OnceCell;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use super::{going, worth};
use crate::model::{
    Ability, Act, Aim, Ask, Choice, Condition, Effect, Parting, Setup, Sigil, State, Status, Targets, Timing,
};
use crate::rules::judge::{judge, usable};
use crate::rules::options;
use crate::rules::{abilities, attack, bodies, groups};

/// Heals in time, calls help, gets up, goes where it strikes best (beside a friend's foe, up high if it shoots), does what promises
/// most, and prepares for what comes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Sigil> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Turn => PLANS.iter().find_map(|(plan, _)| plan(g, s, who)).unwrap_or(Choice::End),
            Ask::Willing { .. } | Ask::Fire { .. } => Choice::Yes(true),
            Ask::Parting => Choice::Part(Parting::Stay),
        }
    }

    fn why(&self, g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Turn, Choice::End) => "nothing more is worth doing",
            (Ask::Turn, _) => PLANS.iter().find(|(plan, _)| plan(g, s, who).as_ref() == Some(choice))?.1,
            (Ask::Willing { .. }, _) => "a friend does it",
            (Ask::Fire { .. }, _) => "the trigger has come",
            _ => "the fight is not over",
        })
    }
}

type Plan = fn(&Setup, &State, Id) -> Option<Choice>;

/// What it thinks of in its turn, in this order, and why it does it.
const PLANS: [(Plan, &str); 9] = [
    (nobody_left, "no foe is left"),
    (heal, "a friend needs it"),
    (call, "a minion, or another form, helps"),
    (stand_up, "to fight standing"),
    (shout, "friends strike harder"),
    (come_near, "a better place to strike from"),
    (strike, "it promises the most harm"),
    (run_up, "nobody is within reach"),
    (prepare, "ready for what comes"),
];

fn act(g: &Setup, s: &State, who: Id, act: Act) -> Option<Choice> {
    let choice = Choice::Act(act);
    judge(g, s, who, &Ask::Turn, &choice).is_ok().then_some(choice)
}

/// The first of somebody's abilities for which something holds that can be used so.
#[rustfmt::skip]
fn find(
    g: &Setup, s: &State, who: Id, fits: impl Fn(&Ability) -> bool, aim: impl Fn(&Ability) -> Option<Aim>,
) -> Option<Choice> {
    let mut found = None;
    abilities::each(g, s, who, |what| {
        let ability = g.ability(what);
        if found.is_none()
            && fits(ability)
            && usable(g, s, who, what).is_ok()
            && let Some(aim) = aim(ability)
        {
            found = act(g, s, who, Act::Use { ability: what, aim });
        }
    });
    found
}

/// Where everybody else lies there, one mends a friend, and waits.
fn nobody_left(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    if going::foes(g, s, who).next().is_some() {
        return None;
    }
    Some(heal(g, s, who).unwrap_or(Choice::End))
}

/// Whoever lies there first, then those who have lost most of their health.
fn heal(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let need = |id: Id| {
        let most = i32::from(bodies::figures(g, s, id).max_health);
        match s.creature(id).condition {
            Condition::Unconscious => 0,
            _ => 100 * i32::from(s.creature(id).health) / most.max(1),
        }
    };
    let aim = |ability: &Ability| {
        let near = s.here().filter(|id| !g.opposed(*id, who) && attack::reaches(g, s, who, *id, ability));
        let worst = near.min_by_key(|id| need(*id)).filter(|id| need(*id) < 35)?;
        Some(Aim::Named(crate::model::Named::one(worst)))
    };
    find(g, s, who, |ability| ability.heal.is_some() && ability.targets == Targets::One, aim)
}

/// A minion, or another form, while the fight is young.
fn call(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let forms = s.creature(who).worn.is_empty() && 2 * s.creature(who).health < bodies::figures(g, s, who).max_health;
    let shapes = |ability: &Ability| {
        ability.targets == Targets::Own && ability.effects.iter().any(|effect| matches!(effect, Effect::Form { .. }))
    };
    let calls = |ability: &Ability| ability.summons().is_some() || forms && shapes(ability);
    going::foes(g, s, who).next()?;
    find(g, s, who, calls, |ability| {
        let Some(_) = ability.summons() else { return Some(Aim::Nobody) };
        // Beside it, on the side of the nearest foe.
        let foe = s.creature(going::nearest(g, s, who)?.1).at;
        let near = bodies::body(g, s, who).around(ability.range.into());
        let free = near.filter(|cell| bodies::has_room(g, s, who, 1, *cell, 0) && *cell != s.creature(who).at);
        free.min_by_key(|cell| cell.chebyshev(foe)).map(Aim::Cell)
    })
}

fn stand_up(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let near = || going::foes(g, s, who).next().is_some();
    if s.creature(who).prone && near() { act(g, s, who, Act::Stand) } else { None }
}

/// Bonus damage for those who will strike before it is over.
fn shout(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let is_near = || going::nearest(g, s, who).is_some_and(|(apart, _)| apart <= 6);
    let bolsters = |ability: &Ability| {
        ability.targets == Targets::Around
            && !ability.hostile
            && ability.effects.iter().any(|effect| matches!(effect, Effect::Status { status: Status::Bolstered, .. }))
    };
    if s.has(who, Status::Bolstered) || groups::may_do(g, s, Timing::Action).is_err() {
        return None;
    }
    find(g, s, who, bolsters, |_| is_near().then_some(Aim::Nobody))
}

/// A better place, while something can be done there: before the action, or after it away from foes.
fn come_near(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    if groups::may_move(g, s).is_err() || s.creature(who).prone || s.done.moved && !s.done.runs {
        return None;
    }
    let (_, shoots) = going::range(g, s, who);
    // Whoever strikes well from here stays; flyers and archers look for a better place all the same.
    if !shoots && going::strikes_now(g, s, who) && !s.done.before {
        return None;
    }
    if !shoots && s.done.before {
        return None;
    }
    going::way(g, s, who)
}

/// What promises most: each part of the turn by itself.
fn strike(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let mut best: Option<(i64, Choice)> = None;
    options::used(g, s, who, &mut |one| {
        let Act::Use { ability: what, aim } = one else { return };
        let ability = g.ability(what);
        // Energy is worth a little, so that what costs some must do more.
        let price = i64::from(abilities::energy(g, who, ability)) * worth::POINT / 4;
        // Harm to a friend counts twice against it.
        let of_one = |on: Id| if g.opposed(on, who) { 1 } else { -2 } * worth::against(g, s, who, on, what);
        let harm = match aim {
            _ if !ability.hostile => 0,
            Aim::Named(named) if named.len() == 1 && named.iter().all(|on| g.opposed(on, who)) => {
                let least = best.as_ref().map_or(0, |(known, _)| *known) + price;
                named.iter().map(|on| worth::above(g, s, who, on, what, least)).sum()
            }
            Aim::Named(named) => named.iter().map(of_one).sum(),
            Aim::Nobody => attack::around(g, s, who, ability).map(of_one).sum(),
            Aim::Cell(_) => 0,
        };
        better(g, s, who, &mut best, harm - price, one);
    });
    best.map(|(_, choice)| choice)
}

/// What is worth more than the best so far takes its place, if it is legal.
fn better(g: &Setup, s: &State, who: Id, best: &mut Option<(i64, Choice)>, worth: i64, one: Act) {
    if worth > best.map_or(0, |(known, _)| known)
        && let Some(choice) = act(g, s, who, one)
    {
        *best = Some((worth, choice));
    }
}

/// Twice as far, where nobody can be struck in this turn anyhow.
fn run_up(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    if s.creature(who).prone || s.done.runs {
        return None;
    }
    let (apart, _) = going::nearest(g, s, who)?;
    let (reach, _) = going::range(g, s, who);
    if apart <= reach.max(1) + 1 {
        return None;
    }
    // Whoever can wait for those who come does that instead.
    if apart <= 8 && prepare(g, s, who).is_some() {
        return None;
    }
    act(g, s, who, Act::Run)
}

/// What waits for a foe.
fn prepare(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let nearest = OnceCell::new();
    let mut best: Option<(i64, Choice)> = None;
    options::waits(g, s, who, &mut |one| {
        let Act::Prepare { ability: what, at, event } = one else { return };
        let Some((apart, foe)) = *nearest.get_or_init(|| going::nearest(g, s, who)) else { return };
        let ability = g.ability(what);
        if event.is_some() || at.is_some_and(|at| at != s.creature(foe).at) {
            return;
        }
        let harm = i64::from(ability.damage.unwrap_or(3));
        let worth =
            if ability.waits_for_steps() && at.is_none() && apart > i32::from(ability.range) + 12 { 0 } else { harm };
        better(g, s, who, &mut best, worth, one);
    });
    best.map(|(_, choice)| choice)
}
