//! Which answers are legal, and which rule says no.

mod mount;
pub mod strikes;

use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_kernel::{Id, Refusal};

pub use self::strikes::is_out_of_reach;
use self::strikes::{judge_grapple, judge_strike};
use crate::catalogue::{MovementSplit, TurnDelay, rule};
use crate::model::{
    Act, Ask, Attribute, CastCheck, Choice, Gait, Going, Kind, Occasion, Phase, Range, Requested, Setup, Slot, State,
    Target, Timing, WeaponKind,
};
use crate::rules::magic::{self, cast, concentration};
use crate::rules::movement::{self, flight, jump, paths};
use crate::rules::{after, defence, lines, reactions, turn};

/// What is out of range or reach.
const TOO_FAR: &str = "{} m away, where it reaches {} m";

/// Is this answer allowed?
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Verdict {
    match (ask, choice) {
        (Ask::Turn, Choice::Act(act)) => judge_act(g, s, who, act),
        (Ask::Path { .. }, Choice::Sneak(path)) if path.is_empty() => {
            no(rule::SNEAK_CHECK, "who stays in place goes past nobody")
        }
        (Ask::Path { mover, metres }, Choice::Walk(path) | Choice::Sneak(path)) => {
            paths::judge(g, s, *mover, *metres, path)?;
            flight::judge(g, s, *mover, *metres, path)
        }
        (Ask::Step { to: Some(to), .. }, Choice::Walk(path)) if !path.is_empty() && path[..] != [*to] => {
            no(rule::DP_PATH, "the only step back is to where they came from")
        }
        (Ask::Step { metres, .. }, Choice::Walk(path)) => paths::judge(g, s, who, *metres, path),
        (Ask::Defence(incoming), Choice::Defend(how)) => {
            defence::judge(g, s, incoming, *how).map_err(|rule| Refusal::by(rule, "this attack cannot be met so"))
        }
        (Ask::Reaction(occasion), Choice::React(ability, arm)) => {
            must(reacts(g, s, who, occasion, (*ability, *arm)), rule::REACTION_FORMS, "they cannot react so now")
        }
        (Ask::AfterParry { .. }, Choice::Walk(path)) => {
            refuse_if!(!after::may_step(s, who), rule::PARRY_OPTION_MOVE, "they may not move");
            paths::judge(g, s, who, g.rules.parry_step, path)
        }
        (Ask::AfterParry { attacker, .. }, Choice::Counter(arm)) => judge_counter(g, s, who, *attacker, *arm),
        (Ask::Concentration { .. }, Choice::With(with)) => {
            let holds = matches!(with, Attribute::Con | Attribute::Wil);
            must(holds, rule::CONCENTRATION_SAVE, "concentration is held with CON or WIL")
        }
        (Ask::Save { kind, .. }, Choice::With(with)) => {
            let fits = kind.save().is_some_and(|(attributes, ..)| attributes.contains(with));
            must(fits, kind.rule(), "this condition is not shaken off with that")
        }
        (Ask::EndSpell, Choice::Act(Act::EndSpell { serial })) => judge_end_spell(g, s, who, *serial),
        (Ask::DropSpell, Choice::Act(Act::EndSpell { serial })) => {
            let kept = s.creature(who).concentration.iter().any(|kept| kept.serial == *serial);
            must(kept, rule::CONCENTRATION_LIMIT, "that spell is not kept up")
        }
        (Ask::Turn, Choice::End) => {
            must(flight::left(g, s, who).is_none(), rule::CONDITION_PANICKED, "they must run while they can")
        }
        (Ask::Reaction(_) | Ask::AfterParry { .. } | Ask::EndSpell, Choice::Pass)
        | (Ask::Again { .. } | Ask::SecondDie { .. } | Ask::Detect { .. } | Ask::FallCheck { .. }, Choice::Yes(_))
        | (Ask::Zone, Choice::Zone(_))
        | (Ask::AfterParry { .. }, Choice::Penalty)
        | (Ask::Facing, Choice::Face(_)) => Ok(()),
        _ => Err(Refusal::because("this is no answer to that question")),
    }
}

/// Own spells end freely in one's own turn, and for the reaction in another's. (`concentration.end-free`)
fn judge_end_spell(g: &Setup, s: &State, who: Id, serial: u16) -> Verdict {
    let Some(lasting) = concentration::lasting(g, s, who).find(|lasting| lasting.serial == serial) else {
        return no(rule::CONCENTRATION_END_FREE, "they have no such spell to end");
    };
    let may = concentration::may_end(s, who, lasting);
    must(may, rule::REACTION_PER_TURN, "in another's turn that takes the reaction, which is used")
}

fn judge_counter(g: &Setup, s: &State, who: Id, attacker: Id, arm: Option<u8>) -> Verdict {
    let by = rule::PARRY_OPTION_COUNTER;
    let knows = after::counter_skill(g, s, who).is_some();
    refuse_if!(!knows, by, "they know no Counter, cannot pay for it, or have used the reaction");
    let reach = match arm {
        None => {
            refuse_if!(!g.sheet(who).limbs, by, "they have no limbs to seize with");
            1
        }
        Some(arm) => {
            let held = usize::from(arm) < g.sheet(who).arms.len() && defence::is_ready(g, s, who, arm);
            refuse_if!(!held, by, "that weapon is not in hand");
            refuse_if!(g.arm(who, arm).1.kind == WeaponKind::Ranged, by, "a counter is a blow by hand");
            g.arm(who, arm).1.reach
        }
    };
    must(lines::between(g, s, who, attacker) <= reach, by, "the attacker is out of reach")
}

fn reacts(g: &Setup, s: &State, who: Id, occasion: &Occasion, so: (u8, Option<u8>)) -> bool {
    let mut fits = false;
    reactions::options(g, s, who, occasion, &mut |ability, arm| fits |= (ability, arm) == so);
    fits
}

/// Is this act allowed now?
pub fn judge_act(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    let slot = turn::slot(g, act);
    if let Some(slot) = slot.filter(|slot| !goes_on(g, s, who, act) && s.creature(who).spent.has(*slot)) {
        return no(
            rule::TURN_ACTIONS,
            match slot {
                Slot::Attack => "the attack action of this turn is spent",
                Slot::Utility => "the utility action of this turn is spent",
                Slot::Movement | Slot::Free => "the movement action of this turn is spent",
            },
        );
    }
    let payer = turn::payer(s, who, act);
    let panics = [who, payer].into_iter().any(|id| s.creature(id).has(Kind::Panicked));
    refuse_if!(panics && slot.is_some() && !is_flight(g, act), rule::CONDITION_PANICKED, "they can do nothing but run");
    judge_form(g, s, who, act)?;
    let (cost, left) = (turn::energy(g, s, who, act), s.creature(payer).energy);
    let by = turn::ability_of(act).map_or(rule::ACTION_SPRINT, |ability| g.ability(ability).rule);
    refuse_if!(left < cost; Refusal::counted(by, "energy needed: {}, left: {}", [cost, left]));
    Ok(())
}

/// Is it allowed, whatever it costs?
fn judge_form(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    match *act {
        Act::Strike { arm, target, skill } => judge_strike(g, s, who, arm, target, skill),
        Act::Grapple { target, skill } => judge_grapple(g, s, who, target, skill),
        Act::Hide { ability, .. } if g.ability(ability).hidden.is_none() => {
            no(rule::HIDDEN_USE, "that cannot be done in secret")
        }
        Act::Use { ability, level, target, slot } | Act::Hide { ability, level, target, slot } => {
            judge_use(g, s, who, ability, level, target, slot)
        }
        Act::Go(_) => judge_go(s, who),
        Act::Jump { to, .. } => jump::judge(g, s, who, to),
        Act::Swap { arm } => judge_swap(g, s, who, arm),
        Act::Item { slot } => {
            must(slot != Slot::Movement, rule::ACTION_ITEM_BOTH, "an item takes an attack or a utility action")
        }
        Act::Secret { slot, .. } => {
            let why = "what is done in secret takes an attack or a utility action";
            must(slot != Slot::Movement, rule::HIDDEN_USE, why)
        }
        Act::Face(_) => Ok(()),
        Act::Recover { from, .. } => judge_recover(s, who, from),
        Act::Help { whom, from } => judge_help(g, s, who, whom, from),
        Act::Reload { slot } => judge_reload(s, who, slot),
        Act::Hold { slot } => judge_hold(s, who, slot),
        Act::LetGo => must(s.creature(who).holds.is_some(), rule::CONDITION_GRAPPLED, "they hold nobody"),
        Act::MountGo(_) => mount::judge_go(s, who),
        Act::Mount(on) => mount::judge_on(g, s, who, on),
        Act::Dismount(to) => mount::judge_off(g, s, who, to),
        Act::EndSpell { serial } => judge_end_spell(g, s, who, serial),
        Act::Delay(behind) => judge_delay(g, s, who, behind),
        _ => mount::judge_act(g, s, who, act),
    }
}

/// What somebody may do who panics: run, jump, be carried off, and get free for it. (condition panicked)
fn is_flight(g: &Setup, act: &Act) -> bool {
    match act {
        Act::Go(_) | Act::Jump { .. } | Act::Recover { .. } => true,
        Act::MountGo(_) | Act::MountRecover { .. } | Act::Dismount(_) => true,
        Act::Use { ability, .. } => g.ability(*ability).teleports(),
        _ => false,
    }
}

/// A Movement Action that may be gone on with: after a split, a house rule, or with what helping somebody has left of it.
fn goes_on(g: &Setup, s: &State, who: Id, act: &Act) -> bool {
    let spent = s.creature(who).spent;
    let walked = i32::from(spent.walked);
    let split = g.rules.movement_split == MovementSplit::On && walked > 0;
    match act {
        Act::Go(gait) => (split || spent.going == Going::Helped) && walked < movement::metres(g, who, *gait),
        // How far it gets is judged with the help itself.
        Act::Help { .. } => split || spent.going != Going::Over,
        _ => false,
    }
}

fn judge_use(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target, slot: Slot) -> Verdict {
    let by = rule::ACTION_UTILITY_FORMS;
    refuse_if!(!g.sheet(who).abilities.contains(&index), by, "they do not know that");
    let ability = g.ability(index);
    refuse_if!(ability.is(Timing::OutOfCombat), rule::KEYWORD_RITUAL, "a ritual takes more time than a fight has");
    if slot == Slot::Movement {
        // A rider's own feet do not move, but a spell may carry it off.
        movement::free_to_move(s, who)?;
    }
    refuse_if!(!ability.takes(slot) || ability.strikes(), by, "that is not done with this action");
    let levels = ability.levels();
    refuse_if!(!(1..=levels).contains(&level);
        Refusal::counted(rule::UPCAST_LEVEL, "cast levels are 1 to {}", [levels.into(), 0]));
    let dear = if s.creature(who).energy < ability.energy { ability.rule } else { rule::UPCAST_COST };
    refuse_if!(!magic::can_pay(s, who, ability, level), dear, "they cannot pay for that");
    judge_aim(g, s, who, index, target)
}

/// May this ritual be held now?
pub fn judge_ritual(g: &Setup, s: &State, who: Id, index: u8, target: Target) -> Verdict {
    let fights = s.phase != Phase::Initiative || s.ended.is_some();
    refuse_if!(fights, rule::KEYWORD_RITUAL, "a ritual takes more time than a fight has");
    refuse_if!(s.creature(who).wounds.is_out, rule::KEYWORD_RITUAL, "who is out of the fight holds no ritual");
    // Rituals that are called for already are paid for first.
    let called = s.requests.iter().filter(|request| request.who == who).filter_map(|request| match request.what {
        Requested::Ritual(index, _) => Some(g.ability(index)),
        _ => None,
    });
    let (energy, mana) = called.fold((0, 0), |(energy, mana), one| (energy + one.energy, mana + one.mana_at(1)));
    let (creature, ability) = (s.creature(who), g.ability(index));
    let dear = creature.energy - energy < ability.energy || creature.mana - mana < ability.mana_at(1);
    refuse_if!(dear, rule::UPCAST_COST, "there is not enough left to pay for that");
    judge_aim(g, s, who, index, target)
}

fn judge_aim(g: &Setup, s: &State, who: Id, index: u8, target: Target) -> Verdict {
    let ability = g.ability(index);
    let (by, here) = (ability.rule, s.creature(who).at);
    let range = cast::range(g, s, who, ability);
    let teleports = ability.teleports();
    match target {
        Target::Nothing => must(ability.range == Range::Own && !teleports, by, "at what?"),
        Target::Creature(on) => {
            let one = ability.radius == 0 && !teleports && ability.range != Range::Own;
            refuse_if!(!one || !s.is_here(on), by, "that is not aimed at somebody");
            let saves = ability.check.save().is_some();
            refuse_if!(on == who && saves, by, "nobody does that to oneself");
            let away = lines::between(g, s, who, on);
            refuse_if!(away > range; Refusal::counted(by, TOO_FAR, [away, range]));
            let flies = matches!(ability.check, CastCheck::Projectile(_));
            refuse_if!(on == who && flies, by, "nobody does that to oneself");
            must(lines::has_line_to(g, s, who, on), by, "a wall is in between")
        }
        Target::Cell(cell) if teleports => {
            let most = cast::teleport_metres(g, who, ability);
            let near = cell != here && lines::metres(g, here, cell) <= most;
            let free = paths::is_free(g, s, who, cell) && lines::has_line(g, here, cell);
            let flees = paths::flees(g, s, who, cell);
            refuse_if!(!flees, rule::CONDITION_PANICKED, "they must get away from what they fear");
            let why = "it goes at most {} m, to a free cell in sight";
            refuse_if!(!near || !free; Refusal::counted(by, why, [most, 0]));
            Ok(())
        }
        Target::Cell(cell) => {
            let ground = ability.area.is_some() || ability.radius > 0 && range > 0;
            let away = lines::to_cell(g, s, who, cell);
            refuse_if!(!ground || !g.ground.board.contains(cell), by, "that is not aimed at a place");
            let why = "{} m away, where it reaches {} m in a free line";
            let near = away <= range && lines::has_line_from(g, s, who, cell);
            refuse_if!(!near; Refusal::counted(by, why, [away, range]));
            Ok(())
        }
    }
}

fn judge_go(s: &State, who: Id) -> Verdict {
    let rides = s.creature(who).mount.is_some();
    refuse_if!(rides, rule::MOUNT_INITIATIVE, "they sit on a mount: let that move, or get off");
    movement::free_to_move(s, who)
}

fn judge_swap(g: &Setup, s: &State, who: Id, arm: u8) -> Verdict {
    let by = rule::ACTION_SWAP_UTILITY_ONLY;
    refuse_if!(usize::from(arm) >= g.sheet(who).arms.len(), by, "they have no such weapon");
    refuse_if!(g.arm(who, arm).1.kind == WeaponKind::Natural, by, "that is part of the body");
    must(!s.creature(who).in_hand().any(|held| held == arm), by, "that is in hand already")
}

fn judge_recover(s: &State, who: Id, from: Kind) -> Verdict {
    let has = matches!(from, Kind::OffBalance | Kind::Prone | Kind::Grappled) && s.creature(who).has(from);
    refuse_if!(!has, from.rule(), "they have no such condition, or shaking that off takes no action");
    let first = from != Kind::Prone || !s.creature(who).spent.begun;
    must(first, rule::CONDITION_PRONE, "getting up is the first thing in a turn")
}

fn judge_help(g: &Setup, s: &State, who: Id, whom: Id, from: Kind) -> Verdict {
    let near = lines::between(g, s, who, whom) <= 1 && whom != who && !g.opposed(whom, who);
    let helps = matches!(from, Kind::OffBalance | Kind::Prone) && s.creature(whom).has(from);
    refuse_if!(!near || !helps || !s.is_able(whom), from.rule(), "no friend stands beside them who could be helped so");
    let spent = s.creature(who).spent;
    let gait = if spent.sprinted { Gait::Sprint } else { Gait::Walk };
    let left = movement::metres(g, who, gait) - i32::from(spent.walked);
    let metres = movement::help_metres(from);
    refuse_if!(left < metres; Refusal::counted(from.rule(), "metres needed: {}, left: {}", [metres, left.max(0)]));
    judge_go(s, who)
}

fn judge_reload(s: &State, who: Id, slot: Slot) -> Verdict {
    refuse_if!(s.creature(who).loading().is_none(), rule::TAG_RELOAD, "nothing in their hands wants loading");
    must(slot != Slot::Movement, rule::TAG_RELOAD, "loading takes an attack or a utility action")
}

fn judge_hold(s: &State, who: Id, slot: Slot) -> Verdict {
    let by = rule::CONDITION_GRAPPLED;
    refuse_if!(s.creature(who).holds.is_none(), by, "they hold nobody");
    refuse_if!(s.creature(who).held_on, by, "the hold of this turn is kept already");
    must(slot != Slot::Movement, by, "a hold is kept with an attack or a utility action")
}

fn judge_delay(g: &Setup, s: &State, who: Id, behind: Id) -> Verdict {
    refuse_if!(g.rules.turn_delay == TurnDelay::Off, rule::ROUND_ORDER, "a turn is taken when it comes");
    let place = |id: Id| s.order.iter().position(|known| *known == id);
    let waits = place(behind) > place(who) && !s.creature(who).spent.begun;
    let why = "a turn is put off behind somebody who is still to come, before anything is done";
    must(waits, rule::ROUND_ORDER, why)
}
