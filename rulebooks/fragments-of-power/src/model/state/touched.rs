//! To whom something special may apply: kept so that most questions of the rules need not be asked.

use std::hash::{Hash, Hasher};

use skirmish_kernel::{Id, Ids};

/// Everybody who has been changed since it was last seen that [nothing special](super::Creature::is_plain) applies.
///
/// It only saves questions, and is no part of what a state is: two states that differ in nothing else are equal. Whoever is not in it
/// is plain; whoever is in it may be. Nothing is known of a state that has just been read, so everybody is in it.
#[derive(Clone, Copy, Debug)]
pub struct Touched(pub Ids);

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
