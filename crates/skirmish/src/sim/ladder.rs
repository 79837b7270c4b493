//! `skirmish sim --ladder`: every policy against every other.

use serde_json::{Value, json};
use skirmish_kernel::{Fights, Game, Interval, words};
use skirmish_sim::{Ladder, LadderOrder, Stopped, ladder};

use super::chart::{Bars, Keep, columns, percent};
use super::tell::{between, section};
use super::{Args, Look, threads};
use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::playout;
use crate::progress::Progress;
use crate::{diagnose, interrupt};

/// The policies that are compared, unless somebody says.
pub(super) const USUAL: &str = "plain,random,greedy,rollout:50";

/// How many fights a meeting has, unless somebody says.
const FIGHTS: u64 = 100;

pub(super) fn perform(
    game: &dyn Game,
    fights: &dyn Fights,
    args: &Args,
    policies: &str,
    out: &mut Out,
) -> Result<Exit, Fault> {
    let order = LadderOrder {
        policies: read(policies)?,
        fights: args.fights.unwrap_or(FIGHTS),
        threads: threads(args),
        most_rounds: args.most_rounds,
    };
    if fights.sides().len() < 2 {
        return Err(Fault::plain("one side alone has nobody to beat"));
    }
    let progress = Progress::new(order.fights);
    let done = progress.show(|| ladder(fights, &order, &Look { progress: &progress }));
    let ladder = done.map_err(playout::no_policy)?;
    if args.json {
        out.line(report(fights, &order, &ladder));
    } else {
        tell(game, fights, &order, &ladder, out);
    }
    if ladder.stopped == Stopped::Asked {
        diagnose::note("interrupted: some of them have met less often than others, or not at all");
    }
    Ok(interrupt::or(Exit::Done))
}

/// At least two, and none twice.
fn read(policies: &str) -> Result<Vec<String>, Fault> {
    let mut read: Vec<String> = Vec::new();
    for typed in policies.split(',').map(str::trim) {
        let policy = playout::find_policy(typed)?;
        if read.contains(&policy) {
            let means = if typed == policy { String::new() } else { format!(", which `{typed}` means as well,") };
            return Err(Fault::plain(format!("`{policy}`{means} is on the ladder twice")));
        }
        read.push(policy);
    }
    if read.len() < 2 {
        let help = format!("name two at least, such as --ladder {USUAL}");
        return Err(Fault::with_help("a ladder has more than one rung", help));
    }
    Ok(read)
}

fn tell(game: &dyn Game, fights: &dyn Fights, order: &LadderOrder, ladder: &Ladder, out: &mut Out) {
    let (paint, bars) = (out.paint(), Bars::of(out.look()));
    let each = match order.fights {
        1 => "1 fight".to_owned(),
        many => format!("{many} fights"),
    };
    out.line(paint.bold(&words::visible(fights.title(), 1_000)));
    out.line(paint.dim(&format!(
        "{}, seed {}, {each} for each two policies on each side",
        game.title(),
        fights.seed()
    )));
    let against = paint.dim(" (how often the one on the left wins against the one above, all sides together)");
    section(&format!("{}{against}", paint.bold("Who beats whom")), &table(ladder), out);
    section(&paint.bold("The ladder"), &rungs(ladder, bars), out);
}

/// A row and a column for each policy: `62.5 % (55 to 69)`.
fn table(ladder: &Ladder) -> Vec<String> {
    let all = 0..ladder.policies.len();
    let with_ends =
        |chance: Interval| format!("{} ({:.0} to {:.0})", percent(chance.p), 100.0 * chance.low, 100.0 * chance.high);
    let chance = |one, other| ladder.chance(one, other).map_or_else(|| "-".to_owned(), with_ends);
    let mut rows = vec![std::iter::once(String::new()).chain(ladder.policies.iter().cloned()).collect::<Vec<_>>()];
    rows.extend(
        all.clone().zip(&ladder.policies).map(|(one, name)| {
            std::iter::once(name.clone()).chain(all.clone().map(|other| chance(one, other))).collect()
        }),
    );
    let mut keep = vec![Keep::Left];
    keep.resize(ladder.policies.len() + 1, Keep::Right);
    columns(&rows, &keep)
}

/// The policies, the best first.
fn rungs(ladder: &Ladder, bars: Bars) -> Vec<String> {
    let row = |rung: skirmish_sim::Rung| {
        let chance = rung.chance();
        let name = ladder.policies.get(rung.policy).cloned().unwrap_or_default();
        vec![name, percent(chance.p), between(chance), bars.bar(chance.p)]
    };
    let rows: Vec<Vec<String>> = ladder.rungs().into_iter().filter(|rung| rung.fights > 0).map(row).collect();
    columns(&rows, &[Keep::Left, Keep::Right, Keep::Left, Keep::Left])
}

fn report(fights: &dyn Fights, order: &LadderOrder, ladder: &Ladder) -> Value {
    let name = |at: usize| ladder.policies.get(at);
    let meetings = ladder.meetings.iter().map(|meeting| {
        let policies: Vec<_> = meeting.seats.iter().map(|at| name(*at)).collect();
        json!({
            "policies": policies, "fights": meeting.fights, "wins": meeting.wins, "draws": meeting.drawn,
            "unfinished": meeting.unfinished,
        })
    });
    let rungs = ladder.rungs().into_iter().map(|rung| {
        let chance = super::json::chance(rung.chance());
        json!({ "policy": name(rung.policy), "fights": rung.fights, "wins": rung.wins, "chance": chance })
    });
    json!({
        "kind": "ladder", "game": fights.game(), "title": fights.title(), "seed": fights.seed(),
        "sides": fights.sides(), "policies": ladder.policies, "fights": order.fights,
        "stopped": match ladder.stopped {
            Stopped::Done | Stopped::Precise => "done",
            Stopped::Asked => "interrupted",
        },
        "meetings": meetings.collect::<Vec<_>>(), "ladder": rungs.collect::<Vec<_>>(),
    })
}
