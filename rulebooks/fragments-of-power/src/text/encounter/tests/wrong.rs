//! What is wrong with a file is said with its place, and with what to do.

use skirmish_kernel::{Diagnostic, Encounters, Source};

use super::{SADDLE, TWO};
use crate::Fragments;

/// Reads what is wrong.
fn wrong(text: &str) -> Vec<String> {
    match Fragments::load(&Source::new("t", text)) {
        Ok(_) => Vec::new(),
        Err(wrong) => wrong.iter().map(Diagnostic::to_string).collect(),
    }
}

fn expect(text: &str, expected: &str) {
    let found = wrong(text);
    let fits = found.iter().any(|complaint| complaint.starts_with(expected));
    assert!(fits, "{text}\nexpected {expected}\ngot {found:#?}");
}

/// The last line is Snig's `at`; what stands in its place, and how a complaint begins.
const SHEETS: [(&str, &str); 30] = [
    ("at = \"F2\"\nhpp = 3", "t:12:1: there is no key `hpp` here"),
    ("at = \"F2\"\nhp = \"many\"", "t:12:6: `hp` cannot be a text"),
    ("at = \"F2\"\nhp = 29", "t:12:6: hp = 29 (a number from -27 to 28)"),
    ("at = \"F2\"\nenergy = 11", "t:12:10: energy = 11 (a number from 0 to 10)"),
    ("at = \"F2\"\nabove = 7", "t:12:9: above = 7 (a multiple of 5 from 0 to 10000)"),
    ("at = \"F2\"\nfacing = \"nrth\"", "t:12:10: there is no direction `nrth` (did you mean `north`?)"),
    ("at = \"F2\"\nhide = 31", "t:12:8: hide = 31 (a number from 0 to 30)"),
    ("at = \"F2\"\nsize = \"lage\"", "t:12:8: `size` cannot be `lage` (did you mean `large`?)"),
    ("at = \"F2\"\nspeed = 33", "t:12:9: speed = 33 (a multiple of 5 from 0 to 200)"),
    ("at = \"F2\"\nfeats = [\"wrth\"]", "t:12:10: `feats` cannot be `wrth` (did you mean `wrath`?)"),
    ("at = \"F2\"\nmodes = \"swimm\"", "t:12:9: `modes` cannot be `swimm` (did you mean `swim`?)"),
    ("at = \"F2\"\nimmune = [\"fir\"]", "t:12:11: `immune` cannot be `fir`"),
    ("at = \"F2\"\nskills = { clim = 3 }", "t:12:12: there is no key `clim` here (did you mean `climb`?)"),
    ("at = \"F2\"\nweapons = [\"swrd\"]", "t:12:12: there is no weapon `swrd` (did you mean `sword`?)"),
    ("at = \"F2\"\nweapons = [\"sword\", \"unarmed\"]", "t:12:21: everybody has bare hands (leave them out)"),
    (
        "at = \"F2\"\nweapons = [\"bite\"]",
        "t:12:11: parts of the body among the weapons: 1, and `natural_weapons` is 0",
    ),
    ("at = \"F2\"\nspells = [\"mnd\"]", "t:12:11: there is no spell `mnd` (did you mean `mend`?)"),
    ("at = \"F2\"\narmour = \"mial\"", "t:12:10: there is no armour `mial` (did you mean `mail`?)"),
    ("at = \"F2\"\ncommander = \"Mau\"", "t:12:13: there is no combatant `Mau` (did you mean `Maud`?)"),
    ("at = \"F2\"\ncommander = \"Snig\"", "t:12:13: Snig cannot be Snig's own commander"),
    ("at = \"F2\"\nmount = \"Maud\"", "t:12:9: Snig cannot ride Maud (rider and mount fight on one side)"),
    ("at = \"Z2\"", "t:11:6: "),
    ("at = \"B2\"", "t:11:6: Maud already stands in B2 (one combatant in each cell)"),
    (
        "at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....#\n\"\"\"",
        "t:11:6: F2 is a wall (put the combatant on open ground)",
    ),
    ("at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....%\n\"\"\"", "t:11:6: F2 is taken up by what stands there"),
    ("at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....:\n\"\"\"", "t:11:6: F2 is full of earth"),
    ("at = \"F2\"\n[[thing]]\nname = \"rock\"\nat = \"F2\"", "t:11:6: F2 is taken up by a thing"),
    (
        "at = \"F2\"\n[map]\nrows = \"......\"\nlegend = { x = \"watr 3\" }",
        "t:14:16: `watr 3` is no ground (open, wall,",
    ),
    ("at = \"F2\"\n[rules]\n\"crit.fac\" = 2", "t:13:1: there is no house rule `crit.fac`"),
    ("at = \"F2\"\n[rules]\n\"crit.factor\" = 9", "t:13:17: `crit.factor` "),
];

#[test]
fn sheets_maps_and_house_rules() {
    for (to, expected) in SHEETS {
        expect(&TWO.replace("at = \"F2\"", to), expected);
    }
}

#[test]
fn words_of_the_ground_have_bounds() {
    let legend = |word: &str| {
        TWO.replace(
            "at = \"F2\"",
            &format!("at = \"F2\"\n[map]\nrows = \"......\\n......\"\nlegend = {{ x = \"{word}\" }}"),
        )
    };
    for word in ["water 0", "current south-east 30", "ice 60", "climb 0", "gap 5", "partial huge", "difficult tiny"] {
        assert!(wrong(&legend(word)).is_empty(), "{word}: {:?}", wrong(&legend(word)));
    }
    let wrong = "water -5,water deep,current east,current up 30,current east 7,ice 61,ice,climb,gap 6,partial,partial big,\
                 difficult big,open 3,wall 2,rise,rise -10,drop 10001,open+,";
    for word in wrong.split(',') {
        expect(&legend(word), "t:14:16: `");
    }
}

#[test]
fn names_sides_and_the_book() {
    let cases = [
        ("\"Snig\"", "\"maud\"", "t:8:8: two combatants are called `maud` (number the copies: `maud-2`)"),
        ("\"Snig\"", "\"gm\"", "t:8:8: `gm` cannot be a name"),
        ("\"Snig\"", "\"North-East\"", "t:8:8: `North-East` cannot be a name"),
        ("\"Snig\"", "\"Dodge\"", "t:8:8: `Dodge` cannot be a name"),
        ("\"Snig\"", "\"two words\"", "t:8:8: `two words` cannot be a name"),
        ("\"archer\"", "\"archr\"", "t:9:12: there is no creature `archr` (did you mean `archer`?)"),
        ("side = \"b\"", "side = \"b c\"", "t:10:8: a side is one word"),
        ("side = \"b\"", "", "t:7:1: `side` is missing here"),
        ("\"fragments-of-power\"", "\"generia\"", "t:1:12: this is an encounter of `generia`"),
    ];
    for (from, to, expected) in cases {
        expect(&TWO.replace(from, to), expected);
    }
    let nobody = wrong("rulebook = \"fragments-of-power\"");
    assert!(nobody[0].contains("nobody fights here"), "{nobody:?}");
    assert!(wrong(" \n")[0].contains("the encounter is empty"));
}

#[test]
fn riders_and_large_bodies() {
    assert!(wrong(SADDLE).is_empty());
    let second = "[[combatant]]\nname = \"Osric\"\ncreature = \"guard\"\nside = \"a\"\nat = \"C2\"\nmount = \"Bay\"\n";
    let both = "t:7:9: Maud cannot ride Bay (one rider on one mount, and nobody on both ends)";
    expect(&format!("{SADDLE}{second}"), both);
    let beside = "[[combatant]]\nname = \"Osric\"\ncreature = \"guard\"\nside = \"a\"\nat = \"C2\"\n";
    expect(&format!("{SADDLE}{beside}"), "t:24:6: Bay already stands there (its place is the top left square");
    let cases = [
        ("at = \"C3\"", "at = \"D3\"", "t:6:6: Bay stands elsewhere (a rider begins on the space of the mount)"),
        ("mount = \"Bay\"", "mount = \"Maud\"", "t:7:9: Maud cannot ride Maud (one rider on one mount"),
        ("mount = \"Bay\"", "mount = \"Grey\"", "t:7:9: Maud cannot ride Grey (rider and mount fight on one side)"),
        ("creature = \"horse\"", "creature = \"guard\"", "t:7:9: Maud cannot ride Bay (one rides somebody larger)"),
        ("at = \"B2\"", "at = \"T2\"", "t:12:6: Bay has no room there"),
        ("at = \"H2\"", "at = \"C2\"", "t:19:6: Bay already stands there"),
    ];
    for (from, to, expected) in cases {
        expect(&SADDLE.replace(from, to), expected);
    }
    // Somebody flies over them.
    assert!(wrong(&SADDLE.replace("at = \"H2\"", "at = \"C2\"\nabove = 50\nmodes = \"flight\"")).is_empty());
}

/// A weapon of this table's own, from line 12.
const FLAIL: &str = "[[weapon]]\nname = \"flail\"\nclass = \"medium\"\ndamage = \"1d6\"\n";

#[test]
fn weapons_and_armour() {
    let with = |from: &str, to: &str, more: &str| format!("{TWO}{}{more}", FLAIL.replace(from, to));
    assert!(wrong(&with("", "", "")).is_empty());
    let cases = [
        (with("\"medium\"", "\"middle\"", ""), "t:14:9: `class` cannot be `middle`"),
        (with("class = \"medium\"\n", "", ""), "t:12:1: `class` is missing here"),
        (with("1d6", "1d6+1d4", ""), "t:15:10: `1d6+1d4` is no damage of a weapon"),
        (with("1d6", "21d6", ""), "t:15:10: `21d6` is no damage of a weapon"),
        (with("1d6", "2d6kh1", ""), "t:15:10: `2d6kh1` is no damage of a weapon"),
        (with("1d6", "4", ""), "t:15:10: `4` is no damage of a weapon"),
        (with("", "", "hands = 3"), "t:16:9: hands = 3 (a number from 0 to 2)"),
        (with("", "", "reach = 7"), "t:16:9: reach = 7 (a multiple of 5 from 0 to 60)"),
        (with("", "", "thrown = true"), "t:13:8: what flies has an `increment` (increment = 20)"),
        (with("", "", "increment = 20"), "t:16:13: what does not fly has no increment"),
        (
            with("\"medium\"", "\"natural\"", "thrown = true\nincrement = 20"),
            "t:13:8: a part of the body is not thrown",
        ),
        (with("flail", "unarmed", "hands = 2"), "t:13:8: `unarmed` is the bare hand"),
        (with("", "", "spell = \"evoke\""), "t:16:9: there is no spell `evoke`"),
        (with("", "", "power = [1, 0, 0, 0]"), "t:16:9: this is the Energy of a spell"),
        (with("", "", "spell = \"mend\"\npower = [1, 0, 0]"), "t:17:9: `power` has 3 entries"),
        (with("", "", "spell = \"mend\"\npower = [0, 0, 1, 0]"), "t:17:9: mend: that is too little for its effect"),
        (with("", "", "spell = \"mend\"\npower = [1, 1, 0, 0]"), "t:17:9: mend: it does not last"),
        (with("", "", "spell = \"mend\"\npower = [1, 0, 3, 0]"), "t:17:9: mend: it has no range for so much"),
        (with("", "", "spell = \"mend\"\npower = [1, 0, 0, 1]"), "t:17:9: mend: it has no area for so much"),
        (with("", "", "spell = \"fire-breath\"\npower = [1, 0, 0, 0]"), "t:17:9: fire-breath: it takes no Energy"),
        (format!("{TWO}[[weapon]]\nname = \"Flail\"\nclass = \"light\""), "t:13:8: `Flail` cannot name a weapon"),
        (format!("{TWO}[[armour]]\nname = \"door\"\ndefense = 31"), "t:14:11: defense = 31 (a number from 0 to 30)"),
    ];
    for (text, expected) in cases {
        expect(&text, expected);
    }
}

#[test]
fn spells() {
    let with = |more: &str| format!("{TWO}[[spell]]\nname = \"hex\"\n{more}");
    assert!(wrong(&with("damage = \"2d8\"\nranges = [5, 10, 15, 20, 25, 30]")).is_empty());
    let cases = [
        ("", "t:13:8: a spell does one thing (either `damage`, or `conditions`, or `heal`)"),
        ("damage = \"1d6\"\nheal = \"1d6\"", "t:13:8: a spell does one thing"),
        ("damage = \"-1d6\"", "t:14:10: `-1d6` is no die of an effect (for example `1d6`)"),
        ("damage = \"1d6+1\"", "t:14:10: `1d6+1` is no die of an effect"),
        ("heal = \"1d6\"\nburns = 3", "t:15:9: this goes with `damage`"),
        ("heal = \"1d6\"\ntype = \"fire\"", "t:15:8: this goes with `damage`"),
        ("heal = \"1d6\"\nranges = [30, 31]", "t:15:10: `ranges` has 31 (multiples of 5"),
        ("heal = \"1d6\"\nareas = [5, 5, 5, 5, 5, 5, 5]", "t:15:9: `areas` has 7 entries (at most 6)"),
        ("heal = \"1d6\"\ncone = 30\nline = 30", "t:13:8: a spell is a cone or a line, not both"),
        ("heal = \"1d6\"\nattack = \"soul\"", "t:15:10: `attack` cannot be `soul`"),
        ("conditions = { slowd = 1 }", "t:14:16: there is no condition `slowd` (did you mean `slowed`?)"),
        ("conditions = { slowed = 0 }", "t:14:25: slowed = 0 (a number from 1 to 20)"),
        (
            "conditions = { slowed = 1, shaken = 2, blinded = 3, entangled = 4, stunned = 5 }",
            "t:14:68: 5 conditions (at most 4 for one spell)",
        ),
        ("damage = \"1d6\"\nfixed = 21", "t:15:9: fixed = 21 (a number from 1 to 20)"),
    ];
    for (more, expected) in cases {
        expect(&with(more), expected);
    }
}

#[test]
fn lamps_and_things() {
    let with = |more: &str| format!("{TWO}{more}");
    let thing = |name: &str, at: &str| format!("[[thing]]\nname = \"{name}\"\nat = \"{at}\"\nhp = 3\n");
    assert!(wrong(&with(&(thing("rock", "D4") + &thing("rock-2", "D5")))).is_empty());
    let cases = [
        (thing("rock", "D4") + &thing("Rock", "D5"), "t:17:8: two things are called `Rock` (number them: `Rock-2`)"),
        (thing("a rock", "D4"), "t:13:8: `a rock` cannot be a name"),
        (thing("rock", "Z99"), "t:14:6: "),
        ("[[thing]]\nat = \"D4\"\n".into(), "t:12:1: `name` is missing here"),
        ("[[lamp]]\nfeet = 20\n".into(), "t:12:1: `at` is missing here"),
        ("[[lamp]]\nat = \"D4\"\nfeet = 1\n".into(), "t:14:8: feet = 1 (a number from 5 to 1000)"),
    ];
    for (more, expected) in cases {
        expect(&with(&more), expected);
    }
    // What else the table says is known, wherever it stands.
    assert_eq!(wrong(&with(&thing("rock", "Z99"))).len(), 1);
    let many: String = (0..65).map(|at| thing(&format!("rock-{at}"), "D4")).collect();
    expect(&with(&many), "t:1:1: 65 things (at most 64 are possible)");
}

#[test]
fn sheets_have_room_for_so_much() {
    let weapons = |count: usize| vec!["\"dagger\""; count].join(", ");
    let with = |key: &str, list: String| TWO.replace("at = \"F2\"", &format!("at = \"F2\"\n{key} = [{list}]"));
    assert!(wrong(&with("weapons", weapons(8))).is_empty());
    expect(&with("weapons", weapons(9)), "t:12:92: 9 weapons (at most 8 on one sheet)");
    let spells = |count: usize| vec!["\"mend\""; count].join(", ");
    assert!(wrong(&with("spells", spells(16))).is_empty());
    expect(&with("spells", spells(17)), "t:12:139: 17 spells (at most 16 on one sheet)");
}
