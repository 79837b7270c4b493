//! A table's battle, made from the lines of its log.

mod given;
mod late;
mod picture;
mod settings;

use std::collections::HashSet;

use serde_json::{Value, json};
use skirmish_kernel::dice::Dice;
use skirmish_kernel::transcript::Encounter;
use skirmish_kernel::{Battle, Diagnostic, Game, PolicyName, Refused, Source, Transcript, Viewer, words};
use skirmish_wire::{ByItself, by_itself};

use crate::dice::LiveDice;
use crate::store::Line;
pub(crate) use picture::Picture;
pub(crate) use settings::Settings;

/// Who gave what went on by itself.
pub(crate) const BY_ITSELF: &str = "table";

/// Why something was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct No {
    pub(crate) why: String,
    pub(crate) rule: Option<String>,
}

impl From<String> for No {
    fn from(why: String) -> Self {
        Self { why, rule: None }
    }
}

impl From<&str> for No {
    fn from(why: &str) -> Self {
        why.to_owned().into()
    }
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        Self { why: refused.why, rule: refused.rule.map(str::to_owned) }
    }
}

/// Something that changes a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A choice, dice, an edict, as people write it.
    Line(String),
    /// The program's dice, of one or of all.
    Roll(Option<String>),
    /// The usual answer.
    Usual,
    /// The answer that does least.
    Pass,
    /// A policy chooses, for one or for the first of those who are asked.
    Decide { policy: Option<String>, who: Option<String> },
    /// So many answers of people are taken back.
    Undo(u32),
    /// So many are done again.
    Redo(u32),
    /// To the moment before an entry, as whoever asks counts.
    Goto(usize),
    /// Another past.
    Change { entry: usize, line: String },
    /// What found no place in another past is forgotten.
    Forget,
    /// What goes by itself goes on.
    GoOn,
    /// How the table plays.
    Set(String),
    /// A picture for under the grid, as settings.
    Picture(Vec<String>),
}

impl Deed {
    /// What kind of thing it is.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Self::Line(_) => "answer",
            Self::Roll(_) => "roll",
            Self::Usual => "usual",
            Self::Pass => "pass",
            Self::Decide { .. } => "decide",
            Self::Undo(_) => "undo",
            Self::Redo(_) => "redo",
            Self::Goto(_) => "goto",
            Self::Change { .. } => "change",
            Self::Forget => "forget",
            Self::GoOn => "go-on",
            Self::Set(_) => "set",
            Self::Picture(_) => "picture",
        }
    }
}

/// What a policy is to think about, away from the table.
pub(crate) struct Thought {
    pub(crate) who: String,
    pub(crate) policy: String,
    pub(crate) viewer: Viewer,
    pub(crate) battle: Box<dyn Battle>,
}

/// What goes on by itself.
pub(crate) enum GoesOn {
    /// This line was given.
    Gave(String),
    /// Somebody must think first.
    Thinks(Thought),
    /// Somebody is needed.
    Waits,
}

/// The battle of a table, and how the table plays.
pub(crate) struct Replica {
    pub(crate) game: &'static dyn Game,
    /// What the battle was opened from.
    encounter: Source,
    pub(crate) battle: Box<dyn Battle>,
    pub(crate) settings: Settings,
    /// The number of the last line that is in it.
    pub(crate) seq: u64,
    /// After a leap in time nothing goes on by itself.
    pub(crate) paused: bool,
    /// It counts whenever the past is another: what was told of it is to be told again.
    pub(crate) leaps: u64,
    /// Who gave each entry, those that were taken back included.
    authors: Vec<String>,
    /// Commands that have been done.
    commands: HashSet<String>,
}

impl Replica {
    /// The battle of an opening, without the lines that came after it.
    ///
    /// # Errors
    /// What is wrong with the opening.
    pub(crate) fn open(opening: &str) -> Result<Self, Vec<Diagnostic>> {
        let transcript = Transcript::parse(&Source::new("the table", opening))?;
        let game = skirmish_shelf::shelf().game_of_transcript(&transcript)?;
        let battle = game.replay(&transcript)?;
        let mut settings = Settings::new(game);
        for line in transcript.tables() {
            // How a terminal draws is nothing to a table on the web.
            let _ = settings.set(&*battle, Viewer::GameMaster, line);
        }
        let authors = vec![String::new(); battle.len() + battle.redo_len()];
        let (paused, commands) = (transcript.tables().any(|line| line == "paused"), HashSet::new());
        let encounter = encounter(game, &transcript);
        Ok(Self { game, encounter, battle, settings, seq: 0, paused, leaps: 0, authors, commands })
    }

    /// Takes a line that is in the store.
    ///
    /// # Errors
    /// Why it cannot be taken: the store is from another version of the rules, or damaged.
    pub(crate) fn read(&mut self, line: &Line) -> Result<(), String> {
        let told = |why: String| format!("line {} (`{}`): {why}", line.seq, skirmish_kernel::words::short(&line.line));
        if line.seq != self.seq + 1 {
            return Err(told(format!("line {} is missing", self.seq + 1)));
        }
        self.take(&line.line, &line.who).map_err(|no| told(no.why))?;
        self.seq = line.seq;
        self.commands.extend(line.command.clone());
        Ok(())
    }

    /// Has this command been done?
    pub(crate) fn has_done(&self, command: &str) -> bool {
        self.commands.contains(command)
    }

    /// Lines that were given here are in the store now.
    pub(crate) fn kept(&mut self, lines: &[Line]) {
        self.seq = lines.last().map_or(self.seq, |line| line.seq);
        self.commands.extend(lines.iter().filter_map(|line| line.command.clone()));
    }

    /// Does what a viewer asks for, and gives the lines by which every other replica does the same. Where it gives an error,
    /// nothing has changed but for what stands in front of it in the log: whoever gets one and had lines before makes the
    /// replica anew.
    ///
    /// # Errors
    /// Why it is not done.
    pub(crate) fn give(
        &mut self,
        viewer: Viewer,
        seat: &str,
        deed: &Deed,
        dice: &mut LiveDice,
    ) -> Result<Vec<String>, No> {
        match deed {
            Deed::Line(line) => self.say(viewer, seat, line).map(|line| vec![line]),
            Deed::Roll(who) => self.roll(viewer, seat, who.as_deref(), dice),
            Deed::Usual => self.table_line(seat, self.usual(viewer)?),
            Deed::Pass => self.table_line(seat, self.least(viewer)?),
            Deed::Decide { policy, who } => self.decide(viewer, seat, policy.as_deref(), who.as_deref(), dice),
            Deed::Undo(times) => self.table_line(seat, format!("table goto {}", self.back(viewer, *times)?)),
            Deed::Redo(times) => self.table_line(seat, format!("table goto {}", self.forth(viewer, *times)?)),
            Deed::Goto(entry) => {
                self.may_leap(viewer)?;
                let number = self.battle.entry_number(viewer, *entry).or_else(|| self.ahead(viewer, *entry));
                let number = number.ok_or_else(|| format!("there is no entry {}", entry.saturating_add(1)))?;
                let mut lines = self.table_line(seat, format!("table goto {number}"))?;
                lines.extend(self.table_line(seat, "table pause".into())?);
                Ok(lines)
            }
            Deed::Change { entry, line } => {
                self.may_leap(viewer)?;
                let number = self.battle.entry_number(viewer, *entry);
                let number = number.ok_or_else(|| format!("there is no entry {}", entry.saturating_add(1)))?;
                self.table_line(seat, format!("table change {number} {}", one_line(line)?))
            }
            Deed::Forget => {
                // What waits for its place is everybody's.
                self.may_leap(viewer)?;
                self.table_line(seat, "table forget".into())
            }
            Deed::GoOn if viewer == Viewer::Spectator => Err("spectators watch: those who play let it go on".into()),
            Deed::GoOn => self.table_line(seat, "table go-on".into()),
            Deed::Set(words) => {
                let line = self.settings.clone().set_by(&*self.battle, viewer, words)?;
                self.table_line(seat, format!("table {line}"))
            }
            Deed::Picture(settings) => {
                let lines = settings.iter().map(|setting| self.table_line(seat, format!("table {setting}")));
                Ok(lines.collect::<Result<Vec<_>, _>>()?.concat())
            }
        }
    }

    /// Takes a line of the log: one of a transcript, or one of the table's own.
    fn take(&mut self, line: &str, who: &str) -> Result<(), No> {
        let before = self.battle.len();
        match line.strip_prefix("table ") {
            None => self.battle.line(line)?,
            Some(words) => self.take_words(words)?,
        }
        self.gave(before, who);
        Ok(())
    }

    fn take_words(&mut self, words: &str) -> Result<(), No> {
        let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
        let number = |text: &str| text.parse::<usize>().map_err(|_| No::from("a number is missing"));
        match verb {
            "goto" => {
                self.battle.jump(number(rest)?)?;
                self.leaps += 1;
            }
            "change" => {
                let (at, line) = rest.split_once(' ').ok_or("a line is missing")?;
                let changed = self.battle.change(number(at)?, line)?;
                self.battle = changed.battle;
                self.leaps += 1;
            }
            "forget" => self.battle.accept(),
            "pause" => self.paused = true,
            "go-on" => self.paused = false,
            _ => {
                self.settings.set(&*self.battle, Viewer::GameMaster, words)?;
            }
        }
        Ok(())
    }

    /// Gives one line.
    fn table_line(&mut self, seat: &str, line: String) -> Result<Vec<String>, No> {
        self.take(&line, seat)?;
        Ok(vec![line])
    }

    /// Something was given: who gave it is kept, and a table that waited goes on.
    fn gave(&mut self, before: usize, who: &str) {
        let now = self.battle.len();
        if now > before && self.battle.redo_len() == 0 {
            self.authors.truncate(before);
            self.authors.resize(now, who.to_owned());
            self.paused = false;
        }
        self.authors.resize(now + self.battle.redo_len(), String::new());
    }

    /// A line as a person writes it, with their eyes.
    fn say(&mut self, viewer: Viewer, seat: &str, line: &str) -> Result<String, No> {
        let line = one_line(line)?;
        if line.starts_with("table ") {
            return Err("how a table plays is set by `seat`, `dice`, `level` and the like".into());
        }
        let (step, before) = (self.battle.running(), self.battle.len());
        self.battle.seat(viewer).line(line)?;
        let is_edict = line.starts_with("gm:") || line.starts_with("gm next:");
        let whole = if is_edict { Some(line.to_owned()) } else { given::line_of(&*self.battle, step, before) };
        let Some(whole) = whole else {
            // What cannot be written down for other replicas is not done.
            self.battle.undo()?;
            return Err("this answer cannot be written down".into());
        };
        self.gave(before, seat);
        Ok(whole)
    }

    /// The usual answer to what a viewer is asked.
    fn usual(&self, viewer: Viewer) -> Result<String, No> {
        let awaited = self.battle.seen_by(viewer).awaited_in_short();
        let answer = awaited.and_then(|awaited| Some((awaited.who.into_iter().next()?, awaited.standing?)));
        answer.map(|(who, usual)| format!("{who}: {usual}")).ok_or_else(|| "there is no usual answer to this".into())
    }

    /// The answer that does least.
    fn least(&self, viewer: Viewer) -> Result<String, No> {
        let seen = self.battle.seen_by(viewer);
        let who = seen.awaited_in_short().and_then(|awaited| awaited.who.into_iter().next());
        let answer = who.and_then(|who| Some(format!("{who}: {}", seen.least()?)));
        answer.ok_or_else(|| "no choice of yours is awaited".into())
    }

    fn decide(
        &mut self,
        viewer: Viewer,
        seat: &str,
        policy: Option<&str>,
        who: Option<&str>,
        dice: &mut LiveDice,
    ) -> Result<Vec<String>, No> {
        let usual = PolicyName::default().to_string();
        let policy = policy.unwrap_or(&usual);
        let asked = self.battle.seen_by(viewer).awaited_in_short().filter(|awaited| awaited.kind == "choice");
        let asked = asked.map(|awaited| awaited.who).unwrap_or_default();
        let own = asked.into_iter().find(|asked| who.is_none_or(|who| who == asked));
        let own = own.ok_or("nobody of yours is asked to choose now")?;
        let line = self.chosen_by(policy, &own, dice)?;
        self.table_line(seat, line)
    }

    /// What a policy chooses for somebody who is asked, with that one's eyes.
    fn chosen_by(&self, policy: &str, who: &str, dice: &mut LiveDice) -> Result<String, No> {
        let viewer = skirmish_wire::viewer(&*self.battle, who)?;
        let seen = self.battle.seen_by(viewer);
        // Lots are drawn from the same randomness as dice: nobody can know which.
        let choice = if policy.parse() == Ok(PolicyName::Random) {
            let choices = seen.awaited().map(|awaited| awaited.choices).unwrap_or_default();
            dice.one_of(&choices).map(|choice| choice.text.clone())
        } else {
            seen.propose(policy)?.map(|proposal| proposal.choice)
        };
        choice.map(|choice| format!("{who}: {choice}")).ok_or_else(|| "nothing can be chosen".into())
    }

    /// The program throws what a viewer is to throw.
    fn roll(&mut self, viewer: Viewer, seat: &str, who: Option<&str>, dice: &mut LiveDice) -> Result<Vec<String>, No> {
        let awaited = self.battle.seen_by(viewer).awaited_in_short().filter(|awaited| awaited.kind == "dice");
        let throws = awaited.map(|awaited| awaited.throws).unwrap_or_default();
        let own: Vec<_> = throws.into_iter().filter(|throw| who.is_none_or(|who| throw.who == who)).collect();
        if own.is_empty() {
            return Err("no dice of yours are awaited".into());
        }
        // Where the first of several throws ends the question, the others are not thrown.
        let mut lines = Vec::new();
        for throw in own {
            match self.throw(&throw, seat, dice) {
                Ok(line) => lines.push(line),
                Err(no) if lines.is_empty() => return Err(no),
                Err(_) => break,
            }
        }
        Ok(lines)
    }

    fn throw(&mut self, throw: &skirmish_kernel::ThrowView, by: &str, dice: &mut LiveDice) -> Result<String, No> {
        let thrown: Dice = throw.dice.parse().map_err(|_| No::from("these dice cannot be thrown"))?;
        let faces: Vec<String> = dice.throw(thrown).iter().map(u16::to_string).collect();
        let line = format!("roll {} {} {} {}", throw.who, throw.rule, throw.dice, faces.join(" "));
        self.take(&line, by)?;
        Ok(line)
    }

    /// What goes on by itself, one answer of it.
    ///
    /// # Errors
    /// When a policy or the rules failed: then somebody is needed.
    pub(crate) fn go_on(&mut self, dice: &mut LiveDice) -> Result<GoesOn, No> {
        if self.paused || self.battle.outcome().is_some() {
            return Ok(GoesOn::Waits);
        }
        let usual = self.game.policies().first().copied().unwrap_or_default();
        let Settings { seats, takes_routine, .. } = &self.settings;
        let level = |who: &str| self.settings.level_for(&*self.battle, who);
        match by_itself(&*self.battle, seats, level, *takes_routine, usual) {
            None => Ok(GoesOn::Waits),
            Some(ByItself::Roll(who)) => {
                let awaited = self.battle.awaited_in_short();
                let throw = awaited.and_then(|awaited| awaited.throws.into_iter().find(|throw| throw.who == who));
                let throw = throw.ok_or("no dice are awaited")?;
                self.throw(&throw, BY_ITSELF, dice).map(GoesOn::Gave)
            }
            Some(ByItself::Decide(who, policy)) => {
                if policy.parse::<PolicyName>().is_ok_and(PolicyName::thinks) {
                    let viewer = skirmish_wire::viewer(&*self.battle, &who)?;
                    return Ok(GoesOn::Thinks(Thought { who, policy, viewer, battle: self.battle.fork() }));
                }
                let line = self.chosen_by(&policy, &who, dice)?;
                self.by_itself(line)
            }
            Some(ByItself::Pass) => self.by_itself(self.least(Viewer::GameMaster)?),
            Some(ByItself::Stand) => self.by_itself(self.usual(Viewer::GameMaster)?),
        }
    }

    fn by_itself(&mut self, line: String) -> Result<GoesOn, No> {
        self.take(&line, BY_ITSELF)?;
        Ok(GoesOn::Gave(line))
    }

    /// What a policy has thought out.
    ///
    /// # Errors
    /// When it does not fit any more.
    pub(crate) fn thought(&mut self, who: &str, choice: &str) -> Result<String, No> {
        let line = format!("{who}: {choice}");
        self.take(&line, BY_ITSELF)?;
        Ok(line)
    }

    fn may_leap(&self, viewer: Viewer) -> Result<(), No> {
        match viewer == Viewer::GameMaster || self.settings.all_may_undo && viewer != Viewer::Spectator {
            true => Ok(()),
            false => Err("at this table the game master alone goes back in time".into()),
        }
    }

    /// Where it goes back to: before the last entry that a person gave and that the viewer sees, so many times. Whether
    /// somebody has acted unseen since then makes no difference: it would tell of them.
    fn back(&self, viewer: Viewer, times: u32) -> Result<usize, No> {
        self.may_leap(viewer)?;
        let seen = self.battle.seen_by(viewer).len();
        let numbers = (0..seen).rev().filter_map(|entry| self.battle.entry_number(viewer, entry));
        let given = numbers.filter(|number| self.authors.get(*number).is_none_or(|who| who != BY_ITSELF));
        let times = usize::try_from(times.max(1)).unwrap_or(usize::MAX);
        given.take(times).last().ok_or_else(|| "there is nothing to take back".into())
    }

    /// Where it goes forward to.
    fn forth(&self, viewer: Viewer, times: u32) -> Result<usize, No> {
        self.may_leap(viewer)?;
        let (now, ahead) = (self.battle.len(), self.battle.redo_len());
        if ahead == 0 {
            return Err("nothing was taken back".into());
        }
        let starts = (now + 1..now + ahead).filter(|at| self.authors.get(*at).is_none_or(|who| who != BY_ITSELF));
        let times = usize::try_from(times.max(1)).unwrap_or(usize::MAX);
        Ok(starts.chain([now + ahead]).nth(times - 1).unwrap_or(now + ahead))
    }

    /// The number of an entry that was taken back, of which a viewer still counts the ones before.
    fn ahead(&self, viewer: Viewer, entry: usize) -> Option<usize> {
        let mut there = self.battle.fork();
        while there.seen_by(viewer).len() < entry {
            there.redo().ok()?;
        }
        Some(there.len())
    }

    /// The people of the battle as members of a party, as it has left them.
    ///
    /// # Errors
    /// When there is no such side, or nobody is left.
    pub(crate) fn carry(&self, side: Option<&str>) -> Result<Value, No> {
        if let Some(side) = side.filter(|side| !self.battle.sides().iter().any(|known| known == side)) {
            let near = words::did_you_mean(side, self.battle.sides().iter().map(String::as_str));
            return Err(format!("there is no side `{}`{near}", words::short(side)).into());
        }
        let party = skirmish_shelf::party(&self.encounter, &*self.battle, side);
        let party = party.map_err(|wrong| wrong.first().map_or(String::new(), ToString::to_string))?;
        if party.members.is_empty() {
            return Err("nobody is left to be carried into another battle".into());
        }
        let left: Vec<Value> = party.left.iter().map(|(name, why)| json!({ "name": name, "why": why })).collect();
        Ok(json!({ "party": party.text, "members": party.members, "left": left }))
    }

    /// The battle as a transcript, with the table's settings.
    pub(crate) fn saved(&self) -> String {
        let paused = self.paused.then(|| "paused".to_owned());
        self.battle.save_with(&self.settings.saved().into_iter().chain(paused).collect::<Vec<_>>())
    }
}

/// The encounter of a transcript.
fn encounter(game: &dyn Game, transcript: &Transcript) -> Source {
    match transcript.encounter() {
        Encounter::Given(source) => source.clone(),
        Encounter::Named(name) | Encounter::File(name) => {
            let found = game.encounters().iter().find(|encounter| encounter.name == name);
            found.map_or_else(|| Source::new(name.as_str(), ""), |found| Source::new(found.name, found.text))
        }
    }
}

/// The longest line that anybody gives.
const LONGEST: usize = 4_096;

/// A line without an end inside it.
fn one_line(text: &str) -> Result<&str, No> {
    let text = text.trim();
    match text {
        "" => Err("the line is empty".into()),
        _ if text.len() > LONGEST => Err(format!("a line has at most {} KB", LONGEST >> 10).into()),
        _ if text.contains(char::is_control) => Err("a line has no line ends and no control characters".into()),
        _ => Ok(text),
    }
}
