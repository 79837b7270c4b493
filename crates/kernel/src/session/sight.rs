//! Whom each side does not see while a step is played: its log is judged as it came, whatever one sees later.

use std::sync::Arc;

use super::Session;
use super::record::{Record, of_viewer};
use super::running::Played;
use crate::log;
use crate::{Ids, Scribe, Side, Unseen, Viewer};

/// Whom each side does not see at one time; none where everybody is seen.
type Glimpse = Option<Arc<[Ids]>>;

/// Whom each side did not see around each moment of a step.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    spans: Vec<Span>,
    /// So many edicts had been given in the step.
    edicts: usize,
}

/// Whom each side did not see around some moments.
#[derive(Clone, Debug, Default)]
pub(super) struct Around {
    before: Glimpse,
    after: Glimpse,
}

impl Around {
    pub(super) fn unseen(&self, viewer: Viewer) -> Unseen {
        let of = |glimpse: &Glimpse| glimpse.as_deref().map_or(Ids::NONE, |sides| of_viewer(sides, viewer));
        Unseen { before: of(&self.before), after: of(&self.after) }
    }
}

/// Moments that came together, between two questions.
#[derive(Clone, Debug)]
struct Span {
    /// Those before this one, and behind the span before.
    until: usize,
    around: Around,
    /// Nothing has changed in it: what follows came of the same situation, such as the other dice of one throw.
    still: bool,
}

impl Sight {
    fn go_on<B: Scribe>(&mut self, g: &B::Setup, (old, now): (&B::State, &B::State), until: usize) {
        let still = old == now;
        let after = match self.spans.last() {
            Some(last) if still => last.around.after.clone(),
            _ => glimpse::<B>(g, now),
        };
        match self.spans.last_mut() {
            Some(last) if last.still => (last.until, last.around.after, last.still) = (until, after, still),
            Some(last) => {
                let before = last.around.after.clone();
                self.spans.push(Span { until, around: Around { before, after }, still });
            }
            None => {
                let before = if still { after.clone() } else { glimpse::<B>(g, old) };
                self.spans.push(Span { until, around: Around { before, after }, still });
            }
        }
    }

    /// One more moment, a note, stands at the head of the log.
    pub(super) fn note(&mut self) {
        self.edicts += 1;
        self.spans.iter_mut().for_each(|span| span.until += 1);
    }

    /// The step is over: where everybody was seen all the time there is nothing to remember.
    pub(super) fn settle(&mut self) {
        if self.spans.iter().all(|span| span.around.before.is_none() && span.around.after.is_none()) {
            self.spans = Vec::new();
        }
    }

    fn around(&self, at: usize) -> Option<&Around> {
        let span = self.spans.get(self.spans.partition_point(|span| span.until <= at));
        span.map(|span| &span.around)
    }
}

fn glimpse<B: Scribe>(g: &B::Setup, s: &B::State) -> Glimpse {
    let sides = (0..B::sides(g).len()).filter_map(|side| u8::try_from(side).ok()).map(Side);
    let unseen: Vec<Ids> = sides.map(|side| B::unseen_by(g, s, Viewer::Side(side))).collect();
    unseen.iter().any(|ids| !ids.is_empty()).then(|| unseen.into())
}

impl<B: Scribe> Record<B> {
    /// Has nothing been taken out of it since it was looked at, and no edict been given?
    pub(super) fn only_grows(&self) -> bool {
        self.opening.is_some() && self.idle.is_empty() && self.edicts.len() == self.sight.edicts
    }
}

impl<B: Scribe> Session<B> {
    /// Looks at the running step after a run that has led from one situation to the one now; where more than that is new, at
    /// all that led to it once more.
    pub(super) fn look(&mut self, only_grew: bool, old: &B::State) {
        let mut sight = std::mem::take(&mut self.running_mut().sight);
        let record = self.running();
        let until = record.moments.len();
        if only_grew {
            sight.go_on::<B>(&self.setup, (old, &self.now), until);
        } else {
            sight = Sight { spans: Vec::new(), edicts: record.edicts.len() };
            let begun = self.begins();
            let head = record.head();
            let mut last = begun.state.clone();
            for given in 0..record.answers.len() {
                // It halts where somebody is asked.
                let Played { state, run, .. } = Self::on_tape(&record.answers[..given], &begun, false);
                sight.go_on::<B>(&self.setup, (&last, &state), head + run.moments.len());
                last = state;
            }
            sight.go_on::<B>(&self.setup, (&last, &self.now), until);
        }
        self.running_mut().sight = sight;
    }

    /// May a viewer know of one moment of a step?
    pub(crate) fn shows(&self, step: usize, at: usize, viewer: Viewer) -> bool {
        let Some(record) = self.steps.get(step) else { return false };
        let Some(moment) = record.moments.get(at) else { return false };
        let unseen = record.sight.around(at).map_or(Unseen::NOBODY, |around| around.unseen(viewer));
        self.tells_edicts && log::is_edict(moment) || log::sees::<B>(&self.setup, unseen, viewer, moment)
    }

    /// Whom each side did not see around one moment of a step.
    pub(super) fn around(&self, step: usize, at: usize) -> Around {
        self.steps.get(step).and_then(|record| record.sight.around(at)).cloned().unwrap_or_default()
    }

    /// From now on everybody is told what the game master does by hand, or only the game master.
    pub(crate) fn tell_edicts(&mut self, told: bool) {
        self.tells_edicts = told;
        self.numbers.get_mut().clear();
    }
}
