//! Walls and clouds: they appear at a speed, and last for rounds. (`speed.structure`)

use skirmish_grid::{Hex, HexDirection};
use skirmish_kernel::Id;

use crate::catalogue::StructureSpeed;
use crate::model::{Act, Built, Event, Setup, State, Target, What};
use crate::rules::{OrHalt, Table, lines};

/// Begins a structure: its first hexes appear now.
pub fn begin<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, act: &Act) -> OrHalt<T> {
    let (What::Ability(index), Target::Row(from, direction)) = (act.what, act.target) else { return Ok(()) };
    let ability = g.ability(index);
    let Some(structure) = ability.structure else { return Ok(()) };
    let built = Built {
        serial: s.number(),
        owner: who,
        ability: index,
        origin: s.creature(who).at,
        from,
        direction,
        hexes: structure.hexes,
        grown: 0,
        flown: 0,
        gaps: 0,
        speed: ability.speed.per_segment(),
        obstacle: structure.obstacle,
        until: structure.rounds.map(|n| s.time.rounds_later(n)),
        played: false,
    };
    s.structures.push(built);
    grow(g, s, t, built.serial)
}

/// One segment of a structure's appearing.
pub fn grow<T: Table>(g: &Setup, s: &mut State, t: &mut T, serial: u16) -> OrHalt<T> {
    let Some(at) = s.structures.iter().position(|b| b.serial == serial) else { return Ok(()) };
    let mut built = s.structures[at];
    built.played = true;
    built.flown = built.flown.saturating_add(u16::from(built.speed));
    let before = built.grown;
    built.grown = match g.rules.structure_speed {
        StructureSpeed::Grow => before.saturating_add(built.speed).min(built.hexes),
        // House rule: the whole travels to its place and stands there at once.
        StructureSpeed::Travel if built.flown >= lines::hexes(built.origin, built.from) => built.hexes,
        StructureSpeed::Travel => before,
    };
    for place in before..built.grown {
        // Solid matter cannot appear where somebody is: that hex is left out.
        let occupied = hex(&built, place).is_none_or(|hex| s.standing_in(hex).is_some());
        if occupied && built.obstacle && place < 32 {
            built.gaps |= 1 << place;
        }
    }
    s.structures[at] = built;
    let (hexes, all) = (built.grown - before, built.hexes);
    t.tell(|| Event::Rises { who: built.owner, ability: built.ability, hexes, all });
    crate::rules::triggers::moment(g, s, t)
}

/// At a segment's start: structures whose time is over vanish. Says whether any has.
#[inline]
pub fn vanish<T: Table>(s: &mut State, t: &mut T) -> bool {
    !s.structures.is_empty() && vanish_some(s, t)
}

#[inline(never)]
fn vanish_some<T: Table>(s: &mut State, t: &mut T) -> bool {
    let (now, stood) = (s.time, s.structures.len());
    s.structures.retain(|built| {
        let over = built.until.is_some_and(|until| until <= now);
        if over {
            t.tell(|| Event::Vanishes { who: built.owner, ability: built.ability });
        }
        !over
    });
    s.structures.len() < stood
}

/// The n-th hex of a row, if it is within the range of coordinates.
pub fn row_hex(from: Hex, direction: u8, place: u8) -> Option<Hex> {
    let step = HexDirection::from_index(usize::from(direction)).offset();
    let along = |start: i16, step: i16| start.checked_add(step.checked_mul(i16::from(place))?);
    Some(Hex::new(along(from.q, step.q)?, along(from.r, step.r)?))
}

fn hex(built: &Built, place: u8) -> Option<Hex> {
    row_hex(built.from, built.direction, place)
}

/// The hexes in which matter of this structure stands.
pub fn hexes(built: &Built) -> impl Iterator<Item = Hex> + use<> {
    let built = *built;
    let stands = move |place: &u8| *place >= 32 || built.gaps >> *place & 1 == 0;
    (0..built.grown).filter(stands).filter_map(move |place| hex(&built, place))
}

/// Does it stand so far aside that no line between any points of the two hexes comes near it?
///
/// A line between two hexes that lie d apart meets none whose distances from both are more than d + 4 together.
pub fn is_aside(built: &Built, from: Hex, to: Hex) -> bool {
    let reach = from.distance(to) + 4;
    let aside = |hex: Hex| from.distance(hex).saturating_add(hex.distance(to)) > reach;
    hexes(built).all(aside)
}

/// Does matter of this structure stand in a hex?
pub fn stands_in(built: &Built, at: Hex) -> bool {
    hexes(built).any(|hex| hex == at)
}
