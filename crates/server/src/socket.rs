//! The socket of a seat: what is new goes out, what is asked comes in.

mod draw;
mod look;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::ws::{Message, WebSocket};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use skirmish_kernel::{Interrupt, Viewer};
use skirmish_wire::{FORMAT, Request, Want};
use tokio::sync::{Notify, Semaphore, mpsc};

use crate::drags::{Drawn, ShownDrags, is_label, no_cell};
use crate::hub::{DRAG_LASTS, Hub, Person, Room};
use crate::limits::{Rate, thinks_too_long};
use crate::news::Shown;
use crate::replica::{Deed, No, Replica};
use crate::secret::{self, Hash};
use crate::store::SeatRow;
use crate::table::{Table, Voice};
use crate::talk::{self, Ask, Said};
use draw::Draws;

/// So long a seat may take to say hello, and to read a message.
const PATIENCE: Duration = Duration::from_secs(20);

/// A seat of which nothing has been heard for so long is gone.
const SILENCE: Duration = Duration::from_secs(75);

/// So many messages in a row above the rate, and the socket is closed.
const MOST_HELD_UP: u32 = 200;

/// Why a socket ends.
struct End;

/// One socket.
struct Talk {
    hub: Arc<Hub>,
    room: Arc<Room>,
    table: Table,
    seat: SeatRow,
    viewer: Viewer,
    socket: WebSocket,
    shown: Box<Shown>,
    /// What comes back from other threads.
    replies: mpsc::Sender<String>,
    /// One for each question that may still be asked before others are answered.
    questions: Arc<Semaphore>,
    /// Stops what is worked out when nobody is there any more to hear of it.
    gone: Interrupt,
    /// A changed past that waits to be accepted.
    proposed: Option<(usize, String)>,
    /// Chances that nobody waits for any more.
    prices: Arc<AtomicBool>,
    rate: Rate,
    held_up: u32,
    /// What others draw, as this browser has been shown it, and what it draws itself.
    drags: ShownDrags,
    draws: Draws,
}

/// Serves a seat until it goes; `key` has opened it.
pub(crate) async fn serve(hub: Arc<Hub>, seat: SeatRow, key: Hash, mut socket: WebSocket) {
    let room = hub.room(&seat.table);
    let opened = open(&hub, &seat).await;
    let (table, viewer) = match opened {
        Ok(opened) => opened,
        Err(why) => {
            let _ = socket.send(Message::text(json!({ "kind": "bye", "why": why }).to_string())).await;
            return;
        }
    };
    if room.here(&seat.id) >= hub.limits.devices {
        let why = "too many browsers look from this seat: close one";
        let _ = socket.send(Message::text(json!({ "kind": "bye", "why": why }).to_string())).await;
        return;
    }
    let Ok(source) = secret::name() else { return };
    let (replies, inbox) = mpsc::channel(64);
    let questions = Arc::new(Semaphore::new(hub.limits.questions));
    let (number, leave) = (hub.number(), Arc::new(Notify::new()));
    room.come(number, Person { seat: seat.id.clone(), key, leave: Arc::clone(&leave) });
    hub.pulse.came(&seat.table, &seat.id);
    hub.tell_elsewhere(&room, &seat.table, &seat.id);
    let (told, table_id, seat_id) = (Arc::clone(&hub), seat.table.clone(), seat.id.clone());
    let talk = Talk {
        hub,
        room: Arc::clone(&room),
        table,
        seat,
        viewer,
        socket,
        shown: Box::default(),
        replies,
        questions,
        gone: Interrupt::default(),
        proposed: None,
        prices: Arc::default(),
        rate: Rate::of_messages(),
        held_up: 0,
        drags: ShownDrags::default(),
        draws: Draws::new(source.clone()),
    };
    talk.run(inbox, &leave).await;
    room.go(number);
    told.draw(&room, &table_id, Drawn { source, drag: None }).await;
    told.pulse.went(&table_id, &seat_id);
    told.tell_elsewhere(&room, &table_id, &seat_id);
}

async fn open(hub: &Hub, seat: &SeatRow) -> Result<(Table, Viewer), String> {
    let table = hub.table(&seat.table).await.map_err(|_| "the table cannot be opened".to_owned())?;
    let role = seat.role.clone();
    let viewer = table.look(move |replica| skirmish_wire::viewer(&*replica.battle, &role)).await;
    let viewer = viewer.map_err(|_| "the table was closed".to_owned())??;
    Ok((table, viewer))
}

impl Talk {
    async fn run(mut self, mut inbox: mpsc::Receiver<String>, leave: &Notify) {
        let (mut version, mut people, mut points) = (self.table.version(), self.room.changed(), self.room.points());
        let mut drawn = self.room.drawn();
        if self.greet().await.is_err() || self.tell_drags().await.is_err() {
            return;
        }
        let mut heard = tokio::time::Instant::now();
        let is_master = self.viewer == Viewer::GameMaster;
        loop {
            let next = tokio::select! {
                message = self.socket.next() => {
                    heard = tokio::time::Instant::now();
                    self.hear(message).await
                }
                changed = version.changed() => match changed {
                    Ok(()) => {
                        self.prices.store(true, Ordering::Relaxed);
                        match self.tell_news(None).await {
                            Ok(()) => self.tell_drags().await,
                            end => end,
                        }
                    }
                    Err(_) => self.bye("the table was closed; loading the page opens it again").await,
                },
                Some(reply) = inbox.recv() => self.send(reply).await,
                Ok(()) = people.changed(), if is_master => self.tell_people().await,
                Ok(point) = points.recv() => self.send(point).await,
                Ok(()) = drawn.changed() => self.tell_drags().await,
                () = tokio::time::sleep_until(self.draws.judged + DRAG_LASTS), if !self.drags.is_empty() => self.tell_drags().await,
                () = leave.notified() => {
                    let is_deleted = self.room.is_deleted.load(Ordering::Relaxed);
                    let why = if is_deleted { "the table was deleted" } else { "this link was renewed or taken away" };
                    self.bye(why).await
                }
                () = tokio::time::sleep_until(heard + SILENCE) => Err(End),
            };
            if next.is_err() {
                self.prices.store(true, Ordering::Relaxed);
                self.gone.ask();
                let _ = tokio::time::timeout(Duration::from_secs(1), self.socket.close()).await;
                return;
            }
        }
    }

    async fn send(&mut self, text: String) -> Result<(), End> {
        match tokio::time::timeout(PATIENCE, self.socket.send(Message::text(text))).await {
            Ok(Ok(())) => Ok(()),
            // Whoever reads so slowly comes back, and gets what is the latest then.
            _ => Err(End),
        }
    }

    async fn bye(&mut self, why: &str) -> Result<(), End> {
        self.send(json!({ "kind": "bye", "why": why }).to_string()).await?;
        Err(End)
    }

    /// Waits for hello, and says what stands.
    async fn greet(&mut self) -> Result<(), End> {
        let Ok(Some(Ok(Message::Text(text)))) = tokio::time::timeout(PATIENCE, self.socket.next()).await else {
            return Err(End);
        };
        let Ok((Said::Own(_, Ask::Hello { since, mark }), _)) = Said::read(&text) else {
            return self.bye("a seat says hello first: {\"do\": \"hello\"}").await;
        };
        let (name, draft) = (self.seat.name.clone(), self.seat.draft.clone());
        let (seat, role) = (self.seat.id.clone(), self.seat.role.clone());
        let hello = self.table.look(move |replica| {
            let edicts: Vec<(&str, &str)> = replica.battle.edicts().to_vec();
            json!({
                "kind": "hello", "format": FORMAT, "version": env!("CARGO_PKG_VERSION"), "client": crate::client::build(),
                "game": replica.game.name(), "book": replica.game.title(), "credit": replica.game.credit(),
                "title": replica.battle.title(), "sides": replica.battle.sides(), "verbs": replica.battle.verbs(),
                "policies": replica.game.policies(), "edicts": edicts,
                "seat": seat, "role": role, "name": name, "draft": draft,
            })
        });
        let hello = hello.await.map_err(|_| End)?;
        self.send(hello.to_string()).await?;
        let since = u64::from_str_radix(&mark, 16).ok().map(|mark| (since, mark));
        self.tell_news(since).await?;
        if self.viewer == Viewer::GameMaster { self.tell_people().await } else { Ok(()) }
    }

    async fn tell_news(&mut self, since: Option<(usize, u64)>) -> Result<(), End> {
        let shown = std::mem::take(&mut self.shown);
        let (messages, shown) = self.table.news(self.viewer, since, shown).await.map_err(|_| End)?;
        self.shown = shown;
        for message in messages {
            self.send(message).await?;
        }
        Ok(())
    }

    /// Who is there: for the game master.
    async fn tell_people(&mut self) -> Result<(), End> {
        let Ok(seats) = self.hub.store.seats(self.seat.table.clone()).await else { return Ok(()) };
        let elsewhere = self.hub.store.looks_elsewhere(self.seat.table.clone()).await.unwrap_or_default();
        let here = |seat: &str| self.room.here(seat) + elsewhere.get(seat).copied().unwrap_or(0);
        let people: Vec<Value> = seats
            .iter()
            .map(|seat| json!({ "seat": seat.id, "role": seat.role, "name": seat.name, "here": here(&seat.id) }))
            .collect();
        self.send(json!({ "kind": "people", "seats": people }).to_string()).await
    }

    async fn hear(&mut self, message: Option<Result<Message, axum::Error>>) -> Result<(), End> {
        let text = match message {
            Some(Ok(Message::Text(text))) => text,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => return Ok(()),
            Some(Ok(Message::Binary(_))) => return self.bye("messages are texts").await,
            // The connection is closed at once, and what was too long is not read: this may not be heard any more.
            Some(Err(error)) if error.to_string().contains("too long") => return self.bye(&self.too_long()).await,
            Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(End),
        };
        if self.rate.one_more().is_err() {
            self.held_up += 1;
            self.hub.pulse.held_up();
            if self.held_up > MOST_HELD_UP {
                return self.bye("too many messages").await;
            }
            let why = "too many messages at once: wait a little";
            return self.send(talk::refused(talk::id_of(&text).as_ref(), why, None)).await;
        }
        self.held_up = 0;
        if text.len() > self.hub.limits.message {
            return self.send(talk::refused(talk::id_of(&text).as_ref(), &self.too_long(), None)).await;
        }
        match Said::read(&text) {
            Ok((Said::Own(id, ask), _)) => self.own(id, ask).await,
            Ok((Said::Wire(request), of)) => self.wire(request, of).await,
            Err((id, why)) => self.send(talk::refused(id.as_ref(), &why, None)).await,
        }
    }

    fn too_long(&self) -> String {
        format!("a message has at most {} KB", self.hub.limits.message >> 10)
    }

    async fn own(&mut self, id: Option<Value>, ask: Ask) -> Result<(), End> {
        match ask {
            Ask::Hello { .. } => self.send(talk::refused(id.as_ref(), "hello was said before", None)).await,
            Ask::Ping {} => {
                // Whoever hears the answer has heard everything before it.
                self.tell_news(None).await?;
                self.send(r#"{"kind":"pong"}"#.into()).await
            }
            Ask::Draft { draft } => self.keep_draft(id, draft).await,
            Ask::Set { setting } => self.give(id, Deed::Set(setting), None).await,
            Ask::Forget {} => self.give(id, Deed::Forget, None).await,
            Ask::Prices { choices } => self.tell_prices(id, choices).await,
            Ask::Past { entry } => self.look_back(id, entry).await,
            Ask::Rule { rule } => {
                let found = self.table.look(move |replica| look::rule(replica, &rule)).await.map_err(|_| End)?;
                self.answer(id, found.map_err(No::from)).await
            }
            Ask::Point { cell } => self.point(id, &cell).await,
            Ask::Drag { who, cells } => {
                let drawn = self.draw(who, cells).await?;
                self.answer(id, drawn.map(|()| json!({}))).await
            }
            Ask::Hand {} => {
                let viewer = self.viewer;
                let found = self.table.look(move |replica| look::hand(replica, viewer)).await.map_err(|_| End)?;
                self.answer(id, Ok(found)).await
            }
            Ask::Reach { who } => {
                let viewer = self.viewer;
                let reach = move |replica: &Replica| replica.battle.seen_by(viewer).reach(&who);
                let found = self.table.look(reach).await.map_err(|_| End)?;
                self.answer(id, found.map(|reach| json!({ "reach": reach })).map_err(No::from)).await
            }
            Ask::Rules { word } => {
                let found = self.table.look(move |replica| look::rules(replica, &word)).await.map_err(|_| End)?;
                self.answer(id, found.map_err(No::from)).await
            }
            Ask::Recap {} if self.viewer != Viewer::GameMaster => {
                self.answer(id, Err("a recap tells everything: it is for the game master".into())).await
            }
            Ask::Recap {} => {
                let told = self.table.look(|replica| skirmish_wire::recap(&*replica.battle)).await.map_err(|_| End)?;
                self.answer(id, Ok(json!({ "recap": told }))).await
            }
            Ask::Carry { .. } if self.viewer != Viewer::GameMaster => {
                self.answer(id, Err("what people are made of is for the game master".into())).await
            }
            Ask::Carry { side } => {
                let found = self.table.look(move |replica| replica.carry(side.as_deref())).await.map_err(|_| End)?;
                self.answer(id, found).await
            }
        }
    }

    async fn answer(&mut self, id: Option<Value>, found: Result<Value, No>) -> Result<(), End> {
        let text = match found {
            Ok(found) => talk::done(id.as_ref(), found),
            Err(no) => talk::refused(id.as_ref(), &no.why, no.rule.as_deref()),
        };
        self.send(text).await
    }

    /// Shows everybody a cell, by the name that whoever points has given; what they play is nobody's business.
    async fn point(&mut self, id: Option<Value>, cell: &str) -> Result<(), End> {
        let is_label = is_label(cell);
        if self.viewer == Viewer::Spectator || !is_label {
            let why =
                if is_label { "whoever watches points at nothing" } else { "a cell is a letter and a number: D7" };
            return self.send(talk::refused(id.as_ref(), why, None)).await;
        }
        if !self.table.eyes(self.viewer).await.map_err(|_| End)?.has(cell) {
            return self.send(talk::refused(id.as_ref(), &no_cell(cell), None)).await;
        }
        let message = json!({ "kind": "point", "cell": cell, "by": self.seat.name }).to_string();
        self.hub.point(&self.seat.table, message).await;
        self.answer(id, Ok(json!({}))).await
    }

    async fn keep_draft(&mut self, id: Option<Value>, draft: String) -> Result<(), End> {
        if draft.len() > 4_096 {
            return self.send(talk::refused(id.as_ref(), "a draft has at most 4 KB", None)).await;
        }
        let kept = self.hub.store.keep_draft(self.seat.id.clone(), draft).await;
        self.answer(id, kept.map(|()| json!({})).map_err(|fault| No::from(fault.to_string()))).await
    }

    /// Does something, and says that it is done when the seat knows what came of it.
    async fn give(&mut self, id: Option<Value>, deed: Deed, of: Option<usize>) -> Result<(), End> {
        let voice = Voice { seat: self.seat.id.clone(), viewer: self.viewer, of };
        // A name that a client gives is its seat's alone.
        let command = id.as_ref().and_then(Value::as_str).map(|id| format!("{}:{id}", self.seat.id));
        if command.as_ref().is_some_and(|command| command.len() > 100) {
            return self.send(talk::refused(id.as_ref(), "an `id` has at most 80 characters", None)).await;
        }
        let given = self.table.give(voice, command, deed).await;
        if given.is_ok() {
            self.tell_news(None).await?;
        }
        self.answer(id, given.map(|()| json!({}))).await
    }

    async fn wire(&mut self, request: Request, of: Option<usize>) -> Result<(), End> {
        let Request { id, viewer, want } = request;
        let own = match viewer {
            None => self.viewer,
            Some(_) if self.viewer != Viewer::GameMaster => {
                let why = "you look with your own eyes: only the game master looks with those of others";
                return self.send(talk::refused(id.as_ref(), why, None)).await;
            }
            Some(words) => {
                let found = self.table.look(move |replica| skirmish_wire::viewer(&*replica.battle, &words)).await;
                match found.map_err(|_| End)? {
                    Ok(viewer) => viewer,
                    Err(why) => return self.send(talk::refused(id.as_ref(), &why, None)).await,
                }
            }
        };
        if let Want::Decide { policy: Some(policy), .. } | Want::Propose { policy: Some(policy) } = &want
            && let Some(why) = thinks_too_long(policy)
        {
            return self.send(talk::refused(id.as_ref(), &why, None)).await;
        }
        match want {
            Want::Accept {} => match self.proposed.take() {
                Some((entry, line)) => self.give(id, Deed::Change { entry, line }, None).await,
                None => self.answer(id, Err("no changed past waits to be accepted".into())).await,
            },
            Want::Reject {} => {
                self.proposed = None;
                self.answer(id, Ok(json!({}))).await
            }
            Want::Change { entry, line } => self.what_if(id, entry, line).await,
            Want::Save {} if self.viewer != Viewer::GameMaster => {
                self.answer(id, Err("a save holds every secret: it is for the game master".into())).await
            }
            Want::Save {} => {
                let text = self.table.look(|replica| replica.saved()).await.map_err(|_| End)?;
                self.answer(id, Ok(json!({ "transcript": text }))).await
            }
            Want::Say { .. } => {
                let why = "commands of the terminal are not for this table: `answer` takes what is typed";
                self.answer(id, Err(why.into())).await
            }
            Want::Quit {} => self.bye("goodbye").await,
            other => match deed(other) {
                Ok(deed) => self.give(id, deed, of).await,
                Err(looks) => self.look(id, own, looks).await,
            },
        }
    }
}

/// What a request does to the battle; the request itself if it only looks.
fn deed(want: Want) -> Result<Deed, Want> {
    Ok(match want {
        Want::Answer { line } => Deed::Line(line),
        Want::Roll { who } => Deed::Roll(who),
        Want::Usual {} => Deed::Usual,
        Want::Pass {} => Deed::Pass,
        Want::Decide { policy, who } => Deed::Decide { policy, who },
        Want::Undo { times } => Deed::Undo(times.unwrap_or(1)),
        Want::Redo { times } => Deed::Redo(times.unwrap_or(1)),
        Want::Goto { entry } => Deed::Goto(entry),
        Want::GoOn {} => Deed::GoOn,
        looks => return Err(looks),
    })
}
