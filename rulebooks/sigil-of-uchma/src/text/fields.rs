//! Every field by its path: what can be asserted, and what a game master can set by hand.

mod commands;
mod sheets;
mod state;
mod world;

use skirmish_bookkit::fields::{Command, Family, Field, Fields, SheetField, World, other};
use skirmish_bookkit::stat::Stats;
use skirmish_kernel::{Id, Refusal, Value};

use crate::catalogue::Rules;
use crate::model::stats::STATS;
use crate::model::{Condition, Grade, Setup, Sheet, Sigil, State};
use crate::rules::senses::{self, Muffled};
use crate::rules::{abilities, bodies, dying, lines, position};

skirmish_bookkit::paths!(Sigil);

impl Fields for Sigil {
    type Sheet = Sheet;
    type Rules = Rules;

    const STATS: Stats<Sheet, Rules> = STATS;
    const WORLD: &'static [World<Self>] = world::ROWS;
    const SHEET: &'static [SheetField<Self>] = sheets::ROWS;
    const STATE: &'static [Field<Self>] = state::ROWS;
    const FAMILIES: &'static [Family<Self>] = FAMILIES;
    const COMMON: &'static [(&'static str, &'static str)] = &[("hp", "health")];
    const COMMANDS: &'static [Command<Self>] = commands::ALL;

    skirmish_bookkit::sheets_and_rules!();

    fn derive(g: &mut Setup) {
        abilities::derive(g);
    }

    fn fits(g: &Setup, s: &State) -> Result<(), Refusal> {
        for one in s.here() {
            let body = bodies::body(g, s, one);
            if s.here().any(|other| other != one && bodies::body(g, s, other).overlaps(&body))
                || !bodies::fits(g, bodies::figures(g, s, one).size, s.creature(one).at)
            {
                return Err(Refusal::because(format!("{} finds no room then", g.sheet(one).name)));
            }
        }
        Ok(())
    }

    /// What follows from health, after the game master's hand has changed something.
    fn keep(g: &Setup, s: &mut State) {
        // What has been seen before is; nobody is seen to fall by that hand.
        let fell = s.fell;
        s.settled = false;
        for id in g.ids().take(s.creatures.len()) {
            keep_one(g, s, id);
        }
        s.fell = fell;
    }
}

/// Health decides who is conscious, and who is conscious may act.
fn keep_one(g: &Setup, s: &mut State, id: Id) {
    let most = bodies::figures(g, s, id).max_health.max(g.sheet(id).health);
    let creature = s.creature_mut(id);
    creature.health = creature.health.min(most);
    let (was, counted) = (creature.condition, dying::first_round(s));
    match dying::verdict(g, s, id, 0).0 {
        Condition::Dead if s.creature(id).is_here() => dying::be_gone(g, s, id, Condition::Dead),
        Condition::Unconscious if was == Condition::Conscious => s.lose_consciousness(id, counted),
        _ => {}
    }
    let flies = bodies::figures(g, s, id).flies;
    let creature = s.creature_mut(id);
    if creature.is_prone() || !flies {
        creature.altitude = 0;
    }
    let up = creature.is_up();
    s.able.set(id, up);
    if !s.creature(id).is_here() {
        s.running.retain(|one| one.on != id);
    }
    let dead = s.creature(id).condition == Condition::Dead;
    for minion in g.ids().take(s.creatures.len()).filter(|minion| g.sheet(*minion).summoner == Some(id)) {
        if dead && s.creature(minion).is_here() {
            dying::be_gone(g, s, minion, Condition::Away);
        }
    }
}

const FAMILIES: &[Family<Sigil>] = &[
    Family::relation("distance", "Squares between them.", |g, s, who, on| {
        Ok(bodies::distance(g, s, who, other::<Sigil>(g, on)?).into())
    }),
    Family::relation("adjacent", "Does no square lie between them?", |g, s, who, on| {
        Ok(bodies::adjacent(g, s, who, other::<Sigil>(g, on)?).into())
    }),
    Family::relation(
        "cover",
        "How that one is covered from it: none, quarter, half, full, hidden.",
        |g, s, who, on| {
            let covering = lines::covering(g, s, who, other::<Sigil>(g, on)?);
            let creatures = if covering.creatures > 0 { Grade::Half } else { Grade::None };
            let best = covering.wall.max(covering.thing).max(creatures);
            Ok(if covering.seen { best.word() } else { "hidden" }.into())
        },
    ),
    Family::relation("sees", "Does it see that one?", |g, s, who, on| {
        Ok(lines::is_seen(g, s, who, other::<Sigil>(g, on)?).into())
    }),
    Family::relation("hears", "Does it hear that one?", |g, s, who, on| {
        let heard = senses::hears(g, s, who, other::<Sigil>(g, on)?);
        Ok(matches!(heard, Muffled::Heard { .. }).into())
    }),
    Family::relation("height_bonus", "What height gives it against that one, for projectiles.", |g, s, who, on| {
        Ok(position::height(g, s, who, other::<Sigil>(g, on)?).into())
    }),
    Family::of(
        "effect",
        "How strong an effect on it is; 0 without one.",
        |_, _| crate::model::Status::ALL.iter().map(|status| status.word().to_owned()).collect(),
        |g, s: &State, who: Id, word: &str| Ok(strength(g, s, who, word)),
    ),
    Family::of(
        "left",
        "Hits or rounds that are left of an effect on it.",
        |_, _| crate::model::Status::ALL.iter().map(|status| status.word().to_owned()).collect(),
        |_, s: &State, who: Id, word: &str| {
            let one = s.running.iter().find(|one| one.on == who && one.status.word() == word);
            Ok(one.map_or(0, |one| one.left).into())
        },
    ),
];

fn strength(g: &Setup, s: &State, who: Id, word: &str) -> Value {
    s.strongest(g, |one| one.on == who && one.status.word() == word).into()
}

/// Words that a field may be set to.
fn words(all: &[&str]) -> Vec<String> {
    all.iter().map(|word| (*word).to_owned()).collect()
}
