//! Enumerations inside enumerations: what a scope, a loop or a law has come to on the branches that are done.

use std::rc::Rc;
use std::vec::IntoIter;

use super::known::Progress;
use super::merge::{Merged, Merger, Trail, until_other};
use super::{Fork, Key, Tree, Way};
use crate::any_table::{Kept, Leave, Stop};
use crate::weight::{Precision, Weight};
use crate::{Interrupt, Rulebook};

/// The merged ends of a procedure: the state, and what the procedure has come to.
pub(super) type Ends<S> = Merged<(Box<S>, Kept)>;

/// An enumeration that is not done yet.
pub(super) struct Frame<B: Rulebook> {
    /// Where the one stood that it is inside of.
    outer: (Way<B>, Trail),
    /// What of the known answers has been used where each branch begins.
    progress: Progress,
    /// How many edicts have been applied there.
    decreed: usize,
    block: Open<B::State>,
}

/// What is enumerated.
pub(super) enum Open<S> {
    /// From this state. States lie apart: many are large, and they go from hand to hand.
    Scope(Box<S>, Merger<(Box<S>, Kept)>),
    Loop(Box<Passes<S>>),
    Law(OpenLaw),
}

/// The passes of a loop. Those that have gone round equally often are a wave; equal ones in it are one.
pub(super) struct Passes<S> {
    /// Where the running pass begins; with `true`, since that is how a pass ends that comes back to it.
    from: (Box<S>, (Kept, bool)),
    /// How the loop has come there, and how likely.
    trail: Trail,
    weight: Weight,
    /// No known answer is left to be used in it.
    whole: bool,
    /// Its ends, and whether they want another pass.
    ends: Merger<(Box<S>, (Kept, bool))>,
    /// The others of the wave.
    wave: IntoIter<((Box<S>, Kept), Trail, Weight)>,
    /// The next wave.
    next: Merger<(Box<S>, Kept)>,
    done: Merger<(Box<S>, Kept)>,
}

/// A law that is worked out.
pub(super) struct OpenLaw {
    pub(super) key: Key,
    /// No known answer is left to be used in it.
    pub(super) whole: bool,
    /// Did the law that it is inside of read the state?
    pub(super) read_state: bool,
    pub(super) results: Merger<Kept>,
}

impl<B: Rulebook> Tree<'_, B> {
    /// Begins an enumeration inside the running one.
    pub(super) fn open(&mut self, block: Open<B::State>) {
        let (decreed, progress) = (self.trail.decreed, self.past.progress.clone());
        let begun = Trail { decreed, ..Trail::default() };
        let way = self.spare_ways.pop().unwrap_or_default();
        let outer = (std::mem::replace(&mut self.way, way), std::mem::replace(&mut self.trail, begun));
        self.frames.push(Box::new(Frame { outer, progress, decreed, block }));
    }

    /// Begins a scope.
    pub(super) fn open_scope(&mut self, s: &B::State) {
        let from = self.kept(s);
        self.open(Open::Scope(from, Merger::keeping(self.ear.keeps_apart())));
    }

    /// A copy of a state, if possible in the memory of one that is not used any more.
    pub(super) fn kept(&mut self, s: &B::State) -> Box<B::State> {
        match self.spares.pop() {
            Some(mut spare) => {
                spare.as_mut().clone_from(s);
                spare
            }
            None => Box::new(s.clone()),
        }
    }

    /// Begins a loop.
    pub(super) fn open_loop(&mut self, s: &B::State, local: Kept) {
        let from = (self.kept(s), (local, true));
        self.open(Open::Loop(Box::new(Passes {
            from,
            trail: Trail { decreed: self.trail.decreed, ..Trail::default() },
            weight: Weight::one(self.precision),
            whole: self.past.progress.is_none(),
            ends: Merger::keeping(self.ear.keeps_apart()),
            wave: Vec::new().into_iter(),
            next: Merger::keeping(self.ear.keeps_apart()),
            done: Merger::keeping(self.ear.keeps_apart()),
        })));
    }

    /// One branch of a scope is done. Where it was the last one, gives the merged ends, of which the state may be none;
    /// otherwise the state is where the next one begins.
    pub(super) fn scope_done(&mut self, s: &mut B::State, end: Kept) -> Result<Option<Rc<Ends<B::State>>>, Stop> {
        let (trail, weight) = self.leaf()?;
        let goes_on = self.advance();
        let Some(Frame { block: Open::Scope(from, _), .. }) = self.frames.last().map(Box::as_ref) else {
            return Err(Stop);
        };
        if goes_on {
            let ended = put_back(s, from, self.spares.pop());
            let Some(Open::Scope(_, ends)) = self.rewound() else { return Err(Stop) };
            let known = ends.add((ended, end), trail, weight);
            self.spares.extend(known.map(|(state, _)| state));
            return Ok(None);
        }
        let Some(Open::Scope(mut from, mut ends)) = self.close() else { return Err(Stop) };
        std::mem::swap(from.as_mut(), s);
        let known = ends.add((from, end), trail, weight);
        self.spares.extend(known.map(|(state, _)| state));
        Ok(Some(Rc::new(ends.merged())))
    }

    /// One branch of a pass is done.
    pub(super) fn pass_done(&mut self, s: &mut B::State, local: Kept, more: bool) -> Result<Leave, Stop> {
        let (trail, weight) = self.leaf()?;
        let goes_on = self.advance();
        let Some(Frame { block: Open::Loop(passes), .. }) = self.frames.last_mut().map(Box::as_mut) else {
            return Err(Stop);
        };
        let ended = put_back(s, &passes.from.0, self.spares.pop());
        let known = passes.ends.add((ended, (local, more)), trail, weight);
        self.spares.extend(known.map(|(state, _)| state));
        if !goes_on {
            return self.next_pass(s);
        }
        let local = Rc::clone(&passes.from.1.0);
        self.rewound();
        self.boundary(s);
        Ok(Leave::Again(Some(local)))
    }

    /// A pass is done on all branches. The next one, or else what the loop has come to.
    fn next_pass(&mut self, s: &mut B::State) -> Result<Leave, Stop> {
        let (precision, whole) = (self.precision, self.past.progress.is_none());
        let frame = self.frames.last_mut().ok_or(Stop)?;
        let Open::Loop(passes) = &mut frame.block else { return Err(Stop) };
        passes.gather(precision, frame.decreed).ok_or(Stop)?;
        let Some(local) = passes.begin_next(precision, whole) else { return self.loop_done(s) };
        s.clone_from(&passes.from.0);
        frame.decreed = passes.trail.decreed;
        frame.progress.clone_from(&self.past.progress);
        self.rewound();
        self.boundary(s);
        Ok(Leave::Again(Some(local)))
    }

    fn loop_done(&mut self, s: &mut B::State) -> Result<Leave, Stop> {
        let Some(Open::Loop(passes)) = self.close() else { return Err(Stop) };
        self.fork(Rc::new(passes.done.merged()));
        self.follow(s).map(Leave::Done)
    }

    /// One branch of a law is done. Where it was the last one, gives the law.
    pub(super) fn law_done(&mut self, result: Kept) -> Result<Option<OpenLaw>, Stop> {
        let (trail, weight) = self.leaf()?;
        if self.advance() {
            let Some(Open::Law(law)) = self.rewound() else { return Err(Stop) };
            law.results.add(result, trail, weight);
            return Ok(None);
        }
        let Some(Open::Law(mut law)) = self.close() else { return Err(Stop) };
        law.results.add(result, trail, weight);
        Ok(Some(law))
    }

    /// A branch has come to its end: what it carries, and its chance.
    fn leaf(&mut self) -> Result<(Trail, Weight), Stop> {
        let weight = self.weight();
        self.leaves += 1;
        if self.leaves > self.budget || self.interrupt.is_some_and(Interrupt::is_asked) {
            return Err(Stop);
        }
        Ok((std::mem::take(&mut self.trail), weight))
    }

    /// Goes back to where the branches of the running enumeration begin.
    fn rewound(&mut self) -> Option<&mut Open<B::State>> {
        let frame = self.frames.last_mut()?;
        (self.way.cursor, self.way.answered) = (0, 0);
        self.trail = Trail { decreed: frame.decreed, ..Trail::default() };
        self.past.progress.clone_from(&frame.progress);
        Some(&mut frame.block)
    }

    /// The running enumeration is done; the one goes on that it was inside of.
    fn close(&mut self) -> Option<Open<B::State>> {
        let Frame { outer: (outer, trail), block, .. } = *self.frames.pop()?;
        // All its branches are done: nothing is on it.
        let way = std::mem::replace(&mut self.way, outer);
        self.spare_ways.push(Way { cursor: 0, answered: 0, ..way });
        self.trail = trail;
        Some(block)
    }

    /// Each merged end becomes a branch.
    pub(super) fn fork(&mut self, ends: Rc<Ends<B::State>>) {
        self.push(Fork::Ends(ends, self.past.progress.clone()));
    }

    /// Takes the current branch of merged ends, with what it has met.
    pub(super) fn follow(&mut self, s: &mut B::State) -> Result<Kept, Stop> {
        let node = self.way.path.get(self.way.cursor).ok_or(Stop)?;
        self.way.cursor += 1;
        let Fork::Ends(ends, progress) = &node.fork else { return Err(Stop) };
        self.past.progress.clone_from(progress);
        let ((state, end), trail, _) = ends.get(node.at).ok_or(Stop)?;
        self.trail.then(trail);
        s.clone_from(state);
        Ok(Rc::clone(end))
    }

    /// Each result of a law becomes a branch.
    pub(super) fn fork_law(&mut self, law: Rc<Merged<Kept>>) {
        self.push(Fork::Law(law, self.past.progress.clone()));
    }

    /// Takes the current branch of a law.
    pub(super) fn follow_law(&mut self) -> Result<Kept, Stop> {
        let node = self.way.path.get(self.way.cursor).ok_or(Stop)?;
        self.way.cursor += 1;
        let Fork::Law(law, progress) = &node.fork else { return Err(Stop) };
        self.past.progress.clone_from(progress);
        let (result, trail, _) = law.get(node.at).ok_or(Stop)?;
        // A law is remembered with how many edicts had been applied where it was first met.
        let decreed = self.trail.decreed;
        self.trail.then(trail);
        self.trail.decreed = decreed;
        Ok(Rc::clone(result))
    }
}

/// Puts a state back to where the next branch begins, and gives what has become of it on the last one. What holds the next one is
/// the memory of a state that is not used any more, if there is one.
fn put_back<S: Clone>(s: &mut S, from: &S, spare: Option<Box<S>>) -> Box<S> {
    match spare {
        Some(mut spare) => {
            std::mem::swap(s, &mut spare);
            s.clone_from(from);
            spare
        }
        None => Box::new(std::mem::replace(s, from.clone())),
    }
}

impl<S: Clone + Eq + std::hash::Hash> Passes<S> {
    /// Puts the ends of the running pass where they belong. Nothing where a pass can only come back to its beginning.
    fn gather(&mut self, precision: Precision, decreed: usize) -> Option<()> {
        let mut ends = self.ends.take().merged();
        if self.ends.keeps_apart() {
            ends = self.with_what_was_before(ends);
        }
        if self.whole && precision == Precision::Exact {
            let (from, met, apart) = (&self.from, self.trail.met.surely(), self.ends.keeps_apart());
            let as_before = |trail: &Trail| trail.decreed == decreed && (!apart || trail.met.surely() == met);
            ends = until_other(ends, |end, trail| end == from && as_before(trail))?;
        }
        for ((state, (local, more)), later, weight) in ends {
            let mut trail = self.trail.clone();
            trail.then(&later);
            let into = if more { &mut self.next } else { &mut self.done };
            into.add((state, local), trail, self.weight.and(&weight));
        }
        Some(())
    }

    /// The ends of a pass with what was met before it as well. Where ways are kept apart by what they have met, one that has
    /// met nothing new has come back to where it began, and no other.
    fn with_what_was_before(&self, ends: Merged<(Box<S>, (Kept, bool))>) -> Merged<(Box<S>, (Kept, bool))> {
        let mut all = Merger::keeping(true);
        for (end, later, weight) in ends {
            let mut trail = self.trail.clone();
            trail.then(&later);
            all.add(end, trail, weight);
        }
        all.merged()
    }

    /// Begins the next pass; `whole` says that no known answer is left to be used. Nothing where there is none, or where
    /// what is left changes no sum any more.
    fn begin_next(&mut self, precision: Precision, whole: bool) -> Option<Kept> {
        let mut next = self.wave.next();
        if next.is_none() {
            let wave = self.next.take().merged();
            if !super::is_dust(precision, &wave) {
                self.wave = wave.into_iter();
                next = self.wave.next();
            }
        }
        let ((state, local), trail, weight) = next?;
        self.from = (state, (Rc::clone(&local), true));
        (self.trail, self.weight, self.whole) = (trail, weight, whole);
        Some(local)
    }
}
