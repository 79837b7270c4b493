//! How this table plays: settings that `play` takes, the prompt changes and a save remembers.

use skirmish_kernel::{Battle, Game, Side, Viewer, words};

use skirmish_wire::Level;
use skirmish_wire::Seats;

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

    /// Sets one as a save has it.
    pub(super) fn restore(&mut self, battle: &dyn Battle, line: &str) -> Result<(), String> {
        let (name, words) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match name {
            "seat" | "dice" => self.seats.restore(battle, name == "seat", words),
            _ => self.set(battle, Viewer::GameMaster, name, words).map(drop),
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
        only.map_or(Viewer::GameMaster, Viewer::Side)
    }

    /// Has somebody asked to see everything, whoever plays whom?
    pub(super) fn sees_all(&self) -> bool {
        self.eyes == Eyes::All
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
