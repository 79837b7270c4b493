//! stub
use crate::{events::Event, setup::Setup};
pub fn narrate(_: &Setup, e: &Event) -> String {
    format!("{e:?}")
}
