//! stub
use crate::{setup::Setup, state::State};
pub fn flaw(_: &Setup, _: &State) -> Option<String> {
    None
}
