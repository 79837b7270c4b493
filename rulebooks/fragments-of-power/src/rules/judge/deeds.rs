//! Attacks, maneuvers and skills: who may make them on whom.

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_bookkit::refusals;
use skirmish_grid::Square;
use skirmish_kernel::{Id, Refusal};

use super::can_still_act;
use crate::catalogue::{LineOfEffectRequired, rule};
use crate::model::{Aim, Arm, Attack, Deed, Feat, Manner, Plight, Setup, State};
use crate::rules::{attack as rolls, bodies, grapple, items, lines, sight, skills};

/// May somebody make this attack on that one?
pub fn attack(g: &Setup, s: &State, by: Id, what: &Attack, aim: Aim) -> Verdict {
    can_still_act(s, by)?;
    arm(g, s, by, what)?;
    let near = |feet: i32| {
        let reach = rolls::reach(g, s, by, what.arm);
        refusals![
            SHEET_REACH: ("the target is {} feet away, and the reach is {}", feet, reach)
                if !what.manner.is_ranged() && feet > reach,
        ]
    };
    if let Aim::Cell(cell) = aim {
        return refusals![
            ..guess(g, s, by, cell),
            // What it would do to somebody is seen when somebody is there.
            HIDDEN_GUESS: "what somebody who hides carries cannot be seen"
                if matches!(what.deed, Deed::Disarm(_) | Deed::Break(_)),
            ..if what.deed == Deed::Grapple { can_seize(g, s, by, what.arm, None) } else { Ok(()) },
            ..near(bodies::distance_over(g, s, by, cell)),
        ];
    }
    let on = target(g, s, by, aim)?;
    near(bodies::distance(g, s, by, on))?;
    covered(g, s, by, on, true)?;
    deed(g, s, by, what, on)
}

/// May a square be named in which somebody is thought to hide? (`hidden.guess`)
pub(super) fn guess(g: &Setup, s: &State, by: Id, cell: Square) -> Verdict {
    refusals![
        HIDDEN_GUESS: "that square is not on the map" if !g.ground.board.contains(cell),
        HIDDEN_GUESS: "no foe is known to hide: name somebody, `at NAME`" if !sight::knows_of_hidden(g, s, by),
        // The map is no secret: whoever hides there or not, a wall is a wall.
        ..effect(g, s, by, cell),
    ]
}

/// Whom an aim means, if he may be aimed at: one whose place is not known only by naming a square. (`hidden.guess`)
pub(super) fn target(g: &Setup, s: &State, by: Id, aim: Aim) -> Result<Id, Refusal> {
    let Aim::Creature(on) = aim else {
        return Err(Refusal::by(rule::ATTACK_CHOICE, "whom? A name is missing"));
    };
    let known = sight::knows(g, s, by, on);
    refusals![
        ATTACK_CHOICE: "nobody is there to be attacked" if on == by || !s.creature(on).is_here(),
        ATTACK_CHOICE: "nobody attacks his own mount or rider"
            if s.creature(by).mount == Some(on) || s.creature(by).rider == Some(on),
        UNDETECTED: "nobody here knows of anybody called so" if known == sight::Knowledge::Undetected,
        HIDDEN_GUESS: "nobody knows where that is: name a square instead, as in `in D7`"
            if known == sight::Knowledge::Hidden,
    ]
    .map(|()| on)
}

/// Nobody is attacked behind what protects him; what is no attack may do without a free line at some tables. (`cover.total`,
/// `ruling.line-of-effect`)
pub(super) fn covered(g: &Setup, s: &State, by: Id, on: Id, attacks: bool) -> Verdict {
    let bars = attacks || g.rules.line_of_effect_required == LineOfEffectRequired::Yes;
    // Where somebody hides nothing is given away.
    let total = bars && !s.creature(on).hidden_from.has(by) && lines::is_total(g, s, by, on);
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
            refusals![
                ACTION_MUNDANE: "that is not in hand: drawing it takes an action" if !item.held,
                DESTROYED: "that is broken" if !items::is_whole(g, item),
                GRAPPLED: "that is bound in a grapple" if weapon.is_natural() && !grapple::is_free_part(g, s, by, at),
            ]?;
        }
        Arm::Unarmed => {
            let any = grapple::free_limbs(g, s, by) != (0, 0) || g.sheet(by).hands > 0;
            must(any, rule::ATTACK_CHOICE, "there is no hand to strike with")?;
        }
    }
    let (fits, rule, why) = match what.manner {
        Manner::Melee => (weapon.melee, rule::ATTACK_MELEE, "this is no weapon for melee"),
        Manner::Finesse => {
            let why = "`dex` goes with light and medium weapons in melee";
            (weapon.melee && weapon.is_quick(), rule::ATTACK_MELEE_DEX, why)
        }
        Manner::Thrown => (weapon.thrown, rule::ATTACK_RANGED, "this cannot be thrown"),
        Manner::Shot => (weapon.shoots, rule::ATTACK_RANGED, "this does not shoot"),
    };
    must(fits, rule, why)?;
    refusals![
        WEAPON_AMMUNITION: "no ammunition is left" if what.manner == Manner::Shot && s.creature(by).ammunition == 0,
        MANEUVER_GENERAL: "a maneuver needs a weapon for melee, or a bare hand: add `with unarmed`, for example"
            if what.deed != Deed::Hit && what.manner.is_ranged(),
    ]
}

/// May the attack do that to him?
fn deed(g: &Setup, s: &State, by: Id, what: &Attack, on: Id) -> Verdict {
    match what.deed {
        Deed::Hit | Deed::Feint | Deed::Push => Ok(()),
        Deed::Trip => must(!s.creature(on).is(Plight::Prone), rule::TRIP, "the target lies on the ground already"),
        Deed::Grapple => refusals![
            GRAPPLE: "the target is held already" if s.grapples.iter().any(|one| one.by == by && one.on == on),
            ..can_seize(g, s, by, what.arm, Some(on)),
        ],
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
    let elsewhere = |one: Id, with: Option<Id>| s.grappled_with(one).is_some_and(|other| Some(other) != with);
    let busy = |one: Id, with: Option<Id>| s.creature(one).mount.is_some() || elsewhere(one, with);
    refusals![
        GRAPPLE: "a grapple takes a free hand or a natural weapon" if grapple::limb_to_seize(g, s, by, arm).is_none(),
        RULING_GRAPPLE: "one of the two sits in a saddle, or is in another grapple"
            if busy(by, on) || on.is_some_and(|on| busy(on, Some(by))),
    ]
}

/// (`feat.volley`)
pub(super) fn volley(g: &Setup, s: &State, by: Id, item: u8, at: Square) -> Verdict {
    let what = Attack { arm: Arm::Item(item), manner: Manner::Shot, deed: Deed::Hit };
    let increment = i32::from(rolls::weapon(g, s, what.arm).increment);
    refusals![
        FEAT_VOLLEY: "only who has learned the feat `volley` can do that" if !g.sheet(by).feats.has(Feat::Volley),
        ..arm(g, s, by, &what),
        FEAT_VOLLEY: "the middle of a volley is on the map, and no farther away than one increment of the weapon"
            if !g.ground.board.contains(at) || bodies::distance_over(g, s, by, at) > increment,
        ..effect(g, s, by, at),
    ]
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
    let ails = s.creature(on).is(Plight::Bleeding) || s.creature(on).is(Plight::Unconscious);
    refusals![
        SKILL_USE: "that one is no longer there" if !s.creature(on).is_here(),
        BLEEDING_MEDICINE: "that one neither bleeds nor is unconscious" if !ails,
        RULING_MEDICINE: "medicine works within reach" if bodies::distance(g, s, who, on) > g.sheet(who).reach.into(),
    ]
}

/// (`skill.sneak`, `ruling.hiding`)
pub(super) fn sneak(g: &Setup, s: &State, who: Id) -> Verdict {
    refusals![
        RULING_HIDING: "no foe can be deceived here: hiding takes darkness, fog or cover, and works once against each"
            if skills::watchers(g, s, who).is_empty(),
    ]
}
