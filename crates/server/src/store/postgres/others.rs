//! What servers that share a database tell each other: what was written, who is there, who points at what and draws what.

use std::time::Duration;

use deadpool_postgres::{GenericClient, Object, Pool};
use futures_util::{StreamExt, stream};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio_postgres::{AsyncMessage, Config, Error};

use super::address::Connector;
use crate::store::Elsewhere;

/// Where servers hear of each other.
pub(super) const CHANNEL: &str = "skirmish";

/// So long after a lost connection it is tried again.
const AGAIN: Duration = Duration::from_millis(500);

/// So often a server says that it is there, and so long after the last time it counts as gone, in seconds.
const BEAT: Duration = Duration::from_secs(2);
const GONE: f64 = 7.0;

/// Hears what other servers tell, as long as somebody wants to know.
pub(super) async fn listen(config: Config, connector: Connector, own: String, tell: UnboundedSender<Elsewhere>) {
    while !tell.is_closed() {
        // Whatever ended it, it is begun again; and what was missed meanwhile nobody knows.
        let _ = hear(&config, &connector, &own, &tell).await;
        tokio::time::sleep(AGAIN).await;
    }
}

async fn hear(
    config: &Config,
    connector: &Connector,
    own: &str,
    tell: &UnboundedSender<Elsewhere>,
) -> Result<(), Error> {
    let (client, mut connection) = config.connect(connector.clone()).await?;
    let (said, mut heard) = unbounded_channel();
    tokio::spawn(async move {
        let mut messages = stream::poll_fn(|context| connection.poll_message(context));
        while let Some(Ok(message)) = messages.next().await {
            if let AsyncMessage::Notification(notice) = message
                && said.send(notice.payload().to_owned()).is_err()
            {
                return;
            }
        }
    });
    client.batch_execute(&format!("LISTEN {CHANNEL}")).await?;
    let _ = tell.send(Elsewhere::Anything);
    while let Some(payload) = heard.recv().await {
        if read(&payload, own).is_some_and(|what| tell.send(what).is_err()) {
            return Ok(());
        }
    }
    Ok(())
}

/// Says that this server is there, and takes away those of which nothing has been heard, with whoever looked there.
pub(super) async fn beat(pool: Pool, own: String, tell: UnboundedSender<Elsewhere>) {
    while !tell.is_closed() {
        // Where the database is away, it is tried again.
        if let Ok(mut client) = pool.get().await {
            let _ = beat_once(&mut client, &own, &tell).await;
        }
        tokio::time::sleep(BEAT).await;
    }
}

async fn beat_once(client: &mut Object, own: &str, tell: &UnboundedSender<Elsewhere>) -> Result<(), Error> {
    let here = "INSERT INTO servers (name, seen) VALUES ($1, now()) ON CONFLICT (name) DO UPDATE SET seen = now()
                RETURNING xmax::text = '0'";
    if client.query_one(here, &[&own]).await?.try_get(0)? {
        let _ = tell.send(Elsewhere::Forgotten);
    }
    let work = client.transaction().await?;
    let gone = "WITH gone AS (DELETE FROM servers WHERE seen < now() - make_interval(secs => $1) RETURNING name)
                SELECT DISTINCT table_id FROM people JOIN gone ON gone.name = server";
    let tables = work.query(gone, &[&GONE]).await?;
    for row in &tables {
        tell_of_table(&work, own, "seats", row.try_get(0)?).await?;
    }
    work.commit().await?;
    for row in tables {
        let _ = tell.send(Elsewhere::Seats { table: row.try_get(0)? });
    }
    Ok(())
}

/// A notice of another server; none of one's own.
fn read(payload: &str, own: &str) -> Option<Elsewhere> {
    let mut words = payload.splitn(4, ' ');
    let (by, what, table) = (words.next()?, words.next()?, words.next()?.to_owned());
    if by == own {
        return None;
    }
    match what {
        "lines" => Some(Elsewhere::Lines { table, last: words.next()?.parse().ok()? }),
        "seats" => Some(Elsewhere::Seats { table }),
        "closed" => Some(Elsewhere::Closed { table, seat: words.next()?.to_owned() }),
        "gone" => Some(Elsewhere::Gone { table }),
        "point" => Some(Elsewhere::Point { table, message: words.next()?.to_owned() }),
        "drag" => Some(Elsewhere::Drag { table, message: words.next()?.to_owned() }),
        _ => None,
    }
}

/// Tells the other servers of something that has to do with a seat.
pub(super) async fn tell_of_seat(client: &impl GenericClient, own: &str, what: &str, seat: &str) -> Result<(), Error> {
    let notice = "SELECT pg_notify($1, concat_ws(' ', $2::text, $3::text, table_id, id)) FROM seats WHERE id = $4";
    client.execute(notice, &[&CHANNEL, &own, &what, &seat]).await.map(|_| ())
}

/// Tells the other servers of something that has to do with a table.
pub(super) async fn tell_of_table(
    client: &impl GenericClient,
    own: &str,
    what: &str,
    table: &str,
) -> Result<(), Error> {
    let payload = format!("{own} {what} {table}");
    client.execute("SELECT pg_notify($1, $2)", &[&CHANNEL, &payload]).await.map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_of_others_are_read() {
        let lines = Elsewhere::Lines { table: "t".into(), last: 7 };
        assert_eq!(read("a lines t 7", "b"), Some(lines));
        assert_eq!(read("b lines t 7", "b"), None, "one's own");
        let closed = Elsewhere::Closed { table: "t".into(), seat: "s".into() };
        assert_eq!(read("a closed t s", "b"), Some(closed));
        let point = Elsewhere::Point { table: "t".into(), message: r#"{"by":"Ann of York"}"#.into() };
        assert_eq!(read(r#"a point t {"by":"Ann of York"}"#, "b"), Some(point));
        let drag = Elsewhere::Drag { table: "t".into(), message: r#"{"source":"x y"}"#.into() };
        assert_eq!(read(r#"a drag t {"source":"x y"}"#, "b"), Some(drag));
        for other in ["", "a", "a lines t", "a lines t x", "a dances t"] {
            assert_eq!(read(other, "b"), None, "{other}");
        }
    }
}
