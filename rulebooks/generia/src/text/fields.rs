//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod detail;
mod holding;
mod keep;
mod said;
mod set;
mod sheets;
mod state;
mod world;

use skirmish_bookkit::fields::{Command, Family, Field, Fields, SheetField, World};
use skirmish_bookkit::stat::Stats;
use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Id, Refusal};

use crate::model::stats::{Basis, STATS};
use crate::model::{Generia, LONGEST_PATH, Setup, Sheet, State};
use crate::rules::bodies;

skirmish_bookkit::paths!(Generia);

impl Fields for Generia {
    type Sheet = Sheet;
    type Rules = Basis;

    const STATS: Stats<Sheet, Basis> = STATS;
    const WORLD: &'static [World<Self>] = world::ROWS;
    const SHEET: &'static [SheetField<Self>] = sheets::ROWS;
    const STATE: &'static [Field<Self>] = state::ROWS;
    const FAMILIES: &'static [Family<Self>] = detail::ROWS;
    const COMMANDS: &'static [Command<Self>] = commands::ALL;

    fn sheet_of(g: &Setup, who: Id) -> &Sheet {
        g.sheet(who)
    }

    /// No way may be longer than a path can be.
    fn put_sheet(g: &mut Setup, who: Id, sheet: Sheet) -> Result<(), Refusal> {
        let sprint = sheet.sprint();
        refuse_if!(sprint > LONGEST_PATH as i32, "it would sprint {sprint} m; at most {LONGEST_PATH}");
        g.sheets[who.index()] = sheet;
        Ok(())
    }

    skirmish_bookkit::sheets_and_rules!(rules);

    fn derive(g: &mut Setup) {
        g.derive();
    }

    /// Bodies may have grown.
    fn fits(g: &Setup, s: &State) -> Result<(), Refusal> {
        bodies::judge(g, s)
    }

    /// Holds, saddles and spells may hang on what has been changed.
    fn keep(g: &Setup, s: &mut State) {
        keep::keep(g, s);
    }
}

/// The place of a whole word among several; `none`, such as `there is no condition`, is said of one that is not there.
fn find<'a>(none: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> Result<usize, Refusal> {
    let at = known.clone().position(|known| known == word);
    at.ok_or_else(|| Refusal::because(format!("{none} `{}`{}", short(word), did_you_mean(word, known))))
}

/// An ability by name.
fn ability_index(g: &Setup, name: &str) -> Result<u8, Refusal> {
    let known = g.abilities.iter().map(|ability| ability.name.as_str());
    find("there is no ability", name, known).map(|at| at as u8)
}

/// Words that a field may be set to.
fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|word| (*word).to_owned()).collect()
}

/// Words, and `none`.
fn or_none(words: impl IntoIterator<Item = String>) -> Vec<String> {
    words.into_iter().chain(["none".into()]).collect()
}
