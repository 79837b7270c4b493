//! What is asked over HTTP: tables, seats, and the door to a seat's socket.

mod guard;
mod openapi;
mod picture;

use std::sync::Arc;

use axum::Json;
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};
use skirmish_kernel::{Source, words};
use skirmish_shelf::{Files, Header, shelf};

use crate::builder;
use crate::client;
use crate::hub::{Hub, Laid, Link};
use crate::limits;
use crate::refusal::Refusal;
use crate::secret;
use crate::store::{Key, SeatRow, TableRow};
use crate::table::now;
use guard::{host, is_encrypted, seat_and_key, seat_of};

type App = State<Arc<Hub>>;
type Answer<T> = Result<Json<T>, Refusal>;

/// Everything that the server answers.
pub(crate) fn routes(hub: Arc<Hub>) -> Router {
    let body = hub.limits.body;
    let api = Router::new()
        .route("/openapi.json", get(openapi::document))
        .route("/games", get(games))
        .route("/games/{game}", get(content))
        .route("/games/{game}/schema", get(schema_of_encounters))
        .route("/games/{game}/schema/included", get(schema_of_included))
        .route("/check", post(check))
        .route("/host", post(enter_as_host))
        .route("/copy", post(copy))
        .route("/tables", get(tables).post(lay))
        .route("/tables/{table}", get(table).delete(delete))
        .route("/tables/{table}/transcript", get(export))
        .route("/tables/{table}/seats", get(seats_of_table).post(link_of_master))
        .route("/enter", post(enter))
        .route("/seats/{seat}", get(who))
        .route("/seats/{seat}/socket", get(socket))
        .route("/seats/{seat}/picture", get(picture::fetch).put(picture::put))
        .route("/seats/{seat}/fork", post(fork))
        .route("/seats/{seat}/links", post(add_link))
        .route("/seats/{seat}/links/{other}", post(renew_link).delete(take_link));
    Router::new()
        .nest("/api/v1", api)
        .route("/", get(client::page))
        .route("/host", get(client::page))
        .route("/new", get(client::page))
        .route("/join", get(client::page))
        .route("/table/{seat}", get(client::page))
        .route("/client/{*name}", get(client::file))
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .layer(DefaultBodyLimit::max(body))
        .layer(middleware::from_fn_with_state(Arc::clone(&hub), guard::guard))
        .with_state(hub)
}

/// What was posted, or why it cannot be read.
fn read<T>(posted: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    posted.map(|Json(read)| read).map_err(|wrong| match wrong.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            Refusal::too_large(format!("this is too large: at most {} MB are taken", limits::BODY >> 20))
        }
        _ => Refusal::wrong(wrong.body_text()),
    })
}

async fn health(State(hub): App) -> Result<&'static str, Refusal> {
    hub.store.answers().await?;
    Ok("well\n")
}

async fn metrics(State(hub): App) -> String {
    let (tables, people) = hub.counts();
    hub.pulse.metrics(tables, people)
}

async fn games() -> Json<Value> {
    let game = |game: &dyn skirmish_kernel::Game| {
        let encounters: Vec<Value> = game
            .encounters()
            .iter()
            .map(|encounter| {
                let header = Header::read(&Source::new(encounter.name, encounter.text)).unwrap_or_default();
                json!({ "name": encounter.name, "title": header.title, "about": header.about })
            })
            .collect();
        json!({
            "name": game.name(), "title": game.title(), "credit": game.credit(), "example": game.is_example(),
            "policies": game.policies(), "encounters": encounters, "starter": game.starter(),
        })
    };
    Json(shelf().games().map(game).collect())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HostToken {
    token: String,
}

async fn enter_as_host(
    State(hub): App,
    headers: HeaderMap,
    posted: Result<Json<HostToken>, JsonRejection>,
) -> Result<Response, Refusal> {
    let HostToken { token } = read(posted)?;
    if !hub.is_host(&token) {
        return Err(Refusal::unknown());
    }
    Ok(with_cookie(is_encrypted(&hub, &headers), ("skirmish_host", &token), "/api/v1", json!({})))
}

/// A cookie that scripts cannot read and no other site can send; one that has come by TLS goes by nothing else.
fn with_cookie(is_encrypted: bool, (name, token): (&str, &str), path: &str, body: Value) -> Response {
    let secure = if is_encrypted { "; Secure" } else { "" };
    let cookie = format!("{name}={token}; Path={path}; HttpOnly; SameSite=Strict; Max-Age=31536000{secure}");
    let mut response = Json(body).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn tables(State(hub): App, headers: HeaderMap) -> Answer<Vec<TableRow>> {
    host(&hub, &headers)?;
    Ok(Json(hub.store.tables().await?))
}

/// The whole store is copied to a new place on the server's side.
async fn copy(State(hub): App, headers: HeaderMap) -> Answer<Value> {
    host(&hub, &headers)?;
    let copy = hub.store.copy().await.map_err(|fault| Refusal::wrong(fault.to_string()))?;
    Ok(Json(json!({ "copy": copy })))
}

/// What is to be played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct What {
    /// An encounter that comes with a game: `elemental-d6/duel`.
    encounter: Option<String>,
    /// The text of an encounter or of a transcript.
    text: Option<String>,
    /// How that is called.
    name: Option<String>,
    /// What lies under the grid.
    picture: Option<picture::Given>,
}

impl What {
    /// The text that is meant.
    fn source(self) -> Result<Source, Refusal> {
        match self {
            Self { encounter: Some(name), text: None, .. } => {
                let found = shelf().find_encounter(&name).map_err(|missing| Refusal::wrong(missing.to_string()))?;
                Ok(found.source())
            }
            Self { encounter: None, text: Some(text), name, .. } => {
                let name: String = name.unwrap_or_else(|| "the encounter".into()).chars().take(100).collect();
                Ok(Source::new(name, text))
            }
            _ => Err(Refusal::wrong("say what is played: `encounter` with a name, or `text`")),
        }
    }
}

/// What an encounter of a game can be made of.
async fn content(Path(name): Path<String>) -> Answer<Value> {
    let game = shelf().game(&name).ok_or_else(|| Refusal::missing("there is no such game"))?;
    let found = tokio::task::spawn_blocking(move || builder::content(game)).await;
    found.map(Json).map_err(|_| Refusal::fault("the rules failed at this"))
}

async fn schema_of_encounters(Path(name): Path<String>) -> Result<Response, Refusal> {
    schema(&name, Files::Encounters)
}

async fn schema_of_included(Path(name): Path<String>) -> Result<Response, Refusal> {
    schema(&name, Files::Included)
}

/// What files of a game may hold, as `skirmish schema` prints it.
fn schema(name: &str, files: Files) -> Result<Response, Refusal> {
    let game = shelf().find_game(name).map_err(|missing| Refusal::missing(missing.to_string()))?;
    let kind = [(header::CONTENT_TYPE, "application/schema+json")];
    Ok((kind, skirmish_shelf::schema(game, files).to_string()).into_response())
}

/// What is wrong with a file; where nothing is, how it begins. Nothing is laid.
async fn check(State(hub): App, headers: HeaderMap, posted: Result<Json<What>, JsonRejection>) -> Answer<Value> {
    host(&hub, &headers)?;
    let source = read(posted)?.source()?;
    let found = tokio::task::spawn_blocking(move || builder::check(&source)).await;
    found.map(Json).map_err(|_| Refusal::fault("the rules failed on this encounter"))
}

async fn lay(State(hub): App, headers: HeaderMap, posted: Result<Json<What>, JsonRejection>) -> Answer<Laid> {
    host(&hub, &headers)?;
    let mut what = read(posted)?;
    let picture = what.picture.take().map_or(Ok(Vec::new()), picture::Given::settings)?;
    Ok(Json(hub.lay(what.source()?, picture).await?))
}

async fn table(State(hub): App, headers: HeaderMap, Path(id): Path<String>) -> Answer<TableRow> {
    host(&hub, &headers)?;
    let found = hub.store.table(id).await?;
    found.map(|(row, _)| Json(row)).ok_or_else(|| Refusal::missing("there is no such table"))
}

async fn delete(State(hub): App, headers: HeaderMap, Path(id): Path<String>) -> Answer<Value> {
    host(&hub, &headers)?;
    match hub.delete(&id).await? {
        true => Ok(Json(json!({}))),
        false => Err(Refusal::missing("there is no such table")),
    }
}

async fn export(State(hub): App, headers: HeaderMap, Path(id): Path<String>) -> Result<Response, Refusal> {
    host(&hub, &headers)?;
    let text = hub.table(&id).await?.look(|replica| replica.saved()).await?;
    let file = format!("attachment; filename=\"{id}.skirmish\"");
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()), (header::CONTENT_DISPOSITION, file)], text)
        .into_response())
}

async fn seats_of_table(State(hub): App, headers: HeaderMap, Path(id): Path<String>) -> Answer<Vec<SeatRow>> {
    host(&hub, &headers)?;
    Ok(Json(hub.store.seats(id).await?))
}

/// The host gets a link to the game master's seat; whoever sits there stays.
async fn link_of_master(State(hub): App, headers: HeaderMap, Path(id): Path<String>) -> Answer<Link> {
    host(&hub, &headers)?;
    let seats = hub.store.seats(id).await?;
    let master =
        seats.iter().find(|seat| seat.role == "gm").ok_or_else(|| Refusal::missing("there is no such table"))?;
    let token = secret::token()?;
    hub.store.add_key(master.id.clone(), Key::Link, secret::hash(&token)).await?;
    Ok(Json(Link { seat: master.id.clone(), role: master.role.clone(), token }))
}

/// Somebody follows a link.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Enter {
    token: String,
    #[serde(default)]
    name: String,
}

async fn enter(
    State(hub): App,
    headers: HeaderMap,
    posted: Result<Json<Enter>, JsonRejection>,
) -> Result<Response, Refusal> {
    let Enter { token, name } = read(posted)?;
    let (seat, key) = hub.store.opened_by(secret::hash(&token)).await?.ok_or_else(Refusal::unknown)?;
    if key == Key::Session {
        return Err(Refusal::unknown());
    }
    let name: String = name.trim().chars().filter(|c| !c.is_control() && !words::turns(*c)).take(40).collect();
    let session = secret::token()?;
    hub.store.enter(seat.id.clone(), secret::hash(&session), name.clone(), now()).await?;
    hub.room(&seat.table).tell();
    let path = format!("/api/v1/seats/{}", seat.id);
    let body = json!({ "seat": seat.id, "role": seat.role, "name": name });
    Ok(with_cookie(is_encrypted(&hub, &headers), (&format!("seat_{}", seat.id), &session), &path, body))
}

async fn who(State(hub): App, headers: HeaderMap, Path(seat): Path<String>) -> Answer<Value> {
    let seat = seat_of(&hub, &headers, &seat).await?;
    Ok(Json(json!({ "seat": seat.id, "role": seat.role, "name": seat.name })))
}

async fn socket(
    State(hub): App,
    headers: HeaderMap,
    Path(seat): Path<String>,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let (seat, key) = seat_and_key(&hub, &headers, &seat).await?;
    let upgrade = upgrade.map_err(|wrong| Refusal::wrong(wrong.body_text()))?;
    // What is a little too long is read, so that it can be refused in words.
    let most = hub.limits.message * 4;
    // What seats say is short: thousands of them need no large buffers.
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(4 << 10).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| crate::socket::serve(hub, seat, key, socket)))
}

/// The game master's own seat.
async fn master(hub: &Hub, headers: &HeaderMap, seat: &str) -> Result<SeatRow, Refusal> {
    master_alone(hub, headers, seat, "the game master hands out seats").await
}

/// The same; `why` is said to others than the game master.
async fn master_alone(hub: &Hub, headers: &HeaderMap, seat: &str, why: &str) -> Result<SeatRow, Refusal> {
    let seat = seat_of(hub, headers, seat).await?;
    match seat.role.as_str() {
        "gm" => Ok(seat),
        _ => Err(Refusal::forbidden(why)),
    }
}

/// Another seat of the same table.
async fn other_seat(hub: &Hub, master: &SeatRow, other: &str) -> Result<SeatRow, Refusal> {
    let seats = hub.store.seats(master.table.clone()).await?;
    seats.into_iter().find(|seat| seat.id == other).ok_or_else(|| Refusal::missing("there is no such seat"))
}

/// Where another table begins.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fork {
    /// Before this entry, as the game master counts.
    entry: usize,
    /// What stands there instead.
    line: Option<String>,
}

/// What would be becomes a table of its own; this one stays as it is.
async fn fork(
    State(hub): App,
    headers: HeaderMap,
    Path(seat): Path<String>,
    posted: Result<Json<Fork>, JsonRejection>,
) -> Answer<Laid> {
    let why = "the game master begins a table of its own: it holds every secret of this one";
    let master = master_alone(&hub, &headers, &seat, why).await?;
    let Fork { entry, line } = read(posted)?;
    Ok(Json(hub.fork(&master.table, entry, line).await?))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Role {
    role: String,
}

async fn add_link(
    State(hub): App,
    headers: HeaderMap,
    Path(seat): Path<String>,
    posted: Result<Json<Role>, JsonRejection>,
) -> Answer<Link> {
    let master = master(&hub, &headers, &seat).await?;
    Ok(Json(hub.add_seat(&master.table, &read(posted)?.role).await?))
}

async fn renew_link(State(hub): App, headers: HeaderMap, Path((seat, other)): Path<(String, String)>) -> Answer<Link> {
    let master = master(&hub, &headers, &seat).await?;
    let other = other_seat(&hub, &master, &other).await?;
    Ok(Json(hub.renew(&other).await?))
}

async fn take_link(State(hub): App, headers: HeaderMap, Path((seat, other)): Path<(String, String)>) -> Answer<Value> {
    let master = master(&hub, &headers, &seat).await?;
    if other == master.id {
        return Err(Refusal::forbidden("this is your own seat: renew its link instead"));
    }
    let other = other_seat(&hub, &master, &other).await?;
    hub.store.remove_seat(other.id.clone()).await?;
    hub.room(&master.table).show_out(Some(&other.id));
    Ok(Json(json!({})))
}
