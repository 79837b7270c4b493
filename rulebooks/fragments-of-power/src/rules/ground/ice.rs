//! Thin ice. (`ice.support`, `ice.object`, `ruling.ice`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use crate::catalogue::rule;
use crate::model::{Change, Event, Harm, Matter, Plight, Scar, Setup, State, Taken};
use crate::rules::{OrHalt, Table, bodies, ground, items};

/// Inches of ice on a square as it is now.
pub fn inches(g: &Setup, s: &State, cell: Square) -> i32 {
    let all = i32::from(g.ground.at(cell).ice);
    let lost = s.scars.iter().find_map(|scar| match scar.what {
        Change::Ice(lost) if scar.at == cell => Some(i32::from(lost)),
        _ => None,
    });
    let left = all * g.rules.ice_hp - lost.unwrap_or(0);
    let each = g.rules.ice_hp.max(1);
    ((left + each - 1) / each).max(0)
}

/// Those who weigh on a square: whoever flies over it does not.
fn those_on(g: &Setup, s: &State, at: Square) -> impl Iterator<Item = Id> {
    s.everybody().filter(move |id| bodies::body(g, s, *id).covers(at) && !is_over(g, s, *id))
}

/// Is somebody above the ground, by his own wings or those of who carries him?
fn is_over(g: &Setup, s: &State, who: Id) -> bool {
    let bears = bodies::bearer(g, s, who);
    s.creature(who).height > bodies::level(g, &bodies::body(g, s, who)) || s.creature(bears).is(Plight::Flying)
}

/// Somebody has come onto ice: it holds, or all on it are in the water. (`ice.support`)
pub fn arrive<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    if is_over(g, s, who) {
        return Ok(());
    }
    for at in bodies::body(g, s, who).cells() {
        if g.ground.at(at).ice == 0 || inches(g, s, at) == 0 {
            continue;
        }
        let load: i32 = those_on(g, s, at).map(|id| items::bulk(g, s, id)).sum();
        let bears = g.rules.ice_bulk * inches(g, s, at);
        if load > bears {
            t.tell(|| Event::IceBroke { at, load, bears });
            scar(g, s, at, i32::MAX);
        }
    }
    Ok(())
}

/// Ice loses hit points.
fn scar(g: &Setup, s: &mut State, at: Square, points: i32) {
    let all = i32::from(g.ground.at(at).ice) * g.rules.ice_hp;
    let lost = i16::try_from(points.clamp(0, all)).unwrap_or(i16::MAX);
    let known = s.scars.iter_mut().find(|scar| scar.at == at && matches!(scar.what, Change::Ice(_)));
    match known {
        Some(Scar { what: Change::Ice(before), .. }) => {
            *before = before.saturating_add(lost).min(i16::try_from(all).unwrap_or(i16::MAX))
        }
        _ => s.scars.push(Scar { at, what: Change::Ice(lost) }),
    }
}

/// Damage in an area meets the ice too, which is vulnerable to fire. (`ice.object`)
pub fn strike<T: Table>(g: &Setup, s: &mut State, t: &mut T, at: Square, rolled: i32, harm: Harm) -> OrHalt<T> {
    if g.ground.at(at).matter != Matter::Water || inches(g, s, at) == 0 {
        return Ok(());
    }
    let typed = if harm == Harm::Fire { rolled.saturating_mul(2) } else { rolled };
    let points = (typed - g.rules.ice_durability).max(0);
    let taken = Taken { rolled, doubled: rolled, typed, points, immune: false, harm, source: rule::ICE_OBJECT };
    t.tell(|| Event::IceStruck { at, taken });
    let on_it: Ids = those_on(g, s, at).collect();
    scar(g, s, at, points);
    // Who comes into the water burns no longer. (`ruling.fire-water`)
    on_it.iter().try_for_each(|who| ground::arrive(g, s, t, who))
}
