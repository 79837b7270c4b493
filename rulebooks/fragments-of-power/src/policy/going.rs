//! Where a fighter goes.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use skirmish_grid::{Block, Cell as _, Facing, Latest, Square, Steps};
use skirmish_kernel::{Id, Ids};

use super::wish::Wish;
use crate::model::{Choice, Gait, Mode, Number, Plight, Setup, State};
use crate::rules::ground::weightless;
use crate::rules::movement::flight;
use crate::rules::movement::paths::{self, Ways};
use crate::rules::{attack, bodies};

/// Does somebody fight from afar: with what is in hand, or with spells?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    let shoots = s.held(who).any(|(_, item)| g.weapon(item.weapon).shoots);
    let harms = |spell: &u8| {
        matches!(g.spell(*spell).effect, crate::model::Effect::Harm { .. }) && g.spell(*spell).fixed.is_none()
    };
    shoots || g.sheet(who).spells.iter().any(harms)
}

/// Feet from which somebody can strike.
pub(super) fn range(g: &Setup, s: &State, who: Id) -> i32 {
    if !keeps_away(g, s, who) {
        return attack::longest_reach(g, s, who);
    }
    let shot = s
        .held(who)
        .filter(|(_, item)| g.weapon(item.weapon).shoots)
        .map(|(_, item)| i32::from(g.weapon(item.weapon).increment));
    let spells =
        g.sheet(who).spells.iter().filter_map(|spell| g.spell(*spell).ranges.last()).map(|feet| i32::from(*feet));
    shot.chain(spells).max().unwrap_or(5)
}

/// Foes that somebody knows of and that still fight; the others where none does.
pub(super) fn foes(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> {
    let known = g.foes(who).iter().filter(|foe| s.creature(*foe).is_here() && !s.creature(*foe).undetected_by.has(who));
    let able: skirmish_kernel::Ids = known.filter(|foe| s.is_able(*foe)).collect();
    able.iter()
}

/// Feet to the nearest foe, and who it is.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<(i32, Id)> {
    let own = bodies::body(g, s, who);
    foes(g, s, who).map(|foe| (bodies::between(g, &own, &bodies::body(g, s, foe)), foe)).min()
}

/// Is a better place worth a move: nobody can be struck from here, or somebody who shoots has a foe beside him?
pub(super) fn wants_to_move(g: &Setup, s: &State, who: Id) -> bool {
    let (own, away, range) = (bodies::body(g, s, who), keeps_away(g, s, who), range(g, s, who));
    let flees = away && g.sheet(who).speed > 5;
    // Most people who are asked have somebody beside them, and nobody is nearer than that.
    let mut nearest = None;
    for foe in foes(g, s, who) {
        let feet = bodies::between(g, &own, &bodies::body(g, s, foe));
        match feet <= bodies::SQUARE.min(range) {
            true => return flees,
            false => nearest = Some(nearest.map_or(feet, |nearest: i32| nearest.min(feet))),
        }
    }
    nearest.is_some_and(|feet| feet > range || flees && feet <= bodies::SQUARE)
}

/// Everything that bears on where somebody goes, and that play changes: where these are equal, so is the way.
#[derive(PartialEq, Eq)]
struct Reasons {
    setup: Number,
    gait: Gait,
    feet: i32,
    /// Its facing, the feet that it has flown, whether it flies, and whether the next diagonal counts twice.
    own: (Facing, i16, bool, bool),
    keeps_away: bool,
    range: i32,
    able: Ids,
    others: ArrayVec<Reason, { Id::MOST }>,
}

/// What matters of one of those who are there: where and at which height, how far it reaches, and whether it is hidden, or not
/// known of at all.
type Reason = (Id, Square, i16, i32, bool, bool);

impl Reasons {
    /// Nothing where somebody rides or is held, or the ground has changed: that is not looked into.
    fn of(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Option<Self> {
        if !s.grapples.is_empty() || !s.scars.is_empty() || s.creatures.iter().any(|creature| creature.mount.is_some())
        {
            return None;
        }
        let own = s.creature(who);
        let reaches = attack::longest_reaches(g, s);
        let reason = |id: Id| {
            let creature = s.creature(id);
            let known = (creature.hidden_from.has(who), creature.undetected_by.has(who));
            (id, creature.at, creature.height, reaches.get(id.index()).copied().unwrap_or(0), known.0, known.1)
        };
        Some(Self {
            setup: g.number.known(),
            gait,
            feet,
            own: (own.facing, own.flown, own.is(Plight::Flying), own.odd),
            keeps_away: keeps_away(g, s, who),
            range: range(g, s, who),
            able: s.able,
            others: s.everybody().map(reason).collect(),
        })
    }
}

thread_local! {
    // The last way of everybody: one asks whether there is a better place, takes the move, and asks for the way.
    static WAYS: RefCell<Latest<Reasons, Choice>> = const { RefCell::new(Latest::new()) };
}

/// The best place within so many feet, by the cheapest way; for those who fly far enough to stay up.
pub(super) fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Choice {
    match Reasons::of(g, s, who, gait, feet) {
        Some(reasons) => remembered(g, s, who, reasons),
        None => found(g, s, who, gait, feet),
    }
}

/// The same, looked for only where the reasons are others than the last time.
fn remembered(g: &Setup, s: &State, who: Id, reasons: Reasons) -> Choice {
    WAYS.with_borrow_mut(|ways| ways.of(who.index(), reasons, |why| found(g, s, who, why.gait, why.feet)))
}

fn found(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Choice {
    if gait == Gait::Fly { fly(g, s, who, feet) } else { walk(g, s, who, gait, feet) }
}

/// The same along the ground.
fn walk(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Choice {
    let wish = Wish::of(g, s, who);
    let stay = wish.worth_of(&wish.body);
    let far = nearest(g, s, who).filter(|(feet, _)| *feet > wish.range).map(|(_, foe)| s.creature(foe).at);
    let ways = paths::ways(g, s, who, gait, feet);
    let best = wish.best_of(&ways, stay + 1);
    let direct = best
        .as_ref()
        .and_then(|best| ways.first(&best.places, best.feet, |at, spent| wish.score(at, spent) >= best.most));
    let steps = match direct {
        Some(steps) => steps,
        None if best.is_none() && far.is_none() => None,
        None => look_around(&wish, &ways, best.map_or(stay, |best| best.most), far),
    };
    Choice::Walk { steps: steps.unwrap_or_default(), climb: 0, on: false }
}

/// The way to the best of all places, looked at one after another, none of which is worth more than `most`; where none is better
/// than here, to the one nearest to a foe that is far away.
fn look_around(
    wish: &Wish<'_>,
    ways: &Ways<'_, impl Fn(Square, Square) -> Option<u32>>,
    most: i64,
    far: Option<Square>,
) -> Option<Steps> {
    let here = wish.body.anchor;
    let best = Cell::new((wish.score(here, 0), here));
    let goes_on = |cell: Square, spent: i32| {
        let score = wish.score(cell, spent);
        if score > best.get().0 {
            best.set((score, cell));
        }
        let (known, place) = best.get();
        known < most.min(wish.most_for(spent)) || place == here && far.is_some()
    };
    ways.search(goes_on, |found| {
        // As near to the foe as a straight look says.
        let toward = |goal: Square| found.places().map(|(cell, _)| cell).min_by_key(|cell| cell.distance(goal));
        found.way_to(far.filter(|_| best.get().1 == here).and_then(toward).unwrap_or(best.get().1))
    })
}

/// Would a move lead to a better place? Where the way is remembered, it is looked for at once, so that it is known when the move
/// is taken; else most often a step says so.
pub(super) fn is_worth_a_move(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> bool {
    if let Some(reasons) = Reasons::of(g, s, who, gait, feet) {
        return leads_on(&remembered(g, s, who, reasons));
    }
    let (here, wish) = (s.creature(who).at, Wish::of(g, s, who));
    let now = wish.score(here, 0);
    let is_better = |(to, cost): (Square, i32)| wish.score(to, cost) > now;
    let step_is_better = gait != Gait::Fly && paths::ways(g, s, who, gait, feet).steps().any(is_better);
    step_is_better || leads_on(&found(g, s, who, gait, feet))
}

fn leads_on(way: &Choice) -> bool {
    matches!(way, Choice::Walk { steps, .. } if !steps.is_empty())
}

/// Weightless: the way in which one comes nearest to where one wants to be.
pub(super) fn push_off(g: &Setup, s: &State, who: Id) -> Option<Facing> {
    let (here, wish) = (s.creature(who).at, Wish::of(g, s, who));
    let goals =
        |from| Facing::ALL.into_iter().filter_map(move |way| Some((way, weightless::goal(g, s, who, from, way)?)));
    // From where it comes to, it may push off again.
    let worth = |to| {
        let on = goals(to).map(|(_, then)| wish.score(then, 2 * bodies::SQUARE)).max();
        wish.score(to, 0).max(on.unwrap_or(i64::MIN))
    };
    let ways = goals(here).map(|(way, to)| (worth(to), way));
    ways.filter(|(worth, _)| *worth > wish.score(here, 0)).max_by_key(|(worth, _)| *worth).map(|(_, way)| way)
}

/// Through the air: to the best place and height that leaves it in the air, or on the ground beside the foe. Best of all is a
/// height from which it reaches its foe, and its foes do not reach it.
fn fly(g: &Setup, s: &State, who: Id, feet: i32) -> Choice {
    let stay = Choice::Walk { steps: Steps::new(), climb: 0, on: false };
    let creature = s.creature(who);
    let least = if g.sheet(who).modes.has(Mode::ImprovedFlight) {
        0
    } else {
        flight::least(g, s, who) - i32::from(creature.flown)
    };
    let tied = bodies::bound(s, who);
    let others: ArrayVec<Block, { Id::MOST }> =
        s.everybody().filter(|id| !tied.has(*id)).map(|id| bodies::body(g, s, id)).collect();
    let mut best: Option<(i64, Steps, i16)> = None;
    let wish = Wish::of(g, s, who);
    let reaches: ArrayVec<i32, { Id::MOST }> =
        wish.foes.iter().map(|(foe, _)| attack::longest_reach(g, s, *foe)).collect();
    let above = nearest(g, s, who).map(|(_, foe)| {
        let top = i32::from(s.creature(foe).height) + bodies::tall(g.sheet(foe).size);
        i16::try_from(top + wish.range.min(HOVER)).unwrap_or(i16::MAX)
    });
    let size = g.sheet(who).size;
    let look_at = |cell: Square, spent: i32| {
        let level = bodies::level(g, &wish.body.at(cell));
        let lower = |height: &i16| *height < creature.height;
        let heights = [Some(creature.height), above.filter(lower), Some(level).filter(lower)];
        // What it costs to get there is worked out only where the place could be the best one.
        let straight_on = bodies::SQUARE * i32::try_from(creature.at.chebyshev(cell)).unwrap_or(i32::MAX / 8);
        let mut ahead = None;
        for height in heights.into_iter().flatten() {
            let climb = height - creature.height;
            let for_climb = flight::height_cost(g, who, climb);
            let least_spent = (straight_on + for_climb) / 4;
            if best.as_ref().is_some_and(|(known, ..)| wish.most_for(least_spent) <= *known) {
                continue;
            }
            let body = wish.body.at(cell).filling(bodies::span(size, height));
            let worth = wish.worth_of(&body);
            if best.as_ref().is_some_and(|(known, ..)| worth - i64::from(least_spent) <= *known) {
                continue;
            }
            let way = *ahead.get_or_insert_with(|| {
                let steps = straight(creature.at, cell)?;
                Some((steps, flight::cost(g, s, who, steps, 0)?.0))
            });
            let Some((steps, ahead)) = way else { break };
            let cost = ahead + for_climb;
            let inside = !g.ground.is_plain && bodies::enters(g, who, cell, height) != Some(height);
            if cost > feet || inside || height < level || height > level && cost < least {
                continue;
            }
            if others.iter().any(|other| other.overlaps(&body)) {
                continue;
            }
            let within = |((_, foe), reach): (&(Id, Block), &i32)| bodies::between(g, &body, foe) <= *reach;
            let exposed = wish.foes.iter().zip(&reaches).filter(|one| within(*one)).count();
            let score = worth - i64::from(cost / 4) - 40 * i64::try_from(exposed).unwrap_or(0);
            if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                best = Some((score, steps, climb));
            }
        }
        best.as_ref().is_none_or(|(known, ..)| *known < wish.most_for(spent / 4))
    };
    paths::search(g, s, who, Gait::Fly, feet, look_at, |_| ());
    best.map_or(stay, |(_, steps, climb)| Choice::Walk { steps, climb, on: false })
}

/// Feet above its foes beyond which nobody needs to stay.
const HOVER: i32 = 60;

/// Straight ahead, as one flies.
fn straight(from: Square, to: Square) -> Option<Steps> {
    let mut steps = Steps::new();
    let mut at = from;
    while at != to {
        let facing = Facing::toward(at, to)?;
        at = at.step(facing)?;
        if !steps.push(facing) {
            return None;
        }
    }
    Some(steps)
}

/// Must somebody fly on in this turn, or fall?
pub(super) fn must_fly(g: &Setup, s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    creature.is(Plight::Flying)
        && !g.ground.weightless
        && !g.sheet(who).modes.has(Mode::ImprovedFlight)
        && creature.height > bodies::level(g, &bodies::body(g, s, who))
        && i32::from(creature.flown) < flight::least(g, s, who)
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::dice::Rng;

    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;

    /// The way to the best of all places when one after another is looked at to the last.
    fn plain_walk(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Steps {
        let wish = Wish::of(g, s, who);
        let far = nearest(g, s, who).filter(|(feet, _)| *feet > wish.range).map(|(_, foe)| s.creature(foe).at);
        let ways = paths::ways(g, s, who, gait, feet);
        look_around(&wish, &ways, i64::MAX, far).unwrap_or_default()
    }

    /// Puts everybody in another square of plain ground, where nobody is.
    fn scatter(g: &Setup, s: &mut State, rng: &mut Rng) {
        let everybody: ArrayVec<Id, { Id::MOST }> = s.everybody().collect();
        for who in everybody {
            let at = |rng: &mut Rng, end: u16| i16::try_from(rng.below(end.into())).unwrap_or(0);
            let to = Square::new(at(rng, g.ground.board.width()), at(rng, g.ground.board.height()));
            if g.ground.is_plain && bodies::fits(g, who, to) && paths::may_end(g, s, who, to) {
                s.creature_mut(who).at = to;
            }
        }
    }

    pub fn wants_to_move_as_the_nearest_foe_says() {
        let (mut moves, mut stays) = (0, 0);
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for who in s.everybody() {
                let (away, range) = (keeps_away(g, s, who), range(g, s, who));
                let wants = nearest(g, s, who)
                    .is_some_and(|(feet, _)| feet > range || away && feet <= bodies::SQUARE && g.sheet(who).speed > 5);
                assert_eq!(wants_to_move(g, s, who), wants, "{who:?}");
                (moves, stays) = (moves + u32::from(wants), stays + u32::from(!wants));
            }
        });
        assert!(moves > 100 && stays > 100, "{moves} {stays}");
    }

    pub fn walks_where_it_is_best_of_all_places() {
        let (mut went, mut rng) = (0, Rng::for_fight(3, 0));
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            let mut s = s.clone();
            for _ in 0..3 {
                for who in s.able.iter() {
                    for (gait, feet) in [(Gait::Run, 30), (Gait::Run, 10), (Gait::Swim, 15)] {
                        if paths::can(g, &s, who, gait) {
                            let way = walk(g, &s, who, gait, feet);
                            let steps = plain_walk(g, &s, who, gait, feet);
                            assert_eq!(way, Choice::Walk { steps, climb: 0, on: false }, "{who:?}");
                            // Nobody takes an action to stay, at the edge of the map either.
                            assert_eq!(is_worth_a_move(g, &s, who, gait, feet), !steps.is_empty(), "{who:?}");
                            went += u32::from(!steps.is_empty());
                        }
                    }
                }
                scatter(g, &mut s, &mut rng);
            }
        });
        assert!(went > 500, "{went} ways");
    }
}
