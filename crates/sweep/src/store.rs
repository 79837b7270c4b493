//! Where results are kept.

use std::collections::BTreeMap;
use std::convert::Infallible;

/// A place where results are kept under names.
pub trait Store {
    /// Why something cannot be kept.
    type Error;
    /// Is there something under this name?
    fn has(&self, name: &str) -> bool;
    /// What is kept under a name; nothing if it cannot be read.
    fn read(&self, name: &str) -> Option<String>;
    /// Keeps something, in the place of what was there.
    ///
    /// # Errors
    /// Why it cannot be kept. What was there must still be there then.
    fn write(&mut self, name: &str, text: &str) -> Result<(), Self::Error>;
    /// Forgets what is kept under a name; where nothing is, nothing happens. A store that forgets nothing is one, too: what it
    /// keeps is never asked for again.
    ///
    /// # Errors
    /// Why it cannot be forgotten.
    fn remove(&mut self, _name: &str) -> Result<(), Self::Error> {
        Ok(())
    }
}

/// Keeps results as long as the program runs.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    kept: BTreeMap<String, String>,
}

impl Store for Memory {
    type Error = Infallible;

    fn has(&self, name: &str) -> bool {
        self.kept.contains_key(name)
    }

    fn read(&self, name: &str) -> Option<String> {
        self.kept.get(name).cloned()
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), Infallible> {
        self.kept.insert(name.to_owned(), text.to_owned());
        Ok(())
    }

    fn remove(&mut self, name: &str) -> Result<(), Infallible> {
        self.kept.remove(name);
        Ok(())
    }
}
