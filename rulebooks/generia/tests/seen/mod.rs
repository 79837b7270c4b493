//! Which cells somebody sees: those before its eyes, with no wall in between.

use skirmish_generia::BOOK;
use skirmish_suite::seen::drawn;

const YARD: &str = r#"
rulebook = "generia"
[map]
rows = """
. . . # . . .
. . . # . . .
. . . . . . .
. . * * . . .
"""
[[combatant]]
name = "Ash"
side = "one"
at = "B2"
facing = "east"
[[combatant]]
name = "Bran"
side = "two"
at = "F2"
facing = "west"
"#;

#[test]
fn walls_and_its_own_back_hide_from_somebody() {
    assert_eq!(drawn(BOOK, YARD, &[], "Ash"), ["?..#???", "?..#???", "?....??", "?.**..."]);
    let back = drawn(BOOK, YARD, &["gm: Ash.facing = west"], "one");
    assert_eq!(back, ["..?????", "..?????", "..?????", "..?????"], "it looks the other way");
    assert_eq!(drawn(BOOK, YARD, &[], "gm"), ["...#...", "...#...", ".......", "..**..."]);
}

/// In this book the dark hides whoever sneaks, and nobody else.
#[test]
fn one_sees_all_around_where_the_table_plays_so() {
    let around = drawn(BOOK, &format!("rules = {{ \"facing.view\" = \"360\" }}\n{YARD}"), &[], "Ash");
    assert_eq!(around, ["...#???", "...#???", ".....??", "..**..."]);
}
