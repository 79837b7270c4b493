//! Why a request was not answered, as a status and a sentence.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::store::StoreFault;
use crate::table::Closed;

/// Why a request was not answered.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    why: String,
}

impl Refusal {
    fn new(status: StatusCode, why: impl Into<String>) -> Self {
        Self { status, why: why.into() }
    }

    /// What was sent is wrong.
    pub(crate) fn wrong(why: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, why)
    }

    /// Nobody has said who they are, or what they showed opens nothing. The same for a seat that is not there.
    pub(crate) fn unknown() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "this link opens nothing here: ask the game master for another one")
    }

    /// It is somebody else's to do.
    pub(crate) fn forbidden(why: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, why)
    }

    pub(crate) fn missing(why: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, why)
    }

    pub(crate) fn too_much(why: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, why)
    }

    /// More was posted than is read.
    pub(crate) fn too_large(why: impl Into<String>) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, why)
    }

    pub(crate) fn fault(why: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, why)
    }
}

impl From<StoreFault> for Refusal {
    fn from(fault: StoreFault) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, format!("the store does not answer: {fault}"))
    }
}

impl From<getrandom::Error> for Refusal {
    fn from(error: getrandom::Error) -> Self {
        Self::fault(format!("there is no randomness: {error}"))
    }
}

impl From<Closed> for Refusal {
    fn from(_: Closed) -> Self {
        Self::fault("the table was closed")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "why": self.why }))).into_response()
    }
}
