//! Reading an encounter: from the file to a checked setup.

mod gear;
mod ground;
mod people;
mod spells;
#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_bookkit::content::Content;
use skirmish_bookkit::encounter::{self as common, Names, Places, Sides};
use skirmish_bookkit::file::Row;
use skirmish_bookkit::ground::Lights;
use skirmish_bookkit::setup::Stock;
use skirmish_grid::{Board, Square};
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Ids, Loaded};

use crate::Fragments;
use crate::catalogue::Rules;
use crate::model::{Ground, Number, Plight, Setup, Spell, State, Terrain};
use crate::rules::items;
use gear::Gear;

pub use ground::sign;

skirmish_bookkit::encounters!(Fragments, "fragments-of-power", read, present, {
    /// The dead are out; wounds, blood that runs, Energy and what has been broken go along.
    fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        let (sheet, now) = (g.sheet(id), s.creature(id));
        if now.is(Plight::Dead) {
            return None;
        }
        let bleeds = now.is(Plight::Bleeding);
        let kept = s.items_of(id).filter(|(_, item)| items::is_whole(g, item));
        let kept: Vec<&str> =
            kept.map(|(_, item)| g.weapon(item.weapon).name.as_str()).take(people::MOST_ARMS).collect();
        let brought: Vec<&str> = sheet.arms.iter().map(|at| g.weapon(*at).name.as_str()).collect();
        let mut all = vec![
            Carried::unless("hp", now.hp, &sheet.max_hp),
            Carried::unless("energy", now.energy, &sheet.max_energy),
            Carried::unless("bleeding", bleeds, &(now.hp <= 0)),
            Carried::unless("bleed_penalty", if bleeds { now.bleed_penalty } else { 0 }, &0),
            Carried::unless("unconscious", now.is(Plight::Unconscious), &false),
        ];
        all.extend(["unaware", "undetected", "hidden", "above", "mount", "commander"].map(Carried::over));
        if kept != brought {
            all.push(Carried { key: "weapons", value: Some(format!("{kept:?}")) });
        }
        if items::armour_bonus(g, s, id) < 0 {
            all.push(Carried { key: "armour", value: Some("\"none\"".into()) });
        }
        Some(all)
    }
});

fn present(_: &Setup, s: &State) -> Ids {
    s.ids().filter(|id| !s.creature(*id).is(Plight::Gone)).collect()
}

static CONTENT: Content = Content::new(crate::catalogue::CONTENT);

/// How people are called.
pub const NAMES: Names = Names {
    reserved: skirmish_bookkit::word_list!(
        "gm roll expect rules round order turn all any none nobody me yes no as at to on of in with from for by when \
         and up down first unarmed armour move fly swim climb burrow jump stand stay crawl dodge focus cast control \
         command ready let push push-off trip feint grapple disarm break intimidate medicine sneak search volley draw \
         pick-up mount dismount handle choke put-out-fire stabilize drop drop-prone release land delay enter wait end \
         take fling use north north-east east south-east south south-west west north-west"
    ),
    such_as: "such as `gm`, `at` or `north`",
    example: "for example `Maud` or `Wolf-3`",
    signs: "#%~*^=,:_.oin",
};

/// Everything that sheets are made from.
struct Book {
    rules: Rules,
    spells: Vec<Spell>,
    gear: Gear,
}

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = skirmish_bookkit::exchange!(Fragments, "../../printed.toml", read, CONTENT, "#", LIGHTS);

/// What gives light.
const LIGHTS: Lights = Lights { table: "lamp", reach: "feet", usual: 20, cell: 5, dark: ("light", "dark") };

/// JSON Schema of its encounters.
pub fn schema() -> serde_json::Value {
    skirmish_bookkit::file::schema("An encounter of Fragments of Power", read)
}

fn read(row: &Row) -> Loaded<Fragments> {
    let head = common::head(row, Fragments::NAME);
    let rules = common::house_rules(row, Fragments::NAME, Rules::get, Rules::set);
    let map = ground::read(row);
    let mut places = Places::new(map.as_ref().map(|(board, _)| *board));
    let mut ground = map.map_or_else(nowhere, |(board, cells)| Ground::new(board, cells));
    ground::lights(row, &mut ground);
    let things = ground::things(row, &ground);
    let spells = spells::spells(row);
    let gear = gear::gear(row, &spells);
    let book = Book { rules, spells, gear };
    let creatures = people::creatures(row, &book);
    let mut sides = Sides::read(row, &NAMES);
    sides.read_allies(row);
    let mut seats = Vec::new();
    let mut sheets = common::combatants(row, &NAMES, &sides, &creatures, |combatant| {
        people::combatant(combatant, &book, (&ground, &things), &mut places, &mut seats)
    });
    people::settle(row, &seats, &mut sheets, (&ground, &things));
    let setup = Setup {
        title: head.title,
        about: head.about,
        rules,
        sides: sides.names,
        allies: sides.allies,
        sheets,
        weapons: book.gear.weapons,
        armour: book.gear.armour,
        spells: book.spells,
        creatures: Stock::all(creatures),
        ground,
        things,
        most_rounds: head.most_rounds,
        foes: Vec::new(),
        beasts: Ids::NONE,
        shields: false,
        shoots: false,
        farthest_reach: 0,
        is_plain: false,
        number: Number::default(),
    };
    Loaded { setup, seed: head.seed }
}

/// Ground to go on reading with where the map cannot be understood.
fn nowhere() -> Ground {
    let board: Board<Square> = Board::new(1, 1).expect("one cell is a board");
    Ground::new(board, vec![Terrain::PLAIN])
}
