//! A sheet from its figures: what is given stands, the rest is made from the attributes.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::Side;

use super::figures::{
    ArmFigures, CIVIL, DODGE, DODGE_SCORE, EN, Figures, MD, MODS, MOUNTABLE, MP, MPR, MS, REFLEXES, TN, TOTAL_WEIGHT,
    WL, WT,
};
use super::weapons::Gear;
use crate::ability::{Ability, Effect, Perk};
use crate::rules::{EncumbranceEr, Rules};
use crate::sheet::{Arm, Attribute, Perks, Sheet, Size, Skills, Start, Weapon, WeaponKind};

/// The two hands of everybody.
const HANDS: u8 = 2;

/// Encumbrance of a zone that nothing covers.
const BARE: i32 = 2;

/// A sheet; name, letter, side and place are filled in later. `gear` has every weapon with its ammunition already.
pub(super) fn sheet(figures: &Figures, abilities: &[Ability], gear: &Gear, rules: &Rules) -> Sheet {
    let number = |at: usize| figures.numbers[at];
    let attribute = |at: usize| match (number(at), number(at + MODS)) {
        (Some(value), _) => value,
        (None, Some(modifier)) => 2 * modifier,
        (None, None) => 0,
    };
    let mods: [i32; 6] = std::array::from_fn(|at| number(at + MODS).unwrap_or(attribute(at).div_euclid(2)));
    let modifier = |attribute: Attribute| mods[attribute as usize];
    let size = figures.size.unwrap_or(Size::Medium);
    let worn = encumbrance(figures, rules, modifier(Attribute::Dex));
    let reflexes = number(REFLEXES).unwrap_or(0);
    let dodge = modifier(Attribute::Dex) + modifier(Attribute::Per) + reflexes + worn;
    let [con, str, dex, int, wil, _] = std::array::from_fn(attribute);
    let limbs = figures.grapple.unwrap_or(true);
    let arms = arms(figures, &mods, limbs, gear);
    let known = abilities_of(figures, &arms, gear);
    let energy = number(EN).unwrap_or(5 * steps(str, &[1, 3, 5, 9, 13, 17], 0));
    let mana = number(MP).unwrap_or(5 * steps(int, &[1, 5, 7, 11, 15, 19], 0));
    Sheet {
        name: String::new(),
        letter: '?',
        side: Side(0),
        mods,
        size,
        speed: number(MS).unwrap_or(2 * steps(dex, &[1, 3], 4)),
        energy,
        mana,
        mana_regen: number(MPR).unwrap_or(steps(wil, &[1, 5, 9, 11, 15, 17], 0)),
        wound_limit: number(WL).unwrap_or((3 + steps(wil, &[3, 7, 13, 19], 0) + wounds_of(size)).max(1)),
        wound_threshold: number(WT).unwrap_or(1 + 2 * steps(con, &[1, 3], 0) + steps(con, &[5], 2)),
        toughness: number(TN).unwrap_or(3 + con.div_euclid(10)),
        av: figures.av.map(|value| value.unwrap_or(0)),
        class: figures.class.map(Option::unwrap_or_default),
        md: number(MD).unwrap_or(0),
        dodge: number(DODGE).unwrap_or(dodge),
        dodge_score: number(DODGE_SCORE).unwrap_or(-size.steps()),
        arms,
        skills: skills(figures),
        perks: perks(&known, abilities),
        abilities: known,
        proficiencies: figures.skills.iter().filter(|(skill, _)| !CIVIL.contains(&skill.as_str())).cloned().collect(),
        encumbrance: worn,
        start: Start { energy, mana, light: 0, severe: 0 },
        overweight: overweight(figures, modifier(Attribute::Str), size),
        limbs,
        mountable: number(MOUNTABLE),
        resistant: figures.resistant.clone().unwrap_or_default(),
        vulnerable: figures.vulnerable.clone().unwrap_or_default(),
        tags: figures.tags.clone().unwrap_or_default(),
        focus: true,
        at: Square::new(0, 0),
        facing: Facing::East,
        mount: None,
    }
}

fn skills(figures: &Figures) -> Skills {
    let skill = |name: &str| figures.skills.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value);
    Skills {
        athletics: skill("athletics"),
        riding: skill("riding"),
        stealth: skill("stealth"),
        arcane: skill("arcane"),
        fauna: skill("fauna"),
    }
}

/// How many steps an attribute has reached: those listed, and beyond the last one more at each `then`.
fn steps(attribute: i32, listed: &[i32], then: i32) -> i32 {
    let reached = listed.iter().filter(|step| attribute >= **step).count() as i32;
    let last = listed.last().copied().unwrap_or(0);
    if then > 0 && attribute >= last { reached + (attribute - last) / then } else { reached }
}

/// What a size adds to the wound limit. (`sheet.wound-limit`)
fn wounds_of(size: Size) -> i32 {
    match size {
        Size::Tiny => -2,
        Size::Small => -1,
        Size::Medium => 0,
        Size::Large => 2,
        Size::Huge => 4,
    }
}

/// What is worn adds to dodges and DEX checks, at tables that use it. (`sheet.encumbrance`)
fn encumbrance(figures: &Figures, rules: &Rules, dex: i32) -> i32 {
    if rules.encumbrance_er == EncumbranceEr::Off {
        return 0;
    }
    figures.encumbrance.iter().map(|zone| zone.unwrap_or(BARE)).sum::<i32>().min(dex.max(0))
}

/// Weight above the limit. (`fall.overweight`)
fn overweight(figures: &Figures, str: i32, size: Size) -> i32 {
    let times = match size {
        Size::Large => 2,
        Size::Huge => 4,
        _ => 1,
    };
    figures.numbers[TOTAL_WEIGHT].map_or(0, |weight| (weight - str.max(0) * 4 * times).max(0))
}

/// The weapons in their order, those with another grip, and the fist.
fn arms(figures: &Figures, mods: &[i32; 6], limbs: bool, gear: &Gear) -> Vec<Arm> {
    let listed = figures.weapons.clone().unwrap_or_else(|| figures.arms.iter().map(|arm| arm.weapon).collect());
    let mut all: Vec<usize> = Vec::new();
    let add = |weapon: usize, all: &mut Vec<usize>| {
        if !all.contains(&weapon) {
            all.push(weapon);
        }
    };
    // One of a kind in each hand; more would only weigh something.
    for weapon in &listed {
        let has = all.iter().filter(|known| *known == weapon).count();
        let most = if gear.weapons[*weapon].kind == WeaponKind::Natural { 1 } else { usize::from(HANDS) };
        if has < most {
            all.push(*weapon);
        }
    }
    for weapon in &listed {
        if let Some(other) = gear.other_grip(*weapon) {
            add(other, &mut all);
        }
    }
    if let Some(fist) = gear.fist().filter(|_| limbs) {
        add(fist, &mut all);
    }
    let mut free = HANDS;
    let mut arms = Vec::new();
    for weapon in all {
        let carried = &gear.weapons[weapon];
        let in_hand = carried.kind != WeaponKind::Natural && listed.contains(&weapon) && carried.hands <= free;
        free -= if in_hand { carried.hands } else { 0 };
        let loaded = gear.loaded(weapon, figures.ammunition.as_deref());
        arms.push(arm(figures, mods, weapon, gear, Arm { weapon: loaded as u8, in_hand, ..BLANK }));
    }
    arms
}

const BLANK: Arm = Arm {
    weapon: 0,
    attack: 0,
    parry: 0,
    block: 0,
    strength: 0,
    attack_score: 0,
    parry_score: 0,
    block_score: 0,
    pv: 0,
    damage: 0,
    proficient: true,
    in_hand: false,
};

/// Somebody's values with a weapon.
fn arm(figures: &Figures, mods: &[i32; 6], index: usize, gear: &Gear, blank: Arm) -> Arm {
    let weapon: &Weapon = &gear.weapons[index];
    let is_for = |arm: &&ArmFigures| arm.weapon == index || Some(arm.weapon) == gear.base(index);
    let given = figures.arms.iter().find(is_for);
    // In the other grip the values are the same: they are of the hand, not of the reach.
    let number = |at: usize| given.and_then(|arm| arm.numbers[at]);
    let of_family = || {
        let same = |arm: &&ArmFigures| gear.weapons[arm.weapon].family == weapon.family;
        figures.arms.iter().filter(same).filter_map(|arm| arm.numbers[4]).max()
    };
    let pv = number(4).or_else(of_family).unwrap_or(0);
    let [con, str, dex, ..] = *mods;
    let reflexes = figures.numbers[REFLEXES].unwrap_or(0);
    let attack = pv + (dex * weapon.hit_rate).div_euclid(2);
    let strength = (con + str + weapon.shield).max(0);
    let natural = weapon.tags.natural;
    Arm {
        attack: number(0).unwrap_or(attack),
        parry: number(1).unwrap_or(attack + reflexes),
        block: number(2).unwrap_or(pv + con + str + reflexes),
        strength: number(3).unwrap_or(if natural { strength / 2 } else { strength }),
        pv,
        damage: number(5).unwrap_or((str * weapon.damage_rating).div_euclid(2)),
        attack_score: number(6).unwrap_or(0),
        parry_score: number(7).unwrap_or(i32::from(weapon.tags.parry)),
        block_score: number(8).unwrap_or(i32::from(weapon.tags.shield)),
        proficient: natural || given.and_then(|arm| arm.proficient).unwrap_or(true),
        ..blank
    }
}

/// Its abilities, and the skills that come with its weapons.
fn abilities_of(figures: &Figures, arms: &[Arm], gear: &Gear) -> Vec<u8> {
    let mut known = figures.abilities.clone().unwrap_or_default();
    for arm in arms {
        let skill = gear.weapons[usize::from(arm.weapon)].skill;
        known.extend(skill.filter(|skill| !known.contains(skill)));
    }
    known
}

fn perks(known: &[u8], abilities: &[Ability]) -> Perks {
    let mut perks = Perks::default();
    for effect in known.iter().flat_map(|at| &abilities[usize::from(*at)].effects) {
        match effect {
            Effect::Perk(Perk::Dancer) => perks.dancer = true,
            Effect::Perk(Perk::Opportunist) => perks.opportunist = true,
            Effect::Perk(Perk::Deflector) => perks.deflector = true,
            Effect::Perk(Perk::Cavalry) => perks.cavalry = true,
            Effect::Perk(Perk::WolfPack) => perks.wolf_pack = true,
            _ => {}
        }
    }
    perks
}
