//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod detail;
mod guard;
mod holding;
mod said;
mod sheets;
mod stances;
mod state;
mod world;

use skirmish_bookkit::fields::{Command, Family, Field, Fields, SheetField, World};
use skirmish_bookkit::stat::Stats;
use skirmish_kernel::words::{complete, did_you_mean, short};
use skirmish_kernel::{Id, Refusal};

pub use world::{tier, turn};

use crate::Legacy;
use crate::catalogue::Rules;
use crate::model::{MOST_ROWS, STATS, Setup, Sheet, Stage, State};
use crate::rules::{derived, keep, rows};

skirmish_bookkit::paths!(Legacy);

impl Fields for Legacy {
    type Sheet = Sheet;
    type Rules = Rules;

    const STATS: Stats<Sheet, Rules> = STATS;
    const WORLD: &'static [World<Self>] = world::ROWS;
    const SHEET: &'static [SheetField<Self>] = sheets::ROWS;
    const STATE: &'static [Field<Self>] = state::ROWS;
    const FAMILIES: &'static [Family<Self>] = detail::ROWS;
    const COMMON: &'static [(&'static str, &'static str)] = &[("hp", "hits"), ("conditions", "states")];
    const COMMANDS: &'static [Command<Self>] = commands::ALL;

    fn sheet_of(g: &Setup, who: Id) -> &Sheet {
        g.sheet(who)
    }

    /// There has to be room for all the ways of attacking that it gives.
    fn put_sheet(g: &mut Setup, who: Id, sheet: Sheet) -> Result<(), Refusal> {
        let before = g.rows(who).len();
        let Some(place) = g.sheets.get_mut(who.index()) else { return Ok(()) };
        let old = std::mem::replace(place, sheet);
        let after = rows::rows(g, who).len();
        if after < MOST_ROWS || after <= before {
            return Ok(());
        }
        if let Some(place) = g.sheets.get_mut(who.index()) {
            *place = old;
        }
        Err(Refusal::because(format!("it would have {MOST_ROWS} ways of attacking or more")))
    }

    skirmish_bookkit::sheets_and_rules!(rules);

    fn derive(g: &mut Setup) {
        derived::derive(g);
    }

    /// Trades, tiers and grips may hang on what has been changed.
    fn keep(g: &Setup, s: &mut State) {
        keep::keep(g, s);
    }
}

/// Is a segment running, with stances taken?
fn is_running(s: &State) -> bool {
    matches!(s.stage, Stage::Act | Stage::Answer | Stage::Settle)
}

/// An ability by name, or by what begins it.
fn ability_index(g: &Setup, word: &str) -> Result<u8, Refusal> {
    let known = || g.abilities.iter().map(|ability| ability.name.as_str());
    let name = complete(word, known()).map_err(|_| {
        let near = did_you_mean(word, known());
        Refusal::because(format!("there is no ability `{}`{near}", short(word)))
    })?;
    let at = known().position(|known| known == name).unwrap_or(0);
    u8::try_from(at).map_err(|_| Refusal::because("there are too many abilities"))
}

/// One of the things that somebody carries, by name.
fn arm(g: &Setup, who: Id, word: &str) -> Result<u8, Refusal> {
    let names = g.arm_names(who);
    let known = || names.iter().map(String::as_str);
    let name = complete(word, known()).map_err(|_| {
        let near = did_you_mean(word, known());
        Refusal::because(format!("{} has no `{}`{near}", g.sheet(who).name, short(word)))
    })?;
    let arm = (0..).zip(&names).find(|(_, known)| *known == name).map_or(0, |(arm, _)| arm);
    refuse_if!(g.arm(who, arm).natural, "{name} is part of its body");
    Ok(arm)
}

/// What can be taken into a hand, or `none`: words that a field may be set to.
fn arms_or_none(g: &Setup, who: Id) -> Vec<String> {
    let arms = (0..).take(g.sheet(who).arms.len()).filter(|arm| !g.arm(who, *arm).natural);
    arms.map(|arm| g.arm_name(who, arm)).chain(["none".into()]).collect()
}

/// Words, and `none`.
fn or_none<'w>(words: impl IntoIterator<Item = &'w str>) -> Vec<String> {
    words.into_iter().chain(["none"]).map(str::to_owned).collect()
}
