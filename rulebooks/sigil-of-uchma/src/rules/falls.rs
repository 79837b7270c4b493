//! Falls. (`fall.*`, `fly.above-ground`)

use skirmish_kernel::Id;

use crate::catalogue::{FallProne, FlyerDrops, rule};
use crate::model::{Cites, Event, Setup, State};
use crate::rules::{Table, bodies, damage};

/// What a fall does: nothing up to its threshold. (`fall.threshold`, `fall.damage`)
pub fn points(g: &Setup, metres: i32) -> i32 {
    g.rules.fall_metre.saturating_mul((metres - g.rules.fall_free).max(0))
}

/// A flyer who cannot stay up falls, or comes down unharmed where the table says so. (`fly.above-ground`)
pub fn come_down<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let metres = i32::from(s.creature(who).altitude);
    if metres == 0 {
        return;
    }
    let stays = s.creature(who).is_up() && !s.creature(who).prone && bodies::figures(g, s, who).flies;
    if stays {
        return;
    }
    land(g, s, who);
    if g.rules.flyer_drops == FlyerDrops::Yes {
        fall(g, s, t, who, metres, rule::FLY_ABOVE_GROUND);
    }
    crate::rules::patches::act(g, s, t, who, |_| true);
}

/// On the ground, where nobody is.
fn land(g: &Setup, s: &mut State, who: Id) {
    s.creature_mut(who).altitude = 0;
    let (at, size) = (s.creature(who).at, bodies::figures(g, s, who).size);
    if let Some(room) = bodies::nearest_room(g, s, who, size, at, 0) {
        s.creature_mut(who).at = room;
    }
}

/// A fall of so many metres. Armor does not count. (`fall.no-armor`)
pub fn fall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, metres: i32, why: skirmish_kernel::RuleId) {
    let points = points(g, metres);
    t.tell(|| Event::Fell { who, metres, why: Cites::of(&[why]) });
    if points == 0 {
        return;
    }
    damage::deal(g, s, t, who, damage::plain(g, s, who, points, rule::FALL_DAMAGE, false));
    if g.rules.fall_prone == FallProne::Yes && s.creature(who).is_up() {
        go_prone(g, s, t, who, rule::FALL_DAMAGE);
    }
}

/// Somebody lies on the ground; whoever was in the air falls first. (`fly.above-ground`)
pub fn go_prone<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, why: skirmish_kernel::RuleId) {
    if s.creature(who).prone {
        return;
    }
    s.creature_mut(who).prone = true;
    t.tell(|| Event::Posture { who, prone: true, why });
    come_down(g, s, t, who);
}
