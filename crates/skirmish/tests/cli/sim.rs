//! `skirmish sim`.

use std::fs;

use serde_json::Value;

use crate::{encounters, file, folder, skirmish};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&skirmish(&[&["sim"], args, &["--json"]].concat()).well()).expect("one JSON object")
}

#[test]
fn one_fight_is_the_one_that_is_run() {
    for (game, name) in encounters() {
        let name = format!("{game}/{name}");
        for policies in [&["--policy", "plain"][..], &["--policy", "random"]] {
            let path = folder("one-fight").join("x.skirmish");
            let run = [&["run", &name, "--seed", "7", "--json", "--out", path.to_str().unwrap()], policies].concat();
            let told = skirmish(&run).well();
            let outcome: Value = serde_json::from_str(told.lines().last().unwrap()).unwrap();
            let shown = skirmish(&[&["sim", &name, "--seed", "7", "--show", "0"], policies].concat()).well();
            assert_eq!(shown, fs::read_to_string(&path).unwrap(), "{name}, {policies:?}");
            let one = json(&[&[&name, "-n", "1", "--seed", "7"], policies].concat());
            let winner = one["sides"].as_array().unwrap().iter().find(|side| side["wins"] == 1);
            assert_eq!(outcome["winner"], winner.map_or(Value::Null, |side| side["name"].clone()), "{name}");
            if outcome["ended"] == "over" {
                assert_eq!(one["rounds"]["values"], serde_json::json!([[outcome["rounds"], 1]]), "{name}");
                for combatant in people(&outcome) {
                    // Who may come and never did is counted, and not told of.
                    let counted = people(&one).into_iter().find(|one| one["name"] == combatant["name"]).unwrap();
                    let left = |gauge: &Value| serde_json::json!([[gauge["value"], 1]]);
                    let wanted: Vec<Value> = combatant["gauges"].as_array().unwrap().iter().map(left).collect();
                    let counted = counted["gauges"].as_array().unwrap().iter().map(|gauge| gauge["values"].clone());
                    assert_eq!(counted.collect::<Vec<_>>(), wanted, "{name}");
                }
            }
        }
    }
}

#[test]
fn those_who_think_fight_the_same_fight_everywhere() {
    for name in ["duel", "parry-yard", "first-blood"] {
        for policy in ["greedy", "rollout:6", "mcts:6"] {
            let path = folder("thinking").join("x.skirmish");
            let same = ["--seed", "7", "--policy", policy, "--most-rounds", "2"];
            let told = skirmish(&[&["run", name, "--out", path.to_str().unwrap()], &same[..]].concat()).well();
            let shown = skirmish(&[&["sim", name, "--show", "0"], &same[..]].concat()).well();
            assert_eq!(shown, fs::read_to_string(&path).unwrap(), "{name}, {policy}");
            assert!(told.contains(&format!("policy {policy}")), "{told}");
            let counted = |threads| json(&[&[name, "-n", "3", "--threads", threads], &same[..]].concat());
            assert_eq!(counted("1"), counted("3"), "{name}, {policy}");
        }
    }
}

#[test]
fn a_ladder_says_who_beats_whom() {
    let told = skirmish(&["sim", "parry-yard", "--ladder", "random,plain", "-n", "40"]).well();
    let rungs = told.split("The ladder\n").nth(1).unwrap();
    assert!(rungs.trim_start().starts_with("plain") && told.contains("Who beats whom"), "{told}");
    let ladder = json(&["parry-yard", "--ladder", "random,plain", "-n", "40", "--threads", "2"]);
    assert_eq!((&ladder["ladder"][0]["policy"], &ladder["ladder"][0]["fights"]), (&"plain".into(), &80.into()));
    assert_eq!(ladder["meetings"][0]["policies"], serde_json::json!(["random", "plain"]));
    skirmish(&["sim", "duel", "--ladder", "plain"]).refused(&["more than one rung", "--ladder plain,random"]);
    skirmish(&["sim", "duel", "--ladder", "plain,gredy"]).refused(&["no policy `gredy`", "did you mean `greedy`"]);
    skirmish(&["sim", "duel", "--ladder", "plain,rollout,rollout:200"])
        .refused(&["`rollout:200` is on the ladder twice"]);
    skirmish(&["sim", "duel", "--ladder", "plain,fair"]).refused(&["`plain`, which `fair` means as well, is on the"]);
    skirmish(&["sim", "duel", "--ladder", "--policy", "plain"]).refused(&["--ladder", "--policy"]);
}

fn people(object: &Value) -> Vec<Value> {
    object["combatants"].as_array().unwrap().clone()
}

#[test]
fn threads_change_nothing() {
    let told = |threads: &str| skirmish(&["sim", "duel", "-n", "500", "--threads", threads]).well();
    assert_eq!(told("1"), told("2"));
    assert_eq!(told("1"), told("5"));
    assert!(told("1").contains("500 fights") && told("1").contains("Who wins"), "{}", told("1"));
}

#[test]
fn any_fight_is_a_transcript_that_loads() {
    let folder = folder("shown");
    let batch = json(&["duel", "-n", "400", "--seed", "3"]);
    for wanted in ["median", "longest", "upset"] {
        let shown = skirmish(&["sim", "duel", "-n", "400", "--seed", "3", "--show", wanted]).well();
        let number = batch["examples"][wanted].as_u64().expect("there is such a fight");
        assert_eq!(skirmish(&["sim", "duel", "--seed", "3", "--show", &number.to_string()]).well(), shown);
        assert!(number == 0 || shown.contains(&format!("\nseed 3 fight {number}\n")), "{shown}");
        let path = file(&folder, &format!("{wanted}.skirmish"), &shown);
        skirmish(&["check", &path]).well();
        // Played on (it is over), it is told and saved as it was.
        let again = folder.join("again.skirmish");
        skirmish(&["run", &path, "--out", again.to_str().unwrap()]).well();
        assert_eq!(fs::read_to_string(again).unwrap(), shown);
    }
    let told = skirmish(&["run", "duel", "--seed", "3", "--fight", "41"]).well();
    assert!(told.contains("seed 3, fight 41, policy plain"), "{told}");
    assert!(skirmish(&["run", &format!("{}/median.skirmish", folder.display()), "--fight", "1"]).code == 2);
}

#[test]
fn a_stopping_rule_stops() {
    let report = json(&["duel", "--until", "2%", "--threads", "2"]);
    assert_eq!(
        (report["stopped"].as_str(), report["fights"].as_u64().map(|n| n < 4_000)),
        (Some("precise"), Some(true))
    );
    for side in report["sides"].as_array().unwrap() {
        let end = |name: &str| side["chance"][name].as_f64().unwrap();
        assert!(end("high") - end("low") <= 0.04 && end("low") <= end("p") && end("p") <= end("high"), "{side}");
    }
    let ran = skirmish(&["sim", "duel", "--until", "0.01%", "-n", "200"]);
    assert!(
        ran.code == 0 && ran.said().contains("after 200 fights") && ran.said().contains("-n allows more"),
        "{ran:?}"
    );
}

#[test]
fn sums_are_right() {
    let report = json(&["rooftop", "-n", "100", "--policy", "thieves=random", "--listen", "30"]);
    assert_eq!(report["policies"], serde_json::json!(["random", "plain"]));
    let count = |value: &Value| value.as_u64().unwrap();
    let wins: u64 = report["sides"].as_array().unwrap().iter().map(|side| count(&side["wins"])).sum();
    assert_eq!(wins + count(&report["draws"]) + count(&report["unfinished"]), 100);
    let sum = |pairs: &Value| pairs.as_array().unwrap().iter().map(|pair| count(&pair[1])).sum::<u64>();
    assert_eq!(sum(&report["rounds"]["values"]), 100 - count(&report["unfinished"]));
    for combatant in people(&report) {
        combatant["gauges"].as_array().unwrap().iter().for_each(|gauge| assert_eq!(sum(&gauge["values"]), 100));
    }
    assert_eq!(report["heard"]["fights"], 30);
    assert!(!report["heard"]["deeds"].as_array().unwrap().is_empty());
    assert_eq!(json(&["rooftop", "-n", "10", "--listen", "0"])["heard"]["deeds"], serde_json::json!([]));
}

#[test]
fn what_makes_no_sense_is_refused() {
    skirmish(&["sim", "duel", "-n", "0"]).refused(&["one fight at least"]);
    skirmish(&["sim", "duel", "-n", "1000000000000000000"]).refused(&["1000000000000 are the most", "--until"]);
    skirmish(&["sim", "duel", "-n", "many"]).refused(&["a number of fights"]);
    skirmish(&["sim", "duel", "--threads", "0"]).refused(&["--threads", "a whole number is wanted, from 1 to 1024"]);
    skirmish(&["sim", "duel", "--threads", "99999"]).refused(&["--threads"]);
    let large = "99999999999999999999";
    skirmish(&["sim", "duel", "--seed", large]).refused(&[
        "--seed",
        "a whole number is wanted",
        "2 to the power of 64",
    ]);
    skirmish(&["odds", "duel", "--limit", "nan"]).refused(&["--limit", "a whole number is wanted, from 1 to 100000"]);
    skirmish(&["duel", "wolf", "brigand", "--apart", "0"]).refused(&["--apart", "from 1 to 25"]);
    skirmish(&["sim", "duel", "--until", "0"]).refused(&["0.01%"]);
    skirmish(&["sim", "duel", "--until", "0.02"]).refused(&["no percent sign: 0.02%, or 2%?"]);
    skirmish(&["sim", "duel", "--policy", "plian"]).refused(&["no policy `plian`", "did you mean `plain`"]);
    skirmish(&["sim", "duel", "--policy", "rolout:3"]).refused(&["no policy `rolout`", "did you mean `rollout`"]);
    skirmish(&["sim", "duel", "--policy", "wind=mcts:0"]).refused(&["`0` is no budget of `mcts`", "`mcts:200`"]);
    skirmish(&["sim", "duel", "--policy", "winde=plain"]).refused(&["no side `winde`", "did you mean `wind`"]);
    skirmish(&["sim", "duel", "--show", "medien"]).refused(&["did you mean `median`"]);
    skirmish(&["sim", "duel", "--show", "1", "--json"]).refused(&["cannot be used with"]);
    skirmish(&["sim", "duell"]).refused(&["did you mean `duel`"]);
    skirmish(&["sim", "duel", "-n", "1", "--show", "upset"]).refused(&["no upset in 1 fight:"]);
    let path = file(&folder("sim-bad"), "x.skirmish", "skirmish 1\nencounter duel\n");
    skirmish(&["sim", &path]).refused(&["a transcript is one battle", "name the encounter"]);
    let path = file(&folder("sim-bad"), "x.toml", "rulebook = \"elemental-d6\"\nnonsense = 1\n");
    skirmish(&["sim", &path]).refused(&["x.toml:2:1"]);
}

#[test]
fn a_fight_that_is_given_up_says_so() {
    let report = json(&["duel", "-n", "50", "--most-rounds", "1"]);
    assert_eq!((report["unfinished"].as_u64(), report["rounds"]["mean"].as_f64()), (Some(50), None));
    let told = skirmish(&["sim", "duel", "-n", "50", "--most-rounds", "1"]).well();
    assert!(told.contains("given up  100.0 %"), "{told}");
    skirmish(&["sim", "duel", "-n", "50", "--most-rounds", "1", "--show", "median"]).refused(&["--most-rounds"]);
}
