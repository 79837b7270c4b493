//! Attacks and maneuvers that are worth listing.

use arrayvec::ArrayVec;
use skirmish_kernel::Id;

use crate::model::{Act, Aim, Arm, Attack, Carried, Deed, Feat, Manner, Plight, Setup, State};
use crate::rules::{attack, bodies, grapple, sight};

/// The arms in somebody's hands and of its body; the bare hand where there is nothing else.
pub(super) fn arms(g: &Setup, s: &State, who: Id) -> ArrayVec<Arm, 10> {
    let bound = |at: u8, weapon: u8| g.weapon(weapon).is_natural() && !grapple::is_free_part(g, s, who, at);
    let held = s.held(who).filter(|(at, item)| g.weapon(item.weapon).strikes() && !bound(*at, item.weapon));
    let held = held.map(|(at, _)| Arm::Item(at));
    let mut arms: ArrayVec<Arm, 10> = held.take(9).collect();
    if arms.is_empty() && g.sheet(who).hands > 0 {
        arms.push(Arm::Unarmed);
    }
    arms
}

/// What somebody strikes with first.
pub(super) fn usual(g: &Setup, s: &State, who: Id) -> Option<Attack> {
    let arm = arms(g, s, who).first().copied()?;
    Some(Attack { arm, manner: attack::usual_manner(g, s, who, arm), deed: Deed::Hit })
}

/// With what somebody makes maneuvers: what reaches farthest.
pub(super) fn melee(g: &Setup, s: &State, who: Id) -> Option<(Arm, Manner)> {
    let melee = |arm: &Arm| attack::weapon(g, s, *arm).melee;
    let best = arms(g, s, who).into_iter().filter(melee).max_by_key(|arm| attack::reach(g, s, who, *arm));
    let arm = best.or((g.sheet(who).hands > 0).then_some(Arm::Unarmed))?;
    Some((arm, attack::usual_manner(g, s, who, arm)))
}

pub(super) fn strikes(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    let arms = arms(g, s, who);
    let melee = melee(g, s, who);
    for on in g.foes(who).iter().filter(|on| s.creature(*on).is_here()) {
        if sight::knows(g, s, who, on) > sight::Knowledge::Concealed {
            continue;
        }
        let aim = Aim::Creature(on);
        for arm in &arms {
            let weapon = attack::weapon(g, s, *arm);
            let usual = Attack { arm: *arm, manner: attack::usual_manner(g, s, who, *arm), deed: Deed::Hit };
            offer(Act::Attack { attack: usual, on: aim });
            if weapon.thrown && bodies::distance(g, s, who, on) > attack::reach(g, s, who, *arm) {
                offer(Act::Attack { attack: Attack { manner: Manner::Thrown, ..usual }, on: aim });
            }
        }
        if let Some((arm, manner)) =
            melee.filter(|(arm, _)| bodies::distance(g, s, who, on) <= attack::reach(g, s, who, *arm))
        {
            maneuvers(g, s, on, Attack { arm, manner, deed: Deed::Hit }, &mut |attack| {
                offer(Act::Attack { attack, on: aim })
            });
        }
    }
    if sight::knows_of_hidden(g, s, who)
        && let Some(arm) = arms.first()
    {
        guesses(g, s, who, *arm, offer);
    }
    if g.sheet(who).feats.has(Feat::Volley) {
        volleys(g, s, who, offer);
    }
}

/// Squares within reach in which nobody is seen: somebody may hide there. (`hidden.guess`)
fn guesses(g: &Setup, s: &State, who: Id, arm: Arm, offer: &mut dyn FnMut(Act)) {
    let attack = Attack { arm, manner: attack::usual_manner(g, s, who, arm), deed: Deed::Hit };
    let own = bodies::body(g, s, who);
    let far = u16::try_from(attack::reach(g, s, who, arm) / bodies::SQUARE).unwrap_or(1).min(3);
    let seen = |cell| {
        let seen = |id: &Id| sight::knows(g, s, who, *id) <= sight::Knowledge::Concealed;
        s.everybody().filter(seen).any(|id| bodies::body(g, s, id).covers(cell))
    };
    let empty = own.around(far).filter(|cell| g.ground.board.contains(*cell) && !seen(*cell));
    empty.for_each(|cell| offer(Act::Attack { attack, on: Aim::Cell(cell) }));
}

fn maneuvers(g: &Setup, s: &State, on: Id, plain: Attack, offer: &mut dyn FnMut(Attack)) {
    if s.creature(on).is(Plight::Unconscious) {
        return;
    }
    for deed in [Deed::Push, Deed::Trip, Deed::Feint, Deed::Grapple] {
        offer(Attack { deed, ..plain });
    }
    for (at, _) in s.items_of(on).filter(|(_, item)| item.held && !g.weapon(item.weapon).is_natural()) {
        offer(Attack { deed: Deed::Disarm(at), ..plain });
        offer(Attack { deed: Deed::Break(Carried::Item(at)), ..plain });
    }
    if g.sheet(on).worn.is_some() && plain.arm != Arm::Unarmed {
        offer(Attack { deed: Deed::Break(Carried::Armour), ..plain });
    }
}

/// At each foe's square.
fn volleys(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act)) {
    let bow = s.held(who).find(|(_, item)| g.weapon(item.weapon).shoots).map(|(at, _)| at);
    let Some(item) = bow else { return };
    let known = |on: &Id| s.creature(*on).is_here() && sight::knows(g, s, who, *on) <= sight::Knowledge::Concealed;
    let first = |on: &Id| {
        let there = |other: &Id| known(other) && s.creature(*other).at == s.creature(*on).at;
        g.foes(who).iter().find(there) == Some(*on)
    };
    for on in g.foes(who).iter().filter(known).filter(first) {
        offer(Act::Volley { item, at: s.creature(on).at });
    }
}
