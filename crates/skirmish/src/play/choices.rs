//! What may be answered, one line for a choice: what it is, its chance and its harm, what it costs. Where that takes more
//! room than a question has, those alike share a line. The rest of what is known of a choice is behind `?`.

use std::collections::HashMap;
use std::time::Duration;

use skirmish_kernel::{AwaitedView, ChoiceView, Odds, Piece, PolicyName, Seen};
use skirmish_wire::{Level, Prospect};

use super::answer;
use super::forecast::{AT_A_QUESTION, WHEN_ASKED, Wanted};
use super::table::Table;
use crate::wrap::{WIDTH, wrapped};

/// So many lines has the list under a question.
pub(super) const MOST_LINES: usize = 12;

/// Cells to which one may go are told together if they are more.
const MOST_PLACES: usize = 4;

/// So many lines have cells that are told together.
const MOST_LINES_OF_PLACES: usize = 8;

/// Of at most so many choices that share a line the odds are told.
const MOST_ALIKE: usize = 8;

/// Of choices that begin alike so many ways to go on are named.
const MOST_HEADS: usize = 6;

/// Choices that have nothing in common.
const OTHERS: &str = "others";

/// What a choice is takes at most so many columns of its line.
const WIDEST: usize = 34;

/// The choices that begin with `head`, numbered as in the whole list, in at most so many lines.
pub(super) fn list(table: &Table<'_>, awaited: &AwaitedView, head: &str, most: usize) -> Vec<String> {
    let head = head.to_lowercase();
    let numbered = awaited.choices.iter().enumerate().map(|(at, choice)| Numbered { number: at + 1, choice });
    let all: Vec<Numbered<'_>> = numbered.filter(|one| one.choice.text.to_lowercase().starts_with(&head)).collect();
    let asked = table.asked();
    let (places, others) = all.into_iter().partition::<Vec<_>, _>(|one| one.place().is_some());
    let (places, others) =
        if places.len() > MOST_PLACES && most < usize::MAX { (places, others) } else { merged(places, others) };
    let places = told_together(&*asked, &places);
    let room = most.saturating_sub(places.len()).max(1);
    let mut groups = grouped(&others, room);
    if let Some(best) = proposed(table) {
        groups.iter_mut().for_each(|group| speaks_first(group, &best));
    }
    let teller =
        Teller::of(table, &*asked, awaited, &groups, if most < usize::MAX { AT_A_QUESTION } else { WHEN_ASKED });
    let shared = groups.iter().find(|group| group.len() > 1);
    let mut lines: Vec<Told> = groups.iter().map(|group| teller.line(group)).collect();
    lines.sort_by_key(|line| line.is_vain);
    if lines.len() > 2 && places.is_empty() && lines.iter().all(Told::is_bare) {
        return side_by_side(&lines);
    }
    let widest = lines.iter().map(|line| line.what.chars().count()).max().unwrap_or(0).min(WIDEST);
    let mut lines: Vec<String> = lines.iter().map(|line| line.fitted(widest)).collect();
    if let Some(least) = teller.sampled.get() {
        lines.push(format!("      What is marked ~ was played {least} times: `? NUMBER` looks closer."));
    }
    if teller.awaits {
        lines.push("      Some odds are still being worked out: `choices` shows them.".to_owned());
    }
    lines.extend(places);
    if let Some(group) = shared {
        lines.push(format!("      `choices {}` lists each of them, `choices` all there are.", group[0].choice.verb()));
    }
    lines
}

/// Choices of which there is nothing to say, in as few lines as they take.
fn side_by_side(lines: &[Told]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in lines {
        let one = format!("{} {}", line.number.map_or_else(String::new, |number| number.to_string()), line.what);
        match all.last_mut() {
            Some(last) if last.chars().count() + one.chars().count() + 3 <= WIDTH => *last = format!("{last},  {one}"),
            _ => all.push(format!("   {one}")),
        }
    }
    all
}

/// A choice and its number in the whole list.
#[derive(Clone, Copy)]
struct Numbered<'a> {
    number: usize,
    choice: &'a ChoiceView,
}

impl<'a> Numbered<'a> {
    fn place(&self) -> Option<&'a str> {
        answer::place(self.choice).map(|(_, cell)| cell)
    }

    /// The cells that it names.
    fn cells(&self) -> Vec<&'a str> {
        self.choice.of(Piece::Cell).chain(self.choice.of(Piece::Way)).collect()
    }

    /// What is done, with what, and to whom.
    fn deed(&self) -> (&'a str, Option<&'a str>, Option<&'a str>) {
        (self.choice.verb(), self.choice.of(Piece::Ability).next(), self.choice.of(Piece::Creature).next())
    }
}

/// In the order of their numbers, and no places apart.
fn merged<'a>(places: Vec<Numbered<'a>>, others: Vec<Numbered<'a>>) -> (Vec<Numbered<'a>>, Vec<Numbered<'a>>) {
    let mut all = [places, others].concat();
    all.sort_by_key(|one| one.number);
    (Vec::new(), all)
}

/// Choices that share a line: each its own where there is room, then those of one deed and one target, then those of one
/// deed; what is still too much is only counted.
fn grouped<'a>(all: &[Numbered<'a>], room: usize) -> Vec<Vec<Numbered<'a>>> {
    let by = |alike: fn(&Numbered<'a>, &Numbered<'a>) -> bool| -> Vec<Vec<Numbered<'a>>> {
        let mut groups: Vec<Vec<Numbered<'a>>> = Vec::new();
        for one in all {
            match groups.iter_mut().find(|group| alike(&group[0], one)) {
                Some(group) => group.push(*one),
                None => groups.push(vec![*one]),
            }
        }
        groups
    };
    let ways = [by(|a, b| a.number == b.number), by(|a, b| a.deed() == b.deed()), by(|a, b| a.deed().0 == b.deed().0)];
    let fits = ways.iter().position(|groups| groups.len() <= room);
    let [each, _, few] = ways;
    match fits {
        Some(0) => each,
        Some(1) => by(|a, b| a.deed() == b.deed()),
        Some(_) => few,
        None => {
            // The last line says how many more there are.
            let mut groups = few;
            let rest = groups.split_off(room.saturating_sub(1));
            groups.push(rest.concat());
            groups
        }
    }
}

/// What the usual policy would do, where odds are shown.
fn proposed(table: &Table<'_>) -> Option<String> {
    let usual = PolicyName::default().to_string();
    let asks = table.settings.level >= Level::Odds;
    let proposal = asks.then(|| table.asked().propose(&usual).ok().flatten()).flatten();
    proposal.map(|proposal| proposal.choice)
}

/// Of those that share a line the one that is proposed is told, else the first.
fn speaks_first(group: &mut [Numbered<'_>], best: &str) {
    if let Some(at) = group.iter().position(|one| one.choice.text == best) {
        group[..=at].rotate_right(1);
    }
}

/// The words with which all of them begin, or that of the first.
fn in_common<'a>(group: &[Numbered<'a>]) -> String {
    let mut common: Vec<&str> = group[0].choice.text.split(' ').collect();
    for one in group {
        let same = common.iter().zip(one.choice.text.split(' ')).take_while(|(a, b)| **a == *b).count();
        common.truncate(same);
    }
    if common.is_empty() { OTHERS.to_owned() } else { common.join(" ") }
}

/// What is said of choices that share a line.
struct Told {
    /// The number that makes the choice which is told; none where the line tells of several.
    number: Option<usize>,
    what: String,
    says: Vec<String>,
    /// It cannot succeed: such choices come last.
    is_vain: bool,
}

impl Told {
    /// One choice, and nothing is said of it.
    fn is_bare(&self) -> bool {
        self.number.is_some() && self.says.is_empty()
    }

    /// One line: as much of what is said as has room.
    fn fitted(&self, widest: usize) -> String {
        if self.what.starts_with(OTHERS) {
            return wrapped(&format!("      {} {}", self.what, self.says.join(", ")), WIDTH, 8);
        }
        let number = self.number.map_or_else(String::new, |number| number.to_string());
        let mut line = format!("  {number:>2}  {:<widest$}", self.what);
        let mut before = "  ";
        for says in &self.says {
            if (line.chars().count() + before.len() + says.chars().count()) <= WIDTH {
                line.push_str(before);
                line.push_str(says);
                before = ", ";
            }
        }
        let line = line.trim_end();
        match line.chars().count() <= WIDTH {
            true => line.to_owned(),
            false => format!("{}…", line.chars().take(WIDTH - 1).collect::<String>()),
        }
    }
}

/// Says what is known of choices.
struct Teller<'a> {
    asked: &'a dyn Seen,
    who: &'a str,
    /// The choice that does least, and what comes of it: what is under way already.
    least: Option<String>,
    /// What is known of the choices that are told of.
    odds: HashMap<Wanted, Odds>,
    /// Is there more to come?
    awaits: bool,
    /// If any odds are sampled: how often a choice was played, at least.
    sampled: std::cell::Cell<Option<u64>>,
}

impl<'a> Teller<'a> {
    fn of(
        table: &Table<'_>,
        asked: &'a dyn Seen,
        awaited: &'a AwaitedView,
        groups: &[Vec<Numbered<'_>>],
        patience: Duration,
    ) -> Self {
        let who = awaited.who.first().map_or("", String::as_str);
        let mut teller =
            Self { asked, who, least: None, odds: HashMap::new(), awaits: false, sampled: std::cell::Cell::new(None) };
        if table.settings.level >= Level::Odds {
            teller.least = asked.least();
            let least = teller.least.iter().map(|least| wanted(least, false));
            let told = groups.iter().flat_map(|group| asked_of(group)).map(|one| &one.choice.text);
            // Of a way that nobody has chosen yet, there is nothing to say.
            let told = told.filter(|text| asked.leads_to(text).is_none()).map(|text| wanted(text, true));
            let wanted: Vec<Wanted> = least.chain(told).collect();
            (teller.odds, teller.awaits) = table.forecasts(&wanted, patience);
        }
        teller
    }

    fn line(&self, group: &[Numbered<'_>]) -> Told {
        let first = &group[0];
        let text = &first.choice.text;
        let facts = || self.asked.facts(text).unwrap_or_default().into_iter().map(|fact| fact.text);
        let mut is_vain = false;
        let mut odds = || {
            let prospect = self.prospect(first.choice);
            is_vain = prospect.is_vain;
            prospect.says
        };
        let number = Some(first.number);
        let (number, what, says) = match group.len() - 1 {
            0 => (number, text.clone(), odds().into_iter().chain(facts()).collect()),
            // Of one deed and one target, the first is the usual one.
            others if told_by_the_first(group) => {
                let mut says = odds();
                let ways = if others == 1 { "way" } else { "ways" };
                says.insert(says.len().min(2), format!("{others} more {ways}"));
                (number, text.clone(), says.into_iter().chain(facts()).collect())
            }
            _ if in_common(group) == OTHERS => (None, format!("{OTHERS}:"), heads(group, 0)),
            _ => {
                let says = self.together(group).into_iter().chain(ways(group));
                (None, format!("{} …", in_common(group)), says.collect())
            }
        };
        Told { number, what, says, is_vain }
    }

    /// `hit 40% to 60%`: the chances of one deed against several.
    fn together(&self, group: &[Numbered<'_>]) -> Option<String> {
        let odds = |one: &Numbered<'_>| self.odds.get(&wanted(&one.choice.text, true));
        let all: Option<Vec<_>> = group.iter().map(|one| Some((one.choice, odds(one)?))).collect();
        skirmish_wire::chances(&all?)
    }

    /// `hit 58%`, `-4.1 hp`: what a choice changes, first to whom it is aimed at.
    fn prospect(&self, choice: &ChoiceView) -> Prospect {
        let text = choice.text.as_str();
        let Some(odds) = self.odds.get(&wanted(text, true)) else { return Prospect::default() };
        if odds.sampled.is_some() {
            self.sampled.set(Some(self.sampled.get().map_or(odds.leaves, |least| least.min(odds.leaves))));
        }
        // Of the choice that does least, everything is told.
        let without = self.least.as_ref().filter(|least| *least != text);
        let without = without.and_then(|least| self.odds.get(&wanted(least, false)));
        let prospect = Prospect::of(choice, self.who, odds, without);
        // `hit 75%` would be read of whoever a choice is aimed at: where that is nobody, it is said who suffers it.
        let is_aimed = choice.of(Piece::Creature).next().is_some();
        match prospect.says.first() {
            Some(first) if !is_aimed && first.ends_with('%') => Prospect::of(choice, "", odds, without),
            _ => prospect,
        }
    }
}

fn wanted(choice: &str, sampled: bool) -> Wanted {
    Wanted { choice: choice.to_owned(), sampled }
}

/// Of which of those that share a line the odds are worked out.
fn asked_of<'g, 'a>(group: &'g [Numbered<'a>]) -> &'g [Numbered<'a>] {
    let (verb, ability, _) = group[0].deed();
    let aimed = |one: &Numbered<'_>| {
        let deed = one.deed();
        (deed.0, deed.1) == (verb, ability) && deed.2.is_some()
    };
    match told_by_the_first(group) {
        true => &group[..1],
        false if group.len() <= MOST_ALIKE && group.iter().all(aimed) => group,
        false => &[],
    }
}

/// The words with which they go on behind so many that they have in common, each once.
fn heads(group: &[Numbered<'_>], common: usize) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for head in group.iter().filter_map(|one| one.choice.text.split(' ').nth(common)) {
        if !all.iter().any(|known| known == head) {
            all.push(head.to_owned());
        }
    }
    all
}

/// How those go on that begin alike, where that is little; else how many they are.
fn ways(group: &[Numbered<'_>]) -> Vec<String> {
    let mut heads = heads(group, in_common(group).split(' ').count());
    // A number, or a word between two others, says nothing alone: whom it may be aimed at does.
    if heads.iter().any(|head| !head.starts_with(char::is_alphabetic) || head == "at") {
        heads = Vec::new();
        for target in group.iter().filter_map(|one| one.choice.of(Piece::Creature).next()) {
            if !heads.iter().any(|known| known == target) {
                heads.push(target.to_owned());
            }
        }
    }
    if (2..=MOST_HEADS).contains(&heads.len()) { heads } else { vec![format!("{} ways", group.len())] }
}

/// Is what may come of the first of them told for all: a choice alone, or ways of one deed to one target?
fn told_by_the_first(group: &[Numbered<'_>]) -> bool {
    let first = &group[0];
    group.iter().all(|one| one.number == first.number || one.deed() == first.deed() && one.cells() == first.cells())
}

/// Cells to which one may go, grouped by what is said of them first (the steps of a way); only counted where they are too
/// many.
fn told_together(asked: &dyn Seen, places: &[Numbered<'_>]) -> Vec<String> {
    let mut groups: Vec<(String, String, Vec<&str>)> = Vec::new();
    for one in places {
        let Some(cell) = one.place() else { continue };
        let fact = asked.facts(&one.choice.text).ok().and_then(|facts| facts.into_iter().next());
        let fact = fact.map_or(String::new(), |fact| fact.text);
        let word = one.choice.text.split_whitespace().next().unwrap_or_default().to_owned();
        match groups.iter_mut().find(|(head, known, _)| *head == word && *known == fact) {
            Some((.., cells)) => cells.push(cell),
            None => groups.push((word, fact, vec![cell])),
        }
    }
    let mut lines = Vec::new();
    for (word, fact, cells) in &mut groups {
        cells.sort_by_key(|label| sorted_by(label));
        let fact = if fact.is_empty() { String::new() } else { format!(" ({fact})") };
        let text = wrapped(&format!("      {word}{fact}: {}", cells.join(" ")), WIDTH, 8);
        lines.extend(text.lines().map(str::to_owned));
    }
    if lines.len() <= MOST_LINES_OF_PLACES {
        return lines;
    }
    let words: Vec<&String> = groups.iter().map(|(word, ..)| word).collect();
    let (first, last) = (groups.first(), groups.last());
    let far =
        last.filter(|(_, fact, _)| !fact.is_empty()).map_or(String::new(), |(_, fact, _)| format!(", the last {fact}"));
    let example = first.and_then(|(.., cells)| cells.first()).copied().unwrap_or("D7");
    let word = words.first().map_or("", |word| word.as_str());
    vec![wrapped(
        &format!(
            "      {word}: {} cells{far}; type one, such as `{example}`. `choices {word}` lists them.",
            places.len()
        ),
        WIDTH,
        8,
    )]
}

/// By what a place is sorted, `D7`: the letters, then the number. What is none keeps its place, behind the others.
fn sorted_by(label: &str) -> (bool, usize, &str, u32) {
    let end = label.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(label.len());
    match label[end..].parse() {
        Ok(number) if end > 0 => (false, end, &label[..end], number),
        _ => (true, 0, "", 0),
    }
}

#[cfg(test)]
mod tests {
    use skirmish_kernel::{ChoiceView, Piece};

    use super::{Numbered, Told, asked_of, grouped, heads, in_common, side_by_side, sorted_by, speaks_first, ways};

    #[test]
    fn places_stand_by_letter_and_number() {
        let mut labels = ["O10", "Q10", "at Ann", "O9", "AA1", "(1,2)", "P8"];
        labels.sort_by_key(|label| sorted_by(label));
        assert_eq!(labels, ["O9", "O10", "P8", "Q10", "AA1", "at Ann", "(1,2)"]);
    }

    #[test]
    fn those_alike_share_a_line_where_there_is_no_room() {
        let swing = |at: &str, spot: &str| {
            ChoiceView::new(Piece::Ability, "swing").word("at").put(Piece::Creature, at).put(Piece::Option, spot)
        };
        let all = [
            swing("Ann", "head"),
            swing("Ann", "arm"),
            swing("Bea", "head"),
            ChoiceView::doing("stop"),
            ChoiceView::doing("stand"),
        ];
        let all: Vec<Numbered<'_>> =
            all.iter().enumerate().map(|(at, choice)| Numbered { number: at + 1, choice }).collect();
        let numbers = |room| -> Vec<Vec<usize>> {
            grouped(&all, room).iter().map(|group| group.iter().map(|one| one.number).collect()).collect()
        };
        assert_eq!(numbers(5), [vec![1], vec![2], vec![3], vec![4], vec![5]]);
        assert_eq!(numbers(4), [vec![1, 2], vec![3], vec![4], vec![5]]);
        assert_eq!(numbers(3), [vec![1, 2, 3], vec![4], vec![5]]);
        assert_eq!(numbers(2), [vec![1, 2, 3], vec![4, 5]], "nothing is left out");
    }

    #[test]
    fn the_proposed_one_speaks_for_those_that_share_its_line() {
        let all = ["strong", "weak", "usual"].map(ChoiceView::doing);
        let mut group: Vec<Numbered<'_>> =
            all.iter().enumerate().map(|(at, choice)| Numbered { number: at + 1, choice }).collect();
        speaks_first(&mut group, "nothing of it");
        assert_eq!(group[0].number, 1);
        speaks_first(&mut group, "usual");
        assert_eq!(group.iter().map(|one| one.number).collect::<Vec<_>>(), [3, 1, 2]);
    }

    #[test]
    fn what_shares_a_line_is_named_and_only_one_deed_has_odds() {
        let rap = |at: &str| ChoiceView::new(Piece::Ability, "rap").word("at").put(Piece::Creature, at);
        let all = [rap("Ann"), rap("Bea"), ChoiceView::doing("stop"), ChoiceView::doing("stop")];
        let all: Vec<Numbered<'_>> =
            all.iter().enumerate().map(|(at, choice)| Numbered { number: at + 1, choice }).collect();
        let asked = |group| asked_of(group).iter().map(|one| one.number).collect::<Vec<_>>();
        assert_eq!(asked(&all[..2]), [1, 2], "one deed against two");
        assert_eq!(asked(&all[1..3]), [0; 0], "two deeds");
        assert_eq!(asked(&all[2..]), [3], "one deed, and nobody it is aimed at");
        assert_eq!(in_common(&all[..2]), "rap at");
        assert_eq!(heads(&all, 0), ["rap", "stop"]);
        assert_eq!(ways(&all[..2]), ["Ann", "Bea"]);
        assert_eq!(ways(&all[2..]), ["2 ways"], "nothing more is said");
    }

    #[test]
    fn what_has_nothing_to_say_stands_side_by_side() {
        let told =
            |number, what: &str| Told { number: Some(number), what: what.into(), says: Vec::new(), is_vain: false };
        let all = [told(1, "stay"), told(2, "talk"), told(3, "leave")];
        assert_eq!(side_by_side(&all), ["   1 stay,  2 talk,  3 leave"]);
        assert!(side_by_side(&[told(1, &"x".repeat(60)), told(2, &"y".repeat(60))]).len() == 2);
    }

    #[test]
    fn a_line_has_eighty_columns() {
        let says = ["hit 58%", "-4.1 hp", "a very long fact that nobody would miss here at all", "2 hexes"];
        let told = Told {
            number: Some(3),
            what: "longbow at Gorse".into(),
            says: says.map(str::to_owned).to_vec(),
            is_vain: false,
        };
        assert_eq!(told.fitted(20), "   3  longbow at Gorse      hit 58%, -4.1 hp, 2 hexes");
        let told = Told { number: Some(3), what: "x".repeat(100), says: Vec::new(), is_vain: false };
        assert_eq!(told.fitted(34).chars().count(), 80);
    }
}
