//! What a rulebook's crate says of itself.

use crate::diagnostic::{Diagnostic, Source};
use crate::exchange::Exchange;
use crate::fights::{BySide, PlainSimulator};
use crate::{Policy, PolicyError, PolicyName, Random, Scribe, Session};

/// A text built into the program.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// By which it is called: `duel`.
    pub name: &'static str,
    /// The file.
    pub text: &'static str,
}

/// Makes a policy.
pub type Maker<B> = fn() -> Box<dyn Policy<B> + Send>;

/// What a rulebook's crate says of itself; with the rules of `B` it is a whole [`Game`](crate::Game).
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
    /// What it hands to other programs, and reads of theirs and of people's; none of a book whose creatures are no files.
    pub exchange: Option<Exchange>,
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
            PolicyName::Greedy | PolicyName::Rollout(_) | PolicyName::Mcts(_) | PolicyName::Easy => {
                (self.thinker)(self.plain, name)
            }
        }
    }

    /// The policies of the sides by name; sides without one have the book's usual one.
    pub(crate) fn by_side(&self, g: &B::Setup, policies: &[String]) -> Result<BySide<B>, PolicyError> {
        let player = |at: usize| match policies.get(at) {
            Some(name) => self.policy(name),
            None => Ok((self.plain)()),
        };
        let players = (0..B::sides(g).len().max(1)).map(player).collect::<Result<_, _>>()?;
        Ok(BySide::new(players))
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
