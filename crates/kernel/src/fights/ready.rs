//! An encounter, loaded and ready.

use super::any_policies::AnyPolicies;
use super::prospect::{Explorer, Outlook, Prospect};
use super::simulator::Arena;
use super::{Combatant, Fights, GaugeName, Plan, Simulator};
use crate::dice::Rng;
use crate::game::{Battle, Book, Game, Played};
use crate::{Catalogue, Diagnostic, Id, Policy, PolicyError, PolicyName, RuleId, Scribe, Session, Source, StepSoFar};

/// Makes a simulator for a book's own policy on all sides.
pub type PlainSimulator<B> = for<'g> fn(&'g Ready<B>, &Plan) -> Box<dyn Simulator + 'g>;

/// An encounter of a known rulebook that is ready to be fought.
#[derive(Debug)]
pub struct Ready<B: Scribe> {
    book: Book<B>,
    source: Source,
    pub(super) setup: B::Setup,
    /// How each fight begins.
    pub(super) begin: B::State,
    pub(super) seed: u64,
    combatants: Vec<Combatant>,
}

impl<B: Scribe> Ready<B> {
    /// Reads an encounter; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    pub fn load(book: Book<B>, source: &Source, seed: Option<u64>) -> Result<Self, Vec<Diagnostic>> {
        let loaded = B::load(source)?;
        let (setup, seed) = (loaded.setup, seed.or(loaded.seed).unwrap_or(0));
        let begin = B::begin(&setup);
        let combatants = (0..B::count(&setup)).map(|at| combatant::<B>(&setup, &begin, Id::new(at))).collect();
        Ok(Self { book, source: source.clone(), setup, begin, seed, combatants })
    }

    /// The policies of the sides, each by pointer.
    fn players(&self, policies: &[String]) -> Result<BySide<B>, PolicyError> {
        BySide::new(self.book, &self.setup, policies)
    }
}

pub(crate) fn combatant<B: Scribe>(g: &B::Setup, s: &B::State, id: Id) -> Combatant {
    let mut gauges = Vec::new();
    B::gauges(g, s, id, &mut |name, start, most| gauges.push(GaugeName { name: name.to_owned(), start, most }));
    Combatant { name: B::name(g, id).to_owned(), side: B::side(g, id), there: B::present(g, s).has(id), gauges }
}

impl<B: Scribe> Fights for Ready<B> {
    fn game(&self) -> &'static str {
        B::NAME
    }

    fn catalogue(&self) -> &'static Catalogue {
        B::CATALOGUE
    }

    fn title(&self) -> &str {
        B::title(&self.setup)
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn sides(&self) -> &[String] {
        B::sides(&self.setup)
    }

    fn combatants(&self) -> &[Combatant] {
        &self.combatants
    }

    fn battle(&self, fight: u64) -> Box<dyn Battle> {
        let session = Session::fight(self.source.clone(), self.setup.clone(), self.seed, fight);
        Box::new(Played { book: self.book, session })
    }

    fn simulator(&self, plan: &Plan) -> Result<Box<dyn Simulator + '_>, PolicyError> {
        let usual = Game::policies(&self.book).first().copied().unwrap_or_default();
        if plan.policies.iter().all(|policy| policy == usual) {
            return Ok((self.book.simulator)(self, plan));
        }
        let players = self.players(&plan.policies)?;
        Ok(Box::new(Arena::new(self, AnyPolicies::new(&self.setup, players, plan), plan)))
    }

    fn prospect(&self, outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, PolicyError> {
        repeatable(&outlook.policies)?;
        let players = || self.players(&outlook.policies).map(Box::new);
        Ok(Box::new(Explorer::new(&self.setup, self.begin.clone(), outlook, [players()?, players()?])))
    }
}

/// Exact odds are of those who choose the same wherever they are asked.
///
/// # Errors
/// When somebody thinks.
pub(crate) fn repeatable(policies: &[String]) -> Result<(), PolicyError> {
    let Some(name) = policies.iter().find(|name| name.parse().is_ok_and(PolicyName::thinks)) else { return Ok(()) };
    Err(PolicyError {
        what: format!("`{name}` thinks anew each time, and has no exact odds"),
        help: "`plain` and `random` have; `skirmish sim` fights with those that think".into(),
    })
}

/// Each side is played by a policy of its own, by pointer.
pub(crate) struct BySide<B: Scribe> {
    players: Vec<Box<dyn Policy<B> + Send>>,
}

impl<B: Scribe> BySide<B> {
    /// The policies of the sides by name; sides without one have the book's usual one.
    pub(crate) fn new(book: Book<B>, g: &B::Setup, policies: &[String]) -> Result<Self, PolicyError> {
        let player = |at: usize| match policies.get(at) {
            Some(name) => book.policy(name),
            None => Ok((book.plain)()),
        };
        let players = (0..B::sides(g).len().max(1)).map(player).collect::<Result<_, _>>()?;
        Ok(Self { players })
    }
}

impl<B: Scribe> Policy<B> for BySide<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        // There is a player for each side, and at least one.
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].choose(g, s, rule, who, ask, rng)
    }

    fn wants_step_so_far(&self) -> bool {
        self.players.iter().any(|player| player.wants_step_so_far())
    }

    fn think(
        &mut self,
        so_far: &StepSoFar<'_, B>,
        g: &B::Setup,
        s: &B::State,
        rule: RuleId,
        who: Id,
        ask: &B::Ask,
        rng: &mut Rng,
    ) -> B::Choice {
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].think(so_far, g, s, rule, who, ask, rng)
    }

    fn is_even(&self, g: &B::Setup, who: Id) -> bool {
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].is_even(g, who)
    }
}
