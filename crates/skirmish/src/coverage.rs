//! Which embedded transcripts cite which rules.

use std::collections::BTreeMap;

use skirmish_kernel::{Checked, Game, Rule, Source, Transcript};
use skirmish_sim::each;

use crate::interrupt;
use crate::progress::Progress;

/// What the embedded transcripts of one game show.
pub(crate) struct Coverage {
    /// Rule id, and the transcripts that cite it, in order.
    cited_by: BTreeMap<&'static str, Vec<&'static str>>,
    /// Transcripts that fail; what they cite does not count.
    pub(crate) failed: Vec<&'static str>,
}

impl Coverage {
    /// Plays every embedded transcript of a game.
    pub(crate) fn of(game: &dyn Game) -> Self {
        let progress = Progress::new(game.transcripts().len() as u64);
        let checked: Vec<Option<Checked>> = progress.show(|| {
            let play = |transcript: &skirmish_kernel::Embedded| {
                let source = Source::new(transcript.name, transcript.text);
                let checked = Transcript::parse(&source).ok().map(|transcript| game.check(&transcript));
                progress.tick();
                checked
            };
            each(game.transcripts(), |transcript| if interrupt::asked() { None } else { play(transcript) })
        });
        let mut coverage = Self { cited_by: BTreeMap::new(), failed: Vec::new() };
        for (transcript, checked) in game.transcripts().iter().zip(checked) {
            match checked.filter(Checked::passed) {
                None => coverage.failed.push(transcript.name),
                Some(checked) => {
                    checked
                        .cited
                        .into_iter()
                        .for_each(|rule| coverage.cited_by.entry(rule).or_default().push(transcript.name));
                }
            }
        }
        coverage
    }

    /// The transcripts that cite a rule.
    pub(crate) fn of_rule(&self, rule: &Rule) -> &[&'static str] {
        self.cited_by.get(rule.id).map_or(&[], Vec::as_slice)
    }

    /// Ought some transcript to cite this rule, and none does?
    pub(crate) fn lacks(&self, rule: &Rule) -> bool {
        rule.guidance.is_none() && self.of_rule(rule).is_empty()
    }
}
