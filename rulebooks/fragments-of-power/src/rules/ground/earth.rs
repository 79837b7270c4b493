//! Earth that is dug through. (`burrow`, `ruling.burrow`)

use skirmish_grid::Square;
use skirmish_kernel::{Id, Ids};

use crate::catalogue::rule;
use crate::model::{Change, Event, Matter, Scar, Setup, Shift, State};
use crate::rules::{Table, bodies, conditions};

/// Is there a tunnel in a square of earth?
pub fn is_tunnel(s: &State, cell: Square) -> bool {
    s.scars.iter().any(|scar| scar.at == cell && matches!(scar.what, Change::Tunnel(_)))
}

/// Somebody who digs has come into a square, out of another. (`burrow`)
pub fn dig(g: &Setup, s: &mut State, who: Id, from: Square, to: Square) {
    let until = conditions::after_rounds(s, who, 1);
    // What has been left collapses a round later.
    for scar in s.scars.iter_mut().filter(|scar| scar.at == from) {
        if let Change::Tunnel(left) = &mut scar.what {
            *left = until;
        }
    }
    if g.ground.at(to).matter == Matter::Soft && !is_tunnel(s, to) {
        s.scars.push(Scar { at: to, what: Change::Tunnel(None) });
    }
}

/// Tunnels fall in; whoever is inside comes out at the nearest open square. (`ruling.burrow`)
pub fn pass<T: Table>(g: &Setup, s: &mut State, t: &mut T, slot: u8, at_end: bool) {
    let mut nth = 0;
    while let Some(scar) = s.scars.get_mut(nth) {
        let at = scar.at;
        let Change::Tunnel(Some(until)) = &mut scar.what else {
            nth += 1;
            continue;
        };
        if !until.comes(slot, at_end) {
            nth += 1;
            continue;
        }
        s.scars.remove(nth);
        t.tell(|| Event::FellIn { at });
        let inside: Ids = s.everybody().filter(|id| bodies::body(g, s, *id).covers(at)).collect();
        for who in inside.iter() {
            let room = bodies::rooms_near(g, s, who, at).next();
            if let Some(to) = room {
                let height = s.creature(who).height;
                let to = (to, bodies::enters(g, who, to, height).unwrap_or(height));
                bodies::shift(s, t, who, to, Shift::Squeezed, rule::RULING_BURROW);
            }
        }
    }
}
