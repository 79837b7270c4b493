//! Any text as a transcript: printed as the same bytes, checked in finite time.
#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use skirmish_kernel::transcript::{Content, Expectation};
use skirmish_kernel::{Source, Transcript};

/// Longer ones prove nothing more and take longer.
const MAX_BYTES: usize = 16 << 10;
/// Lines that play.
const MAX_PLAYED: usize = 200;
/// Exact odds are dear.
const MAX_CHANCES: usize = 2;

fuzz_target!(|bytes: &[u8]| -> Corpus {
    let Ok(text) = std::str::from_utf8(bytes) else { return Corpus::Reject };
    if text.len() > MAX_BYTES {
        return Corpus::Reject;
    }
    let source = Source::new("fuzz.skirmish", text);
    let transcript = match Transcript::parse(&source) {
        Ok(transcript) => transcript,
        Err(errors) => {
            skirmish_fuzz::diagnostics(&errors);
            return Corpus::Keep;
        }
    };
    assert_eq!(transcript.to_string(), text, "printed otherwise than read");
    let lines = || transcript.lines().iter();
    let chances = lines().filter(|line| matches!(line.content, Content::Expect(Expectation::Chance { .. })));
    if lines().filter(|line| line.content.is_input()).count() > MAX_PLAYED || chances.count() > MAX_CHANCES {
        return Corpus::Keep;
    }
    match skirmish_shelf::shelf().game_of_transcript(&transcript) {
        Ok(game) => {
            let checked = game.check(&transcript);
            let failures: Vec<_> = checked.failures.into_iter().map(|failure| failure.diagnostic).collect();
            if !failures.is_empty() {
                skirmish_fuzz::diagnostics(&failures);
            }
            if let Err(errors) = game.replay(&transcript) {
                skirmish_fuzz::diagnostics(&errors);
            }
        }
        Err(errors) => skirmish_fuzz::diagnostics(&errors),
    }
    Corpus::Keep
});
