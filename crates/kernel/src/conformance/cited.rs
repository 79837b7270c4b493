//! Rules without a transcript do not exist.

use std::collections::BTreeSet;

use crate::{Book, Game, Scribe, Source, Transcript};

/// Every transcript of the book passes, and together they cite every rule that play can show (all but guidance).
///
/// # Errors
/// What fails in which transcript, or the rules that none cites.
pub fn every_rule_is_cited<B: Scribe>(book: &Book<B>) -> Result<(), String> {
    let mut cited = BTreeSet::new();
    let mut failures = Vec::new();
    for one in book.transcripts {
        let transcript = Transcript::parse(&Source::new(one.name, one.text)).map_err(|errors| errors[0].to_string())?;
        let checked = book.check(&transcript);
        failures.extend(checked.failures.iter().map(|failure| format!("{}: {failure}", one.name)));
        cited.extend(checked.cited);
    }
    if !failures.is_empty() {
        return Err(failures.join("\n"));
    }
    let rules = book.catalogue().rules.iter().filter(|rule| rule.guidance.is_none());
    let uncited: Vec<&str> = rules.map(|rule| rule.id).filter(|id| !cited.contains(*id)).collect();
    if uncited.is_empty() { Ok(()) } else { Err(format!("no transcript cites {}", uncited.join(", "))) }
}
