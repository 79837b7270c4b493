//! Spells that are kept up. (`concentration.*`)

use skirmish_kernel::{Id, Table};

use super::Generia;
use crate::actions::{Ask, Choice};
use crate::conditions::play;
use crate::edge::Edge;
use crate::events::Event;
use crate::rules::rule;
use crate::save;
use crate::setup::Setup;
use crate::sheet::Attribute;
use crate::state::{Concentration, State};

/// A spell begins to be kept up; an older one ends. (`concentration.limit`)
pub fn begin<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, ability: u8, level: u8, uses: u8) -> u16 {
    end(g, s, t, who, false, true);
    let serial = s.number();
    s.creature_mut(who).concentration = Some(Concentration { ability, level, serial, uses });
    t.tell(|| Event::Concentrates { who, ability });
    serial
}

/// What was kept up ends, with everything it kept. (`concentration.break`)
pub fn end<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, broken: bool, freely: bool) {
    let Some(kept) = s.creature_mut(who).concentration.take() else { return };
    t.tell(|| Event::LetsEnd { who, ability: kept.ability, broken, freely });
    s.areas.retain(|area| area.serial != kept.serial);
    play::end_of_spell(g, s, t, kept.serial);
}

/// The save of a caster who has been hit: CON or WIL against half the damage. (`concentration.save`)
///
/// # Errors
/// The table's halt.
pub fn when_hit<T: Table<Generia>>(g: &Setup, s: &mut State, t: &mut T, who: Id, incoming: i32) -> Result<(), T::Halt> {
    if s.creature(who).concentration.is_none() || !s.is_able(who) {
        return Ok(());
    }
    let dc = g.rules.concentration_floor.max(incoming / 2);
    let attribute = match t.ask(s, rule::DP_CONCENTRATION_SAVE, who, Ask::Concentration { dc })? {
        Choice::With(attribute @ (Attribute::Con | Attribute::Wil)) => attribute,
        _ => Attribute::Con,
    };
    let mut edge = Edge::new();
    let warded = std::mem::take(&mut s.creature_mut(who).warded);
    edge.add(warded, rule::KEYWORD_RITUAL, 1);
    if save::save(g, s, t, who, attribute, dc, rule::DICE_CONCENTRATION, &edge)? {
        t.tell(|| Event::KeepsUp { who });
    } else {
        end(g, s, t, who, true, false);
    }
    Ok(())
}
