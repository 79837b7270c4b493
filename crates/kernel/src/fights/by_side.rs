//! Each side is played by a policy of its own.

use crate::dice::Rng;
use crate::{Id, Policy, PolicyError, PolicyName, RuleId, Scribe, StepSoFar};

/// Exact odds are of those who choose the same wherever they are asked.
///
/// # Errors
/// When somebody thinks.
pub(crate) fn repeatable(policies: &[String]) -> Result<(), PolicyError> {
    let Some(name) = policies.iter().find(|name| name.parse().is_ok_and(PolicyName::thinks)) else { return Ok(()) };
    Err(PolicyError {
        what: format!("`{name}` thinks anew each time, and has no exact odds"),
        help: "`plain` and `random` have; `skirmish sim` fights with those that think".into(),
    })
}

/// Each side is played by a policy of its own, by pointer.
pub(crate) struct BySide<B: Scribe> {
    players: Vec<Box<dyn Policy<B> + Send>>,
}

impl<B: Scribe> BySide<B> {
    /// At least one player, for side 0; those of the other sides follow.
    pub(crate) fn new(players: Vec<Box<dyn Policy<B> + Send>>) -> Self {
        Self { players }
    }
}

impl<B: Scribe> Policy<B> for BySide<B> {
    fn choose(&mut self, g: &B::Setup, s: &B::State, rule: RuleId, who: Id, ask: &B::Ask, rng: &mut Rng) -> B::Choice {
        // There is a player for each side, and at least one.
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].choose(g, s, rule, who, ask, rng)
    }

    fn wants_step_so_far(&self) -> bool {
        self.players.iter().any(|player| player.wants_step_so_far())
    }

    fn think(
        &mut self,
        so_far: &StepSoFar<'_, B>,
        g: &B::Setup,
        s: &B::State,
        rule: RuleId,
        who: Id,
        ask: &B::Ask,
        rng: &mut Rng,
    ) -> B::Choice {
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].think(so_far, g, s, rule, who, ask, rng)
    }

    fn is_even(&self, g: &B::Setup, who: Id) -> bool {
        let at = usize::from(B::side(g, who).0).min(self.players.len() - 1);
        self.players[at].is_even(g, who)
    }
}
