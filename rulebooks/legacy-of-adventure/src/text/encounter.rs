//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod damage;
mod gear;
mod people;
#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_bookkit::content::Content;
use skirmish_bookkit::encounter::{self as common, Names, Sides};
use skirmish_bookkit::file::Row;
use skirmish_bookkit::ground::Grounds;
use skirmish_bookkit::setup::Stock;
use skirmish_bookkit::word_list;
use skirmish_grid::Square;
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Ids, Loaded};

use crate::Legacy;
use crate::catalogue::Rules;
use crate::model::{Ability, Derived, Ground, Parts, Setup, State, States, Terrain};
use gear::Gear;

pub use people::MOST_SCORE;

skirmish_bookkit::encounters!(Legacy, "legacy-of-adventure", read, present, {
    fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        let (sheet, now) = (g.sheet(id), s.creature(id));
        if now.has(States::DEAD) {
            return None;
        }
        let quoted = |words: Vec<&str>| format!("{words:?}");
        let whole = (0..u8::try_from(sheet.arms.len()).unwrap_or(0)).filter(|at| now.broken & 1 << at == 0);
        let kept = whole.map(|at| g.arm(id, at)).filter(|arm| !arm.natural).map(|arm| arm.name.as_str()).collect();
        let disabled = Parts::ALL.iter().filter(|(part, _)| now.disabled.has(*part)).map(|(_, word)| *word).collect();
        let mut all = vec![
            Carried::unless("hits", now.hits.max(0), &sheet.max_hits),
            Carried::unless(
                "condition",
                format!("{:?}", now.condition.word()),
                &format!("{:?}", sheet.condition.word()),
            ),
            Carried { key: "disabled", value: (!now.disabled.is_empty()).then(|| quoted(disabled)) },
            Carried::over("concealed"),
            Carried::over("can_react"),
        ];
        if now.broken != 0 {
            all.push(Carried { key: "weapons", value: Some(quoted(kept)) });
        }
        Some(all)
    }
});

fn present(g: &Setup, s: &State) -> Ids {
    g.ids().filter(|id| !s.creature(*id).has(States::GONE)).collect()
}

static CONTENT: Content = Content::new(crate::catalogue::CONTENT);

/// How people are called.
pub const NAMES: Names = Names {
    reserved: word_list!(
        "all none me gm roll expect torso arm leg limb appendage joint head vitals vulnerability weapon melee \
         ranged north south east west any rules round order as at with for"
    ),
    such_as: "such as `gm`, `at` or `head`",
    example: "for example `Maud` or `Goblin-3`",
    signs: "0123456789=%",
};

/// What the map is made of.
const GROUNDS: Grounds<Terrain> = Grounds {
    signs: &[('.', "open"), ('#', "wall"), ('=', "fence"), ('%', "brush"), ('*', "smoke"), ('~', "slow")],
    word: terrain,
    lay: |below, above| Terrain {
        blocks_move: below.blocks_move || above.blocks_move,
        blocks_sight: below.blocks_sight || above.blocks_sight,
        conceals: below.conceals || above.conceals,
        cost: if above.cost > 1 { above.cost } else { below.cost },
    },
    words: "open, wall, fence, brush, smoke, slow, cost 3, or several joined by `+`",
    cells: "squares",
};

/// Everything that sheets are made from.
struct Book {
    rules: Rules,
    abilities: Vec<Ability>,
    gear: Gear,
}

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = skirmish_bookkit::exchange!(Legacy, "../../printed.toml", read, CONTENT, "#");

/// JSON Schema of its encounters.
pub fn schema() -> serde_json::Value {
    skirmish_bookkit::file::schema("An encounter of Legacy of Adventure", read)
}

fn read(row: &Row) -> Loaded<Legacy> {
    let head = common::head(row, Legacy::NAME);
    let rules = common::house_rules(row, Legacy::NAME, Rules::get, Rules::set);
    let (mut places, board, cells) = GROUNDS.placed::<Square>(row);
    let ground = Ground::new(board, cells);
    let abilities = abilities::abilities(row);
    let gear = gear::gear(row, &abilities);
    let book = Book { rules, abilities, gear };
    let creatures = people::creatures(row, &book);
    let sides = Sides::read(row, &NAMES);
    let sheets = common::combatants(row, &NAMES, &sides, &creatures, |combatant| {
        people::combatant(combatant, &book, &ground, &mut places)
    });
    let setup = Setup {
        title: head.title,
        about: head.about,
        rules,
        sides: sides.names,
        sheets,
        weapons: book.gear.arms,
        abilities: book.abilities,
        creatures: Stock::all(creatures),
        ground,
        most_rounds: head.most_rounds,
        derived: Derived::default(),
    };
    Loaded { setup, seed: head.seed }
}

/// What slow ground counts for, in yards.
const SLOW: u8 = 2;

/// The most that a yard of ground counts for.
const SLOWEST: u8 = 10;

fn terrain(word: &str) -> Option<Terrain> {
    let open = Terrain::default();
    Some(match word {
        "open" => open,
        "wall" => Terrain { blocks_move: true, blocks_sight: true, ..open },
        "fence" => Terrain { blocks_move: true, ..open },
        "brush" => Terrain { conceals: true, ..open },
        "smoke" => Terrain { blocks_sight: true, ..open },
        "slow" => Terrain { cost: SLOW, ..open },
        _ => {
            let yards: u8 = word.strip_prefix("cost ")?.trim().parse().ok()?;
            Terrain { cost: Some(yards).filter(|yards| (1..=SLOWEST).contains(yards))?, ..open }
        }
    })
}

/// The sign by which ground is drawn.
pub fn sign(terrain: Terrain) -> char {
    match terrain {
        Terrain { blocks_move: true, blocks_sight: true, .. } => '#',
        Terrain { blocks_move: true, .. } => '=',
        Terrain { blocks_sight: true, .. } => '*',
        Terrain { conceals: true, .. } => '%',
        Terrain { cost: 2.., .. } => '~',
        _ => '.',
    }
}
