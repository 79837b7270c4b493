//! Which cells somebody sees: past walls and smoke, and over fences.

use skirmish_legacy_of_adventure::BOOK;
use skirmish_suite::seen::drawn;

const YARD: &str = r#"
rulebook = "legacy-of-adventure"
[map]
rows = """
. . . # . . .
. . . # . . .
. . . . . . .
. . = = . . .
. . * . . . .
"""
[[combatant]]
name = "Ash"
side = "one"
at = "B2"
[[combatant]]
name = "Bran"
side = "two"
at = "F2"
"#;

#[test]
fn walls_and_smoke_hide_what_is_behind_them() {
    assert_eq!(drawn(BOOK, YARD, &[], "Ash"), ["...#???", "...#???", ".....??", "..==...", "..*...."]);
    let low = drawn(BOOK, YARD, &["gm: Ash.at = A5"], "one");
    assert_eq!(low[4], "..*????", "behind the smoke");
    assert_eq!(drawn(BOOK, YARD, &[], "gm"), ["...#...", "...#...", ".......", "..==...", "..*...."]);
}
