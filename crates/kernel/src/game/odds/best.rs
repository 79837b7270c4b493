//! Best replies: whoever is asked takes what is best for their side when the step ends.

use super::Question;
use super::replies::Replies;
use crate::decision_tree::Node;
use crate::game::inquiry::Others;
use crate::tree::signs::{Gathered, Met};
use crate::{End, Ends, Flow, OddsError, Precision, Scribe, Side, Watch, Weight};

/// Another choice must be better by this much to be taken instead: what is less is a rounding.
const BETTER: f64 = 1e-9;

/// How many decisions of a branch are looked into, where not all can be.
const FEWER: [u32; 3] = [3, 2, 1];

/// The ends of the step when everybody who looks for the best has chosen; and how many decisions of each branch were
/// looked into, where there were too many for all.
pub(super) fn ends<B: Scribe>(
    question: &Question<'_, B>,
    replies: &mut Replies<B>,
    watch: Watch,
) -> Result<(Ends<B::State>, Option<u32>), OddsError> {
    let all = within(question, replies, &watch, u32::MAX);
    if !matches!(all, Err(OddsError::TooMany(_))) {
        return Ok((all?, None));
    }
    for most in FEWER {
        let some = within(question, replies, &watch, most);
        if !matches!(some, Err(OddsError::TooMany(_))) {
            return Ok((some?, Some(most)));
        }
    }
    Ok((all?, None))
}

/// The ends of the step when the first decisions of each branch are the best.
fn within<B: Scribe>(
    question: &Question<'_, B>,
    replies: &mut Replies<B>,
    watch: &Watch,
    most: u32,
) -> Result<Ends<B::State>, OddsError> {
    let Question { session, inquiry, first, .. } = question;
    let sides = B::sides(session.setup()).len().max(1);
    let own = match inquiry.reply.others {
        Others::BestOfAll => None,
        _ => Some(question.side()),
    };
    let deliberates =
        (0u8..64).take(sides).filter(|side| own != Some(Side(*side))).fold(0u64, |all, side| all | 1 << side);
    let (looked, budget) = ((deliberates, most), inquiry.budget);
    let explored = session.deliberated(question.knower, first.clone(), replies, looked, watch.clone(), budget)?;
    let tree = Tree { nodes: &explored.nodes, side: &|who| usize::from(B::side(session.setup(), who).0) };
    let score = |(state, _): &(B::State, Flow), side: usize| {
        let side = Side(u8::try_from(side).unwrap_or(u8::MAX));
        f64::from(B::score(session.setup(), state, side))
    };
    let picks = tree.picks(sides, |leaf, side| explored.ends.get(leaf).map_or(0.0, |end| score(end, side)));
    let reached = tree.follow(&picks, explored.ends.len());
    let ends = explored.ends.into_iter().zip(reached).filter_map(|((state, flow), reached)| {
        let (met, weight) = reached?;
        Some(End { state: Box::new(state), flow, met, weight })
    });
    Ok(Ends { ends: ends.collect(), leaves: explored.leaves, signs: explored.signs })
}

/// Dice and choices of a step.
struct Tree<'t> {
    nodes: &'t [Node],
    side: &'t dyn Fn(crate::Id) -> usize,
}

impl Tree<'_> {
    /// Of each node, the part that is chosen there, by its place among the parts; 0 where nobody chooses.
    fn picks(&self, sides: usize, worth: impl Fn(usize, usize) -> f64) -> Vec<usize> {
        let mut worths: Vec<Vec<f64>> = Vec::with_capacity(self.nodes.len());
        let mut picks = Vec::with_capacity(self.nodes.len());
        for node in self.nodes {
            let of = |part: u32, side: usize| {
                worths.get(part as usize).and_then(|sides| sides.get(side)).copied().unwrap_or(0.0)
            };
            let all = |of: &dyn Fn(usize) -> f64| (0..sides).map(of).collect::<Vec<f64>>();
            let (pick, worth) = match node {
                Node::Leaf(end) => (0, all(&|side| worth(*end as usize, side))),
                Node::Met(_, part) => (0, all(&|side| of(*part, side))),
                Node::Chance(parts) => {
                    (0, all(&|side| parts.iter().map(|(chance, part)| chance.value() * of(*part, side)).sum()))
                }
                Node::Choice(who, parts) => {
                    let own = (self.side)(*who);
                    let pick = best(parts.iter().map(|part| of(*part, own)));
                    (pick, all(&|side| parts.get(pick).map_or(0.0, |part| of(*part, side))))
                }
            };
            picks.push(pick);
            worths.push(worth);
        }
        picks
    }

    /// How likely each end is then, and what is met on the way; nothing of ends that nobody chooses to come to.
    fn follow(&self, picks: &[usize], ends: usize) -> Vec<Option<(Met, Weight)>> {
        let mut come: Vec<Option<Come>> = Vec::new();
        come.resize_with(self.nodes.len(), || None);
        let mut reached: Vec<Option<Come>> = Vec::new();
        reached.resize_with(ends, || None);
        if let Some(whole) = come.last_mut() {
            *whole = Some(Come::with(Met::default(), Weight::one(Precision::Exact)));
        }
        // Parts stand before what they are part of.
        for (at, node) in self.nodes.iter().enumerate().rev() {
            let Some(here) = come.get_mut(at).and_then(Option::take) else { continue };
            let (met, weight) = here.told();
            let mut on = |part: u32, met: Met, weight: Weight| Come::add(come.get_mut(part as usize), met, weight);
            match node {
                Node::Leaf(end) => Come::add(reached.get_mut(*end as usize), met, weight),
                Node::Met(signs, part) => {
                    let mut met = met;
                    signs.iter().for_each(|sign| met.add(sign));
                    on(*part, met, weight);
                }
                Node::Chance(parts) => {
                    for (chance, part) in parts {
                        on(*part, met.clone(), weight.and(chance));
                    }
                }
                Node::Choice(_, parts) => {
                    let pick = picks.get(at).and_then(|pick| parts.get(*pick));
                    pick.into_iter().for_each(|part| on(*part, met.clone(), weight.clone()));
                }
            }
        }
        reached.into_iter().map(|come| come.map(Come::told)).collect()
    }
}

/// The place of the best; of equally good ones the first.
fn best(worths: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (at, worth) in worths.enumerate() {
        if worth > best.1 + BETTER {
            best = (at, worth);
        }
    }
    best.0
}

/// All ways that come to one place.
struct Come {
    met: Gathered,
    weight: Weight,
}

impl Come {
    fn with(met: Met, weight: Weight) -> Self {
        Self { met: Gathered::of(met, &weight), weight }
    }

    /// One way more.
    fn add(place: Option<&mut Option<Self>>, met: Met, weight: Weight) {
        match place {
            Some(Some(known)) => {
                known.met.add(&met, &weight, &known.weight);
                known.weight.add(&weight);
            }
            Some(place) => *place = Some(Self::with(met, weight)),
            None => {}
        }
    }

    fn told(self) -> (Met, Weight) {
        (self.met.met(&self.weight), self.weight)
    }
}
