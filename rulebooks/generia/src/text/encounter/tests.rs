//! The content is right, and what is wrong with a file is said with its place.

use skirmish_kernel::{Diagnostic, Encounters, Source};

use super::{NAMES, sign};
use crate::model::{ArmourClass, Attribute, Cover, Generia, Light, Setup, Sheet};

fn read(text: &str) -> Setup {
    match Generia::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

fn encounter(name: &str) -> Setup {
    read(crate::catalogue::ENCOUNTERS.iter().find(|known| known.name == name).expect("an encounter").text)
}

fn sheet<'s>(setup: &'s Setup, name: &str) -> &'s Sheet {
    setup.sheets.iter().find(|s| s.name == name).expect("a combatant")
}

/// The names of somebody's weapons; those in hand with a star.
fn arms(setup: &Setup, sheet: &Sheet) -> Vec<String> {
    let name =
        |arm: &crate::model::Arm| format!("{}{}", setup.weapon(arm.weapon).name, if arm.in_hand { "*" } else { "" });
    sheet.arms.iter().map(name).collect()
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

#[test]
fn weapons_are_in_hand_in_their_order() {
    let setup = encounter("ford");
    assert_eq!(arms(&setup, sheet(&setup, "Snag")), ["hunting-bow*", "fist"]);
    assert_eq!(arms(&setup, sheet(&setup, "Nettle")), ["spear*", "spear-two-handed", "fist"]);
    assert_eq!(arms(&setup, sheet(&setup, "Garrick")), ["broadsword*", "roundshield*", "fist"]);
    assert_eq!(arms(&setup, sheet(&setup, "Cinder")), ["bite"]);
    let bow = setup.weapons.iter().find(|w| w.name == "hunting-bow").expect("a bow");
    assert_eq!((bow.damage.to_string().as_str(), bow.reach, bow.bands), ("1d6+1d6", 20, Some([-1, 0, 0])));
    let spear = setup.weapons.iter().find(|w| w.name == "spear-two-handed").expect("a spear");
    assert_eq!((spear.damage.to_string().as_str(), spear.reach, spear.hands), ("2d8", 2, 2));
    assert!(spear.tags.long);
}

#[test]
fn weapon_skills_come_with_the_weapons() {
    let setup = encounter("rooftop");
    let names = |who: &str| -> Vec<&str> {
        sheet(&setup, who).abilities.iter().map(|at| setup.ability(*at).name.as_str()).collect()
    };
    assert!(names("Bertram").contains(&"push") && names("Garrick").contains(&"maim"));
    assert!(!names("Bertram").contains(&"maim"));
    assert_eq!(names("Sparrow").iter().filter(|name| **name == "lunge").count(), 1);
    // A weapon that the creature is not listed with: no proficiency, values from the attributes.
    let staff = &sheet(&setup, "Bertram").arms[0];
    assert_eq!((staff.pv, staff.attack, staff.block, staff.strength, staff.damage), (0, 3, 6, 6, 3));
}

#[test]
fn maps_have_cover_light_and_height() {
    let setup = encounter("ford");
    let signs: String = setup.ground.cells.iter().take(20).map(|cell| sign(*cell)).collect();
    assert_eq!(signs, ".............~~~~~**");
    let roof = encounter("rooftop");
    assert!(roof.ground.cells.iter().any(|cell| cell.height == 5 && sign(*cell) == '5'));
    let own = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n........\n..dRTn..\n\"\"\"\nlegend = {{ d = \"half+dim\", R = \"height 6+full\", T = \"total+open field\", n = \"no field+dark\" }}\n"
    ));
    let row: Vec<_> = own.ground.cells.iter().skip(10).take(4).collect();
    assert_eq!((row[0].cover, row[0].light), (Cover::Half, Light::Dim));
    assert_eq!((row[1].cover, row[1].height), (Cover::Full, 6));
    assert_eq!((row[2].cover, row[2].field), (Cover::Total, Some(true)));
    assert_eq!((row[3].light, row[3].field), (Light::Dark, Some(false)));
}

#[test]
fn everybody_looks_at_the_nearest_foe() {
    use skirmish_grid::Facing;
    let setup = read(&TWO.replace("at = \"F2\"", "at = \"F2\"\nfacing = \"south-west\""));
    assert_eq!((setup.sheets[0].facing, setup.sheets[1].facing), (Facing::East, Facing::SouthWest));
}

#[test]
fn letters_are_free_and_no_signs_of_the_ground() {
    let setup = encounter("charge");
    let letters: String = setup.sheets.iter().map(|s| s.letter).collect();
    assert_eq!(letters, "WBRCDP");
    assert_eq!(NAMES.letter("Wynne", |letter| letters.contains(letter)), 'Y');
}

/// Listed values are those that would be made from the attributes, where nothing else plays in.
#[test]
fn listed_and_derived_values_agree() {
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

#[test]
fn derived_values_follow_the_tables() {
    let text = format!(
        "{TWO}[[combatant]]\nname = \"Anna\"\nside = \"a\"\nat = \"C5\"\ncon = 11\nstr = 9\ndex = 7\nint = 11\nwil = 13\nper_mod = 3\nsize = \"large\"\narmour = {{ torso = \"plate\" }}\ntrinkets = {{ amulet = 2 }}\nenergy = 7\nwounds = {{ light = 2 }}\nfocus = false\ntotal_weight = 40\n"
    );
    let setup = read(&text);
    let anna = sheet(&setup, "Anna");
    assert_eq!(anna.mods, [5, 4, 3, 5, 6, 3]);
    assert_eq!((anna.energy, anna.mana, anna.speed), (20, 20, 6));
    assert_eq!((anna.wound_limit, anna.wound_threshold, anna.toughness), (8, 9, 4));
    assert_eq!((anna.av, anna.md, anna.dodge, anna.dodge_score), ([0, 8, 0, 0], 2, 6, -1));
    assert_eq!(anna.class[1], ArmourClass::Heavy);
    assert_eq!((anna.start.energy, anna.start.mana, anna.start.light, anna.focus), (7, 20, 2, false));
    assert_eq!((anna.overweight, anna.encumbrance), (8, 0));
    assert_eq!(arms(&setup, anna), ["fist"]);
    let weighed = read(&format!("{text}[rules]\n\"encumbrance.er\" = \"on\"\n"));
    // Three bare zones and a breastplate: 2 + 2 + 2 - 4.
    assert_eq!((sheet(&weighed, "Anna").encumbrance, sheet(&weighed, "Anna").dodge), (2, 8));
}

/// What a combatant says lies over its creature, zone by zone and weapon by weapon, in whatever form it is said.
#[test]
fn own_figures_lie_over_those_of_the_creature() {
    let text = r#"
[[creature]]
name = "guard"
str_mod = 4
dex_mod = 3
av = { head = 9, torso = 9 }
armour = { arms = "padded" }
md = 7
mountable = 3
skills = { riding = 2, stealth = 4 }
weapons = ["rapier"]
weapon = [{ name = "rapier", attack = 9, pv = 2 }, { name = "spear", pv = 5 }]
[[combatant]]
name = "Own"
creature = "guard"
side = "a"
at = "H8"
str = 3
armour = { head = "plate" }
armour_class = "light"
trinkets = { amulet = 2 }
skills = { stealth = 1 }
weapon = [{ name = "bite", pv = 1 }, { name = "rapier", pv = 6, damage = 3 }]
[[combatant]]
name = "Other"
creature = "guard"
side = "a"
at = "H9"
weapons = ["spear"]
speed = 9
"#;
    let setup = read(&format!("{TWO}{text}"));
    let own = sheet(&setup, "Own");
    assert_eq!((own.modifier(Attribute::Str), own.modifier(Attribute::Dex)), (1, 3));
    assert_eq!((own.av[1], own.av[2], own.av[3], own.md), (9, 2, 0, 2));
    assert!(own.av[0] != 9 && own.av[0] > 2, "{:?}", own.av);
    assert_eq!(own.class, [ArmourClass::Light; 4]);
    assert_eq!((own.skills.riding, own.skills.stealth, own.mountable), (2, 1, Some(3)));
    assert_eq!(arms(&setup, own), ["rapier*", "spear*", "bite", "spear-two-handed", "fist"]);
    let rapier = &own.arms[0];
    assert_eq!((rapier.attack, rapier.pv, rapier.damage), (9, 6, 3));
    let other = sheet(&setup, "Other");
    assert_eq!((arms(&setup, other)[0].as_str(), other.arms[0].pv, other.speed), ("spear*", 5, 9));
    assert_eq!(other.arms.len(), 3);
}

#[test]
fn own_content_replaces_the_books() {
    let own = r#"
[[weapon]]
name = "rapier"
kind = "melee"
type = "sword"
damage = "3d6"
subtype = "sharp"
hr = 1
dr = 0.5
hands = 1
[[ammunition]]
name = "heavy-arrow"
type = "bow"
damage = "1d8"
subtype = "arrow"
[[ability]]
name = "spark"
nature = "spell"
slot = ["attack", "utility"]
mp = [1, 2]
element = "fire"
range = 10
check = { kind = "sa", by = ["INT"], against = "DEX" }
effects = [{ kind = "damage", dice = "1d6", type = "fire", harm = "magical" }]
[[creature]]
name = "wolf"
dex = 6
weapons = ["bite", "hunting-bow"]
ammunition = ["heavy-arrow"]
abilities = ["spark"]
skills = { fire = 3 }
[[combatant]]
name = "Grey"
creature = "wolf"
side = "b"
at = "H8"
"#;
    let setup = read(&format!("{TWO}{own}"));
    let grey = sheet(&setup, "Grey");
    assert_eq!(arms(&setup, grey), ["bite", "hunting-bow-heavy-arrow*", "fist"]);
    assert_eq!((grey.proficiency("fire"), grey.proficiency("arcane")), (3, 0));
    assert_eq!(setup.weapon(setup.sheets[0].arms[0].weapon).damage.to_string(), "3d6");
    assert_eq!(setup.creatures.iter().filter(|c| c.name == "wolf").count(), 1);
}
