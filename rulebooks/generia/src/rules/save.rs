//! Checks and saves: a d20, a MOD, a number to reach. (`dice.check`, `dice.save`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms};

use crate::catalogue::{CheckMeets, rule};
use crate::model::{Attribute, Kind, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion};

/// The target that a total must reach: equal is enough, unless the table plays otherwise. (`check.meets`)
pub fn target(g: &Setup, dc: i32) -> i32 {
    if g.rules.check_meets == CheckMeets::On { dc } else { dc.saturating_add(1) }
}

/// A check with an attribute, not yet thrown.
pub fn check<M: Terms>(g: &Setup, s: &State, who: Id, attribute: Attribute, point: RuleId, edge: &Edge) -> Check<M> {
    let mut edge = edge.clone();
    let who = g.fighter(s, who);
    edge.add(who.has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    let unsteady = attribute == Attribute::Dex && who.has(Kind::OffBalance);
    edge.add(unsteady, rule::CONDITION_OFF_BALANCE, -1);
    edge.add(attribute == Attribute::Str, rule::SIZE_EFFECTS, who.sheet.size.steps());
    edge.add(true, rule::DP_GM, i32::from(who.now.circumstances.check));
    let check = edge.note(Check::new(point, who.id, edge.die(Dice::D20)));
    let burden = if attribute == Attribute::Dex { who.sheet.encumbrance } else { 0 };
    check
        .plus_part(rule::SHEET_MODIFIER, attribute.word(), who.modifier(attribute))
        .plus(rule::SHEET_ENCUMBRANCE, burden)
}

/// A save: passed or not. Whoever is unconscious fails every one but CON. (`wound.unconscious`)
#[expect(clippy::too_many_arguments, reason = "who, with what, against what, for what")]
pub fn save<T: Table>(
    g: &Setup,
    s: &State,
    t: &mut T,
    who: Id,
    attribute: Attribute,
    dc: i32,
    point: RuleId,
    edge: &Edge,
) -> OrHalt<T, bool> {
    if s.creature(who).wounds.is_out && attribute != Attribute::Con {
        return Ok(false);
    }
    let target = target(g, dc);
    let check = check(g, s, who, attribute, point, edge).noting(rule::DICE_SAVE, target, Bearing::Goal);
    explosion::reaches(g, t, check, target)
}

/// How a save against a spell has gone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Saved {
    /// By ten or more.
    ByTen,
    /// Just so.
    Yes,
    /// No.
    No,
    /// By ten or more.
    FailedByTen,
}

impl Saved {
    /// Did it succeed?
    pub fn is_saved(self) -> bool {
        matches!(self, Self::Yes | Self::ByTen)
    }
}

/// A save of which it matters by how much it goes one way or the other.
pub fn save_by<T: Table>(
    g: &Setup,
    s: &State,
    t: &mut T,
    who: Id,
    attribute: Attribute,
    dc: i32,
    edge: &Edge,
) -> OrHalt<T, Saved> {
    if s.creature(who).wounds.is_out && attribute != Attribute::Con {
        return Ok(Saved::No);
    }
    let target = target(g, dc);
    let check = check(g, s, who, attribute, rule::DICE_SAVING_THROW, edge);
    let check = check.noting(rule::DICE_SAVE, target, Bearing::Goal);
    let saved = |total: i32| match total.saturating_sub(target) {
        10.. => Saved::ByTen,
        0..10 => Saved::Yes,
        -9..0 => Saved::No,
        _ => Saved::FailedByTen,
    };
    if explosion::of_all(g) {
        Ok(saved(explosion::total(g, t, check)?))
    } else {
        t.throw([check], |[thrown]| saved(thrown.total))
    }
}
