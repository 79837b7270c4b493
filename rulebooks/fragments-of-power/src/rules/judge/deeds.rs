//! Attacks, maneuvers and skills: who may make them on whom.

use skirmish_grid::Square;
use skirmish_kernel::{Id, Refusal};

use super::{Verdict, must, no};
use crate::catalogue::{LineOfEffectRequired, rule};
use crate::model::{Aim, Arm, Attack, Deed, Feat, Manner, Plight, Setup, State};
use crate::rules::lines::{self, Cover};
use crate::rules::{attack as rolls, bodies, grapple, items, sight, skills};

/// May somebody make this attack on that one?
///
/// # Errors
/// The rule that forbids it.
pub fn attack(g: &Setup, s: &State, by: Id, what: &Attack, aim: Aim) -> Verdict {
    super::can_still_act(s, by)?;
    arm(g, s, by, what)?;
    let near = |feet: i32| {
        let reach = rolls::reach(g, s, by, what.arm);
        if !what.manner.is_ranged() && feet > reach {
            return Err(Refusal::counted(
                rule::SHEET_REACH,
                "the target is {} feet away, and the reach is {}",
                [feet, reach],
            ));
        }
        Ok(())
    };
    if let Aim::Cell(cell) = aim {
        guess(g, s, by, cell)?;
        // What it would do to somebody is seen when somebody is there.
        let blind = !matches!(what.deed, Deed::Disarm(_) | Deed::Break(_));
        must(blind, rule::HIDDEN_GUESS, "what somebody who hides carries cannot be seen")?;
        if what.deed == Deed::Grapple {
            can_seize(g, s, by, what.arm, None)?;
        }
        return near(bodies::distance_over(g, s, by, cell));
    }
    let on = target(g, s, by, aim)?;
    near(bodies::distance(g, s, by, on))?;
    covered(g, s, by, on)?;
    deed(g, s, by, what, on)
}

/// May a square be named in which somebody is thought to hide? (`hidden.guess`)
pub(super) fn guess(g: &Setup, s: &State, by: Id, cell: Square) -> Verdict {
    must(g.ground.board.contains(cell), rule::HIDDEN_GUESS, "that square is not on the map")?;
    must(sight::knows_of_hidden(g, s, by), rule::HIDDEN_GUESS, "no foe is known to hide: name somebody, `at NAME`")?;
    // The map is no secret: whoever hides there or not, a wall is a wall.
    effect(g, s, by, cell)
}

/// Whom an aim means, if he may be aimed at: one whose place is not known only by naming a square. (`hidden.guess`)
pub(super) fn target(g: &Setup, s: &State, by: Id, aim: Aim) -> Result<Id, Refusal> {
    let refuse = |rule, why: &'static str| Err(Refusal::by(rule, why));
    let Aim::Creature(on) = aim else {
        return refuse(rule::ATTACK_CHOICE, "whom? A name is missing");
    };
    if on == by || !s.creature(on).is_here() {
        return refuse(rule::ATTACK_CHOICE, "nobody is there to be attacked");
    }
    if s.creature(by).mount == Some(on) || s.creature(by).rider == Some(on) {
        return refuse(rule::ATTACK_CHOICE, "nobody attacks his own mount or rider");
    }
    match sight::knows(g, s, by, on) {
        sight::Knowledge::Undetected => refuse(rule::UNDETECTED, "nobody here knows of anybody called so"),
        sight::Knowledge::Hidden => {
            refuse(rule::HIDDEN_GUESS, "nobody knows where that is: name a square instead, as in `in D7`")
        }
        sight::Knowledge::Seen | sight::Knowledge::Concealed => Ok(on),
    }
}

/// Nobody is struck behind what protects him. (`cover.total`, `ruling.line-of-effect`)
pub(super) fn covered(g: &Setup, s: &State, by: Id, on: Id) -> Verdict {
    // Where somebody hides nothing is given away.
    let open = s.creature(on).hidden_from.has(by) || g.rules.line_of_effect_required == LineOfEffectRequired::No;
    let total = !open && lines::cover(g, s, by, on) == Cover::Total;
    must(!total, rule::COVER_TOTAL, "what stands between protects the target wholly")
}

/// Can somebody use this to strike in that manner?
pub(super) fn arm(g: &Setup, s: &State, by: Id, what: &Attack) -> Verdict {
    let weapon = rolls::weapon(g, s, what.arm);
    match what.arm {
        Arm::Item(at) => {
            let Some(item) = s.item(at).filter(|item| item.owner == Some(by)) else {
                return no(rule::ATTACK_CHOICE, "that is not carried");
            };
            must(item.held, rule::ACTION_MUNDANE, "that is not in hand: drawing it takes an action")?;
            must(items::is_whole(g, item), rule::DESTROYED, "that is broken")?;
            if weapon.is_natural() {
                must(grapple::is_free_part(g, s, by, at), rule::GRAPPLED, "that is bound in a grapple")?;
            }
        }
        Arm::Unarmed => {
            let (arms, natural) = grapple::free_limbs(g, s, by);
            must(
                arms > 0 || natural > 0 || g.sheet(by).hands > 0,
                rule::ATTACK_CHOICE,
                "there is no hand to strike with",
            )?;
        }
    }
    let fits = match what.manner {
        Manner::Melee => weapon.melee && weapon.strikes(),
        Manner::Finesse => weapon.melee && weapon.is_quick(),
        Manner::Thrown => weapon.thrown,
        Manner::Shot => weapon.shoots,
    };
    let (rule, why) = match what.manner {
        Manner::Finesse => (rule::ATTACK_MELEE_DEX, "`dex` goes with light and medium weapons in melee"),
        Manner::Melee => (rule::ATTACK_MELEE, "this is no weapon for melee"),
        Manner::Thrown => (rule::ATTACK_RANGED, "this cannot be thrown"),
        Manner::Shot => (rule::ATTACK_RANGED, "this does not shoot"),
    };
    must(fits, rule, why)?;
    let empty = what.manner == Manner::Shot && s.creature(by).ammunition == 0;
    must(!empty, rule::WEAPON_AMMUNITION, "no ammunition is left")?;
    let melee = what.deed == Deed::Hit || !what.manner.is_ranged();
    must(
        melee,
        rule::MANEUVER_GENERAL,
        "a maneuver needs a weapon for melee, or a bare hand: add `with unarmed`, for example",
    )
}

/// May the attack do that to him?
fn deed(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> Verdict {
    let tied = s.grapples.iter().any(|one| one.by == by && one.on == on);
    match what.deed {
        Deed::Hit | Deed::Feint | Deed::Push => Ok(()),
        Deed::Trip => must(!s.creature(on).is(Plight::Prone), rule::TRIP, "the target lies on the ground already"),
        Deed::Grapple => {
            must(!tied, rule::GRAPPLE, "the target is held already")?;
            can_seize(g, s, by, what.arm, Some(on))
        }
        Deed::Disarm(at) => {
            let held = s.item(at).is_some_and(|item| item.owner == Some(on) && !g.weapon(item.weapon).is_natural());
            must(held, rule::DISARM, "the target carries no such thing")
        }
        Deed::Break(thing) => {
            must(items::object(g, s, on, thing).is_some(), rule::BREAK, "the target carries no such thing")
        }
    }
}

/// Can somebody seize another, or anybody: with a limb, out of no saddle and no other grapple? (`grapple`)
pub(super) fn can_seize(g: &Setup, s: &State, by: Id, arm: Arm, on: Option<Id>) -> Verdict {
    must(
        grapple::limb_to_seize(g, s, by, arm).is_some(),
        rule::GRAPPLE,
        "a grapple takes a free hand or a natural weapon",
    )?;
    let elsewhere = |one: Id, with: Option<Id>| s.grappled_with(one).is_some_and(|other| Some(other) != with);
    let busy = |one: Id, with: Option<Id>| s.creature(one).mount.is_some() || elsewhere(one, with);
    let free = !busy(by, on) && on.is_none_or(|on| !busy(on, Some(by)));
    must(free, rule::RULING_GRAPPLE, "one of the two sits in a saddle, or is in another grapple")
}

/// (`feat.volley`)
pub(super) fn volley(g: &Setup, s: &State, by: Id, item: u8, at: Square) -> Verdict {
    must(g.sheet(by).feats.has(Feat::Volley), rule::FEAT_VOLLEY, "only who has learned the feat `volley` can do that")?;
    let what = Attack { arm: Arm::Item(item), manner: Manner::Shot, deed: Deed::Hit };
    arm(g, s, by, &what)?;
    let increment = i32::from(rolls::weapon(g, s, what.arm).increment);
    let near = g.ground.board.contains(at) && bodies::distance_over(g, s, by, at) <= increment;
    must(
        near,
        rule::FEAT_VOLLEY,
        "the middle of a volley is on the map, and no farther away than one increment of the weapon",
    )?;
    effect(g, s, by, at)
}

/// An area begins where a free line leads. (`ruling.line-of-effect`)
pub(super) fn effect(g: &Setup, s: &State, by: Id, at: Square) -> Verdict {
    let free = bodies::body(g, s, by).cells().any(|cell| lines::has_effect_between(g, s, cell, at));
    let required = g.rules.line_of_effect_required == LineOfEffectRequired::Yes;
    must(free || !required, rule::LINE_OF_EFFECT, "walls are in the way: no free line leads there")
}

/// (`skill.intimidate`)
pub(super) fn intimidate(g: &Setup, s: &State, who: Id, at: Aim) -> Verdict {
    let on = target(g, s, who, at)?;
    let near = bodies::distance(g, s, who, on) <= g.rules.intimidate_range;
    must(near, rule::SKILL_INTIMIDATE, "that one is too far away to be frightened")
}

/// (`bleeding.medicine`, `ruling.medicine`)
pub(super) fn medicine(g: &Setup, s: &State, who: Id, on: Id) -> Verdict {
    must(s.creature(on).is_here(), rule::SKILL_USE, "that one is no longer there")?;
    let ails = s.creature(on).is(Plight::Bleeding) || s.creature(on).is(Plight::Unconscious);
    must(ails, rule::BLEEDING_MEDICINE, "that one neither bleeds nor is unconscious")?;
    let near = bodies::distance(g, s, who, on) <= g.sheet(who).reach.into();
    must(near, rule::RULING_MEDICINE, "medicine works within reach")
}

/// (`skill.sneak`, `ruling.hiding`)
pub(super) fn sneak(g: &Setup, s: &State, who: Id) -> Verdict {
    let open = !skills::watchers(g, s, who).is_empty();
    must(
        open,
        rule::RULING_HIDING,
        "no foe can be deceived here: hiding takes darkness, fog or cover, and works once against each",
    )
}
