//! What is wrong with a file is said with its place, and with what to do.

use skirmish_kernel::{Diagnostic, Encounters, Source};

use super::TWO;
use crate::Legacy;

/// Reads what is wrong.
fn wrong(text: &str) -> Vec<String> {
    match Legacy::load(&Source::new("t", text)) {
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
const SHEETS: [(&str, &str); 22] = [
    ("at = \"F2\"\nhitts = 3", "t:12:1: there is no key `hitts` here"),
    ("at = \"F2\"\nhits = \"many\"", "t:12:8: `hits` cannot be a text (a whole number from 0 to 15, without quotes)"),
    ("at = \"Z2\"", "t:11:6: "),
    ("at = \"B2\"", "t:11:6: Maud already stands in B2 (one combatant in each cell)"),
    ("at = \"F2\"\nweapons = [\"macce\"]", "t:12:12: there is no weapon or shield `macce` (did you mean `mace`?)"),
    ("at = \"F2\"\nweapons = [\"mace\", \"fist\"]", "t:12:20: everybody has bare hands (leave them out)"),
    (
        "at = \"F2\"\nweapons = [\"mace\", \"mace\", \"mace\", \"mace\", \"mace\", \"mace\", \"dagger\"]",
        "t:12:60: 7 weapons (at most 6 on one sheet)",
    ),
    ("at = \"F2\"\nproficient = [\"macce\"]", "t:12:15: there is no weapon or shield `macce`"),
    ("at = \"F2\"\nskills = { swinge = 3 }", "t:12:12: there is no skill `swinge` (did you mean `swing`?)"),
    ("at = \"F2\"\nskills = { swing = 26 }", "t:12:20: swing = 26 (a number from 0 to 25)"),
    ("at = \"F2\"\nactions = 9", "t:12:11: actions = 9 (a number from 1 to 8)"),
    ("at = \"F2\"\nhits = 16", "t:12:8: hits = 16 (a number from 0 to 15)"),
    ("at = \"F2\"\nsaves = { reactoin = 4 }", "t:12:11: there is no key `reactoin` here"),
    ("at = \"F2\"\narmour = \"chian\"", "t:12:10: there is no armour `chian` (did you mean `chain`?)"),
    ("at = \"F2\"\narmour = 3", "t:12:10: `armour` cannot be a number (a text in quotes)"),
    ("at = \"F2\"\ncondition = \"tired\"", "t:12:13: `condition` cannot be `tired`"),
    ("at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....\n\"\"\"", "t:15:6: line 2, column 6: this row has 5 cells"),
    ("at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....#\n\"\"\"", "t:11:6: F2 is a wall"),
    ("at = \"F2\"\n[map]\nrows = \"\"\"\n......\n.....=\n\"\"\"", "t:11:6: F2 is a fence"),
    ("at = \"F2\"\n[map]\nrows = \"......\"\nlegend = { x = \"wal\" }", "t:14:16: `wal` is no ground"),
    ("at = \"F2\"\n[rules]\n\"hits.tims\" = 2", "t:13:1: there is no house rule `hits.tims`"),
    ("at = \"F2\"\n[rules]\n\"hits.times\" = 21", "t:13:16: `hits.times` "),
];

#[test]
fn sheets_maps_and_house_rules() {
    for (to, expected) in SHEETS {
        expect(&TWO.replace("at = \"F2\"", to), expected);
    }
}

#[test]
fn names_sides_and_the_book() {
    let cases = [
        ("\"Snig\"", "\"maud\"", "t:8:8: two combatants are called `maud` (number the copies: `maud-2`)"),
        ("\"Snig\"", "\"gm\"", "t:8:8: `gm` cannot be a name"),
        ("\"Snig\"", "\"Head\"", "t:8:8: `Head` cannot be a name"),
        ("\"Snig\"", "\"two words\"", "t:8:8: `two words` cannot be a name"),
        ("\"goblin\"", "\"gobblin\"", "t:9:12: there is no creature `gobblin` (did you mean `goblin`?)"),
        ("side = \"b\"", "side = \"b c\"", "t:10:8: a side is one word"),
        ("side = \"b\"", "", "t:7:1: `side` is missing here"),
        ("\"legacy-of-adventure\"", "\"generia\"", "t:1:12: this is an encounter of `generia`"),
    ];
    for (from, to, expected) in cases {
        expect(&TWO.replace(from, to), expected);
    }
    expect(&TWO.replacen('\n', "\nsides = [\"a\", \"c\"]\n", 1), "t:11:8: there is no side `b`");
}

/// An attack of this table's own, from line 12.
const HEX: &str = "[[ability]]\nname = \"hex\"\nkind = \"attack\"\nattribute = \"influence\"\n";

/// A complete one.
const BLOW: &str = "nature = \"weapon\"\nmode = \"melee\"\n";

#[test]
fn attacks() {
    let spell = "nature = \"magic\"\nmode = \"melee\"\ndamage_type = \"magic\"\n";
    let cases = [
        (BLOW.replace("nature = \"weapon\"", ""), "t:13:8: an attack has a `nature`"),
        (BLOW.replace("mode = \"melee\"", ""), "t:13:8: an attack has a `mode`"),
        (BLOW.replace("melee", "mele"), "t:17:8: `mode` cannot be `mele` (did you mean `melee`?)"),
        (format!("{BLOW}actions = 9"), "t:18:11: actions = 9 (a number from 1 to 8)"),
        (format!("{BLOW}actions = 0"), "t:18:11: actions = 0 (a number from 1 to 8)"),
        (format!("{BLOW}actions = \"free\""), "t:18:11: only a utility is free"),
        (format!("{BLOW}actions = \"fre\""), "t:18:11: a number of actions, or \"free\""),
        (format!("{BLOW}damage = \"1d6\""), "t:13:8: `damage` and `damage_type` go together"),
        (format!("{BLOW}range = 20"), "t:13:8: an attack from afar without a weapon has a `range`"),
        (format!("{BLOW}against = {{ melee = [\"magic\"] }}"), "t:13:8: `against` is a key of defends"),
        (format!("{BLOW}on_guard = false"), "t:13:8: `on_guard` is a key of defends"),
        (format!("{BLOW}save = {{ by = \"reaction\", points = 0 }}"), "t:18:36: points = 0 (a number from 1 to 100)"),
        (format!("{BLOW}save = {{ by = \"speed\" }}"), "t:18:15: `by` cannot be `speed`"),
        (format!("{BLOW}effect = {{ kind = \"prone\" }}"), "t:13:8: whom does it throw down?"),
        (
            format!("{BLOW}effect = {{ kind = \"pounce\", most = 6 }}"),
            "t:13:8: an attack without a weapon has `damage`",
        ),
        (format!("{BLOW}effect = {{ kind = \"hide\" }}"), "t:13:8: only `kind = \"utility\"` has such an effect"),
        (format!("{BLOW}effect = {{ kind = \"prne\" }}"), "t:18:19: `kind` cannot be `prne`"),
        (spell.replace("damage_type = \"magic\"", ""), "t:13:8: an attack without a weapon has `damage`"),
        (format!("{spell}damage = \"2x6\""), "t:19:10: `2x6`: "),
        (format!("{spell}damage = \"DEX+1d6\""), "t:19:10: damage knows no `DEX` (STR, the attacker's Strength"),
        (format!("{spell}damage = \"2*STR\""), "t:19:10: `2*STR` cannot be thrown here (such as `STR+4+1d8`"),
        (format!("{spell}damage = \"4-STR\""), "t:19:10: `4-STR` cannot be thrown here"),
        (format!("{spell}damage = \"1d6+1d8+1d4\""), "t:19:10: `1d6+1d8+1d4` cannot be thrown here"),
        (format!("{spell}damage = \"30d6+11d6\""), "t:19:10: `30d6+11d6` cannot be thrown here"),
        (format!("{spell}damage = \"2d6kh1\""), "t:19:10: `2d6kh1` cannot be thrown here"),
        (format!("{spell}damage = \"4-1d6\""), "t:19:10: `4-1d6` cannot be thrown here"),
        (format!("{spell}damage = \"1d6+1001\""), "t:19:10: `1d6+1001` cannot be thrown here"),
    ];
    assert!(wrong(&format!("{TWO}{HEX}{BLOW}")).is_empty());
    for (more, expected) in cases {
        expect(&format!("{TWO}{HEX}{more}"), expected);
    }
}

#[test]
fn other_abilities() {
    let start = |kind: &str| format!("{TWO}[[ability]]\nname = \"hex\"\nkind = \"{kind}\"\nattribute = \"agility\"\n");
    let cases = [
        ("defend", "", "t:13:8: this defence answers nothing"),
        ("defend", "against = { melee = [\"sword\"] }", "t:16:22: `melee` cannot be `sword`"),
        ("defend", "against = { mele = [\"magic\"] }", "t:16:13: there is no key `mele` here"),
        ("utility", "damage = \"1d6\"", "t:13:8: `damage` is a key of attacks"),
        ("utility", "actions = 0", "t:16:11: actions = 0 (a number from 1 to 8)"),
        ("utility", "effect = { kind = \"ward\", rating = \"magic\", value = 0 }", "t:16:53: value = 0 (a number"),
        ("utility", "effect = { kind = \"mend\", hits = 101 }", "t:16:34: hits = 101 (a number from 1 to 100)"),
        ("utility", "effect = { kind = \"mend\", hit = 1 }", "t:16:27: there is no key `hit` here"),
        ("utility", "effect = { kind = \"charge\" }", "t:13:8: only `kind = \"move\"` has such an effect"),
        ("atack", "", "t:14:8: `kind` cannot be `atack`"),
    ];
    for (kind, more, expected) in cases {
        expect(&format!("{}{more}", start(kind)), expected);
    }
    expect(
        &format!("{TWO}[[ability]]\nname = \"Hex\"\nkind = \"utility\"\nattribute = \"agility\""),
        "t:13:8: `Hex` cannot",
    );
    expect(
        &format!("{TWO}[[ability]]\nname = \"hex\"\nkind = \"utility\"\nattribute = \"wit\""),
        "t:15:13: `attribute` cannot be `wit`",
    );
}

#[test]
fn weapons_shields_and_armour() {
    let flail = "[[weapon]]\nname = \"flail\"\nclass = \"armed-melee\"\ndamage = \"1d6\"\ndamage_type = \"impact\"\n";
    let with = |from: &str, to: &str, more: &str| {
        let skill = if more.contains("skill =") { "" } else { "skill = [\"swing\"]\n" };
        format!("{TWO}{}{skill}{more}", flail.replace(from, to))
    };
    assert!(wrong(&with("", "", "")).is_empty());
    let cases = [
        (with("\"armed-melee\"", "[]", ""), "t:13:8: a weapon has a class"),
        (with("\"armed-melee\"", "\"melee\"", ""), "t:14:9: `class` cannot be `melee`"),
        (with("\"armed-melee\"", "[\"shooting\", \"thrown\"]", "range = 9"), "t:13:8: what shoots is not thrown"),
        (with("\"armed-melee\"", "[\"unarmed\", \"thrown\"]", "range = 9"), "t:13:8: bare hands are nothing else"),
        (
            with("\"armed-melee\"", "\"thrown\"", "natural = true\nrange = 9"),
            "t:13:8: a part of the body is not thrown",
        ),
        (with("flail", "fist", ""), "t:13:8: `fist` is the bare hand"),
        (with("1d6", "1d6+1d8+1d4", ""), "t:15:10: `1d6+1d8+1d4` cannot be thrown here"),
        (with("", "", "natural = true\nsize = \"large\""), "t:13:8: a part of the body has no `size`, `hands`"),
        (with("", "", "hands = 3"), "t:18:9: hands = 3 (a number from 1 to 2)"),
        (with("", "", "reach = 11"), "t:18:9: reach = 11 (a number from 1 to 10)"),
        (with("", "", "range = 9"), "t:18:9: what does not fly has no range"),
        (with("", "", "usage_actions = 0"), "t:18:17: usage_actions = 0 (a number from 1 to 8)"),
        (with("", "", "strength_save = 21"), "t:18:17: strength_save = 21 (a number from 0 to 20)"),
        (with("", "", "hit_mod = -21"), "t:18:11: hit_mod = -21 (a number from -20 to 20)"),
        (with("", "", "skill = [\"swig\"]"), "t:17:10: there is no attack skill `swig` (did you mean `swing`?)"),
        (with("", "", "skill = [\"spark\"]"), "t:17:10: there is no attack skill `spark`"),
        (with("", "", "skill = []"), "t:13:8: no skill of flail strikes in melee (skill = [\"swing\"])"),
        (with("", "", "skill = [\"swing\", \"stab\", \"bite\", \"hurl\", \"shoot\"]"), "t:17:43: 5 skills (at most 4"),
        (with("\"armed-melee\"", "\"shooting\"", ""), "t:13:8: what flies has a `range`"),
        (with("\"armed-melee\"", "\"shooting\"", "range = 9"), "t:17:10: no skill of flail strikes from afar"),
        (with("\"armed-melee\"", "\"shooting\"", "range = 9\nreach = 1"), "t:19:9: what only flies has no reach"),
        (format!("{TWO}[[shield]]\nname = \"fist\""), "t:13:8: `fist` is the bare hand"),
        (
            format!("{TWO}[[shield]]\nname = \"door\"\nmove_mod = 11"),
            "t:14:12: move_mod = 11 (a number from -10 to 10)",
        ),
        (format!("{TWO}[[armour]]\nname = \"door\"\nmagic = -1"), "t:14:9: magic = -1 (a number from 0 to 100)"),
        (format!("{TWO}[[armour]]\nname = \"door\"\nmove_skill_mod = -11"), "t:14:18: move_skill_mod = -11"),
    ];
    for (text, expected) in cases {
        expect(&text, expected);
    }
}

#[test]
fn there_are_limits() {
    let mut many = String::from("rulebook = \"legacy-of-adventure\"\n[map]\nwidth = 80\nheight = 1\n");
    for at in 0..65 {
        let column = if at < 26 { String::new() } else { char::from(b'A' + (at / 26 - 1) as u8).to_string() };
        let letter = char::from(b'A' + (at % 26) as u8);
        many += &format!("[[combatant]]\nname = \"G{at}\"\nside = \"s{}\"\nat = \"{column}{letter}1\"\n", at % 2);
    }
    assert!(wrong(&many)[0].contains("more combatants than can be told apart (at most 64"), "{:?}", wrong(&many));
    let nobody = wrong("rulebook = \"legacy-of-adventure\"");
    assert!(nobody[0].contains("nobody fights here"), "{nobody:?}");
    assert!(wrong(" \n")[0].contains("the encounter is empty"));
    assert!(wrong("rulebook = [")[0].starts_with("t:1:"));
}

/// So many copies of a skill of this table's own, and a sheet that knows them all.
fn skilled(count: usize, more: &str) -> String {
    let names: Vec<String> = (0..count).map(|at| format!("knack-{at}")).collect();
    let scores: Vec<String> = names.iter().map(|name| format!("{name} = 9")).collect();
    let mut text = TWO.replace("at = \"F2\"", &format!("at = \"F2\"\nskills = {{ {} }}", scores.join(", ")));
    for name in names {
        text += &format!("[[ability]]\nname = \"{name}\"\nattribute = \"agility\"\n{more}\n");
    }
    text
}

#[test]
fn sheets_have_room_for_so_much() {
    let utility = "kind = \"utility\"";
    // A goblin knows six already.
    assert!(wrong(&skilled(18, utility)).is_empty());
    expect(&skilled(19, utility), "t:8:8: Snig has 25 skills (at most 24)");
    let attack = "kind = \"attack\"\nnature = \"magic\"\nmode = \"melee\"\ndamage = \"1d6\"\ndamage_type = \"magic\"";
    // It has three ways of attacking: a dagger near and far, and a crossbow.
    assert!(wrong(&skilled(18, attack)).is_empty());
    let daggers = "weapons = [\"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\"]\nskills";
    expect(&skilled(13, attack).replace("skills", daggers), "t:8:8: Snig has 25 ways of attacking (at most 24");
    assert!(wrong(&skilled(12, attack).replace("skills", daggers)).is_empty());
    expect(&skilled(227, utility), "t:1:1: 251 entries of `ability` (at most 250 are possible)");
}
