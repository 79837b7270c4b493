//! The game master's commands.

use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Refusal, Rulebook, Side};

use crate::encounter::Names;

/// A command of a book.
pub struct Command<B: Rulebook> {
    /// As people write it: `add CREATURE as NAME at CELL for SIDE`.
    pub form: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The part that changes the setup, if there is one.
    pub setup: Option<fn(&mut B::Setup, &B::State, &str) -> Result<(), Refusal>>,
    /// The part that changes the state.
    pub state: fn(&B::Setup, &mut B::State, &str) -> Result<(), Refusal>,
}

impl<B: Rulebook> Command<B> {
    /// A command that changes the state alone.
    pub const fn new(
        form: &'static str,
        about: &'static str,
        state: fn(&B::Setup, &mut B::State, &str) -> Result<(), Refusal>,
    ) -> Self {
        Self { form, about, setup: None, state }
    }

    /// The part that changes the setup; the state is changed after it.
    #[must_use]
    pub const fn setup(self, change: fn(&mut B::Setup, &B::State, &str) -> Result<(), Refusal>) -> Self {
        Self { setup: Some(change), ..self }
    }

    /// Its first word.
    #[must_use]
    pub fn verb(&self) -> &'static str {
        skirmish_kernel::words::first(self.form)
    }
}

/// Somebody who is brought in: `wolf as Fang at D7 for wolves`.
#[derive(Clone, Copy, Debug)]
pub struct Newcomer<'w> {
    /// Its creature's place among those that are known.
    pub creature: usize,
    /// Its name.
    pub name: &'w str,
    /// Where, as it is written.
    pub cell: &'w str,
    /// For whom.
    pub side: Side,
}

impl<'w> Newcomer<'w> {
    /// Reads it. `example` is a whole command; `taken` are the names that somebody has.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read<'n>(
        words: &'w str,
        example: &str,
        creatures: impl Iterator<Item = &'n str> + Clone,
        sides: &[String],
        names: &Names,
        mut taken: impl ExactSizeIterator<Item = &'n str>,
    ) -> Result<Self, Refusal> {
        let words: Vec<&str> = words.split_whitespace().collect();
        let [creature, "as", name, "at", cell, "for", side] = words.as_slice() else {
            return Err(Refusal::because(format!("write `{example}`")));
        };
        if taken.len() >= Id::MOST {
            return Err(Refusal::because("there are as many combatants as a battle can hold"));
        }
        names.check(name).map_err(Refusal::because)?;
        if taken.any(|known| known.eq_ignore_ascii_case(name)) {
            return Err(Refusal::because(format!("somebody is called {name} already")));
        }
        let known = complete(creature, creatures.clone()).ok();
        let at = known.and_then(|known| creatures.clone().position(|name| name == known));
        let at = at.ok_or_else(|| {
            let near = did_you_mean(creature, creatures);
            Refusal::because(format!("there is no creature `{}`{near}", short(creature)))
        })?;
        Ok(Self { creature: at, name, cell, side: side_called(sides, side).map_err(in_the_file)? })
    }
}

/// The sheet of somebody who is brought in: read from what a game master writes, with name, letter, side and place filled in. Whether
/// there is room is for the book to say.
#[macro_export]
macro_rules! newcomer {
    ($g:expr, $names:expr, $words:expr, $example:literal) => {{
        let creatures = $g.creatures.iter().map(|known| known.name.as_str());
        let taken = $g.sheets.iter().map(|sheet| sheet.name.as_str());
        $crate::fields::Newcomer::read($words, $example, creatures, &$g.sides, &$names, taken).and_then(|new| {
            let mut sheet = $g.creatures[new.creature].sheet.clone();
            sheet.at = $crate::answer::cell(&$g.ground.board, new.cell)?;
            sheet.letter = $names.letter(new.name, |letter| $g.sheets.iter().any(|sheet| sheet.letter == letter));
            (sheet.name, sheet.side) = (new.name.to_owned(), new.side);
            Ok(sheet)
        })
    }};
}

/// No side comes in the middle of a battle.
fn in_the_file(refusal: Refusal) -> Refusal {
    Refusal::because(format!(
        "{}; the file lists others beforehand, as `sides = [\"heroes\", \"wolves\"]`",
        refusal.why()
    ))
}

/// The side that is called so.
///
/// # Errors
/// All sides.
pub fn side_called(sides: &[String], word: &str) -> Result<Side, Refusal> {
    let at = sides.iter().position(|side| side == word).and_then(|at| u8::try_from(at).ok());
    at.map(Side).ok_or_else(|| Refusal::because(format!("the sides are {}", sides.join(", "))))
}

/// Who wins where a game master ends the battle: `end heroes`, `end truce`, `end`.
///
/// # Errors
/// All sides.
pub fn ended_by(sides: &[String], words: &str) -> Result<Option<Side>, Refusal> {
    match side_called(sides, words) {
        Ok(side) => Ok(Some(side)),
        Err(_) if matches!(words, "" | "nobody" | "truce") => Ok(None),
        Err(refusal) => Err(refusal),
    }
}
