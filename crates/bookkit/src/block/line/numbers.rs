//! Whole numbers behind a label, or behind several.

use skirmish_kernel::words::short;

use super::{LineReader, MOST_LABELS, Within};
use crate::block::label::{Scope, Target, word_at};
use crate::block::said::Said;
use crate::file::Shape;

impl LineReader<'_> {
    /// `Str / Dex / Int 2/1/0`: labels that stand side by side before as many numbers.
    pub(super) fn more_labels<'p>(
        &mut self,
        scope: &'p Scope,
        first: (&'p str, Option<&'p str>),
    ) -> Vec<(&'p str, Option<&'p str>)> {
        let mut paths = vec![first];
        loop {
            let before = self.at;
            self.skip(&['/', ',', '&']);
            let next = scope.at(self.line, self.at).into_iter().find_map(|(target, end)| match target {
                Target::Key(key, member)
                    if matches!(scope.shape(key, member), Some(Shape::Number(..) | Shape::Multiple(..))) =>
                {
                    Some(((key, member), end))
                }
                _ => None,
            });
            let Some((path, end)) = next.filter(|_| paths.len() < MOST_LABELS) else {
                self.at = before;
                return paths;
            };
            paths.push(path);
            self.at = Self { at: end, reads: Vec::new(), ..*self }.behind_label().0;
        }
    }

    /// A whole number with its sign, and where it ends; nothing where there is none, or a fraction.
    pub(super) fn number_at(&self, at: usize) -> Option<(i64, usize)> {
        let sign = self.line.get(at).filter(|c| matches!(c, '+' | '-' | '−' | '–'));
        let first = at + usize::from(sign.is_some());
        let digits: String = self.line.get(first..)?.iter().take_while(|c| c.is_ascii_digit()).collect();
        let end = first + digits.len();
        let goes_on = match self.line.get(end) {
            Some('.') => self.line.get(end + 1).is_some_and(char::is_ascii_digit),
            Some(next) => next.is_alphanumeric() && self.unit_at(end).is_none_or(|unit| unit <= end),
            None => false,
        };
        let number: i64 = digits.parse().ok().filter(|_| !goes_on && digits.len() <= 15)?;
        Some((if matches!(sign, Some('-' | '−' | '–')) { -number } else { number }, end))
    }

    /// Where a word for what a number measures ends, if one stands here.
    pub(super) fn unit_at(&self, at: usize) -> Option<usize> {
        let from = at + self.line.get(at..)?.iter().take_while(|c| c.is_whitespace()).count();
        self.grammar.printed.units.iter().find_map(|unit| word_at(unit, self.line, from))
    }

    pub(super) fn number(&mut self, start: usize, path: (&str, Option<&str>), within: Option<Within<'_>>) {
        match self.number_at(self.at) {
            Some((number, end)) => {
                self.found(start, end, within, path, Said::Number(number));
                self.at = self.unit_at(end).unwrap_or(end);
            }
            None => {
                let end = self.end(self.at);
                let said = self.text(self.at, end);
                let is_long =
                    said.len() > 15 && said.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit());
                let what = if is_long { "too large a number" } else { "no whole number" };
                let why = format!("`{}` has {what}", short(&self.text(start, end)));
                self.left(start, end, why, "a whole number behind the label: `12`, `-1`".into());
                self.at = end;
            }
        }
    }

    /// As many numbers as keys.
    pub(super) fn numbers(&mut self, start: usize, paths: &[(&str, Option<&str>)], within: Option<Within<'_>>) {
        let mut numbers: Vec<(i64, usize, usize)> = Vec::new();
        let mut end = self.at;
        while numbers.len() < paths.len() {
            let Some((number, behind)) = self.number_at(self.at) else { break };
            numbers.push((number, self.at, behind));
            self.at = self.unit_at(behind).unwrap_or(behind);
            end = self.at;
            self.skip(&['/', ',', '|']);
        }
        let more = self.line.get(end).is_some_and(|c| *c == '/') && numbers.len() == paths.len();
        if numbers.len() != paths.len() || more {
            let end = if more { self.end(end) } else { self.end(end.max(start)) };
            let why = format!(
                "`{}` has {} labels or figures to it, and {}{} numbers",
                short(&self.text(start, end)),
                paths.len(),
                numbers.len(),
                if more { " or more" } else { "" }
            );
            let known: Vec<String> =
                paths.iter().map(|(key, member)| member.unwrap_or(key).replace('_', " ")).collect();
            self.left(start, end, why, format!("one number for each: {}", known.join(" / ")));
            self.at = end;
            return;
        }
        for ((path, (number, from, to)), nth) in paths.iter().zip(numbers).zip(0..) {
            let from = if nth == 0 { start } else { from };
            self.found(from, to, within, *path, Said::Number(number));
        }
        self.at = end;
    }
}
