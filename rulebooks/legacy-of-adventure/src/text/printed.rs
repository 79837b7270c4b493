//! How Legacy of Adventure prints a creature: labels, abbreviations and lines, in data.

use skirmish_bookkit::block::Printed;

/// Attributes by their names, scores behind the names of skills.
#[rustfmt::skip]
pub const PRINTED: Printed = Printed {
    labels: &[
        ("agility", &["Agility", "AGI"]),
        ("strength", &["Strength", "STR"]),
        ("constitution", &["Constitution", "CON"]),
        ("knowledge", &["Knowledge", "KNO"]),
        ("perception", &["Perception", "PER"]),
        ("influence", &["Influence", "INF"]),
        ("level", &["Level", "Lvl"]),
        ("basic_hits", &["Basic Hits"]),
        ("max_hits", &["Hits", "Max hits", "Maximum hits"]),
        ("actions_per_round", &["Actions", "Actions per round"]),
        ("free_actions", &["Free actions", "Free acts"]),
        ("move_rate", &["Move rate", "Move"]),
        ("combat_step", &["Combat step"]),
        ("skills", &["Skills", "Attack skills", "Defend skills", "Move skills", "Utility skills", "Other skills", "Spells"]),
        ("saves.reaction", &["Reaction save", "Reaction"]),
        ("saves.stamina", &["Stamina save", "Stamina"]),
        ("saves.willpower", &["Willpower save", "Willpower"]),
        ("natural.physical", &["Natural physical"]),
        ("natural.impact", &["Natural impact"]),
        ("natural.magic", &["Natural magic"]),
        ("natural.energy", &["Natural energy"]),
        ("natural.elemental", &["Natural elemental"]),
        ("magical.physical", &["Magical physical"]),
        ("magical.impact", &["Magical impact"]),
        ("magical.magic", &["Magical magic"]),
        ("magical.energy", &["Magical energy"]),
        ("magical.elemental", &["Magical elemental"]),
        ("armour", &["Armour", "Armor", "Worn", "Wears"]),
        ("proficient", &["Proficient", "Proficient with"]),
    ],
    groups: &[
        (&["Saves", "Saves reaction/stamina/willpower", "Saves: reaction/stamina/willpower"], &["saves.reaction", "saves.stamina", "saves.willpower"]),
        (&["Natural", "Natural armour", "Natural (physical/impact/magic)"], &["natural.physical", "natural.impact", "natural.magic"]),
    ],
    lines: &[
        &["level", "size", "reach"],
        &["agility", "strength", "constitution"],
        &["knowledge", "perception", "influence"],
        &["basic_hits", "max_hits"],
        &["actions_per_round", "free_actions", "move_rate", "combat_step"],
        &["saves.reaction", "saves.stamina", "saves.willpower"],
        &["natural.physical", "natural.impact", "natural.magic", "natural.energy", "natural.elemental"],
        &["magical.physical", "magical.impact", "magical.magic", "magical.energy", "magical.elemental"],
    ],
    units: &["yards", "yard", "yd"],
    heading: None,
};
