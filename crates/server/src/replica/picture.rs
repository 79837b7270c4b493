//! The picture that lies under a table's grid.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// Letters of one part: a line of a transcript has at most 64 KB.
const PART: usize = 48_000;

/// So many parts, which is some 3 MB.
const MOST_PARTS: usize = 88;

/// A picture in parts, each a line of the log, and how it lies.
#[derive(Clone, Debug, Default)]
pub(crate) struct Picture {
    parts: Vec<Arc<str>>,
    lies: Lies,
}

/// Where the left upper corner is and how wide it is, in cells; and how much of it shows, of 100.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Lies {
    x: f64,
    y: f64,
    wide: f64,
    opacity: f64,
}

impl Default for Lies {
    fn default() -> Self {
        Self { x: 0.0, y: 0.0, wide: 20.0, opacity: 100.0 }
    }
}

impl Lies {
    fn read(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<f64>> = text.split_whitespace().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([x, y, wide, opacity])
                if x.abs() <= 1_000.0
                    && y.abs() <= 1_000.0
                    && (0.1..=2_000.0).contains(wide)
                    && (0.0..=100.0).contains(opacity) =>
            {
                Ok(Self { x: *x, y: *y, wide: *wide, opacity: *opacity })
            }
            _ => Err(
                "say where it lies: `picture lies 0 -0.5 20 100`, left, top and width in cells, and how much of it \
                      shows, of 100"
                    .into(),
            ),
        }
    }
}

impl Picture {
    /// The settings by which a picture comes: its parts, and how it lies.
    ///
    /// # Errors
    /// When it is no picture that browsers show, or too large.
    pub(crate) fn settings(data: &str, lies: &str) -> Result<Vec<String>, String> {
        if data.len() > PART * MOST_PARTS {
            return Err("a picture has at most 3 MB: make it smaller".into());
        }
        let bytes = STANDARD.decode(data).map_err(|_| "a picture comes in base64")?;
        kind(&bytes).ok_or("a picture is PNG, JPEG or WebP")?;
        Lies::read(lies)?;
        let parts = data.as_bytes().chunks(PART).map(|part| String::from_utf8_lossy(part).into_owned());
        let parts = parts.enumerate().map(|(at, part)| format!("picture part {at} {part}"));
        Ok(parts.chain([format!("picture lies {lies}")]).collect())
    }

    /// Takes a setting: `part 0 …`, `lies 0 0 20 100`, `none`.
    pub(crate) fn set(&mut self, words: &str) -> Result<(), String> {
        let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
        match verb {
            "none" => *self = Self::default(),
            "lies" => self.lies = Lies::read(rest)?,
            "part" => {
                let (at, part) = rest.split_once(' ').unwrap_or((rest, ""));
                let fits = part.len() <= PART
                    && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte));
                match at.parse::<usize>() {
                    Ok(0) if fits => self.parts = vec![part.into()],
                    Ok(at) if fits && at == self.parts.len() && at < MOST_PARTS => self.parts.push(part.into()),
                    _ => return Err("a part of a picture is missing".into()),
                }
            }
            _ => return Err("a picture is set by `picture lies …`, or taken away by `picture none`".into()),
        }
        Ok(())
    }

    /// As settings again.
    pub(crate) fn lines(&self) -> Vec<String> {
        if self.parts.is_empty() {
            return Vec::new();
        }
        let Lies { x, y, wide, opacity } = self.lies;
        let parts = self.parts.iter().enumerate().map(|(at, part)| format!("picture part {at} {part}"));
        parts.chain([format!("picture lies {x} {y} {wide} {opacity}")]).collect()
    }

    /// What a seat is told of it: how it lies, and a mark that is another one for another picture.
    pub(crate) fn told(&self) -> Value {
        if self.parts.is_empty() {
            return Value::Null;
        }
        let start = 0xcbf2_9ce4_8422_2325_u64;
        let fold = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        let mark = self.parts.iter().flat_map(|part| part.bytes()).fold(start, fold);
        let Lies { x, y, wide, opacity } = self.lies;
        json!({ "mark": format!("{mark:016x}"), "x": x, "y": y, "wide": wide, "opacity": opacity })
    }

    /// Its bytes, and what kind of picture they are.
    pub(crate) fn bytes(&self) -> Option<(&'static str, Vec<u8>)> {
        let bytes = STANDARD.decode(self.parts.concat()).ok()?;
        Some((kind(&bytes)?, bytes))
    }
}

/// The kind of a picture, by how it begins; none of what browsers might run.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some("image/png"),
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_comes_and_goes_in_parts() {
        let bytes: Vec<u8> = [0xff, 0xd8, 0xff].into_iter().chain((0..100_000_u32).map(|n| (n % 251) as u8)).collect();
        let lines = Picture::settings(&STANDARD.encode(&bytes), "1 -0.5 24 80").unwrap();
        assert_eq!(lines.len(), 4);
        let mut picture = Picture::default();
        assert_eq!(picture.told(), Value::Null);
        for line in &lines {
            picture.set(line.strip_prefix("picture ").unwrap()).unwrap();
        }
        assert_eq!(picture.lines(), lines);
        assert_eq!(picture.bytes(), Some(("image/jpeg", bytes)));
        assert_eq!(picture.told()["wide"], 24.0);
        picture.set("none").unwrap();
        assert_eq!(picture.lines(), [""; 0]);
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (data, lies) in [("PHN2Zz4=", "0 0 20 100"), ("%", "0 0 20 100"), ("/9j/", "0 0"), ("/9j/", "0 0 inf 100")]
        {
            assert!(Picture::settings(data, lies).is_err(), "{data} {lies}");
        }
        assert!(Picture::default().set("part 1 AAAA").is_err());
    }
}
