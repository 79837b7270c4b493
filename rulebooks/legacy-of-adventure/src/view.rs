//! stub
use crate::{Legacy, setup::Setup, state::State};
use skirmish_kernel::{Moment, View, Viewer};
pub fn sees(_: &Setup, _: &State, _: Viewer, _: &Moment<Legacy>) -> bool {
    true
}
pub fn view(_: &Setup, _: &State, _: Viewer) -> View {
    unimplemented!()
}
pub fn disguise(_: &Setup, s: &State, _: Viewer) -> State {
    s.clone()
}
