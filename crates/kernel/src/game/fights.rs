//! The door to fights by the thousand, with their types erased.

use super::Battle;
use crate::fights::{Combatant, Outlook, Plan, Prospect, Simulator};
use crate::{Catalogue, PolicyError};

/// An encounter that is ready to be fought many times; threads share it, and each has a [`Simulator`] of its own.
///
/// Fight `i` depends on the encounter, the seed, the policies and `i` alone. Fight 0 is the battle that
/// [`Game::open`](crate::Game::open) opens.
pub trait Fights: Send + Sync {
    /// The rulebook's name.
    fn game(&self) -> &'static str;
    /// Its rules.
    fn catalogue(&self) -> &'static Catalogue;
    /// The encounter's title.
    fn title(&self) -> &str;
    /// The seed of the batch.
    fn seed(&self) -> u64;
    /// The names of the sides.
    fn sides(&self) -> &[String];
    /// Who fights, in the order of the encounter.
    fn combatants(&self) -> &[Combatant];
    /// One of the fights as a battle, before anybody has thrown or chosen anything.
    fn battle(&self, fight: u64) -> Box<dyn Battle>;
    /// Where fights are fought, one after another; a thread makes one for itself.
    ///
    /// # Errors
    /// When the plan names a policy that there is not.
    fn simulator(&self, plan: &Plan) -> Result<Box<dyn Simulator + '_>, PolicyError>;
    /// Everything that may become of the fight, state by state.
    ///
    /// # Errors
    /// When the outlook names a policy that there is not, or one that thinks: an outlook follows what is chosen, and does not
    /// sample it.
    fn prospect(&self, outlook: &Outlook) -> Result<Box<dyn Prospect + '_>, PolicyError>;
}
