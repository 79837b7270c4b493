//! What is worth listing of all that is allowed.

use skirmish_grid::Steps;
use skirmish_kernel::{Id, Ids};

use crate::model::{
    Act, Ask, Attack, Choice, Defend, Dropped, Effect, Gait, Mode, Occasion, Row, Segment, Setup, Sought, Spot, Stance,
    State,
};
use crate::rules::judge::{has_blade_at, in_range, is_below_cap, judge, judge_row, may_then, usual_spot};
use crate::rules::movement::paths;
use crate::rules::utility::hands_for;
use crate::rules::{defence, lines, movement, zones};

/// Calls `yes` with every allowed answer that is worth listing.
pub fn options(g: &Setup, s: &State, who: Id, ask: &Ask, yes: &mut dyn FnMut(Choice)) {
    let mut if_allowed = |choice: Choice| {
        if judge(g, s, who, ask, &choice).is_ok() {
            yes(choice);
        }
    };
    match ask {
        Ask::Ambush | Ask::Keep { .. } => [true, false].into_iter().for_each(|it| if_allowed(Choice::Yes(it))),
        Ask::OnGuard => {
            if_allowed(Choice::Guard(None));
            g.known(who).for_each(|(ability, _)| if_allowed(Choice::Guard(Some(ability))));
        }
        Ask::General => {
            if_allowed(Choice::General(None));
            g.known(who).for_each(|(ability, _)| if_allowed(Choice::General(Some(ability))));
        }
        Ask::Stance => Stance::TAKEN.into_iter().for_each(|stance| if_allowed(Choice::Stance(stance))),
        Ask::Trade { foes } => {
            if_allowed(Choice::Trade(*foes));
            if foes.len() > 1 {
                foes.iter().for_each(|foe| if_allowed(Choice::Trade(Ids::NONE.with(foe))));
            }
            if_allowed(Choice::Trade(Ids::NONE));
        }
        Ask::Act => acts(g, s, who, &mut if_allowed),
        Ask::Exchange { with: foe, .. } | Ask::Answer { to: foe } => {
            strikes(g, s, who, *foe, &mut if_allowed);
            steps(g, s, who, &mut if_allowed);
            if_allowed(Choice::Pass);
        }
        Ask::Opportunity { on, .. } => {
            strikes(g, s, who, *on, &mut if_allowed);
            if_allowed(Choice::Pass);
        }
        Ask::Path { gait, most } => ways(g, s, who, *gait, *most, &mut if_allowed),
        Ask::Defend(incoming) => defence::options(g, s, incoming, |how| if_allowed(Choice::Defend(how))),
    }
}

/// Everything that one may do in one's turn.
fn acts(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Choice)) {
    let foes = g.foes_seen(s, who);
    for foe in foes.iter() {
        strikes(g, s, who, foe, yes);
    }
    let mut act = |act: Act| yes(Choice::Act(act));
    act(Act::Move(Gait::Walk));
    for (ability, known) in g.known(who) {
        match known.effect {
            Effect::Disengage => act(Act::Move(Gait::Disengage { ability })),
            Effect::Charge => {
                usual(g, who, zones::is_quick, foes, |attack| act(Act::Move(Gait::Charge { ability, attack })))
            }
            Effect::Search => searches(foes, |what| act(Act::Search { ability, what })),
            Effect::Hide => act(Act::Hide(ability)),
            Effect::Rise => act(Act::KickUp(ability)),
            Effect::Ward(..) | Effect::Mend(_) => {
                g.ids().filter(|on| !g.opposed(who, *on)).for_each(|on| act(Act::Use { ability, on }));
            }
            Effect::None | Effect::Prone | Effect::Pounce(_) | Effect::Keep => {}
        }
    }
    usual(g, who, |row| row.leaps, foes, |attack| act(Act::Move(Gait::Pounce { attack })));
    for arm in (0..).take(g.sheet(who).arms.len()) {
        [Act::Draw(arm), Act::Drop(arm), Act::Pick(arm)].into_iter().for_each(&mut act);
    }
    act(Act::Stand);
    act(Act::Stop);
    act(Act::Surrender);
    steps(g, s, who, yes);
}

/// Is there anything to do in one's turn but to stop and to give up? After a combat step nobody need be asked for less.
pub fn anything_left(g: &Setup, s: &State, who: Id) -> bool {
    let strikes = |foe| could_strike(g, s, who, foe, Occasion::Own, false);
    let mut any = g.foes_seen(s, who).iter().any(strikes);
    if !any {
        let ends = |choice: &Choice| matches!(choice, Choice::Act(Act::Stop | Act::Surrender));
        options(g, s, who, &Ask::Act, &mut |choice| any |= !ends(&choice));
    }
    any
}

/// The usual blows of some rows, on all of these foes.
fn usual(g: &Setup, who: Id, of: fn(&Row) -> bool, foes: Ids, mut yes: impl FnMut(Attack)) {
    for (row, kind) in rows(g, who).filter(|(_, kind)| of(kind)) {
        foes.iter().for_each(|on| yes(Attack { row, on, spot: usual_spot(g, kind) }));
    }
}

fn searches(foes: Ids, mut yes: impl FnMut(Sought)) {
    yes(Sought::Hidden);
    for foe in foes.iter() {
        yes(Sought::Vitals(foe));
        yes(Sought::Vulnerability(foe));
    }
}

/// The combat steps to all sides.
fn steps(g: &Setup, s: &State, who: Id, yes: &mut dyn FnMut(Choice)) {
    s.creature(who).at.disc(u16::from(g.sheet(who).step)).for_each(|cell| yes(Choice::Act(Act::Step(cell))));
}

/// A combatant's rows with their numbers.
fn rows(g: &Setup, who: Id) -> impl Iterator<Item = (u8, &Row)> {
    (0..).zip(g.rows(who))
}

/// Attacks on one foe: the usual blow of each row, then the places that are worth the trouble.
fn strikes(g: &Setup, s: &State, who: Id, on: Id, yes: &mut dyn FnMut(Choice)) {
    let mut yes = |attack: Attack| yes(Choice::Act(Act::Attack(attack)));
    for (row, kind) in rows(g, who).filter(|(_, kind)| !kind.leaps && zones::is_in_hand(g, s, who, kind)) {
        let usual = usual_spot(g, kind);
        yes(Attack { row, on, spot: usual });
        for spot in [Spot::Arm, Spot::Leg, Spot::Head, Spot::Vitals, Spot::Vulnerability, Spot::Weapon(0)] {
            if spot != usual {
                yes(Attack { row, on, spot });
            }
        }
        // What takes both hands is one thing to strike at.
        let [first, second] = s.creature(on).hands;
        if first != second {
            yes(Attack { row, on, spot: Spot::Weapon(1) });
        }
    }
}

/// Where a move may lead, by the cheapest way, and staying: every cell that one action leads to, and of those farther
/// away the ones from which a foe is within reach or a step of it. Any other may be named as well.
fn ways(g: &Setup, s: &State, who: Id, gait: Gait, most: u16, yes: &mut dyn FnMut(Choice)) {
    yes(Choice::Walk(Steps::new()));
    let reach = match gait {
        Gait::Charge { attack, .. } | Gait::Pounce { attack } => {
            Some((s.creature(attack.on).at, g.row(who, attack.row).map_or(0, |row| i32::from(row.reach))))
        }
        Gait::Walk | Gait::Disengage { .. } => None,
    };
    let one = u32::from(movement::rate(g, s, who));
    let foes = g.foes_seen(s, who);
    let near = i32::from(s.creature(who).zone) + 1;
    let matters = |cell| foes.iter().any(|foe| lines::yards(cell, s.creature(foe).at) <= near);
    paths::ends(g, s, who, most, |cell, cost| {
        if cost > one && !matters(cell) {
            return;
        }
        if reach.is_none_or(|(at, yards)| lines::yards(cell, at) <= yards) {
            let way = paths::way(g, s, who, cell, most);
            if !way.is_empty() {
                yes(Choice::Walk(way));
            }
        }
    });
}

/// Could one strike at the other now, with whatever is in hand, or after a combat step?
#[inline]
pub fn could_strike(g: &Setup, s: &State, who: Id, on: Id, occasion: Occasion, step: bool) -> bool {
    let at_hand = has_blade_at(g, s, who, on);
    debug_assert!(!at_hand || could_strike_somehow(g, s, who, on, occasion, step), "a blade is at hand, and may not");
    at_hand || could_strike_somehow(g, s, who, on, occasion, step)
}

/// Could one meet such an attack with a blow of one's own, or step up for one? (`stance.aggressive.trade`)
#[inline]
pub fn could_meet(g: &Setup, s: &State, who: Id, with: Id, row: u8) -> bool {
    let step = |cell| judge(g, s, who, &Ask::Exchange { with, row }, &Choice::Act(Act::Step(cell))).is_ok();
    could_strike(g, s, who, with, Occasion::Own, false)
        || s.creature(who).at.disc(u16::from(g.sheet(who).step)).any(step)
}

fn could_strike_somehow(g: &Setup, s: &State, who: Id, on: Id, occasion: Occasion, step: bool) -> bool {
    // The usual blow of a row may always be aimed so.
    g.rows(who).iter().any(|kind| {
        judge_row(g, s, who, kind, on, occasion).is_ok()
            || step && kind.usage <= s.creature(who).actions && could_step_to(g, s, who, on, kind)
    })
}

/// Would a combat step bring the foe into reach?
pub fn could_step_to(g: &Setup, s: &State, who: Id, on: Id, row: &Row) -> bool {
    let (at, there) = (s.creature(who).at, s.creature(on).at);
    let step = i32::from(g.sheet(who).step);
    row.mode == Mode::Melee
        && !row.leaps
        && zones::is_in_hand(g, s, who, row)
        && may_then(g, s, who, row, on)
        && lines::yards(at, there) <= i32::from(row.reach) + step
        && !zones::reaches(g, at, row.reach, there)
        && at.disc(u16::from(g.sheet(who).step)).any(|cell| {
            zones::reaches(g, cell, row.reach, there)
                && judge(g, s, who, &Ask::Act, &Choice::Act(Act::Step(cell))).is_ok()
        })
}

/// Could a foe attack somebody in this segment, from where it stands or, in Movement, after a move? (`dp.ready-trade`)
pub fn could_attack(g: &Setup, s: &State, foe: Id, on: Id) -> bool {
    let rows = || g.rows(foe).iter();
    could_strike(g, s, foe, on, Occasion::Own, true)
        || s.segment != Segment::Ambush && rows().any(|row| could_get_to(g, s, foe, on, row))
}

/// Could one strike at the other so in this segment, once one has gone there and drawn what it takes?
fn could_get_to(g: &Setup, s: &State, who: Id, on: Id, row: &Row) -> bool {
    let Some(left) = to_take(g, s, who, row).and_then(|cost| s.creature(who).actions.checked_sub(cost + row.usage))
    else {
        return false;
    };
    // Whoever moves strikes in Movement, or holds both; a leap is a move of its own.
    let moves = s.segment >= Segment::Movement;
    if row.leaps && s.segment != Segment::Movement || !may_then(g, s, who, row, on) {
        return false;
    }
    let run = if moves { i32::from(left) * i32::from(movement::rate(g, s, who)) } else { 0 };
    let yards = lines::between(s, who, on) - run;
    match row.mode {
        Mode::Melee if row.leaps => yards <= i32::from(row.reach) + movement::leap(g, s, who, row, run > 0),
        Mode::Melee => yards <= i32::from(row.reach) + i32::from(g.sheet(who).step),
        // From somewhere a line may lead there.
        Mode::Ranged if run > 0 => is_below_cap(g, row, yards),
        Mode::Ranged => in_range(g, s, who, row, on).is_ok(),
    }
}

/// Actions until what it takes for a way of attacking is in hand: none, or one to draw it or to pick it up here.
fn to_take(g: &Setup, s: &State, who: Id, row: &Row) -> Option<u8> {
    let creature = s.creature(who);
    let arm = row.arm.filter(|_| !zones::is_in_hand(g, s, who, row));
    let Some(arm) = arm else { return Some(0) };
    let here = |thing: &Dropped| thing.owner == who && thing.arm == arm && thing.at == creature.at;
    let whole = creature.has_arm(arm) || creature.broken >> arm & 1 == 0 && s.dropped.iter().any(here);
    (whole && hands_for(g, creature, who, arm).is_some()).then_some(1)
}

/// The usual answer, where a table would not ask.
#[inline]
pub fn standing(g: &Setup, s: &State, who: Id, ask: &Ask) -> Option<Choice> {
    match ask {
        Ask::Act if s.marks.stepped.has(who) && !anything_left(g, s, who) => Some(Choice::Act(Act::Stop)),
        Ask::OnGuard => Some(Choice::Guard(None)),
        Ask::General => Some(Choice::General(None)),
        Ask::Keep { .. } => Some(Choice::Yes(true)),
        _ => None,
    }
}

/// The answer that does least.
pub fn pass(ask: &Ask) -> Choice {
    match ask {
        Ask::Ambush => Choice::Yes(false),
        Ask::OnGuard => Choice::Guard(None),
        Ask::General => Choice::General(None),
        Ask::Stance => Choice::Stance(Stance::Hold),
        Ask::Trade { .. } => Choice::Trade(Ids::NONE),
        Ask::Act => Choice::Act(Act::Stop),
        Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. } => Choice::Pass,
        Ask::Path { .. } => Choice::Walk(Steps::new()),
        Ask::Defend(_) => Choice::Defend(Defend::None),
        Ask::Keep { .. } => Choice::Yes(true),
    }
}
