//! Initiative: one roll, then a ranking. (`initiative.*`)

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use skirmish_kernel::dice::Reading;
use skirmish_kernel::{Bearing, Check, Id, Ids, put_in_order};

use crate::catalogue::{InitiativeLateReroll, InitiativeTieMode, LateJoiner, rule};
use crate::model::{Event, Phase, Setup, Stat, State, Time, sixes};
use crate::rules::conditions::ability_check;
use crate::rules::{OrHalt, Table};

/// Who has rolled what, in the order of the encounter.
type Scores = ArrayVec<(Id, u8), { Id::MOST }>;

/// Everybody rolls, in sheet order; ties are rolled again; the ranking stands and round 1 begins.
// Once a battle: out of the way of what goes on in each turn.
#[inline(never)]
pub fn roll_all<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
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
    s.ranking = break_ties(g, s, t, &scores)?;
    s.ordered = false;
    t.tell(|| Event::Ranked { order: s.ranking.to_vec() });
    s.phase = Phase::Combat;
    s.look_around(g);
    s.time = Time { round: 1, segment: 1 };
    s.fresh = true;
    Ok(())
}

fn roll<T: Table>(g: &Setup, t: &mut T, who: Id) -> OrHalt<T, u8> {
    let sheet = g.sheet(who);
    // Never below one die: two creatures without dice could not break a tie.
    let count = g.rules.initiative_base.saturating_add(sheet.dex).saturating_add(sheet.int).max(1);
    let dice = sixes(count, Reading::AtLeast(g.rules.initiative_face as u16));
    let base = g.rules.initiative_base;
    let parts =
        || [("base", base), ("Dex", sheet.dex), ("Int", sheet.int)].map(|(name, size)| (name, size, Bearing::Dice));
    let score = t.roll(Check::new(rule::DICE_INITIATIVE, who, dice).plus_parts(rule::INITIATIVE_ROLL, 0, parts))?;
    Ok(score.clamp(0, 255) as u8)
}

/// First-round lateness: unaware of every enemy, or no six; both together are worse.
fn slow<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, score: u8) {
    let (unaware, no_six) = (is_unaware(g, s, who), score == 0);
    let from = 1 + u8::from(unaware) + u8::from(no_six);
    s.creature_mut(who).acts_from = from;
    if from > 1 {
        t.tell(|| Event::Late { who, from, unaware, no_six });
    }
}

/// Does it know of no enemy at all?
pub fn is_unaware(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).aware_of.and(g.foes(who)).is_empty()
}

/// The order while ties are being broken: who, and the place at which the group begins that is tied with it.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Ties {
    order: ArrayVec<(Id, u8), { Id::MOST }>,
    /// Those of the first tied group who still contend for its first place (house rule); nobody: the whole group.
    contenders: Ids,
}

impl Ties {
    fn new(scores: &Scores) -> Self {
        let mut sorted = scores.clone();
        // Within one score the order of the encounter.
        put_in_order(&mut sorted, |(_, score)| Reverse(*score));
        let mut ties = Self { order: ArrayVec::new(), contenders: Ids::NONE };
        ties.rank(&sorted, 0);
        ties
    }

    /// Writes a sorted group into the order from place `from` on; equals share the place where they begin.
    fn rank(&mut self, sorted: &[(Id, u8)], from: usize) {
        let mut begins = from;
        for (at, (id, score)) in sorted.iter().enumerate() {
            if at > 0 && sorted[at - 1].1 != *score {
                begins = from + at;
            }
            let entry = (*id, begins as u8);
            match self.order.get_mut(from + at) {
                Some(place) => *place = entry,
                // As many places as combatants: there is always room.
                None => drop(self.order.try_push(entry)),
            }
        }
    }

    /// The first group that is still tied: where it begins, and how many are in it. Those whom the game master has taken
    /// away meanwhile throw no more, so a group of nobody else stays as it is.
    fn first(&self, s: &State) -> Option<(usize, usize)> {
        let mut from = 0;
        for group in self.order.chunk_by(|(_, begins), (_, other)| begins == other) {
            if group.len() > 1 && group.iter().any(|(id, _)| !s.creature(*id).gone) {
                return Some((from, group.len()));
            }
            from += group.len();
        }
        None
    }
}

/// Rolls tied groups again, the best first, until every tie is broken.
fn break_ties<T: Table>(g: &Setup, s: &mut State, t: &mut T, scores: &Scores) -> OrHalt<T, ArrayVec<Id, { Id::MOST }>> {
    let ties = t.repeat(s, Ties::new(scores), |s, ties, t| {
        let Some((from, size)) = ties.first(s) else { return Ok(false) };
        roll_again(g, s, t, ties, from, size)?;
        Ok(true)
    })?;
    Ok(ties.order.iter().map(|(id, _)| *id).filter(|id| !s.creature(*id).gone).collect())
}

/// One group rolls once more, in sheet order.
fn roll_again<T: Table>(g: &Setup, s: &mut State, t: &mut T, ties: &mut Ties, from: usize, size: usize) -> OrHalt<T> {
    let mut group: Scores = ties.order[from..from + size].iter().map(|(id, _)| (*id, 0)).collect();
    put_in_order(&mut group, |(id, _)| *id);
    let one_winner = g.rules.initiative_tie_mode == InitiativeTieMode::Winner;
    if ties.contenders.iter().all(|id| s.creature(id).gone) {
        ties.contenders = Ids::NONE;
    }
    for (id, score) in &mut group {
        if s.creature(*id).gone {
            continue;
        }
        if one_winner && !ties.contenders.is_empty() && !ties.contenders.has(*id) {
            continue;
        }
        *score = 1 + roll(g, t, *id)?;
        if *score == 1 && g.rules.initiative_late_reroll == InitiativeLateReroll::AnyRoll {
            slow(g, s, t, *id, 0);
        }
    }
    t.tell(|| Event::Tie { among: size as u8 });
    put_in_order(&mut group, |(_, score)| Reverse(*score));
    if !one_winner {
        // The group is sorted by what it rolled; whoever is still equal in it rolls again.
        ties.rank(&group, from);
        return Ok(());
    }
    let best = group.first().map_or(0, |(_, score)| *score);
    let winners: Ids = group.iter().filter(|(_, score)| *score == best).map(|(id, _)| *id).collect();
    ties.contenders = if winners.len() > 1 { winners } else { Ids::NONE };
    if winners.len() == 1 {
        // One winner is found; all the others are tied again.
        group.iter_mut().skip(1).for_each(|(_, score)| *score = 0);
        ties.rank(&group, from);
    }
    Ok(())
}

/// Newcomers roll in the segment of their arrival and are inserted by score.
#[inline]
pub fn late_joiners<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    if s.ranking.len() == g.sheets.len() { Ok(()) } else { join(g, s, t) }
}

#[cold]
fn join<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    roll_hit_points(g, s, t)?;
    s.ordered = false;
    for id in g.ids() {
        if s.creature(id).score.is_some() || s.creature(id).gone || s.ranking.contains(&id) {
            continue;
        }
        let by_roll = g.rules.late_joiner == LateJoiner::Score;
        let score = if by_roll { roll(g, t, id)? } else { 0 };
        s.creature_mut(id).score = Some(score);
        if by_roll {
            t.tell(|| Event::Score { who: id, sixes: score });
        }
        // Below everybody who has as many sixes or more, also where somebody with fewer has been traded up before them.
        let as_good = |other: &Id| s.creature(*other).score.unwrap_or(0) >= score;
        let place = match g.rules.late_joiner {
            LateJoiner::Score => s.ranking.iter().rposition(as_good).map_or(0, |at| at + 1),
            LateJoiner::Last => s.ranking.len(),
        };
        // As many places as combatants: there is always room.
        let _ = s.ranking.try_insert(place, id);
        s.look_around(g);
        if !s.fresh {
            insert_in_order(s, id);
        }
        if s.time.round == 1 {
            slow(g, s, t, id, if by_roll { score } else { 1 });
        }
        t.tell(|| Event::Joined { who: id, place: place as u8 });
    }
    Ok(())
}

/// Into the running segment's order, never before whoever has already acted.
fn insert_in_order(s: &mut State, id: Id) {
    let rank = |who: &Id| s.ranking.iter().position(|r| r == who).unwrap_or(usize::MAX);
    let mine = rank(&id);
    let behind = s.order.iter().rposition(|other| rank(other) < mine).map_or(0, |at| at + 1);
    let at = behind.max(usize::from(s.turn));
    let _ = s.order.try_insert(at.min(s.order.len()), id);
}

/// Checks that the game master has called for.
#[cold]
pub fn answer_calls<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    let requests = std::mem::take(&mut s.requests);
    s.look_around(g);
    for request in requests {
        if s.creature(request.who).gone {
            continue;
        }
        match Stat::ALL.get(usize::from(request.stat)) {
            Some(stat) => {
                ability_check(g, s, t, request.who, *stat, request.dc)?;
            }
            None => {
                let passed = crate::rules::before_combat::stealth_check(g, s, t, request.who, request.dc, false)?;
                t.tell(|| Event::Skilled { who: request.who, difficulty: request.dc, passed });
            }
        }
    }
    Ok(())
}

/// Hit points that the sheet gives as dice are rolled before initiative. (`dice.hit_points`)
pub fn roll_hit_points<T: Table>(g: &Setup, s: &mut State, t: &mut T) -> OrHalt<T> {
    for id in g.ids() {
        if let (Some(pool), None) = (g.sheet(id).hp_roll, s.creature(id).score)
            && s.creature(id).hp_rolled.is_none()
            && !s.creature(id).gone
        {
            let check = Check::new(rule::DICE_HIT_POINTS, id, pool.sum_dice()).plus(rule::DICE_HIT_POINTS, pool.flat);
            let hp = t.roll(check)?.max(1);
            let creature = s.creature_mut(id);
            creature.hp_rolled = Some(hp);
            s.set_hp(g, id, hp);
            t.tell(|| Event::HitPoints { who: id, hp });
        }
    }
    Ok(())
}
