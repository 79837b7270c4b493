//! Flanking, height, prone, cover: what two positions make of a roll. (`flank`, `elevation.*`, `prone.*`, `cover`)

use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::{CoverStack, FlankProne, FlyerHighGround, MeleeRange, rule};
use crate::model::{Ability, Delivery, Grade, Setup, State};
use crate::rules::bodies::{Apart, Party};
use crate::rules::{abilities, bodies, lines};

/// Is somebody flanked? (`flank`)
#[inline(always)]
pub fn is_flanked(g: &Setup, s: &State, on: Id) -> bool {
    let needed = usize::try_from(g.rules.flank_foes).unwrap_or(2);
    let foes = s.able.and(g.foes(on));
    // There is nobody to be looked at where too few are up.
    foes.iter().nth(needed.saturating_sub(1)).is_some() && is_surrounded(g, s, on, foes, needed)
}

/// Do so many of those stand beside somebody, with melee weapons?
#[inline(never)]
fn is_surrounded(g: &Setup, s: &State, on: Id, foes: Ids, needed: usize) -> bool {
    let body = bodies::body(g, s, on);
    let counts = |foe: &Id| {
        let standing = || !s.creature(*foe).prone || g.rules.flank_prone == FlankProne::Yes;
        let touches = || Apart::from(g, s, &body, *foe).touch;
        !bodies::is_far(s, *foe, on) && standing() && touches() && abilities::wields_melee(g, s, *foe)
    };
    foes.iter().filter(counts).take(needed).count() >= needed
}

/// What height gives a projectile, or takes. (`elevation.high`, `elevation.low`)
pub fn height(g: &Setup, s: &State, by: Id, on: Id) -> i32 {
    let of = |id: Id| {
        let creature = s.creature(id);
        let flown = if g.rules.flyer_high_ground == FlyerHighGround::Yes { 0 } else { i32::from(creature.altitude) };
        bodies::feet(g, s, id) - flown
    };
    match of(by) - of(on) {
        more if more >= g.rules.significant_height => g.rules.high_ground,
        less if less <= -g.rules.significant_height => -g.rules.high_ground,
        _ => 0,
    }
}

/// Is somebody within melee range, for whom lies on the ground? (`prone.melee-range`)
pub fn in_melee_range(g: &Setup, s: &State, by: Id, on: Id, ability: &Ability) -> bool {
    match g.rules.melee_range {
        MeleeRange::Adjacent => bodies::adjacent(g, s, by, on),
        MeleeRange::Reach => {
            // What goes all around has no range: its area is its reach.
            let reach = if ability.is_melee() { ability.range.max(ability.radius).into() } else { 1 };
            bodies::in_reach(g, &bodies::body(g, s, by), &bodies::body(g, s, on), reach)
        }
    }
}

/// What cover gives, each kind by its rule; 0 where it gives nothing. (`cover`, `cover.creatures`, `prone.half-cover`)
#[derive(Clone, Copy, Debug, Default)]
pub struct Covered {
    /// What is added to all resistances.
    pub bonus: i32,
    /// The rule behind it.
    pub why: Option<RuleId>,
    /// Are there creatures in the way, and more than one?
    pub creatures: u8,
}

/// What cover is worth.
pub fn grade(g: &Setup, grade: Grade) -> (i32, Option<RuleId>) {
    match grade {
        Grade::None => (0, None),
        Grade::Quarter => (g.rules.quarter_cover, Some(rule::COVER_QUARTER)),
        Grade::Half => (g.rules.half_cover, Some(rule::COVER_HALF)),
        Grade::Full => (g.rules.full_cover, Some(rule::COVER_FULL)),
    }
}

/// What cover gives against something that is used.
#[inline(always)]
pub fn cover(g: &Setup, s: &State, by: Id, on: Id, ability: &Ability) -> Covered {
    if ability.delivery != Delivery::Projectile || by == on { Covered::default() } else { shot(g, s, by, on) }
}

/// Kinds of cover, each with what it gives and its rule.
type Kinds = [(i32, Option<RuleId>); 4];

/// Everything that covers somebody from a projectile, and how many creatures are in the way.
fn kinds(g: &Setup, s: &State, by: Id, on: Id) -> (Kinds, u8) {
    let (covering, flat) = (lines::covering(g, s, by, on), s.creature(on).is_prone());
    let creatures = (if covering.creatures > 0 { g.rules.half_cover } else { 0 }, Some(rule::COVER_CREATURES));
    let prone = (if flat { g.rules.half_cover } else { 0 }, Some(rule::PRONE_HALF_COVER));
    ([grade(g, covering.wall), grade(g, covering.thing), creatures, prone], covering.creatures)
}

/// Of which kinds that is what cover gives: of the best one, or of all where they are added. (`cover-stack`)
pub fn parts(g: &Setup, s: &State, by: Id, on: Id, cover: Covered) -> Kinds {
    match g.rules.cover_stack {
        CoverStack::Highest => [(cover.bonus, cover.why), (0, None), (0, None), (0, None)],
        CoverStack::Add => kinds(g, s, by, on).0,
    }
}

/// What cover gives against a projectile.
fn shot(g: &Setup, s: &State, by: Id, on: Id) -> Covered {
    let (all, creatures) = kinds(g, s, by, on);
    let mut best = (0, None);
    all.into_iter().filter(|(bonus, _)| *bonus > 0).for_each(|one| best = if one.0 > best.0 { one } else { best });
    let bonus = match g.rules.cover_stack {
        CoverStack::Highest => best.0,
        CoverStack::Add => all.iter().map(|(bonus, _)| bonus).sum(),
    };
    Covered { bonus, why: best.1, creatures }
}

/// What somebody who lies on the ground has less of, within melee range. (`prone.melee-range`)
#[inline]
pub fn prone(g: &Setup, s: &State, by: Id, on: &Party<'_>, ability: &Ability) -> i32 {
    let down = on.now.is_prone() && by != on.id && in_melee_range(g, s, by, on.id, ability);
    if down { -g.rules.prone_melee } else { 0 }
}
