//! `skirmish run`.

use std::fs;

use serde_json::Value;

use crate::{encounter, encounters, file, folder, skirmish};

/// The story without its title, its seed and its policies.
fn story(text: &str) -> &str {
    text.splitn(3, '\n').nth(2).expect("a story")
}

#[test]
fn every_encounter_is_told_the_same_way_twice() {
    for (game, name) in encounters() {
        let name = format!("{game}/{name}");
        let told = skirmish(&["run", &name]).well();
        assert_eq!(told, skirmish(&["run", &name]).well(), "{name}");
        assert!(told.contains("seed") && told.contains("policy plain"), "{told}");
        assert!(told.contains("\nRound 1"), "{told}");
        assert!(told.contains("inner") || told.contains("Stopped after"), "{told}");
        assert!(told.contains(": "), "no dice were told: {told}");
    }
}

#[test]
fn seeds_decide() {
    let name = encounter();
    let told = |seed: &str| skirmish(&["run", &name, "--seed", seed]).well();
    assert_eq!(told("5"), told("5"));
    assert_ne!(story(&told("5")), story(&told("6")));
}

#[test]
fn policies_are_chosen_for_all_or_one_side() {
    let name = encounter();
    let first: Value =
        serde_json::from_str(skirmish(&["run", &name, "--json"]).well().lines().next().unwrap()).unwrap();
    let sides: Vec<&str> = first["sides"].as_array().unwrap().iter().map(|side| side.as_str().unwrap()).collect();
    assert!(skirmish(&["run", &name, "--policy", "random"]).well().contains("policy random"));
    let mixed = format!("{}=random", sides[0]);
    let told = skirmish(&["run", &name, "--policy", &mixed]).well();
    assert!(told.contains(&format!("{} random, {} plain", sides[0], sides[1])), "{told}");
}

#[test]
fn explained_lines_name_their_rules() {
    let name = encounter();
    let (plain, explained) = (skirmish(&["run", &name]).well(), skirmish(&["run", &name, "--explain"]).well());
    assert!(explained.lines().count() > plain.lines().count());
    assert!(explained.lines().any(|line| line.starts_with("      ") && line.contains(" throws ")), "{explained}");
    // What is told is the same, only longer.
    let mut lines = explained.lines();
    for line in plain.lines() {
        assert!(lines.any(|other| other == line), "`{line}` is missing");
    }
}

#[test]
fn json_lines_are_objects_and_end_with_the_outcome() {
    for (game, name) in encounters() {
        let text = skirmish(&["run", &format!("{game}/{name}"), "--json"]).well();
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
        let kind = |line: &Value| line["kind"].as_str().expect("a kind").to_owned();
        assert_eq!(kind(&lines[0]), "battle");
        assert_eq!(lines[0]["game"], game);
        let last = &lines[lines.len() - 1];
        assert_eq!(kind(last), "outcome");
        assert!(last["rounds"].is_u64() && !last["combatants"].as_array().unwrap().is_empty(), "{last}");
        for line in &lines[1..lines.len() - 1] {
            assert!(["event", "throw", "choice", "edict"].contains(&kind(line).as_str()), "{line}");
            assert_eq!(kind(line) == "throw", line.get("throw").is_some(), "{line}");
            assert!(line["step"].is_u64() && line["place"].is_string() && line["rules"].is_array(), "{line}");
        }
    }
}

#[test]
fn a_battle_may_be_cut_short() {
    let told = skirmish(&["run", &encounter(), "--most-rounds", "1"]).well();
    assert!(told.contains("Stopped after 1 rounds") || told.contains("inner, after 1 round"), "{told}");
}

#[test]
fn the_transcript_that_is_written_passes_and_tells_the_same_battle() {
    let folder = folder("transcripts");
    for (game, name) in encounters() {
        let path = file(&folder, &format!("{game}-{name}.skirmish"), "something else that is replaced");
        let name = format!("{game}/{name}");
        let told = skirmish(&["run", &name, "--seed", "4", "--out", &path]).well();
        let written = fs::read_to_string(&path).unwrap();
        assert!(written.starts_with("skirmish 1\n"), "{written}");
        skirmish(&["run", &name, "--seed", "4", "--out", &path]).well();
        assert_eq!(written, fs::read_to_string(&path).unwrap());
        assert_eq!(skirmish(&["check", &path]).well(), "1 passed, 0 failed\n");
        assert_eq!(story(&skirmish(&["run", &path]).well()), story(&told), "{name}");
    }
    let left: Vec<_> = folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), encounters().len(), "drafts are left behind: {left:?}");
}

#[test]
fn the_seed_of_a_transcript_is_its_own() {
    let path = file(&folder("seed"), "x.skirmish", format!("skirmish 1\nencounter {}\n", encounters()[0].1));
    skirmish(&["run", &path, "--seed", "4"]).refused(&["its own seed"]);
}

/// A plan to begin with fights as it stands, in every game, and so does what stands in its comments.
#[test]
fn a_plan_to_begin_with_runs_as_it_stands() {
    let mut games: Vec<String> = encounters().into_iter().map(|(game, _)| game).collect();
    games.dedup();
    assert!(games.len() > 1);
    for game in games {
        let folder = folder(&format!("new-plan-{game}"));
        let plan = folder.join("my-plan.toml").to_str().unwrap().to_owned();
        assert_eq!(skirmish(&["new", &game, "--plan", "--out", &plan]).well(), "");
        let text = skirmish(&["new", &game, "--plan"]).well();
        assert_eq!(text, fs::read_to_string(&plan).unwrap());
        assert!(text.contains("skirmish sweep") && text.lines().all(|line| line.len() <= 130), "{text}");
        skirmish(&["new", &game, "--plan", "--out", &plan]).refused(&["already there"]);
        let out = folder.join("out").to_str().unwrap().to_owned();
        let told = skirmish(&["sweep", &plan, "-n", "20", "--out", &out]).well();
        assert!(told.contains("3 cells of 20 fights"), "{told}");
        // Whoever takes the marks away from the other ways to say it has a plan that is in order too.
        // The example has a plan of five lines, and no other ways.
        let Some((lead, others)) = text.split_once("# Other ways to say it:\n") else {
            assert_eq!(game, "hayfork");
            continue;
        };
        let others: Vec<&str> =
            others.lines().map(|line| line.trim_start_matches("# ").trim_start_matches('#')).collect();
        let lead = lead.replace("# compare =", "compare =");
        assert!(lead.contains("\ncompare =") && others.iter().any(|line| line.starts_with("add = {")), "{text}");
        let whole = file(&folder, "whole.toml", format!("{lead}{}\n", others.join("\n")));
        let told = skirmish(&["sweep", &whole, "--dry-run"]).well();
        assert!(told.contains("36 cells"), "{told}");
    }
}

#[test]
fn a_starter_and_a_shown_encounter_are_files_that_run() {
    let folder = folder("starter");
    let starter = folder.join("starter.toml").to_str().unwrap().to_owned();
    let game = encounters()[0].0.clone();
    assert_eq!(skirmish(&["new", &game, "--out", &starter]).well(), "");
    assert_eq!(skirmish(&["new", &game]).well(), fs::read_to_string(&starter).unwrap());
    skirmish(&["new", &game, "--out", &starter]).refused(&["already there"]);
    skirmish(&["run", &starter]).well();
    let name = encounter();
    let shown = file(&folder, "shown.toml", skirmish(&["show", &name]).well());
    assert_eq!(skirmish(&["run", &shown]).well(), skirmish(&["run", &name]).well());
}
