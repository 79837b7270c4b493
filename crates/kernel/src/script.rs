//! A script answers a session with the lines of a transcript, and says where play and transcript differ.

mod chance;
mod compare;
mod driver;
pub(crate) mod input;
mod report;
mod usual;
mod verify;

use crate::book::Book;
use crate::diagnostic::Diagnostic;
use crate::refused::Refused;
use crate::transcript::{Content, Encounter, Expectation, Line, Transcript};
use crate::words::short;
use crate::{Edict, Interrupt, Scribe, Session, Source};
use driver::Driver;
pub use report::{Checked, Failure};
pub(crate) use usual::Steady;
use verify::Mismatch;
pub(crate) use verify::roundtrip;

impl<B: Scribe> Session<B> {
    /// Plays a transcript that stands for itself (its encounter inside, no policies of a book) to the point where it
    /// stops: loads a saved battle. What it expects is not checked.
    ///
    /// # Errors
    /// The first line that cannot be played.
    pub fn load(transcript: &Transcript) -> Result<Self, Vec<Diagnostic>> {
        replay(None, transcript, &Interrupt::default())
    }
}

/// Plays a transcript to the point where it stops.
pub(crate) fn replay<B: Scribe>(
    book: Option<Book<B>>,
    transcript: &Transcript,
    interrupt: &Interrupt,
) -> Result<Session<B>, Vec<Diagnostic>> {
    let mut driver = Driver::open(book, transcript, interrupt)?;
    let lines = transcript.lines();
    let refused = |line: &Line, refused: Refused| vec![transcript.error(line, refused.to_string())];
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| line.content.is_given()) {
        if interrupt.is_asked() {
            return Err(vec![transcript.error(line, INTERRUPTED)]);
        }
        let given = driver.give(&line.content);
        if let Err(no) = given
            && !is_refusal_expected(&lines[at + 1..])
        {
            return Err(refused(line, no));
        }
    }
    let mut undone = lines.iter().filter(|line| matches!(line.content, Content::Undone(_))).peekable();
    if undone.peek().is_none() {
        driver.play_on();
    }
    let here = driver.session.len();
    driver.session.forget_undone();
    for line in undone {
        if interrupt.is_asked() {
            return Err(vec![transcript.error(line, INTERRUPTED)]);
        }
        driver.give_again(&line.content).map_err(|no| refused(line, no))?;
    }
    let _ = driver.session.jump(here);
    for line in lines {
        if let Content::Spare(spare) = &line.content {
            driver.session.spare(spare.clone());
        }
    }
    Ok(driver.session)
}

/// Why a transcript was not played further.
const INTERRUPTED: &str = "interrupted before this line";

/// Of what is wrong with a transcript, and of its older names, so much is told.
const MOST_TOLD: usize = 200;

/// Plays a transcript and checks what it expects.
pub(crate) fn check<B: Scribe>(book: Book<B>, transcript: &Transcript, interrupt: &Interrupt) -> Checked {
    let mut driver = match Driver::open(Some(book), transcript, interrupt) {
        Ok(driver) => driver,
        Err(errors) => return Checked::unreadable(errors),
    };
    let mut checked = Checked::default();
    let mut verdict: Option<(usize, Result<(), Refused>)> = None;
    let lines = transcript.lines();
    for (at, line) in lines.iter().enumerate() {
        if interrupt.is_asked() {
            checked.fail(failure(&driver, transcript, line, Mismatch::nonsense(INTERRUPTED)));
            checked.interrupted = true;
            break;
        }
        if checked.failures.len() == MOST_TOLD {
            let why = format!("the {MOST_TOLD} before this one are enough: nothing more is checked");
            checked.fail(failure(&driver, transcript, line, Mismatch::nonsense(why)));
            break;
        }
        if checked.hints.len() < MOST_TOLD {
            checked.hints.extend(renamed::<B>(transcript, line));
        }
        match &line.content {
            Content::Expect(expectation) => {
                checked.expectations += 1;
                let result = match expectation {
                    Expectation::Refused { rule, words } => {
                        driver.refused(verdict.as_ref(), rule.as_deref(), words.as_deref())
                    }
                    Expectation::Taken => driver.taken(verdict.as_ref()),
                    other => driver.verify(other),
                };
                if let Err(mismatch) = result {
                    checked.fail(failure(&driver, transcript, line, mismatch));
                }
            }
            content if content.is_given() => {
                let given = driver.give(content);
                let expected = content.is_input() && is_refusal_expected(&lines[at + 1..]);
                if let (Err(refused), false) = (&given, expected) {
                    let mismatch = Mismatch::unplayable(refused);
                    checked.fail(failure(&driver, transcript, line, mismatch));
                    break;
                }
                if content.is_input() {
                    verdict = Some((line.number, given));
                }
            }
            _ => {}
        }
    }
    if checked.passed() {
        driver.play_on();
    }
    checked.finish(&driver);
    checked
}

/// What a field that a line names is called now, where it is an older name.
fn renamed<B: Scribe>(transcript: &Transcript, line: &Line) -> Option<Diagnostic> {
    let (Content::Expect(Expectation::Value { path, .. }) | Content::Edict { edict: Edict::Set { path, .. }, .. }) =
        &line.content
    else {
        return None;
    };
    let now = B::todays_path(path)?;
    Some(
        transcript
            .error(line, format!("`{}` is called `{}` now", short(path), short(&now)))
            .help("the older name is still understood"),
    )
}

/// Is the next line that says anything an `expect refused`?
fn is_refusal_expected(rest: &[Line]) -> bool {
    let next = rest.iter().find(|line| line.content != Content::Blank);
    next.is_some_and(|line| matches!(line.content, Content::Expect(Expectation::Refused { .. })))
}

fn failure<B: Scribe>(driver: &Driver<B>, transcript: &Transcript, line: &Line, mismatch: Mismatch) -> Failure {
    let diagnostic = transcript.error(line, mismatch.what).label(mismatch.actual.clone());
    Failure {
        line: line.number,
        diagnostic,
        expected: mismatch.expected,
        actual: mismatch.actual,
        detail: driver.last_throws(),
    }
}

/// The encounter that a transcript plays.
fn encounter<B: Scribe>(book: Option<Book<B>>, transcript: &Transcript) -> Result<Source, Vec<Diagnostic>> {
    let line = transcript
        .lines()
        .iter()
        .find(|line| matches!(line.content, Content::Named(_) | Content::File(_) | Content::Open(_)));
    let error = |message: String| match line {
        Some(line) => vec![transcript.error(line, message)],
        None => vec![transcript.source().error(0..0, message)],
    };
    match transcript.encounter() {
        Encounter::Given(source) => Ok(source.clone()),
        Encounter::File(path) => Err(error(format!("the encounter file `{}` has not been read", short(path)))),
        Encounter::Named(name) => {
            let known = book.map_or(&[][..], |book| book.encounters);
            let found = known.iter().find(|encounter| encounter.name == name);
            found.map(|encounter| Source::new(encounter.name, encounter.text)).ok_or_else(|| {
                let near = crate::words::did_you_mean(name, known.iter().map(|encounter| encounter.name));
                error(format!("{} has no encounter `{}`{near}", B::NAME, short(name)))
            })
        }
    }
}
