//! Is an answer allowed? A refusal costs nothing. (`attack.refused-free`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Refusal};

use super::refusal::{by, segment_closed};
use super::{Act, Ask, Attack, Choice, Defend, Gait, Incoming, Sought, Spot};
use crate::attack::Occasion;
use crate::movement::{self, Steps, paths};
use crate::rules::{
    RulingCarryOverMoves, RulingDefensiveAlone, RulingEngagedTwoActionSpell, RulingLeaveMelee, RulingLongMoves,
    RulingSearchBefore, RulingUnarmedRows, rule,
};
use crate::setup::{Row, Setup};
use crate::sheet::{Effect, Kind, Manner, Mode, Object};
use crate::state::{Hand, Known, Segment, Stance, State, States};
use crate::utility::hands_for;
use crate::{defence, lines, zones};

type Judged = Result<(), Refusal>;

/// Is this answer allowed?
///
/// # Errors
/// The rule that forbids it, and why.
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Judged {
    match (ask, choice) {
        (Ask::Ambush | Ask::Keep { .. }, Choice::Yes(_))
        | (Ask::OnGuard, Choice::Guard(None))
        | (Ask::General, Choice::General(None))
        | (Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, Choice::Pass) => Ok(()),
        (Ask::OnGuard, Choice::Guard(Some(skill))) => judge_guard(g, s, who, *skill),
        (Ask::General, Choice::General(Some(ability))) => judge_general(g, who, *ability),
        (Ask::Stance, Choice::Stance(stance)) => judge_stance(g, s, who, *stance),
        (Ask::Trade { foes }, Choice::Trade(with)) => {
            let stranger = !with.without(*foes).is_empty();
            if stranger { by(rule::STANCE_READY_CHOICE, "only those can be answered who could attack") } else { Ok(()) }
        }
        (Ask::Act, Choice::Act(act)) => judge_act(g, s, who, *act),
        (Ask::Exchange { with }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *with)?;
            judge_attack(g, s, who, *attack, Occasion::Own)
        }
        (Ask::Answer { to }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *to)?;
            judge_attack(g, s, who, *attack, Occasion::Answer)
        }
        (Ask::Answer { .. }, Choice::Act(Act::Step(to))) => judge_step(g, s, who, *to),
        (Ask::Opportunity { on, .. }, Choice::Act(Act::Attack(attack))) => {
            at_whom(attack, *on)?;
            judge_attack(g, s, who, *attack, Occasion::Opportunity)
        }
        (Ask::Path { gait, most }, Choice::Walk(steps)) => judge_path(g, s, who, *gait, *most, steps),
        (Ask::Defend(incoming), Choice::Defend(how)) => judge_defend(g, s, incoming, *how),
        _ => Err(Refusal::because("this is no answer to what is asked")),
    }
}

/// The blow back strikes whoever it answers. (`ruling.trade-target`)
fn at_whom(attack: &Attack, on: Id) -> Judged {
    if attack.on == on { Ok(()) } else { by(rule::RULING_TRADE_TARGET, "this blow is for somebody else") }
}

/// May this attack be met so?
///
/// # Errors
/// The rule that forbids it, and why.
pub fn judge_defend(g: &Setup, s: &State, incoming: &Incoming, how: Defend) -> Judged {
    defence::judge(g, s, incoming, how).map_err(|(rule, why)| Refusal::by(rule, why))
}

/// On-Guard takes one of its skills, and what that needs in hand. (`on-guard.skills`, `defend.avert`)
fn judge_guard(g: &Setup, s: &State, who: Id, skill: u8) -> Judged {
    let ability = g.ability(skill);
    if g.sheet(who).skill(skill).is_none() || !ability.on_guard {
        return by(rule::ON_GUARD_SKILLS, "it has no such skill that serves On-Guard");
    }
    let serves = |arm: u8| {
        let shield = g.arm(who, arm).shield;
        match ability.answers.object {
            Object::None => true,
            Object::Weapon => !shield,
            Object::Shield => shield,
            Object::Either => true,
        }
    };
    if ability.answers.object == Object::None || s.creature(who).held().any(serves) {
        Ok(())
    } else {
        by(rule::DEFEND_AVERT, "nothing is in hand to avert with")
    }
}

/// Has it anything to go On-Guard with? (`on-guard.skills`)
#[must_use]
pub fn can_guard(g: &Setup, s: &State, who: Id) -> bool {
    g.sheet(who).skills.iter().any(|skill| judge_guard(g, s, who, skill.ability).is_ok())
}

fn judge_general(g: &Setup, who: Id, ability: u8) -> Judged {
    let known = g.sheet(who).skill(ability).is_some() && g.ability(ability).general.is_some();
    if known { Ok(()) } else { by(rule::GENERAL_DEFEND, "it has no such skill with a general defence") }
}

fn judge_stance(g: &Setup, s: &State, who: Id, stance: Stance) -> Judged {
    let guard = s.creature(who).guard.is_some();
    match stance {
        Stance::None => Err(Refusal::because("one of the four stances has to be taken")),
        Stance::Aggressive if guard => {
            by(rule::ON_GUARD_STANCE, "whoever has gone On-Guard is not Aggressive in that round")
        }
        Stance::Defensive if !guard && g.rules.ruling_defensive_alone == RulingDefensiveAlone::OnGuardOnly => {
            by(rule::RULING_DEFENSIVE_ALONE, "Defensive is for those who have gone On-Guard")
        }
        _ => Ok(()),
    }
}

/// May it do this now?
fn judge_act(g: &Setup, s: &State, who: Id, act: Act) -> Judged {
    match act {
        Act::Stop | Act::Surrender => Ok(()),
        Act::Attack(attack) => judge_attack(g, s, who, attack, Occasion::Own),
        Act::Move(gait) => judge_move(g, s, who, gait),
        Act::Step(to) => judge_step(g, s, who, to),
        Act::Stand => {
            if !s.creature(who).has(States::PRONE) {
                return by(rule::RULING_STATES, "it stands already");
            }
            in_movement(g, s, who)?;
            pays(s, who, 1)
        }
        Act::KickUp(ability) => {
            has_effect(g, who, ability, |effect| effect == Effect::Rise)?;
            if !s.creature(who).has(States::PRONE) {
                return by(rule::RULING_STATES, "it stands already");
            }
            if s.creature(who).free > 0 { Ok(()) } else { by(rule::ROUND_POOL, "no free act is left in this round") }
        }
        Act::Draw(_) | Act::Drop(_) | Act::Pick(_) => judge_hands(g, s, who, act),
        Act::Search { ability, what } => judge_search(g, s, who, ability, what),
        Act::Hide(ability) => judge_hide(g, s, who, ability),
        Act::Use { ability, on } => judge_use(g, s, who, ability, on),
    }
}

/// May this attack be made?
///
/// # Errors
/// The first rule of the course of an attack that forbids it, and why.
pub fn judge_attack(g: &Setup, s: &State, who: Id, attack: Attack, occasion: Occasion) -> Judged {
    let Some(row) = g.row(who, attack.row) else {
        return by(rule::ATTACK_STEPS, "it has no such way of attacking");
    };
    judge_target(g, s, who, attack.on)?;
    if !zones::is_in_hand(g, s, who, row) {
        return by(rule::RULING_HANDS, "what it attacks with is not in hand");
    }
    if row.leaps {
        return by(rule::INITIATIVE_SKILLS_KIND, "this blow is part of a leap");
    }
    let cost = crate::attack::Blow::new(g, who, attack, occasion).cost;
    match occasion {
        Occasion::Own | Occasion::Answer => in_segment(g, s, who, row, attack.on)?,
        Occasion::Opportunity if !zones::threatens_with(row) => {
            return by(rule::RULING_OPPORTUNITY, "an attack of opportunity is made in melee, with one action");
        }
        Occasion::Opportunity => {}
    }
    pays(s, who, cost)?;
    in_range(g, s, who, row, attack.on)?;
    judge_spot(g, s, who, row, attack)
}

/// A foe that is in the fight and can be seen. (`combat.choices`, `ruling.concealment`)
fn judge_target(g: &Setup, s: &State, who: Id, on: Id) -> Judged {
    if !g.opposed(who, on) {
        return by(rule::COMBAT_CHOICES, "it fights its foes");
    }
    if s.marks.concealed.has(on) || s.creature(on).has(States::GONE) {
        return by(rule::RULING_CONCEALMENT, "nobody of that name is to be seen");
    }
    if s.is_up(on) { Ok(()) } else { by(rule::RULING_FIGHT_END, "that one is out of the fight") }
}

/// Enough actions? (`round.pool`)
fn pays(s: &State, who: Id, cost: u8) -> Judged {
    let left = s.creature(who).actions;
    if left >= cost {
        return Ok(());
    }
    Err(Refusal::counted(rule::ROUND_POOL, "it takes {} actions, and {} are left", [i32::from(cost), i32::from(left)]))
}

/// Does the segment admit this attack? (`segment.earliest`, `segment.no-carry-over`)
fn in_segment(g: &Setup, s: &State, who: Id, row: &Row, on: Id) -> Judged {
    if s.marks.fought.has(who) {
        return by(rule::SEGMENT_NO_CARRY_OVER, "its attacks of this round are made");
    }
    let engaged = zones::is_engaged(g, s, who);
    admits(g, s, who, row, s.segment, engaged)?;
    let _ = on;
    if engaged && row.mode == Mode::Ranged && !row.in_melee {
        return by(rule::RANGED_FORBIDDEN_IN_MELEE, "it cannot be used while a foe is at hand");
    }
    Ok(())
}

/// The limits of one segment. (`ambush.*`, `melee-seg.*`, `ranged-seg.*`, `move-seg.*`, `multiform.*`)
fn admits(g: &Setup, s: &State, who: Id, row: &Row, segment: Segment, engaged: bool) -> Judged {
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
        Segment::Ambush if !s.marks.ambushers.has(who) || !s.marks.concealed.has(who) => {
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
fn in_range(g: &Setup, s: &State, who: Id, row: &Row, on: Id) -> Judged {
    let yards = lines::between(s, who, on);
    match row.mode {
        Mode::Melee if yards > i32::from(row.reach) => {
            let rule = match s.segment {
                Segment::Melee => rule::MELEE_SEG_REQUIREMENT,
                _ => rule::SEGMENT_ENTER_MELEE,
            };
            Err(Refusal::counted(rule, "{} yards away, and it reaches {}", [yards, i32::from(row.reach)]))
        }
        Mode::Ranged if g.rules.ruling_range_cap > 0 => {
            let most = i32::from(row.range).saturating_mul(g.rules.ruling_range_cap);
            if yards > most {
                return Err(Refusal::counted(
                    rule::RANGED_NOMINAL,
                    "{} yards away, and {} are the limit",
                    [yards, most],
                ));
            }
            seen(g, s, who, on)
        }
        _ => seen(g, s, who, on),
    }
}

fn seen(g: &Setup, s: &State, who: Id, on: Id) -> Judged {
    if lines::has_line(g, s, who, on) { Ok(()) } else { by(rule::ATTACK_STEPS, "there is no line to it") }
}

/// Where a blow lands that names no place. (`attack.torso-default`, `unarmed.targeting`, `called.magic-none`)
#[must_use]
pub fn usual_spot(g: &Setup, row: &Row) -> Spot {
    match row.manner {
        Manner::Magic if g.ability(row.ability).locations => Spot::Torso,
        Manner::Magic => Spot::Whole,
        Manner::Unarmed if g.rules.ruling_unarmed_rows == RulingUnarmedRows::AsPrinted => Spot::Vulnerability,
        _ => Spot::Torso,
    }
}

/// May this place be aimed at? (`called.*`)
fn judge_spot(g: &Setup, s: &State, who: Id, row: &Row, attack: Attack) -> Judged {
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
        Spot::Whole => by(rule::CALLED_TABLE, "it strikes a place"),
        Spot::Torso | Spot::Vitals if unarmed && printed => {
            by(rule::CALLED_TABLE, "bare hands have no such row in the table")
        }
        Spot::Vitals if !is_known(g, s, who, on, true) => {
            by(rule::RULING_SEARCH_BEFORE, "its vitals have not been found")
        }
        Spot::Vulnerability if unarmed => Ok(()),
        Spot::Vulnerability if g.sheet(on).worn.against(crate::sheet::Harm::Impact) == 0 => {
            by(rule::RULING_VULNERABILITY_TARGET, "it wears nothing that has a gap")
        }
        Spot::Vulnerability if !is_known(g, s, who, on, false) => {
            by(rule::RULING_SEARCH_BEFORE, "no gap in its armour has been found")
        }
        Spot::Weapon(hand) => match s.creature(on).hands.get(usize::from(hand)) {
            Some(Hand::Arm(arm)) if !g.arm(on, *arm).natural => Ok(()),
            _ => by(rule::CALLED_WEAPON, "there is nothing in that hand to strike at"),
        },
        _ => Ok(()),
    }
}

/// Has the spot been found, or does everybody know it? (`dp.search-known`)
#[must_use]
pub fn is_known(g: &Setup, s: &State, who: Id, on: Id, vitals: bool) -> bool {
    let (said, found) = match vitals {
        true => (s.creature(on).said.vitals, s.creature(who).vitals),
        false => (s.creature(on).said.gap, s.creature(who).gaps),
    };
    g.rules.ruling_search_before == RulingSearchBefore::Known || said == Known::Yes || found.has(on)
}

/// Moves wait for Movement, and may close with the attacks. (`move-seg.moves`)
fn in_movement(g: &Setup, s: &State, who: Id) -> Judged {
    if s.segment < Segment::Movement {
        return by(rule::MOVE_SEG_MOVES, "moves wait for Movement");
    }
    not_closed(g, s, who)
}

/// By a house rule everything but defences is over with one's attacks. (`ruling.carry-over-moves`)
fn not_closed(g: &Setup, s: &State, who: Id) -> Judged {
    if s.marks.fought.has(who) && g.rules.ruling_carry_over_moves == RulingCarryOverMoves::Everything {
        return segment_closed();
    }
    Ok(())
}

fn judge_move(g: &Setup, s: &State, who: Id, gait: Gait) -> Judged {
    in_movement(g, s, who)?;
    if s.creature(who).has(States::PRONE) {
        return by(rule::RULING_STATES, "it lies on the ground, and has to get up first");
    }
    if paths::is_hemmed_in(g, s, who) {
        return by(rule::RULING_CELLS, "there is nowhere to go");
    }
    match gait {
        Gait::Walk => pays(s, who, 1),
        Gait::Disengage { ability } => {
            has_effect(g, who, ability, |effect| effect == Effect::Disengage)?;
            pays(s, who, g.ability(ability).usage)
        }
        Gait::Charge { ability, attack } => {
            has_effect(g, who, ability, |effect| effect == Effect::Charge)?;
            let row = of_move(g, s, who, attack)?;
            if row.leaps || !zones::threatens_with(row) || row.nature.is_magic() {
                return by(rule::INITIATIVE_SKILLS_KIND, "a charge ends with a melee attack of one action");
            }
            pays(s, who, g.ability(ability).usage.saturating_add(row.usage))?;
            judge_spot(g, s, who, row, attack)
        }
        Gait::Pounce { attack } => {
            let row = of_move(g, s, who, attack)?;
            if !row.leaps {
                return by(rule::INITIATIVE_SKILLS_KIND, "only a skill of leaping does that");
            }
            pays(s, who, row.usage)?;
            judge_spot(g, s, who, row, attack)
        }
    }
}

/// The row of an attack that belongs to a move.
fn of_move<'g>(g: &'g Setup, s: &State, who: Id, attack: Attack) -> Result<&'g Row, Refusal> {
    if s.segment != Segment::Movement {
        return Err(Refusal::by(rule::MOVE_SEG_MOVES, "attacks out of a move are made in Movement"));
    }
    if s.marks.fought.has(who) {
        return Err(Refusal::by(rule::SEGMENT_NO_CARRY_OVER, "its attacks of this round are made"));
    }
    judge_target(g, s, who, attack.on)?;
    match g.row(who, attack.row) {
        Some(row) if zones::is_in_hand(g, s, who, row) => Ok(row),
        Some(_) => Err(Refusal::by(rule::RULING_HANDS, "what it attacks with is not in hand")),
        None => Err(Refusal::by(rule::ATTACK_STEPS, "it has no such way of attacking")),
    }
}

/// A yard for nothing, once in a segment. (`ruling.combat-step`)
fn judge_step(g: &Setup, s: &State, who: Id, to: Square) -> Judged {
    if s.marks.stepped.has(who) {
        return by(rule::DP_COMBAT_STEP, "the combat step of this segment has been taken");
    }
    if s.creature(who).has(States::PRONE) {
        return by(rule::RULING_STATES, "it lies on the ground, and has to get up first");
    }
    let (at, most) = (s.creature(who).at, i32::from(g.sheet(who).step));
    let yards = lines::yards(at, to);
    if yards == 0 || yards > most {
        return Err(Refusal::counted(rule::RULING_COMBAT_STEP, "that is {} yards, and a step is {}", [yards, most]));
    }
    let open = if yards == 1 {
        paths::may_enter(g, s, who, at, to)
    } else {
        !paths::way(g, s, who, to, u16::from(g.sheet(who).step)).is_empty()
    };
    if open && paths::is_free(g, s, who, to) && s.standing_in(to).is_none() {
        return Ok(());
    }
    by(rule::RULING_CELLS, "there is no room")
}

/// May it go this way?
///
/// # Errors
/// The rule that forbids it, and why.
pub fn judge_path(g: &Setup, s: &State, who: Id, gait: Gait, most: u16, steps: &Steps) -> Judged {
    if steps.is_empty() {
        return Ok(());
    }
    paths::judge(g, s, who, most, steps)?;
    let start = s.creature(who).at;
    let end = steps.end(start);
    let price = movement::price(g, s, who, gait, steps);
    let long = price >= 3 && g.rules.ruling_long_moves == RulingLongMoves::Multiform;
    if long && s.segment == Segment::Movement {
        return by(rule::SEGMENT_EARLIEST, "moves of three actions or more wait for Multiform");
    }
    let barred = g.rules.ruling_leave_melee == RulingLeaveMelee::Barred && !matches!(gait, Gait::Disengage { .. });
    if barred && !movement::left(g, s, who, end).is_empty() {
        return by(rule::RETREAT_DISENGAGE, "one has to disengage first");
    }
    if let Gait::Charge { attack, .. } | Gait::Pounce { attack } = gait {
        let reach = g.row(who, attack.row).map_or(0, |row| i32::from(row.reach));
        if lines::yards(end, s.creature(attack.on).at) > reach {
            return by(rule::INITIATIVE_SKILLS_KIND, "it has to end where the blow reaches");
        }
    }
    Ok(())
}

/// Drawing, dropping, picking up. (`ruling.hands`)
fn judge_hands(g: &Setup, s: &State, who: Id, act: Act) -> Judged {
    let creature = s.creature(who);
    let (Act::Draw(arm) | Act::Drop(arm) | Act::Pick(arm)) = act else { return Ok(()) };
    if usize::from(arm) >= g.sheet(who).arms.len() || g.arm(who, arm).natural {
        return by(rule::RULING_HANDS, "that is nothing to be taken in hand");
    }
    if matches!(act, Act::Drop(_)) {
        return if creature.holds(arm) { Ok(()) } else { by(rule::RULING_HANDS, "it is not in hand") };
    }
    not_closed(g, s, who)?;
    if creature.holds(arm) {
        return by(rule::RULING_HANDS, "it is in hand already");
    }
    if creature.broken >> arm & 1 == 1 {
        return by(rule::STRUCTURAL_SAVE, "it is broken");
    }
    let lies = s.dropped.iter().find(|thing| thing.owner == who && thing.arm == arm);
    let lost = creature.lost >> arm & 1 == 1;
    match act {
        Act::Draw(_) if lost => return by(rule::RULING_HANDS, "it has to be picked up"),
        Act::Pick(_) if lies.is_none_or(|thing| thing.at != creature.at) => {
            return by(rule::RULING_HANDS, "it does not lie here");
        }
        _ => {}
    }
    if hands_for(g, creature, who, arm).is_none() {
        return by(rule::RULING_HANDS, "there are not enough hands for it");
    }
    pays(s, who, 1)
}

fn has_effect(g: &Setup, who: Id, ability: u8, fits: impl Fn(Effect) -> bool) -> Judged {
    let known = g.sheet(who).skill(ability).is_some() && fits(g.ability(ability).effect);
    if known { Ok(()) } else { by(rule::CHECK_FORMULA, "it has no skill for that") }
}

/// Utilities: one action or none in any segment, more in Multiform. (`multiform.utility`)
fn utility(g: &Setup, s: &State, who: Id, ability: u8) -> Judged {
    let known = g.ability(ability);
    not_closed(g, s, who)?;
    if known.usage >= 2 && s.segment != Segment::Multiform {
        return by(rule::MULTIFORM_UTILITY, "utilities of two actions or more wait for Multiform");
    }
    if known.free {
        let left = s.creature(who).free > 0;
        return if left { Ok(()) } else { by(rule::ROUND_POOL, "no free act is left in this round") };
    }
    pays(s, who, known.usage)
}

fn judge_search(g: &Setup, s: &State, who: Id, ability: u8, what: Sought) -> Judged {
    has_effect(g, who, ability, |effect| effect == Effect::Search)?;
    utility(g, s, who, ability)?;
    match what {
        Sought::Hidden => Ok(()),
        Sought::Vitals(on) | Sought::Vulnerability(on) => {
            judge_target(g, s, who, on)?;
            seen(g, s, who, on)?;
            let vitals = matches!(what, Sought::Vitals(_));
            if is_known(g, s, who, on, vitals) {
                by(rule::RULING_SEARCH_BEFORE, "that is known already")
            } else {
                Ok(())
            }
        }
    }
}

/// Where the ground conceals, and with no foe at hand. (`ruling.concealment`)
fn judge_hide(g: &Setup, s: &State, who: Id, ability: u8) -> Judged {
    has_effect(g, who, ability, |effect| effect == Effect::Hide)?;
    utility(g, s, who, ability)?;
    if s.marks.concealed.has(who) {
        return by(rule::RULING_CONCEALMENT, "it is concealed already");
    }
    if !g.ground.terrain(s.creature(who).at).conceals {
        return by(rule::RULING_CONCEALMENT, "nothing here conceals it");
    }
    if zones::is_engaged(g, s, who) { by(rule::RULING_CONCEALMENT, "a foe is at hand") } else { Ok(()) }
}

/// Spells on oneself, and hands that mend whoever lies beside one.
fn judge_use(g: &Setup, s: &State, who: Id, ability: u8, on: Id) -> Judged {
    let works = |effect| matches!(effect, Effect::Ward(..) | Effect::Mend(_) | Effect::None);
    has_effect(g, who, ability, works)?;
    let known = g.ability(ability);
    if known.kind != Kind::Utility {
        return by(rule::SEGMENT_EARLIEST, "this is no utility");
    }
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
        return Err(Refusal::counted(rule::RANGED_NOMINAL, "{} yards away, and it works within {}", [yards, reach]));
    }
    Ok(())
}

/// Could it spring an ambush: hidden, with something fit for it in hand and somebody to aim at? (`ambush.set-position`)
#[must_use]
pub fn may_spring(g: &Setup, s: &State, who: Id) -> bool {
    let fit = |row: &Row| {
        row.surprise && !row.leaps && zones::is_in_hand(g, s, who, row) && row.usage <= s.creature(who).actions
    };
    g.figures(who).ambushes && g.rows(who).iter().any(fit) && {
        let foes = g.foes(who).and(s.marks.up).without(s.marks.concealed);
        foes.iter().any(|foe| lines::has_line(g, s, who, foe))
    }
}

/// The first segment in which this attack on this foe may be made. (`segment.earliest`)
#[must_use]
pub fn earliest(g: &Setup, s: &State, who: Id, row: &Row, on: Id, engaged: bool) -> Segment {
    let magic = row.nature.is_magic();
    let step = if s.marks.stepped.has(who) { 0 } else { i32::from(g.sheet(who).step) };
    let near = lines::between(s, who, on) <= i32::from(row.reach).saturating_add(step);
    match row.mode {
        _ if row.usage >= 3 => Segment::Multiform,
        Mode::Melee if near => Segment::Melee,
        Mode::Melee => Segment::Movement,
        Mode::Ranged if engaged && magic && row.usage >= 2 => match g.rules.ruling_engaged_two_action_spell {
            RulingEngagedTwoActionSpell::Movement => Segment::Movement,
            RulingEngagedTwoActionSpell::Ranged => Segment::Ranged,
        },
        Mode::Ranged if engaged => Segment::Melee,
        Mode::Ranged => Segment::Ranged,
    }
}

/// Has it an attack that belongs in this segment, or one that it has held for it? (`round.first-segment`)
#[must_use]
pub fn has_attack(g: &Setup, s: &State, who: Id, segment: Segment, held: bool) -> bool {
    let engaged = zones::is_engaged(g, s, who);
    let foes = g.foes(who).and(s.marks.up).without(s.marks.concealed);
    let useless = |row: &Row| engaged && row.mode == Mode::Ranged && !row.in_melee;
    g.rows(who).iter().any(|row| {
        !row.leaps
            && row.usage <= s.creature(who).actions
            && !useless(row)
            && zones::is_in_hand(g, s, who, row)
            && foes.iter().any(|foe| {
                let earliest = earliest(g, s, who, row, foe, engaged);
                let fits = earliest == segment
                    || held && earliest < segment && admits(g, s, who, row, segment, engaged).is_ok();
                fits && (row.mode == Mode::Melee || lines::has_line(g, s, who, foe))
            })
    })
}
