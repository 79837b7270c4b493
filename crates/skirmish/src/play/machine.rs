//! A battle that a program plays: requests come in as lines of JSON, and messages go out.

use serde_json::Value;
use skirmish_kernel::{Refused, Viewer};
use skirmish_wire::{Ask, Changed, FORMAT, Found, Hello, Message, Request, State};

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
    Left(Option<Value>),
}

pub(super) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let Some(what) = &args.what else {
        let help = "skirmish play ENCOUNTER --json; `skirmish encounters --json` lists what comes with the games";
        return Err(Fault::with_help("which battle? A program has to say it", help));
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
        (None, true) => Err(Fault::plain(format!("{MOST_REFUSED} lines in a row were not taken: this is no script"))),
        (None, false) => Ok(interrupt::or(Exit::Done)),
    }
}

fn hello(table: &mut Table<'_>) -> Hello {
    let about = table.about.take().filter(|about| !about.is_empty());
    let notices = std::mem::take(&mut table.notices);
    table.write();
    Hello {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: table.game.name().to_owned(),
        title: table.battle.title().to_owned(),
        about: about.map(|about| about.trim().to_owned()),
        seed: table.battle.seed(),
        sides: table.battle.sides().to_vec(),
        policies: table.game.policies().iter().map(|policy| (*policy).to_owned()).collect(),
        verbs: table.battle.verbs(),
        notices,
    }
}

/// What is said to the program.
struct Talk<'o> {
    out: &'o mut Out,
    /// The present as it was told last.
    shown: Option<State>,
}

impl Talk<'_> {
    fn send(&mut self, message: &Message) {
        self.out.json(message.line());
    }

    /// Takes request after request. Ends with true if nothing but noise comes in.
    fn go_on(&mut self, table: &mut Table<'_>) -> bool {
        let mut lines = Lines::pipe();
        let mut refused = 0;
        self.tell(table);
        while !self.out.is_closed() {
            self.out.flush();
            let reply = match lines.read("", Default::default) {
                Read::Line(line) if line.trim().is_empty() => continue,
                Read::Line(line) => reply(table, &line),
                Read::TooLong => Reply::Refused(None, format!("a line has at most {} KB", LONGEST >> 10).into()),
                Read::NotText => Reply::Refused(None, "this line is no UTF-8 text".to_owned().into()),
                Read::Interrupted | Read::End => return false,
            };
            refused = if matches!(reply, Reply::Refused(..)) { refused + 1 } else { 0 };
            match reply {
                Reply::Done(id, found) => {
                    self.tell(table);
                    self.send(&Message::Done { id, found });
                }
                Reply::Refused(id, No { why, rule }) => self.send(&Message::Refused { id, why, rule }),
                Reply::Left(id) => {
                    self.send(&Message::Done { id, found: None });
                    return false;
                }
            }
            if refused >= MOST_REFUSED {
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
fn present(table: &Table<'_>) -> State {
    let mut state = State::seen_by(&*table.battle, table.viewer(), table.is_paused());
    state.view.awaited = table.asked().awaited();
    state
}

/// What comes of a line.
fn reply(table: &mut Table<'_>, line: &str) -> Reply {
    match Request::read(line) {
        Ok(Request { id, ask: Ask::Quit {}, .. }) => Reply::Left(id),
        Ok(Request { id, viewer, ask }) => match take(table, viewer.as_deref(), &ask) {
            Ok(found) => Reply::Done(id, found),
            Err(no) => Reply::Refused(id, no),
        },
        Err(wrong) => Reply::Refused(wrong.id, wrong.why.into()),
    }
}

/// Takes a request: with a viewer's own eyes and voice, or with those of the table.
fn take(table: &mut Table<'_>, viewer: Option<&str>, ask: &Ask) -> Result<Option<Found>, No> {
    if table.proposed.is_some() && writes(ask) {
        return Err(command::WAITS.to_owned().into());
    }
    let own = viewer.map(|viewer| skirmish_wire::viewer(&*table.battle, viewer)).transpose()?;
    if let Some(found) = looked(table, own, ask) {
        return found.map(Some);
    }
    let voice = own.unwrap_or_else(|| table.speaker());
    let before = table.battle.len();
    match ask {
        Ask::Answer { line } => match own {
            Some(viewer) => table.battle.seat(viewer).line(line)?,
            None => table.give(line)?,
        },
        Ask::Roll { who: Some(who) } => table.battle.seat(voice).roll_for(who)?,
        Ask::Roll { who: None } => table.battle.seat(voice).roll()?,
        Ask::Usual {} => table.battle.seat(voice).stand()?,
        Ask::Pass {} => table.battle.seat(voice).do_least()?,
        Ask::Decide { policy, who } => {
            let policy = policy.as_deref().unwrap_or(table.game.policies().first().copied().unwrap_or_default());
            match who {
                Some(who) => table.battle.seat(voice).decide_for(who, policy)?,
                None => table.battle.seat(voice).decide(policy)?,
            }
        }
        Ask::GoOn {} => table.resume(),
        _ => return in_time(table, ask),
    }
    table.answered(before);
    Ok(None)
}

/// Does it write into the battle?
fn writes(ask: &Ask) -> bool {
    !matches!(
        ask,
        Ask::Accept {}
            | Ask::Reject {}
            | Ask::State {}
            | Ask::Log {}
            | Ask::Odds { .. }
            | Ask::Facts { .. }
            | Ask::Sheet { .. }
            | Ask::Read { .. }
            | Ask::Between { .. }
            | Ask::Propose { .. }
            | Ask::Save {}
            | Ask::Say { .. }
    )
}

/// What only looks.
fn looked(table: &Table<'_>, own: Option<Viewer>, ask: &Ask) -> Option<Result<Found, No>> {
    // Where people of several sides share the table, none of them reads the others' choices out of odds.
    if let (None, Ask::Odds { choice, .. }) = (own, ask) {
        let inquiry = skirmish_wire::inquiry(&*table.battle, ask)?;
        let odds = table.odds(&inquiry).map(|odds| Found::Odds(skirmish_wire::odds(choice.as_deref(), &odds)));
        return Some(odds.map_err(No::from));
    }
    if let (None, Ask::State {}) = (own, ask) {
        return Some(Ok(Found::State(Box::new(present(table)))));
    }
    let viewer = own.unwrap_or_else(|| match ask {
        Ask::Facts { .. } | Ask::Propose { .. } => table.speaker(),
        _ => table.viewer(),
    });
    let found = skirmish_wire::look(&*table.battle, viewer, table.is_paused(), ask)?;
    Some(found.map_err(No::from))
}

/// Back and forth in time, and what people type.
fn in_time(table: &mut Table<'_>, ask: &Ask) -> Result<Option<Found>, No> {
    let times = |times: &Option<u32>| times.unwrap_or(1).to_string();
    match ask {
        Ask::Undo { times: count } => history::step(table, &times(count), false)?,
        Ask::Redo { times: count } => history::step(table, &times(count), true)?,
        Ask::Goto { entry } => history::goto(table, &entry.saturating_add(1).to_string())?,
        Ask::Change { entry, line } => {
            let changed = history::changed(table, *entry, line)?;
            let view = changed.battle.seen_by(table.viewer()).view();
            let told = Changed { view, parted: changed.parted.clone(), spares: changed.spares.clone() };
            table.proposed = Some(Proposed { changed });
            return Ok(Some(Found::Changed(Box::new(told))));
        }
        Ask::Accept {} => history::decide(table, true)?,
        Ask::Reject {} => history::decide(table, false)?,
        Ask::Save {} => return Ok(Some(Found::Transcript(table.saved()))),
        Ask::Say { line } => {
            table.out.take_lines();
            if table.take(line) == Next::Refused {
                return Err(table.out.take_lines().join("\n").into());
            }
            return Ok(Some(Found::Said(table.out.take_lines())));
        }
        _ => {}
    }
    table.write();
    Ok(None)
}
