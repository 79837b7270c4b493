//! Areas: blasts, cones and lines, and attacks on everybody in them. (`attack.area-single-roll`, `ruling.areas`,
//! `ruling.area-dice`)

use arrayvec::ArrayVec;
use skirmish_grid::{Facing, Span, Spread, Square, in_cone};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Check, Id, Ids, Sum, Terms, Thrown};

use crate::catalogue::{AreaDice, LineOfEffectRequired, Rules, rule};
use crate::model::{Attack, Attribute, Event, Harm, Plight, Setup, State, Trigger};
use crate::rules::attack::{self, Outcome};
use crate::rules::edge::Edges;
use crate::rules::{OrHalt, Table, bodies, damage, edge, judge, lines, ready};

/// Where an area is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// Everything within so many feet of a square.
    Blast(Square, i16),
    /// A cone from somebody in a direction.
    Cone(Id, Facing, i16),
    /// A line from somebody in a direction.
    Line(Id, Facing, i16),
}

impl Region {
    /// Is the ground of a square in it?
    pub fn covers(self, g: &Setup, s: &State, cell: Square) -> bool {
        self.rises_to(g, s, bodies::span_over(g, cell)) && self.is_over(g, s, cell)
    }

    /// Does it reach as high, or as deep, as something is? It goes as many feet up and down as it has, from whoever makes it
    /// or from the ground where a blast begins.
    fn rises_to(self, g: &Setup, s: &State, there: Span) -> bool {
        let (from, feet) = match self {
            Self::Blast(at, feet) => (bodies::span_over(g, at), feet),
            Self::Cone(by, _, feet) | Self::Line(by, _, feet) => (bodies::body(g, s, by).span, feet),
        };
        bodies::apart(from, there) <= feet.into()
    }

    /// Is a square in it but for its height? What a wall keeps from its origin is not. (`ruling.line-of-effect`)
    pub fn is_over(self, g: &Setup, s: &State, cell: Square) -> bool {
        let within = match self {
            Self::Blast(at, feet) => bodies::feet(g, at, cell) <= feet.into(),
            Self::Cone(by, way, feet) => {
                let body = bodies::body(g, s, by);
                !body.covers(cell)
                    && bodies::distance_to(g, s, by, cell) <= feet.into()
                    && in_cone(body.centre(), way, Spread::Sixty, cell)
            }
            Self::Line(by, way, feet) => self.is_on_line(g, s, by, way, feet, cell),
        };
        within && (g.rules.line_of_effect_required == LineOfEffectRequired::No || self.spreads_to(g, s, cell))
    }

    /// Does a free line lead there, from the middle of a blast or from any square of whoever makes a cone or a line?
    fn spreads_to(self, g: &Setup, s: &State, cell: Square) -> bool {
        match self {
            Self::Blast(at, _) => lines::has_effect_between(g, s, at, cell),
            Self::Cone(by, ..) | Self::Line(by, ..) => {
                bodies::body(g, s, by).cells().any(|own| lines::has_effect_between(g, s, own, cell))
            }
        }
    }

    /// Straight ahead, as wide as whoever makes it.
    fn is_on_line(self, g: &Setup, s: &State, by: Id, way: Facing, feet: i16, cell: Square) -> bool {
        let body = bodies::body(g, s, by);
        let mut back = Some(cell);
        !body.covers(cell)
            && (0..feet / 5).any(|_| {
                back = back.and_then(|at| at.step(way.opposite()));
                back.is_some_and(|at| body.covers(at))
            })
    }

    /// What covers somebody from it: seen from the middle of a blast, or from whoever makes a cone or a line. (`cover.area`)
    pub fn cover<M: Terms>(self, g: &Setup, s: &State, on: Id) -> lines::Covering {
        match self {
            Self::Blast(at, _) => lines::cover_from::<M>(g, s, at, on),
            Self::Cone(by, ..) | Self::Line(by, ..) => lines::cover_for::<M>(g, s, by, on),
        }
    }

    /// Everybody in it, friend and foe alike; whoever makes a cone or a line is in neither.
    pub fn everybody(self, g: &Setup, s: &State) -> Ids {
        let maker = match self {
            Self::Blast(..) => None,
            Self::Cone(by, ..) | Self::Line(by, ..) => Some(by),
        };
        let is_in = |id: &Id| {
            let body = bodies::body(g, s, *id);
            self.rises_to(g, s, body.span) && body.is_in(|cell| self.is_over(g, s, cell))
        };
        s.everybody().filter(|id| Some(*id) != maker && is_in(id)).collect()
    }
}

/// What one throw has shown for everybody: plain, the better and the worse of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Faces {
    first: i32,
    second: i32,
}

/// One attack on everybody in an area: one throw, or two dice where anybody is easier or harder to hit than others, of which
/// each takes its own. Gives those who are hit. (`attack.area-single-roll`, `ruling.area-dice`)
pub fn attack<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    by: Id,
    plain: impl Fn() -> Check<T::Terms>,
    on: &[(Id, Edges, i32)],
    outcome: fn(&Rules, Thrown, i32) -> Outcome,
) -> OrHalt<T, Met> {
    let nets: arrayvec::ArrayVec<i32, { Id::MOST }> = on.iter().map(|(_, edges, _)| edges.net(g)).collect();
    let common = nets.iter().copied().reduce(|one, other| if one == other { one } else { 0 }).unwrap_or(0);
    let mixed = g.rules.area_dice == AreaDice::Each && nets.iter().any(|net| *net != 0);
    let flat = plain().terms.sum();
    // What makes some easier or harder to hit is named.
    let uneven = on.iter().filter(|(_, edges, _)| edges.net(g) != 0);
    let first = Check { dice: Dice::D20, ..uneven.fold(plain(), |check, (_, edges, _)| edges.name(check)) };
    let faces = if mixed {
        let second = Check { rule: rule::RULING_AREA_DICE, terms: T::Terms::default(), ..first.clone() };
        t.throw([first, second], |[one, two]| Faces { first: one.natural, second: two.natural })?
    } else {
        let dice = if g.rules.area_dice == AreaDice::Common { edge::dice(common) } else { Dice::D20 };
        let face = t.throw([Check { dice, ..first }], |[one]| one.natural)?;
        Faces { first: face, second: face }
    };
    let mut met = Met::new();
    for ((who, _, goal), net) in on.iter().zip(nets) {
        let natural = match net {
            _ if !mixed => faces.first,
            0 => faces.first,
            1.. => faces.first.max(faces.second),
            _ => faces.first.min(faces.second),
        };
        let out = outcome(&g.rules, Thrown { natural, total: natural.saturating_add(flat) }, *goal);
        let who = *who;
        let hidden = s.creature(who).hidden_from.has(by);
        t.tell(|| Event::Caught { who, by, hidden });
        out.tell(t, by, who);
        attack::after(g, s, t, by, who, out.hit);
        if out.hit {
            met.push((who, out));
        }
    }
    Ok(met)
}

/// One shot at everybody in a blast; the damage is thrown once for all. (`feat.volley`)
pub fn volley<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: Attack, at: Square) -> OrHalt<T> {
    let still = |s: &State| judge::can_still_act(s, by).is_ok();
    ready::around(g, s, t, (Trigger::Attacks, by), still, |s, t| shoot_at_all(g, s, t, by, what, at))
}

fn shoot_at_all<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, what: Attack, at: Square) -> OrHalt<T> {
    let region = Region::Blast(at, i16::try_from(g.rules.volley_radius).unwrap_or(10));
    let caught = targets(g, s, region, true, |s, on| {
        let cover = region.cover::<T::Terms>(g, s, on);
        let mut edges = edge::of_spell(g, s, by, on, cover, true);
        edges.add(s.creature(on).is(Plight::Prone), rule::PRONE, false);
        let beside = bodies::distance(g, s, by, on) <= g.rules.ranged_adjacent;
        edges.add(beside, rule::ATTACK_RANGED_ADJACENT, false);
        (edges, attack::physical(g, s, on))
    });
    let wrath = attack::wrath(g, s, by);
    let plain = || {
        let check = attack::rolled(g, rule::DICE_AREA, by, Dice::D20, (Attribute::Dex, rule::ATTACK_RANGED));
        check.plus(rule::FEAT_WRATH, wrath)
    };
    s.creature_mut(by).ammunition = s.creature(by).ammunition.saturating_sub(1);
    t.scope(s, |s, t| {
        let met = attack(g, s, t, by, plain, &caught, attack::outcome)?;
        if met.is_empty() {
            attack::count(s, by);
            return Ok(());
        }
        let harm = attack::weapon(g, s, what.arm).harm;
        let (points, _) = attack::weapon_damage(g, s, t, (by, &what, false))?;
        let acid = attack::acid(g, t, by)?;
        // It is one of the attacks that were made before those that follow. (`feat.battle-trance`)
        attack::count(s, by);
        for (on, out) in met {
            let why = if out.critical { rule::ATTACK_CRITICAL } else { rule::FEAT_VOLLEY };
            damage::deal(g, s, t, on, out.of(&g.rules, points), harm, why);
            if let Some(acid) = acid.filter(|_| s.creature(on).is_here()) {
                damage::deal(g, s, t, on, out.of(&g.rules, acid), Harm::Acid, rule::FEAT_ACIDIC);
            }
        }
        Ok(())
    })
}

/// So many are met by one area; more than fight in one battle would stand in it.
const MOST_TARGETS: usize = 24;

/// Those whom an attack on an area is made on.
pub type Targets = ArrayVec<(Id, Edges, i32), MOST_TARGETS>;

/// Those whom it has hit, and how well.
pub type Met = ArrayVec<(Id, Outcome), MOST_TARGETS>;

/// Whom an attack on an area is made on, each with what makes him easier or harder to hit and what must be reached; the same of
/// what is no attack. (`cover.total`, `cover.area`)
pub fn targets(
    g: &Setup,
    s: &State,
    region: Region,
    attacks: bool,
    of: impl Fn(&State, Id) -> (Edges, i32),
) -> Targets {
    let covered = |on: &Id| region.cover::<Sum>(g, s, *on).cover != lines::Cover::Total;
    let bars = attacks || g.rules.line_of_effect_required == LineOfEffectRequired::Yes;
    let everybody = region.everybody(g, s);
    everybody
        .iter()
        .filter(|on| !bars || covered(on))
        .take(MOST_TARGETS)
        .map(|on| {
            let (edges, goal) = of(s, on);
            (on, edges, goal)
        })
        .collect()
}
