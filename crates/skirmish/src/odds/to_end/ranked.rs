//! All choices, by how often the asker's side wins in the end.

use serde_json::{Value, json};
use skirmish_kernel::{Side, words};
use skirmish_odds::{Solution, Stopped};

use super::super::tell::question;
use super::Plan;
use crate::exit::Fault;
use crate::out::Out;
use crate::sim::chart::fine_percent;
use crate::wrap;
use crate::{diagnose, duel};

/// What comes of a choice in the end.
struct After {
    choice: String,
    solution: Solution,
}

/// Everything that was found out.
struct Ranked {
    /// The side that is asked.
    side: usize,
    /// Choices that are known to the end, the best first.
    known: Vec<After>,
    /// Choices that take more than is allowed, in the order in which they are listed.
    open: Vec<After>,
    /// What comes of it as the policies choose, here too.
    usual: Option<Solution>,
    /// How many choices were to be looked at.
    wanted: usize,
}

pub(super) fn perform(plan: &Plan<'_>, choices: Vec<Option<String>>, out: &mut Out) -> Result<(), Fault> {
    let ranked = look(plan, choices)?;
    if plan.args.json {
        out.json(as_json(plan, &ranked));
    } else {
        tell(plan, &ranked, out);
    }
    if ranked.open.iter().any(|after| after.solution.stopped != Stopped::Asked) {
        diagnose::note(
            "a larger --states, or a later point of the battle, may be enough for what is marked with a question mark",
        );
    }
    Ok(())
}

/// Follows the battle after each choice, and as it goes without one. What they lead to alike is followed once.
fn look(plan: &Plan<'_>, choices: Vec<Option<String>>) -> Result<Ranked, Fault> {
    let battle = &*plan.point.battle;
    let wanted = choices.len();
    let begins: Vec<Option<String>> = choices.into_iter().chain([None]).collect();
    let solutions = duel::solved_each(&plan.order, || {
        battle.prospects(&begins, &plan.outlook).map_err(|refused| Fault::plain(refused.to_string()))
    })?;
    let asked = plan.point.awaited().and_then(|awaited| awaited.who.first().cloned());
    let side = asked.and_then(|who| battle.side_of(&who)).map_or(0, |Side(side)| usize::from(side));
    let mut ranked = Ranked { side, known: Vec::new(), open: Vec::new(), usual: None, wanted };
    for (choice, solution) in begins.into_iter().zip(solutions) {
        match choice {
            None => ranked.usual = Some(solution),
            Some(choice) if solution.stopped == Stopped::Done => ranked.known.push(After { choice, solution }),
            Some(choice) => ranked.open.push(After { choice, solution }),
        }
    }
    // What differs by less is a rounding, and does not change the order in which the rules list them.
    let worth = |after: &After| (after.solution.chance_of(side) * 1e11).round();
    ranked.known.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    Ok(ranked)
}

fn tell(plan: &Plan<'_>, ranked: &Ranked, out: &mut Out) {
    let (paint, point) = (out.paint(), plan.point);
    let sides = point.battle.sides();
    let own = sides.get(ranked.side).map_or_else(String::new, |side| words::visible(side, 60));
    let policies = format!("policy {}", plan.policies.words(sides));
    out.line(paint.bold(&words::visible(point.battle.title(), 1_000)));
    out.line(paint.dim(&format!("{}, {}: {}", point.game.title(), point.battle.place(), question(point))));
    out.line(format_args!(
        "\n{}",
        paint.bold(&format!("Choices, by how often {own} wins in the end, {policies} from there on"))
    ));
    let chance = |solution: &Solution| fine_percent(solution.chance_of(ranked.side));
    for (at, After { choice, solution }) in ranked.known.iter().enumerate().take(plan.args.most) {
        let line = format!("  {:>3}  {}  {choice}: {}", at + 1, chance(solution), rest(sides, ranked.side, solution));
        out.line(wrap::wrapped(&line, wrap::WIDTH, 8));
    }
    if ranked.known.len() > plan.args.most {
        let all = ranked.known.len();
        out.line(format_args!("  and {} more: --most {all}", all - plan.args.most));
    }
    for After { choice, solution } in ranked.open.iter().take(plan.args.most) {
        let line = format!("    ?  {choice}: {}; {own} wins {} or more", too_much(plan, solution), chance(solution));
        out.line(wrap::wrapped(&line, wrap::WIDTH, 8));
    }
    if ranked.open.len() > plan.args.most {
        let all = ranked.open.len();
        out.line(format_args!("    ?  and {} more: --most {all}", all - plan.args.most));
    }
    if let Some(usual) = &ranked.usual {
        let known = if usual.stopped == Stopped::Done { "" } else { " or more" };
        let line = format!("  As {policies} chooses here: {own} wins {}{known}", chance(usual));
        out.line(wrap::wrapped(&line, wrap::WIDTH, 2));
    }
    let looked = ranked.known.len() + ranked.open.len();
    if looked < ranked.wanted {
        out.line(format_args!("  interrupted: {looked} of {} choices were looked at", ranked.wanted));
    }
    out.line(format_args!("\n{}", paint.dim(&how(ranked))));
}

/// `water wins 38.766 %, nobody 0.100 %, 4.210 rounds on average`
fn rest(sides: &[String], own: usize, solution: &Solution) -> String {
    let others = sides.iter().enumerate().filter(|(side, _)| *side != own);
    let others = others.map(|(side, name)| (format!("{} wins", words::visible(name, 60)), solution.chance_of(side)));
    let none = [("nobody wins".to_owned(), solution.nobody()), ("it never ends".to_owned(), solution.endless)];
    let chances = others.chain(none.into_iter().filter(|(_, chance)| *chance > 0.0));
    let chances = chances.map(|(name, chance)| format!("{name} {}", fine_percent(chance)));
    let rounds = solution.rounds().mean().map(|mean| format!("{mean:.3} rounds on average"));
    chances.chain(rounds).collect::<Vec<_>>().join(", ")
}

/// Why a choice is not known to the end.
fn too_much(plan: &Plan<'_>, solution: &Solution) -> String {
    let why = match solution.stopped {
        Stopped::States => format!("all choices together lead to more than {} states (--states)", plan.args.states),
        Stopped::Leaves => "a step has more branches than --states allows".to_owned(),
        Stopped::Rounds => format!("it may last longer than {} rounds", plan.order.most_rounds),
        Stopped::Asked | Stopped::Done => "interrupted".to_owned(),
    };
    format!("{why}, {} of the probability is still in play", fine_percent(solution.left))
}

/// `Exact but for 4.5e-13, the most that is left in play after a choice: 2295 states, 33998 branches in all.`
fn how(ranked: &Ranked) -> String {
    let all = || ranked.known.iter().chain(&ranked.open).map(|after| &after.solution).chain(&ranked.usual);
    let states: usize = all().map(|solution| solution.states).sum();
    let branches: u64 = all().map(|solution| solution.leaves).sum();
    let left = ranked.known.iter().map(|after| after.solution.left).fold(0.0, f64::max);
    let left = match left {
        0.0 => "Exact, nothing is left in play".to_owned(),
        left => format!("Exact but for {}, the most that is left in play after a choice", duel::tell::small(left)),
    };
    let what = if ranked.known.is_empty() { "Nothing is known to the end".to_owned() } else { left };
    format!("{what}: {states} states, {branches} branches in all.")
}

fn as_json(plan: &Plan<'_>, ranked: &Ranked) -> Value {
    let point = plan.point;
    let awaited = point.awaited();
    let cast = plan.cast(point.battle.title().to_owned());
    let of = |choice: Option<&str>, solution: &Solution| {
        let mut object = duel::json::solution(&cast, &plan.who(), solution);
        if let Value::Object(object) = &mut object {
            object.insert("choice".into(), json!(choice));
        }
        object
    };
    let many = |all: &[After]| all.iter().map(|one| of(Some(&one.choice), &one.solution)).collect::<Vec<_>>();
    let looked = ranked.known.len() + ranked.open.len();
    json!({
        "kind": "odds-to-end", "game": point.game.name(), "title": point.battle.title(), "place": point.battle.place(),
        "entry": point.battle.len(),
        "who": awaited.as_ref().and_then(|awaited| awaited.who.first()),
        "rule": awaited.as_ref().map(|awaited| &awaited.rule),
        "side": point.battle.sides().get(ranked.side), "policies": plan.policies.by_side(),
        "stopped": if looked == ranked.wanted { "done" } else { "interrupted" },
        "choices": many(&ranked.known), "unknown": many(&ranked.open),
        "usual": ranked.usual.as_ref().map(|usual| of(None, usual)),
    })
}
