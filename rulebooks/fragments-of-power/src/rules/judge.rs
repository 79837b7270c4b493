//! What may be chosen, and by which rule not.

mod deeds;
mod going;
mod spells;

use crate::rules::movement::paths;
use skirmish_kernel::{Id, Refusal, RuleId};

use crate::catalogue::{DodgeStack, rule};
use crate::model::{Act, Arm, Ask, Attack, Choice, Deed, Gait, Kind, Limb, Manner, Plight, Setup, State};
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
                "it has not been commanded in this turn",
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
            must(away, rule::RULING_PUSH_LINE, "a push goes straight away from whoever pushes")
        }
        (Ask::Away { on }, Choice::Way(way)) => {
            let away = maneuvers::ways_back(g, s, who, *on).contains(way);
            must(away, rule::RULING_PUSH_LINE, "a push goes straight away from whoever pushes")
        }
        (Ask::Fling { item }, Choice::Fling(None)) => must(
            items::can_hold(g, s, who, *item) && grapple::empty_hands(g, s, who) > 0,
            rule::DISARM,
            "a free hand takes it",
        ),
        (Ask::Fling { .. }, Choice::Fling(Some(_))) => Ok(()),
        (Ask::Enter | Ask::Forgo { .. } | Ask::Fire { .. } | Ask::Catch { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::Limb { .. }, Choice::Limb(limb)) => {
            let (arms, natural) = grapple::free_limbs(g, s, who);
            let has = match limb {
                Limb::Arm => arms > 0,
                Limb::Natural => natural > 0,
                Limb::None => false,
            };
            must(has, rule::GRAPPLED, "no such limb is free")
        }
        (Ask::Next { left }, Choice::Next(ailment)) => {
            must(left.has(*ailment), rule::RULING_START_ORDER, "that does not strike now, or has struck already")
        }
        (Ask::Part { .. }, Choice::Cell(to)) => {
            let near = grapple::rooms_to_part(g, s, who).any(|cell| cell == *to);
            must(near, rule::RULING_GRAPPLE, "one steps to the nearest free square")
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
                "a jump is no longer than what is left of the move",
            )?;
        }
        Act::Drop(_) | Act::DropProne | Act::Release => {}
        _ => return no(rule::RULING_SPLIT_MOVE, "a move is not split around other actions"),
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
        let why = "it takes {} actions, and {} are left";
        let why = if cost == 1 { "it takes {} action, and {} are left" } else { why };
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
        Act::Move(_) | Act::PushOff(_) | Act::Jump { .. } | Act::Stand | Act::Crawl(_) | Act::Land => {
            going::act(g, s, who, act)
        }
        Act::Cast { spell, power, item, at } => spells::cast(g, s, who, (*spell, *power), *item, *at),
        Act::Control { number, at } => spells::control(g, s, who, *number, *at),
        Act::Focus => spells::focus(g, s, who),
        Act::Dodge => {
            let again = s.creature(who).dodges > 0 && g.rules.dodge_stack == DodgeStack::Off;
            must(!again, rule::DODGE, "a dodge waits already")
        }
        Act::Command(whom) => command(g, s, who, *whom),
        Act::Ready(ready) => ready_may(g, s, who, ready),
        Act::Intimidate(on) | Act::Medicine(on) => deeds::skill(g, s, who, act, *on),
        Act::Search => must(sight::knows_of_hidden(g, s, who), rule::SKILL_SEARCH, "nobody is known to hide"),
        Act::Sneak => deeds::sneak(g, s, who),
        Act::Draw(at) | Act::PickUp(at) | Act::Drop(at) => handling(g, s, who, act, *at),
        Act::Mount(on) => mount(g, s, who, *on),
        Act::Dismount(to) => {
            let free = s.creature(who).mount.is_some()
                && bodies::distance_to(g, s, who, *to) == bodies::SQUARE
                && bodies::enters(g, who, *to, s.creature(who).height).is_some()
                && paths::known_others(s, who).all(|id| !bodies::body(g, s, id).covers(*to));
            must(free, rule::ACTION_MUNDANE, "one gets off into a free square beside the mount")
        }
        Act::Handle => Ok(()),
        Act::Choke => must(s.holds(who).is_some(), rule::GRAPPLING_CHOKE, "nobody is held"),
        Act::Release => must(s.holds(who).is_some(), rule::GRAPPLING_RELEASE, "nobody is held"),
        Act::PutOut => must(s.creature(who).is(Plight::OnFire), rule::ON_FIRE, "nothing burns"),
        Act::Stabilize => must(s.creature(who).is(Plight::Tumbling), rule::ZERO_G_STABILIZE, "nothing turns"),
        Act::DropProne => {
            must(!s.creature(who).is(Plight::Prone), rule::PRONE, "whoever lies on the ground cannot drop to it")
        }
    }
}

fn command(g: &Setup, s: &State, who: Id, whom: Id) -> Verdict {
    must(
        g.sheet(whom).commander == Some(who) && s.creature(whom).is_here(),
        rule::COMMAND,
        "only its master commands a creature",
    )?;
    must(!s.creature(whom).commanded, rule::COMMAND, "it has been commanded in this round already")?;
    must(!s.creature(whom).is_helpless(), rule::COMMAND, "it cannot do anything")
}

/// What is readied costs a single action by itself. (`ready`)
fn ready_may(g: &Setup, s: &State, who: Id, ready: &crate::model::Ready) -> Verdict {
    use crate::model::WhenReady;
    must(ready.whom != Some(who), rule::READY, "one waits for what others do")?;
    match ready.what {
        WhenReady::Attack(attack) => {
            deeds::arm(g, s, who, &attack)?;
            if attack.deed == Deed::Grapple { deeds::can_seize(g, s, who, None) } else { Ok(()) }
        }
        WhenReady::Cast { spell, power } => spells::known(g, s, who, spell, power, None),
        WhenReady::Draw(at) => handling(g, s, who, &Act::Draw(at), at),
        WhenReady::Medicine(on) => must(s.creature(on).is_here(), rule::SKILL_USE, "nobody is there"),
        _ => Ok(()),
    }
}

fn handling(g: &Setup, s: &State, who: Id, act: &Act, at: u8) -> Verdict {
    let Some(item) = s.item(at) else { return no(rule::ACTION_MUNDANE, "there is no such thing") };
    let natural = g.weapon(item.weapon).is_natural();
    match act {
        Act::Draw(_) => {
            must(item.owner == Some(who) && !item.held, rule::ACTION_MUNDANE, "it is not stowed away")?;
            must(items::is_whole(g, item), rule::DESTROYED, "it is broken")?;
            must(items::can_hold(g, s, who, at), rule::SHEET_WEAPON, "it takes more hands than are free")
        }
        Act::PickUp(_) => {
            must(items::is_at_hand(g, s, who, at), rule::ACTION_MUNDANE, "it does not lie within a step")?;
            must(items::can_hold(g, s, who, at), rule::SHEET_WEAPON, "it takes more hands than are free")
        }
        _ => must(item.owner == Some(who) && item.held && !natural, rule::FREE_COST, "it is not in hand"),
    }
}

fn mount(g: &Setup, s: &State, who: Id, on: Id) -> Verdict {
    let rides = |id: Id| s.creature(id).mount.is_some() || s.creature(id).rider.is_some();
    let alone = !rides(who) && !rides(on) && who != on;
    let larger = g.sheet(who).size.steps_to(g.sheet(on).size) > 0;
    let near = bodies::distance(g, s, who, on) <= bodies::SQUARE && s.creature(on).is_here();
    must(alone && larger && near && !g.opposed(who, on), rule::ACTION_MUNDANE, "one mounts a larger friend beside one")
}

/// The bare hand.
pub const HAND: Arm = Arm::Unarmed;
