//! Which branches lead on from each state, as far as that has been found out.

use std::ops::Range;

use skirmish_kernel::Branch;

/// The branches of states, one after another.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    branches: Vec<Branch>,
    /// Where in the list a state's branches stand; nothing while nobody has looked.
    spans: Vec<Option<Range<usize>>>,
}

impl Paths {
    /// The branches of a state, if they are known.
    pub(crate) fn of(&self, state: u32) -> Option<&[Branch]> {
        let span = self.spans.get(state as usize)?.clone()?;
        self.branches.get(span)
    }

    /// From now on these are the branches of a state.
    pub(crate) fn learn(&mut self, state: u32, branches: &[Branch]) {
        let at = state as usize;
        if self.spans.len() <= at {
            self.spans.resize(at + 1, None);
        }
        let from = self.branches.len();
        self.branches.extend_from_slice(branches);
        if let Some(span) = self.spans.get_mut(at) {
            *span = Some(from..self.branches.len());
        }
    }

    /// How many states have numbers below the highest that is known.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many branches there are.
    pub(crate) fn branches(&self) -> usize {
        self.branches.len()
    }
}
