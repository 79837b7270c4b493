//! A fight as a battle that is played to its end: dice from its seed, choices by policies.

use skirmish_kernel::{Battle, Side};

/// Why play has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// The battle is over.
    Over,
    /// It has lasted as long as it may.
    MostRounds(u32),
    /// Somebody asked to stop.
    Interrupted,
    /// A flaw of the rulebook, with what it says.
    Stuck(String),
}

/// Plays on, each side by the policy of its number (by the first where it has none). `go_on` sees the battle before each answer
/// and says whether to go on; `interrupted`, whether a policy was stopped in the middle of a thought.
pub fn play(
    battle: &mut dyn Battle,
    policies: &[String],
    most_rounds: u32,
    mut go_on: impl FnMut(&mut dyn Battle) -> bool,
    interrupted: impl Fn() -> bool,
) -> Ended {
    loop {
        if battle.outcome().is_some() {
            return Ended::Over;
        }
        if let Some(flaw) = battle.stuck() {
            return Ended::Stuck(flaw.to_owned());
        }
        if !go_on(battle) {
            return Ended::Interrupted;
        }
        if round(battle).is_some_and(|round| round > most_rounds) {
            return Ended::MostRounds(most_rounds);
        }
        if battle.roll().is_err() && !decide(battle, policies) {
            return match interrupted() {
                true => Ended::Interrupted,
                false => Ended::Stuck("nobody answers what is asked".to_owned()),
            };
        }
    }
}

/// Whoever is asked now, the policy of their side chooses. False when nobody is.
fn decide(battle: &mut dyn Battle, policies: &[String]) -> bool {
    let of = |side: Option<Side>| side.and_then(|side| policies.get(usize::from(side.0))).or(policies.first());
    if let Some(side) = battle.awaited_side() {
        return of(Some(side)).is_some_and(|policy| battle.decide(policy).is_ok());
    }
    // People of several sides choose at once, each by their own policy.
    let asked = battle.awaited_in_short().map(|asked| asked.who).unwrap_or_default();
    let decide = |who: &String| of(battle.side_of(who)).is_some_and(|policy| battle.decide_for(who, policy).is_ok());
    asked.iter().map(decide).fold(false, |any, one| any | one)
}

/// The round, for a game that counts rounds.
#[must_use]
pub fn round(battle: &dyn Battle) -> Option<u32> {
    battle.read("round").ok()?.parse().ok()
}

/// A battle as a transcript; one that is over expects its own end.
#[must_use]
pub fn saved(battle: &dyn Battle) -> String {
    let mut text = battle.save();
    if battle.outcome().is_some() {
        let winner = battle.winner().and_then(|side| battle.sides().get(usize::from(side.0)));
        text.push_str(&format!("\nexpect over {}\n", winner.map_or("none", String::as_str)));
    }
    text
}
