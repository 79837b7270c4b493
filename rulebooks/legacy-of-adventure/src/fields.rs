//! stub
use crate::{setup::Setup, state::State};
use skirmish_kernel::{Op, Refusal, Value};
pub const EDICTS: &[(&str, &str)] = &[];
pub fn read(_: &Setup, _: &State, _: &str) -> Result<Value, Refusal> {
    Err(Refusal::because(""))
}
pub fn paths(_: &Setup) -> Vec<String> {
    Vec::new()
}
pub fn on_setup(_: &str) -> bool {
    false
}
pub fn set(_: &Setup, _: &mut State, _: &str, _: Op, _: &str) -> Result<(), Refusal> {
    Ok(())
}
pub fn set_setup(_: &mut Setup, _: &str, _: Op, _: &str) -> Result<(), Refusal> {
    Ok(())
}
pub fn command(_: &Setup, _: &mut State, _: &str, _: &str) -> Result<(), Refusal> {
    Ok(())
}
pub fn command_on_setup(_: &mut Setup, _: &State, _: &str, _: &str) -> Result<(), Refusal> {
    Ok(())
}
pub fn keep(_: &Setup, _: &mut State) {}
