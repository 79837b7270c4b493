//! A creature as it has been read, and the file that it becomes.

use std::ops::Range;

use super::label::Grammar;
use super::line::Found;
use super::said::{Said, bare, quoted};

/// What a text says of one creature.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) name: String,
    /// It has been said how it is called in files.
    pub(super) is_named: bool,
    /// Line and column of its name, from 1.
    pub(super) place: (usize, usize),
    /// The passage with its name.
    pub(super) heading: usize,
    /// What is said, and in which passage.
    pub(super) found: Vec<(Found, usize)>,
    /// Why the book does not take it, and what to do.
    pub(super) refused: Option<(String, String)>,
}

/// A part of a file, and which passage it comes from.
pub(super) type Span = (Range<usize>, usize);

impl Draft {
    pub(super) fn new(name: String, place: (usize, usize), heading: usize) -> Self {
        Self { name, is_named: false, place, heading, found: Vec::new(), refused: None }
    }

    pub(super) fn add(&mut self, found: Found, passage: usize) {
        self.found.push((found, passage));
    }

    /// Is anything said of it but its name?
    pub(super) fn has_figures(&self) -> bool {
        self.found.iter().any(|(found, _)| !matches!(found.key.as_str(), "title" | "about"))
    }

    /// The passage that has said the same already, where it can be said but once. A title of its own takes the place of the
    /// name above.
    pub(super) fn says_already(&mut self, new: &Found) -> Option<usize> {
        if new.key == "title" {
            self.found.retain(|(found, passage)| found.key != "title" || *passage != self.heading);
        }
        let same = |found: &Found| {
            // A whole and a part of it cannot stand beside each other.
            let member = found.member == new.member || found.member.is_some() != new.member.is_some();
            found.key == new.key && found.table == new.table && member
        };
        let earlier = self.found.iter().find(|(found, _)| same(found) && !(found.is_item && new.is_item));
        earlier.map(|(_, passage)| *passage)
    }

    /// Takes out what comes from a passage, and from one that brings a table with it all of the table. Gives the passages.
    pub(super) fn take_out(&mut self, passage: usize) -> Vec<usize> {
        let names = |found: &Found| found.table.clone().filter(|_| found.member.as_deref() == Some("name"));
        let tables: Vec<(String, String)> = self
            .found
            .iter()
            .filter(|(_, of)| *of == passage)
            .filter_map(|(found, _)| Some((found.key.clone(), names(found)?)))
            .collect();
        let goes = |(found, of): &(Found, usize)| {
            let table = found.table.as_ref();
            *of == passage
                || table.is_some_and(|table| tables.iter().any(|(key, name)| *key == found.key && name == table))
        };
        let out: Vec<usize> = self.found.iter().filter(|all| goes(all)).map(|(_, of)| *of).collect();
        self.found.retain(|all| !goes(all));
        out
    }

    /// The creature as a table of a file, and where each passage stands in it.
    pub(super) fn toml(&self, grammar: &Grammar) -> (String, Vec<Span>) {
        let mut file = File::default();
        file.text.push_str("[[creature]]\n");
        file.line("name", &quoted(&self.name), self.heading);
        let (mut lists, keys) = (Vec::new(), &grammar.top.keys.common);
        for key in keys.iter().filter(|key| key.name != "name") {
            let all: Vec<&(Found, usize)> =
                self.found.iter().filter(|(found, _)| found.key == key.name && found.said.is_some()).collect();
            if all.is_empty() {
                continue;
            }
            let has_tables = all.iter().any(|(found, _)| found.table.is_some());
            match all[0].0 {
                _ if has_tables => lists.push((key.name, all)),
                Found { member: Some(_), .. } => file.members(key.name, &all),
                Found { is_item: true, .. } => file.items(key.name, &all),
                _ => file.whole(key.name, all[0]),
            }
        }
        for (key, all) in lists {
            let mut names: Vec<&str> = Vec::new();
            for table in all.iter().filter_map(|(found, _)| found.table.as_deref()) {
                if !names.contains(&table) {
                    names.push(table);
                }
            }
            for name in names {
                file.text.push_str(&format!("\n[[creature.{key}]]\n"));
                for (found, passage) in all.iter().filter(|(found, _)| found.table.as_deref() == Some(name)) {
                    if let (Some(member), Some(said)) = (&found.member, &found.said) {
                        file.line(member, &said.toml(), *passage);
                    }
                }
            }
        }
        (file.text, file.spans)
    }
}

/// A file that is being written.
#[derive(Default)]
struct File {
    text: String,
    spans: Vec<Span>,
}

impl File {
    fn note(&mut self, part: &str, passage: usize) {
        let from = self.text.len();
        self.text.push_str(part);
        self.spans.push((from..self.text.len(), passage));
    }

    fn line(&mut self, key: &str, value: &str, passage: usize) {
        self.note(&format!("{} = {value}", bare(key)), passage);
        self.text.push('\n');
    }

    fn whole(&mut self, key: &str, (found, passage): &(Found, usize)) {
        let value = found.said.as_ref().map_or_else(String::new, Said::toml);
        self.line(key, &value, *passage);
    }

    fn members(&mut self, key: &str, all: &[&(Found, usize)]) {
        self.text.push_str(&format!("{} = {{ ", bare(key)));
        let members =
            all.iter().filter_map(|(found, passage)| Some((found.member.as_ref()?, found.said.as_ref()?, passage)));
        for (nth, (member, said, passage)) in members.enumerate() {
            self.text.push_str(if nth > 0 { ", " } else { "" });
            self.note(&format!("{} = {}", bare(member), said.toml()), *passage);
        }
        self.text.push_str(" }\n");
    }

    fn items(&mut self, key: &str, all: &[&(Found, usize)]) {
        self.text.push_str(&format!("{} = [", bare(key)));
        for (nth, (found, passage)) in all.iter().enumerate() {
            self.text.push_str(if nth > 0 { ", " } else { "" });
            self.note(&found.said.as_ref().map_or_else(String::new, Said::toml), *passage);
        }
        self.text.push_str("]\n");
    }
}
