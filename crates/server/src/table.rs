//! A table that is open here: one task has its replica, judges what is given, and has it written before anybody hears of it.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use skirmish_kernel::{Interrupt, Viewer};
use tokio::sync::{mpsc, oneshot, watch};

use crate::dice::LiveDice;
use crate::drags::Eyes;
use crate::news::{Shown, Sight};
use crate::pulse::{Answer, End, Pulse};
use crate::replica::{BY_ITSELF, Deed, GoesOn, No, Replica, Thought};
use crate::store::{Appended, Line, Store};

/// So many answers go on by themselves before anybody else gets a word in.
const MOST_AT_ONCE: usize = 64;

/// So long is judged again where another server was quicker each time.
const PATIENCE: Duration = Duration::from_secs(10);

/// A table of which nobody has heard for so long is closed; it is opened again from the store.
const IDLE: Duration = Duration::from_secs(600);

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Whose voice it is.
#[derive(Clone, Debug)]
pub(crate) struct Voice {
    pub(crate) seat: String,
    pub(crate) viewer: Viewer,
    /// So many entries they had been shown when they decided, where that is known.
    pub(crate) of: Option<usize>,
}

/// Looks at the replica; what comes of it goes its own way.
type Look = Box<dyn FnOnce(&Replica) + Send>;

enum Message {
    Give {
        voice: Voice,
        command: Option<String>,
        deed: Deed,
        reply: oneshot::Sender<Result<(), No>>,
    },
    Look(Look),
    /// Another server has written lines, up to this one.
    ReadOn(u64),
    News {
        viewer: Viewer,
        since: Option<(usize, u64)>,
        shown: Box<Shown>,
        reply: oneshot::Sender<News>,
    },
    Eyes {
        viewer: Viewer,
        reply: oneshot::Sender<Arc<Eyes>>,
    },
    Thought {
        of: u64,
        who: String,
        choice: Option<String>,
    },
}

/// What is new to a seat, and what it has been shown now.
pub(crate) type News = (Vec<String>, Box<Shown>);

/// An open table.
#[derive(Clone)]
pub(crate) struct Table {
    messages: mpsc::Sender<Message>,
    version: watch::Receiver<u64>,
}

/// The table is not open any more: a fault of the rules closed it, or nobody was there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Closed;

impl From<Closed> for No {
    fn from(_: Closed) -> Self {
        "the table was closed by a fault of the program; what was acknowledged is kept, and loading the page opens it again"
            .into()
    }
}

impl Table {
    /// Opens a table from the store; its dice fall by a seed where one is named.
    ///
    /// # Errors
    /// Why it cannot be opened; none where there is no such table.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        pulse: Arc<Pulse>,
        id: &str,
        seed: Option<u64>,
    ) -> Result<Option<Self>, String> {
        let Some(replica) = load(&*store, id).await? else { return Ok(None) };
        let dice = LiveDice::new(seed).map_err(|error| format!("there is no randomness for dice: {error}"))?;
        let (messages, inbox) = mpsc::channel(1_024);
        let (tell, version) = watch::channel(0);
        let host = Host {
            store,
            pulse,
            id: id.to_owned(),
            replica,
            dice,
            sights: HashMap::new(),
            version: tell,
            itself: messages.downgrade(),
            thinking: None,
            waits: false,
        };
        tokio::spawn(host.work(inbox));
        Ok(Some(Self { messages, version }))
    }

    /// Is it open still?
    pub(crate) fn is_open(&self) -> bool {
        !self.messages.is_closed()
    }

    /// Counts whenever anything is different.
    pub(crate) fn version(&self) -> watch::Receiver<u64> {
        self.version.clone()
    }

    /// Does something; it is durable when this comes back.
    pub(crate) async fn give(&self, voice: Voice, command: Option<String>, deed: Deed) -> Result<(), No> {
        let (reply, told) = oneshot::channel();
        self.send(Message::Give { voice, command, deed, reply }).await?;
        told.await.map_err(|_| No::from(Closed))?
    }

    /// Looks at it.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Replica) -> T + Send + 'static,
    ) -> Result<T, Closed> {
        let (reply, told) = oneshot::channel();
        let look: Look = Box::new(move |replica| {
            let _ = reply.send(look(replica));
        });
        self.send(Message::Look(look)).await?;
        told.await.map_err(|_| Closed)
    }

    /// What is new to a viewer; `since` is what a seat that was away says that it has.
    pub(crate) async fn news(
        &self,
        viewer: Viewer,
        since: Option<(usize, u64)>,
        shown: Box<Shown>,
    ) -> Result<News, Closed> {
        let (reply, told) = oneshot::channel();
        self.send(Message::News { viewer, since, shown, reply }).await?;
        told.await.map_err(|_| Closed)
    }

    /// What a viewer sees now, by which it is judged what they are shown of a drag.
    pub(crate) async fn eyes(&self, viewer: Viewer) -> Result<Arc<Eyes>, Closed> {
        let (reply, told) = oneshot::channel();
        self.send(Message::Eyes { viewer, reply }).await?;
        told.await.map_err(|_| Closed)
    }

    /// Another server has written lines, up to this one.
    pub(crate) async fn read_on(&self, last: u64) {
        let _ = self.send(Message::ReadOn(last)).await;
    }

    async fn send(&self, message: Message) -> Result<(), Closed> {
        self.messages.send(message).await.map_err(|_| Closed)
    }
}

/// Makes the replica of a table out of its lines.
async fn load(store: &dyn Store, id: &str) -> Result<Option<Replica>, String> {
    let Some((_, opening)) = store.table(id.to_owned()).await.map_err(|fault| fault.to_string())? else {
        return Ok(None);
    };
    let wrong = |wrong: Vec<skirmish_kernel::Diagnostic>| wrong.first().map_or(String::new(), ToString::to_string);
    let mut replica = Replica::open(&opening).map_err(wrong)?;
    for line in store.lines(id.to_owned(), 1).await.map_err(|fault| fault.to_string())? {
        replica.read(&line)?;
    }
    Ok(Some(replica))
}

/// The one who has the replica.
struct Host {
    store: Arc<dyn Store>,
    pulse: Arc<Pulse>,
    id: String,
    replica: Replica,
    dice: LiveDice,
    sights: HashMap<Viewer, Sight>,
    version: watch::Sender<u64>,
    itself: mpsc::WeakSender<Message>,
    /// Somebody thinks, for this version; asked to stop, they do.
    thinking: Option<(u64, Interrupt)>,
    /// Somebody is needed, or the rules have failed: nothing goes on by itself.
    waits: bool,
}

impl Host {
    async fn work(mut self, mut inbox: mpsc::Receiver<Message>) {
        loop {
            let message = match self.waits {
                true => match tokio::time::timeout(IDLE, inbox.recv()).await {
                    Ok(Some(message)) => message,
                    Ok(None) => return,
                    // Nobody looks at it: it is opened again from the store.
                    Err(_) if self.version.receiver_count() <= 1 => return,
                    Err(_) => continue,
                },
                false => match inbox.try_recv() {
                    Ok(message) => message,
                    Err(_) => {
                        if self.go_on().await.is_err() {
                            return;
                        }
                        tokio::task::yield_now().await;
                        continue;
                    }
                },
            };
            if self.take(message).await.is_err() {
                return;
            }
        }
    }

    async fn take(&mut self, message: Message) -> Result<(), Closed> {
        match message {
            Message::Look(look) => look(&self.replica),
            Message::ReadOn(last) if last > self.replica.seq => self.read_on().await?,
            Message::ReadOn(_) => {}
            Message::News { viewer, since, mut shown, reply } => {
                let sight = self.sight(viewer);
                if let Some((lines, mark)) = since {
                    shown.since(lines, mark, sight);
                }
                let news = sight.news(&mut shown);
                let _ = reply.send((news, shown));
            }
            Message::Eyes { viewer, reply } => {
                let _ = reply.send(self.sight(viewer).eyes());
            }
            Message::Give { voice, command, deed, reply } => {
                let given = self.give(&voice, command, &deed).await;
                let closed = given.as_ref().is_err_and(Option::is_none);
                let _ = reply.send(given.map_err(|no| no.unwrap_or_else(|| Closed.into())));
                if closed {
                    return Err(Closed);
                }
            }
            Message::Thought { of, who, choice } => self.thought(of, &who, choice).await?,
        }
        Ok(())
    }

    /// What a viewer may know, as it is now.
    fn sight(&mut self, viewer: Viewer) -> &mut Sight {
        let version = *self.version.borrow();
        let sight = self.sights.entry(viewer).or_default();
        sight.look(&self.replica, viewer, version);
        sight
    }

    /// Judges a deed here, and has its lines written; again where another server was quicker. An error without a reason means
    /// that the table cannot go on here.
    async fn give(&mut self, voice: &Voice, command: Option<String>, deed: &Deed) -> Result<(), Option<No>> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if command.as_deref().is_some_and(|command| self.replica.has_done(command)) {
                return Ok(());
            }
            let late = voice.of.map_or(Ok(()), |of| self.replica.in_time(voice.viewer, &voice.seat, of, deed));
            let given = late.and_then(|()| self.replica.give(voice.viewer, &voice.seat, deed, &mut self.dice));
            let given = match given {
                Ok(given) => given,
                Err(no) => {
                    // It may be refused here for want of what another server has just written.
                    let before = self.replica.seq;
                    self.read_on().await.map_err(|_| None)?;
                    if self.replica.seq == before {
                        self.answered(voice, deed, End::Refused, 0, (begun.elapsed(), Duration::ZERO));
                        return Err(Some(no));
                    }
                    continue;
                }
            };
            let mut lines: Vec<(String, &str)> = given.into_iter().map(|line| (line, voice.seat.as_str())).collect();
            // What follows by itself is written with it.
            let thought = self.follow(&mut lines);
            let (count, judged) = (lines.len(), begun.elapsed());
            match self.write(lines, command.clone()).await {
                Ok(Appended::Written) => {
                    self.answered(voice, deed, End::Done, count, (judged, begun.elapsed() - judged));
                    self.tell();
                    self.think(thought);
                    return Ok(());
                }
                Ok(Appended::Taken | Appended::Again) => self.anew().await.map_err(|_| None)?,
                Err(fault) => {
                    self.anew().await.map_err(|_| None)?;
                    // A store that is far away may have done it, and the answer was lost.
                    if command.as_deref().is_some_and(|command| self.replica.has_done(command)) {
                        return Ok(());
                    }
                    self.answered(voice, deed, End::NotKept, 0, (judged, begun.elapsed() - judged));
                    return Err(Some(format!("this could not be kept, and was not done: {fault}").into()));
                }
            }
        }
        Err(Some("too many answer at once; try again".into()))
    }

    fn answered(&self, voice: &Voice, deed: &Deed, end: End, lines: usize, (judged, kept): (Duration, Duration)) {
        let (table, seat, what) = (&*self.id, &*voice.seat, deed.word());
        self.pulse.answered(&Answer { table, seat, what, end, lines, judged, kept });
    }

    /// Goes on by itself here: what was given is added to the lines.
    fn follow(&mut self, lines: &mut Vec<(String, &str)>) -> Option<Thought> {
        self.waits = false;
        while lines.len() < MOST_AT_ONCE {
            match self.replica.go_on(&mut self.dice) {
                Ok(GoesOn::Gave(line)) => lines.push((line, BY_ITSELF)),
                Ok(GoesOn::Thinks(thought)) => {
                    self.waits = true;
                    return Some(thought);
                }
                // Where a policy fails, people go on.
                Ok(GoesOn::Waits) | Err(_) => {
                    self.waits = true;
                    break;
                }
            }
        }
        None
    }

    /// Goes on by itself, and has it written.
    async fn go_on(&mut self) -> Result<(), Closed> {
        let mut lines = Vec::new();
        let thought = self.follow(&mut lines);
        if !lines.is_empty() {
            match self.write(lines, None).await {
                Ok(Appended::Written) => self.tell(),
                Ok(Appended::Taken | Appended::Again) => return self.anew().await,
                Err(_) => {
                    self.anew().await?;
                    // It is tried again with the next answer.
                    self.waits = true;
                    return Ok(());
                }
            }
        }
        self.think(thought);
        Ok(())
    }

    async fn write(
        &mut self,
        lines: Vec<(String, &str)>,
        mut command: Option<String>,
    ) -> Result<Appended, crate::store::StoreFault> {
        let (at, first) = (now(), self.replica.seq + 1);
        let numbered = (first..).zip(lines);
        let lines: Vec<Line> = numbered
            .map(|(seq, (line, who))| Line { seq, line, who: who.to_owned(), at, command: command.take() })
            .collect();
        let appended = self.store.append(self.id.clone(), lines.clone()).await?;
        if appended == Appended::Written {
            self.replica.kept(&lines);
        }
        Ok(appended)
    }

    /// Reads what another server has written.
    async fn read_on(&mut self) -> Result<(), Closed> {
        let before = self.replica.seq;
        // Where the store does not answer now, it is read with the next answer.
        let Ok(lines) = self.store.lines(self.id.clone(), before + 1).await else { return Ok(()) };
        for line in lines {
            if self.replica.read(&line).is_err() {
                return self.anew().await;
            }
        }
        if self.replica.seq > before {
            self.waits = false;
            self.tell();
        }
        Ok(())
    }

    /// Makes the replica anew from what is durable.
    async fn anew(&mut self) -> Result<(), Closed> {
        let leaps = self.replica.leaps;
        match load(&*self.store, &self.id).await {
            Ok(Some(replica)) => {
                self.replica = replica;
                self.replica.leaps += leaps + 1;
                self.waits = false;
                self.tell();
                Ok(())
            }
            Ok(None) | Err(_) => Err(Closed),
        }
    }

    fn tell(&mut self) {
        if let Some((_, interrupt)) = self.thinking.take() {
            interrupt.ask();
        }
        self.version.send_modify(|version| *version += 1);
    }

    /// Lets a policy think on a thread of its own.
    fn think(&mut self, thought: Option<Thought>) {
        let Some(Thought { who, policy, viewer, mut battle }) = thought else { return };
        let (of, interrupt) = (*self.version.borrow(), Interrupt::default());
        battle.listen_to(&interrupt);
        self.thinking = Some((of, interrupt.clone()));
        let itself = self.itself.clone();
        tokio::task::spawn_blocking(move || {
            let choice = battle.seen_by(viewer).propose(&policy).ok().flatten().map(|proposal| proposal.choice);
            if let (false, Some(itself)) = (interrupt.is_asked(), itself.upgrade()) {
                let _ = itself.blocking_send(Message::Thought { of, who, choice });
            }
        });
    }

    async fn thought(&mut self, of: u64, who: &str, choice: Option<String>) -> Result<(), Closed> {
        if *self.version.borrow() != of {
            return Ok(());
        }
        let Some(line) = choice.and_then(|choice| self.replica.thought(who, &choice).ok()) else { return Ok(()) };
        let mut lines = vec![(line, BY_ITSELF)];
        let thought = self.follow(&mut lines);
        match self.write(lines, None).await {
            Ok(Appended::Written) => {
                self.tell();
                self.think(thought);
                Ok(())
            }
            _ => self.anew().await,
        }
    }
}
