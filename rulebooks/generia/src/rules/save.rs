//! Checks and saves: a d20, a MOD, a number to reach. (`dice.check`, `dice.save`)

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, RuleId, Terms};

use crate::catalogue::{CheckMeets, rule};
use crate::model::{Attribute, Event, Fighter, Kind, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion};

/// The target that a total must reach: equal is enough, unless the table plays otherwise. (`check.meets`)
pub fn target(g: &Setup, dc: i32) -> i32 {
    if g.rules.check_meets == CheckMeets::On { dc } else { dc.saturating_add(1) }
}

/// A check with an attribute, not yet thrown.
pub fn check<M: Terms>(g: &Setup, s: &State, who: Id, attribute: Attribute, point: RuleId, edge: &Edge) -> Check<M> {
    let who = g.fighter(s, who);
    if s.is_plain(who.id) && attribute != Attribute::Str {
        return flat(who, attribute, edge.note(Check::new(point, who.id, edge.die(Dice::D20))));
    }
    let mut edge = edge.clone();
    edge.add(who.has(Kind::Stunned), rule::CONDITION_STUNNED, -1);
    let unsteady = attribute == Attribute::Dex && who.has(Kind::OffBalance);
    edge.add(unsteady, rule::CONDITION_OFF_BALANCE, -1);
    edge.add(attribute == Attribute::Str, rule::SIZE_EFFECTS, who.sheet.size.steps());
    edge.add(true, rule::DP_GM, i32::from(who.now.circumstances.check));
    flat(who, attribute, edge.note(Check::new(point, who.id, edge.die(Dice::D20))))
}

/// What is added to the die.
fn flat<M: Terms>(who: Fighter<'_>, attribute: Attribute, check: Check<M>) -> Check<M> {
    let burden = if attribute == Attribute::Dex { who.sheet.encumbrance } else { 0 };
    check
        .plus_part(rule::SHEET_MODIFIER, attribute.word(), who.modifier(attribute))
        .plus(rule::SHEET_ENCUMBRANCE, burden)
}

/// With which attribute somebody saves, against which number.
#[derive(Clone, Copy, Debug)]
pub struct Save(pub Attribute, pub i32);

impl Save {
    /// Does it fail unthrown? Whoever is unconscious fails every one but CON. (`wound.unconscious`)
    fn is_lost(self, s: &State, who: Id) -> bool {
        s.creature(who).wounds.is_out && self.0 != Attribute::Con
    }

    /// Its check, and what that must reach.
    fn check<M: Terms>(self, g: &Setup, s: &State, who: Id, point: RuleId, edge: &Edge) -> (Check<M>, i32) {
        let target = target(g, self.1);
        (check(g, s, who, self.0, point, edge).noting(rule::DICE_SAVE, target, Bearing::Goal), target)
    }
}

/// A save: passed or not.
pub fn save<T: Table>(
    g: &Setup,
    s: &State,
    t: &mut T,
    who: Id,
    save: Save,
    by: RuleId,
    edge: &Edge,
) -> OrHalt<T, bool> {
    if save.is_lost(s, who) {
        return Ok(false);
    }
    let (check, target) = save.check(g, s, who, by, edge);
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

/// A save against what somebody has cast, of which it matters by how much it goes one way or the other; it is told.
pub fn against<T: Table>(g: &Setup, s: &State, t: &mut T, by: Id, on: Id, save: Save, edge: &Edge) -> OrHalt<T, Saved> {
    let (check, target) = save.check(g, s, on, rule::DICE_SAVING_THROW, edge);
    let judged = |total: i32| match total.saturating_sub(target) {
        10.. => Saved::ByTen,
        0..10 => Saved::Yes,
        -9..0 => Saved::No,
        _ => Saved::FailedByTen,
    };
    let saved = match explosion::of_all(g) {
        _ if save.is_lost(s, on) => Saved::No,
        true => judged(explosion::total(g, t, check)?),
        false => t.throw([check], |[thrown]| judged(thrown.total))?,
    };
    let by_ten = matches!(saved, Saved::ByTen | Saved::FailedByTen);
    t.tell(|| Event::Saved { who: on, against: by, saved: saved.is_saved(), by_ten });
    Ok(saved)
}
