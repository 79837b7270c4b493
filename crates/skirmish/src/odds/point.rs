//! Where in a battle one stands.

use skirmish_kernel::words::{nearest, short};
use skirmish_kernel::{AwaitedView, Battle, Game, Seen, Viewer};

use super::Args;
use crate::battle_at::{self, BattleAt};
use crate::exit::Fault;

/// Answers that are filled in before somebody is asked.
const MOST_FILLED_IN: usize = 100_000;

/// A point of a battle, and who looks.
pub(super) struct Point {
    pub(super) game: &'static dyn Game,
    pub(super) battle: Box<dyn Battle>,
    pub(super) viewer: Viewer,
}

impl Point {
    pub(super) fn find(args: &Args) -> Result<Self, Fault> {
        let BattleAt { game, mut battle, is_new, .. } = battle_at::open(&args.what, args.at.as_deref(), args.seed)?;
        if is_new {
            first_question(&mut *battle);
        }
        if let Some(who) = &args.who {
            until_asked(&mut *battle, who)?;
        }
        if let Some(choice) = args.choice.first() {
            until_possible(&mut *battle, choice);
        }
        let viewer = battle_at::viewer(&*battle, args.viewer.as_deref())?;
        let point = Self { game, battle, viewer };
        point.is_open()?;
        Ok(point)
    }

    /// The battle as the viewer looks at it.
    pub(super) fn seen(&self) -> Box<dyn Seen + '_> {
        self.battle.seen_by(self.viewer)
    }

    /// What is awaited here, with the choices that the viewer may know.
    pub(super) fn awaited(&self) -> Option<AwaitedView> {
        self.seen().awaited()
    }

    fn is_open(&self) -> Result<(), Fault> {
        if let Some(outcome) = self.battle.outcome() {
            let help = "name an earlier point: --at N, after so many entries, or --at line:N";
            return Err(Fault::with_help(format!("the battle is over at this point: {outcome}"), help));
        }
        match self.battle.stuck() {
            Some(flaw) => Err(Fault::plain(format!("the rulebook stopped the battle: {flaw}"))),
            None => Ok(()),
        }
    }
}

/// Goes on to the first question that has no usual answer.
fn first_question(battle: &mut dyn Battle) {
    for _ in 0..MOST_FILLED_IN {
        let Some(asked) = battle.awaited_in_short() else { return };
        let usual = asked.standing.is_some();
        if battle.roll().is_err() && !(usual && battle.stand().is_ok()) {
            return;
        }
    }
}

/// Goes on until somebody is asked something that has no usual answer.
fn until_asked(battle: &mut dyn Battle, who: &str) -> Result<(), Fault> {
    let names: Vec<String> = battle.view().tokens.into_iter().map(|token| token.name).collect();
    let all = || names.iter().map(String::as_str);
    let Ok(who) = skirmish_kernel::words::complete(who, all()) else {
        let near = nearest(who, all()).map_or_else(String::new, |near| format!("did you mean `{near}`? "));
        let message = format!("nobody here is called `{}`", short(who));
        return Err(Fault::with_help(message, format!("{near}there are {}", skirmish_kernel::words::list(&names))));
    };
    for _ in 0..MOST_FILLED_IN {
        let Some(asked) = battle.awaited_in_short() else { break };
        if battle.roll().is_ok() {
            continue;
        }
        let first = asked.who.first().map_or("", String::as_str);
        match (asked.who.iter().any(|name| name == who), asked.standing.is_some()) {
            (true, usual) if !(usual && first == who) => return Ok(()),
            (_, true) if battle.stand().is_ok() => {}
            _ if battle.decide_for(first, "plain").is_ok() => {}
            _ => break,
        }
    }
    Err(Fault::plain(format!("{who} is never asked anything any more")))
}

/// Takes usual answers until a choice can be made; where it never can, stays.
fn until_possible(battle: &mut dyn Battle, choice: &str) {
    let mut there = battle.fork();
    let mut taken = 0;
    while there.facts(choice).is_err() {
        if taken >= MOST_FILLED_IN || there.stand().is_err() {
            return;
        }
        taken += 1;
    }
    for _ in 0..taken {
        // What could be taken there can be taken here.
        let _ = battle.stand();
    }
}
