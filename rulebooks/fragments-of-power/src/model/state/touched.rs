//! To whom something special may apply: kept so that most questions of the rules need not be asked.

use std::hash::{Hash, Hasher};

use skirmish_kernel::{Id, Ids};

/// Those who have been changed since somebody last looked whether anything special applies to them.
///
/// Nothing special applies to anybody else; to those in it, something may. It only saves questions, and is no part of what a state is:
/// two states that differ in nothing else are equal. Of a state that has just been read nothing is known, so everybody is in it.
#[derive(Clone, Copy, Debug)]
pub struct Touched(pub Ids);

impl Touched {
    /// From now on something special may apply to them.
    #[inline(always)]
    pub fn touch(&mut self, id: Id) {
        self.0.set(id, true);
    }
}

impl Default for Touched {
    fn default() -> Self {
        Self(Ids::first(Id::MOST))
    }
}

impl PartialEq for Touched {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Touched {}

impl Hash for Touched {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
