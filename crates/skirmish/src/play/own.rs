//! Is a transcript one that `play` has written, with nothing in it that a person has added?
//!
//! What play has written it goes on writing. What a person has written, or has annotated, is never written over.

use std::collections::BTreeSet;

use skirmish_kernel::transcript::{Content, Line};
use skirmish_kernel::{Battle, Source, Transcript};

/// Does it look like a save: the encounter inside, settings of a table, and no line that a save never has?
pub(super) fn looks_like_a_save(transcript: &Transcript) -> bool {
    let has = |wanted: fn(&Content) -> bool| transcript.lines().iter().any(|line| wanted(&line.content));
    has(|content| matches!(content, Content::Table(_)))
        && has(|content| matches!(content, Content::Open(_)))
        && !has(|content| matches!(content, Content::Expect(_) | Content::Play { .. }))
        && transcript.lines().iter().all(|line| is_plain(transcript, line))
}

/// Does a line say what it says in the words of a save, without a comment behind it?
fn is_plain(transcript: &Transcript, line: &Line) -> bool {
    match line.content {
        Content::Blank | Content::Encounter | Content::Fence => true,
        _ => text(transcript, line) == line.content.to_string(),
    }
}

fn text<'t>(transcript: &'t Transcript, line: &Line) -> &'t str {
    transcript.source().part().get(line.bytes.clone()).unwrap_or("").trim()
}

/// Are all its comments those of a save of this battle? Whoever was killed has left one with every usual answer in it, and
/// with the headings of these.
pub(super) fn has_no_other_comments(transcript: &Transcript, battle: &dyn Battle) -> bool {
    let Ok(written) = Transcript::parse(&Source::new("the save", battle.save_in_full())) else { return false };
    let own = comments(&written);
    comments(transcript).is_subset(&own)
}

fn comments(transcript: &Transcript) -> BTreeSet<&str> {
    let blank = transcript.lines().iter().filter(|line| line.content == Content::Blank);
    blank.map(|line| text(transcript, line)).filter(|text| !text.is_empty()).collect()
}
