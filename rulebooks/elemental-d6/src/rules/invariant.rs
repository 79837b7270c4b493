//! What must hold in every state, whatever was answered; the conformance kit and the fuzzer ask after each answer.

use skirmish_kernel::Id;

use crate::model::{Setup, State};

/// What is wrong with a state, if anything is.
pub fn broken(g: &Setup, s: &State) -> Option<String> {
    for id in g.ids() {
        let Some(c) = s.creatures.get(id.index()) else { return Some("a sheet without a creature".into()) };
        let name = &g.sheet(id).name;
        if s.bearing(g, id) != (s.marks.able.has(id), s.marks.fighting.has(id)) {
            return Some(format!("{name} is mustered wrongly"));
        }
        let mut anew = s.clone();
        anew.muster(g, id);
        if anew.marks != s.marks {
            return Some(format!("the marks of {name} are {:?} instead of {:?}", s.marks, anew.marks));
        }
        if (anew.contested, anew.interrupted) != (s.contested, s.interrupted) {
            return Some(
                "whether two sides are left, or something comes before the next turn, is known wrongly".into(),
            );
        }
        if c.top.is_some() && !s.topped {
            return Some(format!("nobody knows that {name} has bought the top"));
        }
        let (full, standard, moves) = (c.spent.full, c.spent.standard, c.spent.moves);
        if full + standard + moves > 2 || full > 0 && standard + moves > 0 || standard > 1 {
            return Some(format!("{name} has spent {full} Full, {standard} Standard, {moves} Move"));
        }
        if i32::from(c.spent.swift) > g.rules.swift_limit {
            return Some(format!("{name} has spent {} Swifts", c.spent.swift));
        }
        if s.is_down(id) && (c.counter.is_some() || !c.moves.is_empty()) {
            return Some(format!("{name} is down and goes on acting"));
        }
        let shares = |other: Id| other != id && s.creature(other).at == c.at && !s.is_down(other);
        let alone = g.rules.occupancy_stop == crate::catalogue::OccupancyStop::No;
        if alone && s.time.round > 0 && !s.is_down(id) && g.ids().any(shares) && !s.is_pushed(id) {
            return Some(format!("{name} shares a hex with somebody"));
        }
    }
    if s.ordered && s.order != s.ranking {
        return Some("the order is not the ranking".into());
    }
    s.flights
        .iter()
        .find(|f| f.held && !s.creatures.iter().any(|c| c.counter.is_some()))
        .map(|f| format!("attack {} is held and nobody counters", f.serial))
}
