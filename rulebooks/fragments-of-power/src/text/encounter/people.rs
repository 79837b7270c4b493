//! Creatures and combatants: sheets, names, places, riders and masters.

use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::file::{Entry, Row, Word};
use skirmish_bookkit::stat;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::Square;
use skirmish_kernel::Id;
use skirmish_kernel::words::short;

use super::gear::HAND;
use super::{Book, CONTENT};
use crate::model::stats::STATS;
use crate::model::{Feat, Ground, Matter, Obstacle, Sheet, Size};
use crate::rules::bodies;
use crate::text::words::{FACINGS, facing_called};

/// The most things one carries, parts of the body among them.
const MOST_ARMS: usize = 8;

/// The most spells one knows.
const MOST_SPELLS: usize = 16;

/// The book's creatures and the table's own.
pub(super) fn creatures<'d>(row: &Row<'d>, book: &Book) -> Vec<Entry<'d, Sheet>> {
    let about = "Creatures of this table's own; one of a known name replaces it.";
    row.library("creature", about, "a creature", 1000, CONTENT.documents(), |row| sheet(row, book))
}

/// What of a combatant bears on others.
pub(super) struct Seat<'d> {
    name: String,
    at: Word<'d>,
    mount: Option<Word<'d>>,
    commander: Option<Word<'d>>,
}

/// One combatant: its creature's figures, its own laid over them, and how it enters the battle.
pub(super) fn combatant<'d>(
    combatant: Combatant<'d>,
    book: &Book,
    ground: &Ground,
    places: &mut Places<Square>,
    seats: &mut Vec<Seat<'d>>,
) -> Sheet {
    let row = &combatant.row;
    let mut sheet = sheet(row, book);
    let (hp, energy) = (i64::from(sheet.max_hp), i64::from(sheet.max_energy));
    let about = "Hit points at the start; all of them when left out, below 0 for whoever lies there.";
    sheet.hp = row.number("hp", about, 1 - hp..=hp).unwrap_or(sheet.max_hp);
    sheet.energy = row.number("energy", "Energy at the start; all of it when left out.", 0..=energy).unwrap_or(sheet.max_energy);
    sheet.above = row.multiple("above", "Feet above the ground where it begins.", 5, 0..=10_000).unwrap_or(0);
    sheet.unaware = row.flag("unaware", "It knows of no battle yet, and loses its first turn.").unwrap_or(false);
    sheet.undetected = row.flag("undetected", "Its foes do not know that it is there.").unwrap_or(false);
    sheet.hidden = row.flag("hidden", "Its foes do not know where it is.").unwrap_or(false);
    sheet.invisible = row.flag("invisible", "Nobody sees it.").unwrap_or(false);
    if let Some(word) = row.word("facing", "Where it looks: `east`, `south-east`; it matters in flight.") {
        match facing_called(&word) {
            Some(facing) => sheet.facing = facing,
            None => _ = row.reader().find("direction", &word, &FACINGS),
        }
    }
    let seat = Seat {
        name: combatant.name.clone(),
        at: combatant.at.clone(),
        mount: row.word("mount", "Whom it rides; that one stands on the same square."),
        commander: row.word("commander", "Who commands it: it acts only when that one lets it."),
    };
    let rides = |one: &Seat, other: &str| one.mount.as_ref().is_some_and(|mount| **mount == *other);
    let shares = |other: &str| {
        rides(&seat, other) || seats.iter().any(|known: &Seat| known.name == other && rides(known, &seat.name))
    };
    let solid = |cell| {
        let terrain = ground.at(cell);
        let wall = terrain.matter == Matter::Solid || terrain.obstacle == Obstacle::Full;
        let crate_ = matches!(terrain.obstacle, Obstacle::Partial(_));
        wall.then_some("a wall").or(crate_.then_some("in use by something large"))
    };
    sheet.at = places.stand(&combatant, solid, shares).unwrap_or_default();
    seats.push(seat);
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

/// What is settled when everybody is known: who rides whom, who commands whom, and whether there is room.
pub(super) fn settle(row: &Row, seats: &[Seat], sheets: &mut [Sheet], ground: &Ground) {
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    let find = |word: &Option<Word>| {
        let word = word.as_ref()?;
        row.reader().find("combatant", word, &names).map(Id::new)
    };
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        let (mount, commander) = (find(&seat.mount), find(&seat.commander));
        if let (Some(mount), Some(word)) = (mount, &seat.mount) {
            let other = sheets.get(mount.index());
            let fits = other.is_some_and(|other| sheets[at].size < other.size && other.side == sheets[at].side);
            if !fits || mount.index() == at {
                row.reader().wrong(&word.place, "nobody rides that", "one rides a larger one of the own side");
                continue;
            }
            let place = sheets[mount.index()].at;
            sheets[at].at = place;
        }
        let own = commander.filter(|id| id.index() != at);
        (sheets[at].mount, sheets[at].commander) = (mount.filter(|id| id.index() != at), own);
    }
    if !row.describes() {
        room(row, seats, sheets, ground);
    }
}

/// Is there room for everybody's space?
fn room(row: &Row, seats: &[Seat], sheets: &[Sheet], ground: &Ground) {
    let space = |sheet: &Sheet| skirmish_grid::Body::new(bodies::footprint(sheet.size), sheet.at);
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        let body = space(&sheets[at]);
        let open = |cell| ground.at(cell).obstacle == Obstacle::None && ground.at(cell).matter != Matter::Solid;
        let help = "its place is the top left square of its space";
        if !body.fits(&ground.board, open) && sheets[at].size.side() > 1 {
            row.reader().wrong(&seat.at.place, format!("{} has no room there", short(&seat.name)), help);
        }
        let rides = |one: usize, other: usize| sheets[one].mount == Some(Id::new(other));
        let apart = |other: usize| sheets[at].above != sheets[other].above;
        let other = (0..at).find(|other| {
            !rides(at, *other) && !rides(*other, at) && !apart(*other) && space(&sheets[*other]).overlaps(&body)
        });
        let large = other.filter(|other| sheets[at].size.side() > 1 || sheets[*other].size.side() > 1);
        if let Some(other) = large {
            let message = format!("{} already stands there", short(&sheets[other].name));
            row.reader().wrong(&seat.at.place, message, help);
        }
    }
}

/// A sheet; name, letter, side and place are filled in later.
fn sheet(row: &Row, book: &Book) -> Sheet {
    let mut sheet = Sheet {
        size: row.one_of("size", "How large it is; medium by default.").unwrap_or(Size::Medium),
        feats: set(row.some_of("feats", "What it has learned.")),
        modes: set(row.some_of("modes", "How it moves besides on foot.")),
        vulnerable: set(row.some_of("vulnerable", "What harms it twofold.")),
        resistant: set(row.some_of("resistant", "What harms it by half.")),
        immune: set(row.some_of("immune", "What does not harm it.")),
        darkvision: row.flag("darkvision", "Does it see in the dark?").unwrap_or(false),
        ..Sheet::default()
    };
    let names: Vec<&str> = book.gear.armour.iter().map(|armour| armour.name.as_str()).chain(["none"]).collect();
    let worn = row.word("armour", "What it wears, or `none`.");
    let worn = worn.and_then(|word| row.reader().find("armour", &word, &names));
    sheet.worn = worn.filter(|at| *at < book.gear.armour.len()).and_then(|at| u8::try_from(at).ok());
    let bonus = sheet.worn.map_or(0, |at| book.gear.armour[usize::from(at)].bonus);
    let trained = i16::from(sheet.worn.is_some() && sheet.feats.has(Feat::ArmorTraining));
    let hide: i16 = row.number("hide", "What its hide adds to the physical defence; 0 by default.", 0..=30).unwrap_or(0);
    sheet.armour = bonus + trained + hide;
    stat::read(STATS, row, &mut sheet, &book.rules);
    sheet.max_hp = sheet.max_hp.max(1);
    (sheet.hp, sheet.energy) = (sheet.max_hp, sheet.max_energy);
    sheet.arms = arms(row, book);
    sheet.spells = spells(row, book);
    sheet
}

fn set<W: skirmish_bookkit::words::Words>(words: Option<Vec<W>>) -> WordSet<W> {
    words.unwrap_or_default().into_iter().collect()
}

fn arms(row: &Row, book: &Book) -> Vec<u8> {
    let about = "Weapons, shields and tools, parts of the body among them; the first is in hand, with a shield or a light.";
    let words = row.words("weapons", about).unwrap_or_default();
    if let Some(many) = words.get(MOST_ARMS) {
        row.reader().wrong(&many.place, format!("{} weapons", words.len()), format!("at most {MOST_ARMS} on one sheet"));
    }
    if let Some(hand) = words.iter().find(|word| &***word == HAND) {
        row.reader().wrong(&hand.place, "everybody has bare hands", "leave them out");
    }
    let names: Vec<&str> = book.gear.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    let found = |word: &Word| row.reader().find("weapon", word, &names).and_then(|at| u8::try_from(at).ok());
    words.iter().take(MOST_ARMS).filter_map(found).collect()
}

fn spells(row: &Row, book: &Book) -> Vec<u8> {
    let words = row.words("spells", "The spells and powers that it knows.").unwrap_or_default();
    if let Some(many) = words.get(MOST_SPELLS) {
        row.reader().wrong(&many.place, format!("{} spells", words.len()), format!("at most {MOST_SPELLS} on one sheet"));
    }
    let names: Vec<&str> = book.spells.iter().map(|spell| spell.name.as_str()).collect();
    let found = |word: &Word| row.reader().find("spell", word, &names).and_then(|at| u8::try_from(at).ok());
    words.iter().take(MOST_SPELLS).filter_map(found).collect()
}
