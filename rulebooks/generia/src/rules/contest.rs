//! Opposed checks: both throw, the higher wins, a tie is thrown again. (`dice.opposed`)

use skirmish_kernel::Id;

use crate::catalogue::rule;
use crate::model::{Attribute, Setup, State};
use crate::rules::edge::Edge;
use crate::rules::{OrHalt, Table, explosion, save};

/// Does the first one win?
pub fn opposed<T: Table>(g: &Setup, s: &mut State, t: &mut T, pair: [Id; 2], with: Attribute) -> OrHalt<T, bool> {
    // Equal throws leave nothing behind: their chances are a series with a sum.
    let won = t.repeat(s, None, |s, won, t| {
        let [one, other] = pair.map(|who| save::check(g, s, who, with, rule::DICE_CONTEST, &Edge::new()));
        let ordering = if explosion::of_all(g) {
            let one = explosion::total(g, t, one)?;
            one.cmp(&explosion::total(g, t, other)?)
        } else {
            t.contest(one, other, |one, other| one.total.cmp(&other.total))?
        };
        *won = match ordering {
            std::cmp::Ordering::Greater => Some(true),
            std::cmp::Ordering::Less => Some(false),
            std::cmp::Ordering::Equal => None,
        };
        Ok(won.is_none())
    })?;
    Ok(won.unwrap_or(false))
}
