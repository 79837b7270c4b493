//! Which answers are legal, and which rule says no.

mod mount;
mod strikes;

use skirmish_kernel::{Id, Refusal};

use self::strikes::{judge_grapple, judge_strike};
use crate::catalogue::{MovementSplit, TurnDelay, rule};
use crate::model::{
    Act, Ask, CastCheck, Choice, Gait, Going, Kind, Occasion, Path, Phase, Requested, Setup, Slot, State, Target,
    Timing, WeaponKind,
};
use crate::rules::magic::{self, cast, concentration};
use crate::rules::movement::{self, jump, paths};
use crate::rules::{after, defence, lines, reactions, turn};

/// What is out of range or reach.
const TOO_FAR: &str = "{} m away, where it reaches {} m";

/// Is this answer allowed?
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
    match (ask, choice) {
        (Ask::Turn, Choice::End) => Ok(()),
        (Ask::Turn, Choice::Act(act)) => judge_act(g, s, who, act),
        (Ask::Path { mover, metres }, Choice::Walk(path)) => paths::judge(g, s, *mover, *metres, path),
        (Ask::Path { .. }, Choice::Sneak(path)) if path.is_empty() => {
            Err(Refusal::by(rule::SNEAK_CHECK, "who stays in place goes past nobody"))
        }
        (Ask::Path { mover, metres }, Choice::Sneak(path)) => paths::judge(g, s, *mover, *metres, path),
        (Ask::Step { to: Some(to), .. }, Choice::Walk(path)) if !path.is_empty() && path[..] != [*to] => {
            Err(Refusal::by(rule::DP_PATH, "the only step back is to where they came from"))
        }
        (Ask::Step { metres, .. }, Choice::Walk(path)) => paths::judge(g, s, who, *metres, path),
        (Ask::Again { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::Defence(incoming), Choice::Defend(how)) => {
            defence::judge(g, s, incoming, *how).map_err(|rule| Refusal::by(rule, "this attack cannot be met so"))
        }
        (Ask::Reaction(_), Choice::Pass) => Ok(()),
        (Ask::Reaction(occasion), Choice::React(ability, arm)) => judge_reaction(g, s, who, occasion, *ability, *arm),
        (Ask::Zone, Choice::Zone(_)) => Ok(()),
        (Ask::SecondDie { .. } | Ask::Detect { .. } | Ask::FallCheck { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::AfterParry { .. }, Choice::Pass | Choice::Penalty) => Ok(()),
        (Ask::AfterParry { .. }, Choice::Walk(path)) => judge_step(g, s, who, path),
        (Ask::AfterParry { attacker, .. }, Choice::Counter(arm)) => judge_counter(g, s, who, *attacker, *arm),
        (Ask::Concentration { .. }, Choice::With(with)) => {
            use crate::model::Attribute::{Con, Wil};
            if matches!(with, Con | Wil) {
                Ok(())
            } else {
                Err(Refusal::by(rule::CONCENTRATION_SAVE, "concentration is held with CON or WIL"))
            }
        }
        (Ask::Save { kind, .. }, Choice::With(with)) => match kind.save() {
            Some((attributes, _, _)) if attributes.contains(with) => Ok(()),
            _ => Err(Refusal::by(kind.rule(), "this condition is not shaken off with that")),
        },
        (Ask::Facing, Choice::Face(_)) => Ok(()),
        (Ask::EndSpell, Choice::Pass) => Ok(()),
        (Ask::EndSpell, Choice::Act(Act::EndSpell { serial })) => judge_end_spell(g, s, who, *serial),
        (Ask::DropSpell, Choice::Act(Act::EndSpell { serial })) => {
            let kept = s.creature(who).concentration.iter().any(|kept| kept.serial == *serial);
            if kept { Ok(()) } else { Err(Refusal::by(rule::CONCENTRATION_LIMIT, "that spell is not kept up")) }
        }
        _ => Err(Refusal::because("this is no answer to that question")),
    }
}

/// Own spells end freely in one's own turn, and for the reaction in another's. (`concentration.end-free`)
fn judge_end_spell(g: &Setup, s: &State, who: Id, serial: u16) -> Result<(), Refusal> {
    match concentration::lasting(g, s, who).find(|lasting| lasting.serial == serial) {
        None => Err(Refusal::by(rule::CONCENTRATION_END_FREE, "they have no such spell to end")),
        Some(lasting) if concentration::may_end(s, who, lasting) => Ok(()),
        Some(_) => {
            Err(Refusal::by(rule::REACTION_PER_TURN, "in another's turn that takes the reaction, which is used"))
        }
    }
}

fn judge_step(g: &Setup, s: &State, who: Id, path: &Path) -> Result<(), Refusal> {
    refuse_if!(!after::may_step(s, who), rule::PARRY_OPTION_MOVE, "they may not move");
    paths::judge(g, s, who, g.rules.parry_step, path)
}

fn judge_counter(g: &Setup, s: &State, who: Id, attacker: Id, arm: Option<u8>) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::PARRY_OPTION_COUNTER, why));
    if after::counter_skill(g, s, who).is_none() {
        return no("they know no Counter, cannot pay for it, or have used the reaction");
    }
    let reach = match arm {
        None if !g.sheet(who).limbs => return no("they have no limbs to seize with"),
        None => 1,
        Some(arm) if usize::from(arm) >= g.sheet(who).arms.len() || !defence::is_ready(g, s, who, arm) => {
            return no("that weapon is not in hand");
        }
        Some(arm) if g.arm(who, arm).1.kind == WeaponKind::Ranged => return no("a counter is a blow by hand"),
        Some(arm) => g.arm(who, arm).1.reach,
    };
    if lines::between(g, s, who, attacker) > reach { no("the attacker is out of reach") } else { Ok(()) }
}

fn judge_reaction(
    g: &Setup,
    s: &State,
    who: Id,
    occasion: &Occasion,
    ability: u8,
    arm: Option<u8>,
) -> Result<(), Refusal> {
    let mut fits = false;
    reactions::options(g, s, who, occasion, &mut |known, with| fits |= (known, with) == (ability, arm));
    if fits { Ok(()) } else { Err(Refusal::by(rule::REACTION_FORMS, "they cannot react so now")) }
}

/// Is this act allowed now?
pub fn judge_act(g: &Setup, s: &State, who: Id, act: &Act) -> Result<(), Refusal> {
    if let Some(slot) = turn::slot(g, act)
        && !goes_on(g, s, who, act)
        && s.creature(who).spent.has(slot)
    {
        let why = match slot {
            Slot::Attack => "the attack action of this turn is spent",
            Slot::Utility => "the utility action of this turn is spent",
            Slot::Movement | Slot::Free => "the movement action of this turn is spent",
        };
        return Err(Refusal::by(rule::TURN_ACTIONS, why));
    }
    let payer = turn::payer(s, who, act);
    let panics = |id: Id| s.creature(id).has(Kind::Panicked);
    if (panics(who) || panics(payer)) && !is_flight(g, act) && turn::slot(g, act).is_some() {
        return Err(Refusal::by(rule::CONDITION_PANICKED, "they can do nothing but run"));
    }
    judge_form(g, s, who, act)?;
    let cost = turn::energy(g, s, who, act);
    if s.creature(payer).energy < cost {
        let by = turn::ability_of(act).map_or(rule::ACTION_SPRINT, |ability| g.ability(ability).rule);
        let figures = [cost, s.creature(payer).energy];
        return Err(Refusal::counted(by, "energy needed: {}, left: {}", figures));
    }
    Ok(())
}

/// Is it allowed, whatever it costs?
fn judge_form(g: &Setup, s: &State, who: Id, act: &Act) -> Result<(), Refusal> {
    match act {
        Act::Strike { arm, target, skill } => judge_strike(g, s, who, *arm, *target, *skill),
        Act::Grapple { target, skill } => judge_grapple(g, s, who, *target, *skill),
        Act::Use { ability, level, target, slot } => judge_use(g, s, who, *ability, *level, *target, *slot),
        Act::Hide { ability, .. } if g.ability(*ability).hidden.is_none() => {
            Err(Refusal::by(rule::HIDDEN_USE, "that cannot be done in secret"))
        }
        Act::Hide { ability, level, target, slot } => judge_use(g, s, who, *ability, *level, *target, *slot),
        Act::Go(_) => judge_go(s, who),
        Act::Jump { to, .. } => jump::judge(g, s, who, *to),
        Act::Swap { arm } => judge_swap(g, s, who, *arm),
        Act::Item { slot: Slot::Movement } => {
            Err(Refusal::by(rule::ACTION_ITEM_BOTH, "an item takes an attack or a utility action"))
        }
        Act::Secret { slot: Slot::Movement, .. } => {
            Err(Refusal::by(rule::HIDDEN_USE, "what is done in secret takes an attack or a utility action"))
        }
        Act::Item { .. } | Act::Secret { .. } | Act::Face(_) => Ok(()),
        Act::Recover { from, .. } => judge_recover(s, who, *from),
        Act::Help { whom, from } => judge_help(g, s, who, *whom, *from),
        Act::Reload { slot } => judge_reload(s, who, *slot),
        Act::Hold { slot } => judge_hold(s, who, *slot),
        Act::LetGo if s.creature(who).holds.is_some() => Ok(()),
        Act::LetGo => Err(Refusal::by(rule::CONDITION_GRAPPLED, "they hold nobody")),
        Act::MountGo(_) => mount::judge_go(s, who),
        Act::MountStrike { .. }
        | Act::MountGrapple { .. }
        | Act::MountUse { .. }
        | Act::MountRecover { .. }
        | Act::MountHold { .. } => mount::judge_act(g, s, who, act),
        Act::Mount(on) => mount::judge_on(g, s, who, *on),
        Act::Dismount(to) => mount::judge_off(g, s, who, *to),
        Act::EndSpell { serial } => judge_end_spell(g, s, who, *serial),
        Act::Delay(behind) => judge_delay(g, s, who, *behind),
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

fn judge_use(g: &Setup, s: &State, who: Id, index: u8, level: u8, target: Target, slot: Slot) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::ACTION_UTILITY_FORMS, why));
    refuse_if!(!g.sheet(who).abilities.contains(&index), rule::ACTION_UTILITY_FORMS, "they do not know that");
    let ability = g.ability(index);
    refuse_if!(ability.is(Timing::OutOfCombat), rule::KEYWORD_RITUAL, "a ritual takes more time than a fight has");
    if slot == Slot::Movement {
        // A rider's own feet do not move, but a spell may carry it off.
        judge_free_to_move(s, who)?;
    }
    if !ability.takes(slot) || ability.strikes() {
        return no("that is not done with this action");
    }
    if level == 0 || level > ability.levels() {
        return Err(Refusal::counted(rule::UPCAST_LEVEL, "cast levels are 1 to {}", [i32::from(ability.levels()), 0]));
    }
    if !magic::can_pay(s, who, ability, level) {
        let by = if s.creature(who).energy < ability.energy { ability.rule } else { rule::UPCAST_COST };
        return Err(Refusal::by(by, "they cannot pay for that"));
    }
    judge_aim(g, s, who, index, target)
}

/// May this ritual be held now?
pub fn judge_ritual(g: &Setup, s: &State, who: Id, index: u8, target: Target) -> Result<(), Refusal> {
    if s.phase != Phase::Initiative || s.ended.is_some() {
        return Err(Refusal::by(rule::KEYWORD_RITUAL, "a ritual takes more time than a fight has"));
    }
    refuse_if!(s.creature(who).wounds.is_out, rule::KEYWORD_RITUAL, "who is out of the fight holds no ritual");
    // Rituals that are called for already are paid for first.
    let called = s.requests.iter().filter(|request| request.who == who).filter_map(|request| match request.what {
        Requested::Ritual(index, _) => Some(g.ability(index)),
        _ => None,
    });
    let (energy, mana) = called.fold((0, 0), |(energy, mana), one| (energy + one.energy, mana + one.mana_at(1)));
    let (creature, ability) = (s.creature(who), g.ability(index));
    if creature.energy - energy < ability.energy || creature.mana - mana < ability.mana_at(1) {
        return Err(Refusal::by(rule::UPCAST_COST, "there is not enough left to pay for that"));
    }
    judge_aim(g, s, who, index, target)
}

fn judge_aim(g: &Setup, s: &State, who: Id, index: u8, target: Target) -> Result<(), Refusal> {
    let ability = g.ability(index);
    let no = |why: &'static str| Err(Refusal::by(ability.rule, why));
    let here = s.creature(who).at;
    let range = cast::range(g, s, who, ability);
    let teleports = ability.teleports();
    match target {
        Target::Nothing if ability.range == crate::model::Range::Own && !teleports => Ok(()),
        Target::Nothing => no("at what?"),
        Target::Creature(on) => {
            let one = ability.radius == 0 && !teleports && ability.range != crate::model::Range::Own;
            refuse_if!(!one || !s.is_here(on), ability.rule, "that is not aimed at somebody");
            refuse_if!(on == who && ability.check.save().is_some(), ability.rule, "nobody does that to oneself");
            let away = lines::between(g, s, who, on);
            refuse_if!(away > range; Refusal::counted(ability.rule, TOO_FAR, [away, range]));
            let flies = matches!(ability.check, CastCheck::Projectile(_));
            if (flies || ability.check.save().is_some()) && on == who {
                return no("nobody does that to oneself");
            }
            if lines::has_line_to(g, s, who, on) { Ok(()) } else { no("a wall is in between") }
        }
        Target::Cell(cell) if teleports => {
            let most = cast::teleport_metres(g, who, ability);
            let away = lines::metres(g, here, cell);
            let free = paths::is_free(g, s, who, cell) && lines::has_line(g, here, cell);
            if !paths::flees(g, s, who, cell) {
                return Err(Refusal::by(rule::CONDITION_PANICKED, "they must get away from what they fear"));
            }
            if cell != here && away <= most && free {
                Ok(())
            } else {
                Err(Refusal::counted(ability.rule, "it goes at most {} m, to a free cell in sight", [most, 0]))
            }
        }
        Target::Cell(cell) => {
            let ground = ability.area.is_some() || ability.radius > 0 && range > 0;
            let away = lines::to_cell(g, s, who, cell);
            refuse_if!(!ground || !g.ground.board.contains(cell), ability.rule, "that is not aimed at a place");
            if away > range || !lines::has_line_from(g, s, who, cell) {
                return Err(Refusal::counted(
                    ability.rule,
                    "{} m away, where it reaches {} m in a free line",
                    [away, range],
                ));
            }
            Ok(())
        }
    }
}

fn judge_go(s: &State, who: Id) -> Result<(), Refusal> {
    if s.creature(who).mount.is_some() {
        return Err(Refusal::by(rule::MOUNT_INITIATIVE, "they sit on a mount: let that move, or get off"));
    }
    judge_free_to_move(s, who)
}

/// Whoever lies, is held or bound has no Movement Actions.
fn judge_free_to_move(s: &State, who: Id) -> Result<(), Refusal> {
    match movement::held(s, who) {
        Some(kind) => Err(movement::refusal(kind)),
        None => Ok(()),
    }
}

fn judge_swap(g: &Setup, s: &State, who: Id, arm: u8) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::ACTION_SWAP_UTILITY_ONLY, why));
    refuse_if!(usize::from(arm) >= g.sheet(who).arms.len(), rule::ACTION_SWAP_UTILITY_ONLY, "they have no such weapon");
    if g.arm(who, arm).1.kind == WeaponKind::Natural {
        return no("that is part of the body");
    }
    if s.creature(who).in_hand().any(|held| held == arm) { no("that is in hand already") } else { Ok(()) }
}

fn judge_recover(s: &State, who: Id, from: Kind) -> Result<(), Refusal> {
    if !matches!(from, Kind::OffBalance | Kind::Prone | Kind::Grappled) || !s.creature(who).has(from) {
        return Err(Refusal::by(from.rule(), "they have no such condition, or shaking that off takes no action"));
    }
    if from == Kind::Prone && s.creature(who).spent.begun {
        return Err(Refusal::by(rule::CONDITION_PRONE, "getting up is the first thing in a turn"));
    }
    Ok(())
}

fn judge_help(g: &Setup, s: &State, who: Id, whom: Id, from: Kind) -> Result<(), Refusal> {
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

fn judge_reload(s: &State, who: Id, slot: Slot) -> Result<(), Refusal> {
    refuse_if!(s.creature(who).loading().is_none(), rule::TAG_RELOAD, "nothing in their hands wants loading");
    refuse_if!(slot == Slot::Movement, rule::TAG_RELOAD, "loading takes an attack or a utility action");
    Ok(())
}

fn judge_hold(s: &State, who: Id, slot: Slot) -> Result<(), Refusal> {
    let no = |why: &'static str| Err(Refusal::by(rule::CONDITION_GRAPPLED, why));
    match s.creature(who).holds {
        None => no("they hold nobody"),
        Some(_) if s.creature(who).held_on => no("the hold of this turn is kept already"),
        Some(_) if slot == Slot::Movement => no("a hold is kept with an attack or a utility action"),
        Some(_) => Ok(()),
    }
}

fn judge_delay(g: &Setup, s: &State, who: Id, behind: Id) -> Result<(), Refusal> {
    refuse_if!(g.rules.turn_delay == TurnDelay::Off, rule::ROUND_ORDER, "a turn is taken when it comes");
    let place = |id: Id| s.order.iter().position(|known| *known == id);
    let later = place(behind) > place(who);
    if later && !s.creature(who).spent.begun {
        Ok(())
    } else {
        Err(Refusal::by(
            rule::ROUND_ORDER,
            "a turn is put off behind somebody who is still to come, before anything is done",
        ))
    }
}
