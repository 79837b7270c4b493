//! A rulebook of any type as a [`Game`].

use super::{Battle, Fights, Game, Played, Ready};
use crate::book::{Book, Embedded};
use crate::diagnostic::{Diagnostic, Source};
use crate::exchange::Exchange;
use crate::script::{self, Checked};
use crate::transcript::Transcript;
use crate::{Catalogue, Interrupt, Pairing, PolicyName, Scribe};

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
    fn exchange(&self) -> Option<&Exchange> {
        self.exchange.as_ref()
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
