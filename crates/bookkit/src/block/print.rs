//! Creatures printed: a stat block each, and a table of all.

use skirmish_kernel::Creatures;

use super::label::{Grammar, slug};
use super::said::Said;
use crate::file::{Row, Shape};

/// Keys that are no figures.
const OF_WORDS: [&str; 3] = ["name", "title", "about"];

/// Prints creatures one after the other.
pub(super) struct Printer<'g> {
    grammar: &'g Grammar,
    /// They are combatants of an encounter, with sides.
    fight: bool,
    /// Keys, and inside tables their keys.
    paths: Vec<(&'static str, Option<&'static str>)>,
    creatures: Creatures,
}

impl<'g> Printer<'g> {
    pub(super) fn new(grammar: &'g Grammar, fight: bool) -> Self {
        let keys = grammar.top.keys.common.iter().filter(|key| key.name != "name");
        let paths = keys.flat_map(|key| match &key.shape {
            Shape::Table(inner) => inner.common.iter().map(|member| (key.name, Some(member.name))).collect(),
            _ => vec![(key.name, None)],
        });
        let paths: Vec<_> = paths.collect();
        let mut columns = vec!["name".to_owned()];
        if fight {
            columns.push("side".to_owned());
        }
        columns.extend(paths.iter().map(path));
        Self { grammar, fight, paths, creatures: Creatures { columns, ..Creatures::default() } }
    }

    pub(super) fn done(self) -> Creatures {
        self.creatures
    }

    /// One creature; `numbers` are those of its sheet.
    pub(super) fn add(&mut self, name: &str, side: Option<&str>, row: &Row, numbers: &[(&'static str, i64)]) {
        let said = self.said(row);
        let mut cells = vec![name.to_owned()];
        if self.fight {
            cells.push(side.unwrap_or_default().to_owned());
        }
        cells.extend(self.paths.iter().map(|at| {
            let given = find(&said, *at).map(|found| found.cell());
            let made = || numbers.iter().find(|(known, _)| *known == path(at)).map(|(_, number)| number.to_string());
            given.or_else(made).unwrap_or_default()
        }));
        self.creatures.rows.push(cells);
        let is_bare =
            !said.iter().any(|(key, _)| self.grammar.top.keys.find(key).is_some() && !OF_WORDS.contains(&&**key));
        // Under a name alone nobody would find a creature.
        let numbers = numbers.iter().filter(|(key, _)| is_bare && !key.contains('.'));
        let numbers = numbers.map(|(key, number)| ((*key).to_owned(), Said::Number(*number)));
        let said: Vec<(String, Said)> = said.into_iter().chain(numbers).collect();
        self.creatures.blocks.push(self.block(name, &said));
    }

    /// What a table says, by today's names of its keys; nothing that is empty.
    fn said(&self, row: &Row) -> Vec<(String, Said)> {
        let today = |key: &str| {
            let once = self.grammar.once.iter().find(|(once, _)| *once == key);
            once.map_or_else(|| key.to_owned(), |(_, today)| (*today).to_owned())
        };
        let said = |key: &str| Some((today(key), Said::over(&row.all_said(key)).filter(|said| !said.is_empty())?));
        row.names_said().into_iter().filter_map(said).collect()
    }

    fn block(&self, name: &str, said: &[(String, Said)]) -> String {
        let text = |key: &str| said.iter().find(|(known, _)| known == key).map(|(_, said)| said.cell());
        let title = if self.fight { None } else { text("title") };
        let mut lines = vec![title.clone().unwrap_or_else(|| name.to_owned())];
        if title.is_some_and(|title| slug(&title) != name) {
            lines.push(format!("Name: {name}"));
        }
        let printed = self.grammar.printed;
        let mut done: Vec<String> = OF_WORDS.map(String::from).to_vec();
        for together in &printed.lines {
            let mut entries = Vec::new();
            for at in together.iter().map(|said| split(said)) {
                if let Some(found) = find(said, at) {
                    entries.push(self.entry(at, &found));
                    done.push(path(&at));
                }
            }
            if !entries.is_empty() {
                lines.push(entries.join(", "));
            }
        }
        for key in self.grammar.top.keys.common.iter().filter(|key| !done.iter().any(|done| done == key.name)) {
            let Some((_, found)) = said.iter().find(|(known, _)| known == key.name) else { continue };
            lines.extend(self.lines(key.name, found, &done));
        }
        lines.extend(text("about").map(|about| format!("About: {}", crate::file::one_line(&about))));
        let mut block = lines.join("\n");
        block.push('\n');
        block
    }

    /// `Str 2`
    fn entry(&self, at: (&str, Option<&str>), said: &Said) -> String {
        let label = self.grammar.printed_label(&path(&at));
        match said {
            Said::Flag(true) => label,
            Said::Flag(false) => format!("{label} no"),
            Said::Text(text) => format!("{label} {}", self.name(text)),
            other => format!("{label} {}", other.cell()),
        }
    }

    /// The lines of a key; of a table without what has been printed already.
    fn lines(&self, key: &str, said: &Said, done: &[String]) -> Vec<String> {
        let label = self.grammar.printed_label(key);
        match said {
            Said::Table(members) => {
                let left = members.iter().filter(|(member, _)| !done.contains(&format!("{key}.{member}")));
                let member = |(member, value): &(String, Said)| match value {
                    Said::Text(text) => format!("{} = {}", self.member(key, member), self.name(text)),
                    value => format!("{} {}", self.member(key, member), value.cell()),
                };
                let members: Vec<String> = left.map(member).collect();
                if members.is_empty() { Vec::new() } else { vec![format!("{label}: {}", members.join(", "))] }
            }
            Said::List(items) if items.iter().all(|item| matches!(item, Said::Table(_))) => {
                items.iter().map(|item| self.inner(key, &label, item)).collect()
            }
            Said::List(items) => {
                let item = |item: &Said| match item {
                    Said::List(parts) => {
                        parts.iter().map(|part| self.name(&part.cell())).collect::<Vec<_>>().join(" + ")
                    }
                    item => self.name(&item.cell()),
                };
                vec![format!("{label}: {}", items.iter().map(item).collect::<Vec<_>>().join(", "))]
            }
            Said::Text(text) => vec![format!("{label}: {}", self.name(text))],
            said => vec![self.entry((key, None), said)],
        }
    }

    /// `Weapon rapier: attack 10, parry 10`
    fn inner(&self, key: &str, label: &str, said: &Said) -> String {
        let Said::Table(members) = said else { return String::new() };
        let name = members.iter().find(|(member, _)| member == "name").map(|(_, name)| self.name(&name.cell()));
        let others = members.iter().filter(|(member, _)| member != "name");
        let member = |(member, value): &(String, Said)| match value {
            Said::Flag(true) => self.member(key, member),
            value => format!("{} {}", self.member(key, member), value.cell()),
        };
        let others: Vec<String> = others.map(member).collect();
        format!("{label} {}: {}", name.unwrap_or_default(), others.join(", "))
    }

    fn member(&self, key: &str, member: &str) -> String {
        let path = format!("{key}.{member}");
        let is_printed = self.grammar.printed.labels.iter().any(|(known, _)| *known == path);
        if is_printed { self.grammar.printed_label(&path) } else { self.name(&member.replace('_', " ")) }
    }

    /// Content with spaces for its hyphens, if it is understood so; any other text as it is.
    fn name(&self, text: &str) -> String {
        let spaced = text.replace('-', " ");
        if self.grammar.content(&spaced) == Some(text) { spaced } else { text.to_owned() }
    }
}

fn path((key, member): &(&str, Option<&str>)) -> String {
    member.map_or_else(|| (*key).to_owned(), |member| format!("{key}.{member}"))
}

fn split(path: &str) -> (&str, Option<&str>) {
    path.split_once('.').map_or((path, None), |(key, member)| (key, Some(member)))
}

fn find(said: &[(String, Said)], (key, member): (&str, Option<&str>)) -> Option<Said> {
    let (_, found) = said.iter().find(|(known, _)| known == key)?;
    match (member, found) {
        (None, found) => Some(found.clone()),
        (Some(member), Said::Table(members)) => {
            members.iter().find(|(known, _)| known == member).map(|(_, found)| found.clone())
        }
        (Some(_), _) => None,
    }
}
