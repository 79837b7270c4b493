//! The plain policy: a fighter that uses what this book gives it.

use skirmish_grid::{Cell, Square, Steps};
use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use super::{estimate, place};
use crate::Legacy;
use crate::catalogue::RulingLongMoves;
use crate::model::{
    Act, Ask, Attack, Choice, Defend, Effect, Gait, Incoming, Manner, Mode, Occasion, Segment, Setup, Skill, Sought,
    Stance, State, States,
};
use crate::rules::judge::{has_attack, judge, usual_spot};
use crate::rules::options::pass;
use crate::rules::{lines, movement, zones};

/// From so many faces of the die on a defence is worth an action.
const WORTH_DEFENDING: i32 = 5;

/// Picks its segment by what it can do there, goes in Aggressive where its blows tell more than those it would take, holds
/// where there is nothing to do, goes On-Guard against a crowd; trades every blow, answers, strikes at who lays itself
/// open, keeps an action for a defence that is worth more than another blow; closes, charges, leaps, or keeps away and
/// shoots; springs ambushes, draws what serves, gets up, and looks for those it cannot see. It draws no random numbers and lists
/// nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Legacy> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match *ask {
            Ask::Ambush | Ask::Keep { .. } => Choice::Yes(true),
            Ask::OnGuard => Choice::Guard(on_guard(g, s, who)),
            Ask::General => Choice::General(general(g, s, who)),
            Ask::Stance => Choice::Stance(stance(g, s, who)),
            Ask::Trade { foes } => Choice::Trade(foes),
            Ask::Act => Choice::Act(act(g, s, who)),
            Ask::Exchange { with, .. } => answer(g, s, who, with, Occasion::Own, ask),
            Ask::Answer { to } => answer(g, s, who, to, Occasion::Answer, ask),
            Ask::Path { gait, most } => Choice::Walk(path(g, s, who, gait, most, ask)),
            Ask::Opportunity { on, .. } => opportunity(g, s, who, on),
            Ask::Defend(incoming) => Choice::Defend(defend(g, s, &incoming)),
        }
    }

    fn why(&self, g: &Setup, s: &State, who: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Ambush, _) => "surprise is half the fight",
            (Ask::OnGuard, Choice::Guard(None)) => "no crowd is near",
            (Ask::OnGuard, _) => "three foes or more may come at once",
            (Ask::General, Choice::General(None)) => "no hail of shots is to be crossed",
            (Ask::General, _) => "two bows or more cover the ground",
            (Ask::Stance, Choice::Stance(stance)) => match stance {
                Stance::Aggressive => "these blows tell more than those that come back",
                Stance::Hold => "nothing can be done in this segment",
                _ => "with the guard up",
            },
            (Ask::Trade { .. }, _) => "every blow is answered",
            (Ask::Act, Choice::Act(Act::Stop)) => "nothing more is worth an action",
            (Ask::Act, Choice::Act(act)) => PLANS.iter().find(|(plan, _)| plan(g, s, who) == Some(*act))?.1,
            (Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, Choice::Pass) => {
                "the action is better kept"
            }
            (Ask::Exchange { .. } | Ask::Answer { .. } | Ask::Opportunity { .. }, _) => "it promises the most harm",
            (Ask::Path { .. }, Choice::Walk(steps)) if steps.is_empty() => "no place is better",
            (Ask::Path { .. }, _) => "the best place within reach",
            (Ask::Defend(_), Choice::Defend(Defend::None)) => "no defence is worth an action",
            (Ask::Defend(_), _) => "it saves more than another blow would do",
            _ => "as usual",
        })
    }
}

type Plan = fn(&Setup, &State, Id) -> Option<Act>;

/// What it thinks of in its turn, in this order, and why it does it.
const PLANS: [(Plan, &str); 8] = [
    (rise, "to be on its feet"),
    (best, "it promises the most harm"),
    (step_in, "one step brings a foe into reach"),
    (rush, "a foe is near enough to be rushed at"),
    (draw, "it serves better than what is in hand"),
    (ward, "it protects for a while"),
    (go, "a better place than this"),
    (look, "a foe is out of sight"),
];

/// Foes that could be upon it in this round.
fn crowd(g: &Setup, s: &State, who: Id) -> usize {
    let near = |foe: &Id| {
        let run = i32::from(movement::rate(g, s, *foe)) * 2 + i32::from(g.figures(*foe).reach);
        s.creature(*foe).zone > 0 && lines::between(s, who, *foe) <= run
    };
    g.foes_seen(s, who).iter().filter(near).count()
}

/// On-Guard with the best skill, where at least three may come and it is any good.
fn on_guard(g: &Setup, s: &State, who: Id) -> Option<u8> {
    if crowd(g, s, who) < 3 {
        return None;
    }
    let skills = g.sheet(who).skills.iter();
    let fit = skills.filter(|skill| {
        g.ability(skill.ability).answers.melee != 0
            && judge(g, s, who, &Ask::OnGuard, &Choice::Guard(Some(skill.ability))).is_ok()
    });
    fit.max_by_key(|skill| skill.score).filter(|skill| skill.score >= 10).map(|skill| skill.ability)
}

/// A general defence against shots, for who has to cross open ground under two bows and more.
fn general(g: &Setup, s: &State, who: Id) -> Option<u8> {
    let bows = g.foes_seen(s, who).iter().filter(|foe| place::keeps_away(g, s, *foe)).count();
    if bows < 2 || place::keeps_away(g, s, who) || zones::is_engaged(g, s, who) {
        return None;
    }
    let dodges = |skill: &&Skill| {
        g.ability(skill.ability).general == Some(Mode::Ranged) && skill.points >= 3 && skill.score >= 12
    };
    g.sheet(who).skills.iter().find(dodges).map(|skill| skill.ability)
}

/// A stance for the segment that has been called.
fn stance(g: &Setup, s: &State, who: Id) -> Stance {
    if !is_busy(g, s, who) {
        return Stance::Hold;
    }
    let engaged = zones::engaging(g, s, who);
    if s.creature(who).guard.is_some() || s.marks.fought.has(who) {
        return Stance::Ready;
    }
    if engaged.is_empty() {
        // Nobody can strike back at once: whoever is quick may as well be first.
        let shoots = place::keeps_away(g, s, who);
        return if shoots { Stance::Ready } else { Stance::Aggressive };
    }
    let share = |by: Id, on: Id| estimate::threat(g, s, by, on) * 10 / i32::from(s.creature(on).hits.max(1));
    let taken: i32 = engaged.iter().map(|foe| share(foe, who)).sum();
    let given = engaged.iter().map(|foe| share(who, foe)).max().unwrap_or(0);
    if given > taken { Stance::Aggressive } else { Stance::Ready }
}

/// Is there anything for it to do in this segment?
fn is_busy(g: &Setup, s: &State, who: Id) -> bool {
    let attacks = !s.marks.fought.has(who) && has_attack(g, s, who, s.segment, true);
    match s.segment {
        Segment::Ambush => s.marks.ambushers.has(who),
        Segment::Melee | Segment::Ranged => attacks,
        Segment::Movement => attacks || moves(g, s, who),
        Segment::Multiform => attacks || ward(g, s, who).is_some(),
    }
}

/// Would it be better off elsewhere?
fn moves(g: &Setup, s: &State, who: Id) -> bool {
    s.creature(who).has(States::PRONE) || place::has_path(g, s, who, movement::most(g, s, who, Gait::Walk), None)
}

fn legal(g: &Setup, s: &State, who: Id, act: Act) -> Option<Act> {
    judge(g, s, who, &Ask::Act, &Choice::Act(act)).is_ok().then_some(act)
}

/// What to do in one's turn.
fn act(g: &Setup, s: &State, who: Id) -> Act {
    PLANS.iter().find_map(|(plan, _)| plan(g, s, who)).unwrap_or(Act::Stop)
}

/// Back on its feet.
fn rise(g: &Setup, s: &State, who: Id) -> Option<Act> {
    if !s.creature(who).has(States::PRONE) {
        return None;
    }
    let kicks = g.known(who).filter(|(_, known)| known.effect == Effect::Rise);
    let kick = kicks.map(|(ability, _)| Act::KickUp(ability)).find_map(|act| legal(g, s, who, act));
    kick.or_else(|| legal(g, s, who, Act::Stand))
}

/// The attack that promises most, unless the last actions are better kept for a defence.
fn best(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let foes = g.foes_seen(s, who).iter();
    let found = foes.filter_map(|foe| estimate::best_on(g, s, who, foe, Occasion::Own)).max_by_key(|(_, worth)| *worth);
    let (attack, worth) = found.filter(|(_, worth)| *worth > 0)?;
    let keeps = s.creature(who).stance != Stance::Aggressive && s.creature(who).actions <= 1;
    if keeps && spared(g, s, who) > worth { None } else { Some(Act::Attack(attack)) }
}

/// What one defence would save, against foes who can still strike.
fn spared(g: &Setup, s: &State, who: Id) -> i32 {
    if s.creature(who).guard.is_some_and(|guard| !guard.over) {
        return 0;
    }
    let foes = zones::threatened_by(g, s, who).and(s.marks.pool).without(s.marks.stopped);
    let saved = foes.iter().map(|foe| {
        let (at, row) =
            (0..).zip(g.rows(foe)).find(|(_, row)| zones::is_quick(row) && zones::is_in_hand(g, s, foe, row))?;
        let incoming = Incoming { by: foe, on: who, row: at, mode: row.mode, nature: row.nature, leap: 0 };
        let (_, faces) = estimate::best_defence(g, s, &incoming)?;
        Some(estimate::threat(g, s, foe, who) * faces / 20)
    });
    saved.flatten().max().unwrap_or(0)
}

/// A step, where that brings somebody into reach.
fn step_in(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let reach = place::reach(s, who);
    if reach == 0 || s.marks.fought.has(who) || s.marks.stepped.has(who) || place::keeps_away(g, s, who) {
        return None;
    }
    let foe = place::nearest(g, s, who).filter(|foe| lines::between(s, who, *foe) == reach + 1)?;
    let there = s.creature(foe).at;
    let strikes = |cell: &Square| lines::yards(*cell, there) <= reach && lines::is_free(g, *cell, there);
    let near = s.creature(who).at.neighbours().filter(strikes);
    near.map(Act::Step).find_map(|act| legal(g, s, who, act))
}

/// A charge or a leap at whoever is near enough.
fn rush(g: &Setup, s: &State, who: Id) -> Option<Act> {
    if s.segment != Segment::Movement || s.marks.fought.has(who) {
        return None;
    }
    let foe = place::nearest(g, s, who)?;
    let charge = g.known(who).find(|(_, known)| known.effect == Effect::Charge).map(|(ability, _)| ability);
    let gaits = (0..).zip(g.rows(who)).filter_map(|(row, kind)| {
        let attack = Attack { row, on: foe, spot: usual_spot(g, kind) };
        match charge {
            _ if kind.leaps => Some(Gait::Pounce { attack }),
            Some(ability) if zones::is_quick(kind) && !kind.nature.is_magic() => Some(Gait::Charge { ability, attack }),
            _ => None,
        }
    });
    let mut gaits = gaits.filter(|gait| {
        let most = movement::most(g, s, who, *gait);
        place::has_path(g, s, who, most, within(g, s, who, *gait))
    });
    gaits.find_map(|gait| legal(g, s, who, Act::Move(gait)))
}

/// Where a charge or a leap has to end.
fn within(g: &Setup, s: &State, who: Id, gait: Gait) -> Option<(Square, i32)> {
    match gait {
        Gait::Charge { attack, .. } | Gait::Pounce { attack } => {
            Some((s.creature(attack.on).at, g.row(who, attack.row).map_or(0, |row| i32::from(row.reach))))
        }
        Gait::Walk | Gait::Disengage { .. } => None,
    }
}

/// Something that serves better than what is in hand: a blade with a foe at hand, a bow with none.
fn draw(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let engaged = zones::is_engaged(g, s, who);
    let wanted = if engaged { Mode::Melee } else { Mode::Ranged };
    let serves = |arm: u8| g.rows(who).iter().any(|row| row.arm == Some(arm) && row.mode == wanted && !row.thrown);
    let armed = g.rows(who).iter().any(|row| {
        row.mode == wanted && !row.leaps && row.manner != Manner::Unarmed && zones::is_in_hand(g, s, who, row)
    });
    let unarmed = s.creature(who).held().all(|arm| g.arm(who, arm).shield);
    if armed || !engaged && !unarmed {
        return None;
    }
    let arms = || (0..).take(g.sheet(who).arms.len());
    let fits = |arm: &u8| serves(*arm) || !engaged && unarmed;
    let drawn = arms().filter(fits).find_map(|arm| legal(g, s, who, Act::Draw(arm)));
    drawn.or_else(|| arms().filter(fits).find_map(|arm| legal(g, s, who, Act::Pick(arm))))
}

/// A ward, where none is kept up and foes have magic.
fn ward(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let magic = g.foes_seen(s, who).iter().any(|foe| g.rows(foe).iter().any(|row| row.nature.is_magic()));
    if !magic || s.effects.iter().any(|running| running.holder == who) {
        return None;
    }
    let wards = g.known(who).filter(|(_, known)| matches!(known.effect, Effect::Ward(..)));
    wards.map(|(ability, _)| Act::Use { ability, on: who }).find_map(|act| legal(g, s, who, act))
}

/// To where it is better to be; away from a foe at hand with a skill of slipping away, where it has one.
fn go(g: &Setup, s: &State, who: Id) -> Option<Act> {
    if s.segment < Segment::Movement || !moves(g, s, who) {
        return None;
    }
    let slips = g.known(who).find(|(_, known)| known.effect == Effect::Disengage);
    let away = place::keeps_away(g, s, who) && !zones::threatened_by(g, s, who).is_empty();
    let slip = slips.filter(|_| away).and_then(|(ability, _)| legal(g, s, who, Act::Move(Gait::Disengage { ability })));
    if away && slip.is_none() {
        return None;
    }
    slip.or_else(|| legal(g, s, who, Act::Move(Gait::Walk)))
}

/// For those it cannot see, where it sees nobody.
fn look(g: &Setup, s: &State, who: Id) -> Option<Act> {
    if !g.foes_seen(s, who).is_empty() {
        return None;
    }
    let finds = g.known(who).filter(|(_, known)| known.effect == Effect::Search);
    finds.map(|(ability, _)| Act::Search { ability, what: Sought::Hidden }).find_map(|act| legal(g, s, who, act))
}

/// The best attack on one foe, or none.
fn strike(g: &Setup, s: &State, who: Id, on: Id, occasion: Occasion) -> Choice {
    match estimate::best_on(g, s, who, on, occasion) {
        Some((attack, worth)) if worth > 0 => Choice::Act(Act::Attack(attack)),
        _ => Choice::Pass,
    }
}

/// The blow back, after a step if that is needed.
fn answer(g: &Setup, s: &State, who: Id, to: Id, occasion: Occasion, ask: &Ask) -> Choice {
    let blow = strike(g, s, who, to, occasion);
    if blow != Choice::Pass {
        return blow;
    }
    match step_in(g, s, who).map(Choice::Act).filter(|step| judge(g, s, who, ask, step).is_ok()) {
        Some(step) => step,
        None => pass(ask),
    }
}

/// Whoever lays itself open is struck, unless the last action is worth more as a defence.
fn opportunity(g: &Setup, s: &State, who: Id, on: Id) -> Choice {
    let last = s.creature(who).actions <= 1;
    match estimate::best_on(g, s, who, on, Occasion::Opportunity) {
        Some((attack, worth)) if worth > 0 && !(last && spared(g, s, who) > worth) => Choice::Act(Act::Attack(attack)),
        _ => Choice::Pass,
    }
}

/// The way of meeting an attack that holds most often, where the blow can hurt at all.
fn defend(g: &Setup, s: &State, incoming: &Incoming) -> Defend {
    let hurts = g.row(incoming.by, incoming.row).is_some_and(|row| {
        let attack = Attack { row: incoming.row, on: incoming.on, spot: usual_spot(g, row) };
        estimate::harm(g, s, attack, row, incoming.leap) > 0
    });
    match estimate::best_defence(g, s, incoming) {
        Some((how @ Defend::Guard { .. }, _)) => how,
        Some((how, faces)) if hurts && faces >= WORTH_DEFENDING => how,
        _ => Defend::None,
    }
}

/// Where to, by the gait.
fn path(g: &Setup, s: &State, who: Id, gait: Gait, most: u16, ask: &Ask) -> Steps {
    // An action is kept for a blow, where the way leaves one.
    let rate = movement::rate(g, s, who).max(1);
    let shorter = most.saturating_sub(rate);
    // By a house rule a longer move would have to wait.
    let waits =
        gait == Gait::Walk && s.segment == Segment::Movement && g.rules.ruling_long_moves == RulingLongMoves::Multiform;
    let most = if waits { most.min(rate.saturating_mul(2)) } else { most };
    let way = place::path(g, s, who, most, within(g, s, who, gait));
    let ends_near = |way: &Steps| {
        let end = way.end(s.creature(who).at);
        g.foes_seen(s, who).iter().any(|foe| lines::yards(end, s.creature(foe).at) <= place::reach(s, who))
    };
    let way = if gait == Gait::Walk && shorter > 0 && !ends_near(&way) && s.marks.fought.has(who) {
        place::path(g, s, who, shorter, None)
    } else {
        way
    };
    if judge(g, s, who, ask, &Choice::Walk(way)).is_ok() { way } else { Steps::new() }
}
