//! Lines that people type: edited and completed on a terminal, plain in a pipe.

use std::io::{self, BufRead, IsTerminal, StdinLock};
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::complete::Known;
use crate::interrupt;

/// The longest line that is read; the rest of a longer one is passed over.
pub(super) const LONGEST: usize = 1 << 16;

/// What came of asking for a line.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// A line, without its end.
    Line(String),
    /// Longer than any line may be.
    TooLong,
    /// Not UTF-8.
    NotText,
    /// Ctrl-C.
    Interrupted,
    /// Nothing more will come.
    End,
}

/// Where lines come from.
pub(super) enum Lines {
    /// A terminal, with editing, history and completion.
    Terminal(Box<Editor<Help, MemHistory>>),
    /// A pipe or a file.
    Pipe(StdinLock<'static>),
    /// A program, whose lines another thread waits for, so that somebody who asks to stop is heard meanwhile.
    Program(Receiver<Read>),
}

/// So often is looked whether somebody asks to stop.
const LISTEN_EVERY: Duration = Duration::from_millis(50);

impl Lines {
    pub(super) fn open() -> Self {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        if terminal && let Ok(editor) = editor() {
            return Self::Terminal(Box::new(editor));
        }
        Self::pipe()
    }

    /// Plain lines.
    fn pipe() -> Self {
        Self::Pipe(io::stdin().lock())
    }

    /// Lines of a program: plain, even where they come from a terminal.
    pub(super) fn of_program() -> Self {
        let (said, heard) = mpsc::sync_channel(0);
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            // Where nobody hears them any more, the program ends.
            while said.send(from_pipe(&mut input)).is_ok() {}
        });
        Self::Program(heard)
    }

    /// Does a person sit there, rather than a script?
    pub(super) fn is_terminal(&self) -> bool {
        matches!(self, Self::Terminal(_))
    }

    /// How many columns the terminal has now.
    pub(super) fn columns(&mut self) -> Option<usize> {
        match self {
            Self::Terminal(editor) => editor.dimensions().map(|(columns, _)| usize::from(columns)),
            Self::Pipe(_) | Self::Program(_) => None,
        }
    }

    /// Reads the next line; `known` is what it may be completed to.
    pub(super) fn read(&mut self, prompt: &str, known: impl FnOnce() -> Known) -> Read {
        match self {
            Self::Terminal(editor) => {
                editor.set_helper(Some(Help { known: Rc::new(known()) }));
                match interrupt::while_waiting(|| editor.readline(prompt)) {
                    Ok(line) if line.len() > LONGEST => Read::TooLong,
                    Ok(line) => {
                        if !line.trim().is_empty() {
                            let _ = editor.add_history_entry(line.as_str());
                        }
                        Read::Line(line)
                    }
                    Err(ReadlineError::Interrupted) => Read::Interrupted,
                    Err(_) => Read::End,
                }
            }
            Self::Pipe(input) => interrupt::while_waiting(|| from_pipe(input)),
            Self::Program(heard) => loop {
                match heard.recv_timeout(LISTEN_EVERY) {
                    Ok(read) => return read,
                    Err(RecvTimeoutError::Timeout) if interrupt::asked() => return Read::Interrupted,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Read::End,
                }
            },
        }
    }
}

fn editor() -> rustyline::Result<Editor<Help, MemHistory>> {
    let config = Config::builder().completion_type(CompletionType::List).max_history_size(1_000)?.build();
    Editor::with_history(config, MemHistory::new())
}

/// Reads a line without ever holding more than the longest one.
fn from_pipe(input: &mut impl BufRead) -> Read {
    let mut bytes = Vec::new();
    let mut too_long = false;
    loop {
        let available = match input.fill_buf() {
            Ok(available) => available,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => &[],
        };
        let end = available.iter().position(|byte| *byte == b'\n');
        let taken = end.map_or(available.len(), |at| at + 1);
        if available.is_empty() {
            if bytes.is_empty() && !too_long {
                return Read::End;
            }
            break;
        }
        if bytes.len() + taken > LONGEST {
            too_long = true;
            bytes.clear();
        } else if !too_long {
            bytes.extend_from_slice(&available[..taken]);
        }
        input.consume(taken);
        if end.is_some() {
            break;
        }
    }
    if too_long {
        return Read::TooLong;
    }
    match String::from_utf8(bytes) {
        Ok(line) => Read::Line(line.trim_end_matches(['\n', '\r']).to_owned()),
        Err(_) => Read::NotText,
    }
}

/// Completes what is typed.
pub(super) struct Help {
    known: Rc<Known>,
}

impl Completer for Help {
    type Candidate = String;

    fn complete(&self, line: &str, pos: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.known.complete(line.get(..pos).unwrap_or(line)))
    }
}

impl Hinter for Help {
    type Hint = String;
}

impl Highlighter for Help {}
impl Validator for Help {}
impl Helper for Help {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pipe_gives_lines_of_bounded_length() {
        let noise = [b"one\r\ntwo\n".as_slice(), &vec![b'x'; 3 * LONGEST], b"\n\xff\xfe\nlast"].concat();
        let mut input = io::BufReader::new(noise.as_slice());
        let line = |text: &str| Read::Line(text.into());
        let wanted = [line("one"), line("two"), Read::TooLong, Read::NotText, line("last"), Read::End, Read::End];
        for wanted in wanted {
            assert_eq!(from_pipe(&mut input), wanted);
        }
    }
}
