//! What is in hand, what is broken, what lies about, what is of no use: set by hand.

use skirmish_bookkit::fields::Change;
use skirmish_kernel::words::short;
use skirmish_kernel::{Id, Op, Refusal};

use super::arm;
use crate::model::{Hand, Parts, Setup, State};
use crate::rules::keep::lie;

/// The arms that a list names; `none` names none of them.
fn named(g: &Setup, who: Id, change: &Change) -> Result<Vec<u8>, Refusal> {
    change.words().map(|word| arm(g, who, word)).collect()
}

/// `hands = arming-sword, medium-shield`, `hands += dagger`, `hands -= dagger`, `hands = none`. What lay about is picked
/// up by it.
pub fn hands(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let held = change.list_of(s.creature(who).held().collect(), named(g, who, change)?);
    let mut hands = [Hand::Empty; 2];
    for arm in &held {
        refuse_if!(s.creature(who).broken >> arm & 1 == 1, "it is broken: take it out of `broken` first");
        let useful = |hand: usize| s.creature(who).can_use_hand(hand);
        match (g.arm(who, *arm).hands, hands) {
            (2.., [Hand::Empty, Hand::Empty]) if useful(0) && useful(1) => hands = [Hand::Arm(*arm); 2],
            (..2, [Hand::Empty, _]) if useful(0) => hands[0] = Hand::Arm(*arm),
            (..2, [_, Hand::Empty]) if useful(1) => hands[1] = Hand::Arm(*arm),
            _ => return Err(Refusal::because("it has two hands at most, and that takes more than are of use")),
        }
    }
    for arm in held {
        s.creature_mut(who).lost &= !(1 << arm);
        s.dropped.retain(|thing| !(thing.owner == who && thing.arm == arm));
    }
    s.creature_mut(who).hands = hands;
    Ok(())
}

/// `broken += dagger`, `broken = none`: what is broken is in no hand.
pub fn broken(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let bits = gone(g, s, who, s.creature(who).broken, change)?;
    s.creature_mut(who).broken = bits;
    lie(g, s, who);
    Ok(())
}

/// `lost -= dagger`, `lost = none`: what is lost is in no hand, and lies where its owner stands.
pub fn lost(g: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let bits = gone(g, s, who, s.creature(who).lost, change)?;
    s.creature_mut(who).lost = bits;
    lie(g, s, who);
    Ok(())
}

fn gone(g: &Setup, s: &mut State, who: Id, bits: u8, change: &Change) -> Result<u8, Refusal> {
    let old = (0..8).filter(|arm| bits >> arm & 1 == 1).collect();
    let arms = change.list_of(old, named(g, who, change)?);
    arms.iter().for_each(|arm| s.creature_mut(who).let_go(*arm));
    Ok(arms.iter().fold(0, |bits, arm| bits | 1 << arm))
}

/// `disabled += leg`, `disabled += other arm`, `disabled = none`: an arm drops what was in hand.
pub fn disabled(_: &Setup, s: &mut State, who: Id, change: &Change) -> Result<(), Refusal> {
    let parts = flags(Parts::ALL, change.items(), "part")?;
    let disabled = &mut s.creature_mut(who).disabled;
    if change.op == Op::Set {
        *disabled = Parts::default();
    }
    parts.into_iter().for_each(|part| disabled.set(part, change.op != Op::Take));
    Ok(())
}

/// The flags that some words name; a hyphen may stand for a space.
pub fn flags<'c, F: Copy>(
    all: &[(F, &str)],
    words: impl Iterator<Item = &'c str>,
    what: &str,
) -> Result<Vec<F>, Refusal> {
    words
        .map(|word| {
            let found = all.iter().find(|(_, known)| *known == word || known.replace(' ', "-") == word);
            found.map(|(flag, _)| *flag).ok_or_else(|| {
                let words: Vec<&str> = all.iter().map(|(_, word)| *word).collect();
                Refusal::because(format!("`{}` is no {what}; they are {}", short(word), words.join(", ")))
            })
        })
        .collect()
}
