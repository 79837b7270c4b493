//! The question that waits: what is asked, and what may be answered.

use skirmish_kernel::{AwaitedView, GaugeOdds, Inquiry, Odds, ResultOdds, Seen};

use super::level::Level;
use super::table::Table;
use crate::wrap::{WIDTH, wrapped};

/// So many choices are listed one by one.
const MOST_LISTED: usize = 16;

/// A group of more alike choices is told in one line.
const MOST_ALIKE: usize = 5;

/// A smaller change on average would be told as none.
pub(super) const LEAST_CHANGE: f64 = 0.05;

/// Branches that the odds of one listed choice may take.
const BUDGET: u64 = 5_000;

/// Puts the question.
pub(super) fn put(table: &mut Table<'_>, awaited: &AwaitedView) {
    table.say("");
    match awaited.kind.as_str() {
        "dice" => ask_dice(table, awaited),
        _ if table.settings.level.is_by_hand() => ask_by_hand(table, awaited),
        _ => ask_choice(table, awaited),
    }
}

fn ask_dice(table: &mut Table<'_>, awaited: &AwaitedView) {
    for throw in &awaited.throws {
        if !table.types_dice(&throw.who) {
            continue;
        }
        let modifier = if throw.modifier == 0 { String::new() } else { format!(" {:+}", throw.modifier) };
        let point = title(table, &throw.rule);
        let most = throw.score.map_or(String::new(), |score| format!(", at most {score},"));
        let line = format!("{} throws {}{modifier}{most} for {point} [{}].", throw.who, throw.dice, throw.rule);
        table.say(&table.paint().bold(&line));
    }
    table
        .say("Type the faces (4 1 6), what the dice read (= 3) or the total (total 7); `roll` lets the program throw.");
}

fn title(table: &Table<'_>, rule: &str) -> String {
    let found = table.game.catalogue().rules.iter().find(|known| known.id == rule);
    found.map_or_else(|| rule.to_owned(), |found| found.title.to_lowercase())
}

fn ask_by_hand(table: &mut Table<'_>, awaited: &AwaitedView) {
    // What `next` would pass over.
    table.say(&table.paint().bold(&wrapped(&awaited.prompt, WIDTH, 2)));
    table.say("By hand: gm FIELD = VALUE (or -7, +4), note TEXT; `next` when it is done. Choices work too.");
}

fn ask_choice(table: &mut Table<'_>, awaited: &AwaitedView) {
    let line = format!("{}  [{}]", awaited.prompt, awaited.rule);
    let line = wrapped(&line, WIDTH, 2);
    table.say(&table.paint().bold(&line));
    let lines = list(table, awaited, "", MOST_LISTED);
    table.say_all(&lines);
    if let Some(default) = default(table, awaited) {
        let why = if Some(&default) == awaited.standing.as_ref() { "as usual" } else { "proposed" };
        table.say(&format!("Enter: {default} ({why})"));
    }
}

/// What Enter takes.
pub(super) fn default(table: &Table<'_>, awaited: &AwaitedView) -> Option<String> {
    if table.settings.level >= Level::Propose {
        let usual = table.game.policies().first().copied().unwrap_or_default();
        return table.asked().propose(usual);
    }
    awaited.standing.clone()
}

/// The choices that begin with `head`, numbered as in the whole list; where there are too many, those that are alike
/// in one line.
pub(super) fn list(table: &Table<'_>, awaited: &AwaitedView, head: &str, most: usize) -> Vec<String> {
    let fits = |choice: &str| choice.to_lowercase().starts_with(&head.to_lowercase());
    let all: Vec<(usize, &str)> = awaited
        .choices
        .iter()
        .enumerate()
        .map(|(at, choice)| (at + 1, choice.text.as_str()))
        .filter(|(_, choice)| fits(choice))
        .collect();
    let asked = table.asked();
    let known = Known::of(table);
    let mut lines = Vec::new();
    let mut cut = false;
    let mut rest = all.as_slice();
    while let Some((_, first)) = rest.first() {
        let word = first_word(first);
        let alike = rest.iter().take_while(|(_, choice)| first_word(choice) == word).count();
        let (group, others) = rest.split_at(alike);
        rest = others;
        if all.len() > most && alike > MOST_ALIKE {
            lines.extend(in_short(&*asked, word, group));
        } else {
            lines.extend(group.iter().map(|(number, choice)| one((table, &*asked), &known, *number, choice, &mut cut)));
        }
    }
    if cut {
        lines.push("      Odds that take a while are left out: `? NUMBER` works them out.".into());
    }
    lines
}

fn first_word(choice: &str) -> &str {
    choice.split_whitespace().next().unwrap_or_default()
}

/// `  3  air-blast at Tarn: 6 hexes (30 feet), arrives this segment. Tarn is hit 58%`; `cut` says afterwards whether odds
/// were given up.
fn one((table, asked): (&Table<'_>, &dyn Seen), known: &Known, number: usize, choice: &str, cut: &mut bool) -> String {
    let facts = asked.facts(choice).unwrap_or_default();
    let facts: Vec<&str> = facts.iter().map(|fact| fact.text.as_str()).collect();
    let mut text = format!("  {number:>2}  {choice}");
    if !facts.is_empty() {
        text.push_str(&format!(": {}", facts.join(", ")));
    }
    // Of a way that nobody has chosen yet, there is nothing to say.
    if table.settings.level >= Level::Odds && asked.leads_to(choice).is_none() {
        // Of the choice that does least, everything is told.
        let without = known.odds.as_ref().filter(|_| known.least.as_deref() != Some(choice));
        match table.odds(&Inquiry::of(Some(choice)).through().within(BUDGET)) {
            Ok(odds) => text.extend(in_a_line(&odds, without).map(|odds| format!(". {odds}"))),
            Err(_) => *cut = true,
        }
    }
    wrapped(&text, WIDTH, 6)
}

/// What comes of it when nothing is done: what is under way already.
struct Known {
    /// The choice that does least.
    least: Option<String>,
    odds: Option<Odds>,
}

impl Known {
    fn of(table: &Table<'_>) -> Self {
        let least = table.asked().least().filter(|_| table.settings.level >= Level::Odds);
        let of = |least: &String| table.odds(&Inquiry::of(Some(least)).through().within(BUDGET)).ok();
        let odds = least.as_ref().and_then(of);
        Self { least, odds }
    }
}

/// `Tarn is hit 58%, Tarn hp 27.1 on average`: what it changes.
fn in_a_line(odds: &Odds, without: Option<&Odds>) -> Option<String> {
    let known = |result: &ResultOdds| without.is_some_and(|without| without.results.contains(result));
    let results = odds.results.iter().filter(|result| result.chance.p > 0.0 && !known(result));
    let results = results.map(|result| format!("{} {} {}", result.who, result.words, percent(result.chance.p)));
    let same = |gauge: &GaugeOdds| without.is_some_and(|without| without.gauges.contains(gauge));
    let gauges = odds.gauges.iter().filter(|gauge| !same(gauge));
    let gauges = gauges.filter_map(|gauge| {
        let (who, name, open) = (&gauge.who, &gauge.gauge, gauge.open);
        let change = gauge.mean - f64::from(gauge.now);
        // What somebody has left is not for everybody; what it may lose is.
        match (gauge.values.as_slice(), open) {
            ([(value, _)], true) => Some(format!("{who} {name} {value}")),
            ([(value, _)], false) => Some(format!("{who} {:+} {name}", value.saturating_sub(gauge.now))),
            _ if change.abs() < LEAST_CHANGE => None,
            (_, true) => Some(format!("{who} {name} {:.1} on average", gauge.mean)),
            (_, false) => Some(format!("{who} {change:+.1} {name} on average")),
        }
    });
    let parts: Vec<String> = results.chain(gauges).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A chance as people say it; never 0% or 100% for what is only nearly so.
pub(super) fn percent(p: f64) -> String {
    let hundred = p * 100.0;
    match hundred {
        _ if p <= 0.0 => "0%".into(),
        _ if p >= 1.0 => "100%".into(),
        _ if hundred < 0.05 => "under 0.1%".into(),
        _ if hundred > 99.95 => "over 99.9%".into(),
        _ if (hundred - hundred.round()).abs() < 1e-9 => format!("{hundred:.0}%"),
        _ => format!("{hundred:.1}%"),
    }
}

/// Many alike: grouped by what is said of them first (the steps of a way), else counted.
fn in_short(asked: &dyn Seen, word: &str, group: &[(usize, &str)]) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&str>)> = Vec::new();
    for (_, choice) in group {
        let rest = choice[word.len()..].trim();
        let fact = asked.facts(choice).ok().and_then(|facts| facts.into_iter().next());
        let fact = fact.map_or(String::new(), |fact| fact.text);
        match groups.iter_mut().find(|(known, _)| *known == fact) {
            Some((_, members)) => members.push(rest),
            None => groups.push((fact, vec![rest])),
        }
    }
    // Cells read well side by side; whole phrases do not.
    let short = group.iter().all(|(_, choice)| choice.split_whitespace().count() == 2);
    if !short {
        let line = format!("      {word} …: {} ways; `choices {word}` lists them", group.len());
        return vec![line];
    }
    groups
        .into_iter()
        .map(|(fact, mut members)| {
            members.sort_by_key(|label| cell(label));
            let fact = if fact.is_empty() { String::new() } else { format!(" ({fact})") };
            wrapped(&format!("      {word} …{fact}: {}", members.join(" ")), WIDTH, 8)
        })
        .collect()
}

/// By what a place is sorted, `D7`: the letters, then the number. What is none keeps its place, behind the others.
fn cell(label: &str) -> (bool, usize, &str, u32) {
    let end = label.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(label.len());
    match label[end..].parse() {
        Ok(number) if end > 0 => (false, end, &label[..end], number),
        _ => (true, 0, "", 0),
    }
}

#[cfg(test)]
mod tests {
    use super::{cell, percent};

    #[test]
    fn places_stand_by_letter_and_number() {
        let mut labels = ["O10", "Q10", "at Ann", "O9", "AA1", "(1,2)", "P8"];
        labels.sort_by_key(|label| cell(label));
        assert_eq!(labels, ["O9", "O10", "P8", "Q10", "AA1", "at Ann", "(1,2)"]);
    }

    #[test]
    fn nothing_is_called_certain_that_is_not() {
        let said = [0.0, 0.0001, 0.034, 0.5833, 0.95, 0.9999, 1.0].map(percent);
        assert_eq!(said, ["0%", "under 0.1%", "3.4%", "58.3%", "95%", "over 99.9%", "100%"]);
    }
}
