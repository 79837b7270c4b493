//! Effects that run: how they begin, act, run down and end. (`duration.*`, `status.*`, `ruling.status`, `turn.start-order`)

use skirmish_kernel::Id;

use crate::catalogue::{StartOrder, StatusArmor, StatusStack, rule};
use crate::model::{Cites, Event, MOST_RUNNING, Running, Setup, State, Status};
use crate::rules::{Table, damage, forms, patches};

/// An effect begins. (`ruling.status`)
pub fn afflict<T: Table>(g: &Setup, s: &mut State, t: &mut T, new: Running) {
    let Running { status, on: who, left, hits, .. } = new;
    let again = merge(g, s, new);
    t.tell(|| Event::Afflicted { who, status, left, hits, again, why: Cites::default() });
}

/// Of the same kind the greater duration and strength are kept. Says whether it was there already. (`ruling.status`)
pub fn merge(g: &Setup, s: &mut State, new: Running) -> bool {
    let same = |one: &Running| {
        one.status == new.status
            && one.on == new.on
            && one.hits == new.hits
            && one.resistance == new.resistance
            && one.at.is_none()
    };
    let stacks = g.rules.status_stack != StatusStack::Separate && new.at.is_none() && new.status != Status::Form;
    let known = s.running.iter().position(same).filter(|_| stacks);
    let room = s.running.len() < MOST_RUNNING;
    let lasts = known.is_some_and(|at| ends(s, &new) >= ends(s, &s.running[at]));
    match known.and_then(|at| s.running.get_mut(at)) {
        Some(known) if g.rules.status_stack == StatusStack::Add => {
            known.left = known.left.saturating_add(new.left);
            known.strength = known.strength.saturating_add(new.strength);
        }
        Some(known) => {
            if lasts {
                (known.left, known.owner) = (new.left, new.owner);
            }
            known.strength = known.strength.max(new.strength);
        }
        None if room => s.running.push(new),
        None => {}
    }
    known.is_some()
}

/// When an effect ends, as things stand: after how many rounds, and at which place of the order. What is nobody's ends before
/// all turns; what is counted in hits by these. (`duration.rounds`)
fn ends(s: &State, one: &Running) -> (u8, usize) {
    let Some(owner) = one.owner.filter(|_| !one.hits) else { return (one.left, 0) };
    let Some(at) = s.order.iter().position(|slot| slot.who == owner) else { return (one.left, usize::MAX) };
    let comes = at >= usize::from(s.turn) && !s.had.has(owner);
    (one.left.saturating_sub(comes.into()), at + 1)
}

/// Does anything run on anybody, or lie on a square?
#[inline]
pub fn run(s: &State) -> bool {
    !s.running.is_empty() || !s.patches.is_empty()
}

/// A turn starts: what its owner has going runs down, and what is counted in hits acts. (`turn.start-order`)
pub fn start<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let hits_first = g.rules.start_order == StartOrder::HitsFirst;
    if hits_first {
        hits_act(g, s, t, who);
    }
    rounds_pass(g, s, t, Some(who));
    if !hits_first {
        hits_act(g, s, t, who);
    }
    patches::act(g, s, t, who, |_| true);
}

/// A round less for everything that somebody owns; of nobody's, for what the place or the game master has laid.
/// (`duration.rounds`, `ruling.ownerless`)
pub fn rounds_pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, owner: Option<Id>) {
    let nobodys = owner.is_none();
    for at in 0..s.running.len() {
        let one = &mut s.running[at];
        if one.hits || one.owner != owner {
            continue;
        }
        one.left = one.left.saturating_sub(1);
        let (who, status, left) = (one.on, one.status, one.left);
        t.tell(|| {
            let mut why = Cites::default();
            why.when(nobodys, rule::RULING_OWNERLESS);
            Event::RanDown { who, status, left, hits: false, why }
        });
    }
    let over = |one: &Running| !one.hits && one.left == 0 && one.owner == owner;
    while let Some(at) = s.running.iter().position(over) {
        let nth = forms::nth(s, at);
        let Running { on: who, status, .. } = s.running.remove(at);
        t.tell(|| Event::Ended { who, status, why: rule::DURATION_ROUNDS });
        if status == Status::Form {
            forms::unshape(g, s, t, who, nth);
        }
    }
    patches::pass(s, t, owner);
}

/// What is counted in hits acts on somebody, and one of them is used up. (`duration.hits`)
fn hits_act<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let mut at = 0;
    while let Some(one) = s.running.get_mut(at).copied() {
        if !one.hits || one.on != who || one.left == 0 {
            at += 1;
            continue;
        }
        let left = one.left - 1;
        s.running[at].left = left;
        let status = one.status;
        t.tell(|| {
            let counted = if one.left == 1 { rule::DURATION_HITS_ONE } else { rule::DURATION_HITS_MANY };
            Event::RanDown { who, status, left, hits: true, why: Cites::of(&[counted]) }
        });
        if status != Status::Bleeding {
            at += 1;
            continue;
        }
        // What does damage is over at once; the rest runs to the end of the turn.
        if left == 0 {
            s.running.remove(at);
        } else {
            at += 1;
        }
        let armored = g.rules.status_armor == StatusArmor::Apply;
        let taken = damage::plain(g, s, who, one.strength.into(), rule::STATUS_BLEEDING, armored);
        damage::deal(g, s, t, who, taken);
        if left == 0 {
            t.tell(|| Event::Ended { who, status, why: rule::DURATION_HITS });
        }
        if !s.creature(who).is_here() {
            return;
        }
    }
}

/// A turn ends: effects whose last hit has been spent in it end. (`duration.hits`)
pub fn end<T: Table>(s: &mut State, t: &mut T, who: Id) {
    let over = |one: &Running| one.hits && one.left == 0 && one.on == who;
    while let Some(at) = s.running.iter().position(over) {
        let status = s.running.remove(at).status;
        t.tell(|| Event::Ended { who, status, why: rule::DURATION_HITS });
    }
}

/// Does anybody who is gone still have something going? (`ruling.ownerless`)
pub fn owns(s: &State, who: Id) -> bool {
    s.running.iter().any(|one| !one.hits && one.owner == Some(who))
        || s.patches.iter().any(|patch| patch.owner == Some(who))
}
