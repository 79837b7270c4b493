//! Which ways lead on from each state, as far as that has been found out.

use std::ops::Range;

use skirmish_kernel::Way;

/// The ways of states, one after another.
#[derive(Debug, Default)]
pub(crate) struct Paths {
    ways: Vec<Way>,
    /// Where in the list a state's ways stand; nothing while nobody has looked.
    spans: Vec<Option<Range<usize>>>,
}

impl Paths {
    /// The ways of a state, if they are known.
    pub(crate) fn of(&self, state: u32) -> Option<&[Way]> {
        let span = self.spans.get(state as usize)?.clone()?;
        self.ways.get(span)
    }

    /// From now on these are the ways of a state.
    pub(crate) fn learn(&mut self, state: u32, ways: &[Way]) {
        let at = state as usize;
        if self.spans.len() <= at {
            self.spans.resize(at + 1, None);
        }
        let from = self.ways.len();
        self.ways.extend_from_slice(ways);
        if let Some(span) = self.spans.get_mut(at) {
            *span = Some(from..self.ways.len());
        }
    }

    /// How many states have numbers below the highest that is known.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// How many ways there are.
    pub(crate) fn ways(&self) -> usize {
        self.ways.len()
    }
}
