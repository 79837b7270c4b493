//! `skirmish duel`.

use serde_json::Value;

use crate::{file, folder, skirmish};

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&skirmish(&[&["duel"], args, &["--json"]].concat()).well()).expect("one JSON object")
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

fn total(pairs: &Value) -> f64 {
    pairs.as_array().expect("a list").iter().map(|pair| number(&pair[1])).sum()
}

#[test]
fn chances_add_up() {
    let duel = json(&["brigand", "wolf", "--map", "12x5", "--apart", "4"]);
    let wins: f64 = duel["sides"].as_array().unwrap().iter().map(|side| number(&side["wins"])).sum();
    let (left, over) = (number(&duel["left"]), wins + number(&duel["nobody"]));
    assert!(duel["stopped"] == "done" && left <= 1e-12, "{duel}");
    assert!((over + number(&duel["endless"]) + left - 1.0).abs() < 1e-12, "{duel}");
    assert!((total(&duel["rounds"]["values"]) - over).abs() < 1e-12);
    for combatant in duel["combatants"].as_array().unwrap() {
        combatant["gauges"].as_array().unwrap().iter().for_each(|gauge| {
            assert!((total(&gauge["values"]) - over).abs() < 1e-12, "{gauge}");
        });
    }
    // Whoever does not fall has won.
    let brigand = &duel["combatants"][0];
    assert_eq!((brigand["name"].as_str(), brigand["side"].as_str()), (Some("brigand"), Some("brigand")));
    assert!(number(&brigand["falls"]) + number(&duel["sides"][0]["wins"]) <= over + 1e-12);
}

#[test]
fn equals_win_equally_often() {
    let duel = json(&["wolf", "wolf", "--game", "elemental-d6"]);
    let [one, two] = [0, 1].map(|side| number(&duel["sides"][side]["wins"]));
    assert!((one - two).abs() < 1e-12 && (one - 0.5).abs() < 1e-11, "{one} {two}");
    assert_eq!(duel["sides"][1]["name"], "wolf-2");
}

/// The same fight sampled: `sim` and `duel` speak of one thing.
#[test]
fn an_encounter_is_followed_whole() {
    let map = "rulebook = \"elemental-d6\"\ntitle = \"Two wolves\"\n[map]\nwidth = 5\nheight = 3\n";
    let wolf = |name: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\ncreature = \"wolf\"\nat = \"{at}\"\n")
    };
    let text = format!("{map}{}{}", wolf("Grey", "B2"), wolf("Rust", "D2"));
    let path = file(&folder("duel"), "wolves.toml", text);
    let duel = json(&[&path]);
    let sampled = skirmish(&["sim", &path, "-n", "4000", "--seed", "11", "--json"]).well();
    let sampled: Value = serde_json::from_str(&sampled).unwrap();
    for side in 0..2 {
        let p = number(&duel["sides"][side]["wins"]);
        let chance = &sampled["sides"][side]["chance"];
        // Intervals of 95 percent, twice as wide: one seed in ten thousand would fail.
        let half = number(&chance["high"]) - number(&chance["low"]);
        assert!((number(&chance["p"]) - p).abs() < half, "{p} and {chance}");
    }
    let told = skirmish(&["duel", &path]).well();
    assert!(told.starts_with("Two wolves\nElemental D6, policy plain\n\nWho wins\n"), "{told}");
    assert!(told.contains("What is left of Rust: hp") && told.contains("left in play: "), "{told}");
}

#[test]
fn who_takes_the_best_choices_wins_more_often() {
    let wolves = ["wolf", "wolf", "--game", "elemental-d6", "--map", "2x1"];
    let wins = |more: &[&str]| {
        let duel = json(&[&wolves, more].concat());
        assert!(duel["stopped"] == "done" && duel["settled"] == true, "{duel}");
        [0, 1].map(|side| number(&duel["sides"][side]["wins"]))
    };
    let (plain, one) = (wins(&[]), wins(&["--best", "wolf-1"]));
    assert!(one[0] > plain[0] + 0.01 && one[1] < plain[1], "{plain:?} {one:?}");
    let told = skirmish(&[&["duel"], &wolves[..], &["--best", "wolf-1"]].concat()).well();
    assert!(told.contains("the best choices of wolf-1, the others by policy plain"), "{told}");
}

/// Two of a kind with nothing but their fists: if both do what is best, neither has the better of it.
#[test]
fn both_may_do_what_is_best() {
    let map = "rulebook = \"elemental-d6\"\n[map]\nwidth = 2\nheight = 1\n";
    let fighter = |name: &str, at: &str| {
        format!("[[combatant]]\nname = \"{name}\"\nside = \"{name}\"\nat = \"{at}\"\ndex = 1\nhp = 6\n")
    };
    let text = format!("{map}{}{}", fighter("Ash", "A1"), fighter("Bran", "B1"));
    let path = file(&folder("duel-best"), "fists.toml", text);
    let duel = json(&[&path, "--best", "both"]);
    assert!(duel["settled"] == true && duel["best"] == serde_json::json!(["Ash", "Bran"]), "{duel}");
    let [one, two] = [0, 1].map(|side| number(&duel["sides"][side]["wins"]));
    assert!((one - two).abs() < 1e-9 && one > 0.4, "{one} {two}");
}

#[test]
fn a_budget_is_kept_and_said() {
    let ran = skirmish(&["duel", "brigand", "petramancer", "--budget", "500", "--json"]);
    let duel: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, duel["stopped"].as_str(), duel["states"].as_u64()), (0, Some("states"), Some(500)));
    assert!(number(&duel["left"]) > 0.1 && ran.said().contains("is left in play: 500 states"), "{}", ran.err);
    let whole = json(&["brigand", "petramancer"]);
    for side in 0..2 {
        let (least, p) = (number(&duel["sides"][side]["wins"]), number(&whole["sides"][side]["wins"]));
        assert!(least <= p && p <= least + number(&duel["left"]) + 1e-12);
    }
    let told = skirmish(&["duel", "brigand", "petramancer", "--budget", "500"]).out;
    assert!(told.contains("still open"), "{told}");
}

/// Eight throw for initiative at once: too many branches for one step, and that is said.
#[test]
fn a_step_of_too_many_branches_is_given_up() {
    let ran = skirmish(&["duel", "crossfire", "--json"]);
    let duel: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, duel["stopped"].as_str(), duel["left"].as_f64()), (0, Some("branches"), Some(1.0)));
    assert!(ran.said().contains("more branches than --budget allows"), "{}", ran.err);
}

#[test]
fn what_makes_no_sense_is_refused() {
    skirmish(&["duel"]).refused(&["A B|ENCOUNTER|FILE"]);
    skirmish(&["duel", "wolf"]).refused(&["a creature, and alone", "skirmish duel wolf wolf"]);
    skirmish(&["duel", "wolf", "wolf"])
        .refused(&["more than one game has `wolf` help: say which: --game elemental-d6"]);
    skirmish(&["duel", "wolfe", "brigand"]).refused(&["no creature `wolfe`", "did you mean `wolf`?"]);
    skirmish(&["duel", "brigand", "elk"]).refused(&["no game has both"]);
    skirmish(&["duel", "wolf", "elk", "--game", "elemental-d6"]).refused(&["no creature `elk`"]);
    skirmish(&["duel", "wolf", "wolf", "--game", "generiaa"]).refused(&["did you mean `generia`?"]);
    skirmish(&["duel", "brigand", "wolf", "--map", "1x1"]).refused(&["2x1 to 26x26"]);
    skirmish(&["duel", "brigand", "wolf", "--map", "4x4", "--apart", "4"]).refused(&["--map 5x4"]);
    skirmish(&["duel", "brigand", "wolf", "--policy", "plian"]).refused(&["did you mean `plain`?"]);
    skirmish(&["duel", "brigand", "wolf", "--policy", "greedy"]).refused(&["has no exact odds", "skirmish sim"]);
    skirmish(&["duel", "brigand", "wolf", "--best", "wulf"]).refused(&["no side `wulf`", "did you mean `wolf`?"]);
    skirmish(&["duel", "brigand", "wolf", "--left", "0"]).refused(&["1e-15 to 0.5"]);
    skirmish(&["duel", "brigand", "wolf", "--budget", "0"]).refused(&["--budget"]);
    skirmish(&["duel", "duell"]).refused(&["did you mean `duel`"]);
    skirmish(&["duel", "duel", "--map", "9x9"]).refused(&["an encounter has its own"]);
    let path = file(&folder("duel-bad"), "x.skirmish", "skirmish 1\nencounter duel\n");
    skirmish(&["duel", &path]).refused(&["a transcript is one battle"]);
}
