//! The plain policy: a fighter that uses what this book gives it.

use std::cell::OnceCell;

use skirmish_bookkit::words::WordSet;
use skirmish_grid::Square;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use super::look::Look;
use super::{going, worth};
use crate::model::{
    Ability, Act, Aim, Ask, Choice, Condition, Named, Parting, Setup, Sigil, State, Status, Targets, Timing,
};
use crate::rules::bodies::Party;
use crate::rules::judge::{able, aimed, judge, usable};
use crate::rules::{abilities, attack, bodies, groups, lines, options, summon};

/// Heals in time, calls help, gets up, goes where it strikes best (beside a friend's foe, up high if it shoots), does what promises
/// most, and prepares for what comes.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Sigil> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Turn => {
                let mut look = Look::of(g, s, who);
                PLANS.iter().find_map(|(plan, _)| plan(&mut look)).unwrap_or(Choice::End)
            }
            Ask::Willing { .. } | Ask::Fire { .. } => Choice::Yes(true),
            Ask::Parting => Choice::Part(Parting::Stay),
        }
    }

    fn why(&self, g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Turn, Choice::End) => "nothing more is worth doing",
            (Ask::Turn, _) => {
                let mut look = Look::of(g, s, who);
                PLANS.iter().find(|(plan, _)| plan(&mut look).as_ref() == Some(choice))?.1
            }
            (Ask::Willing { .. }, _) => "a friend does it",
            (Ask::Fire { .. }, _) => "the trigger has come",
            _ => "the fight is not over",
        })
    }
}

type Plan = fn(&mut Look<'_>) -> Option<Choice>;

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

fn act(look: &Look<'_>, act: Act) -> Option<Choice> {
    let choice = Choice::Act(act);
    judge(look.g, look.s, look.who, &Ask::Turn, &choice).is_ok().then_some(choice)
}

/// The first of these that can be used so.
fn find<'a>(
    look: &Look<'_>,
    mut those: impl Iterator<Item = &'a Ability>,
    aim: impl Fn(&Ability) -> Option<Aim>,
) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    those.find_map(|ability| {
        let what = ability.number;
        usable(g, s, who, what).ok()?;
        act(look, Act::Use { ability: what, aim: aim(ability)? })
    })
}

/// Where everybody else lies there, one mends a friend, and waits.
fn nobody_left(look: &mut Look<'_>) -> Option<Choice> {
    if look.has_foes() {
        return None;
    }
    Some(heal(look).unwrap_or(Choice::End))
}

/// Whoever lies there first, then those who have lost most of their health.
fn heal(look: &mut Look<'_>) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
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
        Some(Aim::Named(Named::one(worst)))
    };
    find(look, look.listed(&look.can.mends), aim)
}

/// A minion, or another form, while the fight is young.
fn call(look: &mut Look<'_>) -> Option<Choice> {
    let Look { g, s, who, can, .. } = *look;
    if can.calls.is_empty() || !look.has_foes() {
        return None;
    }
    let look = look.around();
    let forms =
        || s.creature(who).worn.is_empty() && 2 * s.creature(who).health < bodies::figures(g, s, who).max_health;
    let calls = |ability: &&Ability| match ability.summons() {
        Some(creature) => summon::reserve(g, s, who, creature).is_some(),
        None => forms(),
    };
    find(look, look.listed(&can.calls).filter(calls), |ability| {
        let Some(_) = ability.summons() else { return Some(Aim::Nobody) };
        let foe = look.nearest()?;
        free_beside(look, ability, foe.at).map(Aim::Cell)
    })
}

/// A square beside somebody into which a minion can be called: the one on the side of the nearest foe.
fn free_beside(look: &Look<'_>, ability: &Ability, foe: Square) -> Option<Square> {
    let Look { g, s, who, .. } = *look;
    let is_free = |cell: Square| cell != look.body.anchor && bodies::has_room(g, s, who, 1, cell, 0);
    let mut best: Option<(u32, Square)> = None;
    for cell in look.body.around(ability.range.into()) {
        let apart = cell.chebyshev(foe);
        // Only what is nearer has to be free.
        if best.is_none_or(|(least, _)| apart < least) && is_free(cell) {
            best = Some((apart, cell));
        }
    }
    best.map(|(_, cell)| cell)
}

fn stand_up(look: &mut Look<'_>) -> Option<Choice> {
    if look.s.creature(look.who).prone && look.has_foes() { act(look, Act::Stand) } else { None }
}

/// Bonus damage for those who will strike before it is over.
fn shout(look: &mut Look<'_>) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    if look.can.bolsters.is_empty() || s.has(who, Status::Bolstered) || groups::may_do(g, s, Timing::Action).is_err() {
        return None;
    }
    let look = look.around();
    look.nearest().filter(|foe| foe.apart.squares <= 6)?;
    find(look, look.listed(&look.can.bolsters), |_| Some(Aim::Nobody))
}

/// A better place, while something can be done there: before the action, or after it away from foes.
fn come_near(look: &mut Look<'_>) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    if groups::may_move(g, s).is_err() || s.creature(who).prone || s.done.moved && !s.done.runs {
        return None;
    }
    let (_, shoots) = look.range();
    // Whoever strikes well from here stays; flyers and archers look for a better place all the same.
    if !shoots && s.done.before {
        return None;
    }
    let look = look.around();
    if !shoots && strikes_now(look) { None } else { going::way(look) }
}

/// Does any of one's attacks promise anything from where one stands?
fn strikes_now(look: &Look<'_>) -> bool {
    let Look { g, s, who, .. } = *look;
    let by = Party::of(g, s, who);
    let promises = |ability: &Ability| look.reached(ability).any(|foe| worth::is_any(g, s, &by, foe.id, ability));
    look.listed(&look.can.attacks).any(promises)
}

/// What promises most so far, and how much.
struct Most {
    best: Option<(i64, Act)>,
}

impl Most {
    fn known(&self) -> i64 {
        self.best.map_or(0, |(known, _)| known)
    }

    /// What is worth more takes its place, if it may be done.
    fn weigh(&mut self, ability: &Ability, aim: Aim, worth: i64, may: &dyn Fn() -> bool) {
        if worth > self.known() && may() {
            self.best = Some((worth, Act::Use { ability: ability.number, aim }));
        }
    }
}

/// What promises most, if anything of it may be done now.
fn strike(look: &mut Look<'_>) -> Option<Choice> {
    let open = groups::open(look.g, look.s);
    let any = !open.is_empty() && look.listed(&look.can.harms).any(|ability| options::is_due(open, ability));
    if any { most_harm(look.around(), open) } else { None }
}

/// What promises most: each part of the turn by itself.
fn most_harm(look: &Look<'_>, open: WordSet<Timing>) -> Option<Choice> {
    let Look { g, s, who, .. } = *look;
    let by = Party::of(g, s, who);
    let mut most = Most { best: None };
    // What means no harm promises none, and nor does a square.
    for ability in look.listed(&look.can.harms) {
        if !options::is_due(open, ability) {
            continue;
        }
        // Asked only of what promises more; there is room for it.
        let known = OnceCell::new();
        let is_usable = || *known.get_or_init(|| able(g, s, who, ability.number).is_ok());
        // Energy is worth a little, so that what costs some must do more.
        let price = i64::from(abilities::energy(g, who, ability)) * worth::POINT / 4;
        // Harm to a friend counts twice against it.
        let of_one = |on: Id| if g.opposed(on, who) { 1 } else { -2 } * worth::against(g, s, &by, on, ability);
        if matches!(ability.targets, Targets::Own | Targets::Around) {
            let harm: i64 = attack::around(g, s, who, ability).map(of_one).sum();
            most.weigh(ability, Aim::Nobody, harm - price, &is_usable);
            continue;
        }
        for foe in look.alive().filter(|foe| attack::covers(ability, ability.range, foe.apart)) {
            let harm = worth::above(g, s, &by, foe.id, ability, most.known() + price);
            // It is in range, so that nothing but sight is left to be asked.
            let may = || is_usable() && lines::is_seen(g, s, who, foe.id);
            most.weigh(ability, Aim::Named(Named::one(foe.id)), harm - price, &may);
        }
        if ability.targets == Targets::List {
            options::lists(g, s, who, ability, &mut |named| {
                let harm: i64 = named.iter().map(of_one).sum();
                let may = || is_usable() && aimed(g, s, who, ability, Aim::Named(named)).is_ok();
                most.weigh(ability, Aim::Named(named), harm - price, &may);
            });
        }
    }
    most.best.map(|(_, act)| Choice::Act(act))
}

/// Twice as far, where nobody can be struck in this turn anyhow.
fn run_up(look: &mut Look<'_>) -> Option<Choice> {
    if look.s.creature(look.who).prone || groups::may_run(look.g, look.s, look.who).is_err() {
        return None;
    }
    let look = look.around();
    let apart = look.nearest()?.apart.squares;
    let (reach, _) = look.range();
    if apart <= reach.max(1) + 1 {
        return None;
    }
    // Whoever can wait for those who come does that instead.
    if apart <= 8 && wait(look).is_some() {
        return None;
    }
    act(look, Act::Run)
}

/// What waits for a foe, if anything may be prepared now.
fn prepare(look: &mut Look<'_>) -> Option<Choice> {
    let may = !look.can.waits.is_empty() && groups::may_do(look.g, look.s, Timing::Prepared).is_ok();
    if may { wait(look.around()) } else { None }
}

/// What waits for a foe, around the nearest one where a square is named; what is waited for is not chosen.
fn wait(look: &Look<'_>) -> Option<Choice> {
    groups::may_do(look.g, look.s, Timing::Prepared).ok()?;
    let foe = look.nearest()?;
    let mut best: Option<(i64, Choice)> = None;
    for ability in look.listed(&look.can.waits) {
        let at = (ability.zone > 0 || ability.takes_cell()).then_some(foe.at);
        let too_far = ability.waits_for_steps() && at.is_none() && foe.apart.squares > i32::from(ability.range) + 12;
        let worth = if too_far { 0 } else { i64::from(ability.damage.unwrap_or(3)) };
        if worth > best.as_ref().map_or(0, |(known, _)| *known)
            && let Some(choice) = act(look, Act::Prepare { ability: ability.number, at, event: None })
        {
            best = Some((worth, choice));
        }
    }
    best.map(|(_, choice)| choice)
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::super::tests::looks;
    use super::*;

    /// The first of everything that is legal and promises more than what comes before it.
    fn most_of(look: &Look<'_>, acts: Vec<Act>, worth: impl Fn(&Act) -> i64) -> Option<Choice> {
        let mut best: Option<(i64, Choice)> = None;
        for one in acts {
            let worth = worth(&one);
            if worth > best.as_ref().map_or(0, |(known, _)| *known)
                && let Some(choice) = act(look, one)
            {
                best = Some((worth, choice));
            }
        }
        best.map(|(_, choice)| choice)
    }

    fn promised(look: &Look<'_>, one: &Act) -> i64 {
        let Look { g, s, who, .. } = *look;
        let Act::Use { ability, aim } = *one else { return 0 };
        let (ability, by) = (g.ability(ability), Party::of(g, s, who));
        let of_one = |on: Id| if g.opposed(on, who) { 1 } else { -2 } * worth::against(g, s, &by, on, ability);
        let harm: i64 = match aim {
            _ if !ability.hostile => 0,
            Aim::Named(named) => named.iter().map(of_one).sum(),
            Aim::Nobody => attack::around(g, s, who, ability).map(of_one).sum(),
            Aim::Cell(_) => 0,
        };
        harm - i64::from(abilities::energy(g, who, ability)) * worth::POINT / 4
    }

    pub fn strikes_where_it_promises_most_of_all_that_is_listed() {
        let mut struck = 0;
        looks(|look| {
            let mut acts = Vec::new();
            options::used(look.g, look.s, look.who, &mut |act| acts.push(act));
            let choice = most_harm(look, groups::open(look.g, look.s));
            assert_eq!(choice, most_of(look, acts, |one| promised(look, one)), "{:?}", look.who);
            struck += u32::from(choice.is_some());
        });
        assert!(struck > 500, "{struck} struck");
    }

    pub fn prepares_what_promises_most_of_all_that_is_listed() {
        let mut waited = 0;
        looks(|look| {
            let Some(foe) = look.nearest() else { return };
            let mut acts = Vec::new();
            options::waits(look.g, look.s, look.who, &mut |act| acts.push(act));
            let worth = |one: &Act| {
                let Act::Prepare { ability, at, event } = *one else { return 0 };
                let ability = look.g.ability(ability);
                let far =
                    ability.waits_for_steps() && at.is_none() && foe.apart.squares > i32::from(ability.range) + 12;
                let other = event.is_some() || at.is_some_and(|at| at != foe.at);
                if far || other { 0 } else { i64::from(ability.damage.unwrap_or(3)) }
            };
            let choice = wait(look);
            assert_eq!(choice, most_of(look, acts, worth), "{:?}", look.who);
            waited += u32::from(choice.is_some());
        });
        assert!(waited > 200, "{waited} waited");
    }

    pub fn strikes_now_where_an_attack_promises_anything() {
        looks(|look| {
            let Look { g, s, who, .. } = *look;
            let by = Party::of(g, s, who);
            let promises = |ability: &Ability, on: Id| {
                attack::reaches(g, s, who, on, ability) && worth::against(g, s, &by, on, ability) > 0
            };
            let any = |ability: &Ability| s.able.and(g.foes(who)).iter().any(|on| promises(ability, on));
            let plain = look.listed(&look.can.all).filter(|ability| ability.is_attack()).any(any);
            assert_eq!(strikes_now(look), plain, "{who:?}");
        });
    }

    pub fn cover_is_added_to_what_must_be_reached() {
        looks(|look| {
            let Look { g, s, who, .. } = *look;
            let by = Party::of(g, s, who);
            for (foe, ability) in
                look.alive().flat_map(|foe| look.listed(&look.can.all).map(move |ability| (foe, ability)))
            {
                let exact = worth::plainly_against(g, s, &by, foe.id, ability);
                assert_eq!(worth::against(g, s, &by, foe.id, ability), exact, "{who:?} on {:?}", foe.id);
                for least in [0, exact - 1, exact, exact + 1].into_iter().filter(|least| *least >= 0) {
                    let above = worth::above(g, s, &by, foe.id, ability, least);
                    assert_eq!(above, if exact > least { exact } else { above.min(least) }, "{who:?} on {:?}", foe.id);
                }
            }
        });
    }

    pub fn calls_into_the_square_that_is_nearest_to_a_foe() {
        let mut called = 0;
        looks(|look| {
            let Look { g, s, who, .. } = *look;
            let Some(foe) = look.nearest() else { return };
            for ability in look.listed(&look.can.calls).filter(|ability| ability.summons().is_some()) {
                let near = look.body.around(ability.range.into());
                let free = near.filter(|cell| bodies::has_room(g, s, who, 1, *cell, 0) && *cell != look.body.anchor);
                let plain = free.min_by_key(|cell| cell.chebyshev(foe.at));
                assert_eq!(free_beside(look, ability, foe.at), plain, "{who:?}");
                called += u32::from(plain.is_some());
            }
        });
        assert!(called > 100, "{called} called");
    }
}
