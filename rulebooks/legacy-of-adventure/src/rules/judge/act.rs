//! May something else be done in one's turn: moves, steps, hands, utilities?

use skirmish_bookkit::refusal::ByRule;
use skirmish_grid::{Square, Steps};
use skirmish_kernel::Id;

use super::Judged;
use super::attack::{in_hand, is_known, judge_attack, judge_spot, judge_target, pays, seen};
use crate::catalogue::{RulingCarryOverMoves, RulingLeaveMelee, RulingLongMoves, rule};
use crate::model::{Act, Attack, Effect, Gait, Harm, Kind, Occasion, Row, Segment, Setup, Sought, State, States};
use crate::rules::movement::paths;
use crate::rules::refusal::{Allowed, Forbidden, by, counted, segment_closed};
use crate::rules::utility::hands_for;
use crate::rules::{lines, movement, zones};

/// May it do this now?
pub(super) fn judge_act(g: &Setup, s: &State, who: Id, act: Act) -> Allowed {
    match act {
        Act::Stop | Act::Surrender => Ok(()),
        Act::Attack(attack) => judge_attack(g, s, who, attack, Occasion::Own),
        Act::Move(gait) => judge_move(g, s, who, gait),
        Act::Step(to) => judge_step(g, s, who, to),
        Act::Stand => {
            lies(s, who)?;
            in_movement(g, s, who)?;
            pays(s, who, 1)
        }
        Act::KickUp(ability) => {
            has_effect(g, who, ability, |effect| effect == Effect::Rise)?;
            lies(s, who)?;
            not_closed(g, s, who)?;
            has_free(s, who)
        }
        Act::Draw(_) | Act::Drop(_) | Act::Pick(_) => judge_hands(g, s, who, act),
        Act::Search { ability, what } => judge_search(g, s, who, ability, what),
        Act::Hide(ability) => judge_hide(g, s, who, ability),
        Act::Use { ability, on } => judge_use(g, s, who, ability, on),
    }
}

/// Only who lies on the ground gets up. (`ruling.states`)
fn lies(s: &State, who: Id) -> Allowed {
    if s.creature(who).has(States::PRONE) { Ok(()) } else { by(rule::RULING_STATES, "they stand already") }
}

/// Nobody moves on the ground. (`ruling.states`)
fn stands(s: &State, who: Id) -> Allowed {
    let prone = s.creature(who).has(States::PRONE);
    if prone { by(rule::RULING_STATES, "they lie on the ground, and have to get up first") } else { Ok(()) }
}

/// Free acts of the round. (`round.pool`)
fn has_free(s: &State, who: Id) -> Allowed {
    if s.creature(who).free > 0 { Ok(()) } else { by(rule::ROUND_POOL, "no free act is left in this round") }
}

/// Moves wait for Movement, and may close with the attacks. (`move-seg.moves`)
fn in_movement(g: &Setup, s: &State, who: Id) -> Allowed {
    refuse_if!(s.segment < Segment::Movement, rule::MOVE_SEG_MOVES, "moves wait for Movement");
    not_closed(g, s, who)
}

/// By a house rule everything but defences is over with one's attacks. (`ruling.carry-over-moves`)
fn not_closed(g: &Setup, s: &State, who: Id) -> Allowed {
    if s.marks.fought.has(who) && g.rules.ruling_carry_over_moves == RulingCarryOverMoves::Everything {
        return segment_closed();
    }
    Ok(())
}

fn judge_move(g: &Setup, s: &State, who: Id, gait: Gait) -> Allowed {
    in_movement(g, s, who)?;
    stands(s, who)?;
    refuse_if!(paths::is_hemmed_in(g, s, who), rule::RULING_CELLS, "there is nowhere to go");
    match gait {
        Gait::Walk => pays(s, who, 1),
        Gait::Disengage { ability } => {
            has_effect(g, who, ability, |effect| effect == Effect::Disengage)?;
            pays(s, who, g.ability(ability).usage)
        }
        Gait::Charge { ability, attack } => {
            has_effect(g, who, ability, |effect| effect == Effect::Charge)?;
            let row = of_move(g, s, who, attack)?;
            if row.leaps || !zones::is_quick(row) || row.nature.is_magic() {
                return by(rule::INITIATIVE_SKILLS_KIND, "a charge ends with a melee attack of one action");
            }
            pays(s, who, g.ability(ability).usage.saturating_add(row.usage))?;
            judge_spot(g, s, who, row, attack)
        }
        Gait::Pounce { attack } => {
            let row = of_move(g, s, who, attack)?;
            refuse_if!(!row.leaps, rule::INITIATIVE_SKILLS_KIND, "only a skill of leaping does that");
            pays(s, who, row.usage)?;
            judge_spot(g, s, who, row, attack)
        }
    }
}

/// The row of an attack that belongs to a move.
fn of_move<'g>(g: &'g Setup, s: &State, who: Id, attack: Attack) -> Result<&'g Row, Forbidden> {
    refuse_if!(s.segment != Segment::Movement, rule::MOVE_SEG_MOVES, "attacks out of a move are made in Movement");
    refuse_if!(s.marks.fought.has(who), rule::SEGMENT_NO_CARRY_OVER, "the attacks of this round are made");
    judge_target(g, s, who, attack.on)?;
    let Some(row) = g.row(who, attack.row) else {
        return Err(ByRule::by(rule::ATTACK_STEPS, "they have no such way of attacking"));
    };
    in_hand(g, s, who, row)?;
    Ok(row)
}

/// A yard for nothing, once in a segment. (`ruling.combat-step`)
pub(super) fn judge_step(g: &Setup, s: &State, who: Id, to: Square) -> Allowed {
    not_closed(g, s, who)?;
    refuse_if!(s.marks.stepped.has(who), rule::DP_COMBAT_STEP, "the combat step of this segment has been taken");
    stands(s, who)?;
    let me = g.fighter(s, who);
    let (yards, most) = (lines::yards(me.now.at, to), i32::from(me.sheet.step));
    if yards == 0 || yards > most {
        return counted(rule::RULING_COMBAT_STEP, "that is {} yards, and a step is {}", [yards, most]);
    }
    let open = !paths::way_of_step(g, s, who, to).is_empty();
    if open && paths::is_free(g, s, who, to) {
        return Ok(());
    }
    by(rule::RULING_CELLS, "there is no room")
}

/// May it go this way?
pub(super) fn judge_path(g: &Setup, s: &State, who: Id, gait: Gait, most: u16, steps: &Steps) -> Judged {
    if steps.is_empty() {
        return Ok(());
    }
    paths::judge(g, s, who, most, steps)?;
    let start = s.creature(who).at;
    let end = steps.end(start);
    let price = movement::price(g, s, who, gait, steps);
    let long = price >= 3 && g.rules.ruling_long_moves == RulingLongMoves::Multiform;
    if long && s.segment == Segment::Movement {
        return Ok(by(rule::SEGMENT_EARLIEST, "moves of three actions or more wait for Multiform")?);
    }
    let barred = g.rules.ruling_leave_melee == RulingLeaveMelee::Barred && !matches!(gait, Gait::Disengage { .. });
    if barred && !movement::left(g, s, who, end).is_empty() {
        return Ok(by(rule::RETREAT_DISENGAGE, "one has to disengage first")?);
    }
    if let Gait::Charge { attack, .. } | Gait::Pounce { attack } = gait {
        let reach = g.row(who, attack.row).map_or(0, |row| i32::from(row.reach));
        let there = s.creature(attack.on).at;
        if lines::yards(end, there) > reach {
            return Ok(by(rule::INITIATIVE_SKILLS_KIND, "that has to end where the blow reaches")?);
        }
        if !lines::is_free(g, end, there) {
            return Ok(by(rule::ATTACK_STEPS, "no line leads from there to them")?);
        }
    }
    Ok(())
}

/// Drawing, dropping, picking up. (`ruling.hands`)
fn judge_hands(g: &Setup, s: &State, who: Id, act: Act) -> Allowed {
    let me = g.fighter(s, who);
    let (Act::Draw(arm) | Act::Drop(arm) | Act::Pick(arm)) = act else { return Ok(()) };
    if usize::from(arm) >= me.sheet.arms.len() || g.arm(who, arm).natural {
        return by(rule::RULING_HANDS, "that is nothing to be taken in hand");
    }
    if matches!(act, Act::Drop(_)) {
        return if me.now.holds(arm) { Ok(()) } else { by(rule::RULING_HANDS, "it is not in hand") };
    }
    not_closed(g, s, who)?;
    refuse_if!(me.now.holds(arm), rule::RULING_HANDS, "it is in hand already");
    refuse_if!(me.now.broken >> arm & 1 == 1, rule::STRUCTURAL_SAVE, "it is broken");
    let lies = s.dropped.iter().find(|thing| thing.owner == who && thing.arm == arm);
    let lost = me.now.lost >> arm & 1 == 1;
    match act {
        Act::Draw(_) if lost => return by(rule::RULING_HANDS, "it has to be picked up"),
        Act::Pick(_) if lies.is_none_or(|thing| thing.at != me.now.at) => {
            return by(rule::RULING_HANDS, "it does not lie here");
        }
        _ => {}
    }
    refuse_if!(hands_for(g, me.now, who, arm).is_none(), rule::RULING_HANDS, "there are not enough hands for it");
    pays(s, who, 1)
}

fn has_effect(g: &Setup, who: Id, ability: u8, fits: impl Fn(Effect) -> bool) -> Allowed {
    let known = g.sheet(who).skill(ability).is_some() && fits(g.ability(ability).effect);
    if known { Ok(()) } else { by(rule::CHECK_FORMULA, "they have no skill for that") }
}

/// Utilities: one action or none in any segment, more in Multiform. (`multiform.utility`)
fn utility(g: &Setup, s: &State, who: Id, ability: u8) -> Allowed {
    let known = g.ability(ability);
    not_closed(g, s, who)?;
    if known.usage >= 2 && s.segment != Segment::Multiform {
        return by(rule::MULTIFORM_UTILITY, "utilities of two actions or more wait for Multiform");
    }
    if known.free {
        return has_free(s, who);
    }
    pays(s, who, known.usage)
}

fn judge_search(g: &Setup, s: &State, who: Id, ability: u8, what: Sought) -> Allowed {
    has_effect(g, who, ability, |effect| effect == Effect::Search)?;
    utility(g, s, who, ability)?;
    match what {
        Sought::Hidden => Ok(()),
        Sought::Vitals(on) | Sought::Vulnerability(on) => {
            judge_target(g, s, who, on)?;
            seen(g, s, who, on)?;
            let vitals = matches!(what, Sought::Vitals(_));
            if !vitals && g.sheet(on).worn.against(Harm::Impact) == 0 {
                return by(rule::RULING_VULNERABILITY_TARGET, "the target wears nothing that has a gap");
            }
            if is_known(g, s, who, on, vitals) {
                by(rule::RULING_SEARCH_BEFORE, "that is known already")
            } else {
                Ok(())
            }
        }
    }
}

/// Where the ground conceals, and with no foe at hand. (`ruling.concealment`)
fn judge_hide(g: &Setup, s: &State, who: Id, ability: u8) -> Allowed {
    has_effect(g, who, ability, |effect| effect == Effect::Hide)?;
    utility(g, s, who, ability)?;
    refuse_if!(s.marks.concealed.has(who), rule::RULING_CONCEALMENT, "they are concealed already");
    refuse_if!(!g.ground.terrain(s.creature(who).at).conceals, rule::RULING_CONCEALMENT, "nothing here conceals them");
    if zones::is_engaged(g, s, who) { by(rule::RULING_CONCEALMENT, "a foe is at hand") } else { Ok(()) }
}

/// Spells on oneself, and hands that mend whoever lies beside one.
fn judge_use(g: &Setup, s: &State, who: Id, ability: u8, on: Id) -> Allowed {
    if g.ability(ability).effect == Effect::Keep {
        return by(rule::MAGIC_CONCENTRATION, "it is no act: it is asked for when what one keeps up is disturbed");
    }
    let works = |effect| matches!(effect, Effect::Ward(..) | Effect::Mend(_) | Effect::None);
    has_effect(g, who, ability, works)?;
    let known = g.ability(ability);
    refuse_if!(known.kind != Kind::Utility, rule::SEGMENT_EARLIEST, "this is no utility");
    utility(g, s, who, ability)?;
    if g.opposed(who, on) || s.creature(on).has(States::GONE) || s.creature(on).has(States::DEAD) {
        return by(rule::COMBAT_CHOICES, "it is done for oneself or for a friend");
    }
    let reach = match known.effect {
        Effect::Mend(_) => 1,
        _ => i32::from(known.range),
    };
    let yards = lines::between(s, who, on);
    if yards > reach && on != who {
        return counted(rule::RANGED_NOMINAL, "{} yards away, and it works within {}", [yards, reach]);
    }
    Ok(())
}
