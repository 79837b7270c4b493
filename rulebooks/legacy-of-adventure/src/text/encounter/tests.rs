//! What tables of files and of typed words in `tests` cannot say.

use skirmish_kernel::{Diagnostic, Encounters, Id, Source};

use super::sign;
use crate::Legacy;
use crate::catalogue::CATALOGUE;
use crate::model::{MOST_ROWS, Mode, Nature, Object, Setup};

/// Two who fight, and nothing else.
const TWO: &str = "rulebook = \"legacy-of-adventure\"\n[[combatant]]\nname = \"Maud\"\ncreature = \"guard\"\nside = \"a\"\n\
                   at = \"B2\"\n[[combatant]]\nname = \"Snig\"\ncreature = \"goblin\"\nside = \"b\"\nat = \"F2\"\n";

fn read(text: &str) -> Setup {
    match Legacy::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

/// What is counted when a file is read is what is made of it later.
pub fn ways_of_attacking_are_counted_as_they_are_made() {
    let weapons = "weapons = [\"dagger\", \"javelin\"]\nskills = { stab = 12, hurl = 11, punch = 9, storm = 9 }";
    let most = |more: &str| read(&TWO.replace("at = \"F2\"", &format!("at = \"F2\"\n{more}"))).rows(Id::new(1)).len();
    // A dagger near and far, a javelin thrown, and the fist; storms ask for no weapon.
    assert_eq!((most(""), most(weapons)), (3, 5));
    for creature in &read(TWO).creatures {
        let rows = read(&TWO.replace("\"guard\"", &format!("\"{}\"", creature.name))).rows(Id::new(0)).len();
        assert!((1..=MOST_ROWS).contains(&rows), "{}: {rows}", creature.name);
    }
}

/// Which defence answers what. (`ruling.skill-fits`)
pub fn defences_answer_what_they_fit() {
    let setup = read(TWO);
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
        let answers = setup.abilities.iter().find(|ability| ability.name == name).expect("an ability").answers;
        let met = |mode| Nature::ALL.map(|nature| answers.meets(mode, nature));
        assert_eq!((met(Mode::Melee), met(Mode::Ranged), answers.object), (melee, ranged, object), "{name}");
    }
}

pub fn every_ability_has_its_rule() {
    for ability in read(TWO).abilities {
        let id = format!("ability.{}", ability.name);
        assert!(CATALOGUE.find(&id).is_some(), "{id} is not in the catalogue");
    }
}

pub fn maps_have_walls_fences_brush_and_slow_ground() {
    let setup = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n........\n........\n.#=%~*TS\n\"\"\"\nlegend = {{ T = \"fence+brush\", S = \"cost 3\" }}\n"
    ));
    let row = &setup.ground.cells[16..];
    let signs: String = row.iter().map(|cell| sign(*cell)).collect();
    assert_eq!(signs, ".#=%~*=~");
    assert_eq!(row.iter().map(|cell| cell.cost).collect::<Vec<_>>(), [1, 1, 1, 1, 2, 1, 1, 3]);
}
