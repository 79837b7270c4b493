//! The content that comes with the book.

use std::sync::OnceLock;

use serde::Deserialize;
use skirmish_kernel::Source;
use toml::Spanned;

use super::file::{AbilityFile, ArmourFile, ClassFile, CreatureFile, ShieldFile};

/// Everything in the content files.
pub(super) struct Content {
    pub(super) abilities: Vec<Spanned<AbilityFile>>,
    pub(super) creatures: Vec<Spanned<CreatureFile>>,
    pub(super) armour: Vec<ArmourFile>,
    pub(super) shields: Vec<ShieldFile>,
    pub(super) classes: Vec<ClassFile>,
    pub(super) ability_source: Source,
    pub(super) creature_source: Source,
}

#[derive(Deserialize)]
struct Abilities {
    ability: Vec<Spanned<AbilityFile>>,
}

#[derive(Deserialize)]
struct Creatures {
    creature: Vec<Spanned<CreatureFile>>,
}

#[derive(Deserialize)]
struct Gear {
    armour: Vec<ArmourFile>,
    shield: Vec<ShieldFile>,
}

#[derive(Deserialize)]
struct Classes {
    class: Vec<ClassFile>,
}

const ABILITIES: &str = include_str!("../../content/abilities.toml");
const CREATURES: &str = include_str!("../../content/creatures.toml");
const ARMOUR: &str = include_str!("../../content/armour.toml");
const CLASSES: &str = include_str!("../../content/classes.toml");

/// The content, read once. The files are part of the program and tested to be right.
pub(super) fn content() -> &'static Content {
    static CONTENT: OnceLock<Content> = OnceLock::new();
    CONTENT.get_or_init(|| {
        let gear = read::<Gear>(ARMOUR, "armour.toml");
        Content {
            abilities: read::<Abilities>(ABILITIES, "abilities.toml").ability,
            creatures: read::<Creatures>(CREATURES, "creatures.toml").creature,
            armour: gear.armour,
            shields: gear.shield,
            classes: read::<Classes>(CLASSES, "classes.toml").class,
            ability_source: Source::new("content/abilities.toml", ABILITIES),
            creature_source: Source::new("content/creatures.toml", CREATURES),
        }
    })
}

fn read<T: for<'de> Deserialize<'de>>(text: &str, name: &str) -> T {
    toml::from_str(text).unwrap_or_else(|e| panic!("built-in content {name}: {e}"))
}
