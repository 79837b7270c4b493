//! `skirmish content`: creatures, weapons and abilities that come with the games.

use serde_json::{Value, json};
use skirmish_kernel::{Game, words};
use skirmish_shelf::shelf;

use crate::exit::{Exit, Fault};
use crate::out::Out;

/// List what an encounter may name: creatures, abilities, gear; or print one of them as an encounter has it.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish content wolf",
    after_long_help = "\
Examples:
  skirmish content                       all of it, by kind
  skirmish content elemental-d6          of one game
  skirmish content wolf                  one entry, to copy into an encounter and change

With --json, a list of {\"game\":…,\"kind\":…,\"name\":…,\"about\":…,\"text\":…}; `text` is TOML."
)]
pub(crate) struct Args {
    /// A game, or an entry's name or a part of it.
    #[arg(value_name = "GAME|NAME")]
    what: Option<String>,

    /// A JSON list, described in --help.
    #[arg(long)]
    json: bool,
}

/// One table of a content file.
struct Entry {
    game: &'static dyn Game,
    kind: &'static str,
    name: &'static str,
    about: &'static str,
    text: &'static str,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let all: Vec<Entry> = shelf().games().flat_map(entries).collect();
    let chosen = choose(&all, args.what.as_deref())?;
    if args.json {
        let list: Value = chosen
            .iter()
            .map(|entry| {
                json!({
                    "game": entry.game.name(), "kind": entry.kind, "name": entry.name,
                    "about": entry.about, "text": entry.text,
                })
            })
            .collect();
        out.line(list);
        return Ok(Exit::Done);
    }
    if let ([one], Some(_)) = (chosen.as_slice(), &args.what) {
        out.line(one.text);
        return Ok(Exit::Done);
    }
    let (mut game, mut kind) = ("", "");
    let width = chosen.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0);
    for entry in chosen {
        if (entry.game.name(), entry.kind) != (game, kind) {
            if !kind.is_empty() {
                out.line("");
            }
            (game, kind) = (entry.game.name(), entry.kind);
            out.line(out.paint().bold(&format!("{}: {kind}", entry.game.title())));
        }
        out.line(format_args!("  {:<width$}  {}", entry.name, entry.about).to_string().trim_end());
    }
    Ok(Exit::Done)
}

/// The entries that are meant: of a game, of that name, or with it in theirs.
fn choose<'e>(all: &'e [Entry], what: Option<&str>) -> Result<Vec<&'e Entry>, Fault> {
    let Some(what) = what else { return Ok(all.iter().collect()) };
    let of_game: Vec<&Entry> = all.iter().filter(|entry| entry.game.name() == what).collect();
    let named: Vec<&Entry> = all.iter().filter(|entry| entry.name.eq_ignore_ascii_case(what)).collect();
    let lower = what.to_lowercase();
    let part: Vec<&Entry> = all.iter().filter(|entry| entry.name.to_lowercase().contains(&lower)).collect();
    let found = [of_game, named, part].into_iter().find(|found| !found.is_empty());
    found.ok_or_else(|| {
        let near = words::nearest(what, all.iter().map(|entry| entry.name));
        let help = match near {
            Some(near) => format!("did you mean `{near}`? `skirmish content` lists all"),
            None => "`skirmish content` lists all".to_owned(),
        };
        Fault::with_help(format!("nothing that comes with the games is called `{}`", words::short(what)), help)
    })
}

/// The tables of a game's content files, in their order.
fn entries(game: &'static dyn Game) -> Vec<Entry> {
    let blocks = game.content().iter().flat_map(|file| blocks(file.text));
    let entry = |(kind, text): (&'static str, &'static str)| {
        Some(Entry { game, kind, name: value(text, "name")?, about: value(text, "about").unwrap_or_default(), text })
    };
    blocks.filter_map(entry).collect()
}

/// Cuts a file before each `[[kind]]`; tables within one (`[kind.part]`) belong to it.
fn blocks(file: &'static str) -> Vec<(&'static str, &'static str)> {
    let mut heads: Vec<(usize, &'static str)> = Vec::new();
    let mut at = 0;
    for line in file.split_inclusive('\n') {
        let kind = line.strip_prefix("[[").and_then(|rest| rest.split("]]").next());
        heads.extend(kind.filter(|kind| !kind.contains('.')).map(|kind| (at, kind)));
        at += line.len();
    }
    let ends = heads.iter().skip(1).map(|(at, _)| *at).chain([file.len()]);
    heads.iter().zip(ends).map(|((from, kind), to)| (*kind, file[*from..to].trim_end())).collect()
}

/// The text of a key in a table, as the file has it in double quotes.
fn value<'t>(table: &'t str, key: &str) -> Option<&'t str> {
    let line = table.lines().find_map(|line| line.strip_prefix(key)?.trim_start().strip_prefix('='))?;
    line.trim_start().strip_prefix('"')?.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::{blocks, value};

    #[test]
    fn a_file_is_cut_into_its_tables() {
        let file = "# head\n[[creature]]  # ours\nname = \"wolf\"\nabout = \"Bites.\"\n[creature.more]\nx = 1\n\n[[spell]]\nname=\"fog\"\n";
        let found = blocks(file);
        assert_eq!(found.len(), 2);
        assert_eq!(
            (found[0].0, value(found[0].1, "name"), value(found[0].1, "about")),
            ("creature", Some("wolf"), Some("Bites."))
        );
        assert!(found[0].1.ends_with("x = 1"));
        assert_eq!((found[1].0, value(found[1].1, "name"), value(found[1].1, "about")), ("spell", Some("fog"), None));
    }
}
