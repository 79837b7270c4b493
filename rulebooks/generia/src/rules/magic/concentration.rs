//! Spells that are kept up, and what was conjured and may be let go. (`concentration.*`, `ethereal.dissolve`)

use skirmish_kernel::{Id, Questions};

use crate::catalogue::rule;
use crate::model::{Concentration, Ending, Event, MOST_KEPT, Setup, State, ask};
use crate::rules::edge::Edge;
use crate::rules::save::{self, Save};
use crate::rules::{OrHalt, Table, conditions};

/// Something magical that somebody may let go: a spell that is kept up, or what a spell has left behind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Lasting {
    /// Its number.
    pub serial: u16,
    /// The spell.
    pub ability: u8,
    /// Is it kept up, or does it last by itself?
    pub kept: bool,
}

/// Everything of this caster that it may let go, oldest first.
pub fn lasting<'s>(g: &'s Setup, s: &'s State, who: Id) -> impl Iterator<Item = Lasting> + 's {
    // Stone that has been called up stays where it is.
    all(s, who).filter(|lasting| lasting.kept || g.ability(lasting.ability).ethereal)
}

/// The same with what stays where it is.
fn all(s: &State, who: Id) -> impl Iterator<Item = Lasting> + '_ {
    let kept = s.creature(who).concentration.iter();
    let alone = move |serial: u16| !s.creature(who).concentration.iter().any(|kept| kept.serial == serial);
    let areas = s.areas.iter().filter(move |area| area.caster == who && alone(area.serial));
    kept.map(|kept| Lasting { serial: kept.serial, ability: kept.ability, kept: true })
        .chain(areas.map(|area| Lasting { serial: area.serial, ability: area.ability, kept: false }))
}

/// Does a spell of this number last, kept up or on the ground?
pub fn lasts(s: &State, who: Id, spell: u16) -> bool {
    all(s, who).any(|lasting| lasting.serial == spell)
}

/// As many spells as one may keep up here. (`concentration.limit`)
pub fn limit(g: &Setup) -> usize {
    usize::try_from(g.rules.concentration_spells).unwrap_or(1).clamp(1, MOST_KEPT)
}

/// A spell begins to be kept up; where that is one too many, an older one ends. (`concentration.limit`)
pub fn begin<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, kept: Concentration) -> OrHalt<T, u16> {
    while s.creature(who).concentration.len() >= limit(g) {
        let dropped = match s.creature(who).concentration.as_slice() {
            [only] => only.serial,
            _ => t.put(s, rule::DP_DROP_SPELL, who, ask::DropSpell)?,
        };
        end(g, s, t, who, dropped, Ending::Replaced);
    }
    let serial = s.number();
    // There is room: the limit is no higher than the places are many.
    let _ = s.creature_mut(who).concentration.try_push(Concentration { serial, ..kept });
    t.tell(|| Event::Concentrates { who, ability: kept.ability });
    Ok(serial)
}

/// Something that lasts ends, with everything that hangs on it.
pub fn end<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, serial: u16, how: Ending) {
    let Some(ending) = all(s, who).find(|lasting| lasting.serial == serial) else { return };
    s.creature_mut(who).concentration.retain(|kept| kept.serial != serial);
    let before = s.areas.len();
    s.areas.retain(|area| area.serial != serial);
    let conjured = s.areas.len() < before;
    t.tell(|| Event::LetsEnd { who, ability: ending.ability, how, kept: ending.kept, conjured });
    conditions::end_of_spell(g, s, t, serial);
}

/// Everything that somebody keeps up ends.
pub fn end_all<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, how: Ending) {
    while let Some(kept) = s.creature(who).concentration.first().copied() {
        end(g, s, t, who, kept.serial, how);
    }
}

/// In another's turn: whoever keeps a spell up may let it go for its reaction, and what was conjured for nothing.
/// (`concentration.end-free`, `ethereal.dissolve`)
#[inline]
pub fn offer_end<T: Table>(g: &Setup, s: &mut State, t: &mut T, active: Id) -> OrHalt<T> {
    // A spell is kept up by somebody special, or lies on the ground.
    let lasts = !s.special().is_empty() || !s.areas.is_empty();
    if lasts { offer_each(g, s, t, active) } else { Ok(()) }
}

#[inline(never)]
fn offer_each<T: Table>(g: &Setup, s: &mut State, t: &mut T, active: Id) -> OrHalt<T> {
    for who in g.ids().filter(|id| *id != active) {
        if s.is_able(who)
            && lasting(g, s, who).any(|lasting| may_end(s, who, lasting))
            && let Some(serial) = t.put(s, rule::DP_END_CONCENTRATION, who, ask::EndSpell)?
        {
            let kept = lasting(g, s, who).any(|lasting| lasting.serial == serial && lasting.kept);
            // A mount's turn is its rider's.
            let pays = kept && !conditions::is_own_turn(s, who);
            if pays {
                s.reacted.set(who, true);
            }
            end(g, s, t, who, serial, if pays { Ending::ByReaction } else { Ending::Freely });
        }
    }
    Ok(())
}

/// May it be let go now, in whoever's turn it is?
pub fn may_end(s: &State, who: Id, lasting: Lasting) -> bool {
    !lasting.kept || conditions::is_own_turn(s, who) || s.can_react(who)
}

/// The save of a caster who has been hit: CON or WIL against half the damage. (`concentration.save`)
#[inline]
pub fn when_hit<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, incoming: i32) -> OrHalt<T> {
    let keeps = !s.creature(who).concentration.is_empty() && s.is_able(who);
    if keeps { concentrates(g, s, t, who, incoming) } else { Ok(()) }
}

#[inline(never)]
fn concentrates<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, incoming: i32) -> OrHalt<T> {
    let dc = g.rules.concentration_floor.max(incoming / 2);
    let attribute = t.put(s, rule::DP_CONCENTRATION_SAVE, who, ask::Concentration { dc })?;
    let mut edge = Edge::new();
    let warded = std::mem::take(&mut s.creature_mut(who).warded);
    edge.add(warded, rule::KEYWORD_RITUAL, 1);
    if warded {
        edge.mention(rule::ABILITY_LESSER_WARD);
    }
    if save::save(g, s, t, who, Save(attribute, dc), rule::DICE_CONCENTRATION, &edge)? {
        t.tell(|| Event::KeepsUp { who });
    } else {
        end_all(g, s, t, who, Ending::Broken);
    }
    Ok(())
}
