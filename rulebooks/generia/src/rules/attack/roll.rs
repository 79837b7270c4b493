//! The attack roll: a d20, its value, and everything that bears on it.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Bearing, Check, Id, Terms};

use super::Blow;
use crate::catalogue::{MountSpells, rule};
use crate::model::{
    Arm, Attribute, CastCheck, Event, Kind, Means, Perk, Quality, Setup, State, Tag, Twist, Weapon, WeaponKind,
};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion, lines, magic, position};

/// Throws the attack roll and tells its total. (`melee.attack-roll`, `ranged.attack-roll`, `spell.pa`)
pub fn attack<T: Table>(g: &Setup, s: &mut State, t: &mut T, blow: &Blow, backstab: bool) -> OrHalt<T, i32> {
    let point = if blow.means == Means::Projectile { rule::DICE_PROJECTILE } else { rule::DICE_ATTACK };
    let check = if !backstab && is_even(g, s, blow) {
        Check::new(point, blow.by, Dice::D20)
    } else {
        let edge = edge(g, s, blow, backstab);
        edge.note(Check::new(point, blow.by, edge.die(Dice::D20)))
    };
    let total = explosion::total(g, t, value(g, s, blow, check))?;
    t.tell(|| Event::Rolled { by: blow.by, on: blow.on, total, means: blow.means });
    Ok(total)
}

/// The attack value, and what eases or hinders it.
pub fn value<M: Terms>(g: &Setup, s: &State, blow: &Blow, check: Check<M>) -> Check<M> {
    let by = g.fighter(s, blow.by);
    let check = match (blow.arm, blow.cast) {
        (Some(arm), None) => {
            let (arm, weapon) = g.arm(blow.by, arm);
            check.plus_parts(rule::SHEET_ATTACK, arm.attack, || {
                let dex = (by.modifier(Attribute::Dex) * weapon.hit_rate).div_euclid(2);
                // A figure that stands on the sheet need not be made of these.
                let made = arm.attack == arm.pv + dex;
                let parts =
                    if made { [("proficiency", arm.pv), ("DEX", dex)] } else { [("attack", arm.attack), ("", 0)] };
                parts.map(|(name, value)| (name, value, Bearing::Flat))
            })
        }
        (_, Some((ability, _))) => match g.ability(ability).check {
            CastCheck::Projectile(quality) => check
                .plus_part(rule::SPELL_PA, quality.word(), magic::quality(g, s, blow.by, quality))
                .plus(rule::SHEET_SPELL_PROFICIENCY, magic::proficiency(g, blow.by, ability)),
            _ => check,
        },
        (None, None) => check,
    };
    let check = if M::LISTED && is_shaken(g, s, blow.by, blow.arm) && is_cavalry(g, blow) {
        check.noting(rule::TAG_CAVALRY, 0, Bearing::Idle).noting(rule::ABILITY_CAVALRY, 0, Bearing::Idle)
    } else {
        check
    };
    let careful = if blow.change.is(Twist::Careful) { by.modifier(Attribute::Per) } else { 0 };
    let check = check.plus(rule::ABILITY_CAREFUL_STRIKE, careful);
    if s.is_plain(blow.by) {
        return check;
    }
    check.plus(rule::CONDITION_SHOCKED, -by.shock()).plus(rule::DP_GM, i32::from(by.now.circumstances.extra_attack))
}

/// Does nothing give the roll advantage or disadvantage, unless it comes from behind? Most often that is so, and few questions tell.
#[inline(always)]
fn is_even(g: &Setup, s: &State, blow: &Blow) -> bool {
    let even = s.is_plain(blow.by)
        && blow.score == 0
        && blow.cast.is_none()
        && blow.arm.is_some_and(|arm| g.derived.is_even(blow.by, arm))
        && !position::counts(g);
    debug_assert!(!even || edge(g, s, blow, false).is_empty(), "something gives advantage or disadvantage");
    even
}

/// Everything that gives the roll advantage or disadvantage.
#[inline(never)]
pub fn edge(g: &Setup, s: &State, blow: &Blow, backstab: bool) -> Edge {
    let mut edge = Edge::new();
    edge.add(backstab, rule::BACKSTAB_ADVANTAGE, g.rules.backstab_score);
    edge.add(blow.score != 0, rule::ABILITY_LUNGE, i32::from(blow.score));
    weapon_edges(g, s, blow, &mut edge);
    let by = g.fighter(s, blow.by);
    let shaken = is_shaken(g, s, blow.by, blow.arm) && !is_cavalry(g, blow);
    edge.add(shaken, rule::MOUNT_ATTACK_DISADVANTAGE, -1);
    edge.add(blow.means.flies() && by.has(Kind::Blinded), rule::CONDITION_BLINDED, -1);
    if !by.now.conditions.is_empty() {
        for kind in [Kind::Stunned, Kind::Frightened, Kind::Confused, Kind::Panicked] {
            edge.add(by.has(kind), kind.rule(), -1);
        }
    }
    edge.add(blow.cast.is_some() && magic::lacks_focus(g, s, blow.by), rule::FOCUS_CASTER_DISADVANTAGE, -1);
    let pack = by.sheet.perks.has(Perk::WolfPack) && is_hunted(g, s, blow.by, blow.on);
    edge.add(pack, rule::ABILITY_WOLF_PACK, 1);
    edge.add(true, rule::DP_GM, i32::from(by.now.circumstances.attack));
    edge
}

fn weapon_edges(g: &Setup, s: &State, blow: &Blow, edge: &mut Edge) {
    let Some(index) = blow.arm else { return };
    let (arm, weapon) = g.arm(blow.by, index);
    edge.add(true, rule::SHEET_ATTACK, arm.attack_score);
    edge.add(!arm.proficient, rule::SHEET_PROFICIENCY, -1);
    if let Some(bands) = weapon.bands
        && blow.means == Means::Ranged
    {
        edge.add(true, rule::RANGED_BANDS, bands[band(lines::between(g, s, blow.by, blow.on))]);
    }
    edge.add(is_outreached(g, s, blow.by, arm, weapon, blow.on), rule::TAG_SHORT, -1);
    if position::counts(g) && matches!(blow.means, Means::Melee | Means::Grapple) {
        let score = position::flanking(g, s, blow.by, blow.on);
        let by = if score > 1 { rule::CONDITION_CORNERED } else { rule::CONDITION_FLANKED };
        edge.add(true, by, score);
    }
    edge.add(position::is_cramped(g, s, blow.by, weapon), rule::CONDITION_CONFINED, -1);
    edge.add(position::is_found(g, s, blow.on, weapon), rule::CONDITION_CONFINED, 1);
    let holds = s.creature(blow.by).holds == Some(blow.on);
    let close = weapon.kind == WeaponKind::Natural || weapon.is(Tag::Short);
    edge.add(holds && close, rule::CONDITION_GRAPPLED, 1);
}

/// Short, medium, long. (`ranged.bands`)
fn band(metres: i32) -> usize {
    match metres {
        ..=4 => 0,
        5..=12 => 1,
        _ => 2,
    }
}

/// A short weapon against anything longer, unless the other hand holds something longer. (tag Short)
pub fn is_outreached(g: &Setup, s: &State, who: Id, arm: &Arm, weapon: &Weapon, other: Id) -> bool {
    if !weapon.is(Tag::Short) || weapon.kind == WeaponKind::Ranged {
        return false;
    }
    let longer = |who: Id, except: Option<u8>| {
        s.creature(who).in_hand().any(|index| {
            let (held, kind) = g.arm(who, index);
            Some(held.weapon) != except && !kind.is(Tag::Short) && kind.kind != WeaponKind::Natural
        })
    };
    // Teeth and horns are longer than a knife; a bare fist, which everybody with limbs has, is not.
    let body = g.sheet(other).arms.iter().map(|arm| g.weapon(arm.weapon));
    let teeth =
        body.filter(|kind| kind.kind == WeaponKind::Natural).any(|kind| !kind.is(Tag::Short) && !kind.is_fist());
    let confined = position::counts(g) && position::is_confined(g, s, other);
    (teeth || longer(other, None)) && !longer(who, Some(arm.weapon)) && !confined
}

/// From the back of a mount that has moved in this turn; without an arm, a spell's attack. (`mount.attack-disadvantage`)
pub fn is_shaken(g: &Setup, s: &State, by: Id, arm: Option<u8>) -> bool {
    let Some(mount) = s.creature(by).mount else { return false };
    let counts = arm.is_some() || g.rules.mount_spells == MountSpells::On;
    let own_turn = s.active() == Some(by);
    counts && own_turn && s.creature(mount).spent.moved
}

/// Is the penalty waived, for a weapon made for it in the hand of somebody who has learned it? (tag and perk Cavalry)
fn is_cavalry(g: &Setup, blow: &Blow) -> bool {
    blow.arm.is_some_and(|arm| g.arm(blow.by, arm).1.is(Tag::Cavalry) && g.sheet(blow.by).perks.has(Perk::Cavalry))
}

/// Has another of the pack attacked it this round?
fn is_hunted(g: &Setup, s: &State, who: Id, on: Id) -> bool {
    s.attackers_of(on).iter().any(|other| other != who && g.sheet(other).perks.has(Perk::WolfPack))
}

/// The value of a spell's own attack roll. (`spell.sa`)
pub fn spell_quality(check: CastCheck) -> Option<Quality> {
    match check {
        CastCheck::Attack(quality, _) | CastCheck::Projectile(quality) => Some(quality),
        CastCheck::Determined(quality, _) | CastCheck::DeterminedPlus(quality, _) => Some(quality),
        CastCheck::Defence(quality, _) => Some(quality),
        CastCheck::Sure | CastCheck::Fixed(..) => None,
    }
}
