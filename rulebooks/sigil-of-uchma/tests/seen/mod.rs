//! Which squares somebody sees: past walls, into magic darkness, with an eye elsewhere.

use skirmish_sigil_of_uchma::BOOK;
use skirmish_suite::seen::drawn;

const YARD: &str = r#"
rulebook = "sigil-of-uchma"
[map]
rows = """
...#...
...#...
...#...
.......
"""
[[ability]]
name = "far-eye"
timing = ["rapid"]
range = 9
targets = "cell"
hostile = false
effect = [{ kind = "eye", rounds = 2 }]
[[combatant]]
name = "Ash"
side = "one"
at = "B2"
abilities = ["far-eye"]
[[combatant]]
name = "Bran"
side = "two"
at = "F2"
"#;

#[test]
fn walls_and_magic_darkness_hide() {
    assert_eq!(drawn(BOOK, YARD, &[], "Ash"), ["...#???", "...#???", "...#???", "......?"]);
    let dark = drawn(BOOK, YARD, &["gm: lay darkness in B4"], "one");
    assert_eq!(dark, ["...#???", "...#???", "...#???", ".?....?"]);
    let inside = drawn(BOOK, YARD, &["gm: lay darkness in B2 radius 1"], "one");
    assert!(inside.iter().all(|row| row == "???????"), "who stands in it sees nothing: {inside:#?}");
    assert_eq!(drawn(BOOK, YARD, &["gm: lay darkness in B2 radius 1"], "gm")[0], "...#...");
}
