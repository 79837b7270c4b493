//! A citation can be had without an effect. So transcripts are played once more under every other reading of every
//! switch, and with every number one more and one less: some transcript must fail, or nothing would notice a rule that
//! reads the wrong one.
//!
//! A number counts as noticed when it is noticed in one direction. Transcripts whose encounter sets the
//! switch or number, or cannot be read under the other value, are passed over; and what stands behind a line with which the game
//! master sets it does not count.

use skirmish_kernel::{Book, Game, Scribe, Switch};
use skirmish_sim::each;

use crate::transcripts::{Played, check};

/// A switch or number, and other values one of which must be noticed.
struct Mutant {
    switch: &'static Switch,
    values: Vec<String>,
}

impl Mutant {
    /// As it is called in a catalogue's list of those that are not noticed: the value of a switch; nothing for a number.
    fn value(&self) -> &str {
        if self.switch.range.is_some() { "" } else { &self.values[0] }
    }

    fn reason(&self) -> Option<&'static str> {
        self.switch.unnoticed.iter().find(|(value, _)| *value == self.value()).map(|(_, reason)| *reason)
    }

    fn name(&self) -> String {
        format!("{} = {}", self.switch.name, self.values.join(" or "))
    }
}

/// Every other value of every switch and number of the book fails some transcript, or is listed with a reason; and none
/// is listed that does.
///
/// # Errors
/// Those of which it is not so.
pub(crate) fn all_noticed<B: Scribe>(book: &Book<B>, played: &[Played]) -> Result<(), String> {
    let mutants: Vec<Mutant> = book.catalogue().switches.iter().flat_map(mutants).collect();
    let noticed = each(&mutants, |mutant| by(book, mutant, played));
    let wrong = |(mutant, noticed): (&Mutant, Option<&str>)| match (mutant.reason(), noticed) {
        (None, None) => Some(format!("no transcript notices {}", mutant.name())),
        (Some(_), Some(by)) => Some(format!("{} is listed as unnoticed, but {by} notices it", mutant.name())),
        _ => None,
    };
    let mut wrong: Vec<String> = mutants.iter().zip(noticed).filter_map(wrong).collect();
    wrong.extend(book.catalogue().switches.iter().flat_map(misnamed));
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Every other value of a switch by itself; of a number, one more and one less together.
fn mutants(switch: &'static Switch) -> Vec<Mutant> {
    let Some((least, most)) = switch.range else {
        let others = switch.values.iter().filter(|value| **value != switch.default);
        return others.map(|value| Mutant { switch, values: vec![(*value).to_owned()] }).collect();
    };
    let default: i32 = switch.default.parse().unwrap_or(least);
    let values = [default.saturating_add(1), default.saturating_sub(1)];
    let values = values.into_iter().filter(|value| (least..=most).contains(value)).map(|value| value.to_string());
    vec![Mutant { switch, values: values.collect() }]
}

/// Values that are listed as unnoticed and do not exist.
fn misnamed(switch: &'static Switch) -> impl Iterator<Item = String> {
    let known = mutants(switch);
    let listed = switch.unnoticed.iter().filter(move |(value, _)| !known.iter().any(|mutant| mutant.value() == *value));
    listed.map(|(value, _)| format!("{}: `{value}` is listed as unnoticed, and is no other value of it", switch.name))
}

/// The transcript that notices, those first that cite a rule which the switch bears on.
fn by<B: Scribe>(book: &Book<B>, mutant: &Mutant, played: &[Played]) -> Option<&'static str> {
    let near = |one: &&Played| mutant.switch.rules.iter().any(|rule| one.cited.contains(rule));
    let (first, rest): (Vec<&Played>, Vec<&Played>) = played.iter().partition(near);
    let mut order = first.into_iter().chain(rest);
    let notices = |one: &&Played| mutant.values.iter().any(|value| notices(book, one, mutant.switch.name, value));
    order.find(notices).map(|one| one.transcript.name)
}

/// Does a transcript fail when a switch has another value from the beginning?
fn notices<B: Scribe>(book: &Book<B>, one: &Played, switch: &str, value: &str) -> bool {
    let Some(text) = with(one.transcript.text, switch, value) else { return false };
    let Ok(checked) = check(book, one.transcript.name, &text) else { return false };
    // Where the game master sets it, the transcript has what it says of the other value behind it.
    let path = format!("rules.{switch}");
    let set = text.lines().position(|line| line.starts_with("gm") && line.contains(&path));
    let first = checked.failures.iter().map(|failure| failure.line).min();
    // A battle that was not begun shows nothing.
    checked.steps > 0 && first.is_some_and(|line| set.is_none_or(|set| line <= set))
}

/// A transcript with a house rule in its encounter, and no expectation that reads the rule itself; none where the encounter
/// sets it already.
fn with(text: &str, switch: &str, value: &str) -> Option<String> {
    const BEGIN: &str = "--- encounter\n";
    let begin = text.find(BEGIN)? + BEGIN.len();
    let end = begin + text[begin..].find("\n---\n")? + 1;
    let (encounter, rest) = (&text[begin..end], &text[end..]);
    let quoted = format!("\"{switch}\"");
    if encounter.lines().any(|line| line.starts_with(&quoted)) {
        return None;
    }
    let value = if value.parse::<i32>().is_ok() { value.to_owned() } else { format!("\"{value}\"") };
    const TABLE: &str = "[rules]\n";
    let (before, after) = match encounter.find(TABLE) {
        Some(at) => encounter.split_at(at + TABLE.len()),
        None => (encounter, TABLE),
    };
    let line = format!("{quoted} = {value}\n");
    let encounter = if after == TABLE { format!("{before}{TABLE}{line}") } else { format!("{before}{line}{after}") };
    let reads = format!("expect rules.{switch} ");
    let rest: Vec<&str> = rest.lines().map(|line| if line.starts_with(&reads) { "" } else { line }).collect();
    Some(format!("{}{encounter}{}\n", &text[..begin], rest.join("\n")))
}

#[cfg(test)]
mod tests {
    use super::with;

    #[test]
    fn a_house_rule_is_put_into_the_encounter() {
        let bare = "skirmish 1\n--- encounter\na = 1\n[[combatant]]\n---\nexpect x\n";
        let set = "skirmish 1\n--- encounter\na = 1\n[[combatant]]\n[rules]\n\"b.c\" = \"d\"\n---\nexpect x\n";
        assert_eq!(with(bare, "b.c", "d").as_deref(), Some(set));
        assert!(with(set, "e", "2").unwrap().contains("[rules]\n\"e\" = 2\n\"b.c\" = \"d\"\n"));
    }

    #[test]
    fn what_an_encounter_sets_itself_stays_and_what_reads_the_rule_goes() {
        let text = "--- encounter\n[rules]\n\"b.c\" = \"d\"\n---\nexpect rules.e == 1\ngm: rules.e = f\n";
        assert_eq!(with(text, "b.c", "x"), None);
        let other = "--- encounter\n[rules]\n\"e\" = 3\n\"b.c\" = \"d\"\n---\n\ngm: rules.e = f\n";
        assert_eq!(with(text, "e", "3").as_deref(), Some(other));
    }
}
