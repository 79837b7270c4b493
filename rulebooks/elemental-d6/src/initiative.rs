//! Initiative: one roll, then a ranking. (`initiative.*`)

use arrayvec::ArrayVec;
use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Check, Id, Table};

use crate::Elemental;
use crate::conditions::ability_check;
use crate::events::Event;
use crate::rules::{InitiativeLateReroll, InitiativeTieMode, LateJoiner, rule};
use crate::setup::Setup;
use crate::sheet::{Stat, sixes};
use crate::state::{Phase, State, Time};

/// Who has rolled what, in the order of the encounter.
type Scores = ArrayVec<(Id, u8), { Id::MOST }>;

/// Everybody rolls, in sheet order; ties are rolled again; the ranking stands and round 1 begins.
///
/// # Errors
/// The table's halt.
pub fn roll_all<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    t.tell(|| Event::Begun);
    let mut scores = Scores::new();
    for id in g.ids() {
        if s.creature(id).gone {
            continue;
        }
        let score = roll(g, t, id)?;
        s.creature_mut(id).score = Some(score);
        t.tell(|| Event::Score { who: id, sixes: score });
        scores.push((id, score));
    }
    for (id, score) in &scores {
        slow(g, s, t, *id, *score);
    }
    let mut order = scores.clone();
    // Stable: within one score the order of the encounter.
    order.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
    break_ties(g, s, t, &mut order)?;
    s.ranking = order.iter().map(|(id, _)| *id).collect();
    t.tell(|| Event::Ranked { order: s.ranking.to_vec() });
    s.phase = Phase::Combat;
    s.time = Time { round: 1, segment: 1 };
    s.fresh = true;
    Ok(())
}

fn roll<T: Table<Elemental>>(g: &Setup, t: &mut T, who: Id) -> Result<u8, T::Halt> {
    let sheet = g.sheet(who);
    // Never below one die: two creatures without dice could not break a tie.
    let count = g.rules.initiative_base.saturating_add(sheet.dex).saturating_add(sheet.int).max(1);
    let dice = sixes(count, Reading::AtLeast(g.rules.initiative_face as u16));
    let score = t.roll(Check::new(rule::DICE_INITIATIVE, who, dice))?;
    Ok(score.clamp(0, 255) as u8)
}

/// First-round lateness: unaware of every enemy, or no six; both together are worse.
fn slow<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T, who: Id, score: u8) {
    let (unaware, no_six) = (is_unaware(g, s, who), score == 0);
    let from = 1 + u8::from(unaware) + u8::from(no_six);
    s.creature_mut(who).acts_from = from;
    if from > 1 {
        t.tell(|| Event::Late { who, from, unaware, no_six });
    }
}

/// Does it know of no enemy at all?
#[must_use]
pub fn is_unaware(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).aware_of.and(g.foes(who)).is_empty()
}

/// Rolls tied groups again, the highest score's first, until every tie is broken.
fn break_ties<T: Table<Elemental>>(
    g: &Setup,
    s: &mut State,
    t: &mut T,
    order: &mut [(Id, u8)],
) -> Result<(), T::Halt> {
    let mut from = 0;
    while from < order.len() {
        let score = order[from].1;
        let tied = order[from..].iter().take_while(|(_, other)| *other == score).count();
        if tied == 1 {
            from += 1;
            continue;
        }
        let group = &mut order[from..from + tied];
        for (id, score) in group.iter_mut() {
            *score = roll(g, t, *id)?;
            let who = *id;
            if *score == 0 && g.rules.initiative_late_reroll == InitiativeLateReroll::AnyRoll {
                slow(g, s, t, who, 0);
            }
        }
        t.tell(|| Event::Tie { sixes: score, among: tied as u8 });
        group.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        match g.rules.initiative_tie_mode {
            // The group is sorted by what it rolled; what is still tied in it is rolled again.
            InitiativeTieMode::Sort => break_ties(g, s, t, group)?,
            // One winner is found; all the others are tied again.
            InitiativeTieMode::Winner => {
                let best = group[0].1;
                let winners = group.iter().filter(|(_, score)| *score == best).count();
                if winners > 1 {
                    break_ties(g, s, t, &mut group[..winners])?;
                }
                group[1..].sort_by_key(|(id, _)| *id);
                group[1..].iter_mut().for_each(|(_, score)| *score = 0);
                break_ties(g, s, t, &mut group[1..])?;
            }
        }
        from += tied;
    }
    Ok(())
}

/// Newcomers roll in the segment of their arrival and are inserted by score.
///
/// # Errors
/// The table's halt.
pub fn late_joiners<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    for id in g.ids() {
        if s.creature(id).score.is_some() || s.creature(id).gone || s.ranking.contains(&id) {
            continue;
        }
        let score = roll(g, t, id)?;
        s.creature_mut(id).score = Some(score);
        t.tell(|| Event::Score { who: id, sixes: score });
        let below = |other: &Id| s.creature(*other).score.unwrap_or(0) < score;
        let place = match g.rules.late_joiner {
            LateJoiner::Score => s.ranking.iter().position(below).unwrap_or(s.ranking.len()),
            LateJoiner::Last => s.ranking.len(),
        };
        // As many places as combatants: there is always room.
        let _ = s.ranking.try_insert(place, id);
        if !s.fresh {
            insert_in_order(s, id);
        }
        if s.time.round == 1 {
            slow(g, s, t, id, score);
        }
        t.tell(|| Event::Joined { who: id, place: place as u8 });
    }
    Ok(())
}

/// Into the running segment's order, never before whoever has already acted.
fn insert_in_order(s: &mut State, id: Id) {
    let rank = |who: &Id| s.ranking.iter().position(|r| r == who).unwrap_or(usize::MAX);
    let mine = rank(&id);
    let after = s.order.iter().position(|other| rank(other) > mine).unwrap_or(s.order.len());
    let at = after.max(usize::from(s.turn));
    let _ = s.order.try_insert(at.min(s.order.len()), id);
}

/// Checks that the game master has called for.
///
/// # Errors
/// The table's halt.
pub fn answer_calls<T: Table<Elemental>>(g: &Setup, s: &mut State, t: &mut T) -> Result<(), T::Halt> {
    for called in std::mem::take(&mut s.called) {
        match Stat::ALL.get(usize::from(called.stat)) {
            Some(stat) => {
                ability_check(g, s, t, called.who, *stat, called.dc)?;
            }
            None => {
                let passed = crate::calm::stealth_check(g, s, t, called.who, called.dc, false)?;
                t.tell(|| Event::Skilled { who: called.who, difficulty: called.dc, passed });
            }
        }
    }
    for id in g.ids() {
        if let (Some(pool), None) = (g.sheet(id).hp_roll, s.creature(id).score)
            && !s.creature(id).hp_rolled
        {
            let check = Check::new(rule::DICE_HIT_POINTS, id, pool.sum_dice()).plus(rule::DICE_HIT_POINTS, pool.flat);
            let hp = t.roll(check)?.max(1);
            let creature = s.creature_mut(id);
            (creature.hp, creature.hp_rolled) = (hp, true);
            t.tell(|| Event::HitPoints { who: id, hp });
        }
    }
    Ok(())
}
