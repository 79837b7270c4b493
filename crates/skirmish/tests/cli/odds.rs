//! `skirmish odds`.

use serde_json::Value;

use crate::{WOLVES, encounters, file, folder, skirmish};

fn json(args: &[&str]) -> Value {
    let ran = skirmish(&[&["odds"], args, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).expect("one JSON object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

const SHOT: [&str; 6] = ["duel", "--who", "Kestrel", "--choice", "air-blast at Tarn", "--through"];

#[test]
fn chances_of_values_add_up_and_are_fractions() {
    let odds = json(&SHOT);
    assert!(odds["exact"] == true && odds["who"] == "Kestrel" && odds["kind"] == "odds", "{odds}");
    let choice = &odds["choices"][0];
    assert_eq!(choice["choice"], "air-blast at Tarn");
    let paths = choice["paths"].as_object().unwrap();
    assert!(paths.contains_key("Tarn.hp"), "{choice}");
    for (path, values) in paths {
        let values = values.as_array().unwrap();
        let sum: f64 = values.iter().map(|value| number(&value["p"])).sum();
        let mean: f64 = values.iter().map(|value| number(&value["p"]) * number(&value["value"])).sum();
        assert!(
            (sum - 1.0).abs() < 1e-12 && (mean - number(&choice["means"][path])).abs() < 1e-9,
            "{path}: {values:?}"
        );
        for value in values {
            let fraction = value["fraction"].as_str().expect("exact chances are fractions");
            let (part, whole) = fraction.split_once('/').unwrap_or((fraction, "1"));
            let quotient = part.parse::<f64>().unwrap() / whole.parse::<f64>().unwrap();
            assert!((quotient - number(&value["p"])).abs() < 1e-12, "{value}");
        }
    }
    // What is under way hits her or misses her.
    let results = ["Kestrel is hit", "Kestrel is missed"].map(|result| number(&choice["results"][result]["p"]));
    assert!((results[0] + results[1] - 1.0).abs() < 1e-12 && results[0] > 0.0, "{choice}");
    assert!(number(&choice["events"]["attack.hit_roll"]["p"]) > 0.0, "{choice}");
    assert!(choice["checks"].as_array().unwrap().iter().any(|check| check["rule"] == "dice.attack"), "{choice}");
}

#[test]
fn all_choices_are_ranked() {
    let odds = json(&["duel", "--who", "Kestrel"]);
    let gains: Vec<f64> = odds["choices"].as_array().unwrap().iter().map(|choice| number(&choice["gain"])).collect();
    assert!(gains.len() > 3 && gains.is_sorted_by(|a, b| a >= b), "{gains:?}");
    let by = |what: &str| {
        let odds = json(&["duel", "--who", "Kestrel", "--through", "--rank-by", what]);
        odds["choices"].as_array().unwrap().clone()
    };
    let hits = by("Tarn is hit");
    let chance = |choice: &Value| choice["results"]["Tarn is hit"]["p"].as_f64().unwrap_or(0.0);
    assert!(hits.iter().map(chance).is_sorted_by(|a, b| a >= b) && chance(&hits[0]) > 0.0);
    let means: Vec<f64> = by("-Tarn.hp").iter().map(|choice| number(&choice["means"]["Tarn.hp"])).collect();
    assert!(means.is_sorted(), "{means:?}");
    let text = skirmish(&["odds", "duel", "--most", "2"]);
    assert!(text.out.contains("Choices, by") && text.out.contains("more: --most"), "{}", text.out);
}

#[test]
fn too_many_branches_are_sampled_and_it_is_said() {
    let args = [&SHOT[..], &["--budget", "1", "--samples", "500", "--seed", "3"]].concat();
    let (odds, exact) = (json(&args), json(&[&SHOT[..], &["--seed", "3"]].concat()));
    let (choice, known) = (&odds["choices"][0], &exact["choices"][0]);
    assert!(odds["exact"] == false && choice["samples"] == 500 && choice["seed"] == 3, "{choice}");
    assert!(!known["results"].as_object().unwrap().is_empty(), "{known}");
    for (result, chance) in known["results"].as_object().unwrap() {
        let (p, sampled) = (number(&chance["p"]), &choice["results"][result]);
        let share = sampled["p"].as_f64().unwrap_or(0.0);
        assert!((share - p).abs() <= 5.0 * (p * (1.0 - p) / 500.0).sqrt() + 1e-12, "{result}: {sampled} {p}");
        assert!(
            sampled.is_null() || sampled["fraction"].is_null() && number(&sampled["low"]) < number(&sampled["high"])
        );
    }
    assert_eq!(json(&args), odds);
    let text = skirmish(&[&["odds"], &args[..]].concat()).well();
    assert!(text.contains("Sampled") && text.contains("500 times, seed 3"), "{text}");
    skirmish(&[&["odds"], &SHOT[..], &["--budget", "1", "--samples", "0"]].concat())
        .refused(&["too many branches", "--budget"]);
}

#[test]
fn a_transcript_is_looked_at_from_any_point() {
    let path = folder("odds").join("fight.skirmish");
    let path = path.to_str().unwrap();
    skirmish(&["run", "duel", "--out", path]).well();
    skirmish(&["odds", path]).refused(&["the battle is over", "--at"]);
    let first = json(&["duel"]);
    let entry = first["entry"].as_u64().unwrap();
    let begin = json(&[path, "--at", &entry.to_string()]);
    assert!(begin["entry"] == first["entry"] && begin["choices"] == first["choices"], "{entry}");
    let text = std::fs::read_to_string(path).unwrap();
    let line = text.lines().position(|line| line.starts_with("roll")).unwrap() + 1;
    let dice = json(&[path, "--at", &format!("line:{line}")]);
    assert!(dice["entry"] == 1 && dice["exact"] == true && dice["choices"][0]["choice"].is_null());
    skirmish(&["odds", path, "--at", "99999"]).refused(&["no entry 99999", "--at"]);
    skirmish(&["odds", path, "--at", "line:99999"]).refused(&["no line 99999"]);
    let save = "skirmish 1\ngame elemental-d6\n--- encounter\nrulebook = \"elemental-d6\"\n---\nseed 1\n";
    let save = file(&folder("at_line"), "save.skirmish", save);
    for line in ["line:3", "line:4"] {
        skirmish(&["odds", &save, "--at", line]).refused(&["stands in the encounter", "--at line:5"]);
    }
    skirmish(&["odds", path, "--at", "soon"]).refused(&["no point", "line:30"]);
    skirmish(&["odds", "duel", "--at", "2"]).refused(&["an encounter"]);
}

/// Two sentries: 3 + d20 must reach 12 for the one and 15 for the other.
const SENTRIES: &str = r#"skirmish 1
--- encounter
rulebook = "generia"
title = "Past two sentries"

[map]
rows = """
. . . . . . .
. h h . . . .
"""

[[combatant]]
name = "Ada"
side = "one"
at = "A2"
ms = 4
dex_mod = 3
weapons = []

[[combatant]]
name = "Bo"
side = "two"
at = "F1"
per_mod = 2
weapons = []

[[combatant]]
name = "Cy"
side = "two"
at = "F2"
per_mod = 5
weapons = []
---
roll Ada initiative 1d8 8
roll Bo initiative 1d8 2
roll Cy initiative 1d8 1
Ada: walk
"#;

#[test]
fn what_may_come_about_several_times_says_how_often() {
    let path = file(&folder("sentries"), "sentries.skirmish", SENTRIES);
    let asked = [path.as_str(), "--choice", "sneak to B2"];
    let results = &json(&asked)["choices"][0]["results"];
    // Unseen by the one 12/20, by the other 9/20.
    let exact = [
        ("Ada goes unseen every time", 0.6 * 0.45),
        ("Ada goes unseen at least once", 1.0 - 0.4 * 0.55),
        ("Ada is noticed every time", 0.4 * 0.55),
        ("Ada is noticed at least once", 1.0 - 0.6 * 0.45),
    ];
    assert_eq!(results.as_object().unwrap().len(), exact.len(), "{results}");
    for (name, chance) in exact {
        assert!((number(&results[name]["p"]) - chance).abs() < 1e-12, "{name}: {results}");
    }
    // Sampled they are the same, within their intervals (with this seed).
    let sampled = &json(&[&asked[..], &["--budget", "3", "--seed", "1"]].concat())["choices"][0];
    assert_eq!(sampled["exact"], false);
    for (name, chance) in exact {
        let found = &sampled["results"][name];
        assert!(number(&found["low"]) <= chance && chance <= number(&found["high"]), "{name}: {found}");
    }
}

#[test]
fn a_modifiers_rule_counts_as_met() {
    let path = file(&folder("modifiers"), "sentries.skirmish", SENTRIES);
    let event = |more: &[&str]| {
        let found = json(&[&[&path, "--choice", "sneak to B2", "--event", "sheet.modifier"], more].concat());
        number(&found["choices"][0]["events"]["sheet.modifier"]["p"])
    };
    assert_eq!([event(&[]), event(&["--reply", "best"]), event(&["--budget", "3"])], [1.0; 3]);
}

#[test]
fn what_is_not_known_is_refused_with_what_is_near() {
    skirmish(&["odds", "duel", "--who", "Kestrel", "--choice", "air-blast at Tern"]).refused(&["air-blast at Tarn"]);
    skirmish(&["odds", "duel", "--choice", "pass", "--path", "Tarn.hq"]).refused(&["no field `hq`", "`hp`"]);
    skirmish(&["odds", "duel", "--choice", "pass", "--event", "attack.hot_roll"]).refused(&["attack.hit_roll"]);
    skirmish(&["odds", "duel", "--rank-by", "Tarn is hid"]).refused(&["ranked", "Tarn is hi"]);
    skirmish(&["odds", "duel", "--who", "Tarm"]).refused(&["Tarn"]);
    skirmish(&["odds", "duel", "--reply", "policy=plane"]).refused(&["plain"]);
    skirmish(&["odds", "duel", "--reply", "best", "--reply", "policy=plain"]).refused(&["two ways"]);
    skirmish(&["odds", "duel", "--viewer", "wund"]).refused(&["wind"]);
    skirmish(&["odds", "duell"]).refused(&["duel"]);
}

#[test]
fn a_picture_is_drawn() {
    let path = file(&folder("odds-svg"), "hp.svg", "");
    skirmish(&[&["odds"], &SHOT[..], &["--path", "Tarn.hp", "--svg", &path]].concat()).well();
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("Tarn.hp") && svg.contains("<rect"), "{svg}");
}

#[test]
fn replies_change_what_comes_of_it() {
    let charge = ["generia/charge", "--choice", "mount-strike elk-charge with horns at Rook as attack"];
    let gain = |reply: &[&str]| number(&json(&[&charge[..], reply].concat())["choices"][0]["gain"]);
    let (usual, told, best) = (gain(&[]), gain(&["--reply", "Rook: decline"]), gain(&["--reply", "best"]));
    assert!(best <= usual + 1e-6 && best <= told + 1e-6 && best < usual.max(told) - 1.0, "{best} {usual} {told}");
    let unused = skirmish(&[&["odds"], &SHOT[..], &["--reply", "Tarn: juggle"]].concat());
    assert!(unused.code == 0 && unused.said().contains("Tarn: juggle"), "{}", unused.err);
}

/// The same engine as `duel`: from the beginning it says the same.
#[test]
fn a_whole_battle_is_followed_from_a_point_of_it() {
    let wolf = |name: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\ncreature = \"wolf\"\nat = \"{at}\"\n")
    };
    let map = "rulebook = \"elemental-d6\"\ntitle = \"Two wolves\"\n[map]\nwidth = 4\nheight = 1\n";
    let text = format!("{map}{}{}", wolf("Grey", "A1"), wolf("Rust", "D1"));
    let path = file(&folder("odds-end"), "wolves.toml", &text);
    let duel: Value = serde_json::from_str(&skirmish(&["duel", &path, "--json"]).well()).unwrap();
    let at = file(&folder("odds-end-at"), "wolves.skirmish", format!("skirmish 1\n--- encounter\n{text}---\n"));
    let from_here = json(&[&at, "--to-end"]);
    let wins = |solution: &Value| [0, 1].map(|side| number(&solution["sides"][side]["wins"]));
    let sum: f64 = wins(&from_here).iter().sum::<f64>() + number(&from_here["nobody"]);
    assert!((sum + number(&from_here["left"]) + number(&from_here["endless"]) - 1.0).abs() < 1e-9, "{from_here}");
    // Before the dice of initiative fall, the chances are those of both of their outcomes.
    assert!((wins(&duel)[0] - 0.5).abs() < 1e-9);
    assert!((wins(&from_here)[0] - 0.5).abs() < 1e-9);
    skirmish(&["odds", &path, "--to-end", "--reply", "best"]).refused(&["cannot be used with"]);
    for name in ["--budget", "--samples"] {
        skirmish(&["odds", &path, "--to-end", name, "9"]).refused(&["it has no", name, "--states limits"]);
    }
}

/// The first question of every encounter that comes with the games has odds for all choices.
#[test]
fn every_encounter_has_odds() {
    for (game, name) in encounters() {
        let odds = json(&[&format!("{game}/{name}"), "--budget", "50000", "--samples", "50"]);
        assert!(!odds["choices"].as_array().unwrap().is_empty(), "{game}/{name}: {odds}");
    }
}

#[test]
fn a_side_is_told_what_it_may_know() {
    let seen = json(&[&SHOT[..], &["--viewer", "wind"]].concat());
    let choice = &seen["choices"][0];
    let values = |path: &str| -> Vec<f64> {
        choice["paths"][path].as_array().unwrap().iter().map(|value| number(&value["value"])).collect()
    };
    assert!(values("Tarn.hp").iter().all(|change| *change <= 0.0), "of a foe, by how much it changes");
    assert!(values("Kestrel.hp").iter().all(|hp| *hp > 0.0), "of the own side, how it stands");
    assert!(choice["events"].as_object().unwrap().is_empty() && choice["checks"].as_array().unwrap().is_empty());
    skirmish(&[&["odds"], &SHOT[..], &["--viewer", "wind", "--event", "attack.hit_roll"]].concat())
        .refused(&["game master"]);
    let ranked = json(&["duel", "--who", "Kestrel", "--through", "--viewer", "wind", "--rank-by", "-Tarn.hp"]);
    let changes: Vec<f64> = ranked["choices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|choice| choice["means"]["Tarn.hp"].as_f64().unwrap_or(0.0))
        .collect();
    assert!(changes.is_sorted() && changes[0] < 0.0, "{changes:?}");
}

fn fraction(chance: &Value) -> (f64, f64) {
    let text = chance["fraction"].as_str().unwrap_or_else(|| panic!("no fraction: {chance}"));
    let (part, whole) = text.split_once('/').unwrap_or((text, "1"));
    (part.parse().unwrap(), whole.parse().unwrap())
}

/// Dice that tie are thrown again, for ever if it must be; their chances are fractions all the same.
#[test]
fn ties_without_end_have_fractions() {
    // Of two whose scores are those of one law, each begins as often: ties leave nothing over.
    let path = file(&folder("odds-ties"), "even.skirmish", format!("skirmish 1\n--- encounter\n{WOLVES}---\n"));
    let odds = json(&[&path, "--path", "order", "--event", "initiative.tie", "--samples", "0"]);
    let choice = &odds["choices"][0];
    let order = choice["paths"]["order"].as_array().unwrap();
    assert_eq!(order.len(), 2, "{choice}");
    for value in order {
        assert_eq!(fraction(value), (1.0, 2.0), "{value}");
    }
    // That the first throws tie: both count sixes of the same number of dice.
    let thrown = choice["checks"][0]["dice"].as_str().unwrap();
    let dice: i32 = thrown.split('d').next().unwrap().parse().unwrap();
    let ways = |hits: i32| (0..hits).fold(1.0, |ways, i| ways * f64::from(dice - i) / f64::from(i + 1));
    let chance = |hits: i32| ways(hits) * 5f64.powi(dice - hits) / 6f64.powi(dice);
    let tie: f64 = (0..=dice).map(|hits| chance(hits).powi(2)).sum();
    let (part, whole) = fraction(&choice["events"]["initiative.tie"]);
    assert!((part / whole - tie).abs() < 1e-12, "{part}/{whole} is not {tie}");
    // Nobody chooses anything here, so whoever looks for best replies finds the same, also of what is met in the ties.
    let all = |reply: &[&str]| json(&[&[&path, "--path", "order", "--all"][..], reply].concat());
    let (usual, best) = (all(&[]), all(&["--reply", "best-of-all"]));
    assert!(usual["choices"][0]["events"].as_object().unwrap().len() > 3, "{usual}");
    for member in ["events", "results", "paths"] {
        assert_eq!(usual["choices"][0][member], best["choices"][0][member], "{member}");
    }
}

/// Best replies are picked, and what comes of them is counted in fractions.
#[test]
fn best_replies_have_fractions() {
    let charge = ["generia/charge", "--choice", "mount-strike elk-charge with horns at Rook as attack"];
    for reply in ["best", "best-of-all"] {
        let odds = json(&[&charge[..], &["--reply", reply]].concat());
        let results = odds["choices"][0]["results"].as_object().unwrap();
        assert!(!results.is_empty(), "{odds}");
        for (name, chance) in results {
            let (part, whole) = fraction(chance);
            assert!((part / whole - number(&chance["p"])).abs() < 1e-15, "{name}: {chance}");
        }
    }
}

/// All choices to the end are what each of them is alone, and share what they lead to.
#[test]
fn all_choices_are_followed_to_the_end() {
    let path = file(&folder("odds-all-end"), "wolves.toml", WOLVES);
    let all = json(&[&path, "--to-end"]);
    assert_eq!((&all["kind"], &all["stopped"]), (&"odds-to-end".into(), &"done".into()));
    let side = if all["side"] == "grey" { 0 } else { 1 };
    let wins = |solution: &Value| number(&solution["sides"][side]["wins"]);
    let choices = all["choices"].as_array().unwrap();
    assert!(choices.len() > 2, "{all}");
    assert!(choices.windows(2).all(|pair| wins(&pair[0]) >= wins(&pair[1]) - 1e-10), "the best is first");
    let (mut shared, mut alone) = (number(&all["usual"]["states"]), 0.0);
    for choice in choices {
        let notation = choice["choice"].as_str().unwrap();
        let one = json(&[&path, "--to-end", "--choice", notation]);
        assert_eq!(one["kind"], "duel");
        assert!((wins(&one) - wins(choice)).abs() < 1e-9, "{notation}: {} and {}", wins(&one), wins(choice));
        assert!((number(&one["rounds"]["mean"]) - number(&choice["rounds"]["mean"])).abs() < 1e-6, "{notation}");
        (shared, alone) = (shared + number(&choice["states"]), alone + number(&one["states"]));
    }
    assert!(shared < 0.8 * alone, "{shared} states together, {alone} one by one");
    // What the policy chooses is one of them.
    let usual = wins(&all["usual"]);
    assert!(choices.iter().any(|choice| (wins(choice) - usual).abs() < 1e-9), "{usual}");
    let told = skirmish(&["odds", &path, "--to-end", "--most", "1"]).well();
    for words in ["wins in the end", "  1  ", "more: --most", "As policy plain chooses here", "left in play"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    // With a budget for some of them, each says whether it is known.
    let states = number(&all["choices"][0]["states"]).max(300.0) / 2.0;
    let some = json(&[&path, "--to-end", "--states", &format!("{states:.0}")]);
    let unknown = some["unknown"].as_array().unwrap();
    assert_eq!(unknown.len() + some["choices"].as_array().unwrap().len(), choices.len());
    assert!(!unknown.is_empty() && unknown.iter().all(|one| one["stopped"] == "states" && number(&one["left"]) > 1e-9));
    let ran = skirmish(&["odds", &path, "--to-end", "--states", &format!("{states:.0}"), "--most", "1"]);
    assert!(ran.code == 0 && ran.said().contains("a larger --states"), "{ran:?}");
    for words in ["    ?  ", "(--states)", "or more", "?  and "] {
        assert!(ran.out.contains(words), "{words}: {}", ran.out);
    }
    // Some choices, named.
    let two = [choices[0]["choice"].as_str().unwrap(), choices[1]["choice"].as_str().unwrap()];
    let named = json(&[&path, "--to-end", "--choice", two[1], "--choice", two[0]]);
    assert_eq!(named["choices"].as_array().unwrap().len(), 2);
}

/// After the choice everybody goes on by a policy; exact and sampled odds are of the same acts.
#[test]
fn a_limit_ends_a_single_long_choice() {
    let long = ["duel", "--choice", "pass", "--acts", "60", "--limit", "1"];
    for rest in [["--budget", "100000000", "--samples", "10000000"], ["--budget", "100", "--samples", "10000000"]] {
        let odds = json(&[&long[..], &rest].concat());
        // Without the limit it takes many minutes.
        let samples = number(&odds["choices"][0]["samples"]);
        assert!((100.0..1_000_000.0).contains(&samples), "{samples}");
    }
}

#[test]
fn several_acts_are_followed_by_a_policy() {
    let of = |more: &[&str]| {
        let args = ["first-blood", "--choice", "aggressive", "--path", "Roland.hits", "--path", "Hale.hits"];
        json(&[&args[..], more].concat())["choices"][0].clone()
    };
    let mean = |choice: &Value| number(&choice["means"]["Roland.hits"]) + number(&choice["means"]["Hale.hits"]);
    let (one, many) = (of(&[]), of(&["--acts", "3"]));
    assert!(many["exact"] == true && mean(&many) < mean(&one) - 1.0, "{many}");
    let sampled = of(&["--acts", "3", "--budget", "1", "--samples", "2000"]);
    assert!(sampled["exact"] == false && (mean(&sampled) - mean(&many)).abs() < 1.0, "{sampled}");
    let random = of(&["--acts", "3", "--reply", "policy=random"]);
    assert!((mean(&random) - mean(&many)).abs() > 0.1, "{random}");
    skirmish(&["odds", "duel", "--acts", "1"]).refused(&["a whole number is wanted, from 2 to 60"]);
}
