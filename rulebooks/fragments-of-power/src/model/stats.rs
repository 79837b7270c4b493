//! The numbers of a sheet, each said once: file, edict, schema and docs come from here.

use skirmish_bookkit::at;
use skirmish_bookkit::stat::Stat;

use super::{Attribute, Sheet, Size, Skill};
use crate::catalogue::Rules;

type Row = Stat<Sheet, Rules>;

/// Rows: a name, what it says, its bounds and where it lies; behind the brackets, what it is where a file is silent.
macro_rules! stats {
    ($(($name:literal, $about:literal, $range:expr, $($place:tt)+) $(.$how:ident($by:expr))+;)+) => {
        &[$(Row::new($name, $about, $range, at!($($place)+)) $(.$how($by))+),+]
    };
}

fn level(sheet: &Sheet) -> i64 {
    sheet.level.into()
}

fn attribute(sheet: &Sheet, attribute: Attribute) -> i64 {
    sheet.attribute(attribute).into()
}

/// What an attack must reach, but for armour.
fn defense(sheet: &Sheet, rules: &Rules, of: Attribute) -> i64 {
    i64::from(rules.sheet_defense_base) + level(sheet) + attribute(sheet, of)
}

fn skill(sheet: &Sheet, skill: Skill) -> i64 {
    level(sheet) + attribute(sheet, skill.attribute())
}

fn reach(sheet: &Sheet) -> i64 {
    match sheet.size {
        Size::Large => 10,
        Size::Huge | Size::Gargantuan => 15,
        _ => 5,
    }
}

/// All of them, in the order of the sheet; what follows from others stands behind them. Size and armour are read before.
pub const STATS: &[Row] = stats! {
    ("level", "Level; 1 by default.", 0..=99, level).or(1);
    ("str", "Strength; 3 by default, as the other three.", 0..=30, attributes[0]).or(3);
    ("dex", "Dexterity.", 0..=30, attributes[1]).or(3);
    ("mnd", "Mind.", 0..=30, attributes[2]).or(3);
    ("ess", "Essence.", 0..=30, attributes[3]).or(3);
    ("max_hp", "Hit points at most; level times 10 and STR by default.", 1..=10_000, max_hp)
        .or_from(|sheet, rules| level(sheet) * (i64::from(rules.sheet_hp_base) + attribute(sheet, Attribute::Str)));
    ("max_energy", "Energy at most; twice ESS and level by default.", 0..=10_000, max_energy)
        .or_from(|sheet, _| 2 * (attribute(sheet, Attribute::Ess) + level(sheet)));
    ("spell_level", "The most Energy in one component of a spell; the level by default.", 0..=99, spell_level)
        .or_from(|sheet, _| level(sheet));
    ("physical_defense", "What attacks must reach; 10, level, DEX and armour by default.", 0..=99, physical_defense)
        .or_from(|sheet, rules| defense(sheet, rules, Attribute::Dex) + i64::from(sheet.armour));
    ("mental_defense", "What attacks on the mind must reach; 10, level and MND by default.", 0..=99, mental_defense)
        .or_from(|sheet, rules| defense(sheet, rules, Attribute::Mnd));
    ("initiative_bonus", "Added to the throw for initiative; level and DEX by default.", -20..=99, initiative_bonus)
        .or_from(|sheet, _| level(sheet) + attribute(sheet, Attribute::Dex));
    ("speed", "Feet of one move; 30 by default.", 0..=200, speed).in_steps_of(5).or(30);
    ("reach", "Feet that the body reaches; 5 by default, 10 if large, 15 if huge or more.", 0..=60, reach)
        .in_steps_of(5).or_from(|sheet, _| reach(sheet));
    ("bulk_self", "Own weight, in Bulk; by size by default.", 0..=10_000, bulk_self)
        .or_from(|sheet, _| [1, 1, 4, 8, 32, 128, 512][sheet.size as usize]);
    ("bulk_carried", "Load besides the gear, in Bulk; 0 by default.", 0..=10_000, bulk_carried).or(0);
    ("carrying_capacity", "The most that can be carried, in Bulk; 5 and twice STR by default.", 0..=10_000, carrying_capacity)
        .or_from(|sheet, _| 5 + 2 * attribute(sheet, Attribute::Str));
    ("actions_per_turn", "Actions of a turn; 3 by default.", 0..=6, actions)
        .or_from(|_, rules| rules.turn_actions.into());
    ("reactions_per_round", "Reactions of a round; 1 by default.", 0..=6, reactions).or(1);
    ("hands", "Hands; 2 by default.", 0..=4, hands).or(2);
    ("natural_weapons", "Parts of the body that serve as weapons; 0 by default.", 0..=8, natural_weapons).or(0);
    ("breath", "Rounds without air; STR by default, at least 1.", 1..=99, breath)
        .or_from(|sheet, _| attribute(sheet, Attribute::Str).max(1));
    ("exact_sense", "Feet within which everybody's place is known; 0 by default.", 0..=1000, exact).or(0);
    ("skills.jump", "Added to its checks; level and attribute by default.", -50..=99, skills[Skill::Jump as usize])
        .or_from(|sheet, _| skill(sheet, Skill::Jump));
    ("skills.climb", "Added to its checks; level and attribute by default.", -50..=99, skills[Skill::Climb as usize])
        .or_from(|sheet, _| skill(sheet, Skill::Climb));
    ("skills.swim", "Added to its checks; level and attribute by default.", -50..=99, skills[Skill::Swim as usize])
        .or_from(|sheet, _| skill(sheet, Skill::Swim));
    ("skills.sneak", "Added to its checks; level and attribute by default.", -50..=99, skills[Skill::Sneak as usize])
        .or_from(|sheet, _| skill(sheet, Skill::Sneak));
    ("skills.medicine", "Added to its checks; level and attribute by default.", -50..=99,
        skills[Skill::Medicine as usize]).or_from(|sheet, _| skill(sheet, Skill::Medicine));
    ("skills.intimidate", "Added to its checks; level and attribute by default.", -50..=99,
        skills[Skill::Intimidate as usize]).or_from(|sheet, _| skill(sheet, Skill::Intimidate));
    ("skills.search", "Added to its checks; level and attribute by default.", -50..=99, skills[Skill::Search as usize])
        .or_from(|sheet, _| skill(sheet, Skill::Search));
};
