//! Questions to several people at once; nobody sees another's answer before all are in. (`stance.when-asked`)

use arrayvec::ArrayVec;
use skirmish_kernel::{Id, RuleId, Table};

use crate::Legacy;
use crate::actions::{Ask, Choice};
use crate::state::State;

/// So many have room in a short list, which is cheaper to hand about.
const FEW: usize = 8;

/// Who is asked what, in this order. It is filled where it lies, and not handed about: it has room for everybody.
pub type Asks = ArrayVec<(Id, Ask), { Id::MOST }>;

/// Asks all of them, and hands their answers on in the same order once all are in, each with what was asked. Asks nothing
/// where nobody is asked.
///
/// # Errors
/// The table's halt.
pub fn ask<T: Table<Legacy>>(
    s: &mut State,
    t: &mut T,
    rule: RuleId,
    asks: &Asks,
    mut take: impl FnMut(&mut State, &mut T, Id, Ask, Choice),
) -> Result<(), T::Halt> {
    match asks.len() {
        0 => Ok(()),
        // As many as there are in a duel.
        1..=2 => ask_few::<T, 2>(s, t, rule, asks, take),
        3..=FEW => ask_few::<T, FEW>(s, t, rule, asks, take),
        _ => {
            let answers = ask_many(s, t, rule, asks)?;
            asks.iter().zip(&answers).for_each(|((who, ask), answer)| take(s, t, *who, *ask, *answer));
            Ok(())
        }
    }
}

fn ask_few<T: Table<Legacy>, const N: usize>(
    s: &mut State,
    t: &mut T,
    rule: RuleId,
    asks: &Asks,
    mut take: impl FnMut(&mut State, &mut T, Id, Ask, Choice),
) -> Result<(), T::Halt> {
    let mut few = ArrayVec::<_, N>::new();
    few.extend(asks.iter().copied());
    let answers = t.ask_all(s, rule, few)?;
    asks.iter().zip(&answers).for_each(|((who, ask), answer)| take(s, t, *who, *ask, *answer));
    Ok(())
}

/// Out of the way: the long lists take a lot of room.
#[inline(never)]
fn ask_many<T: Table<Legacy>>(
    s: &State,
    t: &mut T,
    rule: RuleId,
    asks: &Asks,
) -> Result<ArrayVec<Choice, { Id::MOST }>, T::Halt> {
    t.ask_all(s, rule, asks.clone())
}
