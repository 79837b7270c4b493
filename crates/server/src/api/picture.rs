//! The picture under a table's grid: the game master puts it there, and every seat fetches it.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::guard::seat_of;
use super::{Answer, App, master_alone, read};
use crate::refusal::Refusal;
use crate::replica::{Deed, Picture};
use crate::table::Voice;

/// A picture as it is posted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Given {
    /// In base64.
    data: String,
    /// Left, top and width in cells, and how much of it shows, of 100: `0 0 20 100`.
    lies: String,
}

impl Given {
    /// The settings by which it comes.
    pub(super) fn settings(self) -> Result<Vec<String>, Refusal> {
        Picture::settings(&self.data, &self.lies).map_err(Refusal::wrong)
    }
}

/// Puts a picture under the grid.
pub(super) async fn put(
    State(hub): App,
    headers: HeaderMap,
    Path(seat): Path<String>,
    posted: Result<Json<Given>, JsonRejection>,
) -> Answer<Value> {
    let why = "the game master lays a picture under the grid";
    let master = master_alone(&hub, &headers, &seat, why).await?;
    let settings = read(posted)?.settings()?;
    let voice = Voice { seat: master.id, viewer: skirmish_kernel::Viewer::GameMaster, of: None };
    let given = hub.table(&master.table).await?.give(voice, None, Deed::Picture(settings)).await;
    given.map(|()| Json(json!({}))).map_err(|no| Refusal::wrong(no.why))
}

/// The picture itself. Its address carries its mark: what was fetched once stays as it is.
pub(super) async fn fetch(State(hub): App, headers: HeaderMap, Path(seat): Path<String>) -> Result<Response, Refusal> {
    let seat = seat_of(&hub, &headers, &seat).await?;
    let picture = hub.table(&seat.table).await?.look(|replica| replica.settings.picture.clone()).await?;
    let (kind, bytes) = picture.bytes().ok_or_else(|| Refusal::missing("no picture lies under this grid"))?;
    let keep = "private, max-age=31536000, immutable";
    Ok(([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep)], bytes).into_response())
}
