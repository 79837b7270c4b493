//! `skirmish odds`: what may come of a choice, from any point of a battle.

mod ask;
mod json;
mod look;
mod picture;
mod point;
mod rank;
mod tell;
mod to_end;

use std::path::PathBuf;

use skirmish_kernel::{Odds, Refused};

use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;
use crate::replace::Replacement;
use ask::Asked;
use look::look;
use point::Point;

/// What may come of a choice, exactly: who is hit, who falls, what is left; from any point of a battle.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish odds duel --who Kestrel --choice \"blade at Tarn\" --through",
    after_long_help = "\
Examples:
  skirmish odds duel                               the first question of an encounter: all choices, the best first
  skirmish odds duel --who Kestrel --choice \"blade at Tarn\" --through
  skirmish odds first-blood --acts 4               and what comes of it three acts later, the book's policy going on
  skirmish odds fight.skirmish                     where a transcript stops
  skirmish odds fight.skirmish --at 12             after twelve answers and edicts; --at line:30 after its line 30
  skirmish odds parry-yard --who Bruna --reply best
  skirmish odds duel --choice pass --reply \"Kestrel: decline\" --reply policy=random
  skirmish odds fight.skirmish --path Ogre.hp --event cover.half --svg ogre.svg
  skirmish odds fight.skirmish --to-end            all choices, by how often one wins in the end, exactly
  skirmish odds fight.skirmish --to-end --choice pass

Every throw is followed on every outcome that the rules tell apart, to the end of the running act; with --through, on
through later acts in which nobody does more than they must, until nothing is under way any more; with --acts 4, on through
three acts more in which everybody goes on as --reply says, or by the book's policy.

An encounter is taken to its first question that has no usual answer: dice before it fall from its seed. With --who, play
goes on until that person is asked, the others by the book's policy. Of a transcript it is the point where it stops. A
choice may be one that comes later, when usual answers are given before it.

Others answer as they usually do, by the book's policy where there is no usual answer. --reply says otherwise, and may be
repeated: `dodge` or `Tarn: dodge` is given by whoever is asked, whenever it is legal; policy=NAME answers all the rest;
`best` lets all other sides, `best-of-all` all sides take what is best for them: the choice by which they stand best on
average when the act ends. They know what was chosen before, also where the book has people choose at once. Where that has
too many branches, only the first few replies of each branch are the best, and it says so.

Choices are ranked by how much better the asker's side stands on average when the act ends: of each one who is able to act a
thousand points, and up to a thousand more for what is left of what it can bear, unless the book has a better measure; the
others' points count against it. --rank-by GAUGE, PATH, RESULT or RULE ranks by a mean or a chance instead, the largest
first; with a minus before it, the smallest first.

Past --budget branches the step is played --samples times instead, and it says so, with Wilson's intervals of 95 % and the
seed. Best replies cannot be sampled: they are refused then. Without either, all choices share what can be done in a second
or two: those with few branches are exact, and where many have too many, each of them is sampled less often.

--to-end follows small battles as `skirmish duel` does, policies choosing after the choice. What several choices lead to alike is
looked at once. --states is the limit of all together, in even shares at first; a choice that leads to more is marked with a
question mark, and what is known of it is told. Beside the choices stands what comes of it as the policy chooses here.

With --json, one object:
  {\"kind\":\"odds\",\"game\":…,\"title\":…,\"place\":…,\"entry\":N,\"who\":…,\"rule\":…,\"exact\":BOOLEAN,\"leaves\":N,
   \"stopped\":\"done\"|\"interrupted\",\"choices\":[{\"choice\":… or null,\"exact\":…,\"guessed\":BOOLEAN,\"leaves\":N,\"steps\":N,\"samples\":N or null,\"seed\":N or null,
     \"gain\":X,\"results\":{\"Tarn is hit\":CHANCE},\"events\":{RULE:CHANCE},
     \"paths\":{\"Tarn.hp\":[{\"value\":…,\"p\":P,\"fraction\":\"7/36\" or null}]},\"means\":{\"Tarn.hp\":X},\"over\":CHANCE,\"wins\":{SIDE:CHANCE},
     \"best_replies\":N or null,\"checks\":[{\"who\":…,\"rule\":…,\"dice\":…,\"terms\":[[RULE,N,BEARING,NAME]],\"words\":…}]}],
   \"unknown\":[{\"choice\":…,\"why\":…}]}
CHANCE is {\"p\":P,\"fraction\":TEXT or null}, with \"low\" and \"high\" where it was sampled. Members may be added, none will be renamed."
)]
pub(crate) struct Args {
    /// An embedded encounter, an encounter file, or a transcript.
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: PathBuf,

    /// This choice only, in notation; may be repeated to compare several [default: all that are listed].
    #[arg(long, value_name = "NOTATION")]
    choice: Vec<String>,

    /// From this point of a transcript: after so many entries, or after a line of the file.
    #[arg(long, value_name = "N|line:N")]
    at: Option<String>,

    /// Play on until this one is asked: dice from the seed, choices by the book's policy.
    #[arg(long, value_name = "NAME")]
    who: Option<String>,

    /// How the others answer: NOTATION, `NAME: NOTATION`, policy=NAME, best, best-of-all. May be repeated.
    #[arg(long, value_name = "REPLY")]
    reply: Vec<String>,

    /// Follow what is under way through later acts.
    #[arg(long)]
    through: bool,

    /// Follow so many acts in all, 2 to 60, everybody going on as --reply says [default: by the book's policy].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u32>(2, 60), conflicts_with = "through")]
    acts: Option<u32>,

    /// Tell how likely it is that this rule is cited. May be repeated.
    #[arg(long, value_name = "RULE")]
    event: Vec<String>,

    /// Tell what may become of this field, such as Ogre.hp. May be repeated.
    #[arg(long, value_name = "PATH")]
    path: Vec<String>,

    /// Tell of every rule that may be cited.
    #[arg(long, conflicts_with = "event")]
    all: bool,

    /// Rank the choices by this instead: a gauge or path, a result, a rule.
    #[arg(long, value_name = "[-]WHAT", allow_hyphen_values = true)]
    rank_by: Option<String>,

    /// Show so many choices.
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,

    /// The most branches of a choice; past it, it is sampled [default: 50000, and not many more of all choices that have too
    /// many].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u64>(1, 100_000_000))]
    budget: Option<u64>,

    /// How often a step is played where it is sampled; 0 never samples [default: 10000, or as many of all such choices
    /// together].
    #[arg(long, value_name = "N", value_parser = crate::whole::whole::<u64>(0, 100_000_000))]
    samples: Option<u64>,

    /// After so many seconds, nothing more is followed exactly, and what is open is played a few times only. What is told
    /// then depends on the machine.
    #[arg(long, value_name = "SECONDS", value_parser = crate::whole::whole::<u32>(1, 100_000), conflicts_with = "to_end")]
    limit: Option<u32>,

    /// Seed of the dice: those before the first question, and those of samples [default: the file's own, else 0].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// Whose eyes: gm, spectator, a side, or names of creatures of one side with commas between; nothing is told that they
    /// may not know [default: gm].
    #[arg(long, value_name = "WHO")]
    viewer: Option<String>,

    /// Follow the whole battle to its end from here instead: all choices by how often the asker's side wins then; or, with
    /// one --choice, who wins, when, with what left.
    #[arg(long, conflicts_with_all = ["reply", "event", "path", "all", "rank_by", "svg", "through", "acts"])]
    to_end: bool,

    /// With --to-end, who chooses: plain or random; for one side SIDE=plain. May be repeated.
    #[arg(long, value_name = "[SIDE=]POLICY", requires = "to_end")]
    policy: Vec<String>,

    /// With --to-end, the most states that are looked at, after all choices together.
    #[arg(long, value_name = "N", requires = "to_end", default_value_t = 500_000, value_parser = crate::whole::whole::<u64>(1, 1_000_000_000))]
    states: u64,

    /// Draw the first gauge that changes, or the first --path, as an SVG picture.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// One JSON object, described in --help.
    #[arg(long)]
    json: bool,
}

/// The odds of a choice, or of what is awaited.
struct Found {
    choice: Option<String>,
    odds: Odds,
}

/// Everything that was found out.
struct Answer {
    /// The best first.
    found: Vec<Found>,
    /// Choices of which nothing is known, and why.
    unknown: Vec<(String, Refused)>,
    /// How many choices were to be looked at.
    wanted: usize,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let point = Point::find(args)?;
    if args.to_end {
        return to_end::perform(args, &point, out);
    }
    let svg = args.svg.as_deref().map(Replacement::of).transpose()?;
    let asked = Asked::read(args, &point)?;
    let mut answer = look(args, &point, &asked)?;
    rank::rank(args.rank_by.as_deref(), &point, &mut answer)?;
    if let Some(file) = svg {
        file.write(&picture::draw(&point, &answer)?)?;
    }
    if args.json {
        out.json(json::answer(&point, &answer));
    } else {
        tell::answer(args, &point, &asked, &answer, out);
    }
    tell::notes(&answer);
    Ok(interrupt::or(Exit::Done))
}
