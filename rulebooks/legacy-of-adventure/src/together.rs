//! Questions to several people at once; nobody sees another's answer before all are in. (`stance.when-asked`)

use arrayvec::ArrayVec;
use skirmish_kernel::{Id, RuleId, Table};

use crate::Legacy;
use crate::actions::{Ask, Choice};
use crate::state::State;

/// So many have room in a short list, which is cheaper to hand about.
const FEW: usize = 8;

/// Those who are asked, in the order of the questions.
pub type Asked = ArrayVec<Id, { Id::MOST }>;

/// Asks all of them, and hands their answers on in the same order once all are in. Asks nothing where nobody is asked.
///
/// # Errors
/// The table's halt.
pub fn ask<T: Table<Legacy>>(
    s: &mut State,
    t: &mut T,
    rule: RuleId,
    asked: &[Id],
    ask: impl Fn(Id) -> Ask,
    take: impl FnMut(&mut State, &mut T, Id, Choice),
) -> Result<(), T::Halt> {
    match asked.len() {
        0 => Ok(()),
        1..=FEW => ask_up_to::<T, FEW>(s, t, rule, asked, ask, take),
        _ => ask_up_to::<T, { Id::MOST }>(s, t, rule, asked, ask, take),
    }
}

fn ask_up_to<T: Table<Legacy>, const N: usize>(
    s: &mut State,
    t: &mut T,
    rule: RuleId,
    asked: &[Id],
    ask: impl Fn(Id) -> Ask,
    mut take: impl FnMut(&mut State, &mut T, Id, Choice),
) -> Result<(), T::Halt> {
    let asks: ArrayVec<(Id, Ask), N> = asked.iter().take(N).map(|who| (*who, ask(*who))).collect();
    let answers = t.ask_all(s, rule, asks)?;
    for (who, answer) in asked.iter().zip(answers) {
        take(s, t, *who, answer);
    }
    Ok(())
}
