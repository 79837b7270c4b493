//! A battle that a program plays: requests come in as lines of JSON, and messages go out.

use serde_json::Value;
use skirmish_kernel::{PolicyName, Refused, Viewer};
use skirmish_wire::{Changed, FORMAT, Found, Hello, Message, Present, Request, Want};

use super::lines::{LONGEST, Lines, Read};
use super::table::{Next, Proposed, Table};
use super::{Args, MOST_REFUSED, command, history, open};
use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;

/// Why a request was not taken.
struct No {
    why: String,
    rule: Option<String>,
}

impl From<String> for No {
    fn from(why: String) -> Self {
        Self { why, rule: None }
    }
}

impl From<Refused> for No {
    fn from(refused: Refused) -> Self {
        Self { why: refused.why, rule: refused.rule.map(str::to_owned) }
    }
}

/// What is answered to a request, with its id.
enum Reply {
    Done(Option<Value>, Option<Found>),
    Refused(Option<Value>, No),
    /// It was no request at all.
    Noise(Option<Value>, String),
    Left(Option<Value>),
}

pub(super) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let Some(what) = &args.what else {
        let help = "`skirmish encounters --json` lists those that come with the games; a save or an encounter file will do, too";
        return Err(Fault::with_help("`skirmish play --json` needs a battle", help));
    };
    let opened = open::open(args, what, false)?;
    let mut said = Out::kept();
    let mut table = Table::new(opened, args, &mut said)?;
    table.keep_log();
    let mut talk = Talk { out, shown: None };
    talk.send(&Message::Hello(hello(&mut table)));
    let noise = talk.go_on(&mut table);
    let kept = table.keep.as_ref().map(|keep| keep.path().display().to_string());
    let lost = table.end();
    let kept = kept.filter(|_| lost.is_none());
    talk.send(&Message::Bye { kept, lost: lost.clone() });
    match (lost, noise) {
        (Some(why), _) => Err(Fault::plain(format!("not kept: {why}"))),
        (None, true) => {
            Err(Fault::plain(format!("{MOST_REFUSED} lines in a row were no requests: this is no program of ours")))
        }
        (None, false) => Ok(interrupt::or(Exit::Done)),
    }
}

fn hello(table: &mut Table<'_>) -> Hello {
    let about = table.about.take().filter(|about| !about.is_empty());
    let notices = std::mem::take(&mut table.notices);
    table.write();
    // A verb with which several answers begin is told once.
    let mut verbs = Vec::new();
    for verb in table.battle.verbs() {
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    Hello {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: table.game.name().to_owned(),
        title: table.battle.title().to_owned(),
        about: about.map(|about| about.trim().to_owned()),
        seed: table.battle.seed(),
        sides: table.battle.sides().to_vec(),
        policies: table.game.policies().iter().map(|policy| (*policy).to_owned()).collect(),
        verbs,
        notices,
    }
}

/// What is said to the program.
struct Talk<'o> {
    out: &'o mut Out,
    /// The present as it was told last.
    shown: Option<Present>,
}

impl Talk<'_> {
    fn send(&mut self, message: &Message) {
        self.out.json(message.line());
    }

    /// Takes request after request. Ends with true if nothing but noise comes in: lines that are no requests.
    fn go_on(&mut self, table: &mut Table<'_>) -> bool {
        let mut lines = Lines::of_program();
        let mut noise = 0;
        self.tell(table);
        while !self.out.is_closed() {
            self.out.flush();
            // What was to be stopped is stopped; whoever asks from now on leaves.
            interrupt::take();
            let reply = match lines.read("", Default::default) {
                Read::Line(line) if line.trim().is_empty() => continue,
                Read::Line(line) => reply(table, &line),
                Read::TooLong => Reply::Noise(None, format!("a line has at most {} KB", LONGEST >> 10)),
                Read::NotText => Reply::Noise(None, "this line is no UTF-8 text".to_owned()),
                Read::Interrupted | Read::End => return false,
            };
            noise = if matches!(reply, Reply::Noise(..)) { noise + 1 } else { 0 };
            match reply {
                Reply::Done(id, found) => {
                    self.tell(table);
                    self.send(&Message::Done { id, found });
                }
                Reply::Refused(id, No { why, rule }) => self.send(&Message::Refused { id, why, rule }),
                Reply::Noise(id, why) => self.send(&Message::Refused { id, why, rule: None }),
                Reply::Left(id) => {
                    self.send(&Message::Done { id, found: None });
                    return false;
                }
            }
            if noise >= MOST_REFUSED {
                return true;
            }
        }
        false
    }

    /// What happens by itself, and the present if it is another.
    fn tell(&mut self, table: &mut Table<'_>) {
        table.go_on();
        // What is told in words is not for programs.
        table.out.take_lines();
        for message in table.take_log() {
            self.send(&message);
        }
        let state = present(table);
        if self.shown.as_ref() != Some(&state) {
            self.send(&Message::State(Box::new(state.clone())));
            self.shown = Some(state);
        }
    }
}

/// The present as the table looks at it, with the question as whoever answers it reads it.
fn present(table: &Table<'_>) -> Present {
    let mut state = Present::seen_by(&*table.battle, table.viewer(), table.is_paused());
    state.view.awaited = table.asked().awaited();
    state
}

/// What comes of a line.
fn reply(table: &mut Table<'_>, line: &str) -> Reply {
    match Request::read(line) {
        Ok(Request { id, want: Want::Quit {}, .. }) => Reply::Left(id),
        Ok(Request { id, viewer, want }) => match take(table, viewer.as_deref(), &want) {
            Ok(found) => Reply::Done(id, found),
            Err(no) => Reply::Refused(id, no),
        },
        Err(wrong) => Reply::Noise(wrong.id, wrong.why),
    }
}

/// Takes a request: with a viewer's own eyes and voice, or with those of the table.
fn take(table: &mut Table<'_>, viewer: Option<&str>, want: &Want) -> Result<Option<Found>, No> {
    if table.proposed.is_some() && writes(want) {
        return Err(command::WAITS.to_owned().into());
    }
    let own = viewer.map(|viewer| skirmish_wire::viewer(&*table.battle, viewer)).transpose()?;
    if is_for_the_table(want) && own.is_some_and(|own| own != Viewer::GameMaster && own != table.viewer()) {
        return Err("the past, the file and the settings are the table's: leave out `viewer`".to_owned().into());
    }
    skirmish_wire::entry_is_there(&*table.seen(), want)?;
    let voice = own.unwrap_or_else(|| table.speaker());
    let before = table.battle.len();
    let times = |times: &Option<u32>| times.unwrap_or(1).to_string();
    match want {
        Want::Answer { line } => match own {
            Some(viewer) => table.battle.seat(viewer).line(line)?,
            None => table.give(line)?,
        },
        Want::Roll { who: Some(who) } => table.battle.seat(voice).roll_for(who)?,
        Want::Roll { who: None } => table.battle.seat(voice).roll()?,
        Want::Usual {} => table.battle.seat(voice).stand()?,
        Want::Pass {} => table.battle.seat(voice).do_least()?,
        Want::Decide { policy, who } => {
            let usual = PolicyName::default().to_string();
            let policy = policy.as_ref().unwrap_or(&usual);
            match who {
                Some(who) => table.battle.seat(voice).decide_for(who, policy)?,
                None => table.battle.seat(voice).decide(policy)?,
            }
        }
        Want::GoOn {} => table.resume(),
        Want::Undo { times: count } => return leapt(table, |table| history::step(table, &times(count), false)),
        Want::Redo { times: count } => return leapt(table, |table| history::step(table, &times(count), true)),
        Want::Goto { entry } => {
            return leapt(table, |table| history::goto(table, &entry.saturating_add(1).to_string()));
        }
        Want::Accept {} => return leapt(table, |table| history::decide(table, true)),
        Want::Reject {} => return leapt(table, |table| history::decide(table, false)),
        Want::Change { entry, line } => return proposed(table, *entry, line).map(Some),
        Want::Save {} => return Ok(Some(Found::Transcript(table.saved()))),
        Want::Say { line } => return said(table, line).map(Some),
        Want::State {}
        | Want::Log {}
        | Want::Odds { .. }
        | Want::Facts { .. }
        | Want::Sheet { .. }
        | Want::Read { .. }
        | Want::Between { .. }
        | Want::Propose { .. } => return looked(table, own, want).transpose(),
        Want::Quit {} => {}
    }
    table.answered(before);
    Ok(None)
}

/// Is it about the whole table, and for nobody's eyes or voice alone?
fn is_for_the_table(want: &Want) -> bool {
    let is_past = matches!(want, Want::Undo { .. } | Want::Redo { .. } | Want::Goto { .. } | Want::Change { .. });
    is_past || matches!(want, Want::Accept {} | Want::Reject {} | Want::Save {} | Want::Say { .. })
}

/// Goes elsewhere in time.
fn leapt(table: &mut Table<'_>, leap: impl FnOnce(&mut Table<'_>) -> Result<(), String>) -> Result<Option<Found>, No> {
    leap(table)?;
    table.write();
    Ok(None)
}

/// Shows another past, which waits to be accepted.
fn proposed(table: &mut Table<'_>, entry: usize, line: &str) -> Result<Found, No> {
    let changed = history::changed(table, entry, line)?;
    let view = changed.battle.seen_by(table.viewer()).view();
    let told = Changed { view, parted: changed.parted.clone(), spares: changed.spares.clone() };
    table.proposed = Some(Proposed { changed });
    Ok(Found::Changed(Box::new(told)))
}

/// Takes a line as people type it.
fn said(table: &mut Table<'_>, line: &str) -> Result<Found, No> {
    table.out.take_lines();
    match table.take(line) {
        Next::Done => Ok(Found::Said(table.out.take_lines())),
        Next::Refused => Err(table.out.take_lines().join("\n").into()),
        Next::Quit => Err("a program leaves with {\"do\": \"quit\"}".to_owned().into()),
    }
}

/// Does it write into the battle?
fn writes(want: &Want) -> bool {
    !matches!(
        want,
        Want::Accept {}
            | Want::Reject {}
            | Want::State {}
            | Want::Log {}
            | Want::Odds { .. }
            | Want::Facts { .. }
            | Want::Sheet { .. }
            | Want::Read { .. }
            | Want::Between { .. }
            | Want::Propose { .. }
            | Want::Save {}
            | Want::Say { .. }
    )
}

/// What only looks.
fn looked(table: &Table<'_>, own: Option<Viewer>, want: &Want) -> Option<Result<Found, No>> {
    // Where people of several sides share the table, none of them reads the others' choices out of odds.
    if let (None, Want::Odds { choice, .. }) = (own, want) {
        let inquiry = skirmish_wire::inquiry(&*table.battle, want)?;
        let odds = table.odds(&inquiry).map(|odds| Found::Odds(skirmish_wire::odds(choice.as_deref(), &odds)));
        return Some(odds.map_err(not_looked));
    }
    if let (None, Want::State {}) = (own, want) {
        return Some(Ok(Found::State(Box::new(present(table)))));
    }
    let viewer = own.unwrap_or_else(|| match want {
        Want::Facts { .. } | Want::Propose { .. } => table.speaker(),
        _ => table.viewer(),
    });
    let found = skirmish_wire::look(&*table.battle, viewer, table.is_paused(), want)?;
    Some(found.map_err(not_looked))
}

/// Why something could not be told: branches are counted no further when somebody asks to stop.
fn not_looked(refused: Refused) -> No {
    match refused.too_many && interrupt::asked() {
        true => "it was stopped before it was worked out".to_owned().into(),
        false => refused.into(),
    }
}
