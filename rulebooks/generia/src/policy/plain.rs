//! The plain policy: a fighter that uses what this book gives it.

use std::cell::{OnceCell, RefCell};

use skirmish_grid::Cell;
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use super::estimate::{self, Mark};
use super::look::{self, Look};
use super::place;
use super::worth;
use crate::catalogue::MovementSplit;
use crate::model::{
    Act, Ask, Choice, Creature, DefenceKind, Defend, Effect, Gait, Generia, Going, Incoming, Kind, Occasion, Path,
    STEP_DOWN, Setup, Slot, State, Target, Timing,
};
use crate::rules::attack::Blow;
use crate::rules::judge::{is_out_of_reach, judge, judge_act};
use crate::rules::magic::{self, cast};
use crate::rules::movement::{self, flight, jump};
use crate::rules::options::options;
use crate::rules::standing::standing;
use crate::rules::{bodies, defence, lines};

/// Gets up, closes or keeps its distance, looks for an enemy's back, strikes or casts what promises most, meets each
/// attack in the way that leaves least of it, answers a parry, keeps its spells up and heals its friends.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Generia> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match ask {
            Ask::Turn => turn(g, s, who),
            Ask::Path { mover, metres } => Choice::Walk(place::path(&Look::of(g, s, who), *mover, *metres)),
            Ask::Step { metres, to: None } => free_step(g, s, who, *metres),
            Ask::Defence(incoming) => Choice::Defend(met_best(g, s, who, incoming)),
            Ask::Reaction(occasion) => react(g, s, who, occasion, ask),
            Ask::AfterParry { .. } => after_parry(g, s, who, ask),
            // Questions that have no better answer: whatever is listed first.
            _ => standing(g, s, who, ask).or_else(|| first(g, s, who, ask, |_| true)).unwrap_or(Choice::End),
        }
    }

    fn why(&self, g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Turn, Choice::Act(act)) => PLANS.iter().find(|(plan, _)| plan(&Look::of(g, s, who)) == Some(*act))?.1,
            (Ask::Turn, _) => "nothing more is worth doing",
            (Ask::Path { .. } | Ask::Step { .. }, Choice::Walk(path)) if path.is_empty() => "no place is better",
            (Ask::Path { .. } | Ask::Step { .. }, _) => "the best place within reach",
            (Ask::Defence(_), Choice::Defend(Defend::No)) => "no defence is worth what it costs",
            (Ask::Defence(_), _) => "the least of the blow comes through",
            (Ask::Reaction(_), Choice::Pass) => "it would change too little",
            (Ask::Reaction(_), _) => "it may decide the blow",
            (Ask::AfterParry { .. }, _) => "it uses the opening",
            _ => "as usual",
        })
    }
}

type Plan = fn(&Look<'_>) -> Option<Act>;

/// What it thinks of in its turn, in this order, and why it does it.
const PLANS: [(Plan, &str); 8] = [
    (recover, "to be free to act"),
    (flee, "panic drives it away"),
    (close_in, "a better place to strike from"),
    (best, "it promises the most harm"),
    (approach, "a better place than this"),
    (step_back, "out of reach of the foe"),
    (leap, "no way leads to the foe"),
    (small_things, "ready for the next turn"),
];

thread_local! {
    // What could be done in a turn, and what it promises: kept so that a fight allocates nothing.
    static OFFERS: RefCell<Vec<(Act, i64)>> = const { RefCell::new(Vec::new()) };
}

/// Whatever that fits is listed first.
fn first(g: &Setup, s: &State, who: Id, ask: &Ask, fits: impl Fn(&Choice) -> bool) -> Option<Choice> {
    let mut found = None;
    options(g, s, who, ask, &mut |choice| {
        if found.is_none() && fits(&choice) {
            found = Some(choice);
        }
    });
    found
}

fn turn(g: &Setup, s: &State, who: Id) -> Choice {
    let look = Look::of(g, s, who);
    let planned = PLANS.iter().find_map(|(plan, _)| plan(&look));
    planned.or_else(|| flight::left(g, s, who)).map_or(Choice::End, Choice::Act)
}

fn legal(g: &Setup, s: &State, who: Id, act: Act) -> Option<Act> {
    judge_act(g, s, who, &act).is_ok().then_some(act)
}

/// On its feet, in balance, free: with the action that it can best spare. Whoever is held may as well strike at the holder.
fn recover(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    let creature = s.creature(who);
    let spare = |from: Kind| -> &'static [Slot] {
        if from == Kind::Prone {
            &[Slot::Movement, Slot::Utility, Slot::Attack]
        } else {
            &[Slot::Movement, Slot::Utility]
        }
    };
    let shakes_off =
        |from: Kind| spare(from).iter().find_map(|slot| legal(g, s, who, Act::Recover { from, slot: *slot }));
    let mut ails = [Kind::Prone, Kind::Grappled, Kind::OffBalance].into_iter().filter(|kind| creature.has(*kind));
    if let Some(act) = ails.find_map(shakes_off) {
        return Some(act);
    }
    let fallen = creature.mount.filter(|mount| !s.is_able(*mount));
    if fallen.is_some() {
        return bodies::beside(g, s, who).find_map(|to| legal(g, s, who, Act::Dismount(to)));
    }
    let holds = creature.holds.is_some() && !creature.held_on;
    if holds { legal(g, s, who, Act::Hold { slot: Slot::Utility }) } else { None }
}

/// The panicked run as fast as they can.
fn flee(look: &Look<'_>) -> Option<Act> {
    let Look { s, who, .. } = *look;
    if s.creature(who).has(Kind::Panicked) { go(look, true) } else { None }
}

/// Behind the back of somebody in reach before the blow, where nobody strikes at whoever steps away.
fn close_in(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    let near = || look.nearest().is_some_and(|foe| lines::between(g, s, who, foe) <= look.reach());
    if s.creature(who).spent.attack || has_gone(g, s, who) || look.keeps_away() || !near() {
        return None;
    }
    let watched = |foe: Id| {
        let beside = lines::between(g, s, who, foe) <= look::reach(g, s, foe);
        beside && s.can_react(foe)
    };
    if g.foes(who).and(g.derived.opportunists).iter().any(watched) { None } else { go(look, false) }
}

/// The attack or spell that promises most.
fn best(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    OFFERS.with_borrow_mut(|offers| {
        offers.clear();
        let mut offer = |act: Act, worth: i64| {
            if worth > 0 {
                offers.push((act, worth));
            }
        };
        if !s.creature(who).spent.attack {
            for target in g.foes(who).and(s.able).iter() {
                strikes(g, s, who, target, &mut offer);
            }
        }
        worth::uses(g, s, who, &mut offer);
        first_that(offers, |act| judge_act(g, s, who, &act).is_ok() && runs_safely(g, s, who, act))
    })
}

/// Of the acts that fit, the one that is worth most, and of equal ones the first. The dearest are asked about first, since
/// to judge an act takes longer than to say what it promises.
fn first_that(offers: &mut [(Act, i64)], fits: impl Fn(Act) -> bool) -> Option<Act> {
    loop {
        let mut best: Option<&mut (Act, i64)> = None;
        for offer in offers.iter_mut().filter(|offer| offer.1 > 0) {
            if best.as_ref().is_none_or(|best| offer.1 > best.1) {
                best = Some(offer);
            }
        }
        let (act, worth) = best?;
        if fits(*act) {
            return Some(*act);
        }
        *worth = 0;
    }
}

/// Does the run that a blow begins with stay off every edge?
fn runs_safely(g: &Setup, s: &State, who: Id, act: Act) -> bool {
    let (striker, arm, target, skill) = match act {
        Act::Strike { arm, target, skill: Some(skill) } => (Some(who), arm, target, skill),
        Act::MountStrike { arm, target, skill: Some(skill), .. } => (s.creature(who).mount, arm, target, skill),
        _ => return true,
    };
    let blow = striker.zip(g.derived.strike(skill));
    blow.is_none_or(|(striker, change)| place::runs_safely(g, s, striker, target, change, g.arm(striker, arm).1.reach))
}

fn strikes(g: &Setup, s: &State, who: Id, target: Id, offer: &mut dyn FnMut(Act, i64)) {
    blows(g, s, who, target, &mut |arm, skill, worth| offer(Act::Strike { arm, target, skill }, worth));
    if let Some(mount) = s.creature(who).mount {
        let slot = Slot::Attack;
        let mut of_mount = |arm, skill, worth| offer(Act::MountStrike { arm, target, skill, slot }, worth);
        blows(g, s, mount, target, &mut of_mount);
    }
}

/// Every arm at hand, by itself and with each skill that it goes with and that can be paid for, and what a blow with it
/// promises.
fn blows(g: &Setup, s: &State, who: Id, target: Id, offer: &mut dyn FnMut(u8, Option<u8>, i64)) {
    let sheet = g.sheet(who);
    let away = lines::between(g, s, who, target);
    // What does not reach is not judged: it would be refused.
    let reaches = |arm: u8, change| !is_out_of_reach(g, s, who, arm, change, away);
    let mark = OnceCell::new();
    let worth = |blow: &Blow| estimate::blow(g, s, blow, mark.get_or_init(|| Mark::of(g, s, who, target)));
    for (arm, _, weapon) in defence::ready(g, s, who) {
        let plain = Blow::with(g, who, arm, target);
        if reaches(arm, None) {
            offer(arm, None, worth(&plain));
        }
        let brought = weapon.skill.filter(|skill| !sheet.abilities.contains(skill));
        for skill in g.repertoire_of(who).strikes.iter().copied().chain(brought) {
            let ability = g.ability(skill);
            if let Some(change) = g.derived.strike(skill)
                && ability.is(Timing::Attack)
                && magic::can_pay(s, who, ability, 1)
                && reaches(arm, Some(change))
            {
                // Energy is worth something: a skill must promise more than the plain blow.
                let price = i64::from(ability.energy) * estimate::SURE;
                offer(arm, Some(skill), worth(&Blow { change, ..plain }) - price);
            }
        }
    }
}

/// Nearer to whom it wants to strike, if there is anything to gain by it.
fn approach(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    if has_gone(g, s, who) {
        return None;
    }
    let foe = look.nearest()?;
    let mover = s.creature(who).mount.unwrap_or(who);
    let away = lines::between(g, s, mover, foe);
    let far = away > movement::metres(g, mover, Gait::Walk) + look.reach();
    go(look, far && !s.creature(who).spent.attack)
}

/// Has it gone on its own feet, so that it goes no farther in this turn?
fn has_gone(g: &Setup, s: &State, who: Id) -> bool {
    let Creature { mount, spent, .. } = s.creature(who);
    let goes_on = spent.going == Going::Helped || g.rules.movement_split == MovementSplit::On;
    let gone = mount.is_none() && spent.movement && !goes_on;
    let may_go = || [Gait::Walk, Gait::Sprint].into_iter().any(|gait| legal(g, s, who, Act::Go(gait)).is_some());
    debug_assert!(!gone || !may_go(), "{who:?} may go on");
    gone
}

/// On foot or on its mount, where the place that it would get to is better than the one it has.
fn go(look: &Look<'_>, fast: bool) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    let mover = s.creature(who).mount.unwrap_or(who);
    let act = |gait| if mover == who { Act::Go(gait) } else { Act::MountGo(gait) };
    let gaits = [Gait::Sprint, Gait::Walk];
    let gaits = if fast { &gaits[..] } else { &gaits[1..] };
    let found = gaits.iter().find_map(|gait| legal(g, s, who, act(*gait)).map(|act| (act, *gait)))?;
    let metres = movement::metres(g, mover, found.1) - i32::from(s.creature(mover).spent.walked);
    place::is_better_elsewhere(look, mover, metres).then_some(found.0)
}

/// Out of an enemy's reach, with a spell that moves its caster.
fn step_back(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    let foe = look.nearest()?;
    if !look.keeps_away() || lines::between(g, s, who, foe) > 1 {
        return None;
    }
    let (here, there) = (s.creature(who).at, s.creature(foe).at);
    for ability in g.sheet(who).abilities.iter().copied() {
        let known = g.ability(ability);
        let most = u16::try_from(cast::teleport_metres(g, who, known)).unwrap_or(0);
        let act = |cell| Act::Use { ability, level: 1, target: Target::Cell(cell), slot: Slot::Movement };
        let farther =
            here.disc(most).filter(|cell| cell.distance(there) > 2 && judge_act(g, s, who, &act(*cell)).is_ok());
        if let Some(cell) = farther.max_by_key(|cell| cell.distance(there)) {
            return Some(act(cell));
        }
    }
    None
}

/// A face that a leap may need: better than even.
const LIKELY_FACE: i32 = 8;

/// Over a gap to whom no way leads; down to it, where nothing else is left and there are wounds to spare.
fn leap(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    let foe = look.nearest()?;
    if s.creature(who).mount.is_some() || !place::is_cut_off(look, foe) {
        return None;
    }
    let (here, there) = (s.creature(who).at, s.creature(foe).at);
    let most = u16::try_from(jump::reachable(g, who)).unwrap_or(0);
    let likely = |cell| jump::value(g, s, who, cell) <= jump::strength(g, who) + LIKELY_FACE;
    let height = |cell| g.ground.terrain(cell).height;
    let hardy = s.creature(who).wounds.total() + 2 < g.sheet(who).wound_limit;
    let mut found: Option<((i32, u32), Act)> = None;
    for to in here.disc(most).filter(|to| to.distance(there) < here.distance(there) && likely(*to)) {
        let drop = (height(here) - height(to) - STEP_DOWN).max(0);
        let rank = (drop, to.distance(there));
        if (drop == 0 || hardy) && found.is_none_or(|(best, _)| rank < best) {
            let slots = [Slot::Movement, Slot::Utility, Slot::Attack];
            let act = slots.into_iter().find_map(|slot| legal(g, s, who, Act::Jump { to, slot }));
            found = act.map(|act| (rank, act)).or(found);
        }
    }
    found.map(|(_, act)| act)
}

/// What a utility action is still good for.
fn small_things(look: &Look<'_>) -> Option<Act> {
    let Look { g, s, who, .. } = *look;
    legal(g, s, who, Act::Reload { slot: Slot::Utility })
}

/// A guard only for the defence that it will choose, and only where a die more may matter; every blow that is offered.
fn react(g: &Setup, s: &State, who: Id, occasion: &Occasion, ask: &Ask) -> Choice {
    let Occasion::Rolled(incoming) = occasion else { return first_reaction(g, s, who, ask, |_| true) };
    let matters = |kind: DefenceKind| {
        let best = met_best(g, s, who, incoming);
        let chance = estimate::defends(g, s, who, best, incoming.total.unwrap_or(0));
        best.kind() == Some(kind) && chance > estimate::SURE / 20 && chance < estimate::SURE * 9 / 10
    };
    // Energy is kept for what strikes back; a guard is worth it only while there is plenty.
    let plenty = s.creature(who).energy * 2 > g.sheet(who).energy;
    first_reaction(g, s, who, ask, |ability| {
        let guards = g.ability(ability).effects.iter().find_map(|effect| match effect {
            Effect::Guard(kind) => Some(*kind),
            _ => None,
        });
        guards.is_none_or(|kind| plenty && matters(kind))
    })
}

fn first_reaction(g: &Setup, s: &State, who: Id, ask: &Ask, fits: impl Fn(u8) -> bool) -> Choice {
    let reacts = |choice: &Choice| matches!(choice, Choice::React(ability, _) if fits(*ability));
    first(g, s, who, ask, reacts).unwrap_or(Choice::Pass)
}

/// The way of meeting an attack that leaves least of it.
fn met_best(g: &Setup, s: &State, who: Id, incoming: &Incoming) -> Defend {
    let mut best: Option<(Defend, i64)> = None;
    let damage = estimate::mean_damage(g, s, incoming.by);
    for how in defence::ways(g, s, incoming) {
        let left = estimate::suffers(g, s, who, incoming, damage, how);
        // What leaves more is not judged.
        if best.is_none_or(|(_, least)| left < least) && defence::judge(g, s, incoming, how).is_ok() {
            best = Some((how, left));
        }
    }
    best.map_or(Defend::No, |(how, _)| how)
}

/// A counter-attack where it knows how; else the attacker's next defence is made worse, if it has learnt its weapon.
fn after_parry(g: &Setup, s: &State, who: Id, ask: &Ask) -> Choice {
    let arms = g.arms(who).map(|arm| Choice::Counter(Some(arm)));
    let mut counters = arms.filter(|counter| judge(g, s, who, ask, counter).is_ok());
    let proficient = matches!(ask, Ask::AfterParry { arm, .. } if g.arm(who, *arm).0.pv > 0);
    counters.next().unwrap_or(if proficient { Choice::Penalty } else { Choice::Pass })
}

/// Steps that cost nothing: away from the enemy for those who fight from afar, else where it is already.
fn free_step(g: &Setup, s: &State, who: Id, metres: i32) -> Choice {
    let look = Look::of(g, s, who);
    if look.keeps_away() { Choice::Walk(place::path(&look, who, metres)) } else { Choice::Walk(Path::new()) }
}

#[cfg(feature = "unit-tests")]
pub mod tests {
    use super::*;
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Means, WeaponKind};

    /// For everybody, against everybody, however it comes.
    pub fn meets_a_blow_with_what_leaves_least_of_all_that_is_legal() {
        let mut met = [0; 2];
        skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
            let pairs = g.ids().flat_map(|by| g.ids().map(move |on| (by, on)));
            let blows = pairs.flat_map(|pair| {
                [Means::Melee, Means::Ranged, Means::Projectile, Means::Grapple]
                    .into_iter()
                    .map(move |means| (pair, means))
            });
            for ((by, on), means) in blows {
                for (total, parriable) in [5, 10, 14, 20].into_iter().flat_map(|total| [(total, true), (total, false)])
                {
                    let incoming = Incoming { by, on, total: Some(total), means, parriable, again: false };
                    let who = defence::defender(s, &incoming);
                    let damage = estimate::mean_damage(g, s, by);
                    let mut least: Option<(Defend, i64)> = None;
                    defence::options(g, s, &incoming, &mut |how| {
                        let left = estimate::suffers(g, s, who, &incoming, damage, how);
                        if least.is_none_or(|(_, least)| left < least) {
                            least = Some((how, left));
                        }
                    });
                    let best = met_best(g, s, who, &incoming);
                    assert_eq!(Some(best), least.map(|(how, _)| how), "{who:?} against {incoming:?}");
                    met[usize::from(best == Defend::No)] += 1;
                }
            }
        });
        assert!(met[0] > 1_000 && met[1] > 100, "{met:?}");
    }

    /// Whatever is in anybody's hands.
    pub fn arms_are_what_is_ready() {
        let mut changed = 0;
        skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
            for (who, empty) in g.ids().flat_map(|who| [(who, false), (who, true)]) {
                let s = &mut s.clone();
                if empty {
                    s.creature_mut(who).hands = Default::default();
                    changed += 1;
                }
                let (armed, ready) = (g.armed(who, &s.creature(who).hands), || defence::ready(g, s, who));
                assert_eq!(armed.reach, ready().map(|(.., weapon)| weapon.reach).max().unwrap_or(1));
                assert_eq!(armed.parry, ready().map(|(_, arm, _)| arm.parry).max().unwrap_or(0));
                let is_ranged = |arm| g.arm(who, arm).1.kind == WeaponKind::Ranged;
                assert_eq!(armed.shoots, s.creature(who).in_hand().any(is_ranged));
            }
        });
        assert!(changed > 100, "{changed}");
    }

    /// At the beginning of everybody's turn: whoever judges each act that promises more than those before it comes to the same.
    pub fn strikes_with_what_promises_most_of_all_that_is_legal() {
        let (mut struck, mut refused) = (0, 0);
        skirmish_kernel::conformance::moments::<Generia>(ENCOUNTERS, |g, s| {
            for who in g.ids().filter(|who| s.is_able(*who)) {
                let s = &mut s.clone();
                let spent = &mut s.creature_mut(who).spent;
                *spent = Default::default();
                spent.in_turn = true;
                let s = &*s;
                let mut most: Option<(Act, i64)> = None;
                let mut offer = |act: Act, worth: i64| {
                    if worth > most.map_or(0, |(_, most)| most) {
                        let fits = judge_act(g, s, who, &act).is_ok() && runs_safely(g, s, who, act);
                        most = if fits { Some((act, worth)) } else { most };
                        refused += u32::from(!fits);
                    }
                };
                let attacks = !s.creature(who).spent.attack;
                let foes = g.foes(who).iter().filter(|foe| attacks && s.is_able(*foe));
                foes.for_each(|target| strikes(g, s, who, target, &mut offer));
                worth::uses(g, s, who, &mut offer);
                assert_eq!(best(&Look::of(g, s, who)), most.map(|(act, _)| act), "{who:?}");
                struck += u32::from(most.is_some());
            }
        });
        assert!(struck > 50 && refused > 20, "{struck} {refused}");
    }
}
