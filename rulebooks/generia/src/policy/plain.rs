//! The plain policy: a fighter that uses what this book gives it.

use skirmish_grid::{Cell, Square};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use super::estimate;
use crate::Generia;
use crate::ability::Effect;
use crate::actions::{Act, Ask, Choice, Gait, Occasion, Path, Slot, Target, judge_act, options, standing};
use crate::attack::Blow;
use crate::conditions::Kind;
use crate::magic::cast;
use crate::movement::{self, paths};
use crate::setup::Setup;
use crate::sheet::WeaponKind;
use crate::sight;
use crate::state::State;

/// Gets up, closes or keeps its distance, looks for an enemy's back, strikes or casts what promises most, meets each
/// attack in the way that leaves least of it, answers a parry, keeps its spells up and heals its friends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Generia> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Turn => turn(g, s, who),
            Ask::Path { mover, metres } => Choice::Walk(path(g, s, who, *mover, *metres)),
            Ask::Defence(incoming) => {
                let mut best: Option<(crate::actions::Defend, i64)> = None;
                crate::defence::options(g, s, incoming, &mut |how| {
                    let left = estimate::suffers(g, s, who, incoming, how);
                    if best.is_none_or(|(_, least)| left < least) {
                        best = Some((how, left));
                    }
                });
                Choice::Defend(best.map_or(crate::actions::Defend::No, |(how, _)| how))
            }
            Ask::Reaction(occasion) => react(g, s, who, occasion, ask),
            Ask::AfterParry { .. } => after_parry(g, s, who, ask),
            _ => standing(g, s, who, ask).unwrap_or_else(|| first(g, s, who, ask)),
        }
    }
}

/// Whatever is listed first: for questions that have no better answer.
fn first(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    let mut found = None;
    options(g, s, who, ask, |choice| {
        found.get_or_insert(choice);
    });
    found.unwrap_or(Choice::End)
}

fn turn(g: &Setup, s: &State, who: Id) -> Choice {
    if let Some(act) = recover(g, s, who) {
        return Choice::Act(act);
    }
    if let Some((act, worth)) = best(g, s, who)
        && worth > 0
    {
        return Choice::Act(act);
    }
    if let Some(act) = approach(g, s, who) {
        return Choice::Act(act);
    }
    if let Some(act) = small_things(g, s, who) {
        return Choice::Act(act);
    }
    Choice::End
}

fn legal(g: &Setup, s: &State, who: Id, act: Act) -> Option<Act> {
    judge_act(g, s, who, &act).is_ok().then_some(act)
}

/// On its feet, in balance, free: with the action that it can best spare.
fn recover(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let creature = s.creature(who);
    for from in [Kind::Prone, Kind::Grappled, Kind::OffBalance] {
        if creature.has(from) {
            let slots = [Slot::Movement, Slot::Utility, Slot::Attack];
            let found = slots.into_iter().find_map(|slot| legal(g, s, who, Act::Recover { from, slot }));
            if found.is_some() {
                return found;
            }
        }
    }
    let holds = creature.holds.is_some() && !creature.held_on;
    if holds { legal(g, s, who, Act::Hold { slot: Slot::Utility }) } else { None }
}

/// The attack or spell that promises most.
fn best(g: &Setup, s: &State, who: Id) -> Option<(Act, i64)> {
    let mut best: Option<(Act, i64)> = None;
    let mut offer = |act: Act, worth: i64| {
        if worth > 0 && best.is_none_or(|(_, most)| worth > most) && judge_act(g, s, who, &act).is_ok() {
            best = Some((act, worth));
        }
    };
    let sheet = g.sheet(who);
    for target in g.foes(who).iter().filter(|foe| s.is_able(*foe)) {
        for arm in 0..sheet.arms.len() as u8 {
            let plain = Blow::with(g, who, arm, target);
            let worth = estimate::blow(g, s, &plain);
            offer(Act::Strike { arm, target, skill: None }, worth);
            for skill in sheet.abilities.iter().copied() {
                let change = g.ability(skill).effects.iter().find_map(|effect| match effect {
                    Effect::Strike(change) => Some(*change),
                    _ => None,
                });
                if let Some(change) = change {
                    // Energy is worth something: a skill must promise more than the plain blow.
                    let worth = estimate::blow(g, s, &Blow { change, ..plain }) - estimate::SURE;
                    offer(Act::Strike { arm, target, skill: Some(skill) }, worth);
                }
            }
        }
        if let Some(mount) = s.creature(who).mount {
            for arm in 0..g.sheet(mount).arms.len() as u8 {
                let worth = estimate::blow(g, s, &Blow::with(g, mount, arm, target));
                offer(Act::MountStrike { arm, target, skill: None, slot: Slot::Attack }, worth);
            }
        }
    }
    spells(g, s, who, &mut offer);
    best
}

fn spells(g: &Setup, s: &State, who: Id, offer: &mut dyn FnMut(Act, i64)) {
    for ability in g.sheet(who).abilities.iter().copied() {
        let known = g.ability(ability);
        // What is kept up is worth more than what would replace it.
        if known.concentration && s.creature(who).concentration.is_some() {
            continue;
        }
        let slots = [(known.slots.attack, Slot::Attack), (known.slots.utility, Slot::Utility)];
        for slot in slots.into_iter().filter(|(yes, _)| *yes).map(|(_, slot)| slot) {
            for level in 1..=known.levels() {
                for on in g.ids().filter(|id| s.is_here(*id)) {
                    let target = aim(g, s, who, ability, on);
                    let worth = worth(g, s, who, ability, level, on);
                    offer(Act::Use { ability, level, target, slot }, worth);
                }
            }
        }
    }
}

/// At the creature, at its cell, or around oneself.
fn aim(g: &Setup, s: &State, who: Id, ability: u8, on: Id) -> Target {
    let known = g.ability(ability);
    if known.range == crate::ability::Range::Own {
        Target::Nothing
    } else if known.area.is_some() || known.radius > 0 {
        Target::Cell(s.creature(on).at)
    } else {
        let _ = who;
        Target::Creature(on)
    }
}

/// What a spell is worth against somebody: its damage, its conditions, its healing.
fn worth(g: &Setup, s: &State, who: Id, ability: u8, level: u8, on: Id) -> i64 {
    let known = g.ability(ability);
    let foe = g.side(on) != g.side(who);
    let mut sum = 0;
    for effect in &known.effects {
        sum += match effect {
            Effect::Damage { .. } if foe && s.is_able(on) => {
                let blow = Blow { arm: None, cast: Some((ability, level)), ..Blow::with(g, who, 0, on) };
                estimate::blow(g, s, &blow)
            }
            Effect::Condition { .. } if foe && s.is_able(on) => 4 * estimate::SURE,
            Effect::Heal(_) | Effect::HealAt(_) if !foe => {
                let wounds = s.creature(on).wounds;
                i64::from(wounds.light) * i64::from(level) * 3 * estimate::SURE
            }
            _ => 0,
        };
    }
    let in_radius = if known.radius > 0 {
        let target = aim(g, s, who, ability, on);
        let met = cast::targets(g, s, who, known, target);
        let count = |foes: bool| met.iter().filter(|id| (g.side(**id) != g.side(who)) == foes).count() as i64;
        count(true) - 2 * count(false)
    } else {
        1
    };
    sum * in_radius - i64::from(known.mana_at(level)) * estimate::SURE
}

/// Nearer to whom it wants to strike, if there is anything to gain by it.
fn approach(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let foe = nearest(g, s, who)?;
    let mover = s.creature(who).mount.unwrap_or(who);
    let away = sight::between(g, s, mover, foe);
    let (walk, sprint) = if mover == who {
        (Act::Go(Gait::Walk), Act::Go(Gait::Sprint))
    } else {
        (Act::MountGo(Gait::Walk), Act::MountGo(Gait::Sprint))
    };
    if path(g, s, who, mover, movement::metres(g, mover, Gait::Walk)).is_empty() {
        return None;
    }
    let far = away > movement::metres(g, mover, Gait::Walk) + reach(g, s, who);
    let gait = if far && !s.creature(who).spent.attack { sprint } else { walk };
    legal(g, s, who, gait).or_else(|| legal(g, s, who, walk))
}

fn nearest(g: &Setup, s: &State, who: Id) -> Option<Id> {
    g.foes(who).iter().filter(|foe| s.is_able(*foe)).min_by_key(|foe| sight::between(g, s, who, *foe))
}

/// How far it can strike with what it holds.
fn reach(g: &Setup, s: &State, who: Id) -> i32 {
    let ready = (0..g.sheet(who).arms.len() as u8).filter(|arm| crate::defence::is_ready(g, s, who, *arm));
    ready.map(|arm| g.arm(who, arm).1.reach).max().unwrap_or(1)
}

fn shoots(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).in_hand().any(|arm| g.arm(who, arm).1.kind == WeaponKind::Ranged)
}

/// Where to go: beside a foe, behind its back if that can be had; a shooter stays away.
fn path(g: &Setup, s: &State, who: Id, mover: Id, metres: i32) -> Path {
    let Some(foe) = nearest(g, s, who) else { return Path::new() };
    let there = s.creature(foe).at;
    let reach = if shoots(g, s, who) { reach(g, s, who).min(10) } else { reach(g, s, who) };
    let mut ends = paths::ends(g, s, mover, metres);
    let here = s.creature(mover).at;
    ends.push((here, 0));
    let score = |cell: Square, cost: u32| {
        let away = sight::metres(g, cell, there);
        let beyond = (away - reach).max(0);
        let looks = s.creature(foe);
        let unseen = !skirmish_grid::FieldOfView::Half.sees(looks.at, looks.facing, cell);
        let behind = i32::from(beyond == 0 && unseen);
        let close = if shoots(g, s, who) { (6 - away).max(0) } else { 0 };
        (beyond * 4 - behind * 3 + close, cost)
    };
    let best = ends.into_iter().min_by_key(|(cell, cost)| score(*cell, *cost));
    match best {
        Some((cell, _)) if cell != here => {
            let way = paths::way(g, s, mover, cell, metres);
            if way.is_empty() { toward(g, s, mover, there, metres) } else { way }
        }
        _ => Path::new(),
    }
}

/// As far as it goes on the way to a distant cell.
fn toward(g: &Setup, s: &State, mover: Id, goal: Square, metres: i32) -> Path {
    let nearest = paths::ends(g, s, mover, metres).into_iter().min_by_key(|(cell, cost)| (cell.distance(goal), *cost));
    nearest.map_or(Path::new(), |(cell, _)| paths::way(g, s, mover, cell, metres))
}

/// What a utility action is still good for.
fn small_things(g: &Setup, s: &State, who: Id) -> Option<Act> {
    legal(g, s, who, Act::Reload { slot: Slot::Utility })
}

fn react(g: &Setup, s: &State, who: Id, occasion: &Occasion, ask: &Ask) -> Choice {
    // Energy is kept for what strikes back; a guard is worth it only while there is plenty.
    let plenty = s.creature(who).energy * 2 > g.sheet(who).energy;
    let guard = matches!(occasion, Occasion::Rolled(_));
    if guard && !plenty {
        return Choice::Pass;
    }
    match first(g, s, who, ask) {
        choice @ Choice::React(..) => choice,
        _ => Choice::Pass,
    }
}

fn after_parry(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    let mut counter = None;
    options(g, s, who, ask, |choice| {
        if matches!(choice, Choice::Counter(Some(_))) {
            counter.get_or_insert(choice);
        }
    });
    let proficient = match ask {
        Ask::AfterParry { arm, .. } => g.arm(who, *arm).0.pv > 0,
        _ => false,
    };
    counter.unwrap_or(if proficient { Choice::Penalty } else { Choice::Pass })
}
