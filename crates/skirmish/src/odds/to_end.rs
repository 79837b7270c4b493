//! `skirmish odds --to-end`: a whole battle from a point of it, with the engine of `skirmish duel`.

mod ranked;

use skirmish_kernel::{Outlook, words};
use skirmish_odds::Order;

use super::point::Point;
use super::{Args, ask};
use crate::duel::{self, Cast, Who};
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;
use crate::playout::Policies;

pub(super) fn perform(args: &Args, point: &Point, out: &mut Out) -> Result<Exit, Fault> {
    let idle = [("budget", args.budget), ("samples", args.samples)].into_iter().find(|(_, given)| given.is_some());
    if let Some((name, _)) = idle {
        let help =
            "--states limits how much is looked at of a whole battle; `skirmish sim` fights it many times instead";
        return Err(Fault::with_help(format!("--to-end follows states, without samples: it has no --{name}"), help));
    }
    if point.viewer != skirmish_kernel::Viewer::GameMaster {
        let help = "leave --viewer away";
        return Err(Fault::with_help(
            "whole battles are followed with everything in them, so for the game master",
            help,
        ));
    }
    let policies = Policies::read(point.game, point.battle.sides(), &args.policy)?;
    let choices = ask::choices(args, point)?;
    let outlook = Outlook { policies: policies.by_side().to_vec(), ..Outlook::within(args.states) };
    let order = Order { most_states: usize::try_from(args.states).unwrap_or(usize::MAX), ..Order::default() };
    let plan = Plan { args, point, policies, outlook, order };
    match choices.as_slice() {
        [only] => one(&plan, only.as_deref(), out)?,
        _ => ranked::perform(&plan, choices, out)?,
    }
    Ok(interrupt::or(Exit::Done))
}

/// What is followed, and how far.
struct Plan<'p> {
    args: &'p Args,
    point: &'p Point,
    policies: Policies,
    outlook: Outlook,
    order: Order,
}

impl Plan<'_> {
    fn cast(&self, title: String) -> Cast {
        let battle = &*self.point.battle;
        Cast { game: self.point.game, title, sides: battle.sides().to_vec(), combatants: battle.combatants() }
    }

    fn who(&self) -> Who<'_> {
        Who { policies: &self.policies, best: &[] }
    }
}

/// The whole battle after one choice, or after the dice that are awaited.
fn one(plan: &Plan<'_>, choice: Option<&str>, out: &mut Out) -> Result<(), Fault> {
    let battle = &*plan.point.battle;
    let solution = duel::solved(&plan.order, false, |horizon| {
        let outlook = Outlook { horizon, ..plan.outlook.clone() };
        battle.prospect(choice, &outlook).map_err(|refused| Fault::plain(refused.to_string()))
    })?;
    let title = match choice {
        Some(choice) => format!("{}, after {}", battle.title(), words::short(choice)),
        None => battle.title().to_owned(),
    };
    let (cast, who) = (plan.cast(title), plan.who());
    if plan.args.json {
        out.json(duel::json::solution(&cast, &who, &solution));
    } else {
        duel::tell::solution(&cast, &who, &solution, out);
    }
    duel::note(false, plan.order.most_rounds, &solution);
    Ok(())
}
