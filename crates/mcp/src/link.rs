//! A seat's link at a web table, and the way in: the seat that it opens, and that seat's socket.

use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use hyper::{Request, StatusCode, Uri};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use skirmish_program::Trouble;
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Error as SocketError;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// So long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(20);

/// The most bytes that who enters is told.
const MOST_BYTES: usize = 1 << 16;

/// `http://127.0.0.1:8017/join#TOKEN`
#[derive(Clone, Debug)]
pub(crate) struct Link {
    /// `127.0.0.1:8017`, as the server knows itself.
    host: String,
    /// The same with a port in any case.
    address: String,
    token: String,
}

/// A seat that was entered.
#[derive(Clone, Debug)]
pub(crate) struct Entered {
    pub(crate) seat: String,
    pub(crate) role: String,
}

/// Why there is no socket.
pub(crate) enum Shut {
    /// The server is away: it may come back.
    Away(Trouble),
    /// This link opens nothing any more.
    Out(Trouble),
}

impl Link {
    /// Reads a link as the game master hands it out.
    ///
    /// # Errors
    /// What is wrong with it, and what one looks like.
    pub(crate) fn read(text: &str) -> Result<Self, Trouble> {
        let wrong = |why: &str| {
            Trouble::because(format!("{why} (the link is not repeated here: it is a key)"))
                .help("the game master hands it out: http://127.0.0.1:8017/join#TOKEN")
        };
        let (page, token) =
            text.trim().split_once('#').ok_or_else(|| wrong("a seat's link has a token behind a `#`"))?;
        let uri: Uri = page.parse().map_err(|_| wrong("this is no link"))?;
        let authority = uri.authority().filter(|authority| !authority.as_str().contains('@'));
        let authority = authority.ok_or_else(|| wrong("a link begins with http:// and the table's address"))?;
        match uri.scheme_str() {
            Some("http") => {}
            Some("https") => {
                let host = authority.host();
                let help = format!(
                    "reach it by a tunnel, `ssh -L 8017:127.0.0.1:8017 {host}`, and name http://127.0.0.1:8017/join#…"
                );
                return Err(Trouble::because("this program opens no encrypted links (https)").help(help));
            }
            _ => return Err(wrong("a link begins with http://")),
        }
        if uri.path() != "/join" {
            return Err(match uri.path() {
                "/host" => wrong("this is the host's link: a seat's has /join before the `#`"),
                _ => wrong("a seat's link has /join before the `#`"),
            });
        }
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)) {
            return Err(wrong("behind the `#` stands no token"));
        }
        let address = format!("{}:{}", authority.host(), authority.port_u16().unwrap_or(80));
        Ok(Self { host: authority.as_str().to_owned(), address, token: token.to_owned() })
    }

    /// Where the table is: `127.0.0.1:8017`.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    fn away(&self, why: impl std::fmt::Display) -> Trouble {
        let help = "is `skirmish serve` running there, and is the address one that is reached from here?";
        Trouble::because(format!("the table at {} does not answer: {why}", self.host)).help(help)
    }

    async fn connect(&self) -> Result<TcpStream, Trouble> {
        let connected = tokio::time::timeout(PATIENCE, TcpStream::connect(&self.address)).await;
        let stream = connected.map_err(|_| self.away("it takes too long"))?.map_err(|error| self.away(error))?;
        stream.set_nodelay(true).map_err(|error| self.away(error))?;
        Ok(stream)
    }

    /// Says who sits down; the server says where.
    ///
    /// # Errors
    /// When no table answers, or the link opens nothing.
    pub(crate) async fn enter(&self, name: &str) -> Result<Entered, Trouble> {
        let (status, said) = match tokio::time::timeout(PATIENCE, self.post_enter(name)).await {
            Ok(answered) => answered?,
            Err(_) => return Err(self.away("it takes too long")),
        };
        if status != StatusCode::OK {
            let why = said["why"]
                .as_str()
                .map_or_else(|| status.to_string(), |why| skirmish_kernel::words::visible(why, 200));
            return Err(Trouble::because(format!("the table at {} does not let this link in: {why}", self.host))
                .help("ask the game master for a new link"));
        }
        let word = |name: &str| said[name].as_str().map(str::to_owned);
        let entered = word("seat").zip(word("role")).map(|(seat, role)| Entered { seat, role });
        let entered = entered
            .filter(|entered| entered.seat.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
        entered.ok_or_else(|| self.away("what it says is not that of a web table"))
    }

    async fn post_enter(&self, name: &str) -> Result<(StatusCode, Value), Trouble> {
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(self.connect().await?))
            .await
            .map_err(|error| self.away(error))?;
        // It ends with the answer.
        let connection = tokio::spawn(connection);
        let body = json!({ "token": self.token, "name": name }).to_string();
        let request = Request::post("/api/v1/enter")
            .header(HOST, &self.host)
            .header(CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .map_err(|error| self.away(error))?;
        let answer = sender.send_request(request).await.map_err(|error| self.away(error))?;
        let status = answer.status();
        let body = Limited::new(answer.into_body(), MOST_BYTES).collect().await.map_err(|error| self.away(error))?;
        connection.abort();
        Ok((status, serde_json::from_slice(&body.to_bytes()).unwrap_or_default()))
    }

    /// Opens the socket of the seat.
    ///
    /// # Errors
    /// When the server is away, or lets nobody in by this link any more.
    pub(crate) async fn socket(&self, seat: &str) -> Result<WebSocketStream<TcpStream>, Shut> {
        let address = format!("ws://{}/api/v1/seats/{seat}/socket", self.host);
        let out = |why: String| Shut::Out(Trouble::because(why).help("ask the game master for a new link"));
        let mut request = address.into_client_request().map_err(|error| out(error.to_string()))?;
        let bearer = format!("Bearer {}", self.token).parse().map_err(|_| out("the token is none".into()))?;
        request.headers_mut().insert(AUTHORIZATION, bearer);
        let stream = self.connect().await.map_err(Shut::Away)?;
        let opened = tokio::time::timeout(PATIENCE, tokio_tungstenite::client_async(request, stream)).await;
        match opened.map_err(|_| Shut::Away(self.away("it takes too long")))? {
            Ok((socket, _)) => Ok(socket),
            Err(SocketError::Http(answer)) if answer.status().is_client_error() => {
                Err(out(format!("the table at {} does not let this link in any more", self.host)))
            }
            Err(error) => Err(Shut::Away(self.away(error))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Link;

    #[test]
    fn a_link_is_read() {
        let link = Link::read(" http://table.example/join#aB-_9 \n").unwrap();
        assert_eq!(
            (link.host(), link.address.as_str(), link.token.as_str()),
            ("table.example", "table.example:80", "aB-_9")
        );
        assert_eq!(Link::read("http://[::1]:8017/join#a").unwrap().address, "[::1]:8017");
    }

    #[test]
    fn what_is_none_says_what_one_looks_like_and_keeps_the_key() {
        for (text, why) in [
            ("", "behind a `#`"),
            ("http://127.0.0.1:8017/join", "behind a `#`"),
            ("http://127.0.0.1:8017/host#SECRET", "the host's link"),
            ("http://127.0.0.1:8017/table/x#SECRET", "/join"),
            ("ws://127.0.0.1:8017/join#SECRET", "http://"),
            ("http://ada:pass@127.0.0.1/join#SECRET", "the table's address"),
            ("http:// /join#SECRET", "no link"),
            ("http://127.0.0.1:8017/join#SE CRET", "no token"),
            ("https://table.example/join#SECRET", "ssh -L"),
        ] {
            let no = Link::read(text).unwrap_err();
            assert!(no.to_string().contains(why), "{text}: {no}");
            assert!(!no.to_string().contains("SECRET"), "{no}");
        }
    }
}
