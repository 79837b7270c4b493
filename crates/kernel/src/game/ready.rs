//! An encounter, loaded and ready.

use super::{Battle, Fights, Played};
use crate::book::Book;
use crate::fights::{AnyPolicies, Arena, Bout, BySide, Combatant, Explorer, Outlook, Plan, Prospect, Simulator};
use crate::fights::{combatant, repeatable};
use crate::{Catalogue, Diagnostic, Id, PolicyError, PolicyName, Scribe, Session, Source};

/// An encounter of a known rulebook that is ready to be fought.
#[derive(Debug)]
pub struct Ready<B: Scribe> {
    book: Book<B>,
    source: Source,
    bout: Bout<B>,
    combatants: Vec<Combatant>,
}

impl<B: Scribe> Ready<B> {
    /// Reads an encounter; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    pub fn load(book: Book<B>, source: &Source, seed: Option<u64>) -> Result<Self, Vec<Diagnostic>> {
        let loaded = B::load(source)?;
        let bout = Bout::<B>::new(loaded.setup, seed.or(loaded.seed).unwrap_or(0));
        let combatant = |at| combatant::<B>(&bout.setup, &bout.begin, Id::new(at));
        let combatants = (0..B::count(&bout.setup)).map(combatant).collect();
        Ok(Self { book, source: source.clone(), bout, combatants })
    }

    /// The policies of the sides, each by pointer.
    fn players(&self, policies: &[String]) -> Result<BySide<B>, PolicyError> {
        self.book.by_side(&self.bout.setup, policies)
    }
}

impl<B: Scribe> Fights for Ready<B> {
    fn game(&self) -> &'static str {
        B::NAME
    }

    fn catalogue(&self) -> &'static Catalogue {
        B::CATALOGUE
    }

    fn title(&self) -> &str {
        B::title(&self.bout.setup)
    }

    fn seed(&self) -> u64 {
        self.bout.seed
    }

    fn sides(&self) -> &[String] {
        B::sides(&self.bout.setup)
    }

    fn combatants(&self) -> &[Combatant] {
        &self.combatants
    }

    fn battle(&self, fight: u64) -> Box<dyn Battle> {
        let session = Session::fight(self.source.clone(), self.bout.setup.clone(), self.bout.seed, fight);
        Box::new(Played { book: self.book, session })
    }

    fn simulator(&self, plan: &Plan) -> Result<Box<dyn Simulator + '_>, PolicyError> {
        let usual = PolicyName::NAMES.first().copied().unwrap_or_default();
        if plan.policies.iter().all(|policy| policy == usual) {
            return Ok((self.book.simulator)(&self.bout, plan));
        }
        let players = self.players(&plan.policies)?;
        Ok(Box::new(Arena::new(&self.bout, AnyPolicies::new(&self.bout.setup, players, plan), plan)))
    }

    fn prospect(&self, outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, PolicyError> {
        repeatable(&outlook.policies)?;
        let players = || self.players(&outlook.policies).map(Box::new);
        Ok(Box::new(Explorer::new(&self.bout.setup, self.bout.begin.clone(), outlook, [players()?, players()?])))
    }
}
