//! What tables of files and of typed words in `tests` cannot say.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::{Diagnostic, Embedded, Encounters, Id, Rulebook, Source};

use super::{NAMES, schema, sign};
use crate::Fragments;
use crate::catalogue::ENCOUNTERS;
use crate::model::{
    Charm, Class, Defense, Effect, Harm, Kind, Matter, Object, Obstacle, Plight, Setup, Shape, Size, Spell, Terrain,
    Water, Weapon,
};

const STARTER: &str = include_str!("../../../encounters/starter.toml");

/// Two who fight, and nothing else.
const TWO: &str = "rulebook = \"fragments-of-power\"\n[[combatant]]\nname = \"Maud\"\ncreature = \"guard\"\n\
                   side = \"a\"\nat = \"B2\"\n[[combatant]]\nname = \"Snig\"\ncreature = \"archer\"\nside = \"b\"\nat = \"F2\"\n";

fn read(text: &str) -> Setup {
    match Fragments::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

fn weapon<'s>(setup: &'s Setup, name: &str) -> &'s Weapon {
    setup.weapons.iter().find(|weapon| weapon.name == name).expect("a weapon")
}

fn spell<'s>(setup: &'s Setup, name: &str) -> &'s Spell {
    setup.spells.iter().find(|spell| spell.name == name).expect("a spell")
}

pub fn the_encounters_load() {
    let starter = Embedded { name: "starter", text: STARTER };
    for Embedded { name, text } in ENCOUNTERS.iter().copied().chain([starter]) {
        let setup = read(text);
        assert!(!setup.title.is_empty() && !setup.about.is_empty() && setup.sides.len() == 2, "{name}");
        assert!(Fragments::load(&Source::new(name, text)).expect("loads").seed.is_some(), "{name} has a seed");
        assert!(setup.ids().all(|id| !setup.foes(id).is_empty()), "{name}: everybody has foes");
    }
}

pub fn weapons_say_what_the_files_say() {
    let setup = read(TWO);
    let of = |name| weapon(&setup, name);
    assert_eq!(
        (&*setup.weapon(0).name, setup.weapon(0).class, setup.weapon(0).strong),
        ("unarmed", Class::Light, true)
    );
    assert!(of("dagger").thrown && of("dagger").strong && of("dagger").is_quick() && !of("greataxe").is_quick());
    assert_eq!(of("dagger").object, Object { bulk: 1, hp: 6, durability: 2, ..Object::default() });
    assert!(of("bow").shoots && !of("bow").melee && !of("bow").strong);
    assert_eq!(["greataxe", "bow", "shield", "bite"].map(|name| of(name).hands), [2, 2, 1, 0]);
    assert_eq!((of("shield").shield, of("shield").strikes(), of("torch").light), (1, false, 20));
    assert!(of("bite").is_natural() && of("bite").melee && of("bite").is_quick());
    assert_eq!(setup.armour.iter().map(|armour| armour.bonus).collect::<Vec<_>>(), [1, 3, 5]);
}

pub fn spells_say_what_the_files_say() {
    let setup = read(TWO);
    let fire = spell(&setup, "evoke-fire");
    assert!(matches!(fire.effect, Effect::Harm { dice: 1, sides: 6, harm: Harm::Fire, burns: Some(3) }));
    assert_eq!((fire.attack, fire.once, fire.fixed, fire.shape), (Some(Defense::Physical), false, None, Shape::Ball));
    let Effect::Afflict(levels) = &spell(&setup, "freeze").effect else { panic!("it freezes nobody") };
    assert_eq!(levels[..], [(1, Kind::Slowed), (3, Kind::Stunned)]);
    let mend = spell(&setup, "mend");
    assert!(matches!(mend.effect, Effect::Heal { dice: 1, sides: 6 }) && mend.attack.is_none());
    let breath = spell(&setup, "fire-breath");
    assert_eq!((breath.shape, breath.fixed, breath.once), (Shape::Cone(30), Some(4), true));
}

pub fn maps_have_all_kinds_of_ground() {
    let setup = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n..........\n..........\n.#,~%*_:oi\nn1WCRIDSUG\n\"\"\"\n[map.legend]\n\
         W = \"water 20+fast+current east 30\"\nC = \"climb 20\"\nR = \"rise 15+difficult medium\"\nI = \"illusion\"\n\
         D = \"drop 10+dark+fog\"\nS = \"partial small\"\nU = \"water+ice 2+violent\"\nG = \"gap 3\"\n"
    ));
    let drawn = |row: usize| setup.ground.cells[10 * row..][..10].iter().map(|cell| sign(cell).0).collect::<String>();
    assert_eq!([drawn(2), drawn(3)], [".#,~%*_:oi", "n^~.^%*%in"]);
    let at = |column: i16, row: i16| setup.ground.at(Square::new(column, row));
    let matter = [3, 7, 8].map(|column| at(column, 2).matter);
    assert_eq!((matter, at(3, 2).depth), ([Matter::Water, Matter::Soft, Matter::Void], 10));
    let river = at(2, 3);
    assert_eq!((river.depth, river.water, river.current), (20, Water::Fast, Some((Facing::East, 30))));
    assert_eq!((at(3, 3).climb, at(4, 3).elevation, at(4, 3).difficult), (Some(20), 15, Some(Size::Medium)));
    assert!(at(5, 3).illusion && at(6, 3).dark && at(6, 3).fog && at(6, 3).elevation == -10);
    assert_eq!((at(7, 3).obstacle, at(8, 3).ice, at(9, 3).gap), (Obstacle::Partial(Size::Small), 2, 3));
    assert_eq!((at(1, 3).elevation, at(0, 3).gap, at(4, 2).obstacle), (10, 2, Obstacle::Partial(Size::Medium)));
    assert!(!setup.ground.is_plain);
    let open = read(TWO).ground;
    assert!(open.cells.len() == 20 * 15 && open.is_plain && !open.gloomy && !open.foggy && !open.weightless);
}

pub fn light_gravity_and_things_stand_beside_the_map() {
    let more = "light = \"dark\"\ngravity = \"none\"\n[[lamp]]\nat = \"C3\"\n[[lamp]]\nat = \"D3\"\nfeet = 40\n\
                [[thing]]\nname = \"Oil\"\nat = \"E5\"\nsize = \"small\"\nfixed = true\nhp = 8\n\
                [[thing]]\nname = \"rock\"\nat = \"E6\"\n";
    let setup = read(&TWO.replacen('\n', &format!("\n{more}"), 1));
    assert!(setup.ground.weightless && setup.ground.cells.iter().all(|cell| cell.dark) && setup.ground.gloomy);
    assert_eq!(setup.ground.lights, [(Square::new(2, 2), 20), (Square::new(3, 2), 40)]);
    let [oil, rock] = &setup.things[..] else { panic!("{:?}", setup.things) };
    assert_eq!((oil.size, oil.fixed, oil.object), (Size::Small, true, Object { hp: 8, ..Object::default() }));
    // `o` and `i` are signs of the ground.
    assert_eq!((oil.letter, rock.letter, rock.size), ('l', 'r', Size::Medium));
}

pub fn letters_are_no_signs_of_the_ground() {
    let letters: String = read(STARTER).sheets.iter().map(|sheet| sheet.letter).collect();
    assert_eq!(letters, "MOWGFA");
    let plain = Terrain::PLAIN;
    let grounds = [
        Terrain { matter: Matter::Solid, ..plain },
        Terrain { matter: Matter::Void, ..plain },
        Terrain { matter: Matter::Water, ice: 1, ..plain },
        Terrain { elevation: -5, ..plain },
        Terrain { gap: 2, ..plain },
        plain,
    ];
    assert!(grounds.iter().all(|ground| NAMES.signs.contains(sign(ground).0)));
}

pub fn own_content_replaces_the_books() {
    let setup = read(&format!(
        "{TWO}[[weapon]]\nname = \"sword\"\nclass = \"heavy\"\nhands = 2\ndamage = \"2d8+3\"\n\
         [[weapon]]\nname = \"bottle\"\nclass = \"light\"\nspell = \"fire-breath\"\n\
         [[spell]]\nname = \"glare\"\nattack = \"mental\"\nconditions = {{ stunned = 4, shaken = 1 }}\nline = 20\n\
         lasts = true\ncontrol = true\ndoubles = true\n[[armour]]\nname = \"mail\"\ndefense = 7\n"
    ));
    let sword = weapon(&setup, "sword");
    assert_eq!((sword.class, sword.hands, &*sword.dice.to_string(), sword.flat), (Class::Heavy, 2, "2d8", 3));
    let swords = setup.weapons.iter().filter(|weapon| weapon.name == "sword").count();
    assert_eq!((swords, &*setup.weapon(0).name, setup.sheets[0].physical_defense), (1, "unarmed", 22));
    let Some(Charm { spell: held, power }) = weapon(&setup, "bottle").charm else { panic!("it holds no spell") };
    assert_eq!((&*setup.spell(held).name, power), ("fire-breath", [0; 4]));
    let glare = spell(&setup, "glare");
    let Effect::Afflict(levels) = &glare.effect else { panic!("{glare:?}") };
    assert_eq!(levels[..], [(1, Kind::Shaken), (4, Kind::Stunned)]);
    assert_eq!((glare.shape, glare.attack), (Shape::Line(20), Some(Defense::Mental)));
    assert!(glare.lasts && glare.control && glare.doubles);
}

/// What goes along into the next fight, as lines of a file.
fn carried(setup: &Setup, change: impl FnOnce(&mut crate::State)) -> Option<Vec<(&'static str, Option<String>)>> {
    let mut s = Fragments::begin(setup);
    change(&mut s);
    let all = Fragments::carried(setup, &s, Id::new(0))?;
    Some(all.into_iter().map(|one| (one.key, one.value)).collect())
}

pub fn wounds_and_losses_go_along() {
    let setup = read(TWO);
    let (maud, value) = (Id::new(0), |text: &str| Some(text.to_owned()));
    let fresh = carried(&setup, |_| {}).expect("carried");
    assert!(fresh.iter().all(|(_, value)| value.is_none()), "{fresh:?}");
    assert!(fresh.iter().any(|(key, _)| *key == "mount") && fresh.iter().all(|(key, _)| *key != "weapons"));
    let worn = carried(&setup, |s| {
        (s.creature_mut(maud).hp, s.creature_mut(maud).armour_harm) = (4, 20);
        s.items[0].owner = None;
    });
    let worn = worn.expect("carried");
    for pair in [("hp", value("4")), ("weapons", value("[\"dagger\"]")), ("armour", value("\"none\""))] {
        assert!(worn.contains(&pair), "{pair:?} in {worn:?}");
    }
    assert!(worn.contains(&("energy", None)));
    assert_eq!(carried(&setup, |s| s.creature_mut(maud).plights.set(Plight::Dead, true)), None);
    // Whoever has gathered up more than a sheet holds leaves the rest.
    let many = carried(&setup, |s| {
        let item = s.items[0];
        s.items.extend([item; 12]);
    });
    let kept = many.expect("carried").into_iter().find(|(key, _)| *key == "weapons").and_then(|(_, value)| value);
    let again = TWO.replace("at = \"B2\"", &format!("at = \"B2\"\nweapons = {}", kept.expect("weapons")));
    assert_eq!(read(&again).sheets[0].arms.len(), 8);
}

/// Blood that has been stopped stays so in the next fight, and blood that runs goes on running. (`bleeding.table`)
pub fn blood_goes_along_as_it_is() {
    let setup = read(TWO);
    let maud = Id::new(0);
    let next = |change: &dyn Fn(&mut crate::model::Creature)| {
        let all = carried(&setup, |s| change(s.creature_mut(maud))).expect("carried");
        let lines: Vec<String> =
            all.into_iter().filter_map(|(key, value)| value.map(|value| format!("{key} = {value}"))).collect();
        let again = read(&TWO.replace("at = \"B2\"", &format!("at = \"B2\"\n{}", lines.join("\n"))));
        (lines, Fragments::begin(&again).creature(maud).clone())
    };
    let (lines, stopped) = next(&|maud| {
        maud.hp = -3;
        maud.plights.set(Plight::Incapacitated, true);
    });
    assert_eq!(lines, ["hp = -3", "bleeding = false"]);
    assert!(!stopped.is(Plight::Bleeding) && stopped.is(Plight::Incapacitated) && stopped.is(Plight::Prone));
    let (lines, running) = next(&|maud| {
        (maud.hp, maud.bleed_penalty) = (5, 2);
        maud.plights.set(Plight::Bleeding, true);
        maud.plights.set(Plight::Unconscious, true);
    });
    assert_eq!(lines, ["hp = 5", "bleeding = true", "bleed_penalty = 2", "unconscious = true"]);
    assert!(running.is(Plight::Bleeding) && running.is(Plight::Unconscious) && running.is(Plight::Prone));
    assert_eq!((running.bleed_penalty, running.is(Plight::Incapacitated)), (2, false));
}

pub fn the_schema_describes_the_keys() {
    let text = schema().to_string();
    let keys = "rulebook map legend light gravity lamp thing durability combatant creature weapon armour spell rules \
                sides allied bleeding bleed_penalty unconscious mount commander above facing unaware undetected hidden invisible hide natural_weapons \
                max_hp skills feats conditions burns ranges areas cone line fixed once doubles increment strength power \
                south-east armor-training";
    for key in keys.split_whitespace() {
        assert!(text.contains(&format!("\"{key}\"")) || text.contains(&format!("`{key}`")), "{key}");
    }
    let thing = schema()["properties"]["thing"].to_string();
    assert!(["bulk", "hp", "durability"].iter().all(|key| thing.contains(key)), "{thing}");
}
