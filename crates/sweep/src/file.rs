//! The shape of a plan's file.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use skirmish_kernel::{Diagnostic, Source};
use toml::{Spanned, Value};

/// A plan as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanFile {
    pub(crate) question: Option<String>,
    pub(crate) encounter: Option<Spanned<String>>,
    pub(crate) encounters: Option<Vec<Spanned<String>>>,
    pub(crate) fights: Option<Spanned<i64>>,
    pub(crate) seed: Option<Spanned<i64>>,
    pub(crate) until: Option<Spanned<Value>>,
    pub(crate) most_rounds: Option<Spanned<i64>>,
    pub(crate) policy: Option<Spanned<Value>>,
    pub(crate) exact: Option<Spanned<bool>>,
    pub(crate) left: Option<Spanned<Value>>,
    pub(crate) states: Option<Spanned<i64>>,
    pub(crate) compare: Option<Spanned<Value>>,
    #[serde(default)]
    pub(crate) vary: Vec<Spanned<VaryFile>>,
}

/// One thing that varies.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct VaryFile {
    pub(crate) name: Option<Spanned<String>>,
    pub(crate) of: Option<Spanned<Value>>,
    #[serde(rename = "in")]
    pub(crate) within: Option<Spanned<Value>>,
    pub(crate) values: Option<Vec<Spanned<Value>>>,
    pub(crate) add: Option<Vec<Spanned<Value>>>,
    pub(crate) from: Option<Spanned<Value>>,
    pub(crate) to: Option<Spanned<Value>>,
    pub(crate) step: Option<Spanned<Value>>,
    pub(crate) base: Option<Spanned<Value>>,
    pub(crate) case: Option<Vec<CaseFile>>,
}

/// Several values under one name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CaseFile {
    pub(crate) name: Spanned<String>,
    #[serde(default)]
    pub(crate) set: BTreeMap<Spanned<String>, Value>,
    #[serde(default)]
    pub(crate) add: BTreeMap<Spanned<String>, Spanned<Value>>,
}

/// A text or a list of texts, each with its place.
pub(crate) fn texts(source: &Source, value: Option<&Spanned<Value>>) -> Result<Vec<Spanned<String>>, Box<Diagnostic>> {
    let Some(value) = value else { return Ok(Vec::new()) };
    let wrong = || Box::new(source.error(value.span(), "a text, or a list of texts, is wanted"));
    let all = match value.get_ref() {
        Value::Array(values) => values.as_slice(),
        one => std::slice::from_ref(one),
    };
    let (mut after, end) = (value.span().start, value.span().end);
    let text = |value: &Value| {
        let text = value.as_str().ok_or_else(wrong)?;
        let at = place(source, text, after..end);
        after = at.end;
        Ok(Spanned::new(at, text.to_owned()))
    };
    all.iter().map(text).collect()
}

/// Where in a part of the plan a text stands in quotes; the part, if it is written in another way.
pub(crate) fn place(source: &Source, text: &str, within: Range<usize>) -> Range<usize> {
    let part = source.part().get(within.clone()).unwrap_or("");
    let quoted = ['"', '\''].into_iter().find_map(|quote| part.find(&format!("{quote}{text}{quote}")));
    quoted.map_or(within.clone(), |at| within.start + at..within.start + at + text.len() + 2)
}
