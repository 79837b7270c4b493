//! `skirmish`: tabletop combat, played by the book, from the command line.
//!
//! One module for each verb; what they share is in `out` (standard output), `diagnose` (what is wrong, on standard
//! error), `input` (files), `replace` (writing files), `lock` (one writer at a time) and `interrupt` (Ctrl-C).

mod battle_at;
mod board;
mod carry;
mod check;
mod completions;
mod content;
mod coverage;
mod diagnose;
mod duel;
mod encounters;
mod exit;
mod export;
mod games;
mod import;
mod input;
mod interrupt;
mod lock;
#[cfg(feature = "mcp")]
mod mcp;
mod new;
mod odds;
mod out;
mod play;
mod playout;
mod progress;
mod recap;
mod replace;
mod rules;
mod run;
mod schema;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sim;
mod state;
mod story;
mod summary;
mod sweep;
mod whole;
mod wrap;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use exit::{Exit, Fault};
use out::Out;

/// Tabletop combat, played by the book.
#[derive(Parser)]
#[command(
    name = "skirmish",
    version,
    max_term_width = 100,
    after_help = "Exit codes: 0 done, 1 a check failed, 2 bad input, 130 interrupted by Ctrl-C.\n\
                  Colours only on a terminal, and never with NO_COLOR set.\n\n\
                  Example: skirmish encounters && skirmish run duel --explain"
)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Run(run::Args),
    Sim(sim::Args),
    Sweep(sweep::Args),
    Duel(duel::Args),
    Odds(odds::Args),
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    #[cfg(feature = "mcp")]
    Mcp(mcp::Args),
    State(state::Args),
    Carry(carry::Args),
    Recap(recap::Args),
    Export(export::Args),
    Import(import::Args),
    Check(check::Args),
    Rules(rules::Args),
    New(new::Args),
    Schema(schema::Args),
    Games(games::Args),
    Encounters(encounters::Args),
    Content(content::Args),
    Show(show::Args),
    Completions(completions::Args),
}

impl Verb {
    fn perform(self, out: &mut Out) -> Result<Exit, Fault> {
        match self {
            Self::Run(args) => run::perform(&args, out),
            Self::Sim(args) => sim::perform(&args, out),
            Self::Sweep(args) => sweep::perform(&args, out),
            Self::Duel(args) => duel::perform(&args, out),
            Self::Odds(args) => odds::perform(&args, out),
            Self::Play(args) => play::perform(&args, out),
            #[cfg(feature = "serve")]
            Self::Serve(args) => serve::perform(&args, out),
            #[cfg(feature = "mcp")]
            Self::Mcp(args) => mcp::perform(&args),
            Self::State(args) => state::perform(&args, out),
            Self::Carry(args) => carry::perform(&args, out),
            Self::Recap(args) => recap::perform(&args, out),
            Self::Export(args) => export::perform(&args, out),
            Self::Import(args) => import::perform(&args, out),
            Self::Check(args) => check::perform(&args, out),
            Self::Rules(args) => rules::perform(&args, out),
            Self::New(args) => new::perform(&args, out),
            Self::Schema(args) => schema::perform(&args, out),
            Self::Games(args) => games::perform(&args, out),
            Self::Encounters(args) => encounters::perform(&args, out),
            Self::Content(args) => content::perform(&args, out),
            Self::Show(args) => show::perform(&args, out),
            Self::Completions(args) => completions::perform(&args, out),
        }
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    interrupt::listen();
    let mut out = Out::stdout();
    let exit = cli.verb.perform(&mut out);
    // What was found out goes out before what went wrong.
    let written = out.finish();
    let exit = exit.unwrap_or_else(|fault| {
        diagnose::report(&fault);
        interrupt::or(Exit::BadInput)
    });
    match written {
        Ok(()) => exit.into(),
        Err(error) => {
            diagnose::report(&Fault::plain(format!("cannot write to standard output: {error}")));
            Exit::BadInput.into()
        }
    }
}
