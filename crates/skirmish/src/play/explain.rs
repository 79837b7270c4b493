//! `?`, `odds`, `why`, `why not`: everything behind a choice and behind a number.

use skirmish_kernel::{Bearing, Chance, ChoiceView, Inquiry, LogLine, Odds, Rule, Samples, words};

use super::table::Table;
use super::{answer, words as situation};
use crate::story::{Story, advantage};
use crate::wrap::{WIDTH, wrapped};
use skirmish_wire::{LEAST_CHANGE, percent};

/// Branches that the odds of one choice may take.
const BUDGET: u64 = 100_000;

/// How often a choice is played where it has more of them.
const SAMPLES: u64 = 2_000;

/// Branches that the odds of awaited dice may take: ties that are thrown again have no last one.
const BUDGET_OF_DICE: u64 = 30_000;

/// `? CHOICE`: what bears on it and what may come of it; `?` alone, the question itself.
pub(super) fn choice(table: &mut Table<'_>, text: &str) -> Result<(), String> {
    let Some(awaited) = table.asked().awaited() else {
        return Err("nothing is asked: the battle is over".into());
    };
    if text.is_empty() {
        let lines = rule_lines(table, &awaited.rule);
        table.say_all(&lines);
        let more = match awaited.kind.as_str() {
            "dice" => "Dice are typed as faces, as what they read, or as a total.",
            _ => "`? CHOICE` explains one of them, `? D7` a cell, `choices` lists them all, `help` everything else.",
        };
        table.say(more);
        return Ok(());
    }
    let mut choice = named(&awaited.choices, text)?;
    if answer::is_a_cell(text) {
        let lines = situation::cell(&table.seen().view(), text)?;
        table.say_all(&lines);
        let leads = |known: &&ChoiceView| answer::place(known).is_some_and(|(_, cell)| cell.eq_ignore_ascii_case(text));
        let Some(known) = awaited.choices.iter().find(leads) else { return Ok(()) };
        choice.clone_from(&known.text);
    }
    let facts = table.asked().facts(&choice).map_err(|refused| refused.to_string())?;
    let title = table.paint().bold(&choice);
    table.say(&title);
    for fact in facts {
        let rule = fact.rule.as_ref().map_or(String::new(), |rule| format!("  [{rule}]"));
        table.say(&wrapped(&format!("  {}{rule}", fact.text), WIDTH, 4));
    }
    odds(table, Some(&choice))
}

/// The choice that a number or a text means.
pub(super) fn named(choices: &[ChoiceView], text: &str) -> Result<String, String> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(text.to_owned());
    }
    let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let choice = number.and_then(|at| choices.get(at)).map(|choice| choice.text.clone());
    choice.ok_or_else(|| match choices.len() {
        1 => "there is one choice".into(),
        count => format!("there are {count} choices; `choices` lists them"),
    })
}

/// `odds [CHOICE]`: the chances of what comes of it before the running act is over; exact, or sampled where there are too many
/// ways to go on.
pub(super) fn odds(table: &mut Table<'_>, choice: Option<&str>) -> Result<(), String> {
    if let Some(next) = choice.and_then(|choice| table.asked().leads_to(choice)) {
        table.say(&wrapped(&format!("  What may come of it depends on the next answer: {next}"), WIDTH, 4));
        return Ok(());
    }
    let budget = if choice.is_some() { BUDGET } else { BUDGET_OF_DICE };
    let samples = Samples { count: SAMPLES, seed: table.battle.seed() };
    let inquiry = Inquiry { samples: Some(samples), ..Inquiry::of(choice).through().within(budget) };
    let odds = table.odds(&inquiry).map_err(|refused| refused.to_string())?;
    let lines = odds_lines(&odds);
    table.say_all(&lines);
    Ok(())
}

fn odds_lines(odds: &Odds) -> Vec<String> {
    let mut lines = Vec::new();
    for result in odds.results.iter().filter(|result| result.chance.p > 0.0) {
        let chance = &result.chance;
        lines.push(format!("  {:>10}  {} {}  ({})", percent(chance.p), result.who, result.words, exactly(chance)));
    }
    for gauge in &odds.gauges {
        // What somebody has left is not for everybody; what it may lose is.
        let open = gauge.open;
        let (who, name, now, mean) = (&gauge.who, &gauge.gauge, gauge.now, gauge.mean);
        let change = mean - f64::from(now);
        let (on_average, by) = match change.abs() < LEAST_CHANGE {
            true => ("nearly the same on average afterwards".to_owned(), "nearly the same on average".to_owned()),
            false => (format!("{mean:.1} on average afterwards"), format!("{change:+.1} on average")),
        };
        // What is certain needs no bars.
        if let [(value, _)] = gauge.values.as_slice() {
            lines.push(match open {
                true => format!("  {who} {name}: {now} now, {value} afterwards"),
                false => format!("  {who} {name}: {:+}", value.saturating_sub(now)),
            });
            continue;
        }
        lines.push(match open {
            true => format!("  {who} {name}: {now} now, {on_average}"),
            false => format!("  {who} {name}: {by}"),
        });
        let values = gauge.values.iter().map(|(value, chance)| (value.saturating_sub(gauge.hidden()), chance.p));
        lines.extend(bars(&values.collect::<Vec<_>>()));
    }
    if odds.over.p > 0.0 {
        let (p, fraction) = (percent(odds.over.p), exactly(&odds.over));
        // Somebody may be there whom nobody here knows of.
        let known = if odds.guessed { ", for all that is known here" } else { "" };
        lines.push(format!("  {p:>10}  the battle ends{known}  ({fraction})"));
    }
    if lines.is_empty() {
        lines.push(match odds.sampled {
            // Somebody may be there whom nobody here knows of.
            None if odds.guessed => "  For all that is known here, nobody gains or loses anything by it.".to_owned(),
            None => "  Whatever is thrown, nobody gains or loses anything by it.".to_owned(),
            Some(_) => format!("  Played {SAMPLES} times: nobody has gained or lost anything by it."),
        });
    } else {
        let ways = if odds.leaves == 1 { "1 way" } else { "ways" };
        let count = if odds.leaves == 1 { String::new() } else { format!("{} ", odds.leaves) };
        let further = match odds.steps {
            1 => "the others answering as they usually do".to_owned(),
            steps => format!("followed for {steps} turns in which nobody does anything else"),
        };
        let guess = if odds.guessed { " What may not be known here is guessed." } else { "" };
        let how = match odds.sampled {
            None => format!("Exact: {count}{ways} to go on"),
            Some(_) => format!("Sampled: played {SAMPLES} times, since there are too many ways to go on"),
        };
        lines.push(wrapped(&format!("  {how}, {further}.{guess}"), WIDTH, 4));
    }
    lines
}

/// A chance as a fraction; of one that was sampled, what it lies between.
fn exactly(chance: &Chance) -> String {
    match (chance.low, chance.high) {
        (Some(low), Some(high)) => format!("{} to {}", percent(low), percent(high)),
        _ => fraction(&chance.fraction),
    }
}

/// A fraction that people can read; a huge one is cut.
fn fraction(fraction: &str) -> String {
    match fraction.len() {
        // Dice that may be thrown again for ever.
        0 => "nearly exact".to_owned(),
        1..=24 => fraction.to_owned(),
        _ => "exact, a long fraction".to_owned(),
    }
}

/// A histogram: one line for each value, of the likeliest twenty.
fn bars(values: &[(i32, f64)]) -> Vec<String> {
    const MOST: usize = 20;
    const WIDEST: f64 = 40.0;
    let highest = values.iter().map(|(_, p)| *p).fold(0.0, f64::max);
    let mut shown: Vec<(i32, f64)> = values.to_vec();
    shown.sort_by(|a, b| b.1.total_cmp(&a.1));
    let left_out = shown.len().saturating_sub(MOST);
    shown.truncate(MOST);
    shown.sort_by_key(|(value, _)| *value);
    let mut lines: Vec<String> = shown
        .into_iter()
        .map(|(value, p)| {
            let width = if highest > 0.0 { (p / highest * WIDEST).round() as usize } else { 0 };
            format!("    {value:>5}  {:>11}  {}", percent(p), "#".repeat(width.max(1)))
        })
        .collect();
    if left_out > 0 {
        lines.push(format!("    and {left_out} rarer values"));
    }
    lines
}

/// `why [ENTRY]`: everything behind the last thing that was told, or behind an entry of the log.
pub(super) fn why(table: &mut Table<'_>, entry: Option<usize>) -> Result<(), String> {
    let found = {
        let seen = table.seen();
        let logs = || seen.steps(None).into_iter().rev().map(|step| seen.log(step));
        match entry {
            Some(entry) => logs().find_map(|lines| behind_entry(lines, entry)),
            None => logs().find_map(last_thrown).or_else(|| logs().find_map(last_told)),
        }
    };
    let Some(lines) = found else {
        return Err(match entry {
            Some(entry) => format!("there is no entry {} that may be seen here; `log` shows them", entry + 1),
            None => "nothing has been told yet".into(),
        });
    };
    let reasons = lines.iter().filter_map(|line| line.choice.as_ref());
    let reasons = reasons.filter_map(|choice| Some(format!("  {} chose so: {}.", choice.who, choice.why.as_ref()?)));
    let reasons: Vec<String> = reasons.collect();
    let mut story = Story::new(table.game.catalogue(), true);
    lines.into_iter().for_each(|line| story.tell(line, table.out));
    story.rest(table.out);
    table.say_all(&reasons);
    Ok(())
}

/// An entry and what was told before the next one.
fn behind_entry(lines: Vec<LogLine>, entry: usize) -> Option<Vec<LogLine>> {
    let from = lines.iter().position(|line| line.entry == Some(entry))?;
    let is_told = |line: &LogLine| line.entry.is_none() && !line.text.is_empty();
    // Dice behind something that was told led to something else.
    let ends = |at: &usize| match lines[*at].entry {
        Some(_) => lines[*at].kind != "throw" || lines[from + 1..*at].iter().any(is_told),
        None => false,
    };
    let to = (from + 1..lines.len()).find(ends).unwrap_or(lines.len());
    Some(lines[from..to].to_vec())
}

/// The last dice, and what came of them.
fn last_thrown(lines: Vec<LogLine>) -> Option<Vec<LogLine>> {
    let last = lines.iter().rposition(|line| line.throw.is_some())?;
    // From the choice or the event before the throws that belong together.
    let from =
        lines[..last].iter().rposition(|line| line.throw.is_none() && !line.text.is_empty()).map_or(0, |at| at + 1);
    Some(lines[from..].to_vec())
}

/// The last thing that was told.
fn last_told(lines: Vec<LogLine>) -> Option<Vec<LogLine>> {
    let from = lines.iter().rposition(|line| !line.text.is_empty())?;
    Some(lines[from..].to_vec())
}

/// `why not WORD`: a modifier that did not count in the last throws, and a choice that is not allowed.
pub(super) fn why_not(table: &mut Table<'_>, word: &str) -> Result<(), String> {
    let catalogue = table.game.catalogue();
    let lower = word.to_lowercase();
    let about = |rule: &&Rule| rule.id.contains(&lower) || rule.title.to_lowercase().contains(&lower);
    let rules: Vec<&Rule> = catalogue.rules.iter().filter(about).collect();
    // A choice that the rules refuse says why by itself.
    let awaited = table.asked().awaited().filter(|awaited| awaited.kind == "choice");
    let begins = |choice: &&ChoiceView| choice.text.to_lowercase().starts_with(&lower);
    let listed = awaited.as_ref().and_then(|awaited| awaited.choices.iter().find(begins)).map(|one| one.text.clone());
    let choice = awaited.map(|awaited| named(&awaited.choices, word)).transpose()?;
    let facts = choice.map(|choice| table.asked().facts(&choice));
    match facts {
        Some(Err(refused)) if refused.rule.is_some() => {
            table.say(&format!("  {refused}"));
            return Ok(());
        }
        Some(Err(refused)) if rules.is_empty() && word.contains(' ') => return Err(refused.to_string()),
        Some(Ok(_)) if rules.is_empty() => {
            table.say(&format!("  Nothing forbids it; `? {word}` says what bears on it."));
            return Ok(());
        }
        _ => {}
    }
    if let Some(listed) = listed.filter(|_| rules.is_empty()) {
        table.say(&format!("  Nothing forbids it: {listed}, for example; `?` with a choice says what bears on it."));
        return Ok(());
    }
    if rules.is_empty() {
        let near = words::did_you_mean(word, catalogue.rules.iter().map(|rule| rule.id));
        return Err(format!("no rule and no choice is called `{}`{near}", words::short(word)));
    }
    let mut said = counted(table, &rules);
    if said.is_empty() {
        said.push("  Nothing of the last throws had to do with it: its conditions were not met.".into());
    }
    for rule in rules.iter().take(4) {
        said.push(wrapped(&format!("  {}: {}", rule.id, rule.summary), WIDTH, 4));
    }
    table.say_all(&said);
    Ok(())
}

/// What these rules did in the last throws, and in what came of them.
fn counted(table: &Table<'_>, rules: &[&Rule]) -> Vec<String> {
    let seen = table.seen();
    let logs = seen.steps(None).into_iter().rev().map(|step| seen.log(step));
    let lines: Vec<LogLine> =
        logs.into_iter().find(|lines| lines.iter().any(|line| line.throw.is_some())).unwrap_or_default();
    let meant = |id: &str| rules.iter().any(|rule| rule.id == id);
    let mut said = Vec::new();
    for line in &lines {
        let Some(throw) = &line.throw else {
            let cited = line.rules.iter().find(|id| meant(id)).filter(|_| !line.text.is_empty());
            said.extend(cited.map(|id| wrapped(&format!("  By {id}: {}", line.text), WIDTH, 4)));
            continue;
        };
        if let Some(id) = line.rules.first().filter(|id| meant(id)) {
            let most = throw.score.map_or(String::new(), |score| format!(", at most {score}"));
            said.push(format!("  {} threw {}{most} for {id}: {}.", throw.who, throw.dice, throw.total));
        }
        for (id, value, bearing, _) in throw.terms.iter().filter(|(id, ..)| meant(id)) {
            let how = match bearing {
                Bearing::Flat => format!("did count: {value:+}"),
                Bearing::Dice => format!("did count: {value:+} dice"),
                Bearing::Least => format!("did count: the dice are worth {value} at least"),
                Bearing::Edge => format!("did count: {}", advantage(*value)),
                Bearing::Goal => format!("said what must be reached: {value}"),
                Bearing::Score => format!("did count: {value:+} to what must not be exceeded"),
                Bearing::Idle => "was considered and did not count by itself".to_owned(),
            };
            said.push(format!("  In the throw of {} ({}) {id} {how}.", throw.who, line.rules.first().unwrap_or(&"")));
        }
    }
    said
}

/// A rule of the catalogue, in our words.
pub(super) fn rule_lines(table: &Table<'_>, id: &str) -> Vec<String> {
    let catalogue = table.game.catalogue();
    let Some(rule) = catalogue.find(id).map(|id| catalogue.rule(id)) else { return Vec::new() };
    vec![table.paint().bold(&format!("{}: {}", rule.id, rule.title)), wrapped(&format!("  {}", rule.summary), WIDTH, 2)]
}
