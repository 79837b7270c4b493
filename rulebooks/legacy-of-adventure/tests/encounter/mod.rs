//! What a file may not hold, and a table of files cannot say.

use skirmish_legacy_of_adventure::Legacy;
use skirmish_suite::complaints;

/// Two who fight, and nothing else.
const TWO: &str = "rulebook = \"legacy-of-adventure\"\n[[combatant]]\nname = \"Maud\"\ncreature = \"guard\"\nside = \"a\"\n\
                   at = \"B2\"\n[[combatant]]\nname = \"Snig\"\ncreature = \"goblin\"\nside = \"b\"\nat = \"F2\"\n";

/// So many copies of a skill of this table's own, and a sheet that knows them all.
fn skilled(count: usize, more: &str) -> String {
    let scores: Vec<String> = (0..count).map(|at| format!("knack-{at} = 9")).collect();
    let ability = |at| format!("[[ability]]\nname = \"knack-{at}\"\nattribute = \"agility\"\n{more}\n");
    format!("{TWO}skills = {{ {} }}\n{}", scores.join(", "), (0..count).map(ability).collect::<String>())
}

#[test]
fn sheets_have_room_for_so_much() {
    let wrong = complaints::<Legacy>;
    let begins = |text: &str, expected: &str| {
        let found = wrong(text);
        assert!(found.iter().any(|complaint| complaint.starts_with(expected)), "{expected}: {found:#?}");
    };
    let utility = "kind = \"utility\"";
    // A goblin knows six already.
    assert!(wrong(&skilled(18, utility)).is_empty());
    begins(&skilled(19, utility), "t:8:8: Snig has 25 skills (at most 24)");
    let attack = "kind = \"attack\"\nnature = \"magic\"\nmode = \"melee\"\ndamage = \"1d6\"\ndamage_type = \"magic\"";
    // It has three ways of attacking: a dagger near and far, and a crossbow.
    assert!(wrong(&skilled(18, attack)).is_empty());
    let daggers = "weapons = [\"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\"]\nskills";
    begins(&skilled(13, attack).replace("skills", daggers), "t:8:8: Snig has 25 ways of attacking (at most 24");
    assert!(wrong(&skilled(12, attack).replace("skills", daggers)).is_empty());
    begins(&skilled(227, utility), "t:1:1: 251 entries of `ability` (at most 250 are possible)");
}
