//! stub
use crate::{
    Legacy,
    actions::{Ask, Choice},
    setup::Setup,
    state::State,
};
use skirmish_kernel::{Id, Policy, RuleId, Rulebook, dice::Rng};
/// Plain.
#[derive(Debug, Clone, Copy, Default)]
pub struct Plain;
impl Policy<Legacy> for Plain {
    fn choose(&mut self, g: &Setup, s: &State, r: RuleId, who: Id, ask: &Ask, rng: &mut Rng) -> Choice {
        Policy::<Legacy>::choose(&mut skirmish_kernel::Random, g, s, r, who, ask, rng)
    }
}
