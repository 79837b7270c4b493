//! Opposed checks: both throw, the higher wins, a tie is thrown again. (`dice.opposed`)

use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Attribute, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion, save};

/// Does the first one win?
pub fn opposed<T: Table>(g: &Setup, s: &mut State, t: &mut T, pair: [Id; 2], with: Attribute) -> OrHalt<T, bool> {
    const MOST_THROWS: u32 = 1_000;
    let won = t.repeat(s, (None, 0u32), |s, (won, throws), t| {
        let [one, other] = pair.map(|who| save::check(g, s, who, with, rule::DICE_CONTEST, &Edge::new()));
        let ordering = if explosion::of_all(g) {
            let one = explosion::total(g, t, one)?;
            one.cmp(&explosion::total(g, t, other)?)
        } else {
            t.contest(one, other, |one, other| one.total.cmp(&other.total))?
        };
        *throws += 1;
        *won = match ordering {
            std::cmp::Ordering::Greater => Some(true),
            std::cmp::Ordering::Less => Some(false),
            // Nobody throws the same for ever.
            std::cmp::Ordering::Equal if *throws >= MOST_THROWS => Some(false),
            std::cmp::Ordering::Equal => None,
        };
        Ok(won.is_none())
    })?;
    Ok(won.0.unwrap_or(false))
}
