//! `skirmish duel`: a whole small fight, exactly.

pub(crate) mod json;
mod pair;
pub(crate) mod tell;

use std::sync::atomic::{AtomicU64, Ordering};

use skirmish_kernel::{Combatant, Fights, Game, Outlook, Prospect, Side};
use skirmish_odds::{Order, Solution, Stopped, Watch, solve_best, solve_each, solve_far};
use skirmish_shelf::shelf;

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::playout::{self, Policies};
use crate::progress::Progress;
use crate::{diagnose, interrupt};

/// Follow a small fight to its end on every branch: who wins with what chance, when, with what left. Nothing is sampled.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish duel brigand petramancer",
    after_long_help = "\
Examples:
  skirmish duel brigand petramancer            two creatures side by side on open ground
  skirmish duel wolf wolf --game elemental-d6  where several games have them
  skirmish duel brigand wolf --map 20x9 --apart 8
  skirmish duel my-fight.toml                  an encounter of your own, of any number of people
  skirmish duel brigand wolf --policy wolf=random
  skirmish duel wolf wolf --game elemental-d6 --map 2x1 --best wolf-1

Probability is shifted from state to state, round by round; states that play on equally are one. It is exact but for what is
left in play at the end, which is printed: each chance may be larger by so much at most. Large fights have more states than
memory: they stop at the budget, and then much is left in play. `skirmish sim` fights them many times instead; a smaller
map, fewer people or --left 1e-6 may make them small enough.

With --best, a side looks at every choice that the rules list and takes the one by which it wins most often in the end; how
soon, and with what left, counts for nothing. Of choices that are equally good it keeps the first it has found, beginning with
the first listed. With `both`, each answers the best the other can do. All choices of all states must be looked at before
anything is known, so this is for very small fights.

Ctrl-C stops, and prints what is known by then.

With --json, one object:
  {\"kind\":\"duel\",\"game\":…,\"title\":…,\"policies\":[one for each side],\"best\":[the sides with --best],\n   \"settled\":BOOLEAN,\"stopped\":\"done\"|\"states\"|\"branches\"|\"rounds\"|
   \"interrupted\",\"left\":P,\"states\":N,\"branches\":N,\"sides\":[{\"name\":…,\"wins\":P}],\"nobody\":P,\"endless\":P,
   \"rounds\":{\"mean\":X,\"values\":[[ROUND,P],…]},
   \"combatants\":[{\"name\":…,\"side\":…,\"falls\":P,
     \"gauges\":[{\"name\":…,\"start\":N,\"most\":N or null,\"mean\":X,\"values\":[[VALUE,P],…]}]}]}
Members may be added, none will be renamed."
)]
pub(crate) struct Args {
    /// Two creatures that come with a game; or an embedded encounter, or an encounter file.
    #[arg(value_name = "A B|ENCOUNTER|FILE", num_args = 1..=2, required = true)]
    what: Vec<String>,

    /// Of which game the creatures are, where several have them.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,

    /// The open ground on which two creatures meet, in cells [default: 9x5].
    #[arg(long, value_name = "WIDTHxHEIGHT", value_parser = pair::size)]
    map: Option<(u8, u8)>,

    /// How many cells apart they stand, 1 for side by side [default: 1].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u8>(1, 25))]
    apart: Option<u8>,

    /// Who chooses: plain or random; for one side SIDE=plain. May be repeated. Policies that think have no exact odds.
    #[arg(long, value_name = "[SIDE=]POLICY")]
    policy: Vec<String>,

    /// These take the choices by which they win most often, whatever their policy: a side, or `both`. They see
    /// everything, and know what the others will do.
    #[arg(long, value_name = "SIDE|both")]
    best: Option<String>,

    /// Follow the fight until no more than this is left in play.
    #[arg(long, value_name = "P", default_value = "1e-12", value_parser = left)]
    left: f64,

    /// The most states that are looked at, and the most branches of one step (at least 50000, at most 500000); a million
    /// states may take some gigabytes.
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = crate::whole::whole::<u64>(1, 1_000_000_000))]
    budget: u64,

    /// Follow a fight no further after so many rounds.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = crate::whole::whole::<u32>(0, u32::MAX.into()))]
    most_rounds: u32,

    /// One JSON object, described in --help.
    #[arg(long)]
    json: bool,
}

/// Reads how much may be left in play.
fn left(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(left) if (1e-15..=0.5).contains(&left) => Ok(left),
        _ => Err("a part of 1 is wanted, from 1e-15 to 0.5, such as 1e-12".into()),
    }
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let source = pair::source(args)?;
    let game = shelf().game_of(&source)?;
    let fights = game.fights(&source, None)?;
    let policies = Policies::read(game, fights.sides(), &args.policy)?;
    let best = best(fights.sides(), args.best.as_deref())?;
    let solution = follow(&*fights, &policies, &best, args)?;
    let who = Who { policies: &policies, best: &best };
    let cast = Cast {
        game,
        title: fights.title().to_owned(),
        sides: fights.sides().to_vec(),
        combatants: fights.combatants().to_vec(),
    };
    if args.json {
        out.json(json::solution(&cast, &who, &solution));
    } else {
        tell::solution(&cast, &who, &solution, out);
    }
    note(args.best.is_some(), args.most_rounds, &solution);
    Ok(interrupt::or(Exit::Done))
}

/// Who chooses.
pub(crate) struct Who<'w> {
    pub(crate) policies: &'w Policies,
    /// The sides that take the best choices.
    pub(crate) best: &'w [Side],
}

/// Who fights.
pub(crate) struct Cast {
    pub(crate) game: &'static dyn Game,
    pub(crate) title: String,
    pub(crate) sides: Vec<String>,
    pub(crate) combatants: Vec<Combatant>,
}

/// The sides that are to take the best choices.
fn best(sides: &[String], wanted: Option<&str>) -> Result<Vec<Side>, Fault> {
    let all = (0u8..).zip(sides).map(|(at, _)| Side(at));
    match wanted {
        None => Ok(Vec::new()),
        Some("both" | "all") => Ok(all.collect()),
        Some(side) => {
            let at = playout::find_side(sides, side)?;
            Ok(all.skip(at).take(1).collect())
        }
    }
}

/// The whole fight, with progress on a terminal.
fn follow(fights: &dyn Fights, policies: &Policies, best: &[Side], args: &Args) -> Result<Solution, Fault> {
    let order = Order {
        left: args.left,
        most_states: usize::try_from(args.budget).unwrap_or(usize::MAX),
        most_rounds: args.most_rounds,
    };
    let policies = policies.by_side().to_vec();
    let outlook = Outlook { policies, deliberate: best.to_vec(), ..Outlook::within(args.budget) };
    let prospect = |horizon| fights.prospect(&Outlook { horizon, ..outlook.clone() }).map_err(playout::no_policy);
    solved(&order, !best.is_empty(), prospect)
}

/// Follows a prospect to its end, with progress on a terminal. The prospect is asked for its [horizon](Outlook::horizon).
pub(crate) fn solved<'p>(
    order: &Order,
    best: bool,
    mut prospect: impl FnMut(Option<u32>) -> Result<Box<dyn Prospect + 'p>, Fault>,
) -> Result<Solution, Fault> {
    let progress = Progress::new(SHARES);
    progress.show(|| {
        let look = Look::at(&progress);
        match best {
            true => Ok(solve_best(&mut *prospect(None)?, order, &look)),
            false => solve_far(prospect, order, &look),
        }
    })
}

/// Follows several beginnings of a prospect to their ends, with progress on a terminal. Where somebody asks to stop, those
/// that were begun are given.
pub(crate) fn solved_each<'p>(
    order: &Order,
    prospect: impl FnOnce() -> Result<Box<dyn Prospect + 'p>, Fault>,
) -> Result<Vec<Solution>, Fault> {
    let progress = Progress::new(SHARES);
    progress.show(|| {
        let mut prospect = prospect()?;
        Ok(solve_each(&mut *prospect, order, &Look::at(&progress)))
    })
}

/// Progress is shown in thousandths of the probability.
const SHARES: u64 = 1_000;

/// Shows how far it is, and listens for Ctrl-C.
struct Look<'p> {
    progress: &'p Progress,
    /// How many were followed before this one, and how many there are.
    before: AtomicU64,
    all: AtomicU64,
}

impl<'p> Look<'p> {
    fn at(progress: &'p Progress) -> Self {
        Self { progress, before: AtomicU64::new(0), all: AtomicU64::new(1) }
    }
}

impl Watch for Look<'_> {
    fn done(&self, ended: f64, _: usize) {
        let (before, all) = (self.before.load(Ordering::Relaxed), self.all.load(Ordering::Relaxed));
        let done = before.saturating_mul(SHARES).saturating_add((ended * SHARES as f64) as u64);
        self.progress.set(done, all.saturating_mul(SHARES));
    }

    fn begins(&self, begin: u32, of: u32) {
        self.before.store(begin.into(), Ordering::Relaxed);
        self.all.store(of.into(), Ordering::Relaxed);
    }

    fn stops(&self) -> bool {
        interrupt::asked()
    }
}

/// Why more is left in play than was wanted, and what to do about it.
pub(crate) fn note(best: bool, most_rounds: u32, solution: &Solution) {
    let advice = "a smaller map, or --left 1e-6, may be enough; `skirmish sim` fights it many times instead";
    if !solution.settled && solution.stopped == Stopped::Done {
        diagnose::note("the best choices of the sides chase each other: each may do a little better than it does here");
    }
    let why = match solution.stopped {
        Stopped::Done => return,
        Stopped::Leaves if best => {
            "its choices have more branches than --budget allows, or are made at once and in secret, where no choice need \
             be the best; a smaller map may be enough"
                .to_owned()
        }
        Stopped::States if best => {
            "the choices lead to more states than --budget allows, so these are the best of what was looked at; a smaller \
             map or fewer abilities may be enough"
                .to_owned()
        }
        Stopped::States => format!("{} states were looked at, as many as --budget allows; {advice}", solution.states),
        Stopped::Leaves => format!("a step has more branches than --budget allows, such as the initiative of many; {advice}"),
        Stopped::Rounds => format!("the fight may last longer than {most_rounds} rounds: --most-rounds"),
        Stopped::Asked => "interrupted".to_owned(),
    };
    diagnose::note(&format!("{} of the probability is left in play: {why}", tell::small(solution.left)));
}
