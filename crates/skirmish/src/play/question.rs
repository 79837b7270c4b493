//! The question that waits: what is asked, and what may be answered.

use skirmish_kernel::{AwaitedView, PolicyName, Proposal, ThrowView};
use skirmish_wire::Level;

use super::choices::{self, MOST_LINES};
use super::table::Table;
use crate::wrap::{WIDTH, wrapped};

/// How nobody has to be asked one by one.
const ROUTINE: &str = "; `usual all` for everybody, `routine take` for good";

/// The question as it is put.
pub(super) fn lines(table: &Table<'_>, awaited: &AwaitedView) -> Vec<String> {
    match awaited.kind.as_str() {
        "dice" => dice(table, awaited),
        _ if is_by_hand(table, awaited) => by_hand(table, awaited),
        _ => choice(table, awaited),
    }
}

/// Is it put as to people who resolve everything by hand?
pub(super) fn is_by_hand(table: &Table<'_>, awaited: &AwaitedView) -> bool {
    awaited.kind != "dice" && table.settings.level.is_by_hand()
}

fn dice(table: &Table<'_>, awaited: &AwaitedView) -> Vec<String> {
    let typed = awaited.throws.iter().filter(|throw| table.types_dice(&throw.who));
    let line = |throw: &ThrowView| {
        let modifier = if throw.modifier == 0 { String::new() } else { format!(" {:+}", throw.modifier) };
        let point = title(table, &throw.rule);
        let most = throw.score.map_or(String::new(), |score| format!(", at most {score},"));
        let line = format!("{} throws {}{modifier}{most} for {point} [{}].", throw.who, throw.dice, throw.rule);
        let behind = (!throw.detail.is_empty()).then(|| wrapped(&format!("  {}", throw.detail), WIDTH, 2));
        [Some(table.paint().bold(&line)), behind].into_iter().flatten()
    };
    let how = "Type the faces (4 1 6), what the dice read (= 3) or the total (total 7); `roll` lets the program throw.";
    typed.flat_map(line).chain([how.to_owned()]).collect()
}

fn title(table: &Table<'_>, rule: &str) -> String {
    let found = table.game.catalogue().rules.iter().find(|known| known.id == rule);
    found.map_or_else(|| rule.to_owned(), |found| found.title.to_lowercase())
}

fn by_hand(table: &Table<'_>, awaited: &AwaitedView) -> Vec<String> {
    // What `next` would pass over.
    let prompt = table.paint().bold(&wrapped(&awaited.prompt, WIDTH, 2));
    let how = "By hand: gm FIELD = VALUE (or -7, +4), note TEXT; `next` when it is done. Choices work too.";
    std::iter::once(prompt).chain((!table.hand_told).then(|| how.into())).collect()
}

fn choice(table: &Table<'_>, awaited: &AwaitedView) -> Vec<String> {
    let line = format!("{}  [{}]", awaited.prompt, awaited.rule);
    let mut lines = vec![table.paint().bold(&wrapped(&line, WIDTH, 2))];
    lines.extend(choices::list(table, awaited, "", MOST_LINES));
    if let Some((default, why)) = default(table, awaited) {
        let more = if awaited.is_routine { ROUTINE } else { "" };
        lines.push(wrapped(&format!("Enter: {default} ({why}){more}"), WIDTH, 2));
    }
    if let [_, others @ ..] = awaited.who.as_slice()
        && !others.is_empty()
    {
        let least = awaited.choices.first().map_or("…", |choice| choice.text.as_str());
        let others = if let [one] = others {
            format!("{one} is asked, too")
        } else {
            format!("{} more are asked", others.len())
        };
        lines.push(format!("{others}: `all: {least}` would answer for all of them."));
    }
    lines
}

/// What Enter takes, and why.
pub(super) fn default(table: &Table<'_>, awaited: &AwaitedView) -> Option<(String, String)> {
    if table.settings.level < Level::Propose {
        return awaited.standing.clone().map(|usual| (usual, "as usual".to_owned()));
    }
    let usual = PolicyName::default().to_string();
    let Proposal { choice, why } = table.asked().propose(&usual).ok().flatten()?;
    let why = why.map_or_else(|| "proposed".to_owned(), |why| format!("proposed: {why}"));
    Some((choice, why))
}
