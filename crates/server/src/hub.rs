//! Everything that a running server has: its store, its open tables, and who is there.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use skirmish_kernel::{Battle, Source, Transcript, Viewer, words};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::sync::{Notify, Semaphore, broadcast, watch};

use crate::Settings;
use crate::drags::{Drag, Drawn};
use crate::limits::Limits;
use crate::pulse::Pulse;
use crate::refusal::Refusal;
use crate::secret::{self, Hash};
use crate::store::{Elsewhere, Key, NewSeat, SeatRow, Store, TableRow};
use crate::table::{Table, now};

/// What is drawn is said again all the time; so long after the last word it is gone.
pub(crate) const DRAG_LASTS: Duration = Duration::from_secs(5);

/// Somebody who looks at a table now.
#[derive(Clone)]
pub(crate) struct Person {
    pub(crate) seat: String,
    /// What has opened it.
    pub(crate) key: Hash,
    /// Shows them the door.
    pub(crate) leave: Arc<Notify>,
}

/// A table that somebody has asked for.
pub(crate) struct Room {
    table: tokio::sync::Mutex<Option<Table>>,
    people: Mutex<HashMap<u64, Person>>,
    changed: watch::Sender<u64>,
    /// What somebody points at; whoever is not quick enough to hear of it does not miss anything that lasts.
    points: broadcast::Sender<String>,
    /// What is drawn over the board now, by the browser that draws, and when it was said last.
    drags: Mutex<BTreeMap<String, (Drag, Instant)>>,
    /// Counts whenever something else is drawn.
    drawn: watch::Sender<u64>,
    /// Was the table deleted?
    pub(crate) is_deleted: AtomicBool,
    /// Other servers are told who is here one after the other: the last count is the last that they hear.
    telling: tokio::sync::Mutex<()>,
}

impl Default for Room {
    fn default() -> Self {
        let (changed, points) = (watch::channel(0).0, broadcast::channel(16).0);
        Self {
            table: tokio::sync::Mutex::default(),
            people: Mutex::default(),
            changed,
            points,
            drags: Mutex::default(),
            drawn: watch::channel(0).0,
            is_deleted: AtomicBool::new(false),
            telling: tokio::sync::Mutex::default(),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Room {
    /// Somebody has come.
    pub(crate) fn come(&self, number: u64, person: Person) {
        lock(&self.people).insert(number, person);
        self.tell();
    }

    /// Somebody has gone.
    pub(crate) fn go(&self, number: u64) {
        lock(&self.people).remove(&number);
        self.tell();
    }

    /// Counts whenever somebody comes, goes or gets a new link.
    pub(crate) fn changed(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// What people point at from now on.
    pub(crate) fn points(&self) -> broadcast::Receiver<String> {
        self.points.subscribe()
    }

    /// Somebody points at something: a message for every seat.
    pub(crate) fn point(&self, message: String) {
        // Nobody may be there.
        let _ = self.points.send(message);
    }

    /// Counts whenever something else is drawn.
    pub(crate) fn drawn(&self) -> watch::Receiver<u64> {
        self.drawn.subscribe()
    }

    /// A browser draws something, or no more. False if it drew nothing before either.
    pub(crate) fn draw(&self, Drawn { source, drag }: Drawn) -> bool {
        let mut drags = lock(&self.drags);
        let (is_drawn, now) = (drag.is_some(), drag.map(|drag| (drag, Instant::now())));
        let before = match now {
            Some(now) => drags.insert(source.clone(), now),
            None => drags.remove(&source),
        };
        let after = drags.get(&source);
        if before.as_ref().map(|(drag, _)| drag) != after.map(|(drag, _)| drag) {
            self.drawn.send_modify(|count| *count += 1);
        }
        is_drawn || before.is_some()
    }

    /// What is drawn now by others than this browser. What was not said again for a while is drawn no more: of a browser or a
    /// server that is gone nobody hears that.
    pub(crate) fn drags(&self, but: &str) -> BTreeMap<String, Drag> {
        let mut drags = lock(&self.drags);
        drags.retain(|_, (_, said)| said.elapsed() < DRAG_LASTS);
        drags
            .iter()
            .filter(|(source, _)| *source != but)
            .map(|(source, (drag, _))| (source.clone(), drag.clone()))
            .collect()
    }

    /// Seats or people are others now.
    pub(crate) fn tell(&self) {
        self.changed.send_modify(|count| *count += 1);
    }

    /// How many look from this seat.
    pub(crate) fn here(&self, seat: &str) -> usize {
        lock(&self.people).values().filter(|person| person.seat == seat).count()
    }

    /// The seats from which somebody looks here.
    fn seats(&self) -> HashSet<String> {
        lock(&self.people).values().map(|person| person.seat.clone()).collect()
    }

    /// Reads what another server has written, if the table is open here.
    async fn read_on(&self, last: u64) {
        let open = self.table.lock().await.clone();
        if let Some(table) = open.filter(Table::is_open) {
            table.read_on(last).await;
        }
    }

    /// Nobody knows what has happened elsewhere: lines are read, and whoever came by what opens nothing any more is shown the door.
    async fn look_again(&self, store: &dyn Store) {
        let people: Vec<Person> = lock(&self.people).values().cloned().collect();
        for person in people {
            let opened = store.opened_by(person.key).await;
            // Where the store does not say it, they come in again when it does.
            if !opened.is_ok_and(|opened| opened.is_some_and(|(seat, _)| seat.id == person.seat)) {
                person.leave.notify_one();
            }
        }
        self.read_on(u64::MAX).await;
        self.tell();
    }

    /// The table was deleted: everybody is shown the door.
    fn close(&self) {
        self.is_deleted.store(true, Ordering::Relaxed);
        self.show_out(None);
    }

    /// Shows everybody in a seat the door, or everybody.
    pub(crate) fn show_out(&self, seat: Option<&str>) {
        let people: Vec<Person> = lock(&self.people).values().cloned().collect();
        people
            .iter()
            .filter(|person| seat.is_none_or(|seat| person.seat == seat))
            .for_each(|one| one.leave.notify_one());
        self.tell();
    }
}

/// A table that was laid: what opens its seats, said once.
#[derive(serde::Serialize)]
pub(crate) struct Laid {
    pub(crate) table: String,
    pub(crate) title: String,
    pub(crate) links: Vec<Link>,
    /// The game master's way back.
    pub(crate) recovery: String,
}

/// What opens a seat.
#[derive(serde::Serialize)]
pub(crate) struct Link {
    pub(crate) seat: String,
    pub(crate) role: String,
    pub(crate) token: String,
}

/// A running server.
pub(crate) struct Hub {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) limits: Limits,
    /// Odds and forks of battles that take their time: so many at once, and no more than leave room for answers.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Origins that requests may come from besides the server's own.
    pub(crate) origins: Vec<String>,
    /// Is it reached by TLS?
    pub(crate) is_secure: bool,
    /// What was done so far.
    pub(crate) pulse: Arc<Pulse>,
    host: Hash,
    /// What the dice of every table fall by, in tests.
    dice: Option<u64>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
    people: std::sync::atomic::AtomicU64,
}

impl Hub {
    pub(crate) fn new(store: Arc<dyn Store>, host: Hash, settings: Settings, is_secure: bool) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            store,
            limits: Limits::default(),
            thinkers: Arc::new(Semaphore::new(cores.saturating_sub(1).max(1))),
            origins: settings.origins.iter().filter_map(|text| crate::origin(text)).collect(),
            is_secure,
            pulse: Arc::new(Pulse::new(settings.traces)),
            host,
            dice: settings.dice,
            rooms: Mutex::default(),
            people: std::sync::atomic::AtomicU64::new(0),
        }
    }

    /// Is it the host's token?
    pub(crate) fn is_host(&self, token: &str) -> bool {
        secret::hash(token) == self.host
    }

    /// A number for somebody who comes.
    pub(crate) fn number(&self) -> u64 {
        self.people.fetch_add(1, std::sync::atomic::Ordering::Relaxed)
    }

    /// How many tables are open, and how many people look at them.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
        (rooms.len(), rooms.iter().map(|room| lock(&room.people).len()).sum())
    }

    /// The room of a table, whether or not there is such a table.
    pub(crate) fn room(&self, table: &str) -> Arc<Room> {
        Arc::clone(lock(&self.rooms).entry(table.to_owned()).or_default())
    }

    /// A table, opened if it is not.
    pub(crate) async fn table(&self, id: &str) -> Result<Table, Refusal> {
        let room = self.room(id);
        let mut table = room.table.lock().await;
        if let Some(open) = table.as_ref().filter(|table| table.is_open()) {
            return Ok(open.clone());
        }
        let opened = Table::open(Arc::clone(&self.store), Arc::clone(&self.pulse), id, self.dice).await;
        match opened {
            Ok(Some(opened)) => {
                *table = Some(opened.clone());
                Ok(opened)
            }
            Ok(None) => {
                lock(&self.rooms).remove(id);
                Err(Refusal::missing("there is no such table"))
            }
            Err(why) => Err(Refusal::fault(format!("the table cannot be opened: {why}"))),
        }
    }

    /// Tells other servers how many look from a seat here.
    pub(crate) fn tell_elsewhere(&self, room: &Arc<Room>, table: &str, seat: &str) {
        let (store, room) = (Arc::clone(&self.store), Arc::clone(room));
        let (table, seat) = (table.to_owned(), seat.to_owned());
        tokio::spawn(async move {
            let _in_turn = room.telling.lock().await;
            let here = room.here(&seat);
            // A store that is away is told again when it is back.
            let _ = store.looks_from(table, seat, here).await;
        });
    }

    /// Shows a message to every seat at a table, whichever server it is at.
    pub(crate) async fn point(&self, table: &str, message: String) {
        self.room(table).point(message.clone());
        // It is gone in a second: whom it does not reach has missed nothing.
        let _ = self.store.point(table.to_owned(), message).await;
    }

    /// A browser draws something, or no more: whoever may be shown it is, whichever server they are at.
    pub(crate) async fn draw(&self, room: &Room, table: &str, drawn: Drawn) {
        let message = serde_json::to_string(&drawn).unwrap_or_default();
        if room.draw(drawn) {
            // It is said again as long as it lasts: whom it does not reach has missed little.
            let _ = self.store.drag(table.to_owned(), message).await;
        }
    }

    /// A room that somebody has asked for here.
    fn known_room(&self, table: &str) -> Option<Arc<Room>> {
        lock(&self.rooms).get(table).cloned()
    }

    /// Hears what other servers do with the same store, and shows it here.
    pub(crate) async fn follow(&self, mut told: UnboundedReceiver<Elsewhere>) {
        while let Some(what) = told.recv().await {
            match what {
                Elsewhere::Lines { table, last } => {
                    if let Some(room) = self.known_room(&table) {
                        // Opening a table takes its time; others do not wait for it.
                        tokio::spawn(async move { room.read_on(last).await });
                    }
                }
                Elsewhere::Seats { table } => {
                    if let Some(room) = self.known_room(&table) {
                        room.tell();
                    }
                }
                Elsewhere::Closed { table, seat } => {
                    if let Some(room) = self.known_room(&table) {
                        room.show_out(Some(&seat));
                    }
                }
                Elsewhere::Gone { table } => {
                    if let Some(room) = lock(&self.rooms).remove(&table) {
                        room.close();
                    }
                }
                Elsewhere::Point { table, message } => {
                    if let Some(room) = self.known_room(&table) {
                        room.point(message);
                    }
                }
                Elsewhere::Drag { table, message } => {
                    if let (Some(room), Ok(drawn)) = (self.known_room(&table), serde_json::from_str(&message)) {
                        room.draw(drawn);
                    }
                }
                Elsewhere::Forgotten => {
                    let rooms: Vec<(String, Arc<Room>)> =
                        lock(&self.rooms).iter().map(|(table, room)| (table.clone(), Arc::clone(room))).collect();
                    for (table, room) in rooms {
                        room.seats().iter().for_each(|seat| self.tell_elsewhere(&room, &table, seat));
                    }
                }
                Elsewhere::Anything => {
                    let rooms: Vec<Arc<Room>> = lock(&self.rooms).values().cloned().collect();
                    for room in rooms {
                        let store = Arc::clone(&self.store);
                        tokio::spawn(async move { room.look_again(&*store).await });
                    }
                }
            }
        }
    }

    /// Takes a table away.
    pub(crate) async fn delete(&self, id: &str) -> Result<bool, Refusal> {
        let was = self.store.delete(id.to_owned()).await?;
        if let Some(room) = lock(&self.rooms).remove(id) {
            room.close();
        }
        Ok(was)
    }

    /// Lays a table: of an encounter that comes with a game, of an encounter's text, or of a transcript; `settings` are added to
    /// its own.
    pub(crate) async fn lay(&self, source: Source, settings: Vec<String>) -> Result<Laid, Refusal> {
        let tables = self.store.count().await?;
        if tables >= self.limits.tables {
            return Err(Refusal::too_much(format!("there are {tables} tables: delete some first")));
        }
        let (opening, battle) = tokio::task::spawn_blocking(move || opened(&source, settings))
            .await
            .map_err(|_| Refusal::fault("the rules failed on this encounter"))??;
        let (id, created) = (secret::name()?, now());
        let (game, title) = (battle.game().to_owned(), battle.title().to_owned());
        let row = TableRow { id: id.clone(), game, title: title.clone(), created, changed: created, lines: 0 };
        let roles = ["gm"].into_iter().chain(battle.sides().iter().map(String::as_str)).chain(["spectator"]);
        let (mut seats, mut links) = (Vec::new(), Vec::new());
        for role in roles {
            let (seat, link) = new_seat(role)?;
            seats.push(seat);
            links.push(link);
        }
        let recovery = secret::token()?;
        seats[0].keys.push((Key::Recovery, secret::hash(&recovery)));
        self.store.create(row, opening, seats).await?;
        Ok(Laid { table: id, title, links, recovery })
    }

    /// A table of its own that begins as this one stood before an entry, or as it would stand if that had been another line.
    pub(crate) async fn fork(&self, id: &str, entry: usize, line: Option<String>) -> Result<Laid, Refusal> {
        let copied = self.table(id).await?.look(|replica| (replica.battle.fork(), replica.settings.saved())).await?;
        let forked = tokio::task::spawn_blocking(move || {
            let (mut battle, settings) = copied;
            match line {
                Some(line) => {
                    let changed = battle.seat(Viewer::GameMaster).change(entry, &line)?;
                    battle = changed.battle;
                }
                None => battle.seat(Viewer::GameMaster).jump(entry)?,
            }
            Ok::<String, skirmish_kernel::Refused>(battle.fork().save_with(&settings))
        });
        let forked = forked.await.map_err(|_| Refusal::fault("the rules failed at this"))?;
        let text = forked.map_err(|refused| Refusal::wrong(refused.why))?;
        self.lay(Source::new("a fork", text), Vec::new()).await
    }

    /// One more seat at a table.
    pub(crate) async fn add_seat(&self, table: &str, role: &str) -> Result<Link, Refusal> {
        let seats = self.store.seats(table.to_owned()).await?;
        if seats.len() >= self.limits.seats {
            return Err(Refusal::too_much(format!("a table has at most {} seats", self.limits.seats)));
        }
        let wanted = role.trim().to_owned();
        let open = self.table(table).await?;
        let role = open.look(move |replica| {
            skirmish_wire::viewer(&*replica.battle, &wanted).map(|viewer| match viewer {
                Viewer::Person { .. } => names(&*replica.battle, &wanted),
                _ => skirmish_wire::viewer_words(&*replica.battle, viewer),
            })
        });
        let role = role.await.map_err(|_| Refusal::fault("the table was closed"))?.map_err(Refusal::wrong)?;
        let (seat, link) = new_seat(&role)?;
        self.store.add_seat(table.to_owned(), seat).await?;
        self.room(table).tell();
        Ok(link)
    }

    /// Another link for a seat; the old one opens nothing any more.
    pub(crate) async fn renew(&self, seat: &SeatRow) -> Result<Link, Refusal> {
        let token = secret::token()?;
        self.store.renew(seat.id.clone(), secret::hash(&token)).await?;
        self.room(&seat.table).show_out(Some(&seat.id));
        Ok(Link { seat: seat.id.clone(), role: seat.role.clone(), token })
    }
}

/// Names as the battle has them, each once.
fn names(battle: &dyn Battle, wanted: &str) -> String {
    let tokens = battle.view().tokens;
    let mut names: Vec<&str> = Vec::new();
    for said in wanted.split(',').map(str::trim) {
        // Whoever comes later is not in the list yet: their name is kept as it was said.
        let known = tokens.iter().map(|token| token.name.as_str()).find(|known| words::same(known, said));
        let name = known.unwrap_or(said);
        if !names.iter().any(|other| words::same(other, name)) {
            names.push(name);
        }
    }
    names.join(", ")
}

fn new_seat(role: &str) -> Result<(NewSeat, Link), Refusal> {
    let (id, token) = (secret::name()?, secret::token()?);
    let seat = NewSeat { id: id.clone(), role: role.to_owned(), keys: vec![(Key::Link, secret::hash(&token))] };
    Ok((seat, Link { seat: id, role: role.to_owned(), token }))
}

/// A battle, and the transcript that it begins with.
fn opened(source: &Source, more: Vec<String>) -> Result<(String, Box<dyn Battle>), Refusal> {
    let wrong = |wrong: Vec<skirmish_kernel::Diagnostic>| {
        Refusal::wrong(wrong.iter().take(10).map(ToString::to_string).collect::<Vec<_>>().join("\n"))
    };
    let shelf = skirmish_shelf::shelf();
    let begins = source.part().trim_start_matches('\u{feff}').lines().map(str::trim);
    let first = begins.into_iter().find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let battle = if first.starts_with("skirmish ") {
        let transcript = Transcript::parse(source).map_err(wrong)?;
        let game = shelf.game_of_transcript(&transcript).map_err(wrong)?;
        let battle = game.replay(&transcript).map_err(wrong)?;
        let settings: Vec<String> = transcript.tables().map(str::to_owned).chain(more).collect();
        (battle.save_with(&settings), battle)
    } else {
        let seed = secret::seed().map_err(Refusal::from)?;
        let battle = shelf.open(source, Some(seed)).map_err(wrong)?;
        (battle.save_with(&more), battle)
    };
    if let Some(side) = battle.1.sides().iter().find(|side| ["gm", "spectator"].contains(&side.as_str())) {
        return Err(Refusal::wrong(format!("a side cannot be called `{side}`: that is what a seat is called")));
    }
    Ok(battle)
}
