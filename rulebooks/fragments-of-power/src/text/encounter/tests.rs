//! The content is right, and files are read as they are written.

use skirmish_grid::{Facing, Square};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::{Diagnostic, Embedded, Encounters, Id, Rulebook, Source};

use super::{NAMES, schema, sign};
use crate::model::{
    Charm, Class, Defense, Effect, Feat, Harm, Kind, Matter, Mode, Object, Obstacle, Plight, Setup, Shape, Sheet, Size,
    Spell, Terrain, Water, Weapon,
};
use crate::{BOOK, Fragments};

/// Two who fight, and nothing else.
const TWO: &str = r#"rulebook = "fragments-of-power"
[[combatant]]
name = "Maud"
creature = "guard"
side = "a"
at = "B2"
[[combatant]]
name = "Snig"
creature = "archer"
side = "b"
at = "F2"
"#;

/// A rider on a horse, and somebody against them.
const SADDLE: &str = r#"rulebook = "fragments-of-power"
[[combatant]]
name = "Maud"
creature = "guard"
side = "a"
at = "C3"
mount = "Bay"
[[combatant]]
name = "Bay"
creature = "horse"
side = "a"
at = "B2"
commander = "Maud"
facing = "north"
[[combatant]]
name = "Grey"
creature = "wolf"
side = "b"
at = "H2"
"#;

fn read(text: &str) -> Setup {
    match Fragments::load(&Source::new("test.toml", text)) {
        Ok(loaded) => loaded.setup,
        Err(wrong) => panic!("{}", wrong.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")),
    }
}

fn sheet<'s>(setup: &'s Setup, name: &str) -> &'s Sheet {
    setup.sheets.iter().find(|sheet| sheet.name == name).expect("a combatant")
}

fn creature<'s>(setup: &'s Setup, name: &str) -> &'s Sheet {
    &setup.creatures.iter().find(|creature| creature.name == name).expect("a creature").sheet
}

fn weapon<'s>(setup: &'s Setup, name: &str) -> &'s Weapon {
    setup.weapons.iter().find(|weapon| weapon.name == name).expect("a weapon")
}

fn spell<'s>(setup: &'s Setup, name: &str) -> &'s Spell {
    setup.spells.iter().find(|spell| spell.name == name).expect("a spell")
}

fn arms<'s>(setup: &'s Setup, sheet: &Sheet) -> Vec<&'s str> {
    sheet.arms.iter().map(|at| setup.weapon(*at).name.as_str()).collect()
}

#[test]
fn the_encounters_load() {
    let starter = Embedded { name: "starter", text: BOOK.starter };
    for Embedded { name, text } in BOOK.encounters.iter().copied().chain([starter]) {
        let setup = read(text);
        assert!(!setup.title.is_empty() && !setup.about.is_empty() && setup.sides.len() == 2, "{name}");
        assert!(Fragments::load(&Source::new(name, text)).expect("loads").seed.is_some(), "{name} has a seed");
        assert!(setup.ids().all(|id| !setup.foes(id).is_empty()), "{name}: everybody has foes");
    }
}

/// HP, defences, initiative, speed and reach.
fn has(name: &str, figures: [i16; 6], size: Size, kit: &[&str]) {
    let setup = read(TWO);
    let sheet = creature(&setup, name);
    let found =
        [sheet.max_hp, sheet.physical_defense, sheet.mental_defense, sheet.initiative_bonus, sheet.speed, sheet.reach];
    assert_eq!((found, sheet.size), (figures, size), "{name}");
    assert_eq!(arms(&setup, sheet), kit, "{name}");
    assert_eq!((sheet.hp, sheet.energy), (sheet.max_hp, sheet.max_energy), "{name} is well");
    assert_eq!((sheet.actions, sheet.reactions), (3, 1), "{name}");
}

#[test]
fn the_starter_creatures_have_their_figures() {
    has("guard", [16, 18, 15, 5, 30, 5], Size::Medium, &["sword", "dagger"]);
    has("archer", [28, 20, 17, 9, 30, 5], Size::Medium, &["bow", "dagger"]);
    has("fire-mage", [39, 18, 19, 8, 30, 5], Size::Medium, &[]);
    has("wolf", [15, 17, 14, 7, 40, 5], Size::Medium, &["bite", "claws"]);
    has("horse", [36, 16, 15, 6, 50, 5], Size::Large, &["hooves"]);
    has("young-dragon", [114, 25, 23, 11, 30, 10], Size::Large, &["dragon-bite", "claws"]);
    has("crow", [1, 16, 13, 6, 20, 5], Size::Diminutive, &[]);
    let setup = read(TWO);
    let limbs = |name: &str| (creature(&setup, name).hands, creature(&setup, name).natural_weapons);
    assert_eq!(["guard", "wolf", "horse", "young-dragon", "crow"].map(limbs), [(2, 0), (0, 2), (0, 2), (0, 3), (0, 0)]);
    let mage = creature(&setup, "fire-mage");
    assert_eq!((mage.max_energy, mage.spell_level, mage.level), (22, 3, 3));
    assert_eq!(setup.spell(mage.spells[0]).name, "evoke-fire");
    assert_eq!(creature(&setup, "guard").bulk_self, 8);
    assert_eq!((creature(&setup, "horse").bulk_self, creature(&setup, "crow").bulk_self), (32, 1));
    assert!(creature(&setup, "young-dragon").flies() && creature(&setup, "crow").flies());
    let names: Vec<&str> = setup.creatures.iter().map(|creature| creature.name.as_str()).collect();
    assert_eq!(names, ["guard", "archer", "fire-mage", "wolf", "horse", "young-dragon", "crow"]);
    assert_eq!(setup.armour.iter().map(|armour| armour.bonus).collect::<Vec<_>>(), [1, 3, 5]);
}

#[test]
fn weapons_say_what_the_files_say() {
    let setup = read(TWO);
    let dice = |count: u8, sides: u16| Dice::sum(count, sides).expect("dice");
    let hand = setup.weapon(0);
    assert_eq!((hand.name.as_str(), hand.class, hand.dice, hand.strong), ("unarmed", Class::Light, dice(1, 2), true));
    let dagger = weapon(&setup, "dagger");
    assert!(dagger.melee && dagger.thrown && !dagger.shoots && dagger.strong && dagger.is_quick());
    assert_eq!((dagger.increment, dagger.object), (20, Object { bulk: 1, hp: 6, durability: 2, ..Object::default() }));
    let axe = weapon(&setup, "greataxe");
    assert_eq!((axe.hands, axe.dice, axe.harm, axe.is_quick()), (2, dice(2, 6), Harm::Slashing, false));
    let bow = weapon(&setup, "bow");
    assert!(bow.shoots && !bow.melee && !bow.strong);
    assert_eq!((bow.hands, bow.increment, bow.dice), (2, 60, dice(1, 8)));
    assert_eq!((weapon(&setup, "spear").reach, weapon(&setup, "spear").increment), (5, 30));
    let shield = weapon(&setup, "shield");
    assert_eq!((shield.shield, shield.strikes(), shield.hands), (1, false, 1));
    let torch = weapon(&setup, "torch");
    assert_eq!((torch.light, torch.strikes()), (20, false));
    let bite = weapon(&setup, "bite");
    assert!(bite.is_natural() && bite.hands == 0 && bite.melee && bite.is_quick());
    assert_eq!(weapon(&setup, "dragon-bite").reach, 10);
}

#[test]
fn spells_say_what_the_files_say() {
    let setup = read(TWO);
    let fire = spell(&setup, "evoke-fire");
    assert!(matches!(fire.effect, Effect::Harm { dice: 1, sides: 6, harm: Harm::Fire, burns: Some(3) }));
    assert_eq!(
        (fire.attack, &fire.ranges[..], &fire.areas[..]),
        (Some(Defense::Physical), &[30, 60][..], &[5, 10][..])
    );
    assert!(!fire.lasts && !fire.once && fire.fixed.is_none() && fire.shape == Shape::Ball);
    let freeze = spell(&setup, "freeze");
    let Effect::Afflict(levels) = &freeze.effect else { panic!("{freeze:?}") };
    assert_eq!((&levels[..], freeze.lasts), (&[(1, Kind::Slowed), (3, Kind::Stunned)][..], true));
    let mend = spell(&setup, "mend");
    assert!(
        matches!(mend.effect, Effect::Heal { dice: 1, sides: 6 }) && mend.attack.is_none() && mend.areas.is_empty()
    );
    let breath = spell(&setup, "fire-breath");
    assert_eq!((breath.shape, breath.fixed, breath.once), (Shape::Cone(30), Some(4), true));
}

#[test]
fn what_is_left_out_follows_from_attributes_and_house_rules() {
    let anna = "[[combatant]]\nname = \"Anna\"\nside = \"a\"\nat = \"C5\"\n";
    let more = "level = 2\nstr = 6\nsize = \"huge\"\nhide = 2\narmour = \"mail\"\nfeats = [\"armor-training\"]\n";
    let rules = "[rules]\n\"sheet.hp-base\" = 5\n\"sheet.defense-base\" = 8\n\"turn.actions\" = 2\n";
    let plain = read(&format!("{TWO}{anna}"));
    let sheet_of = sheet(&plain, "Anna");
    assert_eq!((sheet_of.level, sheet_of.attributes, sheet_of.max_hp), (1, [3; 4], 13));
    assert_eq!((sheet_of.physical_defense, sheet_of.armour, sheet_of.worn), (14, 0, None));
    let other = read(&format!("{TWO}{anna}{more}{rules}"));
    let sheet_of = sheet(&other, "Anna");
    assert_eq!((sheet_of.max_hp, sheet_of.actions, sheet_of.reach, sheet_of.bulk_self), (22, 2, 15, 128));
    // 8, level 2, DEX 3, mail 3, one more for training, hide 2.
    assert_eq!((sheet_of.armour, sheet_of.physical_defense), (6, 19));
    assert!(sheet_of.feats.has(Feat::ArmorTraining));
    // Training is for armour that is worn.
    let bare = read(&format!("{TWO}{anna}feats = \"armor-training\"\narmour = \"none\"\n"));
    assert_eq!(sheet(&bare, "Anna").armour, 0);
}

#[test]
fn figures_of_a_combatant_lie_over_its_creatures() {
    let setup = read(&format!(
        "{TWO}hp = -5\nenergy = 1\nabove = 30\nfacing = \"southwest\"\nskills = {{ climb = 11 }}\nphysical_defense = 12\n\
         weapons = [\"sword\", \"shield\"]\nspells = [\"mend\", \"freeze\"]\nmodes = [\"swim\", \"flight\"]\n\
         vulnerable = \"fire\"\nresistant = [\"cold\"]\nimmune = [\"bleed\"]\ndarkvision = true\nunaware = true\n\
         undetected = true\nhidden = true\ninvisible = true\n"
    ));
    let snig = sheet(&setup, "Snig");
    assert_eq!((snig.hp, snig.max_hp, snig.energy, snig.above), (-5, 28, 1, 30));
    assert_eq!((snig.facing, snig.physical_defense), (Facing::SouthWest, 12));
    assert_eq!((snig.skills[1], snig.skills[0]), (11, 6));
    assert_eq!(arms(&setup, snig), ["sword", "shield"]);
    assert_eq!(snig.spells.iter().map(|at| setup.spell(*at).name.as_str()).collect::<Vec<_>>(), ["mend", "freeze"]);
    assert!(snig.modes.has(Mode::Swim) && snig.modes.has(Mode::Flight) && snig.flies());
    assert!(snig.vulnerable.has(Harm::Fire) && snig.resistant.has(Harm::Cold) && snig.immune.has(Harm::Bleed));
    assert!(snig.darkvision && snig.unaware && snig.undetected && snig.hidden && snig.invisible);
    // A shield is worth something only while it is held: the sheet does not count it.
    assert_eq!(snig.armour, 1);
}

#[test]
fn maps_have_all_kinds_of_ground() {
    let setup = read(&format!(
        "{TWO}[map]\nrows = \"\"\"\n..........\n..........\n.#,~%*_:oi\nn1WCRIDSUG\n\"\"\"\n[map.legend]\n\
         W = \"water 20+fast+current east 30\"\nC = \"climb 20\"\nR = \"rise 15+difficult medium\"\nI = \"illusion\"\n\
         D = \"drop 10+dark+fog\"\nS = \"partial small\"\nU = \"water+ice 2+violent\"\nG = \"gap 3\"\n"
    ));
    let drawn =
        |from: usize| -> String { setup.ground.cells[from..from + 10].iter().map(|cell| sign(cell).0).collect() };
    assert_eq!((drawn(20), drawn(30)), (".#,~%*_:oi".to_owned(), "n^~.^%*%in".to_owned()));
    let at = |column: i16, row: i16| setup.ground.at(Square::new(column, row));
    assert_eq!(
        (at(3, 2).matter, at(3, 2).depth, at(7, 2).matter, at(8, 2).matter),
        (Matter::Water, 10, Matter::Soft, Matter::Void)
    );
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

#[test]
fn light_gravity_and_things_stand_beside_the_map() {
    let more = "light = \"dark\"\ngravity = \"none\"\n[[lamp]]\nat = \"C3\"\n[[lamp]]\nat = \"D3\"\nfeet = 40\n\
                [[thing]]\nname = \"Oil\"\nat = \"E5\"\nsize = \"small\"\nfixed = true\nbulk = 4\nhp = 8\n\
                durability = 1\n[[thing]]\nname = \"rock\"\nat = \"E6\"\n";
    let setup = read(&TWO.replacen('\n', &format!("\n{more}"), 1));
    assert!(setup.ground.weightless && setup.ground.cells.iter().all(|cell| cell.dark) && setup.ground.gloomy);
    assert_eq!(setup.ground.lights, [(Square::new(2, 2), 20), (Square::new(3, 2), 40)]);
    let oil = &setup.things[0];
    assert_eq!(
        (oil.size, oil.fixed, oil.object),
        (Size::Small, true, Object { bulk: 4, hp: 8, durability: 1, ..Object::default() })
    );
    // `o` and `i` are signs of the ground.
    assert_eq!((oil.letter, setup.things[1].letter, setup.things[1].size), ('l', 'r', Size::Medium));
}

#[test]
fn letters_are_no_signs_of_the_ground() {
    let setup = read(BOOK.starter);
    assert_eq!(setup.sheets.iter().map(|sheet| sheet.letter).collect::<String>(), "MOWGFA");
    let grounds = [
        Terrain { matter: Matter::Solid, ..Terrain::PLAIN },
        Terrain { matter: Matter::Void, ..Terrain::PLAIN },
        Terrain { matter: Matter::Water, ice: 1, ..Terrain::PLAIN },
        Terrain { elevation: -5, ..Terrain::PLAIN },
        Terrain { gap: 2, ..Terrain::PLAIN },
        Terrain::PLAIN,
    ];
    assert!(grounds.iter().all(|ground| NAMES.signs.contains(sign(ground).0)));
}

#[test]
fn riders_begin_where_their_mounts_are() {
    let setup = read(&SADDLE.replace("facing", "above = 20\nmodes = \"flight\"\nfacing"));
    let (maud, bay) = (sheet(&setup, "Maud"), sheet(&setup, "Bay"));
    assert_eq!((maud.mount, bay.commander, bay.mount), (Some(Id::new(1)), Some(Id::new(0)), None));
    assert_eq!((maud.at, maud.above, maud.facing), (bay.at, 20, Facing::North));
    let s = Fragments::begin(&setup);
    assert_eq!((s.creature(Id::new(0)).mount, s.creature(Id::new(1)).rider), (Some(Id::new(1)), Some(Id::new(0))));
    assert_eq!(Fragments::broken_invariant(&setup, &s), None);
}

#[test]
fn allied_sides_do_not_fight() {
    let third = "[[combatant]]\nname = \"Ash\"\ncreature = \"wolf\"\nside = \"c\"\nat = \"H8\"\n";
    let setup = read(&format!("{TWO}{third}").replacen('\n', "\nallied = [[\"a\", \"c\"]]\n", 1));
    assert!(!setup.opposed(Id::new(0), Id::new(2)) && setup.opposed(Id::new(1), Id::new(2)));
}

#[test]
fn own_content_replaces_the_books() {
    let own = r#"
[[weapon]]
name = "sword"
class = "heavy"
hands = 2
damage = "2d8+3"
[[weapon]]
name = "fire-wand"
class = "light"
damage = "1d4"
spell = "evoke-fire"
power = [2, 0, 1, 0]
[[weapon]]
name = "breath-in-a-bottle"
class = "light"
spell = "fire-breath"
[[spell]]
name = "glare"
attack = "mental"
conditions = { stunned = 4, shaken = 1 }
line = 20
lasts = true
control = true
doubles = true
[[armour]]
name = "mail"
defense = 7
[[creature]]
name = "ox"
size = "large"
str = 9
weapons = ["hooves"]
natural_weapons = 2
hands = 0
"#;
    let setup = read(&format!("{TWO}weapons = [\"fire-wand\"]\n{own}"));
    let sword = weapon(&setup, "sword");
    assert_eq!((sword.class, sword.hands, sword.dice.to_string(), sword.flat), (Class::Heavy, 2, "2d8".into(), 3));
    assert_eq!(setup.weapons.iter().filter(|weapon| weapon.name == "sword").count(), 1);
    assert_eq!(setup.weapon(0).name, "unarmed");
    let place = |name: &str| setup.spells.iter().position(|spell| spell.name == name).expect("a spell") as u8;
    let charm = |spell: &str, power| Some(Charm { spell: place(spell), power });
    assert_eq!(weapon(&setup, "fire-wand").charm, charm("evoke-fire", [2, 0, 1, 0]));
    assert_eq!(weapon(&setup, "breath-in-a-bottle").charm, charm("fire-breath", [0; 4]));
    let glare = spell(&setup, "glare");
    let Effect::Afflict(levels) = &glare.effect else { panic!("{glare:?}") };
    assert_eq!(&levels[..], [(1, Kind::Shaken), (4, Kind::Stunned)]);
    assert_eq!((glare.shape, glare.attack), (Shape::Line(20), Some(Defense::Mental)));
    assert!(glare.lasts && glare.control && glare.doubles);
    assert_eq!(sheet(&setup, "Maud").physical_defense, 22);
    assert_eq!((creature(&setup, "ox").max_hp, creature(&setup, "ox").reach), (19, 10));
}

/// What goes along into the next fight, as lines of a file.
fn carried(setup: &Setup, change: impl FnOnce(&mut crate::State)) -> Option<Vec<(&'static str, Option<String>)>> {
    let mut s = Fragments::begin(setup);
    change(&mut s);
    let all = Fragments::carried(setup, &s, Id::new(0))?;
    Some(all.into_iter().map(|one| (one.key, one.value)).collect())
}

#[test]
fn wounds_and_losses_go_along() {
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

#[test]
fn the_schema_describes_the_keys() {
    let text = schema().to_string();
    let keys = "rulebook map legend light gravity lamp thing durability combatant creature weapon armour spell rules \
                sides allied mount commander above facing unaware undetected hidden invisible hide natural_weapons \
                max_hp skills feats conditions burns ranges areas cone line fixed once doubles increment strength power \
                south-east armor-training";
    for key in keys.split_whitespace() {
        assert!(text.contains(&format!("\"{key}\"")) || text.contains(&format!("`{key}`")), "{key}");
    }
    let thing = &schema()["properties"]["thing"];
    assert!(["bulk", "hp", "durability"].iter().all(|key| thing.to_string().contains(key)), "{thing}");
}
