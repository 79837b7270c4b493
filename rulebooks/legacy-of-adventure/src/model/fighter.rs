//! One combatant, looked up once.

use super::{Creature, Setup, Sheet, State};

skirmish_bookkit::people!(Setup, State, Sheet, Creature);
