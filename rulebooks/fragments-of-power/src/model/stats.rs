//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::Stat;

use super::{Attribute, Sheet, Size, Skill};
use crate::catalogue::Rules;

type Row = Stat<Sheet, Rules>;

/// A skill: the level and an attribute where nothing is said.
macro_rules! skill {
    ($name:literal, $skill:ident) => {
        Row::new(
            $name,
            "Added to its checks; level and attribute by default.",
            -50..=99,
            at!(skills[Skill::$skill as usize]),
        )
        .or_from(|sheet, _| i64::from(sheet.level) + i64::from(sheet.attribute(Skill::$skill.attribute())))
    };
}

fn attribute(sheet: &Sheet, attribute: Attribute) -> i64 {
    sheet.attribute(attribute).into()
}

/// All of them, in the order of the sheet; what follows from others stands behind them. Size and armour are read before.
pub const STATS: &[Row] = &[
    Row::new("level", "Level; 1 by default.", 0..=99, at!(level)).or(1),
    Row::new("str", "Strength; 3 by default, as the other three.", 0..=30, at!(attributes[0])).or(3),
    Row::new("dex", "Dexterity.", 0..=30, at!(attributes[1])).or(3),
    Row::new("mnd", "Mind.", 0..=30, at!(attributes[2])).or(3),
    Row::new("ess", "Essence.", 0..=30, at!(attributes[3])).or(3),
    Row::new("max_hp", "Hit points at most; level times 10 and STR by default.", 1..=10_000, at!(max_hp)).or_from(
        |sheet, rules| i64::from(sheet.level) * (i64::from(rules.sheet_hp_base) + attribute(sheet, Attribute::Str)),
    ),
    Row::new("max_energy", "Energy at most; twice ESS and level by default.", 0..=10_000, at!(max_energy))
        .or_from(|sheet, _| 2 * (attribute(sheet, Attribute::Ess) + i64::from(sheet.level))),
    Row::new(
        "spell_level",
        "The most Energy in one component of a spell; the level by default.",
        0..=99,
        at!(spell_level),
    )
    .or_from(|sheet, _| sheet.level.into()),
    Row::new(
        "physical_defense",
        "What attacks must reach; 10, level, DEX and armour by default.",
        0..=99,
        at!(physical_defense),
    )
    .or_from(|sheet, rules| {
        i64::from(rules.sheet_defense_base)
            + i64::from(sheet.level)
            + attribute(sheet, Attribute::Dex)
            + i64::from(sheet.armour)
    }),
    Row::new(
        "mental_defense",
        "What attacks on the mind must reach; 10, level and MND by default.",
        0..=99,
        at!(mental_defense),
    )
    .or_from(|sheet, rules| {
        i64::from(rules.sheet_defense_base) + i64::from(sheet.level) + attribute(sheet, Attribute::Mnd)
    }),
    Row::new(
        "initiative_bonus",
        "Added to the throw for initiative; level and DEX by default.",
        -20..=99,
        at!(initiative_bonus),
    )
    .or_from(|sheet, _| i64::from(sheet.level) + attribute(sheet, Attribute::Dex)),
    Row::new("speed", "Feet of one move; 30 by default.", 0..=200, at!(speed)).in_steps_of(5).or(30),
    Row::new("reach", "Feet that its body reaches; 5 by default, 10 if large, 15 if huge or more.", 0..=60, at!(reach))
        .in_steps_of(5)
        .or_from(|sheet, _| match sheet.size {
            Size::Large => 10,
            Size::Huge | Size::Gargantuan => 15,
            _ => 5,
        }),
    Row::new("bulk_self", "What it weighs, in Bulk; by its size by default.", 0..=10_000, at!(bulk_self))
        .or_from(|sheet, _| [1, 1, 4, 8, 32, 128, 512][sheet.size as usize]),
    Row::new("bulk_carried", "What it carries besides its gear, in Bulk; 0 by default.", 0..=10_000, at!(bulk_carried))
        .or(0),
    Row::new(
        "carrying_capacity",
        "What it can carry, in Bulk; 5 and twice STR by default.",
        0..=10_000,
        at!(carrying_capacity),
    )
    .or_from(|sheet, _| 5 + 2 * attribute(sheet, Attribute::Str)),
    Row::new("actions_per_turn", "Actions of a turn; 3 by default.", 0..=6, at!(actions))
        .or_from(|_, rules| rules.turn_actions.into()),
    Row::new("reactions_per_round", "Reactions of a round; 1 by default.", 0..=6, at!(reactions)).or(1),
    Row::new("hands", "Hands; 2 by default.", 0..=4, at!(hands)).or(2),
    Row::new("natural_weapons", "Parts of its body that serve as weapons; 0 by default.", 0..=8, at!(natural_weapons))
        .or(0),
    Row::new("breath", "Rounds that it holds its breath; STR by default, at least 1.", 1..=99, at!(breath))
        .or_from(|sheet, _| attribute(sheet, Attribute::Str).max(1)),
    Row::new("exact_sense", "Feet within which it knows where everybody is; 0 by default.", 0..=1000, at!(exact)).or(0),
    skill!("skills.jump", Jump),
    skill!("skills.climb", Climb),
    skill!("skills.swim", Swim),
    skill!("skills.sneak", Sneak),
    skill!("skills.medicine", Medicine),
    skill!("skills.intimidate", Intimidate),
    skill!("skills.search", Search),
];
