//! What is asked of the battle.

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{Events, Follow, Inquiry, Others, Refused, Reply, Samples, Viewer};
use skirmish_odds::{USUAL_BUDGET, USUAL_SAMPLES};

use super::point::Point;
use super::{Args, rank};
use crate::exit::Fault;

/// One inquiry for each choice.
pub(super) struct Asked {
    pub(super) inquiries: Vec<Inquiry>,
}

impl Asked {
    pub(super) fn read(args: &Args, point: &Point) -> Result<Self, Fault> {
        let choices = choices(args, point)?;
        let one = Inquiry {
            follow: match args.acts {
                Some(acts) => Follow::Acts(acts),
                None if args.through => Follow::Through,
                None => Follow::Step,
            },
            reply: reply(&args.reply)?,
            budget: args.budget.unwrap_or(USUAL_BUDGET),
            samples: Some(args.samples.unwrap_or(USUAL_SAMPLES))
                .filter(|count| *count > 0)
                .map(|count| Samples { count, seed: args.seed.unwrap_or(point.battle.seed()) }),
            events: events(args, point),
            paths: paths(args, point),
            checks: choices.len() == 1 && point.viewer == Viewer::GameMaster,
            ..Inquiry::of(None)
        };
        let inquiries = choices.into_iter().map(|choice| Inquiry { choice, ..one.clone() });
        Ok(Self { inquiries: inquiries.collect() })
    }
}

/// The choices to look at; of dice that are awaited, and of what others choose, there are none.
pub(super) fn choices(args: &Args, point: &Point) -> Result<Vec<Option<String>>, Fault> {
    if !args.choice.is_empty() {
        for choice in &args.choice {
            point.seen().facts(choice).map_err(|refused| impossible(point, choice, &refused))?;
        }
        return Ok(args.choice.iter().cloned().map(Some).collect());
    }
    let listed = point.awaited().map(|awaited| awaited.choices).unwrap_or_default();
    Ok(if listed.is_empty() { vec![None] } else { listed.into_iter().map(|choice| Some(choice.text)).collect() })
}

/// Why a choice cannot be made, with the nearest one that can.
fn impossible(point: &Point, choice: &str, refused: &Refused) -> Fault {
    let message = format!("`{}`: {refused}", short(choice));
    let Some(awaited) = point.awaited() else { return Fault::plain(message) };
    let words = choice.split_once(": ").map_or(choice, |(_, words)| words);
    let help = match nearest(words, awaited.choices.iter().map(AsRef::as_ref)) {
        Some(near) => format!("did you mean `{near}`? Without --choice all choices are listed"),
        None => match awaited.choices.first() {
            Some(first) => {
                let who = awaited.who.first().map_or("somebody", String::as_str);
                format!("{who} is asked: {}, such as `{first}`; without --choice all are listed", awaited.prompt)
            }
            None => format!("{} for {}; see --at and --who", awaited.prompt, awaited.rule),
        },
    };
    Fault::with_help(message, help)
}

/// How the others answer.
fn reply(given: &[String]) -> Result<Reply, Fault> {
    let mut reply = Reply::default();
    for one in given {
        let others = match one.trim() {
            "usual" => Others::Usual,
            "best" => Others::Best,
            "best-of-all" => Others::BestOfAll,
            other => match other.strip_prefix("policy=").or_else(|| other.strip_prefix("policy ")) {
                Some(policy) => Others::Policy(policy.trim().to_owned()),
                None if other.is_empty() => return Err(Fault::plain("an empty --reply answers nothing")),
                None => {
                    reply.fixed.push(other.to_owned());
                    continue;
                }
            },
        };
        if reply.others != Others::Usual && reply.others != others {
            let help = "answers in notation may be repeated; for the rest there is one --reply";
            return Err(Fault::with_help("the others cannot answer in two ways", help));
        }
        reply.others = others;
    }
    Ok(reply)
}

/// Which rules are listened for: for machines, all that the viewer may know of.
fn events(args: &Args, point: &Point) -> Events {
    let for_machines = args.json && point.viewer == Viewer::GameMaster;
    if args.all || for_machines && args.event.is_empty() {
        return Events::All;
    }
    let mut wanted = args.event.clone();
    wanted.extend(rank::rule(args.rank_by.as_deref(), point));
    if wanted.is_empty() { Events::None } else { Events::These(wanted) }
}

/// The paths that are told of, and the one that is ranked by.
fn paths(args: &Args, point: &Point) -> Vec<String> {
    let mut paths = args.path.clone();
    if let Some(path) = rank::path(args.rank_by.as_deref(), point)
        && !paths.contains(&path)
    {
        paths.push(path);
    }
    paths
}

/// A refusal as a fault.
pub(super) fn refused(refused: &Refused) -> Fault {
    if refused.too_many {
        let help = "a larger --budget, or --samples to play it many times instead; best replies cannot be sampled";
        return Fault::with_help(refused.to_string(), help);
    }
    Fault::plain(refused.to_string())
}
