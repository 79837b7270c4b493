//! stub
use crate::{
    actions::{Ask, Choice},
    setup::Setup,
    state::State,
};
use skirmish_kernel::{Fact, Id};
pub fn facts(_: &Setup, _: &State, _: Id, _: &Ask, _: &Choice) -> Vec<Fact> {
    Vec::new()
}
pub fn between(_: &Setup, _: &State, _: Id, _: Id) -> Vec<Fact> {
    Vec::new()
}
pub fn sheet(_: &Setup, _: &State, _: Id) -> Vec<String> {
    Vec::new()
}
pub fn values(_: &Setup, _: &State, _: &str) -> Vec<String> {
    Vec::new()
}
