//! Falls. (`fall.*`, `fly.stall`, `trip.flying`, `ruling.fall-table`)

use skirmish_grid::Square;
use skirmish_kernel::{Check, Id, Questions};

use crate::catalogue::rule;
use crate::model::{Event, Harm, Kind, Matter, Mode, Plight, Setup, Shift, Size, Skill, State, ask};
use crate::rules::ground::ice;
use crate::rules::movement::flight;
use crate::rules::{OrHalt, Table, bodies, conditions, damage, ground, skills, turn};

/// How a fall has begun.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cause {
    /// Where one stood, so that there is an edge to catch hold of.
    pub from: Option<(Square, i16)>,
    /// Feet that an intended jump takes off, and whether it is one.
    pub jump: Option<i16>,
    /// Has it been chosen, so that nobody is asked to catch hold?
    pub chosen: bool,
    /// The most feet of it: somebody tripped in the air falls no farther.
    pub most: Option<i16>,
}

/// Has somebody nothing under his feet, and nothing that keeps him up?
pub fn is_unsupported(g: &Setup, s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    if creature.height == 0 && g.ground.is_plain || g.ground.weightless || !creature.is_here() || creature.fallen > 0 {
        return false;
    }
    if bodies::bearer(g, s, who) != who || creature.mount.is_some() {
        return false;
    }
    creature.height > bodies::level(g, &bodies::body(g, s, who)) && !is_kept_up(g, s, who)
}

/// Does somebody keep himself in the air, or is he carried?
fn is_kept_up(g: &Setup, s: &State, who: Id) -> bool {
    keeps_up(g, s, who) || carrier(g, s, who).is_some()
}

/// Who keeps somebody in the air besides himself: the other in a hold, if that one is no smaller. (`grappled`)
fn carrier(g: &Setup, s: &State, who: Id) -> Option<Id> {
    s.grappled_with(who).filter(|other| g.sheet(*other).size >= g.sheet(who).size && keeps_up(g, s, *other))
}

/// Does somebody keep himself in the air, or hold on?
fn keeps_up(g: &Setup, s: &State, who: Id) -> bool {
    let creature = s.creature(who);
    let helpless = creature.is_helpless();
    let flies = g.sheet(who).flies() && creature.is(Plight::Flying) && !helpless && !creature.is(Plight::Incapacitated);
    let holds = || bodies::holds(g, &bodies::body(g, s, who), creature.height).next().is_some();
    flies || creature.is(Plight::Climbing) && !helpless && holds()
}

/// A fall begins: one may catch hold, and falls the first hundred feet at once. (`fall.catch`, `fall.rate`)
pub fn begin<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, cause: Cause) -> OrHalt<T> {
    let feet = depth_below(g, s, who);
    if feet <= 0 {
        return land(g, s, t, who, 0, cause);
    }
    if !cause.chosen && catches(g, s, t, who, feet, cause)? {
        return Ok(());
    }
    s.creature_mut(who).plights.set(Plight::Flying, false);
    s.creature_mut(who).plights.set(Plight::Climbing, false);
    drop_by(g, s, t, who, cause)
}

/// Feet from somebody down to what he would land on.
pub fn depth_below(g: &Setup, s: &State, who: Id) -> i16 {
    let body = bodies::body(g, s, who);
    let void = body.cells().all(|cell| g.ground.at(cell).matter == Matter::Void);
    let level = if void { bodies::BOTTOM } else { bodies::landing(g, &body) };
    s.creature(who).height.saturating_sub(level)
}

/// Somebody may catch hold of what is in reach, as a reaction. (`fall.catch`, `ruling.reaction-time`)
fn catches<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, feet: i16, cause: Cause) -> OrHalt<T, bool> {
    let Some((hold, dc)) = hold_near(g, s, who, cause) else { return Ok(false) };
    let own_turn = s.active() == Some(who) && g.rules.reaction_own_turn == crate::catalogue::ReactionOwnTurn::No;
    if !s.creature(who).begun && s.round > 0 && turn::reactions_left(g, s, who) == 0 {
        t.tell(|| Event::NoReaction { who, why: rule::RULING_FIRST_REACTION });
    }
    if own_turn || turn::reactions_left(g, s, who) == 0 || !t.put(s, rule::DP_CATCH, who, ask::Catch { feet })? {
        return Ok(false);
    }
    turn::react(g, s, t, who);
    let check = skills::check(g, s, rule::DICE_CATCH, who, Skill::Climb, 0);
    if !skills::make(g, t, check, Skill::Climb, dc, rule::FALL_CATCH)? {
        return Ok(false);
    }
    let (at, height) = hold;
    bodies::put(s, who, at, height);
    let clings = height > bodies::level(g, &bodies::body(g, s, who));
    s.creature_mut(who).plights.set(Plight::Climbing, clings);
    s.creature_mut(who).plights.set(Plight::Flying, false);
    t.tell(|| Event::CaughtHold { who });
    Ok(true)
}

/// The edge that one has fallen from, or a wall beside one.
fn hold_near(g: &Setup, s: &State, who: Id, cause: Cause) -> Option<((Square, i16), i32)> {
    let creature = s.creature(who);
    let usual = g.rules.climb_masonry;
    let edge = cause.from.map(|(at, height)| {
        let dc = g.ground.at(at).climb.map_or(usual, i32::from);
        // Where somebody else stands on the edge, one hangs from it.
        let hold = if bodies::has_room(g, s, who, at) { at } else { creature.at };
        ((hold, height), dc)
    });
    let wall = || bodies::hold(g, &bodies::body(g, s, who), creature.height);
    let wall = || wall().map(|dc| ((creature.at, creature.height), dc));
    // Whoever has jumped too short takes what is before him, and else the edge behind.
    if cause.jump.is_some() { wall().or(edge) } else { edge.or_else(wall) }
}

/// Somebody falls as far as he does in one round, or until he lands. (`fall.rate`)
fn drop_by<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, cause: Cause) -> OrHalt<T> {
    let below = depth_below(g, s, who);
    let rate = i16::try_from(g.rules.fall_rate).unwrap_or(100);
    let feet = below.min(rate).min(cause.most.unwrap_or(i16::MAX));
    let (at, height) = (s.creature(who).at, s.creature(who).height.saturating_sub(feet));
    bodies::put(s, who, at, height);
    let fallen = s.creature(who).fallen.saturating_add(feet);
    s.creature_mut(who).fallen = fallen;
    if feet == below {
        return land(g, s, t, who, fallen, cause);
    }
    s.creature_mut(who).eased = cause.jump.unwrap_or(0);
    t.tell(|| Event::Fell { who, feet, effective: 0, landed: false, water: false, jumped: cause.jump.is_some() });
    // Who has been tripped in the air and has not come down flies on. (`ruling.trip-flyer`)
    if cause.most.is_some() {
        s.creature_mut(who).fallen = 0;
        s.creature_mut(who).plights.set(Plight::Flying, true);
    }
    Ok(())
}

/// A fall goes on as the turn of whoever falls starts. (`fall.rate`)
pub fn go_on<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let creature = s.creature(who);
    if creature.fallen <= 0 {
        return Ok(());
    }
    // Whoever flies or clings by now falls no farther.
    if is_kept_up(g, s, who) {
        let creature = s.creature_mut(who);
        (creature.fallen, creature.eased) = (0, 0);
        return Ok(());
    }
    let jump = (creature.eased > 0).then_some(creature.eased);
    drop_by(g, s, t, who, Cause { jump, ..Cause::default() })
}

/// Somebody lands: damage by size and distance, and lies on the ground. (`fall.damage`, `fall.water`, `ruling.fall-table`)
fn land<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, fallen: i16, cause: Cause) -> OrHalt<T> {
    for id in bodies::bound(s, who).iter() {
        let creature = s.creature_mut(id);
        (creature.fallen, creature.eased) = (0, 0);
        creature.plights.set(Plight::Flying, false);
    }
    let cells = bodies::body(g, s, who);
    // Where ice has broken or melted there is water. (`ice.support`, `ice.object`)
    let water = cells.cells().all(|cell| g.ground.at(cell).matter == Matter::Water && ice::inches(g, s, cell) == 0);
    let soft = if water { g.rules.fall_water } else { 0 };
    let jump = i32::from(cause.jump.unwrap_or(0));
    let effective = (i32::from(fallen) - soft - jump).clamp(0, g.rules.fall_most);
    t.tell(|| Event::Fell {
        who,
        feet: fallen,
        effective: i16::try_from(effective).unwrap_or(0),
        landed: true,
        water,
        jumped: cause.jump.is_some(),
    });
    make_room(g, s, t, who);
    // Whoever sits in the saddle or is held falls as far. (`fall.damage`)
    hurt(g, s, t, who, effective, !water)?;
    for other in bodies::bound(s, who).iter().filter(|other| *other != who) {
        hurt(g, s, t, other, effective, !water)?;
    }
    ground::arrive(g, s, t, who)
}

/// The damage of a fall of so many feet; who is hurt lies on the ground, if there is any. (`fall.damage`, `ruling.fall-table`)
pub fn hurt<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id, effective: i32, lies: bool) -> OrHalt<T> {
    let tens = effective / 10;
    let rules = &g.rules;
    let sides = match g.sheet(who).size {
        Size::Diminutive => 0,
        Size::Tiny => rules.fall_tiny,
        Size::Small => rules.fall_small,
        Size::Medium => rules.fall_medium,
        Size::Large => rules.fall_large,
        Size::Huge => rules.fall_huge,
        Size::Gargantuan => rules.fall_gargantuan,
    };
    let sides = u16::try_from(sides).unwrap_or(0);
    if tens <= 0 || sides == 0 {
        return Ok(());
    }
    t.scope(s, |s, t| {
        let lost = if sides == 1 {
            tens
        } else {
            damage::throw(t, tens, sides, |dice, _| Check::new(rule::DICE_FALL, who, dice))?
        };
        damage::deal(g, s, t, who, (lost, lost), Harm::Impact, rule::FALL_DAMAGE);
        let hurt = damage::typed(g, who, lost, Harm::Impact) > 0;
        if hurt && lies && s.creature(who).is_here() {
            conditions::knock_down(s, t, who, rule::RULING_FALL_TABLE);
        }
        Ok(())
    })
}

/// Who lands where somebody is comes to lie beside. (`ruling.fall-table`)
fn make_room<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) {
    let at = s.creature(who).at;
    if bodies::has_room(g, s, who, at) && bodies::fits(g, who, at) {
        return;
    }
    let room = bodies::rooms_near(g, s, who, at).next();
    if let Some(to) = room {
        let level = bodies::level(g, &bodies::placed(g, who, to));
        bodies::shift(s, t, who, (to, level), Shift::MakesRoom, rule::RULING_FALL_TABLE);
    }
}

/// As its turn ends a flyer who has flown too little falls; one who can hover does not. (`fly.stall`, `fly.minimum`,
/// `fly.improved`)
pub fn stall<T: Table>(g: &Setup, s: &mut State, t: &mut T, who: Id) -> OrHalt<T> {
    let creature = s.creature(who);
    let aloft = creature.is(Plight::Flying) && creature.height > bodies::level(g, &bodies::body(g, s, who));
    if !aloft || g.ground.weightless || creature.has(Kind::Stunned) {
        return Ok(());
    }
    let flies_on = |who: Id| {
        g.sheet(who).modes.has(Mode::ImprovedFlight) || i32::from(s.creature(who).flown) >= flight::least(g, s, who)
    };
    if flies_on(who) || carrier(g, s, who).is_some_and(flies_on) {
        return Ok(());
    }
    let short = creature.flown > 0;
    t.tell(|| Event::Stalled { who, short });
    begin(g, s, t, who, Cause::default())
}
