//! The table: a battle, who plays whom, and what has been said so far.

use std::cell::RefCell;
use std::collections::HashMap;
use std::time::Duration;

use skirmish_kernel::{Battle, Changed, Game, Inquiry, LogLine, Odds, Refused, Seen, Side, Step, View, Viewer};
use skirmish_wire::{ByItself, Level, Seat};

use super::Args;
use super::forecast::{Asker, Forecasts, Wanted};
use super::keep::{self, Keep};
use super::open::Opened;
use super::settings::Settings;
use super::situation::Situation;
use super::telling::Log;
use super::{command, hand, numbered, question};
use crate::exit::Fault;
use crate::out::{Out, Paint};
use crate::playout::Stopped;
use crate::story::Story;
use crate::summary::Summary;
use crate::wrap::{WIDTH, wrapped};
use crate::{board, interrupt};

/// In a narrower terminal lines are broken as in one of so many columns.
const NARROWEST: usize = 20;

/// Of a longer line the beginning is echoed.
const LONGEST_ECHO: usize = 1_000;

/// What comes after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// It was taken.
    Done,
    /// It was not.
    Refused,
    /// The table is left.
    Quit,
}

/// Is a line set by hand: `gm: …`, `gm next: …`?
pub(super) fn is_by_hand(line: &str) -> bool {
    line.split_once(':').is_some_and(|(head, _)| matches!(head.trim(), "gm" | "gm next"))
}

/// A changed past that nobody has accepted yet.
pub(super) struct Proposed {
    pub(super) changed: Changed,
}

/// The table.
pub(super) struct Table<'o> {
    pub(super) game: &'static dyn Game,
    pub(super) battle: Box<dyn Battle>,
    pub(super) settings: Settings,
    pub(super) keep: Option<Keep>,
    pub(super) proposed: Option<Proposed>,
    pub(super) out: &'o mut Out,
    pub(super) about: Option<String>,
    pub(super) notices: Vec<String>,
    pub(super) story: Story,
    /// The step that is being told, and what has been told of it.
    pub(super) step: Option<Step>,
    pub(super) told: Vec<LogLine>,
    /// What happens, where it is kept for a program instead of told.
    pub(super) log: Option<Log>,
    /// Whose turn, and when, has been shown with the board.
    shown: Option<(String, String, String)>,
    /// How things are set by hand has been said.
    pub(super) hand_told: bool,
    /// What has been shown of the situation.
    pub(super) known: Situation,
    /// The question that has been put.
    asked: Option<String>,
    /// Was something set by hand since?
    by_hand: bool,
    ended: bool,
    /// After a leap in time nothing goes on by itself until somebody says so.
    paused: bool,
    /// What may come of the choices of the question that waits.
    forecasts: RefCell<Forecasts>,
}

/// What a save says, beside the settings, of a table that waits for somebody to say so.
const PAUSED: &str = "paused";

impl<'o> Table<'o> {
    pub(super) fn new(opened: Opened, args: &Args, out: &'o mut Out) -> Result<Self, Fault> {
        let Opened { game, mut battle, about, keep, settings: lines, mut notices } = opened;
        battle.listen_to(&interrupt::shared());
        let mut settings = Settings::new(game);
        for line in lines.iter().filter(|line| *line != PAUSED) {
            if let Err(why) = settings.restore(&*battle, line) {
                let line = skirmish_kernel::words::short(line);
                notices.push(wrapped(&format!("`table {line}` is left out of the settings: {why}."), WIDTH, 2));
            }
        }
        let given = [("level", &args.level), ("board", &args.board), ("view", &args.view), ("routine", &args.routine)];
        let many = [("seat", &args.seat), ("dice", &args.dice)];
        let many = many.into_iter().flat_map(|(name, all)| all.iter().map(move |words| (name, words)));
        for (name, words) in given.into_iter().filter_map(|(name, words)| Some((name, words.as_ref()?))).chain(many) {
            if words.starts_with('=') {
                let all = words.trim_start_matches('=');
                return Err(Fault::plain(format!(
                    "--{name} {words}: nobody is named; for everybody it is `--{name} {all}`"
                )));
            }
            let spoken = words.rsplit_once('=').map_or_else(|| words.clone(), |(whom, by)| format!("{whom} {by}"));
            let set = settings.set(&*battle, Viewer::GameMaster, name, &spoken);
            set.map_err(|why| Fault::plain(format!("--{name} {words}: {why}")))?;
        }
        out.break_lines_at(WIDTH);
        let story = Story::new(game.catalogue(), false);
        Ok(Self {
            game,
            battle,
            settings,
            keep,
            proposed: None,
            out,
            about,
            notices,
            story,
            step: None,
            told: Vec::new(),
            log: None,
            shown: None,
            hand_told: false,
            known: Situation::default(),
            asked: None,
            by_hand: false,
            ended: false,
            paused: lines.iter().any(|line| line == PAUSED),
            forecasts: RefCell::new(Forecasts::new(false)),
        })
    }

    pub(super) fn viewer(&self) -> Viewer {
        self.settings.viewer(&*self.battle)
    }

    /// The battle as whoever sits here looks at it.
    pub(super) fn seen(&self) -> Box<dyn Seen + '_> {
        self.battle.seen_by(self.viewer())
    }

    /// Do they see everything?
    pub(super) fn sees_all(&self) -> bool {
        self.viewer() == Viewer::GameMaster
    }

    /// The question that waits, as whoever answers it reads it.
    pub(super) fn asked(&self) -> Box<dyn Seen + '_> {
        self.battle.seen_by(self.speaker())
    }

    /// Gives a line: of an answer with the voice of whoever is asked; what is set by hand, the game master gives.
    pub(super) fn give(&mut self, line: &str) -> Result<(), Refused> {
        if is_by_hand(line) {
            return hand::give(self, line).map(drop);
        }
        let speaker = self.speaker();
        self.battle.seat(speaker).line(line)
    }

    /// Odds for those who are asked. Where people of several sides share the screen, none of them reads the others'
    /// choices out of them; and dice of a side that does not look are nobody's to foresee.
    pub(super) fn odds(&self, inquiry: &Inquiry) -> Result<Odds, Refused> {
        match self.viewer() {
            ours @ Viewer::Side(_) if inquiry.choice.is_none() && self.side_asked() != ours.side() => {
                Asker::Viewer(Viewer::Spectator).odds(&*self.battle, inquiry)
            }
            _ => self.asker().odds(&*self.battle, inquiry),
        }
    }

    /// The side of the first of those who are asked.
    fn side_asked(&self) -> Option<Side> {
        let asked = self.battle.awaited_in_short().and_then(|awaited| awaited.who.into_iter().next());
        asked.and_then(|who| self.battle.side_of(&who))
    }

    /// With whose knowledge odds are worked out of a choice that somebody has.
    fn asker(&self) -> Asker {
        match self.viewer() {
            Viewer::GameMaster if self.settings.sees_all() => Asker::Master,
            Viewer::GameMaster => Asker::Fair(self.side_asked()),
            _ => Asker::Viewer(self.speaker()),
        }
    }

    /// What is known of some choices when so much time has gone by, and whether there is more to come.
    pub(super) fn forecasts(&self, wanted: &[Wanted], patience: Duration) -> (HashMap<Wanted, Odds>, bool) {
        let mut forecasts = self.forecasts.borrow_mut();
        let known = forecasts.of(&*self.battle, self.asker(), wanted, patience);
        (known, forecasts.awaits(wanted))
    }

    /// The terminal has so many columns.
    pub(super) fn fit_into(&mut self, columns: usize) {
        self.out.break_lines_at(columns.clamp(NARROWEST, WIDTH));
    }

    /// Somebody sits at a terminal: odds are worked out beside the table.
    pub(super) fn waits_for_nobody(&mut self) {
        self.forecasts = RefCell::new(Forecasts::new(true));
    }

    /// With whose eyes an answer is read: of the side that is asked, where the table looks with those of one side; whoever
    /// throws another side's dice by hand does the game master's work.
    pub(super) fn speaker(&self) -> Viewer {
        let (Viewer::Side(ours), Some(awaited)) = (self.viewer(), self.battle.awaited_in_short()) else {
            return self.viewer();
        };
        let mut sides = awaited.who.iter().filter_map(|who| self.battle.side_of(who));
        match awaited.kind.as_str() {
            "dice" if sides.any(|side| side != ours) => Viewer::GameMaster,
            "dice" => self.viewer(),
            _ => sides.next().map_or(self.viewer(), Viewer::Side),
        }
    }

    pub(super) fn paint(&self) -> Paint {
        self.out.paint()
    }

    /// Says who meets where, and how to go on.
    pub(super) fn begin(&mut self) {
        // Whoever sits here gives the edicts as well.
        self.battle.tell_edicts(true);
        let paint = self.paint();
        let title = skirmish_kernel::words::visible(self.battle.title(), LONGEST_ECHO);
        self.say(&paint.bold(&title));
        let line = format!("{}, seed {}", self.game.title(), self.battle.seed());
        self.say(&paint.dim(&line));
        if let Some(about) = self.about.take().filter(|about| !about.is_empty()) {
            let paragraphs =
                about.trim().split("\n\n").map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
            let paragraphs: Vec<String> = paragraphs.map(|text| wrapped(&text, WIDTH, 0)).collect();
            self.say(&format!("\n{}", paragraphs.join("\n\n")));
        }
        for notice in std::mem::take(&mut self.notices) {
            self.say(&notice);
        }
        self.say("`help` lists what can be typed; `?` explains what is asked.");
        if !self.battle.is_empty() {
            self.tell_last_steps();
        }
        self.write();
    }

    /// Of a battle that goes on: what happened last.
    fn tell_last_steps(&mut self) {
        const LAST: usize = 3;
        let ahead = match self.seen().redo_len() {
            0 => String::new(),
            ahead => format!(" ({ahead} more were taken back; `redo` or `goto end` goes forward again)"),
        };
        let (answers, steps) = (self.seen().len(), self.seen().steps(None));
        let last = &steps[steps.len().saturating_sub(LAST)..];
        let tells =
            |step: &Step| self.seen().log(*step).iter().any(|line| !line.text.is_empty() || line.throw.is_some());
        let answers = if answers == 1 { "1 answer".to_owned() } else { format!("{answers} answers") };
        let colon = if last.iter().any(tells) { " Last:" } else { "" };
        self.say(&format!("\nThe battle goes on after {answers}{ahead}.{colon}"));
        self.step = last.first().copied();
        self.tell();
        let spares = self.seen().spares().len();
        if spares > 0 {
            let wait = if spares == 1 { "answer of a changed past waits" } else { "answers of a changed past wait" };
            self.say(&format!("{spares} {wait} until they fit; `forget` drops them."));
        }
    }

    /// Plays on until somebody at the keyboard is needed.
    pub(super) fn go_on(&mut self) {
        let mut moved = false;
        let mut step = self.battle.running();
        while self.proposed.is_none() && !self.paused && !interrupt::asked() {
            // Dice that fall for one thing are told together.
            if self.battle.running() != step {
                step = self.battle.running();
                self.tell();
            }
            if self.battle.outcome().is_some() || self.battle.stuck().is_some() || !self.answer_by_itself() {
                break;
            }
            moved = true;
            self.asked = None;
        }
        // Where nothing goes on by itself, nothing has been stopped.
        if interrupt::take() && (moved || !self.needs_somebody()) {
            self.paused = true;
            moved = true;
            self.say("Stopped here.");
        }
        self.tell();
        if moved {
            self.write();
        }
        self.say_end();
    }

    /// Answers what needs nobody at the keyboard. False when somebody is needed.
    fn answer_by_itself(&mut self) -> bool {
        match self.by_itself() {
            None => false,
            Some(ByItself::Roll(who)) => self.battle.roll_for(&who).is_ok(),
            Some(ByItself::Decide(who, policy)) => self.battle.decide_for(&who, &policy).is_ok(),
            Some(ByItself::Pass) => self.battle.do_least().is_ok(),
            Some(ByItself::Stand) => self.battle.stand().is_ok(),
        }
    }

    /// What the table would do without anybody at the keyboard.
    fn by_itself(&self) -> Option<ByItself> {
        let usual = self.game.policies().first().copied().unwrap_or_default();
        skirmish_wire::by_itself(
            &*self.battle,
            &self.settings.seats,
            |_| self.settings.level,
            self.settings.takes_routine,
            usual,
        )
    }

    /// Is somebody at the keyboard needed now?
    pub(super) fn needs_somebody(&self) -> bool {
        self.by_itself().is_none()
    }

    /// Does anybody at the keyboard take part: choose, or throw?
    pub(super) fn has_people(&self) -> bool {
        let tokens = self.battle.view().tokens;
        let chooses = |name: &str| self.settings.level != Level::Automatic && self.seat_of(name) == Seat::Person;
        tokens.iter().any(|token| chooses(&token.name) || self.types_dice(&token.name))
    }

    /// Does it wait for a word to go on by itself?
    pub(super) fn is_paused(&self) -> bool {
        self.paused && !self.needs_somebody()
    }

    /// Lets it go on by itself.
    pub(super) fn resume(&mut self) {
        self.paused = false;
    }

    fn side_name(&self, who: &str) -> String {
        let side = self.battle.side_of(who).map_or(0, |side| usize::from(side.0));
        self.battle.sides().get(side).cloned().unwrap_or_default()
    }

    pub(super) fn seat_of(&self, who: &str) -> Seat {
        self.settings.seats.of(who, &self.side_name(who))
    }

    pub(super) fn types_dice(&self, who: &str) -> bool {
        self.settings.seats.types_dice(who, &self.side_name(who))
    }

    /// After a leap in time nothing before it is told again.
    pub(super) fn leap(&mut self) {
        self.step = Some(self.battle.running());
        self.look_anew();
        self.story = Story::new(self.game.catalogue(), false);
        // What stands as it was shown last is not shown again; the question is.
        (self.shown, self.asked, self.ended, self.paused) = (None, None, false, true);
        (self.by_hand, self.known.question) = (false, Vec::new());
    }

    /// The question that waits, and at which moment.
    fn question_key(&self) -> Option<String> {
        let awaited = self.battle.awaited()?;
        Some(format!("{} {awaited:?}", self.battle.len()))
    }

    /// Something was set by hand: the question is put again if anything in it is different.
    pub(super) fn set_by_hand(&mut self) {
        self.by_hand = true;
    }

    /// The question is put once more.
    pub(super) fn put_again(&mut self) {
        self.asked = None;
    }

    /// Keeps the battle in another file from now on.
    pub(super) fn move_to(&mut self, path: &std::path::Path) -> Result<(), Fault> {
        match &mut self.keep {
            Some(keep) => keep.move_to(path),
            None => {
                self.keep = Some(Keep::of(path)?);
                Ok(())
            }
        }
    }

    fn say_end(&mut self) {
        if let Some(flaw) = self.battle.stuck().map(str::to_owned) {
            if !self.ended {
                self.ended = true;
                self.say(&format!(
                    "The rulebook stopped the battle: {flaw}. This is a flaw of the program; `undo` goes back."
                ));
            }
        } else if self.battle.outcome().is_some() && !self.ended {
            self.ended = true;
            let summary = Summary::seen(&*self.battle, self.seen().view(), Stopped::Over);
            self.say(&format!("\n{}", summary.lines(self.paint()).join("\n")));
            self.say("The battle is over. `undo`, `log`, `change` and `gm` still work; `quit` leaves.");
        }
    }

    /// Puts the question that waits.
    pub(super) fn ask(&mut self) {
        if self.proposed.is_some() || self.out.is_closed() {
            return;
        }
        let Some(awaited) = self.asked().awaited() else { return };
        let key = self.question_key();
        if self.asked == key {
            return;
        }
        self.asked = key;
        let view = self.seen().view();
        // Somebody may be asked in the turn of one after the other.
        let whose = (awaited.who.first().cloned().unwrap_or_default(), view.clock.clone(), self.battle.place());
        // Dice belong to a turn that has been shown.
        let turns = awaited.kind != "dice" && self.shown.as_ref() != Some(&whose);
        if turns || self.shown.is_none() {
            self.shown = Some(whose);
            self.show_situation();
        }
        if self.is_paused() {
            self.say("\nHere the table would go on by itself: Enter lets it.");
            return;
        }
        let lines = question::lines(self, &awaited);
        // What was set by hand has not changed it: it still stands above.
        if !std::mem::take(&mut self.by_hand) || !self.known.question.starts_with(&lines) {
            self.say("");
            self.say_all(&lines);
            self.hand_told |= question::is_by_hand(self, &awaited);
        }
        self.known.question = lines;
    }

    /// What stands before the line that is typed.
    pub(super) fn prompt(&self) -> &'static str {
        match (&self.proposed, self.battle.outcome()) {
            (Some(_), _) => "accept or reject> ",
            (None, Some(_)) => "over> ",
            (None, None) => "> ",
        }
    }

    /// In a pipe the typed line stands where a terminal would show it.
    pub(super) fn echo(&mut self, line: &str) {
        let prompt = self.prompt();
        let shown = skirmish_kernel::words::visible(line, LONGEST_ECHO);
        self.out.line(format_args!("{prompt}{shown}"));
    }

    /// Takes a line.
    pub(super) fn take(&mut self, line: &str) -> Next {
        let stands = |table: &Self| (table.battle.len(), table.battle.redo_len(), table.paused);
        let before = stands(self);
        let seen: Vec<String> = self.seen().view().tokens.into_iter().map(|token| token.name).collect();
        match command::take(self, &numbered::as_written(line.trim(), &seen)) {
            Ok(next) => {
                self.go_on_if_answered(before.0);
                if stands(self) != before {
                    self.write();
                }
                next
            }
            Err(why) => {
                self.say_refused(&why);
                Next::Refused
            }
        }
    }

    /// Whoever answers goes on.
    fn go_on_if_answered(&mut self, before: usize) {
        if self.battle.len() > before && self.battle.redo_len() == 0 {
            self.paused = false;
        }
    }

    /// A program has answered: so much had been given before.
    pub(super) fn answered(&mut self, before: usize) {
        self.go_on_if_answered(before);
        self.write();
    }

    pub(super) fn say(&mut self, text: &str) {
        self.out.line(text);
    }

    /// The board, as it is drawn.
    pub(super) fn say_board(&mut self, view: &View) {
        let lines = board::draw(view, self.paint());
        if !lines.is_empty() {
            self.out.drawn(format_args!("\n{}", lines.join("\n")));
        }
    }

    pub(super) fn say_all(&mut self, lines: &[String]) {
        if !lines.is_empty() {
            self.say(&lines.join("\n"));
        }
    }

    /// Says why something was not taken. Always true.
    pub(super) fn say_refused(&mut self, why: &str) -> bool {
        let stop = if why.ends_with(['.', '?', '!']) { "" } else { "." };
        let text = self.paint().bad(&format!("No: {why}{stop}"));
        self.say(&text);
        true
    }

    /// Hands on everything that has been said.
    pub(super) fn flush(&mut self) {
        self.out.flush();
    }

    /// Nobody reads on.
    pub(super) fn is_deserted(&self) -> bool {
        self.out.is_closed()
    }

    /// Keeps the battle on disk.
    pub(super) fn write(&mut self) {
        let settings = self.setting_lines();
        let Some(keep) = &mut self.keep else { return };
        if let Err(fault) = keep.keep(&*self.battle, settings) {
            self.say_refused(&format!(
                "{}. Play goes on; it is tried again with every answer, and `save FILE` keeps it elsewhere",
                fault.message()
            ));
        }
    }

    /// The battle as a transcript, with the table's settings in its head.
    pub(super) fn saved(&self) -> String {
        self.battle.save_with(&self.setting_lines())
    }

    /// The table's settings, as they stand in the head of a save.
    fn setting_lines(&self) -> Vec<String> {
        let paused = self.paused.then(|| PAUSED.to_owned());
        self.settings.lines().into_iter().chain(paused).collect()
    }

    /// Says goodbye. Gives why answers are lost, if any are.
    pub(super) fn end(&mut self) -> Option<String> {
        // What was written answer by answer is left as a battle is saved.
        self.keep.iter_mut().for_each(Keep::write_anew);
        self.write();
        let keep = self.keep.take()?;
        let lost = keep.lost(self.battle.len());
        if lost.is_none() {
            let (path, typed) = (keep.path().display(), keep::as_typed(keep.path()));
            self.out.line(format_args!("Kept in {path}; `skirmish play {typed}` goes on."));
        }
        keep.release();
        lost
    }
}
