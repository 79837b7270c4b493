//! Looking: choices and their odds, the board, the order, sheets, rules, values.

use skirmish_kernel::{AwaitedView, Refused, Switch, Viewer, words};

use super::command::{done, split};
use super::table::{Next, Table};
use super::{choices, explain, history, words as situation};
use crate::wrap::{WIDTH, wrapped};
use skirmish_wire::Level;

pub(super) fn choices(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let awaited = table.asked().awaited();
    match awaited {
        Some(awaited) if awaited.kind == "choice" => {
            let lines = choices::list(table, &awaited, text, usize::MAX);
            if lines.is_empty() {
                return Err(format!("no legal choice begins with `{}`", words::short(text)));
            }
            table.say_all(&lines);
            if text.is_empty() {
                say_unlisted(table, &awaited);
            }
            Ok(Next::Done)
        }
        Some(_) => Err("dice are awaited, not a choice".into()),
        None => Err("nothing is asked: the battle is over".into()),
    }
}

/// What is never worth listing may be done all the same: to give up, to leave.
fn say_unlisted(table: &mut Table<'_>, awaited: &AwaitedView) {
    let seen = table.asked();
    // `counter move` may be typed without its first word.
    let is_listed =
        |verb: &String| awaited.choices.iter().any(|choice| choice.text.split(' ').any(|word| word == verb));
    let verbs = seen.verbs().into_iter().filter(|verb| !is_listed(verb));
    let mut may: Vec<String> = verbs.filter(|verb| seen.facts(verb).is_ok()).collect();
    drop(seen);
    // A word that is only read as the beginning of another is none of its own.
    let all = may.clone();
    may.retain(|verb| !all.iter().any(|other| other.len() > verb.len() && other.starts_with(verb.as_str())));
    if !may.is_empty() {
        table.say(&wrapped(&format!("      Not listed, and allowed too: {}", may.join(", ")), WIDTH, 8));
    }
}

pub(super) fn explain_choice(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    done(explain::choice(table, text))
}

pub(super) fn odds(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let choices = table.asked().awaited().map_or(Vec::new(), |awaited| awaited.choices);
    let choice = (!text.is_empty()).then(|| explain::named(&choices, text)).transpose()?;
    if choice.is_none() && !choices.is_empty() {
        return choices_with_odds(table);
    }
    done(explain::odds(table, choice.as_deref()))
}

fn choices_with_odds(table: &mut Table<'_>) -> Result<Next, String> {
    let level = table.settings.level;
    table.settings.level = level.max(Level::Odds);
    let result = choices(table, "");
    table.settings.level = level;
    result
}

pub(super) fn map(table: &mut Table<'_>, _: &str) -> Result<Next, String> {
    let view = table.seen().view();
    let paint = table.paint();
    table.say_board(&view);
    table.say("");
    table.say_all(&situation::everybody(&view, paint));
    Ok(Next::Done)
}

pub(super) fn who(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let lines = if text.is_empty() {
        situation::board(table)
    } else {
        let view = table.seen().view();
        let name = words::complete(text, view.tokens.iter().map(|token| token.name.as_str()))
            .map_err(|fits| nobody(text, &fits, view.tokens.iter().map(|token| token.name.as_str())))?;
        let from = view.tokens.iter().find(|token| token.name == name);
        from.map_or(Vec::new(), |from| situation::seen_from(table, &view, from))
    };
    table.say_all(&lines);
    Ok(Next::Done)
}

fn nobody<'n>(text: &str, fits: &[&str], names: impl Iterator<Item = &'n str>) -> String {
    match fits {
        [] => format!("nobody to be seen is called `{}`{}", words::short(text), words::did_you_mean(text, names)),
        fits => format!("`{}` may mean {}", words::short(text), words::list(fits)),
    }
}

pub(super) fn order(table: &mut Table<'_>, _: &str) -> Result<Next, String> {
    let view = table.seen().view();
    let mut lines = situation::order(&view);
    lines.extend(situation::pending(&view));
    if lines.is_empty() {
        lines.push(format!("  {}: nobody has a place in the order yet.", view.clock));
    }
    table.say_all(&lines);
    Ok(Next::Done)
}

pub(super) fn sheet(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let view = table.seen().view();
    let names = || view.tokens.iter().map(|token| token.name.as_str());
    let asked = table.asked().awaited_in_short().and_then(|awaited| awaited.who.first().cloned());
    let asked = asked.filter(|asked| names().any(|name| name == asked));
    let wanted = if text.is_empty() { asked.unwrap_or_default() } else { text.to_owned() };
    // Whom one may call is not on the board, and known to its own side.
    let name = match words::complete(&wanted, names()) {
        Ok(name) => name.to_owned(),
        Err(fits) if fits.is_empty() && table.seen().sheet(&wanted).is_ok() => wanted,
        Err(fits) => return Err(nobody(&wanted, &fits, names())),
    };
    let lines = table.seen().sheet(&name).map_err(|refused| with_more_eyes(table, refused))?;
    let title = table.paint().bold(&name);
    table.say(&title);
    let lines: Vec<String> = lines.iter().map(|line| wrapped(&format!("  {line}"), WIDTH, 4)).collect();
    table.say_all(&lines);
    Ok(Next::Done)
}

/// Why something cannot be read here; whoever plays at home may look with other eyes.
fn with_more_eyes(table: &Table<'_>, refused: Refused) -> String {
    let more = if refused.private && !table.sees_all() { " (`view all` shows everything)" } else { "" };
    format!("{refused}{more}")
}

pub(super) fn why(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    let (first, rest) = split(text);
    done(match first {
        "" => explain::why(table, None),
        "not" if rest.is_empty() => Err("why not what? `why not cover`, `why not air-blast at Ogre`".into()),
        "not" => explain::why_not(table, rest),
        _ => history::entry_number(text).and_then(|entry| explain::why(table, Some(entry))),
    })
}

pub(super) fn rules(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    const MOST: usize = 12;
    if text.is_empty() {
        return Err("which? A part of an id or a title: `rules cover`".into());
    }
    let lower = text.to_lowercase();
    let all = table.game.catalogue().rules;
    let found: Vec<&str> = all
        .iter()
        .filter(|rule| rule.id.contains(&lower) || rule.title.to_lowercase().contains(&lower))
        .map(|rule| rule.id)
        .collect();
    let readings = readings(table, &lower, &found);
    if found.is_empty() && readings.is_empty() {
        let switches = table.game.catalogue().switches.iter().map(|switch| switch.name);
        let near = words::did_you_mean(text, all.iter().map(|rule| rule.id).chain(switches));
        return Err(format!("no rule and no house rule has `{}` in its id or title{near}", words::short(text)));
    }
    for id in found.iter().take(MOST) {
        let lines = explain::rule_lines(table, id);
        table.say_all(&lines);
    }
    if found.len() > MOST {
        table.say(&format!("  and {} more; say more of it", found.len() - MOST));
    }
    let left_out = readings.len().saturating_sub(MOST);
    for (switch, now) in readings.into_iter().take(MOST) {
        let lines = reading_lines(table, switch, &now);
        table.say_all(&lines);
    }
    if left_out > 0 {
        table.say(&format!("  and {left_out} more house rules; say more of one"));
    }
    Ok(Next::Done)
}

/// House rules that are called so, or that bear on one of a few rules, and how each stands now.
fn readings(table: &Table<'_>, word: &str, rules: &[&str]) -> Vec<(&'static Switch, String)> {
    const FEW: usize = 3;
    let switches = table.game.catalogue().switches.iter();
    let bears = |switch: &Switch| rules.len() <= FEW && switch.rules.iter().any(|rule| rules.contains(rule));
    let found = switches.filter(|switch| switch.name.contains(word) || bears(switch));
    let now = |name: &str| table.battle.read(&format!("rules.{name}")).unwrap_or_default();
    found.map(|switch| (switch, now(switch.name))).collect()
}

/// What a house rule means, how it stands, and how to set it.
fn reading_lines(table: &Table<'_>, switch: &Switch, now: &str) -> Vec<String> {
    let other = switch.values.iter().find(|value| **value != now);
    let (values, example) = match (switch.range, other) {
        (Some((least, most)), _) => (format!("{least} to {most}"), switch.default.to_owned()),
        (None, Some(other)) => (switch.values.join(", "), (*other).to_owned()),
        (None, None) => (switch.values.join(", "), switch.default.to_owned()),
    };
    let head = format!("House rule {} = {now}  ({values})", switch.name);
    vec![
        wrapped(&table.paint().bold(&head), WIDTH, 2),
        wrapped(&format!("  {}", switch.summary), WIDTH, 2),
        wrapped(&format!("  The game master sets it: gm rules.{} = {example}", switch.name), WIDTH, 4),
    ]
}

/// Somebody's name alone is no field: says how one is written.
pub(super) fn whole_path(table: &Table<'_>, text: &str, command: &str) -> Result<(), String> {
    let name = text.trim_end_matches('.');
    if name.contains('.') {
        return Ok(());
    }
    let head = format!("{name}.");
    let of_name = |path: &String| path.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(&head));
    // What is set by hand is the game master's.
    let seen = table.battle.seen_by(if command == "gm" { Viewer::GameMaster } else { table.viewer() });
    let of_name: Vec<String> = seen.paths().into_iter().filter(of_name).collect();
    let number = |path: &&String| seen.read(path).is_ok_and(|value| value.parse::<i64>().is_ok());
    match of_name.iter().find(number).or(of_name.first()) {
        Some(path) => {
            let value = if command == "gm" { " = …" } else { "" };
            Err(format!("which field of {name}? For example `{command} {path}{value}`"))
        }
        None => Ok(()),
    }
}

pub(super) fn read(table: &mut Table<'_>, text: &str) -> Result<Next, String> {
    if text.is_empty() {
        return Err("which field? `read Kestrel.hp`, `read round`".into());
    }
    whole_path(table, text, "read")?;
    let value = table.seen().read(text).map_err(|refused| with_more_eyes(table, refused))?;
    table.say(&format!("  {text} is {value}"));
    Ok(Next::Done)
}
