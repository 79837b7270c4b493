//! Verbs of the command line, each called as people call it.

use std::fs;

use serde_json::Value;

use super::trial::{ENCOUNTER, FIGHT, Trial, must, says};
use super::{Feature, Group, Tried};

pub(super) const GROUP: Group = Group {
    name: "From the command line",
    features: &[
        Feature { name: "run: a whole fight, told and explained", attempt: run },
        Feature { name: "check: a fight is its own transcript", attempt: check },
        Feature { name: "state: the present of a battle", attempt: state },
        Feature { name: "odds: choices, the best first", attempt: odds },
        Feature { name: "duel: two creatures", attempt: duel },
        Feature { name: "sim: many fights, the same on any threads", attempt: sim },
        Feature { name: "sim --ladder: policies against each other", attempt: ladder },
        Feature { name: "sweep: what a change does, with its report", attempt: sweep },
        Feature { name: "carry: people and wounds into the next fight", attempt: carry },
        Feature { name: "recap: the evening in a few sentences", attempt: recap },
        Feature { name: "export: a scene for other tables", attempt: scene },
        Feature { name: "export: creatures as a table", attempt: creatures },
        Feature { name: "export: a log with what has changed", attempt: log },
        Feature { name: "import: its own stat blocks, which fight", attempt: import },
    ],
};

fn run(trial: &Trial) -> Tried {
    let text = trial.program(&["run", ENCOUNTER, "--explain"])?;
    says(&text, "Round 1")?;
    says(&text, "      by ")?;
    must(trial.file(FIGHT).exists(), "its transcript was not written")
}

fn check(trial: &Trial) -> Tried {
    says(&trial.program(&["check", FIGHT])?, "1 passed, 0 failed")
}

fn json(text: &str) -> Result<Value, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

fn state(trial: &Trial) -> Tried {
    let state = json(&trial.program(&["state", FIGHT, "--at", "1", "--json"])?)?;
    must(state["tokens"].as_array().is_some_and(|tokens| tokens.len() > 1), "nobody is there")
}

fn odds(trial: &Trial) -> Tried {
    let odds = json(&trial.program(&["odds", ENCOUNTER, "--json"])?)?;
    must(odds["choices"].as_array().is_some_and(|choices| choices.len() > 1), "there are no choices")
}

/// Of the first creature that comes with it, for one round.
fn duel(trial: &Trial) -> Tried {
    let creature = trial.creature;
    let args = ["duel", creature, creature, "--game", trial.game.name(), "--most-rounds", "1", "--json"];
    let duel = json(&trial.program(&[args.as_slice(), &["--map", "4x2"]].concat())?)?;
    must(duel["states"].as_u64().is_some_and(|states| states > 1), "no state was looked at")
}

/// The same, whatever the number of threads.
fn sim(trial: &Trial) -> Tried {
    let fought = |threads| trial.program(&["sim", ENCOUNTER, "-n", "20", "--threads", threads, "--json"]);
    let (one, two) = (fought("1")?, fought("2")?);
    must(json(&one)?["fights"] == 20, "not all were fought")?;
    must(one == two, "two threads fight other fights than one")
}

fn ladder(trial: &Trial) -> Tried {
    let text = trial.program(&["sim", ENCOUNTER, "-n", "1", "--ladder", "plain,random,easy", "--json"])?;
    must(json(&text)?["ladder"].as_array().is_some_and(|ladder| ladder.len() == 3), "somebody is missing")
}

/// The plan that the game brings along.
fn sweep(trial: &Trial) -> Tried {
    let plan = trial.program(&["new", trial.game.name(), "--plan"])?;
    fs::write(trial.file("plan.toml"), plan).map_err(|error| error.to_string())?;
    trial.program(&["sweep", "plan.toml", "-n", "5", "--out", "swept"])?;
    let report = fs::read_to_string(trial.file("swept/report.html")).map_err(|error| error.to_string())?;
    says(&report, "</html>")
}

fn carry(trial: &Trial) -> Tried {
    says(&trial.program(&["carry", FIGHT])?, "[[member]]")
}

fn recap(trial: &Trial) -> Tried {
    let text = trial.program(&["recap", FIGHT])?;
    says(&text, " met ")?;
    must(!text.contains("Nobody has been hurt"), "nobody has been hurt in a whole fight")
}

fn scene(trial: &Trial) -> Tried {
    let scene = json(&trial.program(&["export", ENCOUNTER, "--as", "uvtt"])?)?;
    must(scene["image"].as_str().is_some_and(|image| image.len() > 100), "there is no picture")
}

fn creatures(trial: &Trial) -> Tried {
    let table = trial.program(&["export", trial.game.name(), "--as", "csv"])?;
    must(table.lines().skip(1).any(|line| line.starts_with(trial.creature)), "its first creature is missing")
}

fn log(trial: &Trial) -> Tried {
    let log = json(&trial.program(&["export", FIGHT, "--as", "json"])?)?;
    let lines = log["lines"].as_array().map(Vec::as_slice).unwrap_or_default();
    let changes = lines.iter().filter_map(|line| line["changes"].as_array()).flatten().count();
    must(changes > 0, "a whole fight has changed nothing")
}

/// All that come with it, printed and read again.
fn import(trial: &Trial) -> Tried {
    let blocks = trial.program(&["export", trial.game.name(), "--as", "text"])?;
    let read = trial.typed(&["import", "-", "--game", trial.game.name(), "--strict", "--fight"], &blocks)?;
    fs::write(trial.file("read.toml"), read).map_err(|error| error.to_string())?;
    says(&trial.program(&["run", "read.toml", "--most-rounds", "2"])?, "Round 1")
}
