//! How a table plays, whoever sits at it: people at a terminal, people at their browsers, a program.
//!
//! Who plays whom ([`Seats`]), how much the program helps ([`Level`]), what players are told of chances ([`OddsTold`]), and what
//! needs nobody ([`by_itself`]).

mod level;
mod odds_told;
mod seats;

pub use level::Level;
pub use odds_told::OddsTold;
pub use seats::{Seat, Seats};
use skirmish_kernel::Battle;

/// What a table does without anybody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ByItself {
    /// The program throws the dice of this creature.
    Roll(String),
    /// A policy (second) chooses for a creature (first).
    Decide(String, String),
    /// The answer that does least, so that time passes.
    Pass,
    /// The usual answer.
    Stand,
}

/// What the table would do now without anybody; none where somebody is needed, or nothing is awaited. `level` says how what
/// somebody is asked is resolved, and `usual` is the policy that chooses at the level [`Automatic`](Level::Automatic).
#[must_use]
pub fn by_itself(
    battle: &dyn Battle,
    seats: &Seats,
    level: impl Fn(&str) -> Level,
    takes_routine: bool,
    usual: &str,
) -> Option<ByItself> {
    let awaited = battle.awaited_in_short()?;
    let side = |who: &str| {
        let side = battle.side_of(who).map_or(0, |side| usize::from(side.0));
        battle.sides().get(side).map_or("", String::as_str)
    };
    if awaited.kind == "dice" {
        let rolled = awaited.throws.iter().find(|throw| !seats.types_dice(&throw.who, side(&throw.who)));
        return rolled.map(|throw| ByItself::Roll(throw.who.clone()));
    }
    for who in &awaited.who {
        if let Seat::Policy(policy) = seats.of(who, side(who)) {
            return Some(ByItself::Decide(who.clone(), policy));
        }
    }
    if let Some(who) = awaited.who.iter().find(|who| level(who) == Level::Automatic) {
        return Some(ByItself::Decide(who.clone(), usual.to_owned()));
    }
    match awaited.who.first().is_some_and(|who| level(who).is_by_hand()) {
        true => awaited.standing.is_some().then_some(ByItself::Pass),
        false => (awaited.is_routine && takes_routine).then_some(ByItself::Stand),
    }
}
