//! How Sigil of Uchma prints a creature: labels, abbreviations and lines, in data.

use skirmish_bookkit::block::Printed;

/// Resistances and armors in the order of its tables, the other values by name.
#[rustfmt::skip]
pub const PRINTED: Printed = Printed {
    labels: &[
        ("level", &["Level", "Lvl"]),
        ("initiative", &["Initiative", "Init"]),
        ("base_max_health", &["Health", "Base max health", "Base maximum health"]),
        ("max_health", &["Max health", "Maximum health"]),
        ("max_energy", &["Energy", "Max energy"]),
        ("warding", &["Warding", "Ward"]),
        ("constitution", &["Constitution", "Con"]),
        ("evasion", &["Evasion", "Eva"]),
        ("physical_armor", &["Physical armor", "Physical armour"]),
        ("magical_armor", &["Magical armor", "Magical armour"]),
        ("base_move", &["Move", "Base move", "Movement speed"]),
        ("fly_speed", &["Fly speed", "Flight speed"]),
        ("weapons", &["Weapons", "Carries"]),
        ("other_sets", &["Other sets", "Other weapon sets", "Second set"]),
        ("abilities", &["Abilities", "Techniques"]),
        ("armor", &["Armor", "Armour", "Wears"]),
    ],
    groups: &[
        (&["Resistances", "Parry/Warding/Constitution/Evasion"], &["parry", "warding", "constitution", "evasion"]),
        (&["Armor", "Armour", "Armor p/m"], &["physical_armor", "magical_armor"]),
    ],
    lines: &[
        &["kind", "level", "size"],
        &["initiative", "tier", "major"],
        &["base_max_health", "max_health", "max_energy"],
        &["parry", "warding", "constitution", "evasion"],
        &["physical_armor", "magical_armor", "potency", "control"],
        &["base_move", "move_bonus", "flies", "fly_speed"],
    ],
    units: &["squares", "metres", "meters", "m"],
    heading: None,
};
