//! `skirmish play` alone: what there is to play.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use skirmish_kernel::words;
use skirmish_shelf::{Header, shelf};

use super::lines::{Lines, Read};
use crate::exit::Fault;
use crate::out::Out;

/// Battles that were left here and are offered, the newest.
const MOST_LEFT: usize = 5;

/// One that may be chosen.
struct Offer {
    /// The heading it stands under.
    under: String,
    name: String,
    title: String,
}

impl Offer {
    /// What it is called on the screen.
    fn says(&self) -> &str {
        if self.title.is_empty() { &self.name } else { &self.title }
    }
}

/// Says what there is, and asks which of it. None when nothing is chosen.
pub(super) fn choose(lines: &mut Lines, out: &mut Out) -> Result<Option<PathBuf>, Fault> {
    let offers = offers();
    tell(&offers, out);
    loop {
        out.flush();
        let line = match lines.read("Which one? ", Default::default) {
            Read::Line(line) => line.trim().to_owned(),
            Read::TooLong | Read::NotText => "?".to_owned(),
            Read::Interrupted | Read::End => return Ok(None),
        };
        if line.is_empty() || matches!(line.as_str(), "quit" | "q") {
            return Ok(None);
        }
        match chosen(&offers, &line) {
            Ok(name) => return Ok(Some(PathBuf::from(name))),
            // A script that names nothing that is there would go on for ever.
            Err(why) if !lines.is_terminal() => return Err(Fault::plain(why)),
            Err(why) => out.line(format_args!("No: {why}{}", if why.ends_with('?') { "" } else { "." })),
        }
    }
}

/// The name behind a number, a name or the beginning of one; a path is a path.
fn chosen(offers: &[Offer], line: &str) -> Result<String, String> {
    if let Ok(number) = line.parse::<usize>() {
        let offer = number.checked_sub(1).and_then(|at| offers.get(at));
        return offer
            .map(|offer| offer.name.clone())
            .ok_or_else(|| format!("the numbers go from 1 to {}", offers.len()));
    }
    let names = || offers.iter().map(|offer| offer.name.as_str());
    match words::complete(line, names()) {
        Ok(name) => Ok(name.to_owned()),
        Err(_) if Path::new(line).exists() => Ok(line.to_owned()),
        Err(fits) if fits.is_empty() => {
            let near = words::did_you_mean(line, names());
            Err(format!("there is neither an encounter nor a file `{}`{near}", words::short(line)))
        }
        Err(fits) => Err(format!("`{}` may mean {}", words::short(line), words::list(&fits))),
    }
}

fn tell(offers: &[Offer], out: &mut Out) {
    let mut first = 1;
    for group in offers.chunk_by(|one, next| one.under == next.under) {
        let heading = out.paint().bold(&group[0].under);
        out.line(heading);
        let entry = |at: usize| group.get(at).map(|offer| format!("{:>4}  {}", first + at, offer.says()));
        // Two beside each other, so that all of them stand on one screen.
        for at in (0..group.len()).step_by(2) {
            let (left, right) = (entry(at).unwrap_or_default(), entry(at + 1).unwrap_or_default());
            out.line(format!("{left:<HALF$}{right}").trim_end());
        }
        first += group.len();
    }
    out.line("A number, a name or a file; Enter leaves. `skirmish encounters` tells of each,");
    out.line("`skirmish new` writes your own fight.");
}

/// Columns of the left one of two.
const HALF: usize = 40;

/// Battles that were left in this folder, then the encounters that come with the games.
fn offers() -> Vec<Offer> {
    let left = left().into_iter().map(|name| Offer { under: "Goes on".into(), name, title: String::new() });
    let encounters = shelf().encounters().map(|found| {
        let title = Header::read(&found.source()).unwrap_or_default().title.unwrap_or_default();
        let example = if found.game.is_example() { ", an example" } else { "" };
        let is_alone = shelf().find_encounter(found.encounter.name).is_ok();
        let name = if is_alone { found.encounter.name.to_owned() } else { found.full_name() };
        Offer { under: format!("{}{example}", found.game.title()), name, title }
    });
    left.chain(encounters).collect()
}

/// Saves in this folder, the newest first.
fn left() -> Vec<String> {
    let entries = fs::read_dir(".").into_iter().flatten().flatten();
    let mut saves: Vec<(SystemTime, String)> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok()?;
            let is_save = Path::new(&name).extension().is_some_and(|extension| extension == "skirmish");
            let data = entry.metadata().ok().filter(|data| is_save && data.is_file())?;
            Some((data.modified().unwrap_or(SystemTime::UNIX_EPOCH), name))
        })
        .collect();
    saves.sort_by(|a, b| b.cmp(a));
    saves.truncate(MOST_LEFT);
    saves.into_iter().map(|(_, name)| name).collect()
}
