//! How Elemental D6 prints a creature: labels, abbreviations and lines, in data.

use skirmish_bookkit::block::Printed;

/// The modifiers and bonuses by the names that its formulas use: `AB+Dex+2d6`.
#[rustfmt::skip]
pub const PRINTED: Printed = Printed {
    labels: &[
        ("str", &["Str", "Strength"]),
        ("dex", &["Dex", "Dexterity"]),
        ("int", &["Int", "Intelligence"]),
        ("res", &["Res", "Resolve"]),
        ("attack_bonus", &["AB", "Attack bonus"]),
        ("defense_bonus", &["DB", "Defense bonus", "Defence bonus"]),
        ("base_speed", &["Speed", "Base speed"]),
        ("swim_speed", &["Swim", "Swim speed"]),
        ("hp", &["HP", "Hit points"]),
        ("hp_max", &["Max HP", "HP max", "Maximum hit points"]),
        ("hp_dice", &["HP dice", "Hit point dice"]),
        ("soak", &["Soak"]),
        ("armour", &["Armour", "Armor"]),
        ("level", &["Level", "Lvl"]),
        ("abilities", &["Abilities", "Attacks", "Talents", "Weapons"]),
        ("reduce", &["Reduced", "Reduce"]),
    ],
    groups: &[],
    lines: &[
        &["str", "dex", "int", "res"],
        &["attack_bonus", "defense_bonus"],
        &["base_speed", "swim_speed"],
        &["hp", "hp_max", "soak"],
        &["class", "level"],
        &["armour", "shield"],
    ],
    units: &["feet", "ft"],
    heading: None,
};
