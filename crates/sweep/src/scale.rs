//! The values of one thing that varies: listed, from here to there, or added.

use std::ops::Range;

use skirmish_kernel::words::short;
use skirmish_kernel::{Diagnostic, Source};
use toml::{Spanned, Value};

use crate::file::VaryFile;

/// Values, each with its place in the plan.
pub(crate) struct Scale {
    pub(crate) values: Vec<(Value, Range<usize>)>,
}

/// How many values there would be, before any is made.
pub(crate) fn count(file: &VaryFile) -> u128 {
    let listed =
        [file.values.as_ref().map(Vec::len), file.add.as_ref().map(Vec::len), file.case.as_ref().map(Vec::len)];
    match listed.into_iter().flatten().max() {
        Some(count) => count as u128,
        None => {
            let steps = match (&file.from, &file.to) {
                (Some(from), Some(to)) => Steps::read(from.get_ref(), to.get_ref(), step(file)).ok(),
                _ => None,
            };
            steps.map_or(0, |steps| steps.count())
        }
    }
}

fn step(file: &VaryFile) -> &Value {
    file.step.as_ref().map_or(&Value::Integer(1), Spanned::get_ref)
}

impl Scale {
    /// Reads the values, and whether they are added to what the encounter says.
    pub(crate) fn read(source: &Source, file: &VaryFile, at: Range<usize>) -> Result<(Self, bool), Box<Diagnostic>> {
        let is_range = file.from.is_some() || file.to.is_some() || file.step.is_some();
        let help = "one of: values = [8, 10, 12]; from = 8, to = 12, step = 2; add = [-1, 0, 1]; [[vary.case]]";
        match (&file.values, &file.add, is_range) {
            (Some(values), None, false) => Self::listed(source, values, at).map(|scale| (scale, false)),
            (None, Some(add), false) => {
                let scale = Self::listed(source, add, at)?;
                match add.iter().find(|value| number(value.get_ref()).is_none()) {
                    Some(value) => Err(Box::new(no_number(source, value).help("`values` may hold anything"))),
                    None => Ok((scale, true)),
                }
            }
            (None, None, true) => Self::range(source, file, at).map(|scale| (scale, false)),
            (None, None, false) => Err(Box::new(source.error(at, "which values?").help(help))),
            _ => Err(Box::new(source.error(at, "values of one kind only").help(help))),
        }
    }

    fn listed(source: &Source, values: &[Spanned<Value>], at: Range<usize>) -> Result<Self, Box<Diagnostic>> {
        if values.is_empty() {
            return Err(Box::new(source.error(at, "a list without a value")));
        }
        let endless = |value: &&Spanned<Value>| matches!(value.get_ref(), Value::Float(f) if !f.is_finite());
        if let Some(value) = values.iter().find(endless) {
            return Err(Box::new(
                source.error(value.span(), format!("`{}` is no number to fight with", value.get_ref())),
            ));
        }
        Ok(Self { values: values.iter().map(|value| (value.get_ref().clone(), value.span())).collect() })
    }

    fn range(source: &Source, file: &VaryFile, at: Range<usize>) -> Result<Self, Box<Diagnostic>> {
        let (Some(from), Some(to)) = (&file.from, &file.to) else {
            return Err(Box::new(
                source.error(at, "a range has a beginning and an end").help("from = 8, to = 12, step = 2"),
            ));
        };
        let steps = Steps::read(from.get_ref(), to.get_ref(), step(file)).map_err(|why| {
            let at = file.step.as_ref().map_or(from.span(), Spanned::span);
            Box::new(source.error(at, why).help("from = 8, to = 12, step = 2"))
        })?;
        Ok(Self { values: steps.values().map(|value| (value, from.span())).collect() })
    }
}

/// From here to there.
enum Steps {
    Whole { from: i64, step: i64, count: u128 },
    Broken { from: f64, step: f64, count: u128 },
}

impl Steps {
    fn read(from: &Value, to: &Value, step: &Value) -> Result<Self, &'static str> {
        if let (Value::Integer(from), Value::Integer(to), Value::Integer(step)) = (from, to, step) {
            let way = i128::from(*to) - i128::from(*from);
            check_way(way.signum() as f64, step.signum() as f64)?;
            let count = (way / i128::from(*step)).unsigned_abs() + 1;
            return Ok(Self::Whole { from: *from, step: *step, count });
        }
        let (Some(from), Some(to), Some(step)) = (number(from), number(to), number(step)) else {
            return Err("the ends of a range and its step are numbers");
        };
        let way = to - from;
        if ![from, to, step, way].iter().all(|number| number.is_finite()) {
            return Err("this range never ends");
        }
        check_way(way, step)?;
        // The last step is taken although a tenth is no binary number.
        let steps = (way / step + 1e-9).floor();
        let count = if steps < 1e18 { steps as u128 + 1 } else { u128::MAX };
        Ok(Self::Broken { from, step, count })
    }

    fn count(&self) -> u128 {
        match self {
            Self::Whole { count, .. } | Self::Broken { count, .. } => *count,
        }
    }

    fn values(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.count()).map(|at| match self {
            Self::Whole { from, step, .. } => {
                Value::Integer(from.saturating_add(step.saturating_mul(i64::try_from(at).unwrap_or(i64::MAX))))
            }
            // Nine digits behind the point, so that three tenths are 0.3.
            Self::Broken { from, step, .. } => Value::Float(((from + at as f64 * step) * 1e9).round() / 1e9),
        })
    }
}

/// A step must lead from the beginning to the end.
fn check_way(way: f64, step: f64) -> Result<(), &'static str> {
    match () {
        () if step == 0.0 => Err("a step of 0 never gets there"),
        () if way != 0.0 && (way < 0.0) != (step < 0.0) => Err("the step leads away from the end"),
        () => Ok(()),
    }
}

/// What is said of a value that is to be added and is no number.
pub(crate) fn no_number(source: &Source, value: &Spanned<Value>) -> Diagnostic {
    let message = format!("`{}` cannot be added: it is no number", short(&label(value.get_ref())));
    source.error(value.span(), message).help("`set` may hold anything")
}

/// A value as a number.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Integer(number) => Some(*number as f64),
        Value::Float(number) if number.is_finite() => Some(*number),
        _ => None,
    }
}

/// A value as people call it: a text without quotes.
pub(crate) fn label(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Float(number) => number.to_string(),
        Value::Array(values) => values.iter().map(label).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// What is added, with its sign; `0` has none.
pub(crate) fn signed(value: &Value) -> String {
    match number(value) {
        Some(number) if number > 0.0 => format!("+{}", label(value)),
        Some(0.0) => "0".into(),
        _ => label(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(from: &str, to: &str, step: &str) -> Result<Vec<String>, &'static str> {
        let value = |text: &str| format!("v = {text}").parse::<toml::Table>().expect("TOML")["v"].clone();
        let steps = Steps::read(&value(from), &value(to), &value(step))?;
        Ok(steps.values().take(20).map(|value| label(&value)).collect())
    }

    #[test]
    fn ranges_hold_both_ends() {
        assert_eq!(range("8", "12", "2"), Ok(vec!["8".into(), "10".into(), "12".into()]));
        assert_eq!(range("8", "11", "2"), Ok(vec!["8".into(), "10".into()]));
        assert_eq!(range("1", "-1", "-1"), Ok(vec!["1".into(), "0".into(), "-1".into()]));
        assert_eq!(range("0.1", "0.4", "0.1"), Ok(vec!["0.1".into(), "0.2".into(), "0.3".into(), "0.4".into()]));
        assert_eq!(range("5", "5", "1"), Ok(vec!["5".into()]));
    }

    #[test]
    fn ranges_end() {
        assert_eq!(range("1", "5", "0"), Err("a step of 0 never gets there"));
        assert_eq!(range("1", "5", "-1"), Err("the step leads away from the end"));
        assert_eq!(range("1", "inf", "1"), Err("the ends of a range and its step are numbers"));
        assert_eq!(range("-1.7e308", "1.7e308", "1"), Err("this range never ends"));
        assert_eq!(range("nan", "5", "1"), Err("the ends of a range and its step are numbers"));
        assert_eq!(range("1", "5", "\"x\""), Err("the ends of a range and its step are numbers"));
        let far =
            Steps::read(&Value::Integer(i64::MIN), &Value::Integer(i64::MAX), &Value::Integer(1)).expect("it ends");
        assert_eq!(far.count(), 1 << 64);
    }
}
