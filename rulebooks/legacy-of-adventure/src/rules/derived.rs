//! What follows from sheets and states, kept because it is asked all the time.

use arrayvec::ArrayVec;
use skirmish_kernel::{Id, put_in_order};

use crate::catalogue::RulingDamagedTrigger;
use crate::model::{Condition, Creature, Derived, Harm, Setup, State, States};
use crate::rules::judge::can_guard;
use crate::rules::{damage, defence, rows, zones};

/// Works out what follows from sheets, sides and rules.
pub fn derive(g: &mut Setup) {
    let foes_of = |id: Id| g.ids().filter(|other| g.side(*other) != g.side(id)).collect();
    let foes = g.ids().map(foes_of).collect();
    let rows: Vec<_> = g.ids().map(|id| rows::rows(g, id)).collect();
    let figures = g.ids().zip(&rows).map(|(id, rows)| rows::figures(g, id, rows)).collect();
    let mut order: ArrayVec<Id, { Id::MOST }> = g.ids().take(Id::MOST).collect();
    put_in_order(&mut order, |id| std::cmp::Reverse(g.sheet(*id).attributes[0]));
    let ratings = g.ids().map(|id| Harm::ALL.map(|harm| damage::rating_with(g, id, harm, 0))).collect();
    g.derived = Derived { foes, rows, figures, ratings, order };
}

/// Works out anew everything that the state keeps because it follows from the rest.
pub fn muster(g: &Setup, s: &mut State) {
    for id in g.ids() {
        muster_one(g, s, id);
        grip(g, s, id);
    }
}

/// Works out anew what follows from one combatant's hits and states.
pub fn muster_one(g: &Setup, s: &mut State, who: Id) {
    let creature = s.creature(who);
    let (up, stunned, pool) = (creature.is_up(), creature.has(States::STUNNED), creature.actions > 0);
    s.marks.up.set(who, up);
    s.marks.able.set(who, up && !stunned);
    s.marks.pool.set(who, pool);
    weigh(g, s, who);
    s.touch(who);
}

/// Works out anew what follows from one combatant's hits.
pub fn weigh(g: &Setup, s: &mut State, who: Id) {
    let damaged = is_damaged(g, who, s.creature(who));
    s.marks.damaged.set(who, damaged);
}

/// Works out anew what somebody can do with what is in its hands: how far it threatens, how far it strikes at once,
/// what it can avert, whether it could go On-Guard.
pub fn grip(g: &Setup, s: &mut State, who: Id) {
    let (zone, blade) = (zones::reach_in_hand(g, s, who), zones::blade_in_hand(g, s, who));
    let answers = defence::answered(g, s, who);
    let creature = s.creature_mut(who);
    (creature.zone, creature.blade, creature.answers) = (zone, blade, answers);
    let guards = can_guard(g, s, who);
    s.marks.guards.set(who, guards);
}

/// Is it Damaged: by its sheet, or with half its hits or fewer? (`ruling.damaged-trigger`)
pub fn is_damaged(g: &Setup, who: Id, creature: &Creature) -> bool {
    let by_hits = g.rules.ruling_damaged_trigger == RulingDamagedTrigger::Half
        && i32::from(creature.hits) * 2 <= i32::from(g.sheet(who).max_hits);
    by_hits || creature.condition == Condition::Damaged
}
