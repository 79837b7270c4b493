//! What may come of a choice, of a fight, and who chooses.

use skirmish_kernel::{ChoiceView, Follow, Inquiry, Odds, Others, Outlook, Samples, Side, Viewer};
use skirmish_odds::{Order, Solution, solve, solve_best};

use super::trial::{ENCOUNTER, Trial, must, says};
use super::{Feature, Group, Tried};

pub(super) const GROUP: Group = Group {
    name: "Chances and policies",
    features: &[
        Feature { name: "exact odds of every listed choice", attempt: exact },
        Feature { name: "odds on through what is under way", attempt: through },
        Feature { name: "odds of several acts", attempt: acts },
        Feature { name: "odds against the best replies", attempt: best_replies },
        Feature { name: "sampled odds, which say so", attempt: sampled },
        Feature { name: "odds as a side may know them", attempt: guessed },
        Feature { name: "whole fights exactly (duel)", attempt: whole },
        Feature { name: "the best choices of a whole fight (duel --best)", attempt: best },
        Feature { name: "policy plain, with its reasons", attempt: |trial| policy(trial, "plain") },
        Feature { name: "policy random", attempt: |trial| policy(trial, "random") },
        Feature { name: "policy greedy", attempt: |trial| policy(trial, "greedy") },
        Feature { name: "policy rollout", attempt: |trial| policy(trial, "rollout:2") },
        Feature { name: "policy mcts", attempt: |trial| policy(trial, "mcts:4") },
        Feature { name: "levels: easy, fair, hard", attempt: levels },
    ],
};

/// Branches that a try may have.
const BUDGET: u64 = 20_000;

/// States of a whole fight that a try may have.
const MOST_STATES: u64 = 500_000;

/// Chances add up to one within so much.
const DUST: f64 = 1e-9;

/// The odds of every choice at the first question where something comes of one, as a viewer may know them.
fn asked(trial: &Trial, viewer: fn(Side) -> Viewer, inquiry: impl Fn(Inquiry) -> Inquiry) -> Result<Vec<Odds>, String> {
    let mut found = Vec::new();
    trial.played_on(|battle, awaited| {
        let side = awaited.who.first().and_then(|who| battle.side_of(who)).ok_or("nobody is asked")?;
        let seen = battle.seen_by(viewer(side));
        let odds = |choice: &ChoiceView| {
            let inquiry = inquiry(Inquiry::of(Some(&choice.text)).within(BUDGET));
            seen.odds(&inquiry).map_err(|refused| format!("`{choice}`: {refused}"))
        };
        let choices = seen.awaited().map(|awaited| awaited.choices).unwrap_or_default();
        found = choices.iter().map(odds).collect::<Result<_, _>>()?;
        let tells = |odds: &Odds| !odds.results.is_empty() && odds.gauges.iter().any(|gauge| gauge.values.len() > 1);
        Ok(found.iter().any(tells))
    })?;
    found.iter().try_for_each(add_up)?;
    Ok(found)
}

/// The chances of each gauge add up to one.
fn add_up(odds: &Odds) -> Tried {
    for gauge in &odds.gauges {
        let sum: f64 = gauge.values.iter().map(|(_, chance)| chance.p).sum();
        must((sum - 1.0).abs() < DUST, format!("the chances of {}'s {} add up to {sum}", gauge.who, gauge.gauge))?;
    }
    Ok(())
}

fn exact(trial: &Trial) -> Tried {
    let all = asked(trial, |_| Viewer::GameMaster, |inquiry| inquiry)?;
    must(all.iter().all(|odds| odds.sampled.is_none()), "some are sampled")
}

/// So many plays where branches are too many.
const FEW: Option<Samples> = Some(Samples { count: 20, seed: 1 });

fn through(trial: &Trial) -> Tried {
    let all = asked(trial, |_| Viewer::GameMaster, |inquiry| Inquiry { samples: FEW, ..inquiry.through() })?;
    let mut exact = all.iter().filter(|odds| odds.sampled.is_none()).peekable();
    must(exact.peek().is_some(), "all are sampled")?;
    must(exact.all(|odds| !odds.under_way), "something is still under way")
}

fn acts(trial: &Trial) -> Tried {
    let two = |inquiry| Inquiry { follow: Follow::Acts(2), samples: FEW, ..inquiry };
    let all = asked(trial, |_| Viewer::GameMaster, two)?;
    must(all.iter().any(|odds| odds.steps > 1), "one act alone is followed")
}

fn best_replies(trial: &Trial) -> Tried {
    asked(trial, |_| Viewer::GameMaster, |inquiry| inquiry.replying(Others::Best)).map(drop)
}

fn sampled(trial: &Trial) -> Tried {
    let all = asked(trial, |_| Viewer::GameMaster, |inquiry| Inquiry { budget: 1, samples: FEW, ..inquiry })?;
    must(all.iter().any(|odds| odds.sampled.is_some()), "with one branch alone none is sampled")
}

fn guessed(trial: &Trial) -> Tried {
    let all = asked(trial, Viewer::Side, |inquiry| Inquiry { samples: FEW, ..inquiry })?;
    must(all.iter().all(|odds| odds.guessed), "they do not say that they are a guess")
}

/// A round of the pair: all chances together are one.
fn whole(trial: &Trial) -> Tried {
    adds_up(&followed(trial, &[])?)
}

fn best(trial: &Trial) -> Tried {
    adds_up(&followed(trial, &[Side(0)])?)
}

fn adds_up(solution: &Solution) -> Tried {
    let all = solution.over() + solution.endless + solution.left;
    must((all - 1.0).abs() < DUST, format!("the chances add up to {all}"))?;
    must(solution.states > 1, "no state was looked at")
}

fn followed(trial: &Trial, deliberate: &[Side]) -> Result<Solution, String> {
    let fights = trial.fights()?;
    let outlook = Outlook { deliberate: deliberate.to_vec(), ..Outlook::within(MOST_STATES) };
    let mut prospect = fights.prospect(&outlook).map_err(|error| error.to_string())?;
    let order = Order { most_states: 50, most_rounds: 1, ..Order::default() };
    Ok(match deliberate {
        [] => solve(&mut *prospect, &order, &()),
        _ => solve_best(&mut *prospect, &order, &()),
    })
}

/// It chooses something that can be done; the usual one says why.
fn policy(trial: &Trial, name: &str) -> Tried {
    let (mut battle, _) = trial.battle()?;
    let proposal = battle.propose(name).map_err(|refused| refused.to_string())?.ok_or("it chooses nothing")?;
    must(name != "plain" || proposal.why.is_some(), "it gives no reason")?;
    battle.decide(name).map_err(|refused| refused.to_string())
}

/// As they are named at the table; what `hard` stands for thinks long, so its name is read alone.
fn levels(trial: &Trial) -> Tried {
    let names = trial.game.policies();
    must(["easy", "fair", "hard"].iter().all(|level| names.contains(level)), "not all are known")?;
    policy(trial, "easy")?;
    policy(trial, "fair")?;
    says(&trial.program(&["sim", ENCOUNTER, "-n", "1", "--policy", "fair"])?, "Who wins")
}
