//! Falling, lying there, dying, waking up. (`death.*`, `ruling.monsters`, `summon.vanish`)

use skirmish_kernel::{Bearing, Check, Id, Ids, RuleId};

use crate::catalogue::{FifthRoundDeath, InstantDeath, MonsterDefeat, Ownerless, SaveNaturalTen, rule};
use crate::model::{Cites, Condition, Event, Kind, Running, Setup, Stage, State, Status};
use crate::rules::{OrHalt, Table, bodies, falls, forms, order, precision, prepared};

/// Does somebody die as player characters do?
pub fn dies_as_pc(g: &Setup, who: Id) -> bool {
    g.sheet(who).kind == Kind::Pc || g.rules.monster_defeat == MonsterDefeat::AsPc
}

/// What somebody with that health is who has just lost so many points. (`death.instant`, `death.unconscious`, `ruling.monsters`)
#[inline(always)]
pub fn verdict(g: &Setup, s: &State, who: Id, blow: i16) -> (Condition, RuleId) {
    let (creature, figures) = (s.creature(who), bodies::figures(g, s, who));
    if !dies_as_pc(g, who) {
        let out = creature.health < i16::from(g.rules.monster_defeat == MonsterDefeat::At0);
        return (if out { Condition::Dead } else { creature.condition }, rule::RULING_MONSTERS);
    }
    let most = i32::from(figures.base_max_health).saturating_mul(g.rules.death_factor);
    let total = match g.rules.instant_death {
        InstantDeath::Wounds => i32::from(figures.max_health) - i32::from(creature.health),
        InstantDeath::Cumulative => creature.taken.into(),
        InstantDeath::SingleBlow => blow.into(),
    };
    match creature.health {
        _ if total >= most => (Condition::Dead, rule::DEATH_INSTANT),
        ..0 => (Condition::Unconscious, rule::DEATH_UNCONSCIOUS),
        _ => (creature.condition, rule::DEATH_UNCONSCIOUS),
    }
}

/// What follows when somebody has lost so many points at once.
#[inline(always)]
pub fn settle<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, blow: i16) {
    if !s.creature(who).is_here() {
        return;
    }
    // What kills at once comes first: the dead do not fall from the air. (`attack.order`)
    match verdict(g, s, who, blow) {
        (Condition::Dead, why) => die(g, s, t, who, Cites::of(&[why])),
        (Condition::Unconscious, _) if s.is_able(who) => fall(g, s, t, who),
        _ => {}
    }
}

/// Of whoever falls when the saves of the round are over this round is not counted. (`death.save.thresholds`)
pub fn first_round(s: &State) -> u8 {
    u8::from(s.stage != Stage::Leave)
}

/// Somebody falls unconscious. What was prepared is lost, and whoever was in the air comes down. (`death.unconscious`)
#[inline(never)]
fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let worn = !s.creature(who).worn.is_empty();
    s.lose_consciousness(who, first_round(s));
    t.tell(|| {
        let mut why = Cites::default();
        why.when(worn, rule::TRANSFORM_BELOW_ZERO);
        Event::State { who, now: Condition::Unconscious, why }
    });
    falls::come_down(g, s, t, who);
}

/// Somebody is dead, or out of the fight; minions vanish. (`summon.vanish`)
#[inline(never)]
pub fn die<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, why: Cites) {
    take_off(s, who, Condition::Dead);
    t.tell(|| Event::State { who, now: Condition::Dead, why });
    end_owned(g, s, t, who);
    minions_vanish(g, s, t, who);
}

fn minions_vanish<T: Table>(g: &Setup, s: &mut State, t: &mut T, of: Id) {
    for who in g.ids().filter(|id| g.sheet(*id).summoner == Some(of)) {
        if s.creature(who).is_here() {
            take_off(s, who, Condition::Away);
            t.tell(|| Event::Vanished { who });
            end_owned(g, s, t, who);
            minions_vanish(g, s, t, who);
        }
    }
}

/// Somebody leaves the fight. (`round.end-phase`)
pub fn leave<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    take_off(s, who, Condition::Left);
    end_owned(g, s, t, who);
}

/// Somebody is no longer on the map, or dead: what is on it ends, what it has prepared lapses.
fn take_off(s: &mut State, who: Id, now: Condition) {
    s.fell.set(who, now == Condition::Dead && s.creature(who).is_here());
    let creature = s.creature_mut(who);
    (creature.condition, creature.guard) = (now, None);
    (creature.altitude, creature.prone, creature.rounds) = (0, false, 0);
    s.able.set(who, false);
    s.settled = false;
    s.get_ready(who, None);
    s.running.retain(|one| one.on != who);
}

/// The same by the game master's hand, without a word; nobody is seen to fall.
pub fn be_gone(g: &Setup, s: &mut State, who: Id, now: Condition) {
    let fell = s.fell;
    take_off(s, who, now);
    while let Some((one, nth)) = take_owned(g, s, who) {
        if one.status == Status::Form {
            forms::shed(g, s, one.on, nth);
        }
    }
    if g.rules.ownerless == Ownerless::EndNow {
        s.clear_patches(|patch| patch.owner == Some(who));
    }
    s.fell = fell;
}

/// What somebody owned ends at once: whoever was in the air in a form comes down. (`ruling.ownerless`, a house rule)
fn end_owned<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if g.rules.ownerless == Ownerless::EndNow {
        s.clear_patches(|patch| patch.owner == Some(who));
    }
    while let Some((Running { on, status, .. }, nth)) = take_owned(g, s, who) {
        t.tell(|| Event::Ended { who: on, status, why: rule::RULING_OWNERLESS });
        if status == Status::Form {
            forms::unshape(g, s, t, on, nth);
        }
    }
}

/// Some effect of somebody who is gone, where these end at once; of a form, which of those it is that its wearer has.
fn take_owned(g: &Setup, s: &mut State, who: Id) -> Option<(Running, usize)> {
    if g.rules.ownerless != Ownerless::EndNow {
        return None;
    }
    let at = s.running.iter().position(|one| one.owner == Some(who) && !one.hits)?;
    let nth = forms::nth(s, at);
    Some((s.running.remove(at), nth))
}

/// Whoever has health again is conscious, and prone. (`death.recover`)
pub fn wake<T: Table>(s: &mut State, t: &mut T, who: Id) {
    let creature = s.creature_mut(who);
    if creature.condition != Condition::Unconscious || creature.health < 1 {
        return;
    }
    (creature.condition, creature.prone, creature.rounds) = (Condition::Conscious, true, 0);
    s.able.set(who, true);
    t.tell(|| Event::State { who, now: Condition::Conscious, why: Cites::default() });
}

/// One more round for everybody who lies there; in the fifth they die. (`death.fifth-round`)
pub fn count<T: Table>(g: &Setup, s: &mut State, t: &mut T) {
    for who in Ids::first(g.sheets.len()).without(s.able).iter() {
        if s.creature(who).condition != Condition::Unconscious {
            continue;
        }
        let creature = s.creature_mut(who);
        creature.rounds = creature.rounds.saturating_add(1);
        let rounds = creature.rounds;
        t.tell(|| Event::Counted { who, rounds });
        if i32::from(rounds) > g.rules.save_rounds && g.rules.fifth_round_death == FifthRoundDeath::Start {
            die(g, s, t, who, Cites::of(&[rule::DEATH_FIFTH_ROUND]));
        }
    }
}

/// Everybody who is unconscious rolls, in the order of turns. (`death.save`)
pub fn saves<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let mut thrown = Ids::NONE;
    for who in order::everybody(g, s) {
        if s.creature(who).condition == Condition::Unconscious {
            thrown.set(who, true);
            save(g, s, t, who)?;
            prepared::fallen(g, s, t)?;
        }
    }
    // Whoever has fallen meanwhile, too late to save, is in its first round in the next one. (`death.save.thresholds`)
    for who in Ids::first(s.creatures.len()).without(s.able).without(thrown).iter() {
        s.creature_mut(who).rounds = 0;
    }
    Ok(())
}

/// (`death.save.formula`, `death.save.thresholds`, `death.save.fail`)
fn save<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let rounds = s.creature(who).rounds.max(1);
    if i32::from(rounds) > g.rules.save_rounds {
        die(g, s, t, who, Cites::of(&[rule::DEATH_FIFTH_ROUND]));
        return Ok(());
    }
    let goal = g.rules.save_first + g.rules.save_step * (i32::from(rounds) - 1);
    let level = bodies::figures(g, s, who).level;
    let check = Check::new(rule::DEATH_SAVE_FORMULA, who, precision::DIE)
        .plus_part(rule::PRECISION_LEVEL, "half the level", precision::half(g, level))
        .noting(rule::DEATH_SAVE_THRESHOLDS, goal, Bearing::Goal);
    let ten = g.rules.save_natural_ten == SaveNaturalTen::Yes;
    let made = t.throw([check], |[die]| die.total >= goal || ten && die.natural >= precision::TEN)?;
    t.tell(|| Event::Saved { who, goal, made, rounds });
    if !made {
        die(g, s, t, who, Cites::of(&[rule::DEATH_SAVE_FAIL]));
    }
    Ok(())
}
