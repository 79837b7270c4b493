//! `skirmish import`: stat blocks as people write them.

use std::fs;

use serde_json::Value;
use skirmish_kernel::{Game, Pairing, Source};

use crate::{file, folder, skirmish};

fn games() -> impl Iterator<Item = &'static dyn Game> {
    skirmish_shelf::games()
}

/// Every creature that comes with a game is printed, read, and is the same one: all that its file says, and all numbers
/// that the game makes of it.
#[test]
fn every_creature_comes_back() {
    for game in games() {
        let exchange = game.exchange().expect("its creatures are in files");
        let own = (exchange.creatures)(None).expect("they are right");
        assert!(own.rows.len() > 2, "{}", game.name());
        let text = own.blocks.join("\n");
        let imported = (exchange.import)(&text);
        assert_eq!(imported.left(), 0, "{}: {:#?}\n{text}", game.name(), imported.passages);
        assert_eq!(imported.creatures.len(), own.rows.len(), "{}", game.name());
        for (row, creature) in own.rows.iter().zip(&imported.creatures) {
            assert_eq!((&row[0], creature.replaces), (&creature.name, true), "{}", game.name());
            let creatures = [creature.name.clone(), creature.name.clone()];
            let pair = game.pair(&Pairing { creatures, width: 26, height: 26, apart: 13 });
            // Above the tables: the file has a line for the game as well.
            let toml = imported.toml.replace(&format!("rulebook = \"{}\"\n", game.name()), "");
            let source = Source::new("pair.toml", format!("{pair}\n{toml}"));
            let back = (exchange.creatures)(Some(&source)).expect("the game takes it");
            let own: Vec<(&String, &String)> = own.columns.iter().zip(row).skip(1).collect();
            for (column, cell) in own {
                let at = back.columns.iter().position(|known| known == column).expect("the same columns");
                assert_eq!(&back.rows[0][at], cell, "{}: {} of {}", game.name(), column, creature.name);
            }
        }
    }
}

/// What is printed says as much as the file: no key of any creature is left out.
#[test]
fn a_printed_creature_says_all_that_its_file_says() {
    for game in games() {
        let exchange = game.exchange().expect("its creatures are in files");
        let imported = (exchange.import)(&(exchange.creatures)(None).expect("they are right").blocks.join("\n"));
        let count = |text: &str, creature: &str| {
            let text = format!("\n{text}");
            let body = text.split("\n[[").skip_while(|part| {
                !(part.starts_with("creature]]") && part.contains(&format!("name = \"{creature}\"\n")))
            });
            let mut tables: Vec<&str> = Vec::new();
            for part in body {
                if !tables.is_empty() && !part.starts_with("creature.") {
                    break;
                }
                tables.push(part);
            }
            let lines = tables.iter().flat_map(|table| table.lines().skip(1));
            // What is empty, or true by itself, need not be said.
            lines
                .filter(|line| {
                    line.contains(" = ") && !line.contains("= []") && !line.contains("= {}") && !line.starts_with('#')
                })
                .count()
        };
        let content: String = game.content().iter().map(|file| format!("{}\n", file.text)).collect();
        for creature in &imported.creatures {
            let (own, back) = (count(&content, &creature.name), count(&imported.toml, &creature.name));
            assert_eq!(own, back, "{}: {}", game.name(), creature.name);
        }
    }
}

/// A text in a game's form, with mistakes: what is understood, and what is left, line by line.
struct Case {
    game: &'static str,
    text: &'static str,
    /// Lines of the file.
    understood: &'static [&'static str],
    /// Lines with words of the reason.
    left: &'static [(u64, &'static str)],
}

const CASES: [Case; 7] = [
    Case {
        game: "elemental-d6",
        text: "Marsh Stalker\nStr Dex Int Res 3 2 0 2\nAB/DB 2/1\nSpeed 40 ft, Swim 40 ft\nHP 28 (6d6)\nSoak 1\n\
               Attacks: Bite, Quarterstaf\nFavourite food: eels\n\nStone Boar\nStrenght 4, Dex 1\nHP 20\nSpeed 33\nSoak 2000\nAttacks: bite\n",
        understood: &[
            "name = \"marsh-stalker\"",
            "title = \"Marsh Stalker\"",
            "str = 3",
            "dex = 2",
            "int = 0",
            "res = 2",
            "attack_bonus = 2",
            "defense_bonus = 1",
            "base_speed = 40",
            "swim_speed = 40",
            "hp = 28",
            "soak = 1",
            "abilities = [\"bite\"]",
            "name = \"stone-boar\"",
            "dex = 1",
            "hp = 20",
        ],
        left: &[
            (5, "no label that is known stands before `6d6`"),
            (7, "there is no ability `quarterstaf`"),
            (8, "no label"),
            (11, "did you mean `strength`?"),
            (13, "multiple of 5"),
            (14, "from 0 to 1000"),
        ],
    },
    Case {
        game: "generia",
        text: "## Moor Wolf 8\nSize medium\nCON/STR/DEX MOD 3/3/4\nINT/WIL/PER MOD 1/2/2\nEN / MP 15 / 5\nWL / WT / TN / MS 4 / 7 / 4 / 6 m\n\
               AV head/torso/arms/legs 1/3/2/2\nMD 2\nDodge +5\nAbilities: Howl, Tear, Wolf Pakc\nTags: wolf\nGrapple no\nWeapons: bite\n\
               Bite: attack +7, parry +7, PV 4, bonus 3\nCourage 9\n",
        understood: &[
            "name = \"moor-wolf\"",
            "level = 8",
            "size = \"medium\"",
            "con_mod = 3",
            "dex_mod = 4",
            "per_mod = 2",
            "en = 15",
            "mp = 5",
            "wl = 4",
            "wt = 7",
            "tn = 4",
            "ms = 6",
            "av = { head = 1, torso = 3, arms = 2, legs = 2 }",
            "md = 2",
            "dodge = 5",
            "abilities = [\"howl\", \"tear\"]",
            "grapple = false",
            "weapons = [\"bite\"]",
            "[[creature.weapon]]",
            "attack = 7",
            "pv = 4",
            "bonus = 3",
        ],
        left: &[(10, "there is no ability `wolf-pakc`"), (15, "no label that is known stands before `Courage 9`")],
    },
    Case {
        game: "legacy-of-adventure",
        text: "Ford Troll (level 4, size +2)\nAgility / Strength / Constitution 7/15/14\nKnowledge / Perception / Influence 3/6/4\n\
               Basic Hits, hits 14, 48\nactions, move rate 3, 8 yd\nreach 2\nAttack skills: Swing 12, Punch 99\nDefend skills: Evade 8\n\
               Saves: reaction/stamina/willpower 7/14/5\nNatural (physical/impact/magic) 4/3/0\nWeapons: battle sword, great club\nWorn: none at all\n",
        understood: &[
            "level = 4",
            "size = 2",
            "agility = 7",
            "strength = 15",
            "influence = 4",
            "basic_hits = 14",
            "max_hits = 48",
            "actions_per_round = 3",
            "move_rate = 8",
            "reach = 2",
            "skills = { swing = 12, evade = 8 }",
            "saves = { reaction = 7, stamina = 14, willpower = 5 }",
            "natural = { physical = 4, impact = 3, magic = 0 }",
            "weapons = [\"battle-sword\"]",
        ],
        left: &[
            (7, "punch = 99"),
            (11, "there is no weapon or shield `great-club`"),
            (12, "there is no armour `none-at-all`"),
        ],
    },
    Case {
        game: "fragments-of-power",
        text: "**Bog Dragon**, Large\nLvl 5\nSTR DEX MND ESS 8 5 6 7\nHP 90\nPD / MD 22 / 20\nInit +10\nSpeed 30 feet\n\
               Modes: flight, swimming\nHands 0, natural weapons 2\nWeapons: dragon bite and claws\nPowers: Fire Breath\nImmune to: fier\nDarkvision\nSneak +12\nSpeed 40\n",
        understood: &[
            "name = \"bog-dragon\"",
            "title = \"Bog Dragon\"",
            "size = \"large\"",
            "level = 5",
            "str = 8",
            "ess = 7",
            "max_hp = 90",
            "physical_defense = 22",
            "mental_defense = 20",
            "initiative_bonus = 10",
            "speed = 30",
            "hands = 0",
            "natural_weapons = 2",
            "weapons = [\"dragon-bite\", \"claws\"]",
            "spells = [\"fire-breath\"]",
            "darkvision = true",
            "skills = { sneak = 12 }",
        ],
        left: &[(8, "`swimming` is none of its words"), (12, "did you mean `fire`?"), (15, "stands on line 7 already")],
    },
    Case {
        game: "sigil-of-uchma",
        text: "Reed Raider | monster, level 3, size 1\nInitiative 8\nHealth 40\nParry / Ward / Con / Eva 7 / 6 / 6 / 8\nArmor p/m 3/2\n\
               Potency 2\nMove 6\nWeapons: short bow\nOther sets: dagger, sabre + shield\nTechniques: ember bolt, moon step\nTier: hihg\n",
        understood: &[
            "kind = \"monster\"",
            "level = 3",
            "size = 1",
            "initiative = 8",
            "base_max_health = 40",
            "parry = 7",
            "warding = 6",
            "constitution = 6",
            "evasion = 8",
            "physical_armor = 3",
            "magical_armor = 2",
            "potency = 2",
            "base_move = 6",
            "weapons = [\"short-bow\"]",
            "other_sets = [[\"dagger\"], [\"sabre\", \"shield\"]]",
            "abilities = [\"ember-bolt\"]",
        ],
        left: &[(10, "there is no ability `moon-step`"), (11, "did you mean `high`?")],
    },
    Case {
        game: "hayfork",
        text: "Barn Cat\nPace 6, skill 3\nguard 40\nvigour three\nParry —\n",
        understood: &["name = \"barn-cat\"", "pace = 6", "skill = 3"],
        left: &[(3, "guard = 40"), (4, "no whole number"), (5, "no whole number")],
    },
    Case {
        game: "sigil-of-uchma",
        text: "Marsh Child | monster, level 1, size 1\nWeapons: None\nTechniques —\nArmor: none; Parry 6\nTier: hihg\n",
        understood: &["name = \"marsh-child\"", "parry = 6"],
        left: &[(5, "did you mean `high`?")],
    },
];

#[test]
fn mistakes_are_listed_line_by_line() {
    let folder = folder("import");
    for Case { game, text, understood, left } in CASES {
        let path = file(&folder, &format!("{game}.txt"), text);
        let ran = skirmish(&["import", &path, "--game", game]);
        assert_eq!(ran.code, 0, "{game}: {}", ran.err);
        for line in understood {
            assert!(
                ran.out.lines().any(|known| known == *line),
                "{game}: `{line}` is missing in:\n{}\n{}",
                ran.out,
                ran.err
            );
        }
        let told = skirmish(&["import", &path, "--game", game, "--json"]).said_out();
        let told: Value = serde_json::from_str(&told).expect("JSON");
        let all = told["passages"].as_array().expect("passages");
        let is_left: Vec<&Value> = all.iter().filter(|passage| passage["read"] == "left").collect();
        let lines: Vec<u64> = is_left.iter().filter_map(|passage| passage["line"].as_u64()).collect();
        assert_eq!(lines, left.iter().map(|(line, _)| *line).collect::<Vec<_>>(), "{game}: {is_left:#?}");
        for (passage, (line, words)) in is_left.iter().zip(left) {
            let said =
                format!("{} ({})", passage["why"].as_str().expect("why"), passage["help"].as_str().expect("help"));
            assert!(said.contains(words), "{game}, line {line}: {said}");
            let line = format!("{path}:{line}:");
            assert!(
                ran.err.lines().any(|told| told.starts_with(&line) && told.contains("NOT UNDERSTOOD")),
                "{game}: {}",
                ran.err
            );
        }
        assert_eq!(told["left"], left.len(), "{game}");
        // With --strict it is no success, and all is told as before.
        let strict = skirmish(&["import", &path, "--game", game, "--strict"]);
        assert_eq!((strict.code, strict.out, strict.err), (1, ran.out, ran.err), "{game}");
    }
}

/// Names that are no word of plain letters are names all the same, and where it is not clear whether one stands there,
/// nobody gets the figures below it.
#[test]
fn figures_are_those_of_the_name_above_them() {
    let text = "Übel\nPace 5\n\nВолк\nPace 4\n\n3 Rats\nVigour 30\n\n1. Dr. Who?\nGuard 9\n\n3 pace\nMight 2\n\n\
                Goblin: the boss\nMight 3\n\nName: Cat\nSkill 99999999999999999999\nPace 6\n";
    let path = file(&folder("names"), "names.txt", text);
    let ran = skirmish(&["import", &path, "--game", "hayfork"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let blocks = [
        "name = \"ubel\"\ntitle = \"Übel\"\npace = 5\n",
        "name = \"creature\"\ntitle = \"Волк\"\npace = 4\n",
        "name = \"creature-3-rats\"\ntitle = \"3 Rats\"\nvigour = 30\n",
        "name = \"dr-who\"\ntitle = \"Dr. Who?\"\nguard = 9\nmight = 2\n",
        "name = \"cat\"\ntitle = \"Cat\"\npace = 6\n",
    ];
    for block in blocks {
        assert!(ran.out.contains(block), "`{block}` is missing in:\n{}\n{}", ran.out, ran.err);
    }
    assert!(!ran.out.contains("might = 3"), "{}", ran.out);
    let unclear = ":17:1: NOT UNDERSTOOD: whose that is, is not known: `Goblin: the boss` is not understood as a name";
    assert!(ran.err.contains(unclear), "{}", ran.err);
    assert!(ran.err.contains("has too large a number"), "{}", ran.err);
}

/// Who has nothing but a name is printed with the figures that the game gives, so that it is read again.
#[test]
fn a_bare_name_is_printed_with_figures() {
    let folder = folder("bare");
    let fight = "rulebook = \"hayfork\"\n[[combatant]]\nname = \"Yan\"\nside = \"y\"\nat = \"C1\"\n\
                 [[combatant]]\nname = \"Zed\"\nside = \"z\"\nat = \"A1\"\n";
    let text = skirmish(&["export", &file(&folder, "fight.toml", fight), "--as", "text"]).well();
    assert!(text.starts_with("Yan\nPace 4"), "{text}");
    let read = skirmish(&["import", &file(&folder, "fight.txt", &text), "--game", "hayfork", "--strict"]);
    assert_eq!(read.code, 0, "{}", read.err);
    assert!(read.out.contains("\nname = \"zed\""), "{}", read.out);
}

/// What the text leaves out is said with what the game has filled in.
#[test]
fn what_is_filled_in_is_said() {
    let path = file(&folder("filled"), "wolf.txt", "Grey Wolf\nLevel 2, STR 5, DEX 6\nWeapons: dagger\n");
    let ran = skirmish(&["import", &path, "--game", "fragments-of-power", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for words in ["filled in by the game", "size medium", "mnd 3", "max_hp 30", "speed 30", "skills.jump 7"] {
        assert!(ran.err.contains(words), "`{words}` is missing in:\n{}", ran.err);
    }
    assert!(!ran.err.contains("str 5"), "{}", ran.err);
}

/// Two creatures of each game are read, and fight until it is over.
#[test]
fn what_is_read_fights() {
    let folder = folder("fights");
    for (nth, Case { game, text, .. }) in CASES.into_iter().enumerate() {
        let text = format!("{text}\n{}", text.replacen(|c: char| c.is_ascii_alphabetic(), "Z", 1));
        let (read, fight) = (file(&folder, &format!("{nth}.txt"), text), folder.join(format!("{nth}.toml")));
        let fight = fight.to_str().expect("UTF-8");
        skirmish(&["import", &read, "--game", game, "--fight", "-o", fight]).said_out();
        let ran = skirmish(&["run", fight, "--json"]).well();
        let outcome: Value = serde_json::from_str(ran.lines().last().expect("an outcome")).expect("JSON");
        assert!(outcome["combatants"].as_array().is_some_and(|all| all.len() >= 2), "{game}: {outcome}");
        assert_eq!(outcome["ended"], "over", "{game}: {outcome}");
    }
}

/// The file is one that encounters include.
#[test]
fn an_encounter_includes_it() {
    let folder = folder("included");
    let text = file(&folder, "cat.txt", "Barn Cat\nPace 6, skill 3\n");
    let toml = folder.join("cats.toml");
    skirmish(&["import", &text, "--game", "hayfork", "-o", toml.to_str().expect("UTF-8")]).said_out();
    let fight = "rulebook = \"hayfork\"\ninclude = [\"cats.toml\"]\n\
                 [[combatant]]\nname = \"Tom\"\ncreature = \"barn-cat\"\nside = \"cats\"\nat = \"B2\"\n\
                 [[combatant]]\nname = \"Boar\"\ncreature = \"boar\"\nside = \"wild\"\nat = \"H2\"\n";
    skirmish(&["run", &file(&folder, "fight.toml", fight)]).well();
    // What is there is not written over.
    let again = skirmish(&["import", &text, "--game", "hayfork", "-o", toml.to_str().expect("UTF-8")]);
    assert_eq!(again.code, 2, "{}", again.err);
    assert!(fs::read_to_string(&toml).expect("it is there").contains("barn-cat"));
}

/// A creature that the game does not take as a whole is said with the reason, and stands in the file as a comment.
#[test]
fn a_creature_that_is_not_taken_is_a_comment() {
    let text = "Bone Heap\nCON 2, STR 2\nGrapple no\n\nRat\nCON 1\nWeapons: bite\n";
    let path = file(&folder("refused"), "heap.txt", text);
    let ran = skirmish(&["import", &path, "--game", "generia", "--strict"]);
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(ran.err.contains("NOT TAKEN: bone-heap") && ran.err.contains("nothing to fight with"), "{}", ran.err);
    assert!(ran.out.contains("# name = \"bone-heap\"") && ran.out.contains("\nname = \"rat\""), "{}", ran.out);
}

/// However a text is mangled, each of its lines is told of, and what is not refused is taken by the game.
#[test]
fn mangled_texts_are_listed_whole() {
    let mut seed = 7u64;
    let mut draw = |most: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % most.max(1)
    };
    let pieces = [
        "/",
        ":",
        " ",
        "\n",
        "\n\n",
        ",",
        "(",
        "—",
        "-9",
        "99999999999999999999",
        "Name: ",
        "and",
        "\"",
        "'",
        "ö",
        "=",
    ];
    for game in games() {
        let exchange = game.exchange().expect("its creatures are in files");
        let blocks = (exchange.creatures)(None).expect("they are right").blocks;
        for _ in 0..25 {
            let mut text: Vec<char> =
                blocks[draw(blocks.len())].chars().chain(blocks[draw(blocks.len())].chars()).collect();
            for _ in 0..draw(12) {
                let at = draw(text.len());
                match draw(3) {
                    0 => drop(text.drain(at..(at + draw(9)).min(text.len()))),
                    1 => drop(text.splice(at..at, pieces[draw(pieces.len())].chars()).collect::<Vec<_>>()),
                    _ => {
                        let end = (at + draw(30)).min(text.len());
                        let copy = text[at..end].to_vec();
                        let to = draw(text.len());
                        drop(text.splice(to..to, copy).collect::<Vec<_>>());
                    }
                }
            }
            let text: String = text.into_iter().collect();
            let imported = (exchange.import)(&text);
            for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| line.chars().any(char::is_alphanumeric)) {
                let is_told = imported.passages.iter().any(|passage| passage.line == number);
                assert!(is_told, "{}: line {number} is passed over: {line:?}\n{text}", game.name());
            }
            let Some(creature) = imported.creatures.iter().find(|creature| creature.refused.is_none()) else {
                continue;
            };
            let creatures = [creature.name.clone(), creature.name.clone()];
            let pair = game.pair(&Pairing { creatures, width: 26, height: 26, apart: 13 });
            let toml = imported.toml.replace(&format!("rulebook = \"{}\"\n", game.name()), "");
            let source = Source::new("mangled.toml", format!("{pair}\n{toml}"));
            let opened = game.open(&source, Some(1));
            assert!(
                opened.is_ok(),
                "{}: {}\n{text}\n{toml}",
                game.name(),
                opened.err().map(|wrong| wrong[0].to_string()).unwrap_or_default()
            );
        }
    }
}

#[test]
fn texts_without_creatures_are_bad_input() {
    let folder = folder("nothing");
    for (nth, text) in
        ["", "\n\n", "Once upon a time.\n", "Wolf\n\nBear\n", "Str 2\n", "= = = =\n", "\u{feff}"].iter().enumerate()
    {
        let path = file(&folder, &format!("{nth}.txt"), text);
        let ran = skirmish(&["import", &path, "--game", "elemental-d6"]);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{text:?}: {}", ran.err);
        assert!(
            ran.said().contains("no creature of `elemental-d6`") && ran.said().contains("--as text"),
            "{}",
            ran.err
        );
    }
    let empty = file(&folder, "empty.txt", "\n");
    skirmish(&["import", &empty, "--game", "elemental-d6"]).refused(&["0 creatures; the text is empty"]);
    let path = file(&folder, "latin.txt", b"W\xf6lf\n");
    skirmish(&["import", &path, "--game", "generia"]).refused(&["not UTF-8"]);
    skirmish(&["import", "/no/such/file", "--game", "generia"]).refused(&["there is no such file"]);
    skirmish(&["import", &path, "--game", "generi"]).refused(&["did you mean `generia`?"]);
    skirmish(&["import", &path]).refused(&["for which game?"]);
}
