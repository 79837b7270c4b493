//! What a blow does where it lands, and what comes of having no hits left. (`called.table`, `ruling.effects`)

use skirmish_kernel::{Check, Id};

use crate::catalogue::{
    RulingConcentrationWhen, RulingEffectsDisable, RulingEffectsKillShot, RulingEffectsKnockout, RulingHoldWeapon,
    RulingStructuralWhen, RulingVitalsSentence, RulingZeroHits, rule,
};
use crate::model::{
    Attack, Creature, Dropped, Effect, Event, Hand, Mode, Parts, Row, Save, Setup, Spot, Stance, State, States, Strike,
    Structural, unseen,
};
use crate::rules::attack::knock_down;
use crate::rules::{OrHalt, Table, concentration, derived, score};

/// Location, saves, and falling: in this order, once what was lost has been taken off.
pub fn of_strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) -> OrHalt<T> {
    let Some(row) = g.row(strike.by, strike.attack.row) else { return Ok(()) };
    let (on, spot) = (strike.attack.on, strike.attack.spot);
    if let Spot::Weapon(hand) = spot {
        return at_weapon(g, s, t, strike, row, hand);
    }
    if strike.loss > 0 {
        at_place(g, s, t, strike)?;
    }
    if let Some((save, points)) = g.ability(row.ability).save
        && stands(g, s, on)
    {
        saved(g, s, t, strike, row, save, points)?;
    }
    if strike.loss <= 0 {
        return Ok(());
    }
    fall(g, s, t, on);
    let when = g.rules.ruling_concentration_when;
    if s.is_up(on) && matches!(when, RulingConcentrationWhen::Loss | RulingConcentrationWhen::Both) {
        concentration::check(g, s, t, on)?;
    }
    Ok(())
}

/// What a hit does where it was aimed. (`called.table`)
fn at_place<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) -> OrHalt<T> {
    let (on, spot) = (strike.attack.on, strike.attack.spot);
    if spot.disables() && g.rules.ruling_effects_disable == RulingEffectsDisable::On {
        disable(g, s, t, on, spot);
    }
    if spot == Spot::Head && g.rules.ruling_effects_knockout == RulingEffectsKnockout::On && stands(g, s, on) {
        knock_out(g, s, t, strike)?;
    }
    if strike.kills {
        kill(g, s, t, strike)?;
    }
    Ok(())
}

/// Does it go on for now: has it hits left, or falls nobody by that alone? (`ruling.zero-hits`)
fn stands(g: &Setup, s: &State, who: Id) -> bool {
    s.is_up(who) && (s.creature(who).hits > 0 || g.rules.ruling_zero_hits == RulingZeroHits::Stands)
}

/// The part is of no use any more: an arm drops what was in hand, a leg halves the move rate. (`called.disable-no-kill`)
fn disable<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, spot: Spot) {
    let creature = s.creature_mut(on);
    let part = match spot {
        Spot::Arm => arm_struck(creature),
        Spot::Leg => Parts::LEG,
        Spot::Appendage => Parts::APPENDAGE,
        _ => Parts::JOINT,
    };
    creature.disabled.set(part, true);
    s.touch(on);
    t.tell(|| Event::Disabled { who: on, part });
    let hand = match part {
        Parts::ARM => 0,
        Parts::OTHER_ARM => 1,
        _ => return,
    };
    if let Hand::Arm(arm) = s.creature(on).hands[hand] {
        drop_arm(g, s, t, on, arm);
    }
}

/// The arm that suffers: of those still of use the one that holds something, the first before the other.
fn arm_struck(creature: &Creature) -> Parts {
    let holds = |hand: usize| creature.can_use_hand(hand) && creature.hands[hand] != Hand::Empty;
    let other = holds(1) && !holds(0) || !creature.can_use_hand(0);
    if other { Parts::OTHER_ARM } else { Parts::ARM }
}

/// Lets something fall where its owner stands. (`ruling.hands`)
pub fn drop_arm<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, arm: u8) {
    let creature = s.creature_mut(who);
    creature.let_go(arm);
    creature.lost |= 1 << arm;
    let at = creature.at;
    s.dropped.push(Dropped { owner: who, arm, at });
    derived::grip(g, s, who);
    t.tell(|| unseen(s, who, Event::Dropped { who, arm }));
}

/// A save with Stamina, lowered by what was lost, or it is out for a turn. (`ruling.effects`)
fn knock_out<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) -> OrHalt<T> {
    let on = strike.attack.on;
    let held = stamina(g, s, t, strike)?;
    t.tell(|| Event::Saved { who: on, save: Save::Stamina, held, by: rule::RULING_EFFECTS });
    if !held {
        let rounds = u16::try_from(g.rules.ruling_effects_rounds).unwrap_or(u16::MAX);
        s.creature_mut(on).out_rounds = rounds;
        out(g, s, on, States::UNCONSCIOUS);
        t.tell(|| Event::KnockedOut { who: on });
    }
    Ok(())
}

fn stamina<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) -> OrHalt<T, bool> {
    let less = (rule::RULING_EFFECTS, i32::from(strike.loss));
    score::holds(g, t, score::save(g, s, strike.attack.on, Save::Stamina, less))
}

/// Is it a Kill Shot? At the vitals neither wounds nor level are asked for; elsewhere an ability must grant it. (`called.vitals`)
#[inline]
pub fn may_kill(g: &Setup, s: &State, by: Id, attack: Attack, row: &Row) -> bool {
    if g.rules.ruling_effects_kill_shot == RulingEffectsKillShot::Off || attack.spot.disables() {
        return false;
    }
    let factors = meets_factors(g, s, by, attack.on);
    match (attack.spot, g.rules.ruling_vitals_sentence) {
        (Spot::Vitals, RulingVitalsSentence::Waived) => true,
        (Spot::Vitals, RulingVitalsSentence::OnlyOutside) => !factors,
        _ => g.ability(row.ability).kills && factors,
    }
}

/// Damaged, and of no higher level than its attacker. (`ruling.effects`)
fn meets_factors(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    s.marks.damaged.has(on) && g.sheet(by).level >= g.sheet(on).level
}

fn kill<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike) -> OrHalt<T> {
    let on = strike.attack.on;
    let vitals = strike.attack.spot == Spot::Vitals;
    let held = stamina(g, s, t, strike)?;
    t.tell(|| Event::Saved {
        who: on,
        save: Save::Stamina,
        held,
        by: if vitals { rule::CALLED_VITALS } else { rule::RULING_EFFECTS },
    });
    if !held {
        out(g, s, on, States::DEAD);
        t.tell(|| Event::Killed { who: on });
    }
    Ok(())
}

/// The save that an attack's own text asks for. (`save.opposed`)
fn saved<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    strike: &Strike,
    row: &Row,
    save: Save,
    points: u8,
) -> OrHalt<T> {
    let on = strike.attack.on;
    let less = i32::from(row.points / points.max(1));
    let held = score::holds(g, t, score::save(g, s, on, save, (rule::SAVE_OPPOSED, less)))?;
    t.tell(|| Event::Saved { who: on, save, held, by: rule::SAVE_OPPOSED });
    if !held && matches!(g.ability(row.ability).effect, Effect::Prone | Effect::Pounce(_)) {
        knock_down(s, on);
        t.tell(|| Event::Prone { who: on });
    }
    Ok(())
}

/// No hits left. (`ruling.zero-hits`)
pub fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id) {
    let state = match g.rules.ruling_zero_hits {
        RulingZeroHits::Unconscious => States::UNCONSCIOUS,
        RulingZeroHits::Dead => States::DEAD,
        RulingZeroHits::Stands => return,
    };
    if s.creature(on).hits > 0 || !s.is_up(on) {
        return;
    }
    out(g, s, on, state);
    t.tell(|| Event::Fell { who: on, dead: state == States::DEAD });
}

/// Takes somebody out of the fight, with its actions, its trades, and what it kept up.
pub fn out(g: &Setup, s: &mut State, who: Id, state: States) {
    s.creature_mut(who).states.set(state, true);
    s.creature_mut(who).actions = 0;
    s.creature_mut(who).stance = Stance::None;
    s.effects.retain(|running| running.holder != who);
    s.marks.drop_out(who);
    s.marks.concealed.set(who, false);
    if s.owed.is_some_and(|(trader, foe)| trader == who || foe == who) {
        s.owed = None;
    }
    derived::muster_one(g, s, who);
}

/// An attack on a weapon: its holder may drop it, and it may break. (`called.weapon`, `structural.save`)
fn at_weapon<T: Table>(g: &Setup, s: &mut State, t: &mut T, strike: &Strike, row: &Row, hand: u8) -> OrHalt<T> {
    let on = strike.attack.on;
    let Some(Hand::Arm(arm)) = s.creature(on).hands.get(usize::from(hand)).copied() else { return Ok(()) };
    let said = s.creature(on).said.grip;
    let grips = said.unwrap_or(g.rules.ruling_hold_weapon == RulingHoldWeapon::Always);
    let mut drops = false;
    if grips && s.is_up(on) {
        let held = score::holds(g, t, score::grip(g, s, on, arm))?;
        t.tell(|| Event::Gripped { who: on, arm, held });
        drops = !held;
    }
    structural(g, s, t, (on, arm), row, false)?;
    if drops && s.creature(on).holds(arm) {
        drop_arm(g, s, t, on, arm);
    }
    Ok(())
}

/// The structural save of a thing that was struck, or that has averted, where one is due. (`structural.save`)
#[inline(always)]
pub fn structural<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    (who, arm): (Id, u8),
    row: &Row,
    averted: bool,
) -> OrHalt<T> {
    match due(g, s, who, arm, row) {
        Some((strength, said)) => saves_or_breaks(g, s, t, (who, arm), score::structural(who, strength, said), averted),
        None => Ok(()),
    }
}

/// A thing saves, or breaks and leaves the hand.
#[cold]
fn saves_or_breaks<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    (who, arm): (Id, u8),
    save: Check<T::Terms>,
    averted: bool,
) -> OrHalt<T> {
    let held = score::holds(g, t, save)?;
    let by = if averted { rule::AVERSION_STRUCTURAL } else { rule::STRUCTURAL_SAVE };
    t.tell(|| Event::Structural { who, arm, held, by });
    if !held {
        let creature = s.creature_mut(who);
        creature.broken |= 1 << arm;
        creature.let_go(arm);
        derived::grip(g, s, who);
    }
    Ok(())
}

/// The structural save that is due of a thing: its strength, and what is added to that; none where it cannot break, or need not save.
/// (`dp.structural`)
#[inline]
pub fn due(g: &Setup, s: &State, who: Id, arm: u8, row: &Row) -> Option<(u8, i8)> {
    let object = g.arm(who, arm);
    let strength = object.strength_save?;
    match (s.creature(who).said.structural, g.rules.ruling_structural_when) {
        (_, RulingStructuralWhen::Off) | (Structural::None, _) => None,
        (Structural::Due(modifier), _) => Some((strength, modifier)),
        (Structural::Unsaid, RulingStructuralWhen::GameMaster) => None,
        (Structural::Unsaid, RulingStructuralWhen::Attack) => {
            let larger = object.bulk.is_some_and(|bulk| row.bulk > bulk);
            (row.breaks || row.mode == Mode::Melee && larger).then_some((strength, 0))
        }
    }
}
