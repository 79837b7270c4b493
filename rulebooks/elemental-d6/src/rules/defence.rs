//! Counters and the Reaction.

use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id, Questions, RuleId, Terms};

use crate::catalogue::{
    BraceDefence, DefendAfterTurn, DefensiveOwner, FreeLimit, ReactionMode, ReactionWithDodge, rule,
};
use crate::model::{
    AbilityKind, Act, Cost, Event, Figures, Flight, Formula, Gait, Kind, Pool, Setup, Sheet, State, What, ask, sixes,
};
use crate::rules::actions::{As, judge_act};
use crate::rules::advantage::Edge;
use crate::rules::attack::rare;
use crate::rules::{OrHalt, Table};

/// How a creature meets an attack.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Defence {
    /// What it rolls.
    pub formula: Option<Guard>,
    /// Score of the Reaction, if it is used.
    pub reaction: Option<i32>,
}

/// May somebody counter an attack that reaches it now? (`defend.option`)
#[inline(always)]
pub fn counter_right<const USUAL: bool>(g: &Setup, s: &State, target: Id) -> Result<(), RuleId> {
    refuse_if!(s.is_late(target); rule::INITIATIVE_SLOW_REACTION);
    if rare::<USUAL>(|| is_helpless(s, target)) || s.marks.countering.has(target) || !s.fights(target) {
        return Err(rule::DEFEND_OPTION);
    }
    let later = g.rules.defend_after_turn == DefendAfterTurn::NextSegment;
    refuse_if!((s.marks.had_turn.has(target) || s.marks.initiated.has(target)) && !later; rule::DEFEND_OPTION);
    Ok(())
}

fn is_helpless(s: &State, who: Id) -> bool {
    s.circumstances(who).is_some_and(|c| c.helpless)
}

/// Is there any action it could counter with?
#[inline]
pub fn has_counter(g: &Setup, s: &State, target: Id, flight: u16) -> bool {
    // Whoever has its Standard left can brace.
    s.marks.standard.has(target) || has_other_counter(g, s, target, flight)
}

/// Is there any but to brace? Stops at the first.
#[inline(never)]
fn has_other_counter(g: &Setup, s: &State, target: Id, flight: u16) -> bool {
    let legal = |what, cost| {
        let act = Act::plain(what, cost);
        judge_act(g, s, target, &act, As::Counter(flight)).is_ok()
    };
    let known = &g.sheet(target).attacks;
    // Where any of the other Move actions is possible, so is a Dodge: it needs neither room nor more than one hex.
    legal(What::Go(Gait::Dodge), Cost::Move)
        || legal(What::Go(Gait::Step), Cost::Swift)
        || known.iter().any(|a| g.ability(a.ability).costs.iter().any(|cost| legal(What::Ability(a.ability), *cost)))
        || legal(What::Stand, Cost::Move)
        || legal(What::Go(Gait::Swim), Cost::Move)
}

/// Every counter worth listing: actions with a defensive formula, the Dodge, and the step.
pub fn counters(g: &Setup, s: &State, target: Id, flight: u16, yes: &mut dyn FnMut(Act)) {
    crate::rules::actions::candidates(g, s, target, &mut |act| {
        if judge_act(g, s, target, &act, As::Counter(flight)).is_ok() {
            yes(act);
        }
    });
}

/// What the target meets the attack with; the Reaction is its own choice. (`reaction`)
#[inline(always)]
pub fn defence<T: Table, const USUAL: bool>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    flight: &Flight,
    (target, sheet): (Id, &Sheet),
    counter: Option<Act>,
) -> OrHalt<T, Defence> {
    let formula = counter.and_then(|act| formula(g, Some(flight), target, &act));
    if formula.is_some() {
        return Ok(Defence { formula, reaction: None });
    }
    let one_free = rare::<USUAL>(|| g.rules.free_limit == FreeLimit::OnePerSegment);
    let barred = counter.is_some() && g.rules.reaction_with_dodge == ReactionWithDodge::None
        || one_free && s.creature(target).spent.free > 0;
    if barred || rare::<USUAL>(|| is_helpless(s, target) || s.is_down(target)) {
        return Ok(Defence { formula: None, reaction: None });
    }
    if !t.put(s, rule::DP_REACTION, target, ask::Reaction { flight: flight.serial })? {
        return Ok(Defence { formula: None, reaction: None });
    }
    if one_free {
        s.spend(g, target, |spent| spent.free += 1);
    }
    let score = sheet.reaction();
    t.tell(|| Event::Reacted { who: target, score, late: s.is_late(target) });
    Ok(Defence { formula: None, reaction: Some(score) })
}

/// A defensive formula with the defender's numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// Dice and points.
    pub pool: Pool,
    /// The ability it belongs to.
    pub ability: u8,
    /// What that was paid with.
    pub cost: Cost,
    /// Swifts spent to improve it.
    pub swifts: u8,
}

/// The defensive formula of a counter: the counter's own, or (house rule) the one that stands with the attack, rolled
/// with the defender's numbers; none where that attack is not known.
pub fn formula(g: &Setup, flight: Option<&Flight>, target: Id, counter: &Act) -> Option<Guard> {
    let What::Ability(index) = counter.what else { return None };
    if g.rules.defensive_owner == DefensiveOwner::Attack {
        let flight = flight?;
        let What::Ability(theirs) = flight.act.what else { return None };
        let attack = g.sheet(target).attack(theirs, g.ability(theirs)).ok()?;
        let cost = flight.act.cost;
        let pool = attack.figures(cost).defensive?;
        return Some(Guard { pool, ability: theirs, cost, swifts: 0 });
    }
    let figures: &Figures = g.attack(target, index)?.figures(counter.cost);
    let pool = figures.defensive?.plus_times(figures.swift.defensive, counter.swifts);
    Some(Guard { pool, ability: index, cost: counter.cost, swifts: counter.swifts })
}

impl Defence {
    /// The defensive roll with everything that bears on it, and whether it has advantage; no dice for the Reaction or
    /// no defence at all.
    #[inline]
    pub fn check<M: Terms, const USUAL: bool>(&self, g: &Setup, s: &State, target: Id) -> (Check<M>, bool) {
        let (check, favoured) = match self.formula {
            Some(guard) => guard.check(g, s, target),
            None => (self.unguarded(g, target), false),
        };
        if !rare::<USUAL>(|| s.is_affected(target)) {
            return (check, favoured);
        }
        let by_hand = i32::from(s.creature(target).circumstances.extra_defence);
        (check.plus(rule::DP_GM, by_hand), favoured)
    }

    /// No formula, so no dice: the score of the Reaction at most.
    #[inline]
    fn unguarded<M: Terms>(&self, g: &Setup, target: Id) -> Check<M> {
        let none = Check::new(rule::DICE_DEFENCE, target, sixes(0, Reading::Sum));
        match self.reaction {
            Some(score) if g.rules.reaction_mode == ReactionMode::Defence => {
                let parts = || {
                    let sheet = g.sheet(target);
                    [("DB", sheet.defense_bonus), ("Int", sheet.int)].map(|(name, size)| (name, size, Bearing::Flat))
                };
                none.plus_parts(rule::REACTION, score, parts)
            }
            _ => none,
        }
    }
}

impl Guard {
    /// The defensive roll, and whether it has advantage.
    fn check<M: Terms>(self, g: &Setup, s: &State, target: Id) -> (Check<M>, bool) {
        let Self { pool, ability: index, cost, swifts } = self;
        let (defender, ability) = (g.fighter(s, target), g.ability(index));
        let mut edge = Edge::new(&g.rules);
        edge.against(defender.has(Kind::Burned), rule::CONDITION_BURNED);
        let braced = s.marks.braced.has(target) && g.rules.brace_defence == BraceDefence::DefenceToo;
        edge.for_it(braced, rule::BRACE);
        edge.game_master(defender.now.circumstances.defence);
        let dice = pool.hit_dice(&g.rules, edge.dice());
        let by = if ability.kind == AbilityKind::Unarmed { rule::UNARMED_DEFENSIVE } else { rule::ATTACK_HIT_ROLL };
        let mut check = edge.note(Check::new(rule::DICE_DEFENCE, target, dice));
        check = check.plus_parts(by, pool.flat, || defender.sheet.parts(ability, Formula::Defensive, cost, swifts));
        if defender.sheet.shield > 0 && ability.takes_shield() {
            check = check.noting(rule::ARMOUR_SHIELD, defender.sheet.shield, Bearing::Idle);
        }
        (check, edge.dice() > 0)
    }
}
