//! What files say of this game; more in `tests/files.txt`.

use skirmish_kernel::{Diagnostic, Encounters, Source};

use super::NAMES;
use crate::model::{Elemental, Setup};

/// Two who fight; more about the second is written behind it, from line 12.
const TWO: &str = "rulebook = \"elemental-d6\"\n\n[[combatant]]\nname = \"Finch\"\ncreature = \"brigand\"\nside = \"a\"\n\
                   at = \"B2\"\n[[combatant]]\nname = \"Ogre\"\nside = \"b\"\nat = \"F2\"\n";

fn read(text: &str) -> Result<Setup, Vec<String>> {
    let loaded = Elemental::load(&Source::new("t", text));
    loaded.map(|loaded| loaded.setup).map_err(|wrong| wrong.iter().map(Diagnostic::to_string).collect())
}

pub fn words_for_the_whole_battle_name_nobody() {
    let paths = skirmish_bookkit::fields::paths::<Elemental>(&read(TWO).unwrap());
    let world: Vec<&String> = paths.iter().filter(|path| !path.contains('.')).collect();
    assert!(world.len() == 11 && world.iter().all(|word| NAMES.check(word).is_err()), "{world:?}");
}
