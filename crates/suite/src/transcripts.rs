//! Transcripts, each played once: they pass, and together they cite every rule.

use std::collections::BTreeSet;

use skirmish_kernel::{Book, Checked, Embedded, Game, Scribe, Source, Transcript};
use skirmish_sim::each;

/// A transcript and what it cites.
pub(crate) struct Played {
    pub(crate) transcript: Embedded,
    pub(crate) cited: BTreeSet<&'static str>,
}

/// Plays a text as a transcript.
pub(crate) fn check<B: Scribe>(book: &Book<B>, name: &str, text: &str) -> Result<Checked, String> {
    let transcript = Transcript::parse(&Source::new(name, text))
        .map_err(|errors| errors.first().map_or_else(|| format!("{name} is no transcript"), ToString::to_string))?;
    Ok(book.check(&transcript))
}

/// Plays every transcript of the book.
///
/// # Errors
/// What fails in which transcript.
pub(crate) fn played<B: Scribe>(book: &Book<B>) -> Result<Vec<Played>, String> {
    let mut played = Vec::new();
    let mut failures = Vec::new();
    let checked = each(book.transcripts, |one| check(book, one.name, one.text));
    for (transcript, checked) in book.transcripts.iter().zip(checked) {
        match checked {
            Ok(checked) => {
                failures.extend(checked.failures.iter().map(|failure| format!("{}: {failure}", transcript.name)));
                played.push(Played { transcript: *transcript, cited: checked.cited });
            }
            Err(why) => failures.push(why),
        }
    }
    if failures.is_empty() { Ok(played) } else { Err(failures.join("\n")) }
}

/// Every rule that play can show (all but guidance) is cited by a transcript.
///
/// # Errors
/// Those that are not.
pub(crate) fn all_cited<B: Scribe>(book: &Book<B>, played: &[Played]) -> Result<(), String> {
    let rules = book.catalogue().rules.iter().filter(|rule| rule.guidance.is_none());
    let cited = |id: &str| played.iter().any(|one| one.cited.contains(id));
    let uncited: Vec<&str> = rules.map(|rule| rule.id).filter(|id| !cited(id)).collect();
    if uncited.is_empty() { Ok(()) } else { Err(format!("no transcript cites {}", uncited.join(", "))) }
}
