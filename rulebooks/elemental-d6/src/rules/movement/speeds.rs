//! How far: the movement table and its formula.

use skirmish_kernel::Id;

use crate::catalogue::{HalveMode, SwimSplit};
use crate::model::{Gait, Kind, Setup, State};

/// `nH+k`: hexes in a segment, and bonus hexes in the whole movement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hexes {
    /// Each segment.
    pub hexes: u8,
    /// At any one point of the movement, or split.
    pub bonus: u8,
}

/// Speed by the formula that the table follows: `h` is base (or swim) speed in hexes. (`move.formula`)
pub fn formula(gait: Gait, h: i32, swim: SwimSplit) -> Hexes {
    let h = h.max(0);
    let (hexes, bonus) = match gait {
        Gait::Move => (h / 2, h % 2),
        Gait::Dash => ((2 * h + 1) / 3, 0),
        Gait::Dodge if h > 0 => ((h / 3).max(1), 0),
        Gait::Dodge => (0, 0),
        // House rule: the remainder is spread over the first segments instead; see `speed`.
        Gait::Swim if swim == SwimSplit::Early => (h / 3, 0),
        Gait::Swim => (h / 3, h % 3),
        Gait::Step => (1, 0),
    };
    Hexes { hexes: hexes.min(24) as u8, bonus: bonus as u8 }
}

/// What halves its speed now; two conditions halve it no further.
pub fn halved_by(s: &State, who: Id) -> Option<Kind> {
    [Kind::Staggered, Kind::Exhausted].into_iter().find(|kind| s.has(who, *kind))
}

/// Is base speed halved now?
pub fn is_halved(s: &State, who: Id) -> bool {
    halved_by(s, who).is_some()
}

/// Does the printed table have this creature's present base speed?
pub fn in_table(g: &Setup, s: &State, who: Id) -> bool {
    let feet = g.sheet(who).base_speed;
    (30..=90).contains(&feet) && !is_halved(s, who)
}

/// Speed of a combatant now, in the first segment of such a movement.
pub fn speed(g: &Setup, s: &State, who: Id, gait: Gait) -> Hexes {
    speed_in(g, s, who, gait, 0)
}

/// Speed in the segment of a movement after `played` ones.
pub fn speed_in(g: &Setup, s: &State, who: Id, gait: Gait, played: u8) -> Hexes {
    let sheet = g.sheet(who);
    let feet = if gait == Gait::Swim { sheet.swim_speed } else { sheet.base_speed };
    let (h, halved) = (feet / 5, is_halved(s, who));
    let by_base = halved && g.rules.halve_mode == HalveMode::Base;
    let mut speed = formula(gait, if by_base { h / 2 } else { h }, g.rules.swim_split);
    if gait == Gait::Swim && g.rules.swim_split == SwimSplit::Early {
        // The remainder falls on the first segments: one more hex in the first h mod 3 of them.
        let h = if by_base { h / 2 } else { h };
        if i32::from(played) < h % 3 {
            speed.hexes += 1;
        }
    }
    if halved && !by_base && gait != Gait::Step {
        // A Dodge is never stood out, however slow. (`move.formula`)
        let least = u8::from(gait == Gait::Dodge && h > 0);
        speed = Hexes { hexes: (speed.hexes / 2).max(least), bonus: 0 };
    }
    speed
}
