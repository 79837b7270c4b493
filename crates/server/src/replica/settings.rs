//! How a table on the web plays.

use skirmish_kernel::{Battle, Game, Viewer, words};
use skirmish_wire::{Level, Seats};

use super::No;

/// All settings; a save has them as lines that begin with `table`, the same as the terminal's.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) seats: Seats,
    pub(crate) level: Level,
    /// Routine questions get their usual answer without being asked.
    pub(crate) takes_routine: bool,
    /// May everybody go back in time, and not the game master alone?
    pub(crate) all_may_undo: bool,
    /// Are players told the odds?
    pub(crate) tells_odds: bool,
}

const NAMES: [&str; 6] = ["seat", "dice", "level", "routine", "undo", "odds"];

impl Settings {
    pub(crate) fn new(game: &dyn Game) -> Self {
        let seats = Seats::new(game.policies());
        Self { seats, level: Level::Odds, takes_routine: false, all_may_undo: false, tells_odds: true }
    }

    /// Changes one: `seat heroes plain`, `dice Kestrel typed`, `level propose`, `routine take`, `undo all`, `odds none`.
    pub(crate) fn set(&mut self, battle: &dyn Battle, viewer: Viewer, text: &str) -> Result<String, String> {
        let (name, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        let (whom, value) = rest.rsplit_once(char::is_whitespace).unwrap_or(("all", rest));
        let (whom, value) = (whom.trim(), value.trim());
        let one_of = |known: [&'static str; 2]| {
            let found = known.into_iter().find(|known| *known == value);
            found.ok_or_else(|| format!("`{}` is none of {}", words::short(value), words::list(&known)))
        };
        match name {
            "seat" => return self.seats.seat(battle, viewer, whom, value),
            "dice" => return self.seats.dice(battle, viewer, whom, value),
            "level" => self.level = Level::read(value)?,
            "routine" => self.takes_routine = one_of(["ask", "take"])? == "take",
            "undo" => self.all_may_undo = one_of(["gm", "all"])? == "all",
            "odds" => self.tells_odds = one_of(["none", "true"])? == "true",
            _ => {
                let near = words::did_you_mean(name, NAMES);
                return Err(format!("there is no setting `{}`{near}", words::short(name)));
            }
        }
        Ok(format!("{name}: {value}"))
    }

    /// The same for a viewer: the game master sets everything, a player whose dice fall by hand. Gives the line to be kept.
    pub(crate) fn set_by(&mut self, battle: &dyn Battle, viewer: Viewer, text: &str) -> Result<String, No> {
        let text = super::one_line(text)?;
        let name = text.split(char::is_whitespace).next().unwrap_or_default();
        if viewer != Viewer::GameMaster {
            let whom = text.split_once(char::is_whitespace).and_then(|(_, rest)| rest.rsplit_once(char::is_whitespace));
            let own = whom.is_some_and(|(whom, _)| battle.seen_by(viewer).sheet(whom.trim()).is_ok());
            if name != "dice" || !own {
                return Err("the game master sets how the table plays; you set the dice of those whom you play".into());
            }
        }
        self.set(battle, viewer, text)?;
        Ok(text.to_owned())
    }

    /// As lines of a save.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = self.seats.lines();
        lines.push(format!("level {}", self.level));
        lines.push(format!("routine {}", if self.takes_routine { "take" } else { "ask" }));
        if self.all_may_undo {
            lines.push("undo all".into());
        }
        if !self.tells_odds {
            lines.push("odds none".into());
        }
        lines
    }
}
