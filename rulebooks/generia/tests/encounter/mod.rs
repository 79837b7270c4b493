//! What a file may not hold, and a table of files cannot say.

use skirmish_generia::Generia;
use skirmish_suite::complaints;

/// What is wrong with a file in which these stand on a map of six by four squares.
fn wrong(people: &[(&str, &str, &str)]) -> Vec<String> {
    let mut text = String::from(
        "rulebook = \"generia\"\n[map]\nwidth = 6\nheight = 4\n[rules]\n\"size.footprint\" = \"by-size\"\n",
    );
    for (name, size, at) in people {
        let side = if *name == "Ann" { "one" } else { "two" };
        text += &format!("[[combatant]]\nname = \"{name}\"\nsize = \"{size}\"\nside = \"{side}\"\nat = \"{at}\"\n");
    }
    complaints::<Generia>(&text)
}

#[test]
fn a_file_has_room_for_everybody() {
    assert!(wrong(&[("Ann", "medium", "A1"), ("Ogre", "large", "B1"), ("Giant", "huge", "D1")]).is_empty());
    let overlap = wrong(&[("Ann", "medium", "C2"), ("Ogre", "large", "B1")]);
    assert!(
        overlap.iter().any(|w| w.contains("no room for Ogre, which fills 2 by 2 squares: Ann stands there")),
        "{overlap:?}"
    );
    let edge = wrong(&[("Ann", "medium", "A1"), ("Giant", "huge", "E1")]);
    assert!(edge.iter().any(|w| w.contains("no room for Giant, which fills 3 by 3 squares")), "{edge:?}");
}
