//! How each fight of a batch begins.

use super::{Combatant, GaugeName};
use crate::{Id, Scribe};

/// How each fight of a batch begins, and the seed of its dice.
#[derive(Debug)]
pub struct Bout<B: Scribe> {
    pub(crate) setup: B::Setup,
    pub(crate) begin: B::State,
    pub(crate) seed: u64,
}

impl<B: Scribe> Bout<B> {
    pub(crate) fn new(setup: B::Setup, seed: u64) -> Self {
        let begin = B::begin(&setup);
        Self { setup, begin, seed }
    }
}

/// Somebody of a fight, as it stands.
pub(crate) fn combatant<B: Scribe>(g: &B::Setup, s: &B::State, id: Id) -> Combatant {
    let mut gauges = Vec::new();
    B::gauges(g, s, id, &mut |name, start, most| gauges.push(GaugeName { name: name.to_owned(), start, most }));
    Combatant { name: B::name(g, id).to_owned(), side: B::side(g, id), there: B::present(g, s).has(id), gauges }
}
