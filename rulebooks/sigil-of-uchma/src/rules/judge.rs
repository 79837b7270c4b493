//! What may be chosen, and by which rule not.

pub(super) use skirmish_bookkit::answer::{Verdict, must, no};
use skirmish_grid::{Cell, Square, Steps};
use skirmish_kernel::{Id, Refusal, RuleId};

use crate::catalogue::{Leave, rule};
use crate::model::{
    Ability, Act, Aim, Ask, Choice, Condition, Effect, Named, Needs, Parting, Requirement, Setup, Signal, State,
    Targets, Timing, Trigger,
};
use crate::rules::{abilities, attack, bodies, groups, lines, movement, paths, summon};

/// Is this answer allowed?
///
/// # Errors
/// The rule that forbids it, and why.
pub fn judge(g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Verdict {
    match (ask, choice) {
        (Ask::Turn, Choice::End) => Ok(()),
        (Ask::Turn, Choice::Act(act)) => self::act(g, s, who, act),
        (Ask::Willing { .. } | Ask::Fire { .. }, Choice::Yes(_)) => Ok(()),
        (Ask::Parting, Choice::Part(parting)) => self::parting(g, s, who, *parting),
        _ => Err(Refusal::because("that is no answer to this question")),
    }
}

/// An act of a turn.
///
/// # Errors
/// The rule that forbids it, and why.
pub fn act(g: &Setup, s: &State, who: Id, act: &Act) -> Verdict {
    match *act {
        Act::Walk(steps) => walk(g, s, who, steps),
        Act::Fly(metres) => fly(g, s, who, metres),
        Act::Run => groups::may_run(g, s, who),
        Act::Stand => posture(g, s, who, true, rule::PRONE_STAND, "whoever stands cannot get up"),
        Act::DropProne => {
            posture(g, s, who, false, rule::PRONE_VOLUNTARY, "whoever lies there cannot drop to the ground")
        }
        Act::StepOff(to) => step_off(g, s, who, to),
        Act::Use { ability, aim } => used(g, s, who, ability, aim),
        Act::Prepare { ability, at, event } => prepare(g, s, who, ability, at, event),
        Act::Swap(set) => swap(g, s, who, set),
    }
}

/// Half of the base must be left. (`prone.stand`)
fn posture(g: &Setup, s: &State, who: Id, lies: bool, why: RuleId, not: &'static str) -> Verdict {
    groups::may_move(g, s)?;
    must(s.creature(who).prone == lies, why, not)?;
    let cost = movement::half_base(g, s, who);
    let paid = paths::pay(g, s, who, bodies::is_aloft(s, who), s.done.spent.into(), cost);
    must(paid.is_some(), why, "it takes half of the base, and less is left")
}

/// A way: step by step allowed, paid for, and free at its end.
fn walk(g: &Setup, s: &State, who: Id, steps: Steps) -> Verdict {
    groups::may_move(g, s)?;
    must(!steps.is_empty(), rule::MOVE_GRID, "a way has a step")?;
    let (mut at, mut altitude) = (s.creature(who).at, s.creature(who).altitude);
    let (mut spent, mut odd) = (i32::from(s.done.spent), s.done.odd);
    for to in steps.cells(at) {
        let Some(step) = paths::step(g, s, who, at, altitude, to, odd) else {
            return no(rule::MOVE_GRID, "no step leads there");
        };
        let Some(paid) = paths::pay(g, s, who, altitude > 0, spent, step.cost) else {
            let why = if altitude > 0 { rule::FLY_SPEED } else { rule::MOVE_SPEED };
            return no(why, "that is farther than one may go; a step that cannot be paid is not taken");
        };
        let in_the_way = paths::in_the_way(g, s, who, to, step.altitude, false).is_some();
        must(!in_the_way, rule::RULING_PASSING, "a foe is in the way")?;
        (at, altitude, spent, odd) = (to, step.altitude, paid, step.odd);
    }
    let taken = paths::in_the_way(g, s, who, at, altitude, true).is_some();
    must(!taken, rule::RULING_PASSING, "nobody stops where somebody is")
}

/// Straight up or down. (`fly.ascend`)
fn fly(g: &Setup, s: &State, who: Id, metres: i16) -> Verdict {
    groups::may_move(g, s)?;
    must(bodies::figures(g, s, who).flies, rule::FLY_AXES, "they cannot fly")?;
    must(!s.creature(who).prone, rule::PRONE_STAND, "whoever lies on the ground gets up first")?;
    must(metres != 0 && metres.abs() <= MOST_METRES, rule::FLY_AXES, "a metre at least")?;
    let new = s.creature(who).altitude + metres;
    must(new >= 0, rule::FLY_AXES, "the ground is nearer than that")?;
    let cost = movement::flight_cost(g, metres);
    let paid = paths::pay(g, s, who, true, s.done.spent.into(), cost).is_some();
    must(paid, rule::FLY_ASCEND, "that is farther than they may fly; going up costs three for each metre")?;
    let one = metres.signum();
    let at = s.creature(who).at;
    let free = |up: i16| paths::in_the_way(g, s, who, at, s.creature(who).altitude + one * up, true).is_none();
    must((1..=metres.abs()).all(free), rule::RULING_PASSING, "somebody is in the way")
}

/// The highest that anybody goes at once.
const MOST_METRES: i16 = 1000;

fn step_off(g: &Setup, s: &State, who: Id, to: Square) -> Verdict {
    groups::may_move(g, s)?;
    let creature = s.creature(who);
    let beside = creature.at.distance(to) == 1 && bodies::fits(g, bodies::figures(g, s, who).size, to);
    must(beside && creature.altitude == 0, rule::RULING_CLIMBING, "one steps off into a square beside one")?;
    let deep = movement::drop_to(g, s, who, to) >= g.rules.significant_height;
    must(deep, rule::RULING_CLIMBING, "there is no edge there: it is an ordinary step")?;
    let Some((cost, _)) = movement::off_cost(g, s, who, to) else { return no(rule::MOVE_GRID, "no step leads there") };
    let paid = paths::pay(g, s, who, false, s.done.spent.into(), cost).is_some();
    must(paid, rule::MOVE_SPEED, "too little is left for that step")?;
    let free = paths::in_the_way(g, s, who, to, 0, true).is_none();
    must(free, rule::RULING_PASSING, "somebody is there")
}

/// Can somebody do that, apart from when and on whom? (`transform.abilities`, `prone.attack-only`, `ruling.energy`)
///
/// # Errors
/// The rule that forbids it, and why.
pub fn able(g: &Setup, s: &State, who: Id, what: u8) -> Verdict {
    let ability = g.ability(what);
    if !abilities::can(g, s, who, what) {
        let why = if s.creature(who).worn.is_empty() { rule::ACTION_REGULAR } else { rule::TRANSFORM_ABILITIES };
        let special = if ability.special { rule::ACTION_SPECIAL } else { why };
        return no(special, "they cannot do that, with what is in hand and as they are now");
    }
    if let Some(lacking) = abilities::lacks(g, s, who, ability) {
        let why = match lacking {
            Requirement::MeleeWeapon => "that asks for a melee weapon in hand",
            Requirement::Shield => "that asks for a shield in the off hand",
            Requirement::FreeHand => "that asks for a free hand",
        };
        return no(rule::ACTION_SPECIAL, why);
    }
    let free = !s.creature(who).prone || abilities::basic(g, s, who) == Some(what);
    must(free, rule::PRONE_ATTACK_ONLY, "whoever lies on the ground has a basic weapon attack alone")?;
    let (cost, has) = (abilities::energy(g, who, ability), s.creature(who).energy);
    if cost > has {
        return Err(Refusal::counted(
            rule::RULING_ENERGY,
            "it costs {} energy, and {} are left",
            [cost.into(), has.into()],
        ));
    }
    Ok(())
}

fn used(g: &Setup, s: &State, who: Id, what: u8, aim: Aim) -> Verdict {
    usable(g, s, who, what)?;
    aimed(g, s, who, g.ability(what), aim)
}

/// May it be used now at all, whatever it is aimed at?
pub fn usable(g: &Setup, s: &State, who: Id, what: u8) -> Verdict {
    let ability = g.ability(what);
    let Some((timing, _)) = groups::part(g, s, ability) else {
        return no(rule::PREPARED_OUTSIDE_TURN, "that is done in the turns of others: `prepare` it");
    };
    able(g, s, who, what)?;
    groups::may_do(g, s, timing)
}

/// May it be aimed at that? (`map.distance`, `los.blocked`)
///
/// # Errors
/// The rule that forbids it, and why.
pub fn aimed(g: &Setup, s: &State, who: Id, ability: &Ability, aim: Aim) -> Verdict {
    match (ability.targets, aim) {
        (Targets::Own | Targets::Around, Aim::Nobody) => Ok(()),
        (Targets::One, Aim::Named(named)) if named.len() == 1 => each(g, s, who, ability, named),
        (Targets::List, Aim::Named(named)) if named.len() <= ability.most.into() => each(g, s, who, ability, named),
        (Targets::Area | Targets::Cell, Aim::Cell(cell)) => at_cell(g, s, who, ability, cell),
        (Targets::Own | Targets::Around, _) => Err(Refusal::because("that is aimed at nobody: its name is enough")),
        (Targets::Area | Targets::Cell, _) => Err(Refusal::because("say around which square, as in `in D7`")),
        (Targets::One | Targets::List, _) => Err(Refusal::because("say at whom, and at no more than it can meet")),
    }
}

fn each(g: &Setup, s: &State, who: Id, ability: &Ability, named: Named) -> Verdict {
    for (nth, on) in named.iter().enumerate() {
        let twice = named.iter().take(nth).any(|before| before == on);
        must(!twice, rule::PRECISION_MULTI, "nobody is a target twice")?;
        let absent = matches!(s.creature(on).condition, Condition::Away | Condition::Left);
        must(!absent, rule::ATTACK_ORDER, "they are not on the map")?;
        must(s.creature(on).is_here(), rule::ATTACK_ORDER, "they are dead")?;
        if !attack::reaches(g, s, who, on, ability) {
            let range = match ability.is_melee() {
                true if bodies::body(g, s, who).distance(&bodies::body(g, s, on)) <= 1 => rule::ADJACENT_HEIGHT,
                true => rule::ADJACENT,
                false => rule::MAP_DISTANCE,
            };
            return far(range, bodies::distance(g, s, who, on), ability);
        }
        must(lines::is_seen(g, s, who, on), rule::LOS_BLOCKED, "they are out of sight")?;
    }
    Ok(())
}

/// (`map.distance`)
fn within(g: &Setup, s: &State, who: Id, ability: &Ability, cell: Square) -> Verdict {
    let squares = bodies::distance_to(g, s, who, cell);
    if squares <= ability.range.into() { Ok(()) } else { far(rule::MAP_DISTANCE, squares, ability) }
}

/// How far it is, and how far it may be.
fn far(why: RuleId, squares: i32, ability: &Ability) -> Verdict {
    let figures = [squares, ability.range.into()];
    Err(Refusal::counted(why, "that is out of range: {} squares away, and it reaches {}", figures))
}

fn at_cell(g: &Setup, s: &State, who: Id, ability: &Ability, cell: Square) -> Verdict {
    must(g.ground.board.contains(cell), rule::MAP_GRID, "there is no such square")?;
    within(g, s, who, ability, cell)?;
    // An area that needs no sight reaches where nobody sees. (`los.blocked`)
    let looks = ability.targets == Targets::Cell || ability.needs == Needs::Sight;
    must(!looks || lines::sees_cell(g, s, who, cell), rule::LOS_BLOCKED, "it is out of sight")?;
    has_room(g, s, who, ability, cell)
}

/// Is there room for whoever comes into a square by it?
///
/// # Errors
/// What is missing.
pub fn has_room(g: &Setup, s: &State, who: Id, ability: &Ability, cell: Square) -> Verdict {
    if ability.effects.contains(&Effect::Teleport) {
        let free = bodies::has_room(g, s, who, bodies::figures(g, s, who).size, cell, s.creature(who).altitude);
        must(free, rule::RULING_PASSING, "there is no room")?;
    }
    match ability.summons() {
        None => Ok(()),
        Some(creature) => {
            let Some(minion) = summon::reserve(g, s, who, creature) else {
                let places = summon::places(g, s, who, creature);
                let why = "{} of them can be there at once, as many as this battle has places for; the place of one that is \
                           gone is free from the next round on";
                return Err(Refusal::counted(rule::SUMMON_CONTROL, why, [places, 0]));
            };
            must(summon::has_room(g, s, minion, cell), rule::SUMMON_CONTROL, "there is no room for them")
        }
    }
}

/// (`action.prepared`, `prepared.trigger`)
fn prepare(g: &Setup, s: &State, who: Id, what: u8, at: Option<Square>, event: Option<Signal>) -> Verdict {
    let ability = g.ability(what);
    must(ability.is(Timing::Prepared), rule::PREPARED_TRIGGER, "that cannot be prepared: it has no trigger")?;
    able(g, s, who, what)?;
    groups::may_do(g, s, Timing::Prepared)?;
    let chooses = ability.zone > 0 || ability.takes_cell();
    match at {
        None => must(!chooses, rule::PREPARED_TRIGGER, "say around which square, as in `in D7`")?,
        Some(_) if !chooses => {
            return no(rule::PREPARED_TRIGGER, "that waits for what comes into its reach: no square is named");
        }
        Some(cell) => {
            must(g.ground.board.contains(cell), rule::MAP_GRID, "there is no such square")?;
            within(g, s, who, ability, cell)?;
        }
    }
    let waits = ability.triggers.has(Trigger::Event);
    match event {
        None => {
            must(!waits, rule::PREPARED_TRIGGER, "say what it waits for, as in `when Wolf acts` or `when any moves`")
        }
        Some(_) if !waits => no(rule::PREPARED_TRIGGER, "what sets that off is fixed: nothing is named"),
        Some((whom, _)) => {
            must(whom != Some(who), rule::PREPARED_TRIGGER, "one waits for what others do")?;
            let there = whom.is_none_or(|whom| s.creature(whom).is_here());
            must(there, rule::PREPARED_TRIGGER, "they are not on the map")
        }
    }
}

/// (`ruling.swap-set`)
fn swap(g: &Setup, s: &State, who: Id, set: u8) -> Verdict {
    let creature = s.creature(who);
    must(creature.worn.is_empty(), rule::TRANSFORM_ABILITIES, "a form has no other weapons")?;
    must(usize::from(set) < g.sheet(who).own.sets.len(), rule::RULING_SWAP_SET, "there is no such set")?;
    must(set != creature.set, rule::RULING_SWAP_SET, "that set is in hand")?;
    must(!creature.prone, rule::PRONE_ATTACK_ONLY, "whoever lies on the ground has a basic weapon attack alone")?;
    match groups::of_swap(g) {
        Some(timing) => groups::may_do(g, s, timing),
        None => must(!s.done.full, rule::ACTION_FULL_TURN, "a full-turn action is the whole turn"),
    }
}

/// (`round.end-phase`, `turn-order.ally-tie.change`)
fn parting(g: &Setup, s: &State, who: Id, how: Parting) -> Verdict {
    match how {
        Parting::Stay | Parting::Speak => Ok(()),
        Parting::Before(other) => must(
            other != who && !g.opposed(other, who) && s.creature(other).is_here(),
            rule::TURN_ORDER_ALLY_TIE_CHANGE,
            "one agrees with allies on the map",
        ),
        Parting::Leave | Parting::Flee => match g.rules.leave {
            Leave::Free => Ok(()),
            Leave::NoAdjacentFoe => {
                let beside = s.able.iter().any(|foe| g.opposed(foe, who) && bodies::adjacent(g, s, foe, who));
                must(!beside, rule::ROUND_END_PHASE, "a foe is beside them")
            }
            Leave::MapEdge => {
                let at_edge = |cell: Square| g.ground.board.neighbours(cell).count() < 8;
                must(bodies::body(g, s, who).cells().any(at_edge), rule::ROUND_END_PHASE, "the edge of the map is far")
            }
            Leave::Gm => no(rule::ROUND_END_PHASE, "the game master says who leaves"),
        },
    }
}
