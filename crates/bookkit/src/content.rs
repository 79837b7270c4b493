//! The content that comes with a book.

use std::sync::OnceLock;

use skirmish_kernel::{Embedded, Source};

use crate::file::Document;

/// A book's content files, read into trees when they are first asked for.
#[derive(Debug)]
pub struct Content {
    files: &'static [Embedded],
    read: OnceLock<Vec<Document<'static>>>,
}

impl Content {
    /// These files; they are part of the program.
    #[must_use]
    pub const fn new(files: &'static [Embedded]) -> Self {
        Self { files, read: OnceLock::new() }
    }

    /// All of them.
    ///
    /// # Panics
    /// When one is no TOML: files that are part of a program are tested with it.
    pub fn documents(&'static self) -> &'static [Document<'static>] {
        self.read.get_or_init(|| {
            let document = |file: &Embedded| {
                let source = Source::new(format!("content/{}.toml", file.name), file.text);
                Document::of(source, file.text).unwrap_or_else(|wrong| panic!("built-in content: {}", wrong[0]))
            };
            self.files.iter().map(document).collect()
        })
    }
}
