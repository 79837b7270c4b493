//! The content is right, and files are read as they are written.

use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Diagnostic, Embedded, Encounters, Id, Source};

use super::{NAMES, sign};
use crate::catalogue::CATALOGUE;
use crate::model::{
    Ability, Answers, Attribute, Bulk, Effect, Harm, Kind, MOST_ROWS, Manner, Mode, Nature, Object, Row, Save, Setup,
    Sheet, Tier, Weapon,
};
use crate::{BOOK, Legacy};

/// Two who fight, and nothing else.
const TWO: &str = r#"rulebook = "legacy-of-adventure"
[[combatant]]
name = "Maud"
creature = "guard"
side = "a"
at = "B2"
[[combatant]]
name = "Snig"
creature = "goblin"
side = "b"
at = "F2"
"#;

fn read(text: &str) -> Setup {
    match Legacy::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

fn sheet<'s>(setup: &'s Setup, name: &str) -> &'s Sheet {
    setup.sheets.iter().find(|s| s.name == name).expect("a combatant")
}

fn creature<'s>(setup: &'s Setup, name: &str) -> &'s Sheet {
    &setup.creatures.iter().find(|c| c.name == name).expect("a creature").sheet
}

fn ability<'s>(setup: &'s Setup, name: &str) -> &'s Ability {
    setup.abilities.iter().find(|a| a.name == name).expect("an ability")
}

fn weapon<'s>(setup: &'s Setup, name: &str) -> &'s Weapon {
    setup.weapons.iter().find(|w| w.name == name).expect("a weapon")
}

/// Somebody's score and points.
fn skill(setup: &Setup, sheet: &Sheet, name: &str) -> (i16, u8) {
    let skill = sheet.skills.iter().find(|skill| setup.ability(skill.ability).name == name).expect("a skill");
    (skill.score, skill.points)
}

#[test]
fn the_encounters_load() {
    let starter = Embedded { name: "starter", text: BOOK.starter };
    for Embedded { name, text } in BOOK.encounters.iter().copied().chain([starter]) {
        let setup = read(text);
        assert!(!setup.title.is_empty() && setup.sheets.len() >= 2 && setup.sides.len() == 2, "{name}");
        assert!(Legacy::load(&Source::new(name, text)).expect("loads").seed.is_some(), "{name} has a seed");
        for (at, sheet) in setup.sheets.iter().enumerate() {
            let cell = setup.ground.terrain(sheet.at);
            assert!(!sheet.concealed || cell.conceals, "{name}: {} lies open", sheet.name);
            assert!(!setup.rows(Id::new(at)).is_empty(), "{name}: {} cannot fight", sheet.name);
        }
    }
}

#[test]
fn skills_have_points_above_their_attributes() {
    let setup = read(TWO);
    let guard = creature(&setup, "guard");
    assert_eq!(skill(&setup, guard, "swing"), (12, 3));
    assert_eq!(skill(&setup, guard, "search"), (9, 0));
    assert_eq!(skill(&setup, guard, "bind"), (10, 2));
    // Constitution 9, and a score of 11.
    assert_eq!(skill(&setup, creature(&setup, "wolf"), "pounce"), (11, 2));
    assert_eq!(skill(&setup, creature(&setup, "hunter"), "stab"), (11, 0));
    let order: Vec<&str> = guard.skills.iter().map(|skill| setup.ability(skill.ability).name.as_str()).collect();
    assert_eq!(order, ["swing", "punch", "block", "parry", "evade", "search", "bind"]);
}

/// What is counted when a file is read is what is made of it later.
#[test]
fn ways_of_attacking_are_counted_as_they_are_made() {
    let weapons = "weapons = [\"dagger\", \"javelin\"]\nskills = { stab = 12, hurl = 11, punch = 9, storm = 9 }";
    let most = |more: &str| read(&TWO.replace("at = \"F2\"", &format!("at = \"F2\"\n{more}"))).rows(Id::new(1)).len();
    // A dagger near and far, a javelin thrown, and the fist; storms ask for no weapon.
    assert_eq!((most(""), most(weapons)), (3, 5));
    for creature in &read(TWO).creatures {
        let rows = read(&TWO.replace("\"guard\"", &format!("\"{}\"", creature.name))).rows(Id::new(0)).len();
        assert!((1..=MOST_ROWS).contains(&rows), "{}: {rows}", creature.name);
    }
}

#[test]
fn rows_follow_from_weapons_and_skills() {
    let setup = read(&format!(
        "{TWO}[[combatant]]\nname = \"Ash\"\ncreature = \"wolf\"\nside = \"b\"\nat = \"H8\"\n[[combatant]]\nname = \"Ann\"\n\
         creature = \"guard\"\nside = \"a\"\nat = \"A1\"\nweapons = [\"javelin\"]\nskills = {{ hurl = 11 }}\n"
    ));
    let rows = |id: usize| -> Vec<(String, Manner, Mode, i16)> {
        let name = |row: &Row| setup.ability(row.ability).name.clone();
        setup.rows(Id::new(id)).iter().map(|row| (name(row), row.manner, row.mode, row.flat)).collect()
    };
    let snig = [
        ("stab".to_owned(), Manner::Armed, Mode::Melee, 10),
        ("stab".to_owned(), Manner::Ranged, Mode::Ranged, 10),
        ("shoot".to_owned(), Manner::Ranged, Mode::Ranged, 13),
    ];
    assert_eq!(rows(1), snig);
    let ash =
        [("bite".to_owned(), Manner::Armed, Mode::Melee, 12), ("pounce".to_owned(), Manner::Unarmed, Mode::Melee, 8)];
    assert_eq!(rows(2), ash);
    let ann = [
        ("swing".to_owned(), Manner::Armed, Mode::Melee, 13),
        ("hurl".to_owned(), Manner::Ranged, Mode::Ranged, 13),
        ("punch".to_owned(), Manner::Unarmed, Mode::Melee, 11),
    ];
    assert_eq!(rows(3), ann);
    assert!(setup.row(Id::new(3), 1).is_some_and(|row| row.thrown && row.range == 12 && row.bulk == Bulk::Medium));
    assert!(setup.row(Id::new(2), 1).is_some_and(|row| row.leaps));
    assert_eq!(setup.row(Id::new(1), 2).map(|row| (row.usage, row.in_melee, row.surprise)), Some((2, false, true)));
}

#[test]
fn weapons_say_what_the_files_say() {
    let setup = read(TWO);
    let dice = |count: u8, sides: u16| Dice::sum(count, sides).expect("dice");
    let fist = setup.weapon(0);
    assert_eq!((fist.name.as_str(), fist.unarmed, fist.melee, fist.natural), ("fist", true, false, true));
    assert_eq!((fist.bulk, fist.hands, fist.strength_save), (None, 0, None));
    assert_eq!((fist.dice, fist.flat, fist.strong), ([dice(1, 3), Dice::NONE], 2, true));
    let bite = weapon(&setup, "bite");
    assert!(bite.natural && bite.melee && !bite.unarmed && bite.harm == Harm::Impact && bite.bulk.is_none());
    let dagger = weapon(&setup, "dagger");
    assert!(dagger.melee && dagger.thrown && !dagger.shoots && dagger.surprise);
    assert_eq!((dagger.reach, dagger.range, dagger.strength_save, dagger.bulk), (1, 8, Some(10), Some(Bulk::Small)));
    let sword = weapon(&setup, "battle-sword");
    assert_eq!((sword.dice[0], sword.flat, sword.reach, sword.hands), (dice(2, 6), 4, 2, 2));
    assert!(sword.breaks && sword.strength_save == Some(15) && sword.bulk == Some(Bulk::Large));
    let crossbow = weapon(&setup, "crossbow");
    assert_eq!((crossbow.usage, crossbow.in_melee, crossbow.strong, crossbow.reach), (2, false, false, 0));
    assert_eq!((crossbow.flat, crossbow.range, crossbow.melee), (13, 30, false));
    let shield = weapon(&setup, "large-shield");
    assert!(shield.shield && !shield.melee && shield.skills.is_empty());
    assert_eq!((shield.hands, shield.strength_save, shield.bulk), (1, Some(16), Some(Bulk::Large)));
}

#[test]
fn abilities_say_what_the_files_say() {
    let setup = read(TWO);
    let find = |name: &str| ability(&setup, name);
    let kinds = |kind: Kind| setup.abilities.iter().filter(|a| a.kind == kind).count();
    assert_eq!([Kind::Attack, Kind::Defend, Kind::Move, Kind::Utility].map(kinds), [10, 6, 2, 6]);
    let swing = find("swing");
    assert!(swing.melee && !swing.ranged && swing.locations && swing.harm.is_none() && swing.tier == Tier::Basic);
    assert!(find("stab").melee && find("stab").ranged && find("hurl").ranged && !find("hurl").melee);
    let pounce = find("pounce");
    assert_eq!((pounce.effect, pounce.save), (Effect::Pounce(6), Some((Save::Reaction, 1))));
    assert_eq!((pounce.strong, pounce.flat, pounce.harm), (true, 0, Some(Harm::Physical)));
    assert_eq!((pounce.attribute, pounce.nature), (Attribute::Constitution, Nature::Unarmed));
    let storm = find("storm");
    assert_eq!((storm.usage, storm.range, storm.locations, storm.hindered), (3, 40, false, false));
    assert_eq!((storm.dice[0].to_string().as_str(), storm.flat, storm.strong), ("3d6", 12, false));
    let (ward, kick, keep) = (find("ward"), find("kick-up"), find("concentration"));
    assert_eq!((ward.effect, ward.instant, ward.usage), (Effect::Ward(Harm::Magic, 4), false, 2));
    assert_eq!((kick.effect, kick.free, kick.usage), (Effect::Rise, true, 0));
    assert_eq!((keep.effect, keep.free, keep.usage), (Effect::Keep, false, 0));
    assert_eq!((find("bind").effect, find("bind").usage), (Effect::Mend(3), 2));
    assert_eq!((find("charge").effect, find("disengage").effect), (Effect::Charge, Effect::Disengage));
    assert_eq!((find("search").effect, find("hide").effect), (Effect::Search, Effect::Hide));
}

/// Which defence answers what. (`ruling.skill-fits`)
#[test]
fn defences_answer_what_they_fit() {
    let setup = read(TWO);
    let met = |answers: Answers, mode: Mode| Nature::ALL.map(|nature| answers.meets(mode, nature));
    let (yes, no) = (true, false);
    let fits = [
        ("evade", [yes, yes, yes, no], [no; 4], Object::None),
        ("dodge", [no; 4], [yes, no, yes, no], Object::None),
        ("parry", [yes, yes, no, no], [no; 4], Object::Weapon),
        ("block", [yes, yes, no, no], [no; 4], Object::Either),
        ("deflect", [no; 4], [yes, no, no, no], Object::Either),
        ("thwart", [no, no, yes, yes], [no, no, yes, yes], Object::None),
    ];
    for (name, melee, ranged, object) in fits {
        let known = ability(&setup, name);
        assert_eq!(met(known.answers, Mode::Melee), melee, "{name}");
        assert_eq!(met(known.answers, Mode::Ranged), ranged, "{name}");
        assert_eq!((known.answers.object, known.on_guard), (object, true), "{name}");
        assert_eq!((known.melee, known.ranged), (melee.contains(&yes), ranged.contains(&yes)), "{name}");
    }
    assert_eq!(
        (ability(&setup, "evade").general, ability(&setup, "dodge").general),
        (Some(Mode::Melee), Some(Mode::Ranged))
    );
}

#[test]
fn every_ability_has_its_rule() {
    for ability in read(TWO).abilities {
        let id = format!("ability.{}", ability.name);
        assert!(CATALOGUE.find(&id).is_some(), "{id} is not in the catalogue");
    }
}

#[test]
fn maps_have_walls_fences_brush_and_slow_ground() {
    let setup = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n........\n........\n.#=%~*TS\n\"\"\"\nlegend = {{ T = \"fence+brush\", S = \"cost 3\" }}\n"
    ));
    let row = &setup.ground.cells[16..];
    let signs: String = row.iter().map(|cell| sign(*cell)).collect();
    assert_eq!(signs, ".#=%~*=~");
    assert_eq!(row.iter().map(|cell| cell.cost).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 1, 1, 3]);
    assert!(row[6].conceals && row[6].blocks_move && !row[6].blocks_sight && !row[5].blocks_move);
    assert_eq!(read(TWO).ground.cells.len(), 20 * 15);
}

#[test]
fn letters_are_free_and_no_signs_of_the_ground() {
    let footbridge = BOOK.encounters.iter().find(|encounter| encounter.name == "footbridge").expect("an encounter");
    let setup = read(footbridge.text);
    let letters: String = setup.sheets.iter().map(|s| s.letter).collect();
    assert_eq!(letters, "MSNTBW");
    assert_eq!(NAMES.letter("Snout", |letter| letters.contains(letter)), 'O');
}

#[test]
fn own_content_replaces_the_books() {
    let own = r#"
[[weapon]]
name = "fist"
class = "unarmed"
damage = "STR+1d4+1d4+2d3-1"
damage_type = "physical"
natural = true
skill = ["punch"]
[[shield]]
name = "mace"
strength_save = 20
move_mod = -2
[[armour]]
name = "leather"
energy = 7
[[ability]]
name = "hex"
kind = "attack"
attribute = "knowledge"
nature = "mental"
mode = "ranged"
range = 15
damage = "1d6"
damage_type = "elemental"
[[creature]]
name = "guard"
weapons = ["mace"]
skills = { punch = 9, hex = 12 }
armour = "leather"
"#;
    let setup = read(&format!("{TWO}{own}"));
    let dice = |count: u8, sides: u16| Dice::sum(count, sides).expect("dice");
    assert_eq!((setup.weapon(0).dice, setup.weapon(0).flat), ([dice(2, 4), dice(2, 3)], -1));
    let maud = sheet(&setup, "Maud");
    assert_eq!((maud.move_mod, maud.worn.against(Harm::Energy), maud.worn.against(Harm::Impact)), (-2, 7, 0));
    let mace = setup.arm(Id::new(0), 0);
    assert!(mace.shield && mace.strength_save == Some(20) && mace.bulk == Some(Bulk::Medium));
    let ways: Vec<Manner> = setup.rows(Id::new(0)).iter().map(|row| row.manner).collect();
    assert_eq!(ways, [Manner::Unarmed, Manner::Magic]);
    assert_eq!(setup.creatures.iter().filter(|c| c.name == "guard").count(), 1);
    assert_eq!(setup.weapons.iter().filter(|w| w.name == "mace").count(), 1);
}

/// So many copies of a skill of this table's own, and a sheet that knows them all.
fn skilled(count: usize, more: &str) -> String {
    let scores: Vec<String> = (0..count).map(|at| format!("knack-{at} = 9")).collect();
    let ability = |at| format!("[[ability]]\nname = \"knack-{at}\"\nattribute = \"agility\"\n{more}\n");
    format!("{TWO}skills = {{ {} }}\n{}", scores.join(", "), (0..count).map(ability).collect::<String>())
}

#[test]
fn sheets_have_room_for_so_much() {
    let wrong = skirmish_suite::complaints::<Legacy>;
    let begins = |text: &str, expected: &str| {
        let found = wrong(text);
        assert!(found.iter().any(|complaint| complaint.starts_with(expected)), "{expected}: {found:#?}");
    };
    let utility = "kind = \"utility\"";
    // A goblin knows six already.
    assert!(wrong(&skilled(18, utility)).is_empty());
    begins(&skilled(19, utility), "t:8:8: Snig has 25 skills (at most 24)");
    let attack = "kind = \"attack\"\nnature = \"magic\"\nmode = \"melee\"\ndamage = \"1d6\"\ndamage_type = \"magic\"";
    // It has three ways of attacking: a dagger near and far, and a crossbow.
    assert!(wrong(&skilled(18, attack)).is_empty());
    let daggers = "weapons = [\"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\", \"dagger\"]\nskills";
    begins(&skilled(13, attack).replace("skills", daggers), "t:8:8: Snig has 25 ways of attacking (at most 24");
    assert!(wrong(&skilled(12, attack).replace("skills", daggers)).is_empty());
    begins(&skilled(227, utility), "t:1:1: 251 entries of `ability` (at most 250 are possible)");
}
