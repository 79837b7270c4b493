//! What was taken back and can be done again, as a transcript keeps it.

use super::Session;
use super::record::{Taken, TakenEntry};
use crate::Scribe;
use crate::dice::Forced;
use crate::tape::{Answer, Given};

impl<B: Scribe> Session<B> {
    /// The lines that [`redo`](Session::redo) would give again, the next one first. An answer has words where it is
    /// asked for, so everything is done again on a copy.
    pub(crate) fn undone_lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if self.undone.is_empty() {
            return lines;
        }
        let mut ahead = self.fork();
        let mut drawn = self.drawn();
        while let Some(taken) = ahead.undone.last() {
            let Some(line) = ahead.line_of(taken) else { return lines };
            if let TakenEntry::Answer(_, policy_rng) = &taken.entry
                && policy_rng.before.drawn() != drawn
            {
                drawn = policy_rng.before.drawn();
                lines.push(format!("drawn {drawn}"));
            }
            lines.push(line);
            if ahead.redo().is_err() {
                return lines;
            }
        }
        if ahead.drawn() != drawn {
            lines.push(format!("drawn {}", ahead.drawn()));
        }
        lines
    }

    /// What is given next, as a transcript has it; none where nothing asks for it.
    fn line_of(&self, taken: &Taken<B>) -> Option<String> {
        match &taken.entry {
            TakenEntry::Edict(timed) | TakenEntry::Reopening(timed) => Some(format!("gm: {}", timed.edict)),
            TakenEntry::Later(timed) => Some(format!("gm next: {}", timed.edict)),
            TakenEntry::Said(said) => Some(said.input.to_string()),
            TakenEntry::Answer(answer, _) => self.line_of_answer(answer),
        }
    }

    fn line_of_answer(&self, answer: &Answer<B::Choice>) -> Option<String> {
        let Answer { rule, who, given } = answer;
        let name = B::name(&self.setup, *who);
        let fell = match given {
            Given::Choice(choice) => {
                let (_, ask) = self.asked(*who).ok()?;
                return Some(format!("{name}: {}", B::notation(&self.setup, &self.now, *who, &ask, choice)));
            }
            Given::Natural(natural) => Forced::Natural(*natural).to_string(),
            Given::Faces(faces) => faces.iter().map(u16::to_string).collect::<Vec<_>>().join(" "),
        };
        let dice = self.dice_awaited(*rule, *who).ok()?;
        Some(format!("roll {name} {} {dice} {fell}", B::CATALOGUE.name(*rule)))
    }
}
