//! What ails somebody: how it begins and ends, and what follows from hit points. (`cond.scope`, `duration.one-round`)

use skirmish_kernel::{Id, Ids, RuleId};

use crate::catalogue::{UnconsciousEnd, rule};
use crate::model::{Creature, Event, Kind, Lasting, Plight, Setup, State, Until};
use crate::rules::{Table, grapple, ground};

/// When something that lasts so many rounds and begins now is over. (`duration.one-round`, `ruling.anchor`)
///
/// It is counted where it has begun in the order: as that slot starts its turn, or, where somebody does it in the turn of another,
/// as the next turn of that one ends.
pub fn after_rounds(s: &State, by: Id, rounds: u8) -> Option<Until> {
    let slot = s.slot()?;
    let own = slot.who == by || s.creature(by).last_commander == Some(slot.who);
    let passes = if own { rounds } else { rounds.saturating_add(1) };
    Some(Until { slot: slot.number, at_end: !own, passes })
}

/// Until the turn that is running ends. (`feint`)
pub fn this_turn(s: &State) -> Option<Until> {
    s.slot().map(|slot| Until { slot: slot.number, at_end: true, passes: 1 })
}

/// Until somebody's next turn starts; that of a creature which has been commanded starts with its commander's, and that of
/// somebody who waits at the place that they have left. (`command.turn-start`, `turn.delay.ongoing`)
pub fn until_next_turn(s: &State, who: Id) -> Option<Until> {
    let commander = s.creature(who).last_commander;
    let left = || s.order.iter().rfind(|slot| slot.who == who).copied();
    let slot = s.slot_of(who).or_else(|| s.slot_of(commander?)).or_else(left);
    slot.map(|slot| Until { slot: slot.number, at_end: false, passes: 1 })
}

/// A condition takes hold. A second instance adds its time to that of the first. (`shaken`, `ruling.shaken`)
pub fn afflict<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, new: Lasting, rounds: u8, why: RuleId) {
    let Lasting { kind, toward, until } = new;
    let lasting = &s.creature(who).lasting;
    let at = lasting.iter().position(|known| known.kind == kind && known.toward == toward);
    let before = at.and_then(|at| lasting.get(at)?.until);
    // Of two the one that lasts longer counts, but that those who are shaken twice are so for both together.
    let outlasts = before.zip(until).is_some_and(|(old, new)| far_off(s, new) > far_off(s, old));
    let longer = at.is_some() && (outlasts || kind == Kind::Shaken);
    let creature = s.creature_mut(who);
    let known = at.and_then(|at| creature.lasting.get_mut(at));
    match (known.map(|known| &mut known.until), until) {
        (Some(Some(old)), Some(_)) if kind == Kind::Shaken => old.passes = old.passes.saturating_add(rounds),
        (Some(Some(old)), Some(new)) if outlasts => *old = new,
        (Some(_), _) => {}
        (None, _) => {
            if creature.lasting.is_full() {
                creature.lasting.remove(0);
            }
            creature.lasting.push(new);
        }
    }
    t.tell(|| Event::Afflicted { who, kind, toward, rounds, longer, why });
    settle_aloud(g, s, t, who);
}

/// How far away the end of something is: so many rounds, and then the place in the order.
fn far_off(s: &State, until: Until) -> (u8, usize, bool) {
    let (at, turn) = (s.order.iter().position(|slot| slot.number == until.slot), usize::from(s.turn));
    let at = at.unwrap_or(usize::MAX);
    let in_this_round = at > turn || at == turn && until.at_end;
    (until.passes.saturating_sub(u8::from(in_this_round)), at, until.at_end)
}

/// A moment of the order comes: what is counted there is a round older. (`duration.one-round`)
#[inline]
pub fn pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    if !s.touched.0.is_empty() || !s.running.is_empty() || !s.scars.is_empty() {
        count_down(g, s, t, slot, at_end);
    }
}

#[inline(never)]
fn count_down<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    let due = |until: &mut Option<Until>| until.as_mut().is_some_and(|until| until.comes(slot, at_end));
    for who in s.touched.0.iter() {
        let creature = s.creature_mut(who);
        if creature.lasting.is_empty() && creature.choked.is_none() {
            continue;
        }
        let mut over: arrayvec::ArrayVec<Kind, 12> = arrayvec::ArrayVec::new();
        creature.lasting.retain(|lasting| {
            let ends = due(&mut lasting.until);
            if ends {
                let _ = over.try_push(lasting.kind);
            }
            !ends
        });
        if due(&mut creature.choked) {
            creature.choked = None;
        }
        for kind in over {
            t.tell(|| Event::Ended { who, kind });
        }
    }
    if !s.running.is_empty() {
        fade(s, t, slot, at_end);
    }
    ground::pass(g, s, t, slot, at_end);
}

/// The same of the spells that go on. (`control`)
fn fade<T: Table>(s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    let mut faded: arrayvec::ArrayVec<(Id, u8), { crate::model::MOST_RUNNING }> = arrayvec::ArrayVec::new();
    s.running.retain(|running| {
        let ends = running.until.comes(slot, at_end);
        if ends {
            let _ = faded.try_push((running.caster, running.spell));
        }
        !ends
    });
    for (who, spell) in faded {
        t.tell(|| Event::Faded { who, spell });
    }
}

/// A state begins or ends; nothing is told where it is so already.
pub fn set<T: Table>(s: &mut State, t: &mut T, who: Id, plight: Plight, on: bool, why: RuleId) -> bool {
    if s.creature(who).is(plight) == on {
        return false;
    }
    s.creature_mut(who).plights.set(plight, on);
    if on || plight.ends_aloud() {
        t.tell(|| Event::State { who, plight, on, why });
    }
    true
}

/// Falls to the ground; whoever is in a grapple with somebody takes the other down. (`prone`, `grappled`)
pub fn knock_down<T: Table>(s: &mut State, t: &mut T, who: Id, why: RuleId) {
    set(s, t, who, Plight::Prone, true, why);
    if let Some(other) = s.grappled_with(who) {
        set(s, t, other, Plight::Prone, true, rule::GRAPPLED);
    }
}

/// What follows from hit points and states, told as it happens. (`dead`, `incapacitated`, `unconscious`)
#[inline]
pub fn settle_aloud<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    if !is_unharmed(s, who) {
        settle_with(g, s, who, &mut |event| t.tell(|| event));
    }
}

/// Is somebody to whom nothing applies still on its feet, so that nothing follows?
#[inline]
fn is_unharmed(s: &State, who: Id) -> bool {
    s.is_plain(who) && s.creature(who).hp > 0
}

/// The same in silence, after the game master's hand has changed something.
pub fn settle(g: &Setup, s: &mut State, who: Id) {
    settle_with(g, s, who, &mut |_| {});
}

#[inline(never)]
fn settle_with(g: &Setup, s: &mut State, who: Id, tell: &mut dyn FnMut(Event)) {
    let most = g.sheet(who).max_hp;
    if s.grapples.is_empty() && is_settled(most, s.creature(who)) {
        let able = s.creature(who).is_able();
        s.able.set(who, able);
        return;
    }
    let (mut died, mut again) = (false, false);
    let creature = s.creature_mut(who);
    let mut told: arrayvec::ArrayVec<Event, 6> = arrayvec::ArrayVec::new();
    let mut state = |creature: &mut Creature, plight: Plight, on: bool, why: RuleId| {
        if creature.is(plight) != on {
            creature.plights.set(plight, on);
            let _ = told.try_push(Event::State { who, plight, on, why });
        }
    };
    if !creature.is(Plight::Dead) && creature.hp <= most.saturating_neg() {
        creature.plights.set(Plight::Dead, true);
        state(creature, Plight::Prone, true, rule::DEAD);
        died = true;
    } else if !creature.is(Plight::Dead) {
        if creature.hp <= 0 && !creature.is(Plight::Incapacitated) {
            state(creature, Plight::Incapacitated, true, rule::INCAPACITATED);
            state(creature, Plight::Prone, true, rule::INCAPACITATED);
            if creature.is(Plight::Bleeding) {
                again = true;
            } else {
                creature.bleed_penalty = 0;
                state(creature, Plight::Bleeding, true, rule::INCAPACITATED);
            }
        } else if creature.hp > 0 {
            state(creature, Plight::Incapacitated, false, rule::RULING_HEALED);
        }
        if creature.is(Plight::Unconscious) {
            state(creature, Plight::Prone, true, rule::UNCONSCIOUS);
        }
    }
    // The dead hold nobody, and are held by nobody.
    let fell = !died && told.iter().any(|event| matches!(event, Event::State { plight: Plight::Prone, on: true, .. }));
    told.into_iter().for_each(&mut *tell);
    if again {
        tell(Event::State { who, plight: Plight::Bleeding, on: true, why: rule::RULING_ONE_BLEEDING });
    }
    if died {
        tell(Event::Died { who, why: rule::DEAD });
    }
    if creature.is(Plight::Dead) {
        creature.plights.set(Plight::Bleeding, false);
        creature.plights.set(Plight::OnFire, false);
        (creature.dodges, creature.ready, creature.choked, creature.breath) = (0, None, None, None);
    }
    if creature.is(Plight::Gone) {
        (creature.dodges, creature.ready) = (0, None);
    }
    if fell && let Some(other) = s.grappled_with(who).filter(|other| !s.creature(*other).is(Plight::Prone)) {
        s.creature_mut(other).plights.set(Plight::Prone, true);
        tell(Event::State { who: other, plight: Plight::Prone, on: true, why: rule::GRAPPLED });
    }
    let creature = s.creature(who);
    if creature.is(Plight::Dead) || creature.is(Plight::Gone) {
        part(s, who);
    }
    grapple::check(g, s, who, tell);
    muster(s);
}

/// Has everything followed already that follows from somebody's hit points and states? Most often it has.
fn is_settled(most: i16, creature: &Creature) -> bool {
    creature.is_here()
        && creature.hp > most.saturating_neg()
        && (creature.hp <= 0) == creature.is(Plight::Incapacitated)
        && (creature.is(Plight::Prone) || !creature.is(Plight::Unconscious))
}

/// The dead ride nobody, and are ridden by nobody.
fn part(s: &mut State, who: Id) {
    let (mount, rider) = (s.creature(who).mount, s.creature(who).rider);
    if let Some(mount) = mount {
        s.creature_mut(mount).rider = None;
        s.creature_mut(who).mount = None;
    }
    if let Some(rider) = rider {
        s.creature_mut(rider).mount = None;
        s.creature_mut(who).rider = None;
    }
}

/// Comes to: with hit points again when healed, or, as a table may have it, only when the blood has stopped. (`ruling.waking`)
pub fn wake<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, healed: bool) {
    let wakes = match g.rules.unconscious_end {
        UnconsciousEnd::Healed => healed,
        UnconsciousEnd::Stabilised => !s.creature(who).is(Plight::Bleeding),
    };
    if s.creature(who).is(Plight::Unconscious) && s.creature(who).hp > 0 && wakes {
        set(s, t, who, Plight::Unconscious, false, rule::RULING_WAKING);
        muster(s);
    }
}

/// Works out who can act for a side.
pub fn muster(s: &mut State) {
    s.able = mustered(s);
}

/// Who can act for a side.
pub fn mustered(s: &State) -> Ids {
    s.ids().filter(|id| s.creature(*id).is_able()).collect()
}

/// Blood no longer runs. (`bleeding.medicine`, `bleeding.table`)
pub fn stop_bleeding<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, why: RuleId) {
    s.creature_mut(who).bleed_penalty = 0;
    set(s, t, who, Plight::Bleeding, false, why);
    wake(g, s, t, who, false);
}
