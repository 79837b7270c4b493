//! The page that browsers load: files that are built into the program.

use std::io::Write;
use std::sync::OnceLock;

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// A file of the client.
struct File {
    name: &'static str,
    kind: &'static str,
    text: &'static str,
}

macro_rules! files {
    ($($name:literal $kind:tt),* $(,)?) => {
        &[$(File { name: $name, kind: $kind, text: include_str!(concat!("../client/", $name)) }),*]
    };
}

const JS: &str = "text/javascript; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";

const PAGE: &str = include_str!("../client/index.html");

const HTML: &str = "text/html; charset=utf-8";

/// Every file, by its name under `/client/`.
const FILES: &[File] = files![
    "icon.svg" "image/svg+xml",
    "style.css" CSS,
    "main.js" JS,
    "words.js" JS,
    "store.js" JS,
    "wire.js" JS,
    "html.js" JS,
    "answer.js" JS,
    "aside.js" JS,
    "board.js" JS,
    "camera.js" JS,
    "chances.js" JS,
    "choices.js" JS,
    "commands.js" JS,
    "deeds.js" JS,
    "entries.js" JS,
    "drags.js" JS,
    "fog.js" JS,
    "geometry.js" JS,
    "question.js" JS,
    "log.js" JS,
    "table.js" JS,
    "hand.js" JS,
    "start.js" JS,
    "builder.js" JS,
    "canvas.js" JS,
    "document.js" JS,
    "grounds.js" JS,
    "link.js" JS,
    "map.js" JS,
    "marks.js" JS,
    "notices.js" JS,
    "overlay.js" JS,
    "picture.js" JS,
    "pointers.js" JS,
    "prices.js" JS,
    "rule.js" JS,
    "ruler.js" JS,
    "sheet.js" JS,
    "token.js" JS,
    "universal.js" JS,
    "vendor/preact.js" JS,
    "vendor/hooks.js" JS,
    "vendor/signals-core.js" JS,
    "vendor/signals.js" JS,
    "vendor/htm.js" JS,
    "vendor/uqr.js" JS,
];

/// The same in fewer bytes, made when they are first asked for; behind them the page.
static PACKED: [OnceLock<Vec<u8>>; FILES.len() + 1] = [const { OnceLock::new() }; FILES.len() + 1];

fn packed(nth: usize) -> &'static [u8] {
    PACKED[nth].get_or_init(|| {
        let mut to = GzEncoder::new(Vec::new(), Compression::default());
        // Writing into memory does not fail.
        let _ = to.write_all(FILES.get(nth).map_or(PAGE, |file| file.text).as_bytes());
        to.finish().unwrap_or_default()
    })
}

/// Names this build of the client: one that was loaded before another build is told to load again.
pub(crate) fn build() -> &'static str {
    static BUILD: OnceLock<String> = OnceLock::new();
    BUILD.get_or_init(|| {
        let mut hash = Sha256::new();
        hash.update(PAGE);
        FILES.iter().for_each(|file| hash.update(file.text));
        URL_SAFE_NO_PAD.encode(&hash.finalize()[..9])
    })
}

/// The one script that stands in the page: where modules are.
fn import_map() -> &'static str {
    let begin = PAGE.find("<script type=\"importmap\">").map_or(0, |at| at + "<script type=\"importmap\">".len());
    let end = PAGE[begin..].find("</script>").map_or(begin, |at| begin + at);
    &PAGE[begin..end]
}

/// What pages of ours may do: nothing from elsewhere, and no script or style that does not come with the program.
pub(crate) fn policy() -> &'static HeaderValue {
    static POLICY: OnceLock<HeaderValue> = OnceLock::new();
    POLICY.get_or_init(|| {
        let map = STANDARD.encode(Sha256::digest(import_map()));
        let policy = format!(
            "default-src 'none'; script-src 'self' 'sha256-{map}'; style-src 'self'; img-src 'self' data: blob:; \
             connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        );
        HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
    })
}

/// The page, whatever is shown on it.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    from_disk("index.html").unwrap_or_else(|| respond(&headers, HTML, PAGE, FILES.len()))
}

/// A file of the client.
pub(crate) async fn file(axum::extract::Path(name): axum::extract::Path<String>, headers: HeaderMap) -> Response {
    if let Some(file) = from_disk(&name) {
        return file;
    }
    match FILES.iter().enumerate().find(|(_, file)| file.name == name) {
        Some((nth, file)) => respond(&headers, file.kind, file.text, nth),
        None => (StatusCode::NOT_FOUND, "there is no such file").into_response(),
    }
}

/// For whoever works on the client: a debug build takes files from the folder that `SKIRMISH_CLIENT` names, as they are now.
fn from_disk(name: &str) -> Option<Response> {
    let folder = std::env::var_os("SKIRMISH_CLIENT").filter(|folder| cfg!(debug_assertions) && !folder.is_empty())?;
    let is_inside = name.split('/').all(|part| part != ".." && !part.is_empty());
    let text = is_inside.then(|| std::fs::read_to_string(std::path::Path::new(&folder).join(name)).ok())??;
    let kind = match name.rsplit('.').next() {
        Some("js") => JS,
        Some("css") => CSS,
        Some("svg") => "image/svg+xml",
        _ => HTML,
    };
    Some(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], text).into_response())
}

fn respond(headers: &HeaderMap, kind: &'static str, text: &'static str, nth: usize) -> Response {
    // Files change with the program alone, and are small: they are asked for anew each time.
    let about = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::ETAG, etag()),
        (header::VARY, "accept-encoding"),
    ];
    match takes_gzip(headers) {
        true => (about, [(header::CONTENT_ENCODING, "gzip")], packed(nth)).into_response(),
        false => (about, text).into_response(),
    }
}

/// Does a browser take packed files? `gzip;q=0` is a no.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let takes = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    takes.flat_map(|line| line.split(',')).any(|one| {
        let (name, how) = one.split_once(';').unwrap_or((one, ""));
        name.trim() == "gzip" && !matches!(how.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

fn etag() -> &'static str {
    static ETAG: OnceLock<String> = OnceLock::new();
    ETAG.get_or_init(|| format!("\"{}\"", build()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_import_map_is_what_the_policy_allows() {
        let map: serde_json::Value = serde_json::from_str(import_map()).unwrap();
        for file in map["imports"].as_object().unwrap().values() {
            let name = file.as_str().unwrap().strip_prefix("/client/").unwrap();
            assert!(FILES.iter().any(|file| file.name == name), "{name}");
        }
        assert!(policy().to_str().unwrap().contains("sha256-"));
    }

    #[test]
    fn the_client_is_small() {
        let packed: usize = (0..=FILES.len()).map(|nth| packed(nth).len()).sum();
        assert!(packed < 150_000, "{packed} bytes go to a browser that has nothing yet");
        assert!(packed > 20_000, "{packed} bytes: it is not packed, it is lost");
    }

    #[test]
    fn files_are_packed_for_whoever_takes_that() {
        let takes = |value: &'static str| {
            takes_gzip(&HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]))
        };
        assert!(takes("gzip, deflate, br, zstd") && takes("br, gzip;q=0.5"));
        assert!(!takes("br, gzip;q=0") && !takes("identity") && !takes_gzip(&HeaderMap::new()));
        let unpacked = |nth: usize| {
            use std::io::Read;
            let mut text = String::new();
            flate2::read::GzDecoder::new(packed(nth)).read_to_string(&mut text).unwrap();
            text
        };
        assert!(FILES.iter().enumerate().all(|(nth, file)| unpacked(nth) == file.text));
        assert_eq!(unpacked(FILES.len()), PAGE);
    }

    #[test]
    fn nothing_in_the_client_names_another_host() {
        for file in FILES.iter().filter(|file| !file.name.starts_with("vendor/")) {
            let hosts = file.text.split("://").count() - 1;
            let own = file.text.matches("://${location.host}").count();
            let known = own + file.text.matches("http://www.w3.org").count();
            assert_eq!(hosts, known, "{} speaks of another host", file.name);
        }
    }
}
