//! `skirmish serve`: the web table.

use std::net::{Ipv4Addr, SocketAddr, ToSocketAddrs, UdpSocket};
use std::path::PathBuf;

use skirmish_server::{Settings, listen, store};

use crate::exit::{Exit, Fault};
use crate::interrupt;
use crate::out::Out;

/// Where the host's token may be said.
const TOKEN: &str = "SKIRMISH_HOST_TOKEN";

/// Lay tables for people at their browsers: a link for each, nothing to install.
#[derive(clap::Args)]
#[command(
    after_help = "Example: skirmish serve",
    after_long_help = "\
Examples:
  skirmish serve                                       for browsers on this computer
  skirmish serve --addr 0.0.0.0:8017                   for everybody in your network
  skirmish serve --origin https://table.example        behind a reverse proxy with TLS
  skirmish serve --store evening.skirmish-tables       tables in a file of your own
  skirmish serve --store postgres://tables@db/tables   in a database, for several servers

Where several servers stand behind one address, SKIRMISH_HOST_TOKEN gives all of them the same host's link.

It prints one link: the host's, who lays tables and hands out their links. Every answer is on disk before anybody sees
it. docs/serve.md leads from here to the first turn."
)]
pub(crate) struct Args {
    /// Where to listen: an address and a port, or a port alone, which this computer reaches.
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8017", value_parser = listening_at)]
    addr: SocketAddr,

    /// The file that the tables are kept in [default: tables.db in your data folder], or a PostgreSQL database:
    /// postgres://USER@HOST/DATABASE. Several servers may have one database; `?sslmode=verify-full` encrypts what goes there.
    #[arg(long, value_name = "FILE|ADDRESS")]
    store: Option<PathBuf>,

    /// The address at which browsers reach it, where a reverse proxy stands before it. May be repeated.
    #[arg(long, value_name = "URL")]
    origin: Vec<String>,

    /// Write a line of JSON to standard error for each answer, and for whoever comes and goes: what kind, and how long it took.
    #[arg(long)]
    trace: bool,
}

pub(crate) fn perform(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let path = match &args.store {
        Some(path) => path.clone(),
        None => usual_store()?,
    };
    let mut origins = Vec::new();
    for text in &args.origin {
        let help = "scheme and host, without a path: --origin https://table.example";
        let origin = skirmish_server::origin(text);
        origins.push(origin.ok_or_else(|| Fault::with_help(format!("`{text}` is no origin"), help))?);
    }
    let token = host_token()?;
    let store = store::open(&path).map_err(|fault| Fault::plain(fault.to_string()))?;
    let settings = Settings { address: args.addr, origins: origins.clone(), token, traces: args.trace, dice: None };
    let ready = listen(settings).map_err(|why| Fault::with_help(why, other_address(args.addr)))?;
    let address = ready.address;
    let base = origins.first().cloned().unwrap_or_else(|| format!("http://{}", seen_from_outside(address)));
    out.line(format_args!("Tables are kept in {}.", store.place()));
    out.line(reached_by(address));
    out.line("Open this; it is the host's link, so keep it to yourself. Ctrl-C ends the server, and nothing is lost.");
    out.line(format_args!("{base}/host#{}", ready.token));
    out.flush();
    skirmish_server::serve(ready, store, interrupt::asked).map_err(Fault::plain)?;
    Ok(interrupt::or(Exit::Done))
}

/// Where to listen: an address and a port, a name of this computer (`localhost:8017`), or a port alone.
fn listening_at(text: &str) -> Result<SocketAddr, String> {
    let port = text.strip_prefix(':').unwrap_or(text);
    if let Ok(port) = port.parse() {
        return Ok(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), port));
    }
    let wrong = || "an address and a port are needed, such as 127.0.0.1:8017 or localhost:8017".to_owned();
    let found: Vec<SocketAddr> = text.to_socket_addrs().map_err(|_| wrong())?.collect();
    found.iter().find(|found| found.is_ipv4()).or(found.first()).copied().ok_or_else(wrong)
}

/// What to do where nobody can listen.
fn other_address(address: SocketAddr) -> String {
    match UdpSocket::bind((address.ip(), 0)) {
        Ok(_) => "another port will do: --addr 127.0.0.1:8018".into(),
        Err(_) => {
            format!("this computer has no such address; at 0.0.0.0:{} it listens at all that it has", address.port())
        }
    }
}

/// The token that the environment names, for several servers behind one address.
fn host_token() -> Result<Option<String>, Fault> {
    let Some(token) = std::env::var(TOKEN).ok().filter(|token| !token.is_empty()) else { return Ok(None) };
    let fits = token.len() >= 20 && token.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    if !fits {
        let help = "at least 20 letters, digits, `-` and `_`, made by a program: `openssl rand -hex 20`";
        return Err(Fault::with_help(format!("the host's token in {TOKEN} will not do"), help));
    }
    Ok(Some(token))
}

/// The address that other computers of the network know this one by. Links are made of the address that the host's browser
/// shows, so it had better be one that players reach.
fn seen_from_outside(address: SocketAddr) -> SocketAddr {
    if !address.ip().is_unspecified() {
        return address;
    }
    // Nothing is sent: the system only says from where it would send.
    let own = UdpSocket::bind(("0.0.0.0", 0)).and_then(|socket| {
        socket.connect(("192.0.2.1", 9))?;
        socket.local_addr()
    });
    let ip = own.map_or(Ipv4Addr::LOCALHOST.into(), |own| own.ip());
    SocketAddr::new(if ip.is_unspecified() { Ipv4Addr::LOCALHOST.into() } else { ip }, address.port())
}

/// Who can come.
fn reached_by(address: SocketAddr) -> String {
    match address.ip() {
        ip if ip.is_loopback() => {
            "Only browsers on this computer reach it; `--addr 0.0.0.0:8017` opens it to your network.".into()
        }
        ip if ip.is_unspecified() => {
            "Everybody who reaches this computer over a network can follow a link; what they see on the way is not \
             encrypted: docs/serve.md says how to put TLS before it."
                .into()
        }
        ip => format!("Whoever reaches {ip} can follow a link; docs/serve.md says how to put TLS before it."),
    }
}

/// In the folder that the system has for the data of a user's programs.
fn usual_store() -> Result<PathBuf, Fault> {
    let of = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = if cfg!(windows) {
        of("APPDATA")
    } else if cfg!(target_os = "macos") {
        of("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        of("XDG_DATA_HOME").or_else(|| of("HOME").map(|home| home.join(".local/share")))
    };
    let folder = folder.ok_or_else(|| Fault::with_help("there is no data folder", "name a file: --store tables.db"))?;
    Ok(folder.join("skirmish").join("tables.db"))
}
