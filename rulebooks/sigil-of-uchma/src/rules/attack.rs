//! Using an ability. (`attack.order`, `precision.when`, `damage.extra`)

use arrayvec::ArrayVec;
use skirmish_grid::{Body, Square};
use skirmish_kernel::{Id, Ids, Questions};

use crate::catalogue::{ForcedTriggers, rule};
use crate::model::{
    Ability, Aim, Cites, Effect, Event, Happening, Needs, Patch, Running, Setup, State, Status, Targets, Trigger, Whom,
    ask,
};
use crate::rules::bodies::{Apart, Party};
use crate::rules::senses::Muffled;
use crate::rules::{
    OrHalt, Table, abilities, bodies, damage, effects, falls, forms, lines, patches, precision, prepared, senses,
    summon,
};

/// Those whom an ability meets, in their order.
type Met = ArrayVec<Id, { Id::MOST }>;

/// Is somebody within its range? (`map.distance`)
#[inline]
pub fn reaches(g: &Setup, s: &State, by: Id, on: Id, ability: &Ability) -> bool {
    if by == on {
        return !ability.hostile;
    }
    covers(ability, ability.range, Apart::from(g, s, &bodies::body(g, s, by), on))
}

/// Is a body that stands so to another within so many squares, for a blow or for anything else?
#[inline]
pub fn covers(ability: &Ability, squares: u8, apart: Apart) -> bool {
    if ability.is_melee() { apart.is_in_reach(squares.into()) } else { apart.squares <= i32::from(squares) }
}

/// An ability is used: paid for, answered, dealt with target by target. (`attack.order`)
pub fn perform<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, ability: &Ability, aim: Aim) -> OrHalt<T> {
    let energy = abilities::energy(g, by, ability);
    if energy != 0 {
        s.creature_mut(by).energy -= energy;
    }
    // Most that is done is done to one: it needs no list.
    let missed = match aim.sole().filter(|_| ability.is_aimed()) {
        Some(on) => on_one(g, s, t, by, ability, on, energy)?,
        None => on_several(g, s, t, by, ability, aim, energy)?,
    };
    let Some(missed) = missed else { return Ok(()) };
    if !ability.only_harms() {
        besides(g, s, t, by, ability, aim)?;
    }
    if !prepared::is_awaited(s) {
        return Ok(());
    }
    answered(g, s, t, by, if ability.is_melee() { missed } else { Ids::NONE })
}

/// One target; gives it if it has been missed, and nothing where it came to nothing.
#[inline(always)]
#[rustfmt::skip]
fn on_one<T: Table>(
    g: &Setup, s: &mut State, t: &mut T, by: Id, ability: &Ability, on: Id, energy: i16,
) -> OrHalt<T, Option<Ids>> {
    t.tell(|| used(g, s, by, ability, None, &[on], energy));
    if ability.hostile && prepared::is_awaited(s) && stopped(g, s, t, by, &[on])? {
        return Ok(None);
    }
    let succeeds = resolve(g, s, t, by, ability, on)?;
    over(s, ability, on);
    Ok(Some(if succeeds { Ids::NONE } else { Ids::NONE.with(on) }))
}

/// One target after another, each whole before the next; gives those whom it has missed. (`attack.order`)
#[inline(never)]
#[rustfmt::skip]
fn on_several<T: Table>(
    g: &Setup, s: &mut State, t: &mut T, by: Id, ability: &Ability, aim: Aim, energy: i16,
) -> OrHalt<T, Option<Ids>> {
    let met = meets(g, s, t, by, ability, aim);
    let at = if let Aim::Cell(cell) = aim { Some(cell) } else { None };
    t.tell(|| used(g, s, by, ability, at, &met, energy));
    if ability.hostile && prepared::is_awaited(s) && stopped(g, s, t, by, &met)? {
        return Ok(None);
    }
    let mut progress = (0, Ids::NONE);
    if !met.is_empty() {
        progress = t.repeat(s, progress, |s, (next, missed), t| {
            let on = met[*next];
            missed.set(on, !resolve(g, s, t, by, ability, on)?);
            *next += 1;
            Ok(*next < met.len())
        })?;
    }
    met.iter().for_each(|on| over(s, ability, *on));
    Ok(Some(progress.1))
}

/// Those at whom somebody aims answer before anything is rolled. Says whether that was the end of it. (`attack.order`)
fn stopped<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, met: &[Id]) -> OrHalt<T, bool> {
    prepared::answered(g, s, t, by, met.iter().copied().collect(), Trigger::Targeted)?;
    let stopped = !s.creature(by).is_up() || s.done.lost && s.active() == Some(by);
    if stopped {
        met.iter().for_each(|on| s.creature_mut(*on).guard = None);
    }
    Ok(stopped)
}

/// What guards against one attack is over with it, and so is what was said of it.
fn over(s: &mut State, ability: &Ability, on: Id) {
    let now = s.creature(on);
    if ability.hostile && (now.guard.is_some() || now.willing) {
        let on = s.creature_mut(on);
        (on.guard, on.willing) = (None, false);
    }
}

/// What others have prepared for what somebody has done. (`prepared.trigger`)
#[inline(never)]
fn answered<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, missed: Ids) -> OrHalt<T> {
    prepared::answered(g, s, t, by, missed, Trigger::Missed)?;
    prepared::fallen(g, s, t)?;
    if s.creature(by).is_here() { prepared::happened(g, s, t, Happening::Acts, by) } else { Ok(()) }
}

fn used(g: &Setup, s: &State, by: Id, ability: &Ability, at: Option<Square>, met: &[Id], energy: i16) -> Event {
    let mut why = Cites::default();
    why.when(ability.energy > 0, if energy > 0 { rule::RULING_ENERGY } else { rule::SUMMON_NO_ENERGY });
    why.when(!met.is_empty() && ability.range > 0, rule::MAP_DISTANCE);
    why.when(met.len() > 1, rule::PRECISION_MULTI);
    why.when(ability.special, rule::ACTION_SPECIAL);
    why.when(ability.damage.is_none(), rule::DAMAGING_ABILITY_STATUS_ONLY);
    why.when(ability.damage.is_some(), rule::DAMAGING_ABILITY);
    why.when(ability.damage.is_some() && ability.factor == 1, rule::DAMAGE_POTENCY_HALF);
    why.when(ability.damage.is_some() && ability.potency != 0, rule::DAMAGE_POTENCY_MODIFIED);
    why.when(ability.bonus != 0, rule::DAMAGE_BONUS);
    why.when(ability.damage.is_some() && s.has(by, Status::Bolstered), rule::DAMAGE_BONUS);
    why.when(abilities::basic(g, s, by) == Some(ability.number), rule::RULING_BASIC_ATTACK);
    why.when(ability.is_melee() && !met.is_empty() && ability.range <= 1, rule::ADJACENT);
    why.when(met.iter().any(|id| bodies::figures(g, s, *id).size > 1), rule::RULING_BIG);
    why.when(ability.needs != Needs::None, rule::AREA_SENSES);
    why.when(ability.hostile && g.minions.has(by) && bodies::figures(g, s, by).potency > 0, rule::SUMMON_POTENCY);
    Event::Used { by, ability: ability.number, on: met.first().copied().filter(|_| met.len() == 1), at, energy, why }
}

/// Whom it meets; those of its area who do not see or hear what it needs are told of. (`area.senses`)
#[inline(never)]
fn meets<T: Table>(g: &Setup, s: &State, t: &mut T, by: Id, ability: &Ability, aim: Aim) -> Met {
    let mut met = Met::new();
    match (ability.targets, aim) {
        (Targets::Own, _) => met.push(by),
        (Targets::One | Targets::List, Aim::Named(named)) => met.extend(named.iter()),
        (Targets::Around, _) => area(g, s, t, by, ability, &mut met, around(g, s, by, ability)),
        (Targets::Area, Aim::Cell(middle)) if !lays(ability) => {
            let middle = bodies::placed(g, 1, middle, 0);
            let near = |id: &Id| bodies::between(g, &middle, &bodies::body(g, s, *id)) <= i32::from(ability.radius);
            area(g, s, t, by, ability, &mut met, meant(g, s, by, ability).filter(near));
        }
        _ => {}
    }
    met
}

/// Those for whom an area is, wherever they are.
fn meant<'a>(g: &'a Setup, s: &'a State, by: Id, ability: &'a Ability) -> impl Iterator<Item = Id> + Clone + 'a {
    s.here().filter(move |id| match ability.whom {
        Whom::Others => *id != by,
        Whom::Foes => g.opposed(*id, by),
        Whom::Allies => !g.opposed(*id, by),
    })
}

/// Those whom an area around somebody has in it, whatever they see and hear.
pub fn around<'a>(g: &'a Setup, s: &'a State, by: Id, ability: &'a Ability) -> impl Iterator<Item = Id> + Clone + 'a {
    let own = bodies::body(g, s, by);
    let is_within = move |id: &Id| covers(ability, ability.radius, Apart::from(g, s, &own, *id));
    meant(g, s, by, ability).filter(is_within)
}

/// Does it only lay something on squares?
fn lays(ability: &Ability) -> bool {
    ability.damage.is_none() && ability.effects.iter().any(|effect| matches!(effect, Effect::Lay { .. }))
}

#[rustfmt::skip]
fn area<T: Table>(
    g: &Setup, s: &State, t: &mut T, by: Id, ability: &Ability, met: &mut Met, there: impl Iterator<Item = Id> + Clone,
) {
    // Whoever announces it means the foes first.
    let foe = |id: &Id| g.opposed(*id, by);
    for on in there.clone().filter(foe).chain(there.filter(|id| !foe(id))) {
        match spares(g, s, by, on, ability) {
            Ok(()) => met.push(on),
            Err(why) => t.tell(|| Event::Spared { by, on, why }),
        }
    }
}

/// What keeps an area from somebody in it. (`area.senses`, `sound.solid`, `sound.thin`, `senses.magic-block`)
fn spares(g: &Setup, s: &State, by: Id, on: Id, ability: &Ability) -> Result<(), skirmish_kernel::RuleId> {
    match ability.needs {
        Needs::None => Ok(()),
        Needs::Sight if lines::is_seen(g, s, by, on) => Ok(()),
        Needs::Sight if lines::is_seen_in_light(g, s, by, on) => Err(rule::SENSES_MAGIC_BLOCK),
        Needs::Sight => Err(rule::AREA_SENSES),
        Needs::Hearing => match senses::hears(g, s, on, by) {
            Muffled::Heard { .. } => Ok(()),
            Muffled::Thin => Err(rule::SOUND_THIN),
            Muffled::Solid => Err(rule::SOUND_SOLID),
            Muffled::Magic => Err(rule::SENSES_MAGIC_BLOCK),
        },
    }
}

/// One target, whole: its roll, packets, effects. Says whether it succeeds. (`precision.multi`, `attack.order`)
#[inline(always)]
fn resolve<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, ability: &Ability, on: Id) -> OrHalt<T, bool> {
    let (attacker, target) = (Party::of(g, s, by), Party::of(g, s, on));
    if !target.now.is_here() {
        return Ok(true);
    }
    let willing = is_willing(g, s, t, by, ability, &target)?;
    if !willing && ability.speech && ability.damage.is_none() && ability.effects.is_empty() {
        return Ok(true);
    }
    if !willing && !rolled(g, s, t, [&attacker, &target], ability)? {
        return Ok(false);
    }
    if let Some(taken) = damage::main(g, s, &attacker, &target, ability) {
        damage::deal(g, s, t, on, taken);
    }
    if ability.only_harms() { Ok(true) } else { more(g, s, t, by, on, ability, willing).map(|()| true) }
}

/// What an ability does after its main packet. (`attack.order`, `damage.extra`)
#[inline(never)]
fn more<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, ability: &Ability, willing: bool) -> OrHalt<T> {
    for packet in ability.extra.iter().filter(|_| ability.damage.is_some()) {
        // Whoever is dead or gone takes nothing more; the unconscious do.
        if s.creature(on).is_here() {
            let taken = damage::extra(g, s, &Party::of(g, s, by), &Party::of(g, s, on), ability, *packet);
            damage::deal(g, s, t, on, taken);
        }
    }
    if let Some(heals) = ability.heal {
        let potency = i32::from(bodies::figures(g, s, by).potency);
        damage::heal(g, s, t, on, i32::from(heals) + potency);
    }
    for effect in &ability.effects {
        if s.creature(on).is_here() {
            affect(g, s, t, by, on, *effect, willing)?;
        }
    }
    Ok(())
}

/// Is the target willing? An ability that means no harm asks the allies whom it names; foes never are. (`precision.when`)
#[inline(always)]
fn is_willing<T: Table>(g: &Setup, s: &State, t: &mut T, by: Id, ability: &Ability, on: &Party<'_>) -> OrHalt<T, bool> {
    let (willing, on) = (on.now.willing, on.id);
    if by == on || ability.hostile || g.opposed(by, on) {
        return Ok(by == on || willing && !g.opposed(by, on));
    }
    let willing = t.put(s, rule::PRECISION_WHEN, on, ask::Willing { by, ability: ability.number })?;
    t.tell(|| Event::Asked { who: on, by, willing });
    Ok(willing)
}

/// A precision roll. (`precision.formula`, `precision.meet`, `precision.natural-ten`)
#[inline(always)]
fn rolled<T: Table>(g: &Setup, s: &State, t: &mut T, [by, on]: [&Party<'_>; 2], ability: &Ability) -> OrHalt<T, bool> {
    let (check, goal) = precision::against(g, s, by, on, ability);
    let (by, on) = (by.id, on.id);
    let (hit, ten) = t.throw([check], |[die]| {
        let met = die.total >= goal;
        (met || die.natural >= precision::TEN, !met && die.natural >= precision::TEN)
    })?;
    let melee = ability.is_melee();
    if hit {
        t.tell(|| Event::Hit { by, on, ten, melee });
    } else {
        t.tell(|| Event::Missed { by, on, melee, goal });
    }
    Ok(hit)
}

/// What an ability does to its target besides damage.
fn affect<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, effect: Effect, willing: bool) -> OrHalt<T> {
    match effect {
        Effect::Status { status, strength, resistance, lasts } => {
            let (hits, left, at) = (lasts.hits, lasts.count, None);
            let new = Running { status, on, owner: Some(by), hits, left, strength, resistance, at };
            effects::afflict(g, s, t, new);
        }
        Effect::Prone if s.creature(on).is_up() => falls::go_prone(g, s, t, on, rule::ATTACK_ORDER),
        Effect::Push(squares) => push(g, s, t, by, on, squares)?,
        Effect::Guard { resistance, strength } => s.creature_mut(on).guard = Some((resistance, strength)),
        Effect::Form { form, rounds } => forms::shape(g, s, t, by, on, (form, rounds), willing),
        _ => {}
    }
    Ok(())
}

/// What it does at a square, or to whoever uses it, once: somebody is called, something is laid, one sees from elsewhere.
#[inline(never)]
fn besides<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, ability: &Ability, aim: Aim) -> OrHalt<T> {
    let at = if let Aim::Cell(cell) = aim { cell } else { s.creature(by).at };
    for effect in &ability.effects {
        match *effect {
            Effect::Summon(creature) => summon::come(g, s, t, by, creature, at)?,
            Effect::Lay { lying, strength, height, rounds } => {
                let radius = ability.radius;
                patches::lay(s, t, Patch { lying, at, radius, strength, height, left: rounds, owner: Some(by) });
            }
            Effect::Sense { status, rounds } => {
                let new = Running { at: Some(at), ..Running::for_rounds(status, by, by, rounds) };
                effects::afflict(g, s, t, new);
            }
            Effect::Teleport => {
                let before = bodies::body(g, s, by);
                s.creature_mut(by).at = at;
                t.tell(|| Event::Shifted { who: by, to: at, why: rule::PREPARED_MOVEMENT });
                patches::act(g, s, t, by, |cell| !before.covers(cell));
                if prepared::is_awaited(s) {
                    prepared::stepped(g, s, t, by, before, true)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Somebody is driven straight away, as far as there is room. It is moved, and does not move. (`prepared.movement`)
fn push<T: Table>(g: &Setup, s: &mut State, t: &mut T, by: Id, on: Id, squares: u8) -> OrHalt<T> {
    for _ in 0..squares {
        let (from, own) = (s.creature(on).at, s.creature(by).at);
        let (dx, dy) = ((from.x - own.x).signum(), (from.y - own.y).signum());
        let to = Square::new(from.x + dx, from.y + dy);
        let size = bodies::figures(g, s, on).size;
        let before = bodies::body(g, s, on);
        let level = |at: Square| bodies::level(g, &Body::new(bodies::footprint(size), at));
        let altitude = i32::from(s.creature(on).altitude);
        let drop = level(from) + altitude - level(to);
        let fits = g.ground.board.contains(to) && drop >= 0 && to != from;
        let new = i16::try_from(if altitude > 0 { drop } else { 0 }).unwrap_or(0);
        if !fits || !bodies::has_room(g, s, on, size, to, new) {
            break;
        }
        let creature = s.creature_mut(on);
        (creature.at, creature.altitude) = (to, new);
        t.tell(|| Event::Shifted { who: on, to, why: rule::ATTACK_ORDER });
        patches::act(g, s, t, on, |cell| !before.covers(cell));
        if altitude == 0 && drop >= g.rules.significant_height {
            falls::fall(g, s, t, on, drop, rule::RULING_CLIMBING);
        }
        if g.rules.forced_triggers == ForcedTriggers::Yes && prepared::is_awaited(s) {
            prepared::stepped(g, s, t, on, before, false)?;
        }
        if !s.creature(on).is_here() || s.creature(on).at != to {
            break;
        }
    }
    Ok(())
}
