//! What may be chosen, and by which rule not.

mod deeds;
mod going;
mod spells;

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_bookkit::refusals;
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::{DodgeStack, rule};
use crate::model::{Act, Ask, Attack, Choice, Deed, Gait, Kind, Manner, Plight, Ready, Setup, State};
use crate::rules::movement::paths;
use crate::rules::{acts, bodies, grapple, items, maneuvers, options, sight, turn};

pub use deeds::attack;
pub use spells::aimed;

/// Is this answer allowed?
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Verdict {
    match (ask, choice) {
        (Ask::Turn, Choice::Delay) => refusals![
            TURN_DELAY: "a turn is put off before its first action, and once in a round" if !turn::can_delay(g, s, who),
        ],
        (Ask::Turn, Choice::Act(act)) => own(g, s, who, act),
        (Ask::Turn, Choice::Let(beast, act)) => refusals![
            COMMAND: "no command has been given to that creature in this turn"
                if !turn::commanded(g, s, who).any(|id| id == *beast),
            ..own(g, s, *beast, act),
        ],
        (Ask::Path { who: mover, gait, feet }, Choice::Walk { steps, climb, on: _ }) => {
            going::way(g, s, *mover, *gait, *feet, *steps, *climb)
        }
        (Ask::Path { who: mover, gait, feet }, Choice::Act(act)) => on_the_way(g, s, *mover, *gait, *feet, act),
        (Ask::Push { on }, Choice::Feet(way, feet)) => refusals![
            PUSH: "a push goes no farther than the question says, in steps of five feet"
                if *feet < 0 || i32::from(*feet) > g.rules.push_critical || feet % 5 != 0,
            RULING_PUSH_LINE: PUSH_LINE if !maneuvers::ways_back(g, s, who, *on).contains(way),
        ],
        (Ask::Away { on }, Choice::Way(way)) => refusals![
            RULING_PUSH_LINE: PUSH_LINE if !maneuvers::ways_back(g, s, who, *on).contains(way),
        ],
        (Ask::Fling { item }, Choice::Fling(None)) => refusals![
            DISARM: "taking it needs a hand that is free and empty"
                if !items::can_hold(g, s, who, *item) || grapple::empty_hands(g, s, who) == 0,
        ],
        (Ask::Turn, Choice::End)
        | (Ask::Fling { .. }, Choice::Fling(Some(_)))
        | (Ask::Enter | Ask::Forgo { .. } | Ask::Fire { .. } | Ask::Catch { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::Limb { .. }, Choice::Limb(limb)) => refusals![
            GRAPPLED: "no such limb is free: an arm, or a natural weapon by its name"
                if !grapple::limbs(g, s, who).any(|free| free == *limb),
        ],
        (Ask::Next { left }, Choice::Next(ailment)) => refusals![
            RULING_START_ORDER: "that does not strike now, or has struck already" if !left.has(*ailment),
        ],
        (Ask::Part { .. }, Choice::Cell(to)) => refusals![
            RULING_GRAPPLE: "the step goes to one of the nearest free squares"
                if !grapple::rooms_to_part(g, s, who).any(|cell| cell == *to),
        ],
        _ => Err(Refusal::because("that is no answer to this question")),
    }
}

const PUSH_LINE: &str = "a push goes straight away from the pusher, and there is another direction for that";

/// What may be done in the middle of a move: a jump on foot, as far as the rest of it goes, and what takes no action.
/// (`jump`, `ruling.split-move`)
fn on_the_way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i16, act: &Act) -> Verdict {
    let far = |to| bodies::feet(g, s.creature(who).at, to) > feet.into();
    let jumps = if let Act::Jump { to, prepared: false } = act { Some(gait == Gait::Run && !far(*to)) } else { None };
    refusals![
        JUMP: "only a move on foot has a jump in it, and no longer one than the feet that are left"
            if jumps == Some(false),
        RULING_SPLIT_MOVE: "in the middle of a move there are only jumps, and what takes no action"
            if jumps.is_none() && !matches!(act, Act::Drop(_) | Act::DropProne | Act::Release),
        ..deed(g, s, who, act),
    ]
}

/// An act of a turn: may it be paid for, and done?
fn own(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let (cost, left) = (acts::cost(g, s, who, act), turn::left(g, s, who));
    let (one, more) = ("this takes {} action, and {} are left", "this takes {} actions, and {} are left");
    refusals![
        ..can_still_act(s, who),
        TURN_BUDGET: (if cost == 1 { one } else { more }, cost.into(), left.into()) if cost > left,
        // A move is not split around other actions. (`ruling.split-move`)
        ..deed(g, s, who, act),
    ]
}

/// Can somebody still do anything, in the middle of what he does?
pub fn can_still_act(s: &State, who: Id) -> Verdict {
    let creature = s.creature(who);
    refusals![
        DEAD: "the dead do nothing" if creature.is(Plight::Dead),
        UNCONSCIOUS: "whoever is unconscious does nothing" if creature.is(Plight::Unconscious),
        STUNNED: "whoever is stunned does nothing" if creature.has(Kind::Stunned),
    ]
}

/// Could somebody make a melee attack now, were a foe in reach? (`maneuver.general`)
pub fn can_strike_in_melee(g: &Setup, s: &State, who: Id) -> bool {
    let attack = Attack { arm: options::maneuver_arm(g, s, who), manner: Manner::Melee, deed: Deed::Push };
    can_still_act(s, who).is_ok() && deeds::arm(g, s, who, &attack).is_ok()
}

/// May something that was readied be done now?
pub fn readied(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    can_still_act(s, who)?;
    deed(g, s, who, act)
}

/// May it be done at all, whatever it costs?
fn deed(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let creature = s.creature(who);
    match act {
        Act::Attack { attack, on } => deeds::attack(g, s, who, attack, *on),
        Act::Volley { item, at } => deeds::volley(g, s, who, *item, *at),
        Act::Move(_) | Act::PushOff(..) | Act::Jump { .. } | Act::Stand | Act::Crawl(_) | Act::Land => {
            going::act(g, s, who, act)
        }
        Act::Cast { spell, power, item, at } => spells::cast(g, s, who, (*spell, *power), *item, *at),
        Act::Control { number, at } => spells::control(g, s, who, *number, *at),
        Act::Focus => spells::focus(g, s, who),
        Act::Dodge => refusals![
            DODGE: "a dodge already waits for the next attack, and a second one adds nothing"
                if creature.dodges > 0 && g.rules.dodge_stack == DodgeStack::Off,
        ],
        Act::Command(whom) => command(g, s, who, *whom),
        Act::Ready(ready) => ready_may(g, s, who, ready),
        Act::Intimidate(at) => deeds::intimidate(g, s, who, *at),
        Act::Medicine(on) => deeds::medicine(g, s, who, *on),
        Act::Search => must(sight::knows_of_hidden(g, s, who), rule::SKILL_SEARCH, "no foe is known to hide"),
        Act::Sneak => deeds::sneak(g, s, who),
        Act::Draw(at) | Act::PickUp(at) | Act::Drop(at) => handling(g, s, who, act, *at),
        Act::Mount(on) => mount(g, s, who, *on),
        Act::Dismount(to) => {
            let free = creature.mount.is_some()
                && bodies::distance_to(g, s, who, *to) == bodies::SQUARE
                && bodies::enters(g, who, *to, creature.height).is_some()
                && paths::known_others(s, who).all(|id| !bodies::body(g, s, id).covers(*to));
            going::may_leave(g, s, who)?;
            must(free, rule::ACTION_MUNDANE, "a rider gets off into a free square beside the mount")
        }
        Act::Handle => Ok(()),
        Act::Choke => refusals![
            GRAPPLING_CHOKE: "only somebody who is held can be choked: grapple first" if s.holds(who).is_none(),
        ],
        Act::Release => refusals![
            GRAPPLING_RELEASE: "there is nobody to let go: nobody is held" if s.holds(who).is_none(),
        ],
        Act::PutOut => refusals![
            ON_FIRE: "there is no fire to put out: whoever acts does not burn" if !creature.is(Plight::OnFire),
            ON_FIRE: "there is no ground underfoot to roll on"
                if g.ground.weightless || !bodies::is_grounded(g, s, who),
        ],
        Act::Stabilize => refusals![
            ZERO_G_STABILIZE: "there is no tumbling to stop: whoever acts is steady" if !creature.is(Plight::Tumbling),
        ],
        Act::DropProne => refusals![
            ZERO_G_STILL: "where nothing falls, nobody drops to the ground" if g.ground.weightless,
            PRONE: "whoever lies on the ground cannot drop to it" if creature.is(Plight::Prone),
            PRONE: "there is no ground underfoot to drop to" if !bodies::is_grounded(g, s, who),
        ],
    }
}

fn command(g: &Setup, s: &State, who: Id, whom: Id) -> Verdict {
    refusals![
        COMMAND: "a creature is commanded by its own commander alone"
            if g.sheet(whom).commander != Some(who) || !s.creature(whom).is_here(),
        COMMAND: "that creature has had its command of this round" if s.creature(whom).commanded,
        COMMAND: "a creature that is stunned or unconscious obeys no command" if s.creature(whom).is_helpless(),
    ]
}

/// What is readied costs a single action by itself; who can be reached is seen when the moment comes. (`ready`)
fn ready_may(g: &Setup, s: &State, who: Id, ready: &Ready) -> Verdict {
    let single = |act: &Act| matches!(act, Act::Move(_)) || acts::cost(g, s, who, act) == 1;
    let act = ready.act().filter(single);
    refusals![
        READY: "what sets it off is done by somebody else: name a foe, a friend or `any`" if ready.whom == Some(who),
        READY: "only what costs a single action can be readied" if act.is_none(),
        ..match act {
            Some(Act::Attack { attack, .. }) if attack.deed == Deed::Grapple => {
                deeds::arm(g, s, who, &attack).and_then(|()| deeds::can_seize(g, s, who, attack.arm, None))
            }
            Some(Act::Attack { attack, .. }) => deeds::arm(g, s, who, &attack),
            Some(Act::Cast { spell, power, item, .. }) => spells::known(g, s, who, spell, power, item),
            Some(act @ Act::Draw(at)) => handling(g, s, who, &act, at),
            Some(Act::Command(whom)) => command(g, s, who, whom),
            Some(Act::Medicine(on)) => must(s.creature(on).is_here(), rule::SKILL_USE, "that one is no longer there"),
            _ => Ok(()),
        },
    ]
}

fn handling(g: &Setup, s: &State, who: Id, act: &Act, at: u8) -> Verdict {
    let Some(item) = s.item(at) else { return no(rule::ACTION_MUNDANE, "there is no such thing") };
    let (owns, held) = (item.owner == Some(who), item.held);
    match act {
        Act::Draw(_) => refusals![
            ACTION_MUNDANE: "only what one carries and has not in hand can be drawn" if !owns || held,
            DESTROYED: "that is broken" if !items::is_whole(g, item),
            SHEET_WEAPON: "that takes more hands than are free" if !items::can_hold(g, s, who, at),
        ],
        Act::PickUp(_) => refusals![
            ACTION_MUNDANE: "that does not lie within 5 feet" if !items::is_at_hand(g, s, who, at),
            SHEET_WEAPON: "that takes more hands than are free" if !items::can_hold(g, s, who, at),
        ],
        _ => refusals![
            FREE_COST: "only what is in hand can be dropped"
                if !owns || !held || g.weapon(item.weapon).is_natural(),
        ],
    }
}

fn mount(g: &Setup, s: &State, who: Id, on: Id) -> Verdict {
    let rides = |id: Id| s.creature(id).mount.is_some() || s.creature(id).rider.is_some();
    let alone = !rides(who) && !rides(on) && who != on;
    let larger = g.sheet(who).size.steps_to(g.sheet(on).size) > 0;
    let near = bodies::distance(g, s, who, on) <= bodies::SQUARE && s.creature(on).is_here();
    going::may_leave(g, s, who)?;
    refusals![
        ACTION_MUNDANE: "a mount is a larger friend within 5 feet, and neither of the two rides or is ridden yet"
            if !alone || !larger || !near || g.opposed(who, on),
        RULING_GRAPPLE: "nobody gets into the saddle out of a hold" if s.grappled_with(who).is_some(),
        PRONE: "whoever lies on the ground stands up first" if s.creature(who).is(Plight::Prone),
    ]
}
