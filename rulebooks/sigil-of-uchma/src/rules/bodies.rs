//! Where everybody is: bodies of one to four squares a side, at heights in metres. (`map.distance`, `adjacent`, `ruling.big`)
//!
//! A creature's place is the top left square of its body.

use skirmish_grid::{Body, Footprint, Span, Square};
use skirmish_kernel::{Id, Ids};

use crate::catalogue::{Diagonals, HeightDistance};
use crate::model::{Creature, Figures, Setup, State};

static BLOCKS: [Footprint<Square>; 4] = [
    Footprint::single(),
    Footprint::block(2).expect("a block"),
    Footprint::block(3).expect("a block"),
    Footprint::block(4).expect("a block"),
];

/// So many squares away one looks for room.
const MOST_APART: u16 = 12;

/// Squares a side of the largest body.
pub const WIDEST: i16 = 4;

/// What somebody is now: in a form, what the form makes of it. (`transform.stats`)
#[inline]
pub fn figures<'g>(g: &'g Setup, s: &State, who: Id) -> &'g Figures {
    match s.creature(who).worn.last() {
        None => &g.sheet(who).own,
        Some(worn) => g.shaped(who, worn.form),
    }
}

/// Somebody who strikes or is struck, looked up once for a whole blow.
#[derive(Clone, Copy)]
pub struct Party<'a> {
    /// Who.
    pub id: Id,
    /// How they are now.
    pub now: &'a Creature,
    /// What they are now.
    pub figures: &'a Figures,
}

impl<'a> Party<'a> {
    /// Somebody, looked up.
    #[inline]
    pub fn of(g: &'a Setup, s: &'a State, id: Id) -> Self {
        Self { id, now: s.creature(id), figures: figures(g, s, id) }
    }
}

/// What somebody of that size fills.
#[inline]
pub fn footprint(size: u8) -> &'static Footprint<Square> {
    &BLOCKS[usize::from(size.clamp(1, 4)) - 1]
}

/// Squares along each side of what somebody of that size fills.
#[inline]
pub fn side(size: u8) -> i16 {
    size.clamp(1, 4).into()
}

/// The level of the ground under a body: that of its highest square.
#[inline]
pub fn level(g: &Setup, body: &Body<'_, Square>) -> i32 {
    if g.ground.is_level { 0 } else { on_hills(g, body) }
}

#[inline(never)]
fn on_hills(g: &Setup, body: &Body<'_, Square>) -> i32 {
    if body.footprint.offsets().len() == 1 {
        return g.ground.at(body.anchor).elevation.into();
    }
    body.cells().map(|cell| i32::from(g.ground.at(cell).elevation)).max().unwrap_or(0)
}

/// Somebody of a size in a square, at a height over the ground there.
#[inline(always)]
pub fn placed(g: &Setup, size: u8, at: Square, altitude: i16) -> Body<'static, Square> {
    if g.ground.is_level { standing(size, at, altitude.into()) } else { placed_on_hills(g, size, at, altitude) }
}

#[inline(never)]
fn placed_on_hills(g: &Setup, size: u8, at: Square, altitude: i16) -> Body<'static, Square> {
    let feet = on_hills(g, &Body::new(footprint(size), at)) + i32::from(altitude);
    standing(size, at, feet)
}

/// Somebody of a size whose feet are so high.
#[inline(always)]
fn standing(size: u8, at: Square, feet: i32) -> Body<'static, Square> {
    Body::new(footprint(size), at).filling(Span::new(feet, feet + i32::from(size.max(1))).unwrap_or(Span::ALL))
}

/// Somebody where it is now.
#[inline(always)]
pub fn body(g: &Setup, s: &State, who: Id) -> Body<'static, Square> {
    let creature = s.creature(who);
    placed(g, figures(g, s, who).size, creature.at, creature.altitude)
}

/// How high somebody's feet are.
pub fn feet(g: &Setup, s: &State, who: Id) -> i32 {
    let creature = s.creature(who);
    if g.ground.is_level {
        return creature.altitude.into();
    }
    level(g, &Body::new(footprint(figures(g, s, who).size), creature.at)) + i32::from(creature.altitude)
}

/// Squares between two squares. (`map.distance`)
#[inline]
pub fn flat(g: &Setup, from: Square, to: Square) -> i32 {
    let squares = match g.rules.diagonals {
        Diagonals::Game => from.chebyshev(to),
        // The first diagonal counts 1, the second 2.
        Diagonals::Simulation => from.alternating(to),
        Diagonals::Euclid => u32::try_from(from.euclid_squared(to).isqrt()).unwrap_or(u32::MAX),
    };
    i32::try_from(squares).unwrap_or(i32::MAX)
}

/// Squares between two bodies: from the nearest squares, or in height where that is more. (`map.distance`, `ruling.big`)
#[inline(always)]
pub fn between(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> i32 {
    let single = one.footprint.offsets().len() == 1 && other.footprint.offsets().len() == 1;
    let apart = if single { flat(g, one.anchor, other.anchor) } else { between_nearest(g, one, other) };
    apart.max(height_between(g, one, other))
}

#[inline(never)]
fn between_nearest(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> i32 {
    one.least(other, |from, to| flat(g, from, to)).unwrap_or(i32::MAX)
}

/// What the difference of height of two bodies comes to, where it counts as squares between them. (`map.distance`)
#[inline]
pub fn height_between(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> i32 {
    Rise::of(g, one, other).counted
}

/// Squares between two people.
#[inline]
pub fn distance(g: &Setup, s: &State, one: Id, other: Id) -> i32 {
    between(g, &body(g, s, one), &body(g, s, other))
}

/// Squares from somebody to the ground of a square.
pub fn distance_to(g: &Setup, s: &State, who: Id, cell: Square) -> i32 {
    between(g, &body(g, s, who), &placed(g, 1, cell, 0))
}

/// Are squares between two bodies counted as steps: do both fill one, and is a diagonal a step like any other?
#[inline]
pub fn is_by_steps(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> bool {
    g.rules.diagonals == Diagonals::Game && is_single(one) && is_single(other)
}

/// Does a body fill one square?
#[inline]
pub fn is_single(body: &Body<'_, Square>) -> bool {
    body.footprint.offsets().len() == 1
}

/// Steps between two squares.
#[inline]
pub fn steps(from: Square, to: Square) -> i32 {
    from.chebyshev(to).cast_signed()
}

/// How two bodies stand to each other in height.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rise {
    /// What it comes to, where it counts as squares.
    counted: i32,
    /// Is it significant?
    is_steep: bool,
}

impl Rise {
    /// Two bodies, looked at.
    #[inline]
    pub fn of(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> Self {
        Self::between(g, one.span.bottom(), other.span.bottom())
    }

    /// A body and somebody else on level ground.
    #[inline]
    pub fn on_level(g: &Setup, own: &Body<'_, Square>, other: &Creature) -> Self {
        Self::between(g, own.span.bottom(), other.altitude.into())
    }

    /// Two whose feet are that high.
    #[inline]
    fn between(g: &Setup, one: i32, other: i32) -> Self {
        let metres = one.abs_diff(other).cast_signed();
        let counted = if g.rules.height_distance == HeightDistance::Count { metres } else { 0 };
        Self { counted, is_steep: metres >= g.rules.significant_height }
    }

    /// How they stand to each other where that many squares are between them, counted as steps.
    #[inline]
    pub fn apart(self, steps: i32) -> Apart {
        Apart { squares: steps.max(self.counted), touch: steps <= 1 && !self.is_steep }
    }
}

/// How two bodies stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Apart {
    /// Squares between them. (`map.distance`)
    pub squares: i32,
    /// Are they adjacent? (`adjacent`)
    pub touch: bool,
}

impl Apart {
    /// Two bodies, looked at.
    #[inline]
    pub fn of(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> Self {
        if is_by_steps(g, one, other) {
            // The squares between them are counted once for both.
            return Rise::of(g, one, other).apart(steps(one.anchor, other.anchor));
        }
        Self::of_large(g, one, other)
    }

    /// A body and somebody else: of whoever fills one square of level ground square and height are enough.
    #[inline(always)]
    pub fn from(g: &Setup, s: &State, own: &Body<'_, Square>, other: Id) -> Self {
        if g.ground.is_level && is_by_steps(g, own, own) && figures(g, s, other).size <= 1 {
            let now = s.creature(other);
            return Rise::on_level(g, own, now).apart(steps(own.anchor, now.at));
        }
        Self::of_any(g, s, own, other)
    }

    #[inline(never)]
    fn of_any(g: &Setup, s: &State, own: &Body<'_, Square>, other: Id) -> Self {
        Self::of(g, own, &body(g, s, other))
    }

    #[inline(never)]
    fn of_large(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> Self {
        Self { squares: between(g, one, other), touch: touch(g, one, other) }
    }

    /// Is one within so many squares of the other for a blow? The nearest reach needs adjacency. (`map.distance`)
    #[inline]
    pub fn is_in_reach(self, reach: i32) -> bool {
        if reach <= 1 { self.touch } else { self.squares <= reach }
    }
}

/// Does no square lie between them, and no significant height? (`adjacent`, `adjacent.height`)
#[inline]
pub fn touch(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> bool {
    one.distance(other) <= 1 && !is_steep(g, one, other)
}

/// Is the difference of height significant? (`adjacent.height`, `elevation.significant`)
#[inline]
pub fn is_steep(g: &Setup, one: &Body<'_, Square>, other: &Body<'_, Square>) -> bool {
    Rise::of(g, one, other).is_steep
}

/// Are they adjacent?
pub fn adjacent(g: &Setup, s: &State, one: Id, other: Id) -> bool {
    touch(g, &body(g, s, one), &body(g, s, other))
}

/// Is that one within so many squares for a blow? (`map.distance`)
pub fn in_reach(g: &Setup, own: &Body<'_, Square>, other: &Body<'_, Square>, reach: i32) -> bool {
    Apart::of(g, own, other).is_in_reach(reach)
}

/// Are two people so far from each other, by their own squares, that they cannot be adjacent, however large they are?
#[inline]
pub fn is_far(s: &State, one: Id, other: Id) -> bool {
    s.creature(one).at.chebyshev(s.creature(other).at) > WIDEST.unsigned_abs().into()
}

/// Are two bodies with those top left squares so near that they might overlap, however large they are?
#[inline]
pub fn is_near(one: Square, other: Square) -> bool {
    one.chebyshev(other) < WIDEST.unsigned_abs().into()
}

/// Is there anybody but those in a space?
pub fn is_free(g: &Setup, s: &State, but: Ids, there: &Body<'_, Square>) -> bool {
    let near = |id: &Id| is_near(s.creature(*id).at, there.anchor);
    s.here().filter(near).all(|other| but.has(other) || !body(g, s, other).overlaps(there))
}

/// Does the ground let a body be there at all?
pub fn fits(g: &Setup, size: u8, at: Square) -> bool {
    if size == 1 {
        return !g.ground.at(at).closed;
    }
    Body::new(footprint(size), at).fits(&g.ground.board, |cell| g.ground.is_plain || !g.ground.at(cell).closed)
}

/// May somebody be in that square, as it is now?
pub fn has_room(g: &Setup, s: &State, who: Id, size: u8, at: Square, altitude: i16) -> bool {
    fits(g, size, at) && is_free(g, s, Ids::NONE.with(who), &placed(g, size, at, altitude))
}

/// The nearest square in which somebody of a size finds room.
pub fn nearest_room(g: &Setup, s: &State, who: Id, size: u8, around: Square, altitude: i16) -> Option<Square> {
    let ring = |far: u16| around.disc(far).filter(move |cell| cell.chebyshev(around) == u32::from(far));
    let mut cells = (0..=MOST_APART).flat_map(ring);
    let all = g.ground.board.cells();
    let fits = |cell: &Square| has_room(g, s, who, size, *cell, altitude);
    cells.find(fits).or_else(|| all.filter(fits).min_by_key(|cell| cell.chebyshev(around)))
}

/// Is somebody in the air by its own power?
pub fn is_aloft(s: &State, who: Id) -> bool {
    s.creature(who).altitude > 0
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::Sigil;

    pub fn two_stand_apart_as_they_are_between_and_touch() {
        let mut large = 0;
        skirmish_kernel::conformance::moments::<Sigil>(ENCOUNTERS, |g, s| {
            for (one, id) in g.ids().flat_map(|one| g.ids().map(move |other| (one, other))) {
                let (one, other) = (body(g, s, one), body(g, s, id));
                let plain = Apart { squares: between(g, &one, &other), touch: touch(g, &one, &other) };
                assert_eq!(Apart::of(g, &one, &other), plain, "{one:?} {other:?}");
                assert_eq!(Apart::from(g, s, &one, id), plain, "{one:?} {other:?}");
                large += u32::from(one.footprint.offsets().len() > 1);
            }
        });
        assert!(large > 0, "nobody is large");
    }
}
