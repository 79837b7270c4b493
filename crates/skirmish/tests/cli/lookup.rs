//! `skirmish rules`, `encounters`, `content`, `show`, `schema`, `completions`.

use serde_json::Value;

use crate::{encounters, folder, skirmish};

fn json(args: &[&str]) -> Vec<Value> {
    let ran = skirmish(args);
    match serde_json::from_str(&ran.out) {
        Ok(Value::Array(list)) => list,
        other => panic!("{other:?}: {ran:?}"),
    }
}

#[test]
fn the_catalogue_is_a_list_of_rules() {
    let game = encounters().swap_remove(0).0;
    let rules = json(&["rules", &game, "--json"]);
    assert!(!rules.is_empty());
    let told = skirmish(&["rules", &game]).well();
    for rule in &rules {
        for key in ["id", "title", "summary", "section"] {
            assert!(rule[key].as_str().is_some_and(|text| !text.is_empty()), "{rule}");
        }
        assert!(rule["cited_by"].is_array(), "{rule}");
        assert!(told.contains(rule["id"].as_str().unwrap()), "{rule}");
    }
}

#[test]
fn one_rule_is_told_in_full() {
    let game = encounters().swap_remove(0).0;
    let rules = json(&["rules", &game, "--json"]);
    let cited = rules.iter().find(|rule| !rule["cited_by"].as_array().unwrap().is_empty()).expect("some rule is cited");
    let (id, by) = (cited["id"].as_str().unwrap(), cited["cited_by"][0].as_str().unwrap());
    let told = skirmish(&["rules", &game, id]).out;
    for words in [id, by, cited["title"].as_str().unwrap(), cited["summary"].as_str().unwrap()] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert_eq!(skirmish(&["rules", id]).out, told);
    assert_eq!(json(&["rules", &game, "--id", id, "--json"]), std::slice::from_ref(cited));
    let typo = format!("{id}x");
    skirmish(&["rules", &game, &typo]).refused(&[&typo, &format!("did you mean `{id}`")]);
    if let Some(guidance) = rules.iter().find_map(|rule| Some((rule["id"].as_str()?, rule["guidance"].as_str()?))) {
        assert!(skirmish(&["rules", &game, guidance.0]).out.contains(guidance.1));
    }
}

#[test]
fn rules_are_found_by_their_words() {
    let game = encounters().swap_remove(0).0;
    let rules = json(&["rules", &game, "--json"]);
    let title = rules[0]["title"].as_str().unwrap().to_uppercase();
    let found = json(&["rules", &game, "--search", &title, "--json"]);
    assert!(found.contains(&rules[0]) && found.len() < rules.len());
    assert!(skirmish(&["rules", "--search", &title]).well().contains(rules[0]["summary"].as_str().unwrap()));
    skirmish(&["rules", "--search", "zzzyx qqq"]).refused(&["zzzyx qqq"]);
}

#[test]
fn uncited_rules_decide_the_exit_code() {
    let game = encounters().swap_remove(0).0;
    let ran = skirmish(&["rules", &game, "--uncited"]);
    let list = json(&["rules", &game, "--uncited", "--json"]);
    if list.is_empty() {
        assert_eq!((ran.code, ran.out.as_str()), (0, "every rule is cited\n"));
    } else {
        assert_eq!((ran.code, ran.out.lines().count()), (1, list.len()));
    }
    assert!(list.iter().all(|rule| rule.get("guidance").is_none() && rule["cited_by"].as_array().unwrap().is_empty()));
}

#[test]
fn switches_are_listed() {
    let switches = json(&["rules", "--switches", "--json"]);
    let told = skirmish(&["rules", "--switches"]).well();
    for switch in &switches {
        assert!(told.contains(&format!(
            "{} = {}",
            switch["name"].as_str().unwrap(),
            switch["default"].as_str().unwrap()
        )));
    }
}

#[test]
fn encounters_are_listed_and_shown() {
    let told = skirmish(&["encounters"]).well();
    for (game, name) in encounters() {
        assert!(told.contains(&name));
        let file = skirmish(&["show", &format!("{game}/{name}")]).well();
        assert!(file.contains("rulebook"), "{file}");
        let typo = format!("{name}x");
        skirmish(&["show", &typo]).refused(&["no encounter", &format!("did you mean `{name}`")]);
    }
    assert!(json(&["encounters", "--json"]).iter().all(|entry| entry["title"].is_string()));
}

#[test]
fn schema_is_json() {
    let game = encounters().swap_remove(0).0;
    let schema: Value = serde_json::from_str(&skirmish(&["schema", &game]).well()).unwrap();
    assert!(schema.is_object());
    let included: Value = serde_json::from_str(&skirmish(&["schema", &game, "--included"]).well()).unwrap();
    assert!(schema["properties"]["seed"].is_object() && included["properties"]["seed"].is_null());
    assert_eq!(included["properties"]["creature"], schema["properties"]["creature"]);
    skirmish(&["schema", "--play", "--included"]).refused(&["cannot be used with"]);
    skirmish(&["schema", "no-such-game"]).refused(&["no game `no-such-game`", &game]);
    skirmish(&["new", "no-such-game"]).refused(&["no game"]);
}

#[test]
fn encounters_are_as_their_schema_says() {
    let mut validators: Vec<(String, jsonschema::Validator)> = Vec::new();
    for (game, name) in encounters() {
        if validators.iter().all(|(known, _)| *known != game) {
            let schema: Value = serde_json::from_str(&skirmish(&["schema", &game]).well()).unwrap();
            validators.push((game.clone(), jsonschema::validator_for(&schema).unwrap()));
        }
        let text = skirmish(&["show", &format!("{game}/{name}")]).well();
        let document: Value = toml::from_str(&text).unwrap();
        let (_, validator) = validators.iter().find(|(known, _)| *known == game).unwrap();
        let wrong: Vec<String> =
            validator.iter_errors(&document).map(|wrong| format!("{}: {wrong}", wrong.instance_path)).collect();
        assert!(wrong.is_empty(), "{game}/{name}: {wrong:?}");
        let mut strange = document;
        strange["combatnat"] = Value::Null;
        assert!(!validator.is_valid(&strange), "{game}/{name}");
    }
}

/// The encounters that the pages show, and the files that these include.
#[test]
fn the_pages_are_as_the_schemas_say() {
    let docs = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs")).unwrap();
    let games: Vec<String> = encounters().into_iter().map(|(game, _)| game).collect();
    let mut seen = 0;
    for page in docs.map(|page| page.unwrap().path()).filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let page = std::fs::read_to_string(page).unwrap();
        for (name, rest) in page.split("<!-- file: ").skip(1).filter_map(|part| part.split_once(" -->")) {
            let text = rest.split("\n```").nth(1).and_then(|block| block.split_once('\n'));
            let file = text.and_then(|(_, text)| toml::from_str::<Value>(text).ok()).unwrap_or_default();
            let Some(game) = games.iter().find(|game| file["rulebook"] == **game) else { continue };
            if name == "wrong.toml" {
                continue;
            }
            let which =
                if file["combatant"].is_null() { vec!["schema", game, "--included"] } else { vec!["schema", game] };
            let schema: Value = serde_json::from_str(&skirmish(&which).well()).unwrap();
            let wrong = jsonschema::validator_for(&schema).unwrap();
            let wrong: Vec<String> =
                wrong.iter_errors(&file).map(|wrong| format!("{}: {wrong}", wrong.instance_path)).collect();
            assert!(wrong.is_empty(), "{name}: {wrong:?}");
            seen += 1;
        }
    }
    assert!(seen > 0);
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(skirmish(&["completions", shell]).well().contains("encounters"), "{shell}");
    }
    skirmish(&["completions", "cmd"]).refused(&["cmd", "bash"]);
}

#[test]
fn content_is_listed_and_printed() {
    let all = json(&["content", "--json"]);
    assert!(all.len() > 10);
    let told = skirmish(&["content"]).well();
    for entry in &all {
        let (name, text) = (entry["name"].as_str().unwrap(), entry["text"].as_str().unwrap());
        assert!(told.contains(name) && text.starts_with("[[") && text.contains(name), "{entry}");
    }
    let (name, text) = (all[0]["name"].as_str().unwrap(), all[0]["text"].as_str().unwrap());
    assert_eq!(skirmish(&["content", name]).well().trim_end(), text);
    skirmish(&["content", "unarmed-strik3"]).refused(&["is called `unarmed-strik3`", "did you mean"]);
}

#[test]
fn rule_ids_are_found_whatever_their_case() {
    let game = encounters().swap_remove(0).0;
    let id = json(&["rules", &game, "--json"])[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(skirmish(&["rules", &game, &id.to_uppercase()]).out, skirmish(&["rules", &game, &id]).out);
}

/// What a game calls a house rule alone is said to be one, with the rules that it bears on; for every game alike.
#[test]
fn a_house_rule_is_no_rule() {
    let mut houses = 0;
    for game in skirmish_shelf::games() {
        let catalogue = game.catalogue();
        let alone = catalogue.switches.iter().find(|switch| {
            let name = |rule: &&str| rule.starts_with(switch.name) || rule.rsplit('.').next() == Some(switch.name);
            !switch.rules.is_empty() && !catalogue.rules.iter().any(|rule| name(&rule.id))
        });
        let Some(switch) = alone else { continue };
        houses += 1;
        let help = format!("skirmish rules {} --switches", game.name());
        let told = ["is a house rule", switch.rules[0], help.as_str()];
        skirmish(&["rules", game.name(), switch.name]).refused(&told);
    }
    assert!(houses > 0, "no game has such a house rule");
}

#[test]
fn what_several_games_have_is_printed_for_each() {
    let each = skirmish(&["content", "wolf"]).well();
    assert_eq!(each.matches("name = \"wolf\"").count(), 5, "{each}");
    let one = skirmish(&["content", "generia", "wolf"]).well();
    assert_eq!(one.matches("name = \"wolf\"").count(), 1, "{one}");
    assert!(each.contains(one.trim()) && one.starts_with("[["), "{one}");
    skirmish(&["content", "generai", "wolf"]).refused(&["did you mean `generia`?"]);
    skirmish(&["content", "generia", "wof"]).refused(&["did you mean `wolf`?"]);
}

/// Whatever creatures a game has, they can be set against each other.
#[test]
fn an_encounter_is_made_of_creatures() {
    let folder = folder("bands");
    let games: Vec<String> = {
        let mut games: Vec<String> = encounters().into_iter().map(|(game, _)| game).collect();
        games.dedup();
        games
    };
    for game in games {
        let content = json(&["content", &game, "--json"]);
        let creatures = content.iter().filter(|entry| entry["kind"] == "creature");
        for creature in creatures.map(|entry| entry["name"].as_str().unwrap()) {
            let path = folder.join(format!("{game}-{creature}.toml")).display().to_string();
            let from = format!("{creature}*9 against {creature}, {creature}*2");
            skirmish(&["new", &game, "--from", &from, "--out", &path]).well();
            let told = skirmish(&["run", &path, "--most-rounds", "1"]).well();
            assert!(told.contains("-9") && told.contains("heroes") && told.contains("foes"), "{told}");
        }
    }
    let game = encounters().swap_remove(0).0;
    let creature = &json(&["content", &game, "--json"]).into_iter().find(|e| e["kind"] == "creature").unwrap();
    let creature = creature["name"].as_str().unwrap();
    skirmish(&["new", &game, "--from", creature]).refused(&["fights against nobody", "against"]);
    for nobody in [",", &format!("against {creature}"), &format!("{creature} against")] {
        skirmish(&["new", &game, "--from", nobody]).refused(&["fights against nobody", "against"]);
    }
    skirmish(&["new", &game, "--from", &format!("{creature}*0, {creature}")]).refused(&["`0` is no number"]);
    skirmish(&["new", &game, "--from", &format!("{creature}*60, {creature}*60")]).refused(&["120 combatants"]);
    skirmish(&["new", &game, "--from", &format!("{creature}x against {creature}")])
        .refused(&["did you mean", creature]);
    skirmish(&["new", &game, "--from", "a against b against c"]).refused(&["more than two sides"]);
}
