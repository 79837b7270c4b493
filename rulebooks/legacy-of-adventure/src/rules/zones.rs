//! Threat zones, and who is engaged with whom. (`melee.threat-zone`, `ruling.threat-zone`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use crate::model::{Fighter, Mode, Row, Setup, State};
use crate::rules::lines;

/// Is what this way of attacking needs in hand and whole?
#[inline]
pub fn is_in_hand(g: &Setup, s: &State, who: Id, row: &Row) -> bool {
    match row.arm {
        None => true,
        Some(arm) => {
            let creature = s.creature(who);
            creature.has_arm(arm) && (g.arm(who, arm).natural || creature.holds(arm))
        }
    }
}

/// Does it threaten: something for melee, and of magic only what takes one action? (`ruling.threat-zone`)
#[inline]
pub fn threatens_with(row: &Row) -> bool {
    row.mode == Mode::Melee && !row.leaps && (row.usage <= 1 || !row.nature.is_magic())
}

/// Does it serve for a quick blow: in reach, for one action? (`ruling.opportunity`)
#[inline]
pub fn is_quick(row: &Row) -> bool {
    threatens_with(row) && row.usage <= 1
}

/// Has one a quick blow in hand that reaches the other?
pub fn has_quick(g: &Setup, s: &State, who: Id, on: Id) -> bool {
    let (from, to) = (s.creature(who).at, s.creature(on).at);
    let strikes = |row: &&Row| is_quick(row) && reaches(g, from, row.reach, to);
    g.rows(who).iter().filter(strikes).any(|row| is_in_hand(g, s, who, row))
}

/// How far somebody threatens with what is in its hands; 0: not at all. Kept in the state.
pub fn reach_in_hand(g: &Setup, s: &State, who: Id) -> u8 {
    let melee = g.rows(who).iter().filter(|row| threatens_with(row) && is_in_hand(g, s, who, row));
    melee.map(|row| row.reach).max().unwrap_or(0)
}

/// How far somebody's blades reach that strike in any segment but Ambush, for one action: no spells, no leaps. Kept in
/// the state.
pub fn blade_in_hand(g: &Setup, s: &State, who: Id) -> u8 {
    let blades = g.rows(who).iter().filter(|row| is_quick(row) && !row.nature.is_magic() && is_in_hand(g, s, who, row));
    blades.map(|row| row.reach).max().unwrap_or(0)
}

/// Who can threaten anybody at all: able to act, and seen.
#[inline]
fn threatening(s: &State) -> Ids {
    s.marks.able.without(s.marks.surprised).without(s.marks.concealed)
}

/// Does what strikes so far reach from one cell into the other? Nothing does through what cannot be seen through.
#[inline]
pub fn reaches(g: &Setup, from: Square, reach: u8, to: Square) -> bool {
    reach > 0 && lines::yards(from, to) <= i32::from(reach) && lines::is_free(g, from, to)
}

/// Does one's threat zone cover a cell?
#[inline]
pub fn covers_cell(g: &Setup, s: &State, who: Id, cell: Square) -> bool {
    let creature = s.creature(who);
    reaches(g, creature.at, creature.zone, cell)
}

/// Does one's threat zone cover the other's cell?
#[inline]
pub fn covers(g: &Setup, s: &State, who: Id, other: Id) -> bool {
    covers_cell(g, s, who, s.creature(other).at)
}

/// Which foes' threat zones cover somebody.
pub fn threatened_by(g: &Setup, s: &State, who: Id) -> Ids {
    g.foes(who).and(threatening(s)).iter().filter(|foe| covers(g, s, *foe, who)).collect()
}

/// Which foes somebody is engaged with: those who threaten it, and those it threatens. (`ruling.threat-zone`)
///
/// Whoever is concealed engages nobody who does not know of it.
pub fn engaging(g: &Setup, s: &State, who: Id) -> Ids {
    g.foes_seen(s, who).iter().filter(engages(g, s, who)).collect()
}

/// Is a foe engaged with somebody?
#[inline]
fn engages(g: &Setup, s: &State, who: Id) -> impl Fn(&Id) -> bool {
    let (threatening, own) = (threatening(s), s.marks.able.without(s.marks.surprised).has(who));
    move |foe| threatening.has(*foe) && covers(g, s, *foe, who) || own && covers(g, s, who, *foe)
}

/// Is it engaged now, or has it been since the segment was called? (`ranged-seg.who`)
///
/// Who was engaged then stays so until those who engaged it have dropped.
pub fn is_engaged(g: &Setup, s: &State, who: Id) -> bool {
    let engages = engages(g, s, who);
    !s.creature(who).engaged_by.and(s.marks.up).is_empty() || g.foes_seen(s, who).iter().any(|foe| engages(&foe))
}

/// Two foes of its size on opposite sides of somebody, this attacker one of them. (`flank.standard`)
#[inline(always)]
pub fn is_flanked(g: &Setup, s: &State, by: Id, on: Id) -> bool {
    // Who strikes out of hiding is one of the two, though nobody else counts on it.
    let others = g.foes(on).and(threatening(s)).without(Ids::NONE.with(by));
    !others.is_empty() && is_between(g, s, by, on, others)
}

/// Is there one of the others on the other side?
fn is_between(g: &Setup, s: &State, by: Id, on: Id, others: Ids) -> bool {
    let (by, on) = (g.fighter(s, by), g.fighter(s, on));
    if by.sheet.size != on.sheet.size || !covers(g, s, by.id, on.id) {
        return false;
    }
    let cell = |one: Fighter| (one.now.at.x, one.now.at.y);
    others.iter().map(|other| g.fighter(s, other)).any(|other| {
        other.sheet.size == on.sheet.size && covers(g, s, other.id, on.id) && opposite(cell(by), cell(on), cell(other))
    })
}

/// Does the line between the first and the last pass through the middle one, between them?
#[inline]
fn opposite(a: (i16, i16), middle: (i16, i16), b: (i16, i16)) -> bool {
    let (ax, ay) = (i64::from(a.0) - i64::from(middle.0), i64::from(a.1) - i64::from(middle.1));
    let (bx, by) = (i64::from(b.0) - i64::from(middle.0), i64::from(b.1) - i64::from(middle.1));
    ax * by == ay * bx && ax * bx + ay * by < 0
}
