//! Who sees whom. (`seen`, `concealed`, `hidden`, `undetected`, `dark`, `fog`)

use std::sync::Arc;

use skirmish_bookkit::sight::{MOST_DEAR_LOOKS, MOST_TRIED, sweep, sweep_from};
use skirmish_grid::{Block, Passage, Square, walk};
use skirmish_kernel::{CellSet, Id, Ids, RuleId, Side};

use crate::catalogue::rule;
use crate::model::{Change, Event, Item, Kind, Plight, Setup, State};
use crate::rules::{Table, bodies, lines};

/// What one knows of another's place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Knowledge {
    /// Everything. (`seen`)
    Seen,
    /// The place, but not well. (`concealed`)
    Concealed,
    /// That there is somebody. (`hidden`)
    Hidden,
    /// Nothing. (`undetected`)
    Undetected,
}

/// What one knows of another.
pub fn knows(g: &Setup, s: &State, viewer: Id, whom: Id) -> Knowledge {
    known(s, viewer, whom, || why_concealed(g, s, viewer, whom).is_some())
}

/// The same where it is known, or can be worked out, whether one sees the other badly.
pub fn known(s: &State, viewer: Id, whom: Id, is_concealed: impl FnOnce() -> bool) -> Knowledge {
    let creature = s.creature(whom);
    match () {
        () if creature.undetected_by.has(viewer) => Knowledge::Undetected,
        () if creature.hidden_from.has(viewer) => Knowledge::Hidden,
        () if is_concealed() => Knowledge::Concealed,
        () => Knowledge::Seen,
    }
}

/// The same, where whoever is in cover is seen badly, too. (`cond.scope`)
pub fn sees(g: &Setup, s: &State, viewer: Id, whom: Id) -> Knowledge {
    match knows(g, s, viewer, whom) {
        Knowledge::Seen if lines::cover(g, s, viewer, whom) != lines::Cover::None => Knowledge::Concealed,
        known => known,
    }
}

/// What the best informed of a side knows of somebody.
pub fn side_knows(g: &Setup, s: &State, side: Side, whom: Id) -> Knowledge {
    let of_side = |id: &Id| g.side(*id) == side || !g.opposed(*id, whom) && g.side(whom) == side;
    if g.side(whom) == side {
        return Knowledge::Seen;
    }
    let known = s.everybody().filter(of_side).map(|viewer| known(s, viewer, whom, || false));
    known.min().unwrap_or(Knowledge::Seen)
}

/// Why one sees another badly, if it does. (`concealed`)
pub fn why_concealed(g: &Setup, s: &State, viewer: Id, whom: Id) -> Option<RuleId> {
    let (blind, unseen) = (s.creature(viewer).has(Kind::Blinded), s.creature(whom).has(Kind::Invisible));
    let veiled = g.ground.gloomy || g.ground.foggy;
    if !veiled && !blind && !unseen || bodies::share(s, viewer, whom) {
        return None;
    }
    why_unclear(g, s, viewer, &bodies::body(g, s, whom), unseen, |cell| is_dark(g, s, cell))
}

/// Why one sees badly whoever fills that space; `is_dark` says in which squares it is dark.
fn why_unclear(
    g: &Setup,
    s: &State,
    viewer: Id,
    space: &Block,
    unseen: bool,
    is_dark: impl Fn(Square) -> bool,
) -> Option<RuleId> {
    let own = bodies::body(g, s, viewer);
    let exact = i32::from(g.sheet(viewer).exact);
    if exact > 0 && bodies::between(g, &own, space) <= exact {
        return None;
    }
    if s.creature(viewer).has(Kind::Blinded) {
        return Some(rule::BLINDED);
    }
    if unseen {
        return Some(rule::INVISIBLE);
    }
    if g.ground.gloomy && !g.sheet(viewer).darkvision && space.cells().all(is_dark) {
        return Some(rule::DARK);
    }
    if !g.ground.foggy {
        return None;
    }
    own.cells().all(|from| space.cells().all(|to| is_fogged(g, from, to))).then_some(rule::FOG)
}

/// Is it dark in a square, with no light that reaches it? (`dark`, `light.sources`)
pub fn is_dark(g: &Setup, s: &State, cell: Square) -> bool {
    is_dark_but_for(g, s, cell, EVERYBODY)
}

/// The same where nobody's light is known of but that of these.
fn is_dark_but_for(g: &Setup, s: &State, cell: Square, known: Ids) -> bool {
    g.ground.at(cell).dark && light_of(g, s, cell, known).is_none()
}

const EVERYBODY: Ids = Ids::first(Id::MOST);

/// What lights a square that would be dark. (`light.fire`, `ruling.light`)
pub fn light_on(g: &Setup, s: &State, cell: Square) -> Option<RuleId> {
    light_of(g, s, cell, EVERYBODY)
}

fn light_of(g: &Setup, s: &State, cell: Square, known: Ids) -> Option<RuleId> {
    let reaches = |from: Square, radius: i32| {
        bodies::feet(g, from, cell) <= radius && lines::has_effect_between(g, s, from, cell)
    };
    if g.ground.lights.iter().any(|(at, radius)| reaches(*at, (*radius).into())) {
        return Some(rule::LIGHT_SOURCES);
    }
    let lit = fires(g, s, known).any(|(space, radius)| space.cells().any(|at| reaches(at, radius)));
    lit.then_some(rule::LIGHT_FIRE)
}

/// What burns, and how many feet around it are light: whoever burns or holds a torch lights from every square of the space.
fn fires(g: &Setup, s: &State, known: Ids) -> impl Iterator<Item = (Block, i32)> {
    let torch = move |item: &Item| match item.owner {
        Some(owner) => (item.held && known.has(owner)).then(|| bodies::body(g, s, owner)),
        None => Some(Block::new(1, item.at)),
    };
    let torches = s.items.iter().filter(|item| g.weapon(item.weapon).light > 0);
    let torches = torches.filter_map(move |item| Some((torch(item)?, i32::from(g.weapon(item.weapon).light))));
    let burning = s.everybody().filter(move |id| known.has(*id) && s.creature(*id).is(Plight::OnFire));
    torches.chain(burning.map(move |id| (bodies::body(g, s, id), g.rules.light_fire)))
}

/// Every square in which somebody, who stood there alone, would be seen well by a creature and not be behind Total Cover.
/// Of those who might light it these are `known`. (`seen`, `cover.total`)
pub fn outlook(g: &Setup, s: &State, who: Id, known: Ids) -> Option<Arc<CellSet>> {
    let (ground, sheet, own) = (&g.ground, g.sheet(who), bodies::body(g, s, who));
    let changed: Vec<_> = s.scars.iter().map(|scar| (scar.at, scar.what)).collect();
    let walls = (own.anchor, own.side(), own.span, s.things.to_vec(), changed.clone());
    let blocks = |cell| lines::blocks(g, s, cell);
    let is_open = |cell| !lines::is_wholly_covered(g, s, who, cell);
    let open = || sweep_from(&ground.board, own.cells(), MOST_TRIED, blocks, is_open);
    let open = ground.sweeps.open.of(walls, open)?;
    let is_blind = s.creature(who).has(Kind::Blinded);
    if !is_blind && !ground.gloomy && !ground.foggy {
        return Some(open);
    }
    let dark = dark_squares(g, s, known, changed)?;
    let eyes = (own.anchor, own.side(), is_blind, sheet.exact, sheet.darkvision);
    let eyes = (Arc::clone(&open), Arc::clone(&dark), eyes);
    let holds = |cells: &CellSet, cell: Square| ground.board.index(cell).is_some_and(|at| cells.has(at));
    ground.sweeps.clear.of(eyes, || {
        let is_dark = |cell| holds(&dark, cell);
        let is_clear = |cell| why_unclear(g, s, who, &bodies::stranger(g, cell), false, is_dark).is_none();
        Some(sweep(&ground.board, |cell| holds(&open, cell) && is_clear(cell)))
    })
}

/// Every dark square that no light reaches which is known; none where there are too many lights for so many squares.
fn dark_squares(g: &Setup, s: &State, known: Ids, changed: Vec<(Square, Change)>) -> Option<Arc<CellSet>> {
    let ground = &g.ground;
    let fires: Vec<_> = fires(g, s, known).map(|(space, radius)| (space.anchor, space.side(), radius)).collect();
    let looks = ground.board.len() * (ground.lights.len() + fires.len());
    let dark = || Some(sweep(&ground.board, |cell| is_dark_but_for(g, s, cell, known)));
    if looks > MOST_DEAR_LOOKS { None } else { ground.sweeps.dark.of((fires, changed), dark) }
}

/// What shows somebody who would stand in the dark.
pub fn light_that_shows(g: &Setup, s: &State, whom: Id) -> Option<RuleId> {
    let at = s.creature(whom).at;
    if g.ground.gloomy && g.ground.at(at).dark { light_on(g, s, at) } else { None }
}

/// Is there fog on the line of sight: where one stands, where the other does, or between? (`fog`)
fn is_fogged(g: &Setup, from: Square, to: Square) -> bool {
    let fog = |cell: Square| g.ground.at(cell).fog;
    walk(from, to).any(|passage| match passage {
        Passage::Inside(cell) => fog(cell),
        Passage::Between(one, other) => fog(one) && fog(other),
        Passage::Touched(_) => false,
    })
}

/// Does one know of a foe whose place he does not know?
pub fn knows_of_hidden(g: &Setup, s: &State, who: Id) -> bool {
    let hides = |foe: Id| {
        let creature = s.creature(foe);
        creature.is_here() && creature.hidden_from.has(who) && !creature.undetected_by.has(who)
    };
    g.foes(who).iter().filter(|foe| foe.index() < s.creatures.len()).any(hides)
}

/// Who hides from somebody in a square. (`hidden.guess`)
pub fn hidden_in(g: &Setup, s: &State, from: Id, cell: Square) -> Option<Id> {
    s.everybody().find(|id| s.creature(*id).hidden_from.has(from) && bodies::body(g, s, *id).covers(cell))
}

/// Could one go unseen by another: badly seen, or behind something? (`ruling.hiding`)
pub fn can_hide_from(g: &Setup, s: &State, who: Id, viewer: Id) -> bool {
    why_concealed(g, s, viewer, who).is_some() || lines::cover(g, s, viewer, who) != lines::Cover::None
}

/// Somebody has been found by another. (`hidden.end`)
pub fn find<T: Table>(s: &mut State, t: &mut T, who: Id, by: Id, why: RuleId) {
    let creature = s.creature_mut(who);
    if creature.hidden_from.has(by) || creature.undetected_by.has(by) {
        creature.hidden_from.set(by, false);
        creature.undetected_by.set(by, false);
        let at = creature.at;
        t.tell(|| Event::Found { who, by, at, why });
    }
}

/// Whoever attacks is noticed: by the victim it is found, and the others know at least that it is there.
/// (`hidden.end`, `ruling.hiding`)
pub fn reveal<T: Table>(s: &mut State, t: &mut T, who: Id, to: Id) {
    if s.creature(who).hidden_from.is_empty() && s.creature(who).undetected_by.is_empty() {
        return;
    }
    find(s, t, who, to, rule::RULING_HIDDEN_ATTACK);
    s.creature_mut(who).undetected_by = Ids::NONE;
}

/// At the end of its turn somebody is seen by all from whom nothing hides it. (`hidden.end`)
pub fn end_of_turn<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    for viewer in s.creature(who).hidden_from.iter() {
        if !can_hide_from(g, s, who, viewer) {
            find(s, t, who, viewer, rule::HIDDEN_END);
        }
    }
}
