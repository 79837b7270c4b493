//! Standard output: a closed pipe is no error, and colour goes to terminals only.

use std::fmt::{self, Display};
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use crate::diagnose::Look;

/// Standard output.
pub(crate) struct Out {
    writer: BufWriter<Stdout>,
    terminal: bool,
    paint: Paint,
    /// Longer lines are broken.
    width: Option<usize>,
    /// Nobody reads on.
    closed: bool,
    error: Option<io::Error>,
}

impl Out {
    pub(crate) fn stdout() -> Self {
        let stdout = io::stdout();
        let terminal = stdout.is_terminal();
        let paint = Paint { on: terminal && colour_wanted() };
        Self { writer: BufWriter::new(stdout), terminal, paint, width: None, closed: false, error: None }
    }

    /// From now on lines that are longer are broken between words.
    pub(crate) fn break_lines_at(&mut self, width: usize) {
        self.width = Some(width);
    }

    /// Writes a text and an end of line.
    pub(crate) fn line(&mut self, text: impl Display) {
        match self.width {
            Some(width) => self.drawn(crate::wrap::fitted(&text.to_string(), width)),
            None => self.drawn(text),
        }
    }

    /// Writes a text whose blanks mean something, and an end of line.
    pub(crate) fn drawn(&mut self, text: impl Display) {
        self.write(format_args!("{text}\n"));
        if self.terminal {
            self.flush();
        }
    }

    /// Writes a text as it is.
    pub(crate) fn text(&mut self, text: &str) {
        self.write(format_args!("{text}"));
    }

    /// Hands on what is kept back.
    pub(crate) fn flush(&mut self) {
        if !self.is_closed() {
            let result = self.writer.flush();
            self.note(result);
        }
    }

    /// Will nothing that is written reach anybody?
    pub(crate) fn is_closed(&self) -> bool {
        self.closed || self.error.is_some()
    }

    pub(crate) fn paint(&self) -> Paint {
        self.paint
    }

    /// How diagnostics are drawn here.
    pub(crate) fn look(&self) -> Look {
        Look::of(self.terminal)
    }

    /// Writes the rest; an error unless everything was written or nobody wanted it.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.flush();
        let result = self.error.take().map_or(Ok(()), Err);
        if self.closed || result.is_err() {
            // What is left in the buffer would be tried once more.
            let _ = self.writer.into_parts();
        }
        result
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        if !self.is_closed() {
            let result = self.writer.write_fmt(text);
            self.note(result);
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        match result {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => self.error = Some(error),
        }
    }
}

/// May terminals be given colours? <https://no-color.org>
pub(crate) fn colour_wanted() -> bool {
    let is = |name: &str, dull: fn(&str) -> bool| std::env::var(name).is_ok_and(|value| dull(&value));
    !is("NO_COLOR", |value| !value.is_empty()) && !is("TERM", |value| value == "dumb")
}

/// Colours and weights, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    on: bool,
}

impl Paint {
    /// For tests and files.
    #[cfg(test)]
    pub(crate) const PLAIN: Self = Self { on: false };

    /// Headings.
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    /// What is said by the way.
    pub(crate) fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    pub(crate) fn good(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(crate) fn bad(self, text: &str) -> String {
        self.with("31", text)
    }

    /// What belongs to a side; each has its letters too.
    pub(crate) fn side(self, side: u8, text: &str) -> String {
        const COLOURS: [&str; 6] = ["1;34", "1;31", "1;32", "1;35", "1;36", "1;33"];
        self.with(COLOURS[usize::from(side) % COLOURS.len()], text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}
