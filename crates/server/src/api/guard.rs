//! Who may ask: origins, cookies, tokens; and what every answer says to browsers.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::client;
use crate::hub::Hub;
use crate::refusal::Refusal;
use crate::secret::{self, Hash};
use crate::store::SeatRow;

/// Refuses what comes from pages of other sites, and says to browsers what pages of this one may do.
pub(super) async fn guard(State(hub): State<Arc<Hub>>, request: Request, next: Next) -> Response {
    let changes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let opens_socket = request.headers().contains_key(header::SEC_WEBSOCKET_KEY);
    let mut response = if (changes || opens_socket) && !is_ours(&hub, request.headers()) {
        Refusal::forbidden(elsewhere(request.headers())).into_response()
    } else {
        next.run(request).await
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, client::policy().clone());
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Does a request come from a page of this server, or from no page at all?
fn is_ours(hub: &Hub, headers: &HeaderMap) -> bool {
    let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    if headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site") {
        return false;
    }
    if !headers.contains_key(header::ORIGIN) {
        return true;
    }
    let Some(origin) = text(header::ORIGIN) else { return false };
    let host = origin.split_once("://").map(|(_, host)| host);
    hub.origins.iter().any(|known| known == origin) || host.is_some() && host == text(header::HOST)
}

/// Where a refused request comes from, and what an operator does if browsers are to come from there.
fn elsewhere(headers: &HeaderMap) -> String {
    let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match crate::origin(origin) {
        Some(origin) => format!(
            "this request comes from another site, {origin}: if that is how browsers reach this server, it is started with `--origin {origin}`"
        ),
        None => "this request comes from another site".into(),
    }
}

/// Does a request come by TLS? A page says by which scheme it was loaded; of programs it is known only how the server is reached.
pub(super) fn is_encrypted(hub: &Hub, headers: &HeaderMap) -> bool {
    let origin = headers.get(header::ORIGIN).and_then(|value| value.to_str().ok());
    origin.map_or(hub.is_secure, |origin| origin.starts_with("https://"))
}

/// The cookie of that name.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}

/// What a program shows in place of a cookie.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim)
}

/// Is it the host who asks?
pub(super) fn host(hub: &Hub, headers: &HeaderMap) -> Result<(), Refusal> {
    let token = bearer(headers).or_else(|| cookie(headers, "skirmish_host"));
    match token.is_some_and(|token| hub.is_host(token)) {
        true => Ok(()),
        false => Err(Refusal::unknown()),
    }
}

/// The seat of that name, for whoever has what opens it. A seat that is not there is answered likewise.
pub(super) async fn seat_of(hub: &Hub, headers: &HeaderMap, seat: &str) -> Result<SeatRow, Refusal> {
    seat_and_key(hub, headers, seat).await.map(|(seat, _)| seat)
}

/// The same, with what has opened it.
pub(super) async fn seat_and_key(hub: &Hub, headers: &HeaderMap, seat: &str) -> Result<(SeatRow, Hash), Refusal> {
    let token = bearer(headers).or_else(|| cookie(headers, &format!("seat_{seat}"))).ok_or_else(Refusal::unknown)?;
    let key = secret::hash(token);
    let opened = hub.store.opened_by(key).await?;
    let found = opened.map(|(found, _)| found).filter(|found| found.id == seat).ok_or_else(Refusal::unknown)?;
    Ok((found, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cookies_are_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; seat_x=two"));
        headers.append(header::COOKIE, HeaderValue::from_static("seat_y=three"));
        assert_eq!(cookie(&headers, "seat_x"), Some("two"));
        assert_eq!(cookie(&headers, "seat_y"), Some("three"));
        assert_eq!(cookie(&headers, "seat"), None);
    }
}
