//! Countering when it helps.

use skirmish_kernel::Id;

use super::estimate::threat;
use crate::catalogue::DefensiveOwner;
use crate::model::{Act, Choice, Cost, Gait, Pool, Setup, State, What};
use crate::rules::actions::{As, judge_act};

/// The counter that saves most beyond what its action is worth, or none.
pub(super) fn counter(g: &Setup, s: &State, who: Id, serial: u16) -> Choice {
    let Some(flight) = s.flight(serial) else { return Choice::Decline };
    let sheet = g.sheet(who);
    let reaction = Pool { dice: 0, flat: sheet.reaction() };
    let without = threat(g, s, flight, who, reaction, false);
    let mut best = (Choice::Decline, 0);
    // What an own attack is worth is dear to know, and asked only for a counter that saves something and is legal.
    let mut own = None;
    let mut offer = |act: Act, with: i64, price: fn(i64) -> i64, more: i64| {
        let saved = without - with - more;
        if saved > best.1 && judge_act(g, s, who, &act, As::Counter(serial)).is_ok() {
            let gain = saved - price(*own.get_or_insert_with(|| own_attack(g, s, who)));
            if gain > best.1 {
                best = (Choice::Act(act), gain);
            }
        }
    };
    // An attack of one's own is given up with the Standard; a Move is worth less.
    for attack in &sheet.attacks {
        let ability = g.ability(attack.ability);
        for cost in &ability.costs {
            let act = Act::plain(What::Ability(attack.ability), *cost);
            let formula = match g.rules.defensive_owner {
                DefensiveOwner::Counter => attack.figures(*cost).defensive,
                DefensiveOwner::Attack => attack.figures(*cost).defensive.and(Some(reaction)),
            };
            let Some(formula) = formula else { continue };
            let price: fn(i64) -> i64 = if *cost == Cost::Full { |own| own * 2 } else { |own| own };
            // An ability with a cooldown is better kept for striking.
            offer(act, threat(g, s, flight, who, formula, false), price, i64::from(ability.cooldown > 0));
        }
    }
    let dodge = Act::go(Gait::Dodge);
    offer(dodge, threat(g, s, flight, who, reaction, true), |own| own / 4, 0);
    best.0
}

/// What this round's attack is still worth: half of what the best one promises, nothing when it has been made.
fn own_attack(g: &Setup, s: &State, who: Id) -> i64 {
    super::best_attack(g, s, who, As::Initiation).map_or(0, |(_, worth)| worth / 4)
}
