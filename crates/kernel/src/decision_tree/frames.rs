//! Trees inside trees: what a scope, a loop or a law has come to on the branches that are done.

use std::hash::Hash;
use std::rc::Rc;

use super::nodes::Nodes;
use super::{Carried, DecisionTree, Fork, Key, PathNode};
use crate::any_table::{Kept, Leave, Stop};
use crate::numbered::Numbered;
use crate::tree::known::Progress;
use crate::tree::signs::Signs;
use crate::{Interrupt, Rulebook};

/// A leaf that goes round once more, rather than being done: the place of what it goes on with lies in the other bits.
const AGAIN: u32 = 1 << 31;

/// An end of a procedure: the state, what the procedure has come to, and what the branch carries.
pub(super) type End<S> = (S, Kept, Carried);

/// Different ends, and the tree over them.
pub(super) struct Grown<R> {
    pub(super) ends: Vec<R>,
    pub(super) root: u32,
}

/// An exploration that is not done yet.
pub(super) struct Frame<B: Rulebook> {
    /// Where the one stood that it is inside of.
    outer: (Vec<PathNode<B>>, usize, Signs, Carried),
    /// What of the known answers has been used where each branch begins.
    progress: Progress,
    /// What each branch carries there.
    carried: Carried,
    block: Open<B::State>,
}

/// What is explored.
pub(super) enum Open<S> {
    /// From this state.
    Scope(S, Numbered<End<S>>),
    Loop(Box<Passes<S>>),
    Law(OpenLaw),
}

/// The passes of a loop, each once.
pub(super) struct Passes<S> {
    /// Where passes begin. One tree is known for each of the first; the next one is running.
    from: Numbered<End<S>>,
    roots: Vec<u32>,
    done: Numbered<End<S>>,
}

/// A law that is worked out.
pub(super) struct OpenLaw {
    pub(super) key: Key,
    /// No known answer is left to be used in it.
    pub(super) whole: bool,
    /// Was anybody asked in the law that it is inside of?
    pub(super) asked: bool,
    pub(super) results: Numbered<Kept>,
}

impl<S: Eq + Hash> Open<S> {
    pub(super) fn scope(from: S) -> Self {
        Self::Scope(from, Numbered::default())
    }
}

impl<B: Rulebook> DecisionTree<'_, B> {
    /// Begins an exploration inside the running one.
    pub(super) fn open(&mut self, block: Open<B::State>) {
        let (carried, progress) = (self.carried, self.past.progress.clone());
        let (path, met) = (std::mem::take(&mut self.path), std::mem::take(&mut self.met));
        let outer = (path, std::mem::take(&mut self.cursor), met, carried);
        self.frames.push(Frame { outer, progress, carried, block });
    }

    /// Begins a loop.
    pub(super) fn open_loop(&mut self, s: &B::State, local: Kept) {
        let mut from = Numbered::default();
        from.number((s.clone(), local, self.carried));
        self.open(Open::Loop(Box::new(Passes { from, roots: Vec::new(), done: Numbered::default() })));
    }

    /// One branch of a scope is done. Where it was the last one, gives all ends; otherwise the state is where the next one
    /// begins.
    pub(super) fn scope_done(&mut self, s: &mut B::State, end: Kept) -> Result<Option<Grown<End<B::State>>>, Stop> {
        self.count_leaf()?;
        let Some(Frame { block: Open::Scope(from, ends), .. }) = self.frames.last_mut() else { return Err(Stop) };
        let leaf = ends.number((std::mem::replace(s, from.clone()), end, self.carried));
        let Some(root) = self.branch_done(leaf)? else {
            self.rewind()?;
            return Ok(None);
        };
        let Some(Open::Scope(_, ends)) = self.close() else { return Err(Stop) };
        Ok(Some(Grown { ends: ends.into_all(), root }))
    }

    /// One branch of a pass is done.
    pub(super) fn pass_done(&mut self, s: &mut B::State, local: Kept, more: bool) -> Result<Leave, Stop> {
        self.count_leaf()?;
        let carried = self.carried;
        let Some(Frame { block: Open::Loop(passes), .. }) = self.frames.last_mut() else { return Err(Stop) };
        let (state, own, _) = passes.running().ok_or(Stop)?.clone();
        let end = (std::mem::replace(s, state), local, carried);
        let leaf = if more { AGAIN | passes.from.number(end) } else { passes.done.number(end) };
        let Some(root) = self.branch_done(leaf)? else {
            self.rewind()?;
            self.boundary(s);
            return Ok(Leave::Again(Some(own)));
        };
        let Some(frame) = self.frames.last_mut() else { return Err(Stop) };
        let Open::Loop(passes) = &mut frame.block else { return Err(Stop) };
        passes.roots.push(root);
        let Some((state, local, carried)) = passes.running().cloned() else { return self.loop_done(s) };
        *s = state;
        frame.carried = carried;
        frame.progress.clone_from(&self.past.progress);
        self.rewind()?;
        self.boundary(s);
        Ok(Leave::Again(Some(local)))
    }

    fn loop_done(&mut self, s: &mut B::State) -> Result<Leave, Stop> {
        let Some(Open::Loop(passes)) = self.close() else { return Err(Stop) };
        let root = self.unrolled(&passes.roots)?;
        self.fork(Grown { ends: passes.done.into_all(), root });
        self.follow(s).map(Leave::Done)
    }

    /// One branch of a law is done. Where it was the last one, gives the law, and its tree.
    pub(super) fn law_done(&mut self, result: Kept) -> Result<Option<(OpenLaw, u32)>, Stop> {
        self.count_leaf()?;
        let Some(Frame { block: Open::Law(law), .. }) = self.frames.last_mut() else { return Err(Stop) };
        let leaf = law.results.number(result);
        let Some(root) = self.branch_done(leaf)? else {
            self.rewind()?;
            return Ok(None);
        };
        match self.close() {
            Some(Open::Law(law)) => Ok(Some((law, root))),
            _ => Err(Stop),
        }
    }

    /// A branch has come to its end.
    fn count_leaf(&mut self) -> Result<(), Stop> {
        self.leaves += 1;
        let is_over = self.leaves > self.budget || self.interrupt.is_some_and(Interrupt::is_asked);
        if is_over { Err(Stop) } else { Ok(()) }
    }

    /// A branch has come to a leaf of that number. Goes on to the next one; where there is none, gives the tree of all.
    fn branch_done(&mut self, leaf: u32) -> Result<Option<u32>, Stop> {
        let leaf = self.nodes.leaf(leaf);
        let leaf = self.nodes.met(std::mem::take(&mut self.met), leaf);
        self.advance(leaf)
    }

    /// Goes back to where the branches of the running exploration begin.
    fn rewind(&mut self) -> Result<(), Stop> {
        let frame = self.frames.last().ok_or(Stop)?;
        (self.cursor, self.carried) = (0, frame.carried);
        self.past.progress.clone_from(&frame.progress);
        Ok(())
    }

    /// The running exploration is done; the one goes on that it was inside of.
    fn close(&mut self) -> Option<Open<B::State>> {
        let frame = self.frames.pop()?;
        (self.path, self.cursor, self.met, self.carried) = frame.outer;
        Some(frame.block)
    }

    /// Each different end becomes a branch.
    pub(super) fn fork(&mut self, grown: Grown<End<B::State>>) {
        let progress = self.past.progress.clone();
        self.push(Fork::Ends(grown, progress));
    }

    /// Takes the end of the current branch.
    pub(super) fn follow(&mut self, s: &mut B::State) -> Result<Kept, Stop> {
        let node = self.path.get(self.cursor).ok_or(Stop)?;
        self.cursor += 1;
        let Fork::Ends(grown, progress) = &node.fork else { return Err(Stop) };
        self.past.progress.clone_from(progress);
        let (state, end, carried) = grown.ends.get(node.parts.len()).ok_or(Stop)?;
        s.clone_from(state);
        self.carried = *carried;
        Ok(Rc::clone(end))
    }

    /// Each result of a law becomes a branch.
    pub(super) fn fork_law(&mut self, law: Rc<Grown<Kept>>) {
        let progress = self.past.progress.clone();
        self.push(Fork::Law(law, progress));
    }

    /// Takes the result of the current branch.
    pub(super) fn follow_law(&mut self) -> Result<Kept, Stop> {
        let node = self.path.get(self.cursor).ok_or(Stop)?;
        self.cursor += 1;
        let Fork::Law(law, progress) = &node.fork else { return Err(Stop) };
        self.past.progress.clone_from(progress);
        law.ends.get(node.parts.len()).cloned().ok_or(Stop)
    }

    /// The passes of a loop, by number, each put in the place of the leaves that go on with it; the first one is the
    /// loop. What leads back to itself is thrown again until it leads elsewhere; a longer circle is given up.
    fn unrolled(&mut self, roots: &[u32]) -> Result<u32, Stop> {
        let mut done: Vec<Option<u32>> = vec![None; roots.len()];
        // Innermost last: a pass waits for those that it goes on with.
        let mut open = vec![0usize];
        while let Some(at) = open.last().copied() {
            let root = *roots.get(at).ok_or(Stop)?;
            let own = AGAIN | u32::try_from(at).map_err(|_| Stop)?;
            let once = self.nodes.without(root, own).ok_or(Stop)?;
            let mut missing = None;
            let whole = self.nodes.replace(once, &mut |nodes: &mut Nodes, leaf| {
                if leaf & AGAIN == 0 {
                    return Some(nodes.leaf(leaf));
                }
                let next = (leaf & !AGAIN) as usize;
                let known = done.get(next).copied().flatten();
                if known.is_none() {
                    missing = Some(next);
                }
                known
            });
            match (whole, missing) {
                (Some(whole), _) => {
                    if let Some(place) = done.get_mut(at) {
                        *place = Some(whole);
                    }
                    open.pop();
                }
                (None, Some(next)) if !open.contains(&next) => open.push(next),
                _ => return Err(Stop),
            }
        }
        done.first().copied().flatten().ok_or(Stop)
    }
}

impl<S: Eq + Hash> Passes<S> {
    /// Where the running pass begins, if there is one that is not done.
    fn running(&self) -> Option<&End<S>> {
        self.from.get(u32::try_from(self.roots.len()).ok()?)
    }
}
