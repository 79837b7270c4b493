//! A table of a file.

mod tables;

use std::cell::RefCell;
use std::ops::RangeInclusive;
use std::rc::Rc;
use std::sync::OnceLock;

use skirmish_kernel::Source;
use skirmish_kernel::words::{nearest, short};
use toml::de::{DeTable, DeValue};

use super::shape::{Key, Keys};
use super::{Document, Place, Reader, Shape, Value, Word, one_line};
use crate::words::{WordSet, Words};

/// A table of a file, possibly laid over others: a key that it does not have is read from what lies below.
#[derive(Clone, Debug)]
pub struct Row<'d> {
    reader: &'d Reader,
    layers: Vec<Layer<'d>>,
    asked: Rc<RefCell<Asked<'d>>>,
    describes: bool,
}

/// One table among those that lie over each other.
#[derive(Clone, Debug)]
struct Layer<'d> {
    table: &'d DeTable<'d>,
    place: Place<'d>,
}

/// What has been asked for.
#[derive(Debug, Default)]
struct Asked<'d> {
    names: Vec<&'static str>,
    /// Tables that are read key by key.
    parts: Vec<(&'static str, Row<'d>)>,
    /// Only where the file is described.
    keys: Vec<Key>,
    /// Names that keys had once.
    older: Vec<Key>,
    /// Kinds of this table with their own keys; only where the file is described.
    kinds: Vec<(&'static str, &'static str, Keys)>,
    /// Which of them cannot be left out.
    needed: Vec<&'static str>,
    /// Nobody can say which keys belong here.
    forgives: bool,
}

impl<'d> Row<'d> {
    /// A whole file.
    pub(super) fn root(reader: &'d Reader, document: &'d Document<'d>) -> Self {
        let span = 0..0;
        let place = Place { source: &document.source, span, inherited: false };
        Self::of(reader, vec![Layer { table: &document.root, place }])
    }

    /// Nothing at all: what is read from it says what may be there.
    pub(super) fn nothing(reader: &'d Reader) -> Self {
        Self { describes: true, ..Self::of(reader, Vec::new()) }
    }

    fn of(reader: &'d Reader, layers: Vec<Layer<'d>>) -> Self {
        Self { reader, layers, asked: Rc::default(), describes: false }
    }

    /// A table inside of this one, described as this one is.
    fn inner(&self, layers: Vec<Layer<'d>>) -> Self {
        Self { describes: self.describes, ..Self::of(self.reader, layers) }
    }

    /// This table, laid over another one. Keys that are asked of both count as asked of this one.
    #[must_use]
    pub fn over(&self, base: &Self) -> Self {
        let below = base.layers.iter().cloned().map(|layer| {
            let place = Place { inherited: true, ..layer.place };
            Layer { place, ..layer }
        });
        Self { layers: self.layers.iter().cloned().chain(below).collect(), ..self.clone() }
    }

    /// This table, going on in another one: what stands there has been looked at by nobody else, and is its own as well.
    #[must_use]
    pub fn going_on_in(&self, other: &Self) -> Self {
        Self { layers: self.layers.iter().chain(&other.layers).cloned().collect(), ..self.clone() }
    }

    /// This table alone, without what it lies over.
    #[must_use]
    pub fn own(&self) -> Self {
        Self { layers: self.own_layers().cloned().collect(), ..self.clone() }
    }

    fn own_layers(&self) -> impl Iterator<Item = &Layer<'d>> {
        self.layers.iter().filter(|layer| !layer.place.inherited)
    }

    /// This table and those that it lies over, each alone, this one first.
    #[must_use]
    pub fn layers(&self) -> Vec<Self> {
        let alone = |layer: &Layer<'d>| Self { layers: vec![layer.clone()], ..self.clone() };
        if self.describes { vec![self.clone()] } else { self.layers.iter().map(alone).collect() }
    }

    /// Whom to tell what is wrong.
    #[must_use]
    pub fn reader(&self) -> &'d Reader {
        self.reader
    }

    /// Is the file only described, and nothing read?
    #[must_use]
    pub fn describes(&self) -> bool {
        self.describes
    }

    /// Where the table begins.
    #[must_use]
    pub fn place(&self) -> Place<'d> {
        static NOWHERE: OnceLock<Source> = OnceLock::new();
        let nowhere = || Place { source: NOWHERE.get_or_init(|| Source::new("", "")), span: 0..0, inherited: false };
        self.layers.first().map_or_else(nowhere, |layer| layer.place.clone())
    }

    /// Notes that something is wrong with the table as a whole, or with what its name stands for.
    pub fn wrong(&self, message: impl Into<String>, help: impl Into<String>) {
        let place = self.place_of("name").unwrap_or_else(|| self.place());
        self.reader.wrong(&place, message, help);
    }

    /// Where a key's value stands, if it is there.
    #[must_use]
    pub fn place_of(&self, key: &str) -> Option<Place<'d>> {
        self.find(key).map(|(_, place)| place)
    }

    fn find(&self, key: &str) -> Option<(&'d DeValue<'d>, Place<'d>)> {
        self.layers.iter().find_map(|layer| {
            let value = layer.table.get(key)?;
            Some((value.get_ref(), Place { span: value.span(), ..layer.place.clone() }))
        })
    }

    fn ask(&self, key: &'static str, about: &'static str, shape: &dyn Fn() -> Shape) {
        let mut asked = self.asked.borrow_mut();
        if !asked.names.contains(&key) {
            asked.names.push(key);
            if self.describes {
                asked.keys.push(Key { name: key, about, shape: shape(), needed: false });
            }
        }
    }

    /// Under how many other tables the one lies that has this key.
    fn depth(&self, key: &str) -> Option<usize> {
        self.layers.iter().position(|layer| layer.table.contains_key(key))
    }

    /// No complaint of keys that nobody asks for: whoever reads this table in full says what is unknown.
    pub(crate) fn forgive(&self) {
        self.asked.borrow_mut().forgives = true;
    }

    /// Does this very table have the key, whatever it lies over or goes on in?
    pub(crate) fn own_has(&self, key: &str) -> bool {
        self.layers.first().is_some_and(|layer| layer.table.contains_key(key))
    }

    /// The names of all keys that stand here or in what lies below, this table's own first.
    pub(crate) fn names_said(&self) -> Vec<&'d str> {
        let mut all: Vec<&str> = Vec::new();
        for layer in &self.layers {
            let mut own: Vec<_> = layer.table.keys().collect();
            own.sort_by_key(|key| key.span().start);
            for key in own.into_iter().map(|key| key.get_ref().as_ref()) {
                if !all.contains(&key) {
                    all.push(key);
                }
            }
        }
        all
    }

    /// What stands behind a key, this table's own first, then what lies below: read by nobody, and no complaint.
    pub(crate) fn all_said(&self, key: &str) -> Vec<&'d DeValue<'d>> {
        self.layers.iter().filter_map(|layer| layer.table.get(key)).map(toml::Spanned::get_ref).collect()
    }

    /// Is this key there? It counts as asked for only by the one who reads it.
    #[must_use]
    pub fn has(&self, key: &str) -> bool {
        self.layers.iter().any(|layer| layer.table.contains_key(key))
    }

    /// Complains of each of these keys that is not there.
    pub fn needs(&self, keys: &[&'static str]) {
        for key in keys {
            if !self.describes && !self.has(key) {
                let message = format!("`{key}` is missing here");
                self.reader.wrong(&self.place(), message, format!("{key} = …"));
            }
        }
        self.asked.borrow_mut().needed.extend(keys);
    }

    /// This key may be left out after all.
    pub(crate) fn needs_not(&self, key: &'static str) {
        self.asked.borrow_mut().needed.retain(|needed| *needed != key);
    }

    /// Where the file is described: these keys have not been asked for.
    pub(crate) fn forgets(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().keys.retain(|key| !keys.contains(&key.name));
    }

    /// Everything that has been asked for, and the names that keys had once.
    pub(crate) fn all_asked(&self) -> Vec<&'static str> {
        let asked = self.asked.borrow();
        asked.names.iter().copied().chain(asked.older.iter().map(|key| key.name)).collect()
    }

    /// These keys count as asked for.
    pub(crate) fn knows(&self, keys: &[&'static str]) {
        self.asked.borrow_mut().names.extend(keys);
    }

    /// What stands behind a key, whatever it is.
    #[must_use]
    pub fn value(&self, key: &'static str, about: &'static str, shape: &dyn Fn() -> Shape) -> Option<Value<'d>> {
        self.ask(key, about, shape);
        let (value, place) = self.find(key)?;
        Some(Value { reader: self.reader, key, value, place })
    }

    /// A whole number.
    #[must_use]
    pub fn number<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        self.multiple(key, about, 1, range)
    }

    /// A whole number whose bounds follow from what else stands here; no table can go beyond `widest`, which is what is
    /// said of all of them where the file is described.
    #[must_use]
    pub fn number_here<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
        widest: RangeInclusive<i64>,
    ) -> Option<T> {
        self.number(key, about, if self.describes { widest } else { range })
    }

    /// A whole number that is a multiple of `step`.
    #[must_use]
    pub fn multiple<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        about: &'static str,
        step: i64,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        T::try_from(self.whole(key, about, step, range)?).ok()
    }

    // What follows the type that a caller wants is thin, here and below: every book has it for each of its types.
    fn whole(&self, key: &'static str, about: &'static str, step: i64, range: RangeInclusive<i64>) -> Option<i64> {
        self.value(key, about, &|| Shape::number(step, &range))?.whole(step, &range)
    }

    /// A whole number under a name with a dot (`saves.reaction`: the key `reaction` of the table `saves`), or under one
    /// that it had once.
    pub(crate) fn number_at(
        &self,
        name: &'static str,
        once: &'static [&'static str],
        about: &'static str,
        step: i64,
        range: RangeInclusive<i64>,
    ) -> Option<i64> {
        let plain = once.iter().copied().filter(|name| !name.contains('.'));
        let older = plain.clone().filter_map(|name| self.depth(name).map(|depth| (depth, name))).min();
        let depth = self.depth(name.split_once('.').map_or(name, |(table, _)| table)).unwrap_or(usize::MAX);
        let key = |name| Key { name, about, shape: Shape::number(step, &range), needed: false };
        self.asked.borrow_mut().older.extend(plain.map(key));
        if let Some((older_depth, older)) = older {
            self.asked.borrow_mut().names.push(older);
            if let Some(place) = self.place_of(older).filter(|_| older_depth == depth) {
                let message = format!("`{older}` is what `{name}` was called once");
                self.reader.wrong(&place, message, "leave one of the two out");
            }
        }
        match (older, name.split_once('.')) {
            (Some((older_depth, older)), _) if older_depth < depth => self.find(older).and_then(|(value, place)| {
                Value { reader: self.reader, key: older, value, place }.multiple(step, range)
            }),
            (_, Some((table, key))) => self.part(table).multiple(key, about, step, range),
            (_, None) => self.multiple(name, about, step, range),
        }
    }

    /// A table inside of this one that is read key by key.
    fn part(&self, key: &'static str) -> Self {
        let known = self.asked.borrow().parts.iter().find(|(name, _)| *name == key).map(|(_, part)| part.clone());
        known.unwrap_or_else(|| {
            let part = self.inner(self.tables_of(key));
            let mut asked = self.asked.borrow_mut();
            asked.names.push(key);
            asked.parts.push((key, part.clone()));
            part
        })
    }

    /// A number in steps of a half, counted in halves.
    #[must_use]
    pub fn halves<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<T> {
        self.value(key, about, &|| Shape::Halves(*range.start(), *range.end()))?.halves(range)
    }

    /// A list of whole numbers, all within the same bounds.
    #[must_use]
    pub fn numbers<T: TryFrom<i64>>(
        &self,
        key: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
    ) -> Option<Vec<T>> {
        let numbers = self.whole_list(key, about, &range)?;
        Some(numbers.into_iter().filter_map(|number| T::try_from(number).ok()).collect())
    }

    fn whole_list(&self, key: &'static str, about: &'static str, range: &RangeInclusive<i64>) -> Option<Vec<i64>> {
        let shape = || Shape::Number(*range.start(), *range.end());
        let value = self.value(key, about, &|| Shape::List(Box::new(shape())))?;
        Some(value.list(&shape).iter().filter_map(|item| item.whole(1, range)).collect())
    }

    /// A list of so many whole numbers, each within bounds of its own.
    #[must_use]
    pub fn array<T: TryFrom<i64>, const N: usize>(
        &self,
        key: &'static str,
        about: &'static str,
        ranges: [RangeInclusive<i64>; N],
    ) -> Option<[T; N]> {
        let numbers = self.whole_tuple(key, about, &ranges)?;
        let numbers = numbers.into_iter().filter_map(|number| T::try_from(number).ok());
        numbers.collect::<Vec<T>>().try_into().ok()
    }

    fn whole_tuple(&self, key: &'static str, about: &'static str, ranges: &[RangeInclusive<i64>]) -> Option<Vec<i64>> {
        let shape = || Shape::Tuple(ranges.iter().map(|range| Shape::Number(*range.start(), *range.end())).collect());
        let items = self.value(key, about, &shape)?.tuple(&shape)?;
        Some(items.iter().zip(ranges).filter_map(|(item, range)| item.whole(1, range)).collect())
    }

    /// Yes or no.
    #[must_use]
    pub fn flag(&self, key: &'static str, about: &'static str) -> Option<bool> {
        self.value(key, about, &|| Shape::Flag)?.flag()
    }

    /// Those words of an enum that are keys here, and true.
    #[must_use]
    pub fn flags<W: Words>(&self) -> WordSet<W> {
        let set = |word: &W| self.flag(word.word(), word.about()).unwrap_or(false);
        W::VALUES.iter().copied().filter(set).collect()
    }

    /// A text with its place.
    #[must_use]
    pub fn word(&self, key: &'static str, about: &'static str) -> Option<Word<'d>> {
        self.value(key, about, &|| Shape::Text)?.text()
    }

    /// A text that cannot be left out; empty where it is.
    #[must_use]
    pub fn needed(&self, key: &'static str, about: &'static str) -> Word<'d> {
        let word = self.word(key, about);
        self.needs(&[key]);
        word.unwrap_or_else(|| Word { text: "", place: self.place() })
    }

    /// A text for people, on one line.
    #[must_use]
    pub fn line(&self, key: &'static str, about: &'static str) -> Option<String> {
        self.word(key, about).map(|word| one_line(&word))
    }

    /// One of the words of an enum.
    #[must_use]
    pub fn one_of<W: Words>(&self, key: &'static str, about: &'static str) -> Option<W> {
        W::called(self.word_of(key, about, &words_of::<W>())?)
    }

    fn word_of(&self, key: &'static str, about: &'static str, known: &[&'static str]) -> Option<&'static str> {
        self.value(key, about, &|| Shape::OneOf(known.to_vec()))?.word_of(known)
    }

    /// Does this word stand there, the only one that may?
    #[must_use]
    pub fn only(&self, key: &'static str, about: &'static str, word: &'static str) -> bool {
        self.word_of(key, about, &[word]).is_some()
    }

    /// A list of words of an enum; where there is but one, it may stand alone.
    #[must_use]
    pub fn some_of<W: Words>(&self, key: &'static str, about: &'static str) -> Option<Vec<W>> {
        let words = self.words_of(key, about, &words_of::<W>())?;
        Some(words.into_iter().filter_map(W::called).collect())
    }

    fn words_of(&self, key: &'static str, about: &'static str, known: &[&'static str]) -> Option<Vec<&'static str>> {
        let one = || Shape::OneOf(known.to_vec());
        let value = self.value(key, about, &|| Shape::Either(vec![one(), Shape::List(Box::new(one()))]))?;
        Some(value.items().iter().filter_map(|item| item.word_of(known)).collect())
    }

    /// A list of texts.
    #[must_use]
    pub fn words(&self, key: &'static str, about: &'static str) -> Option<Vec<Word<'d>>> {
        let value = self.value(key, about, &|| Shape::List(Box::new(Shape::Text)))?;
        Some(value.list(&|| Shape::Text).iter().filter_map(Value::text).collect())
    }

    /// Lists of texts.
    #[must_use]
    pub fn word_lists(&self, key: &'static str, about: &'static str) -> Vec<Vec<Word<'d>>> {
        let texts = || Shape::List(Box::new(Shape::Text));
        let Some(value) = self.value(key, about, &|| Shape::List(Box::new(texts()))) else { return Vec::new() };
        let lists = value.list(&texts);
        lists.iter().map(|list| list.list(&|| Shape::Text).iter().filter_map(Value::text).collect()).collect()
    }

    /// Complains of each key that nobody has asked for.
    pub(crate) fn rest_is_unknown(&self) {
        let asked = self.asked.borrow();
        asked.parts.iter().for_each(|(_, part)| part.rest_is_unknown());
        for layer in self.own_layers().filter(|_| !asked.forgives) {
            let unknown = layer.table.keys().filter(|key| !asked.names.contains(&key.get_ref().as_ref()));
            for key in unknown.take_while(|_| !self.reader.is_full()) {
                let name = key.get_ref();
                let help = match nearest(name, asked.names.iter().copied()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("known here: {}", asked.names.join(", ")),
                };
                let place = Place { span: key.span(), ..layer.place.clone() };
                self.reader.wrong(&place, format!("there is no key `{}` here", short(name)), help);
            }
        }
    }

    /// What has been asked for.
    pub(super) fn keys(&self) -> Keys {
        let asked = self.asked.borrow();
        let part = |(name, part): &(&'static str, Self)| Key {
            name,
            about: "Numbers by name.",
            shape: Shape::Table(part.keys()),
            needed: false,
        };
        let mut keys: Vec<Key> = asked.keys.iter().cloned().chain(asked.parts.iter().map(part)).collect();
        keys.iter_mut().for_each(|key| key.needed = asked.needed.contains(&key.name));
        Keys { common: keys, kinds: asked.kinds.clone(), older: asked.older.clone() }
    }
}

/// A kind of table: its word, and who reads it.
pub type Kind<'k, 'd, T> = (&'static str, &'k dyn Fn(&Row<'d>) -> T);

fn words_of<W: Words>() -> Vec<&'static str> {
    W::VALUES.iter().map(|value| value.word()).collect()
}
