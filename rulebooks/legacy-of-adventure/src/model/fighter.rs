//! One combatant, looked up once.

use super::{Ability, Creature, Setup, Sheet, State, Weapon};

skirmish_bookkit::people!(Setup, State, Sheet, Creature; weapon: Weapon = weapons, ability: Ability = abilities);
