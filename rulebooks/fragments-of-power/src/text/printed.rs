//! How Fragments of Power prints a creature: labels, abbreviations and lines, in data.

use skirmish_bookkit::block::Printed;

/// Attributes and defenses by the abbreviations of its sheets.
#[rustfmt::skip]
pub const PRINTED: Printed = Printed {
    labels: &[
        ("level", &["Level", "Lvl"]),
        ("str", &["STR", "Strength"]),
        ("dex", &["DEX", "Dexterity"]),
        ("mnd", &["MND", "Mind"]),
        ("ess", &["ESS", "Essence"]),
        ("max_hp", &["HP", "Hit points", "Max HP"]),
        ("max_energy", &["Energy", "Max energy"]),
        ("physical_defense", &["PD", "Physical defense", "Physical defence"]),
        ("mental_defense", &["MD", "Mental defense", "Mental defence"]),
        ("initiative_bonus", &["Init", "Initiative", "Initiative bonus"]),
        ("bulk_self", &["Bulk"]),
        ("bulk_carried", &["Load", "Bulk carried"]),
        ("actions_per_turn", &["Actions", "Actions per turn"]),
        ("reactions_per_round", &["Reactions", "Reactions per round"]),
        ("armour", &["Armour", "Armor"]),
        ("modes", &["Modes", "Movement"]),
        ("spells", &["Spells", "Powers"]),
        ("feats", &["Feats"]),
        ("vulnerable", &["Vulnerable to", "Vulnerable", "Vulnerabilities"]),
        ("resistant", &["Resistant to", "Resistant", "Resistances"]),
        ("immune", &["Immune to", "Immune", "Immunities"]),
        ("skills.jump", &["Jump"]),
        ("skills.climb", &["Climb"]),
        ("skills.swim", &["Swim"]),
        ("skills.sneak", &["Sneak"]),
        ("skills.medicine", &["Medicine"]),
        ("skills.intimidate", &["Intimidate"]),
        ("skills.search", &["Search"]),
    ],
    groups: &[],
    lines: &[
        &["level", "size"],
        &["str", "dex", "mnd", "ess"],
        &["max_hp", "max_energy", "spell_level"],
        &["physical_defense", "mental_defense", "initiative_bonus"],
        &["speed", "reach", "hands", "natural_weapons", "hide"],
        &["actions_per_turn", "reactions_per_round"],
        &["skills.jump", "skills.climb", "skills.swim", "skills.sneak", "skills.medicine", "skills.intimidate", "skills.search"],
    ],
    units: &["feet", "ft"],
    heading: None,
};
