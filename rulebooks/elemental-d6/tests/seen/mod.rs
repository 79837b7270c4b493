//! Which hexes somebody sees: past obstacles, into the dark, through leaves, with blinded eyes.

use skirmish_elemental_d6::BOOK;
use skirmish_suite::seen::drawn;

/// A wall across, a thicket of three hexes, and a dark corner; Ash stands west of the wall, Birch and Bran east of it.
const YARD: &str = r#"
rulebook = "elemental-d6"
calm = true
[map]
rows = """
. . . # . . . .
 . . . # . . . .
. . . # . . . .
 . . . . . . . .
. . . . . . * *
 . % % % . . * *
"""
[[combatant]]
name = "Ash"
side = "one"
at = "B1"
[[combatant]]
name = "Birch"
side = "one"
at = "F1"
hp = 5
[[combatant]]
name = "Bran"
side = "two"
at = "G2"
"#;

#[test]
fn a_wall_hides_what_is_behind_it() {
    let west = ["...#....", "...#????", "...#????", "....????", "......??", ".%%%..??"];
    assert_eq!(drawn(BOOK, YARD, &[], "Ash"), west);
    let both = drawn(BOOK, YARD, &[], "one");
    assert_eq!(both, ["...#....", "...#....", "...#....", "........", "......??", ".%%%..??"], "with Birch's eyes too");
    assert_eq!(drawn(BOOK, YARD, &[], "gm"), ["...#....", "...#....", "...#....", "........", "......**", ".%%%..**"]);
    let without = drawn(BOOK, YARD, &["gm: Birch.hp = -9"], "one");
    assert_eq!(without, west, "who is down sees nothing");
}

#[test]
fn who_cannot_see_sees_nothing() {
    let blind = drawn(BOOK, YARD, &["gm: Ash.cannot_see = yes"], "Ash");
    assert!(blind.iter().all(|row| row == "????????"), "{blind:#?}");
}

#[test]
fn three_hexes_of_leaves_hide_what_is_behind_them() {
    let thicket = |leaves: &str| {
        format!(
            "rulebook = \"elemental-d6\"\ncalm = true\nmap = {{ rows = \"\"\"\n{leaves}\n{leaves}\n{leaves}\"\"\" }}\n\
         [[combatant]]\nname = \"Ash\"\nside = \"one\"\nat = \"A2\"\n[[combatant]]\nname = \"Bran\"\nside = \"two\"\nat = \"G2\"\n"
        )
    };
    assert_eq!(drawn(BOOK, &thicket(". . % % . . ."), &[], "Ash")[1], "..%%...");
    assert_eq!(drawn(BOOK, &thicket(". . % % % . ."), &[], "Ash")[1], "..%%%??");
}
