//! Moves, and what leaving a melee costs. (`move-seg.moves`, `ruling.leave-melee`)

pub mod paths;
mod tread;
pub mod walker;

use skirmish_grid::{Square, Steps};
use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{RulingEnterThreat, RulingLeaveMelee, rule};
use crate::model::{
    Attack, Drawn, Effect, Event, Gait, Occasion, Parts, Row, Save, Setup, Slows, State, States, ask, unseen,
};
use crate::rules::attack::Blow;
use crate::rules::{OrHalt, Table, derived, lines, opportunity, score, turn, zones};
use tread::{come_to_light, tread};

/// Yards of one move action, in what it wears and with both legs or with one. (`armour.drawback`, `ruling.effects`)
pub fn rate(g: &Setup, s: &State, who: Id) -> u16 {
    let (me, relief) = (g.fighter(s, who), relief(g, s, who));
    let rate = match relief.moves {
        0 => g.figures(who).move_rate,
        yards => me.sheet.move_rate.saturating_add_signed(me.sheet.move_mod.saturating_sub(yards)).max(1),
    };
    let rate = u16::from(rate);
    if me.now.disabled.has(Parts::LEG) { (rate / 2).max(1) } else { rate }
}

/// What somebody does not carry any more of what its sheet counts: a shield that is broken or lies about.
/// (`armour.drawback`)
pub fn relief(g: &Setup, s: &State, who: Id) -> Slows {
    let creature = s.creature(who);
    if creature.broken | creature.lost == 0 {
        return Slows::default();
    }
    let gone = (0..).take(g.sheet(who).arms.len()).filter(|arm| !creature.has_arm(*arm));
    gone.map(|arm| g.arm(who, arm).slows).fold(Slows::default(), Slows::and)
}

/// Yards that a gait goes at most, with the actions that are left.
pub fn most(g: &Setup, s: &State, who: Id, gait: Gait) -> u16 {
    let rate = rate(g, s, who);
    match gait {
        Gait::Walk => rate.saturating_mul(u16::from(s.creature(who).actions)),
        Gait::Disengage { .. } | Gait::Charge { .. } => rate,
        Gait::Pounce { attack } => {
            let yards = g.row(who, attack.row).map_or(0, |row| leap(g, s, who, row, s.marks.ran.has(who)));
            u16::try_from(yards).unwrap_or(0)
        }
    }
}

/// Half a move and a yard for two points of the skill; out of a run a whole one and a yard for each. (ability Pounce)
pub fn leap(g: &Setup, s: &State, who: Id, row: &Row, ran: bool) -> i32 {
    let (rate, points) = (i32::from(rate(g, s, who)), i32::from(row.points));
    if ran { rate + points } else { rate / 2 + points / 2 }
}

/// Actions that a way costs. (`move-seg.moves`)
pub fn price(g: &Setup, s: &State, who: Id, gait: Gait, steps: &Steps) -> u8 {
    let usage = |ability: u8| g.ability(ability).usage;
    match gait {
        Gait::Walk => {
            let yards = paths::cost(g, s.creature(who).at, steps);
            u8::try_from(yards.div_ceil(u32::from(rate(g, s, who)).max(1))).unwrap_or(u8::MAX)
        }
        Gait::Disengage { ability } => usage(ability),
        Gait::Charge { ability, attack } => {
            usage(ability).saturating_add(g.row(who, attack.row).map_or(1, |row| row.usage))
        }
        Gait::Pounce { attack } => g.row(who, attack.row).map_or(1, |row| row.usage),
    }
}

/// Asks for the way and goes it.
pub fn go<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, gait: Gait) -> OrHalt<T> {
    let most = most(g, s, who, gait);
    let steps = t.put(s, rule::DP_ACTION, who, ask::Path { gait, most })?;
    if steps.is_empty() {
        // Whoever stays a second time has done with this segment: else it could be asked for ever.
        s.marks.stopped.set(who, s.marks.stayed.has(who));
        s.marks.stayed.set(who, true);
        return Ok(());
    }
    let start = s.creature(who).at;
    s.pay(who, price(g, s, who, gait, &steps));
    let slips = match gait {
        Gait::Disengage { ability } => slip(g, s, t, who, ability)?,
        _ => false,
    };
    let held_fast = g.rules.ruling_leave_melee == RulingLeaveMelee::Barred && matches!(gait, Gait::Disengage { .. });
    if !slips && held_fast && !left(g, s, who, steps.end(start)).is_empty() {
        // By the house rule there is no way out but by slipping away.
        return Ok(());
    }
    if !slips && !leave(g, s, t, who, steps.end(start))? {
        return Ok(());
    }
    if let Gait::Charge { ability, attack } = gait {
        rush(g, s, t, who, ability, attack.on)?;
    }
    walk(g, s, t, who, &steps, gait);
    let goes_on = enter(g, s, t, who, start)?;
    if !goes_on {
        return Ok(());
    }
    if let Gait::Charge { attack, .. } | Gait::Pounce { attack } = gait {
        land(g, s, t, who, gait, attack, start)?;
    }
    Ok(())
}

/// A check with a skill of slipping away. (`retreat.disengage`)
fn slip<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8) -> OrHalt<T, bool> {
    let held = score::holds(g, t, score::skill(g, s, who, rule::DICE_SKILL, ability))?;
    t.tell(|| unseen(s, who, Event::Slipped { who, held }));
    Ok(held)
}

/// Foes whose zone somebody leaves who goes from here to there; nobody strikes at, or holds, what it does not see.
/// (`ruling.leave-melee`, `ruling.concealment`)
pub fn left(g: &Setup, s: &State, who: Id, to: Square) -> Ids {
    if s.marks.concealed.has(who) {
        return Ids::NONE;
    }
    let stays = |foe: &Id| zones::covers_cell(g, s, *foe, to);
    zones::threatened_by(g, s, who).iter().filter(|foe| !stays(foe)).collect()
}

/// Attacks of opportunity of those whose zone is left. False when the move comes to nothing.
fn leave<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T, bool> {
    let foes = left(g, s, who, to);
    if foes.is_empty() {
        return Ok(true);
    }
    t.tell(|| Event::Leaves { who });
    let strikers = opportunity::strikers(g, s, who).and(foes);
    let goes_on = opportunity::offer(g, s, t, who, Drawn::Leaving, strikers)?;
    // Of all moves the prone can only get up. (`ruling.states`)
    let thrown = goes_on && s.creature(who).has(States::PRONE);
    if thrown {
        t.tell(|| Event::Disrupted { who });
    }
    Ok(goes_on && !thrown)
}

/// Goes as far as the way is free.
fn walk<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, steps: &Steps, gait: Gait) {
    let start = s.creature(who).at;
    let trod = tread(g, s, who, steps);
    let (to, passed) = (trod.to, trod.passed);
    s.creature_mut(who).at = to;
    s.marks.ran.set(who, gait == Gait::Walk && to != start);
    t.tell(|| unseen(s, who, Event::Moved { who, to, gait, passed }));
    come_to_light(s, t, who, trod);
}

/// Coming into reach of a foe. False when the act comes to nothing through it. (`segment.enter-melee`, `ruling.enter-threat`)
fn enter<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, start: Square) -> OrHalt<T, bool> {
    let before = |foe: &Id, zone: u8| zones::reaches(g, s.creature(*foe).at, zone, start);
    let own = s.creature(who).zone;
    let reached = |foe: &Id| !before(foe, s.creature(*foe).zone.max(own));
    let engages = zones::engaging(g, s, who).iter().any(|foe| reached(&foe));
    let entered = zones::threatened_by(g, s, who).iter().filter(|foe| !before(foe, s.creature(*foe).zone));
    let entered: Ids = entered.collect();
    if engages {
        t.tell(|| unseen(s, who, Event::Engages { who, entered: !entered.is_empty() }));
    }
    let strikes = !entered.is_empty() && !s.marks.concealed.has(who);
    if strikes && g.rules.ruling_enter_threat == RulingEnterThreat::Strike {
        let strikers = opportunity::strikers(g, s, who).and(entered);
        return opportunity::offer(g, s, t, who, Drawn::Entering, strikers);
    }
    Ok(true)
}

/// A rush: one defends worse for the round; with the skill, one's own defences stay whole. (`rush`, ability Charge)
fn rush<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8, on: Id) -> OrHalt<T> {
    let skilled = score::holds(g, t, score::skill(g, s, who, rule::DICE_SKILL, ability))?;
    if !skilled {
        s.creature_mut(who).states.set(States::RUSHED, true);
    }
    s.touch(who);
    t.tell(|| Event::Rushes { who, on, skilled });
    Ok(())
}

/// Whoever is rushed into defends worse, and saves with Stamina or can do nothing until the round is over. (`rush`)
fn stagger<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id) -> OrHalt<T> {
    s.creature_mut(on).states.set(States::RUSHED, true);
    s.touch(on);
    if !s.is_able(on) {
        return Ok(());
    }
    let held = score::holds(g, t, score::save(g, s, on, Save::Stamina, (rule::RUSH, 0)))?;
    t.tell(|| Event::Saved { who: on, save: Save::Stamina, held, by: rule::RUSH });
    if !held {
        s.creature_mut(on).states.set(States::STUNNED, true);
        derived::muster_one(g, s, on);
        t.tell(|| Event::Stunned { who: on });
    }
    Ok(())
}

/// The blow at the end of a charge or a leap, if the target can be reached. (`initiative-skills.kind`)
fn land<T: Table>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    who: Id,
    gait: Gait,
    attack: Attack,
    start: Square,
) -> OrHalt<T> {
    let Some(row) = g.row(who, attack.row) else { return Ok(()) };
    let near = lines::between(s, who, attack.on) <= i32::from(row.reach) && lines::has_line(g, s, who, attack.on);
    if !near || !s.is_able(who) || !s.is_up(attack.on) {
        return Ok(());
    }
    if matches!(gait, Gait::Charge { .. }) {
        stagger(g, s, t, attack.on)?;
    }
    // What it meant to strike with may have been struck out of its hand on the way.
    if !zones::is_in_hand(g, s, who, row) {
        return Ok(());
    }
    let leap = match (gait, g.ability(row.ability).effect) {
        (Gait::Pounce { .. }, Effect::Pounce(most)) => {
            let yards = lines::yards(start, s.creature(who).at);
            u8::try_from(yards.min(i32::from(most))).unwrap_or(0)
        }
        _ => 0,
    };
    let Some(blow) = Blow::new(g, who, attack, Occasion::Own) else { return Ok(()) };
    let blow = Blow { cost: 0, leap, moved: true, ..blow };
    turn::own_blow(g, s, t, &blow)
}

/// The combat step: one yard for nothing. (`ruling.combat-step`)
pub fn step<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, to: Square) -> OrHalt<T> {
    let start = s.creature(who).at;
    let threatened = !zones::threatened_by(g, s, who).is_empty();
    s.marks.stepped.set(who, true);
    // Somebody unseen may have been there all the time.
    let trod = tread(g, s, who, &paths::way_of_step(g, s, who, to));
    let to = trod.to;
    if to != start {
        s.creature_mut(who).at = to;
        let free = threatened && zones::threatened_by(g, s, who).is_empty();
        t.tell(|| unseen(s, who, Event::Stepped { who, to, disengages: free }));
    }
    come_to_light(s, t, who, trod);
    if to != start && g.rules.ruling_enter_threat == RulingEnterThreat::Strike {
        enter(g, s, t, who, start)?;
    }
    Ok(())
}
