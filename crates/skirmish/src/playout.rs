//! Plays a battle to its end: dice from its seed, choices by policies.

use skirmish_kernel::{Battle, Game, PolicyError, PolicyName, Side, words};

use crate::exit::Fault;
use crate::interrupt;

/// Which policy plays which side.
pub(crate) struct Policies {
    /// By side.
    sides: Vec<String>,
}

impl Policies {
    /// Reads `plain` and `heroes=plain`; the later ones overrule.
    pub(crate) fn read(game: &dyn Game, sides: &[String], wanted: &[String]) -> Result<Self, Fault> {
        let usual = game.policies().first().copied().unwrap_or_default();
        let mut read = Self { sides: vec![usual.to_owned(); sides.len().max(1)] };
        for wanted in wanted {
            match wanted.rsplit_once('=') {
                None => read.sides.fill(find_policy(wanted)?),
                Some((side, policy)) => {
                    let at = find_side(sides, side)?;
                    read.sides[at] = find_policy(policy)?;
                }
            }
        }
        Ok(read)
    }

    /// `plain`, or `heroes plain, villains random`.
    pub(crate) fn words(&self, sides: &[String]) -> String {
        match self.sides.as_slice() {
            [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
            all => {
                all.iter().zip(sides).map(|(policy, side)| format!("{side} {policy}")).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// The policy that plays each side.
    pub(crate) fn by_side(&self) -> &[String] {
        &self.sides
    }

    /// Whoever is asked now, the policy of their side chooses. False when nobody is.
    fn decide(&self, battle: &mut dyn Battle) -> bool {
        let of = |side: Option<Side>| side.and_then(|side| self.sides.get(usize::from(side.0))).or(self.sides.first());
        if let Some(side) = battle.awaited_side() {
            return of(Some(side)).is_some_and(|policy| battle.decide(policy).is_ok());
        }
        // People of several sides choose at once, each by their own policy.
        let asked = battle.awaited_in_short().map(|asked| asked.who).unwrap_or_default();
        let decide =
            |who: &String| of(battle.side_of(who)).is_some_and(|policy| battle.decide_for(who, policy).is_ok());
        asked.iter().map(decide).fold(false, |any, one| any | one)
    }
}

/// A policy as people name it: `plain`, `rollout:200`.
pub(crate) fn find_policy(name: &str) -> Result<String, Fault> {
    let name: PolicyName = name.parse().map_err(no_policy)?;
    Ok(name.to_string())
}

/// There is no such policy, or it cannot play here.
pub(crate) fn no_policy(PolicyError { what, help }: PolicyError) -> Fault {
    Fault::with_help(what, help)
}

/// The number of a side, by its name or a prefix of it.
pub(crate) fn find_side(sides: &[String], name: &str) -> Result<usize, Fault> {
    let known = || sides.iter().map(String::as_str);
    let found = words::complete(name, known()).ok().and_then(|found| known().position(|side| side == found));
    found.ok_or_else(|| {
        let message = format!("there is no side `{}` in this encounter", words::short(name));
        Fault::with_help(message, advice(name, known(), "the sides are"))
    })
}

fn advice<'a>(name: &str, known: impl Iterator<Item = &'a str> + Clone, lead: &str) -> String {
    let all: Vec<String> = known.clone().map(|known| format!("`{known}`")).collect();
    let all = format!("{lead} {}", words::list(&all));
    words::nearest(name, known).map_or(all.clone(), |near| format!("did you mean `{near}`? {all}"))
}

/// Why play has stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The battle is over.
    Over,
    /// It has lasted as long as it may.
    MostRounds(u32),
    /// Ctrl-C, or nobody reads on.
    Interrupted,
    /// A flaw of the rulebook, with what it says.
    Stuck(String),
}

/// Plays to the end, whoever asks to stop: a fight that is to be shown is shown whole.
pub(crate) fn play_whole(battle: &mut dyn Battle, policies: &Policies, most_rounds: u32) -> Stopped {
    play_while(battle, policies, most_rounds, |_| true)
}

/// Plays on; `watch` sees the battle after each answer and says whether to go on.
pub(crate) fn play(
    battle: &mut dyn Battle,
    policies: &Policies,
    most_rounds: u32,
    mut watch: impl FnMut(&mut dyn Battle) -> bool,
) -> Stopped {
    battle.listen_to(&interrupt::shared());
    play_while(battle, policies, most_rounds, |battle| watch(battle) && !interrupt::asked())
}

fn play_while(
    battle: &mut dyn Battle,
    policies: &Policies,
    most_rounds: u32,
    mut go_on: impl FnMut(&mut dyn Battle) -> bool,
) -> Stopped {
    loop {
        if battle.outcome().is_some() {
            return Stopped::Over;
        }
        if let Some(flaw) = battle.stuck() {
            return Stopped::Stuck(flaw.to_owned());
        }
        if !go_on(battle) {
            return Stopped::Interrupted;
        }
        if round(battle).is_some_and(|round| round > most_rounds) {
            return Stopped::MostRounds(most_rounds);
        }
        if battle.roll().is_err() && !policies.decide(battle) {
            if interrupt::asked() {
                return Stopped::Interrupted;
            }
            return Stopped::Stuck("nobody answers what is asked".to_owned());
        }
    }
}

/// The round, for a game that counts rounds.
pub(crate) fn round(battle: &dyn Battle) -> Option<u32> {
    battle.read("round").ok()?.parse().ok()
}
