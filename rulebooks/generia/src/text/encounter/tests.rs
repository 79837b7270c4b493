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

/// Reads what is wrong.
fn wrong(text: &str) -> Vec<String> {
    match Generia::load(&Source::new("t", text)) {
        Ok(_) => Vec::new(),
        Err(wrong) => wrong.iter().map(Diagnostic::to_string).collect(),
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

/// What is written behind the text, and how a complaint begins; what all books read alike is tested where it is read.
const WRONG: &[(&str, &str)] = &[
    ("wtt = 3", "t:12:1: there is no key `wtt` here (did you mean `wt`?)"),
    ("resistant = [\"fier\"]", "t:12:14: there is no damage type `fier` (did you mean `fire`?)"),
    ("tags = [\"\"]", "t:12:9: `` is no tag"),
    ("weapons = [\"speer\"]", "t:12:12: there is no weapon `speer` (did you mean `spear`?)"),
    ("abilities = [\"fient\"]", "t:12:14: there is no ability `fient` (did you mean `feint`?)"),
    ("con = -4", "t:12:7: con = -4 (a number from 0 to 60)"),
    ("ms = 39", "t:8:8: Snag would sprint 41 metres"),
    ("av = { leg = 1 }", "t:12:8: there is no key `leg` here (did you mean `legs`?)"),
    ("armour = \"chian\"", "t:12:10: there is no armour `chian` (did you mean `chain`?)"),
    ("armour = 3", "t:12:10: `armour` cannot be a number"),
    ("skills = { ridding = 1 }", "t:12:12: there is no skill or element `ridding`"),
    ("facing = \"nort\"", "t:12:10: there is no direction `nort` (did you mean `north`?)"),
    ("mount = \"Merle\"", "t:12:9: nobody can ride Merle"),
    ("mount = \"Merlo\"", "t:12:9: there is no combatant `Merlo` (did you mean `Merle`?)"),
    ("mountable = 4\nrider = \"Merle\"", "t:13:9: Merle and Snag are on two sides"),
    ("mana = 6", "t:12:8: mana = 6 (a number from 0 to 5)"),
    ("weapons = []\ngrapple = false", "t:8:8: Snag has nothing to fight with"),
    (
        "ammunition = [\"light-bolt\"]\nweapons = [\"hunting-bow\"]",
        "t:12:15: none of these weapons shoots `light-bolt`",
    ),
    ("[[combatant.weapon]]\nname = \"spear\"\npv = 51", "t:14:6: pv = 51 (a number from 0 to 50)"),
    ("[map]\nrows = \"\"\"\n......\n.....#\n\"\"\"", "t:11:6: F2 is a wall"),
    ("[map]\nrows = \"......\"\nlegend = { x = \"hal\" }", "t:14:16: `hal` is no ground"),
    (
        "[[weapon]]\nname = \"club\"\nkind = \"melee\"\ntype = \"club\"\ndamage = \"2d6\"\nsubtype = \"blunt\"\nhr = 0.7\ndr = 1\nhands = 1\n",
        "t:18:6: hr = 0.7 (from 0 to 5 in steps of 0.5)",
    ),
];

/// What of the text is replaced by what, and how a complaint begins.
const REPLACED: &[(&str, &str, &str)] = &[
    ("at = \"F2\"", "at = \"Z2\"", "t:11:6: "),
    ("at = \"F2\"", "at = \"B2\"", "t:11:6: Merle already stands in B2"),
    ("name = \"Snag\"", "name = \"as\"", "t:8:8: `as` cannot be a name"),
    (
        "goblin-fighter",
        "goblin-figter",
        "t:9:12: there is no creature `goblin-figter` (did you mean `goblin-fighter`?)",
    ),
    ("side = \"b\"", "side = \"a\"\nmountable = 5\nrider = \"Merle\"", "t:12:9: Merle rides at 4 and Snag asks for 5"),
    ("side = \"b\"", "side = \"a\"\nmountable = 4\nrider = \"Merle\"", "t:13:6: Merle stands elsewhere"),
    ("side = \"b\"", "side = \"a\"\nmountable = 4\nrider = \"Snag\"", "t:12:9: Snag cannot ride Snag"),
];

/// What an ability of the table's own says besides.
const OF_ABILITIES: &[(&str, &str)] = &[
    ("mp = [-1]", "t:16:7: mp = -1 (a number from 0 to 1000)"),
    (
        "effects = [{ kind = \"condition\", condition = \"stuned\" }]",
        "t:16:46: `condition` cannot be `stuned` (did you mean `stunned`?)",
    ),
    ("effects = [{ kind = \"strik\" }]", "t:16:21: `kind` cannot be `strik` (did you mean `strike`?)"),
    ("effects = [{ kind = \"strike\", puhs = true }]", "t:16:31: there is no key `puhs` here (did you mean `push`?)"),
    ("effects = [{ kind = \"ward\", more = 1 }]", "t:16:29: there is no key `more` here"),
    ("effects = [{ kind = \"damage\", dice = \"2x6\", type = \"fire\" }]", "t:16:38: `2x6`: "),
    ("mp = [1, 2, 3]\neffects = [{ kind = \"heal\", dice = \"20d6\" }]", "t:17:36: `20d6` cannot be thrown here"),
    ("effects = [{ kind = \"heal\", dice = \"2d6+1\" }]", "t:16:36: `2d6+1` cannot be thrown here (such as `2d6`"),
    ("check = { kind = \"dc\", by = [\"WIL\"] }", "t:16:9: this check lacks something"),
    ("check = { kind = \"pa\", by = [\"WILL\"] }", "t:16:30: there is no quality `WILL`"),
    ("as = \"mana-blot\"", "t:16:6: there is no ability of the book `mana-blot`"),
    ("with = \"speer\"", "t:16:8: there is no weapon `speer` (did you mean `spear`?)"),
];

fn complains(text: &str, expected: &str) {
    let found = wrong(text);
    let fits = found.iter().any(|complaint| complaint.starts_with(expected));
    assert!(fits, "{text}\nexpected {expected}\ngot {found:#?}");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (more, expected) in WRONG {
        complains(&format!("{TWO}{more}"), expected);
    }
    for (from, to, expected) in REPLACED {
        // The last place is meant: Snag's.
        let at = TWO.rfind(from).expect("in the text");
        complains(&format!("{}{to}{}", &TWO[..at], &TWO[at + from.len()..]), expected);
    }
    let ability = "[[ability]]\nname = \"hex\"\nnature = \"spell\"\nslot = \"utility\"\n";
    for (more, expected) in OF_ABILITIES {
        complains(&format!("{TWO}{ability}{more}"), expected);
    }
}

#[test]
fn there_are_limits() {
    let mut many = String::from("rulebook = \"generia\"\n[map]\nwidth = 80\nheight = 1\n");
    for at in 0..65 {
        let column = if at < 26 { String::new() } else { char::from(b'A' + (at / 26 - 1) as u8).to_string() };
        let letter = char::from(b'A' + (at % 26) as u8);
        many += &format!("[[combatant]]\nname = \"G{at}\"\nside = \"s{}\"\nat = \"{column}{letter}1\"\n", at % 2);
    }
    assert!(wrong(&many)[0].contains("at most 64 can fight one battle"), "{:?}", wrong(&many));
    let weapons = "weapons = [\"spear\", \"fist\", \"bite\", \"horns\", \"rapier\", \"spear\", \"spear\", \"spear\", \
                   \"spear\", \"spear\", \"spear\", \"spear\", \"spear\"]";
    let many = wrong(&TWO.replace("at = \"F2\"", &format!("at = \"F2\"\n{weapons}")));
    assert_eq!(many, ["t:12:119: 13 weapons (at most 12 on one sheet)"]);
}
