//! The plain policy: a fighter that uses what this book gives it.

use skirmish_grid::{Facing, Steps};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Ids, Policy, RuleId};

use super::going;
use super::worth::{self, Prospects};
use crate::model::{Act, Ask, Choice, Fragments, Gait, Plight, Setup, State};
use crate::rules::judge::judge;
use crate::rules::options::{self, options};
use crate::rules::{bodies, turn};

/// Puts fires out, stops blood, gets up, stays in the air, strikes or casts what promises most, trips and feints where that pays,
/// goes where a foe is between it and a friend, keeps away from foes if it shoots, and catches hold of what it can.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Fragments> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match *ask {
            Ask::Turn => PLANS.iter().find_map(|(plan, _)| plan(g, s, who)).unwrap_or(Choice::End),
            Ask::Path { who: mover, gait, feet } => {
                let choice = going::way(g, s, mover, gait, feet.into());
                let stay = Choice::Walk { steps: Steps::new(), climb: 0, on: false };
                legal(g, s, who, ask, choice).unwrap_or(stay)
            }
            Ask::Enter | Ask::Catch { .. } | Ask::Forgo { .. } | Ask::Fire { .. } => Choice::Yes(true),
            Ask::Fling { .. } => {
                legal(g, s, who, ask, Choice::Fling(None)).unwrap_or(Choice::Fling(Some(Facing::North)))
            }
            Ask::Push { .. } | Ask::Away { .. } | Ask::Limb { .. } | Ask::Part { .. } | Ask::Next { .. } => {
                first(g, s, who, ask)
            }
        }
    }

    fn why(&self, g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Turn, Choice::End) => "nothing more is worth doing",
            (Ask::Turn, _) => PLANS.iter().find(|(plan, _)| plan(g, s, who).as_ref() == Some(choice))?.1,
            (Ask::Path { .. }, Choice::Walk { steps, .. }) if steps.is_empty() => "no place is better",
            (Ask::Path { .. }, _) => "the best place within reach",
            (Ask::Enter, _) => "the turn is worth more now than later",
            (Ask::Catch { .. }, _) => "a fall hurts",
            (Ask::Fire { .. }, _) => "the moment has come",
            (Ask::Forgo { .. }, _) => "it is a friend",
            _ => "as usual",
        })
    }
}

type Plan = fn(&Setup, &State, Id) -> Option<Choice>;

/// What it thinks of in its turn, in this order, and why it does it.
const PLANS: [(Plan, &str); 9] = [
    (stop_own_blood, "to live"),
    (put_out, "fire costs more than an action"),
    (save_friend, "a friend is bleeding to death"),
    (command, "two turns for one action"),
    (fly_on, "to stay in the air"),
    (stand_up, "to fight standing"),
    (come_near, "a better place to strike from"),
    (best, "it promises the most harm"),
    (small_things, "ready for what comes"),
];

fn legal(g: &Setup, s: &State, who: Id, ask: &Ask, choice: Choice) -> Option<Choice> {
    judge(g, s, who, ask, &choice).is_ok().then_some(choice)
}

fn act(g: &Setup, s: &State, who: Id, act: Act) -> Option<Choice> {
    legal(g, s, who, &Ask::Turn, Choice::Act(act))
}

/// Whatever is listed first: for questions that have no better answer.
fn first(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    let mut found = None;
    options(g, s, who, ask, &mut |choice| {
        found.get_or_insert(choice);
    });
    found.or_else(|| options::pass(g, s, who, ask)).unwrap_or(Choice::End)
}

fn stop_own_blood(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let creature = s.creature(who);
    let bleeds = creature.is(Plight::Bleeding) && (creature.hp <= 10 || nobody_near(g, s, who));
    if bleeds { act(g, s, who, Act::Medicine(who)) } else { None }
}

fn nobody_near(g: &Setup, s: &State, who: Id) -> bool {
    going::nearest(g, s, who).is_none_or(|(feet, _)| feet > 30)
}

/// Who can bear the fire for a few turns strikes first.
fn put_out(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let creature = s.creature(who);
    let soon = creature.hp <= 4 * worth::FIRE;
    let burns = creature.is(Plight::OnFire) && (soon || nobody_near(g, s, who));
    if burns { act(g, s, who, Act::PutOut) } else { None }
}

/// Whoever lies bleeding beside it.
fn save_friend(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let dying = |id: &Id| {
        let creature = s.creature(*id);
        *id != who
            && !g.opposed(*id, who)
            && creature.is_here()
            && creature.is(Plight::Bleeding)
            && creature.is(Plight::Incapacitated)
    };
    if s.creature(who).is(Plight::Incapacitated) {
        return None;
    }
    // Whoever bleeds is one of those to whom something special applies: mostly there are none.
    let touched = Ids::first(g.sheets.len()).and(s.touched.0);
    touched.iter().filter(dying).find_map(|id| act(g, s, who, Act::Medicine(id)))
}

fn command(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let beast = g
        .beasts
        .iter()
        .filter(|id| g.sheet(*id).commander == Some(who))
        .find_map(|id| act(g, s, who, Act::Command(id)));
    beast.or_else(|| turn::commanded(g, s, who).find_map(|id| let_act(g, s, who, id)))
}

/// What a creature that has been commanded does: it strikes what it can, or goes nearer.
fn let_act(g: &Setup, s: &State, who: Id, beast: Id) -> Option<Choice> {
    let found = most_harmful(g, s, who, beast, |act| Choice::Let(beast, act));
    let stand = s.creature(beast).is(Plight::Prone).then_some(Act::Stand);
    let moves = going::wants_to_move(g, s, beast).then_some(Act::Move(Gait::Run));
    let other = stand.or(moves).and_then(|act| legal(g, s, who, &Ask::Turn, Choice::Let(beast, act)));
    found.map(|(_, choice)| choice).or(other)
}

fn fly_on(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let last = turn::left(g, s, who) <= 1;
    if going::must_fly(g, s, who) && (last || going::wants_to_move(g, s, who)) {
        return act(g, s, who, Act::Move(Gait::Fly));
    }
    None
}

fn stand_up(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let prone = s.creature(who).is(Plight::Prone) && !s.creature(who).is(Plight::Incapacitated);
    if prone && turn::left(g, s, who) >= 2 { act(g, s, who, Act::Stand) } else { None }
}

fn come_near(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    if s.creature(who).is(Plight::Prone) || !going::wants_to_move(g, s, who) {
        return None;
    }
    if g.ground.weightless && !g.sheet(who).flies() {
        return going::push_off(g, s, who).and_then(|way| act(g, s, who, Act::PushOff(way, 0)));
    }
    // Whoever shoots and has somebody beside him goes only once in a turn.
    let beside = going::keeps_away(g, s, who) && turn::left(g, s, who) < turn::actions(g, s, who);
    if beside && going::nearest(g, s, who).is_some_and(|(feet, _)| feet <= bodies::SQUARE) {
        return None;
    }
    [Gait::Run, Gait::Fly, Gait::Swim].into_iter().find_map(|gait| {
        let moves = act(g, s, who, Act::Move(gait))?;
        let feet = crate::rules::movement::speed(g, s, who, gait);
        going::is_worth_a_move(g, s, who, gait, feet).then_some(moves)
    })
}

/// What promises most of all that hurts, and how much.
fn most_harmful(g: &Setup, s: &State, who: Id, actor: Id, choice: impl Fn(Act) -> Choice) -> Option<(i64, Choice)> {
    let mut found: Option<(i64, Choice)> = None;
    if turn::left(g, s, actor) == 0 {
        return None;
    }
    let mut prospects = Prospects::of(g, s, actor);
    options::harmful(g, s, actor, &mut |act| {
        let known = found.as_ref().map_or(0, |(known, _)| *known);
        if prospects.in_the_open(&act) <= known {
            return;
        }
        let choice = choice(act);
        if judge(g, s, who, &Ask::Turn, &choice).is_err() {
            return;
        }
        let worth = prospects.promise(&act);
        if worth > known {
            found = Some((worth, choice));
        }
    });
    found
}

/// The blow, the spell or the maneuver that promises most for the actions that it takes.
fn best(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    let found = most_harmful(g, s, who, who, Choice::Act);
    let gathers = g.sheet(who).max_energy > 0 && s.creature(who).energy * 4 < g.sheet(who).max_energy;
    match found {
        Some((worth, _)) if worth < worth::POINT && gathers => {
            act(g, s, who, Act::Focus).or(found.map(|(_, choice)| choice))
        }
        Some((_, choice)) => Some(choice),
        None => None,
    }
}

/// With what is left: breaking a hold, Energy, a weapon in hand, a dodge where somebody is near.
fn small_things(g: &Setup, s: &State, who: Id) -> Option<Choice> {
    if turn::left(g, s, who) == 0 {
        return None;
    }
    let bare = !s.held(who).any(|(_, item)| g.weapon(item.weapon).strikes());
    let stowed = s.items_of(who).find(|(_, item)| !item.held && g.weapon(item.weapon).strikes()).map(|(at, _)| at);
    let drawn = stowed.filter(|_| bare).and_then(|at| act(g, s, who, Act::Draw(at)));
    let near = going::nearest(g, s, who).is_some_and(|(feet, _)| feet <= 30);
    drawn
        .or_else(|| act(g, s, who, Act::Stabilize))
        .or_else(|| act(g, s, who, Act::Focus))
        .or_else(|| if near { act(g, s, who, Act::Dodge) } else { None })
        .or_else(|| act(g, s, who, Act::Move(Gait::Run)).filter(|_| going::wants_to_move(g, s, who)))
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;

    pub fn whoever_bleeds_is_looked_at() {
        let mut bleeding = 0;
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |_, s| {
            for id in s.ids().filter(|id| s.creature(*id).is(Plight::Bleeding)) {
                assert!(s.touched.0.has(id), "{id:?}");
                bleeding += 1;
            }
        });
        assert!(bleeding > 5, "{bleeding}");
    }
}
