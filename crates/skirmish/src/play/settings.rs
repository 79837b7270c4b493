//! How this table plays: settings that `play` takes, the prompt changes and a save remembers.

use skirmish_kernel::{Battle, Game, Side, Viewer, words};

use super::level::Level;
use super::seats::Seats;

/// How the board is shown when somebody's turn begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Board {
    Drawn,
    Words,
    Never,
}

/// Whose eyes the table looks through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Eyes {
    /// The one side that people play, else everybody's.
    Auto,
    All,
    Side(String),
}

/// All settings.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) seats: Seats,
    pub(super) level: Level,
    pub(super) board: Board,
    pub(super) eyes: Eyes,
    /// Routine questions get their usual answer without being asked.
    pub(super) takes_routine: bool,
}

/// The names of the settings.
pub(super) const NAMES: [&str; 6] = ["seat", "dice", "level", "board", "view", "routine"];

impl Settings {
    pub(super) fn new(game: &dyn Game) -> Self {
        Self {
            seats: Seats::new(game.policies()),
            level: Level::Odds,
            board: Board::Drawn,
            eyes: Eyes::Auto,
            takes_routine: false,
        }
    }

    /// Changes one: `seat heroes person`, `level odds`. Says what holds now.
    /// Creatures are called by their names as far as the viewer sees them.
    pub(super) fn set(
        &mut self,
        battle: &dyn Battle,
        viewer: Viewer,
        name: &str,
        words: &str,
    ) -> Result<String, String> {
        let (whom, value) = words.rsplit_once(char::is_whitespace).unwrap_or(("all", words));
        let (whom, value) = (whom.trim(), value.trim());
        match name {
            "seat" => self.seats.seat(battle, viewer, whom, value),
            "dice" => self.seats.dice(battle, viewer, whom, value),
            "level" => {
                self.level = Level::read(value)?;
                Ok(format!("help level {}: {}", self.level, self.level.about()))
            }
            "board" => self.set_board(value),
            "view" => self.set_eyes(battle, words.trim()),
            "routine" => {
                self.takes_routine = one_of(value, &["ask", "take"])? == "take";
                Ok(match self.takes_routine {
                    true => "routine questions get their usual answer".into(),
                    false => "routine questions are asked".into(),
                })
            }
            _ => Err(format!("there is no setting `{}`{}", words::short(name), words::did_you_mean(name, NAMES))),
        }
    }

    fn set_board(&mut self, value: &str) -> Result<String, String> {
        self.board = match one_of(value, &["drawn", "words", "never"])? {
            "drawn" => Board::Drawn,
            "words" => Board::Words,
            _ => Board::Never,
        };
        Ok(match self.board {
            Board::Drawn => "the board is drawn with each turn".into(),
            Board::Words => "the board is told in words with each turn".into(),
            Board::Never => "the board is shown when it is asked for: `map`, `who`".into(),
        })
    }

    fn set_eyes(&mut self, battle: &dyn Battle, value: &str) -> Result<String, String> {
        let known: Vec<&str> = ["all", "auto"].into_iter().chain(battle.sides().iter().map(String::as_str)).collect();
        self.eyes = match one_of(value, &known)? {
            "all" => Eyes::All,
            "auto" => Eyes::Auto,
            side => Eyes::Side(side.to_owned()),
        };
        Ok(match &self.eyes {
            Eyes::All => "the table sees everything".into(),
            Eyes::Auto => "the table sees what the people at it may know".into(),
            Eyes::Side(side) => format!("the table sees what {side} may know"),
        })
    }

    /// Who looks.
    pub(super) fn viewer(&self, battle: &dyn Battle) -> Viewer {
        let only = match &self.eyes {
            Eyes::All => None,
            Eyes::Auto => self.seats.only_side(battle),
            Eyes::Side(name) => {
                let at = battle.sides().iter().position(|side| side == name);
                at.and_then(|at| u8::try_from(at).ok()).map(Side)
            }
        };
        only.map_or(Viewer::GameMaster, Viewer::Seat)
    }

    /// For whom odds are worked out while a side is asked.
    pub(super) fn odds_viewer(&self, battle: &dyn Battle, asked: Option<Side>) -> Viewer {
        match self.eyes {
            Eyes::All => Viewer::GameMaster,
            _ => odds_for(self.viewer(battle), asked),
        }
    }

    /// As lines of a save.
    pub(super) fn lines(&self) -> Vec<String> {
        let board = match self.board {
            Board::Drawn => "drawn",
            Board::Words => "words",
            Board::Never => "never",
        };
        let eyes = match &self.eyes {
            Eyes::All => "all",
            Eyes::Auto => "auto",
            Eyes::Side(side) => side,
        };
        let routine = if self.takes_routine { "take" } else { "ask" };
        let mut lines = self.seats.lines();
        lines.push(format!("level {}", self.level));
        lines.push(format!("board {board}"));
        lines.push(format!("view {eyes}"));
        lines.push(format!("routine {routine}"));
        lines
    }
}

/// For whom odds are, where nobody has asked to see everything: each side that plays here has its own.
fn odds_for(viewer: Viewer, asked: Option<Side>) -> Viewer {
    match (viewer, asked) {
        (Viewer::GameMaster, Some(side)) => Viewer::Seat(side),
        // Eyes of one side on a question to the other: neither side's secrets are for them.
        (Viewer::Seat(ours), Some(side)) if ours != side => Viewer::Spectator,
        (viewer, _) => viewer,
    }
}

/// The one of these that a word means.
fn one_of<'k>(word: &str, known: &[&'k str]) -> Result<&'k str, String> {
    words::complete(word, known.iter().copied()).map_err(|_| {
        let near = words::did_you_mean(word, known.iter().copied());
        format!("`{}` is none of {}{near}", words::short(word), words::list(known))
    })
}

/// What may be said of settings, beside seats and dice.
pub(super) fn words() -> Vec<String> {
    let fixed = ["board drawn", "board words", "board never", "view all", "view auto", "routine ask", "routine take"];
    let levels = Level::ALL.map(|level| format!("level {level}"));
    fixed.into_iter().map(str::to_owned).chain(levels).collect()
}

#[cfg(test)]
mod tests {
    use super::{Side, Viewer, odds_for};

    #[test]
    fn odds_are_for_the_side_that_is_asked() {
        let (ours, theirs) = (Side(0), Side(1));
        // People on both sides share the screen, and still none of them reads the other's choice out of a number.
        assert_eq!(odds_for(Viewer::GameMaster, Some(theirs)), Viewer::Seat(theirs));
        assert_eq!(odds_for(Viewer::Seat(ours), Some(ours)), Viewer::Seat(ours));
        assert_eq!(odds_for(Viewer::Seat(ours), Some(theirs)), Viewer::Spectator);
        assert_eq!(odds_for(Viewer::Seat(ours), None), Viewer::Seat(ours));
        assert_eq!(odds_for(Viewer::GameMaster, None), Viewer::GameMaster);
    }
}
