//! What is known by name: a book's own content, and what a file adds to it or puts in its place.

use skirmish_kernel::words::short;

use super::{Document, Row};

/// Something with a name, as content or a file describes it.
#[derive(Clone, Debug)]
pub struct Entry<'d, T> {
    /// As people type it.
    pub name: String,
    /// What describes it.
    pub row: Row<'d>,
    /// What it is.
    pub of: T,
}

impl<'d> Row<'d> {
    /// Everything that is called by name under one key, `what` in a sentence (`a weapon`): first a book's own content,
    /// then what this file has. One of a known name takes the other's place; more than `most` are refused.
    pub fn library<T>(
        &self,
        key: &'static str,
        about: &'static str,
        what: &str,
        most: usize,
        content: &'d [Document<'d>],
        mut by: impl FnMut(&Row<'d>) -> T,
    ) -> Vec<Entry<'d, T>> {
        let mut all: Vec<Entry<'d, T>> = Vec::new();
        self.each_entry(key, about, content, &mut |row| {
            let name = row.content_name(what);
            let entry = Entry { name, row: row.clone(), of: by(row) };
            match all.iter_mut().find(|known| known.name == entry.name) {
                Some(known) => *known = entry,
                None => all.push(entry),
            }
        });
        if all.len() > most {
            self.too_many(key, all.len(), most);
            all.truncate(most);
        }
        all
    }

    /// The tables of a book's own content, then those of this file.
    fn each_entry(
        &self,
        key: &'static str,
        about: &'static str,
        content: &'d [Document<'d>],
        by: &mut dyn FnMut(&Row<'d>),
    ) {
        for document in content.iter().filter(|_| !self.describes()) {
            if document.root.contains_key(key) {
                Row::root(self.reader(), document).each_table(key, about, by);
            }
        }
        self.each_table(key, about, by);
    }

    fn too_many(&self, key: &str, count: usize, most: usize) {
        let message = format!("{count} entries of `{key}`");
        self.reader().wrong(&self.place(), message, format!("at most {most} are possible"));
    }

    /// The name by which content is called, and what only those read who read the file.
    fn content_name(&self, what: &str) -> String {
        let name = self.word("name", "As people type it: lower case, hyphens.");
        self.needs(&["name"]);
        let _ = self.line("title", "As people read it.");
        let _ = self.line("about", "One line.");
        let Some(name) = name else { return String::new() };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if name.is_empty() || name.len() > 40 || !name.chars().all(plain) {
            let message = format!("`{}` cannot name {what}", short(&name));
            let help = "lower case letters, digits and hyphens, as people type it";
            self.reader().wrong(&name.place, message, help);
        }
        name.text().to_owned()
    }
}
