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
    let usual = |arm: &Arm| {
        let attack = Attack { arm: *arm, manner: attack::usual_manner(g, s, who, *arm), deed: Deed::Hit };
        (attack, attack::reach(g, s, who, *arm), attack::weapon(g, s, *arm).thrown)
    };
    let usual: ArrayVec<(Attack, i32, bool), 10> = arms.iter().map(usual).collect();
    let maneuver = melee.map(|(arm, manner)| (arm, manner, attack::reach(g, s, who, arm)));
    // Most foes are out of reach: what else is to be known of them is asked where something gets so far.
    let far = |(attack, reach, thrown): &(Attack, i32, bool)| match *thrown || attack.manner.is_ranged() {
        true => i32::MAX,
        false => *reach,
    };
    let farthest = usual.iter().map(far).chain(maneuver.map(|(.., reach)| reach)).max().unwrap_or(0);
    let own = bodies::body(g, s, who);
    for on in g.foes(who).iter().filter(|on| s.creature(*on).is_here()) {
        let feet = bodies::between(g, &own, &bodies::body(g, s, on));
        if feet > farthest || sight::knows(g, s, who, on) > sight::Knowledge::Concealed {
            continue;
        }
        let aim = Aim::Creature(on);
        for (usual, reach, thrown) in &usual {
            if feet <= *reach || usual.manner.is_ranged() {
                offer(Act::Attack { attack: *usual, on: aim });
            }
            if *thrown && feet > *reach {
                offer(Act::Attack { attack: Attack { manner: Manner::Thrown, ..*usual }, on: aim });
            }
        }
        if let Some((arm, manner, _)) = maneuver.filter(|(.., reach)| feet <= *reach) {
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

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::Fragments;
    use crate::catalogue::examples;
    use crate::model::{Ask, Choice};
    use crate::rules::judge::judge;

    /// Blows and throws with everything at hand at every foe, however far away, as far as they are legal.
    fn all_blows(g: &Setup, s: &State, who: Id) -> Vec<Act> {
        let mut all = Vec::new();
        for on in g.foes(who).iter().filter(|on| s.creature(*on).is_here()) {
            for arm in arms(g, s, who) {
                let usual = attack::usual_manner(g, s, who, arm);
                let far = bodies::distance(g, s, who, on) > attack::reach(g, s, who, arm);
                let thrown = Some(Manner::Thrown).filter(|_| far && attack::weapon(g, s, arm).thrown);
                for manner in std::iter::once(usual).chain(thrown) {
                    let attack = Attack { arm, manner, deed: Deed::Hit };
                    all.push(Act::Attack { attack, on: Aim::Creature(on) });
                }
            }
        }
        all.retain(|act| judge(g, s, who, &Ask::Turn, &Choice::Act(*act)).is_ok());
        all
    }

    pub fn no_blow_is_left_out_that_is_legal() {
        let (mut struck, mut far) = (0, 0);
        skirmish_kernel::conformance::moments::<Fragments>(&examples(), |g, s| {
            for who in s.able.iter() {
                let mut found = Vec::new();
                strikes(g, s, who, &mut |act| found.push(act));
                let is_blow = |act: &Act| {
                    matches!(act, Act::Attack { attack: Attack { deed: Deed::Hit, .. }, on: Aim::Creature(_) })
                };
                found.retain(|act| is_blow(act) && judge(g, s, who, &Ask::Turn, &Choice::Act(*act)).is_ok());
                struck += found.len();
                far += found
                    .iter()
                    .filter(|act| matches!(act, Act::Attack { attack, .. } if attack.manner.is_ranged()))
                    .count();
                assert_eq!(found, all_blows(g, s, who), "{who:?}");
            }
        });
        assert!(struck > 200 && far > 100, "{struck} {far}");
    }
}
