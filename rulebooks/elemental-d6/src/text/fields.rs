//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod detail;
mod sheets;
mod state;
mod world;

use skirmish_bookkit::fields::{Command, Family, Field, Fields, SheetField, World};
use skirmish_bookkit::stat::Stats;
use skirmish_kernel::words::{did_you_mean, short};
use skirmish_kernel::{Id, Refusal};

pub use world::flight_told;

use crate::model::{Elemental, STATS, Setup, Sheet, State};
use crate::rules::actions::is_possible;
use crate::rules::damage::drop_everything;

skirmish_bookkit::paths!(Elemental);

impl Fields for Elemental {
    type Sheet = Sheet;
    type Rules = ();

    const STATS: Stats<Sheet> = STATS;
    const WORLD: &'static [World<Self>] = world::ROWS;
    const SHEET: &'static [SheetField<Self>] = sheets::ROWS;
    const STATE: &'static [Field<Self>] = state::ROWS;
    const FAMILIES: &'static [Family<Self>] = detail::ROWS;
    const COMMANDS: &'static [Command<Self>] = commands::ALL;

    fn sheet_of(g: &Setup, who: Id) -> &Sheet {
        g.sheet(who)
    }

    /// Its abilities' numbers are worked out anew.
    fn put_sheet(g: &mut Setup, who: Id, mut sheet: Sheet) -> Result<(), Refusal> {
        let attacks: Result<Vec<_>, String> =
            sheet.attacks.iter().map(|a| sheet.attack(a.ability, g.ability(a.ability))).collect();
        sheet.attacks = attacks.map_err(Refusal::because)?;
        sheet.find_free(&g.abilities);
        g.sheets[who.index()] = sheet;
        Ok(())
    }

    skirmish_bookkit::sheets_and_rules!(rules);

    fn derive(g: &mut Setup) {
        g.prepare();
    }

    /// What has been spent in the round has to be possible by the rules that are changed, too, and whoever they set on their feet
    /// needs room.
    fn fits(g: &Setup, s: &State) -> Result<(), Refusal> {
        for id in g.ids().filter(|id| id.index() < s.creatures.len()) {
            let rises = s.is_down(id) && s.bearing(g, id).0;
            if let Some(other) = s.standing_in(s.creature(id).at).filter(|_| rises) {
                return Err(Refusal::because(format!("{} stands on {}", g.sheet(other).name, g.sheet(id).name)));
            }
        }
        let over =
            g.ids().filter(|id| id.index() < s.creatures.len()).find(|id| !is_possible(g, s.creature(*id).spent));
        match over {
            Some(who) => Err(Refusal::because(format!("{} has spent more than that in this round", g.sheet(who).name))),
            None => Ok(()),
        }
    }

    /// A rule may now say otherwise who is down.
    fn keep(g: &Setup, s: &mut State) {
        for id in g.ids() {
            let was_able = !s.is_down(id);
            s.muster(g, id);
            if was_able && s.is_down(id) {
                drop_everything(g, s, id);
            }
        }
        s.ordered = false;
        s.topped = s.creatures.iter().any(|creature| creature.top.is_some());
    }
}

/// An ability by name.
fn ability_index(g: &Setup, name: &str) -> Result<u8, Refusal> {
    let at = g.abilities.iter().position(|ability| ability.name == name).and_then(|at| u8::try_from(at).ok());
    at.ok_or_else(|| {
        let near = did_you_mean(name, g.abilities.iter().map(|ability| ability.name.as_str()));
        Refusal::because(format!("there is no ability `{}`{near}", short(name)))
    })
}

/// The names of what somebody can use.
fn ability_names(g: &Setup, who: Id) -> Vec<String> {
    g.sheet(who).attacks.iter().map(|attack| g.ability(attack.ability).name.clone()).collect()
}
