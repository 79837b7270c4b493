//! Rules and switches for people.

use serde_json::{Value, json};
use skirmish_kernel::{Catalogue, Game, Rule, Switch};

use crate::coverage::Coverage;
use crate::out::Out;

/// The catalogue, section by section; with `summaries` every rule has a second line.
pub(super) fn catalogue(game: &dyn Game, rules: &[&Rule], summaries: bool, out: &mut Out) {
    if rules.is_empty() {
        return;
    }
    let switches = match game.catalogue().switches.len() {
        1 => "1 switch".to_owned(),
        many => format!("{many} switches"),
    };
    let all = game.catalogue().rules.len();
    let count = if rules.len() == all { format!("{all} rules") } else { format!("{} of {all} rules", rules.len()) };
    out.line(out.paint().bold(&format!("{}: {count}, {switches}", game.title())));
    let width = rules.iter().map(|rule| rule.id.len()).max().unwrap_or(0);
    let mut section = "";
    for rule in rules {
        if rule.section != section {
            section = rule.section;
            out.line(format_args!("\n{}", out.paint().bold(section)));
        }
        let guidance = if rule.guidance.is_some() { out.paint().dim("  (guidance)") } else { String::new() };
        out.line(format_args!("  {:<width$}  {}{guidance}", rule.id, rule.title));
        if summaries {
            out.line(out.paint().dim(&format!("    {}", rule.summary)));
        }
    }
}

/// One rule with everything we know of it.
pub(super) fn in_full(game: &dyn Game, rule: &Rule, coverage: &Coverage, out: &mut Out) {
    out.line(format_args!("{}  {}", out.paint().bold(rule.id), out.paint().bold(rule.title)));
    out.line(out.paint().dim(&format!("{}: {}", game.title(), rule.section)));
    out.line(format_args!("\n{}", rule.summary));
    if let Some(guidance) = rule.guidance {
        out.line(format_args!("\nGuidance, which no fight can show: {guidance}"));
    }
    let switches: Vec<&Switch> = bearing_on(game.catalogue(), rule).collect();
    if !switches.is_empty() {
        out.line("\nHouse-rule switches:");
        switches.iter().for_each(|switch| one_switch(switch, out));
    }
    let cited_by = coverage.of_rule(rule);
    match (cited_by, rule.guidance) {
        ([], None) => out.line("\nNo transcript cites it yet."),
        ([], Some(_)) => {}
        (transcripts, _) => {
            const MOST: usize = 12;
            out.line("\nCited by the transcripts:");
            transcripts.iter().take(MOST).for_each(|name| out.line(format_args!("  {name}")));
            if transcripts.len() > MOST {
                out.line(format_args!("  and {} more (--json lists all)", transcripts.len() - MOST));
            }
        }
    }
    out.line(out.paint().dim(&format!("\nPublished: {}", game.credit())));
}

fn bearing_on<'c>(catalogue: &'c Catalogue, rule: &Rule) -> impl Iterator<Item = &'c Switch> {
    let id = rule.id;
    catalogue.switches.iter().filter(move |switch| switch.rules.contains(&id))
}

/// House-rule switches and numbers.
pub(super) fn switches(games: &[&'static dyn Game], json: bool, out: &mut Out) {
    if json {
        let all = games.iter().flat_map(|game| game.catalogue().switches.iter().map(move |switch| (game, switch)));
        let list: Vec<Value> = all
            .map(|(game, switch)| {
                let mut told = json!({
                    "name": switch.name, "default": switch.default, "values": switch.values, "range": switch.range,
                    "rules": switch.rules, "summary": switch.summary,
                });
                if games.len() > 1 {
                    told["game"] = game.name().into();
                }
                told
            })
            .collect();
        out.json(Value::Array(list));
        return;
    }
    for game in games {
        out.line(out.paint().bold(&format!("{}: house rules, for [rules] in an encounter", game.title())));
        game.catalogue().switches.iter().for_each(|switch| one_switch(switch, out));
    }
}

fn one_switch(switch: &Switch, out: &mut Out) {
    let values = match switch.range {
        Some((least, most)) => format!("{least} to {most}"),
        None => switch.values.join(", "),
    };
    out.line(format_args!("  {} = {}  ({values})", out.paint().bold(switch.name), switch.default));
    out.line(format_args!("    {}", switch.summary));
    if !switch.rules.is_empty() {
        out.line(out.paint().dim(&format!("    bears on {}", switch.rules.join(", "))));
    }
}
