//! Everything that may become of a fight, state by state.

use crate::decision_tree::told::Node;
use crate::numbered::Numbered;
use crate::tape::{Answer, Timed};
use crate::{DecisionTree, Ends, Flow, Id, Ids, OverBudget, Policy, Precision, Rulebook, Scribe, Side, Tree};

/// States by number, and where each can lead: the door to exact answers with its types erased.
///
/// State 0 is how the fight begins; where it is looked at after several choices, the first states are how it begins after
/// each of them ([`begins`](Prospect::begins)). Two others have one number exactly when they are equal after
/// [`Rulebook::forget`]: then they play on equally, within its [horizon](Prospect::horizon).
pub trait Prospect {
    /// How many states are known by now; each step may make some more known.
    fn states(&self) -> usize;
    /// Puts down where the step from a state can lead, with chances that sum to one. A number that is not known leads
    /// nowhere.
    ///
    /// # Errors
    /// When the branches that the outlook allows are used up.
    fn step(&mut self, state: u32, branches: &mut Vec<Branch>) -> Result<(), OverBudget>;
    /// Where the step from a state can lead, with the choices of those who [deliberate](Outlook::deliberate) open.
    ///
    /// # Errors
    /// When the branches that the outlook allows are used up, or people of several sides deliberate at once and in
    /// secret, where there need be no single best choice.
    fn deliberate(&mut self, state: u32) -> Result<StepTree, OverBudget>;
    /// How many branches it may begin: so many of the first states.
    fn begins(&self) -> u32 {
        1
    }
    /// In which round the fight begins.
    fn first_round(&self) -> u32 {
        0
    }
    /// The round with which the fight is over, nobody having won, however it stands; states do not know it.
    fn most_rounds(&self) -> Option<u32> {
        None
    }
    /// For how many rounds from its beginning it says the truth, if not for all: states are known by now in which something lasts longer
    /// than it [looks ahead](Outlook::horizon).
    fn horizon(&self) -> Option<u32> {
        None
    }
    /// How the fight ends when that is the case in this state, by number.
    fn broken_off(&mut self, state: u32) -> u32;
    /// The endings met by now, by number; all differ.
    fn endings(&self) -> &[Ending];
    /// How many branches have been followed.
    fn leaves(&self) -> u64;
}

/// How a fight is looked ahead in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// The policy of each side; sides without one have the book's usual one.
    pub policies: Vec<String>,
    /// Sides that look at every listed choice and follow no policy when a step is
    /// [deliberated on](Prospect::deliberate).
    pub deliberate: Vec<Side>,
    /// The most branches that are followed, all steps together.
    pub leaves: u64,
    /// The most branches of one step: nobody can stop it on its way, and its ends are all in memory at once.
    pub step_leaves: u64,
    /// For how many rounds it is to say the truth; for all where there is no number. What lasts longer is taken to last for ever
    /// ([`Rulebook::outlast`]): states that differ in how much longer it does are one.
    pub horizon: Option<u32>,
}

impl Default for Outlook {
    fn default() -> Self {
        let (leaves, step_leaves) = (100_000_000, 500_000);
        Self { policies: Vec::new(), deliberate: Vec::new(), leaves, step_leaves, horizon: None }
    }
}

impl Outlook {
    /// Branches that may be followed for each state.
    const BRANCHES: u64 = 10_000;
    /// What a step may always have, and what it has at most: some ten to some hundred megabytes of states.
    const STEP: (u64, u64) = (50_000, 500_000);

    /// As far as one gets with so many states in memory: the ends of a step are states, too.
    #[must_use]
    pub fn within(states: u64) -> Self {
        let (least, most) = Self::STEP;
        Self {
            leaves: states.saturating_mul(Self::BRANCHES),
            step_leaves: states.clamp(least, most),
            ..Self::default()
        }
    }
}

/// One way a step can go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Branch {
    /// Where it leads.
    pub to: Target,
    /// How many rounds it takes: mostly none, or one.
    pub rounds: u32,
    /// Its chance.
    pub chance: f64,
}

/// Where a way leads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Target {
    /// To a state, by number.
    State(u32),
    /// The fight is over: an ending, by number.
    End(u32),
}

/// Dice and choices of one step, and where they lead.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct StepTree {
    /// Parts come before what they are part of; the whole is the last.
    pub nodes: Vec<Node>,
    /// Where the leaves lead; their chances are those of the branch, and each is 1 here.
    pub branches: Vec<Branch>,
}

/// How a fight can end.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The side that has won; nobody in a draw.
    pub winner: Option<Side>,
    /// Who is able to act.
    pub able: Ids,
    /// Who has [fallen](crate::Left::fallen).
    pub fallen: Ids,
    /// All gauges, combatant by combatant, in the order of [`Combatant::gauges`](crate::Combatant::gauges).
    pub gauges: Vec<i32>,
}

/// A point in the middle of a battle.
pub(crate) struct Opening<'r, B: Rulebook> {
    /// Before the running step.
    pub(crate) state: B::State,
    /// What has been given in it.
    pub(crate) answers: Vec<Answer<B::Choice>>,
    pub(crate) edicts: Vec<Timed>,
    /// Who chooses in the rest of it.
    pub(crate) policy: Box<dyn Policy<B> + 'r>,
}

/// Explores a fight with a tree.
pub(crate) struct Explorer<'r, B: Rulebook> {
    setup: &'r B::Setup,
    /// The first states, if the fight has been going on: their step is not whole. All others count from there.
    openings: Vec<Opening<'r, B>>,
    deliberates: u64,
    tree: Tree<'r, B>,
    decision_tree: DecisionTree<'r, B>,
    places: Places<B>,
    first_round: u32,
    leaves: u64,
    step_leaves: u64,
    /// Branches that were followed from openings, each by a table of its own.
    opened: u64,
}

impl<'r, B: Scribe> Explorer<'r, B> {
    /// `players`: the policies of the sides, twice.
    pub(crate) fn new(
        setup: &'r B::Setup,
        begin: B::State,
        outlook: &Outlook,
        players: [Box<dyn Policy<B> + 'r>; 2],
    ) -> Self {
        let [policy, again] = players;
        let deliberates = outlook.deliberate.iter().fold(0, |sides, side| sides | 1u64 << (side.0 % 64));
        Self {
            setup,
            openings: Vec::new(),
            deliberates,
            tree: Tree::owning(setup, policy, Precision::Float, outlook.leaves),
            decision_tree: DecisionTree::new(setup, again, B::side, deliberates, outlook.leaves),
            first_round: B::place(&begin).round,
            places: Places::new(setup, begin, outlook.horizon),
            leaves: outlook.leaves,
            step_leaves: outlook.step_leaves,
            opened: 0,
        }
    }

    /// Begins in the middle of a battle, in each of these branches.
    pub(crate) fn from(self, openings: Vec<Opening<'r, B>>) -> Self {
        Self { openings, ..self }
    }

    /// By how much the numbers of states are shifted.
    fn shift(&self) -> u32 {
        u32::try_from(self.openings.len()).unwrap_or(u32::MAX)
    }

    /// Where an end of a step leads.
    fn to(&mut self, state: B::State, flow: Flow) -> Target {
        match self.places.of(self.setup, state, flow) {
            Target::State(number) => Target::State(number.saturating_add(self.shift())),
            end => end,
        }
    }

    /// The ends of a step, and in which round it began.
    fn ends(&mut self, state: u32, allowed: u64) -> Result<(u32, Ends<B::State>), OverBudget> {
        if let Some(opening) = self.openings.get_mut(state as usize) {
            let Opening { state, answers, edicts, policy } = opening;
            let tree = Tree::<B>::new(self.setup, &mut **policy, Precision::Float, allowed);
            let ends = tree.after(answers, edicts, usize::MAX).step(state);
            let followed = ends.as_ref().map_or_else(|over| over.leaves, |ends| ends.leaves);
            self.opened = self.opened.saturating_add(followed);
            let ends = ends?;
            return Ok((B::place(state).round, ends));
        }
        let Some(from) = self.places.states.get(state.saturating_sub(self.shift())) else {
            return Ok((0, Ends { ends: Vec::new(), leaves: 0, signs: Vec::new() }));
        };
        self.tree.allow(allowed);
        Ok((B::place(from).round, self.tree.step(from)?))
    }

    /// How many branches the next step may have.
    fn allowed(&self) -> u64 {
        self.leaves.saturating_sub(self.leaves()).min(self.step_leaves)
    }
}

impl<B: Scribe> Prospect for Explorer<'_, B> {
    fn states(&self) -> usize {
        self.places.states.len() + self.shift() as usize
    }

    fn step(&mut self, state: u32, branches: &mut Vec<Branch>) -> Result<(), OverBudget> {
        branches.clear();
        let allowed = self.allowed();
        let (round, ends) = self.ends(state, allowed)?;
        for end in ends.ends {
            let rounds = B::place(&end.state).round.saturating_sub(round);
            let to = self.to(*end.state, end.flow);
            branches.push(Branch { to, rounds, chance: end.weight.value() });
        }
        Ok(())
    }

    fn deliberate(&mut self, state: u32) -> Result<StepTree, OverBudget> {
        let allowed = self.allowed();
        let (round, (ends, nodes)) = match self.openings.get_mut(state as usize) {
            Some(Opening { state, answers, edicts, policy }) => {
                let policy = Box::new(&mut **policy);
                let table = DecisionTree::new(self.setup, policy, B::side, self.deliberates, allowed);
                (B::place(state).round, table.after(answers, edicts, usize::MAX).step(state)?)
            }
            None => {
                let Some(from) = self.places.states.get(state.saturating_sub(self.shift())) else {
                    return Ok(StepTree::default());
                };
                self.decision_tree.allow(allowed);
                (B::place(from).round, self.decision_tree.step(from)?)
            }
        };
        let mut branches = Vec::with_capacity(ends.len());
        for (state, flow) in ends {
            let rounds = B::place(&state).round.saturating_sub(round);
            branches.push(Branch { to: self.to(state, flow), rounds, chance: 1.0 });
        }
        Ok(StepTree { nodes, branches })
    }

    fn begins(&self) -> u32 {
        self.shift().max(1)
    }

    fn first_round(&self) -> u32 {
        self.first_round
    }

    fn most_rounds(&self) -> Option<u32> {
        B::most_rounds(self.setup)
    }

    fn horizon(&self) -> Option<u32> {
        self.places.horizon.filter(|_| self.places.outlasts)
    }

    fn broken_off(&mut self, state: u32) -> u32 {
        let shift = self.shift();
        let Places { states, endings, began, .. } = &mut self.places;
        let opening = self.openings.get(state as usize).map(|opening| &opening.state);
        let state = opening.or_else(|| states.get(state.checked_sub(shift)?));
        state.map_or(0, |s| endings.number(ending::<B>(self.setup, s, *began, None)))
    }

    fn endings(&self) -> &[Ending] {
        self.places.endings.all()
    }

    fn leaves(&self) -> u64 {
        self.tree.leaves().saturating_add(self.decision_tree.leaves()).saturating_add(self.opened)
    }
}

/// States and endings, by number.
pub(super) struct Places<B: Rulebook> {
    pub(super) states: Numbered<B::State>,
    pub(super) endings: Numbered<Ending>,
    /// Who was there when the fight began.
    began: Ids,
    /// What lasts for more rounds than these lasts for ever.
    horizon: Option<u32>,
    /// Is there anything that does?
    outlasts: bool,
}

impl<B: Scribe> Places<B> {
    /// Begins with one state, number 0.
    pub(super) fn new(g: &B::Setup, begin: B::State, horizon: Option<u32>) -> Self {
        let began = B::present(g, &begin);
        let (states, endings) = (Numbered::default(), Numbered::default());
        let mut places = Self { states, endings, began, horizon, outlasts: false };
        places.number(begin);
        places
    }

    /// The number of a state, as far as it matters for what is to come.
    fn number(&mut self, mut s: B::State) -> u32 {
        B::forget(&mut s);
        self.outlasts |= self.horizon.is_some_and(|rounds| B::outlast(&mut s, rounds));
        self.states.number(s)
    }

    /// The number of what a step came to.
    pub(super) fn of(&mut self, g: &B::Setup, s: B::State, flow: Flow) -> Target {
        match flow {
            Flow::On => Target::State(self.number(s)),
            Flow::Over(outcome) => Target::End(self.endings.number(ending::<B>(g, &s, self.began, outcome.winner))),
        }
    }
}

/// How it has ended; `began` are those who were there when it began.
fn ending<B: Scribe>(g: &B::Setup, s: &B::State, began: Ids, winner: Option<Side>) -> Ending {
    let mut gauges = Vec::new();
    for at in 0..B::count(g) {
        B::gauges(g, s, Id::new(at), &mut |_, value, _| gauges.push(value));
    }
    let able = B::able(g, s);
    Ending { winner, able, fallen: began.or(B::present(g, s)).without(able), gauges }
}
