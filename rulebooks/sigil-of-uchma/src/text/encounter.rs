//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod callers;
mod gear;
mod ground;
mod people;

use skirmish_bookkit::content::Content;
use skirmish_bookkit::encounter::{self as common, Names, Places, Sides};
use skirmish_bookkit::file::{Row, Word};
use skirmish_bookkit::setup::Stock;
use skirmish_grid::{Board, Square};
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Ids, Loaded};

use crate::Sigil;
use crate::catalogue::Rules;
use crate::model::{Ability, Condition, Ground, Setup, Sheet, State, Terrain};

pub use callers::{Means, set_up};
pub use ground::sign;

skirmish_bookkit::encounters!(Sigil, "sigil-of-uchma", read, present, {
    /// The dead and those who have fled are out; whoever is unconscious is carried as it lies there.
    fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        let (sheet, now) = (g.sheet(id), s.creature(id));
        if !now.is_here() && now.condition != Condition::Left || sheet.reserve.is_some() {
            return None;
        }
        // Whoever is in another form is what it was before. (`transform.return-health`)
        let health = now.worn.first().map_or(now.health, |worn| worn.kept);
        let mut all = vec![
            Carried::unless("health", health, &sheet.own.max_health),
            Carried::unless("energy", now.energy, &sheet.max_energy),
        ];
        all.extend(["altitude", "prone", "unaware", "summoner"].map(Carried::over));
        Some(all)
    }
});

/// Everybody but those who have not come, have vanished or have left. (`summon.vanish`, `round.end-phase`)
fn present(g: &Setup, s: &State) -> Ids {
    let there = |id: &Id| !matches!(s.creature(*id).condition, Condition::Away | Condition::Left);
    // Whoever is able is there.
    let others = Ids::first(s.creatures.len().min(g.sheets.len())).without(s.able);
    others.iter().filter(there).fold(s.able, Ids::with)
}

static CONTENT: Content = Content::new(crate::catalogue::CONTENT);

/// How people are called.
#[rustfmt::skip]
pub const NAMES: Names = Names {
    reserved: &[
        "gm", "roll", "expect", "rules", "round", "order", "turn", "all", "any", "none", "nobody", "me", "yes", "no",
        "as", "at", "to", "on", "in", "for", "when", "and", "up", "down", "path", "run", "stand", "drop-prone",
        "step-off", "land", "prepare", "swap", "end", "willing", "unwilling", "fire", "hold", "stay", "talk",
        "leave", "flee", "before", "ambush", "use", "moves", "acts", "falls",
    ],
    such_as: "such as `gm`, `at` or `run`",
    example: "for example `Aru` or `Wolf-3`",
    signs: "#|%~=,:._",
};

/// Everything that sheets are made from.
struct Book {
    rules: Rules,
    gear: gear::Gear,
    abilities: Vec<Ability>,
}

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = skirmish_bookkit::exchange!(Sigil, "../../printed.toml", read, CONTENT, "#|");

/// JSON Schema of its encounters.
pub fn schema() -> serde_json::Value {
    skirmish_bookkit::file::schema("An encounter of Sigil of Uchma", read)
}

fn read(row: &Row) -> Loaded<Sigil> {
    let head = common::head(row, Sigil::NAME);
    let rules = common::house_rules(row, Sigil::NAME, Rules::get, Rules::set);
    let map = ground::read(row);
    let mut places = Places::new(map.as_ref().map(|(board, _)| *board));
    let ground = map.map_or_else(nowhere, |(board, cells)| Ground::new(board, cells));
    let patches = ground::patches(row, &ground.board);
    let (mut abilities, named) = abilities::abilities(row);
    let gear = gear::gear(row, &abilities);
    let book = Book { rules, gear, abilities };
    let creatures = people::creatures(row, &book);
    let shapes = people::forms(row, &book);
    abilities = book.abilities.clone();
    let forms = people::named(row, named, &mut abilities, &creatures, &shapes);
    let sides = Sides::read(row, &NAMES);
    let mut seats = Vec::new();
    let mut sheets = common::combatants(row, &NAMES, &sides, &creatures, |combatant| {
        people::combatant(combatant, &book, &ground, &mut places, &mut seats)
    });
    people::settle(row, &seats, &mut sheets, &ground);
    let creatures: Vec<Stock<Sheet>> =
        creatures.into_iter().map(|entry| Stock { name: entry.name, sheet: entry.of.sheet }).collect();
    let gear = book.gear;
    let means = Means { weapons: &gear.weapons, abilities: &abilities, forms: &forms, creatures: &creatures };
    callers::set_up(&mut sheets, 0, means);
    let agreed = agreed(row, &sheets);
    let setup = Setup {
        title: head.title,
        about: head.about,
        rules,
        ambushed: ambushed(row, &sides),
        sides: sides.names,
        sheets,
        weapons: gear.weapons,
        abilities,
        forms,
        creatures,
        ground,
        patches,
        agreed,
        most_rounds: head.most_rounds,
        shaped: Vec::new(),
        members: Vec::new(),
        foes: Vec::new(),
        minions: skirmish_kernel::Ids::NONE,
        special: Vec::new(),
        repertoires: Vec::new(),
    };
    Loaded { setup, seed: head.seed }
}

/// Who goes first of allies in a tie: those who are named, then everybody as listed, each with the minions behind it.
/// (`turn-order.ally-tie`, `summon.first-turn`)
fn agreed(row: &Row, sheets: &[Sheet]) -> Vec<Id> {
    let about = "Who goes first of allies with the same initiative; the others follow as they are listed.";
    let words: Vec<Word> = row.words("agreed", about).unwrap_or_default();
    let names: Vec<&str> = sheets.iter().map(|sheet| sheet.name.as_str()).collect();
    let found = words.iter().filter_map(|word| row.reader().find("combatant", word, &names)).map(Id::new);
    let mut all: Vec<Id> = Vec::new();
    let own = |id: &Id| sheets[id.index()].reserve.is_none();
    for id in found.chain((0..sheets.len()).map(Id::new).filter(own)) {
        if !all.contains(&id) {
            all.push(id);
        }
    }
    // Whoever comes later goes right behind the one who has called it.
    for id in (0..sheets.len()).map(Id::new).filter(|id| !all.contains(id)).collect::<Vec<_>>() {
        let after = |other: &Id| {
            Some(*other) == sheets[id.index()].summoner
                || sheets[other.index()].summoner == sheets[id.index()].summoner
                    && sheets[other.index()].reserve.is_some()
        };
        let at = all.iter().rposition(after).map_or(all.len(), |at| at + 1);
        all.insert(at, id);
    }
    all
}

/// Which sides are ambushed in the first round. (`round.setup`, `ambush`)
fn ambushed(row: &Row, sides: &Sides) -> u64 {
    let words = row.words("ambushed", "Sides that are ambushed in the first round.").unwrap_or_default();
    let found = words.iter().filter_map(|word| row.reader().find("side", word, &sides.names));
    found.filter(|side| *side < 64).fold(0, |bits, side| bits | 1 << side)
}

/// Ground to go on reading with where the map cannot be understood.
fn nowhere() -> Ground {
    let board: Board<Square> = Board::new(1, 1).expect("one cell is a board");
    Ground::new(board, vec![Terrain::default()])
}
