//! What came of checking a transcript.

use std::collections::BTreeSet;

use super::driver::Driver;
use crate::Scribe;
use crate::diagnostic::Diagnostic;

/// What came of checking a transcript.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Where play and transcript differ. After a line that cannot be played nothing more is checked, nor after two hundred.
    pub failures: Vec<Failure>,
    /// Lines that use a name which a field had once: what it is called now. The first two hundred.
    pub hints: Vec<Diagnostic>,
    /// Somebody asked to stop before everything was checked.
    pub interrupted: bool,
    /// Every rule that was cited: by events, throws and their modifiers, choices and questions, expected refusals, and
    /// the end.
    pub cited: BTreeSet<&'static str>,
    /// Steps played.
    pub steps: usize,
    /// Answers and edicts given.
    pub entries: usize,
    /// Expectations looked at.
    pub expectations: usize,
}

impl Checked {
    /// Is everything as expected?
    #[must_use]
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    pub(super) fn unreadable(errors: Vec<Diagnostic>) -> Self {
        let failures = errors.into_iter().map(|diagnostic| {
            let actual = diagnostic.message.clone();
            let line = diagnostic.position().0;
            Failure { line, diagnostic, expected: String::new(), actual, detail: Vec::new() }
        });
        Self { failures: failures.collect(), ..Self::default() }
    }

    pub(super) fn fail(&mut self, failure: Failure) {
        self.failures.push(failure);
    }

    pub(super) fn finish<B: Scribe>(&mut self, driver: &Driver<B>) {
        self.cited.extend(driver.all_cited().iter().map(|rule| B::CATALOGUE.name(*rule)));
        self.steps = driver.session.step_count();
        self.entries = driver.session.len();
    }
}

/// One place where play and transcript differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// Its line, from 1.
    pub line: usize,
    /// What is wrong, with its place.
    pub diagnostic: Diagnostic,
    /// What the transcript expects; empty where the line itself could not be played.
    pub expected: String,
    /// What is the case.
    pub actual: String,
    /// The last throws, unfolded.
    pub detail: Vec<String>,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.diagnostic)?;
        if !self.expected.is_empty() {
            write!(f, "\n  expected: {}\n  actual:   {}", self.expected, self.actual)?;
        }
        self.detail.iter().try_for_each(|line| write!(f, "\n  {line}"))
    }
}
