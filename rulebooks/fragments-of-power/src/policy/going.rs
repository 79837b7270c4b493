//! Where a fighter goes.

use std::cell::{Cell, RefCell};

use arrayvec::ArrayVec;
use skirmish_grid::{Block, Cell as _, Facing, Latest, Square, Steps};
use skirmish_kernel::{Id, Ids};

use crate::model::{Choice, Gait, Mode, Number, Plight, Setup, State};
use crate::rules::ground::weightless;
use crate::rules::movement::{flight, paths};
use crate::rules::{attack, bodies, flanking};

/// Does somebody fight from afar: with what is in hand, or with spells?
pub(super) fn keeps_away(g: &Setup, s: &State, who: Id) -> bool {
    let shoots = s.held(who).any(|(_, item)| g.weapon(item.weapon).shoots);
    let harms = |spell: &u8| {
        matches!(g.spell(*spell).effect, crate::model::Effect::Harm { .. }) && g.spell(*spell).fixed.is_none()
    };
    shoots || g.sheet(who).spells.iter().any(harms)
}

/// Feet from which somebody can strike.
fn range(g: &Setup, s: &State, who: Id) -> i32 {
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
fn foes(g: &Setup, s: &State, who: Id) -> impl Iterator<Item = Id> {
    let known = g.foes(who).iter().filter(|foe| s.creature(*foe).is_here() && !s.creature(*foe).undetected_by.has(who));
    let able: skirmish_kernel::Ids = known.filter(|foe| s.is_able(*foe)).collect();
    able.iter()
}

/// Feet to the nearest foe, and who it is.
pub(super) fn nearest(g: &Setup, s: &State, who: Id) -> Option<(i32, Id)> {
    foes(g, s, who).map(|foe| (bodies::distance(g, s, who, foe), foe)).min()
}

/// Is a better place worth a move: nobody can be struck from here, or somebody who shoots has a foe beside him?
pub(super) fn wants_to_move(g: &Setup, s: &State, who: Id) -> bool {
    let Some((feet, _)) = nearest(g, s, who) else { return false };
    let away = keeps_away(g, s, who);
    feet > range(g, s, who) || away && feet <= bodies::SQUARE && g.sheet(who).speed > 5
}

/// Feet from a foe that are as good as any more, to those who shoot.
const FAR: i32 = 40;

/// What it is worth to have a foe between oneself and a friend.
const FLANKING: i64 = 300;

/// What somebody wants of a place: near enough to strike, with a foe between itself and a friend, or far from all for those who
/// shoot.
struct Wish<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    body: Block,
    keeps_away: bool,
    /// Feet from which it can strike.
    range: i32,
    foes: ArrayVec<(Id, Block), { Id::MOST }>,
    /// Those with whom it may catch a foe between two.
    friends: Ids,
}

impl<'a> Wish<'a> {
    fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let foes = foes(g, s, who).map(|foe| (foe, bodies::body(g, s, foe))).collect();
        let friends = s.able.without(g.foes(who)).without(Ids::NONE.with(who));
        let body = bodies::body(g, s, who);
        Self { g, s, who, body, keeps_away: keeps_away(g, s, who), range: range(g, s, who), foes, friends }
    }

    /// How good it would be to stand there, for so many feet.
    fn score(&self, at: Square, spent: i32) -> i64 {
        self.worth_of(&self.body.at(at)) - i64::from(spent)
    }

    /// How good it would be to be there, whatever it costs.
    fn worth_of(&self, body: &Block) -> i64 {
        let near = self.foes.iter().map(|(foe, its)| (bodies::between(self.g, body, its), *foe)).min();
        let Some((feet, foe)) = near else { return 0 };
        let far = i64::from((feet - self.range).max(0)) * 100;
        let place = if self.keeps_away {
            let alone = i64::from(feet.min(self.range).min(FAR)) * 8;
            alone - if feet <= bodies::SQUARE { 500 } else { 0 }
        } else if feet <= self.range && self.flanks_from(foe, body.anchor) {
            FLANKING
        } else {
            0
        };
        place - far
    }

    /// How good any place could be for so many feet.
    fn most_for(&self, spent: i32) -> i64 {
        let place = match self.keeps_away {
            true => i64::from(self.range.min(FAR)) * 8,
            false if self.friends.is_empty() => 0,
            false => FLANKING,
        };
        place - i64::from(spent)
    }

    /// Would it have a foe between itself and a friend there?
    fn flanks_from(&self, foe: Id, at: Square) -> bool {
        let (g, s) = (self.g, self.s);
        let single = self.body.side() == 1 && g.sheet(foe).size.side() == 1;
        let aside = |at: Square| {
            let middle = s.creature(foe).at;
            ((at.x - middle.x).signum(), (at.y - middle.y).signum())
        };
        let opposite = |friend: Id| {
            if !single {
                return s.creature(self.who).at == at && flanking::are_opposite(g, s, foe, self.who, friend);
            }
            let ((dx, dy), (ox, oy)) = (aside(at), aside(s.creature(friend).at));
            dx * ox + dy * oy < 0
        };
        let beside = |friend: Id| attack::reaches(g, s, friend, foe);
        self.friends.iter().any(|friend| opposite(friend) && beside(friend))
    }
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
        let reason = |id: Id| {
            let creature = s.creature(id);
            let known = (creature.hidden_from.has(who), creature.undetected_by.has(who));
            (id, creature.at, creature.height, attack::longest_reach(g, s, id), known.0, known.1)
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
    let find = || if gait == Gait::Fly { fly(g, s, who, feet) } else { walk(g, s, who, gait, feet) };
    match Reasons::of(g, s, who, gait, feet) {
        Some(reasons) => WAYS.with_borrow_mut(|ways| ways.of(who.index(), reasons, |_| find())),
        None => find(),
    }
}

/// The same along the ground.
fn walk(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Choice {
    let (here, wish) = (s.creature(who).at, Wish::of(g, s, who));
    let far = nearest(g, s, who).filter(|(feet, _)| *feet > wish.range);
    let best = Cell::new((wish.score(here, 0), here));
    let goes_on = |cell: Square, spent: i32| {
        let score = wish.score(cell, spent);
        if score > best.get().0 {
            best.set((score, cell));
        }
        let (known, place) = best.get();
        known < wish.most_for(spent) || place == here && far.is_some()
    };
    let steps = paths::search(g, s, who, gait, feet, goes_on, |found| {
        let foe = far.filter(|_| best.get().1 == here);
        // As near to the nearest foe as a straight look says.
        let toward = |(_, foe)| {
            let goal = s.creature(foe).at;
            found.places().map(|(cell, _)| cell).min_by_key(|cell| cell.distance(goal))
        };
        found.way_to(foe.and_then(toward).unwrap_or(best.get().1))
    });
    Choice::Walk { steps: steps.unwrap_or_default(), climb: 0, on: false }
}

/// Would a move lead to a better place? Most often a step says so.
pub(super) fn is_worth_a_move(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> bool {
    let (here, wish) = (s.creature(who).at, Wish::of(g, s, who));
    let now = wish.score(here, 0);
    if gait != Gait::Fly && paths::steps_from(g, s, who, gait, feet).any(|(to, cost)| wish.score(to, cost) > now) {
        return true;
    }
    matches!(way(g, s, who, gait, feet), Choice::Walk { steps, .. } if !steps.is_empty())
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
    let least =
        if g.sheet(who).modes.has(Mode::ImprovedFlight) { 0 } else { i32::from(g.sheet(who).speed - creature.flown) };
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
        && creature.flown < g.sheet(who).speed
}
