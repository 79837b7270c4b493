//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod sheets;
mod state;
mod world;

use skirmish_bookkit::fields::{Command, Family, Field, Fields, SheetField, World};
use skirmish_bookkit::relation;
use skirmish_bookkit::stat::Stats;
use skirmish_kernel::Value;
use skirmish_kernel::{Id, Refusal};

use crate::catalogue::Rules;
use crate::model::stats::STATS;
use crate::model::{Fragments, Plight, Setup, Sheet, State};
use crate::rules::{bodies, conditions, flanking, lines, sight};

skirmish_bookkit::paths!(Fragments);

impl Fields for Fragments {
    type Sheet = Sheet;
    type Rules = Rules;

    const STATS: Stats<Sheet, Rules> = STATS;
    const WORLD: &'static [World<Self>] = world::ROWS;
    const SHEET: &'static [SheetField<Self>] = sheets::ROWS;
    const STATE: &'static [Field<Self>] = state::ROWS;
    const FAMILIES: &'static [Family<Self>] = FAMILIES;
    const COMMANDS: &'static [Command<Self>] = commands::ALL;

    skirmish_bookkit::sheets_and_rules!();

    fn derive(g: &mut Setup) {
        g.derive();
    }

    /// What follows from hit points and states, after the game master's hand has changed something.
    fn keep(g: &Setup, s: &mut State) {
        for id in s.ids() {
            let most = g.sheet(id).max_hp;
            let creature = s.creature_mut(id);
            creature.hp = creature.hp.min(most.max(creature.hp.min(g.sheet(id).hp)));
            if creature.is(Plight::Dead) {
                creature.plights.set(Plight::Incapacitated, false);
            }
            conditions::settle(g, s, id);
        }
    }
}

type Row = Family<Fragments>;

const FAMILIES: &[Row] = &[
    relation!(Fragments, "distance", "Feet between them.", bodies::distance),
    relation!(Fragments, "cover", "How that one is covered from it: none, partial, total.", |g, s, who, on| {
        ["none", "partial", "total"][lines::cover(g, s, who, on) as usize]
    }),
    relation!(Fragments, "knows", KNOWS, |g, s, who, on| {
        ["seen", "concealed", "hidden", "undetected"][sight::sees(g, s, who, on) as usize]
    }),
    relation!(Fragments, "flanks", "Is that one caught between it and a friend of its own?", |g, s, who, on| {
        flanking::is_flanked(g, s, on, who)
    }),
    Row::of("harm", "Damage that something it carries has taken.", brought, harm),
];

const KNOWS: &str = "What it knows of that one's place: seen, concealed, hidden, undetected.";

fn brought(g: &Setup, who: Id) -> Vec<String> {
    g.sheet(who).arms.iter().map(|at| g.weapon(*at).name.clone()).chain(["armour".into()]).collect()
}

/// `Guard.harm.sword`, `Guard.harm.armour`
fn harm(g: &Setup, s: &State, who: Id, word: &str) -> Result<Value, Refusal> {
    if word == "armour" {
        return Ok(s.creature(who).armour_harm.into());
    }
    let found = s.items.iter().find(|item| item.owner == Some(who) && g.weapon(item.weapon).name == word);
    Ok(found.map_or_else(|| "none".into(), |item| item.harm.into()))
}

/// Words, and `none`.
fn or_none(words: impl IntoIterator<Item = String>) -> Vec<String> {
    words.into_iter().chain(["none".into()]).collect()
}
