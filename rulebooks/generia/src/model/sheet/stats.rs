//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::Stat;

use super::{Arm, Attribute, Sheet, Size};
use crate::model::LONGEST_PATH;

/// What numbers are made from that is not on the sheet.
#[derive(Clone, Copy, Debug)]
pub struct Basis {
    /// The attributes, of which the sheet has the MODs.
    pub attributes: [i32; 6],
    /// What reflexes add to values that are left out.
    pub reflexes: i32,
}

impl Basis {
    /// How many steps an attribute has reached: those listed, and beyond the last one more at each `then`.
    fn steps(&self, attribute: Attribute, listed: &[i32], then: i32) -> i64 {
        let attribute = self.attributes[attribute as usize];
        let reached = listed.iter().filter(|step| attribute >= **step).count() as i32;
        let last = listed.last().copied().unwrap_or(0);
        (if then > 0 && attribute >= last { reached + (attribute - last) / then } else { reached }).into()
    }
}

type Row = Stat<Sheet, Basis>;

/// All of a sheet, in its order; what follows from others stands behind them.
pub const STATS: &[Row] = &[
    // A file may give the attribute in its place: see `encounter::people`.
    Row::new("con_mod", "Modifier of Constitution.", MODS, at!(mods[0])).once(&["con"]).by_hand(),
    Row::new("str_mod", "Modifier of Strength.", MODS, at!(mods[1])).once(&["str"]).by_hand(),
    Row::new("dex_mod", "Modifier of Dexterity.", MODS, at!(mods[2])).once(&["dex"]).by_hand(),
    Row::new("int_mod", "Modifier of Intelligence.", MODS, at!(mods[3])).once(&["int"]).by_hand(),
    Row::new("wil_mod", "Modifier of Willpower.", MODS, at!(mods[4])).once(&["wil"]).by_hand(),
    Row::new("per_mod", "Modifier of Perception.", MODS, at!(mods[5])).once(&["per"]).by_hand(),
    Row::new("ms", "Movement Speed in metres; from DEX by default.", 0..=LONGEST_PATH as i64, at!(speed))
        .once(&["speed"])
        .or_from(|_, basis| 2 * basis.steps(Attribute::Dex, &[1, 3], 4)),
    Row::new("en", "Energy at most; from STR by default.", 0..=10_000, at!(energy))
        .once(&["energy_max"])
        .or_from(|_, basis| 5 * basis.steps(Attribute::Str, &[1, 3, 5, 9, 13, 17], 0)),
    Row::new("mp", "Mana at most; from INT by default.", 0..=10_000, at!(mana))
        .once(&["mana_max"])
        .or_from(|_, basis| 5 * basis.steps(Attribute::Int, &[1, 5, 7, 11, 15, 19], 0)),
    Row::new("mpr", "Mana that comes back in a Phase; from WIL by default.", 0..=1000, at!(mana_regen))
        .once(&["mana_regen"])
        .or_from(|_, basis| basis.steps(Attribute::Wil, &[1, 5, 9, 11, 15, 17], 0)),
    Row::new("wl", "Wound limit; 3 by default, and more with WIL and size.", 1..=100, at!(wound_limit))
        .or_from(|sheet, basis| 3 + basis.steps(Attribute::Wil, &[3, 7, 13, 19], 0) + wounds_of(sheet.size)),
    Row::new("wt", "Wound threshold; 1 by default, and more with CON.", 1..=10_000, at!(wound_threshold))
        .or_from(|_, basis| 1 + 2 * basis.steps(Attribute::Con, &[1, 3], 0) + basis.steps(Attribute::Con, &[5], 2)),
    Row::new("tn", "Toughness; 3 by default, and more with CON.", 0..=10_000, at!(toughness))
        .or_from(|_, basis| 3 + i64::from(basis.attributes[Attribute::Con as usize].div_euclid(10))),
    Row::new("md", "Magic defence; that of the trinkets by default.", 0..=1000, at!(md)).or(0),
    Row::new("dodge", "Dodge value; DEX, PER and reflexes by default.", -100..=100, at!(dodge)).or_from(
        |sheet, basis| {
            let agile = sheet.modifier(Attribute::Dex) + sheet.modifier(Attribute::Per);
            (agile + basis.reflexes + sheet.encumbrance).into()
        },
    ),
    Row::new("dodge_score", "Advantage score of its dodges; from its size by default.", SCORE, at!(dodge_score))
        .or_from(|sheet, _| (-sheet.size.steps()).into()),
    Row::new("mountable", "Riding that a rider needs; without it nobody rides it.", SKILL, at!(mountable)),
    // These files have by zone, with armour around: see `encounter::people`.
    Row::new("av.head", "Armour value of the head.", 0..=1000, at!(av[0])).by_hand(),
    Row::new("av.torso", "Armour value of the torso.", 0..=1000, at!(av[1])).by_hand(),
    Row::new("av.arms", "Armour value of the arms.", 0..=1000, at!(av[2])).by_hand(),
    Row::new("av.legs", "Armour value of the legs.", 0..=1000, at!(av[3])).by_hand(),
    // And these among all skills.
    Row::new("athletics", "Jumping, falling.", SKILL, at!(skills.athletics)).by_hand(),
    Row::new("riding", "Sitting on a mount.", SKILL, at!(skills.riding)).by_hand(),
    Row::new("stealth", "Going unseen.", SKILL, at!(skills.stealth)).by_hand(),
    Row::new("encumbrance", "What armour adds to DEX, with `encumbrance.er`.", -50..=50, at!(encumbrance)).by_hand(),
    Row::new("overweight", "Weight above the limit.", 0..=1000, at!(overweight)).by_hand(),
];

/// Bounds of a MOD.
pub const MODS: std::ops::RangeInclusive<i64> = -20..=50;

/// Bounds of an advantage score.
const SCORE: std::ops::RangeInclusive<i64> = -9..=9;

/// Bounds of a skill or proficiency.
pub const SKILL: std::ops::RangeInclusive<i64> = 0..=50;

/// What a size adds to the wound limit. (`sheet.wound-limit`)
fn wounds_of(size: Size) -> i64 {
    match size {
        Size::Tiny => -2,
        Size::Small => -1,
        Size::Medium => 0,
        Size::Large => 2,
        Size::Huge => 4,
    }
}

/// What somebody's values with a weapon are made from.
#[derive(Clone, Copy, Debug)]
pub struct Grip {
    /// The MODs of its holder.
    pub mods: [i32; 6],
    /// What reflexes add to its defences.
    pub reflexes: i32,
    /// The proficiency with another weapon of its type.
    pub of_family: i32,
    /// Hit rate, in halves.
    pub hit_rate: i32,
    /// Damage rating, in halves.
    pub damage_rating: i32,
    /// What a shield adds to Block Strength.
    pub shield: i32,
    /// Is it of the body?
    pub natural: bool,
    /// Has it the tag Parry?
    pub parries: bool,
    /// Has it the tag Shield?
    pub shields: bool,
}

impl Grip {
    fn modifier(&self, attribute: Attribute) -> i32 {
        self.mods[attribute as usize]
    }

    /// Proficiency, and of DEX what the weapon makes of it.
    fn hits(&self, arm: &Arm) -> i32 {
        arm.pv + (self.modifier(Attribute::Dex) * self.hit_rate).div_euclid(2)
    }
}

type ArmRow = Stat<Arm, Grip>;

/// All of one of its arms; in paths their name stands behind: `attack.rapier`.
pub const ARM_STATS: &[ArmRow] = &[
    ArmRow::new("pv", "Proficiency; that with another weapon of the type by default, or 0.", SKILL, at!(pv))
        .or_from(|_, grip| grip.of_family.into()),
    ArmRow::new("attack", "Added to the d20; PV and DEX times hit rate by default.", VALUE, at!(attack))
        .or_from(|arm, grip| grip.hits(arm).into()),
    ArmRow::new("parry", "Added to the d12 of a parry; the same and reflexes by default.", VALUE, at!(parry))
        .or_from(|arm, grip| (grip.hits(arm) + grip.reflexes).into()),
    ArmRow::new("block", "Added to the d12 of a block; PV, CON, STR and reflexes by default.", VALUE, at!(block))
        .or_from(|arm, grip| {
            (arm.pv + grip.modifier(Attribute::Con) + grip.modifier(Attribute::Str) + grip.reflexes).into()
        }),
    ArmRow::new("strength", "Block Strength; CON, STR and the shield by default.", 0..=1000, at!(strength)).or_from(
        |_, grip| {
            let whole = (grip.modifier(Attribute::Con) + grip.modifier(Attribute::Str) + grip.shield).max(0);
            (if grip.natural { whole / 2 } else { whole }).into()
        },
    ),
    ArmRow::new("bonus", "Fixed part of its damage; STR times damage rating by default.", -100..=1000, at!(damage))
        .once(&["damage"])
        .or_from(|_, grip| (grip.modifier(Attribute::Str) * grip.damage_rating).div_euclid(2).into()),
    ArmRow::new("attack_score", "Advantage score of its attacks.", SCORE, at!(attack_score)).or(0),
    ArmRow::new("parry_score", "Advantage score of its parries; that of its tags by default.", SCORE, at!(parry_score))
        .or_from(|_, grip| grip.parries.into()),
    ArmRow::new("block_score", "Advantage score of its blocks; that of its tags by default.", SCORE, at!(block_score))
        .or_from(|_, grip| grip.shields.into()),
];

/// Bounds of what is added to a roll.
const VALUE: std::ops::RangeInclusive<i64> = -100..=100;
