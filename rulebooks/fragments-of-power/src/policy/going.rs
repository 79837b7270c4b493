//! Where a fighter goes.

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Cell, Facing, Span, Square, Steps};
use skirmish_kernel::Id;

use crate::model::{Choice, Gait, Mode, Plight, Setup, State};
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

/// What somebody wants of a place: near enough to strike, with a foe between itself and a friend, or far from all for those who
/// shoot.
struct Wish<'a> {
    g: &'a Setup,
    s: &'a State,
    who: Id,
    body: Body<'static, Square>,
    keeps_away: bool,
    /// Feet from which it can strike.
    range: i32,
    foes: ArrayVec<(Id, Body<'static, Square>), { Id::MOST }>,
}

impl<'a> Wish<'a> {
    fn of(g: &'a Setup, s: &'a State, who: Id) -> Self {
        let foes = foes(g, s, who).map(|foe| (foe, bodies::body(g, s, foe))).collect();
        let body = bodies::body(g, s, who);
        Self { g, s, who, body, keeps_away: keeps_away(g, s, who), range: range(g, s, who), foes }
    }

    /// How good it would be to stand there, for so many feet.
    fn score(&self, at: Square, spent: i32) -> i64 {
        self.score_of(&self.body.at(at), spent)
    }

    fn score_of(&self, body: &Body<'_, Square>, spent: i32) -> i64 {
        let near = self.foes.iter().map(|(foe, its)| (bodies::between(self.g, body, its), *foe)).min();
        let Some((feet, foe)) = near else { return 0 };
        let far = i64::from((feet - self.range).max(0)) * 100;
        let place = if self.keeps_away {
            let alone = i64::from(feet.min(self.range).min(40)) * 8;
            alone - if feet <= bodies::SQUARE { 500 } else { 0 }
        } else if feet <= self.range && flanks_from(self.g, self.s, self.who, foe, body.anchor) {
            300
        } else {
            0
        };
        place - far - i64::from(spent)
    }
}

/// Would somebody have a foe between himself and a friend there?
fn flanks_from(g: &Setup, s: &State, who: Id, foe: Id, at: Square) -> bool {
    let friends = g.ids().filter(|id| *id != who && !g.opposed(*id, who) && s.is_able(*id));
    let here = s.creature(who).at;
    let middle = s.creature(foe).at;
    let single = g.sheet(foe).size.side() == 1 && g.sheet(who).size.side() == 1;
    friends.into_iter().any(|friend| {
        let beside = bodies::distance(g, s, friend, foe) <= attack::longest_reach(g, s, friend);
        if !beside || !single {
            return beside && here == at && flanking::are_opposite(g, s, foe, who, friend);
        }
        let other = s.creature(friend).at;
        let (dx, dy) = ((at.x - middle.x).signum(), (at.y - middle.y).signum());
        let (ox, oy) = ((other.x - middle.x).signum(), (other.y - middle.y).signum());
        dx * ox + dy * oy < 0 && (dx, dy) != (0, 0)
    })
}

/// The best place within so many feet, by the cheapest way; for those who fly far enough to stay up.
pub(super) fn way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Choice {
    if gait == Gait::Fly {
        return fly(g, s, who, feet);
    }
    let (here, wish) = (s.creature(who).at, Wish::of(g, s, who));
    let mut best = (wish.score(here, 0), here);
    paths::with_reach(g, s, who, gait, feet, |cell, spent| {
        let score = wish.score(cell, spent);
        if score > best.0 {
            best = (score, cell);
        }
    });
    if best.1 == here && nearest(g, s, who).is_some_and(|(feet, _)| feet > range(g, s, who)) {
        best.1 = toward(g, s, who, gait, feet).unwrap_or(here);
    }
    let steps = paths::way(g, s, who, gait, feet, best.1).unwrap_or_default();
    Choice::Walk { steps, climb: 0, on: false }
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

/// As near to the nearest foe as a straight look says.
fn toward(g: &Setup, s: &State, who: Id, gait: Gait, feet: i32) -> Option<Square> {
    let goal = s.creature(nearest(g, s, who)?.1).at;
    let mut best: Option<(u32, Square)> = None;
    paths::with_reach(g, s, who, gait, feet, |cell, _| {
        let far = cell.distance(goal);
        if best.is_none_or(|(known, _)| far < known) {
            best = Some((far, cell));
        }
    });
    best.map(|(_, cell)| cell)
}

/// Through the air: to the best place and height that leaves it in the air, or on the ground beside the foe. Best of all is a
/// height from which it reaches its foe, and its foes do not reach it.
fn fly(g: &Setup, s: &State, who: Id, feet: i32) -> Choice {
    let stay = Choice::Walk { steps: Steps::new(), climb: 0, on: false };
    let creature = s.creature(who);
    let least =
        if g.sheet(who).modes.has(Mode::ImprovedFlight) { 0 } else { i32::from(g.sheet(who).speed - creature.flown) };
    let tied = bodies::bound(s, who);
    let others: ArrayVec<Body<'_, Square>, { Id::MOST }> =
        s.everybody().filter(|id| !tied.has(*id)).map(|id| bodies::body(g, s, id)).collect();
    let mut best: Option<(i64, Steps, i16)> = None;
    let wish = Wish::of(g, s, who);
    let reaches: ArrayVec<i32, { Id::MOST }> =
        wish.foes.iter().map(|(foe, _)| attack::longest_reach(g, s, *foe)).collect();
    let above = nearest(g, s, who).map(|(_, foe)| {
        let top = i32::from(s.creature(foe).height) + bodies::tall(g.sheet(foe).size);
        i16::try_from(top + wish.range.min(HOVER)).unwrap_or(i16::MAX)
    });
    paths::with_reach(g, s, who, Gait::Fly, feet, |cell, _| {
        let Some(steps) = straight(creature.at, cell) else { return };
        let Some((ahead, _)) = flight::cost(g, s, who, steps, 0) else { return };
        let body = wish.body.at(cell);
        let level = bodies::level(g, &body);
        let lower = |height: &i16| *height < creature.height;
        let heights = [Some(creature.height), above.filter(lower), Some(level).filter(lower)];
        for height in heights.into_iter().flatten() {
            let climb = height - creature.height;
            let cost = ahead + flight::height_cost(g, who, climb);
            let inside = !g.ground.is_plain && bodies::enters(g, who, cell, height) != Some(height);
            if cost > feet || inside || height < level || height > level && cost < least {
                continue;
            }
            let bottom = i32::from(height);
            let Some(span) = Span::new(bottom, bottom + bodies::tall(g.sheet(who).size)) else { continue };
            let body = body.filling(span);
            if others.iter().any(|other| other.overlaps(&body)) {
                continue;
            }
            let within = |((_, foe), reach): (&(Id, Body<'_, Square>), &i32)| bodies::between(g, &body, foe) <= *reach;
            let exposed = wish.foes.iter().zip(&reaches).filter(|one| within(*one)).count();
            let score = wish.score_of(&body, cost / 4) - 40 * i64::try_from(exposed).unwrap_or(0);
            if best.as_ref().is_none_or(|(known, ..)| score > *known) {
                best = Some((score, steps, climb));
            }
        }
    });
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
