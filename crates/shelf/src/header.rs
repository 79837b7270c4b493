//! What an encounter file says at its top, whichever game it is for.

use std::ops::Range;

use skirmish_kernel::{Diagnostic, Source, words};
use toml::de::{DeTable, DeValue};

/// The keys at the top of an encounter file that every game shares.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The rulebook it is for.
    pub rulebook: Option<String>,
    /// Title of the encounter.
    pub title: Option<String>,
    /// The situation, in a few sentences.
    pub about: Option<String>,
    /// Where the rulebook is named, in bytes of the source's part.
    pub(crate) at: Range<usize>,
}

impl Header {
    /// Reads the header of an encounter.
    ///
    /// # Errors
    /// When the file is no TOML, or a key holds something else than text.
    pub fn read(source: &Source) -> Result<Self, Vec<Diagnostic>> {
        let text = source.part();
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            let help = "`skirmish new GAME` prints a commented encounter to begin with";
            return Err(vec![source.error(0..0, "the encounter is empty").help(help)]);
        }
        let table = DeTable::parse(text).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let help = "an encounter is a TOML file; `skirmish new GAME` prints one to begin with";
            vec![source.error(span, format!("this is no TOML: {}", words::short(error.message()))).help(help)]
        })?;
        let mut wrong = Vec::new();
        let mut text_of = |key: &str| match table.get_ref().get(key) {
            None => None,
            Some(value) => match value.get_ref() {
                DeValue::String(text) => Some((skirmish_kernel::words::unturned(text.trim()), value.span())),
                _ => {
                    let message = format!("`{key}` must be a text");
                    wrong.push(source.error(value.span(), message).help(format!("write {key} = \"...\"")));
                    None
                }
            },
        };
        let (rulebook, at) = text_of("rulebook").map_or((None, 0..0), |(name, span)| (Some(name), span));
        let title = text_of("title").map(|(title, _)| title);
        let about = text_of("about").map(|(about, _)| about);
        if wrong.is_empty() { Ok(Self { rulebook, title, about, at }) } else { Err(wrong) }
    }
}
