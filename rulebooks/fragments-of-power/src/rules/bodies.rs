//! Where everybody is: spaces of one to four squares a side, at heights in feet. (`sheet.size`, `ruling.cover`)
//!
//! A creature's place is the top left square of its space. Whoever rides is where the mount is, and the two of a grapple share
//! the space of the larger.

use skirmish_grid::{Block, Cell, Facing, Span, Square, has_lane};
use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::Diagonal;
use crate::model::{Creature, Event, Matter, Mode, Obstacle, Setup, Shift, Size, State, Terrain};
use crate::rules::Table;
use crate::rules::ground::is_closed;

/// So many squares away one looks for room.
const MOST_APART: u16 = 8;

/// Feet of a square.
pub const SQUARE: i32 = 5;

/// What somebody or something of that size fills, at all heights.
#[inline]
pub fn of_size(size: Size, at: Square) -> Block {
    Block::new(size.side(), at)
}

/// How high somebody of that size is, in feet.
pub fn tall(size: Size) -> i32 {
    SQUARE * i32::from(size.side())
}

/// In whose space somebody is: that of the mount, or of the larger one in a grapple. (`grapple`)
#[inline(always)]
pub fn bearer(g: &Setup, s: &State, who: Id) -> Id {
    let bearer = s.creature(who).mount.unwrap_or(who);
    if s.grapples.is_empty() { bearer } else { bearer_in_grapple(g, s, bearer) }
}

#[inline(never)]
fn bearer_in_grapple(g: &Setup, s: &State, mut bearer: Id) -> Id {
    if let Some(grapple) = s.grapples.iter().find(|grapple| grapple.by == bearer || grapple.on == bearer) {
        // Of equals it is the space of the one who is held.
        let by_is_larger = g.sheet(grapple.on).size.steps_to(g.sheet(grapple.by).size) > 0;
        bearer = if by_is_larger { grapple.by } else { grapple.on };
        bearer = s.creature(bearer).mount.unwrap_or(bearer);
    }
    bearer
}

/// Somebody by itself at another place.
#[inline]
pub fn placed(g: &Setup, who: Id, at: Square) -> Block {
    of_size(g.sheet(who).size, at)
}

/// Somebody of whom nothing is known, who would stand in a square.
pub fn stranger(g: &Setup, at: Square) -> Block {
    let body = of_size(Size::Medium, at);
    body.filling(span(Size::Medium, level(g, &body)))
}

/// Somebody where it is now.
#[inline]
pub fn body(g: &Setup, s: &State, who: Id) -> Block {
    let size = g.sheet(bearer(g, s, who)).size;
    let creature = s.creature(who);
    of_size(size, creature.at).filling(span(size, creature.height))
}

/// The heights that somebody of that size fills who stands at one.
#[inline]
pub fn span(size: Size, height: i16) -> Span {
    let bottom = i32::from(height);
    Span::new(bottom, bottom + tall(size)).unwrap_or(Span::ALL)
}

/// Everybody who is tied to somebody: mounts, riders, and both of a grapple. They go together.
pub fn bound(s: &State, who: Id) -> Ids {
    let mut all = Ids::NONE.with(who);
    let creature = s.creature(who);
    if creature.mount.is_none() && creature.rider.is_none() && s.grapples.is_empty() {
        return all;
    }
    loop {
        let before = all;
        for id in before.iter() {
            let creature = s.creature(id);
            for other in [creature.mount, creature.rider].into_iter().flatten() {
                all.set(other, true);
            }
        }
        for grapple in s.grapples.iter().filter(|one| before.has(one.by) || before.has(one.on)) {
            all.set(grapple.by, true);
            all.set(grapple.on, true);
        }
        if all == before {
            return all;
        }
    }
}

/// Puts somebody, and all who are tied to it, somewhere.
pub fn put(s: &mut State, who: Id, at: Square, height: i16) {
    for id in bound(s, who).iter() {
        let creature = s.creature_mut(id);
        (creature.at, creature.height) = (at, height);
    }
}

/// Somebody is moved to another place, and not by itself.
pub fn shift<T: Table>(s: &mut State, t: &mut T, who: Id, to: (Square, i16), how: Shift, why: RuleId) {
    put(s, who, to.0, to.1);
    t.tell(|| Event::Shifted { who, to: to.0, how, why, hidden_from: s.creature(who).hidden_from });
}

/// Feet between two squares. (`ruling.cover`)
#[inline]
pub fn feet(g: &Setup, from: Square, to: Square) -> i32 {
    let squares = match g.rules.diagonal {
        Diagonal::Five => from.chebyshev(to),
        Diagonal::FiveTenFive => from.alternating(to),
    };
    SQUARE * i32::try_from(squares).unwrap_or(i32::MAX / SQUARE)
}

/// Feet between two bodies, from their nearest squares, or in height where that is more.
#[inline]
pub fn between(g: &Setup, one: &Block, other: &Block) -> i32 {
    flat(g, one, other).max(apart(one.span, other.span))
}

/// The same but for height.
#[inline]
fn flat(g: &Setup, one: &Block, other: &Block) -> i32 {
    feet(g, Square::default(), one.gap(other))
}

/// Feet from one span of heights to another: a square where one begins as the other ends.
#[inline]
pub fn apart(one: Span, other: Span) -> i32 {
    let feet = i32::try_from(one.distance(other)).unwrap_or(0);
    if feet == 0 { 0 } else { feet - 1 + SQUARE }
}

/// Feet between two people; 0 in a shared space.
pub fn distance(g: &Setup, s: &State, one: Id, other: Id) -> i32 {
    between(g, &body(g, s, one), &body(g, s, other))
}

/// Feet from somebody to a square.
pub fn distance_to(g: &Setup, s: &State, who: Id, cell: Square) -> i32 {
    flat(g, &body(g, s, who), &Block::new(1, cell))
}

/// The same, or how much higher somebody is than what is a square high there, where that is more.
pub fn distance_over(g: &Setup, s: &State, who: Id, cell: Square) -> i32 {
    distance_to(g, s, who, cell).max(apart(body(g, s, who).span, span_over(g, cell)))
}

/// The heights of what is a square high on the ground of a square.
#[inline]
pub fn span_over(g: &Setup, cell: Square) -> Span {
    let level = i32::from(g.ground.at(cell).elevation);
    Span::new(level, level + SQUARE).unwrap_or(Span::ALL)
}

/// Is somebody in the saddle, so that whoever is in its place is in that of the mount, too?
fn is_mounted(s: &State, creature: &Creature) -> bool {
    let carries = |mount: &Creature| mount.is_here() && mount.at == creature.at;
    s.grapples.is_empty() && creature.mount.is_some_and(|mount| carries(s.creature(mount)))
}

/// Might anybody be in the place of another who does not ride it? Heights and other ties are not looked at.
pub fn may_be_crowded(g: &Setup, s: &State) -> bool {
    // A bit for each square of a field of eight by eight; all fields of the map lie on top of each other.
    let mut fields = 0u64;
    let alone = |creature: &Creature| creature.is_here() && !is_mounted(s, creature);
    let here = || s.ids().zip(&s.creatures).filter(|(_, creature)| alone(creature));
    let space = |(id, creature): (Id, &Creature)| placed(g, id, creature.at);
    let bit = |cell: Square| 1u64 << ((cell.x & 7) | (cell.y & 7) << 3);
    let twice = here().any(|(id, creature)| {
        // Most fill one square, and nobody is so large that two of his own squares fall together.
        let own = match g.sheet(id).size.side() {
            1 => bit(creature.at),
            _ => space((id, creature)).cells().fold(0, |own, cell| own | bit(cell)),
        };
        let is_taken = fields & own != 0;
        fields |= own;
        is_taken
    });
    twice && here().enumerate().any(|(nth, one)| here().take(nth).any(|other| space(one).meets(&space(other))))
}

/// Are both in the same place: is there a square, and a height over it, that both fill?
pub fn overlap(g: &Setup, s: &State, one: Id, other: Id) -> bool {
    body(g, s, one).overlaps(&body(g, s, other))
}

/// Do they share a space?
pub fn share(s: &State, one: Id, other: Id) -> bool {
    one != other && bound(s, one).has(other)
}

/// Is there anybody but those in a space?
pub fn is_free(g: &Setup, s: &State, but: Ids, body_there: &Block) -> bool {
    s.everybody().all(|other| but.has(other) || !body(g, s, other).overlaps(body_there))
}

/// Is a place free for somebody, and for all who are tied to it?
pub fn has_room(g: &Setup, s: &State, who: Id, at: Square) -> bool {
    is_free(g, s, bound(s, who), &body(g, s, who).at(at))
}

/// How far one comes straight ahead: so many feet, while each square is open. Says whether something has ended it.
pub fn straight(from: Square, way: Facing, feet: i32, open: impl Fn(Square) -> bool) -> (Square, bool) {
    let mut at = from;
    for _ in 0..feet / SQUARE {
        match at.step(way).filter(|next| open(*next)) {
            Some(next) => at = next,
            None => return (at, true),
        }
    }
    (at, false)
}

/// Does the ground let somebody be there at all?
pub fn fits(g: &Setup, who: Id, at: Square) -> bool {
    is_room(g, who, at, |cell| !is_closed(g, cell))
}

/// Would somebody be on the map, and all of it in open squares, or in a lane of them at least half as wide as it is? Narrow
/// squares are as wide, too. (`ruling.squeeze-width`)
pub fn is_room(g: &Setup, who: Id, at: Square, open: impl Fn(Square) -> bool) -> bool {
    let body = placed(g, who, at);
    let side = body.side();
    let open = |cell: Square| is_wide(g.ground.at(cell), side) && open(cell);
    body.fits(&g.ground.board, |_| true)
        && (body.cells().all(&open) || side > 1 && has_lane(at, side, side.div_ceil(2)..side, open))
}

/// Is a square at least half as wide as somebody whose space has so many a side? (`ruling.squeeze-width`)
pub fn is_wide(terrain: &Terrain, side: u8) -> bool {
    let gap = i32::from(terrain.gap);
    gap >= SQUARE || 2 * gap >= SQUARE * i32::from(side)
}

/// Is a square full at a height: of a wall, of earth, or of what stands as high?
pub fn is_full(g: &Setup, cell: Square, height: i16) -> bool {
    let terrain = g.ground.at(cell);
    match terrain.obstacle {
        Obstacle::Partial(of) => i32::from(height) < i32::from(terrain.elevation) + tall(of),
        obstacle => obstacle == Obstacle::Full || matches!(terrain.matter, Matter::Solid | Matter::Soft),
    }
}

/// The height at which somebody comes into a place from another without power of his own: as before, or one step up onto
/// ground that is higher. Nothing where the ground is higher still, or something stands there.
pub fn enters(g: &Setup, who: Id, at: Square, height: i16) -> Option<i16> {
    if g.ground.is_plain {
        return fits(g, who, at).then_some(height);
    }
    let body = placed(g, who, at);
    if height >= 0 && g.ground.is_plain_for(body.side(), at) {
        return Some(height);
    }
    let stands = floor(g, &body, height).max(height);
    let low = i32::from(stands) - i32::from(height) <= SQUARE;
    (low && is_room(g, who, at, |cell| !is_full(g, cell, stands))).then_some(stands)
}

/// How deep the void goes, in feet: no one falls farther.
pub const BOTTOM: i16 = -10_000;

/// The level of the ground under a body, in feet: that of its highest square, or the bottom of the void.
pub fn level(g: &Setup, body: &Block) -> i16 {
    if !g.ground.uneven {
        return 0;
    }
    if body.cells().all(|cell| g.ground.at(cell).matter == Matter::Void) {
        return BOTTOM;
    }
    highest(g, body, |terrain| terrain.elevation)
}

/// The same for whoever comes at a height: under water it is the bottom, and nothing where there is no ground.
pub fn floor(g: &Setup, body: &Block, height: i16) -> i16 {
    highest(g, body, |terrain| match terrain.matter {
        Matter::Water if height < terrain.elevation => terrain.elevation.saturating_sub(terrain.depth),
        Matter::Void => i16::MIN,
        _ => terrain.elevation,
    })
}

/// The level on which somebody would come to lie who falls: that of the ground, or of what stands on it.
pub fn landing(g: &Setup, body: &Block) -> i16 {
    highest(g, body, |terrain| match terrain.obstacle {
        Obstacle::Partial(of) => terrain.elevation.saturating_add(i16::try_from(tall(of)).unwrap_or(0)),
        _ => terrain.elevation,
    })
}

/// The highest of the squares of a body; walls beside a lane do not count.
fn highest(g: &Setup, body: &Block, feet: impl Fn(&Terrain) -> i16) -> i16 {
    let all = || body.cells().map(|cell| (cell, feet(g.ground.at(cell))));
    let open = all().filter(|(cell, _)| !is_full(g, *cell, i16::MAX)).map(|(_, feet)| feet).max();
    open.or_else(|| all().map(|(_, feet)| feet).max()).unwrap_or(0)
}

/// Has a body nothing but its own width, or less? (`squeezing`, `ruling.squeeze-width`)
pub fn is_tight(g: &Setup, who: Id, body: &Block, height: i16) -> bool {
    if g.ground.is_plain_for(body.side(), body.anchor) {
        return false;
    }
    let digs = g.sheet(who).modes.has(Mode::Burrow);
    body.cells().any(|cell| {
        let terrain = g.ground.at(cell);
        i32::from(terrain.gap) < SQUARE || is_full(g, cell, height) && !(digs && terrain.matter == Matter::Soft)
    })
}

/// What a climb must reach that holds on beside a body, to something that is as high. (`climb`)
pub fn hold(g: &Setup, body: &Block, height: i16) -> Option<i32> {
    holds(g, body, height).filter_map(|cell| g.ground.at(cell).climb).min().map(i32::from)
}

/// Squares of a body and around it in which something is as high as that.
pub fn holds<'a>(g: &'a Setup, body: &Block, height: i16) -> impl Iterator<Item = Square> + 'a {
    let high = move |cell: &Square| g.ground.at(*cell).elevation >= height || is_full(g, *cell, height);
    body.around(1).filter(|cell| g.ground.board.contains(*cell)).filter(high)
}

/// Does somebody stand on something, so that nothing makes it fall?
pub fn is_grounded(g: &Setup, s: &State, who: Id) -> bool {
    let body = body(g, s, who);
    s.creature(who).height <= level(g, &body)
}

/// The squares around a space, nearest first, in which somebody would find room. (`ruling.grapple`)
pub fn rooms_near<'a>(g: &'a Setup, s: &'a State, who: Id, around: Square) -> impl Iterator<Item = Square> + 'a {
    let alone = Ids::NONE.with(who);
    let own = placed(g, who, s.creature(who).at).filling(body(g, s, who).span);
    let ring = move |far: u16| around.disc(far).filter(move |cell| cell.distance(around) == u32::from(far));
    let cells = (0..=MOST_APART).flat_map(ring);
    let height = s.creature(who).height;
    let open = move |cell: Square| fits(g, who, cell) && enters(g, who, cell, height).is_some();
    cells.filter(move |cell| open(*cell) && is_free(g, s, alone, &own.at(*cell)))
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;

    /// Do two who are there fill one square, neither of whom rides the other?
    fn is_crowded(g: &Setup, s: &State) -> bool {
        let rides = |one: Id, other: Id| {
            s.creature(one).mount == Some(other) && s.creature(one).at == s.creature(other).at && s.grapples.is_empty()
        };
        let meet = |one: Id, other: Id| {
            let space = |id: Id| placed(g, id, s.creature(id).at);
            one != other && !rides(one, other) && !rides(other, one) && space(one).meets(&space(other))
        };
        s.everybody().any(|one| s.everybody().any(|other| meet(one, other)))
    }

    /// As it is, and with anybody put in the place of anybody else.
    pub fn two_in_one_place_are_never_overlooked() {
        let (mut crowded, mut roomy, mut ridden) = (0, 0, 0);
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for (one, other) in s.everybody().flat_map(|one| s.everybody().map(move |other| (one, other))) {
                let mut s = s.clone();
                s.creature_mut(one).at = s.creature(other).at;
                let meet = is_crowded(g, &s);
                assert_eq!(may_be_crowded(g, &s), meet, "{one:?} at {other:?}");
                (crowded, roomy) = (crowded + u32::from(meet), roomy + u32::from(!meet));
                ridden += u32::from(!meet && s.everybody().any(|id| s.creature(id).mount.is_some()));
            }
        });
        assert!(crowded > 1_000 && roomy > 500 && ridden > 50, "{crowded} {roomy} {ridden}");
    }
}
