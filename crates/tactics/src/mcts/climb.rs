//! One climb: from the question through the tree, and plainly on to the end.

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Director, Fell, Id, Policy, Replay, RuleId, Scribe};

use super::tree::{Exit, Tree};
use crate::question::Question;
use crate::sample::{Sampler, fight_on};
use crate::worth;

/// Climbs once, with one of the choices that there are for the question, and writes down how it came out. Gives what that is
/// worth to whoever is asked; none where it did not come to the question, or could not be answered so. The dice depend on
/// the number of the climb alone: so choices are compared by the same ones.
pub(super) fn climb<B: Scribe>(
    question: &Question<'_, B>,
    sampler: &mut Sampler<'_, B>,
    tree: &mut Tree<B>,
    option: usize,
    number: u64,
) -> Option<i64> {
    let mut state = question.so_far.before.clone();
    question.suppose(number, &mut state);
    let mut dice = question.dice(number);
    let rng = question.stream(4 * number + 2);
    let mut climber = Climber {
        g: question.g,
        plain: &mut *sampler.plain,
        choices: &mut sampler.choices,
        rng,
        tree,
        first: Some((question.rule, question.who, option)),
        at: Some(0),
        grown: false,
        together: None,
        path: Vec::new(),
    };
    let mut table = Replay::new(question.g, &mut dice, &mut climber).after(question.so_far, None);
    let flow = table.step(&mut state);
    let flow = fight_on(&mut table, &mut state, flow);
    let (path, is_answered) = (climber.path, climber.first.is_none());
    for step in path {
        tree.note(step, |side| worth::victory::<B>(question.g, &state, flow, side));
    }
    is_answered.then(|| worth::victory::<B>(question.g, &state, flow, question.side()))
}

/// Directs one fight: by the tree as long as it is in it, then plainly.
struct Climber<'c, B: Scribe> {
    g: &'c B::Setup,
    plain: &'c mut dyn Policy<B>,
    /// Counts what is chosen.
    choices: &'c mut u64,
    rng: Rng,
    tree: &'c mut Tree<B>,
    /// How the question is answered that is thought about, until it is.
    first: Option<(RuleId, Id, usize)>,
    /// Where it is in the tree.
    at: Option<usize>,
    /// The tree has grown in this climb.
    grown: bool,
    /// While several are asked at once: what has been chosen.
    together: Option<Vec<usize>>,
    /// Place, seat and option of each choice made in the tree.
    path: Vec<(usize, usize, usize)>,
}

impl<B: Scribe> Climber<'_, B> {
    /// Goes on to another place; where there is none the tree grows, once a climb, and is left.
    fn go(&mut self, exit: Exit, fits: impl Fn(&Exit) -> bool) {
        let Some(here) = self.at else { return };
        self.at = self.tree.behind(here, fits);
        if self.at.is_none() && !self.grown {
            self.grown = true;
            self.tree.grow(here, exit);
        }
    }

    fn go_by_choices(&mut self, chosen: Vec<usize>) {
        let same = chosen.clone();
        self.go(Exit::Choices(chosen), |exit| matches!(exit, Exit::Choices(known) if *known == same));
    }

    /// What is tried here, if this is in the tree.
    fn try_here(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> Option<(usize, B::Choice)> {
        let (here, g) = (self.at?, self.g);
        let legal = |choice: &B::Choice| B::judge(g, s, who, ask, choice).is_ok();
        let (plain, rng) = (&mut *self.plain, &mut self.rng);
        let usual = || plain.choose(g, s, rule, who, ask, rng);
        let (at, seat) = self.tree.seat(here, (rule, who, B::side(g, who)), usual)?;
        let option = match self.first {
            Some((asked, by, option)) if (asked, by) == (rule, who) => {
                if !seat.options.get(option).is_some_and(|tried| legal(&tried.choice)) {
                    return None;
                }
                self.first = None;
                option
            }
            _ => {
                if seat.wants_more() {
                    seat.list(shuffled::<B>(g, s, who, ask, &mut self.rng));
                }
                seat.pick(legal)?
            }
        };
        self.path.push((here, at, option));
        seat.options.get(option).map(|tried| (option, tried.choice.clone()))
    }
}

/// The listed choices in any order.
fn shuffled<B: Scribe>(g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask, rng: &mut Rng) -> Vec<B::Choice> {
    let mut listed = Vec::new();
    B::options(g, s, who, ask, &mut |choice| listed.push(choice));
    for at in (1..listed.len()).rev() {
        let other = rng.below(u32::try_from(at + 1).unwrap_or(u32::MAX)) as usize;
        listed.swap(at, other);
    }
    listed
}

impl<B: Scribe> Director<B> for Climber<'_, B> {
    fn choose(&mut self, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask) -> B::Choice {
        *self.choices += 1;
        let Some((option, choice)) = self.try_here(s, rule, who, ask) else {
            self.at = None;
            return self.plain.choose(self.g, s, rule, who, ask, &mut self.rng);
        };
        match &mut self.together {
            Some(chosen) => chosen.push(option),
            None => self.go_by_choices(vec![option]),
        }
        choice
    }

    fn together(&mut self, begins: bool) {
        match self.together.take() {
            _ if begins => self.together = Some(Vec::new()),
            Some(chosen) if !chosen.is_empty() => self.go_by_choices(chosen),
            _ => {}
        }
    }

    fn fell(&mut self, thrown: &[Fell], alike: &dyn Fn(&[i32]) -> bool) {
        if self.at.is_some() {
            let naturals = thrown.iter().map(|fell| fell.natural).collect();
            let fits = |known: &[i32]| known.len() == thrown.len() && alike(known);
            self.go(Exit::Dice(naturals), |exit| matches!(exit, Exit::Dice(known) if fits(known)));
        }
    }
}
