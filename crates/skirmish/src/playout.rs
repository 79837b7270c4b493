//! Plays a battle to its end: dice from its seed, choices by policies.

use skirmish_kernel::{Battle, Game, PolicyError, PolicyName, words};

pub(crate) use skirmish_sim::{Ended as Stopped, round};

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

/// Plays on; `watch` sees the battle after each answer and says whether to go on.
pub(crate) fn play(
    battle: &mut dyn Battle,
    policies: &Policies,
    most_rounds: u32,
    mut watch: impl FnMut(&mut dyn Battle) -> bool,
) -> Stopped {
    battle.listen_to(&interrupt::shared());
    let go_on = |battle: &mut dyn Battle| watch(battle) && !interrupt::asked();
    skirmish_sim::play(battle, policies.by_side(), most_rounds, go_on, interrupt::asked)
}
