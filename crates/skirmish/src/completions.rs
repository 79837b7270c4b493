//! `skirmish completions`: for the shell.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::exit::{Exit, Fault};
use crate::out::Out;

/// Print a completion script for a shell.
#[derive(clap::Args)]
#[command(after_help = "Example: skirmish completions bash > ~/.local/share/bash-completion/completions/skirmish")]
pub(crate) struct Args {
    /// The shell.
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::Cli::command(), "skirmish", &mut script);
    out.text(&String::from_utf8_lossy(&script));
    Ok(Exit::Done)
}
