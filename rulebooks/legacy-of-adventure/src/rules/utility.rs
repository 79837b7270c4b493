//! Acts that are neither attacks nor moves: drawing, searching, hiding, keeping up spells. (`multiform.utility`)

use skirmish_kernel::{Check, Id, Terms};

use crate::catalogue::{RulingUtilityCheck, RulingZeroHits, rule};
use crate::model::{Creature, Effect, Event, Hand, Known, Parts, Running, Setup, Sought, State, States, unseen};
use crate::rules::{OrHalt, Table, derived, lines, score};

/// The hands that a thing would take, letting go of as little as can be; none where there are not enough of use.
pub fn hands_for(g: &Setup, creature: &Creature, who: Id, arm: u8) -> Option<[Hand; 2]> {
    let wanted = usize::from(g.arm(who, arm).hands);
    let useful = [0, 1].into_iter().filter(|hand| creature.can_use_hand(*hand));
    if useful.clone().count() < wanted || wanted == 0 {
        return None;
    }
    let mut hands = creature.hands;
    if wanted >= 2 {
        return Some([Hand::Arm(arm); 2]);
    }
    // An empty hand first; else the last one, whose thing is put away: a shield rather than the sword.
    let empty = |hands: &[Hand; 2]| useful.clone().find(|hand| hands[*hand] == Hand::Empty);
    if empty(&hands).is_none() {
        let last = hands[useful.clone().next_back()?];
        hands.iter_mut().filter(|hand| **hand == last).for_each(|hand| *hand = Hand::Empty);
    }
    hands[empty(&hands)?] = Hand::Arm(arm);
    Some(hands)
}

/// Takes something in hand; what does not fit beside it is put away. (`ruling.hands`)
pub fn draw<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, arm: u8) {
    s.pay(who, 1);
    take(g, s, who, arm);
    t.tell(|| unseen(s, who, Event::Drew { who, arm, picked: false }));
}

fn take(g: &Setup, s: &mut State, who: Id, arm: u8) {
    if let Some(hands) = hands_for(g, s.creature(who), who, arm) {
        s.creature_mut(who).hands = hands;
    }
    derived::grip(g, s, who);
}

/// Picks up what lies here. (`ruling.hands`)
pub fn pick<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, arm: u8) {
    s.pay(who, 1);
    let at = s.creature(who).at;
    s.dropped.retain(|thing| !(thing.owner == who && thing.arm == arm && thing.at == at));
    s.creature_mut(who).lost &= !(1 << arm);
    take(g, s, who, arm);
    t.tell(|| unseen(s, who, Event::Drew { who, arm, picked: true }));
}

/// Gets up, which is a move of one action. (`ruling.states`)
pub fn stand<T: Table>(s: &mut State, t: &mut T, who: Id) {
    s.pay(who, 1);
    s.creature_mut(who).states.set(States::PRONE, false);
    s.touch(who);
    t.tell(|| unseen(s, who, Event::Stood { who }));
}

/// Gets up for nothing, if the check succeeds. (ability Kick-up)
pub fn kick_up<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8) -> OrHalt<T> {
    let creature = s.creature_mut(who);
    creature.free = creature.free.saturating_sub(1);
    let held = score::holds(g, t, score::skill(g, s, who, rule::DICE_SKILL, ability))?;
    if held {
        s.creature_mut(who).states.set(States::PRONE, false);
        s.touch(who);
        t.tell(|| unseen(s, who, Event::Stood { who }));
    } else {
        t.tell(|| unseen(s, who, Event::Failed { who, ability }));
    }
    Ok(())
}

/// Looks for whoever is hidden, or for a spot to aim at. The die is thrown whether or not there is anything to be
/// found. (`dice.search`)
pub fn search<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8, what: Sought) -> OrHalt<T> {
    s.pay(who, g.ability(ability).usage);
    let held = score::holds(g, t, search_check(g, s, who, ability, what))?;
    t.tell(|| unseen(s, who, Event::Searched { who, what, held }));
    if !held {
        return Ok(());
    }
    match what {
        Sought::Vitals(on) => s.creature_mut(who).vitals.set(on, true),
        Sought::Vulnerability(on) => s.creature_mut(who).gaps.set(on, true),
        Sought::Hidden => {
            let hidden = s.marks.concealed.and(g.foes(who)).and(s.marks.up);
            for foe in hidden.iter() {
                if lines::has_line(g, s, who, foe) {
                    discover(s, foe);
                    t.tell(|| Event::Found { who: foe, by: who });
                }
            }
        }
    }
    Ok(())
}

/// The check of a search, with what the game master says of the spot. (`dp.search-known`)
pub fn search_check<M: Terms>(g: &Setup, s: &State, who: Id, ability: u8, what: Sought) -> Check<M> {
    let said = match what {
        Sought::Hidden => Known::Unsaid,
        Sought::Vitals(on) => s.creature(on).said.vitals,
        Sought::Vulnerability(on) => s.creature(on).said.gap,
    };
    let said = if let Known::Search(modifier) = said { i32::from(modifier) } else { 0 };
    score::skill(g, s, who, rule::DICE_SEARCH, ability).score(rule::DP_SEARCH_KNOWN, said)
}

/// Somebody is to be seen by foes: what it has not sprung by now is no ambush. (`ambush.set-position`)
pub fn discover(s: &mut State, who: Id) {
    s.marks.concealed.set(who, false);
    s.marks.ambushers.set(who, s.marks.struck.has(who));
}

/// Hides, if the check succeeds. (`ruling.concealment`)
pub fn hide<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8) -> OrHalt<T> {
    s.pay(who, g.ability(ability).usage);
    let held = score::holds(g, t, score::skill(g, s, who, rule::DICE_SKILL, ability))?;
    s.marks.concealed.set(who, held);
    t.tell(|| Event::Hid { who, held });
    Ok(())
}

/// Is this utility checked as a skill is: has its user a score in it? (`ruling.utility-check`)
pub fn is_checked(g: &Setup, who: Id, ability: u8) -> bool {
    g.rules.ruling_utility_check == RulingUtilityCheck::Check && g.sheet(who).skill(ability).is_some()
}

/// Everything else that a skill or a spell does. (`multiform.utility`)
pub fn apply<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8, on: Id) -> OrHalt<T> {
    let known = g.ability(ability);
    if known.free {
        let creature = s.creature_mut(who);
        creature.free = creature.free.saturating_sub(1);
    } else {
        s.pay(who, known.usage);
    }
    if is_checked(g, who, ability) && !score::holds(g, t, score::skill(g, s, who, rule::DICE_SKILL, ability))? {
        t.tell(|| unseen(s, who, Event::Failed { who, ability }));
        return Ok(());
    }
    if let Effect::Ward(..) = known.effect {
        let serial = s.number();
        s.effects.retain(|running| !(running.holder == who && running.ability == ability && running.on == on));
        s.effects.push(Running { holder: who, ability, on, serial });
    }
    let hidden = if s.marks.concealed.has(on) { on } else { who };
    t.tell(|| unseen(s, hidden, Event::Used { who, ability, on }));
    if let Effect::Mend(hits) = known.effect {
        mend(g, s, t, on, hits);
    }
    Ok(())
}

/// Gives hits back, and the use of what was disabled. (`ruling.effects`)
fn mend<T: Table>(g: &Setup, s: &mut State, t: &mut T, on: Id, hits: u8) {
    let most = g.sheet(on).max_hits;
    let (before, out) = (s.creature(on).hits, s.creature(on).has(States::UNCONSCIOUS));
    let stands = g.rules.ruling_zero_hits == RulingZeroHits::Stands;
    let creature = s.creature_mut(on);
    creature.hits = creature.hits.saturating_add(i16::from(hits)).min(most);
    creature.disabled = Parts::default();
    if creature.out_rounds == 0 && (creature.hits > 0 || stands) {
        creature.states.set(States::UNCONSCIOUS, false);
    }
    derived::muster_one(g, s, on);
    derived::grip(g, s, on);
    let gained = s.creature(on).hits.saturating_sub(before);
    t.tell(|| unseen(s, on, Event::Mended { who: on, hits: gained }));
    if out && s.is_up(on) {
        t.tell(|| Event::Woke { who: on });
    }
}
