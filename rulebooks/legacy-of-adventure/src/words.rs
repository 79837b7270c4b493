//! stub
use crate::{
    actions::{Ask, Choice},
    setup::Setup,
    state::State,
};
use skirmish_kernel::{Id, Refusal};
pub fn prompt(_: &Setup, _: &State, _: Id, _: &Ask) -> String {
    String::new()
}
pub fn notation(_: &Setup, _: &State, _: Id, _: &Ask, c: &Choice) -> String {
    format!("{c:?}")
}
pub fn parse(_: &Setup, _: &State, _: Id, _: &Ask, _: &str) -> Result<Choice, Refusal> {
    Err(Refusal::because(""))
}
pub fn verbs(_: &Setup) -> Vec<String> {
    Vec::new()
}
