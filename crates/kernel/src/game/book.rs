//! A rulebook of any type as a [`Game`].

use super::{Battle, Embedded, Game, Played};
use crate::diagnostic::{Diagnostic, Source};
use crate::fights::{Fights, PlainSimulator, Ready};
use crate::script::{self, Checked};
use crate::transcript::Transcript;
use crate::{Catalogue, Interrupt, Pairing, Policy, PolicyError, PolicyName, Random, Scribe, Session};

/// Makes a policy.
pub type Maker<B> = fn() -> Box<dyn Policy<B> + Send>;

/// What a rulebook's crate says of itself; with the rules of `B` it is a whole [`Game`].
#[derive(Debug)]
pub struct Book<B: Scribe> {
    /// `Elemental D6`.
    pub title: &'static str,
    /// Where the game is published.
    pub credit: &'static str,
    /// The encounters that come with it.
    pub encounters: &'static [Embedded],
    /// Its creatures, weapons, abilities, as TOML.
    pub content: &'static [Embedded],
    /// The transcripts that prove its rules.
    pub transcripts: &'static [Embedded],
    /// A commented encounter to begin with.
    pub starter: &'static str,
    /// A commented plan of a sweep to begin with; it runs as it stands, on one of the encounters that come with the game.
    pub plan: &'static str,
    /// JSON Schema of its encounter files.
    pub schema: fn() -> serde_json::Value,
    /// The book's usual policy.
    pub plain: Maker<B>,
    /// Policies that think ahead, with the name that is given, and with the usual one for whatever they do not think about:
    /// `skirmish_tactics::thinker`. Asked for names that [think](PolicyName::thinks) alone.
    pub thinker: fn(plain: Maker<B>, name: PolicyName) -> Box<dyn Policy<B> + Send>,
    /// Where fights of that policy against itself are simulated: [`plain_simulator`](crate::plain_simulator), made for its type,
    /// so that the usual simulation is one piece of code without a call by pointer in it.
    pub simulator: PlainSimulator<B>,
}

impl<B: Scribe> Clone for Book<B> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<B: Scribe> Copy for Book<B> {}

impl<B: Scribe> Book<B> {
    /// A policy by its name: `plain`, `rollout:200`.
    ///
    /// # Errors
    /// When none is called so.
    pub fn policy(&self, name: &str) -> Result<Box<dyn Policy<B> + Send>, PolicyError> {
        name.parse().map(|name| self.named(name))
    }

    /// A policy.
    #[must_use]
    pub fn named(&self, name: PolicyName) -> Box<dyn Policy<B> + Send> {
        match name {
            PolicyName::Plain => (self.plain)(),
            PolicyName::Random => Box::new(Random),
            PolicyName::Greedy | PolicyName::Rollout(_) | PolicyName::Mcts(_) => (self.thinker)(self.plain, name),
        }
    }

    /// Opens a battle, its types known; `seed` overrides the file's own.
    ///
    /// # Errors
    /// Everything wrong with the file.
    pub fn session(&self, source: &Source, seed: Option<u64>) -> Result<Session<B>, Vec<Diagnostic>> {
        let loaded = B::load(source)?;
        Ok(Session::new(source.clone(), loaded.setup, seed.or(loaded.seed).unwrap_or(0)))
    }
}

impl<B: Scribe> Game for Book<B> {
    fn name(&self) -> &'static str {
        B::NAME
    }
    fn title(&self) -> &'static str {
        self.title
    }
    fn credit(&self) -> &'static str {
        self.credit
    }
    fn is_example(&self) -> bool {
        B::IS_EXAMPLE
    }
    fn catalogue(&self) -> &'static Catalogue {
        B::CATALOGUE
    }
    fn encounters(&self) -> &'static [Embedded] {
        self.encounters
    }
    fn content(&self) -> &'static [Embedded] {
        self.content
    }
    fn transcripts(&self) -> &'static [Embedded] {
        self.transcripts
    }
    fn starter(&self) -> &'static str {
        self.starter
    }
    fn plan(&self) -> &'static str {
        self.plan
    }
    fn schema(&self) -> serde_json::Value {
        (self.schema)()
    }
    fn results(&self) -> &'static [&'static str] {
        B::RESULTS
    }
    fn policies(&self) -> &'static [&'static str] {
        PolicyName::NAMES
    }
    fn open(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        let session = self.session(source, seed)?;
        Ok(Box::new(Played { book: *self, session }))
    }
    fn fights(&self, source: &Source, seed: Option<u64>) -> Result<Box<dyn Fights>, Vec<Diagnostic>> {
        Ok(Box::new(Ready::load(*self, source, seed)?))
    }
    fn pair(&self, pairing: &Pairing) -> String {
        B::pair(pairing)
    }
    fn check_until(&self, transcript: &Transcript, interrupt: &Interrupt) -> Checked {
        script::check(*self, transcript, interrupt)
    }
    fn replay_until(&self, transcript: &Transcript, interrupt: &Interrupt) -> Result<Box<dyn Battle>, Vec<Diagnostic>> {
        let session = script::replay(Some(*self), transcript, interrupt)?;
        Ok(Box::new(Played { book: *self, session }))
    }
}
