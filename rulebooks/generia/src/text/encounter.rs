//! Reading an encounter: from the file to a checked setup.

mod abilities;
mod arms;
mod dice;
mod effects;
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
use skirmish_bookkit::words::Words;
use skirmish_grid::Square;
use skirmish_kernel::{Carried, Encounters, Exchange, Id, Ids, Loaded, Pairing};

use crate::catalogue::Rules;
use crate::model::{Ability, Cover, Derived, Generia, Ground, Light, Setup, State, Terrain, Wounds};
use gear::Gear;

skirmish_bookkit::encounters!(Generia, "generia", read, present, {
    fn pair(pairing: &Pairing) -> String {
        pairing.text(Self::NAME, "facing = \"west\"\n")
    }

    fn carried(g: &Setup, s: &State, id: Id) -> Option<Vec<Carried>> {
        let (sheet, now) = (g.sheet(id), s.creature(id));
        let Wounds { light, severe, .. } = now.wounds;
        let is_hurt = now.wounds.total() > 0;
        Some(vec![
            Carried { key: "wounds", value: is_hurt.then(|| format!("{{ light = {light}, severe = {severe} }}")) },
            Carried::unless("energy", now.energy, &sheet.energy),
            Carried::unless("mana", now.mana, &sheet.mana),
            Carried::over("facing"),
            Carried::over("mount"),
            Carried::over("rider"),
        ])
    }
});

fn present(g: &Setup, s: &State) -> Ids {
    g.ids().filter(|id| s.is_here(*id)).collect()
}

static CONTENT: Content = Content::new(crate::catalogue::CONTENT);

/// How people are called.
pub const NAMES: Names = Names {
    reserved: word_list!(
        "any gm roll expect all rules round turn order as at with to behind up past for steady none use"
    ),
    such_as: "such as `gm`, `at` or `round`",
    example: "for example `Merle` or `Goblin-3`",
    signs: "fh0123456789",
};

/// What the map is made of.
const GROUNDS: Grounds<Terrain> = Grounds {
    signs: &[
        ('.', "open"),
        ('#', "wall"),
        ('h', "half"),
        ('f', "full"),
        ('~', "dim"),
        ('*', "dark"),
        ('1', "height 1"),
        ('2', "height 2"),
        ('3', "height 3"),
        ('4', "height 4"),
        ('5', "height 5"),
        ('6', "height 6"),
        ('7', "height 7"),
        ('8', "height 8"),
        ('9', "height 9"),
    ],
    word: terrain,
    lay: |below, above| Terrain {
        wall: below.wall || above.wall,
        cover: if above.cover == Cover::None { below.cover } else { above.cover },
        field: above.field.or(below.field),
        light: if above.light == Light::Normal { below.light } else { above.light },
        height: if above.height == 0 { below.height } else { above.height },
    },
    words: "open, wall, half, full, total, open field, no field, dim, dark, height 6, or several joined by `+`",
    cells: "squares",
};

/// Everything that sheets are made from.
struct Book {
    rules: Rules,
    abilities: Vec<Ability>,
    gear: Gear,
}

/// What it hands to other programs, and reads of theirs and of people's.
pub const EXCHANGE: Exchange = skirmish_bookkit::exchange!(Generia, "../../printed.toml", read, CONTENT, "#");

/// JSON Schema of its encounters.
pub fn schema() -> serde_json::Value {
    skirmish_bookkit::file::schema("An encounter of Generia", read)
}

fn read(row: &Row) -> Loaded<Generia> {
    let head = common::head(row, Generia::NAME);
    let rules = common::house_rules(row, Generia::NAME, Rules::get, Rules::set);
    let (mut places, board, cells) = GROUNDS.placed::<Square>(row);
    let ground = Ground::new(board, cells);
    let abilities = abilities::abilities(row);
    let gear = gear::gear(row, &abilities);
    abilities::check_weapons(row, &gear);
    let book = Book { rules, abilities, gear };
    let creatures = people::creatures(row, &book);
    let mut sides = Sides::read(row, &NAMES);
    sides.read_allies(row);
    let mut seats = Vec::new();
    let mut sheets = common::combatants(row, &NAMES, &sides, &creatures, |combatant| {
        people::combatant(combatant, &book, &ground, &mut places, &mut seats)
    });
    people::settle(row.reader(), &seats, &mut sheets);
    if !row.describes() {
        people::room(row.reader(), &seats, &book, &ground, &sheets);
    }
    let setup = Setup {
        title: head.title,
        about: head.about,
        rules,
        sides: sides.names,
        allies: sides.allies,
        sheets,
        weapons: book.gear.weapons,
        abilities: book.abilities,
        creatures: Stock::all(creatures),
        ground,
        most_rounds: head.most_rounds,
        derived: Derived::default(),
    };
    Loaded { setup, seed: head.seed }
}

/// How high or deep ground may be, in metres.
const HIGHEST: i32 = 200;

fn terrain(word: &str) -> Option<Terrain> {
    let open = Terrain::default();
    Some(match word {
        "open" => open,
        "wall" => Terrain { wall: true, ..open },
        "half" | "full" | "total" => Terrain { cover: Cover::called(word)?, ..open },
        "open field" | "no field" => Terrain { field: Some(word == "open field"), ..open },
        "dim" | "dark" => Terrain { light: Light::called(word)?, ..open },
        _ => {
            let metres: i32 = word.strip_prefix("height ")?.trim().parse().ok()?;
            Terrain { height: Some(metres).filter(|metres| (-HIGHEST..=HIGHEST).contains(metres))?, ..open }
        }
    })
}
