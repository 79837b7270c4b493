//! What has happened since it was told last: in words for people, as messages for a program.

use skirmish_kernel::LogLine;
use skirmish_wire::Message;

use super::table::Table;
use crate::story;

/// What has happened, as a program knows it.
#[derive(Default)]
pub(super) struct Log {
    /// What it has been told.
    lines: Vec<LogLine>,
    /// So many of them are of steps before the one that is being told.
    before: usize,
    /// After a leap in time, or for other eyes, it may be another log.
    is_another: bool,
    /// What it is still to be told.
    messages: Vec<Message>,
}

impl Log {
    /// Another step is told from now on.
    fn begin_step(&mut self) {
        self.before = self.lines.len();
    }

    /// More of the step that is being told; or, `anew`, all of it.
    fn add(&mut self, anew: bool, lines: Vec<LogLine>) {
        let keep = if anew { self.before } else { self.lines.len() };
        self.tell(anew, keep, lines);
    }

    /// The whole log, of which the running step has so many lines.
    fn replace(&mut self, mut lines: Vec<LogLine>, running: usize) {
        self.is_another = false;
        self.before = lines.len().saturating_sub(running);
        let keep = self.lines.iter().zip(&lines).take_while(|(known, line)| known == line).count();
        lines.drain(..keep);
        self.tell(false, keep, lines);
    }

    fn tell(&mut self, anew: bool, keep: usize, lines: Vec<LogLine>) {
        if lines.is_empty() && keep == self.lines.len() {
            return;
        }
        self.lines.truncate(keep);
        self.lines.extend_from_slice(&lines);
        self.messages.push(Message::Log { anew, keep, lines });
    }
}

impl Table<'_> {
    /// Tells what has happened since.
    pub(super) fn tell(&mut self) {
        let seen = self.battle.seen_by(self.viewer());
        if let Some(log) = self.log.as_mut().filter(|log| log.is_another) {
            let steps = seen.steps(None);
            let running = steps.last().map(|step| seen.log(*step)).unwrap_or_default();
            let lines = steps.iter().flat_map(|step| seen.log(*step)).collect();
            log.replace(lines, running.len());
            (self.step, self.told) = (steps.last().copied(), running);
            return;
        }
        for step in seen.steps(self.step) {
            if self.step != Some(step) {
                self.step = Some(step);
                self.told = Vec::new();
                self.log.iter_mut().for_each(Log::begin_step);
            }
            let lines = seen.log(step);
            if let Some(log) = &mut self.log {
                match lines.strip_prefix(self.told.as_slice()) {
                    Some(news) => log.add(false, news.to_vec()),
                    None => log.add(true, lines.clone()),
                }
                self.told = lines;
                continue;
            }
            let news = story::since(&self.told, &lines);
            let anew = news.is_none();
            let news = news.unwrap_or_else(|| lines.clone());
            self.told = lines;
            if anew {
                self.story.rest(self.out);
                self.out.line("  (this turn, played anew)");
            }
            news.into_iter().for_each(|line| self.story.tell(line, self.out));
        }
        self.story.rest(self.out);
    }

    /// From now on what happens is kept, for a program that takes it.
    pub(super) fn keep_log(&mut self) {
        self.log = Some(Log::default());
    }

    /// What has happened since it was taken last.
    pub(super) fn take_log(&mut self) -> Vec<Message> {
        self.log.as_mut().map(|log| std::mem::take(&mut log.messages)).unwrap_or_default()
    }

    /// Somebody else looks: what is known already is not told to them once more.
    pub(super) fn look_anew(&mut self) {
        let told = self.step.map(|step| self.seen().log(step));
        self.told = told.unwrap_or_default();
        self.log.iter_mut().for_each(|log| log.is_another = true);
    }
}
