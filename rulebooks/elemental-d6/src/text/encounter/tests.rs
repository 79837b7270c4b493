//! What files say of this game: sheets, what builds on what, and which mistakes are told.

use skirmish_kernel::{Diagnostic, Id, Source};

use super::{NAMES, load};
use crate::model::{Elemental, Setup, Sheet};

/// Two who fight; more about the second is written behind it, from line 12.
const TWO: &str = "rulebook = \"elemental-d6\"\n\n[[combatant]]\nname = \"Finch\"\ncreature = \"brigand\"\nside = \"a\"\n\
                   at = \"B2\"\n[[combatant]]\nname = \"Ogre\"\nside = \"b\"\nat = \"F2\"\n";

fn read(text: &str) -> Result<Setup, Vec<String>> {
    let loaded = load(&Source::new("t", text));
    loaded.map(|loaded| loaded.setup).map_err(|wrong| wrong.iter().map(Diagnostic::to_string).collect())
}

/// The second one's sheet, with more about it.
fn ogre(more: &str) -> Sheet {
    read(&format!("{TWO}{more}")).expect(more).sheet(Id::new(1)).clone()
}

#[test]
fn hit_points_and_their_maximum_follow_from_each_other() {
    for (more, expected) in [
        ("", (10, 10)),
        ("hp = 30", (30, 30)),
        ("hp = -2", (-2, 1)),
        ("hp_max = 40", (40, 40)),
        ("hp = 30\nhp_max = 40", (30, 40)),
        ("creature = \"brigand\"", (16, 16)),
        ("creature = \"brigand\"\nhp = 5", (5, 16)),
        ("creature = \"brigand\"\nhp = 20", (20, 20)),
        ("creature = \"brigand\"\nhp_max = 8", (8, 8)),
        ("creature = \"brigand\"\nhp = 9\nhp_max = 8", (9, 8)),
        ("creature = \"hurt\"\n[[creature]]\nname = \"hurt\"\nhp = 3\nhp_max = 7", (3, 7)),
    ] {
        let sheet = ogre(more);
        assert_eq!((sheet.hp, sheet.hp_max), expected, "{more}");
    }
}

#[test]
fn a_class_gives_what_its_table_does_not() {
    let trained =
        |more: &str| format!("creature = \"x\"\n{more}\n[[creature]]\nname = \"x\"\nclass = \"martialist\"\n");
    for (more, expected) in [
        ("class = \"martialist\"\nlevel = 5".to_owned(), (2, 1)),
        ("class = \"martialist\"\nlevel = 5\nattack_bonus = 7".to_owned(), (7, 1)),
        ("creature = \"brigand\"\nclass = \"martialist\"\nlevel = 5".to_owned(), (2, 1)),
        (trained("") + "level = 5", (2, 1)),
        (trained("") + "attack_bonus = 9", (9, 0)),
        (trained("level = 17") + "attack_bonus = 9", (6, 4)),
        (trained("defense_bonus = -1") + "level = 5", (2, -1)),
    ] {
        let sheet = ogre(&more);
        assert_eq!((sheet.attack_bonus, sheet.defense_bonus), expected, "{more}");
    }
}

#[test]
fn armour_is_added_to_soak_and_speed_whoever_says_so() {
    let scaled = "creature = \"x\"\nMORE\n[[creature]]\nname = \"x\"\nsoak = 1\narmour = \"scale\"";
    for (more, expected) in [
        ("armour = \"scale\"", (2, 25, 0)),
        ("armour = \"plate\"\nsoak = 1\nbase_speed = 5\nshield = \"small-shield\"", (4, 0, 1)),
        (&scaled.replace("MORE", ""), (3, 25, 0)),
        (&scaled.replace("MORE", "armour = \"plate\""), (4, 20, 0)),
        (&scaled.replace("MORE", "soak = 0"), (2, 25, 0)),
    ] {
        let sheet = ogre(more);
        assert_eq!((sheet.soak, sheet.base_speed, sheet.shield), expected, "{more}");
    }
}

#[test]
fn abilities_are_known_in_the_order_of_the_text_and_the_unarmed_strike_behind_them() {
    let text =
        format!("{TWO}abilities = [\"club\", \"dagger\"]\nreduce = {{ dagger = 2, club = 4 }}\n[[ability]]\n{CLUB}");
    let setup = read(&text).unwrap();
    let sheet = setup.sheet(Id::new(1));
    let names: Vec<&str> = sheet.attacks.iter().map(|attack| &*setup.ability(attack.ability).name).collect();
    assert_eq!((names, sheet.has_free), (vec!["club", "dagger", "unarmed-strike"], true));
    let other = setup.sheet(Id::new(0)).attacks.len();
    assert_eq!((other, setup.abilities.last().map(|ability| &*ability.name)), (3, Some("club")));
}

#[test]
fn awareness_names_combatants_wherever_they_stand() {
    let text = TWO.replacen("at = \"B2\"", "at = \"B2\"\naware_of = [\"Ogre\"]", 1) + "aware_of = []\n";
    let setup = read(&text).unwrap();
    let aware = |at| setup.sheet(Id::new(at)).aware_of.iter().collect::<Vec<_>>();
    assert_eq!((aware(0), aware(1)), (vec![Id::new(1)], Vec::new()));
}

#[test]
fn words_for_the_whole_battle_name_nobody() {
    let paths = skirmish_bookkit::fields::paths::<Elemental>(&read(TWO).unwrap());
    let world: Vec<&String> = paths.iter().filter(|path| !path.contains('.')).collect();
    assert!(world.len() == 11 && world.iter().all(|word| NAMES.check(word).is_err()), "{world:?}");
}

/// An ability of this table's own, from line 14 where it is the first.
const CLUB: &str =
    "name = \"club\"\nkind = \"weapon\"\ncosts = [\"standard\"]\ndelivery = \"melee\"\nrange = 5\nspeed = \"2H\"\n";

/// What stands behind the second combatant, from line 12, and how a complaint begins.
const WRONG: [(&str, &str); 29] = [
    ("str = 31", "t:12:7: str = 31 (a number from -20 to 30)"),
    ("base_speed = 33", "t:12:14: base_speed = 33 (a multiple of 5 from 0 to 180)"),
    ("swim_speed = 185", "t:12:14: swim_speed = 185 (a multiple of 5 from 0 to 180)"),
    ("hp_max = 0", "t:12:10: hp_max = 0 (a number from 1 to 1000000)"),
    ("hp = 1000001", "t:12:6: hp = 1000001 (a number from -1000000 to 1000000)"),
    ("soak = 1001", "t:12:8: soak = 1001 (a number from 0 to 1000)"),
    ("armour = \"scal\"", "t:12:10: there is no armour `scal` (did you mean `scale`?)"),
    ("shield = \"door\"", "t:12:10: there is no shield `door`"),
    ("class = \"martialis\"", "t:12:9: there is no class `martialis` (did you mean `martialist`?)"),
    ("class = \"martialist\"\nlevel = 18", "t:12:9: martialist has no level 18 (give attack_bonus and defense_bonus"),
    ("abilities = [\"longsord\"]", "t:12:14: there is no ability `longsord` (did you mean `longsword`?)"),
    ("reduce = { daggr = 1 }", "t:12:12: there is no ability `daggr` (did you mean `dagger`?)"),
    ("reduce = { dagger = 5 }", "t:12:21: dagger = 5 (a number from 0 to 4)"),
    ("aware_of = [\"Fnch\"]", "t:12:13: there is no combatant `Fnch` (did you mean `Finch`?)"),
    ("hp_dice = \"6*Res+18d\"", "t:12:18: "),
    ("hp_dice = \"6*Rse+18d6\"", "t:12:11: there is no `Rse` here; formulas know AB, DB, Str, Dex, Int and Res"),
    ("hp_dice = \"31d6\"", "t:12:11: 31 dice are more than a throw can hold (30)"),
    (
        "[map]\nlegend = { x = \"fog\" }\nrows = \". .\"",
        "t:13:16: `fog` is no ground (open, obstacle, concealing, dark",
    ),
    ("[map]\nrows = \"\"\"\n......\n.....#\n\"\"\"", "t:11:6: F2 is solid (put the combatant on open ground)"),
    ("[[armour]]\nname = \"rags\"\nsoak = 0\nbase_speed = -3", "t:15:14: base_speed = -3 (a multiple of 5 from -180"),
    ("[[shield]]\nname = \"door\"\ndefensive = \"2d8\"", "t:14:13: `2d8`: this game throws plain six-sided dice"),
    ("[[class]]\nname = \"sage\"", "t:12:1: `levels` is missing here"),
    ("[[ability]]\nCLUBoffensive = \"AB+2x6\"", "t:19:17: `2x6` is neither dice nor a name"),
    ("[[ability]]\nCLUBdamage = \"Strg+1d6\"", "t:19:10: there is no `Strg` here"),
    (
        "[[ability]]\nCLUBoffensive = \"AB+1d6\"\nstructure = { hexes = 2, kind = \"obstacle\" }",
        "t:20:13: an ability attacks",
    ),
    ("[[ability]]\nCLUBinflicts = [{ condition = \"prnoe\" }]", "t:19:27: `condition` cannot be `prnoe` (did you mean"),
    ("[[ability]]\nCLUBstructure = { hexes = 33, kind = \"fog\" }", "t:19:23: hexes = 33 (a number from 1 to 32)"),
    ("[[ability]]\nCLUBname = \"x\"", "t:19:1: "),
    ("[[ability]]\nCLUBdelay = 31", "t:19:9: delay = 31 (a number from 0 to 30)"),
];

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let one = |text: &str, expected: &str| {
        let found = read(text).err().unwrap_or_default();
        let fits = found.iter().any(|complaint| complaint.starts_with(expected));
        assert!(fits, "{text}\nexpected {expected}\ngot {found:#?}");
    };
    for (more, expected) in WRONG {
        one(&format!("{TWO}{}", more.replace("CLUB", CLUB)), expected);
    }
    for (from, to, expected) in [
        (
            "speed = \"2H\"",
            "speed = \"2K\"",
            "t:18:9: `2K` is no speed (hexes per segment: `3H`, `3H+1`; or `instant`)",
        ),
        ("[\"standard\"]", "[]", "t:15:9: an ability costs something (costs = [\"standard\"])"),
        ("range = 5", "range = -5", "t:17:9: range = -5 (a number from 0 to 10000)"),
        ("\"club\"", "\"Club\"", "t:13:8: `Club` cannot name an ability"),
        ("delivery = \"melee\"\n", "", "t:12:1: `delivery` is missing here"),
    ] {
        one(&format!("{TWO}[[ability]]\n{}", CLUB.replace(from, to)), expected);
    }
    for (from, to, expected) in [
        ("\"Ogre\"", "\"finch\"", "t:9:8: two combatants are called `finch` (number the copies: `finch-2`)"),
        ("\"Ogre\"", "\"gm\"", "t:9:8: `gm` cannot be a name"),
        ("\"F2\"", "\"B2\"", "t:11:6: Finch already stands in B2"),
        ("\"F2\"", "\"(1,1)\"", "t:11:6: Finch already stands in (1,1)"),
        ("\"elemental-d6\"", "\"generia\"", "t:1:12: this is an encounter of `generia`"),
        ("\n\n", "\nstealth = 101\n\n", "t:2:11: stealth = 101 (a number from 0 to 100)"),
    ] {
        one(&TWO.replacen(from, to, 1), expected);
    }
}

#[test]
fn cooldowns_are_as_many_as_play_keeps_account_of() {
    let ability = |at: usize| format!("[[ability]]\n{}cooldown = 1\n", CLUB.replace("club", &format!("club-{at}")));
    let all = |count: usize| {
        let names: Vec<String> = (0..count).map(|at| format!("\"club-{at}\"")).collect();
        let abilities: String = (0..count).map(ability).collect();
        format!("{TWO}abilities = [{}]\n{abilities}", names.join(", "))
    };
    assert!(read(&all(16)).is_ok());
    let wrong = read(&all(17)).unwrap_err();
    assert_eq!(wrong, ["t:9:8: more than 16 abilities with a cooldown on one sheet (give it fewer)"]);
}
