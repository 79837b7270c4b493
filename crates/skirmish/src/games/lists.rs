//! What is written down of a game.

use skirmish_kernel::Source;

use super::trial::{Trial, must, says};
use super::{Feature, Group, Tried};

pub(super) const GROUP: Group = Group {
    name: "To read and to change",
    features: &[
        Feature { name: "rules: each looked up, with transcripts", attempt: rules },
        Feature { name: "house rules: each switch set otherwise", attempt: switches },
        Feature { name: "encounters: each opens, and has an end", attempt: encounters },
        Feature { name: "content: each entry to copy", attempt: content },
        Feature { name: "new: an encounter, a plan, a fight of creatures", attempt: new },
        Feature { name: "schema: for an editor", attempt: schema },
    ],
};

fn rules(trial: &Trial) -> Tried {
    let catalogue = trial.game.catalogue();
    let dumb = catalogue.rules.iter().find(|rule| rule.title.is_empty() || rule.summary.is_empty());
    must(dumb.is_none(), "a rule has no summary")?;
    let cited = |transcript: &skirmish_kernel::Embedded| !transcript.text.is_empty();
    must(trial.game.transcripts().iter().any(cited), "no transcript comes with it")?;
    let (game, rule) = (trial.game.name(), catalogue.rules.last().ok_or("there are no rules")?);
    says(&trial.program(&["rules", game, "--search", rule.title])?, rule.id)
}

/// An encounter opens with every other value of every switch.
fn switches(trial: &Trial) -> Tried {
    let starter = trial.game.starter();
    let switches = trial.game.catalogue().switches;
    must(!switches.is_empty(), "there are none")?;
    let listed = trial.program(&["rules", trial.game.name(), "--switches"])?;
    for switch in switches {
        says(&listed, switch.name)?;
        for value in switch.values.iter().filter(|value| **value != switch.default) {
            let row = format!("\"{}\" = \"{value}\"\n", switch.name);
            let text = match starter.lines().any(|line| line.trim() == "[rules]") {
                true => starter.replacen("[rules]\n", &format!("[rules]\n{row}"), 1),
                false => format!("{starter}\n[rules]\n{row}"),
            };
            let opened = trial.game.open(&Source::new("house.toml", text), Some(1));
            opened.map_err(|wrong| wrong.first().map_or_else(String::new, ToString::to_string))?;
        }
    }
    Ok(())
}

fn encounters(trial: &Trial) -> Tried {
    let all = trial.game.encounters();
    must(!all.is_empty(), "there are none")?;
    let listed = trial.program(&["encounters"])?;
    for encounter in all {
        says(&listed, encounter.name)?;
        let source = Source::new(encounter.name, encounter.text);
        let opened = trial.game.open(&source, Some(1));
        let battle = opened.map_err(|wrong| wrong.first().map_or_else(String::new, ToString::to_string))?;
        must(battle.sides().len() > 1, format!("{} has one side", encounter.name))?;
        must(battle.outcome().is_none(), format!("{} is over before it begins", encounter.name))?;
    }
    Ok(())
}

fn content(trial: &Trial) -> Tried {
    let creatures = crate::content::names(trial.game, "creature");
    let listed = trial.program(&["content", trial.game.name()])?;
    must(!creatures.is_empty(), "no creature comes with it")?;
    for name in creatures {
        says(&listed, name)?;
    }
    Ok(())
}

fn new(trial: &Trial) -> Tried {
    let creature = trial.creature;
    let bands = format!("{creature}*2 against {creature}");
    let text = trial.program(&["new", trial.game.name(), "--from", &bands])?;
    let opened = trial.game.open(&Source::new("bands.toml", text), Some(1));
    let battle = opened.map_err(|wrong| wrong.first().map_or_else(String::new, ToString::to_string))?;
    must(battle.combatants().len() >= 3, "somebody is missing")
}

fn schema(trial: &Trial) -> Tried {
    let text = trial.program(&["schema", trial.game.name()])?;
    let schema: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    must(schema == trial.game.schema(), "another schema is printed")?;
    must(schema["properties"]["combatant"].is_object(), "it knows no combatants")
}
