//! What a file may not hold, and a table of files cannot say.

use skirmish_elemental_d6::Elemental;
use skirmish_suite::complaints;

/// Two who fight; more about the second is written behind it, from line 12.
const TWO: &str = "rulebook = \"elemental-d6\"\n\n[[combatant]]\nname = \"Finch\"\ncreature = \"brigand\"\nside = \"a\"\n\
                   at = \"B2\"\n[[combatant]]\nname = \"Ogre\"\nside = \"b\"\nat = \"F2\"\n";

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
    assert!(complaints::<Elemental>(&all(16)).is_empty());
    let wrong = complaints::<Elemental>(&all(17));
    assert_eq!(wrong, ["t:9:8: more than 16 abilities with a cooldown on one sheet (give it fewer)"]);
}
