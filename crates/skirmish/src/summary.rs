//! How a battle ended, in words and for machines.

use serde_json::{Value, json};
use skirmish_kernel::{Battle, Token, View};

use crate::board::state;
use crate::out::Paint;
use crate::playout::{Stopped, round};

/// A battle that has been played.
pub(crate) struct Summary {
    view: View,
    winner: Option<String>,
    outcome: Option<String>,
    rounds: Option<u32>,
    stopped: Stopped,
}

impl Summary {
    pub(crate) fn of(battle: &dyn Battle, stopped: Stopped) -> Self {
        Self::seen(battle, battle.view(), stopped)
    }

    /// The same as one viewer may know it.
    pub(crate) fn seen(battle: &dyn Battle, view: View, stopped: Stopped) -> Self {
        let winner = battle.winner().and_then(|side| battle.sides().get(usize::from(side.0)).cloned());
        Self { view, winner, outcome: battle.outcome(), rounds: round(battle), stopped }
    }

    /// In words.
    pub(crate) fn lines(&self, paint: Paint) -> Vec<String> {
        let mut lines = vec![paint.bold(&self.headline())];
        let names = self.view.tokens.iter().map(|token| token.name.chars().count()).max().unwrap_or(0);
        let sides = self.view.sides.iter().map(|side| side.chars().count()).max().unwrap_or(0);
        for (index, side) in self.view.sides.iter().enumerate() {
            let mut lead = format!("{side:<sides$}");
            for token in self.view.tokens.iter().filter(|token| usize::from(token.side) == index) {
                let out = if token.able { "" } else { "out: " };
                let name = paint.side(token.side, &format!("{:<names$}", token.name));
                lines.push(format!("  {lead}  {name}  {out}{}", state(token)).trim_end().to_owned());
                lead = " ".repeat(sides);
            }
        }
        lines
    }

    fn headline(&self) -> String {
        let rounds = match self.rounds {
            Some(1) => "after 1 round".to_owned(),
            Some(rounds) => format!("after {rounds} rounds"),
            None => "at the end".to_owned(),
        };
        match (&self.stopped, &self.winner) {
            (Stopped::Over, Some(winner)) => format!("Winner: {winner}, {rounds}"),
            (Stopped::Over, None) => format!("No winner, {rounds}"),
            (Stopped::MostRounds(most), _) => format!("Stopped after {most} rounds: nobody has won yet"),
            (Stopped::Interrupted, _) => match self.rounds {
                Some(round) => format!("Interrupted in round {round}: nobody has won yet"),
                None => "Interrupted: nobody has won yet".to_owned(),
            },
            (Stopped::Stuck(flaw), _) => format!("Stopped by a flaw of the rulebook: {flaw}"),
        }
    }

    /// For machines.
    pub(crate) fn json(&self) -> Value {
        let (ended, why) = match &self.stopped {
            Stopped::Over => ("over", self.outcome.clone()),
            Stopped::MostRounds(_) => ("most-rounds", None),
            Stopped::Interrupted => ("interrupted", None),
            Stopped::Stuck(flaw) => ("stuck", Some(flaw.clone())),
        };
        let combatant = |token: &Token| {
            let side = self.view.sides.get(usize::from(token.side));
            json!({
                "name": token.name, "side": side, "cell": token.cell, "able": token.able,
                "gauges": token.gauges, "tags": token.tags,
            })
        };
        json!({
            "kind": "outcome", "ended": ended, "winner": self.winner, "text": why, "rounds": self.rounds,
            "combatants": self.view.tokens.iter().map(combatant).collect::<Vec<_>>(),
        })
    }
}
