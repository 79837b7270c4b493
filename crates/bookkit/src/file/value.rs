//! What stands behind a key.

use std::ops::RangeInclusive;

use skirmish_kernel::words::{nearest, short};
use toml::de::{DeInteger, DeTable, DeValue};

use super::shape::Keys;
use super::{Place, Reader, Shape, Word};
use crate::words::Words;

/// A value of a file, with its key and its place.
#[derive(Clone, Debug)]
pub struct Value<'d> {
    pub(super) reader: &'d Reader,
    pub(super) key: &'d str,
    pub(super) value: &'d DeValue<'d>,
    /// Where it stands.
    pub place: Place<'d>,
}

impl<'d> Value<'d> {
    /// Its key.
    #[must_use]
    pub fn key(&self) -> &'d str {
        self.key
    }

    /// Is it a text?
    #[must_use]
    pub fn is_text(&self) -> bool {
        self.value.is_str()
    }

    /// Is it a table?
    #[must_use]
    pub fn is_table(&self) -> bool {
        self.value.is_table()
    }

    /// The first key of a table.
    pub(crate) fn first_key(&self) -> Option<&'d str> {
        let table = self.value.as_table()?;
        table.keys().min_by_key(|key| key.span().start).map(|key| key.get_ref().as_ref())
    }

    /// A whole number within bounds, or a complaint.
    #[must_use]
    pub fn number<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Option<T> {
        self.multiple(1, range)
    }

    /// A multiple of `step` within bounds, or a complaint.
    #[must_use]
    pub fn multiple<T: TryFrom<i64>>(&self, step: i64, range: RangeInclusive<i64>) -> Option<T> {
        T::try_from(self.whole(step, &range)?).ok()
    }

    pub(super) fn whole(&self, step: i64, range: &RangeInclusive<i64>) -> Option<i64> {
        let (low, high) = (*range.start(), *range.end());
        let DeValue::Integer(digits) = self.value else { return self.misfit(&Shape::number(step, range)) };
        let what = if step == 1 { "number".to_owned() } else { format!("multiple of {step}") };
        let help = format!("a {what} from {low} to {high}");
        let Some(number) = whole(digits) else {
            self.reader.wrong(&self.place, "this number is too large", help);
            return None;
        };
        if !range.contains(&number) || number % step != 0 {
            self.reader.wrong(&self.place, format!("{} = {number}", self.key), help);
            return None;
        }
        Some(number)
    }

    /// A number in steps of a half, counted in halves, or a complaint.
    #[must_use]
    pub fn halves<T: TryFrom<i64>>(&self, range: RangeInclusive<i64>) -> Option<T> {
        T::try_from(self.whole_halves(range)?).ok()
    }

    fn whole_halves(&self, range: RangeInclusive<i64>) -> Option<i64> {
        let shape = Shape::Halves(*range.start(), *range.end());
        let written = match self.value {
            DeValue::Float(digits) => digits.as_str(),
            DeValue::Integer(digits) => digits.as_str(),
            _ => return self.misfit(&shape),
        };
        let twice = written.replace('_', "").parse().ok().map(|number: f64| 2.0 * number);
        let found = range.into_iter().find(|halves| twice == Some(*halves as f64));
        if found.is_none() {
            self.reader.wrong(&self.place, format!("{} = {}", self.key, short(written)), shape.advice());
        }
        found
    }

    /// A text, or a complaint.
    #[must_use]
    pub fn text(&self) -> Option<Word<'d>> {
        match self.value {
            DeValue::String(text) => Some(Word { text, place: self.place.clone() }),
            _ => self.misfit(&Shape::Text),
        }
    }

    /// Yes or no, or a complaint.
    #[must_use]
    pub fn flag(&self) -> Option<bool> {
        match self.value {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.misfit(&Shape::Flag),
        }
    }

    /// One of the words of an enum, or a complaint with the nearest.
    #[must_use]
    pub fn one_of<W: Words>(&self) -> Option<W> {
        let known: Vec<&'static str> = W::VALUES.iter().map(|value| value.word()).collect();
        W::called(self.word_of(&known)?)
    }

    /// One of these words, or a complaint with the nearest.
    #[must_use]
    pub fn word_of(&self, known: &[&'static str]) -> Option<&'static str> {
        let shape = Shape::OneOf(known.to_vec());
        let Some(word) = self.value.as_str() else { return self.misfit(&shape) };
        let found = known.iter().copied().find(|known| *known == word);
        if found.is_none() {
            let near = nearest(word, known.iter().copied());
            let help = near.map_or_else(|| shape.advice(), |near| format!("did you mean `{near}`?"));
            self.reader.wrong(&self.place, format!("`{}` cannot be `{}`", self.key, short(word)), help);
        }
        found
    }

    /// The values of a list; a single value is a list of one.
    #[must_use]
    pub fn items(&self) -> Vec<Self> {
        match self.value {
            DeValue::Array(items) => items
                .iter()
                .map(|item| {
                    let place = Place { span: item.span(), ..self.place.clone() };
                    Self { value: item.get_ref(), place, ..self.clone() }
                })
                .collect(),
            _ => vec![self.clone()],
        }
    }

    /// The values of a list, or a complaint.
    #[must_use]
    pub fn list(&self, of: &dyn Fn() -> Shape) -> Vec<Self> {
        if self.value.is_array() {
            return self.items();
        }
        self.misfit::<()>(&Shape::List(Box::new(of())));
        Vec::new()
    }

    /// The tables of a list with their places; a complaint of each entry that is none, when its turn comes.
    pub(super) fn tables(&self) -> impl Iterator<Item = (&'d DeTable<'d>, Place<'d>)> {
        self.list(&|| Shape::Table(Keys::default())).into_iter().filter_map(|item| match item.value {
            DeValue::Table(table) => Some((table, item.place)),
            _ => item.misfit(&Shape::Table(Keys::default())),
        })
    }

    /// The values of a list with as many entries as the shape has, or a complaint.
    #[must_use]
    pub fn tuple(&self, of: &dyn Fn() -> Shape) -> Option<Vec<Self>> {
        let shape = of();
        let Shape::Tuple(each) = &shape else { return None };
        if !self.value.is_array() {
            return self.misfit(&shape);
        }
        let items = self.items();
        if items.len() != each.len() {
            let message = format!("`{}` has {} entries", short(self.key), items.len());
            self.reader.wrong(&self.place, message, shape.advice());
            return None;
        }
        Some(items)
    }

    /// A number or a word as it is written: what house rules are set to.
    #[must_use]
    pub fn setting(&self) -> Option<String> {
        match self.value {
            DeValue::String(word) => Some(word.to_string()),
            DeValue::Integer(digits) => Some(whole(digits).map_or_else(|| digits.to_string(), |n| n.to_string())),
            DeValue::Boolean(flag) => Some(if *flag { "yes" } else { "no" }.into()),
            _ => {
                self.reader.wrong(&self.place, "a house rule is set to a number or a word", "");
                None
            }
        }
    }

    /// It is not what belongs here.
    pub(super) fn misfit<T>(&self, wanted: &Shape) -> Option<T> {
        let is = match self.value {
            DeValue::String(_) => "a text",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "`true` or `false`",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        self.reader.wrong(&self.place, format!("`{}` cannot be {is}", short(self.key)), wanted.advice());
        None
    }
}

fn whole(digits: &DeInteger) -> Option<i64> {
    i64::from_str_radix(digits.as_str(), digits.radix()).ok()
}
