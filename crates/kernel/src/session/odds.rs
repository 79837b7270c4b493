//! Looking ahead from the battle as it stands: exact odds, and the next question.

use std::borrow::Cow;
use std::sync::Arc;

use super::record::Record;
use super::sample::Sampler;
use super::{Begun, Kept, Past, Session};
use crate::decision_tree::Node;
use crate::dice::Rng;
use crate::scribe::speaks_for;
use crate::tape::{Answer, Awaited, DiceAwaited, Given, Timed};
use crate::weight::Precision;
use crate::{
    Check, DecisionTree, Ends, Flow, Id, Ids, Itemised, OverBudget, Policy, RuleId, Scribe, SessionError, Side, Sign,
    StepSoFar, Tree, Viewer, Watch,
};

/// So many states are kept for the next odds: most actions have no more ends.
const MOST_REUSED: usize = 32;

impl<B: Scribe> Session<B> {
    /// Every way the running step can still go, all that has been given in it kept; with `first`, after that choice.
    ///
    /// `policy` answers what else is asked. While several people are asked at once, it also answers for those who have
    /// chosen and whose choice the viewer may not know yet: odds tell nobody what the others hide. [`Ends::met`] tells how likely it is that something of what is watched for is
    /// met from here on.
    ///
    /// # Errors
    /// When the person is not asked, the choice is refused, or the odds need more than `budget` branches.
    pub fn ends(
        &self,
        viewer: Viewer,
        first: Option<(Id, B::Choice)>,
        policy: &mut dyn Policy<B>,
        watch: Watch,
        precision: Precision,
        budget: u64,
    ) -> Result<Ends<B::State>, OddsError> {
        let Outset { begun, answers, counting_from } = self.outset(viewer, first)?;
        let tree = Tree::<B>::new(&begun.setup, policy, precision, budget);
        let tree = tree.watching(watch).reusing(self.memory.with(std::mem::take)).stopped_by(&self.interrupt);
        let mut tree = tree.after(&answers, &begun.edicts, counting_from);
        let ends = tree.step(&begun.state).map_err(OddsError::TooMany);
        self.give_back(tree.into_spares());
        ends
    }

    /// Keeps the memory of states that are needed no more for the next odds.
    pub(crate) fn give_back(&self, states: impl IntoIterator<Item = Box<B::State>>) {
        self.memory.with(|memory| {
            let room = MOST_REUSED.saturating_sub(memory.len());
            memory.extend(states.into_iter().take(room));
        });
    }

    /// Every way the running step can still go, with the choices of some sides (one bit each) open: the first few on
    /// each branch. Chances are fractions.
    pub(crate) fn deliberated(
        &self,
        viewer: Viewer,
        first: Option<(Id, B::Choice)>,
        policy: &mut dyn Policy<B>,
        (deliberates, most): (u64, u32),
        watch: Watch,
        budget: u64,
    ) -> Result<Deliberated<B>, OddsError> {
        let Outset { begun, answers, counting_from } = self.outset(viewer, first)?;
        let table = DecisionTree::new(begun.setup.as_ref(), Box::new(policy), B::side, deliberates, budget);
        let table = table.watching(watch).deciding(most).counting(Precision::Exact).stopped_by(&self.interrupt);
        let mut table = table.after(&answers, &begun.edicts, counting_from);
        match table.explore(&begun.state) {
            Ok((ends, nodes)) => {
                let signs = table.signs().to_vec();
                Ok(Deliberated { ends, nodes, signs, leaves: table.leaves() })
            }
            Err(over) if over.leaves > budget || self.interrupt.is_asked() => Err(OddsError::TooMany(over)),
            Err(_) => Err(OddsError::Undecided),
        }
    }

    /// Every different check that may still be made in the running step, with its modifiers, and whether these are all
    /// of them. With `all_replies`, those after every listed reply.
    pub(crate) fn checks(
        &self,
        viewer: Viewer,
        first: Option<(Id, B::Choice)>,
        policy: &mut dyn Policy<B>,
        all_replies: bool,
        budget: u64,
    ) -> Result<(Vec<Check<Itemised>>, bool), OddsError> {
        let Outset { begun, answers, counting_from } = self.outset(viewer, first)?;
        let mut all = EveryReply { policy, all: all_replies };
        let tree = Tree::<B>::new(&begun.setup, &mut all, Precision::Float, budget);
        let mut tree = tree.noting().after(&answers, &begun.edicts, counting_from).stopped_by(&self.interrupt);
        let whole = tree.step(&begun.state).is_ok();
        Ok((tree.noted().to_vec(), whole))
    }

    /// What the running step is played from, again and again.
    pub(crate) fn sampler(&self, viewer: Viewer, first: Option<(Id, B::Choice)>) -> Result<Sampler<B>, SessionError> {
        if let Some((who, choice)) = &first {
            let (_, ask) = self.asked(*who)?;
            B::judge(&self.setup, self.state(), *who, &ask, choice)?;
        }
        let first = match first {
            Some((who, choice)) => Some(Answer { rule: self.asked(who)?.0, who, given: Given::Choice(choice) }),
            None => None,
        };
        let record = Record {
            answers: self.answers_known_to(viewer),
            idle: Vec::new(),
            opening: None,
            ..self.running().clone()
        };
        Ok(Sampler::new(record, self.before_step(), first))
    }

    /// The state before the running step, what has been given in it, with a choice that is made first, and the edicts
    /// that wait for a boundary in it.
    #[allow(clippy::type_complexity, reason = "a state and two lists")]
    pub(crate) fn point(
        &self,
        first: Option<(Id, B::Choice)>,
    ) -> Result<(B::State, Vec<Answer<B::Choice>>, Vec<Timed>), OddsError> {
        let Outset { begun, answers, .. } = self.outset(Viewer::GameMaster, first)?;
        let Begun { state, edicts, .. } = begun.into_owned();
        Ok((state, answers, edicts))
    }

    /// Where an enumeration begins, and what is known of the step.
    fn outset(&self, viewer: Viewer, first: Option<(Id, B::Choice)>) -> Result<Outset<'_, B>, OddsError> {
        let begun = self.begins();
        let mut answers = self.answers_known_to(viewer);
        let mut counting_from = usize::MAX;
        if let Some((who, choice)) = first {
            let (rule, ask) = self.asked(who)?;
            B::judge(&begun.setup, self.state(), who, &ask, &choice).map_err(SessionError::Refused)?;
            answers.push(Answer { rule, who, given: Given::Choice(choice) });
            counting_from = answers.len();
        }
        Ok(Outset { begun, answers, counting_from })
    }

    /// What a policy chooses that looks ahead: it gets what has been given in the running step, as far as its side may
    /// know of it.
    pub(super) fn thought(
        &self,
        viewer: Viewer,
        (rule, who, ask): (RuleId, Id, &B::Ask),
        policy: &mut dyn Policy<B>,
        policy_rng: &mut Rng,
    ) -> B::Choice {
        let so_far =
            |so_far: &StepSoFar<'_, B>| policy.think(so_far, &self.setup, &self.now, rule, who, ask, policy_rng);
        // A policy knows what its side does; one that speaks for a person, no more than that person.
        let knower = match viewer {
            Viewer::Person { .. } => viewer,
            _ => Viewer::Side(B::side(&self.setup, who)),
        };
        self.with_step_known_to(knower, so_far)
    }

    /// How it has come to the question that is put to somebody, as far as its side may know of it.
    pub(crate) fn with_step_so_far<R>(&self, who: Id, look: impl FnOnce(&StepSoFar<'_, B>) -> R) -> R {
        self.with_step_known_to(Viewer::Side(B::side(&self.setup, who)), look)
    }

    fn with_step_known_to<R>(&self, knower: Viewer, look: impl FnOnce(&StepSoFar<'_, B>) -> R) -> R {
        let Begun { state, edicts, .. } = self.begun();
        let answers = self.answers_known_to(knower);
        look(&StepSoFar { before: &state, answers: &answers, edicts: &edicts, interrupt: &self.interrupt })
    }

    /// The answers that the running step uses, without those that are hidden from a viewer until all are in.
    fn answers_known_to(&self, viewer: Viewer) -> Vec<Answer<B::Choice>> {
        let (idle, hidden) = (&self.running().idle, &self.running().hidden);
        let known = |at: &usize, answer: &Answer<B::Choice>| {
            !idle.contains(at) && (!hidden.contains(at) || speaks_for::<B>(&self.setup, viewer, answer.who))
        };
        let answers = self.step_answers().iter().enumerate().filter(|(at, answer)| known(at, answer));
        answers.map(|(_, answer)| answer.clone()).collect()
    }

    /// The battle as a viewer may take it, to work out odds: the running step alone, from a state in which a guess stands
    /// for everything that this viewer may not know, with the answers that it knows. The same for all battles that differ
    /// in secrets only. None where what has happened cannot have happened to that guess.
    pub(crate) fn as_known_to(&self, viewer: Viewer) -> Option<Self> {
        let Begun { setup, mut state, edicts, .. } = self.begun();
        guess_hidden::<B>(&setup, &mut state, viewer);
        let mut record = Record::new(self.running().place, setup, state, self.running().dice.clone());
        record.answers = self.answers_known_to(viewer);
        record.edicts = edicts;
        let mut known = self.alone(record);
        let played = known.run();
        (known.now, known.awaited) = (played.state, played.run.awaited);
        known.running_mut().hidden = played.run.hidden;
        // Whether others are asked whom this viewer does not know of must make no difference.
        let own = |who: &Id| speaks_for::<B>(&self.setup, viewer, *who);
        let asks_the_same = match (&self.awaited, &known.awaited) {
            (Some(Awaited::Choices(rule, asks)), Some(Awaited::Choices(supposed, all))) => {
                let mut own = asks.iter().filter(|(who, _)| own(who));
                rule == supposed && own.all(|(who, _)| all.iter().any(|(asked, _)| asked == who))
            }
            (Some(Awaited::Dice(dice)), Some(Awaited::Dice(supposed))) => {
                let throws = |all: &[DiceAwaited]| all.iter().map(|d| (d.rule, d.who)).collect::<Vec<_>>();
                throws(dice) == throws(supposed)
            }
            (None, None) => true,
            _ => false,
        };
        asks_the_same.then_some(known)
    }

    /// The battle as it stands without its past: the running step alone. Odds need no more, and it costs the same however
    /// long the battle has been.
    pub(crate) fn here(&self) -> Self {
        let record = Record { before: Some(Box::new(self.before_step())), ..self.running().clone() };
        let stuck = self.stuck.clone();
        Self { awaited: self.awaited.clone(), later: self.later.clone(), stuck, ..self.alone(record) }
    }

    /// A battle of one running step.
    fn alone(&self, record: Record<B>) -> Self {
        Self {
            source: self.source.clone(),
            seed: self.seed,
            fight: self.fight,
            dice: self.dice.clone(),
            policy_rng: self.policy_rng.clone(),
            given: self.given,
            steps: vec![record],
            setup: Arc::clone(&self.setup),
            now: self.now.clone(),
            awaited: None,
            outcome: self.outcome,
            later: Vec::new(),
            undone: Vec::new(),
            spares: Vec::new(),
            stuck: None,
            interrupt: self.interrupt.clone(),
            past: Past::new(),
            lines: Kept::default(),
            numbers: Kept::default(),
            tells_edicts: self.tells_edicts,
            memory: Kept::default(),
        }
    }

    /// The same battle to a viewer, with other secrets; what has been given is as it is.
    pub(crate) fn disguised(&self, viewer: Viewer) -> Self {
        Self { now: B::disguise(&self.setup, &self.now, viewer), ..self.clone() }
    }

    /// The same with other secrets at the beginning of the running step, from where its rest is worked out.
    pub(crate) fn disguised_from_the_start(&self, viewer: Viewer) -> Self {
        let mut other = self.clone();
        let before = other.before_step();
        let record = other.running_mut();
        record.before = Some(Box::new(B::disguise(&record.setup, &before, viewer)));
        record.opening = None;
        other
    }

    /// The same battle with other names for some.
    pub(crate) fn renamed(&self, who: &Ids) -> Self {
        let mut other = self.clone();
        let rename = |setup: &mut Arc<B::Setup>| {
            who.iter().for_each(|id| B::rename(Arc::make_mut(setup), id, format!("Another-{}", id.index())));
        };
        rename(&mut other.setup);
        let record = other.running_mut();
        rename(&mut record.setup);
        // Edicts that have been done name people as they were called.
        record.opening.iter_mut().for_each(|opening| rename(opening.setup()));
        other
    }

    /// The question that a choice would lead to before anything else happens, if it is one to the same person about
    /// something else, and one that has no usual answer: where to, at whom.
    ///
    /// Where several people are asked at once there is none: what comes next depends on what the others choose.
    #[must_use]
    pub fn leads_to(&self, who: Id, choice: &B::Choice) -> Option<(B::Ask, B::State)> {
        let (rule, _) = self.asked(who).ok()?;
        if self.asks_several() {
            return None;
        }
        let (awaited, state) = self.once_given(Answer { rule, who, given: Given::Choice(choice.clone()) });
        let Some(Awaited::Choices(next, asks)) = awaited else { return None };
        let (_, ask) = asks.into_iter().find(|(id, _)| *id == who && next != rule)?;
        B::standing(&self.setup, &state, who, &ask).is_none().then_some((ask, state))
    }

    /// Is a question to several people open, if only for the last of them?
    pub(crate) fn asks_several(&self) -> bool {
        matches!(&self.awaited, Some(Awaited::Choices(_, asks)) if asks.len() > 1) || !self.running().hidden.is_empty()
    }
}

/// Puts a guess in the place of everything that a viewer may not know.
pub(crate) fn guess_hidden<B: Scribe>(g: &B::Setup, s: &mut B::State, viewer: Viewer) {
    if viewer == Viewer::GameMaster {
        return;
    }
    let sides = (0u8..).map(Side).take(B::sides(g).len());
    // Who knows what every side knows sees every side with the eyes of the others.
    for side in sides.filter(|side| viewer.side().is_none_or(|own| own == *side)) {
        B::guess_hidden(g, s, side, &mut Rng::for_fight(0, 0));
    }
}

/// The beginning of the running step, and what has been given in it.
struct Outset<'s, B: Scribe> {
    begun: Cow<'s, Begun<B>>,
    answers: Vec<Answer<B::Choice>>,
    counting_from: usize,
}

/// Dice and choices of a step: its ends, the tree over them, and what is met in it.
pub(crate) struct Deliberated<B: Scribe> {
    pub(crate) ends: Vec<(B::State, Flow)>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) signs: Vec<Sign>,
    pub(crate) leaves: u64,
}

/// A policy, or every listed choice but where it insists.
struct EveryReply<'p, B: Scribe> {
    policy: &'p mut dyn Policy<B>,
    all: bool,
}

impl<B: Scribe> Policy<B> for EveryReply<'_, B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        self.policy.choose(g, s, rule, who, ask, rng)
    }
    fn is_even(&self, g: &B::Setup, who: Id) -> bool {
        self.all || self.policy.is_even(g, who)
    }
    fn insists(&mut self, g: &B::Setup, s: &B::State, who: Id, ask: &B::Ask) -> Option<B::Choice> {
        self.policy.insists(g, s, who, ask)
    }
}

/// Why there are no exact odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OddsError {
    /// The choice cannot be made.
    Choice(SessionError),
    /// There are too many branches.
    TooMany(OverBudget),
    /// There need be no single best reply: people of several sides choose at once and in secret, or something goes round
    /// in circles.
    Undecided,
}

impl From<SessionError> for OddsError {
    fn from(error: SessionError) -> Self {
        Self::Choice(error)
    }
}

impl std::fmt::Display for OddsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Choice(error) => error.fmt(f),
            Self::Undecided => f.write_str(
                "there need be no single best reply here: people of several sides choose at once and in secret, or what \
                 they choose leads in circles",
            ),
            Self::TooMany(over) => write!(f, "too many branches to follow exactly: given up after {}", over.leaves),
        }
    }
}

impl std::error::Error for OddsError {}
