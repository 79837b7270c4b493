//! The plain policy: a fighter that uses what this book gives it.

mod defend;
mod estimate;
mod going;

use skirmish_kernel::dice::Rng;
use skirmish_kernel::{Id, Policy, RuleId};

use crate::model::{Act, Ask, Attack, Choice, Cost, Elemental, Gait, Kind, Setup, State, Target, What};
use crate::rules::actions::{As, Forbidden, judge, judge_act, judge_price, judge_use, standing};
use crate::rules::trade::above;

/// Closes or shoots, whichever its best weapon wants; picks the attack that promises most, talents off cooldown among
/// them, and avoids targets in cover; counters or dodges when that saves more than the action is worth; trades what it
/// has not used at the end of a round. It draws no random numbers and lists nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Policy<Elemental> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, _: RuleId, who: Id, ask: &Ask, _: &mut Rng) -> Choice {
        match *ask {
            Ask::Initiate { running } => initiate(g, s, who, running),
            Ask::Path { gait, hexes, bonus, heading } => {
                let steps = u32::from(hexes) + u32::from(bonus);
                let onward = heading.and_then(|_| standing(g, s, who, ask));
                let way = onward.unwrap_or_else(|| going::path(g, s, who, gait, steps));
                // A Dash that somebody else began may leave no way that this policy would think of.
                if judge(g, s, who, ask, &way).is_ok() { way } else { going::any_way(g, s, who, ask) }
            }
            Ask::Counter { flight } => defend::counter(g, s, who, flight),
            Ask::Unused { up, top } => trade(s, up.min(above(s, who)), top),
            Ask::Reposition { victim } => going::push(g, s, who, victim),
            Ask::Calm => calm(g, s, who),
            Ask::Fatigue { .. } => Choice::GoOn(false),
            Ask::Trigger => Choice::Fire(true),
            Ask::Reaction { .. } => Choice::React(true),
            Ask::DodgeWhich { .. } => Choice::Spoil(true),
        }
    }

    fn why(&self, _: &Setup, _: &State, _: Id, ask: &Ask, choice: &Choice) -> Option<&'static str> {
        Some(match (ask, choice) {
            (Ask::Initiate { .. }, Choice::Act(act)) => why_initiate(act),
            (Ask::Initiate { .. }, Choice::Continue) => "on with what has begun",
            (Ask::Initiate { .. }, _) => "nothing more is worth doing",
            (Ask::Path { .. } | Ask::Reposition { .. }, _) => "the best place within reach",
            (Ask::Counter { .. }, Choice::Decline) => "no counter is worth its action",
            (Ask::Counter { .. }, _) => "it saves more than the action is worth",
            (Ask::Unused { .. }, Choice::Keep) => "it may still be used in this round",
            (Ask::Unused { .. }, _) => "what is unused at the end of a round is lost",
            (Ask::Calm, Choice::Act(_)) => "the foe does not know yet",
            (Ask::Calm, Choice::Sneak) => "unseen is better",
            _ => "as usual",
        })
    }
}

/// Why it begins something in its turn.
fn why_initiate(act: &Act) -> &'static str {
    match (act.what, act.target) {
        (What::Stand, _) => "to be on its feet",
        (What::Go(_), _) => "a better place than this",
        (What::Ability(_), Target::Row(..)) => "hurt, and a wall keeps the foe away",
        _ => "it promises the most harm",
    }
}

/// What is unused at the end of a round is lost: better to stand higher.
fn trade(s: &State, up: u8, top: bool) -> Choice {
    match (s.time.segment, up) {
        (3, 1..) => Choice::Up(up),
        (3, 0) if top => Choice::Top,
        _ => Choice::Keep,
    }
}

/// Those who are not known of strike first, if they can; the others try to stay unseen.
fn calm(g: &Setup, s: &State, who: Id) -> Choice {
    let unknown = g.foes(who).iter().all(|foe| !s.creature(foe).aware_of.has(who));
    if unknown && let Some((act, _)) = best_attack(g, s, who, As::Prompt) {
        return Choice::Act(act);
    }
    let hidden =
        |foe: Id| crate::rules::lines::sight(g, s, foe, s.creature(foe).at, s.creature(who).at).concealment > 0;
    if !unknown && !s.creature(who).sneaked && g.foes(who).iter().any(hidden) {
        return Choice::Sneak;
    }
    Choice::Wait
}

fn initiate(g: &Setup, s: &State, who: Id, running: bool) -> Choice {
    let legal = |act: &Act| judge_act(g, s, who, act, As::Initiation).is_ok();
    if s.has(who, Kind::Prone) {
        let stand = Act::plain(What::Stand, Cost::Move);
        if legal(&stand) {
            return Choice::Act(stand);
        }
    }
    if let Some((act, _)) = best_attack(g, s, who, As::Initiation) {
        // A blow may come within reach when the running movement is played first.
        return Choice::Act(act);
    }
    if running && !s.marks.initiated.has(who) && going::is_walking(s, who) {
        return Choice::Continue;
    }
    if let Some(act) = going::movement(g, s, who) {
        return Choice::Act(act);
    }
    if let Some(act) = wall(g, s, who) {
        return Choice::Act(act);
    }
    Choice::Pass
}

/// The attack that promises most, if any is legal.
fn best_attack(g: &Setup, s: &State, who: Id, role: As) -> Option<(Act, i64)> {
    if role == As::Initiation && is_spent(g, s, who) {
        return None;
    }
    let mut best: Option<(Act, i64)> = None;
    // Whoever cannot be made out cannot be aimed at by any means.
    let mut targets = g.foes(who).and(s.marks.able);
    for attack in &g.sheet(who).attacks {
        let ability = g.ability(attack.ability);
        if ability.offensive.is_none() {
            continue;
        }
        for cost in &ability.costs {
            // What is free could be done for ever; three times a segment will do.
            if *cost == Cost::Free && s.creature(who).spent.free >= 3 {
                continue;
            }
            let plain = Act::plain(What::Ability(attack.ability), *cost);
            let Some(with_swift) = payable(g, s, who, attack, &plain, role) else { continue };
            // The Move that a Standard would leave is worth something too.
            let share = |worth: i64| if *cost == Cost::Full { worth * 3 / 4 } else { worth };
            for foe in targets.iter() {
                let target = aim(g, s, who, foe);
                let is_less =
                    |swifts, than: i64| estimate::is_no_more(g, s, who, &Act { swifts, target, ..plain }, share, than);
                // Where it cannot be the best, nobody has to look whether it is legal.
                let is_vain = |than| (!with_swift || is_less(1, than)) && is_less(0, than);
                if best.as_ref().is_some_and(|(_, most)| is_vain(*most)) {
                    continue;
                }
                for swifts in [1, 0].into_iter().skip(usize::from(!with_swift)) {
                    let act = Act { swifts, target, ..plain };
                    match judge_use(g, s, who, &act, role) {
                        Ok(()) => {}
                        Err(Forbidden::NoLineTo(_) | Forbidden::Concealed(..)) => {
                            targets.set(foe, false);
                            break;
                        }
                        Err(_) => continue,
                    }
                    let worth = share(estimate::worth(g, s, who, &act));
                    debug_assert!(worth <= 0 || !is_less(swifts, worth - 1), "it is worth more");
                    if best.as_ref().is_none_or(|(_, most)| worth > *most) {
                        best = Some((act, worth));
                    }
                    break;
                }
            }
        }
    }
    best
}

/// Is nothing left to pay an attack with? Whoever has no Standard left has no Full either.
fn is_spent(g: &Setup, s: &State, who: Id) -> bool {
    !s.marks.standard.has(who) && !g.cheap.has(who)
}

/// Can this attack be paid for, and with a Swift on top? Nothing where it cannot be paid for by itself.
fn payable(g: &Setup, s: &State, who: Id, attack: &Attack, plain: &Act, role: As) -> Option<bool> {
    let payable = |swifts| judge_price(g, s, who, &Act { swifts, ..*plain }, role).is_ok();
    debug_assert!(payable(0) || !payable(1), "it costs less with a Swift");
    payable(0).then(|| attack.figures(plain.cost).swift.allowed && payable(1))
}

/// At the creature; at its hex when it is next to the attacker and cannot be made out.
fn aim(g: &Setup, s: &State, who: Id, target: Id) -> Target {
    let there = s.creature(target).at;
    let close = crate::rules::lines::hexes(s.creature(who).at, there) == 1;
    if close && !crate::rules::lines::is_visible(g, s, who, target) {
        Target::Hex(there)
    } else {
        Target::Creature(target)
    }
}

/// Hurt and out of reach of anything to do: a wall or a cloud between itself and the nearest foe.
fn wall(g: &Setup, s: &State, who: Id) -> Option<Act> {
    let fighter = g.fighter(s, who);
    if fighter.now.hp.saturating_mul(2) >= fighter.hp_max() {
        return None;
    }
    let foe = going::nearest_foe(g, s, who)?;
    let (here, there) = (fighter.now.at, s.creature(foe).at);
    for attack in &fighter.sheet.attacks {
        let Some(structure) = g.ability(attack.ability).structure else { continue };
        let cost = g.ability(attack.ability).costs.first().copied().unwrap_or(Cost::Standard);
        for toward in 0..6u8 {
            let middle = crate::rules::structures::row_hex(here, toward, 2)?;
            let closer = skirmish_grid::Cell::distance(middle, there) + 2 <= skirmish_grid::Cell::distance(here, there);
            let across = (toward + 2) % 6;
            let from = crate::rules::structures::row_hex(middle, (across + 3) % 6, structure.hexes / 2)?;
            let act = Act { what: What::Ability(attack.ability), cost, swifts: 0, target: Target::Row(from, across) };
            if closer && judge_act(g, s, who, &act, As::Initiation).is_ok() {
                return Some(act);
            }
        }
    }
    None
}

/// Kinds of movement by which a foe may be neared.
const APPROACHES: [Gait; 2] = [Gait::Move, Gait::Swim];

#[cfg(feature = "unit-tests")]
pub mod tests {
    use skirmish_kernel::Id;

    use super::{As, is_spent, payable};
    use crate::catalogue::ENCOUNTERS;
    use crate::model::{Act, Elemental, Setup, State, What};

    /// Asked of each attack at each of its costs.
    fn pays_for_any(g: &Setup, s: &State, who: Id) -> bool {
        let attacks = g.sheet(who).attacks.iter().filter(|attack| g.ability(attack.ability).offensive.is_some());
        attacks.into_iter().any(|attack| {
            let act = |cost| Act::plain(What::Ability(attack.ability), cost);
            let costs = &g.ability(attack.ability).costs;
            costs.iter().any(|cost| payable(g, s, who, attack, &act(*cost), As::Initiation).is_some())
        })
    }

    pub fn whoever_is_spent_can_pay_for_no_attack() {
        let mut spent = [0; 2];
        skirmish_kernel::conformance::moments::<Elemental>(ENCOUNTERS, |g, s| {
            let mut reduced = g.clone();
            for sheet in reduced.sheets.iter_mut().step_by(2) {
                sheet.reductions = sheet.attacks.iter().take(1).map(|attack| (attack.ability, 1)).collect();
            }
            reduced.prepare();
            for (spent, g) in spent.iter_mut().zip([g, &reduced]) {
                for who in g.ids().filter(|who| is_spent(g, s, *who)) {
                    *spent += 1;
                    assert!(!pays_for_any(g, s, who), "{who:?}");
                }
            }
        });
        assert!(spent[0] > spent[1] && spent[1] > 0, "{spent:?}");
    }
}
