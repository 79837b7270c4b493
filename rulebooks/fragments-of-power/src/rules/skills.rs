//! Skills. (`skill.use`, `skill.*`, `bleeding.medicine`, `ruling.medicine`, `ruling.hiding`)

use arrayvec::ArrayVec;
use skirmish_kernel::{Bearing, Check, Id, Ids, RuleId, Terms};

use crate::catalogue::rule;
use crate::model::{Attribute, Edge, Event, Kind, Lasting, Plight, Setup, Skill, State};
use crate::rules::{OrHalt, Table, attack, conditions, edge, sight};

/// A throw of a skill, with advantage or disadvantage beside what the game master has said.
pub fn check<M: Terms>(g: &Setup, s: &State, dice: RuleId, who: Id, skill: Skill, net: i32) -> Check<M> {
    let said = match s.creature(who).said.check {
        Edge::None => 0,
        Edge::Advantage => 1,
        Edge::Disadvantage => -1,
    };
    let net = if net * said < 0 { 0 } else { (net + said).signum() };
    let check =
        Check::new(dice, who, edge::dice(net)).plus_part(rule::SHEET_SKILL, skill.word(), g.sheet(who).skill(skill));
    match net {
        0 => check,
        1.. => check.noting(rule::ROLL_ADVANTAGE, 1, Bearing::Dice),
        _ => check.noting(rule::ROLL_DISADVANTAGE, -1, Bearing::Dice),
    }
}

/// Throws it against a goal.
pub fn make<T: Table>(
    g: &Setup,
    t: &mut T,
    check: Check<T::Terms>,
    skill: Skill,
    goal: i32,
    why: RuleId,
) -> OrHalt<T, bool> {
    let who = check.who;
    let made = t.test(check.noting(why, goal, Bearing::Goal), attack::needed(&g.rules, goal))?;
    t.tell(|| Event::Checked { who, skill, goal, made, why });
    Ok(made)
}

/// Frightens somebody. (`skill.intimidate`)
pub fn intimidate<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, on: Id) -> OrHalt<T> {
    let goal = g.sheet(on).mental_defense.into();
    let throw = check(g, s, rule::DICE_INTIMIDATE, who, Skill::Intimidate, 0);
    if make(g, t, throw, Skill::Intimidate, goal, rule::SKILL_INTIMIDATE)? {
        let rounds = u8::try_from(g.rules.intimidate_rounds).unwrap_or(1);
        let shaken = Lasting { kind: Kind::Shaken, toward: None, until: conditions::after_rounds(s, who, rounds) };
        conditions::afflict(g, s, t, on, shaken, rounds, rule::SKILL_INTIMIDATE);
    }
    Ok(())
}

/// Stops blood, and brings to whoever has hit points again. (`bleeding.medicine`, `ruling.medicine`, `ruling.waking`)
pub fn medicine<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, on: Id) -> OrHalt<T> {
    let throw = check(g, s, rule::DICE_MEDICINE, who, Skill::Medicine, 0);
    if make(g, t, throw, Skill::Medicine, g.rules.medicine_dc, rule::RULING_MEDICINE)? {
        conditions::stop_bleeding(g, s, t, on, rule::BLEEDING_MEDICINE);
        if s.creature(on).hp > 0 && conditions::set(s, t, on, Plight::Unconscious, false, rule::RULING_WAKING) {
            conditions::muster(s);
        }
    }
    Ok(())
}

/// One throw against several: what matters of it is the highest of their goals that it reaches.
fn held_against<T: Table>(
    g: &Setup,
    t: &mut T,
    throw: Check<T::Terms>,
    all: Ids,
    goal: impl Fn(Id) -> i32,
) -> OrHalt<T, Option<i32>> {
    let goals: ArrayVec<i32, { Id::MOST }> = all.iter().map(goal).collect();
    t.throw([throw], |[d]| goals.iter().copied().filter(|goal| d.total >= attack::needed(&g.rules, *goal)).max())
}

/// Goes unseen: one throw, held against each who could be deceived. (`skill.sneak`, `ruling.hiding`)
pub fn sneak<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let throw = check(g, s, rule::DICE_SNEAK, who, Skill::Sneak, 0);
    let watchers = watchers(g, s, who);
    let goal = |viewer: Id| i32::from(g.sheet(viewer).mental_defense);
    let reached = held_against(g, t, throw, watchers, goal)?;
    for viewer in watchers.iter() {
        let goal = goal(viewer);
        let made = reached.is_some_and(|reached| goal <= reached);
        t.tell(|| Event::Checked { who, skill: Skill::Sneak, goal, made, why: rule::RULING_HIDING });
        if made {
            s.creature_mut(who).hidden_from.set(viewer, true);
            t.tell(|| Event::Hid { who, from: viewer });
        }
    }
    Ok(())
}

/// Foes from whom somebody could hide now. (`ruling.hiding`)
pub fn watchers(g: &Setup, s: &State, who: Id) -> Ids {
    let open = |viewer: &Id| {
        let creature = s.creature(*viewer);
        creature.is_here()
            && !creature.is(Plight::Unconscious)
            && !s.creature(who).hidden_from.has(*viewer)
            && sight::can_hide_from(g, s, who, *viewer)
    };
    g.foes(who).iter().filter(open).collect()
}

/// Looks for those who hide: one throw, held against each of them. (`skill.search`, `ruling.hiding`)
pub fn search<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let hiding: Ids = g.foes(who).iter().filter(|foe| s.creature(*foe).hidden_from.has(who)).collect();
    let goal = |on: Id| g.rules.search_base + g.sheet(on).bonus(Attribute::Dex);
    let throw = check(g, s, rule::DICE_SEARCH, who, Skill::Search, 0);
    let reached = held_against(g, t, throw, hiding, goal)?;
    for on in hiding.iter() {
        let goal = goal(on);
        let made = reached.is_some_and(|reached| goal <= reached);
        // Nobody learns that somebody is there who has not been found. (`undetected`)
        if made || !s.creature(on).undetected_by.has(who) {
            t.tell(|| Event::Checked { who, skill: Skill::Search, goal, made, why: rule::SKILL_SEARCH });
        }
        if made {
            sight::find(s, t, on, who, rule::SKILL_SEARCH);
        }
    }
    Ok(())
}
