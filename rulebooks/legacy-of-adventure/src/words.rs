//! stub
use crate::{
    actions::{Ask, Choice},
    setup::Setup,
    state::State,
};
use skirmish_grid::Square;
use skirmish_kernel::words::short;
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

/// `D7`
#[must_use]
pub fn label(g: &Setup, cell: Square) -> String {
    g.ground.board.label(cell).unwrap_or_else(|| format!("({},{})", cell.x, cell.y))
}

/// Reads a cell: `D7`.
///
/// # Errors
/// What a cell looks like.
pub fn parse_cell(g: &Setup, word: &str) -> Result<Square, Refusal> {
    g.ground.board.parse_label(&short(word)).map_err(|e| Refusal::because(e.to_string()))
}

/// One of the things that somebody carries: `dagger`, and `dagger-2` for the second.
#[must_use]
pub fn arm_name(g: &Setup, who: Id, arm: u8) -> String {
    let (weapon, arms) = (g.arm(who, arm), &g.sheet(who).arms);
    let before = arms.iter().take(usize::from(arm)).filter(|other| g.weapon(**other).name == weapon.name).count();
    if before == 0 { weapon.name.clone() } else { format!("{}-{}", weapon.name, before + 1) }
}
