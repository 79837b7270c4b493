//! Which answers are legal, and the rule that forbids the others.

use skirmish_grid::Hex;
use skirmish_kernel::{Id, Refusal, RuleId};

use super::refusal::Forbidden;
use super::{affordable, barred_until, within_swifts};
use crate::catalogue::{CounterMatch, CounterSwift, GearHandling, rule};
use crate::model::{AbilityKind, Act, Ask, Choice, Cost, Gait, Kind, Setup, State, Target, What, When};
use crate::rules::movement::{paths, pushback, speeds};
use crate::rules::{attack, lines, structures, turn};

/// In which role an action is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum As {
    /// Initiated now, on its own turn or when its trigger comes.
    Initiation,
    /// Declared as a counter against this flight; its target and way are chosen later.
    Counter(u16),
    /// Readied: it must be payable, its target is judged when the trigger comes.
    Readied,
    /// In the calm: it costs nothing of a round's budget.
    Prompt,
}

/// Is this answer to this question legal?
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Result<(), Refusal> {
    match (ask, choice) {
        (Ask::Calm, Choice::Act(act)) => in_words(g, s, who, act, As::Prompt),
        (Ask::Calm, Choice::Wait | Choice::Rest) => Ok(()),
        (Ask::Calm, Choice::Sneak) => judge_sneak(g, s, who),
        (Ask::Calm, Choice::Bind) => judge_bind(g, s, who),
        (Ask::Fatigue { .. }, Choice::GoOn(_)) => Ok(()),
        (Ask::Initiate { .. }, Choice::Pass | Choice::Cease(_)) => Ok(()),
        (Ask::Initiate { .. }, Choice::Act(act)) => in_words(g, s, who, act, As::Initiation),
        (Ask::Initiate { .. }, Choice::Ready(..)) if s.marks.initiated.has(who) => {
            Err(Refusal::by(rule::TURN_ONE_ACTION, "the action of this segment has been initiated"))
        }
        (Ask::Initiate { .. }, Choice::Ready(act, trigger)) => {
            if let (When::Attacks | When::Moves, Some(doer)) = (trigger.when, trigger.who)
                && doer == who
            {
                return Err(Refusal::by(rule::INITIATIVE_READIED, "one waits for what somebody else does"));
            }
            in_words(g, s, who, act, As::Readied)
        }
        (Ask::Initiate { running: true }, Choice::Continue) => Ok(()),
        (Ask::Initiate { .. }, Choice::Continue) => {
            Err(Refusal::by(rule::DP_ORDER, "nothing of yours is running that has not played this segment"))
        }
        (Ask::Path { gait, hexes, bonus, .. }, Choice::Walk(path)) => {
            paths::judge(g, s, who, *gait, speeds::Hexes { hexes: *hexes, bonus: *bonus }, path)
        }
        (Ask::Path { gait, .. }, Choice::Stop) => paths::judge_stop(g, s, who, *gait),
        (Ask::Counter { .. }, Choice::Decline) => Ok(()),
        (Ask::Counter { flight }, Choice::Act(act)) => in_words(g, s, who, act, As::Counter(*flight)),
        (Ask::Reaction { .. }, Choice::React(_)) => Ok(()),
        (Ask::DodgeWhich { .. }, Choice::Spoil(_)) => Ok(()),
        (Ask::Trigger, Choice::Fire(_)) => Ok(()),
        (Ask::Unused { .. }, Choice::Keep) => Ok(()),
        (Ask::Unused { up, .. }, Choice::Up(n)) if (1..=*up).contains(n) => Ok(()),
        (Ask::Unused { top: true, .. }, Choice::Top) => Ok(()),
        (Ask::Unused { up, .. }, Choice::Up(_)) => {
            Err(Refusal::by(rule::INITIATIVE_UNUSED_ONE, format!("what is unused buys {up} places at most here")))
        }
        (Ask::Unused { .. }, Choice::Top) => {
            Err(Refusal::by(rule::INITIATIVE_UNUSED_TOP, "the top costs an unused Standard, once"))
        }
        (Ask::Reposition { victim }, Choice::Push(hex)) => judge_push(g, s, *victim, *hex),
        _ => Err(Refusal::because("that is no answer to this question")),
    }
}

fn judge_push(g: &Setup, s: &State, victim: Id, hex: Hex) -> Result<(), Refusal> {
    let next = skirmish_grid::Cell::distance(s.creature(victim).at, hex) == 1;
    if next && pushback::free(g, s, hex) {
        return Ok(());
    }
    let name = g.label(hex);
    Err(Refusal::by(rule::DP_PUSHBACK_DIRECTION, format!("{name} is not a free hex next to the one pushed")))
}

fn judge_sneak(g: &Setup, s: &State, who: Id) -> Result<(), Refusal> {
    refuse_if!(s.creature(who).sneaked, rule::DICE_SKILL, "they have tried to go unseen already");
    refuse_if!(g.foes(who).is_empty(), rule::DICE_SKILL, "there is nobody to hide from");
    Ok(())
}

fn judge_bind(g: &Setup, s: &State, who: Id) -> Result<(), Refusal> {
    if s.creature(who).binding.barred {
        return Err(Refusal::by(rule::FATIGUE_FAIL, "too tired for long bindings until a full night's rest"));
    }
    if !g.sheet(who).attacks.iter().any(|a| g.ability(a.ability).long_binding) {
        return Err(Refusal::by(rule::FATIGUE_CHECK, "they have no talent that can be kept up for hours"));
    }
    Ok(())
}

fn in_words(g: &Setup, s: &State, who: Id, act: &Act, role: As) -> Result<(), Refusal> {
    judge_act(g, s, who, act, role).map_err(|forbidden| forbidden.refusal(g, s, who, act))
}

/// Is this action legal in that role?
#[inline]
pub fn judge_act(g: &Setup, s: &State, who: Id, act: &Act, role: As) -> Result<(), Forbidden> {
    judge_price(g, s, who, act, role)?;
    judge_use(g, s, who, act, role)
}

/// Is it legal, whatever it costs?
#[inline]
pub fn judge_use(g: &Setup, s: &State, who: Id, act: &Act, role: As) -> Result<(), Forbidden> {
    match act.what {
        What::Ability(index) => judge_ability(g, s, who, act, index, role),
        What::Go(gait) => judge_go(g, s, who, act, gait, role),
        What::Stand if s.has(who, Kind::Prone) => Ok(()),
        What::Stand => Err(Forbidden::OnItsFeet),
        What::Brace => Ok(()),
    }
}

/// The costs an action may be initiated at.
#[inline]
pub(super) fn costs<'g>(g: &'g Setup, act: &Act) -> &'g [Cost] {
    match act.what {
        What::Ability(index) => &g.ability(index).costs,
        What::Go(Gait::Step) => &[Cost::Swift],
        What::Go(_) | What::Stand => &[Cost::Move],
        What::Brace => &[Cost::Standard],
    }
}

/// Can it be paid for, whatever it aims at?
#[inline]
pub fn judge_price(g: &Setup, s: &State, who: Id, act: &Act, role: As) -> Result<(), Forbidden> {
    refuse_if!(!costs(g, act).contains(&act.cost); Forbidden::OtherCost);
    if act.swifts > 0 {
        judge_swift(g, who, act, role)?;
    }
    if let What::Ability(index) = act.what
        && let Some(round) = barred_until(s, who, index)
    {
        return Err(Forbidden::CoolingDown(index, round));
    }
    if role == As::Prompt {
        return Ok(());
    }
    let (spent, cost) = (&s.creature(who).spent, turn::paid(g, who, act));
    refuse_if!(role == As::Initiation && s.marks.initiated.has(who) && cost != Cost::Free; Forbidden::OneAction);
    if affordable(g, spent, cost, act.swifts) {
        Ok(())
    } else if !within_swifts(g, spent, cost, act.swifts) {
        Err(Forbidden::SwiftLimit)
    } else {
        Err(Forbidden::Budget(cost))
    }
}

fn judge_swift(g: &Setup, who: Id, act: &Act, role: As) -> Result<(), Forbidden> {
    let allowed = match act.what {
        What::Ability(index) => g.attack(who, index).is_some_and(|a| a.figures(act.cost).swift.allowed),
        _ => false,
    };
    refuse_if!(!allowed || act.swifts > 1; Forbidden::NoSwift);
    if matches!(role, As::Counter(_)) && g.rules.counter_swift == CounterSwift::Barred {
        return Err(Forbidden::NoSwiftOnCounter);
    }
    Ok(())
}

fn judge_go(g: &Setup, s: &State, who: Id, act: &Act, gait: Gait, role: As) -> Result<(), Forbidden> {
    refuse_if!(!matches!(act.target, Target::Nothing | Target::To(_)); Forbidden::NotAPlace(gait));
    refuse_if!(s.is_pushed(who) && role != As::Readied; Forbidden::Pushed);
    refuse_if!(s.has(who, Kind::Prone) && gait != Gait::Step; Forbidden::Prone);
    let speed = speeds::speed(g, s, who, gait);
    refuse_if!(speed.hexes == 0 && speed.bonus == 0; Forbidden::NoSpeed);
    if role == As::Readied {
        return Ok(());
    }
    // The way of a counter is chosen on its own turn: there may be one by then. Only water does not come.
    // And a Dodge without room is allowed, without benefit.
    let later = matches!(role, As::Counter(_)) && gait != Gait::Swim || gait == Gait::Dodge;
    refuse_if!(!later && !paths::can_move(g, s, who, gait); Forbidden::HemmedIn(gait));
    let Target::To(goal) = act.target else { return Ok(()) };
    refuse_if!(matches!(role, As::Counter(_)); Forbidden::WayComesLater);
    let most = u32::from(speed.hexes) + u32::from(speed.bonus);
    let found = match gait {
        Gait::Move | Gait::Swim => !paths::toward(g, s, who, gait, goal, most).is_empty(),
        Gait::Dash | Gait::Dodge | Gait::Step => {
            let way = paths::way(g, s, who, gait, goal, most);
            !way.is_empty() && paths::may_stop(g, s, who, goal)
        }
    };
    if found { Ok(()) } else { Err(Forbidden::NoWay(gait, goal, most)) }
}

fn judge_ability(g: &Setup, s: &State, who: Id, act: &Act, index: u8, role: As) -> Result<(), Forbidden> {
    let ability = g.ability(index);
    refuse_if!(g.attack(who, index).is_none(); Forbidden::NotKnown(index));
    if g.rules.gear_handling == GearHandling::Swift && ability.kind == AbilityKind::Weapon {
        let held = s.creature(who).in_hand;
        let own = i32::from(act.swifts) + i32::from(turn::paid(g, who, act) == Cost::Swift);
        let left = g.rules.swift_limit - i32::from(s.creature(who).spent.swift) - own;
        refuse_if!(held.is_some_and(|held| held != index) && left < 1 && role != As::Prompt; Forbidden::WeaponSwift);
    }
    if let As::Counter(flight) = role {
        return judge_counter(g, s, who, act, flight);
    }
    match act.target {
        Target::Creature(target) if ability.offensive.is_some() => judge_target(g, s, who, act, index, target, role),
        Target::Hex(hex) if ability.offensive.is_some() && role == As::Readied => {
            if g.ground.board.contains(hex) {
                Ok(())
            } else {
                Err(Forbidden::NoHex(hex))
            }
        }
        Target::Row(..) if ability.structure.is_some() && role == As::Readied => Ok(()),
        Target::Hex(hex) if ability.offensive.is_some() => judge_hex(g, s, who, act, index, hex),
        Target::Row(from, direction) if ability.structure.is_some() => {
            judge_row(g, s, who, act, index, from, direction)
        }
        Target::Nothing if ability.offensive.is_none() && ability.structure.is_none() => Ok(()),
        _ if ability.structure.is_some() => Err(Forbidden::NeedsRow(index)),
        _ => Err(Forbidden::NeedsTarget(index)),
    }
}

fn judge_counter(g: &Setup, s: &State, who: Id, act: &Act, flight: u16) -> Result<(), Forbidden> {
    refuse_if!(act.target != Target::Nothing; Forbidden::CounterAims);
    let reaches = s.flight(flight).is_none_or(|flight| counter_reaches(g, s, who, act, flight.owner));
    if reaches { Ok(()) } else { Err(Forbidden::CounterTooShort) }
}

/// Does a counter reach whoever attacks, where a table asks for that? What is no ability has no reach.
pub fn counter_reaches(g: &Setup, s: &State, who: Id, act: &Act, attacker: Id) -> bool {
    let feet = || i32::from(lines::hexes(s.creature(who).at, s.creature(attacker).at)) * 5;
    match (g.rules.counter_match, act.what) {
        (CounterMatch::InReach, What::Ability(_)) => feet() <= attack::range(g, who, act),
        _ => true,
    }
}

fn judge_target(g: &Setup, s: &State, who: Id, act: &Act, index: u8, target: Id, role: As) -> Result<(), Forbidden> {
    refuse_if!(target == who; Forbidden::Itself);
    refuse_if!(s.is_down(target); Forbidden::AlreadyDown(target));
    if role == As::Readied {
        return Ok(());
    }
    let (from, to) = (s.creature(who).at, s.creature(target).at);
    judge_range(g, who, act, index, from, to)?;
    let seen = lines::sight(g, s, who, from, to);
    refuse_if!(!seen.free; Forbidden::NoLineTo(target));
    let level = s.creature(target).circumstances.concealment.unwrap_or(seen.concealment);
    refuse_if!(level >= 3; Forbidden::Concealed(target, hiding_rule(g, s, who, target)));
    Ok(())
}

/// Why somebody cannot be made out.
fn hiding_rule(g: &Setup, s: &State, who: Id, target: Id) -> RuleId {
    if s.has(who, Kind::Blinded) {
        rule::CONDITION_BLINDED
    } else if g.ground.terrain(s.creature(target).at).dark {
        rule::CONCEALMENT_DARKNESS
    } else {
        rule::CONCEALMENT_TOTAL
    }
}

fn judge_hex(g: &Setup, s: &State, who: Id, act: &Act, index: u8, hex: Hex) -> Result<(), Forbidden> {
    let from = s.creature(who).at;
    refuse_if!(!g.ground.board.contains(hex) || hex == from; Forbidden::NoHex(hex));
    judge_range(g, who, act, index, from, hex)?;
    if lines::has_line(g, s, from, hex) { Ok(()) } else { Err(Forbidden::NoLine(hex)) }
}

fn judge_range(g: &Setup, who: Id, act: &Act, index: u8, from: Hex, to: Hex) -> Result<(), Forbidden> {
    let ability = g.ability(index);
    let range = attack::range(g, who, act);
    let feet = i32::from(lines::hexes(from, to)) * 5;
    if ability.delivery.has_increments() || feet <= range {
        return Ok(());
    }
    Err(Forbidden::OutOfRange(to, index, feet, range))
}

fn judge_row(g: &Setup, s: &State, who: Id, act: &Act, index: u8, from: Hex, direction: u8) -> Result<(), Forbidden> {
    let Some(structure) = g.ability(index).structure else { return Ok(()) };
    let (here, range) = (s.creature(who).at, attack::range(g, who, act));
    for place in 0..structure.hexes {
        let hex = structures::row_hex(from, direction, place).filter(|hex| g.ground.board.contains(*hex));
        let hex = hex.ok_or(Forbidden::RowOffMap)?;
        let feet = i32::from(lines::hexes(here, hex)) * 5;
        refuse_if!(feet > range; Forbidden::OutOfRange(hex, index, feet, range));
        refuse_if!(hex != here && !lines::has_line(g, s, here, hex); Forbidden::NoLine(hex));
    }
    Ok(())
}
