//! `skirmish sim`: fights an encounter many times and says what came of it.

pub(crate) mod chart;
pub(crate) mod deeds;
mod input;
mod json;
mod ladder;
mod tell;

use std::path::PathBuf;
use std::time::Instant;

use skirmish_kernel::{Fights, Game, Interrupt};
use skirmish_shelf::shelf;
use skirmish_sim::{Order, Report, Stopped, Watch, processors, saved, simulate};

use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::playout::{self, Policies, Stopped as Played};
use crate::progress::Progress;
use crate::run::encounter_or_file;
use crate::{diagnose, interrupt};
use input::Show;

/// Fight an encounter many times: who wins how often, with what left, by which means.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish sim duel -n 100000 --policy wind=random",
    after_long_help = "\
Examples:
  skirmish sim duel                              ten thousand fights by the usual policy
  skirmish sim duel -n 1000000 --threads 2       a million
  skirmish sim duel --until 0.5%                 as many as it takes to know the chances to half a percent
  skirmish sim duel --policy random --policy wind=plain
  skirmish sim duel -n 200 --policy wind=rollout:50
  skirmish sim duel --ladder plain,greedy,mcts:200 -n 50
  skirmish sim duel --show upset > upset.skirmish
  skirmish sim duel --show 4711 | skirmish run /dev/stdin

A chance is the share that was counted; behind it stands Wilson's interval, which holds the true chance in 95 of 100
cases. Fight number I depends on the encounter, the seed, the policies and I alone, not on threads: fight 0 is the one that
`skirmish run` plays, and --show prints any other as a transcript, which `run`, `check` and `play` read.

All fights are listened to, for who does what and what comes of it, which takes a little longer: with --listen only the
first ones, and then it is said how many they were. Harm is what others have lost of their first gauge, hit points for
instance, by whatever somebody did.

POLICY is plain, random, greedy, rollout:N or mcts:N: the last three think before they choose, with N sampled fights
(rollout:200 and mcts:1000 without a number). With a time instead, such as rollout:50ms, what they choose depends on the
machine, and fight number I on it too.

Ctrl-C stops, and prints what is known by then: of the first fights, as if no more had been asked for.

With --json, one object:
  {\"kind\":\"simulation\",\"game\":…,\"title\":…,\"seed\":…,\"policies\":[one for each side],\"fights\":N,
   \"stopped\":\"done\"|\"precise\"|\"interrupted\",\"sides\":[{\"name\":…,\"wins\":N,\"chance\":{\"p\":P,\"low\":P,\"high\":P}}],
   \"draws\":N,\"unfinished\":N,\"rounds\":{\"mean\":X,\"median\":N,\"values\":[[ROUNDS,FIGHTS],…]},
   \"combatants\":[{\"name\":…,\"side\":…,\"falls\":{\"p\":P,\"low\":P,\"high\":P},\"fell_in\":[[ROUND,FIGHTS],…],
     \"comes\":{\"p\":P,\"low\":P,\"high\":P} if it is not there from the beginning,
     \"gauges\":[{\"name\":…,\"start\":N,\"most\":N or null,\"mean\":X,\"values\":[[VALUE,FIGHTS],…]}]}],
   \"heard\":{\"fights\":N,\"wins\":[one for each side],
     \"deeds\":[{\"who\":NAME or null,\"deed\":…,\"uses\":N,\"turns\":N,\"harm\":N,\"fights\":N,\"wins\":[…]}],
     \"rules\":[{\"rule\":…,\"events\":N,\"fights\":N,\"wins\":[…]}]},
   \"examples\":{\"median\":I or null,\"longest\":I or null,\"upset\":I or null}}
With --ladder:
  {\"kind\":\"ladder\",\"game\":…,\"title\":…,\"seed\":…,\"sides\":[…],\"policies\":[…],\"fights\":N for each meeting,
   \"stopped\":\"done\"|\"interrupted\",
   \"meetings\":[{\"policies\":[one for each side],\"fights\":N,\"wins\":[one for each side],\"draws\":N,\"unfinished\":N}],
   \"ladder\":[{\"policy\":…,\"fights\":N,\"wins\":N,\"chance\":{\"p\":P,\"low\":P,\"high\":P}}, the best first]}
Members may be added, none will be renamed."
)]
pub(crate) struct Args {
    /// An embedded encounter, or an encounter file.
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: PathBuf,

    /// How many fights; with --until, the most [default: 10000, with --until a thousand million].
    #[arg(short = 'n', long, value_name = "N", value_parser = input::fights)]
    fights: Option<u64>,

    /// Stop once every side's chance is known to plus or minus so much.
    #[arg(long, value_name = "PERCENT", value_parser = input::precision)]
    until: Option<f64>,

    /// Who chooses: plain, random, greedy, rollout:N or mcts:N; for one side SIDE=plain. May be repeated.
    #[arg(long, value_name = "[SIDE=]POLICY")]
    policy: Vec<String>,

    /// Seed of the dice [default: the file's own, else 0].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// How many threads fight [default: one for each core].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u16>(1, 1024))]
    threads: Option<u16>,

    /// So many of the first fights are listened to [default: all].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    listen: Option<u64>,

    /// Give a fight up after so many rounds.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = crate::whole::whole::<u32>(0, u32::MAX.into()))]
    most_rounds: u32,

    /// Instead of the report, print one fight as a transcript: by its number from 0, or the median, the longest, the
    /// upset of those that are fought.
    #[arg(long, value_name = "I|median|longest|upset", conflicts_with = "json", value_parser = input::show)]
    show: Option<Show>,

    /// Instead of one fight many times: every policy against every other, on every side [100 fights for each two on each
    /// side; without a list plain,random,greedy,rollout:50].
    #[arg(long, value_name = "POLICY,POLICY…", num_args = 0..=1, default_missing_value = ladder::USUAL,
        conflicts_with_all = ["policy", "until", "listen", "show"])]
    ladder: Option<String>,

    /// One JSON object, described in --help.
    #[arg(long)]
    json: bool,
}

/// How many fights, unless somebody says.
const USUAL: u64 = 10_000;

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let source = encounter_or_file(&args.what)?;
    if crate::input::is_transcript(&source) {
        let help = "name the encounter that it plays; `skirmish run` plays a transcript on";
        return Err(Fault::with_help("a transcript is one battle, and cannot be fought many times", help));
    }
    let game = shelf().game_of(&source)?;
    let fights = game.fights(&source, args.seed)?;
    if let Some(policies) = &args.ladder {
        return ladder::perform(game, &*fights, args, policies, out);
    }
    let policies = Policies::read(game, fights.sides(), &args.policy)?;
    if let Some(Show::Fight(fight)) = args.show {
        return show(&*fights, &policies, args, fight, out);
    }
    let began = Instant::now();
    let report = fight(&*fights, &policies, args)?;
    let time = began.elapsed();
    match args.show {
        Some(wanted) => {
            let fight = wanted.of(&report).ok_or_else(|| nothing_to_show(wanted, &report))?;
            note(args, &report, time);
            // Whoever has stopped the batch still wants to see the fight, whole.
            let stopped = interrupt::take();
            let exit = show(&*fights, &policies, args, fight, out)?;
            return Ok(if stopped { Exit::Interrupted } else { exit });
        }
        None if args.json => out.json(json::report(&*fights, &policies, &report)),
        None => tell::report(game, &*fights, &policies, &report, out),
    }
    note(args, &report, time);
    Ok(interrupt::or(Exit::Done))
}

/// How many threads fight.
fn threads(args: &Args) -> usize {
    args.threads.map_or_else(processors, usize::from)
}

/// All the fights, with progress on a terminal.
fn fight(fights: &dyn Fights, policies: &Policies, args: &Args) -> Result<Report, Fault> {
    let order = Order {
        fights: args.fights.unwrap_or(if args.until.is_some() { input::MOST_UNTIL } else { USUAL }),
        until: args.until,
        threads: threads(args),
        policies: policies.by_side().to_vec(),
        most_rounds: args.most_rounds,
        listen: if args.show.is_some() { 0 } else { args.listen.unwrap_or(u64::MAX) },
    };
    let progress = Progress::new(order.fights);
    let report = progress.show(|| simulate(fights, &order, &Look { progress: &progress }));
    report.map_err(playout::no_policy)
}

/// Shows how far it is, and listens for Ctrl-C.
struct Look<'p> {
    progress: &'p Progress,
}

impl Watch for Look<'_> {
    fn done(&self, fights: u64, of: u64) {
        self.progress.set(fights, of);
    }

    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn interrupt(&self) -> Interrupt {
        interrupt::shared()
    }
}

/// Plays one of the fights as `run` plays a battle, and prints it.
fn show(fights: &dyn Fights, policies: &Policies, args: &Args, fight: u64, out: &mut Out) -> Result<Exit, Fault> {
    let mut battle = fights.battle(fight);
    let played = playout::play(&mut *battle, policies, args.most_rounds, |_| true);
    out.file(&saved(&*battle));
    match played {
        Played::Stuck(flaw) => Err(Fault::plain(format!("the rulebook stopped the battle: {flaw}"))),
        _ => Ok(interrupt::or(Exit::Done)),
    }
}

fn nothing_to_show(wanted: Show, report: &Report) -> Fault {
    match wanted {
        _ if report.fights() == 0 => Fault::plain("nothing was fought, so there is nothing to show"),
        Show::Upset => Fault::with_help(
            format!("there was no upset in {}: no side has won less often than another", counted(report.fights())),
            "fight more often (-n), or show the median or the longest",
        ),
        _ => Fault::with_help("no fight has come to its end", "let them last longer: --most-rounds"),
    }
}

/// What is no part of the report: that it was cut short, and on a terminal how long it took.
fn note(args: &Args, report: &Report, time: std::time::Duration) {
    let fights = report.fights();
    if report.stopped == Stopped::Asked {
        diagnose::note(&format!("interrupted after {fights} fights"));
    } else if args.until.is_some() && report.stopped == Stopped::Done {
        diagnose::note(&format!(
            "after {fights} fights the chances are known to plus or minus {:.2} %, not better; -n allows more",
            100.0 * report.half()
        ));
    }
    if std::io::IsTerminal::is_terminal(&std::io::stderr()) {
        let rate = fights as f64 / time.as_secs_f64().max(1e-9);
        diagnose::note(&format!("{fights} fights in {:.1} s, {rate:.0} a second", time.as_secs_f64()));
    }
}

/// `1 fight`, `200 fights`
fn counted(fights: u64) -> String {
    if fights == 1 { "1 fight".into() } else { format!("{fights} fights") }
}

/// `Elemental D6, seed 1, policy plain, 10000 fights`
fn about(game: &dyn Game, fights: &dyn Fights, policies: &Policies, report: &Report) -> String {
    let policies = policies.words(fights.sides());
    let count = counted(report.fights());
    format!("{}, seed {}, policy {policies}, {count}", game.title(), fights.seed())
}
