//! The files that a sweep has written into its folder: what it may replace and remove, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use skirmish_report::{KINDS, number};

use crate::exit::Fault;
use crate::replace::{self, Replacement};

/// What is made of all cells.
pub(super) const REPORT: [&str; 3] = ["report.html", "cells.csv", "cells.json"];

/// The names of a sweep's files, as they stand in its folder: `cells/0001.toml`. A name is on the list before there is a
/// file of it, so a sweep that is killed at any moment leaves no file behind that it does not know.
pub(super) struct Own {
    list: PathBuf,
    names: BTreeSet<String>,
}

impl Own {
    /// Reads the list of a folder.
    pub(super) fn read(folder: &Path) -> Result<Self, Fault> {
        let list = folder.join("done/files");
        if list.symlink_metadata().is_err() && has_results(folder) {
            let own = Self { list, names: without_list(folder) };
            own.write()?;
            return Ok(own);
        }
        let text = if list.is_file() { fs::read_to_string(&list).unwrap_or_default() } else { String::new() };
        let names = text.lines().filter(|name| can_be_ours(name)).map(str::to_owned).collect();
        Ok(Self { list, names })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The names of the files in one of its folders, `cells` or `replays`.
    pub(super) fn within(&self, folder: &str) -> Vec<String> {
        let lead = format!("{folder}/");
        self.names.iter().filter(|name| name.starts_with(&lead)).cloned().collect()
    }

    pub(super) fn add(&mut self, names: Vec<String>) -> Result<(), Fault> {
        let known = self.names.len();
        self.names.extend(names);
        if self.names.len() == known { Ok(()) } else { self.write() }
    }

    pub(super) fn remove(&mut self, names: &[String]) -> Result<(), Fault> {
        for name in names {
            self.names.remove(name);
        }
        if names.is_empty() { Ok(()) } else { self.write() }
    }

    fn write(&self) -> Result<(), Fault> {
        let text: String = self.names.iter().map(|name| format!("{name}\n")).collect();
        Replacement::here(&self.list)?.write(&text)
    }
}

/// Is this the name of a file that a sweep may have written? Whatever stands on a list, it leads nowhere else.
fn can_be_ours(name: &str) -> bool {
    let is_number = |text: &str| text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
    let cell = name.strip_prefix("cells/").and_then(|name| name.strip_suffix(".toml"));
    let replay = name.strip_prefix("replays/").and_then(|name| name.strip_suffix(".skirmish"));
    let replay = replay.and_then(|name| name.split_once('-'));
    REPORT.contains(&name)
        || cell.is_some_and(is_number)
        || replay.is_some_and(|(cell, kind)| is_number(cell) && KINDS.contains(&kind))
}

/// Has a sweep kept results here? They have names that nothing else has.
fn has_results(folder: &Path) -> bool {
    let names = folder.join("done").read_dir().into_iter().flatten().flatten();
    names.filter_map(|entry| entry.file_name().into_string().ok()).any(|name| {
        let hash = name.strip_suffix(".json").map(|stem| stem.split_once('-').map_or(stem, |(hash, _)| hash));
        hash.is_some_and(|hash| hash.len() == 32 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()))
    })
}

/// What a sweep has written that kept no list yet: files with exactly its names, in a row from the first cell.
fn without_list(folder: &Path) -> BTreeSet<String> {
    let is_there = |name: &String| folder.join(name).symlink_metadata().is_ok_and(|there| there.is_file());
    let cells = (0..).map(|cell| format!("cells/{}.toml", number(cell))).take_while(is_there);
    let replays = |at| KINDS.map(|kind| format!("replays/{}-{kind}.skirmish", number(at)));
    let with_replays = cells.enumerate().flat_map(|(at, cell)| std::iter::once(cell).chain(replays(at)));
    with_replays.chain(REPORT.map(str::to_owned)).filter(is_there).collect()
}

/// Removes the drafts that a sweep leaves behind when it is killed in the middle of a file.
pub(super) fn remove_drafts(folder: &Path, own: &Own) {
    for part in ["", "done/", "cells/", "replays/"] {
        let entries = folder.join(part).read_dir().into_iter().flatten().flatten();
        for name in entries.filter_map(|entry| entry.file_name().into_string().ok()) {
            let of = replace::draft_of(&name);
            if of.is_some_and(|of| part == "done/" || own.has(&format!("{part}{of}"))) {
                let _ = fs::remove_file(folder.join(part).join(name));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::can_be_ours;

    #[test]
    fn a_list_leads_nowhere_else() {
        for name in ["report.html", "cells/0001.toml", "cells/100000.toml", "replays/0012-upset.skirmish"] {
            assert!(can_be_ours(name), "{name}");
        }
        for name in [
            "",
            "plan.toml",
            "/etc/hosts",
            "cells/../0001.toml",
            "../cells/0001.toml",
            "cells/001.toml",
            "cells/0001.tom",
            "replays/2024-05-01-boss.skirmish",
            "replays/0001-../x-median.skirmish",
            "done/files",
        ] {
            assert!(!can_be_ours(name), "{name}");
        }
    }
}
