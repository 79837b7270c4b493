//! What may be chosen, and by which rule not.

mod deeds;
mod going;
mod spells;

use crate::rules::movement::paths;
use skirmish_kernel::{Id, Refusal, RuleId};

use crate::catalogue::{DodgeStack, rule};
use crate::model::{Act, Arm, Ask, Attack, Choice, Deed, Gait, Kind, Manner, Plight, Setup, State};
use crate::rules::{acts, bodies, grapple, items, maneuvers, options, sight, turn};

pub use deeds::attack;
pub use spells::aimed;

pub(super) type Verdict = Result<(), Refusal>;

pub(super) fn no(rule: RuleId, why: &'static str) -> Verdict {
    Err(Refusal::by(rule, why))
}

/// So it is, or not by that rule.
pub(super) fn must(yes: bool, rule: RuleId, why: &'static str) -> Verdict {
    if yes { Ok(()) } else { no(rule, why) }
}

/// Is this answer allowed?
///
/// # Errors
/// The rule that forbids it, and why.
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Verdict {
    match (ask, choice) {
        (Ask::Turn, Choice::End) => Ok(()),
        (Ask::Turn, Choice::Delay) => must(
            turn::can_delay(g, s, who),
            rule::TURN_DELAY,
            "a turn is put off before its first action, and once in a round",
        ),
        (Ask::Turn, Choice::Act(act)) => own(g, s, who, act),
        (Ask::Turn, Choice::Let(beast, act)) => {
            must(
                turn::commanded(g, s, who).any(|id| id == *beast),
                rule::COMMAND,
                "no command has been given to that creature in this turn",
            )?;
            own(g, s, *beast, act)
        }
        (Ask::Path { who: mover, gait, feet }, Choice::Walk { steps, climb, on: _ }) => {
            going::way(g, s, *mover, *gait, *feet, *steps, *climb)
        }
        (Ask::Path { who: mover, gait, feet }, Choice::Act(act)) => on_the_way(g, s, *mover, *gait, *feet, act),
        (Ask::Push { on }, Choice::Feet(way, feet)) => {
            let most = i16::try_from(g.rules.push_critical).unwrap_or(15);
            let fits = (0..=most).contains(feet) && feet % 5 == 0;
            must(fits, rule::PUSH, "a push goes up to 15 feet, in steps of five")?;
            let away = maneuvers::ways_back(g, s, who, *on).contains(way);
            must(
                away,
                rule::RULING_PUSH_LINE,
                "a push goes straight away from the pusher, and there is another direction for that",
            )
        }
        (Ask::Away { on }, Choice::Way(way)) => {
            let away = maneuvers::ways_back(g, s, who, *on).contains(way);
            must(
                away,
                rule::RULING_PUSH_LINE,
                "a push goes straight away from the pusher, and there is another direction for that",
            )
        }
        (Ask::Fling { item }, Choice::Fling(None)) => must(
            items::can_hold(g, s, who, *item) && grapple::empty_hands(g, s, who) > 0,
            rule::DISARM,
            "taking it needs a hand that is free and empty",
        ),
        (Ask::Fling { .. }, Choice::Fling(Some(_))) => Ok(()),
        (Ask::Enter | Ask::Forgo { .. } | Ask::Fire { .. } | Ask::Catch { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::Limb { .. }, Choice::Limb(limb)) => must(
            grapple::limbs(g, s, who).any(|free| free == *limb),
            rule::GRAPPLED,
            "no such limb is free: an arm, or a natural weapon by its name",
        ),
        (Ask::Next { left }, Choice::Next(ailment)) => {
            must(left.has(*ailment), rule::RULING_START_ORDER, "that does not strike now, or has struck already")
        }
        (Ask::Part { .. }, Choice::Cell(to)) => {
            let near = grapple::rooms_to_part(g, s, who).any(|cell| cell == *to);
            must(near, rule::RULING_GRAPPLE, "the step goes to one of the nearest free squares")
        }
        _ => Err(Refusal::because("that is no answer to this question")),
    }
}

/// What may be done in the middle of a move: a jump on foot, as far as the rest of it goes, and what takes no action.
/// (`jump`, `ruling.split-move`)
fn on_the_way(g: &Setup, s: &State, who: Id, gait: Gait, feet: i16, act: &Act) -> Verdict {
    match act {
        Act::Jump { to, prepared: false } => {
            let across = bodies::feet(g, s.creature(who).at, *to);
            must(
                gait == Gait::Run && across <= feet.into(),
                rule::JUMP,
                "only a move on foot has a jump in it, and no longer one than the feet that are left",
            )?;
        }
        Act::Drop(_) | Act::DropProne | Act::Release => {}
        _ => {
            return no(
                rule::RULING_SPLIT_MOVE,
                "in the middle of a move there are only jumps, and what takes no action",
            );
        }
    }
    deed(g, s, who, act)
}

/// An act of a turn: may it be paid for, and done?
fn own(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    if let Some(why) = idle(s, who) {
        return why;
    }
    let (cost, left) = (acts::cost(g, s, who, act), turn::left(g, s, who));
    if cost > left {
        let why = "this takes {} actions, and {} are left";
        let why = if cost == 1 { "this takes {} action, and {} are left" } else { why };
        return Err(Refusal::counted(rule::TURN_BUDGET, why, [cost.into(), left.into()]));
    }
    // A move is not split around other actions. (`ruling.split-move`)
    deed(g, s, who, act)
}

fn idle(s: &State, who: Id) -> Option<Verdict> {
    let creature = s.creature(who);
    let why = [
        (creature.is(Plight::Dead), rule::DEAD, "the dead do nothing"),
        (creature.is(Plight::Unconscious), rule::UNCONSCIOUS, "whoever is unconscious does nothing"),
        (creature.has(Kind::Stunned), rule::STUNNED, "whoever is stunned does nothing"),
    ];
    why.into_iter().find(|(yes, ..)| *yes).map(|(_, rule, why)| no(rule, why))
}

/// Can somebody still do anything, in the middle of what he does?
///
/// # Errors
/// Why not.
pub fn can_still_act(s: &State, who: Id) -> Verdict {
    idle(s, who).unwrap_or(Ok(()))
}

/// Could somebody make a melee attack now, were a foe in reach? (`maneuver.general`)
pub fn can_strike_in_melee(g: &Setup, s: &State, who: Id) -> bool {
    let attack = Attack { arm: options::maneuver_arm(g, s, who), manner: Manner::Melee, deed: Deed::Push };
    can_still_act(s, who).is_ok() && deeds::arm(g, s, who, &attack).is_ok()
}

/// May something that was readied be done now?
///
/// # Errors
/// Why not.
pub fn readied(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    can_still_act(s, who)?;
    deed(g, s, who, act)
}

/// May it be done at all, whatever it costs?
fn deed(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    match act {
        Act::Attack { attack, on } => deeds::attack(g, s, who, attack, *on),
        Act::Volley { item, at } => deeds::volley(g, s, who, *item, *at),
        Act::Move(_) | Act::PushOff(..) | Act::Jump { .. } | Act::Stand | Act::Crawl(_) | Act::Land => {
            going::act(g, s, who, act)
        }
        Act::Cast { spell, power, item, at } => spells::cast(g, s, who, (*spell, *power), *item, *at),
        Act::Control { number, at } => spells::control(g, s, who, *number, *at),
        Act::Focus => spells::focus(g, s, who),
        Act::Dodge => {
            let again = s.creature(who).dodges > 0 && g.rules.dodge_stack == DodgeStack::Off;
            must(!again, rule::DODGE, "a dodge already waits for the next attack, and a second one adds nothing")
        }
        Act::Command(whom) => command(g, s, who, *whom),
        Act::Ready(ready) => ready_may(g, s, who, ready),
        Act::Intimidate(at) => deeds::intimidate(g, s, who, *at),
        Act::Medicine(on) => deeds::medicine(g, s, who, *on),
        Act::Search => must(sight::knows_of_hidden(g, s, who), rule::SKILL_SEARCH, "no foe is known to hide"),
        Act::Sneak => deeds::sneak(g, s, who),
        Act::Draw(at) | Act::PickUp(at) | Act::Drop(at) => handling(g, s, who, act, *at),
        Act::Mount(on) => mount(g, s, who, *on),
        Act::Dismount(to) => {
            let free = s.creature(who).mount.is_some()
                && bodies::distance_to(g, s, who, *to) == bodies::SQUARE
                && bodies::enters(g, who, *to, s.creature(who).height).is_some()
                && paths::known_others(s, who).all(|id| !bodies::body(g, s, id).covers(*to));
            must(free, rule::ACTION_MUNDANE, "a rider gets off into a free square beside the mount")
        }
        Act::Handle => Ok(()),
        Act::Choke => must(
            s.holds(who).is_some(),
            rule::GRAPPLING_CHOKE,
            "only somebody who is held can be choked: grapple first",
        ),
        Act::Release => {
            must(s.holds(who).is_some(), rule::GRAPPLING_RELEASE, "there is nobody to let go: nobody is held")
        }
        Act::PutOut => must(
            s.creature(who).is(Plight::OnFire),
            rule::ON_FIRE,
            "there is no fire to put out: whoever acts does not burn",
        ),
        Act::Stabilize => must(
            s.creature(who).is(Plight::Tumbling),
            rule::ZERO_G_STABILIZE,
            "there is no tumbling to stop: whoever acts is steady",
        ),
        Act::DropProne => {
            must(!g.ground.weightless, rule::ZERO_G_STILL, "where nothing falls, nobody drops to the ground")?;
            must(!s.creature(who).is(Plight::Prone), rule::PRONE, "whoever lies on the ground cannot drop to it")
        }
    }
}

fn command(g: &Setup, s: &State, who: Id, whom: Id) -> Verdict {
    must(
        g.sheet(whom).commander == Some(who) && s.creature(whom).is_here(),
        rule::COMMAND,
        "a creature is commanded by its own commander alone",
    )?;
    must(!s.creature(whom).commanded, rule::COMMAND, "that creature has had its command of this round")?;
    must(!s.creature(whom).is_helpless(), rule::COMMAND, "a creature that is stunned or unconscious obeys no command")
}

/// What is readied costs a single action by itself; who can be reached is seen when the moment comes. (`ready`)
fn ready_may(g: &Setup, s: &State, who: Id, ready: &crate::model::Ready) -> Verdict {
    must(
        ready.whom != Some(who),
        rule::READY,
        "what sets it off is done by somebody else: name a foe, a friend or `any`",
    )?;
    let single = |act: &Act| matches!(act, Act::Move(_)) || acts::cost(g, s, who, act) == 1;
    let Some(act) = ready.act().filter(single) else {
        return no(rule::READY, "only what costs a single action can be readied");
    };
    match act {
        Act::Attack { attack, .. } => {
            deeds::arm(g, s, who, &attack)?;
            if attack.deed == Deed::Grapple { deeds::can_seize(g, s, who, attack.arm, None) } else { Ok(()) }
        }
        Act::Cast { spell, power, item, .. } => spells::known(g, s, who, spell, power, item),
        Act::Draw(at) => handling(g, s, who, &act, at),
        Act::Command(whom) => command(g, s, who, whom),
        Act::Medicine(on) => must(s.creature(on).is_here(), rule::SKILL_USE, "that one is no longer there"),
        _ => Ok(()),
    }
}

fn handling(g: &Setup, s: &State, who: Id, act: &Act, at: u8) -> Verdict {
    let Some(item) = s.item(at) else { return no(rule::ACTION_MUNDANE, "there is no such thing") };
    let natural = g.weapon(item.weapon).is_natural();
    match act {
        Act::Draw(_) => {
            must(
                item.owner == Some(who) && !item.held,
                rule::ACTION_MUNDANE,
                "only what one carries and has not in hand can be drawn",
            )?;
            must(items::is_whole(g, item), rule::DESTROYED, "that is broken")?;
            must(items::can_hold(g, s, who, at), rule::SHEET_WEAPON, "that takes more hands than are free")
        }
        Act::PickUp(_) => {
            must(items::is_at_hand(g, s, who, at), rule::ACTION_MUNDANE, "that does not lie within 5 feet")?;
            must(items::can_hold(g, s, who, at), rule::SHEET_WEAPON, "that takes more hands than are free")
        }
        _ => must(
            item.owner == Some(who) && item.held && !natural,
            rule::FREE_COST,
            "only what is in hand can be dropped",
        ),
    }
}

fn mount(g: &Setup, s: &State, who: Id, on: Id) -> Verdict {
    let rides = |id: Id| s.creature(id).mount.is_some() || s.creature(id).rider.is_some();
    let alone = !rides(who) && !rides(on) && who != on;
    let larger = g.sheet(who).size.steps_to(g.sheet(on).size) > 0;
    let near = bodies::distance(g, s, who, on) <= bodies::SQUARE && s.creature(on).is_here();
    must(
        alone && larger && near && !g.opposed(who, on),
        rule::ACTION_MUNDANE,
        "a mount is a larger friend within 5 feet, and neither of the two rides or is ridden yet",
    )
}

/// The bare hand.
pub const HAND: Arm = Arm::Unarmed;
