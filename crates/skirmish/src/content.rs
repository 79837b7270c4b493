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
  skirmish content elemental-d6 wolf     of this game, where several have one

With --json, a list of {\"game\":…,\"kind\":…,\"name\":…,\"about\":…,\"text\":…}; `text` is TOML."
)]
pub(crate) struct Args {
    /// A game, an entry's name or a part of it, or both.
    #[arg(value_name = "GAME|NAME", num_args = 0..=2)]
    what: Vec<String>,

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
    let Chosen { entries: chosen, exact } = choose(&all, &args.what)?;
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
        out.json(list);
        return Ok(Exit::Done);
    }
    if exact || chosen.len() == 1 && !args.what.is_empty() {
        for (at, entry) in chosen.iter().enumerate() {
            // Of several games each says whose it is, so that all of it can still be copied.
            if chosen.len() > 1 {
                out.line(format_args!("{}# {}", if at > 0 { "\n" } else { "" }, entry.game.title()));
            }
            out.line(entry.text);
        }
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

/// What is to be told of.
struct Chosen<'e> {
    entries: Vec<&'e Entry>,
    /// They have just the name that was asked for: they are printed whole.
    exact: bool,
}

/// The entries that are meant: of a game, of that name, or with it in theirs.
fn choose<'e>(all: &'e [Entry], what: &[String]) -> Result<Chosen<'e>, Fault> {
    let is_game = |name: &str| shelf().games().any(|game| game.name() == name);
    let (game, name) = match what {
        [] => (None, None),
        [one] if is_game(one) => (Some(one), None),
        [one] => (None, Some(one)),
        [game, name, ..] if is_game(game) => (Some(game), Some(name)),
        [game, ..] => {
            let games: Vec<&str> = shelf().games().map(|game| game.name()).collect();
            let near = words::did_you_mean(game, games.iter().copied());
            let message = format!("there is no game `{}`{near}", words::short(game));
            return Err(Fault::with_help(message, format!("the games are {}", words::list(&games))));
        }
    };
    let of_game = || all.iter().filter(|entry| game.is_none_or(|game| entry.game.name() == game));
    let Some(name) = name else { return Ok(Chosen { entries: of_game().collect(), exact: false }) };
    let named: Vec<&Entry> = of_game().filter(|entry| entry.name.eq_ignore_ascii_case(name)).collect();
    if !named.is_empty() {
        return Ok(Chosen { entries: named, exact: true });
    }
    let lower = name.to_lowercase();
    let part: Vec<&Entry> = of_game().filter(|entry| entry.name.to_lowercase().contains(&lower)).collect();
    if !part.is_empty() {
        return Ok(Chosen { entries: part, exact: false });
    }
    let near = words::nearest(name, of_game().map(|entry| entry.name));
    let help = match near {
        Some(near) => format!("did you mean `{near}`? `skirmish content` lists all"),
        None => "`skirmish content` lists all".to_owned(),
    };
    let comes = game.map_or_else(|| "the games".to_owned(), |game| format!("`{game}`"));
    Err(Fault::with_help(format!("nothing that comes with {comes} is called `{}`", words::short(name)), help))
}

/// The names of what comes with a game of one kind: `creature`.
pub(crate) fn names(game: &'static dyn Game, kind: &str) -> Vec<&'static str> {
    entries(game).into_iter().filter(|entry| entry.kind == kind).map(|entry| entry.name).collect()
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
