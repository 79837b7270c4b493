//! The solution for machines.

use serde_json::{Value, json};
use skirmish_odds::{Law, Solution, Stopped};

use super::{Cast, Who};

pub(crate) fn solution(cast: &Cast, who: &Who<'_>, solution: &Solution) -> Value {
    let sides = cast.sides.iter().enumerate();
    let rounds = solution.rounds();
    json!({
        "kind": "duel", "game": cast.game.name(), "title": cast.title, "policies": who.policies.by_side(),
        "best": who.best.iter().filter_map(|side| cast.sides.get(usize::from(side.0))).collect::<Vec<_>>(),
        "settled": solution.settled,
        "stopped": match solution.stopped {
            Stopped::Done => "done",
            Stopped::States => "states",
            Stopped::Leaves => "branches",
            Stopped::Rounds => "rounds",
            Stopped::Asked => "interrupted",
        },
        "left": solution.left, "states": solution.states, "branches": solution.leaves,
        "sides": sides.map(|(at, name)| json!({ "name": name, "wins": solution.chance_of(at) })).collect::<Vec<_>>(),
        "nobody": solution.nobody(), "endless": solution.endless,
        "rounds": { "mean": rounds.mean(), "values": values(&rounds) },
        "combatants": combatants(cast, solution),
    })
}

fn combatants(cast: &Cast, solution: &Solution) -> Vec<Value> {
    let mut gauges = 0..;
    let combatants = cast.combatants.iter().enumerate();
    combatants
        .map(|(at, combatant)| {
            let own: Vec<Value> = combatant
                .gauges
                .iter()
                .zip(gauges.by_ref())
                .map(|(gauge, at)| {
                    let law = solution.gauge(at);
                    json!({
                        "name": gauge.name, "start": gauge.start, "most": gauge.most,
                        "mean": law.mean(), "values": values(&law),
                    })
                })
                .collect();
            json!({
                "name": combatant.name, "side": cast.sides.get(usize::from(combatant.side.0)),
                "falls": solution.falls(at), "gauges": own,
            })
        })
        .collect()
}

fn values(law: &Law) -> Vec<(i32, f64)> {
    law.iter().collect()
}
