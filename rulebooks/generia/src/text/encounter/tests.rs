//! What tables of files in `tests` cannot say.

use skirmish_kernel::{Diagnostic, Encounters, Source};

use crate::model::{Cover, Generia, Light, Setup, Sheet};
use crate::text::view::look;

fn read(text: &str) -> Setup {
    match Generia::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

const TWO: &str = r#"rulebook = "generia"
[[combatant]]
name = "Merle"
creature = "nimble-fighter"
side = "a"
at = "B2"
[[combatant]]
name = "Snag"
creature = "goblin-fighter"
side = "b"
at = "F2"
"#;

pub fn maps_have_cover_light_and_height() {
    let own = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n........\n..dRTn..\n\"\"\"\nlegend = {{ d = \"half+dim\", R = \"height 6+full\", T = \"total+open field\", n = \"no field+dark\" }}\n"
    ));
    let row: Vec<_> = own.ground.cells.iter().skip(10).take(4).collect();
    assert_eq!(row.iter().map(|cell| look(**cell).0).collect::<String>(), "hff*");
    assert_eq!((row[0].cover, row[0].light), (Cover::Half, Light::Dim));
    assert_eq!((row[1].cover, row[1].height), (Cover::Full, 6));
    assert_eq!((row[2].cover, row[2].field), (Cover::Total, Some(true)));
    assert_eq!((row[3].light, row[3].field), (Light::Dark, Some(false)));
}

/// Listed values are those that would be made from the attributes, where nothing else plays in.
pub fn listed_and_derived_values_agree() {
    const SHEET: [&str; 8] = ["en", "mp", "wl", "wt", "tn", "ms", "dodge", "dodge_score"];
    const ARM: [&str; 8] =
        ["attack", "parry", "block", "strength", "bonus", "attack_score", "parry_score", "block_score"];
    let creatures = include_str!("../../../content/creatures.toml");
    let key = |line: &str| line.split_once(" = ").map(|(key, _)| key.to_owned()).unwrap_or_default();
    let listed_key = |line: &&str| SHEET.contains(&&*key(line)) || ARM.contains(&&*key(line));
    let rest: Vec<&str> = creatures.lines().filter(|line| !listed_key(line)).collect();
    assert!(creatures.lines().count() > rest.len() + 50, "many values are listed");
    let (listed, derived) = (read(TWO), read(&format!("{TWO}{}", rest.join("\n"))));
    assert_eq!(listed.creatures.len(), derived.creatures.len());
    for (listed, derived) in listed.creatures.iter().zip(&derived.creatures) {
        compare(&listed.sheet, &derived.sheet, &listed.name);
    }
}

fn compare(listed: &Sheet, derived: &Sheet, name: &str) {
    assert_eq!(format!("{:?}", listed.arms), format!("{:?}", derived.arms), "{name}");
    assert_eq!((listed.dodge, listed.dodge_score), (derived.dodge, derived.dodge_score), "{name}");
    // Perks and tags that are not in the content may have raised these, never lowered.
    let pools = |s: &Sheet| [s.energy, s.mana, s.wound_limit, s.wound_threshold, s.toughness, s.speed];
    for (listed, derived) in pools(listed).into_iter().zip(pools(derived)) {
        assert!(listed >= derived && listed - derived <= 5, "{name}: {listed} and {derived}");
    }
}
