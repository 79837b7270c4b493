//! Which squares somebody sees well: past walls, in the light of a torch, through fog, with other senses.

use skirmish_fragments_of_power::BOOK;
use skirmish_suite::seen::drawn;

/// Two of one side and one of the other, on this ground.
fn field(map: &str, ash: &str, bran: &str) -> String {
    format!(
        "rulebook = \"fragments-of-power\"\n{map}\n\
         [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"B2\"\n{ash}\n\
         [[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"G2\"\n{bran}\n"
    )
}

fn ground(rows: &str) -> String {
    format!("[map]\nrows = \"\"\"\n{rows}\n\"\"\"")
}

#[test]
fn a_wall_hides_what_is_behind_it() {
    let yard = field(&ground("...#...\n...#...\n...#...\n......."), "", "");
    assert_eq!(drawn(BOOK, &yard, &[], "Ash"), ["...#???", "...#???", "...#???", ".....??"]);
    assert_eq!(drawn(BOOK, &yard, &[], "gm"), ["...#...", "...#...", "...#...", "......."]);
    let blind = drawn(BOOK, &yard, &["gm: Ash.conditions += blinded 1"], "one");
    assert!(blind.iter().all(|row| row == "???????"), "{blind:#?}");
}

#[test]
fn a_torch_lights_a_dark_room() {
    let dark = "light = \"dark\"\nmap = { width = 9, height = 3 }";
    let [unlit, lit] = ["", "\"torch\""].map(|torch| field(dark, &format!("weapons = [\"dagger\", {torch}]"), ""));
    assert_eq!(drawn(BOOK, &unlit, &[], "one"), ["?????????"; 3]);
    // Twenty feet are four squares.
    assert_eq!(drawn(BOOK, &lit, &[], "one"), ["______???"; 3]);
    assert_eq!(drawn(BOOK, &lit, &[], "two"), ["______???"; 3], "it is light for everybody");
    let eyes = field(dark, "darkvision = true", "exact_sense = 10");
    assert_eq!(drawn(BOOK, &eyes, &[], "one"), ["_________"; 3]);
    assert_eq!(drawn(BOOK, &eyes, &[], "two"), ["????_____"; 3], "ten feet around");
}

/// The torch of somebody who hides would betray him: to those who do not know of him it lights nothing.
#[test]
fn a_hidden_torch_lights_nothing_that_one_knows_of() {
    let dark = "light = \"dark\"\nmap = { width = 9, height = 3 }";
    let lit = field(dark, "weapons = [\"dagger\", \"torch\"]", "");
    let hides = ["gm: Ash.hidden_from = Bran"];
    assert_eq!(drawn(BOOK, &lit, &hides, "two"), ["?????????"; 3]);
    assert_eq!(drawn(BOOK, &lit, &hides, "one"), ["______???"; 3]);
}

#[test]
fn fog_hides_what_is_in_it_and_behind_it() {
    let foggy = field(&ground(".......\n...*...\n.......\n......."), "", "");
    assert_eq!(drawn(BOOK, &foggy, &[], "one"), [".....??", "...????", ".....??", "......."]);
    assert_eq!(drawn(BOOK, &foggy, &["gm: Ash.at = D2"], "one"), ["???????"; 4], "who stands in it sees badly");
}
