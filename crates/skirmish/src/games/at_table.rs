//! What people do at a table.

use skirmish_kernel::{Refused, Side, Viewer};
use skirmish_wire::Present;

use super::trial::{ENCOUNTER, FIGHT, Trial, must, says};
use super::{Feature, Group, Tried};

pub(super) const GROUP: Group = Group {
    name: "At the table",
    features: &[
        Feature { name: "play, answer, take back, keep", attempt: played },
        Feature { name: "a policy in every seat", attempt: by_itself },
        Feature { name: "seats: game master, sides, persons, spectators", attempt: seats },
        Feature { name: "every listed choice can be typed", attempt: notation },
        Feature { name: "choices are completed from their first words", attempt: completion },
        Feature { name: "what bears on a choice is told before it", attempt: facts },
        Feature { name: "sheets, and how one stands to another", attempt: sheets },
        Feature { name: "back to the beginning, and all of it again", attempt: rewind },
        Feature { name: "another past", attempt: another_past },
        Feature { name: "edicts: what play changes, set by hand", attempt: edicts },
        Feature { name: "a save goes on as it was left", attempt: saved },
        Feature { name: "each number unfolds into rules", attempt: unfolded },
        Feature { name: "lines of JSON for every seat, as on the web table", attempt: wire },
    ],
};

fn said(refused: Refused) -> String {
    refused.to_string()
}

/// Through the terminal's own verb: the first listed choice, taken back, taken again.
fn played(trial: &Trial) -> Tried {
    let args = ["play", ENCOUNTER, "--save", "evening.skirmish", "--dice", "rolled", "--seed", "1"];
    let text = trial.typed(&args, "1\nundo\n1\nlog\nquit\n")?;
    says(&text, "> undo")?;
    says(&text, "Kept in evening.skirmish")?;
    says(&trial.program(&["check", "evening.skirmish"])?, "1 passed")
}

fn by_itself(trial: &Trial) -> Tried {
    let args = ["play", ENCOUNTER, "--seat", "plain", "--save", "watched.skirmish", "--seed", "1"];
    trial.typed(&args, "")?;
    let state = trial.program(&["state", "watched.skirmish"])?;
    says(&state, "Over: ")
}

/// Who is asked is asked in their own seat and their side's, and nobody else is.
fn seats(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let who = awaited.who.first().ok_or("nobody is asked")?;
    let side = battle.side_of(who).ok_or("they have no side")?;
    let creatures = battle.ids(&[who.as_str()]).map_err(said)?;
    let asked = |viewer| battle.seen_by(viewer).awaited().is_some();
    must(asked(Viewer::Side(side)), "their side is not asked")?;
    must(asked(Viewer::Person { side, creatures }), "they are not asked themselves")?;
    must(!asked(Viewer::Spectator), "a spectator is asked")?;
    let others = (0u8..).take(battle.sides().len()).map(Side).filter(|other| *other != side);
    let alone = awaited.who.iter().all(|name| battle.side_of(name) == Some(side));
    for other in others {
        must(!alone || !asked(Viewer::Side(other)), "another side is asked")?;
        must(!battle.seen_by(Viewer::Side(other)).view().tokens.is_empty(), "a side sees nobody")?;
    }
    must(
        battle.seen_by(Viewer::Spectator).view().awaited.is_none_or(|view| view.choices.is_empty()),
        "a spectator reads choices",
    )
}

/// Each is taken by a battle like this one.
fn notation(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let who = awaited.who.first().ok_or("nobody is asked")?;
    for choice in &awaited.choices {
        let taken = battle.fork().line(&format!("{who}: {choice}"));
        taken.map_err(|refused| format!("`{choice}`: {refused}"))?;
    }
    let refused = battle.fork().line(&format!("{who}: zzz"));
    must(refused.is_err(), "nonsense is taken")
}

/// Each begins with a verb that the game names, and no two read the same.
fn completion(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let verbs = battle.verbs();
    let mut texts: Vec<&str> = Vec::new();
    for choice in &awaited.choices {
        let word = choice.text.split(' ').next().unwrap_or_default();
        must(verbs.iter().any(|verb| verb == word), format!("`{choice}` begins with no verb of the game"))?;
        must(!texts.contains(&choice.text.as_str()), format!("`{choice}` is listed twice"))?;
        texts.push(&choice.text);
    }
    Ok(())
}

fn facts(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let mut any = 0;
    for choice in &awaited.choices {
        any += battle.facts(&choice.text).map_err(|refused| format!("`{choice}`: {refused}"))?.len();
    }
    must(any > 0, "nothing is told of any choice")
}

fn sheets(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let who = awaited.who.first().ok_or("nobody is asked")?;
    must(!battle.sheet(who).map_err(said)?.is_empty(), "a sheet is empty")?;
    let tokens = battle.view().tokens;
    let other = tokens.iter().find(|token| token.name != *who).ok_or("somebody is alone")?;
    must(!battle.between(who, &other.name).map_err(said)?.is_empty(), "nothing stands between two people")
}

fn rewind(trial: &Trial) -> Tried {
    let mut battle = trial.played()?;
    let (before, len) = (battle.save_in_full(), battle.len());
    must(len > 0, "nothing was given")?;
    battle.jump(0).map_err(said)?;
    must(battle.is_empty(), "it does not go back to the beginning")?;
    while battle.redo_len() > 0 {
        battle.redo().map_err(said)?;
    }
    must(battle.len() == len && battle.save_in_full() == before, "another battle comes of it")
}

/// The first choice of the battle is made another one.
fn another_past(trial: &Trial) -> Tried {
    let (mut battle, awaited) = trial.battle()?;
    let who = awaited.who.first().ok_or("nobody is asked")?;
    let [first, .., last] = awaited.choices.as_slice() else { return Err("there is one choice".to_owned()) };
    let at = battle.len();
    battle.line(&format!("{who}: {first}")).map_err(said)?;
    let changed = battle.change(at, &format!("{who}: {last}")).map_err(said)?;
    let entries = changed.battle.entries();
    must(entries.get(at).is_some_and(|(_, line)| line.ends_with(&last.text)), "the past has not changed")?;
    must(battle.entries().get(at).is_some_and(|(_, line)| line.ends_with(&first.text)), "this battle has changed")
}

fn edicts(trial: &Trial) -> Tried {
    let (mut battle, _) = trial.battle()?;
    let token = battle.view().tokens.into_iter().next().ok_or("nobody is there")?;
    let gauges: Vec<String> = token.gauges.iter().map(|gauge| format!("{}.{}", token.name, gauge.name)).collect();
    let own = format!("{}.", token.name);
    // A gauge may follow from other fields; those can be set.
    let all = gauges.into_iter().chain(battle.paths().into_iter().filter(|path| path.starts_with(&own)));
    let one =
        |path: &String| battle.line(&format!("gm: {path} = 1")).is_ok() && battle.read(path).is_ok_and(|is| is == "1");
    let set: Vec<String> = all.filter(one).collect();
    must(!set.is_empty(), "nothing can be set")?;
    let log: Vec<_> = battle.steps(None).into_iter().flat_map(|step| battle.log(step)).collect();
    must(log.iter().filter(|line| line.kind == "edict").count() >= set.len(), "the log does not show them")
}

fn saved(trial: &Trial) -> Tried {
    let battle = trial.played()?;
    must(battle.outcome().is_some(), "the fight was not kept to its end")?;
    let half = (battle.len() / 2).to_string();
    let state = trial.program(&["state", FIGHT, "--at", &half])?;
    must(!state.contains("Over: "), "half of it is over")?;
    let mut earlier = trial.played()?;
    earlier.jump(battle.len() / 2).map_err(said)?;
    must(earlier.running() <= battle.running(), "time runs backward")
}

fn unfolded(trial: &Trial) -> Tried {
    let battle = trial.played()?;
    let log: Vec<_> = battle.steps(None).into_iter().flat_map(|step| battle.log(step)).collect();
    let throws = log.iter().filter(|line| line.throw.is_some()).count();
    must(throws > 0, "nothing was thrown")?;
    let bare = log.iter().find(|line| line.kind == "throw" && line.rules.is_empty());
    must(bare.is_none(), "dice without a rule")?;
    let told = log.iter().filter(|line| line.kind == "event" && !line.text.is_empty());
    must(told.clone().count() > 0, "nothing is told")?;
    let mut lost = told.filter(|line| line.rules.is_empty());
    lost.next().map_or(Ok(()), |line| Err(format!("no rule stands behind `{}`", line.text)))
}

/// What the seats of a web table are sent, and what is said back in one of them.
fn wire(trial: &Trial) -> Tried {
    let (battle, awaited) = trial.battle()?;
    let who = awaited.who.first().ok_or("nobody is asked")?;
    let sides = battle.sides().iter().map(String::as_str);
    for name in ["gm", "spectator", who.as_str()].into_iter().chain(sides) {
        let viewer = skirmish_wire::viewer(&*battle, name)?;
        let present = Present::seen_by(&*battle, viewer, false).with_log(&*battle, viewer, usize::MAX);
        let json = serde_json::to_value(&present).map_err(|error| error.to_string())?;
        must(json["viewer"] == name, format!("{name} is called {}", json["viewer"]))?;
        must(json["tokens"].as_array().is_some_and(|tokens| !tokens.is_empty()), format!("{name} sees nobody"))?;
    }
    let lines = "{\"do\":\"state\",\"id\":7}\n";
    let text = trial.typed(&["play", ENCOUNTER, "--no-save", "--json", "--seed", "1"], lines)?;
    says(&text, "\"kind\":\"hello\"")?;
    must(text.lines().all(|line| serde_json::from_str::<serde_json::Value>(line).is_ok()), "a line is no JSON")
}
