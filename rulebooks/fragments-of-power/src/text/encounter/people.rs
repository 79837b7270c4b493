//! Creatures and combatants: sheets, names, places, riders and masters.

use skirmish_bookkit::encounter::{Combatant, Places};
use skirmish_bookkit::facing;
use skirmish_bookkit::file::{Entry, Row, Word};
use skirmish_bookkit::stat;
use skirmish_bookkit::words::WordSet;
use skirmish_grid::{Block, Span, Square};
use skirmish_kernel::Id;
use skirmish_kernel::words::short;

use super::gear::HAND;
use super::ground::in_the_way;
use super::{Book, CONTENT};
use crate::model::stats::STATS;
use crate::model::{Feat, Ground, Matter, Mode, Sheet, Size, Thing};
use crate::rules::bodies;

/// The most things one carries, parts of the body among them.
pub(super) const MOST_ARMS: usize = 8;

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
    /// The heights that it fills over the ground.
    span: Span,
    at: Word<'d>,
    mount: Option<Word<'d>>,
    commander: Option<Word<'d>>,
}

/// One combatant: its creature's figures, its own laid over them, and how it enters the battle.
pub(super) fn combatant<'d>(
    combatant: Combatant<'d>,
    book: &Book,
    (ground, things): (&Ground, &[Thing]),
    places: &mut Places<Square>,
    seats: &mut Vec<Seat<'d>>,
) -> Sheet {
    let row = &combatant.row;
    let mut sheet = sheet(row, book);
    let (hp, energy) = (i64::from(sheet.max_hp), i64::from(sheet.max_energy));
    let about = "Hit points at the start; all of them when left out, below 0 for whoever lies there.";
    sheet.hp = row.number_here("hp", about, 1 - hp..=hp, i16::MIN.into()..=i16::MAX.into()).unwrap_or(sheet.max_hp);
    let about = "Energy at the start; all of it when left out.";
    sheet.energy = row.number_here("energy", about, 0..=energy, 0..=i16::MAX.into()).unwrap_or(sheet.max_energy);
    sheet.above = row.multiple("above", "Feet above the ground at the beginning.", 5, 0..=10_000).unwrap_or(0);
    bleeding(row, &mut sheet);
    sheet.unaware = row.flag("unaware", "Knows of no battle yet, and loses the first turn.").unwrap_or(false);
    sheet.undetected = row.flag("undetected", "Foes do not know that anybody is there.").unwrap_or(false);
    sheet.hidden = row.flag("hidden", "Foes do not know where that is.").unwrap_or(false);
    sheet.invisible = row.flag("invisible", "Nobody sees this one.").unwrap_or(false);
    let about = "The direction of the face, `east` or `south-east`; it matters in flight.";
    sheet.facing = facing::read(row, "facing", about).unwrap_or_default();
    let seat = Seat {
        name: combatant.name.clone(),
        span: bodies::span(sheet.size, sheet.above),
        at: combatant.at.clone(),
        mount: row.word("mount", "The mount: a larger one of the same side, on whose space the rider begins."),
        commander: row.word("commander", "The commander, without whose command the creature does nothing."),
    };
    let rides = |one: &Seat, other: &str| one.mount.as_ref().is_some_and(|mount| **mount == *other);
    // Or it flies over whoever is there.
    let shares = |other: &str| {
        let shares = |known: &Seat| rides(known, &seat.name) || !known.span.overlaps(seat.span);
        rides(&seat, other) || seats.iter().any(|known: &Seat| known.name == other && shares(known))
    };
    let digs = sheet.modes.has(Mode::Burrow);
    let solid = |cell| {
        let terrain = ground.at(cell);
        let earth = terrain.matter == Matter::Soft && !digs;
        let narrow = !bodies::is_wide(terrain, sheet.size.side());
        let closed = in_the_way(terrain).or(earth.then_some("full of earth")).or(narrow.then_some("too narrow"));
        closed.or_else(|| thing_at(things, cell))
    };
    sheet.at = places.stand(&combatant, solid, shares).unwrap_or_default();
    seats.push(seat);
    Sheet { name: combatant.name, letter: combatant.letter, side: combatant.side, ..sheet }
}

/// Whose blood runs, and who has fainted, as the battle begins. (`incapacitated`, `bleeding.penalty`, `ruling.waking`)
fn bleeding(row: &Row, sheet: &mut Sheet) {
    let about = "Does blood run at the start? It does when left out where no hit points are left.";
    sheet.bleeding = row.flag("bleeding", about).unwrap_or(sheet.hp <= 0);
    let about = "What comes off throws on the Bleed Table at the start; 0 when left out.";
    sheet.bleed_penalty = row.number("bleed_penalty", about, 0..=99).unwrap_or(0);
    if let Some(place) = row.place_of("bleed_penalty").filter(|_| sheet.bleed_penalty > 0 && !sheet.bleeding) {
        row.reader().wrong(&place, "a penalty for blood that does not run", "add `bleeding = true`, or leave it out");
    }
    sheet.unconscious = row.flag("unconscious", "Unconscious at the start.").unwrap_or(false);
}

/// What is settled when everybody is known: who rides whom, who commands whom, and whether there is room.
pub(super) fn settle(row: &Row, seats: &[Seat], sheets: &mut [Sheet], (ground, things): (&Ground, &[Thing])) {
    if row.describes() {
        return;
    }
    let names: Vec<&str> = seats.iter().take(sheets.len()).map(|seat| seat.name.as_str()).collect();
    let find = |word: &Word| row.reader().find("combatant", word, &names);
    for (at, seat) in seats.iter().enumerate().take(sheets.len()) {
        let Some(word) = &seat.commander else { continue };
        let commander = find(word);
        if commander == Some(at) {
            let (name, help) = (short(&seat.name), "name another combatant, or leave `commander` out");
            row.reader().wrong(&word.place, format!("{name} cannot be {name}'s own commander"), help);
        }
        sheets[at].commander = commander.filter(|id| *id != at).map(Id::new);
    }
    let pair = |(at, seat): (usize, &Seat)| Some((at, find(seat.mount.as_ref()?)?));
    let pairs: Vec<(usize, usize)> = seats.iter().enumerate().take(sheets.len()).filter_map(pair).collect();
    for (rider, mount) in &pairs {
        ride(row, &seats[*rider], (*rider, *mount), &pairs, sheets);
    }
    room(row, seats, sheets, ground, things);
}

/// What keeps everybody out of a square in which a thing lies.
fn thing_at(things: &[Thing], cell: Square) -> Option<&'static str> {
    let covers = |thing: &&Thing| bodies::of_size(thing.size, thing.at).covers(cell);
    things.iter().find(covers).map(|_| "taken up by a thing")
}

/// The space that somebody fills at the beginning.
fn space(sheet: &Sheet, ground: &Ground) -> Block {
    let body = bodies::of_size(sheet.size, sheet.at);
    let level = body.cells().map(|cell| ground.at(cell).elevation).max().unwrap_or(0);
    body.filling(bodies::span(sheet.size, level.saturating_add(sheet.above)))
}

/// Puts somebody in the saddle, if he or she can sit there.
fn ride(row: &Row, seat: &Seat, pair: (usize, usize), pairs: &[(usize, usize)], sheets: &mut [Sheet]) {
    let (up, down) = (&sheets[pair.0], &sheets[pair.1]);
    let (rider, mount) = (short(&up.name), short(&down.name));
    // Either of them belongs to another pair as well.
    let tangled = |other: &&(usize, usize)| {
        **other != pair && [other.0, other.1].iter().any(|one| *one == pair.0 || *one == pair.1)
    };
    let wrong = match () {
        () if pair.0 == pair.1 || pairs.iter().any(|other| tangled(&other)) => {
            Some("one rider on one mount, and nobody on both ends")
        }
        () if up.side != down.side => Some("rider and mount fight on one side"),
        () if up.size >= down.size => Some("one rides somebody larger"),
        () => None,
    };
    if let (Some(help), Some(word)) = (wrong, &seat.mount) {
        row.reader().wrong(&word.place, format!("{rider} cannot ride {mount}"), help);
        return;
    }
    if !bodies::of_size(down.size, down.at).covers(up.at) {
        row.reader().wrong(
            &seat.at.place,
            format!("{mount} stands elsewhere"),
            "a rider begins on the space of the mount",
        );
    }
    let (at, above, facing) = (down.at, down.above, down.facing);
    let up = &mut sheets[pair.0];
    (up.mount, up.at, up.above, up.facing) = (Some(Id::new(pair.1)), at, above, facing);
}

/// Is there room for everybody's space?
fn room(row: &Row, seats: &[Seat], sheets: &[Sheet], ground: &Ground, things: &[Thing]) {
    let help = "its place is the top left square of its space";
    for (at, (seat, sheet)) in seats.iter().zip(sheets).enumerate() {
        let body = space(sheet, ground);
        let wide = |cell| bodies::is_wide(ground.at(cell), body.side());
        let open = |cell| in_the_way(ground.at(cell)).is_none() && wide(cell) && thing_at(things, cell).is_none();
        if !body.fits(&ground.board, open) && sheet.size.side() > 1 {
            row.reader().wrong(&seat.at.place, format!("{} has no room there", short(&seat.name)), help);
        }
        let rides = |one: usize, other: usize| sheets[one].mount == Some(Id::new(other));
        let in_it = |other: &usize| {
            let before = &sheets[*other];
            let large = sheet.size.side() > 1 || before.size.side() > 1;
            let tied = rides(at, *other) || rides(*other, at);
            large && !tied && space(before, ground).overlaps(&body)
        };
        if let Some(other) = (0..at).find(in_it) {
            let message = format!("{} already stands there", short(&sheets[other].name));
            row.reader().wrong(&seat.at.place, message, help);
        }
    }
}

/// A sheet; name, letter, side and place are filled in later.
fn sheet(row: &Row, book: &Book) -> Sheet {
    let mut sheet = Sheet {
        size: row.one_of("size", "Size; medium by default.").unwrap_or(Size::Medium),
        feats: set(row.some_of("feats", "What was learned.")),
        modes: set(row.some_of("modes", "Ways of moving besides on foot.")),
        vulnerable: set(row.some_of("vulnerable", "Kinds of damage that count twice.")),
        resistant: set(row.some_of("resistant", "Kinds of damage that count by half.")),
        immune: set(row.some_of("immune", "Kinds of damage that do nothing.")),
        darkvision: row.flag("darkvision", "Sight in the dark?").unwrap_or(false),
        ..Sheet::default()
    };
    let names: Vec<&str> = book.gear.armour.iter().map(|armour| armour.name.as_str()).chain(["none"]).collect();
    let worn = row.word("armour", "What is worn, or `none`.");
    let worn = worn.and_then(|word| row.reader().find("armour", &word, &names));
    sheet.worn = worn.filter(|at| *at < book.gear.armour.len()).and_then(|at| u8::try_from(at).ok());
    let bonus = sheet.worn.map_or(0, |at| book.gear.armour[usize::from(at)].bonus);
    let trained = i16::from(sheet.worn.is_some() && sheet.feats.has(Feat::ArmorTraining));
    let hide: i16 =
        row.number("hide", "What the hide adds to the physical defence; 0 by default.", 0..=30).unwrap_or(0);
    sheet.armour = bonus + trained + hide;
    stat::read(STATS, row, &mut sheet, &book.rules);
    sheet.max_hp = sheet.max_hp.max(1);
    (sheet.hp, sheet.energy) = (sheet.max_hp, sheet.max_energy);
    sheet.arms = arms(row, book);
    sheet.spells = spells(row, book);
    let parts = sheet.arms.iter().filter(|at| book.gear.weapons[usize::from(**at)].is_natural()).count();
    if parts > usize::from(sheet.natural_weapons) && !row.describes() {
        let place = ["natural_weapons", "weapons"].iter().find_map(|key| row.place_of(key));
        let message =
            format!("parts of the body among the weapons: {parts}, and `natural_weapons` is {}", sheet.natural_weapons);
        row.reader().wrong(&place.unwrap_or_else(|| row.place()), message, format!("natural_weapons = {parts}"));
    }
    sheet
}

pub(super) fn set<W: skirmish_bookkit::words::Words>(words: Option<Vec<W>>) -> WordSet<W> {
    words.unwrap_or_default().into_iter().collect()
}

fn arms(row: &Row, book: &Book) -> Vec<u8> {
    let about =
        "Weapons, shields and tools, parts of the body among them; the first is in hand, with a shield or a light.";
    let words = row.words("weapons", about).unwrap_or_default();
    if let Some(hand) = words.iter().find(|word| &***word == HAND) {
        row.reader().wrong(&hand.place, "everybody has bare hands", "leave them out");
    }
    let names: Vec<&str> = book.gear.weapons.iter().map(|weapon| weapon.name.as_str()).collect();
    places(row, &words, "weapon", &names, MOST_ARMS)
}

fn spells(row: &Row, book: &Book) -> Vec<u8> {
    let words = row.words("spells", "Spells and powers that are known.").unwrap_or_default();
    let names: Vec<&str> = book.spells.iter().map(|spell| spell.name.as_str()).collect();
    places(row, &words, "spell", &names, MOST_SPELLS)
}

/// The places of so many things among all of their names.
fn places(row: &Row, words: &[Word], what: &'static str, names: &[&str], most: usize) -> Vec<u8> {
    if let Some(many) = words.get(most) {
        let message = format!("{} {what}s", words.len());
        row.reader().wrong(&many.place, message, format!("at most {most} on one sheet"));
    }
    let found = |word: &Word| row.reader().find(what, word, names).and_then(|at| u8::try_from(at).ok());
    words.iter().take(most).filter_map(found).collect()
}
