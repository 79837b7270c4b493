//! `skirmish state`: a battle's present.

use std::path::PathBuf;

use skirmish_kernel::{AwaitedView, Seen, Viewer};
use skirmish_wire::{Message, Present};

use crate::battle_at::{self, BattleAt};
use crate::exit::{Exit, Fault};
use crate::out::Out;
use crate::story::{Story, capital};
use crate::wrap::{WIDTH, wrapped};
use crate::{board, interrupt};

/// Print a battle's present: the board, who stands where, what is asked, what has happened.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish state duel.skirmish --json --viewer wind",
    after_long_help = "\
Examples:
  skirmish state duel                                 how an encounter begins
  skirmish state duel.skirmish                        how a battle stands that was left
  skirmish state duel.skirmish --at 12                how it stood after twelve answers and edicts
  skirmish state duel.skirmish --json                 for a program: all of it, with every choice piece by piece
  skirmish state duel.skirmish --json --viewer wind   what that side may know of it, and nothing else

With --json it is one object of the kind `state`, as `skirmish play --json` has it, with the log; docs/json.md describes it,
and `skirmish schema --play` prints its schema."
)]
pub(crate) struct Args {
    /// An embedded encounter, an encounter file, or a transcript.
    #[arg(value_name = "ENCOUNTER|FILE")]
    what: PathBuf,

    /// At this point of a transcript: after so many entries, or after a line of the file.
    #[arg(long, value_name = "N|line:N")]
    at: Option<String>,

    /// Whose eyes: gm, spectator, a side, or names of creatures of one side with commas between [default: gm].
    #[arg(long, value_name = "WHO")]
    viewer: Option<String>,

    /// So many lines of the log, the last ones [default: all with --json, else those of the running step].
    #[arg(long, value_name = "N")]
    log: Option<usize>,

    /// Seed of the dice [default: the file's own, else 0].
    #[arg(long, value_name = "N", value_parser = crate::whole::any::<u64>())]
    seed: Option<u64>,

    /// One JSON object.
    #[arg(long)]
    json: bool,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let moment = battle_at::open(&args.what, args.at.as_deref(), args.seed)?;
    let battle = &*moment.battle;
    let viewer = battle_at::viewer(battle, args.viewer.as_deref())?;
    if args.json {
        let state = Present::seen_by(battle, viewer, false).with_log(battle, viewer, args.log.unwrap_or(usize::MAX));
        out.json(Message::State(Box::new(state)).line());
    } else {
        tell(args, &moment, viewer, out);
    }
    Ok(interrupt::or(Exit::Done))
}

fn tell(args: &Args, moment: &BattleAt, viewer: Viewer, out: &mut Out) {
    out.break_lines_at(WIDTH);
    let (seen, paint) = (moment.battle.seen_by(viewer), out.paint());
    let view = seen.view();
    out.line(paint.bold(&view.title));
    let looks = skirmish_wire::viewer_words(&*moment.battle, viewer);
    let looks = if viewer == Viewer::GameMaster { String::new() } else { format!(", as {looks} may know it") };
    out.line(paint.dim(&format!("{}, {}{looks}", moment.game.title(), view.clock)));
    log(args.log, moment, &*seen, out);
    for lines in [board::draw(&view, paint), board::roster(&view, paint)] {
        if !lines.is_empty() {
            out.drawn(format_args!("\n{}", lines.join("\n")));
        }
    }
    let order: Vec<&str> = view.order.iter().map(|entry| entry.name.as_str()).collect();
    if !order.is_empty() {
        out.line(format_args!("\nOrder: {}", order.join(", ")));
    }
    view.pending.iter().for_each(|tag| out.line(format_args!("Under way: {}", tag.text)));
    match (&view.outcome, seen.awaited().or(view.awaited)) {
        (Some(outcome), _) => out.line(format_args!("\nOver: {outcome}")),
        (None, Some(awaited)) => question(&awaited, out),
        (None, None) => {}
    }
}

fn log(most: Option<usize>, moment: &BattleAt, seen: &dyn Seen, out: &mut Out) {
    let from = if most.is_some() { None } else { seen.steps(None).last().copied() };
    let lines: Vec<_> = seen.steps(from).into_iter().flat_map(|step| seen.log(step)).collect();
    let left_out = lines.len().saturating_sub(most.unwrap_or(usize::MAX));
    let mut story = Story::new(moment.game.catalogue(), false);
    lines.into_iter().skip(left_out).for_each(|line| story.tell(line, out));
    story.rest(out);
}

fn question(awaited: &AwaitedView, out: &mut Out) {
    out.line(out.paint().bold(&format!("\n{}  [{}]", awaited.prompt, awaited.rule)));
    for throw in &awaited.throws {
        let modifier = if throw.modifier == 0 { String::new() } else { format!(" {:+}", throw.modifier) };
        out.line(format_args!("  {} throws {}{modifier}  [{}]", throw.who, throw.dice, throw.rule));
        if !throw.detail.is_empty() {
            out.line(wrapped(&format!("    {}", throw.detail), WIDTH, 4));
        }
    }
    let choices: Vec<&str> = awaited.choices.iter().map(|choice| choice.text.as_str()).collect();
    match choices.as_slice() {
        [] => {}
        // One line each is for whoever plays: `skirmish play`.
        choices => out.line(wrapped(&format!("  {}", choices.join("; ")), WIDTH, 2)),
    }
    if let Some(usual) = &awaited.standing {
        out.line(format_args!("  {}", capital(&format!("as usual: {usual}"))));
    }
}
