//! `skirmish odds --to-end`: a whole battle from a point of it, with the engine of `skirmish duel`.

use skirmish_kernel::{Outlook, words};
use skirmish_odds::Order;

use super::Args;
use super::point::Point;
use crate::duel::{self, Cast, Who};
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;
use crate::playout::Policies;

pub(super) fn perform(args: &Args, point: &Point, out: &mut Out) -> Result<Exit, Fault> {
    let battle = &*point.battle;
    if point.viewer != skirmish_kernel::Viewer::GameMaster {
        let help = "leave --viewer away";
        return Err(Fault::with_help(
            "whole battles are followed with everything in them, so for the game master",
            help,
        ));
    }
    if args.choice.len() > 1 {
        return Err(Fault::with_help("--to-end follows one choice at a time", "name one --choice"));
    }
    let policies = Policies::read(point.game, battle.sides(), &args.policy)?;
    let choice = args.choice.first().map(String::as_str);
    let by_side = policies.by_side().iter().map(|policy| (*policy).to_owned()).collect();
    let leaves = args.states.saturating_mul(duel::BRANCHES);
    let outlook = Outlook { policies: by_side, leaves, ..Outlook::default() };
    let order = Order { most_states: usize::try_from(args.states).unwrap_or(usize::MAX), ..Order::default() };
    let solution = duel::solved(&order, false, || {
        battle.prospect(choice, &outlook).map_err(|refused| Fault::plain(refused.to_string()))
    })?;
    let title = match choice {
        Some(choice) => format!("{}, after {}", battle.title(), words::short(choice)),
        None => battle.title().to_owned(),
    };
    let cast = Cast { game: point.game, title, sides: battle.sides().to_vec(), combatants: battle.combatants() };
    let who = Who { policies: &policies, best: &[] };
    if args.json {
        out.line(duel::json::solution(&cast, &who, &solution));
    } else {
        duel::tell::solution(&cast, &who, &solution, out);
    }
    duel::note(false, order.most_rounds, &solution);
    Ok(interrupt::or(Exit::Done))
}
