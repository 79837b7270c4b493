//! Both stores keep the same promises.

#[path = "common/postgres.rs"]
mod postgres;

use std::path::Path;
use std::sync::Arc;

use skirmish_server::store::{Appended, Elsewhere, Key, Line, MOST_SESSIONS, NewSeat, Store, TableRow, open};
use tokio::sync::mpsc::UnboundedReceiver;

/// Runs a test on a store of each kind.
fn on_each(name: &str, test: impl AsyncFn(Arc<dyn Store>)) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("stores").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    let server = postgres::Postgres::start(name);
    let database = server.as_ref().map(|server| server.database("tables"));
    for place in [Some(folder.join("tables.db")), database].into_iter().flatten() {
        let store = open(&place).unwrap_or_else(|fault| panic!("{fault}"));
        eprintln!("on {}", store.place());
        runtime().block_on(test(store));
    }
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("threads")
}

fn table(id: &str) -> TableRow {
    let [id, game, title] = [id, "a-game", "A Title"].map(str::to_owned);
    TableRow { id, game, title, created: 1, changed: 1, lines: 0 }
}

fn seat(id: &str, role: &str, keys: &[(Key, u8)]) -> NewSeat {
    let keys = keys.iter().map(|(key, byte)| (*key, [*byte; 32])).collect();
    NewSeat { id: id.into(), role: role.into(), keys }
}

fn line(seq: u64, line: &str, command: Option<&str>) -> Line {
    Line { seq, line: line.into(), who: "somebody".into(), at: 10 + seq as i64, command: command.map(str::to_owned) }
}

#[test]
fn lines_have_their_numbers_once() {
    on_each("lines", async |store| {
        store.create(table("t"), "skirmish 1\n".into(), vec![]).await.unwrap();
        let append = |lines: &[Line]| store.append("t".into(), lines.to_vec());
        let (first, second) = (line(1, "note ä — one", Some("c1")), line(2, "note two", None));
        assert_eq!(append(&[first.clone(), second.clone()]).await, Ok(Appended::Written));
        // Whoever comes with a number that is taken writes nothing, not even what would be free.
        assert_eq!(append(&[line(2, "other", Some("c2")), line(3, "other", None)]).await, Ok(Appended::Taken));
        assert_eq!(append(&[line(3, "the same again", Some("c1"))]).await, Ok(Appended::Again));
        assert_eq!(append(&[]).await, Ok(Appended::Written));
        let third = line(3, "note three", Some("c2"));
        assert_eq!(append(std::slice::from_ref(&third)).await, Ok(Appended::Written));
        assert_eq!(store.lines("t".into(), 2).await.unwrap(), [second, third.clone()]);
        assert_eq!(store.lines("t".into(), 1).await.unwrap()[0], first);
        let (row, opening) = store.table("t".into()).await.unwrap().unwrap();
        assert_eq!((row.lines, row.changed, &*opening), (3, third.at, "skirmish 1\n"));
        // Another table counts for itself; and one that is not there keeps nothing.
        store.create(table("u"), String::new(), vec![]).await.unwrap();
        assert_eq!(store.append("u".into(), vec![line(1, "x", Some("c1"))]).await, Ok(Appended::Written));
        assert!(store.append("none".into(), vec![line(1, "x", None)]).await.is_err());
        assert_eq!(store.tables().await.unwrap().iter().map(|row| &*row.id).collect::<Vec<_>>(), ["t", "u"]);
        assert_eq!((store.delete("t".into()).await, store.delete("t".into()).await), (Ok(true), Ok(false)));
        assert_eq!(store.lines("t".into(), 1).await, Ok(vec![]));
        assert_eq!(store.answers().await, Ok(()));
    });
}

#[test]
fn of_many_who_write_the_same_number_one_has_written_it() {
    on_each("race", async |store| {
        store.create(table("t"), String::new(), vec![]).await.unwrap();
        for round in 0..20_u64 {
            let writers = (0..8).map(|writer| {
                let (from, text) = (round * 2 + 1, format!("{round}-{writer}"));
                let lines = vec![line(from, &text, Some(&text)), line(from + 1, &text, None)];
                tokio::spawn(store.append("t".into(), lines))
            });
            let mut written = 0;
            for writer in writers.collect::<Vec<_>>() {
                written += usize::from(writer.await.unwrap().unwrap() == Appended::Written);
            }
            assert_eq!(written, 1, "round {round}");
        }
        let lines = store.lines("t".into(), 1).await.unwrap();
        assert_eq!(lines.len(), 40);
        assert!(lines.chunks(2).all(|pair| pair[0].line == pair[1].line), "nobody's lines stand between another's");
    });
}

#[test]
fn a_seat_is_opened_by_what_opens_it_and_by_nothing_else() {
    on_each("seats", async |store| {
        let master = seat("m", "gm", &[(Key::Link, 1), (Key::Recovery, 2)]);
        store.create(table("t"), String::new(), vec![master, seat("w", "wind", &[(Key::Link, 3)])]).await.unwrap();
        store.add_seat("t".into(), seat("a", "Ann", &[(Key::Link, 4)])).await.unwrap();
        let seats = store.seats("t".into()).await.unwrap();
        assert_eq!(seats.iter().map(|seat| &*seat.role).collect::<Vec<_>>(), ["gm", "wind", "Ann"], "in their order");
        let opens =
            async |byte: u8| store.opened_by([byte; 32]).await.unwrap().map(|(seat, key)| (seat.id, key.word()));
        assert_eq!(opens(1).await, Some(("m".into(), "link")));
        assert_eq!(opens(2).await, Some(("m".into(), "recovery")));
        assert_eq!(opens(9).await, None);
        store.enter("w".into(), [5; 32], "Wren".into(), 7).await.unwrap();
        store.add_key("m".into(), Key::Link, [6; 32]).await.unwrap();
        store.keep_draft("w".into(), "{\"verb\":\"move\"}".into()).await.unwrap();
        assert_eq!((opens(5).await, opens(6).await), (Some(("w".into(), "session")), Some(("m".into(), "link"))));
        let (wind, _) = store.opened_by([5; 32]).await.unwrap().unwrap();
        assert_eq!((&*wind.name, &*wind.draft, &*wind.table), ("Wren", "{\"verb\":\"move\"}", "t"));
        // A new link: the old one and whoever came in by it are out. The master's way back stays.
        store.renew("w".into(), [7; 32]).await.unwrap();
        store.renew("m".into(), [8; 32]).await.unwrap();
        for (byte, wanted) in
            [(1, None), (2, Some("m")), (3, None), (5, None), (6, None), (7, Some("w")), (8, Some("m"))]
        {
            assert_eq!(opens(byte).await.map(|(seat, _)| seat).as_deref(), wanted, "{byte}");
        }
        // Whoever comes in again and again fills nothing: the last ones can come back, and the link opens still.
        for nth in 100..200_u8 {
            store.enter("w".into(), [nth; 32], "Wren".into(), i64::from(nth)).await.unwrap();
        }
        let mut open = 0;
        for nth in 100..200 {
            open += usize::from(opens(nth).await.is_some());
        }
        assert_eq!((open, opens(199).await.is_some(), opens(7).await.is_some()), (MOST_SESSIONS, true, true));
        store.remove_seat("w".into()).await.unwrap();
        assert_eq!(opens(7).await, None);
        store.delete("t".into()).await.unwrap();
        assert_eq!((opens(8).await, store.seats("t".into()).await), (None, Ok(vec![])));
    });
}

/// What is heard next, besides that nobody knows who is here.
async fn next(heard: &mut UnboundedReceiver<Elsewhere>) -> Option<Elsewhere> {
    loop {
        match heard.recv().await {
            Some(Elsewhere::Forgotten) => {}
            other => return other,
        }
    }
}

#[test]
fn what_a_server_does_the_others_hear() {
    let Some(server) = postgres::Postgres::start("hear") else { return };
    let place = server.database("tables");
    let (own, other) = (open(&place).unwrap(), open(&place).unwrap());
    runtime().block_on(async {
        let (mut heard, mut heard_of_own) = (own.elsewhere().unwrap(), other.elsewhere().unwrap());
        // Each begins by not knowing what was before.
        assert_eq!(next(&mut heard).await, Some(Elsewhere::Anything));
        assert_eq!(next(&mut heard_of_own).await, Some(Elsewhere::Anything));
        other.create(table("t"), String::new(), vec![seat("s", "wind", &[])]).await.unwrap();
        other.append("t".into(), vec![line(1, "x", None), line(2, "y", None)]).await.unwrap();
        other.add_seat("t".into(), seat("a", "Ann", &[])).await.unwrap();
        other.enter("s".into(), [1; 32], "Wren".into(), 1).await.unwrap();
        other.renew("s".into(), [2; 32]).await.unwrap();
        other.remove_seat("a".into()).await.unwrap();
        other.delete("t".into()).await.unwrap();
        let [t, s, a] = ["t", "s", "a"].map(str::to_owned);
        for wanted in [
            Elsewhere::Lines { table: t.clone(), last: 2 },
            Elsewhere::Seats { table: t.clone() },
            Elsewhere::Seats { table: t.clone() },
            Elsewhere::Closed { table: t.clone(), seat: s },
            Elsewhere::Closed { table: t.clone(), seat: a },
            Elsewhere::Gone { table: t },
        ] {
            assert_eq!(next(&mut heard).await, Some(wanted));
        }
        while let Ok(told) = heard_of_own.try_recv() {
            assert_eq!(told, Elsewhere::Forgotten, "nobody hears of what they did themselves");
        }
        // The database goes down and comes back: anything may have happened.
        server.cut();
        assert!(own.answers().await.is_err());
        server.begin();
        assert_eq!(next(&mut heard).await, Some(Elsewhere::Anything));
        assert_eq!(own.tables().await, Ok(vec![]));
    });
}

#[test]
fn what_goes_to_the_database_can_be_encrypted() {
    let Some((server, authority)) = postgres::Postgres::start_encrypted("encrypted") else { return };
    let place = server.database("tables").to_str().expect("a name in UTF-8").to_owned();
    let by_name = place.replace("127.0.0.1", "localhost");
    let authority = authority.to_str().expect("a name in UTF-8");
    let try_it = |place: String| open(Path::new(&place)).map(|store| runtime().block_on(store.answers()));
    // Nothing is said in the open where the database will not have it.
    let refused = try_it(format!("{place}?sslmode=disable")).unwrap_err().to_string();
    assert!(refused.contains("no encryption"), "{refused}");
    for mode in ["", "?sslmode=prefer", "?sslmode=require"] {
        assert_eq!(try_it(format!("{place}{mode}")), Ok(Ok(())), "{mode}");
    }
    assert_eq!(try_it(format!("{by_name}?sslmode=verify-full&sslrootcert={authority}")), Ok(Ok(())));
    // Another name than the certificate's, or signed by nobody whom the system knows.
    for wrong in
        [format!("{place}?sslmode=verify-full&sslrootcert={authority}"), format!("{by_name}?sslmode=verify-full")]
    {
        let refused = try_it(wrong.clone()).unwrap_err().to_string();
        assert!(refused.contains("sslrootcert=FILE"), "{wrong}: {refused}");
    }
    // Servers hear of each other by it as well.
    let store = open(Path::new(&format!("{place}?sslmode=require"))).unwrap();
    runtime().block_on(async {
        assert_eq!(next(&mut store.elsewhere().unwrap()).await, Some(Elsewhere::Anything));
    });
}
