//! Standard output: a closed pipe is no error, colour goes to terminals only, and nothing that comes from a file, its
//! name or a person steers the terminal.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

use skirmish_kernel::words::steers;

use crate::diagnose::Look;

/// Where it goes.
enum Sink {
    Stdout(BufWriter<Stdout>),
    /// It is kept, for whoever hands it on in another form.
    Kept(Vec<u8>),
}

/// Standard output.
pub(crate) struct Out {
    sink: Sink,
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
        let sink = Sink::Stdout(BufWriter::new(stdout));
        Self { sink, terminal, paint, width: None, closed: false, error: None }
    }

    /// What is written is kept until it is taken.
    pub(crate) fn kept() -> Self {
        let paint = Paint { on: false };
        Self { sink: Sink::Kept(Vec::new()), terminal: false, paint, width: None, closed: false, error: None }
    }

    /// What has been kept, line by line.
    pub(crate) fn take_lines(&mut self) -> Vec<String> {
        let Sink::Kept(kept) = &mut self.sink else { return Vec::new() };
        let text = String::from_utf8_lossy(&std::mem::take(kept)).into_owned();
        text.lines().map(str::to_owned).collect()
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
        let text = text.to_string();
        self.write(&harmless(&text, self.paint));
        self.end_line();
    }

    /// Writes JSON, and an end of line. What steers a terminal is escaped as JSON does it.
    pub(crate) fn json(&mut self, json: impl Display) {
        let json = json.to_string();
        // Ends of lines are its layout: those in texts are escaped already.
        let may_not_stand = |c: char| c != '\n' && steers(c);
        let escaped = |c: char| if may_not_stand(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
        match json.contains(may_not_stand) {
            true => self.write(&json.chars().map(escaped).collect::<String>()),
            false => self.write(&json),
        }
        self.end_line();
    }

    /// Writes a text of our own as it is.
    pub(crate) fn text(&mut self, text: &str) {
        self.write(text);
    }

    /// Writes what is meant for a file; a terminal is not steered by it.
    pub(crate) fn file(&mut self, text: &str) {
        match self.terminal {
            true => self.write(&harmless(text, self.paint)),
            false => self.write(text),
        }
    }

    /// Hands on what is kept back.
    pub(crate) fn flush(&mut self) {
        if !self.is_closed()
            && let Sink::Stdout(writer) = &mut self.sink
        {
            let result = writer.flush();
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
        if let Sink::Stdout(writer) = self.sink
            && (self.closed || result.is_err())
        {
            // What is left in the buffer would be tried once more.
            let _ = writer.into_parts();
        }
        result
    }

    fn end_line(&mut self) {
        self.write("\n");
        if self.terminal {
            self.flush();
        }
    }

    fn write(&mut self, text: &str) {
        if !self.is_closed() {
            let result = match &mut self.sink {
                Sink::Stdout(writer) => writer.write_all(text.as_bytes()),
                Sink::Kept(kept) => kept.write_all(text.as_bytes()),
            };
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

/// A text in which nothing steers a terminal but our own colours: everything else is shown as what it is.
fn harmless(text: &str, paint: Paint) -> Cow<'_, str> {
    let may_stand = |c: char| matches!(c, '\n' | '\t') || !steers(c);
    if text.chars().all(may_stand) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let code = paint.code_at(rest);
        let taken = if code.is_empty() { c.len_utf8() } else { code.len() };
        match c {
            _ if !code.is_empty() => shown.push_str(code),
            // An end of line as other systems write it.
            '\r' if rest[1..].starts_with('\n') => {}
            c if may_stand(c) => shown.push(c),
            c => shown.extend(c.escape_default()),
        }
        rest = &rest[taken..];
    }
    Cow::Owned(shown)
}

/// May terminals be given colours? <https://no-color.org>
pub(crate) fn colour_wanted() -> bool {
    let is = |name: &str, dull: fn(&str) -> bool| std::env::var(name).is_ok_and(|value| dull(&value));
    !is("NO_COLOR", |value| !value.is_empty()) && !is("TERM", |value| value == "dumb")
}

/// The colours of the sides.
const SIDES: [&str; 6] = ["1;34", "1;31", "1;32", "1;35", "1;36", "1;33"];

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
        self.with(SIDES[usize::from(side) % SIDES.len()], text)
    }

    /// The code of ours with which a text begins; empty where there is none.
    fn code_at(self, text: &str) -> &str {
        let Some(behind) = text.strip_prefix("\u{1b}[").filter(|_| self.on) else { return "" };
        let Some(end) = behind.find('m') else { return "" };
        let is_ours = ["0", "1", "2", "31", "32"].iter().chain(&SIDES).any(|code| *code == &behind[..end]);
        if is_ours { &text[..text.len() - behind.len() + end + 1] } else { "" }
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.on { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Paint, harmless};

    #[test]
    fn only_our_own_colours_steer_a_terminal() {
        let on = Paint { on: true };
        let text = format!("{} \u{1b}]0;x\u{7} \u{1b}[2J \u{1b}[31;1m \u{9b}A \u{202e}b\rc\r\nd\te", on.bold("A"));
        let shown = "\\u{1b}]0;x\\u{7} \\u{1b}[2J \\u{1b}[31;1m \\u{9b}A \\u{202e}b\\rc\nd\te";
        assert_eq!(harmless(&text, on), format!("\u{1b}[1mA\u{1b}[0m {shown}"));
        assert_eq!(harmless(&text, Paint::PLAIN), format!("\\u{{1b}}[1mA\\u{{1b}}[0m {shown}"));
    }
}
