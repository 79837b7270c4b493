//! The games that stand on the shelf. Tests that need none of them are beside the code: a program with all games in it takes long to be
//! compiled, and here it is the shelf's own.

use serde_json::Value;
use skirmish_kernel::Source;
use skirmish_shelf::{Files, games, schema, shelf};

#[path = "../examples/embed.rs"]
mod embed;

#[test]
fn the_example_runs() {
    embed::main().unwrap();
}

#[test]
fn a_battle_opens_with_the_seed_of_whoever_asks() {
    let encounter = games().flat_map(|game| game.encounters()).next().unwrap();
    let lines = encounter.text.lines().filter(|line| !line.starts_with("seed"));
    let text = std::iter::once("seed = 3").chain(lines).collect::<Vec<_>>().join("\n");
    let source = Source::new("x.toml", text);
    assert_eq!(shelf().open(&source, None).unwrap().seed(), 3);
    assert_eq!(shelf().open(&source, Some(8)).unwrap().seed(), 8);
}

#[test]
fn what_is_included_has_tables_alone() {
    for game in games() {
        let name = game.name();
        assert_eq!(schema(game, Files::Encounters), game.schema(), "{name}");
        let included = schema(game, Files::Included);
        let keys = included["properties"].as_object().unwrap();
        for key in ["rulebook", "title", "about", "creature", "member", "combatant"] {
            assert!(keys.contains_key(key), "{name} has no `{key}`");
        }
        for key in ["seed", "include"] {
            assert!(!keys.contains_key(key), "{name}: `{key}` belongs into the encounter itself");
        }
        assert_eq!(included["required"], Value::Null, "{name}");
        assert!(included["title"].as_str().unwrap().starts_with("A file that encounters include, of "), "{name}");
    }
}
