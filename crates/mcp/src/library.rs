//! What stands on the shelf, for whoever wants to read it.

use serde_json::{Value, json};
use skirmish_kernel::Game;
use skirmish_program::Trouble;
use skirmish_shelf::{Header, shelf};

/// The most rules that one search tells.
const MOST_RULES: usize = 25;

/// Games and encounters.
pub(crate) fn list() -> Value {
    let games = shelf().games().map(|game| {
        json!({
            "name": game.name(), "title": game.title(), "credit": game.credit(), "policies": game.policies(),
        })
    });
    let encounters = shelf().encounters().map(|found| {
        let header = Header::read(&found.source()).unwrap_or_default();
        json!({ "name": found.full_name(), "title": header.title, "about": header.about })
    });
    json!({ "games": games.collect::<Vec<_>>(), "encounters": encounters.collect::<Vec<_>>() })
}

/// Rules of a game: one by its id, or those in which all words of a search stand.
pub(crate) fn rules(game: &str, id: Option<&str>, search: Option<&str>) -> Result<Value, Trouble> {
    let catalogue = shelf().find_game(game)?.catalogue();
    let words: Vec<String> = search.unwrap_or_default().split_whitespace().map(str::to_lowercase).collect();
    let found: Vec<_> = catalogue
        .rules
        .iter()
        .filter(|rule| match id {
            Some(id) => rule.id == id,
            None => {
                let text = format!("{} {} {} {}", rule.id, rule.title, rule.section, rule.summary).to_lowercase();
                words.iter().all(|word| text.contains(word))
            }
        })
        .collect();
    if let (Some(id), true) = (id, found.is_empty()) {
        let near = skirmish_kernel::words::did_you_mean(id, catalogue.rules.iter().map(|rule| rule.id));
        return Err(Trouble::because(format!("there is no rule `{id}`{near}")));
    }
    let told = found
        .iter()
        .take(MOST_RULES)
        .map(|rule| json!({ "id": rule.id, "title": rule.title, "section": rule.section, "summary": rule.summary }));
    Ok(json!({ "rules": told.collect::<Vec<_>>(), "found": found.len() }))
}

/// A text that can be read under an address.
pub(crate) struct Text {
    pub(crate) address: String,
    pub(crate) title: String,
    pub(crate) kind: &'static str,
}

const RULES: &str = "text/markdown";
const ENCOUNTER: &str = "application/toml";

/// Every text there is. Encounters say who hides where: they are not for a seat.
pub(crate) fn texts(with_encounters: bool) -> Vec<Text> {
    let rules = shelf().games().map(|game| Text {
        address: format!("skirmish://rules/{}", game.name()),
        title: format!("The rules of {}, in our words", game.title()),
        kind: RULES,
    });
    let encounters = shelf().encounters().filter(|_| with_encounters).map(|found| Text {
        address: format!("skirmish://encounters/{}", found.full_name()),
        title: Header::read(&found.source()).ok().and_then(|header| header.title).unwrap_or_else(|| found.full_name()),
        kind: ENCOUNTER,
    });
    rules.chain(encounters).collect()
}

/// The text under an address, and its kind.
pub(crate) fn text(address: &str, with_encounters: bool) -> Option<(&'static str, String)> {
    if let Some(name) = address.strip_prefix("skirmish://rules/") {
        return shelf().find_game(name).ok().map(|game| (RULES, rules_of(game)));
    }
    let name = address.strip_prefix("skirmish://encounters/").filter(|_| with_encounters)?;
    shelf().find_encounter(name).ok().map(|found| (ENCOUNTER, found.source().part().to_owned()))
}

fn rules_of(game: &dyn Game) -> String {
    let mut text = format!("# {}\n\n{}\n", game.title(), game.credit());
    let mut section = "";
    for rule in game.catalogue().rules {
        if rule.section != section {
            section = rule.section;
            text.push_str(&format!("\n## {section}\n\n"));
        }
        text.push_str(&format!("- **{}** (`{}`): {}\n", rule.title, rule.id, rule.summary));
    }
    text
}
