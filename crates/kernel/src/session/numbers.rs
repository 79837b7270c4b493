//! How a viewer counts the entries: those alone that show in its log.

use std::sync::Arc;

use super::Session;
use crate::{Scribe, Viewer, put_in_order};

/// Which entries of the steps that are over a viewer counts, as the battle stands.
#[derive(Debug)]
pub(super) struct Numbers<B: Scribe> {
    viewer: Viewer,
    /// For whom the viewer speaks is read from it: where it is the same, so is what shows.
    setup: Arc<B::Setup>,
    /// So many steps are counted.
    steps: usize,
    /// The game master's numbers of the entries that show, in order.
    entries: Vec<usize>,
}

impl<B: Scribe> Session<B> {
    /// The entries that show in a viewer's log, by the game master's numbers, in order: those of the steps that are over,
    /// and those of the last one.
    pub(crate) fn with_entries_shown<R>(&self, viewer: Viewer, look: impl FnOnce(&[usize], &[usize]) -> R) -> R {
        let over = self.steps.len() - 1;
        let last = self.entries_shown_in(over, viewer);
        self.numbers.with(|all| {
            let at = all.iter().position(|known| known.viewer == viewer).unwrap_or_else(|| {
                all.push(self.no_numbers(viewer));
                all.len() - 1
            });
            let known = &mut all[at];
            if !Arc::ptr_eq(&known.setup, &self.setup) {
                *known = self.no_numbers(viewer);
            }
            for step in known.steps..over {
                known.entries.extend(self.entries_shown_in(step, viewer));
            }
            known.steps = over;
            look(&known.entries, &last)
        })
    }

    fn no_numbers(&self, viewer: Viewer) -> Numbers<B> {
        Numbers { viewer, setup: Arc::clone(&self.setup), steps: 0, entries: Vec::new() }
    }

    /// The entries that were given in one step and show in a viewer's log, or will when they work.
    pub(crate) fn entries_shown_in(&self, step: usize, viewer: Viewer) -> Vec<usize> {
        let behind = self.step_entries(step).into_iter().enumerate();
        let given = behind.filter_map(|(at, entry)| Some((at, entry?)));
        let shown = given.filter(|(at, _)| self.shows(step, *at, viewer));
        let first = self.steps[step].first;
        let mut entries: Vec<usize> = shown.map(|(_, entry)| entry).filter(|entry| *entry >= first).collect();
        if self.tells_edicts {
            entries.extend(self.edicts_of(step).iter().filter(|timed| timed.next).map(|timed| timed.number));
        }
        put_in_order(&mut entries, |entry| *entry);
        entries.dedup();
        entries
    }

    /// Forgets how entries were counted that are taken back.
    pub(super) fn forget_numbers(&mut self) {
        let over = self.steps.len() - 1;
        let first = self.steps[over].first;
        for known in self.numbers.get_mut().iter_mut().filter(|known| known.steps > over) {
            known.steps = over;
            known.entries.truncate(known.entries.partition_point(|entry| *entry < first));
        }
    }
}
