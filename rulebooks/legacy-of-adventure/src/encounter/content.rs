//! The content that comes with the book.

use std::sync::OnceLock;

use serde::Deserialize;
use skirmish_kernel::Source;

use super::file::{AbilityFile, ArmourFile, CreatureFile, Placed, ShieldFile, WeaponFile};

/// Everything in the content files.
pub(super) struct Content {
    pub(super) abilities: Vec<Placed<AbilityFile>>,
    pub(super) spells: Vec<Placed<AbilityFile>>,
    pub(super) weapons: Vec<Placed<WeaponFile>>,
    pub(super) shields: Vec<Placed<ShieldFile>>,
    pub(super) armour: Vec<Placed<ArmourFile>>,
    pub(super) creatures: Vec<Placed<CreatureFile>>,
    pub(super) ability_source: Source,
    pub(super) spell_source: Source,
    pub(super) weapon_source: Source,
    pub(super) armour_source: Source,
    pub(super) creature_source: Source,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Abilities {
    ability: Vec<Placed<AbilityFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Weapons {
    weapon: Vec<Placed<WeaponFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Worn {
    armour: Vec<Placed<ArmourFile>>,
    shield: Vec<Placed<ShieldFile>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Creatures {
    creature: Vec<Placed<CreatureFile>>,
}

const ABILITIES: &str = include_str!("../../content/abilities.toml");
const SPELLS: &str = include_str!("../../content/spells.toml");
const WEAPONS: &str = include_str!("../../content/weapons.toml");
const ARMOUR: &str = include_str!("../../content/armour.toml");
const CREATURES: &str = include_str!("../../content/creatures.toml");

/// The content, read once. The files are part of the program and tested to be right.
pub(super) fn content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        let worn: Worn = read(ARMOUR, "armour.toml");
        Content {
            abilities: read::<Abilities>(ABILITIES, "abilities.toml").ability,
            spells: read::<Abilities>(SPELLS, "spells.toml").ability,
            weapons: read::<Weapons>(WEAPONS, "weapons.toml").weapon,
            shields: worn.shield,
            armour: worn.armour,
            creatures: read::<Creatures>(CREATURES, "creatures.toml").creature,
            ability_source: Source::new("content/abilities.toml", ABILITIES),
            spell_source: Source::new("content/spells.toml", SPELLS),
            weapon_source: Source::new("content/weapons.toml", WEAPONS),
            armour_source: Source::new("content/armour.toml", ARMOUR),
            creature_source: Source::new("content/creatures.toml", CREATURES),
        }
    })
}

fn read<T: for<'de> Deserialize<'de>>(text: &str, name: &str) -> T {
    toml::from_str(text).unwrap_or_else(|e| panic!("built-in content {name}: {e}"))
}
