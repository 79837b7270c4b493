//! The numbers of a sheet, each said once.
//!
//! From one row come the key of files with its check and its place in the JSON Schema, the path that edicts and
//! expectations use with the same bounds, what it is made from where a file is silent, and the page that lists all keys.

use std::ops::RangeInclusive;

use skirmish_kernel::words::short;
use skirmish_kernel::{Op, Refusal};

use crate::file::Row;

/// A number inside a sheet, of whatever width.
#[derive(Debug)]
pub enum Number<'s> {
    /// 0 to 255.
    U8(&'s mut u8),
    /// 0 to 65,535.
    U16(&'s mut u16),
    /// -128 to 127.
    I8(&'s mut i8),
    /// -32,768 to 32,767.
    I16(&'s mut i16),
    /// Any.
    I32(&'s mut i32),
    /// One that may be left out.
    Maybe(&'s mut Option<i32>),
}

macro_rules! numbers {
    ($($kind:ident: $of:ty,)+) => {
        $(impl<'s> From<&'s mut $of> for Number<'s> {
            fn from(number: &'s mut $of) -> Self {
                Self::$kind(number)
            }
        })+
    };
}

numbers! { U8: u8, U16: u16, I8: i8, I16: i16, I32: i32, Maybe: Option<i32>, }

impl Number<'_> {
    /// What it is; nothing where it is left out.
    #[must_use]
    pub fn get(&self) -> Option<i64> {
        Some(match self {
            Self::U8(number) => (**number).into(),
            Self::U16(number) => (**number).into(),
            Self::I8(number) => (**number).into(),
            Self::I16(number) => (**number).into(),
            Self::I32(number) => (**number).into(),
            Self::Maybe(number) => return number.map(Into::into),
        })
    }

    /// Makes it another one; what does not fit becomes the nearest that does.
    pub fn set(self, new: i64) {
        macro_rules! put {
            ($number:expr, $of:ty) => {
                *$number = <$of>::try_from(new.clamp(<$of>::MIN.into(), <$of>::MAX.into())).unwrap_or_default()
            };
        }
        match self {
            Self::U8(number) => put!(number, u8),
            Self::U16(number) => put!(number, u16),
            Self::I8(number) => put!(number, i8),
            Self::I16(number) => put!(number, i16),
            Self::I32(number) => put!(number, i32),
            Self::Maybe(number) => *number = i32::try_from(new).ok(),
        }
    }
}

/// What a number is where a file is silent.
pub enum Fallback<S, C> {
    /// Always the same.
    Is(i64),
    /// It follows from the rows above it and from the rules.
    From(fn(&S, &C) -> i64),
    /// It is left as it is.
    Left,
}

/// A number of a sheet `S`, made under rules `C`.
pub struct Stat<S: 'static, C: 'static = ()> {
    /// `level`; with a dot where files have a table: `saves.reaction`.
    pub name: &'static str,
    /// What it is, as a person reads it: a few words, then what it is where nothing is said.
    pub about: &'static str,
    /// Least and most.
    pub range: RangeInclusive<i64>,
    /// It is a multiple of this.
    pub step: i64,
    /// Names that it had once; files and edicts that use them are still understood.
    pub once: &'static [&'static str],
    /// Does a file have it? What follows from other things can still be set by hand.
    pub in_files: bool,
    /// Where it lies.
    pub of: fn(&mut S) -> Number<'_>,
    /// What it is where a file is silent.
    pub fallback: Fallback<S, C>,
}

impl<S, C> Stat<S, C> {
    /// A number that files may have.
    pub const fn new(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<i64>,
        of: fn(&mut S) -> Number<'_>,
    ) -> Self {
        Self { name, about, range, step: 1, once: &[], in_files: true, of, fallback: Fallback::Left }
    }

    /// What it is where a file is silent.
    #[must_use]
    pub const fn or(self, number: i64) -> Self {
        Self { fallback: Fallback::Is(number), ..self }
    }

    /// What it is made from where a file is silent; rows above are done already.
    #[must_use]
    pub const fn or_from(self, from: fn(&S, &C) -> i64) -> Self {
        Self { fallback: Fallback::From(from), ..self }
    }

    /// Only multiples of `step` are possible.
    #[must_use]
    pub const fn in_steps_of(self, step: i64) -> Self {
        Self { step, ..self }
    }

    /// The names that it had once.
    #[must_use]
    pub const fn once(self, names: &'static [&'static str]) -> Self {
        Self { once: names, ..self }
    }

    /// No file has it: it follows from other things, and can be set by hand.
    #[must_use]
    pub const fn by_hand(self) -> Self {
        Self { in_files: false, ..self }
    }
}

/// Where a number lies in a sheet: `at!(attributes[0])`.
#[macro_export]
macro_rules! at {
    ($($path:tt)+) => { |sheet| $crate::stat::Number::from(&mut sheet.$($path)+) };
}

/// The stats of a sheet.
pub type Stats<S, C = ()> = &'static [Stat<S, C>];

/// Reads the numbers of a sheet from a table, one after the other: given ones are checked, the others follow.
pub fn read<S, C>(stats: Stats<S, C>, row: &Row, sheet: &mut S, rules: &C) {
    fill(stats, &given(stats, row), sheet, rules);
}

/// A sheet with nothing but its numbers, read from a table.
#[must_use]
pub fn sheet<S: Default, C>(stats: Stats<S, C>, row: &Row, rules: &C) -> S {
    let mut sheet = S::default();
    read(stats, row, &mut sheet, rules);
    sheet
}

/// The numbers that a table gives, in the order of the stats, checked.
#[must_use]
pub fn given<S, C>(stats: Stats<S, C>, row: &Row) -> Vec<Option<i64>> {
    let number = |stat: &Stat<S, C>| row.number_at(stat.name, stat.once, stat.about, stat.step, stat.range.clone());
    stats.iter().map(|stat| stat.in_files.then(|| number(stat)).flatten()).collect()
}

/// Puts the numbers that are given into a sheet, and makes the others; where the list ends, nothing is given.
pub fn fill<S, C>(stats: Stats<S, C>, given: &[Option<i64>], sheet: &mut S, rules: &C) {
    for (at, stat) in stats.iter().enumerate().filter(|(_, stat)| stat.in_files) {
        let given = given.get(at).copied().flatten();
        let number = given.or_else(|| match stat.fallback {
            Fallback::Is(number) => Some(number),
            Fallback::From(from) => Some(from(sheet, rules).clamp(*stat.range.start(), *stat.range.end())),
            Fallback::Left => None,
        });
        if let Some(number) = number {
            (stat.of)(sheet).set(number);
        }
    }
}

/// The stat that a path means, by its name or one that it had once.
#[must_use]
pub fn find<S, C>(stats: Stats<S, C>, name: &str) -> Option<&'static Stat<S, C>> {
    let named = stats.iter().find(|stat| stat.name == name);
    named.or_else(|| stats.iter().find(|stat| stat.once.contains(&name)))
}

/// What a path says of a sheet.
#[must_use]
pub fn value<S: Clone, C>(stats: Stats<S, C>, sheet: &S, name: &str) -> Option<i64> {
    let stat = find(stats, name)?;
    (stat.of)(&mut sheet.clone()).get()
}

/// The numbers of a sheet as people read them, line by line: `guard 8`. What is left out is not listed.
#[must_use]
pub fn lines<S: Clone, C>(stats: Stats<S, C>, sheet: &S) -> Vec<String> {
    let mut sheet = sheet.clone();
    let line = |stat: &Stat<S, C>| (stat.of)(&mut sheet).get().map(|number| format!("{} {number}", stat.name));
    stats.iter().filter_map(line).collect()
}

/// Changes a number of a sheet by hand, within its bounds; one that may be left out is left out by `none`.
///
/// # Errors
/// What it may be; nothing is changed.
pub fn change<S, C>(stat: &Stat<S, C>, sheet: &mut S, op: Op, value: &str) -> Result<(), Refusal> {
    let number = match (stat.of)(sheet) {
        Number::Maybe(number) if matches!(value, "none" | "no") => {
            *number = None;
            return Ok(());
        }
        number => number,
    };
    let new = changed(number.get().unwrap_or(0), op, value, &stat.range)?;
    if new % stat.step != 0 {
        return Err(Refusal::because(format!("{new}: only multiples of {} are possible", stat.step)));
    }
    number.set(new);
    Ok(())
}

/// A number by hand, within its bounds.
///
/// # Errors
/// What it may be.
pub fn changed(old: i64, op: Op, value: &str, range: &RangeInclusive<i64>) -> Result<i64, Refusal> {
    let number: i64 = value.parse().map_err(|_| Refusal::because(format!("`{}` is no whole number", short(value))))?;
    let new = match op {
        Op::Set => number,
        Op::Add => old.saturating_add(number),
        Op::Take => old.saturating_sub(number),
    };
    if range.contains(&new) {
        Ok(new)
    } else {
        Err(Refusal::because(format!("{new} is outside {} to {}", range.start(), range.end())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_left_out_is_left_out_by_none() {
        let stat: Stat<Option<i32>> = Stat::new("riders", "", 0..=9, |sheet| sheet.into());
        let mut sheet = Some(4);
        let mut becomes = |op, value| change(&stat, &mut sheet, op, value).map(|()| sheet).ok();
        assert_eq!(becomes(Op::Set, "none"), Some(None));
        assert_eq!(becomes(Op::Add, "3"), Some(Some(3)));
        assert_eq!(becomes(Op::Set, "no"), Some(None));
        assert_eq!(becomes(Op::Set, "10"), None);
    }
}
