//! The web table: a battle that a game master and players fight in their browsers.
//!
//! # One idea
//!
//! **The log in the store is the table.** A table is its opening (a transcript with the encounter) and its lines, numbered. Every
//! process that has a table open holds a replica of the battle, made of these lines. What somebody answers is judged on the
//! replica, written with the next number, and acknowledged when it is durable; whoever finds the number taken reads on and
//! judges again. So nobody owns a table, and whatever is killed, nothing that was acknowledged is lost.
//!
//! # Rooms
//!
//! `store` keeps tables. `replica` makes a battle of lines, and lines of what is given. `table` is the task that has a replica;
//! `pulse` counts what was done; `news` is what is new to a seat. `hub` has everything that is open; `api` answers over HTTP, `socket` on the socket of a seat.
//! `client` is the page that browsers load, `builder` what its start page needs to make encounters. No game is named anywhere: everything comes through a seat's own eyes
//! ([`Battle::seen_by`](skirmish_kernel::Battle::seen_by)).

mod api;
mod builder;
mod client;
mod dice;
mod drags;
mod hub;
mod limits;
mod news;
mod pulse;
mod refusal;
mod replica;
mod secret;
mod socket;
pub mod store;
mod table;
mod talk;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt;
use hub::Hub;
use store::Store;

/// What a server is told when it starts.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where pages may come from besides the server's own address: `https://table.example`.
    pub origins: Vec<String>,
    /// The host's token, where several servers are to take the same; else one is made for this run.
    pub token: Option<String>,
    /// A line of JSON on standard error for whoever comes and goes and for every answer: what kind, how long it took, and not
    /// what it says.
    pub traces: bool,
    /// For tests alone: the dice of every table fall by this seed. Where there is none, as it must be where people play, they fall
    /// from the operating system's randomness.
    pub dice: Option<u64>,
}

/// An origin as browsers spell it, in small letters and without its scheme's usual port; none where the text is no origin.
#[must_use]
pub fn origin(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    let (scheme, host) = lower.split_once("://")?;
    let usual = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let host = host.strip_suffix('/').unwrap_or(host);
    let host = host.strip_suffix(usual).unwrap_or(host);
    let fits = !host.is_empty() && host.bytes().all(|byte| byte.is_ascii_graphic() && !b"/?#@\\".contains(&byte));
    fits.then(|| format!("{scheme}://{host}"))
}

/// A server that is ready to answer.
#[derive(Debug)]
pub struct Ready {
    listener: std::net::TcpListener,
    /// Where it listens.
    pub address: SocketAddr,
    /// The host's token: whoever has it lays tables. It is kept nowhere.
    pub token: String,
    settings: Settings,
}

/// Takes an address.
///
/// # Errors
/// When the address is taken, or there is no randomness for tokens.
pub fn listen(settings: Settings) -> Result<Ready, String> {
    let told = |error| format!("nobody can listen at {}: {error}", settings.address);
    let listener = std::net::TcpListener::bind(settings.address).map_err(told)?;
    let address = listener.local_addr().map_err(told)?;
    listener.set_nonblocking(true).map_err(told)?;
    let made = || secret::token().map_err(|error| format!("there is no randomness for tokens: {error}"));
    let token = settings.token.clone().map_or_else(made, Ok)?;
    Ok(Ready { listener, address, token, settings })
}

/// Answers until somebody asks to stop.
///
/// # Errors
/// When no thread can be had, or the address is lost.
pub fn serve(ready: Ready, store: Arc<dyn Store>, stop: impl Fn() -> bool + Send + 'static) -> Result<(), String> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("no threads to serve with: {error}"))?;
    let Ready { listener, token, settings, .. } = ready;
    let is_secure = settings.origins.iter().any(|origin| origin.starts_with("https://"));
    let hub = Arc::new(Hub::new(store, secret::hash(&token), settings, is_secure));
    let served = runtime.block_on(async move {
        let listener = tokio::net::TcpListener::from_std(listener).map_err(|error| error.to_string())?;
        // Several short messages follow an answer: none of them waits for the one before to be confirmed.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        if let Some(elsewhere) = hub.store.elsewhere() {
            let hub = Arc::clone(&hub);
            tokio::spawn(async move { hub.follow(elsewhere).await });
        }
        let routes = api::routes(hub);
        let stopped = async move {
            while !stop() {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        };
        tokio::select! {
            served = axum::serve(listener, routes).into_future() => served.map_err(|error| error.to_string()),
            () = stopped => Ok(()),
        }
    });
    // Whoever is in the middle of a thought is not waited for: nothing of it was acknowledged.
    runtime.shutdown_timeout(Duration::from_millis(500));
    served
}

#[cfg(test)]
mod tests {
    #[test]
    fn origins_are_spelt_as_browsers_spell_them() {
        let origin = |text| super::origin(text).unwrap_or_default();
        for text in ["https://table.example", "HTTPS://Table.example:443/"] {
            assert_eq!(origin(text), "https://table.example");
        }
        assert_eq!(origin("http://[::1]:8017"), "http://[::1]:8017");
        assert_eq!(origin("https://table.example:80"), "https://table.example:80");
        for text in
            ["table.example", "https://", "https://table.example/play", "ftp://table.example", "https://a b", "null"]
        {
            assert_eq!(super::origin(text), None, "{text}");
        }
    }
}
