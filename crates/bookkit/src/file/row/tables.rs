//! Tables inside of a table: by key, by name, of one of several kinds.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use skirmish_kernel::words::{nearest, short};
use toml::de::DeValue;

use super::{Keys, Kind, Layer, Row};
use crate::file::{Place, Shape, Value, Word};

impl<'d> Row<'d> {
    /// The tables under a key, looked at beforehand: whoever reads them says what is unknown.
    #[must_use]
    pub fn peek(&self, key: &str) -> Vec<Self> {
        let Some((DeValue::Array(items), place)) = self.find(key) else { return Vec::new() };
        let row = |item: &'d toml::Spanned<DeValue<'d>>| {
            let table = item.get_ref().as_table()?;
            Some(self.inner(vec![Layer { table, place: Place { span: item.span(), ..place.clone() } }]))
        };
        items.iter().filter_map(row).collect()
    }

    /// The texts under `inner` in all tables under `key`, looked at beforehand.
    #[must_use]
    pub fn words_in(&self, key: &str, inner: &'static str) -> Vec<Word<'d>> {
        self.peek(key).iter().filter_map(|row| row.word(inner, "")).collect()
    }

    /// A table whose keys are names, in the order of the text: first those of what this table lies over, with this one's
    /// values in their places, then its own.
    #[must_use]
    pub fn names(&self, key: &'static str, about: &'static str, of: &dyn Fn() -> Shape) -> Vec<(Word<'d>, Value<'d>)> {
        self.ask(key, about, &|| Shape::Names(Box::new(of())));
        let mut all: Vec<(Word<'d>, Value<'d>)> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for layer in self.tables_of(key).iter().rev() {
            let mut own: Vec<_> = layer.table.iter().collect();
            own.sort_by_key(|(name, _)| name.span().start);
            for (name, value) in own {
                let at = |span| Place { span, ..layer.place.clone() };
                let word = Word { text: name.get_ref(), place: at(name.span()) };
                let place = at(value.span());
                let value = Value { reader: self.reader, key: name.get_ref(), value: value.get_ref(), place };
                match known.entry(word.text) {
                    Entry::Occupied(at) => all[*at.get()] = (word, value),
                    Entry::Vacant(new) => {
                        new.insert(all.len());
                        all.push((word, value));
                    }
                }
            }
        }
        all
    }

    /// The tables that stand behind a key, this one's first.
    pub(super) fn tables_of(&self, key: &'static str) -> Vec<Layer<'d>> {
        let mut tables = Vec::new();
        for layer in &self.layers {
            let Some(value) = layer.table.get(key) else { continue };
            let place = Place { span: value.span(), ..layer.place.clone() };
            match value.get_ref() {
                DeValue::Table(table) => tables.push(Layer { table, place }),
                other => {
                    let value = Value { reader: self.reader, key, value: other, place };
                    value.misfit::<()>(&Shape::Table(Keys::default()));
                }
            }
        }
        tables
    }

    /// A table inside of this one; where there is none, its reader finds nothing in it.
    pub fn table<T>(&self, key: &'static str, about: &'static str, by: impl FnOnce(&Row<'d>) -> T) -> T {
        let row = self.inner(self.tables_of(key));
        let read = by(&row);
        row.rest_is_unknown();
        self.ask(key, about, &|| Shape::Table(row.keys()));
        read
    }

    /// The same where there is one.
    pub fn table_if<T>(&self, key: &'static str, about: &'static str, by: impl FnOnce(&Row<'d>) -> T) -> Option<T> {
        if self.describes || self.has(key) {
            return Some(self.table(key, about, by)).filter(|_| !self.describes);
        }
        self.ask(key, about, &|| Shape::Flag);
        None
    }

    /// Tables under one key: `[[combatant]]`.
    pub fn tables<T>(&self, key: &'static str, about: &'static str, mut by: impl FnMut(&Row<'d>) -> T) -> Vec<T> {
        let mut read = Vec::new();
        self.each_table(key, about, &mut |row| read.push(by(row)));
        if self.describes { Vec::new() } else { read }
    }

    /// Hands over each of the tables under one key; nothing, where the file is described.
    pub(in crate::file) fn each_table(&self, key: &'static str, about: &'static str, by: &mut dyn FnMut(&Row<'d>)) {
        if self.describes {
            let row = self.inner(Vec::new());
            by(&row);
            self.ask(key, about, &|| Shape::List(Box::new(Shape::Table(row.keys()))));
            return;
        }
        let tables = || Shape::List(Box::new(Shape::Table(Keys::default())));
        let Some(value) = self.value(key, about, &tables) else { return };
        for (table, place) in value.tables() {
            let row = self.inner(vec![Layer { table, place }]);
            by(&row);
            row.rest_is_unknown();
        }
    }

    /// Tables under one key that are called by their `name`: this table's own, laid over those of the same name below, and
    /// then what only stands below.
    pub fn named_tables<T>(&self, key: &'static str, about: &'static str, mut by: impl FnMut(&Row<'d>) -> T) -> Vec<T> {
        if self.describes {
            return self.tables(key, about, by);
        }
        let read = |row: Row<'d>| {
            let read = by(&row);
            row.rest_is_unknown();
            read
        };
        self.by_name(key, about).into_iter().map(read).collect()
    }

    /// Those tables, one for each name.
    fn by_name(&self, key: &'static str, about: &'static str) -> Vec<Self> {
        let mut all: Vec<Vec<Layer<'d>>> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for layer in self.layers() {
            let mut own: BTreeSet<&str> = BTreeSet::new();
            let Some(value) = layer.value(key, about, &|| Shape::Flag) else { continue };
            for (table, place) in value.tables() {
                let name = table.get("name").and_then(|name| name.get_ref().as_str());
                if let Some(twice) = name.filter(|name| !own.insert(*name)) {
                    let message = format!("two tables under `{key}` are called `{}`", short(twice));
                    self.reader.wrong(&place, message, "one table for all that is said of it");
                }
                let at = name.map_or(all.len(), |name| *known.entry(name).or_insert(all.len()));
                if at == all.len() {
                    all.push(Vec::new());
                }
                all[at].push(Layer { table, place });
            }
        }
        all.into_iter().map(|layers| self.inner(layers)).collect()
    }

    /// A table of one of several kinds: its key `key` says which, and each kind reads the rest in its own way.
    #[must_use]
    pub fn kind<T>(&self, key: &'static str, about: &'static str, kinds: &[Kind<'_, 'd, T>]) -> Option<T> {
        let words: Vec<&'static str> = kinds.iter().map(|(word, _)| *word).collect();
        if self.describes {
            self.describe_kinds(key, about, &words, &|at, row| drop((kinds[at].1)(row)));
            return None;
        }
        let at = self.which(key, about, &words)?;
        Some((kinds[at].1)(self))
    }

    fn describe_kinds(
        &self,
        key: &'static str,
        about: &'static str,
        words: &[&'static str],
        read: &dyn Fn(usize, &Row<'d>),
    ) {
        self.ask(key, about, &|| Shape::OneOf(words.to_vec()));
        self.needs(&[key]);
        for (at, word) in words.iter().enumerate() {
            let row = self.inner(Vec::new());
            read(at, &row);
            self.asked.borrow_mut().kinds.push((key, word, row.keys()));
        }
    }

    /// Which of these words stands there, or a complaint.
    fn which(&self, key: &'static str, about: &'static str, words: &[&'static str]) -> Option<usize> {
        self.needs(&[key]);
        let word = self.word(key, about)?;
        let found = words.iter().position(|known| *known == &*word);
        if found.is_none() {
            let near = nearest(&word, words.iter().copied()).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or_else(|| Shape::OneOf(words.to_vec()).advice());
            self.reader.wrong(&word.place, format!("`{key}` cannot be `{}`", short(&word)), help);
            // What else stands there belongs to a kind that is not known.
            self.asked.borrow_mut().forgives = true;
        }
        found
    }
}
