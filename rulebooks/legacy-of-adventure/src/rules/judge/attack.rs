//! May an attack be made: target, hand, segment, pool, reach, place? (`attack.steps`)

use skirmish_grid::Square;
use skirmish_kernel::Id;

use crate::catalogue::{RulingEngagedTwoActionSpell, RulingSearchBefore, RulingUnarmedRows, rule};
use crate::model::{Attack, Hand, Harm, Known, Manner, Mode, Occasion, Row, Segment, Setup, Spot, State, States};
use crate::rules::attack::cost;
use crate::rules::options::could_step_to;
use crate::rules::refusal::{Allowed, by, counted};
use crate::rules::{lines, zones};

/// May this attack be made?
pub fn judge_attack(g: &Setup, s: &State, who: Id, attack: Attack, occasion: Occasion) -> Allowed {
    let Some(row) = g.row(who, attack.row) else {
        return by(rule::ATTACK_STEPS, "they have no such way of attacking");
    };
    judge_row(g, s, who, row, attack.on, occasion)?;
    judge_spot(g, s, who, row, attack)
}

/// May somebody be attacked so, wherever it is aimed at?
pub fn judge_row(g: &Setup, s: &State, who: Id, row: &Row, on: Id, occasion: Occasion) -> Allowed {
    match occasion {
        // Whoever lays itself open is to be seen, wherever it has come from.
        Occasion::Opportunity if s.marks.concealed.has(on) && g.opposed(who, on) => {}
        _ => judge_target(g, s, who, on)?,
    }
    in_hand(g, s, who, row)?;
    refuse_if!(row.leaps, rule::INITIATIVE_SKILLS_KIND, "this blow is part of a leap");
    let cost = cost(g, row, occasion);
    match occasion {
        Occasion::Own | Occasion::Answer => in_segment(g, s, who, row)?,
        Occasion::Opportunity if !zones::is_quick(row) => {
            return by(rule::RULING_OPPORTUNITY, "an attack of opportunity is made in melee, with one action");
        }
        Occasion::Opportunity => {}
    }
    pays(s, who, cost)?;
    in_range(g, s, who, row, on)
}

/// Is it in hand? Of two alike another may be, which goes by its number. (`ruling.hands`)
pub(super) fn in_hand(g: &Setup, s: &State, who: Id, row: &Row) -> Allowed {
    if zones::is_in_hand(g, s, who, row) {
        return Ok(());
    }
    let kind = |arm: u8| g.sheet(who).arms.get(usize::from(arm)).copied();
    let alike = s.creature(who).held().any(|arm| Some(arm) != row.arm && kind(arm) == row.weapon);
    refuse_if!(
        alike,
        rule::RULING_HANDS,
        "that one is not in hand; of things alike each has its number, as `dagger-2`"
    );
    by(rule::RULING_HANDS, "the weapon is not in hand")
}

/// Has it a blade in hand that reaches a foe beside it, in a segment that admits blades whatever else is the case? Then
/// an attack may be made, and nothing else need be asked. (`segment.earliest`)
#[inline(always)]
pub fn has_blade_at(g: &Setup, s: &State, who: Id, on: Id) -> bool {
    let marks = &s.marks;
    s.segment != Segment::Ambush
        && g.foes_seen(s, who).has(on)
        && marks.pool.has(who)
        && !marks.fought.has(who)
        && s.creature(who).blade > 0
        && lines::between(s, who, on) <= 1
}

/// A foe that is in the fight and can be seen. (`combat.choices`, `ruling.concealment`)
pub(super) fn judge_target(g: &Setup, s: &State, who: Id, on: Id) -> Allowed {
    refuse_if!(who == on, rule::COMBAT_CHOICES, "nobody attacks oneself");
    refuse_if!(!g.opposed(who, on), rule::COMBAT_CHOICES, "blows are for foes");
    if s.marks.concealed.has(on) || s.creature(on).has(States::GONE) {
        return by(rule::RULING_CONCEALMENT, "nobody of that name is to be seen");
    }
    if s.is_up(on) { Ok(()) } else { by(rule::RULING_FIGHT_END, "that one is out of the fight") }
}

/// Enough actions? (`round.pool`)
pub(super) fn pays(s: &State, who: Id, cost: u8) -> Allowed {
    let left = s.creature(who).actions;
    if left >= cost {
        return Ok(());
    }
    counted(rule::ROUND_POOL, "actions needed: {}, left: {}", [i32::from(cost), i32::from(left)])
}

/// Does the segment admit this attack? (`segment.earliest`, `segment.no-carry-over`)
fn in_segment(g: &Setup, s: &State, who: Id, row: &Row) -> Allowed {
    refuse_if!(s.marks.fought.has(who), rule::SEGMENT_NO_CARRY_OVER, "the attacks of this round are made");
    // To be engaged matters to what flies and to magic, and to nothing else.
    let engaged = (row.mode == Mode::Ranged || row.nature.is_magic()) && zones::is_engaged(g, s, who);
    admits(g, s, who, row, s.segment, engaged)?;
    if engaged && row.mode == Mode::Ranged && !row.in_melee {
        return by(rule::RANGED_FORBIDDEN_IN_MELEE, "it cannot be used while a foe is at hand");
    }
    Ok(())
}

/// Would a blow be admitted, if its target were in reach?
pub fn may_then(g: &Setup, s: &State, who: Id, row: &Row, on: Id) -> bool {
    judge_target(g, s, who, on).is_ok() && in_segment(g, s, who, row).is_ok()
}

/// The limits of one segment. (`ambush.*`, `melee-seg.*`, `ranged-seg.*`, `move-seg.*`, `multiform.*`)
fn admits(g: &Setup, s: &State, who: Id, row: &Row, segment: Segment, engaged: bool) -> Allowed {
    let magic = row.nature.is_magic();
    if row.usage >= 3 && segment != Segment::Multiform {
        let rule = if magic { rule::MAGIC_SEGMENT } else { rule::MULTIFORM_ATTACKS };
        return by(rule, "three actions or more wait for Multiform");
    }
    match segment {
        Segment::Ambush if magic && row.usage > 1 => by(rule::AMBUSH_MAGIC_LIMIT, "magic takes one action here"),
        Segment::Ambush if !row.surprise => {
            by(rule::AMBUSH_SET_POSITION, "neither the skill nor the weapon is fit for surprise")
        }
        Segment::Ambush if !s.marks.ambushers.has(who) => {
            by(rule::AMBUSH_SET_POSITION, "only those in a set position who have declared it attack in Ambush")
        }
        Segment::Melee if magic && row.usage > 1 => by(rule::MELEE_SEG_MAGIC_LIMIT, "magic takes one action here"),
        Segment::Melee if row.mode == Mode::Ranged && !engaged => {
            by(rule::SEGMENT_EARLIEST, "from outside of melee one shoots in Ranged")
        }
        Segment::Ranged
            if magic
                && row.usage == 2
                && engaged
                && g.rules.ruling_engaged_two_action_spell == RulingEngagedTwoActionSpell::Movement =>
        {
            by(rule::RULING_ENGAGED_TWO_ACTION_SPELL, "with a foe at hand it waits for Movement")
        }
        _ => Ok(()),
    }
}

/// In reach, or in sight and in range.
pub fn in_range(g: &Setup, s: &State, who: Id, row: &Row, on: Id) -> Allowed {
    in_range_of(g, s.segment, row, s.creature(who).at, s.creature(on).at)
}

/// The same from one cell to another.
fn in_range_of(g: &Setup, segment: Segment, row: &Row, from: Square, to: Square) -> Allowed {
    let yards = lines::yards(from, to);
    match row.mode {
        Mode::Melee if yards > i32::from(row.reach) => {
            let rule = match segment {
                Segment::Melee => rule::MELEE_SEG_REQUIREMENT,
                _ => rule::SEGMENT_ENTER_MELEE,
            };
            counted(rule, "{} yards away, and it reaches {}", [yards, i32::from(row.reach)])
        }
        Mode::Ranged if !is_below_cap(g, row, yards) => {
            let figures = [yards, farthest(g, row)];
            counted(rule::RANGED_NOMINAL, "{} yards away, and {} are the limit", figures)
        }
        _ => in_sight(g, from, to),
    }
}

/// The farthest shot, by a house rule. (`ruling.range-cap`)
fn farthest(g: &Setup, row: &Row) -> i32 {
    i32::from(row.range).saturating_mul(g.rules.ruling_range_cap)
}

/// Is it no farther than that, if there is any such?
pub fn is_below_cap(g: &Setup, row: &Row, yards: i32) -> bool {
    g.rules.ruling_range_cap <= 0 || yards <= farthest(g, row)
}

fn in_sight(g: &Setup, from: Square, to: Square) -> Allowed {
    if lines::is_free(g, from, to) { Ok(()) } else { by(rule::ATTACK_STEPS, "there is no line to them") }
}

pub(super) fn seen(g: &Setup, s: &State, who: Id, on: Id) -> Allowed {
    in_sight(g, s.creature(who).at, s.creature(on).at)
}

/// A step in the middle of somebody's attack is for a blow back, and undoes nothing: from there one can strike, and the
/// attack that comes can still be made. (`dp.combat-step`, `ruling.aggressive-simultaneous`)
pub(super) fn judge_step_up(g: &Setup, s: &State, who: Id, to: Square, with: Id, row: u8) -> Allowed {
    let there = s.creature(with).at;
    let strikes = |row: &Row| {
        !row.leaps
            && row.usage <= s.creature(who).actions
            && zones::is_in_hand(g, s, who, row)
            && may_then(g, s, who, row, with)
            && in_range_of(g, s.segment, row, to, there).is_ok()
    };
    refuse_if!(!g.rows(who).iter().any(strikes), rule::DP_COMBAT_STEP, "from there they could not strike back");
    let Some(coming) = g.row(with, row) else { return Ok(()) };
    // What cannot be used with a foe at hand is not to be spoilt by one who steps up.
    let shy = coming.mode == Mode::Ranged && !coming.in_melee || coming.nature.is_magic() && coming.usage >= 2;
    let crowds = shy && zones::reaches(g, to, s.creature(who).zone, there);
    if crowds || in_range_of(g, s.segment, coming, there, to).is_err() {
        return by(rule::RULING_AGGRESSIVE_SIMULTANEOUS, "the attack that comes could not be made then");
    }
    Ok(())
}

/// Where a blow lands that names no place. (`attack.torso-default`, `unarmed.targeting`, `called.magic-none`)
pub fn usual_spot(g: &Setup, row: &Row) -> Spot {
    match row.manner {
        Manner::Magic if g.ability(row.ability).locations => Spot::Torso,
        Manner::Magic => Spot::Whole,
        Manner::Unarmed if g.rules.ruling_unarmed_rows == RulingUnarmedRows::AsPrinted => Spot::Vulnerability,
        _ => Spot::Torso,
    }
}

/// May this place be aimed at? (`called.*`)
pub fn judge_spot(g: &Setup, s: &State, who: Id, row: &Row, attack: Attack) -> Allowed {
    let Attack { on, spot, .. } = attack;
    if spot == usual_spot(g, row) {
        return Ok(());
    }
    let printed = g.rules.ruling_unarmed_rows == RulingUnarmedRows::AsPrinted;
    let unarmed = row.manner == Manner::Unarmed;
    match spot {
        _ if row.manner == Manner::Magic && !g.ability(row.ability).locations => {
            by(rule::CALLED_MAGIC_NONE, "magic strikes no named place")
        }
        _ if !g.ability(row.ability).locations => by(rule::CALLED_OPTIONAL, "this skill strikes no named place"),
        Spot::Whole => by(rule::CALLED_TABLE, "it strikes a place"),
        Spot::Torso | Spot::Vitals if unarmed && printed => {
            by(rule::CALLED_TABLE, "bare hands have no such row in the table")
        }
        Spot::Vitals if !is_known(g, s, who, on, true) => {
            by(rule::RULING_SEARCH_BEFORE, "the vitals have not been found")
        }
        Spot::Vulnerability if unarmed && printed => Ok(()),
        Spot::Vulnerability if g.sheet(on).worn.against(Harm::Impact) == 0 => {
            by(rule::RULING_VULNERABILITY_TARGET, "the target wears nothing that has a gap")
        }
        Spot::Vulnerability if !is_known(g, s, who, on, false) => {
            by(rule::RULING_SEARCH_BEFORE, "no gap in the armour has been found")
        }
        Spot::Weapon(hand) => match s.creature(on).hands.get(usize::from(hand)) {
            Some(Hand::Arm(arm)) if !g.arm(on, *arm).natural => Ok(()),
            _ => by(rule::CALLED_WEAPON, "there is nothing in that hand to strike at"),
        },
        _ => Ok(()),
    }
}

/// Has the spot been found, or does everybody know it? (`dp.search-known`)
pub fn is_known(g: &Setup, s: &State, who: Id, on: Id, vitals: bool) -> bool {
    let (said, found) = match vitals {
        true => (s.creature(on).said.vitals, s.creature(who).vitals),
        false => (s.creature(on).said.gap, s.creature(who).gaps),
    };
    g.rules.ruling_search_before == RulingSearchBefore::Known || said == Known::Yes || found.has(on)
}

/// Could it spring an ambush: hidden, with something fit for it in hand, and somebody whom that reaches from there, be it
/// with a combat step? (`ambush.set-position`)
pub fn may_spring(g: &Setup, s: &State, who: Id) -> bool {
    // Magic has one action in this segment, a weapon two. (`ambush.magic-limit`, `ruling.two-action-weapon`)
    let most = |row: &Row| if row.nature.is_magic() { 1 } else { 2 };
    let fit = |row: &&Row| {
        row.surprise
            && !row.leaps
            && row.usage <= s.creature(who).actions.min(most(row))
            && zones::is_in_hand(g, s, who, row)
    };
    let reaches = |row: &Row, foe: Id| match row.mode {
        Mode::Ranged => in_range(g, s, who, row, foe).is_ok(),
        Mode::Melee => {
            let step = i32::from(g.sheet(who).step);
            lines::between(s, who, foe) <= i32::from(row.reach).saturating_add(step) && lines::has_line(g, s, who, foe)
        }
    };
    g.figures(who).ambushes && {
        let foes = g.foes_seen(s, who);
        g.rows(who).iter().filter(fit).any(|row| foes.iter().any(|foe| reaches(row, foe)))
    }
}

/// The first segment in which this attack on this foe may be made. (`segment.earliest`)
pub fn earliest(g: &Setup, s: &State, who: Id, row: &Row, on: Id, engaged: bool) -> Segment {
    let magic = row.nature.is_magic();
    let step = if s.marks.stepped.has(who) { 0 } else { i32::from(g.sheet(who).step) };
    let near = lines::between(s, who, on) <= i32::from(row.reach).saturating_add(step);
    match row.mode {
        _ if row.usage >= 3 => Segment::Multiform,
        Mode::Melee if near && !(magic && row.usage >= 2) => Segment::Melee,
        Mode::Melee if !near => Segment::Movement,
        _ if engaged && magic && row.usage >= 2 => match g.rules.ruling_engaged_two_action_spell {
            RulingEngagedTwoActionSpell::Movement => Segment::Movement,
            RulingEngagedTwoActionSpell::Ranged => Segment::Ranged,
        },
        Mode::Ranged if engaged => Segment::Melee,
        Mode::Melee | Mode::Ranged => Segment::Ranged,
    }
}

/// Has it an attack that belongs in this segment, or one that it has held for it? (`round.first-segment`)
pub fn has_attack(g: &Setup, s: &State, who: Id, segment: Segment, held: bool) -> bool {
    let at_hand = segment == Segment::Melee && s.marks.pool.has(who) && has_foe_at_hand(g, s, who);
    debug_assert!(!at_hand || has_any_attack(g, s, who, segment, held), "a blade is at hand, and may not");
    at_hand || has_any_attack(g, s, who, segment, held)
}

/// Has it a blade in hand, and a foe beside it? Whoever can pay has an attack then that belongs in Melee, and nothing else need be asked.
#[inline(always)]
pub fn has_foe_at_hand(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).blade > 0 && g.foes_seen(s, who).iter().any(|foe| lines::between(s, who, foe) <= 1)
}

#[inline(never)]
fn has_any_attack(g: &Setup, s: &State, who: Id, segment: Segment, held: bool) -> bool {
    let foes = g.foes_seen(s, who);
    let engaged = zones::is_engaged(g, s, who);
    let useless = |row: &Row| engaged && row.mode == Mode::Ranged && !row.in_melee;
    g.rows(who).iter().any(|row| {
        !row.leaps
            && row.usage <= s.creature(who).actions
            && !useless(row)
            && zones::is_in_hand(g, s, who, row)
            && foes.iter().any(|foe| {
                let earliest = earliest(g, s, who, row, foe, engaged);
                let stepping = row.mode == Mode::Melee
                    && matches!(segment, Segment::Melee | Segment::Ranged)
                    && in_range(g, s, who, row, foe).is_err();
                if stepping && !could_step_to(g, s, who, foe, row) {
                    return false;
                }
                let fits = earliest == segment
                    || held && earliest < segment && admits(g, s, who, row, segment, engaged).is_ok();
                fits && (row.mode == Mode::Melee || in_range(g, s, who, row, foe).is_ok())
            })
    })
}
