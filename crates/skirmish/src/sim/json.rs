//! The report for machines.

use serde_json::{Value, json};
use skirmish_kernel::Fights;
use skirmish_sim::{Histogram, Interval, Report, Stopped};

use crate::playout::Policies;

pub(super) fn report(fights: &dyn Fights, policies: &Policies, report: &Report) -> Value {
    let sides = fights.sides().iter().enumerate();
    let rounds = report.rounds();
    json!({
        "kind": "simulation", "game": fights.game(), "title": fights.title(), "seed": fights.seed(),
        "policies": policies.by_side(), "fights": report.fights(),
        "stopped": match report.stopped {
            Stopped::Done => "done",
            Stopped::Precise => "precise",
            Stopped::Asked => "interrupted",
        },
        "sides": sides.map(|(at, name)| json!({
            "name": name, "wins": report.wins(at), "chance": chance(report.chance_of(at)),
        })).collect::<Vec<_>>(),
        "draws": report.tally.drawn.count(), "unfinished": report.tally.unfinished.count(),
        "rounds": { "mean": rounds.mean(), "median": rounds.quantile(1, 2), "values": values(&rounds) },
        "combatants": combatants(fights, report),
        "heard": heard(fights, report),
        "examples": { "median": report.median(), "longest": report.longest(), "upset": report.upset() },
    })
}

fn combatants(fights: &dyn Fights, report: &Report) -> Vec<Value> {
    let mut gauges = report.tally.gauges.iter();
    let combatants = fights.combatants().iter().zip(&report.tally.fallen).enumerate();
    combatants
        .map(|(at, (combatant, fallen))| {
            let own: Vec<Value> = combatant
                .gauges
                .iter()
                .zip(gauges.by_ref())
                .map(|(gauge, is)| {
                    json!({
                        "name": gauge.name, "start": gauge.start, "most": gauge.most,
                        "mean": is.mean(), "values": values(is),
                    })
                })
                .collect();
            let mut told = json!({
                "name": combatant.name, "side": fights.sides().get(usize::from(combatant.side.0)),
                "falls": chance(report.chance_to_fall(at)), "fell_in": values(&fallen.rounds), "gauges": own,
            });
            if !combatant.there {
                told["comes"] = chance(report.chance_to_come(at));
            }
            told
        })
        .collect()
}

fn heard(fights: &dyn Fights, report: &Report) -> Value {
    let heard = &report.heard;
    let deeds = heard.deeds.iter().map(|deed| {
        let who = deed.who.and_then(|who| fights.combatants().get(who.index()));
        json!({
            "who": who.map(|who| &who.name), "deed": deed.verb, "uses": deed.uses, "turns": deed.turns,
            "harm": deed.harm, "fights": deed.fights, "wins": deed.won,
        })
    });
    let rules = heard.rules.iter().map(|rule| {
        let name = fights.catalogue().name(rule.rule);
        json!({ "rule": name, "events": rule.events, "fights": rule.fights, "wins": rule.won })
    });
    json!({
        "fights": heard.fights, "wins": heard.won,
        "deeds": deeds.collect::<Vec<_>>(), "rules": rules.collect::<Vec<_>>(),
    })
}

pub(super) fn chance(chance: Interval) -> Value {
    json!({ "p": chance.p, "low": chance.low, "high": chance.high })
}

fn values(histogram: &Histogram) -> Vec<(i32, u64)> {
    histogram.iter().map(|(value, bin)| (value, bin.count)).collect()
}
