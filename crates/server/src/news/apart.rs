//! An object as JSON, whose members can be taken apart again without being read.
//!
//! A view has thousands of values, and it is written for every pair of eyes with every answer: a mark before each name and each
//! value of the outermost object says where these are.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

/// It stands in no JSON: in texts it is escaped.
const MARK: char = '\u{1}';

struct Marked {
    depth: usize,
}

impl Formatter for Marked {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        match (self.depth, first) {
            (1, _) => writer.write_all(&[MARK as u8]),
            (_, true) => Ok(()),
            (_, false) => writer.write_all(b","),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth == 1 { &[MARK as u8] } else { b":" })
    }
}

/// Writes an object, of about so many bytes.
pub(super) fn written(object: &impl Serialize, size: usize) -> String {
    let mut bytes = Vec::with_capacity(size);
    let mut writer = serde_json::Serializer::with_formatter(&mut bytes, Marked { depth: 0 });
    match object.serialize(&mut writer) {
        Ok(()) => String::from_utf8(bytes).unwrap_or_default(),
        Err(_) => String::new(),
    }
}

/// The members of an object that was written so: the name, and the value as JSON.
pub(super) fn parts(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or_default();
    let mut pieces = inner.split(MARK).skip(1);
    std::iter::from_fn(move || Some((pieces.next()?.trim_matches('"'), pieces.next()?)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{parts, written};

    #[test]
    fn members_are_what_they_were() {
        let object = json!({
            "a": "a text with \u{1} in it, \"quotes\" and {braces}", "b": [{ "c": 1, "d": { "e": [] } }, {}], "f": null, "g": {},
        });
        let text = written(&object, 0);
        let found: serde_json::Map<String, serde_json::Value> =
            parts(&text).map(|(name, part)| (name.to_owned(), serde_json::from_str(part).unwrap())).collect();
        assert_eq!(json!(found), object);
        assert_eq!(parts(&text).nth(1), Some(("b", r#"[{"c":1,"d":{"e":[]}},{}]"#)));
        assert_eq!(parts(&written(&json!({}), 0)).count(), 0);
    }
}
