//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod gear;
mod people;
#[cfg(feature = "unit-tests")]
pub mod tests;

use skirmish_bookkit::content::Content;
use skirmish_bookkit::encounter::{self as common, Names, Sides};
use skirmish_bookkit::file::Row;
use skirmish_bookkit::ground::Grounds;
use skirmish_bookkit::setup::Stock;
use skirmish_bookkit::sight::Outlooks;
use skirmish_bookkit::word_list;
use skirmish_grid::Hex;
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Ids, Loaded};

use crate::catalogue::Rules;
use crate::model::{Ability, Elemental, Fatigue, Ground, Setup, Sightlines, State, Terrain};
use gear::Gear;

skirmish_bookkit::encounters!(
    Elemental,
    "elemental-d6",
    read,
    |g: &Setup, s: &State| { g.ids().filter(|id| !s.creature(*id).gone).collect() },
    {
        fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
            let fighter = g.fighter(s, id);
            let Fatigue { checks, exhausted } = fighter.now.fatigue();
            let is_tired = checks > 0 || exhausted;
            Some(vec![
                Carried { key: "hp", value: Some(fighter.now.hp.to_string()) },
                Carried { key: "hp_max", value: Some(fighter.hp_max().to_string()) },
                Carried::over("hp_dice"),
                Carried {
                    key: "fatigue",
                    value: is_tired.then(|| format!("{{ checks = {checks}, exhausted = {exhausted} }}")),
                },
                Carried::over("aware_of"),
            ])
        }
    }
);

static CONTENT: Content = Content::new(crate::catalogue::CONTENT);

/// How people are called.
pub const NAMES: Names = Names {
    reserved: word_list!(
        "any gm roll expect all none rules round segment time phase order ranking flights pushes structures turn \
         standing"
    ),
    such_as: "such as `gm` or `round`",
    example: "for example `Kestrel` or `Goblin-3`",
    signs: "%",
};

/// What the map is made of.
pub const GROUNDS: Grounds<Terrain> = Grounds {
    signs: &[('.', "open"), ('#', "obstacle"), ('~', "water"), ('%', "concealing"), ('*', "dark")],
    word: terrain,
    lay: |below, above| Terrain {
        obstacle: below.obstacle || above.obstacle,
        concealing: below.concealing || above.concealing,
        dark: below.dark || above.dark,
        water: below.water || above.water,
    },
    words: "open, obstacle, concealing, dark, water, or several joined by `+`",
    cells: "hexes",
};

/// Everything that sheets are made from.
struct Book {
    abilities: Vec<Ability>,
    gear: Gear,
}

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = skirmish_bookkit::exchange!(Elemental, "../../printed.toml", read, CONTENT, "#");

/// JSON Schema of its encounters.
pub fn schema() -> serde_json::Value {
    skirmish_bookkit::file::schema("An encounter of Elemental D6", read)
}

fn read(row: &Row) -> Loaded<Elemental> {
    let head = common::head(row, Elemental::NAME);
    let calm =
        "True when combat has not begun: combatants may sneak, rest, keep bindings up, and somebody may strike first.";
    let stealth = "Difficulty (sixes) of a Stealth check in the calm; 1 by default.";
    let (calm, stealth) =
        (row.flag("calm", calm).unwrap_or(false), row.number("stealth", stealth, 0..=100).unwrap_or(1));
    let rules = common::house_rules(row, Elemental::NAME, Rules::get, Rules::set);
    let (mut places, board, cells) = GROUNDS.placed::<Hex>(row);
    let ground = Ground::new(board, cells);
    let book = Book { abilities: abilities::abilities(row), gear: gear::gear(row) };
    let creatures = people::creatures(row, &book);
    let sides = Sides::read(row, &NAMES);
    let everybody = common::everybody_named(row);
    let sheets = common::combatants(row, &NAMES, &sides, &creatures, |combatant| {
        let base = combatant.creature.and_then(|at| creatures.get(at)).map(|creature| &creature.of);
        people::combatant(combatant, base, &book, &ground, &mut places, &everybody)
    });
    let setup = Setup {
        title: head.title,
        about: head.about,
        rules,
        sides: sides.names,
        sheets,
        abilities: book.abilities,
        creatures: Stock::all(creatures),
        sightlines: Sightlines::new(ground.board),
        outlooks: Outlooks::new(),
        ground,
        calm,
        stealth,
        most_rounds: head.most_rounds,
        foes: Vec::new(),
        free: Ids::NONE,
        cheap: Ids::NONE,
    };
    Loaded { setup, seed: head.seed }
}

fn terrain(word: &str) -> Option<Terrain> {
    let open = Terrain::default();
    Some(match word {
        "open" => open,
        "obstacle" => Terrain { obstacle: true, ..open },
        "concealing" => Terrain { concealing: true, ..open },
        "dark" => Terrain { dark: true, ..open },
        "water" => Terrain { water: true, ..open },
        _ => return None,
    })
}

/// The sign by which ground is drawn, and what it means.
pub fn look(terrain: Terrain) -> (char, &'static str) {
    let at = match terrain {
        Terrain { obstacle: true, .. } => 1,
        Terrain { dark: true, .. } => 4,
        Terrain { concealing: true, .. } => 3,
        Terrain { water: true, .. } => 2,
        _ => 0,
    };
    GROUNDS.signs[at]
}
