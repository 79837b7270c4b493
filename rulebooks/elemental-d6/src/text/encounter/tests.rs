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

#[test]
fn words_for_the_whole_battle_name_nobody() {
    let paths = skirmish_bookkit::fields::paths::<Elemental>(&read(TWO).unwrap());
    let world: Vec<&String> = paths.iter().filter(|path| !path.contains('.')).collect();
    assert!(world.len() == 11 && world.iter().all(|word| NAMES.check(word).is_err()), "{world:?}");
}

/// An ability of this table's own, from line 14 where it is the first.
const CLUB: &str =
    "name = \"club\"\nkind = \"weapon\"\ncosts = [\"standard\"]\ndelivery = \"melee\"\nrange = 5\nspeed = \"2H\"\n";

#[test]
fn cooldowns_are_as_many_as_play_keeps_account_of() {
    let ability = |at: usize| format!("[[ability]]\n{}cooldown = 1\n", CLUB.replace("club", &format!("club-{at}")));
    let all = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!("\"club-{at}\"")).collect();
        let abilities: String = (0..count).map(ability).collect();
        format!("{TWO}abilities = [{}]\n{abilities}", names.join(", "))
    };
    assert!(read(&all(16)).is_ok());
    let wrong = read(&all(17)).unwrap_err();
    assert_eq!(wrong, ["t:9:8: more than 16 abilities with a cooldown on one sheet (give it fewer)"]);
}
