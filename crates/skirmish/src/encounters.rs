//! `skirmish encounters`: what comes with the games.

use serde_json::{Value, json};
use skirmish_shelf::{Found, Header, shelf};

use crate::exit::{Exit, Fault};
use crate::out::Out;

/// List the embedded encounters.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish encounters",
    after_long_help = "\
Example: skirmish encounters --json | jq -r '.[].name'

With --json, a list of {\"name\":…,\"game\":…,\"title\":…,\"about\":…}."
)]
pub(crate) struct Args {
    /// A JSON list, described in --help.
    #[arg(long)]
    json: bool,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let all: Vec<(Found<'_>, Header)> =
        shelf().encounters().map(|found| (found, Header::read(&found.source()).unwrap_or_default())).collect();
    if args.json {
        let entry = |(found, header): &(Found<'_>, Header)| {
            json!({
                "name": found.encounter.name, "game": found.game.name(),
                "title": header.title, "about": header.about,
            })
        };
        out.json(all.iter().map(entry).collect::<Value>());
        return Ok(Exit::Done);
    }
    for (nth, (found, header)) in all.iter().enumerate() {
        if nth > 0 {
            out.line("");
        }
        let title = header.title.as_deref().unwrap_or_default();
        let name = out.paint().bold(found.encounter.name);
        let example = if found.game.is_example() { ", an example" } else { "" };
        let game = out.paint().dim(&format!("({}{example})", found.game.title()));
        out.line(format_args!("{name}  {title}  {game}"));
        for line in header.about.as_deref().unwrap_or_default().lines() {
            out.line(format_args!("  {line}").to_string().trim_end());
        }
    }
    Ok(Exit::Done)
}
